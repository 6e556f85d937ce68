//! Loops that count, as jumps.

use super::builder::Builder;
use super::graph::{BlockId, Terminator};
use super::lower::{Exits, evaluate, statements};
use crate::logic::{Arithmetic, Comparison, Term, Variable};
use crate::program::{Direction, ForLoop, InnerRange, Statement};
use crate::source::Span;

/// `for I in Low .. High loop`, as
/// `if Low <= High then I := Low; loop … exit when I = High; I := I + 1; end loop; end if;`
///
/// The parameter lies in the range all the time, so that no step can leave its type.
pub(super) fn counted(
    builder: &mut Builder<'_>,
    span: Span,
    range: &ForLoop,
    body: &[Statement],
    exit: BlockId,
    exits: &mut Exits,
) {
    builder.at(range.low.evaluation.span);
    evaluate(builder, &range.low.evaluation);
    builder.at(range.high.evaluation.span);
    evaluate(builder, &range.high.evaluation);
    let (mut low, mut high) = (range.low.term.clone(), range.high.term.clone());
    if let Some(kept) = &range.kept_bound {
        let bound = match range.direction {
            Direction::Upwards => &mut high,
            Direction::Downwards => &mut low,
        };
        let value = std::mem::replace(bound, Term::variable(kept));
        builder.assign(kept, value);
    }
    let is_there =
        |low: &Term, high: &Term| Term::compare(Comparison::LessEqual, low.clone(), high.clone());
    let inner = range.inner.iter();
    let inner = inner.map(|inner| is_there(&inner.low, &inner.high));
    let runs = Term::and([is_there(&low, &high)].into_iter().chain(inner));
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
    let (first, last) = ends(range.direction, &low, &high);
    builder.at(range.low.evaluation.span);
    builder.assign(&range.parameter, first);
    start_inner(builder, range.direction, &range.inner);
    let head = builder.reserve();
    builder.goto(head);
    builder.open(head);
    builder.head(exit);
    // Where the source's parameter is not the variable that counts, it is given its value first.
    if !range.parameter.name.ends_with("__index") {
        builder.body(span);
    }
    statements(builder, body, exits);
    if builder.is_open() {
        builder.at(range.high.evaluation.span);
        step(builder, range, last, exit);
        builder.goto(head);
    }
}

/// Where a range begins, and where it ends.
fn ends(direction: Direction, low: &Term, high: &Term) -> (Term, Term) {
    match direction {
        Direction::Upwards => (low.clone(), high.clone()),
        Direction::Downwards => (high.clone(), low.clone()),
    }
}

fn start_inner(builder: &mut Builder<'_>, direction: Direction, inner: &[InnerRange]) {
    for inner in inner {
        let (first, _) = ends(direction, &inner.low, &inner.high);
        builder.assign(&inner.parameter, first);
    }
}

/// Goes on to the next value, or to the exit behind the last: the innermost counter that has not
/// come to its end goes on, those inside of it begin again.
fn step(builder: &mut Builder<'_>, range: &ForLoop, last: Term, exit: BlockId) {
    let (direction, inner) = (range.direction, range.inner.as_slice());
    // Where several ways lead to the next value, they meet.
    let again = (!inner.is_empty() || !range.skips.is_empty()).then(|| builder.reserve());
    for (at, own) in inner.iter().enumerate().rev() {
        let (_, last) = ends(direction, &own.low, &own.high);
        let (behind, on) = fork(builder, &own.parameter, last, again);
        builder.open(on);
        advance(builder, direction, &own.parameter);
        start_inner(builder, direction, &inner[at + 1..]);
        if let Some(again) = again {
            builder.goto(again);
        }
        builder.open(behind);
    }
    let on = builder.reserve();
    builder.end(Terminator::Branch {
        condition: is_at(&range.parameter, last),
        on_true: exit,
        on_false: on,
        join: None,
    });
    builder.open(on);
    for (below, above) in &range.skips {
        let (low, high) = (Term::int(below.clone()), Term::int(above.clone()));
        let (from, to) = ends(direction, &low, &high);
        let (over, on) = fork(builder, &range.parameter, from, again);
        builder.open(over);
        builder.assign(&range.parameter, to);
        if let Some(again) = again {
            builder.goto(again);
        }
        builder.open(on);
    }
    advance(builder, direction, &range.parameter);
    start_inner(builder, direction, inner);
    if let Some(again) = again {
        builder.goto(again);
        builder.open(again);
    }
}

fn is_at(parameter: &Variable, place: Term) -> Term {
    Term::equal(Term::variable(parameter), place)
}

/// Two ways: for a counter that is at the place, and for one that is not.
fn fork(
    builder: &mut Builder<'_>,
    parameter: &Variable,
    place: Term,
    join: Option<BlockId>,
) -> (BlockId, BlockId) {
    let (on_true, on_false) = (builder.reserve(), builder.reserve());
    builder.end(Terminator::Branch {
        condition: is_at(parameter, place),
        on_true,
        on_false,
        join,
    });
    (on_true, on_false)
}

fn advance(builder: &mut Builder<'_>, direction: Direction, parameter: &Variable) {
    let step = match direction {
        Direction::Upwards => Arithmetic::Add,
        Direction::Downwards => Arithmetic::Subtract,
    };
    let next = Term::arithmetic(step, Term::variable(parameter), Term::int(1));
    builder.assign(parameter, next);
}
