//! Renamings of objects, packages and subprograms.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::composite_types::keep_steps;
use super::elaborator::Elaborator;
use super::entity::{Access, EntityKind, Object};
use super::frame::{BodyState, Parameter};
use super::lookup::Meaning;
use super::objects::with_bounds;
use super::place::{Place, changes};
use super::predefined;
use super::type_declarations::Found;
use super::typed::{Gap, SubprogramId};
use super::types::Subtype;
use crate::logic::{Term, Variable};
use crate::source::Span;
use crate::syntax::ast;

impl Elaborator {
    /// `procedure P (X : T) renames Q;`
    pub(super) fn subprogram_renaming(
        &mut self,
        specification: &ast::SubprogramSpecification,
        renamed: &ast::Expression,
    ) {
        let (parameters, result) = self.profile(specification);
        let candidates: Vec<SubprogramId> = match self.meaning(renamed) {
            Meaning::Entities(ids) => ids
                .iter()
                .filter_map(|id| match &self.entity(*id).kind {
                    EntityKind::Subprogram(id) => Some(*id),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        };
        let found = candidates.into_iter().find(|id| {
            let declared = &self.subprograms[id.0 as usize];
            declared.parameters.len() == parameters.len()
                && declared
                    .parameters
                    .iter()
                    .zip(&parameters)
                    .all(|(a, b)| a.subtype.base.id == b.subtype.base.id)
                && declared.result.is_some() == result.is_some()
        });
        if let Some(id) = found {
            // A body by renaming completes the declaration; calls go to either.
            let around = self.scopes.iter().rev().take(2);
            let completed: Vec<_> = around
                .filter_map(|scope| self.region(*scope).names.get(&specification.name.key()))
                .flatten()
                .copied()
                .collect();
            let is_completion = completed.into_iter().any(|id| {
                matches!(&self.entity(id).kind, EntityKind::Subprogram(known)
                    if self.subprograms[known.0 as usize].state == BodyState::Missing)
            });
            if is_completion {
                self.body_by_renaming(specification, renamed);
                return;
            }
            self.aliases.push((specification.name.key(), id));
            let id = self.renamed_profile(specification, id, &parameters);
            self.declare(&specification.name, EntityKind::Subprogram(id));
        } else {
            // A literal, an attribute or a predefined operator under another name.
            let kind = match self.meaning(renamed) {
                Meaning::Entities(ids) => match &self.entity(ids[0]).kind {
                    EntityKind::Literal(position, base) => {
                        Some(EntityKind::Literal(position.clone(), Arc::clone(base)))
                    }
                    _ => None,
                },
                _ => None,
            };
            if let Some(kind) = kind {
                self.declare(&specification.name, kind);
                return;
            }
            if is_same_operator(&specification.name, renamed) {
                // The predefined operator is visible anyway.
                return;
            }
            if self.is_predefined(specification.formals.len(), renamed) {
                let id = self.declared_or_new(specification);
                self.stands_for(id, renamed);
                return;
            }
            let id = self.declare_subprogram(specification);
            self.defer(id, specification, None);
            let gap = Gap::new(
                specification.name.span,
                "renaming of something that is not modelled",
            );
            self.unknown_body(id, renamed, gap);
        }
    }

    /// The profile of a renaming: it has the renaming's names and defaults, and the subtypes of what
    /// is renamed. Where there is nothing to tell them apart, what is renamed itself.
    fn renamed_profile(
        &mut self,
        specification: &ast::SubprogramSpecification,
        id: SubprogramId,
        parameters: &[Parameter],
    ) -> SubprogramId {
        let declared = &self.subprograms[id.0 as usize];
        let is_same = |(a, b): (&Parameter, &Parameter)| {
            a.name.eq_ignore_ascii_case(&b.name) && a.default.is_none() && b.default.is_none()
        };
        if declared.parameters.iter().zip(parameters).all(is_same) {
            return id;
        }
        let result = declared.result.clone();
        let pairs = declared.parameters.iter().zip(parameters);
        let own = pairs.map(|(renamed, own)| Parameter {
            subtype: renamed.subtype.clone(),
            mode: renamed.mode,
            ..own.clone()
        });
        let own: Vec<Parameter> = own.collect();
        let made = self.new_subprogram(&specification.name, own, result);
        let declared = &mut self.subprograms[made.0 as usize];
        declared.state = BodyState::Foreign;
        declared.inherits = Some(id);
        made
    }

    /// `procedure P (X : T) renames Q;` where P is declared already: its body calls Q.
    fn body_by_renaming(
        &mut self,
        specification: &ast::SubprogramSpecification,
        renamed: &ast::Expression,
    ) {
        let id = self.declared_or_new(specification);
        let arguments = predefined::parameters(specification);
        if specification.result.is_some() {
            let call = predefined::call(renamed, arguments);
            let call = predefined::placed(call, renamed.span);
            self.defer(id, specification, Some(&call));
            return;
        }
        let arguments = arguments.into_iter().map(|argument| ast::Association {
            formal: None,
            actual: ast::Actual::Expression(argument),
        });
        let call = ast::Statement {
            kind: ast::StatementKind::Call {
                callee: renamed.clone(),
                arguments: arguments.collect(),
            },
            span: renamed.span,
        };
        let body = ast::SubprogramBody {
            specification: specification.clone(),
            declarations: Vec::new(),
            statements: vec![call],
            handlers: Vec::new(),
            span: renamed.span,
        };
        self.defer(id, specification, None);
        self.body(id, &body);
    }

    pub(super) fn renaming(&mut self, renaming: &ast::Renaming, found: &mut Found) {
        match &renaming.kind {
            ast::RenamingKind::Object(name, _) => {
                self.object_renaming(name, &renaming.renamed, found);
            }
            ast::RenamingKind::Exception(name) => {
                self.declare(name, EntityKind::Exception);
            }
            ast::RenamingKind::Package(names) => {
                let Some(name) = names.last() else { return };
                let kind = match self.meaning(&renaming.renamed) {
                    Meaning::Package(region) => EntityKind::Package(region),
                    Meaning::Error => EntityKind::Error,
                    _ => {
                        self.undeclared(&renaming.renamed);
                        EntityKind::Error
                    }
                };
                self.declare(name, kind);
            }
            ast::RenamingKind::Subprogram(specification) => {
                self.subprogram_renaming(specification, &renaming.renamed);
            }
            ast::RenamingKind::Generic(_, names) => {
                let Some(name) = names.last() else { return };
                let kind = match self.meaning(&renaming.renamed) {
                    Meaning::Entities(ids) => self.entity(ids[0]).kind.clone(),
                    _ => EntityKind::Error,
                };
                self.declare(name, kind);
            }
        }
    }

    /// A place whose indices have been evaluated once and for all.
    pub(super) fn kept_place(
        &mut self,
        place: &Place,
        name: &str,
        span: Span,
        assignments: &mut Vec<(Variable, Term)>,
    ) -> Place {
        let mut list = Vec::new();
        place.map_path(&mut |term| {
            list.push(term.clone());
            term.clone()
        });
        let prefix = if self.is_local {
            String::new()
        } else {
            self.variable_prefix()
        };
        let name = format!("{prefix}{name}__index");
        let mut kept = Vec::new();
        for term in list {
            kept.push(self.kept(&name, &term, None, span, assignments));
        }
        let mut terms = kept.into_iter();
        place.map_path(&mut |term| terms.next().unwrap_or_else(|| term.clone()))
    }

    /// `X : T renames Y (I);`: the place is that of the declaration.
    fn object_renaming(&mut self, name: &ast::Name, renamed: &ast::Expression, found: &mut Found) {
        let typed = self.name_or_value(renamed);
        if typed.is_error() {
            self.declare(name, EntityKind::Error);
            return;
        }
        let mut assignments = Vec::new();
        let steps = typed.steps.clone();
        let kind = match (&typed.fixed, &typed.named) {
            (Some(value), _) if typed.kind.base().is_some() => {
                let base = typed.kind.base().cloned();
                match base {
                    Some(base) => EntityKind::Static(value.clone(), Subtype::of(&base)),
                    None => EntityKind::Error,
                }
            }
            (_, Some(named)) => {
                let span = renamed.span;
                let place = self.kept_place(&named.place, &name.text, span, &mut assignments);
                EntityKind::Object(Arc::new(Object {
                    place,
                    subtype: named.subtype.clone(),
                    access: named.access,
                }))
            }
            (_, None) => {
                let Some(base) = typed.kind.base().cloned() else {
                    self.declare(name, EntityKind::Error);
                    return;
                };
                let subtype = with_bounds(&Subtype::of(&base), &typed.value);
                let tree = self.new_object(name, &subtype, Access::Constant);
                assignments = changes(&tree, &typed.value);
                EntityKind::Object(Arc::new(Object {
                    place: Place::whole(tree),
                    subtype,
                    access: Access::Constant,
                }))
            }
        };
        keep_steps(steps, assignments, renamed.span, found);
        self.declare(name, kind);
    }
}

/// The words of a text, in lower case.
pub(super) fn words(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Whether an operator is renamed as itself: `function "+" (…) return T renames P."+";`
fn is_same_operator(name: &ast::Name, renamed: &ast::Expression) -> bool {
    let symbol = name.text.trim_matches('"');
    let other = match &renamed.kind {
        ast::ExpressionKind::String(text) => text.as_str(),
        ast::ExpressionKind::Selected(_, selector) => selector.text.trim_matches('"'),
        _ => return false,
    };
    name.text.starts_with('"') && symbol.eq_ignore_ascii_case(other)
}
