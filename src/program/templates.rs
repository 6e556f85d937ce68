//! Generic units that nothing instantiates, read with formals of which nothing is known.
//!
//! What is proved of such a reading holds for every instance, since all that an actual decides is
//! lost.

use std::sync::Arc;

use super::elaborator::Elaborator;
use super::entity::{Access, EntityKind, Generic, Object, RegionId};
use super::frame::BodyState;
use super::generics::Target;
use super::lookup::Meaning;
use super::place::Place;
use super::type_declarations::Found;
use super::typed::{Chooser, Statement, StatementKind};
use crate::source::Span;
use crate::syntax::ast::{self, DeclarationKind};

/// A generic unit of the program that was asked for.
#[derive(Debug, Clone)]
pub(super) struct Template {
    generic: Arc<Generic>,
    is_visible: bool,
}

impl Elaborator {
    /// Keeps a generic unit in mind, in case nothing instantiates it.
    pub(super) fn remember_template(&mut self, generic: &Arc<Generic>) {
        if self.is_primary && !self.is_local {
            self.templates.push(Template {
                generic: Arc::clone(generic),
                is_visible: self.is_visible,
            });
        }
    }

    /// Reads the generic units that have no instance.
    pub(super) fn read_templates(&mut self) {
        let mut at = 0;
        // Reading one may bring others to light, inside it.
        while let Some(template) = self.templates.get(at).cloned() {
            at += 1;
            if !self.instantiated.insert(template.generic.key.clone()) {
                continue;
            }
            let lenient = std::mem::replace(&mut self.is_lenient, self.keeps_going);
            let visible = std::mem::replace(&mut self.is_visible, template.is_visible);
            let primary = std::mem::replace(&mut self.is_primary, true);
            let known = self.diagnostics.len();
            let mut found = Vec::new();
            self.template(&template.generic, &mut found);
            self.settle_instances();
            self.settle_deferred();
            if self.is_lenient {
                self.forgive(known);
            }
            self.initialisations.extend(found);
            self.is_lenient = lenient;
            self.is_visible = visible;
            self.is_primary = primary;
        }
    }

    fn template(&mut self, generic: &Arc<Generic>, found: &mut Found) {
        let (name, span) = match &generic.declaration.kind {
            DeclarationKind::Package(package) => (&package.name, package.name.span),
            DeclarationKind::Subprogram(subprogram) => (&subprogram.name, subprogram.name.span),
            _ => return,
        };
        self.gap(
            span,
            "generic unit without an instance: nothing is known of its formals",
        );
        let formals = self.unknown_formals(generic, found);
        let mut scopes = generic.scopes.clone();
        scopes.push(formals);
        match &generic.declaration.kind {
            DeclarationKind::Package(package) => {
                let prefix = format!("{}{}.", self.region(formals).prefix, name.text);
                let region = self.new_region(Some(&name.text), &prefix);
                self.in_scopes(scopes, |this| {
                    let kind = EntityKind::Package(region);
                    this.declare_in(formals, &name.text, span, kind);
                    this.package_parts(region, package, found);
                });
                let target = Target::Package(region);
                self.instance_body(&generic.key, target, formals, span, found);
            }
            DeclarationKind::Subprogram(specification) => {
                let id = self.in_scopes(scopes, |this| {
                    let id = this.declare_subprogram(specification);
                    this.defer(id, specification, None);
                    id
                });
                let target = Target::Subprogram(id);
                self.instance_body(&generic.key, target, formals, span, found);
            }
            _ => {}
        }
    }

    /// A region with the formals of a generic unit, whatever the actuals may be.
    fn unknown_formals(&mut self, generic: &Arc<Generic>, found: &mut Found) -> RegionId {
        let prefix = generic
            .scopes
            .last()
            .map_or_else(String::new, |scope| self.region(*scope).prefix.clone());
        let formals = self.new_region(None, &prefix);
        let mut scopes = generic.scopes.clone();
        scopes.push(formals);
        self.in_scopes(scopes, |this| {
            for formal in &generic.formals {
                this.unknown_formal(formal, found);
            }
        });
        formals
    }

    fn unknown_formal(&mut self, formal: &ast::Declaration, found: &mut Found) {
        match &formal.kind {
            DeclarationKind::Type(declaration) => self.type_declaration(declaration, found),
            DeclarationKind::FormalObject(object) => self.unknown_object(object, found),
            DeclarationKind::FormalSubprogram(subprogram) => {
                let id = self.declare_subprogram(&subprogram.specification);
                self.subprograms[id.0 as usize].state = BodyState::Foreign;
            }
            DeclarationKind::FormalPackage(package) => self.unknown_package(package, found),
            DeclarationKind::Use(clause) => self.use_clause(clause),
            _ => {}
        }
    }

    /// An object of which only the subtype is known.
    fn unknown_object(&mut self, object: &ast::Formal, found: &mut Found) {
        let name = &object.name;
        let Some(subtype) = self.type_use(&object.subtype, found) else {
            self.declare(name, EntityKind::Error);
            return;
        };
        let access = match object.mode {
            ast::Mode::In => Access::Constant,
            ast::Mode::Out | ast::Mode::InOut => Access::Volatile,
        };
        let tree = self.new_object(name, &subtype, access);
        forget(tree.variables(), name.span, found);
        let kind = EntityKind::Object(Arc::new(Object {
            subtype: super::objects::bounded(&subtype, &tree),
            place: Place::whole(tree),
            access,
        }));
        self.declare(name, kind);
    }

    /// `with package P is new G (…);`: an instance of G of which nothing else is known.
    fn unknown_package(&mut self, package: &ast::FormalPackage, found: &mut Found) {
        let generic = match self.meaning(&package.generic) {
            Meaning::Entities(ids) => match ids.first().map(|id| &self.entity(*id).kind) {
                Some(EntityKind::Generic(generic)) => Some(Arc::clone(generic)),
                _ => None,
            },
            _ => None,
        };
        let Some(generic) = generic else {
            self.undeclared(&package.generic);
            self.declare(&package.name, EntityKind::Error);
            return;
        };
        let own = self.here();
        let formals = self.unknown_formals(&generic, found);
        let DeclarationKind::Package(specification) = &generic.declaration.kind else {
            return;
        };
        let prefix = format!("{}{}.", self.prefix(), package.name.text);
        let region = self.new_region(Some(&package.name.text), &prefix);
        let known = self.subprograms.len();
        let mut scopes = generic.scopes.clone();
        scopes.push(formals);
        self.in_scopes(scopes, |this| {
            let name = &specification.name;
            this.declare_in(formals, &name.text, name.span, EntityKind::Package(region));
            this.package_parts(region, specification, found);
        });
        self.note_instance(region, &generic, formals);
        for declared in &mut self.subprograms[known..] {
            if declared.state == BodyState::Missing {
                declared.state = BodyState::Foreign;
            }
            declared.is_visible = false;
        }
        // Its formals are visible through it.
        if let Some(kind) = self.formal_package(package, region, own) {
            self.declare_in(own, &package.name.text, package.name.span, kind);
        }
    }
}

/// Any values of their types, and nobody knows which.
fn forget(variables: Vec<crate::logic::Variable>, span: Span, found: &mut Found) {
    found.extend(variables.into_iter().map(|target| Statement {
        kind: StatementKind::Forget {
            target,
            chooser: Chooser::Nobody,
        },
        span,
    }));
}
