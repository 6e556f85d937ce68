//! Invariants of private types.
//!
//! A type invariant holds outside its package only. So it is checked where values leave: at the
//! end of the subprograms of the package's visible part, for what they hand out, and of values
//! that come from declarations alone. Inside it is no fact; of values that clients hand in it is.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::elaborator::{Elaborator, Lifting};
use super::parts::Part;
use super::tree::Tree;
use super::type_declarations::Found;
use super::typed::{Evaluation, Mode, Statement, StatementKind, Step, SubprogramId};
use super::typed_value::guard_steps;
use super::types::{Subtype, SubtypePredicate, Type};
use crate::logic::Term;
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

impl Elaborator {
    /// Keeps the invariant that an aspect gives a type.
    pub(super) fn note_invariant(&mut self, base: &Type, condition: SubtypePredicate) {
        if self.specifications == 0 || self.is_local {
            // Where it leaves its package is not seen from a subprogram.
            self.promise(
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
            for part in self.parts(&subtype, &tree) {
                if self.type_regions.get(&part.subtype.base.id).copied() != region {
                    continue;
                }
                let known = self.invariants.get(&part.subtype.base.id).cloned();
                for condition in known.into_iter().flat_map(|known| known.conditions) {
                    let Some((own, term)) = self.holds_of_part(&part, &condition) else {
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

    /// What evaluating an invariant or a predicate of a part does, and that it holds where the
    /// part exists; of the components of an array, that it holds of all. `None` where it cannot be
    /// evaluated of all of them: then nothing is known of the values that come in.
    pub(super) fn holds_of_part(
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
        if holds.is_error() || holds.value.is_lost() {
            return None;
        }
        let (mut steps, term) = (holds.steps.clone(), holds.term());
        guard_steps(&mut steps, &part.guard);
        for binder in part.binders.iter().rev() {
            let span = condition.condition.span;
            let Some(quantified) = self.quantify_steps(steps, binder, None, span) else {
                if let Some(known) = self.invariants.get_mut(&part.subtype.base.id) {
                    known.is_porous = true;
                }
                return None;
            };
            steps = quantified;
        }
        Some((steps, part.everywhere(term)))
    }

    /// Values of these types leave the package unseen: nothing is known of those that come in.
    pub(super) fn lose_invariants(&mut self, types: &BTreeSet<u32>) {
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
