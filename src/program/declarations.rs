//! Declarations of objects, numbers, renamings and what contains others.

use std::sync::Arc;

use num_bigint::BigInt;

use super::elaborator::{Elaborator, key};
use super::entity::{Access, EntityKind, Object};
use super::lookup::Meaning;
use super::type_declarations::Found;
use super::typed::Statement;
use super::types::Subtype;
use crate::source::Span;
use crate::syntax::ast::{self, DeclarationKind};

impl Elaborator {
    /// Declarations in order; their initialisations are added to `found`.
    pub(super) fn declarations(&mut self, list: &[ast::Declaration], found: &mut Found) {
        for declaration in list {
            self.declaration(declaration, found);
        }
    }

    /// One declaration; its initialisations are added to `found`.
    #[allow(clippy::too_many_lines)] // one arm per kind of declaration
    pub(super) fn declaration(&mut self, declaration: &ast::Declaration, found: &mut Found) {
        let span = declaration.span;
        match &declaration.kind {
            DeclarationKind::Object(object) => self.objects(object, found),
            DeclarationKind::Number { names, value } => self.number(names, value),
            DeclarationKind::Exception { names, .. } => {
                for name in names {
                    self.declare(name, EntityKind::Exception);
                }
            }
            DeclarationKind::Type(declaration) => self.type_declaration(declaration, found),
            DeclarationKind::Subtype {
                name,
                indication,
                aspects,
            } => match self.indication(indication, found) {
                Some(subtype) => {
                    let mut subtype = Subtype {
                        name: Some(name.text.clone()),
                        ..subtype
                    };
                    self.type_predicates(&mut subtype, aspects, &name.text);
                    self.declare(name, EntityKind::Subtype(subtype));
                }
                None => {
                    self.declare(name, EntityKind::Error);
                }
            },
            DeclarationKind::Subprogram(specification)
            | DeclarationKind::AbstractSubprogram(specification) => {
                let id = self.declare_subprogram(specification);
                if matches!(declaration.kind, DeclarationKind::AbstractSubprogram(_)) {
                    self.subprograms[id.0 as usize].state = super::frame::BodyState::Foreign;
                }
                self.defer(id, specification, None);
            }
            DeclarationKind::NullProcedure(specification) => {
                let id = self.declared_or_new(specification);
                self.null_body(id, specification);
            }
            DeclarationKind::ExpressionFunction(specification, expression) => {
                if let Some(generic) = self.generic_here(&specification.name) {
                    self.keep_generic_body(generic.key.clone(), declaration);
                    return;
                }
                let id = self.declared_or_new(specification);
                self.defer(id, specification, Some(expression));
            }
            DeclarationKind::SubprogramBody(body) => {
                if let Some(generic) = self.generic_here(&body.specification.name) {
                    self.keep_generic_body(generic.key.clone(), declaration);
                    return;
                }
                let id = self.declared_or_new(&body.specification);
                self.defer(id, &body.specification, None);
                self.body(id, body);
            }
            DeclarationKind::SubprogramStub(specification) => {
                self.subprogram_stub(specification);
            }
            DeclarationKind::Package(package) => {
                self.package(package, found);
            }
            DeclarationKind::PackageBody(body) => {
                if let Some(generic) = self.generic_here(&body.name) {
                    self.keep_generic_body(generic.key.clone(), declaration);
                    return;
                }
                self.package_body(body, found);
            }
            DeclarationKind::PackageStub { name, .. } => self.package_stub(name, found),
            DeclarationKind::Renaming(renaming) => self.renaming(renaming, found),
            DeclarationKind::Generic(generic) => self.generic(generic),
            DeclarationKind::Instantiation(instantiation) => {
                self.instantiation(instantiation, span, found);
            }
            DeclarationKind::FormalObject(_)
            | DeclarationKind::FormalSubprogram(_)
            | DeclarationKind::FormalPackage(_) => {}
            DeclarationKind::Use(clause) => self.use_clause(clause),
            DeclarationKind::AttributeClause { attribute, value } => {
                self.address_clause(attribute, value, span);
                self.enumeration_clause(attribute, value);
                self.size_clause(attribute);
            }
            DeclarationKind::Pragma(pragma) => {
                let kind = self.pragma(pragma);
                found.extend(kind.map(|kind| Statement { kind, span }));
            }
            DeclarationKind::Clause(clause) => {
                let kinds = self.clause(clause).into_iter();
                found.extend(kinds.map(|kind| Statement { kind, span }));
            }
            DeclarationKind::Opaque(opaque) => {
                // A representation clause speaks of a type that has been declared.
                if opaque.what != "a representation clause" {
                    for name in &opaque.names {
                        // The body of a task or of a protected object has the name of its
                        // declaration.
                        if !self.is_lost_here(name) {
                            self.declare(name, EntityKind::Lost(opaque.what));
                        }
                    }
                    self.gap(span, opaque.what);
                }
            }
            DeclarationKind::Error => self.is_poisoned = true,
        }
    }

    /// Whether a construct of this name is declared here of which nothing is known.
    fn is_lost_here(&self, name: &ast::Name) -> bool {
        let known = self.region(self.here()).names.get(&name.key());
        let mut known = known.into_iter().flatten();
        known.any(|id| matches!(self.entity(*id).kind, EntityKind::Lost(_)))
    }

