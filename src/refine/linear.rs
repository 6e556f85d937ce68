//! Comparisons of linear terms in one form: `2 * X - Y <= 3`, whatever way they were written.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "whatever is not linear counts as a variable"
)]

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use crate::logic::{Arithmetic, Comparison, Sort, Term, TermKind};

/// A sum of multiples of terms that are no sums themselves.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Sum {
    parts: BTreeMap<Term, BigInt>,
    constant: BigInt,
}

impl Sum {
    /// The sum that a term of integers is.
    pub(super) fn of(term: &Term) -> Sum {
        match term.kind() {
            TermKind::Int(value) => Sum {
                constant: value.clone(),
                ..Sum::default()
            },
            TermKind::Negate(a) => Sum::of(a).times(&BigInt::from(-1)),
            TermKind::Arithmetic(Arithmetic::Add, a, b) => Sum::of(a).plus(Sum::of(b)),
            TermKind::Arithmetic(Arithmetic::Subtract, a, b) => {
                Sum::of(a).plus(Sum::of(b).times(&BigInt::from(-1)))
            }
            TermKind::Arithmetic(Arithmetic::Multiply, a, b) => {
                let (a, b) = (Sum::of(a), Sum::of(b));
                match (a.as_constant(), b.as_constant()) {
                    (Some(factor), _) => b.times(factor),
                    (_, Some(factor)) => a.times(factor),
                    (None, None) => Sum::single(term),
                }
            }
            _ => Sum::single(term),
        }
    }

    fn single(term: &Term) -> Sum {
        Sum {
            parts: BTreeMap::from([(term.clone(), BigInt::one())]),
            constant: BigInt::zero(),
        }
    }

    fn as_constant(&self) -> Option<&BigInt> {
        self.parts.is_empty().then_some(&self.constant)
    }

    fn times(mut self, factor: &BigInt) -> Sum {
        self.constant *= factor;
        for value in self.parts.values_mut() {
            *value *= factor;
        }
        self.parts.retain(|_, value| !value.is_zero());
        self
    }

    fn plus(mut self, other: Sum) -> Sum {
        self.constant += other.constant;
        for (term, value) in other.parts {
            *self.parts.entry(term).or_default() += value;
        }
        self.parts.retain(|_, value| !value.is_zero());
        self
    }

    /// What the numbers before the variables have in common.
    fn divisor(&self) -> BigInt {
        let values = self.parts.values();
        values.fold(BigInt::zero(), |gcd, value| gcd.gcd(value))
    }
}

/// The same number with sums added up; whatever is no integer is left as it is.
pub(super) fn sum(term: &Term) -> Term {
    if term.sort() != Sort::Int {
        return term.clone();
    }
    let sum = Sum::of(term);
    let mut whole: Option<Term> = None;
    for (part, factor) in &sum.parts {
        let part = multiple(part, factor);
        whole = Some(match whole {
            Some(sum) => Term::arithmetic(Arithmetic::Add, sum, part),
            None => part,
        });
    }
    match whole {
        None => Term::int(sum.constant),
        Some(whole) if sum.constant.is_zero() => whole,
        Some(whole) => Term::arithmetic(Arithmetic::Add, whole, Term::int(sum.constant)),
    }
}

/// The same truth in the form in which all comparisons are written; whatever is no comparison of
/// integers is left as it is.
pub(super) fn normal(term: &Term) -> Term {
    match term.kind() {
        TermKind::Compare(comparison, a, b) if a.sort() == Sort::Int => {
            let difference = Sum::of(a).plus(Sum::of(b).times(&BigInt::from(-1)));
            of_difference(*comparison, difference)
        }
        _ => term.clone(),
    }
}

/// `sum <comparison> 0` with what is positive on the left and what is negative on the right.
fn of_difference(comparison: Comparison, sum: Sum) -> Term {
    let divisor = sum.divisor();
    if divisor.is_zero() {
        return Term::compare(comparison, Term::int(sum.constant), Term::int(0));
    }
    // Strict comparisons of integers are others with a constant moved by one.
    let (comparison, sum) = match comparison {
        Comparison::Less => (Comparison::LessEqual, moved(sum, 1)),
        Comparison::Greater => (Comparison::GreaterEqual, moved(sum, -1)),
        _ => (comparison, sum),
    };
    let is_first_negative = sum.parts.values().next().is_some_and(Signed::is_negative);
    let (comparison, sum) = if is_first_negative {
        (mirrored(comparison), sum.times(&BigInt::from(-1)))
    } else {
        (comparison, sum)
    };
    // parts <comparison> bound
    let bound = -&sum.constant;
    let bound = match comparison {
        Comparison::LessEqual => bound.div_floor(&divisor),
        Comparison::GreaterEqual => bound.div_ceil(&divisor),
        _ if !bound.is_multiple_of(&divisor) => {
            return Term::bool(comparison == Comparison::NotEqual);
        }
        _ => bound / &divisor,
    };
    let mut left: Option<Term> = None;
    let mut right: Option<Term> = None;
    for (term, value) in &sum.parts {
        let factor = value / &divisor;
        let side = if factor.is_positive() {
            &mut left
        } else {
            &mut right
        };
        let part = multiple(term, &factor.abs());
        *side = Some(match side.take() {
            Some(sum) => Term::arithmetic(Arithmetic::Add, sum, part),
            None => part,
        });
    }
    let left = left.unwrap_or_else(|| Term::int(0));
    let right = match right {
        None => Term::int(bound),
        Some(right) if bound.is_zero() => right,
        Some(right) if bound.is_negative() => {
            Term::arithmetic(Arithmetic::Subtract, right, Term::int(-bound))
        }
        Some(right) => Term::arithmetic(Arithmetic::Add, right, Term::int(bound)),
    };
    Term::compare(comparison, left, right)
}

