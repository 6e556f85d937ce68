//! Declarations of objects, numbers, renamings and what contains others.

use std::sync::Arc;

use super::elaborator::Elaborator;
use super::entity::{Access, EntityKind, Object};
use super::expressions::finish_steps;
use super::lookup::Meaning;
use super::overload::Kind;
use super::place::{Place, changes};
use super::tree::Tree;
use super::type_declarations::Found;
use super::typed::{Evaluation, Statement, StatementKind, Step};
use super::types::{Constraint, Range, Subtype, TypeKind};
use crate::logic::{Term, Variable};
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
            DeclarationKind::AttributeClause { attribute, .. } => {
                if let ast::ExpressionKind::Attribute(prefix, designator) = &attribute.kind
                    && designator.key() == "address"
                {
                    self.make_volatile(prefix, span);
                }
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
                for name in &opaque.names {
                    self.declare(name, EntityKind::Lost(opaque.what));
                }
                if opaque.what != "a representation clause" {
                    self.gap(span, opaque.what);
                }
            }
            DeclarationKind::Error => self.is_poisoned = true,
        }
    }

    fn make_volatile(&mut self, name: &ast::Expression, span: Span) {
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

    fn number(&mut self, names: &[ast::Name], value: &ast::Expression) {
        let typed = self.expression(value, None);
        let kind = match (typed.static_integer().cloned(), &typed.kind) {
            (Some(number), _) => EntityKind::Number(number),
            (None, Kind::UniversalReal) => EntityKind::RealNumber,
            (None, Kind::Of(base)) if base.is_real() => EntityKind::RealNumber,
            (None, kind) => {
                if !matches!(kind, Kind::Error) {
                    self.not_static(value);
                }
                EntityKind::Error
            }
        };
        for name in names {
            self.declare(name, kind.clone());
        }
    }

    /// `X, Y : T := V;`
    fn objects(&mut self, object: &ast::ObjectDeclaration, found: &mut Found) {
        for name in &object.names {
            self.object(name, object, found);
        }
    }

    fn object(&mut self, name: &ast::Name, object: &ast::ObjectDeclaration, found: &mut Found) {
        let Some(subtype) = self.type_use(&object.subtype, found) else {
            if let Some(value) = &object.value {
                self.expression(value, None);
            }
            self.declare(name, EntityKind::Error);
            return;
        };
        if object.is_constant && object.value.is_none() {
            self.deferred_constant(name, object, &subtype);
            return;
        }
        let is_volatile = object.aspects.iter().any(|aspect| {
            matches!(
                aspect.name.key().as_str(),
                "volatile" | "async_writers" | "address" | "import"
            )
        });
        let access = if object.is_constant {
            Access::Constant
        } else if is_volatile {
            Access::Volatile
        } else {
            Access::Variable
        };
        // The initial value is read before the name is declared: it may speak of an outer one.
        let initial = object
            .value
            .as_ref()
            .map(|value| (value, self.value_for(value, &subtype)));
        if let (Access::Constant, Some((_, typed))) = (access, &initial)
            && !typed.has_checks()
            && let Some(value) = &typed.fixed
            && subtype.is_scalar()
        {
            let kind = EntityKind::Static(value.clone(), subtype.clone());
            self.declare_object(name, kind);
            return;
        }
        let completed = self.deferred_here(name);
        let tree = match &completed {
            Some(known) => known.place.root.clone(),
            None => self.new_object(name, &subtype, access),
        };
        let subtype = bounded(&subtype, &tree);
        if completed.is_none() || matches!(tree, Tree::Lost) {
            let kind = EntityKind::Object(Arc::new(Object {
                place: Place::whole(tree.clone()),
                subtype: subtype.clone(),
                access,
            }));
            self.declare_object(name, kind);
        }
        match initial {
            Some((expression, typed)) => {
                if !typed.is_error() {
                    found.push(Statement {
                        kind: StatementKind::Assign {
                            assignments: changes(&tree, &typed.value),
                            evaluation: finish_steps(expression, typed.steps),
                        },
                        span: if expression.span.file == name.span.file {
                            expression.span.to(name.span)
                        } else {
                            name.span
                        },
                    });
                }
            }
            None => self.initial_values(name.span, &tree, &subtype, found),
        }
    }

    /// Declares an object, or completes a deferred constant.
    fn declare_object(&mut self, name: &ast::Name, kind: EntityKind) {
        let known = self.scopes.iter().rev().take(1).find_map(|scope| {
            let ids = self.region(*scope).names.get(&name.key())?;
            ids.iter().copied().find(|id| match &self.entity(*id).kind {
                EntityKind::Object(object) => {
                    object.access == Access::Constant && object.place.root == Tree::Lost
                }
                _ => false,
            })
        });
        match known {
            Some(id) => self.entities[id.0 as usize].kind = kind,
            None => {
                self.declare(name, kind);
            }
        }
    }

    /// `X : constant T;`, whose value comes in the private part.
    fn deferred_constant(
        &mut self,
        name: &ast::Name,
        object: &ast::ObjectDeclaration,
        subtype: &Subtype,
    ) {
        let is_import = object
            .aspects
            .iter()
            .any(|aspect| aspect.name.key() == "import");
        if self.is_local && !is_import {
            self.error(
                name.span,
                format!("the constant {} has no value", name.text),
                "give it a value here",
            );
        }
        if is_import {
            let tree = self.new_object(name, subtype, Access::Constant);
            let kind = EntityKind::Object(Arc::new(Object {
                place: Place::whole(tree),
                subtype: subtype.clone(),
                access: Access::Volatile,
            }));
            self.declare(name, kind);
            self.gap(name.span, "imported object");
            return;
        }
        // Nothing is known until the full declaration.
        let kind = EntityKind::Object(Arc::new(Object {
            place: Place::whole(Tree::Lost),
            subtype: subtype.clone(),
            access: Access::Constant,
        }));
        self.declare(name, kind);
    }

    fn deferred_here(&self, name: &ast::Name) -> Option<Arc<Object>> {
        let _ = name;
        None
    }

    /// What an object without an initial value starts with: discriminants and defaults.
    fn initial_values(&mut self, span: Span, tree: &Tree, subtype: &Subtype, found: &mut Found) {
        let mut steps = Vec::new();
        let value = self.initial_tree(tree, subtype, span, 0, &mut steps);
        let assignments = changes(tree, &value);
        for variable in tree.variables() {
            if !assignments.iter().any(|(set, _)| *set == variable) {
                self.frame.unset.insert(variable);
            }
        }
        if assignments.is_empty() {
            return;
        }
        found.push(Statement {
            kind: StatementKind::Assign {
                assignments,
                evaluation: Evaluation {
                    steps,
                    text: String::new(),
                    span,
                },
            },
            span,
        });
    }

    /// The variables of an object, with those that have a default replaced by it.
    fn initial_tree(
        &mut self,
        tree: &Tree,
        subtype: &Subtype,
        span: Span,
        dimensions: usize,
        steps: &mut Vec<Step>,
    ) -> Tree {
        let spread = |tree: Tree| {
            (0..dimensions).fold(tree, |tree, _| {
                tree.map(&|term| Term::constant_array(term.clone()))
            })
        };
        match (subtype.base.kind(), tree) {
            (TypeKind::Record(record), Tree::Record(parts)) => {
                let record = Arc::clone(record);
                let discriminants = self.discriminant_values(subtype, span, steps);
                let mut values: Vec<(String, Tree)> = Vec::new();
                for (at, (component, (name, part))) in
                    record.components.iter().zip(parts).enumerate()
                {
                    let value = if let Some(value) = discriminants.get(at) {
                        spread(value.clone())
                    } else if let Some(default) = component.default.clone() {
                        let plain = super::names::component_subtype(
                            subtype.base.root,
                            &record,
                            &component.subtype,
                            &Tree::Record(values.clone()),
                        );
                        let typed = self.value_for(&default, &plain);
                        steps.extend(typed.steps);
                        let value = spread(typed.value);
                        match (&value, part) {
                            (Tree::Array(_, data), Tree::Array(bounds, _)) => {
                                Tree::Array(bounds.clone(), data.clone())
                            }
                            _ => value,
                        }
                    } else {
                        self.initial_tree(part, &component.subtype, span, dimensions, steps)
                    };
                    values.push((name.clone(), value));
                }
                Tree::Record(values)
            }
            (TypeKind::Array(array), Tree::Array(bounds, data)) => {
                let component = array.component.clone();
                let inner = dimensions + array.indices.len();
                let data = self.initial_tree(data, &component, span, inner, steps);
                Tree::Array(bounds.clone(), Box::new(data))
            }
            _ => tree.clone(),
        }
    }

    /// The variables of a declared object.
    fn new_object(&mut self, name: &ast::Name, subtype: &Subtype, access: Access) -> Tree {
        let subtype = subtype.clone();
        let tree = if self.is_local {
            self.local(&name.text, &subtype, name.span)
        } else {
            let is_constant = access == Access::Constant;
            let full = format!("{}{}", self.variable_prefix(), name.text);
            let span = name.span;
            self.variables(&full, &subtype, 0, &mut |this, name, sort, subtype| {
                this.global(name, sort, Some(subtype), span, is_constant)
            })
        };
        if access.is_stable() && self.is_local {
            self.frame.stable.extend(tree.variables());
        }
        // Bounds do not change.
        for variable in bound_variables(&tree) {
            if self.is_local {
                self.frame.stable.insert(variable);
            } else {
                self.stable_globals.insert(variable);
            }
        }
        tree
    }

    fn renaming(&mut self, renaming: &ast::Renaming, found: &mut Found) {
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
                let mut list = Vec::new();
                named.place.map_path(&mut |term| {
                    list.push(term.clone());
                    term.clone()
                });
                let mut kept = Vec::new();
                for term in list {
                    let prefix = if self.is_local {
                        String::new()
                    } else {
                        self.variable_prefix()
                    };
                    let name = format!("{prefix}{}__index", name.text);
                    kept.push(self.kept(&name, &term, None, renamed.span, &mut assignments));
                }
                let mut terms = kept.into_iter();
                let place = named
                    .place
                    .map_path(&mut |term| terms.next().unwrap_or_else(|| term.clone()));
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
        self.keep_steps(steps, assignments, renamed.span, found);
        self.declare(name, kind);
    }

    pub(super) fn use_clause(&mut self, clause: &ast::UseClause) {
        for name in &clause.names {
            match clause.kind {
                ast::UseKind::Package => match self.meaning(name) {
                    Meaning::Package(region) => {
                        let here = self.here();
                        self.region_mut(here).uses.push(region);
                    }
                    Meaning::Error => {}
                    _ => self.undeclared(name),
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

/// The subtype of an object whose bounds are its own.
pub(super) fn bounded(subtype: &Subtype, tree: &Tree) -> Subtype {
    if Elaborator::is_unconstrained_array(subtype) {
        with_bounds(subtype, tree)
    } else {
        subtype.clone()
    }
}

/// The subtype constrained by the bounds of a value.
pub(super) fn with_bounds(subtype: &Subtype, value: &Tree) -> Subtype {
    let (Some(bounds), Some(array)) = (value.bounds(), subtype.base.array()) else {
        return subtype.clone();
    };
    let ranges = bounds
        .iter()
        .zip(&array.indices)
        .map(|((first, last), index)| Range {
            first: first.clone(),
            last: last.clone(),
            hull: index.base.base_interval(),
        })
        .collect();
    Subtype {
        constraint: Constraint::Index(ranges),
        ..subtype.clone()
    }
}

/// The variables that hold bounds of unconstrained arrays.
pub(super) fn bound_variables(tree: &Tree) -> Vec<Variable> {
    match tree {
        Tree::Leaf(_) | Tree::Lost => Vec::new(),
        Tree::Record(parts) => parts
            .iter()
            .flat_map(|(_, part)| bound_variables(part))
            .collect(),
        Tree::Array(bounds, data) => bounds
            .iter()
            .flat_map(|(first, last)| [first, last])
            .filter_map(|term| super::tree::as_variable(term).cloned())
            .chain(bound_variables(data))
            .collect(),
    }
}
