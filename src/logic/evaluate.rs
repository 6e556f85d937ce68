//! The value of a term under an assignment of its variables.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};

use super::allowance::{Allowance, Exhausted, INSTANCE};
use super::powers::{far_from, power, power_modulo};
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

/// The same, if it can be had for what is allowed.
///
/// # Errors
/// If it cannot.
///
/// # Panics
/// As [`evaluate`].
pub fn evaluate_within(
    term: &Term,
    lookup: &dyn Fn(&Variable) -> Value,
    allowance: &Allowance,
) -> Result<Value, Exhausted> {
    value_of(term, &VariablesOnly(lookup), allowance)
}

/// The value of `term` where variables and functions mean what `interpretation` says.
///
/// # Panics
/// If the result of a `**` has more digits than the machine can hold.
pub fn evaluate_in(term: &Term, interpretation: &dyn Interpretation) -> Value {
    let found = value_of(term, interpretation, &Allowance::unlimited());
    found.unwrap_or_else(|Exhausted| panic!("a value of {term} has too many digits"))
}

fn value_of(
    term: &Term,
    interpretation: &dyn Interpretation,
    allowance: &Allowance,
) -> Result<Value, Exhausted> {
    let value = |term: &Term| value_of(term, interpretation, allowance);
    let truth = |term: &Term| value(term).map(|value| value.as_bool());
    let number = |term: &Term| value(term).map(|value| value.as_int().clone());
    Ok(match term.kind() {
        TermKind::Bool(value) => Value::Bool(*value),
        TermKind::Int(value) => Value::Int(value.clone()),
        TermKind::Variable(variable) => interpretation.variable(variable),
        TermKind::Not(a) => Value::Bool(!truth(a)?),
        TermKind::And(parts) => Value::Bool(all(parts, &truth)?),
        TermKind::Or(parts) => Value::Bool(!all(parts, &|part| Ok(!truth(part)?))?),
        TermKind::Compare(comparison, a, b) => {
            let far = match (a.kind(), b.kind()) {
                (TermKind::Arithmetic(Arithmetic::Power, base, exponent), _) => {
                    far_from(&number(base)?, &number(exponent)?, &number(b)?)
                }
                (_, TermKind::Arithmetic(Arithmetic::Power, base, exponent)) => {
                    let found = far_from(&number(base)?, &number(exponent)?, &number(a)?);
                    found.map(Ordering::reverse)
                }
                _ => None,
            };
            let ordering = match far {
                Some(ordering) => ordering,
                None => value(a)?.cmp(&value(b)?),
            };
            Value::Bool(holds_of(*comparison, ordering))
        }
        TermKind::Arithmetic(Arithmetic::Power, a, b) => {
            Value::Int(power(&number(a)?, &number(b)?, allowance)?)
        }
        TermKind::Arithmetic(operator, a, b) => {
            let right = number(b)?;
            let plain = match (operator, a.kind()) {
                (Arithmetic::Modulo, TermKind::Arithmetic(Arithmetic::Power, base, exponent)) => {
                    power_modulo(&number(base)?, &number(exponent)?, &right)
                }
                _ => None,
            };
            Value::Int(match plain {
                Some(value) => value,
                None => evaluate_arithmetic(*operator, &number(a)?, &right),
            })
        }
        TermKind::Negate(a) => Value::Int(-number(a)?),
        TermKind::Absolute(a) => Value::Int(number(a)?.abs()),
        TermKind::IfThenElse(condition, a, b) => value(if truth(condition)? { a } else { b })?,
        TermKind::Select(array, index) => value(array)?.as_array().get(&number(index)?).clone(),
        TermKind::Store(array, index, element) => {
            let array = value(array)?.as_array().clone();
            allowance.spend(array.size())?;
            Value::Array(array.with(number(index)?, value(element)?))
        }
        TermKind::ConstantArray(element) => Value::Array(ArrayValue::constant(value(element)?)),
        TermKind::Comprehension(binder, body, otherwise) => {
            let mut array = value(otherwise)?.as_array().clone();
            allowance.spend(array.size())?;
            for instance in along(binder, body, interpretation, allowance)? {
                let (index, element) = instance?;
                array.set(index, element);
            }
            Value::Array(array)
        }
        TermKind::Quantified(quantifier, binder, body) => {
            let decides = *quantifier == Quantifier::Exists;
            let mut is_decided = false;
            match telling(binder, body, interpretation, allowance)? {
                Some(indices) => {
                    for index in indices {
                        let value = at(&index, binder, body, interpretation, allowance)?;
                        is_decided |= value.as_bool() == decides;
                        if is_decided {
                            break;
                        }
                    }
                }
                None => {
                    for instance in along(binder, body, interpretation, allowance)? {
                        is_decided |= instance?.1.as_bool() == decides;
                        if is_decided {
                            break;
                        }
                    }
                }
            }
            Value::Bool(is_decided == decides)
        }
        TermKind::Apply(function, arguments, sort) => {
            let arguments: Result<Vec<Value>, Exhausted> = arguments.iter().map(value).collect();
            interpretation.apply(function, &arguments?, sort)
        }
    })
}

