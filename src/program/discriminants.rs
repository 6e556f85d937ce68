//! Discriminants that cannot change: those of an object that its subtype constrains, and those of
//! every object of a type whose discriminants have no defaults. Defaults that speak of discriminants.

use std::sync::Arc;

use super::aggregate_bounds::compatible;
use super::elaborator::Elaborator;
use super::entity::{Access, EntityKind, Object};
use super::names::{component_subtype, exists};
use super::place::{Place, bound_index};
use super::tree::Tree;
use super::typed_value::Typed;
use super::types::{Component, Constraint, Range, RecordType, Subtype, Type, TypeKind};
use crate::logic::{Part, Quantifier, Term, Variable};
use crate::syntax::ast;

/// Whether objects of the subtype take their discriminants from their first value, for good.
fn is_indefinite(subtype: &Subtype) -> bool {
    matches!(subtype.constraint, Constraint::None)
        && first_default(subtype).is_some_and(|has_default| !has_default)
}

/// Whether an assignment may change the discriminants of an object of the subtype, unless another
/// subtype constrains the object: that of an actual.
pub(super) fn is_mutable(subtype: &Subtype) -> bool {
    matches!(subtype.constraint, Constraint::None) && first_default(subtype) == Some(true)
}

/// Whether the discriminants of an object of the subtype never change.
pub(super) fn is_fixed(subtype: &Subtype) -> bool {
    matches!(subtype.constraint, Constraint::Discriminants(_)) || is_indefinite(subtype)
}

/// Whether the discriminants have defaults: all have, or none; `None` where there are none.
fn first_default(subtype: &Subtype) -> Option<bool> {
    let record = subtype.base.record()?;
    let first = record.components[..record.discriminants].first()?;
    Some(first.default.is_some())
}

/// The subtype of an object whose discriminants are its own for good.
pub(super) fn with_discriminants(subtype: &Subtype, tree: &Tree) -> Subtype {
    let (true, Some(record), Tree::Record(parts)) =
        (is_indefinite(subtype), subtype.base.record(), tree)
    else {
        return subtype.clone();
    };
    let own = parts.iter().take(record.discriminants);
    Subtype {
        constraint: Constraint::Discriminants(own.map(|(_, part)| part.clone()).collect()),
        ..subtype.clone()
    }
}

/// A value that is assigned to an object: discriminants that never change stay as they are.
pub(super) fn keeping(value: Tree, current: &Tree, subtype: &Subtype) -> Tree {
    let (true, Some(record), Tree::Record(known)) =
        (is_fixed(subtype), subtype.base.record(), current)
    else {
        return value;
    };
    let own = known.iter().take(record.discriminants);
    own.fold(value, |value, (name, part)| {
        value.with_component(name, part)
    })
}

/// The discriminants of an object that never change.
pub(super) fn fixed_variables(tree: &Tree, subtype: &Subtype) -> Vec<Variable> {
    let (true, Some(record), Tree::Record(parts)) =
        (is_fixed(subtype), subtype.base.record(), tree)
    else {
        return Vec::new();
    };
    let own = parts.iter().take(record.discriminants);
    own.flat_map(|(_, part)| part.variables()).collect()
}

/// Whether the way from an object of the subtype leads to a discriminant that never changes.
pub(super) fn leads_to_fixed(subtype: &Subtype, way: &[Part]) -> bool {
    match (way, subtype.base.kind()) {
        ([Part::Component(name, ..), rest @ ..], TypeKind::Record(record)) => {
            let own = &record.components[..record.discriminants];
            if rest.is_empty() && own.iter().any(|known| known.name == *name) {
                return is_fixed(subtype);
            }
            record
                .component(name)
                .is_some_and(|component| leads_to_fixed(&component.subtype.settled(), rest))
        }
        ([Part::Indices(_), rest @ ..], TypeKind::Array(array)) => {
            leads_to_fixed(&array.component.settled(), rest)
        }
        _ => false,
    }
}

/// The variables that hold discriminants, which are set wherever the object is.
pub(super) fn discriminant_variables(tree: &Tree, base: &Type) -> Vec<Variable> {
    match (base.kind(), tree) {
        (TypeKind::Record(record), Tree::Record(parts)) => {
            let components = record.components.iter().zip(parts).enumerate();
            components
                .flat_map(|(at, (component, (_, part)))| {
                    if at < record.discriminants {
                        part.variables()
                    } else {
                        discriminant_variables(part, &component.subtype.base)
                    }
                })
                .collect()
        }
        (TypeKind::Array(array), Tree::Array(_, data)) => {
            discriminant_variables(data, &array.component.base)
        }
        _ => Vec::new(),
    }
}

