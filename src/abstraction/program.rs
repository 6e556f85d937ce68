//! The whole program: declarations, procedures, `enforce`.

use super::answers::Frame;
use super::calls::{Call, Interface};
use super::config::{Blocks, Config, Names};
use super::effects::Effects;
use super::enquiry::Memory;
use super::expression::forbid_cube;
use super::jobs::ask;
use super::measure::StepMeasure;
use super::procedure::{Emitter, Shared};
use super::scope::{Bit, Home, Scope};
use super::session::Counts;
use super::show::ShownTable;
use super::step::StepError;
use super::table::TooManyPredicates;
use crate::bp::{BoolProgram, Expr, Identifier, Procedure, Statement, StatementKind};
use crate::flow::{FlowProgram, FlowSubprogram, SubprogramId, Terminator, with_large_blocks};
use crate::logic::Term;
use crate::predicate::PredicateSet;
use crate::smt::Oracle;
use std::collections::BTreeSet;

/// The procedure that begins.
const MAIN: &str = "main";

/// A Boolean program and how it came about.
#[derive(Debug, Clone)]
pub struct Abstraction {
    /// The Boolean program.
    pub program: BoolProgram,
    /// What the variables stand for: those of the program first, then each procedure's.
    pub meanings: Vec<Meaning>,
    /// The tables of the direct method.
    pub tables: Vec<ShownTable>,
    /// What it cost.
    pub counts: Counts,
    /// The precision of every step, if it was asked for.
    pub measures: Vec<StepMeasure>,
}

/// What a variable of the Boolean program stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// The procedure of the Boolean program it belongs to; `None` for a global.
    pub procedure: Option<Identifier>,
    /// The variable.
    pub variable: Identifier,
    /// The predicate as the user wrote it.
    pub text: String,
    /// The predicate.
    pub term: Term,
}

/// Why a program could not be abstracted.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] crate::smt::Error),
    /// The direct method would need too much.
    #[error("while abstracting {procedure}: {cause}")]
    Size {
        /// The subprogram.
        procedure: String,
        /// How much.
        cause: TooManyPredicates,
    },
}

impl Error {
    pub(super) fn in_procedure(error: StepError, procedure: &str) -> Error {
        match error {
            StepError::Solver(error) => Error::Solver(error),
            StepError::Size(cause) => Error::Size {
                procedure: procedure.to_owned(),
                cause,
            },
        }
    }
}

/// The Boolean program that the predicates make of a flow program.
///
/// # Errors
/// If the solver fails for good, or a table of the direct method would be too large.
pub fn abstract_program(
    flow: &FlowProgram,
    predicates: &PredicateSet,
    config: &Config,
    oracle: &mut dyn Oracle,
) -> Result<Abstraction, Error> {
    abstract_again(flow, predicates, config, oracle, &mut Memory::default())
}

