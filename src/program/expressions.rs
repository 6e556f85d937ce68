//! Expressions: types, static values, terms and steps.

use num_bigint::BigInt;

use super::elaborator::Elaborator;
use super::interval::Interval;
use super::overload::Kind;
use super::place::Place;
use super::tree::Tree;
use super::typed::{Chooser, Evaluation, Expression, GuardedCheck, Read, Step};
use super::types::{Subtype, TypeKind};
use crate::logic::{Sort, Term, Value};
use crate::source::Span;
use crate::syntax::ast::{self, ExpressionKind};
use crate::verdict::{Check, Rule};

/// Where an expression stands, which decides what may be said in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    /// In the program: Ada.
    Program,
    /// In a `--%` clause: `even` and `odd` as well.
    Clause,
    /// In a postcondition: `'Old` as well.
    Postcondition,
}

/// An expression on its way.
#[derive(Debug, Clone)]
pub(super) struct Typed {
    pub(super) kind: Kind,
    pub(super) value: Tree,
    pub(super) steps: Vec<Step>,
    /// The value of a static expression. It is exact: checks concern the whole only.
    pub(super) fixed: Option<Value>,
    /// Where the value of an integer lies if all checks hold.
    pub(super) interval: Interval,
    /// GNAT's position.
    pub(super) position: Span,
    /// The object it names.
    pub(super) named: Option<Named>,
}

/// An object that an expression names.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub(super) place: Place,
    pub(super) subtype: Subtype,
    pub(super) access: super::entity::Access,
}

impl Typed {
    pub(super) fn error(position: Span) -> Typed {
        Typed {
            kind: Kind::Error,
            value: Tree::Leaf(Term::int(0)),
            steps: Vec::new(),
            fixed: None,
            interval: Interval::new(0, 0),
            position,
            named: None,
        }
    }

    pub(super) fn constant(value: Value, kind: Kind, position: Span) -> Typed {
        let interval = match &value {
            Value::Int(value) => Interval::point(value),
            Value::Bool(value) => Interval::new(u8::from(*value), u8::from(*value)),
            Value::Array(_) => Interval::new(0, 0),
        };
        Typed {
            kind,
            value: Tree::Leaf(Term::constant(&value)),
            fixed: Some(value),
            interval,
            ..Typed::error(position)
        }
    }

    /// A value of which nothing is known.
    pub(super) fn lost(kind: Kind, position: Span) -> Typed {
        Typed {
            kind,
            value: Tree::Lost,
            ..Typed::error(position)
        }
    }

    pub(super) fn is_error(&self) -> bool {
        matches!(self.kind, Kind::Error)
    }

    /// The term of a scalar.
    pub(super) fn term(&self) -> Term {
        self.value.term()
    }

    /// The static value of an integer.
    pub(super) fn static_integer(&self) -> Option<&BigInt> {
        match &self.fixed {
            Some(Value::Int(value)) => Some(value),
            Some(Value::Bool(_) | Value::Array(_)) | None => None,
        }
    }

    /// Takes over what evaluating other expressions, before this one's own steps, needs.
    pub(super) fn evaluated(mut self, operands: Vec<Typed>) -> Typed {
        let own = std::mem::take(&mut self.steps);
        for operand in operands {
            self.steps.extend(operand.steps);
        }
        self.steps.extend(own);
        self
    }

    /// Restricts the steps to the runs in which `guard` holds.
    pub(super) fn guard(&mut self, guard: &Term) {
        guard_steps(&mut self.steps, guard);
    }

    /// Whether evaluating it may fail a check.
    pub(super) fn has_checks(&self) -> bool {
        self.steps
            .iter()
            .any(|step| matches!(step, Step::Check(_) | Step::Call { .. }))
    }
}

