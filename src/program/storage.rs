//! Variables that stand for objects.

use std::sync::Arc;

use super::elaborator::{Elaborator, replace_all};
use super::forms;
use super::tree::Tree;
use super::typed::{Global, Object};
use super::types::{Constraint, Subtype, TypeKind, discriminant_variable};
use crate::logic::{Part, Sort, Term, Variable};
use crate::source::Span;

/// Makes a variable of a name, a sort, the subtype of a scalar and the way to it.
pub(super) type Make<'a> =
    dyn FnMut(&mut Elaborator, &str, Sort, &Subtype, &[Part]) -> Variable + 'a;

impl Elaborator {
    /// Whether a variable keeps one value as long as it can be named.
    pub(super) fn is_stable(&self, variable: &Variable) -> bool {
        self.frame.stable.contains(variable) || self.stable_globals.contains(variable)
    }

    /// Whether a variable has no value where it is declared. A subprogram may be declared before
    /// the variables of its package.
    pub(super) fn may_be_unset(&self, variable: &Variable) -> bool {
        self.frame.unset.contains(variable) || self.unset_globals.contains(variable)
    }

    /// Whether a term keeps one value as long as its variables can be named.
    pub(super) fn is_stable_term(&self, term: &Term) -> bool {
        term.variables()
            .iter()
            .all(|variable| self.is_stable(variable))
    }

    /// A new scalar of the present subprogram, or of elaboration.
    pub(super) fn temporary(
        &mut self,
        name: &str,
        sort: Sort,
        subtype: Option<&Subtype>,
        span: Span,
    ) -> Variable {
        let variable = self.frame.variable(name, sort);
        let object = described(&variable, subtype, &[], span);
        self.frame.locals.push(object);
        variable
    }

    /// A temporary that keeps the value of a term, unless the term is constant.
    pub(super) fn kept(
        &mut self,
        name: &str,
        term: &Term,
        subtype: Option<&Subtype>,
        span: Span,
        assignments: &mut Vec<(Variable, Term)>,
    ) -> Term {
        if self.is_stable_term(term) {
            return term.clone();
        }
        let variable = if self.is_local {
            let variable = self.temporary(name, term.sort(), subtype, span);
            self.frame.stable.insert(variable.clone());
            variable
        } else {
            self.global(name, term.sort(), subtype, &[], span, true)
        };
        assignments.push((variable.clone(), term.clone()));
        Term::variable(&variable)
    }

    /// A new variable of a package.
    #[allow(clippy::fn_params_excessive_bools)] // what it is, not how it is made
    pub(super) fn global(
        &mut self,
        name: &str,
        sort: Sort,
        subtype: Option<&Subtype>,
        parts: &[Part],
        span: Span,
        is_constant: bool,
    ) -> Variable {
        let wanted = super::frame::unused_name(&mut self.taken_names, name);
        let variable = Variable::new(&wanted, sort);
        if is_constant {
            self.stable_globals.insert(variable.clone());
        }
        self.global_names.insert(wanted.to_lowercase());
        self.frame.used.insert(wanted.to_lowercase());
        self.globals.push(Global {
            object: described(&variable, subtype, parts, span),
            is_visible: self.is_visible && !is_constant && !self.hides_variables,
            is_constant,
        });
        variable
    }

    /// What the variables of a package begin with: nothing for the main unit.
    pub(super) fn variable_prefix(&self) -> String {
        let prefix = self.prefix();
        let main = format!("{}.", self.unit_name);
        match prefix.strip_prefix(&main) {
            Some(rest) => rest.to_owned(),
            None => prefix,
        }
    }

