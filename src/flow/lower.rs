//! Structured statements as jumps.

use std::collections::{BTreeMap, BTreeSet};

use super::builder::Builder;
use super::counting::counted;
use super::graph::{BlockId, FlowSubprogram, FlowVariable, Formal, Terminator};
use super::initialisation::{Followed, Surroundings, ghost, ghost_variable, guard_reads};
use super::promise::{Promises, known, unjudged};
use super::tidy::tidy;
use crate::logic::{Term, Variable};
use crate::program::{
    Body, Call, Chooser, Evaluation, Expression, LoopId, Mode, Object, Program, Read, Scheme,
    Statement, StatementKind, Step, Subprogram, SubprogramId,
};
use crate::source::Span;
use crate::verdict::Check;

/// Where control goes from inside.
pub(super) struct Exits {
    /// The end of the subprogram.
    pub(super) end: BlockId,
    /// Per loop around the present place, the block after it.
    loops: BTreeMap<LoopId, BlockId>,
    /// Per label of a goto statement, the block that begins there.
    labels: BTreeMap<String, BlockId>,
}

impl Exits {
    pub(super) fn new(end: BlockId) -> Exits {
        Exits {
            end,
            loops: BTreeMap::new(),
            labels: BTreeMap::new(),
        }
    }
}

pub(super) fn variable(object: &Object) -> FlowVariable {
    FlowVariable {
        variable: object.variable.clone(),
        range: object.range.clone(),
        form: object.form.clone(),
    }
}

/// A subprogram: the precondition's own checks and the precondition as a fact, the snapshots, the
/// body, and at its one end the postcondition.
pub(super) fn subprogram(
    program: &Program,
    id: SubprogramId,
    shared: &BTreeSet<Variable>,
    followed: &Followed,
    promises: &Promises,
    checks: &mut Vec<Check>,
) -> FlowSubprogram {
    let subprogram = program.subprogram(id);
    let handed: Vec<Variable> = followed.handed(id).cloned().collect();
    let mut builder = Builder::new(program, checks, subprogram.span);
    let mut exits = Exits::new(builder.reserve());
    let mut more = Vec::new();
    let is_judged = matches!(subprogram.body, Body::Statements(_));
    if is_judged {
        enter(&mut builder, subprogram);
    }
    match &subprogram.body {
        Body::Statements(body) => {
            statements(&mut builder, &subprogram.snapshots, &mut exits);
            builder.at(subprogram.span);
            statements(&mut builder, body, &mut exits);
        }
        Body::Absent { changes } => {
            unjudged(&mut builder, &subprogram.snapshots, &mut exits);
            lose_all(&mut builder, subprogram, changes);
        }
        Body::Contract { changes } => {
            unjudged(&mut builder, &subprogram.snapshots, &mut exits);
            lose_all(&mut builder, subprogram, changes);
            lose_ghosts(&mut builder, changes, shared);
            lose_all_ghosts(&mut builder, &handed);
        }
        Body::Rejected { calls, changes, .. } => {
            lose_formals(&mut builder, subprogram, changes);
            let lose_state = |builder: &mut Builder<'_>| {
                for variable in changes {
                    lose(builder, variable);
                }
                // What is lost counts as set, so that this comes last.
                lose_ghosts(builder, changes, shared);
                lose_all_ghosts(builder, &handed);
            };
            let all = (program, followed);
            more = super::client::anything(&mut builder, all, subprogram, calls, &lose_state);
        }
    }
    if builder.is_entered(exits.end) {
        builder.goto(exits.end);
        builder.open(exits.end);
    }
    if let Some(postcondition) = &subprogram.postcondition {
        builder.at(postcondition.evaluation.span);
        match &subprogram.body {
            Body::Statements(_) => evaluate(&mut builder, &postcondition.evaluation),
            Body::Absent { .. } | Body::Contract { .. } => {
                let is_made = |callee| promises.may_call(id, callee);
                known(&mut builder, &postcondition.evaluation.steps, &is_made);
            }
            Body::Rejected { .. } => {}
        }
    }
    if is_judged {
        for formal in subprogram.formals.iter().filter(|formal| formal.is_unset) {
            builder.read(&Read {
                variable: formal.object.variable.clone(),
                indices: Vec::new(),
                bounds: formal.object.bounds.clone(),
                binders: Vec::new(),
                guard: Term::bool(true),
                span: formal.object.span,
            });
        }
    }
    let mut locals: Vec<FlowVariable> = subprogram.locals.iter().map(variable).collect();
    locals.extend(more);
    locals.extend(copies(&builder, program, subprogram));
    let around = Surroundings {
        name: &subprogram.name,
        unset: unset_at_entry(subprogram),
        shared,
        followed: followed.all(id),
        handed: handed.iter().cloned().collect(),
    };
    let (blocks, ghosts) = close(builder, &around, program, followed);
    locals.extend(ghosts);
    FlowSubprogram {
        name: subprogram.name.clone(),
        formals: subprogram
            .formals
            .iter()
            .map(|formal| Formal {
                variable: variable(&formal.object),
                mode: formal.mode,
            })
            .chain(handed.iter().map(|variable| Formal {
                variable: ghost_variable(&ghost(variable)),
                mode: Mode::InOut,
            }))
            .collect(),
        locals,
        blocks,
        span: subprogram.span,
    }
}