/// Restricts steps to the runs in which `guard` holds.
pub(super) fn guard_steps(steps: &mut Vec<Step>, guard: &Term) {
    for step in steps.iter_mut() {
        match step {
            Step::Check(check) => {
                check.condition = Term::implies(guard.clone(), check.condition.clone());
            }
            Step::Call { guard: own, .. } => *own = Term::and([guard.clone(), own.clone()]),
            Step::Read(read) => read.guard = Term::and([guard.clone(), read.guard.clone()]),
            Step::Assume(condition) => {
                *condition = Term::implies(guard.clone(), condition.clone());
            }
            // Temporaries may take values that nobody reads.
            Step::Forget { .. } | Step::Assign(..) => {}
        }
    }
    steps.retain(|step| !matches!(step, Step::Check(check) if check.condition.is_bool(true)));
}

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

    /// An expression whose value is given to something of the subtype: its type must fit, and
    /// checks are made where the types do not decide that it belongs to the subtype.
    pub(super) fn value_for(&mut self, expression: &ast::Expression, subtype: &Subtype) -> Typed {
        // The values of conditional expressions are checked one by one, where they stand.
        match &expression.kind {
            ExpressionKind::If {
                branches,
                otherwise,
            } => {
                return self.if_expression(
                    expression,
                    branches,
                    otherwise.as_deref(),
                    Some(subtype),
                    &mut |this, value| this.value_for(value, subtype),
                );
            }
            ExpressionKind::Case {
                selector,
                alternatives,
            } => {
                return self.case_expression(
                    expression,
                    selector,
                    alternatives,
                    &mut |this, value| this.value_for(value, subtype),
                );
            }
            _ => {}
        }
        let typed = self.expression(expression, Some(subtype));
        let typed = self.converted(expression, typed, subtype);
        self.constrained(expression, typed, subtype)
    }

    /// An integer expression of any type; a universal one becomes Integer.
    pub(super) fn integer_value(&mut self, expression: &ast::Expression) -> Typed {
        let expected = self.own_type(expression).map(|base| Subtype::of(&base));
        let typed = self.expression(expression, expected.as_ref());
        match &typed.kind {
            Kind::Universal => {
                let integer = Subtype::of(&self.standard.integer);
                self.converted(expression, typed, &integer)
            }
            Kind::Of(base) if base.is_integer() => typed,
            Kind::Error => typed,
            kind => {
                if let Kind::Of(base) = kind
                    && base.lost().is_some()
                {
                    let integer = Subtype::of(&self.standard.integer);
                    return self.replaced_by_lost(typed, &integer, expression.span, "value");
                }
                self.error(
                    expression.span,
                    format!("{expression} is not a number"),
                    "write an integer expression",
                );
                Typed::error(typed.position)
            }
        }
    }

    /// Gives an operand the type of its surroundings, reporting what does not fit.
    pub(super) fn converted(
        &mut self,
        expression: &ast::Expression,
        mut typed: Typed,
        wanted: &Subtype,
    ) -> Typed {
        if typed.is_error() {
            return self.error_of(wanted, typed);
        }
        if !typed.kind.fits(&wanted.base) {
            self.mismatch(expression, &typed.kind, wanted);
            let position = typed.position;
            return self.error_of(wanted, Typed::error(position));
        }
        if let Some(discrete) = wanted.base.discrete() {
            let base = discrete.base.clone();
            let name = discrete.base_name.clone();
            let outside = match typed.static_integer() {
                Some(value) if !base.contains(value) => Some(format!("the value {value}")),
                None if matches!(typed.kind, Kind::Universal)
                    && !typed.interval.is_inside(&base) =>
                {
                    Some(format!("a value of {expression}"))
                }
                Some(_) | None => None,
            };
            if let Some(what) = outside {
                self.error(
                    expression.span,
                    format!("{what} is not in the range of {name}"),
                    "a static value must lie in the base range of its type",
                );
                let position = typed.position;
                return self.error_of(wanted, Typed::error(position));
            }
        }
        let is_shapeless = matches!(typed.value, Tree::Lost) && wanted.base.lost().is_none();
        typed.kind = wanted.kind();
        if is_shapeless {
            return self.replaced_by_lost(typed, wanted, expression.span, "value");
        }
        typed
    }

    /// An error with a value of the right shape.
    fn error_of(&mut self, wanted: &Subtype, typed: Typed) -> Typed {
        let value = match wanted.base.kind() {
            TypeKind::Boolean => Tree::Leaf(Term::bool(true)),
            TypeKind::Discrete(_) => Tree::Leaf(Term::int(0)),
            TypeKind::Array(_) | TypeKind::Record(_) | TypeKind::Lost(_) => {
                self.default_tree(wanted)
            }
        };
        Typed {
            value,
            kind: Kind::Error,
            ..typed
        }
    }

    /// Some value of the subtype's shape.
    pub(super) fn default_tree(&mut self, subtype: &Subtype) -> Tree {
        let mut sorts: Vec<(super::Variable, Value)> = Vec::new();
        let shape = self.variables("default", subtype, 0, &mut |_, name, sort, subtype| {
            let variable = super::Variable::new(name, sort.clone());
            let value = default_value(&sort, subtype);
            sorts.push((variable.clone(), value));
            variable
        });
        let values: Vec<(super::Variable, Term)> = sorts
            .into_iter()
            .map(|(variable, value)| (variable, Term::constant(&value)))
            .collect();
        shape.map(&|term| super::elaborator::replace_all(term, &values))
    }

    pub(super) fn mismatch(
        &mut self,
        expression: &ast::Expression,
        found: &Kind,
        wanted: &Subtype,
    ) {
        let message = format!(
            "{expression} is of type {} where {} is expected",
            found.describe(),
            wanted.base.name
        );
        self.error(expression.span, message, "make the types agree");
    }

    /// Any expression, with the subtype that its surroundings expect.
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
                let expected = match expected {
                    Some(_) => expected,
                    None => {
                        own = self.own_type(expression).map(|base| Subtype::of(&base));
                        own.as_ref()
                    }
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
            ExpressionKind::Target => match self.target.clone() {
                Some(target) => Typed { position, ..target },
                None => {
                    self.error(
                        expression.span,
                        "@ stands in no assignment",
                        "write the name",
                    );
                    Typed::error(position)
                }
            },
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
            for target in variables {
                let chooser = Chooser::Environment;
                typed.steps.push(Step::Forget { target, chooser });
            }
            typed.value = value;
            typed.named = None;
            return typed;
        }
        let roots = named.place.root.variables();
        if !roots.iter().any(|root| self.frame.unset.contains(root)) {
            return typed;
        }
        let mut indices = Vec::new();
        let mut bounds: Vec<(Term, Term)> = Vec::new();
        let mut tree = named.place.root.clone();
        for step in &named.place.path {
            match step {
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
                    break;
                }
            }
        }
        let mut inner = &tree;
        while let Tree::Array(own, data) = inner {
            bounds.extend(own.iter().cloned());
            inner = data;
        }
        for leaf in tree.leaves() {
            if let Some(variable) = super::tree::as_variable(leaf)
                && self.frame.unset.contains(variable)
            {
                typed.steps.push(Step::Read(Read {
                    variable: variable.clone(),
                    indices: indices.clone(),
                    bounds: bounds.clone(),
                    guard: Term::bool(true),
                    span: expression.position,
                }));
            }
        }
        typed
    }
}

