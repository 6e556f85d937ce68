//! The most general client: the unit's elaboration, then any calls that the outside may make.

use std::collections::{BTreeMap, BTreeSet};

use super::builder::Builder;
use super::graph::{BlockId, FlowSubprogram, FlowVariable, Terminator};
use super::initialisation::{
    Followed, Surroundings, everywhere, ghost, ghost_variable, left_unset,
};
use super::lower::{Exits, close, copied, lose, lose_ghosts, statements, variable};
use crate::logic::{Sort, Term, Variable};
use crate::program::{
    Call, Chooser, Mode, Object, Program, Setting, Step, Subprogram, SubprogramId, UnitKind,
    substituted, temporaries, unused_name,
};
use crate::source::{FileId, Span};
use crate::verdict::Check;

/// The name of the client.
const NAME: &str = "main";

/// `main`: a library-level procedure is called once; the entries of a package are called any number
/// of times in any order, and its visible variables may be set in between. What no client can call
/// is called after that, so that it is judged, too.
pub(super) fn main(
    program: &Program,
    shared: &BTreeSet<Variable>,
    followed: &Followed,
    checks: &mut Vec<Check>,
) -> FlowSubprogram {
    let span = start_of(program);
    let mut builder = Builder::new(program, checks, span);
    for variable in shared {
        builder.assign(&ghost(variable), everywhere(&variable.sort, false));
    }
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
                call(
                    &mut builder,
                    (program, followed),
                    *entry,
                    &mut locals,
                    Chooser::Environment,
                );
            }
        }
        UnitKind::Package => calls(&mut builder, (program, followed), &mut locals),
        UnitKind::Separate => {
            one_call(&mut builder, (program, followed), shared, &mut locals);
        }
    }
    let known: Vec<&Object> = program
        .globals
        .iter()
        .map(|global| &global.object)
        .chain(&program.elaboration.locals)
        .collect();
    locals.list.extend(copied(&builder, &known));
    let globals = program.globals.iter().map(|global| &global.object);
    let around = Surroundings {
        name: NAME,
        unset: globals
            .chain(&program.elaboration.locals)
            .map(|object| object.variable.clone())
            .filter(|variable| !shared.contains(variable))
            .collect(),
        shared,
        followed: BTreeSet::new(),
        handed: BTreeSet::new(),
    };
    let (blocks, ghosts) = close(builder, &around, program, followed);
    locals.list.extend(ghosts);
    FlowSubprogram {
        name: NAME.to_owned(),
        formals: Vec::new(),
        locals: locals.list,
        blocks,
        span,
    }
}

/// The globals that elaboration may leave unset.
pub(super) fn unset_globals(program: &Program) -> BTreeSet<Variable> {
    let mut checks = Vec::new();
    let mut builder = Builder::new(program, &mut checks, start_of(program));
    let end = builder.reserve();
    statements(
        &mut builder,
        &program.elaboration.statements,
        &mut Exits::new(end),
    );
    let (built, _) = builder.finish();
    let candidates = program
        .globals
        .iter()
        .map(|global| global.object.variable.clone())
        .collect();
    left_unset(&built, &candidates)
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

/// What clients do, then what nobody can: what nobody can call must not change what others find.
fn calls(builder: &mut Builder<'_>, program: (&Program, &Followed), locals: &mut Locals) {
    let is_uncalled = |entry: &SubprogramId| program.0.subprogram(*entry).is_uncalled;
    let entries = program.0.entries.iter().copied();
    let (uncalled, called): (Vec<SubprogramId>, Vec<SubprogramId>) = entries.partition(is_uncalled);
    rounds(builder, program, (&called, &program.0.settings), locals);
    if !uncalled.is_empty() {
        rounds(builder, program, (&uncalled, &[]), locals);
    }
}

/// Any number of calls and settings, in any order.
fn rounds(
    builder: &mut Builder<'_>,
    program: (&Program, &Followed),
    (entries, settings): (&[SubprogramId], &[Setting]),
    locals: &mut Locals,
) {
    let (head, exit) = (builder.reserve(), builder.reserve());
    builder.goto(head);
    builder.open(head);
    builder.head(exit);
    let entries = entries.iter().map(|entry| (*entry, builder.reserve()));
    let entries: Vec<(SubprogramId, BlockId)> = entries.collect();
    let settings = settings.iter().map(|setting| (setting, builder.reserve()));
    let settings: Vec<(&Setting, BlockId)> = settings.collect();
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
        call(builder, program, entry, locals, Chooser::Environment);
        builder.goto(head);
    }
    for (setting, block) in settings {
        builder.open(block);
        for (target, chooser) in &setting.targets {
            // A block of its own follows: what is known only after the setting must not be said
            // where other ways meet.
            choose(builder, target, *chooser);
        }
        for guarantee in &setting.guarantees {
            let well_formed = ask(builder, guarantee.evaluation.steps.clone());
            builder.assume(Term::implies(well_formed, guarantee.term.clone()));
        }
        builder.goto(head);
    }
    builder.open(exit);
}

