//! Expressions: types, static values, terms and checks.

use std::sync::Arc;

use num_bigint::BigInt;

use super::elaborator::Elaborator;
use super::interval::Interval;
use super::scope;
use super::typed::{DiscreteType, Expression, GuardedCheck, Read, Subtype};
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

/// The type of an expression.
#[derive(Debug, Clone)]
pub(super) enum Type {
    Boolean,
    /// Of literals and named numbers: fits every integer type.
    Universal,
    /// Integers and enumerations.
    Discrete(Arc<DiscreteType>),
    /// Something is wrong, and a diagnostic says so.
    Error,
}

/// An expression on its way.
#[derive(Debug, Clone)]
pub(super) struct Typed {
    pub(super) kind: Type,
    pub(super) term: Term,
    pub(super) checks: Vec<GuardedCheck>,
    pub(super) reads: Vec<Read>,
    /// The value of a static expression. It is exact: checks concern the whole only.
    pub(super) value: Option<Value>,
    /// Where the value of an integer lies if all checks hold.
    pub(super) interval: Interval,
    /// GNAT's position.
    pub(super) position: Span,
}

impl Typed {
    pub(super) fn error(position: Span) -> Typed {
        Typed {
            kind: Type::Error,
            term: Term::int(0),
            checks: Vec::new(),
            reads: Vec::new(),
            value: None,
            interval: Interval::new(0, 0),
            position,
        }
    }

    pub(super) fn constant(value: Value, kind: Type, position: Span) -> Typed {
        let interval = match &value {
            Value::Int(value) => Interval::point(value),
            Value::Bool(_) | Value::Array(_) => Interval::new(0, 0),
        };
        Typed {
            kind,
            term: Term::constant(&value),
            value: Some(value),
            interval,
            ..Typed::error(position)
        }
    }

    pub(super) fn is_error(&self) -> bool {
        matches!(self.kind, Type::Error)
    }

    /// The static value of an integer.
    pub(super) fn static_integer(&self) -> Option<&BigInt> {
        match &self.value {
            Some(Value::Int(value)) => Some(value),
            Some(Value::Bool(_) | Value::Array(_)) | None => None,
        }
    }

    /// Takes over what evaluating another expression, before this one's own checks, needs.
    pub(super) fn evaluated(mut self, operands: Vec<Typed>) -> Typed {
        let own = std::mem::take(&mut self.checks);
        for operand in operands {
            self.checks.extend(operand.checks);
            self.reads.extend(operand.reads);
        }
        self.checks.extend(own);
        self
    }

    /// Restricts the checks to the runs in which `guard` holds.
    pub(super) fn guard(&mut self, guard: &Term) {
        for check in &mut self.checks {
            check.condition = Term::implies(guard.clone(), check.condition.clone());
        }
        self.checks.retain(|check| !check.condition.is_bool(true));
    }
}

impl Elaborator {
    /// A check at a place of the present subprogram.
    pub(super) fn check(
        &self,
        rule: Rule,
        span: Span,
        text: impl Into<String>,
        condition: Term,
    ) -> GuardedCheck {
        GuardedCheck {
            check: Check {
                rule,
                span,
                subprogram: self.frame.name.clone(),
                condition: text.into(),
            },
            condition,
        }
    }

    /// A Boolean expression.
    pub(super) fn condition(&mut self, expression: &ast::Expression) -> Expression {
        let typed = self.expression(expression);
        self.condition_of(expression, typed)
    }

    fn condition_of(&mut self, expression: &ast::Expression, mut typed: Typed) -> Expression {
        match typed.kind {
            Type::Boolean => {}
            Type::Error => typed.term = Term::bool(true),
            Type::Universal | Type::Discrete(_) => {
                self.error(
                    expression.span,
                    format!("{expression} is not a condition but a number"),
                    "compare it with something",
                );
                typed.term = Term::bool(true);
            }
        }
        finish(expression, typed)
    }

    /// An expression whose value is given to something of the subtype: its type must fit, and a
    /// range check is made where the types do not decide it.
    pub(super) fn value_for(
        &mut self,
        expression: &ast::Expression,
        subtype: &Subtype,
    ) -> Expression {
        let mut typed = self.static_or_checked_value(expression, subtype);
        if typed.is_error() && subtype.sort() == Sort::Bool {
            typed.term = Term::bool(true);
        }
        finish(expression, typed)
    }

    /// The same, with its static value.
    pub(super) fn static_or_checked_value(
        &mut self,
        expression: &ast::Expression,
        subtype: &Subtype,
    ) -> Typed {
        // The values of an if expression are checked one by one, where they stand.
        if let ExpressionKind::If {
            branches,
            otherwise,
        } = &expression.kind
        {
            return self.if_expression(
                expression,
                branches,
                otherwise.as_deref(),
                &mut |this, value| this.static_or_checked_value(value, subtype),
            );
        }
        let typed = self.expression(expression);
        let typed = self.converted(expression, typed, &Type::of(subtype));
        self.range_check(expression, typed, subtype)
    }