    /// `for X'Address use Y'Address;`: what lies at the same address changes with it.
    fn address_clause(&mut self, attribute: &ast::Expression, value: &ast::Expression, span: Span) {
        let Some(object) = addressed(attribute) else {
            return;
        };
        self.make_volatile(object, span);
        if let Some(other) = addressed(value) {
            self.make_volatile(other, span);
            self.share(object);
            self.share(other);
        }
    }

    /// `for T'Size use 8;`
    fn size_clause(&mut self, attribute: &ast::Expression) {
        if let ast::ExpressionKind::Attribute(prefix, designator) = &attribute.kind
            && matches!(
                designator.key().as_str(),
                "size" | "object_size" | "value_size"
            )
            && let Meaning::Subtype(subtype) = self.meaning(prefix)
        {
            subtype.base.set_sized();
        }
    }

    /// `for T use (A => 1, B => 4);`: what `T'Enum_Rep` tells.
    fn enumeration_clause(&mut self, mark: &ast::Expression, values: &ast::Expression) {
        let ast::ExpressionKind::Aggregate(list) = &values.kind else {
            return;
        };
        let Some(base) = self.subtype_mark(mark).map(|subtype| subtype.base) else {
            return;
        };
        let names: Vec<String> = match base.discrete() {
            Some(discrete) => discrete.literals.iter().map(|name| key(name)).collect(),
            None => vec!["false".to_owned(), "true".to_owned()],
        };
        let mut codes: Vec<Option<BigInt>> = vec![None; names.len()];
        for (at, association) in list.associations.iter().enumerate() {
            let value = association.value.as_ref();
            let code = value.and_then(|value| self.any_static(value));
            let mut places = Vec::new();
            for choice in &association.choices {
                if let ast::Choice::Expression(name) = choice {
                    let name = key(&name.to_string());
                    places.extend(names.iter().position(|known| *known == name));
                }
            }
            if association.choices.is_empty() {
                places.push(at);
            }
            for place in places {
                if let Some(known) = codes.get_mut(place) {
                    known.clone_from(&code);
                }
            }
        }
        base.set_codes(codes.into_iter().collect());
    }

    /// Keeps that an object lies where another one lies, too.
    pub(super) fn share(&mut self, name: &ast::Expression) {
        if let Meaning::Entities(ids) = self.meaning(name)
            && let [id] = ids.as_slice()
            && let EntityKind::Object(object) = &self.entity(*id).kind
        {
            let roots = object.place.root.variables();
            self.shared.extend(roots);
        }
    }

    pub(super) fn make_volatile(&mut self, name: &ast::Expression, span: Span) {
        if let Meaning::Entities(ids) = self.meaning(name)
            && let [id] = ids.as_slice()
            && let EntityKind::Object(object) = self.entity(*id).kind.clone()
        {
            self.gap(span, "object at an address");
            self.entities[id.0 as usize].kind = EntityKind::Object(Arc::new(Object {
                access: Access::Volatile,
                ..(*object).clone()
            }));
        }
    }

    pub(super) fn use_clause(&mut self, clause: &ast::UseClause) {
        for name in &clause.names {
            match clause.kind {
                ast::UseKind::Package => match self.meaning(name) {
                    Meaning::Package(region) => {
                        let here = self.here();
                        self.region_mut(here).uses.push(region);
                    }
                    found => {
                        // What it would make visible might hide what is found instead.
                        let here = self.here();
                        self.region_mut(here).is_blind = true;
                        if !matches!(found, Meaning::Error) {
                            self.undeclared(name);
                        }
                    }
                },
                // Operators of a type are found where the type is declared.
                ast::UseKind::Type | ast::UseKind::AllType => {
                    if let ast::ExpressionKind::Selected(prefix, _) = &name.kind
                        && let Meaning::Package(region) = self.meaning(prefix)
                    {
                        let here = self.here();
                        let operators = self.operators_of(region, clause.kind);
                        self.region_mut(here).uses.push(operators);
                    }
                }
            }
        }
    }

    /// A region with the operators, or all overloadable names, of a package.
    fn operators_of(
        &mut self,
        region: super::entity::RegionId,
        kind: ast::UseKind,
    ) -> super::entity::RegionId {
        let names: Vec<(String, Vec<super::entity::EntityId>)> = self
            .region(region)
            .names
            .iter()
            .filter(|(name, ids)| {
                name.starts_with('"')
                    || kind == ast::UseKind::AllType
                        && ids.iter().any(|id| self.entity(*id).kind.is_overloadable())
            })
            .map(|(name, ids)| (name.clone(), ids.clone()))
            .collect();
        let made = self.new_region(None, "");
        self.region_mut(made).names.extend(names);
        made
    }
}

/// X of `X'Address`.
pub(super) fn addressed(expression: &ast::Expression) -> Option<&ast::Expression> {
    match &expression.kind {
        ast::ExpressionKind::Attribute(prefix, designator) if designator.key() == "address" => {
            Some(prefix)
        }
        _ => None,
    }
}
