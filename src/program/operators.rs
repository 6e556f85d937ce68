//! Operators.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

use super::elaborator::Elaborator;
use super::expressions::{Typed, negated, within};
use super::interval::Interval;
use super::overload::{Kind, binary_name, common, unary_name};
use super::tree::Tree;
use super::types::{Subtype, Type};
use crate::logic::{Arithmetic, Comparison, Sort, Term, Value, evaluate_arithmetic};
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
        expected: Option<&Subtype>,
    ) -> Typed {
        let position = expression.position;
        let kinds = self.interpretations(operand);
        let user = self.user_operators(unary_name(operator), &[&kinds]);
        let wanted = |this: &Elaborator, id: &super::typed::SubprogramId| {
            let result = this.subprograms[id.0 as usize].result.as_ref();
            expected.is_none_or(|expected| {
                result.is_some_and(|result| result.kind().fits(&expected.base))
            })
        };
        if let Some(id) = user.into_iter().find(|id| wanted(self, id)) {
            return self.operator_call(expression, id, &[operand]);
        }
        let typed = self.expression(operand, expected);
        match (operator, &typed.kind) {
            (_, Kind::Error) => Typed::error(position),
            (Unary::Not, Kind::Of(base)) if base.is_boolean() => Typed {
                position,
                named: None,
                ..negated(typed)
            },
            (Unary::Not, Kind::Of(base)) if base.is_modular() => {
                // All bits of a modular value turned are its distance from the last.
                let last = base.base_interval().high;
                let last = Typed::constant(Value::Int(last), typed.kind.clone(), position);
                self.arithmetic(expression, Arithmetic::Subtract, last, (operand, typed))
            }
            (Unary::Not, Kind::Of(base)) if base.array().is_some() => {
                let base = Arc::clone(base);
                self.array_not(typed, &base, expression)
            }
            (Unary::Plus, Kind::Universal | Kind::UniversalReal) => Typed { position, ..typed },
            (Unary::Minus | Unary::Absolute, Kind::UniversalReal) => Typed { position, ..typed },
            (_, Kind::Of(base)) if base.lost().is_some() => {
                self.gap(position, "operation on a type that is not modelled");
                Typed {
                    position,
                    named: None,
                    ..typed
                }
            }
            (Unary::Not, _) => self.no_operator(expression, &typed.kind),
            (_, Kind::Of(base)) if !base.is_integer() => self.no_operator(expression, &typed.kind),
            (Unary::Plus, _) => Typed {
                position,
                named: None,
                ..typed
            },
            (Unary::Minus, _) => self.signed(expression, typed, Term::negate, Interval::negate),
            (Unary::Absolute, _) => {
                self.signed(expression, typed, Term::absolute, Interval::absolute)
            }
        }
    }

    pub(super) fn no_operator(&mut self, expression: &ast::Expression, kind: &Kind) -> Typed {
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
            value: Tree::Leaf(term(operand.term())),
            interval: interval(&operand.interval),
            ..Typed::error(expression.position)
        };
        if operand.fixed.is_some() {
            return static_result(result);
        }
        self.in_base(expression, result).evaluated(vec![operand])
    }

    /// Adds the overflow check where the types do not decide it; a modular result is reduced.
    pub(super) fn in_base(&mut self, expression: &ast::Expression, mut result: Typed) -> Typed {
        let Kind::Of(base) = &result.kind else {
            return result;
        };
        let Some(discrete) = base.discrete() else {
            return result;
        };
        let range = discrete.base.clone();
        if result.interval.is_inside(&range) {
            return result;
        }
        if base.is_modular() {
            return reduced(result);
        }
        let text = format!("{expression} in {}", discrete.base_name);
        let condition = within(&result.term(), &range);
        let check = self.check(Rule::Overflow, expression.position, text, condition);
        result.steps.push(check);
        result.interval = result.interval.clipped(&range);
        result
    }

    pub(super) fn binary(
        &mut self,
        expression: &ast::Expression,
        operator: Binary,
        left: &ast::Expression,
        right: &ast::Expression,
        expected: Option<&Subtype>,
    ) -> Typed {
        let (a, b) = (self.interpretations(left), self.interpretations(right));
        if let Some(called) =
            self.user_binary(expression, operator, (left, &a), (right, &b), expected)
        {
            return called;
        }
        match operator {
            Binary::Logical(logical) => {
                let operands = self.operand_type(&a, &b, expected);
                let (x, y) = self.both(left, right, operands.as_ref());
                self.logical(expression, logical, x, (right, y))
            }
            Binary::Power => {
                let integer = Subtype::of(&self.standard.integer);
                let x = self.expression(left, expected);
                let y = self.expression(right, Some(&integer));
                self.power(expression, x, (right, y))
            }
            Binary::Concatenate => self.concatenation(expression, left, right, (&a, &b), expected),
            Binary::Compare(comparison) => {
                let operands = self.operand_type(&a, &b, None);
                let (x, y) = self.both(left, right, operands.as_ref());
                match self.agreed(left, x, right, y) {
                    Some((x, y)) => self.compared(expression, comparison, x, y),
                    None => Typed::error(expression.position),
                }
            }
            Binary::Arithmetic(arithmetic) => {
                let operands = self.operand_type(&a, &b, expected);
                let (x, y) = self.both(left, right, operands.as_ref());
                if x.kind
                    .base()
                    .or(y.kind.base())
                    .is_some_and(|base| base.lost().is_some())
                    || matches!(
                        (&x.kind, &y.kind),
                        (Kind::UniversalReal, _) | (_, Kind::UniversalReal)
                    )
                {
                    return self.real_arithmetic(expression, x, y);
                }
                match self.agreed(left, x, right, y) {
                    Some((x, y)) => self.arithmetic(expression, arithmetic, x, (right, y)),
                    None => Typed::error(expression.position),
                }
            }
        }
    }

    /// Operators on reals: the value is lost, and so are the checks.
    fn real_arithmetic(&mut self, expression: &ast::Expression, x: Typed, y: Typed) -> Typed {
        let base = [&x, &y].into_iter().find_map(|operand| {
            operand
                .kind
                .base()
                .filter(|base| base.lost().is_some())
                .cloned()
        });
        let kind = match base {
            Some(base) => {
                self.gap(expression.position, format!("operation of {}", base.name));
                Kind::Of(base)
            }
            None => Kind::UniversalReal,
        };
        Typed::lost(kind, expression.position).evaluated(vec![x, y])
    }

    fn both(
        &mut self,
        left: &ast::Expression,
        right: &ast::Expression,
        operands: Option<&Subtype>,
    ) -> (Typed, Typed) {
        let x = self.expression(left, operands);
        let own;
        let operands = match (operands, &x.kind) {
            (None, Kind::Of(base)) => {
                own = Subtype::of(base);
                Some(&own)
            }
            (operands, _) => operands,
        };
        (x, self.expression(right, operands))
    }

    /// The type in which a predefined operator works.
    fn operand_type(&self, a: &[Kind], b: &[Kind], expected: Option<&Subtype>) -> Option<Subtype> {
        let candidates = common(a, b);
        if let Some(expected) = expected
            && candidates
                .iter()
                .any(|kind| kind.fits(&expected.base) && !matches!(kind, Kind::Any))
        {
            return Some(Subtype::of(&expected.base));
        }
        candidates
            .iter()
            .find_map(|kind| kind.base().map(Subtype::of))
    }

    fn user_binary(
        &mut self,
        expression: &ast::Expression,
        operator: Binary,
        (left, a): (&ast::Expression, &[Kind]),
        (right, b): (&ast::Expression, &[Kind]),
        expected: Option<&Subtype>,
    ) -> Option<Typed> {
        let name = binary_name(operator)?;
        let fits = |this: &Elaborator, id: &super::typed::SubprogramId| {
            let result = this.subprograms[id.0 as usize].result.as_ref();
            expected.is_none_or(|expected| {
                result.is_some_and(|result| result.kind().fits(&expected.base))
            })
        };
        // Literals alone are no reason to prefer the user's operator.
        let is_universal = |kinds: &[Kind]| {
            kinds
                .iter()
                .all(|kind| matches!(kind, Kind::Universal | Kind::UniversalReal))
        };
        if is_universal(a) && is_universal(b) && expected.is_none() {
            return None;
        }
        let found = self.user_operators(name, &[a, b]);
        if let Some(id) = found.into_iter().find(|id| fits(self, id)) {
            return Some(self.operator_call(expression, id, &[left, right]));
        }
        // `/=` is the negation of the user's `=`.
        if operator == Binary::Compare(Comparison::NotEqual) {
            let found = self.user_operators("=", &[a, b]);
            if let Some(id) = found.into_iter().find(|id| fits(self, id)) {
                return Some(negated(self.operator_call(expression, id, &[left, right])));
            }
        }
        None
    }

    /// Both operands in one type; `None` where a diagnostic says that there is none.
    ///
    /// Two static operands are taken as they are: the expression they form is evaluated exactly.
    pub(super) fn agreed(
        &mut self,
        left: &ast::Expression,
        a: Typed,
        right: &ast::Expression,
        b: Typed,
    ) -> Option<(Typed, Typed)> {
        let is_static = a.fixed.is_some() && b.fixed.is_some();
        let wanted = match (&a.kind, &b.kind) {
            (Kind::Error, _) | (_, Kind::Error) => return None,
            (Kind::Of(base), Kind::Of(other))
                if base.lost().is_some() && other.lost().is_none() =>
            {
                Subtype::of(other)
            }
            (Kind::Of(base), _) | (_, Kind::Of(base)) => Subtype::of(base),
            (Kind::Universal, _) | (_, Kind::Universal) => {
                if is_static {
                    return Some((a, b));
                }
                Subtype::of(&self.standard.integer)
            }
            (Kind::String, _) | (_, Kind::String) => Subtype::of(&self.standard.string),
            _ => return Some((a, b)),
        };
        let adopt = |typed: Typed| match &typed.kind {
            Kind::Universal if is_static && wanted.base.is_integer() => Typed {
                kind: wanted.kind(),
                ..typed
            },
            _ => typed,
        };
        let (a, b) = (adopt(a), adopt(b));
        let same =
            |typed: &Typed| matches!(&typed.kind, Kind::Of(base) if base.id == wanted.base.id);
        let a = if same(&a) {
            a
        } else {
            self.converted(left, a, &wanted)
        };
        let b = if same(&b) {
            b
        } else {
            self.converted(right, b, &wanted)
        };
        (!a.is_error() && !b.is_error()).then_some((a, b))
    }

    fn logical(
        &mut self,
        expression: &ast::Expression,
        operator: Logical,
        a: Typed,
        (right, mut b): (&ast::Expression, Typed),
    ) -> Typed {
        if a.is_error() || b.is_error() {
            return Typed::error(expression.position);
        }
        let base: Option<Arc<Type>> = a.kind.base().or(b.kind.base()).cloned();
        let Some(base) = base else {
            return self.no_operator(expression, &a.kind);
        };
        if base.is_modular() {
            let operator = match operator {
                Logical::And => Arithmetic::BitAnd,
                Logical::Or => Arithmetic::BitOr,
                Logical::Xor => Arithmetic::BitXor,
                Logical::AndThen | Logical::OrElse => {
                    return self.no_operator(expression, &a.kind);
                }
            };
            let Some((a, b)) = self.agreed(right, a, right, b) else {
                return Typed::error(expression.position);
            };
            return self.arithmetic(expression, operator, a, (right, b));
        }
        if base.array().is_some() {
            return self.array_logical(expression, operator, a, b, &base);
        }
        if base.lost().is_some() {
            return self.real_arithmetic(expression, a, b);
        }
        for operand in [&a, &b] {
            if !operand.kind.base().is_some_and(|base| base.is_boolean()) {
                return self.no_operator(expression, &operand.kind.clone());
            }
        }
        let term = logical_term(operator, a.term(), b.term());
        match operator {
            Logical::AndThen => b.guard(&a.term()),
            Logical::OrElse => b.guard(&Term::not(a.term())),
            Logical::And | Logical::Or | Logical::Xor => {}
        }
        let is_static = a.fixed.is_some() && b.fixed.is_some();
        Typed {
            kind: Kind::Of(base),
            fixed: is_static.then(|| term.as_value()).flatten(),
            value: Tree::Leaf(term),
            interval: Interval::new(0, 1),
            ..Typed::error(expression.position)
        }
        .evaluated(vec![a, b])
    }

    pub(super) fn arithmetic(
        &mut self,
        expression: &ast::Expression,
        operator: Arithmetic,
        a: Typed,
        (right, b): (&ast::Expression, Typed),
    ) -> Typed {
        let position = expression.position;
        if let Kind::Of(base) = &a.kind
            && !base.is_integer()
        {
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
            value: Tree::Leaf(Term::arithmetic(operator, a.term(), b.term())),
            ..Typed::error(position)
        };
        if divides && b.interval.contains(&BigInt::zero()) {
            let condition = Term::compare(Comparison::NotEqual, b.term(), Term::int(0));
            let check = self.check(Rule::Division, position, format!("{right} /= 0"), condition);
            result.steps.push(check);
        }
        result.interval = match operator {
            Arithmetic::Add => a.interval.add(&b.interval),
            Arithmetic::Subtract => a.interval.subtract(&b.interval),
            Arithmetic::Multiply => a.interval.multiply(&b.interval),
            Arithmetic::Divide => a.interval.divide(&b.interval),
            Arithmetic::Modulo => Interval::modulo(&b.interval),
            Arithmetic::Remainder => a.interval.remainder(&b.interval),
            Arithmetic::BitAnd | Arithmetic::BitOr | Arithmetic::BitXor | Arithmetic::Power => {
                match &a.kind {
                    // Of operands in a modular type whose modulus is no power of two, `or` may
                    // leave it.
                    Kind::Of(base) => {
                        let high = base.base_interval().high;
                        let all_ones = (BigInt::from(1) << high.bits()) - 1;
                        Interval::new(0, all_ones)
                    }
                    _ => a.interval.hull_with(&b.interval),
                }
            }
        };
        self.in_base(expression, result).evaluated(vec![a, b])
    }

    /// `a ** b`
    fn power(
        &mut self,
        expression: &ast::Expression,
        a: Typed,
        (right, b): (&ast::Expression, Typed),
    ) -> Typed {
        if a.is_error() || b.is_error() {
            return Typed::error(expression.position);
        }
        if matches!(a.kind, Kind::UniversalReal)
            || a.kind.base().is_some_and(|base| base.lost().is_some())
        {
            return self.real_arithmetic(expression, a, b);
        }
        if let (Some(base), Some(exponent)) = (a.static_integer(), b.static_integer())
            && let Some(exponent) = exponent.to_u32()
        {
            if base.bits() * u64::from(exponent) > MAX_POWER_BITS {
                self.error(
                    expression.position,
                    "this static power is too large",
                    "use smaller operands",
                );
                return Typed::error(expression.position);
            }
            let value = Value::Int(base.pow(exponent));
            let result = Typed::constant(value, a.kind.clone(), expression.position);
            return static_result(result);
        }
        let integer = Subtype::of(&self.standard.integer);
        let a = match &a.kind {
            Kind::Universal => self.converted(expression, a, &integer),
            _ => a,
        };
        let b = self.converted(right, b, &integer);
        if a.is_error() || b.is_error() {
            return Typed::error(expression.position);
        }
        let mut steps = Vec::new();
        if b.interval.low.is_negative() {
            let condition = Term::compare(Comparison::GreaterEqual, b.term(), Term::int(0));
            let text = format!("{right} in Natural");
            steps.push(self.check(Rule::Range, b.position, text, condition));
        }
        let most = b.interval.high.to_u32().filter(|most| *most <= 64);
        let interval = match (most, &a.kind) {
            (Some(most), _) => power_interval(&a.interval, most),
            // Large enough to need a check, whatever the type.
            (None, _) => {
                let large: BigInt = BigInt::from(1) << 200;
                Interval::new(-large.clone(), large)
            }
        };
        let is_modular = a.kind.base().is_some_and(|base| base.is_modular());
        if is_modular && most.is_none() {
            let kind = a.kind.clone();
            let subtype = Subtype::of(kind.base().unwrap_or(&self.standard.integer));
            let lost = Typed::error(expression.position).evaluated(vec![a, b]);
            return self.replaced_by_lost(lost, &subtype, expression.position, "modular power");
        }
        let result = Typed {
            kind: a.kind.clone(),
            value: Tree::Leaf(Term::arithmetic(Arithmetic::Power, a.term(), b.term())),
            interval,
            steps,
            ..Typed::error(expression.position)
        };
        self.in_base(expression, result).evaluated(vec![a, b])
    }
}

