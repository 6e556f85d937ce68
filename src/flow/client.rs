//! The most general client: the unit's elaboration, then any calls that the outside may make.

use std::collections::{BTreeMap, BTreeSet};

use super::builder::Builder;
use super::graph::{BlockId, FlowSubprogram, FlowVariable, Terminator};
use super::lower::{Exits, statements, variable};
use super::tidy::tidy;
use crate::logic::{Term, Variable};
use crate::program::{Mode, Program, SubprogramId, UnitKind, unused_name};
use crate::source::{FileId, Span};
use crate::verdict::Check;

/// The name of the client.
const NAME: &str = "main";

/// `main`: a library-level procedure is called once; the entries of a package are called any number
/// of times in any order, and its visible variables may be set in between.
pub(super) fn main(program: &Program, checks: &mut Vec<Check>) -> FlowSubprogram {
    let span = start_of(program);
    let mut builder = Builder::new(checks, span);
    let mut locals = Locals::new(program);
    let end = builder.reserve();
    statements(
        &mut builder,
        &program.elaboration.statements,
        &mut Exits::new(end),
    );
    builder.at(span);
    match program.kind {
        UnitKind::Procedure => {
            for entry in &program.entries {
                call(&mut builder, program, *entry, &mut locals);
            }
        }
        UnitKind::Package => calls(&mut builder, program, &mut locals),
    }
    FlowSubprogram {
        name: NAME.to_owned(),
        formals: Vec::new(),
        locals: locals.list,
        blocks: tidy(builder.finish()),
        span,
    }
}

/// Where the client is said to stand: at the first thing that is declared.
fn start_of(program: &Program) -> Span {
    let subprograms = program.subprograms.iter().map(|subprogram| subprogram.span);
    let globals = program.globals.iter().map(|global| global.object.span);
    subprograms.chain(globals).min().unwrap_or(Span {
        file: FileId(0),
        start: 0,
        end: 0,
    })
}

/// The variables of the client.
struct Locals {
    used: BTreeSet<String>,
    list: Vec<FlowVariable>,
}

impl Locals {
    fn new(program: &Program) -> Locals {
        let globals = program.globals.iter().map(|global| &global.object);
        let objects = globals.chain(&program.elaboration.locals);
        Locals {
            used: objects
                .map(|object| object.variable.name.to_lowercase())
                .collect(),
            list: program.elaboration.locals.iter().map(variable).collect(),
        }
    }
}

fn calls(builder: &mut Builder<'_>, program: &Program, locals: &mut Locals) {
    let (head, exit) = (builder.reserve(), builder.reserve());
    builder.goto(head);
    builder.open(head);
    builder.head(exit);
    let visible: Vec<&Variable> = program
        .globals
        .iter()
        .filter(|global| global.is_visible && !global.object.subtype.is_empty())
        .map(|global| &global.object.variable)
        .collect();
    let entries: Vec<(SubprogramId, BlockId)> = program
        .entries
        .iter()
        .map(|entry| (*entry, builder.reserve()))
        .collect();
    let settings: Vec<(&Variable, BlockId)> = visible
        .into_iter()
        .map(|variable| (variable, builder.reserve()))
        .collect();
    builder.end(Terminator::Choice {
        targets: entries
            .iter()
            .map(|(_, block)| *block)
            .chain(settings.iter().map(|(_, block)| *block))
            .chain([exit])
            .collect(),
        join: None,
    });
    for (entry, block) in entries {
        builder.open(block);
        call(builder, program, entry, locals);
        builder.goto(head);
    }
    for (target, block) in settings {
        builder.open(block);
        builder.end(Terminator::Nondet {
            target: target.clone(),
            next: head,
        });
    }
    builder.open(exit);
}

/// A call with any arguments that the precondition allows. Where the precondition cannot be
/// evaluated the call is made all the same: the callee's own checks tell.
fn call(builder: &mut Builder<'_>, program: &Program, entry: SubprogramId, locals: &mut Locals) {
    let callee = program.subprogram(entry);
    builder.at(callee.span);
    let short = callee.name.rsplit('.').next().unwrap_or(&callee.name);
    let mut arguments = Vec::new();
    let mut results = Vec::new();
    let mut replacements: BTreeMap<Variable, Term> = BTreeMap::new();
    let mut is_possible = true;
    for formal in &callee.formals {
        let object = &formal.object;
        let name = unused_name(
            &mut locals.used,
            &format!("{short}_{}", object.variable.name),
        );
        let local = Variable::new(&name, object.variable.sort.clone());
        locals.list.push(FlowVariable {
            variable: local.clone(),
            range: object.subtype.range(),
        });
        let value = Term::variable(&local);
        replacements.insert(object.variable.clone(), value.clone());
        if formal.mode != Mode::Out {
            is_possible &= !object.subtype.is_empty();
            let next = builder.reserve();
            builder.end(Terminator::Nondet {
                target: local.clone(),
                next,
            });
            builder.open(next);
        }
        arguments.push((formal.mode != Mode::Out).then_some(value));
        results.push((formal.mode != Mode::In).then_some(local));
    }
    if !is_possible {
        builder.assume(Term::bool(false));
    }
    if let Some(precondition) = &callee.precondition {
        let allowed = Term::implies(precondition.well_formed(), precondition.term.clone());
        builder.assume(allowed.substitute(&replacements));
    }
    let next = builder.reserve();
    builder.end(Terminator::Call {
        callee: entry,
        arguments,
        results,
        next,
    });
    builder.open(next);
}
