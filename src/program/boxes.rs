//! What `<>` in an aggregate leaves without a value.

use super::names::exists;
use super::tree::Tree;
use super::types::{Subtype, TypeKind};
use crate::logic::{Comparison, Sort, Term};

/// That all of a value that is there has been given: `before` are its variables, `value` has the
/// defaults in their places.
pub(super) fn is_given(subtype: &Subtype, before: &Tree, value: &Tree) -> Term {
    match (subtype.base.kind(), before, value) {
        (TypeKind::Record(record), Tree::Record(from), Tree::Record(to)) => {
            let parts = record.components.iter().zip(from.iter().zip(to));
            Term::and(parts.map(|(component, ((_, from), (_, to)))| {
                let given = is_given(&component.subtype, from, to);
                if given.is_bool(true) || component.conditions.is_empty() {
                    return given;
                }
                // Of an array of records, which of them have the component is told by maps.
                let is_plain = |condition: &super::types::VariantCondition| {
                    let discriminant = value.component(&condition.discriminant);
                    discriminant.is_some_and(|part| !matches!(part.term().sort(), Sort::Array(_)))
                };
                if component.conditions.iter().all(is_plain) {
                    Term::implies(exists(&component.conditions, record, value), given)
                } else {
                    given
                }
            }))
        }
        (TypeKind::Array(array), Tree::Array(_, from), Tree::Array(bounds, to)) => {
            let given = is_given(&array.component, from, to);
            let plain = bounds
                .iter()
                .filter(|(low, high)| low.sort() == Sort::Int && high.sort() == Sort::Int);
            let there = Term::and(plain.map(|(low, high)| {
                Term::compare(Comparison::LessEqual, low.clone(), high.clone())
            }));
            Term::implies(there, given)
        }
        (TypeKind::Boolean | TypeKind::Discrete(_), Tree::Leaf(from), Tree::Leaf(to)) => {
            Term::bool(from != to)
        }
        _ => Term::bool(true),
    }
}
