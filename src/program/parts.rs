//! The parts of a value: the whole, components of records and of arrays.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::discriminants::fitting;
use super::elaborator::Elaborator;
use super::names::{component_subtype, exists};
use super::place::PathStep;
use super::tree::Tree;
use super::types::{Constraint, Subtype, TypeKind};
use crate::logic::{Binder, Quantifier, Term, Variable};

/// A part of a value: of an array, all components, over bound variables.
pub(super) struct Part {
    pub(super) subtype: Subtype,
    pub(super) value: Tree,
    pub(super) binders: Vec<Binder>,
    /// Where the variants around it make it exist.
    pub(super) guard: Term,
}

impl Part {
    /// That something holds of the part wherever it exists.
    pub(super) fn everywhere(&self, condition: Term) -> Term {
        let condition = Term::implies(self.guard.clone(), condition);
        let binders = self.binders.iter().rev();
        binders.fold(condition, |condition, binder| {
            Term::quantified(Quantifier::ForAll, binder.clone(), condition)
        })
    }

    /// The variables of the object that the part belongs to which hold it.
    pub(super) fn variables(&self) -> BTreeSet<Variable> {
        let leaves = self.value.leaves().into_iter();
        let mut found: BTreeSet<Variable> = leaves.flat_map(Term::variables).collect();
        for binder in &self.binders {
            found.remove(&binder.variable);
        }
        found
    }

    /// That its discriminants are those of its subtype, and give its components bounds that they
    /// may have.
    pub(super) fn has_its_discriminants(&self) -> Option<Term> {
        let (Some(record), Tree::Record(parts)) = (self.subtype.base.record(), &self.value) else {
            return None;
        };
        let mut found = Vec::new();
        if let Constraint::Discriminants(values) = &self.subtype.constraint {
            let pairs = values.iter().zip(parts);
            let equal = pairs.map(|(value, (_, part))| Term::equal(part.term(), value.term()));
            found.extend(equal);
        }
        for component in &record.components {
            let own = component.subtype.settled();
            let own = component_subtype(self.subtype.base.root(), record, &own, &self.value);
            let there = exists(&component.conditions, record, &self.value);
            found.push(Term::implies(there, fitting(component, &own)));
        }
        Some(self.everywhere(Term::and(found)))
    }

    /// The discriminants that no assignment to the object changes. Those of a whole object come
    /// with its first value where its subtype does not say them; only defaults let them change.
    pub(super) fn fixed_discriminants(&self) -> Option<Part> {
        let record = self.subtype.base.record()?;
        let is_mutable = matches!(self.subtype.constraint, Constraint::None)
            && record.components.first()?.default.is_some();
        let Tree::Record(parts) = &self.value else {
            return None;
        };
        (!is_mutable && record.discriminants > 0).then(|| Part {
            subtype: self.subtype.clone(),
            value: Tree::Record(parts[..record.discriminants].to_vec()),
            binders: self.binders.clone(),
            guard: self.guard.clone(),
        })
    }
}

impl Elaborator {
    /// The parts of a value.
    pub(super) fn parts(&mut self, subtype: &Subtype, value: &Tree) -> Vec<Part> {
        let mut found = Vec::new();
        let whole = Part {
            subtype: subtype.clone(),
            value: value.clone(),
            binders: Vec::new(),
            guard: Term::bool(true),
        };
        self.gather_parts(whole, &mut found);
        found
    }

    fn gather_parts(&mut self, part: Part, found: &mut Vec<Part>) {
        let part = Part {
            subtype: part.subtype.settled(),
            ..part
        };
        match (part.subtype.base.kind(), &part.value) {
            (TypeKind::Record(record), Tree::Record(_)) => {
                let record = Arc::clone(record);
                let root = part.subtype.base.root();
                let mut inner = Vec::new();
                for component in &record.components {
                    let step = PathStep::Component(component.name.clone());
                    let exists = exists(&component.conditions, &record, &part.value);
                    inner.push(Part {
                        subtype: component_subtype(root, &record, &component.subtype, &part.value),
                        value: step.read(&part.value),
                        binders: part.binders.clone(),
                        guard: Term::and([part.guard.clone(), exists]),
                    });
                }
                found.push(part);
                for part in inner {
                    self.gather_parts(part, found);
                }
            }
            (TypeKind::Array(array), value) => {
                let component = array.component.clone();
                let Some(bounds) = value.bounds() else {
                    let mut inside = BTreeSet::new();
                    contained(&component, &mut inside);
                    inside.retain(|id| self.invariants.contains_key(id));
                    self.lose_invariants(&inside);
                    return found.push(part);
                };
                let mut binders = part.binders.clone();
                let outer = binders.len();
                for (low, high) in bounds {
                    // No program variable bears such a name, so that nothing is captured.
                    let name = format!("part'{}", binders.len());
                    binders.push(Binder::new(&name, low.clone(), high.clone()));
                }
                let indices = binders[outer..].iter();
                let indices = indices.map(|binder| Term::variable(&binder.variable));
                let step = PathStep::Index(indices.collect());
                let inner = Part {
                    subtype: component,
                    value: step.read(value),
                    binders,
                    guard: part.guard.clone(),
                };
                found.push(part);
                self.gather_parts(inner, found);
            }
            _ => found.push(part),
        }
    }
}

/// The types of a value's parts.
fn contained(subtype: &Subtype, found: &mut BTreeSet<u32>) {
    found.insert(subtype.base.id);
    match subtype.base.kind() {
        TypeKind::Record(record) => {
            for component in &record.components {
                contained(&component.subtype, found);
            }
        }
        TypeKind::Array(array) => contained(&array.component, found),
        TypeKind::Boolean | TypeKind::Discrete(_) | TypeKind::Lost(_) => {}
    }
}