/// One call of any entry, from any state: what elaboration made of the variables is lost.
fn one_call(
    builder: &mut Builder<'_>,
    (program, followed): (&Program, &Followed),
    shared: &BTreeSet<Variable>,
    locals: &mut Locals,
) {
    let exit = builder.reserve();
    let entries: Vec<(SubprogramId, BlockId)> = program
        .entries
        .iter()
        .map(|entry| (*entry, builder.reserve()))
        .collect();
    let state: Vec<Variable> = program
        .globals
        .iter()
        .filter(|global| !global.is_constant && !global.object.is_empty)
        .map(|global| global.object.variable.clone())
        .collect();
    let blocks = entries.iter().map(|(_, block)| *block);
    builder.end(Terminator::Choice {
        targets: blocks.chain([exit]).collect(),
        join: None,
    });
    for (entry, block) in entries {
        builder.open(block);
        for variable in &state {
            lose(builder, variable);
        }
        lose_ghosts(builder, &state, shared);
        call(
            builder,
            (program, followed),
            entry,
            locals,
            Chooser::Environment,
        );
        builder.goto(exit);
    }
    builder.open(exit);
}

/// The body of a subprogram that cannot be modelled: any number of calls of what it mentions, with
/// everything lost before each and at the end. Gives the variables that this needs.
pub(super) fn anything(
    builder: &mut Builder<'_>,
    (program, followed): (&Program, &Followed),
    subprogram: &Subprogram,
    callees: &[SubprogramId],
    lose_state: &dyn Fn(&mut Builder<'_>),
) -> Vec<FlowVariable> {
    let mut locals = Locals {
        used: program
            .globals
            .iter()
            .map(|global| &global.object)
            .chain(subprogram.formals.iter().map(|formal| &formal.object))
            .chain(&subprogram.locals)
            .map(|object| object.variable.name.to_lowercase())
            .collect(),
        list: Vec::new(),
    };
    if callees.is_empty() {
        lose_state(builder);
        return locals.list;
    }
    let (head, exit) = (builder.reserve(), builder.reserve());
    builder.goto(head);
    builder.open(head);
    builder.head(exit);
    lose_state(builder);
    let blocks: Vec<(SubprogramId, BlockId)> =
        callees.iter().map(|id| (*id, builder.reserve())).collect();
    builder.end(Terminator::Choice {
        targets: blocks
            .iter()
            .map(|(_, block)| *block)
            .chain([exit])
            .collect(),
        join: None,
    });
    for (callee, block) in blocks {
        builder.open(block);
        let all = (program, followed);
        call(builder, all, callee, &mut locals, Chooser::Nobody);
        builder.goto(head);
    }
    builder.open(exit);
    locals.list
}

/// A call with any arguments that the precondition allows. Where the precondition cannot be
/// evaluated the call is made all the same: the callee's own checks tell.
fn call(
    builder: &mut Builder<'_>,
    (program, followed): (&Program, &Followed),
    entry: SubprogramId,
    locals: &mut Locals,
    chooser: Chooser,
) {
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
            ..super::lower::variable(object)
        });
        let value = Term::variable(&local);
        replacements.insert(object.variable.clone(), value.clone());
        if formal.mode != Mode::Out {
            is_possible &= !object.is_empty;
            let chooser = if formal.is_hidden {
                Chooser::Nobody
            } else {
                chooser
            };
            choose(builder, &local, chooser);
        }
        arguments.push((formal.mode != Mode::Out).then_some(value));
        results.push((formal.mode != Mode::In).then_some(local));
    }
    for variable in followed.handed(entry) {
        let ghost = ghost(variable);
        let name = unused_name(&mut locals.used, &format!("{short}_{}", ghost.name));
        let local = Variable::new(&name, ghost.sort.clone());
        locals.list.push(ghost_variable(&local));
        lose(builder, &local);
        arguments.push(Some(Term::variable(&local)));
        results.push(Some(local));
    }
    if !is_possible {
        builder.assume(Term::bool(false));
    }
    if callee.is_stranded {
        let name = unused_name(&mut locals.used, &format!("{short}_called"));
        let local = Variable::new(&name, Sort::Bool);
        locals.list.push(ghost_variable(&local));
        lose(builder, &local);
        builder.assume(Term::variable(&local));
    }
    for fact in &callee.facts {
        builder.assume(fact.substitute(&replacements));
    }
    for condition in callee.guarantees.iter().chain(&callee.precondition) {
        for temporary in temporaries(&condition.evaluation.steps) {
            let name = unused_name(&mut locals.used, &format!("{short}_{}", temporary.name));
            let local = Variable::new(&name, temporary.sort.clone());
            let known = callee
                .locals
                .iter()
                .find(|known| known.variable == temporary);
            let range = known.and_then(|known| known.range.clone());
            locals.list.push(FlowVariable::new(local.clone(), range));
            replacements.insert(temporary, Term::variable(&local));
        }
        let steps = substituted(&condition.evaluation.steps, &replacements, &callee.name);
        let well_formed = ask(builder, steps);
        let holds = condition.term.substitute(&replacements);
        builder.assume(Term::implies(well_formed, holds));
    }
    let next = builder.reserve();
    builder.end(Terminator::Call {
        callee: entry,
        arguments,
        results,
        is_clients: true,
        next,
    });
    builder.open(next);
}

