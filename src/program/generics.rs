//! Generic units: an instance is the generic's syntax read again with its formals bound.

use std::sync::Arc;

use super::composite_types::keep_steps;
use super::elaborator::Elaborator;
use super::entity::{Access, EntityId, EntityKind, Generic, Object, RegionId};
use super::lookup::Meaning;
use super::place::{Place, changes};
use super::predefined;
use super::type_declarations::Found;
use super::typed::{Gap, Statement, StatementKind, SubprogramId};
use super::types::Subtype;
use crate::source::Span;
use crate::syntax::ast::{self, DeclarationKind};

/// What a package is an instance of.
#[derive(Debug, Clone)]
pub(super) struct Instance {
    pub(super) generic: Arc<Generic>,
    /// The region in which its formals are bound.
    pub(super) formals: RegionId,
}

/// The most instances inside each other.
const MAX_DEPTH: usize = 16;

/// The body of an instance that has not been read yet.
#[derive(Debug, Clone)]
pub(super) struct PendingInstance {
    key: String,
    target: Target,
    formals: RegionId,
    is_visible: bool,
    is_lenient: bool,
    is_primary: bool,
    span: Span,
}

/// What is instantiated.
#[derive(Debug, Clone, Copy)]
pub(super) enum Target {
    Package(RegionId),
    Subprogram(SubprogramId),
}

impl Elaborator {
    /// `generic … package P is … end P;`
    pub(super) fn generic(&mut self, generic: &ast::Generic) {
        let name = match &generic.declaration.kind {
            DeclarationKind::Package(package) => package.name.clone(),
            DeclarationKind::Subprogram(specification) => specification.name.clone(),
            _ => return,
        };
        let key = self.generic_key(&name.text);
        let generic = Arc::new(Generic {
            formals: generic.formals.clone(),
            declaration: generic.declaration.clone(),
            scopes: self.scopes.clone(),
            key,
        });
        self.remember_template(&generic);
        self.declare(&name, EntityKind::Generic(generic));
    }

    /// `package P is new G (…);`
    pub(super) fn instantiation(
        &mut self,
        instance: &ast::Instantiation,
        span: Span,
        found: &mut Found,
    ) {
        let generic = match self.meaning(&instance.generic) {
            Meaning::Entities(ids) => match &self.entity(ids[0]).kind {
                EntityKind::Generic(generic) => Some(Arc::clone(generic)),
                _ => None,
            },
            Meaning::Error => {
                self.declare(&instance.name, EntityKind::Error);
                return;
            }
            Meaning::Nothing => {
                self.undeclared(&instance.generic);
                self.declare(&instance.name, EntityKind::Error);
                return;
            }
            _ => None,
        };
        let Some(generic) = generic else {
            self.error(
                instance.generic.span,
                format!("{} is not a generic unit", instance.generic),
                "instantiate a generic unit",
            );
            self.declare(&instance.name, EntityKind::Error);
            return;
        };
        if self.instantiations >= MAX_DEPTH {
            self.error(span, "instances are nested too deeply", "break the cycle");
            return;
        }
        self.instantiations += 1;
        self.instantiated.insert(generic.key.clone());
        let prefix = self.prefix();
        let formals = self.new_region(None, &prefix);
        self.bind_formals(instance, &generic, formals, found);
        let mut scopes = generic.scopes.clone();
        scopes.push(formals);
        let here = self.here();
        match &generic.declaration.kind {
            DeclarationKind::Package(package) => {
                let full = format!("{prefix}{}.", instance.name.text);
                let region = self.new_region(Some(&instance.name.text), &full);
                self.declare(&instance.name, EntityKind::Package(region));
                self.note_instance(region, &generic, formals);
                self.in_scopes(scopes, |this| {
                    // The generic's own name stands for the instance inside it.
                    this.declare_in(
                        formals,
                        &package.name.text,
                        package.name.span,
                        EntityKind::Package(region),
                    );
                    this.package_parts(region, package, found);
                });
                self.instance_body(&generic.key, Target::Package(region), formals, span, found);
            }
            DeclarationKind::Subprogram(specification) => {
                let mut specification = (**specification).clone();
                specification.name = instance.name.clone();
                let id = self.in_scopes(scopes, |this| {
                    let id = this.declare_subprogram(&specification);
                    this.defer(id, &specification, None);
                    id
                });
                self.declare_in(
                    here,
                    &instance.name.text,
                    instance.name.span,
                    EntityKind::Subprogram(id),
                );
                self.instance_body(&generic.key, Target::Subprogram(id), formals, span, found);
            }
            _ => {}
        }
        self.instantiations -= 1;
    }

