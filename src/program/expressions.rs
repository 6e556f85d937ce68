//! Expressions: types, static values, terms and steps.

use std::sync::Arc;

use super::elaborator::Elaborator;
use super::interval::Interval;
use super::kind::Kind;
use super::tree::Tree;
use super::typed::{Chooser, Expression, GuardedCheck, Read, Step};
use super::typed_value::{Typed, finish, negated};
use super::types::{Subtype, Type, TypeKind};
use crate::logic::{Sort, Term, Value, Variable};
use crate::source::Span;
use crate::syntax::ast::{self, ExpressionKind};
use crate::verdict::{Check, Rule};

impl Elaborator {
    /// A check at a place of the present subprogram.
    pub(super) fn check(
        &self,
        rule: Rule,
        span: Span,
        text: impl Into<String>,
        condition: Term,
    ) -> Step {
        Step::Check(GuardedCheck {
            check: Check {
                rule,
                span,
                subprogram: self.frame.name.clone(),
                condition: text.into(),
            },
            condition,
        })
    }

    /// A Boolean expression.
    pub(super) fn condition(&mut self, expression: &ast::Expression) -> Expression {
        let boolean = Subtype::of(&self.standard.boolean);
        let typed = self.boolean(expression, &boolean);
        finish(expression, typed)
    }

    /// A Boolean expression on its way: of type Boolean or derived from it.
    pub(super) fn boolean(&mut self, expression: &ast::Expression, expected: &Subtype) -> Typed {
        let own = self.interpretations(expression);
        let derived = own.iter().find_map(|kind| {
            let base = kind.base()?;
            (base.is_boolean() && base.id != expected.base.id).then(|| base.clone())
        });
        let wants_own = derived.is_some() && !own.iter().any(|kind| kind.fits(&expected.base));
        let expected = match derived {
            Some(base) if wants_own => Subtype::of(&base),
            _ => expected.clone(),
        };
        let mut typed = self.expression(expression, Some(&expected));
        match &typed.kind {
            Kind::Of(base) if base.is_boolean() => {}
            Kind::Error => typed.value = Tree::Leaf(Term::bool(true)),
            Kind::Any
            | Kind::Of(_)
            | Kind::Universal
            | Kind::UniversalReal
            | Kind::String
            | Kind::Null => {
                if let Kind::Of(base) = &typed.kind
                    && base.lost().is_some()
                {
                    return self.replaced_by_lost(typed, &expected, expression.span, "condition");
                }
                let what = if matches!(typed.kind, Kind::Universal)
                    || typed.kind.base().is_some_and(|base| base.is_integer())
                {
                    "a number".to_owned()
                } else {
                    format!("of type {}", typed.kind.describe())
                };
                self.error(
                    expression.span,
                    format!("{expression} is not a condition but {what}"),
                    "compare it with something",
                );
                typed.value = Tree::Leaf(Term::bool(true));
            }
        }
        typed
    }

    /// A value of the subtype of which nothing else is known, after the steps of `typed`.
    pub(super) fn replaced_by_lost(
        &mut self,
        typed: Typed,
        subtype: &Subtype,
        span: Span,
        construct: &str,
    ) -> Typed {
        self.gap(span, construct);
        if subtype.base.lost().is_some() {
            return Typed {
                kind: subtype.kind(),
                value: Tree::Lost,
                fixed: None,
                ..typed
            };
        }
        let (value, variables) = self.lost_value(subtype, span);
        let mut steps = typed.steps;
        for target in variables {
            let chooser = Chooser::Nobody;
            steps.push(Step::Forget { target, chooser });
        }
        Typed {
            kind: subtype.kind(),
            value,
            steps,
            fixed: None,
            interval: scalar_interval(subtype),
            position: typed.position,
            named: None,
        }
    }

