//! Subtypes with static predicates: the values that they stand for in loops and choices.

use num_bigint::BigInt;

use super::discrete_ranges::whole_range;
use super::elaborator::Elaborator;
use super::indexing::EvaluatedRange;
use super::interval::Interval;
use super::lookup::Meaning;
use super::tree::Tree;
use super::types::{Range, Subtype};
use crate::logic::{Sort, Term, TermKind, Variable};
use crate::source::Span;
use crate::syntax::ast::{self, Choice, DiscreteRange};

/// Why there are no ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unread {
    /// A mistake, which has been reported.
    Reported,
    /// This is not modelled.
    Construct(&'static str),
}

impl Elaborator {
    /// The ranges that a discrete range stands for, in order, with all of their values: several
    /// where a static predicate has gaps.
    pub(super) fn discrete_ranges(
        &mut self,
        range: &DiscreteRange,
        expected: Option<&Subtype>,
    ) -> Result<Vec<EvaluatedRange>, Unread> {
        if let DiscreteRange::Subtype(indication) = range
            && let Meaning::Subtype(subtype) = self.meaning(&indication.mark)
        {
            let subtype = subtype.settled();
            if subtype.base.is_discrete() && !subtype.predicates.is_empty() {
                if indication.constraint.is_some() {
                    // GNAT does not keep to the rules here, so that nobody judges us.
                    return Err(Unread::Construct("range of a subtype with a predicate"));
                }
                return self.predicated_ranges(&subtype, indication.span);
            }
        }
        let found = self.discrete_range(range, expected);
        Ok(vec![found.ok_or(Unread::Reported)?])
    }

    /// The ranges that a choice of a case or of an aggregate stands for.
    pub(super) fn choice_ranges(
        &mut self,
        choice: &Choice,
        index: &Subtype,
    ) -> Option<Vec<EvaluatedRange>> {
        let range = match choice {
            Choice::Discrete(range) => range,
            Choice::Expression(mark) => &marked(mark),
            Choice::Others(_) => return None,
        };
        match self.discrete_ranges(range, Some(index)) {
            Ok(ranges) => Some(ranges),
            Err(Unread::Reported) => None,
            // A choice that is not known leaves nothing to be said of the others.
            Err(Unread::Construct(what)) => {
                let message = format!("a {what} is not read as a choice");
                self.error(choice.span(), message, "write the values themselves");
                None
            }
        }
    }

    fn predicated_ranges(
        &mut self,
        subtype: &Subtype,
        span: Span,
    ) -> Result<Vec<EvaluatedRange>, Unread> {
        if subtype.predicates.iter().any(|known| known.is_dynamic) {
            self.error(
                span,
                format!(
                    "{} has a dynamic predicate, so that its values cannot be gone through",
                    subtype.describe()
                ),
                "write Static_Predicate, or name a range and test each value",
            );
            return Err(Unread::Reported);
        }
        let is_static = subtype.interval().is_some();
        let Some(values) = self.satisfying(subtype).filter(|_| is_static) else {
            return Err(Unread::Construct("subtype whose predicate is not static"));
        };
        let part = |values: Interval| {
            let range = Range::fixed(values);
            whole_range(&Subtype::ranged(&subtype.base, None, range), span)
        };
        if values.is_empty() {
            return Ok(vec![part(Interval::new(1, 0))]);
        }
        Ok(values.into_iter().map(part).collect())
    }