    /// Reads the body of an instance, or leaves it for later.
    pub(super) fn instance_body(
        &mut self,
        key: &str,
        target: Target,
        formals: RegionId,
        span: Span,
        found: &mut Found,
    ) {
        let pending = PendingInstance {
            key: key.to_owned(),
            target,
            formals,
            is_visible: self.is_visible,
            is_lenient: self.is_lenient,
            is_primary: self.is_primary,
            span,
        };
        if self.is_local || self.specifications == 0 && self.generic_bodies.contains_key(key) {
            self.settle_deferred();
            self.read_instance(&pending, found);
        } else {
            self.pending_instances.push(pending);
        }
    }

    /// Whether the body of a subprogram comes with an instance that is not read yet.
    pub(super) fn is_pending(&self, id: SubprogramId) -> bool {
        let mut pending = self.pending_instances.iter();
        pending.any(|pending| matches!(pending.target, Target::Subprogram(own) if own == id))
    }

    /// Reads the bodies of instances that were left for later.
    pub(super) fn settle_instances(&mut self) {
        while !self.pending_instances.is_empty() {
            let pending = self.pending_instances.remove(0);
            let mut found = Vec::new();
            let lenient = std::mem::replace(&mut self.is_lenient, pending.is_lenient);
            let primary = std::mem::replace(&mut self.is_primary, pending.is_primary);
            self.read_instance(&pending, &mut found);
            self.is_lenient = lenient;
            self.is_primary = primary;
            self.initialisations.extend(found);
        }
    }

    fn read_instance(&mut self, pending: &PendingInstance, found: &mut Found) {
        let Some(body) = self.generic_bodies.get(&pending.key).cloned() else {
            match pending.target {
                Target::Subprogram(id) => {
                    self.subprograms[id.0 as usize].state = super::frame::BodyState::Foreign;
                    self.gap(pending.span, "instance of a generic without a body");
                }
                Target::Package(_) => {}
            }
            return;
        };
        let mut scopes = body.scopes.clone();
        scopes.push(pending.formals);
        let visible = std::mem::replace(&mut self.is_visible, pending.is_visible);
        self.in_scopes(scopes, |this| {
            match (&body.declaration.kind, pending.target) {
                (DeclarationKind::PackageBody(body), Target::Package(region)) => {
                    this.body_parts(region, body, false, found);
                }
                (DeclarationKind::SubprogramBody(body), Target::Subprogram(id)) => {
                    this.body(id, body);
                }
                (
                    DeclarationKind::ExpressionFunction(specification, expression),
                    Target::Subprogram(id),
                ) => {
                    this.defer(id, specification, Some(expression));
                    this.settle_deferred();
                }
                _ => {}
            }
        });
        self.is_visible = visible;
    }

    fn bind_formals(
        &mut self,
        instance: &ast::Instantiation,
        generic: &Generic,
        formals: RegionId,
        found: &mut Found,
    ) {
        let mut position = 0;
        for formal in &generic.formals {
            if let DeclarationKind::Use(clause) = &formal.kind {
                let mut scopes = generic.scopes.clone();
                scopes.push(formals);
                self.in_scopes(scopes, |this| this.use_clause(clause));
                continue;
            }
            let Some(name) = formal_name(formal) else {
                continue;
            };
            let actual = passed(&instance.arguments, position, name);
            position += 1;
            self.bind(formal, name, actual, generic, formals, instance, found);
        }
    }

