//! What types guarantee beyond their ranges: invariants of private types, and what clients' values
//! satisfy.
//!
//! A type invariant holds outside its package only. So it is checked where values leave: at the
//! end of the subprograms of the package's visible part, for what they hand out, and of values
//! that come from declarations alone. Inside it is no fact; of values that clients hand in it is.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::elaborator::{Elaborator, Lifting};
use super::place::PathStep;
use super::tree::Tree;
use super::type_declarations::Found;
use super::typed::{Evaluation, Expression, Mode, Statement, StatementKind, Step, SubprogramId};
use super::types::{Subtype, SubtypePredicate, Type, TypeKind};
use crate::logic::{Binder, Quantifier, Term};
use crate::source::Span;
use crate::verdict::Rule;

/// The invariants of a private type.
#[derive(Debug, Clone, Default)]
pub(super) struct Invariants {
    pub(super) conditions: Vec<Arc<SubtypePredicate>>,
    /// Whether a value may leave the package where it is not checked, as a part of an array whose
    /// components cannot be looked at one by one: then nothing is known of those that come in.
    pub(super) is_porous: bool,
}

/// A part of a value: of an array, all components, over bound variables.
struct Part {
    subtype: Subtype,
    value: Tree,
    binders: Vec<Binder>,
}

/// Something known of what clients pass: of which type's invariant, if it is one.
pub(super) type Guarantee = (Option<u32>, Expression);

impl Elaborator {
    /// Keeps the invariant that an aspect gives a type.
    pub(super) fn note_invariant(&mut self, base: &Type, condition: SubtypePredicate) {
        if self.specifications == 0 || self.is_local {
            // Where it leaves its package is not seen from a subprogram.
            self.gap(
                condition.condition.span,
                "type invariant of a local package",
            );
            return;
        }
        let known = self.invariants.entry(base.id).or_default();
        known.conditions.push(Arc::new(condition));
    }

    /// What the present subprogram, if it is visible outside its package, must check of what it
    /// hands out.
    pub(super) fn invariant_steps(&mut self, id: SubprogramId) -> (Vec<Step>, Term) {
        let declared = &self.subprograms[id.0 as usize];
        let (mut steps, mut terms) = (Vec::new(), Vec::new());
        if !declared.is_boundary || self.invariants.is_empty() {
            return (steps, Term::bool(true));
        }
        let region = declared.scopes.last().copied();
        let trees = self.trees(id);
        let declared = &self.subprograms[id.0 as usize];
        let parameters = declared.parameters.iter().zip(&trees.parameters);
        let given = parameters
            .filter(|(parameter, _)| parameter.mode != Mode::In)
            .map(|(parameter, tree)| (parameter.subtype.clone(), tree.clone()));
        let returned = declared.result.clone().zip(trees.result);
        let given: Vec<(Subtype, Tree)> = given.chain(returned).collect();
        for (subtype, tree) in given {
            let mut parts = Vec::new();
            self.parts(&subtype, &tree, &[], &mut parts);
            for part in parts {
                if self.type_regions.get(&part.subtype.base.id).copied() != region {
                    continue;
                }
                let known = self.invariants.get(&part.subtype.base.id).cloned();
                for condition in known.into_iter().flat_map(|known| known.conditions) {
                    let Some((own, term)) = self.invariant_of(&part, &condition) else {
                        continue;
                    };
                    terms.push(term.clone());
                    let text = condition.condition.to_string();
                    let span = condition.condition.span;
                    let check = self.check(Rule::TypeInvariant, span, text, term);
                    steps.extend(own);
                    steps.push(check);
                }
            }
        }
        (steps, Term::and(terms))
    }

    /// What evaluating the invariant of a part does, and that it holds; of the components of an
    /// array, that it holds of all. `None` where it cannot be evaluated of all of them: then nothing
    /// is known of the values that come in.
    fn invariant_of(
        &mut self,
        part: &Part,
        condition: &Arc<SubtypePredicate>,
    ) -> Option<(Vec<Step>, Term)> {
        let inner = part.binders.len();
        let lifting = if inner > 0 {
            std::mem::replace(&mut self.lifting, Lifting::Inlined)
        } else {
            self.lifting
        };
        self.binders += inner;
        let holds = self.subtype_predicate(condition, &part.value, &part.subtype);
        self.binders -= inner;
        self.lifting = lifting;
        let (mut steps, mut term) = (holds.steps.clone(), holds.term());
        for binder in part.binders.iter().rev() {
            let span = condition.condition.span;
            let Some(quantified) = self.quantify_steps(steps, binder, None, span) else {
                if let Some(known) = self.invariants.get_mut(&part.subtype.base.id) {
                    known.is_porous = true;
                }
                return None;
            };
            steps = quantified;
            term = Term::quantified(Quantifier::ForAll, binder.clone(), term);
        }
        Some((steps, term))
    }

