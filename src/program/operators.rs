//! Operators and membership tests.

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

use super::elaborator::Elaborator;
use super::expressions::{Type, Typed, negated, within};
use super::interval::Interval;
use super::scope::{self, Entity};
use super::typed::{Subtype, TypeArithmetic};
use crate::logic::{Arithmetic, Comparison, Term, Value, evaluate_arithmetic};
use crate::syntax::ast::{self, Binary, Logical, Unary};
use crate::verdict::Rule;

/// The largest number of bits that a static power may have.
const MAX_POWER_BITS: u64 = 4096;

impl Elaborator {
    pub(super) fn unary(
        &mut self,
        expression: &ast::Expression,
        operator: Unary,
        operand: &ast::Expression,
    ) -> Typed {
        let position = expression.position;
        let typed = self.expression(operand);
        match (operator, &typed.kind) {
            (_, Type::Error) => Typed::error(position),
            (Unary::Not, Type::Boolean) => Typed {
                position,
                ..negated(typed)
            },
            (Unary::Not, Type::Discrete(base)) if base.arithmetic == TypeArithmetic::Wrapping => {
                // All bits of a modular value turned are its distance from the last.
                let last = Typed {
                    term: Term::int(base.last.clone()),
                    ..Typed::constant(Value::Int(base.last.clone()), typed.kind.clone(), position)
                };
                self.arithmetic(expression, Arithmetic::Subtract, last, (operand, typed))
            }
            (Unary::Not, _) | (_, Type::Boolean) => self.no_operator(expression, &typed.kind),
            (_, Type::Discrete(base)) if base.is_enumeration() => {
                self.no_operator(expression, &typed.kind)
            }
            (Unary::Plus, _) => Typed { position, ..typed },
            (Unary::Minus, _) => self.signed(expression, typed, Term::negate, Interval::negate),
            (Unary::Absolute, _) => {
                self.signed(expression, typed, Term::absolute, Interval::absolute)
            }
        }
    }

    fn no_operator(&mut self, expression: &ast::Expression, kind: &Type) -> Typed {
        self.error(
            expression.position,
            format!("this operator does not apply to {}", kind.describe()),
            "check the types of its operands",
        );
        Typed::error(expression.position)
    }

    /// `-a` and `abs a`
    fn signed(
        &mut self,
        expression: &ast::Expression,
        operand: Typed,
        term: fn(Term) -> Term,
        interval: fn(&Interval) -> Interval,
    ) -> Typed {
        let result = Typed {
            kind: operand.kind.clone(),
            term: term(operand.term.clone()),
            interval: interval(&operand.interval),
            ..Typed::error(expression.position)
        };
        if operand.value.is_some() {
            return static_result(result);
        }
        self.in_base(expression, result).evaluated(vec![operand])
    }

    /// Adds the overflow check where the types do not decide it; a modular result is reduced.
    pub(super) fn in_base(&mut self, expression: &ast::Expression, mut result: Typed) -> Typed {
        let Type::Discrete(base) = &result.kind else {
            return result;
        };
        let range = base.interval();
        if result.interval.is_inside(&range) {
            return result;
        }
        if base.arithmetic == TypeArithmetic::Wrapping {
            return reduced(result);
        }
        let text = format!("{expression} in {}", base.base_name);
        let condition = within(&result.term, &range);
        let check = self.check(Rule::Overflow, expression.position, text, condition);
        result.checks.push(check);
        result.interval = result.interval.clipped(&range);
        result
    }

    pub(super) fn binary(
        &mut self,
        expression: &ast::Expression,
        operator: Binary,
        left: &ast::Expression,
        right: &ast::Expression,
    ) -> Typed {
        let (a, b) = (self.expression(left), self.expression(right));
        match operator {
            Binary::Logical(operator) => self.logical(expression, operator, a, b),
            Binary::Power => self.power(expression, &a, &b),
            Binary::Concatenate => {
                self.not_read(expression.position, "concatenation is", "use integers");
                Typed::error(expression.position)
            }
            Binary::Compare(comparison) => match self.agreed(left, a, right, b) {
                Some((a, b)) => compared(expression, comparison, a, b),
                None => Typed::error(expression.position),
            },
            Binary::Arithmetic(operator) => match self.agreed(left, a, right, b) {
                Some((a, b)) => self.arithmetic(expression, operator, a, (right, b)),
                None => Typed::error(expression.position),
            },
        }
    }