    /// The variables of an object of the subtype, made by `make` from a name, a sort, the subtype
    /// of the scalar and the way to it.
    ///
    /// `around` is the way from the object here, whose arrays the sorts are wrapped in.
    pub(super) fn variables(
        &mut self,
        name: &str,
        subtype: &Subtype,
        around: &[Part],
        make: &mut Make<'_>,
    ) -> Tree {
        let dimensions: usize = around.iter().map(dimensions).sum();
        let wrapped = |sort: Sort| (0..dimensions).fold(sort, |sort, _| Sort::array(sort));
        match subtype.base.kind() {
            TypeKind::Boolean => {
                let variable = make(self, name, wrapped(Sort::Bool), subtype, around);
                Tree::variable(&variable)
            }
            TypeKind::Discrete(_) => {
                let variable = make(self, name, wrapped(Sort::Int), subtype, around);
                Tree::variable(&variable)
            }
            TypeKind::Array(array) => {
                let array = array.clone();
                let bounds = if let Some(ranges) = subtype.index_ranges() {
                    ranges
                        .iter()
                        .map(|range| (range.first.clone(), range.last.clone()))
                        .collect()
                } else {
                    let mut bounds = Vec::new();
                    for (at, index) in array.indices.iter().enumerate() {
                        let suffix = if at == 0 {
                            String::new()
                        } else {
                            format!(" ({})", at + 1)
                        };
                        // The bounds of an empty array may lie outside the index subtype.
                        let index = Subtype::of(&index.base);
                        let mut bound = |this: &mut Elaborator, word: &str| {
                            let name = format!("{name}'{word}{suffix}");
                            let variable = make(this, &name, wrapped(Sort::Int), &index, &[]);
                            Term::variable(&variable)
                        };
                        bounds.push((bound(self, "First"), bound(self, "Last")));
                    }
                    bounds
                };
                let mut inner = around.to_vec();
                inner.push(forms::indices(&array.indices));
                let data = self.variables(name, &array.component, &inner, make);
                Tree::Array(bounds, Box::new(data))
            }
            TypeKind::Record(record) => {
                let record = Arc::clone(record);
                let id = subtype.base.root();
                let mut parts: Vec<(String, Tree)> = Vec::new();
                for (at, component) in record.components.iter().enumerate() {
                    let mut part = component.subtype.clone();
                    if at >= record.discriminants {
                        let known: Vec<(Variable, Term)> = parts[..record.discriminants]
                            .iter()
                            .map(|(name, value)| {
                                let position = super::operators::position_term(&value.term());
                                (discriminant_variable(id, name), position)
                            })
                            .collect();
                        part = part.map(&|term| replace_all(term, &known));
                    }
                    let full = format!("{name}.{}", component.name);
                    let mut inner = around.to_vec();
                    inner.push(forms::component(&record, at));
                    let tree = self.variables(&full, &part, &inner, make);
                    parts.push((component.name.clone(), tree));
                }
                Tree::Record(parts)
            }
            TypeKind::Lost(_) => Tree::Lost,
        }
    }

    /// The variables of a local object.
    pub(super) fn local(&mut self, name: &str, subtype: &Subtype, span: Span) -> Tree {
        // The leaves bear the name of the whole, made unique as one.
        let name = self.frame.whole_name(name);
        let mut make =
            |this: &mut Elaborator, name: &str, sort, subtype: &Subtype, parts: &[Part]| {
                let variable = this.frame.variable(name, sort);
                let object = described(&variable, Some(subtype), parts, span);
                this.frame.locals.push(object);
                variable
            };
        self.variables(&name, subtype, &[], &mut make)
    }

    /// The variables of a local whose value is any of its type.
    pub(super) fn lost_value(&mut self, subtype: &Subtype, span: Span) -> (Tree, Vec<Variable>) {
        let tree = self.local("Lost", subtype, span);
        let variables = tree.variables();
        (tree, variables)
    }

    /// Whether a subtype's objects need bounds from a value.
    pub(super) fn is_unconstrained_array(subtype: &Subtype) -> bool {
        subtype.base.array().is_some() && matches!(subtype.constraint, Constraint::None)
    }
}

/// How many arrays of the logic a step goes into.
fn dimensions(part: &Part) -> usize {
    match part {
        Part::Component(..) => 0,
        Part::Indices(types) => types.len(),
    }
}

/// A variable with what its subtype says of it; `parts` is the way to it from an object.
pub(super) fn described(
    variable: &Variable,
    subtype: Option<&Subtype>,
    parts: &[Part],
    span: Span,
) -> Object {
    Object {
        variable: variable.clone(),
        range: subtype.and_then(Subtype::bounds),
        bounds: Vec::new(),
        is_empty: subtype.is_some_and(Subtype::is_empty),
        is_enumeration: subtype.is_some_and(|subtype| subtype.base.is_enumeration()),
        type_name: subtype.map_or_else(|| "Boolean".to_owned(), Subtype::describe),
        literals: subtype.map(literals).unwrap_or_default(),
        form: subtype.and_then(|subtype| forms::form(parts, subtype)),
        span,
    }
}

/// The literals of a subtype, of an array those of its components.
fn literals(subtype: &Subtype) -> Arc<Vec<String>> {
    match (subtype.base.discrete(), subtype.base.array()) {
        (Some(discrete), _) => Arc::clone(&discrete.literals),
        (None, Some(array)) => literals(&array.component),
        (None, None) => Arc::default(),
    }
}
