//! What the values that clients make satisfy beyond the ranges of their types: predicates of
//! subtypes, invariants of private types, discriminants.
//!
//! A value that a client could not have made must not be handed in: what would fail then does not.
//! What may be handed in must be, or something would count as proved that is not. So where a
//! guarantee may not be relied on, the values in question are lost rather than chosen.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::elaborator::Elaborator;
use super::objects::bound_variables;
use super::parts::Part;
use super::tree::Tree;
use super::typed::{
    Chooser, Evaluation, Expression, Mode, Setting, Step, Subprogram, SubprogramId,
};
use super::typed_value::Named;
use super::types::{Subtype, SubtypePredicate};
use crate::logic::Variable;
use crate::source::Span;
use crate::syntax::ast::{self, ExpressionKind};

/// Something known of what clients make.
#[derive(Debug, Clone)]
pub(super) struct Guarantee {
    on: Condition,
    /// What holds; `None` where it cannot be said.
    expression: Option<Expression>,
    /// What it speaks of.
    variables: BTreeSet<Variable>,
}

/// When a guarantee may be relied on.
#[derive(Debug, Clone)]
enum Condition {
    Always,
    /// Where no value of this type may leave its package unchecked.
    Invariant(u32),
    /// Where nothing assigns to parts of what the predicate speaks of: Ada does not look at it
    /// then, so that a client may be handed something that it does not hold of.
    Unbroken(Arc<SubtypePredicate>),
}

/// A variable of a package that clients may assign to.
#[derive(Debug, Clone)]
pub(super) struct VisibleObject {
    tree: Tree,
    subtype: Subtype,
    span: Span,
}

impl Elaborator {
    /// What clients' arguments satisfy.
    pub(super) fn guarantees(&mut self, id: SubprogramId) -> Vec<Guarantee> {
        let trees = self.trees(id);
        let declared = &self.subprograms[id.0 as usize];
        let span = declared.subprogram.span;
        let parameters = declared.parameters.clone();
        let mut found = Vec::new();
        for (parameter, tree) in parameters.iter().zip(&trees.parameters) {
            found.extend(self.guarantees_of(&parameter.subtype, tree, span, parameter.mode));
        }
        found
    }

    /// What holds of a value that a client makes; of one of mode `out`, of its discriminants.
    fn guarantees_of(
        &mut self,
        subtype: &Subtype,
        tree: &Tree,
        span: Span,
        mode: Mode,
    ) -> Vec<Guarantee> {
        let mut found = Vec::new();
        for (at, part) in self.parts(subtype, tree).into_iter().enumerate() {
            if matches!(part.value, Tree::Lost) {
                continue;
            }
            if let Some(term) = part.has_its_discriminants()
                && !term.is_bool(true)
            {
                found.push(Guarantee {
                    on: Condition::Always,
                    variables: term.variables().into_iter().collect(),
                    expression: Some(Expression {
                        term,
                        evaluation: Evaluation::nothing(span),
                    }),
                });
            }
            if mode == Mode::Out {
                continue;
            }
            // The caller checks the whole itself, a scalar is checked wherever it is set.
            let is_checked = at == 0 || part.subtype.is_scalar();
            for predicate in part.subtype.predicates.clone() {
                let on = if is_checked {
                    Condition::Always
                } else {
                    Condition::Unbroken(Arc::clone(&predicate))
                };
                found.push(self.guarantee(&part, &predicate, on));
            }
            let base = part.subtype.base.id;
            let known = self.invariants.get(&base).cloned().unwrap_or_default();
            for invariant in known.conditions {
                found.push(self.guarantee(&part, &invariant, Condition::Invariant(base)));
            }
        }
        found
    }

    fn guarantee(
        &mut self,
        part: &Part,
        condition: &Arc<SubtypePredicate>,
        on: Condition,
    ) -> Guarantee {
        let mut variables = part.variables();
        // Of what is lost on the way nobody can say that it holds.
        let is_lost = |(steps, _): &(Vec<Step>, _)| {
            let mut steps = steps.iter();
            steps.any(|step| matches!(step, Step::Forget { .. }))
        };
        let expression = self
            .holds_of_part(part, condition)
            .filter(|found| !is_lost(found))
            .map(|(steps, term)| Expression {
                term,
                evaluation: Evaluation {
                    steps,
                    text: condition.condition.to_string(),
                    span: condition.condition.span,
                },
            });
        variables.extend(part.guard.variables());
        for binder in &part.binders {
            variables.remove(&binder.variable);
        }
        Guarantee {
            on,
            expression,
            variables,
        }
    }

    /// Keeps that something is assigned to a part of what predicates speak of.
    pub(super) fn break_predicates(&mut self, named: &Named, name: &ast::Expression) {
        self.broken_predicates.extend(named.around.iter().cloned());
        // A renaming, or the element of a loop, does not tell what it is a part of.
        self.breaks_unseen |= named.place.path.len() > written_steps(name);
    }