/// What holds at the beginning of a subprogram: what types say, and the precondition.
fn enter(builder: &mut Builder<'_>, subprogram: &Subprogram) {
    lasting_facts(subprogram).for_each(|fact| builder.assume(fact.clone()));
    if let Some(precondition) = &subprogram.precondition {
        builder.at(precondition.evaluation.span);
        evaluate(builder, &precondition.evaluation);
        builder.assume(precondition.term.clone());
    }
}

/// What the types say of parameters that keep their values, such as bounds: all callers see to it,
/// and said here it need not be found out of them.
fn lasting_facts(subprogram: &Subprogram) -> impl Iterator<Item = &Term> {
    let formals = subprogram.formals.iter();
    let lasting = formals.filter(|formal| formal.mode == Mode::In);
    let lasting: BTreeSet<&Variable> = lasting.map(|formal| &formal.object.variable).collect();
    let facts = subprogram.facts.iter();
    facts.filter(move |fact| {
        let variables = fact.variables();
        !fact.has_binder() && variables.iter().all(|one| lasting.contains(one))
    })
}

/// Ends building: reads of what may be unset become checks.
pub(super) fn close(
    mut builder: Builder<'_>,
    around: &Surroundings<'_>,
    program: &Program,
    followed: &Followed,
) -> (Vec<super::graph::BasicBlock>, Vec<FlowVariable>) {
    let reads = std::mem::take(&mut builder.reads);
    let (mut built, checks) = builder.finish();
    let ghosts = guard_reads(&mut built, reads, around, checks);
    followed.pass_on(program, &mut built);
    (tidy(built), ghosts)
}

/// The variables that are unset when a subprogram is entered.
pub(super) fn unset_at_entry(subprogram: &Subprogram) -> BTreeSet<Variable> {
    let formals = subprogram.formals.iter().filter(|formal| formal.is_unset);
    let locals = subprogram.locals.iter();
    formals
        .map(|formal| &formal.object)
        .chain(locals)
        .map(|object| object.variable.clone())
        .collect()
}

/// The variables made while statements were lowered, each of the type of another.
fn copies(builder: &Builder<'_>, program: &Program, subprogram: &Subprogram) -> Vec<FlowVariable> {
    let known: Vec<&Object> = program
        .globals
        .iter()
        .map(|global| &global.object)
        .chain(subprogram.formals.iter().map(|formal| &formal.object))
        .chain(&subprogram.locals)
        .collect();
    copied(builder, &known)
}

pub(super) fn copied(builder: &Builder<'_>, known: &[&Object]) -> Vec<FlowVariable> {
    let copies = builder.temporaries.iter();
    copies
        .map(|(copy, of)| {
            let known = known.iter().find(|object| object.variable == *of);
            let range = known.and_then(|object| object.range.clone());
            FlowVariable::new(copy.clone(), range)
        })
        .collect()
}

/// Whether something that may have been changed is set is lost, too.
pub(super) fn lose_ghosts(
    builder: &mut Builder<'_>,
    changes: &[Variable],
    shared: &BTreeSet<Variable>,
) {
    for variable in changes.iter().filter(|variable| shared.contains(*variable)) {
        lose(builder, &ghost(variable));
    }
}

/// The same of variables whose ghosts are at hand.
fn lose_all_ghosts(builder: &mut Builder<'_>, variables: &[Variable]) {
    for variable in variables {
        lose(builder, &ghost(variable));
    }
}

/// What a subprogram may change takes any value.
fn lose_all(builder: &mut Builder<'_>, subprogram: &Subprogram, changes: &[Variable]) {
    lose_formals(builder, subprogram, changes);
    for variable in changes {
        lose(builder, variable);
    }
}

/// What it hands back takes any value, but for what is among its other changes.
fn lose_formals(builder: &mut Builder<'_>, subprogram: &Subprogram, changes: &[Variable]) {
    for formal in &subprogram.formals {
        let variable = &formal.object.variable;
        if formal.mode != Mode::In && !changes.contains(variable) && !formal.object.is_empty {
            lose(builder, variable);
        }
    }
}