/// A variable takes any value of its type.
fn choose(builder: &mut Builder<'_>, target: &Variable, chooser: Chooser) {
    let next = builder.reserve();
    let target = target.clone();
    builder.end(match chooser {
        Chooser::Nobody => Terminator::Havoc { target, next },
        Chooser::Environment => Terminator::Nondet { target, next },
    });
    builder.open(next);
}

/// Evaluates without checking; gives the condition under which no check would have failed.
fn ask(builder: &mut Builder<'_>, steps: Vec<Step>) -> Term {
    let mut well_formed = Term::bool(true);
    for step in steps {
        match step {
            Step::Check(check) => well_formed = Term::and([well_formed, check.condition]),
            Step::Call { guard, call } => {
                let Call { before, after, .. } = &*call;
                let inner = ask(builder, before.clone());
                well_formed = Term::and([well_formed, Term::implies(guard.clone(), inner)]);
                let quiet = Call {
                    before: Vec::new(),
                    after: after
                        .iter()
                        .filter(|step| !matches!(step, Step::Check(_)))
                        .cloned()
                        .collect(),
                    ..(*call).clone()
                };
                let guard = Term::and([well_formed.clone(), guard]);
                super::lower::guarded_call(builder, &guard, &quiet);
            }
            Step::Assign(target, value) => builder.assign(&target, value),
            Step::Assume(condition) => {
                builder.assume(Term::implies(well_formed.clone(), condition));
            }
            Step::Forget { target, .. } => lose(builder, &target),
            Step::Read(_) => {}
        }
    }
    well_formed
}