    fn may_be_relied_on(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Always => true,
            Condition::Invariant(base) => self.invariants.get(base).is_none_or(|i| !i.is_porous),
            Condition::Unbroken(predicate) => {
                let mut broken = self.broken_predicates.iter();
                !self.breaks_unseen && !broken.any(|known| Arc::ptr_eq(known, predicate))
            }
        }
    }

    /// Takes over what may be relied on; what the rest speaks of is not for clients to choose.
    pub(super) fn settle_guarantees(
        &self,
        guarantees: Vec<Guarantee>,
        subprogram: &mut Subprogram,
    ) {
        for guarantee in guarantees {
            match guarantee.expression {
                Some(expression) if self.may_be_relied_on(&guarantee.on) => {
                    subprogram.guarantees.push(expression);
                }
                Some(_) | None => {
                    for formal in &mut subprogram.formals {
                        formal.is_hidden |= guarantee.variables.contains(&formal.object.variable);
                    }
                }
            }
        }
    }

    /// The variables of an object that hold values of private types: clients do not choose them.
    pub(super) fn hidden_variables(
        &mut self,
        subtype: &Subtype,
        tree: &Tree,
    ) -> BTreeSet<Variable> {
        let parts = self.parts(subtype, tree).into_iter();
        let hidden = parts.filter(|part| part.subtype.base.is_private);
        hidden.flat_map(|part| part.variables()).collect()
    }

    /// Keeps an object of a package, if clients may assign to it.
    pub(super) fn note_visible_object(&mut self, tree: &Tree, subtype: &Subtype, span: Span) {
        let variables = tree.variables();
        let mut globals = self.globals.iter().rev().take(variables.len());
        if globals.any(|global| global.is_visible && variables.contains(&global.object.variable)) {
            self.visible_objects.push(VisibleObject {
                tree: tree.clone(),
                subtype: subtype.clone(),
                span,
            });
        }
    }

    /// What clients may do to the variables of packages.
    pub(super) fn settings(&mut self) -> Vec<Setting> {
        let mut settings = Vec::new();
        let mut known = BTreeSet::new();
        for object in std::mem::take(&mut self.visible_objects) {
            known.extend(object.tree.variables());
            settings.extend(self.settings_of(&object));
        }
        for global in &self.globals {
            let variable = &global.object.variable;
            if global.is_visible && !known.contains(variable) {
                settings.push(Setting::of(variable, Chooser::Environment));
            }
        }
        let place = |setting: &Setting| {
            let mut globals = self.globals.iter();
            globals.position(|global| setting.sets(&global.object.variable))
        };
        settings.sort_by_key(place);
        let is_empty = |variable: &Variable| {
            let mut globals = self.globals.iter().map(|global| &global.object);
            globals.any(|object| object.is_empty && object.variable == *variable)
        };
        settings.retain(|setting| !setting.targets.iter().any(|(target, _)| is_empty(target)));
        settings
    }

    /// Each variable of the object by itself, but for those of which something holds together.
    /// Bounds and discriminants do not change.
    fn settings_of(&mut self, object: &VisibleObject) -> Vec<Setting> {
        let VisibleObject {
            tree,
            subtype,
            span,
        } = object;
        let parts = self.parts(subtype, tree);
        let fixed = parts.iter().filter_map(Part::fixed_discriminants);
        let fixed: BTreeSet<Variable> = fixed
            .flat_map(|part| part.variables())
            .chain(bound_variables(tree))
            .collect();
        let mut hidden = self.hidden_variables(subtype, tree);
        let mut groups: Vec<(BTreeSet<Variable>, Vec<Expression>)> = Vec::new();
        for guarantee in self.guarantees_of(subtype, tree, *span, Mode::In) {
            match guarantee.expression {
                Some(expression) if self.may_be_relied_on(&guarantee.on) => {
                    let mut group = (guarantee.variables, vec![expression]);
                    let (joined, others) = groups
                        .into_iter()
                        .partition(|(known, _)| !known.is_disjoint(&group.0));
                    groups = others;
                    let joined: Vec<(BTreeSet<Variable>, Vec<Expression>)> = joined;
                    for (variables, known) in joined.into_iter().rev() {
                        group.0.extend(variables);
                        group.1.splice(0..0, known);
                    }
                    groups.push(group);
                }
                Some(_) | None => hidden.extend(guarantee.variables),
            }
        }
        let variables: Vec<Variable> = tree.variables();
        let mut free: Vec<&Variable> = Vec::new();
        for variable in &variables {
            if !fixed.contains(variable) && !free.contains(&variable) {
                free.push(variable);
            }
        }
        let target = |variable: &Variable| {
            let chooser = if hidden.contains(variable) {
                Chooser::Nobody
            } else {
                Chooser::Environment
            };
            (variable.clone(), chooser)
        };
        let mut settings = Vec::new();
        for variable in &free {
            if !groups.iter().any(|(known, _)| known.contains(variable)) {
                let (variable, chooser) = target(variable);
                settings.push(Setting::of(&variable, chooser));
            }
        }
        for (known, guarantees) in groups {
            let own = free.iter().filter(|variable| known.contains(**variable));
            let targets: Vec<(Variable, Chooser)> = own.map(|each| target(each)).collect();
            if !targets.is_empty() {
                settings.push(Setting {
                    targets,
                    guarantees,
                });
            }
        }
        settings
    }
}

/// How many steps a name goes from an object to a part of it, as it is written.
fn written_steps(name: &ast::Expression) -> usize {
    match &name.kind {
        ExpressionKind::Selected(prefix, _) | ExpressionKind::Call(prefix, _) => {
            1 + written_steps(prefix)
        }
        _ => 0,
    }
}