pub(super) fn lose(builder: &mut Builder<'_>, target: &Variable) {
    forget(builder, target, Chooser::Nobody);
}

fn forget(builder: &mut Builder<'_>, target: &Variable, chooser: Chooser) {
    let (target, next) = (target.clone(), builder.reserve());
    builder.end(match chooser {
        Chooser::Nobody => Terminator::Havoc { target, next },
        Chooser::Environment => Terminator::Nondet { target, next },
    });
    builder.open(next);
}

/// The steps of an evaluation, in order.
pub(super) fn evaluate(builder: &mut Builder<'_>, evaluation: &Evaluation) {
    steps(builder, &evaluation.steps);
}

fn steps(builder: &mut Builder<'_>, list: &[Step]) {
    for step in list {
        match step {
            Step::Check(check) => builder.check(check),
            Step::Call { guard, call } => guarded_call(builder, guard, call),
            Step::Forget { target, chooser } => forget(builder, target, *chooser),
            Step::Assign(target, value) => builder.assign(target, value.clone()),
            Step::Assume(condition) => builder.assume(condition.clone()),
            Step::Read(read) => builder.read(read),
        }
    }
}

/// A call that is made where the guard holds.
pub(super) fn guarded_call(builder: &mut Builder<'_>, guard: &Term, call: &Call) {
    if guard.is_bool(true) {
        invoke(builder, call);
        return;
    }
    let (inside, join) = (builder.reserve(), builder.reserve());
    builder.end(Terminator::Branch {
        condition: guard.clone(),
        on_true: inside,
        on_false: join,
        join: Some(join),
    });
    builder.open(inside);
    invoke(builder, call);
    builder.goto(join);
    builder.open(join);
}

pub(super) fn statements(builder: &mut Builder<'_>, list: &[Statement], exits: &mut Exits) {
    for statement in list {
        builder.at(statement.span);
        lower(builder, statement, exits);
    }
}

fn lower(builder: &mut Builder<'_>, statement: &Statement, exits: &mut Exits) {
    match &statement.kind {
        StatementKind::Assign {
            assignments,
            evaluation,
        } => {
            evaluate(builder, evaluation);
            assign_all(builder, assignments);
        }
        StatementKind::If {
            branches,
            otherwise,
        } => conditional(builder, branches, otherwise, exits),
        StatementKind::Loop { id, scheme, body } => {
            let exit = builder.reserve();
            exits.loops.insert(*id, exit);
            match scheme {
                Scheme::Forever => forever(builder, statement.span, body, exit, exits),
                Scheme::While(condition) => {
                    repeated(builder, statement.span, condition, body, exit, exits);
                }
                Scheme::For(range) => counted(builder, statement.span, range, body, exit, exits),
            }
            exits.loops.remove(id);
            builder.at(statement.span);
            builder.open(exit);
        }
        StatementKind::Exit { target, condition } => {
            let Some(&exit) = exits.loops.get(target) else {
                return;
            };
            match condition {
                Some(condition) => {
                    let next = builder.reserve();
                    branch(builder, condition, exit, next, None);
                    builder.open(next);
                }
                None => builder.goto(exit),
            }
        }
        StatementKind::Return => builder.goto(exits.end),
        StatementKind::Call(call) => invoke(builder, call),
        StatementKind::Assert(evaluation) => evaluate(builder, evaluation),
        StatementKind::Assume(condition) => {
            evaluate(builder, &condition.evaluation);
            builder.assume(condition.term.clone());
        }
        StatementKind::Stop => {
            builder.assume(Term::bool(false));
            builder.goto(exits.end);
        }
        StatementKind::Forget { target, chooser } => forget(builder, target, *chooser),
        StatementKind::Target(name) => {
            let block = label_block(builder, exits, name);
            builder.goto(block);
            builder.open(block);
        }
        StatementKind::Goto(name) => {
            let block = label_block(builder, exits, name);
            builder.goto(block);
        }
        StatementKind::Label(name) => builder.label(name),
    }
}

fn branch(
    builder: &mut Builder<'_>,
    condition: &Expression,
    on_true: BlockId,
    on_false: BlockId,
    join: Option<BlockId>,
) {
    evaluate(builder, &condition.evaluation);
    builder.end(Terminator::Branch {
        condition: condition.term.clone(),
        on_true,
        on_false,
        join,
    });
}