/// `not e`
pub(super) fn negated(mut typed: Typed) -> Typed {
    typed.value = Tree::Leaf(Term::not(typed.term()));
    typed.fixed = match typed.fixed {
        Some(Value::Bool(value)) => Some(Value::Bool(!value)),
        Some(Value::Int(_) | Value::Array(_)) | None => None,
    };
    typed
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

/// A value of the sort whose leaves belong to the scalar subtype.
pub(super) fn default_value(sort: &Sort, subtype: &Subtype) -> Value {
    match sort {
        Sort::Bool => Value::Bool(false),
        Sort::Int => {
            let values = scalar_interval(subtype);
            let zero = BigInt::from(0);
            Value::Int(if values.contains(&zero) {
                zero
            } else if values.low > zero {
                values.low
            } else {
                values.high
            })
        }
        Sort::Array(element) => Value::Array(crate::logic::ArrayValue::constant(default_value(
            element, subtype,
        ))),
    }
}

/// The expression with what later stages need.
pub(super) fn finish(expression: &ast::Expression, typed: Typed) -> Expression {
    let term = typed.term();
    Expression {
        term,
        evaluation: finish_steps(expression, typed.steps),
    }
}

/// The steps of evaluating something.
pub(super) fn finish_steps(expression: &ast::Expression, mut steps: Vec<Step>) -> Evaluation {
    steps.retain(|step| !matches!(step, Step::Check(check) if check.condition.is_bool(true)));
    Evaluation {
        steps,
        text: expression.to_string(),
        span: expression.span,
    }
}