    #[allow(clippy::too_many_arguments)] // what is bound, to what, and where
    fn bind(
        &mut self,
        formal: &ast::Declaration,
        name: &ast::Name,
        actual: Option<&ast::Actual>,
        generic: &Generic,
        formals: RegionId,
        instance: &ast::Instantiation,
        found: &mut Found,
    ) {
        let mut scopes = generic.scopes.clone();
        scopes.push(formals);
        let expression = actual.and_then(ast::Actual::expression).cloned();
        let kind = match &formal.kind {
            DeclarationKind::Type(declaration) => {
                let subtype = match (&expression, &declaration.default) {
                    (Some(actual), _) => self.subtype_mark(actual),
                    (None, Some(default)) => {
                        let default = default.clone();
                        self.in_scopes(scopes.clone(), |this| this.subtype_mark(&default))
                    }
                    (None, None) => {
                        self.missing_actual(name, instance);
                        None
                    }
                };
                subtype.map(|subtype| {
                    let actual = subtype.settled();
                    let formal = |this: &mut Self| this.as_formal(actual, declaration, formals);
                    EntityKind::Subtype(self.in_scopes(scopes, formal))
                })
            }
            DeclarationKind::FormalObject(object) => {
                self.bind_object(object, expression.as_ref(), &scopes, instance, found)
            }
            DeclarationKind::FormalSubprogram(subprogram) => {
                self.bind_subprogram(subprogram, expression.as_ref(), &scopes, instance)
            }
            DeclarationKind::FormalPackage(package) => {
                if let Some(actual) = &expression {
                    if let Meaning::Package(region) = self.meaning(actual) {
                        self.in_scopes(scopes, |this| this.formal_package(package, region, formals))
                    } else {
                        self.undeclared(actual);
                        None
                    }
                } else {
                    self.missing_actual(name, instance);
                    None
                }
            }
            _ => None,
        };
        match kind {
            Some(kind) => {
                self.declare_in(formals, &name.text, name.span, kind);
            }
            None if name.text.starts_with('"') => {}
            None => {
                self.declare_in(formals, &name.text, name.span, EntityKind::Error);
            }
        }
    }

    fn missing_actual(&mut self, name: &ast::Name, instance: &ast::Instantiation) {
        self.error(
            instance.name.span,
            format!("nothing is passed for {}", name.text),
            "compare with the generic's formals",
        );
    }

    fn bind_object(
        &mut self,
        object: &ast::Formal,
        actual: Option<&ast::Expression>,
        scopes: &[RegionId],
        instance: &ast::Instantiation,
        found: &mut Found,
    ) -> Option<EntityKind> {
        let mut more = Vec::new();
        let subtype = self.in_scopes(scopes.to_vec(), |this| {
            this.type_use(&object.subtype, &mut more)
        })?;
        found.extend(more);
        let typed = match (actual, &object.default) {
            (Some(actual), _) => {
                if object.mode != ast::Mode::In {
                    let typed = self.name_or_value(actual);
                    let named = typed.named?;
                    // The place is that of the instantiation, as it is for a renaming.
                    let span = instance.name.span;
                    let mut kept = Vec::new();
                    let place = self.kept_place(&named.place, &object.name.text, span, &mut kept);
                    keep_steps(typed.steps, kept, span, found);
                    return Some(EntityKind::Object(Arc::new(Object {
                        place,
                        subtype: Subtype {
                            base: subtype.base,
                            ..named.subtype
                        },
                        access: named.access,
                    })));
                }
                self.value_for(actual, &subtype)
            }
            (None, Some(default)) => {
                let default = default.clone();
                self.in_scopes(scopes.to_vec(), |this| this.value_for(&default, &subtype))
            }
            (None, None) => {
                self.missing_actual(&object.name, instance);
                return None;
            }
        };
        if typed.is_error() {
            return None;
        }
        if let Some(value) = &typed.fixed
            && !typed.has_checks()
            && subtype.is_scalar()
        {
            return Some(EntityKind::Static(value.clone(), subtype));
        }
        let plain = super::objects::bounded(&subtype, &typed.value);
        let name = format!("{}.{}", instance.name.text, object.name.text);
        let span = object.name.span;
        let tree = if self.is_local {
            self.local(&name, &plain, span)
        } else {
            let full = format!("{}{name}", self.variable_prefix());
            self.variables(
                &full,
                &plain,
                &[],
                &mut |this, name, sort, subtype, parts| {
                    this.global(name, sort, Some(subtype), parts, span, true)
                },
            )
        };
        if self.is_local {
            self.frame.stable.extend(tree.variables());
        }
        found.push(Statement {
            kind: StatementKind::Assign {
                assignments: changes(&tree, &typed.value),
                evaluation: super::typed::Evaluation {
                    steps: typed.steps,
                    text: object.name.text.clone(),
                    span: instance.name.span,
                },
            },
            span: instance.name.span,
        });
        Some(EntityKind::Object(Arc::new(Object {
            place: Place::whole(tree),
            subtype: plain,
            access: Access::Constant,
        })))
    }