    /// Any expression, with the subtype that its surroundings expect.
    #[allow(clippy::too_many_lines)] // one arm per kind of expression
    pub(super) fn expression(
        &mut self,
        expression: &ast::Expression,
        expected: Option<&Subtype>,
    ) -> Typed {
        let position = expression.position;
        match &expression.kind {
            ExpressionKind::Integer(value) => {
                Typed::constant(Value::Int(value.clone()), Kind::Universal, position)
            }
            ExpressionKind::Real(_) => Typed::lost(Kind::UniversalReal, position),
            ExpressionKind::Null => Typed::lost(Kind::Null, position),
            ExpressionKind::Character(character) => {
                self.character(expression, *character, expected)
            }
            ExpressionKind::String(text) => self.string(expression, text, expected),
            ExpressionKind::Name(_)
            | ExpressionKind::Selected(..)
            | ExpressionKind::Attribute(..)
            | ExpressionKind::Dereference(_)
            | ExpressionKind::Call(..) => {
                let typed = self.name(expression, expected);
                self.read(expression, typed)
            }
            ExpressionKind::Unary(operator, operand) => {
                self.unary(expression, *operator, operand, expected)
            }
            ExpressionKind::Binary(operator, left, right) => {
                self.binary(expression, *operator, left, right, expected)
            }
            ExpressionKind::Membership {
                operand,
                is_negated,
                choices,
            } => {
                let tested = self.membership(expression, operand, choices);
                if *is_negated { negated(tested) } else { tested }
            }
            ExpressionKind::If {
                branches,
                otherwise,
            } => {
                let own;
                let expected = if expected.is_some() {
                    expected
                } else {
                    own = self.own_type(expression).map(|base| Subtype::of(&base));
                    own.as_ref()
                };
                self.if_expression(
                    expression,
                    branches,
                    otherwise.as_deref(),
                    expected,
                    &mut |this, value| this.expression(value, expected),
                )
            }
            ExpressionKind::Case {
                selector,
                alternatives,
            } => self.case_expression(expression, selector, alternatives, &mut |this, value| {
                this.expression(value, expected)
            }),
            ExpressionKind::Quantified {
                quantifier,
                iteration,
                predicate,
            } => self.quantified(expression, *quantifier, iteration, predicate),
            ExpressionKind::Declare {
                declarations,
                value,
            } => self.declare_expression(declarations, value, expected),
            ExpressionKind::Qualified(mark, operand) => self.qualified(expression, mark, operand),
            ExpressionKind::Aggregate(aggregate) => self.aggregate(expression, aggregate, expected),
            ExpressionKind::Update(prefix, associations) => {
                self.updated(expression, prefix, associations, expected)
            }
            ExpressionKind::Allocator(_) => {
                self.gap(expression.span, "allocator");
                Typed::lost(Kind::Null, position)
            }
            ExpressionKind::Raise { .. } => {
                let check = self.check(
                    Rule::Raise,
                    position,
                    "an exception is raised",
                    Term::bool(false),
                );
                let value = match expected {
                    Some(expected) => self.default_tree(expected),
                    None => Tree::Lost,
                };
                Typed {
                    kind: expected.map_or(Kind::Any, Subtype::kind),
                    value,
                    steps: vec![check],
                    ..Typed::error(position)
                }
            }
            ExpressionKind::Target => {
                if let Some(target) = self.target.clone() {
                    Typed { position, ..target }
                } else {
                    self.error(
                        expression.span,
                        "@ stands in no assignment",
                        "write the name",
                    );
                    Typed::error(position)
                }
            }
            ExpressionKind::Error => {
                self.is_poisoned = true;
                Typed::error(position)
            }
        }
    }

