//! The value of a term under an assignment of its variables.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::sort::{Sort, Variable};
use super::term::{Arithmetic, Binder, Comparison, Quantifier, Term, TermKind};
use super::value::{ArrayValue, Value};

/// What the variables and the uninterpreted functions of a term mean.
pub trait Interpretation {
    /// The value of a free variable.
    fn variable(&self, variable: &Variable) -> Value;

    /// The value of a function, of the given sort; the same for the same arguments.
    fn apply(&self, function: &str, arguments: &[Value], sort: &Sort) -> Value;
}

/// The value of `term`, which applies no uninterpreted function, where each free variable has the
/// value that `lookup` gives it.
///
/// # Panics
/// If the term applies an uninterpreted function: [`evaluate_in`] is for those.
pub fn evaluate(term: &Term, lookup: &dyn Fn(&Variable) -> Value) -> Value {
    evaluate_in(term, &VariablesOnly(lookup))
}

/// The value of `term` where variables and functions mean what `interpretation` says.
pub fn evaluate_in(term: &Term, interpretation: &dyn Interpretation) -> Value {
    let value = |term: &Term| evaluate_in(term, interpretation);
    let truth = |term: &Term| value(term).as_bool();
    let number = |term: &Term| value(term).as_int().clone();
    match term.kind() {
        TermKind::Bool(value) => Value::Bool(*value),
        TermKind::Int(value) => Value::Int(value.clone()),
        TermKind::Variable(variable) => interpretation.variable(variable),
        TermKind::Not(a) => Value::Bool(!truth(a)),
        TermKind::And(parts) => Value::Bool(parts.iter().all(truth)),
        TermKind::Or(parts) => Value::Bool(parts.iter().any(truth)),
        TermKind::Compare(comparison, a, b) => {
            Value::Bool(evaluate_comparison(*comparison, &value(a), &value(b)))
        }
        TermKind::Arithmetic(operator, a, b) => {
            Value::Int(evaluate_arithmetic(*operator, &number(a), &number(b)))
        }
        TermKind::Negate(a) => Value::Int(-number(a)),
        TermKind::Absolute(a) => Value::Int(number(a).abs()),
        TermKind::IfThenElse(condition, a, b) => value(if truth(condition) { a } else { b }),
        TermKind::Select(array, index) => value(array).as_array().get(&number(index)).clone(),
        TermKind::Store(array, index, element) => Value::Array(
            value(array)
                .as_array()
                .clone()
                .with(number(index), value(element)),
        ),
        TermKind::ConstantArray(element) => Value::Array(ArrayValue::constant(value(element))),
        TermKind::Comprehension(binder, body, otherwise) => {
            let mut array = value(otherwise).as_array().clone();
            for (index, element) in along(binder, body, interpretation) {
                array.set(index, element);
            }
            Value::Array(array)
        }
        TermKind::Quantified(quantifier, binder, body) => {
            let mut truths = along(binder, body, interpretation).map(|(_, value)| value.as_bool());
            Value::Bool(match quantifier {
                Quantifier::ForAll => truths.all(|truth| truth),
                Quantifier::Exists => truths.any(|truth| truth),
            })
        }
        TermKind::Apply(function, arguments, sort) => {
            let arguments: Vec<Value> = arguments.iter().map(value).collect();
            interpretation.apply(function, &arguments, sort)
        }
    }
}

/// The values of `body`, one by one, while the variable of `binder` runs through its range.
fn along<'a>(
    binder: &'a Binder,
    body: &'a Term,
    outer: &'a dyn Interpretation,
) -> impl Iterator<Item = (BigInt, Value)> + 'a {
    let low = evaluate_in(&binder.low, outer).as_int().clone();
    let high = evaluate_in(&binder.high, outer).as_int().clone();
    let mut next = low;
    std::iter::from_fn(move || {
        if next > high {
            return None;
        }
        let index = next.clone();
        next += 1;
        let inner = Bound {
            variable: &binder.variable,
            value: &index,
            outer,
        };
        let value = evaluate_in(body, &inner);
        Some((index, value))
    })
}

/// The variables of a term without uninterpreted functions.
struct VariablesOnly<'a>(&'a dyn Fn(&Variable) -> Value);

impl Interpretation for VariablesOnly<'_> {
    fn variable(&self, variable: &Variable) -> Value {
        (self.0)(variable)
    }

    fn apply(&self, function: &str, _: &[Value], _: &Sort) -> Value {
        panic!("{function} has no interpretation here")
    }
}