    /// The parts of a value whose types have invariants: the whole, components of records and of
    /// arrays.
    fn parts(
        &mut self,
        subtype: &Subtype,
        value: &Tree,
        binders: &[Binder],
        found: &mut Vec<Part>,
    ) {
        if self.invariants.contains_key(&subtype.base.id) {
            found.push(Part {
                subtype: subtype.settled(),
                value: value.clone(),
                binders: binders.to_vec(),
            });
        }
        match (subtype.base.kind(), value) {
            (TypeKind::Record(record), Tree::Record(_)) => {
                let record = Arc::clone(record);
                for component in &record.components {
                    let step = PathStep::Component(component.name.clone());
                    self.parts(&component.subtype, &step.read(value), binders, found);
                }
            }
            (TypeKind::Array(array), _) => {
                let mut inside = BTreeSet::new();
                contained(&array.component, &mut inside);
                inside.retain(|id| self.invariants.contains_key(id));
                let Some(bounds) = value.bounds().filter(|_| !inside.is_empty()) else {
                    return self.lose_invariants(&inside);
                };
                let mut binders = binders.to_vec();
                let outer = binders.len();
                for (low, high) in bounds {
                    // No program variable bears such a name, so that nothing is captured.
                    let name = format!("part'{}", binders.len());
                    binders.push(Binder::new(&name, low.clone(), high.clone()));
                }
                let indices = binders[outer..].iter();
                let indices = indices.map(|binder| Term::variable(&binder.variable));
                let step = PathStep::Index(indices.collect());
                let component = array.component.clone();
                self.parts(&component, &step.read(value), &binders, found);
            }
            _ => {}
        }
    }

    /// Values of these types leave the package unseen: nothing is known of those that come in.
    fn lose_invariants(&mut self, types: &BTreeSet<u32>) {
        for id in types {
            if let Some(known) = self.invariants.get_mut(id)
                && !known.is_porous
            {
                known.is_porous = true;
                let span = known.conditions[0].condition.span;
                self.gap(span, "type invariant of a component of an array");
            }
        }
    }

    /// What clients' arguments satisfy: the predicates of their subtypes, the invariants of their
    /// types.
    pub(super) fn guarantees(&mut self, id: SubprogramId) -> Vec<Guarantee> {
        let trees = self.trees(id);
        let parameters = self.subprograms[id.0 as usize].parameters.clone();
        let mut found = Vec::new();
        for (parameter, tree) in parameters.iter().zip(&trees.parameters) {
            if parameter.mode == Mode::Out || matches!(tree, Tree::Lost) {
                continue;
            }
            let subtype = parameter.subtype.settled();
            let known = self.invariants.get(&subtype.base.id).cloned();
            let invariants = known.unwrap_or_default().conditions.into_iter();
            let predicates = subtype.predicates.iter().cloned();
            let all: Vec<(Option<u32>, Arc<SubtypePredicate>)> = predicates
                .map(|condition| (None, condition))
                .chain(invariants.map(|condition| (Some(subtype.base.id), condition)))
                .collect();
            for (base, condition) in all {
                let typed = self.subtype_predicate(&condition, tree, &subtype);
                if typed.is_error() || typed.value.is_lost() {
                    continue;
                }
                let expression = Expression {
                    term: typed.term(),
                    evaluation: Evaluation {
                        steps: typed.steps,
                        text: condition.condition.to_string(),
                        span: condition.condition.span,
                    },
                };
                found.push((base, expression));
            }
        }
        found
    }

    /// The invariants of a package's types, of values that nobody has set: those of a type all of
    /// whose components have defaults.
    pub(super) fn default_invariants(
        &mut self,
        region: super::entity::RegionId,
        found: &mut Found,
    ) {
        let types: Vec<(u32, Invariants)> = self
            .invariants
            .iter()
            .filter(|(id, _)| self.type_regions.get(id) == Some(&region))
            .map(|(id, known)| (*id, known.clone()))
            .collect();
        for (id, known) in types {
            let mut subtypes = self.region(region).names.values().flatten();
            let subtype = subtypes.find_map(|entity| match &self.entity(*entity).kind {
                super::entity::EntityKind::Subtype(subtype) if subtype.base.id == id => {
                    Some(subtype.settled())
                }
                _ => None,
            });
            let Some(subtype) = subtype else { continue };
            let is_constrained = subtype
                .base
                .record()
                .is_none_or(|record| record.discriminants == 0);
            let span = known.conditions[0].condition.span;
            if !subtype.base.is_complete() || !is_constrained {
                continue;
            }
            let tree = self.local(&format!("{}__default", subtype.base.name), &subtype, span);
            let mut initial = Vec::new();
            self.initial_values(span, &tree, &subtype, &mut initial);
            if tree
                .variables()
                .iter()
                .any(|each| self.frame.unset.contains(each))
            {
                continue;
            }
            found.extend(initial);
            for condition in known.conditions {
                let holds = self.subtype_predicate(&condition, &tree, &subtype);
                self.keep_check(holds, Rule::TypeInvariant, &condition.condition, found);
            }
        }
    }

    /// A statement that checks a condition.
    pub(super) fn keep_check(
        &mut self,
        holds: super::typed_value::Typed,
        rule: Rule,
        condition: &crate::syntax::ast::Expression,
        found: &mut Found,
    ) {
        let check = self.check(rule, condition.span, condition.to_string(), holds.term());
        let mut steps = holds.steps;
        steps.push(check);
        found.push(asserted(steps, condition.span));
    }
}

fn asserted(steps: Vec<Step>, span: Span) -> Statement {
    Statement {
        kind: StatementKind::Assert(Evaluation {
            steps,
            text: String::new(),
            span,
        }),
        span,
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