/// The same, with what earlier abstractions of the program found out: what no new predicate has to
/// do with is not found out again. What is found out now is added to the memory.
///
/// # Errors
/// As [`abstract_program`].
pub fn abstract_again(
    flow: &FlowProgram,
    predicates: &PredicateSet,
    config: &Config,
    oracle: &mut dyn Oracle,
    memory: &mut Memory,
) -> Result<Abstraction, Error> {
    let flow = &with_large_blocks(flow, &|id| config.settings_of(id).blocks == Blocks::Large);
    let mut names = Namer::new(config.names);
    let globals: Vec<Bit> = predicates
        .of_unit()
        .map(|predicate| names.bit(&predicate.name, &predicate.term, Home::Global))
        .collect();
    let mut locals: Vec<Vec<Bit>> = Vec::new();
    for id in (0..).map(SubprogramId).take(flow.subprograms.len()) {
        names.restart();
        let own = predicates
            .of_subprogram(id)
            .map(|p| names.bit(&p.name, &p.term, Home::Local))
            .collect();
        locals.push(own);
    }
    let interfaces = flow
        .subprograms
        .iter()
        .zip(&locals)
        .map(|(subprogram, bits)| Interface::new(flow, subprogram, bits))
        .collect();
    let shared = Shared {
        flow,
        effects: Effects::new(flow),
        interfaces,
        procedures: procedure_names(flow),
        points: config.points,
        measures: config.measures,
    };
    names.restart();
    let client = client_bits(&shared, &mut names);

    let mut counts = Counts::default();
    let mut tables = Vec::new();
    let mut measures = Vec::new();
    let mut procedures: Vec<Procedure> = Vec::new();
    let mut meanings = describe(None, &globals);
    let ids = (0..).map(|id| Some(SubprogramId(id)));
    let all = ids
        .zip(flow.subprograms.iter().zip(locals))
        .chain([(None, (&flow.main, client))]);
    let frames: Vec<Frame<'_>> = all
        .map(|(id, (subprogram, own))| Frame {
            id,
            subprogram,
            scope: Scope::new(
                flow,
                subprogram,
                globals.iter().cloned().chain(own).collect(),
            ),
            settings: config.settings_of(id),
            interface: match id {
                Some(id) => shared.interfaces[id.0 as usize].clone(),
                None => Interface::default(),
            },
        })
        .collect();
    let answers = ask(&shared, &frames, oracle, memory)?;
    for (frame, answers) in frames.iter().zip(&answers) {
        let mut emitter = Emitter::new(&shared, frame, answers);
        let result = procedure(&mut emitter);
        let own = &frame.scope.bits[globals.len()..];
        meanings.extend(describe(Some(&result.name), own));
        procedures.push(result);
        counts += emitter.counts;
        tables.append(&mut emitter.tables);
        measures.append(&mut emitter.measures);
    }
    Ok(Abstraction {
        program: BoolProgram {
            globals: globals.into_iter().map(|bit| bit.identifier).collect(),
            procedures,
        },
        meanings,
        tables,
        counts,
        measures,
    })
}

fn describe(procedure: Option<&Identifier>, bits: &[Bit]) -> Vec<Meaning> {
    let meaning = |bit: &Bit| Meaning {
        procedure: procedure.cloned(),
        variable: bit.identifier.clone(),
        text: bit.text.clone(),
        term: bit.term.clone(),
    };
    bits.iter().map(meaning).collect()
}

/// The bits of `main`: what its callees want to know at entry, said of the values it passes.
fn client_bits(shared: &Shared<'_>, names: &mut Namer) -> Vec<Bit> {
    let mut bits: Vec<Bit> = Vec::new();
    for (callee, arguments, results) in calls(&shared.flow.main) {
        let call = Call {
            callee,
            arguments,
            results,
        };
        let name = &shared.flow.subprogram(callee).name;
        for parameter in &shared.interfaces[callee.0 as usize].parameters {
            let term = call.at_entry(shared.flow, &parameter.term);
            if !bits.iter().any(|bit| bit.term == term) {
                let plain = format!("{name}: {}", parameter.text);
                let numbered = (2..).map(|number| format!("{plain} #{number}"));
                // The client may call a subprogram at several places, with values of its own.
                let title = std::iter::once(plain.clone())
                    .chain(numbered)
                    .find(|title| !bits.iter().any(|bit| bit.text == *title))
                    .unwrap_or(plain);
                bits.push(names.bit(&title, &term, Home::Local));
            }
        }
    }
    bits
}

type CallParts<'a> = (
    SubprogramId,
    &'a [Option<Term>],
    &'a [Option<crate::logic::Variable>],
);

fn calls(subprogram: &FlowSubprogram) -> impl Iterator<Item = CallParts<'_>> {
    subprogram.blocks.iter().filter_map(|block| {
        if let Terminator::Call {
            callee,
            arguments,
            results,
            ..
        } = &block.terminator
        {
            Some((*callee, arguments.as_slice(), results.as_slice()))
        } else {
            None
        }
    })
}

/// What the Boolean program calls the subprograms: `P.Inc` is `P_Inc`, and what is taken already, as
/// `P_Inc` may be by another and `main` always is, gets a number.
fn procedure_names(flow: &FlowProgram) -> Vec<Identifier> {
    let mut taken = BTreeSet::from([Identifier::new(MAIN)]);
    let mut free = |subprogram: &FlowSubprogram| {
        let plain = subprogram.name.replace('.', "_");
        let numbered = (2..).map(|number| format!("{plain}__{number}"));
        let all = std::iter::once(plain.clone()).chain(numbered);
        let mut names = all.map(|name| Identifier::new(&name));
        names.find(|name| taken.insert(name.clone()))
    };
    let names = flow.subprograms.iter().map(&mut free);
    names.flatten().collect()
}