/// Whether the bounds of a component speak of discriminants.
pub(super) fn depends(range: &Range) -> bool {
    let mut bounds = [&range.first, &range.last].into_iter();
    let of_discriminant = |found: &Variable| found.name.contains('#');
    bounds.any(|bound| bound.variables().iter().any(of_discriminant))
}

/// That the bounds which the discriminants of a record give a component lie in the index subtypes:
/// there are no other objects. `own` is the subtype of the component with these discriminants.
pub(super) fn fitting(component: &Component, own: &Subtype) -> Term {
    let declared = component.subtype.settled();
    let (Some(array), Some(ranges), Some(own)) = (
        declared.base.array(),
        declared.index_ranges(),
        own.index_ranges(),
    ) else {
        return Term::bool(true);
    };
    let dimensions = array.indices.iter().zip(ranges).zip(own);
    Term::and(dimensions.map(|((index, range), own)| {
        // The range of the discriminant may do.
        let target = index.range();
        let starts = range.first.as_value() == target.first.as_value();
        let does = target.interval().is_some_and(|target| {
            range.hull.is_inside(&target) || (starts && range.hull.high <= target.high)
        });
        if does || !depends(range) {
            return Term::bool(true);
        }
        compatible(&(own.first.clone(), own.last.clone()), index)
    }))
}

/// What a subtype says of the discriminants of a value.
pub(super) fn discriminant_facts(tree: &Tree, subtype: &Subtype, depth: usize) -> Vec<Term> {
    let mut facts = Vec::new();
    match (subtype.base.kind(), tree) {
        (TypeKind::Record(record), Tree::Record(parts)) => {
            if let Constraint::Discriminants(values) = &subtype.constraint {
                let pairs = values.iter().zip(parts);
                facts
                    .extend(pairs.map(|(value, (_, part))| Term::equal(part.term(), value.term())));
            }
            for (component, (_, part)) in record.components.iter().zip(parts) {
                let own = component.subtype.settled();
                let own = component_subtype(subtype.base.root(), record, &own, tree);
                let there = exists(&component.conditions, record, tree);
                let inner = discriminant_facts(part, &own, depth).into_iter();
                let inner = inner.chain([fitting(component, &own)]);
                facts.extend(inner.map(|fact| Term::implies(there.clone(), fact)));
            }
        }
        (TypeKind::Array(array), Tree::Array(bounds, _)) => {
            let binders: Vec<_> = bounds
                .iter()
                .enumerate()
                .map(|(at, (low, high))| bound_index(low.clone(), high.clone(), depth + at))
                .collect();
            let indices: Vec<Term> = binders
                .iter()
                .map(|binder| Term::variable(&binder.variable))
                .collect();
            let component = tree.select(&indices);
            let inner = depth + bounds.len();
            for fact in discriminant_facts(&component, &array.component.settled(), inner) {
                facts.push(binders.iter().rev().fold(fact, |fact, binder| {
                    Term::quantified(Quantifier::ForAll, binder.clone(), fact)
                }));
            }
        }
        _ => {}
    }
    facts.retain(|fact| !fact.is_bool(true));
    facts
}

/// Whether a value surely has the discriminants of an object.
pub(super) fn has_same(value: &Tree, current: &Tree, subtype: &Subtype) -> bool {
    let (Some(record), Tree::Record(new), Tree::Record(old)) =
        (subtype.base.record(), value, current)
    else {
        return true;
    };
    let pairs = new.iter().zip(old).take(record.discriminants);
    pairs.into_iter().all(|((_, new), (_, old))| new == old)
}

impl Elaborator {
    /// The default of a component, which may speak of the discriminants of its record.
    pub(super) fn default_value(
        &mut self,
        component: &Component,
        default: &ast::Expression,
        subtype: &Subtype,
        record: &RecordType,
        known: &Tree,
    ) -> Typed {
        let discriminants = record.components[..record.discriminants].iter();
        let values: Vec<_> = discriminants
            .filter_map(|discriminant| Some((discriminant, known.component(&discriminant.name)?)))
            .collect();
        self.in_scopes(component.scopes.clone(), |this| {
            this.in_region(|this| {
                for (discriminant, value) in values {
                    let kind = EntityKind::Object(Arc::new(Object {
                        place: Place::whole(value.clone()),
                        subtype: discriminant.subtype.clone(),
                        access: Access::Constant,
                    }));
                    let region = this.here();
                    this.declare_in(region, &discriminant.name, discriminant.span, kind);
                }
                this.value_for(default, subtype)
            })
        })
    }
}