/// Whether all of these are so; those after the first that is not are not looked at.
fn all(
    parts: &[Term],
    truth: &dyn Fn(&Term) -> Result<bool, Exhausted>,
) -> Result<bool, Exhausted> {
    for part in parts {
        if !truth(part)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The bounds of a binder.
fn bounds(
    binder: &Binder,
    outer: &dyn Interpretation,
    allowance: &Allowance,
) -> Result<(BigInt, BigInt), Exhausted> {
    let number = |term: &Term| value_of(term, outer, allowance).map(|it| it.as_int().clone());
    Ok((number(&binder.low)?, number(&binder.high)?))
}

/// The values of `body`, one by one, while the variable of `binder` runs through its range.
fn along<'a>(
    binder: &'a Binder,
    body: &'a Term,
    outer: &'a dyn Interpretation,
    allowance: &'a Allowance,
) -> Result<impl Iterator<Item = Result<(BigInt, Value), Exhausted>> + 'a, Exhausted> {
    let (mut next, high) = bounds(binder, outer, allowance)?;
    Ok(std::iter::from_fn(move || {
        if next > high {
            return None;
        }
        let index = next.clone();
        next += 1;
        let value = at(&index, binder, body, outer, allowance);
        Some(value.map(|value| (index, value)))
    }))
}

/// The value of `body` for one value of the variable of `binder`.
fn at(
    index: &BigInt,
    binder: &Binder,
    body: &Term,
    outer: &dyn Interpretation,
    allowance: &Allowance,
) -> Result<Value, Exhausted> {
    allowance.spend(INSTANCE)?;
    let inner = Bound {
        variable: &binder.variable,
        value: index,
        outer,
    };
    value_of(body, &inner, allowance)
}

/// Shorter ranges are gone through.
const LONG: u32 = 64;

/// Where it is enough to look at a body that uses its variable as an index only, in a range of
/// millions: each index that one of the arrays sets apart, and one that none does.
fn telling(
    binder: &Binder,
    body: &Term,
    outer: &dyn Interpretation,
    allowance: &Allowance,
) -> Result<Option<BTreeSet<BigInt>>, Exhausted> {
    let (low, high) = bounds(binder, outer, allowance)?;
    if &high - &low < BigInt::from(LONG) {
        return Ok(None);
    }
    let mut arrays = Vec::new();
    if !is_index_only(body, &binder.variable, &mut arrays) {
        return Ok(None);
    }
    let mut found = BTreeSet::new();
    for (array, offset) in arrays {
        let value = value_of(array, outer, allowance)?;
        allowance.spend(value.as_array().size())?;
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
    Ok(Some(found))
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
        Arithmetic::Power => power(a, b, &Allowance::unlimited())
            .unwrap_or_else(|Exhausted| panic!("{a} ** {b} has too many digits")),
        Arithmetic::BitAnd => a & b,
        Arithmetic::BitOr => a | b,
        Arithmetic::BitXor => a ^ b,
    }
}

/// Whether the comparison holds of two values of one sort; `False` is less than `True`.
pub(super) fn evaluate_comparison(comparison: Comparison, a: &Value, b: &Value) -> bool {
    holds_of(comparison, a.cmp(b))
}

/// Whether the comparison holds of two values that are so ordered.
fn holds_of(comparison: Comparison, ordering: Ordering) -> bool {
    match comparison {
        Comparison::Equal => ordering.is_eq(),
        Comparison::NotEqual => ordering.is_ne(),
        Comparison::Less => ordering.is_lt(),
        Comparison::LessEqual => ordering.is_le(),
        Comparison::Greater => ordering.is_gt(),
        Comparison::GreaterEqual => ordering.is_ge(),
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
                    let patient = Allowance::unlimited();
                    let instances = along(&binder, &body, &values, &patient).unwrap();
                    let mut instances = instances.map(|instance| instance.unwrap().1.as_bool());
                    said == match quantifier {
                        Quantifier::ForAll => instances.all(|holds| holds),
                        Quantifier::Exists => instances.any(|holds| holds),
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

    // An aggregate of billions of components ends when what is allowed is spent; what is compared
    // with a power of billions of digits, or is the rest of one, does not need its digits.
    #[test]
    fn nobody_waits_for_billions() {
        let within = |term: &Term| {
            evaluate_within(
                term,
                &|_| Value::Int(BigInt::from(3)),
                &Allowance::of(10_000),
            )
        };
        let binder = Binder::new("I", Term::int(1), Term::int(1_i64 << 40));
        let index = Term::variable(&binder.variable);
        let zeros = Term::constant_array(Term::int(0));
        let aggregate = Term::comprehension(binder, index, zeros);
        assert_eq!(within(&aggregate), Err(Exhausted));
        let three = Term::variable(&Variable::new("X", Sort::Int));
        let power = Term::arithmetic(Arithmetic::Power, three, Term::int(i64::MAX));
        assert_eq!(within(&power), Err(Exhausted));
        let rest = Term::arithmetic(Arithmetic::Modulo, power.clone(), Term::int(8));
        assert_eq!(within(&rest), Ok(Value::Int(3.into())));
        for (comparison, holds) in [(Comparison::Less, false), (Comparison::Greater, true)] {
            let one_way = Term::compare(comparison, power.clone(), Term::int(1000));
            assert_eq!(within(&one_way), Ok(Value::Bool(holds)));
            let other_way = Term::compare(comparison, Term::int(1000), power.clone());
            assert_eq!(within(&other_way), Ok(Value::Bool(!holds)));
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