    /// An integer expression of any type, or of the given one; a universal one becomes Integer.
    pub(super) fn integer_value(&mut self, expression: &ast::Expression) -> Typed {
        let typed = self.expression(expression);
        match typed.kind {
            Type::Universal => self.converted(expression, typed, &Type::Discrete(scope::integer())),
            Type::Discrete(ref base) if !base.is_enumeration() => typed,
            Type::Error => typed,
            Type::Boolean | Type::Discrete(_) => {
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
        wanted: &Type,
    ) -> Typed {
        let fits = match (&typed.kind, wanted) {
            (Type::Error, _) | (_, Type::Error) => return Typed::error(typed.position),
            (Type::Boolean, Type::Boolean) | (Type::Universal, Type::Universal) => true,
            (Type::Universal, Type::Discrete(wanted)) => !wanted.is_enumeration(),
            (Type::Discrete(found), Type::Discrete(wanted)) => found.id == wanted.id,
            (Type::Boolean | Type::Universal | Type::Discrete(_), _) => false,
        };
        if !fits {
            self.mismatch(expression, &typed.kind, wanted);
            return Typed::error(typed.position);
        }
        if let (Type::Discrete(base), Some(value)) = (wanted, typed.static_integer())
            && !base.interval().contains(value)
        {
            self.error(
                expression.span,
                format!(
                    "the value {value} is not in the range of {}",
                    base.base_name
                ),
                "a static value must lie in the base range of its type",
            );
            return Typed::error(typed.position);
        }
        if let (Type::Universal, Type::Discrete(base), None) = (&typed.kind, wanted, &typed.value)
            && !typed.interval.is_inside(&base.interval())
        {
            self.error(
                expression.span,
                format!(
                    "a value of {expression} is not in the range of {}",
                    base.base_name
                ),
                "a static value must lie in the base range of its type",
            );
            return Typed::error(typed.position);
        }
        typed.kind = wanted.clone();
        typed
    }

    pub(super) fn mismatch(&mut self, expression: &ast::Expression, found: &Type, wanted: &Type) {
        let message = format!(
            "{expression} is of type {} where {} is expected",
            found.describe(),
            wanted.describe()
        );
        self.error(expression.span, message, "make the types agree");
    }

    /// Any expression.
    pub(super) fn expression(&mut self, expression: &ast::Expression) -> Typed {
        let position = expression.position;
        match &expression.kind {
            ExpressionKind::Integer(value) => {
                Typed::constant(Value::Int(value.clone()), Type::Universal, position)
            }
            ExpressionKind::Name(_) | ExpressionKind::Selected(..) => self.named(expression),
            ExpressionKind::Attribute(prefix, designator) => {
                self.attribute(expression, prefix, designator)
            }
            ExpressionKind::Call(prefix, arguments) => self.applied(expression, prefix, arguments),
            ExpressionKind::Unary(operator, operand) => self.unary(expression, *operator, operand),
            ExpressionKind::Binary(operator, left, right) => {
                self.binary(expression, *operator, left, right)
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
            } => self.if_expression(
                expression,
                branches,
                otherwise.as_deref(),
                &mut Elaborator::expression,
            ),
            ExpressionKind::Qualified(mark, operand) => self.qualified(expression, mark, operand),
            other => {
                self.not_read_expression(expression.span, other);
                Typed::error(position)
            }
        }
    }
}

/// `not e`
pub(super) fn negated(mut typed: Typed) -> Typed {
    typed.term = Term::not(typed.term);
    typed.value = match typed.value {
        Some(Value::Bool(value)) => Some(Value::Bool(!value)),
        Some(Value::Int(_) | Value::Array(_)) | None => None,
    };
    typed
}

/// `low <= term <= high`
pub(super) fn within(term: &Term, interval: &Interval) -> Term {
    Term::between(
        term,
        Term::int(interval.low.clone()),
        Term::int(interval.high.clone()),
    )
}

/// The expression with what later stages need.
pub(super) fn finish(expression: &ast::Expression, mut typed: Typed) -> Expression {
    typed.checks.retain(|check| !check.condition.is_bool(true));
    Expression {
        term: typed.term,
        checks: typed.checks,
        reads: typed.reads,
        text: expression.to_string(),
        span: expression.span,
    }
}

impl Type {
    pub(super) fn of(subtype: &Subtype) -> Type {
        match subtype {
            Subtype::Boolean => Type::Boolean,
            Subtype::Discrete(subtype) => Type::Discrete(Arc::clone(&subtype.base)),
        }
    }

    /// Whether one of two types is an enumeration and the other is another type.
    pub(super) fn is_other_than(&self, base: &DiscreteType) -> bool {
        match self {
            Type::Discrete(own) => {
                own.id != base.id && (own.is_enumeration() || base.is_enumeration())
            }
            Type::Universal => base.is_enumeration(),
            Type::Boolean | Type::Error => true,
        }
    }

    pub(super) fn describe(&self) -> String {
        match self {
            Type::Boolean => "Boolean".to_owned(),
            Type::Universal => "universal integer".to_owned(),
            Type::Discrete(base) => base.name.clone(),
            Type::Error => "an unknown type".to_owned(),
        }
    }
}