    /// The values that satisfy the predicates of a discrete subtype, as intervals in order that do
    /// not touch; `None` where the predicates do not merely compare the value with numbers.
    pub(super) fn satisfying(&mut self, subtype: &Subtype) -> Option<Vec<Interval>> {
        let is_boolean = subtype.base.is_boolean();
        let sort = if is_boolean { Sort::Bool } else { Sort::Int };
        let variable = Variable::new("value", sort);
        let value = Term::variable(&variable);
        let mut conditions = Vec::new();
        for predicate in &subtype.predicates {
            let found = self.subtype_predicate(predicate, &Tree::Leaf(value.clone()), subtype);
            conditions.push(found.term());
        }
        let condition = Term::and(conditions);
        let all = subtype.values();
        let mut starts = vec![all.low.clone()];
        if is_boolean {
            starts.push(BigInt::from(1));
        } else {
            let mut numbers = Vec::new();
            if !compares(&condition, &value, &mut numbers) {
                return None;
            }
            // Between two numbers that it is compared with nothing changes.
            starts.extend(
                numbers
                    .into_iter()
                    .flat_map(|number| [number.clone(), number + 1]),
            );
        }
        starts.retain(|start| all.contains(start) && !subtype.is_empty());
        starts.sort();
        starts.dedup();
        let ends = starts.iter().skip(1).map(|next| next - 1);
        let ends: Vec<BigInt> = ends.chain([all.high]).collect();
        let mut found: Vec<Interval> = Vec::new();
        for (start, end) in starts.into_iter().zip(ends) {
            let there = if is_boolean {
                Term::bool(start != BigInt::from(0))
            } else {
                Term::int(start.clone())
            };
            let holds = condition.replace(&variable, &there);
            if holds.is_bool(false) {
                continue;
            }
            if !holds.is_bool(true) {
                return None;
            }
            match found.last_mut() {
                Some(last) if last.high == &start - 1 => last.high = end,
                _ => found.push(Interval::new(start, end)),
            }
        }
        Some(found)
    }

    /// Reports a subtype with a predicate where only the bounds of a range are of use.
    pub(super) fn without_predicate(&mut self, mark: &ast::Expression, subtype: &Subtype) -> bool {
        if subtype.settled().predicates.is_empty() {
            return true;
        }
        self.error(
            mark.span,
            format!("{mark} has a predicate, so that it is no range of indices"),
            "use a subtype without a predicate",
        );
        false
    }
}

/// A subtype mark as a range.
pub(super) fn marked(mark: &ast::Expression) -> DiscreteRange {
    DiscreteRange::Subtype(ast::SubtypeIndication {
        excludes_null: false,
        mark: mark.clone(),
        constraint: None,
        span: mark.span,
    })
}

/// What follows upon what where ranges are gone through one after the other.
pub(super) fn skips(ranges: &[EvaluatedRange]) -> Vec<(BigInt, BigInt)> {
    let next = ranges.iter().skip(1);
    ranges
        .iter()
        .zip(next)
        .map(|(one, next)| {
            (
                one.high_interval.high.clone(),
                next.low_interval.low.clone(),
            )
        })
        .collect()
}

/// The range from the first to the last of several.
pub(super) fn spanned(ranges: &[EvaluatedRange]) -> Option<EvaluatedRange> {
    let (first, last) = (ranges.first()?, ranges.last()?);
    Some(EvaluatedRange {
        high: last.high.clone(),
        high_interval: last.high_interval.clone(),
        high_text: last.high_text.clone(),
        ..first.clone()
    })
}

/// Whether a condition depends on nothing but how the variable compares with certain numbers, which
/// are collected.
#[allow(clippy::wildcard_enum_match_arm)] // other shapes are not those of static predicates
fn compares(condition: &Term, variable: &Term, numbers: &mut Vec<BigInt>) -> bool {
    match condition.kind() {
        TermKind::Bool(_) => true,
        TermKind::Not(_) | TermKind::And(_) | TermKind::Or(_) | TermKind::IfThenElse(..) => {
            let mut operands = condition.operands().into_iter();
            operands.all(|operand| compares(operand, variable, numbers))
        }
        TermKind::Compare(_, a, b) => [a, b].into_iter().all(|side| match side.kind() {
            TermKind::Int(number) => {
                numbers.push(number.clone());
                true
            }
            _ => side == variable,
        }),
        _ => false,
    }
}
