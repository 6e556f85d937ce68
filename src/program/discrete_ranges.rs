//! Ranges of discrete types.

use std::sync::Arc;

use num_bigint::BigInt;

use super::array_bounds::Bound;
use super::elaborator::Elaborator;
use super::entity::Access;
use super::indexing::EvaluatedRange;
use super::interval::Interval;
use super::kind::{Kind, common};
use super::lookup::Meaning;
use super::operators::position_term;
use super::place::Place;
use super::static_predicates::{Unread, skips, spanned};
use super::typed::Step;
use super::types::{Subtype, SubtypePredicate};
use crate::logic::{Comparison, Term, Value};
use crate::source::Span;
use crate::syntax::ast::{self, DiscreteRange};
use crate::verdict::Rule;

/// What an iteration goes through.
pub(super) struct Course {
    /// The values, of an array those of its first index.
    pub(super) range: EvaluatedRange,
    /// Values of the range that are next to each other: what lies between them is left out.
    pub(super) skips: Vec<(BigInt, BigInt)>,
    /// What the values satisfy because of their subtype.
    pub(super) predicates: Vec<Arc<SubtypePredicate>>,
    /// The further indices of an array.
    pub(super) inner: Vec<EvaluatedRange>,
    /// The array whose elements are gone through, and their subtype.
    pub(super) element: Option<(Place, Subtype)>,
}

impl Elaborator {
    /// What an iteration goes through. `None` where that is not known: it is a gap or a mistake.
    pub(super) fn course(
        &mut self,
        iteration: &ast::Iteration,
        before: &mut Vec<Step>,
    ) -> Option<Course> {
        match &iteration.domain {
            ast::Domain::Discrete(range) => {
                let ranges = match self.discrete_ranges(range, None) {
                    Ok(ranges) => ranges,
                    Err(Unread::Reported) => return None,
                    Err(Unread::Construct(what)) => {
                        self.gap(range.span(), format!("iteration over a {what}"));
                        return None;
                    }
                };
                let predicates = match range {
                    DiscreteRange::Subtype(indication) => match self.meaning(&indication.mark) {
                        Meaning::Subtype(subtype) => subtype.settled().predicates,
                        _ => Vec::new(),
                    },
                    DiscreteRange::Range(_) => Vec::new(),
                };
                Some(Course {
                    predicates,
                    skips: skips(&ranges),
                    range: spanned(&ranges)?,
                    inner: Vec::new(),
                    element: None,
                })
            }
            ast::Domain::Elements(array) => {
                let mut typed = self.name_or_value(array);
                // The parameter is a view: a component is read where the parameter is.
                let is_view = typed
                    .named
                    .as_ref()
                    .is_some_and(|named| named.access != Access::Volatile);
                if !is_view {
                    typed = self.read(array, typed);
                }
                let base = typed.kind.base()?.clone();
                let Some(found) = base.array().cloned() else {
                    self.gap(array.span, "iteration over a container");
                    return None;
                };
                let Some(bounds) = typed.value.bounds().map(<[_]>::to_vec) else {
                    self.gap(array.span, "iteration over an array that is lost");
                    return None;
                };
                before.extend(typed.steps);
                let place = typed
                    .named
                    .map_or_else(|| Place::whole(typed.value.clone()), |named| named.place);
                let dimensions = found.indices.iter().zip(bounds);
                let mut ranges =
                    dimensions.map(|(index, bounds)| element_range(array, index, bounds));
                Some(Course {
                    range: ranges.next()?,
                    inner: ranges.collect(),
                    skips: Vec::new(),
                    predicates: Vec::new(),
                    element: Some((place, found.component.clone())),
                })
            }
            ast::Domain::Iterator(iterator) => {
                self.gap(iterator.span, "iterator");
                None
            }
        }
    }

    /// The kinds that the bounds of a range may have.
    pub(super) fn range_interpretations(&mut self, range: &DiscreteRange) -> Vec<Kind> {
        match range {
            DiscreteRange::Range(ast::Range::Bounds(low, high)) => {
                let (a, b) = (self.interpretations(low), self.interpretations(high));
                common(&a, &b)
            }
            DiscreteRange::Range(ast::Range::Attribute { prefix, .. }) => {
                match self.meaning(prefix) {
                    Meaning::Subtype(subtype) if subtype.base.array().is_none() => {
                        vec![subtype.kind()]
                    }
                    _ => Vec::new(),
                }
            }
            DiscreteRange::Subtype(indication) => match self.meaning(&indication.mark) {
                Meaning::Subtype(subtype) => vec![subtype.kind()],
                _ => Vec::new(),
            },
        }
    }

    /// Evaluates a range of discrete values; a universal one is of the expected type, or Integer.
    pub(super) fn discrete_range(
        &mut self,
        range: &DiscreteRange,
        expected: Option<&Subtype>,
    ) -> Option<EvaluatedRange> {
        match range {
            DiscreteRange::Range(range) => self.bounds_of(range, expected),
            DiscreteRange::Subtype(indication) => {
                let subtype = self.subtype_mark(&indication.mark)?;
                if !subtype.base.is_discrete() {
                    self.error(
                        indication.span,
                        format!("{} has no ranges", subtype.base.name),
                        "use an integer or enumeration",
                    );
                    return None;
                }
                if !self.without_predicate(&indication.mark, &subtype) {
                    return None;
                }
                match &indication.constraint {
                    None => Some(whole_range(&subtype, indication.span)),
                    Some(ast::Constraint::Range(range)) => {
                        let plain = Subtype::of(&subtype.base);
                        let mut found = self.bounds_of(range, Some(&plain))?;
                        self.inside_mark(&mut found, &subtype);
                        Some(found)
                    }
                    Some(_) => {
                        self.error(indication.span, "a range is expected", "write low .. high");
                        None
                    }
                }
            }
        }
    }

