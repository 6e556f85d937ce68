//! Structured statements as jumps.

use std::collections::BTreeMap;

use super::builder::Builder;
use super::graph::{BlockId, FlowSubprogram, FlowVariable, Formal, Terminator};
use super::tidy::tidy;
use crate::logic::{Arithmetic, Comparison, Term};
use crate::program::{
    Call, Chooser, Direction, Expression, ForLoop, LoopId, Object, Scheme, Statement,
    StatementKind, Subprogram,
};
use crate::source::Span;
use crate::verdict::Check;

/// Where control goes from inside.
pub(super) struct Exits {
    /// The end of the subprogram.
    pub(super) end: BlockId,
    /// Per loop around the present place, the block after it.
    loops: BTreeMap<LoopId, BlockId>,
}

impl Exits {
    pub(super) fn new(end: BlockId) -> Exits {
        Exits {
            end,
            loops: BTreeMap::new(),
        }
    }
}

pub(super) fn variable(object: &Object) -> FlowVariable {
    FlowVariable {
        variable: object.variable.clone(),
        range: object.subtype.range(),
    }
}

/// A subprogram: the precondition's own checks and the precondition as a fact, the snapshots, the
/// body, and at its one end the postcondition.
pub(super) fn subprogram(subprogram: &Subprogram, checks: &mut Vec<Check>) -> FlowSubprogram {
    let mut builder = Builder::new(checks, subprogram.span);
    let mut exits = Exits::new(builder.reserve());
    if let Some(precondition) = &subprogram.precondition {
        builder.at(precondition.span);
        builder.checks(&precondition.checks);
        builder.assume(precondition.term.clone());
    }
    for snapshot in &subprogram.snapshots {
        builder.at(snapshot.span);
        builder.assign(&snapshot.copy, Term::variable(&snapshot.source));
    }
    builder.at(subprogram.span);
    statements(&mut builder, &subprogram.body, &mut exits);
    if builder.is_entered(exits.end) {
        builder.goto(exits.end);
        builder.open(exits.end);
    }
    if let Some(postcondition) = &subprogram.postcondition {
        builder.at(postcondition.span);
        builder.checks(&postcondition.checks);
    }
    FlowSubprogram {
        name: subprogram.name.clone(),
        formals: subprogram
            .formals
            .iter()
            .map(|formal| Formal {
                variable: variable(&formal.object),
                mode: formal.mode,
            })
            .collect(),
        locals: subprogram.locals.iter().map(variable).collect(),
        blocks: tidy(builder.finish()),
        span: subprogram.span,
    }
}

pub(super) fn statements(builder: &mut Builder<'_>, list: &[Statement], exits: &mut Exits) {
    for statement in list {
        builder.at(statement.span);
        lower(builder, statement, exits);
    }
}