    /// Adds what reading a named object does.
    pub(super) fn read(&mut self, expression: &ast::Expression, mut typed: Typed) -> Typed {
        let Some(named) = &typed.named else {
            return typed;
        };
        if named.access == super::entity::Access::Volatile {
            let subtype = named.subtype.clone();
            if subtype.base.lost().is_some() {
                return typed;
            }
            let (value, variables) = self.lost_value(&subtype, expression.span);
            let mut roots = named.place.root.variables().into_iter();
            // Nobody keeps book of what is written to the same address under another name.
            let is_shared = roots.any(|root| self.shared.contains(&root));
            for target in variables {
                let chooser = if is_shared {
                    Chooser::Nobody
                } else {
                    Chooser::Environment
                };
                typed.steps.push(Step::Forget { target, chooser });
            }
            typed.value = value;
            typed.named = None;
            return typed;
        }
        let roots = named.place.root.variables();
        if !roots.iter().any(|root| self.may_be_unset(root)) {
            return typed;
        }
        let mut indices = Vec::new();
        let mut bounds: Vec<(Term, Term)> = Vec::new();
        let mut tree = named.place.root.clone();
        let mut base = Arc::clone(&named.subtype.base);
        let mut path = named.place.path.iter().peekable();
        while let Some(step) = path.next() {
            match step {
                // Its components are those of the array, at the same indices.
                super::place::PathStep::Slice(..) if path.peek().is_some() => {}
                super::place::PathStep::Component(name) => {
                    tree = tree.component(name).cloned().unwrap_or(Tree::Lost);
                }
                super::place::PathStep::Index(list) => {
                    indices.extend(list.iter().cloned());
                    if let Tree::Array(_, data) = &tree {
                        tree = (**data).clone();
                    }
                }
                super::place::PathStep::Slice(low, high) => {
                    bounds.push((low.clone(), high.clone()));
                    if let Tree::Array(_, data) = &tree {
                        tree = (**data).clone();
                    }
                    if let Some(array) = named.subtype.base.array() {
                        base = Arc::clone(&array.component.base);
                    }
                    break;
                }
            }
        }
        let whole = Read {
            // Each leaf puts its own variable here.
            variable: Variable::new("", Sort::Int),
            indices,
            bounds,
            binders: Vec::new(),
            guard: Term::bool(true),
            span: expression.position,
        };
        let mut reads = Vec::new();
        leaf_reads(&tree, &base, &whole, &mut reads);
        reads.retain(|read| self.may_be_unset(&read.variable));
        typed.steps.extend(reads.into_iter().map(Step::Read));
        typed
    }
}

/// The reads of the leaves of a value: of components that exist, at all indices of arrays.
fn leaf_reads(tree: &Tree, base: &Type, read: &Read, found: &mut Vec<Read>) {
    match (base.kind(), tree) {
        (TypeKind::Record(record), Tree::Record(parts)) => {
            let is_single = read.indices.is_empty() && read.bounds.is_empty();
            for (component, (_, part)) in record.components.iter().zip(parts) {
                let mut read = read.clone();
                if is_single && !component.conditions.is_empty() {
                    let exists = super::names::exists(&component.conditions, record, tree);
                    read.guard = Term::and([read.guard, exists]);
                }
                leaf_reads(part, &component.subtype.base, &read, found);
            }
        }
        (TypeKind::Array(array), Tree::Array(bounds, data)) => {
            let mut read = read.clone();
            read.bounds.extend(bounds.iter().cloned());
            leaf_reads(data, &array.component.base, &read, found);
        }
        _ => {
            for leaf in tree.leaves() {
                if let Some(variable) = super::tree::as_variable(leaf) {
                    found.push(Read {
                        variable: variable.clone(),
                        ..read.clone()
                    });
                }
            }
        }
    }
}

/// Where the values of a discrete subtype lie; of others it does not matter.
pub(super) fn scalar_interval(subtype: &Subtype) -> Interval {
    if subtype.base.is_discrete() {
        subtype.values()
    } else {
        Interval::new(0, 0)
    }
}

/// `low <= term <= high`
pub(super) fn within(term: &Term, interval: &Interval) -> Term {
    Term::between(
        term,
        Term::int(interval.low.clone()),
        Term::int(interval.high.clone()),
    )
}