fn moved(mut sum: Sum, by: i32) -> Sum {
    sum.constant += by;
    sum
}

fn multiple(term: &Term, factor: &BigInt) -> Term {
    if factor.is_one() {
        return term.clone();
    }
    Term::arithmetic(
        Arithmetic::Multiply,
        Term::int(factor.clone()),
        term.clone(),
    )
}

fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::LessEqual => Comparison::GreaterEqual,
        Comparison::GreaterEqual => Comparison::LessEqual,
        Comparison::Less => Comparison::Greater,
        Comparison::Greater => Comparison::Less,
        Comparison::Equal | Comparison::NotEqual => comparison,
    }
}

/// What a comparison of integers compares, without the constant; the same for all bounds of it.
#[allow(clippy::wildcard_enum_match_arm)] // only comparisons have a shape
pub fn shape(term: &Term) -> Option<Vec<(Term, BigInt)>> {
    match term.kind() {
        TermKind::Compare(_, a, b) if a.sort() == Sort::Int => {
            let difference = Sum::of(a).plus(Sum::of(b).times(&BigInt::from(-1)));
            let divisor = difference.divisor();
            let sign = match difference.parts.values().next()? {
                first if first.is_negative() => BigInt::from(-1),
                _ => BigInt::one(),
            };
            let parts = difference.times(&sign).parts.into_iter();
            Some(
                parts
                    .map(|(term, value)| (term, value / &divisor))
                    .collect(),
            )
        }
        _ => None,
    }
}

/// What an equality of integers, or its negation, says in two parts: at most, and at least. The one
/// may go on to hold where the other and the whole do not.
#[allow(clippy::wildcard_enum_match_arm)] // only equalities have halves
pub fn halves(term: &Term) -> Option<[Term; 2]> {
    match term.kind() {
        TermKind::Compare(Comparison::Equal | Comparison::NotEqual, a, b)
            if a.sort() == Sort::Int =>
        {
            let half = |comparison| normal(&Term::compare(comparison, a.clone(), b.clone()));
            Some([half(Comparison::LessEqual), half(Comparison::GreaterEqual)])
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Variable;

    fn x(name: &str) -> Term {
        Term::variable(&Variable::new(name, Sort::Int))
    }

    fn add(a: Term, b: Term) -> Term {
        Term::arithmetic(Arithmetic::Add, a, b)
    }

    #[test]
    fn comparisons_have_one_form() {
        let less = |a, b| normal(&Term::compare(Comparison::Less, a, b)).to_string();
        let equal = |a, b| normal(&Term::equal(a, b)).to_string();
        let two = |a| Term::arithmetic(Arithmetic::Multiply, Term::int(2), a);
        assert_eq!(less(add(x("X"), Term::int(1)), Term::int(10)), "X <= 8");
        assert_eq!(less(Term::int(10), x("X")), "X >= 11");
        assert_eq!(less(x("Y"), x("X")), "X >= Y + 1");
        assert_eq!(equal(two(x("X")), two(x("Y"))), "X = Y");
        assert_eq!(equal(two(x("X")), Term::int(3)), "False");
        assert_eq!(less(two(x("X")), Term::int(4)), "X <= 1");
        assert_eq!(
            equal(add(x("Y"), Term::int(2)), add(two(x("X")), Term::int(2))),
            "2 * X = Y"
        );
    }

    #[test]
    fn equalities_have_halves() {
        let said = |term: &Term| halves(term).map(|both| both.map(|half| half.to_string()));
        let equal = Term::equal(add(x("X"), Term::int(1)), x("Y"));
        let both = Some(["X <= Y - 1".to_owned(), "X >= Y - 1".to_owned()]);
        assert_eq!(said(&equal), both);
        assert_eq!(said(&Term::not(equal)), both);
        assert_eq!(said(&Term::compare(Comparison::Less, x("X"), x("Y"))), None);
    }
}
