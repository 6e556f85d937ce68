//! Declare expressions.

use std::sync::Arc;

use super::elaborator::Elaborator;
use super::entity::{Access, EntityKind, Object};
use super::place::Place;
use super::typed::Step;
use super::typed_value::Typed;
use super::types::Subtype;
use crate::syntax::ast;

impl Elaborator {
    /// `(declare … begin value)`
    pub(super) fn declare_expression(
        &mut self,
        declarations: &[ast::Declaration],
        value: &ast::Expression,
        expected: Option<&Subtype>,
    ) -> Typed {
        self.in_region(|this| {
            let mut steps = Vec::new();
            for declaration in declarations {
                this.expression_declaration(declaration, &mut steps);
            }
            let typed = match expected {
                Some(expected) => this.value_for(value, expected),
                None => this.expression(value, None),
            };
            Typed {
                steps: steps.into_iter().chain(typed.steps.clone()).collect(),
                ..typed
            }
        })
    }

    /// A constant or renaming in a declare expression: its value is put where it is used.
    fn expression_declaration(&mut self, declaration: &ast::Declaration, steps: &mut Vec<Step>) {
        match &declaration.kind {
            ast::DeclarationKind::Object(object) => {
                let Some(value) = &object.value else {
                    return;
                };
                let Some(subtype) = self.object_subtype(object, steps) else {
                    return;
                };
                let typed = self.value_for(value, &subtype);
                steps.extend(typed.steps);
                for name in &object.names {
                    let kind = EntityKind::Object(Arc::new(Object {
                        place: Place::whole(typed.value.clone()),
                        subtype: subtype.clone(),
                        access: Access::Constant,
                    }));
                    self.declare(name, kind);
                }
            }
            ast::DeclarationKind::Renaming(renaming) => {
                if let ast::RenamingKind::Object(name, _) = &renaming.kind {
                    let typed = self.name_or_value(&renaming.renamed);
                    let typed = self.read(&renaming.renamed, typed);
                    let Some(base) = typed.kind.base().cloned() else {
                        return;
                    };
                    steps.extend(typed.steps);
                    let kind = EntityKind::Object(Arc::new(Object {
                        place: Place::whole(typed.value),
                        subtype: typed
                            .named
                            .map_or_else(|| Subtype::of(&base), |named| named.subtype),
                        access: Access::Constant,
                    }));
                    self.declare(name, kind);
                }
            }
            ast::DeclarationKind::Pragma(_) => {
                self.gap(declaration.span, "pragma in a declare expression");
            }
            _ => self.error(
                declaration.span,
                "this cannot be declared in an expression",
                "declare constants and renamings",
            ),
        }
    }
}