fn conditional(
    builder: &mut Builder<'_>,
    branches: &[(Expression, Vec<Statement>)],
    otherwise: &[Statement],
    exits: &mut Exits,
) {
    let join = builder.reserve();
    for (at, (condition, then)) in branches.iter().enumerate() {
        let is_last = at + 1 == branches.len();
        let on_true = builder.reserve();
        let on_false = if is_last && otherwise.is_empty() {
            join
        } else {
            builder.reserve()
        };
        builder.at(condition.evaluation.span);
        branch(builder, condition, on_true, on_false, Some(join));
        builder.open(on_true);
        statements(builder, then, exits);
        builder.goto(join);
        if on_false != join {
            builder.open(on_false);
        }
    }
    statements(builder, otherwise, exits);
    builder.goto(join);
    if builder.is_entered(join) {
        builder.open(join);
    }
}

/// `loop … end loop`: the head is the first block of the body.
fn forever(
    builder: &mut Builder<'_>,
    span: Span,
    body: &[Statement],
    exit: BlockId,
    exits: &mut Exits,
) {
    let head = builder.reserve();
    builder.goto(head);
    builder.open(head);
    builder.head(exit);
    builder.body(span);
    statements(builder, body, exits);
    builder.goto(head);
}

/// `while … loop … end loop`: the head evaluates the condition.
fn repeated(
    builder: &mut Builder<'_>,
    span: Span,
    condition: &Expression,
    body: &[Statement],
    exit: BlockId,
    exits: &mut Exits,
) {
    let (head, start) = (builder.reserve(), builder.reserve());
    builder.goto(head);
    builder.open(head);
    builder.head(exit);
    builder.at(condition.evaluation.span);
    branch(builder, condition, start, exit, None);
    builder.open(start);
    builder.body(span);
    statements(builder, body, exits);
    builder.goto(head);
}

fn invoke(builder: &mut Builder<'_>, call: &Call) {
    steps(builder, &call.before);
    let next = builder.reserve();
    builder.end(Terminator::Call {
        callee: call.callee,
        arguments: call.arguments.clone(),
        results: call.results.clone(),
        is_clients: false,
        next,
    });
    builder.open(next);
    if let Some(known) = returned(builder.program, call) {
        builder.assume(known);
    }
    steps(builder, &call.after);
}

/// What is known of the result of a call: an expression function changes nothing, so that its
/// expression still has the value that was returned.
fn returned(program: &Program, call: &Call) -> Option<Term> {
    let callee = program.subprogram(call.callee);
    let value = callee.returns.as_ref()?;
    let mut values = BTreeMap::new();
    let mut result = None;
    for ((formal, argument), target) in callee
        .formals
        .iter()
        .zip(&call.arguments)
        .zip(&call.results)
    {
        if let Some(argument) = argument {
            values.insert(formal.object.variable.clone(), argument.clone());
        }
        if formal.mode == Mode::Out && !formal.is_lifted {
            result = target.as_ref();
        }
    }
    let is_formal = |variable: &Variable| {
        let mut formals = callee.formals.iter();
        formals.any(|formal| formal.object.variable == *variable)
    };
    let mut read = value.variables().into_iter();
    let is_told = read.all(|variable| !is_formal(&variable) || values.contains_key(&variable));
    let result = result.filter(|_| is_told)?;
    Some(Term::equal(
        Term::variable(result),
        value.substitute(&values),
    ))
}

/// Assigns all at once: where a value speaks of a variable that was assigned before it, that
/// variable's old value is kept.
fn assign_all(builder: &mut Builder<'_>, assignments: &[(Variable, Term)]) {
    let mut old: BTreeMap<Variable, Term> = BTreeMap::new();
    for (at, (target, value)) in assignments.iter().enumerate() {
        let is_needed = assignments[at + 1..]
            .iter()
            .any(|(_, later)| later.variables().contains(target));
        if is_needed {
            let copy = builder.temporary(target);
            builder.assign(&copy, Term::variable(target));
            old.insert(target.clone(), Term::variable(&copy));
        }
        let value = value.substitute(&old_before(&old, target));
        builder.assign(target, value);
    }
}

/// The old values, without the one of the variable being assigned now.
fn old_before(old: &BTreeMap<Variable, Term>, target: &Variable) -> BTreeMap<Variable, Term> {
    let others = old.iter().filter(|(variable, _)| *variable != target);
    others
        .map(|(variable, term)| (variable.clone(), term.clone()))
        .collect()
}

fn label_block(builder: &mut Builder<'_>, exits: &mut Exits, name: &str) -> BlockId {
    if let Some(block) = exits.labels.get(name) {
        return *block;
    }
    let block = builder.reserve();
    exits.labels.insert(name.to_owned(), block);
    block
}