/// Where `a ** b` lies for b from 0 to `most`.
fn power_interval(base: &Interval, most: u32) -> Interval {
    let largest = base.low.abs().max(base.high.abs()).pow(most).max(1.into());
    if base.low.is_negative() {
        Interval::new(-largest.clone(), largest)
    } else {
        Interval::new(0, largest)
    }
}

/// `a and b` and the like of truth values.
pub(super) fn logical_term(operator: Logical, a: Term, b: Term) -> Term {
    match operator {
        Logical::And | Logical::AndThen => Term::and([a, b]),
        Logical::Or | Logical::OrElse => Term::or([a, b]),
        Logical::Xor => Term::compare(Comparison::NotEqual, a, b),
    }
}

/// The result of a static operation: exact, but in a modular type reduced.
pub(super) fn static_result(result: Typed) -> Typed {
    let wraps = result.kind.base().is_some_and(|base| base.is_modular());
    let mut result = if wraps { reduced(result) } else { result };
    result.fixed = result.term().as_value();
    if let Some(value) = result.static_integer() {
        result.interval = Interval::point(value);
    }
    result
}

/// A result of a modular type, reduced to its range.
fn reduced(mut result: Typed) -> Typed {
    if let Kind::Of(base) = &result.kind
        && base.is_modular()
    {
        let range = base.base_interval();
        let modulus = Term::int(&range.high + BigInt::from(1));
        let term = Term::arithmetic(Arithmetic::Modulo, result.term(), modulus);
        result.value = Tree::Leaf(term);
        result.interval = range;
    }
    result
}

/// The position of a discrete value: of a truth value 0 or 1.
pub(super) fn position_term(term: &Term) -> Term {
    if term.sort() == Sort::Bool {
        Term::if_then_else(term.clone(), Term::int(1), Term::int(0))
    } else {
        term.clone()
    }
}