/// An interpretation in which one more variable, the bound one, has a value.
struct Bound<'a> {
    variable: &'a Variable,
    value: &'a BigInt,
    outer: &'a dyn Interpretation,
}

impl Interpretation for Bound<'_> {
    fn variable(&self, variable: &Variable) -> Value {
        if variable == self.variable {
            Value::Int(self.value.clone())
        } else {
            self.outer.variable(variable)
        }
    }

    fn apply(&self, function: &str, arguments: &[Value], sort: &Sort) -> Value {
        self.outer.apply(function, arguments, sort)
    }
}

/// Ada's integer operators, made total: `a / 0` is 0, `a rem 0` and `a mod 0` are `a`, `a ** b` for
/// negative b is 1, and the bits of a negative integer are those of its two's complement, continued
/// to the left for ever.
///
/// `-7 / 2` is -3, `-7 rem 2` is -1, `-7 mod 2` is 1 and `7 mod -2` is -1.
///
/// # Panics
/// If the result of `**` has more digits than the machine can hold.
pub fn evaluate_arithmetic(operator: Arithmetic, a: &BigInt, b: &BigInt) -> BigInt {
    match operator {
        Arithmetic::Add => a + b,
        Arithmetic::Subtract => a - b,
        Arithmetic::Multiply => a * b,
        Arithmetic::Divide if b.is_zero() => BigInt::zero(),
        Arithmetic::Remainder | Arithmetic::Modulo if b.is_zero() => a.clone(),
        Arithmetic::Divide => a / b,
        Arithmetic::Remainder => a % b,
        Arithmetic::Modulo => a.mod_floor(b),
        Arithmetic::Power => power(a, b),
        Arithmetic::BitAnd => a & b,
        Arithmetic::BitOr => a | b,
        Arithmetic::BitXor => a ^ b,
    }
}

fn power(base: &BigInt, exponent: &BigInt) -> BigInt {
    if !exponent.is_positive() || base.is_one() {
        return BigInt::one();
    }
    if base.is_zero() {
        return BigInt::zero();
    }
    if base.abs().is_one() {
        return if exponent.is_even() {
            BigInt::one()
        } else {
            base.clone()
        };
    }
    match exponent.to_u32() {
        Some(exponent) => base.pow(exponent),
        None => panic!("{base} ** {exponent} has too many digits"),
    }
}

/// Whether the comparison holds of two values of one sort; `False` is less than `True`.
pub(super) fn evaluate_comparison(comparison: Comparison, a: &Value, b: &Value) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::Less => a < b,
        Comparison::LessEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterEqual => a >= b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_truncates_and_modulo_follows_the_divisor() {
        let table = [
            (7, 2, 3, 1, 1),
            (-7, 2, -3, -1, 1),
            (7, -2, -3, 1, -1),
            (-7, -2, 3, -1, -1),
            (6, 3, 2, 0, 0),
            (-6, 3, -2, 0, 0),
            (5, 0, 0, 5, 5),
        ];
        for (a, b, quotient, remainder, modulo) in table {
            let run = |operator| evaluate_arithmetic(operator, &a.into(), &b.into());
            assert_eq!(run(Arithmetic::Divide), quotient.into(), "{a} / {b}");
            assert_eq!(run(Arithmetic::Remainder), remainder.into(), "{a} rem {b}");
            assert_eq!(run(Arithmetic::Modulo), modulo.into(), "{a} mod {b}");
        }
    }

    #[test]
    fn powers_and_bits_are_total() {
        let run = |operator, a: i64, b: i64| evaluate_arithmetic(operator, &a.into(), &b.into());
        assert_eq!(run(Arithmetic::Power, -2, 3), (-8).into());
        assert_eq!(run(Arithmetic::Power, 0, 0), 1.into());
        assert_eq!(run(Arithmetic::Power, 5, -1), 1.into());
        assert_eq!(run(Arithmetic::Power, -1, i64::MAX), (-1).into());
        assert_eq!(run(Arithmetic::BitAnd, 12, 10), 8.into());
        assert_eq!(run(Arithmetic::BitOr, 12, 10), 14.into());
        assert_eq!(run(Arithmetic::BitXor, 12, 10), 6.into());
        assert_eq!(run(Arithmetic::BitAnd, -1, 10), 10.into());
    }
}