fn lower(builder: &mut Builder<'_>, statement: &Statement, exits: &mut Exits) {
    match &statement.kind {
        StatementKind::Assign { target, value } => {
            builder.checks(&value.checks);
            builder.assign(target, value.term.clone());
        }
        StatementKind::If {
            branches,
            otherwise,
        } => conditional(builder, branches, otherwise, exits),
        StatementKind::Loop { id, scheme, body } => {
            let exit = builder.reserve();
            exits.loops.insert(*id, exit);
            match scheme {
                Scheme::Forever => forever(builder, body, exit, exits),
                Scheme::While(condition) => repeated(builder, condition, body, exit, exits),
                Scheme::For(range) => counted(builder, range, body, exit, exits),
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
        StatementKind::Call(call) => invoke(builder, call, statement.span),
        StatementKind::Assert(condition) => builder.checks(&condition.checks),
        StatementKind::Assume(condition) => {
            builder.checks(&condition.checks);
            builder.assume(condition.term.clone());
        }
        StatementKind::Forget { target, chooser } => {
            let (target, next) = (target.clone(), builder.reserve());
            builder.end(match chooser {
                Chooser::Nobody => Terminator::Havoc { target, next },
                Chooser::Environment => Terminator::Nondet { target, next },
            });
            builder.open(next);
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
    builder.checks(&condition.checks);
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
        builder.at(condition.span);
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
fn forever(builder: &mut Builder<'_>, body: &[Statement], exit: BlockId, exits: &mut Exits) {
    let head = builder.reserve();
    builder.goto(head);
    builder.open(head);
    builder.head(exit);
    statements(builder, body, exits);
    builder.goto(head);
}

/// `while … loop … end loop`: the head evaluates the condition.
fn repeated(
    builder: &mut Builder<'_>,
    condition: &Expression,
    body: &[Statement],
    exit: BlockId,
    exits: &mut Exits,
) {
    let (head, start) = (builder.reserve(), builder.reserve());
    builder.goto(head);
    builder.open(head);
    builder.head(exit);
    builder.at(condition.span);
    branch(builder, condition, start, exit, None);
    builder.open(start);
    statements(builder, body, exits);
    builder.goto(head);
}

/// `for I in Low .. High loop`, as
/// `if Low <= High then I := Low; loop … exit when I = High; I := I + 1; end loop; end if;`
///
/// The parameter lies in the range all the time, so that no step can leave its type.
fn counted(
    builder: &mut Builder<'_>,
    range: &ForLoop,
    body: &[Statement],
    exit: BlockId,
    exits: &mut Exits,
) {
    builder.at(range.low.span);
    builder.checks(&range.low.checks);
    builder.at(range.high.span);
    builder.checks(&range.high.checks);
    let (mut low, mut high) = (range.low.term.clone(), range.high.term.clone());
    if let Some(kept) = &range.kept_bound {
        let bound = match range.direction {
            Direction::Upwards => &mut high,
            Direction::Downwards => &mut low,
        };
        let value = std::mem::replace(bound, Term::variable(kept));
        builder.assign(kept, value);
    }
    let runs = Term::compare(Comparison::LessEqual, low.clone(), high.clone());
    if !runs.is_bool(true) {
        let enter = builder.reserve();
        builder.end(Terminator::Branch {
            condition: runs,
            on_true: enter,
            on_false: exit,
            join: Some(exit),
        });
        builder.open(enter);
    }
    let (first, last, step) = match range.direction {
        Direction::Upwards => (low, high, Arithmetic::Add),
        Direction::Downwards => (high, low, Arithmetic::Subtract),
    };
    let parameter = Term::variable(&range.parameter);
    builder.at(range.low.span);
    builder.assign(&range.parameter, first);
    let head = builder.reserve();
    builder.goto(head);
    builder.open(head);
    builder.head(exit);
    statements(builder, body, exits);
    if builder.is_open() {
        builder.at(range.high.span);
        let next = builder.reserve();
        builder.end(Terminator::Branch {
            condition: Term::equal(parameter.clone(), last),
            on_true: exit,
            on_false: next,
            join: None,
        });
        builder.open(next);
        let stepped = Term::arithmetic(step, parameter, Term::int(1));
        builder.assign(&range.parameter, stepped);
        builder.goto(head);
    }
}

fn invoke(builder: &mut Builder<'_>, call: &Call, span: Span) {
    builder.checks(&call.checks);
    let next = builder.reserve();
    let results = call.results.iter().map(|result| {
        result.as_ref().map(|result| match &result.narrowing {
            Some((local, _)) => local.clone(),
            None => result.target.clone(),
        })
    });
    builder.end(Terminator::Call {
        callee: call.callee,
        arguments: call.arguments.clone(),
        results: results.collect(),
        next,
    });
    builder.open(next);
    for result in call.results.iter().flatten() {
        if let Some((local, check)) = &result.narrowing {
            builder.check(check);
            builder.at(span);
            builder.assign(&result.target, Term::variable(local));
        }
    }
}