/// One procedure.
fn procedure(emitter: &mut Emitter<'_>) -> Procedure {
    let frame = emitter.frame;
    let identifiers =
        |bits: &[Bit]| -> Vec<Identifier> { bits.iter().map(|b| b.identifier.clone()).collect() };
    let parameters = identifiers(&frame.interface.parameters);
    let enforce = enforce(emitter);

    let unset: Vec<Identifier> = frame
        .scope
        .bits
        .iter()
        .filter(|bit| bit.home == Home::Local || frame.id.is_none())
        .map(|bit| bit.identifier.clone())
        .filter(|identifier| !parameters.contains(identifier))
        .collect();
    let mut body = Vec::new();
    // In one step: until both have happened, the values that happen to be there mean nothing, and
    // `enforce` must not judge them.
    let in_call = emitter.in_call.iter();
    let (targets, values): (Vec<_>, Vec<_>) = in_call
        .map(|in_call| (Some(in_call.clone()), Expr::Constant(false)))
        .chain(unset.into_iter().map(|unset| (Some(unset), Expr::Lost)))
        .unzip();
    if !targets.is_empty() {
        body.push(Statement {
            origin: Some(frame.subprogram.span),
            ..Statement::new(StatementKind::Assign {
                targets,
                values,
                constrain: None,
            })
        });
    }
    body.extend(emitter.body());

    let locals = frame
        .scope
        .bits
        .iter()
        .filter(|bit| bit.home == Home::Local)
        .map(|bit| bit.identifier.clone())
        .filter(|identifier| !parameters.contains(identifier))
        .chain(emitter.temporaries.iter().cloned())
        .chain(emitter.in_call.clone())
        .collect();
    Procedure {
        name: match frame.id {
            Some(id) => emitter.shared.procedures[id.0 as usize].clone(),
            None => Identifier::new(MAIN),
        },
        parameters,
        results: frame.interface.results.len(),
        locals,
        enforce,
        body,
    }
}

/// The cubes no state satisfies, as a condition on every state of the procedure. A conjunct that
/// would compare bits of different states while a callee returns is suspended until the caller has
/// brought its own bits up to date.
fn enforce(emitter: &mut Emitter<'_>) -> Option<Expr> {
    let shared = emitter.shared;
    let scope = &emitter.frame.scope;
    let cubes = &emitter.answers.inconsistent;
    let mixed = |cube: &super::Cube| {
        calls(emitter.frame.subprogram).any(|(callee, arguments, results)| {
            let call = Call {
                callee,
                arguments,
                results,
            };
            call.mixes(&shared.effects, scope, cube)
        })
    };
    let needs_guard: Vec<bool> = cubes.iter().map(mixed).collect();
    let in_call = needs_guard
        .contains(&true)
        .then(|| Identifier::new("in_call"));
    let naming = |atom: usize| Expr::variable(&scope.bits[atom].identifier);
    let conjuncts: Vec<Expr> = cubes
        .iter()
        .zip(&needs_guard)
        .map(|(cube, guarded)| match &in_call {
            Some(in_call) if *guarded => {
                Expr::or(vec![Expr::variable(in_call), forbid_cube(cube, &naming)])
            }
            Some(_) | None => forbid_cube(cube, &naming),
        })
        .collect();
    emitter.in_call = in_call;
    (!conjuncts.is_empty()).then(|| Expr::and(conjuncts))
}

/// Gives bits their names.
struct Namer {
    names: Names,
    /// Numbers taken by the globals, and by all so far in this scope.
    taken: (usize, usize),
}

impl Namer {
    fn new(names: Names) -> Namer {
        Namer {
            names,
            taken: (0, 0),
        }
    }

    /// The next bits belong to another procedure.
    fn restart(&mut self) {
        self.taken.1 = self.taken.0;
    }

    fn bit(&mut self, predicate: &str, term: &Term, home: Home) -> Bit {
        self.taken.1 += 1;
        if home == Home::Global {
            self.taken.0 = self.taken.1;
        }
        let identifier = match self.names {
            Names::Braces => Identifier::new(predicate),
            Names::Short => Identifier::new(&format!("b{}", self.taken.1)),
        };
        Bit {
            identifier,
            text: predicate.to_owned(),
            term: term.clone(),
            home,
        }
    }
}