    /// Both operands in one type; `None` where a diagnostic says that there is none.
    ///
    /// Two static operands are taken as they are: the expression they form is evaluated exactly.
    fn agreed(
        &mut self,
        left: &ast::Expression,
        a: Typed,
        right: &ast::Expression,
        b: Typed,
    ) -> Option<(Typed, Typed)> {
        let is_static = a.value.is_some() && b.value.is_some();
        let wanted = match (&a.kind, &b.kind) {
            (Type::Error, _) | (_, Type::Error) => return None,
            // Only what is static may be computed outside the ranges of all types.
            (Type::Universal, Type::Universal) if !is_static => Type::Discrete(scope::integer()),
            (Type::Universal, other) | (other, _) => other.clone(),
        };
        let (a, b) = if is_static {
            let adopt = |typed: Typed| match (&typed.kind, &wanted) {
                (Type::Universal, Type::Discrete(_)) => Typed {
                    kind: wanted.clone(),
                    ..typed
                },
                _ => typed,
            };
            let (a, b) = (adopt(a), adopt(b));
            match (&a.kind, &b.kind) {
                (Type::Discrete(x), Type::Discrete(y)) if x.id == y.id => (a, b),
                (Type::Boolean, Type::Boolean) | (Type::Universal, Type::Universal) => (a, b),
                _ => (a, self.converted(right, b, &wanted)),
            }
        } else {
            let a = self.converted(left, a, &wanted);
            (a, self.converted(right, b, &wanted))
        };
        (!a.is_error() && !b.is_error()).then_some((a, b))
    }

    fn logical(
        &mut self,
        expression: &ast::Expression,
        operator: Logical,
        a: Typed,
        mut b: Typed,
    ) -> Typed {
        for operand in [&a, &b] {
            match operand.kind {
                Type::Boolean => {}
                Type::Error => return Typed::error(expression.position),
                Type::Universal | Type::Discrete(_) => {
                    return self.no_operator(expression, &operand.kind.clone());
                }
            }
        }
        let term = match operator {
            Logical::And | Logical::AndThen => Term::and([a.term.clone(), b.term.clone()]),
            Logical::Or | Logical::OrElse => Term::or([a.term.clone(), b.term.clone()]),
            Logical::Xor => Term::compare(Comparison::NotEqual, a.term.clone(), b.term.clone()),
        };
        match operator {
            Logical::AndThen => b.guard(&a.term),
            Logical::OrElse => b.guard(&Term::not(a.term.clone())),
            Logical::And | Logical::Or | Logical::Xor => {}
        }
        let is_static = a.value.is_some() && b.value.is_some();
        Typed {
            kind: Type::Boolean,
            value: is_static.then(|| term.as_value()).flatten(),
            term,
            ..Typed::error(expression.position)
        }
        .evaluated(vec![a, b])
    }

    fn arithmetic(
        &mut self,
        expression: &ast::Expression,
        operator: Arithmetic,
        a: Typed,
        (right, b): (&ast::Expression, Typed),
    ) -> Typed {
        let position = expression.position;
        let has_none = match &a.kind {
            Type::Discrete(base) => base.is_enumeration(),
            Type::Boolean => true,
            Type::Universal | Type::Error => false,
        };
        if has_none {
            return self.no_operator(expression, &a.kind);
        }
        let divides = matches!(
            operator,
            Arithmetic::Divide | Arithmetic::Modulo | Arithmetic::Remainder
        );
        if let (Some(x), Some(y)) = (a.static_integer(), b.static_integer())
            && !(divides && y.is_zero())
        {
            let value = Value::Int(evaluate_arithmetic(operator, x, y));
            return static_result(Typed::constant(value, a.kind.clone(), position));
        }
        let mut result = Typed {
            kind: a.kind.clone(),
            term: Term::arithmetic(operator, a.term.clone(), b.term.clone()),
            ..Typed::error(position)
        };
        if divides && b.interval.contains(&BigInt::zero()) {
            let condition = Term::compare(Comparison::NotEqual, b.term.clone(), Term::int(0));
            let check = self.check(Rule::Division, position, format!("{right} /= 0"), condition);
            result.checks.push(check);
        }
        result.interval = match operator {
            Arithmetic::Add => a.interval.add(&b.interval),
            Arithmetic::Subtract => a.interval.subtract(&b.interval),
            Arithmetic::Multiply => a.interval.multiply(&b.interval),
            Arithmetic::Divide => a.interval.divide(&b.interval),
            Arithmetic::Modulo => Interval::modulo(&b.interval),
            Arithmetic::Remainder => a.interval.remainder(&b.interval),
            Arithmetic::Power | Arithmetic::BitAnd | Arithmetic::BitOr | Arithmetic::BitXor => {
                unreachable!("no operator reaches this with {operator}")
            }
        };
        self.in_base(expression, result).evaluated(vec![a, b])
    }

    /// `a ** b`, of static operands only.
    fn power(&mut self, expression: &ast::Expression, a: &Typed, b: &Typed) -> Typed {
        if a.is_error() || b.is_error() {
            return Typed::error(expression.position);
        }
        if let (Some(base), Some(exponent)) = (a.static_integer(), b.static_integer())
            && let Some(exponent) = exponent.to_u32()
            && base.bits() * u64::from(exponent) <= MAX_POWER_BITS
        {
            let value = Value::Int(base.pow(exponent));
            let result = Typed::constant(value, a.kind.clone(), expression.position);
            return static_result(result);
        }
        self.error(
            expression.position,
            "** is supported for small static operands only",
            "write a multiplication or a loop",
        );
        Typed::error(expression.position)
    }