    /// A range that is not empty must lie in the subtype. Both bounds are evaluated before either
    /// is checked.
    fn inside_mark(&mut self, found: &mut EvaluatedRange, subtype: &Subtype) {
        let target = subtype.range();
        let is_null = Term::compare(Comparison::Greater, found.low.clone(), found.high.clone());
        let bounds = [
            (
                &found.low,
                &found.low_interval,
                found.low_span,
                &found.low_text,
            ),
            (
                &found.high,
                &found.high_interval,
                found.high_span,
                &found.high_text,
            ),
        ];
        let mut checks = Vec::new();
        for (bound, interval, span, text) in bounds {
            let is_inside = target
                .interval()
                .is_some_and(|target| interval.is_inside(&target));
            if !is_inside {
                let inside = Term::between(bound, target.first.clone(), target.last.clone());
                let condition = Term::or([is_null.clone(), inside]);
                let text = format!("{text} in {}", subtype.describe());
                checks.push(self.check(Rule::Range, span, text, condition));
            }
        }
        found.steps.extend(checks);
        // What the range is used for happens only where it is not empty.
        found.low_interval = found.low_interval.clipped(&subtype.values());
        found.high_interval = found.high_interval.clipped(&subtype.values());
    }

    pub(super) fn bounds_of(
        &mut self,
        range: &ast::Range,
        expected: Option<&Subtype>,
    ) -> Option<EvaluatedRange> {
        match range {
            ast::Range::Bounds(low, high) => {
                let (a, b) = (self.interpretations(low), self.interpretations(high));
                let both = common(&a, &b);
                let fits = expected.filter(|expected| {
                    both.is_empty() || both.iter().any(|kind| kind.fits(&expected.base))
                });
                let wanted = match (fits, both.iter().find_map(Kind::base)) {
                    (Some(expected), _) => Subtype::of(&expected.base),
                    (None, Some(base)) => Subtype::of(base),
                    (None, None) => Subtype::of(&self.standard.integer),
                };
                if !wanted.base.is_discrete() {
                    self.error(
                        range.span(),
                        format!("{} has no discrete ranges", wanted.base.name),
                        "use an integer or enumeration",
                    );
                    return None;
                }
                let x = self.unconstrained(low, &wanted);
                let y = self.unconstrained(high, &wanted);
                if x.is_error() || y.is_error() {
                    return None;
                }
                let mut steps = x.steps.clone();
                steps.extend(y.steps.clone());
                Some(EvaluatedRange {
                    base: Arc::clone(&wanted.base),
                    low: position_term(&x.term()),
                    high: position_term(&y.term()),
                    low_interval: x.interval,
                    high_interval: y.interval,
                    steps,
                    low_span: x.position,
                    high_span: y.position,
                    low_text: low.to_string(),
                    high_text: high.to_string(),
                })
            }
            ast::Range::Attribute {
                prefix,
                dimension,
                span,
            } => {
                if let Meaning::Subtype(subtype) = self.meaning(prefix)
                    && subtype.base.is_discrete()
                {
                    return Some(whole_range(&subtype, *span));
                }
                let first = self.array_bound(prefix, dimension.as_deref(), Bound::First, *span)?;
                let last = self.array_bound(prefix, dimension.as_deref(), Bound::Last, *span)?;
                let base = first.kind.base()?.clone();
                Some(EvaluatedRange {
                    base,
                    low: position_term(&first.term()),
                    high: position_term(&last.term()),
                    low_interval: first.interval,
                    high_interval: last.interval,
                    steps: first.steps,
                    low_span: *span,
                    high_span: *span,
                    low_text: format!("{prefix}'First"),
                    high_text: format!("{prefix}'Last"),
                })
            }
        }
    }
}

/// The range of an array in one dimension.
fn element_range(
    array: &ast::Expression,
    index: &Subtype,
    (low, high): (Term, Term),
) -> EvaluatedRange {
    let hull = index.values();
    let known = |term: &Term| match term.as_value() {
        Some(Value::Int(value)) => Interval::point(&value),
        _ => hull.clone(),
    };
    EvaluatedRange {
        base: Arc::clone(&index.base),
        low_interval: known(&low),
        high_interval: known(&high),
        low,
        high,
        steps: Vec::new(),
        low_span: array.span,
        high_span: array.span,
        low_text: format!("{array}'First"),
        high_text: format!("{array}'Last"),
    }
}

/// The whole range of a discrete subtype.
pub(super) fn whole_range(subtype: &Subtype, span: Span) -> EvaluatedRange {
    let range = subtype.range();
    let known = |term: &Term| match term.as_value() {
        Some(Value::Int(value)) => Interval::point(&value),
        _ => range.hull.clone(),
    };
    EvaluatedRange {
        base: Arc::clone(&subtype.base),
        low_interval: known(&range.first),
        high_interval: known(&range.last),
        low: range.first.clone(),
        high: range.last.clone(),
        steps: Vec::new(),
        low_span: span,
        high_span: span,
        low_text: range.first.to_string(),
        high_text: range.last.to_string(),
    }
}
