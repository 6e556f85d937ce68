//! Declarations of objects and numbers.

use std::sync::Arc;

use super::discriminants::{fitting, leads_to_fixed, with_discriminants};
use super::elaborator::Elaborator;
use super::entity::{Access, EntityKind, Object};
use super::kind::Kind;
use super::names::exists;
use super::place::{Place, changes};
use super::tree::Tree;
use super::type_declarations::Found;
use super::typed::{Statement, StatementKind, Step};
use super::typed_value::{Typed, finish_steps, guard_steps};
use super::types::{Constraint, Range, Subtype, TypeDefault, TypeKind};
use crate::logic::{Comparison, Sort, Term, Variable};
use crate::source::Span;
use crate::syntax::ast;
use crate::verdict::Rule;

impl Elaborator {
    pub(super) fn number(&mut self, names: &[ast::Name], value: &ast::Expression) {
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
    pub(super) fn objects(&mut self, object: &ast::ObjectDeclaration, found: &mut Found) {
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
        let mut is_shared = false;
        for aspect in &object.aspects {
            let other = aspect.definition.as_ref();
            if let Some(other) = other.and_then(super::declarations::addressed) {
                // What lies at the same address changes with it.
                self.make_volatile(other, aspect.name.span);
                self.share(other);
                is_shared = true;
            }
        }
        let is_volatile = self.others_write_object(&subtype, &object.aspects);
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
        let tree = self.new_object(name, &subtype, access);
        if is_shared {
            self.shared.extend(tree.variables());
        }
        let subtype = bounded(&subtype, &tree);
        self.note_visible_object(&tree, &subtype, name.span);
        let kind = EntityKind::Object(Arc::new(Object {
            place: Place::whole(tree.clone()),
            subtype: subtype.clone(),
            access,
        }));
        self.declare_object(name, kind);
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
                } else if !self.is_local {
                    // What the mistake costs in a package is the first value.
                    let targets = tree.variables().into_iter();
                    found.extend(targets.map(|target| Statement {
                        kind: StatementKind::Forget {
                            target,
                            chooser: super::typed::Chooser::Nobody,
                        },
                        span: name.span,
                    }));
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
        if self.is_local && self.specifications == 0 && !is_import {
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

    /// What an object without an initial value starts with: discriminants and defaults.
    pub(super) fn initial_values(
        &mut self,
        span: Span,
        tree: &Tree,
        subtype: &Subtype,
        found: &mut Found,
    ) {
        let mut steps = Vec::new();
        let value = self.initial_tree(tree, subtype, span, 0, &mut steps);
        let assignments = changes(tree, &value);
        // The predicates are looked at where anything has a first value.
        if !assignments.is_empty() {
            let kind = subtype.kind();
            let mut typed = Typed {
                value,
                ..Typed::lost(kind, span)
            };
            self.predicate_checks("the default value", &mut typed, subtype);
            steps.extend(typed.steps);
        }
        for variable in tree.variables() {
            if !assignments.iter().any(|(set, _)| *set == variable) {
                if !self.is_local {
                    self.unset_globals.insert(variable.clone());
                }
                self.frame.unset.insert(variable);
            }
        }
        if assignments.is_empty() {
            return;
        }
        found.push(Statement::unwritten(assignments, steps, span));
    }

    /// What a component begins with to which nothing is given: its defaults, and otherwise anything.
    pub(super) fn initial_value(
        &mut self,
        subtype: &Subtype,
        span: Span,
        steps: &mut Vec<Step>,
    ) -> Tree {
        let (tree, variables) = self.lost_value(subtype, span);
        let mut own = Vec::new();
        let value = self.initial_tree(&tree, subtype, span, 0, &mut own);
        // Bounds speak of the discriminants.
        let known = changes(&tree, &value);
        let value = value.map(&|term| super::elaborator::replace_all(term, &known));
        // Nobody sees later what was never given: it counts as read here, as if it were copied.
        let is_given = super::boxes::is_given(subtype, &tree, &value);
        self.push_check(
            steps,
            Rule::Initialization,
            span,
            "<> has a value",
            is_given,
        );
        for target in variables {
            let is_left = |term: &&Term| term.variables().contains(&target);
            if value.terms().iter().any(is_left) {
                let chooser = super::typed::Chooser::Nobody;
                steps.push(Step::Forget { target, chooser });
            }
        }
        steps.extend(own);
        value
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
        match (subtype.base.kind(), tree) {
            (TypeKind::Record(record), Tree::Record(parts)) => {
                let record = Arc::clone(record);
                let discriminants = self.discriminant_values(subtype, span, steps);
                let mut values: Vec<(String, Tree)> = Vec::new();
                // Of each element of an array, if this is one: the values are not spread.
                let named = parts.iter().zip(&discriminants);
                let known = Tree::Record(
                    named
                        .map(|((name, _), value)| (name.clone(), value.clone()))
                        .collect(),
                );
                for (at, (component, (name, part))) in
                    record.components.iter().zip(parts).enumerate()
                {
                    let plain = super::names::component_subtype(
                        subtype.base.root(),
                        &record,
                        &component.subtype,
                        &known,
                    );
                    let fits = fitting(component, &plain);
                    if !fits.is_bool(true) {
                        let there = exists(&component.conditions, &record, &known);
                        let text = format!("the bounds of {name}");
                        let fits = Term::implies(there, fits);
                        self.push_check(steps, Rule::Range, component.span, text, fits);
                    }
                    let value = if let Some(value) = discriminants.get(at) {
                        spread(value.clone(), dimensions)
                    } else if let Some(default) = component.default.clone() {
                        let mut typed =
                            self.default_value(component, &default, &plain, &record, &known);
                        if !component.conditions.is_empty() {
                            // A component that does not exist is not initialised.
                            typed.guard(&exists(&component.conditions, &record, &known));
                        }
                        steps.extend(typed.steps);
                        let value = spread(typed.value, dimensions);
                        match (&value, part) {
                            (Tree::Array(_, data), Tree::Array(bounds, _)) => {
                                Tree::Array(bounds.clone(), data.clone())
                            }
                            _ => value,
                        }
                    } else {
                        self.initial_tree(part, &plain, span, dimensions, steps)
                    };
                    values.push((name.clone(), value));
                }
                Tree::Record(values)
            }
            (TypeKind::Array(array), Tree::Array(bounds, data)) => {
                let component = array.component.clone();
                let inner = dimensions + array.indices.len();
                let mut own = Vec::new();
                let new = match subtype.base.default().cloned() {
                    Some(default) => self.type_default(&default, &component, inner, &mut own),
                    None => self.initial_tree(data, &component, span, inner, &mut own),
                };
                // The components of an empty array are not initialised.
                let plain = |term: &Term| term.sort() == Sort::Int;
                let own_bounds = bounds.iter();
                // Bounds that a discriminant of each component gives are maps themselves.
                let told = own_bounds.filter(|(low, high)| plain(low) && plain(high));
                let there = Term::and(told.map(|(low, high)| {
                    Term::compare(Comparison::LessEqual, low.clone(), high.clone())
                }));
                self.calls_are_repeated(&own, span);
                let is_checked = own.iter().any(|step| matches!(step, Step::Check(_)));
                guard_steps(&mut own, &there);
                steps.extend(own);
                let new = if is_checked && !there.is_bool(true) {
                    Tree::choose(&there, &new, data)
                } else {
                    new
                };
                Tree::Array(bounds.clone(), Box::new(new))
            }
            (TypeKind::Boolean | TypeKind::Discrete(_), Tree::Leaf(_)) => {
                let Some(default) = subtype.base.default().cloned() else {
                    return tree.clone();
                };
                let mut own = Vec::new();
                let value = self.type_default(&default, subtype, dimensions, &mut own);
                // The value is static: whether it fits this object is what may fail, and here.
                for step in &mut own {
                    if let Step::Check(check) = step {
                        check.check.span = span;
                    }
                }
                steps.extend(own);
                value
            }
            _ => tree.clone(),
        }
    }

    /// What an aspect of the type gives a scalar, or each component of an array of so many
    /// dimensions.
    pub(super) fn type_default(
        &mut self,
        default: &TypeDefault,
        subtype: &Subtype,
        dimensions: usize,
        steps: &mut Vec<Step>,
    ) -> Tree {
        let scopes = default.scopes.clone();
        let typed = self.in_scopes(scopes, |this| this.value_for(&default.value, subtype));
        steps.extend(typed.steps);
        spread(typed.value, dimensions)
    }

    /// The variables of a declared object.
    pub(super) fn new_object(
        &mut self,
        name: &ast::Name,
        subtype: &Subtype,
        access: Access,
    ) -> Tree {
        let subtype = subtype.clone();
        let (globals, locals) = (self.globals.len(), self.frame.locals.len());
        let tree = if self.is_local {
            self.local(&name.text, &subtype, name.span)
        } else {
            let is_constant = access == Access::Constant;
            let full = format!("{}{}", self.variable_prefix(), name.text);
            let span = name.span;
            self.variables(
                &full,
                &subtype,
                &[],
                &mut |this, name, sort, leaf, parts| {
                    let is_constant = is_constant || leads_to_fixed(&subtype, parts);
                    this.global(name, sort, Some(leaf), parts, span, is_constant)
                },
            )
        };
        let made = self.globals[globals..].iter_mut();
        let made = made.map(|global| &mut global.object);
        for object in made.chain(&mut self.frame.locals[locals..]) {
            object.bounds = tree.bounds_of_leaf(&object.variable).unwrap_or_default();
        }
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
}

/// The subtype of an object whose bounds, or discriminants, are its own.
pub(super) fn bounded(subtype: &Subtype, tree: &Tree) -> Subtype {
    if Elaborator::is_unconstrained_array(subtype) {
        with_bounds(subtype, tree)
    } else {
        with_discriminants(subtype, tree)
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
    fn gather(tree: &Tree, leaves: &mut Vec<Variable>, bounds: &mut Vec<Variable>) {
        match tree {
            Tree::Leaf(term) => leaves.extend(super::tree::as_variable(term).cloned()),
            Tree::Record(parts) => {
                for (_, part) in parts {
                    gather(part, leaves, bounds);
                }
            }
            Tree::Array(own, data) => {
                let own = own.iter().flat_map(|(first, last)| [first, last]);
                bounds.extend(own.filter_map(|term| super::tree::as_variable(term).cloned()));
                gather(data, leaves, bounds);
            }
            Tree::Lost => {}
        }
    }
    let (mut leaves, mut bounds) = (Vec::new(), Vec::new());
    gather(tree, &mut leaves, &mut bounds);
    // A discriminant may be a bound, but it is a component, too.
    bounds.retain(|bound| !leaves.contains(bound));
    bounds
}

/// The same value for each component of an array of so many dimensions.
fn spread(tree: Tree, dimensions: usize) -> Tree {
    (0..dimensions).fold(tree, |tree, _| {
        tree.map(&|term| Term::constant_array(term.clone()))
    })
}