    /// `operand in choices`; a choice is evaluated only where those before it do not hold.
    pub(super) fn membership(
        &mut self,
        expression: &ast::Expression,
        operand: &ast::Expression,
        choices: &[ast::Choice],
    ) -> Typed {
        let tested = self.expression(operand);
        let mut result = Typed {
            kind: Type::Boolean,
            term: Term::bool(false),
            ..Typed::error(expression.position)
        };
        let mut is_static = tested.value.is_some();
        let mut operands = Vec::new();
        let mut is_error = tested.is_error();
        for choice in choices {
            let Some((term, mut parts)) = self.choice(operand, &tested, choice) else {
                is_error = true;
                continue;
            };
            for part in &mut parts {
                is_static &= part.value.is_some();
                part.guard(&Term::not(result.term.clone()));
            }
            operands.extend(parts);
            result.term = Term::or([result.term, term]);
        }
        if is_error {
            return Typed::error(expression.position);
        }
        result.value = is_static.then(|| result.term.as_value()).flatten();
        operands.insert(0, tested);
        result.evaluated(operands)
    }

    /// Whether the tested value belongs to one choice, and what is evaluated to say so.
    fn choice(
        &mut self,
        operand: &ast::Expression,
        tested: &Typed,
        choice: &ast::Choice,
    ) -> Option<(Term, Vec<Typed>)> {
        if let ast::Choice::Expression(value) = choice
            && !self.names_subtype(value)
        {
            let found = self.expression(value);
            let (a, b) = self.agreed(operand, tested.clone(), value, found)?;
            return Some((Term::equal(a.term, b.term.clone()), vec![b]));
        }
        let subtype = match choice {
            ast::Choice::Discrete(ast::DiscreteRange::Range(ast::Range::Bounds(low, high))) => {
                let (a, b) = (self.expression(low), self.expression(high));
                let (low_tested, a) = self.agreed(operand, tested.clone(), low, a)?;
                let (_, b) = self.agreed(operand, tested.clone(), high, b)?;
                if matches!(low_tested.kind, Type::Boolean) {
                    self.no_operator(low, &Type::Boolean);
                    return None;
                }
                let term = Term::between(&tested.term, a.term.clone(), b.term.clone());
                return Some((term, vec![a, b]));
            }
            ast::Choice::Expression(mark) => self.subtype_prefix(mark)?,
            ast::Choice::Discrete(ast::DiscreteRange::Range(ast::Range::Attribute {
                prefix,
                ..
            })) => self.subtype_prefix(prefix)?,
            ast::Choice::Discrete(ast::DiscreteRange::Subtype(_)) | ast::Choice::Others(_) => {
                self.not_read(choice.span(), "this choice is", "write a value or a range");
                return None;
            }
        };
        let tested = self.converted(operand, tested.clone(), &Type::of(&subtype));
        if tested.is_error() {
            return None;
        }
        let term = match &subtype {
            Subtype::Boolean => Term::bool(true),
            Subtype::Discrete(subtype) => within(&tested.term, &subtype.interval()),
        };
        Some((term, Vec::new()))
    }

    pub(super) fn names_subtype(&self, expression: &ast::Expression) -> bool {
        match &expression.kind {
            ast::ExpressionKind::Name(name) => matches!(self.find(name), Some(Entity::Subtype(_))),
            ast::ExpressionKind::Selected(_, selector) => {
                let scope = &self.scopes[super::elaborator::UNIT_SCOPE];
                matches!(scope.get(&selector.key()), Some(Entity::Subtype(_)))
            }
            ast::ExpressionKind::Attribute(_, designator) => designator.key() == "base",
            _ => false,
        }
    }
}

/// The result of a static operation: exact, but in a modular type reduced.
fn static_result(result: Typed) -> Typed {
    let wraps = matches!(
        &result.kind,
        Type::Discrete(base) if base.arithmetic == TypeArithmetic::Wrapping
    );
    let mut result = if wraps { reduced(result) } else { result };
    result.value = result.term.as_value();
    if let Some(value) = result.static_integer() {
        result.interval = Interval::point(value);
    }
    result
}

/// A modular result brought into its type.
fn reduced(mut result: Typed) -> Typed {
    if let Type::Discrete(base) = &result.kind {
        let modulus = Term::int(&base.last + 1);
        result.term = Term::arithmetic(Arithmetic::Modulo, result.term, modulus);
        result.interval = base.interval();
    }
    result
}

/// A comparison of two operands of one type.
fn compared(expression: &ast::Expression, comparison: Comparison, a: Typed, b: Typed) -> Typed {
    let (x, y) = (a.term.clone(), b.term.clone());
    let term = match (&a.kind, comparison) {
        // False is less than True.
        (Type::Boolean, Comparison::Less) => Term::and([Term::not(x), y]),
        (Type::Boolean, Comparison::LessEqual) => Term::or([Term::not(x), y]),
        (Type::Boolean, Comparison::Greater) => Term::and([x, Term::not(y)]),
        (Type::Boolean, Comparison::GreaterEqual) => Term::or([x, Term::not(y)]),
        _ => Term::compare(comparison, x, y),
    };
    let is_static = a.value.is_some() && b.value.is_some();
    Typed {
        kind: Type::Boolean,
        value: is_static.then(|| term.as_value()).flatten(),
        term,
        ..Typed::error(expression.position)
    }
    .evaluated(vec![a, b])
}
