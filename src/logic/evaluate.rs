//! The value of a term under an assignment of its variables.

use std::collections::BTreeSet;

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
            let decides = |value: &Value| value.as_bool() == (*quantifier == Quantifier::Exists);
            let is_decided = match telling(binder, body, interpretation) {
                Some(indices) => {
                    let mut values = indices
                        .iter()
                        .map(|index| at(index, binder, body, interpretation));
                    values.any(|value| decides(&value))
                }
                None => along(binder, body, interpretation).any(|(_, value)| decides(&value)),
            };
            Value::Bool(is_decided == (*quantifier == Quantifier::Exists))
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
        let value = at(&index, binder, body, outer);
        Some((index, value))
    })
}

/// The value of `body` for one value of the variable of `binder`.
fn at(index: &BigInt, binder: &Binder, body: &Term, outer: &dyn Interpretation) -> Value {
    let inner = Bound {
        variable: &binder.variable,
        value: index,
        outer,
    };
    evaluate_in(body, &inner)
}

/// Shorter ranges are gone through.
const LONG: u32 = 64;

/// Where it is enough to look at a body that uses its variable as an index only, in a range of
/// millions: each index that one of the arrays sets apart, and one that none does.
fn telling(binder: &Binder, body: &Term, outer: &dyn Interpretation) -> Option<BTreeSet<BigInt>> {
    let low = evaluate_in(&binder.low, outer).as_int().clone();
    let high = evaluate_in(&binder.high, outer).as_int().clone();
    if &high - &low < BigInt::from(LONG) {
        return None;
    }
    let mut arrays = Vec::new();
    if !is_index_only(body, &binder.variable, &mut arrays) {
        return None;
    }
    let mut found = BTreeSet::new();
    for (array, offset) in arrays {
        let value = evaluate_in(array, outer);
        let apart = value.as_array().exceptions();
        let indices = apart.map(|(index, _)| index - &offset);
        found.extend(indices.filter(|index| *index >= low && *index <= high));
    }
    let mut other = low;
    while found.contains(&other) {
        other += 1;
    }
    if other <= high {
        found.insert(other);
    }
    Some(found)
}

/// Whether a variable is used to select components only; of which arrays, and how far from it.
#[allow(clippy::wildcard_enum_match_arm)] // all others are looked into
fn is_index_only<'a>(
    term: &'a Term,
    variable: &Variable,
    arrays: &mut Vec<(&'a Term, BigInt)>,
) -> bool {
    if !term.free_variables().contains(variable) {
        return true;
    }
    match term.kind() {
        TermKind::Variable(_) | TermKind::Quantified(..) | TermKind::Comprehension(..) => false,
        TermKind::Select(array, index) if !array.free_variables().contains(variable) => {
            let distance = distance(index, variable);
            arrays.extend(distance.clone().map(|distance| (array, distance)));
            distance.is_some()
        }
        _ => {
            let mut operands = term.operands().into_iter();
            operands.all(|operand| is_index_only(operand, variable, arrays))
        }
    }
}

/// How far an index lies from a variable.
#[allow(clippy::wildcard_enum_match_arm)] // nothing else is a distance
fn distance(index: &Term, variable: &Variable) -> Option<BigInt> {
    let is_it = |term: &Term| matches!(term.kind(), TermKind::Variable(one) if one == variable);
    match index.kind() {
        TermKind::Variable(_) if is_it(index) => Some(BigInt::ZERO),
        TermKind::Arithmetic(operator, a, b) => match (operator, a.kind(), b.kind()) {
            (Arithmetic::Add, _, TermKind::Int(number)) if is_it(a) => Some(number.clone()),
            (Arithmetic::Add, TermKind::Int(number), _) if is_it(b) => Some(number.clone()),
            (Arithmetic::Subtract, _, TermKind::Int(number)) if is_it(a) => Some(-number),
            _ => None,
        },
        _ => None,
    }
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
    use quickcheck::QuickCheck;

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

    // forall arrays, ranges. a quantifier says what its instances say
    #[test]
    fn long_ranges_are_judged_like_short_ones() {
        fn law(set: Vec<(u8, u8)>, low: u8, shift: i8, limit: u8) -> bool {
            let array = Variable::new("A", Sort::array(Sort::Int));
            let (low, high) = (i64::from(low) - 20, i64::from(low) + 90);
            let (shift, limit) = (i64::from(shift % 3), i64::from(limit % 5));
            let mut value = ArrayValue::constant(Value::Int(2.into()));
            for (index, component) in set {
                value.set(index.into(), Value::Int((component % 5).into()));
            }
            let lookup = |_: &Variable| Value::Array(value.clone());
            let values = VariablesOnly(&lookup);
            let binder = Binder::new("I", Term::int(low), Term::int(high));
            let index = Term::variable(&binder.variable);
            let select = |index: Term| Term::select(Term::variable(&array), index);
            let other = Term::arithmetic(Arithmetic::Add, index.clone(), Term::int(shift));
            let least = Term::compare(Comparison::LessEqual, Term::int(limit), select(index));
            let pair = Term::compare(Comparison::NotEqual, select(other), Term::int(limit));
            let body = Term::or([least, pair]);
            [Quantifier::ForAll, Quantifier::Exists]
                .into_iter()
                .all(|quantifier| {
                    let term = Term::quantified(quantifier, binder.clone(), body.clone());
                    let said = evaluate(&term, &lookup).as_bool();
                    let mut instances = along(&binder, &body, &values);
                    said == match quantifier {
                        Quantifier::ForAll => instances.all(|(_, value)| value.as_bool()),
                        Quantifier::Exists => instances.any(|(_, value)| value.as_bool()),
                    }
                })
        }
        QuickCheck::new().quickcheck(law as fn(Vec<(u8, u8)>, u8, i8, u8) -> bool);
    }

    // Nobody waits for billions of components of which two differ.
    #[test]
    fn a_range_of_billions_is_no_trouble() {
        let array = Variable::new("A", Sort::array(Sort::Int));
        let mut value = ArrayValue::constant(Value::Int(1.into()));
        value.set(7.into(), Value::Int(3.into()));
        let binder = Binder::new("I", Term::int(1), Term::int(1_i64 << 40));
        let component = Term::select(Term::variable(&array), Term::variable(&binder.variable));
        let most = |most: i64| {
            let body = Term::compare(Comparison::LessEqual, component.clone(), Term::int(most));
            Term::quantified(Quantifier::ForAll, binder.clone(), body)
        };
        let lookup = |_: &Variable| Value::Array(value.clone());
        assert!(evaluate(&most(3), &lookup).as_bool());
        assert!(!evaluate(&most(2), &lookup).as_bool());
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
