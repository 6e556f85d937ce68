//! Arithmetic: values, overflow, powers.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

use super::elaborator::Elaborator;
use super::expressions::within;
use super::interval::Interval;
use super::kind::Kind;
use super::shifts::modular_power;
use super::tree::Tree;
use super::typed_value::Typed;
use super::types::Subtype;
use crate::logic::{Arithmetic, Comparison, Term, Value, evaluate_arithmetic};
use crate::syntax::ast;
use crate::verdict::Rule;

/// The largest number of bits that a static power may have.
const MAX_POWER_BITS: u64 = 4096;

impl Elaborator {
    /// `-a` and `abs a`
    pub(super) fn signed(
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

    /// Operators on reals: the value is lost, and so are the checks.
    pub(super) fn real_arithmetic(
        &mut self,
        expression: &ast::Expression,
        x: Typed,
        y: Typed,
    ) -> Typed {
        let base = [&x, &y].into_iter().find_map(|operand| {
            operand
                .kind
                .base()
                .filter(|base| base.lost().is_some())
                .cloned()
        });
        let kind = match base {
            Some(base) => {
                let what = base.lost().unwrap_or_default();
                let what = format!("operation of {} ({what})", base.name);
                self.gap(expression.position, what);
                Kind::Of(base)
            }
            None => Kind::UniversalReal,
        };
        Typed::lost(kind, expression.position).evaluated(vec![x, y])
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

    /// `a ** b`; a literal in it is of the type that is expected.
    pub(super) fn power(
        &mut self,
        expression: &ast::Expression,
        a: Typed,
        (right, b): (&ast::Expression, Typed),
        expected: Option<&Subtype>,
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
            Kind::Universal => {
                let wanted = expected.filter(|expected| expected.base.is_integer());
                let wanted = wanted.map_or_else(|| integer.clone(), |of| Subtype::of(&of.base));
                self.converted(expression, a, &wanted)
            }
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
        let interval = if let Some(most) = most {
            power_interval(&a.interval, most)
        } else {
            // Large enough to need a check, whatever the type.
            let large: BigInt = BigInt::from(1) << 200;
            Interval::new(-large.clone(), large)
        };
        let plain = Term::arithmetic(Arithmetic::Power, a.term(), b.term());
        let modular = a.kind.base().filter(|base| base.is_modular()).cloned();
        let (term, interval) = match modular {
            Some(base) if most.is_none() => {
                let Some(found) = modular_power(&base, &a, &b.term()) else {
                    let subtype = Subtype::of(&base);
                    let lost = Typed::error(expression.position).evaluated(vec![a, b]);
                    let what = "modular power";
                    return self.replaced_by_lost(lost, &subtype, expression.position, what);
                };
                found
            }
            _ => (plain, interval),
        };
        let result = Typed {
            kind: a.kind.clone(),
            value: Tree::Leaf(term),
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