    fn bind_subprogram(
        &mut self,
        formal: &ast::FormalSubprogram,
        actual: Option<&ast::Expression>,
        scopes: &[RegionId],
        instance: &ast::Instantiation,
    ) -> Option<EntityKind> {
        let specification = &formal.specification;
        // A declaration with the formal's profile tells which of the actuals is meant.
        let wanted = self.in_scopes(scopes.to_vec(), |this| {
            this.in_region(|this| this.declare_subprogram(specification))
        });
        self.subprograms[wanted.0 as usize].state = super::frame::BodyState::Foreign;
        let ids: Vec<EntityId> = match (actual, &formal.default) {
            (Some(actual), _) => match self.meaning(actual) {
                Meaning::Entities(ids) => ids,
                _ => Vec::new(),
            },
            (None, ast::SubprogramDefault::Visible) => self.find(&specification.name.text),
            (None, ast::SubprogramDefault::Name(name)) => {
                let name = (**name).clone();
                match self.in_scopes(scopes.to_vec(), |this| this.meaning(&name)) {
                    Meaning::Entities(ids) => ids,
                    _ => Vec::new(),
                }
            }
            (None, ast::SubprogramDefault::Null) => {
                let declared = &mut self.subprograms[wanted.0 as usize];
                declared.state = super::frame::BodyState::Read;
                declared.subprogram.body = super::typed::Body::Statements(Vec::new());
                return Some(EntityKind::Subprogram(wanted));
            }
            (None, ast::SubprogramDefault::None) => {
                self.missing_actual(&specification.name, instance);
                return None;
            }
        };
        let profile = |id: SubprogramId| {
            let declared = &self.subprograms[id.0 as usize];
            let bases: Vec<u32> = declared
                .parameters
                .iter()
                .map(|parameter| parameter.subtype.base.id)
                .collect();
            let result = declared.result.as_ref().map(|result| result.base.id);
            (bases, result)
        };
        let expected = profile(wanted);
        for id in ids {
            if let EntityKind::Subprogram(found) = &self.entity(id).kind
                && profile(*found) == expected
            {
                let found = *found;
                self.aliases.push((specification.name.key(), found));
                self.bind_profile(wanted, found);
                return Some(EntityKind::Subprogram(wanted));
            }
        }
        let named = actual.cloned().unwrap_or_else(|| {
            let name = specification.name.text.trim_matches('"').to_owned();
            predefined::placed(ast::ExpressionKind::String(name), specification.name.span)
        });
        let is_operator = specification.name.text.starts_with('"') || actual.is_some();
        if is_operator && self.is_predefined(specification.formals.len(), &named) {
            self.stands_for(wanted, &named);
            return Some(EntityKind::Subprogram(wanted));
        }
        let gap = Gap::new(
            actual.map_or(instance.name.span, |actual| actual.span),
            "actual subprogram that is not modelled",
        );
        self.unknown_body(wanted, &named, gap);
        Some(EntityKind::Subprogram(wanted))
    }
}

/// The name of a formal of a generic unit.
pub(super) fn formal_name(formal: &ast::Declaration) -> Option<&ast::Name> {
    match &formal.kind {
        DeclarationKind::Type(declaration) => Some(&declaration.name),
        DeclarationKind::FormalObject(object) => Some(&object.name),
        DeclarationKind::FormalSubprogram(subprogram) => Some(&subprogram.specification.name),
        DeclarationKind::FormalPackage(package) => Some(&package.name),
        _ => None,
    }
}

/// What is passed for the formal of that name, which has so many before it.
pub(super) fn passed<'a>(
    arguments: &'a [ast::Association],
    position: usize,
    name: &ast::Name,
) -> Option<&'a ast::Actual> {
    let is_meant = |formal: &ast::Name| formal.key() == name.key();
    let mut associated = arguments.iter();
    let associated = associated.find(|each| each.formal.as_ref().is_some_and(is_meant));
    let positional = arguments.get(position);
    let positional = positional.filter(|argument| argument.formal.is_none());
    associated.or(positional).map(|argument| &argument.actual)
}
