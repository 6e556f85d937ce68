//! The value of a term under an assignment of its variables.

use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};

use super::term::{Arithmetic, Comparison, Sort, Term, TermKind, Variable};

/// A value of either sort.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(BigInt),
}

impl Value {
    /// The sort of the value.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
        }
    }

    /// The truth value.
    ///
    /// # Panics
    /// If the value is an integer: terms are well sorted.
    pub fn as_bool(&self) -> bool {
        match self {
            Value::Bool(value) => *value,
            Value::Int(value) => panic!("a truth value was expected, not {value}"),
        }
    }

    /// The integer.
    ///
    /// # Panics
    /// If the value is a truth value: terms are well sorted.
    pub fn as_int(&self) -> &BigInt {
        match self {
            Value::Int(value) => value,
            Value::Bool(value) => panic!("an integer was expected, not {value}"),
        }
    }
}

impl fmt::Display for Value {
    /// As Ada writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(true) => f.write_str("True"),
            Value::Bool(false) => f.write_str("False"),
            Value::Int(value) => write!(f, "{value}"),
        }
    }
}

/// The value of `term` where each variable has the value that `lookup` gives it.
pub fn evaluate(term: &Term, lookup: &dyn Fn(&Variable) -> Value) -> Value {
    let truth = |term: &Term| evaluate(term, lookup).as_bool();
    let number = |term: &Term| evaluate(term, lookup).as_int().clone();
    match term.kind() {
        TermKind::Bool(value) => Value::Bool(*value),
        TermKind::Int(value) => Value::Int(value.clone()),
        TermKind::Variable(variable) => lookup(variable),
        TermKind::Not(a) => Value::Bool(!truth(a)),
        TermKind::And(parts) => Value::Bool(parts.iter().all(truth)),
        TermKind::Or(parts) => Value::Bool(parts.iter().any(truth)),
        TermKind::Compare(comparison, a, b) => Value::Bool(evaluate_comparison(
            *comparison,
            &evaluate(a, lookup),
            &evaluate(b, lookup),
        )),
        TermKind::Arithmetic(operator, a, b) => {
            Value::Int(evaluate_arithmetic(*operator, &number(a), &number(b)))
        }
        TermKind::Negate(a) => Value::Int(-number(a)),
        TermKind::Absolute(a) => Value::Int(number(a).abs()),
        TermKind::IfThenElse(condition, a, b) => {
            evaluate(if truth(condition) { a } else { b }, lookup)
        }
    }
}

/// Ada's integer operators, made total: `a / 0` is 0, `a rem 0` and `a mod 0` are `a`.
///
/// `-7 / 2` is -3, `-7 rem 2` is -1, `-7 mod 2` is 1 and `7 mod -2` is -1.
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
}
