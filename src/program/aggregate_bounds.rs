//! Which bounds an array may have: those of its index subtypes, unless it is empty.

use super::array_aggregates::Placed;
use super::elaborator::Elaborator;
use super::place::length;
use super::typed::Step;
use super::typed_value::guard_steps;
use super::types::Subtype;
use crate::logic::{Arithmetic, Comparison, Term};
use crate::source::Span;
use crate::verdict::Rule;

impl Elaborator {
    /// All parts of an aggregate of several dimensions have the same bounds.
    pub(super) fn same_bounds(
        &self,
        span: Span,
        known: &mut Option<Vec<(Term, Term)>>,
        found: Vec<(Term, Term)>,
        steps: &mut Vec<Step>,
    ) {
        let Some(known) = known else {
            *known = Some(found);
            return;
        };
        let same = known.iter().zip(&found).flat_map(|((a, b), (c, d))| {
            [
                Term::equal(a.clone(), c.clone()),
                Term::equal(b.clone(), d.clone()),
            ]
        });
        let text = "the bounds of all parts of the aggregate are the same";
        self.push_check(steps, Rule::Length, span, text, Term::and(same));
    }
}

/// Whether a range is compatible with an index subtype: it is null, or both ends belong to it.
pub(super) fn compatible((low, high): &(Term, Term), index: &Subtype) -> Term {
    let range = index.range();
    let inside = |bound: &Term| Term::between(bound, range.first.clone(), range.last.clone());
    Term::or([
        Term::compare(Comparison::Greater, low.clone(), high.clone()),
        Term::and([inside(low), inside(high)]),
    ])
}

/// Whether both ends of a range, null or not, are values of the index type at all.
pub(super) fn representable((low, high): &(Term, Term), index: &Subtype) -> Term {
    let base = index.base.base_interval();
    let (first, last) = (Term::int(base.low), Term::int(base.high));
    let inside = |bound: &Term| Term::between(bound, first.clone(), last.clone());
    Term::and([inside(low), inside(high)])
}

/// Restricts the steps of the value of `others` to the runs in which it stands for some component.
///
/// Where there is nothing but `others`, GNAT computes a value without calls once and for all, before
/// it knows how many components there are: such a computation may fail for none, too, unless it is
/// known to fail.
#[allow(clippy::fn_params_excessive_bools)] // where it stands, not how it is made
pub(super) fn left_out(steps: &mut Vec<Step>, left: &Term, is_alone: bool) {
    let is_call = |step: &Step| matches!(step, Step::Call { .. });
    let is_computed = is_alone && !steps.iter().any(is_call);
    let is_early = |step: &Step| {
        is_computed
            && !surely_fails(step)
            && matches!(step, Step::Check(check)
                if matches!(check.check.rule, Rule::Division | Rule::Overflow | Rule::Index))
    };
    let mut found = Vec::new();
    for step in steps.drain(..) {
        let is_early = is_early(&step);
        let mut own = vec![step];
        if !is_early {
            guard_steps(&mut own, left);
        }
        found.extend(own);
    }
    *steps = found;
}

/// Whether a step is a check that fails whatever the values are. GNAT raises the exception where it
/// stands then.
pub(super) fn surely_fails(step: &Step) -> bool {
    matches!(step, Step::Check(check) if check.condition.is_bool(false))
}

/// Whether `others` stands for some component. The other choices are apart from each other and
/// inside of the bounds.
pub(super) fn left_over(low: &Term, high: &Term, positional: usize, placed: &[Placed]) -> Term {
    let mut covered = Term::int(positional);
    for part in placed {
        let count = match part {
            Placed::Point(..) => Term::int(1),
            Placed::Range(low, high, _) => length(low, high),
            Placed::Iterated(binder, _) => length(&binder.low, &binder.high),
        };
        covered = Term::arithmetic(Arithmetic::Add, covered, count);
    }
    Term::compare(Comparison::Less, covered, length(low, high))
}
