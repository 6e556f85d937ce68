//! Bounds of types and arrays: First, Last, Length.

use num_bigint::BigInt;

use super::elaborator::Elaborator;
use super::interval::Interval;
use super::kind::Kind;
use super::lookup::Meaning;
use super::place::length;
use super::tree::Tree;
use super::typed_value::Typed;
use super::types::Subtype;
use crate::logic::{Term, Value};
use crate::source::Span;
use crate::syntax::ast;

/// One end of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    First,
    Last,
}

impl Bound {
    fn of(self, first: Term, last: Term) -> Term {
        match self {
            Bound::First => first,
            Bound::Last => last,
        }
    }
}

impl Elaborator {
    /// `T'First` or `T'Last` of a scalar type.
    pub(super) fn scalar_bound(
        &mut self,
        expression: &ast::Expression,
        subtype: &Subtype,
        bound: Bound,
    ) -> Typed {
        let position = expression.position;
        if !subtype.base.is_discrete() {
            if subtype.base.lost().is_some() {
                return Typed::lost(subtype.kind(), position);
            }
            self.error(
                expression.span,
                format!("{} has no bounds", subtype.base.name),
                "use a scalar type or an array",
            );
            return Typed::error(position);
        }
        let range = subtype.range();
        let bound = bound.of(range.first, range.last);
        let interval = match bound.as_value() {
            Some(Value::Int(value)) => Interval::point(&value),
            _ => range.hull,
        };
        if subtype.base.is_boolean() {
            let term = Term::equal(bound, Term::int(1));
            return Typed {
                kind: subtype.kind(),
                fixed: term.as_value(),
                value: Tree::Leaf(term),
                interval,
                ..Typed::error(position)
            };
        }
        Typed {
            kind: subtype.kind(),
            fixed: bound.as_value(),
            value: Tree::Leaf(bound),
            interval,
            ..Typed::error(position)
        }
    }

    /// The bounds of an array, or of an array subtype, in one dimension.
    fn array_bounds(
        &mut self,
        prefix: &ast::Expression,
        dimension: Option<&ast::Expression>,
    ) -> Option<(Subtype, (Term, Term), Typed)> {
        let at = match dimension {
            None => 0,
            Some(dimension) => {
                let typed = self.integer_value(dimension);
                let at = typed
                    .static_integer()
                    .and_then(|value| usize::try_from(value).ok());
                if let Some(at) = at.and_then(|at| at.checked_sub(1)) {
                    at
                } else {
                    self.not_static(dimension);
                    return None;
                }
            }
        };
        let (base, bounds, typed) = match self.meaning(prefix) {
            Meaning::Subtype(subtype) => {
                let Some(ranges) = subtype.index_ranges() else {
                    self.error(
                        prefix.span,
                        format!("{prefix} has no bounds of its own"),
                        "use a constrained array",
                    );
                    return None;
                };
                let bounds: Vec<(Term, Term)> = ranges
                    .iter()
                    .map(|range| (range.first.clone(), range.last.clone()))
                    .collect();
                (subtype.base.clone(), bounds, Typed::error(prefix.position))
            }
            Meaning::Error => return None,
            _ => {
                let typed = self.name_or_value(prefix);
                let base = typed.kind.base().cloned();
                let Some(base) = base else {
                    if matches!(typed.kind, Kind::Any) {
                        let subtype = Subtype::of(&self.standard.integer);
                        return Some(self.lost_bounds(prefix, typed, subtype));
                    }
                    return None;
                };
                match typed.value.bounds() {
                    Some(bounds) => (base, bounds.to_vec(), typed.clone()),
                    None if base.lost().is_some() => {
                        let subtype = Subtype::of(&self.standard.integer);
                        return Some(self.lost_bounds(prefix, typed, subtype));
                    }
                    None => {
                        self.error(
                            prefix.span,
                            format!("{prefix} is not an array"),
                            "use an array or a type",
                        );
                        return None;
                    }
                }
            }
        };
        let index = base
            .array()
            .and_then(|array| array.indices.get(at))
            .cloned();
        if let (Some(index), Some(bounds)) = (index, bounds.get(at)) {
            Some((index, bounds.clone(), typed))
        } else {
            self.error(
                prefix.span,
                format!("{prefix} has no dimension {}", at + 1),
                "count the dimensions",
            );
            None
        }
    }

    fn lost_bounds(
        &mut self,
        prefix: &ast::Expression,
        typed: Typed,
        subtype: Subtype,
    ) -> (Subtype, (Term, Term), Typed) {
        let first = self.replaced_by_lost(typed, &subtype, prefix.span, "bounds");
        let last = self.replaced_by_lost(
            Typed::error(prefix.position),
            &subtype,
            prefix.span,
            "bounds",
        );
        let bounds = (first.term(), last.term());
        (subtype, bounds, first.evaluated(vec![last]))
    }

    /// `A'First (n)` or `A'Last (n)`
    pub(super) fn array_bound(
        &mut self,
        prefix: &ast::Expression,
        dimension: Option<&ast::Expression>,
        bound: Bound,
        position: Span,
    ) -> Option<Typed> {
        let (index, (first, last), typed) = self.array_bounds(prefix, dimension)?;
        let bound = bound.of(first, last);
        let known = bound.as_value();
        let interval = match &known {
            Some(Value::Int(value)) => Interval::point(value),
            _ => index.base.base_interval(),
        };
        let is_boolean = index.base.is_boolean();
        let value = if is_boolean {
            Term::equal(bound, Term::int(1))
        } else {
            bound
        };
        Some(Typed {
            kind: index.kind(),
            // The bounds of a static array subtype are static.
            fixed: value.as_value(),
            value: Tree::Leaf(value),
            interval,
            steps: typed.steps,
            ..Typed::error(position)
        })
    }

    pub(super) fn array_length(
        &mut self,
        expression: &ast::Expression,
        prefix: &ast::Expression,
        dimension: Option<&ast::Expression>,
    ) -> Typed {
        let Some((index, (first, last), typed)) = self.array_bounds(prefix, dimension) else {
            return Typed::error(expression.position);
        };
        let term = length(&first, &last);
        let most = index.values();
        let interval = if let Some(Value::Int(value)) = term.as_value() {
            Interval::point(&value)
        } else {
            let most: BigInt = &most.high - &most.low + 1_i32;
            Interval::new(0, most.max(BigInt::from(0)))
        };
        let is_static = term.as_value().is_some();
        if is_static {
            return Typed {
                fixed: term.as_value(),
                value: Tree::Leaf(term),
                kind: Kind::Universal,
                interval,
                steps: typed.steps,
                ..Typed::error(expression.position)
            };
        }
        // A universal value that is not static is computed in a type wide enough.
        Typed {
            kind: Kind::Universal,
            value: Tree::Leaf(term),
            interval,
            steps: typed.steps,
            ..Typed::error(expression.position)
        }
    }
}
