//! Intervals of integers, to tell which checks the types alone decide.

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// The integers from `low` to `high`; not empty where it describes the values of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) low: BigInt,
    pub(super) high: BigInt,
}

impl Interval {
    pub(super) fn new(low: impl Into<BigInt>, high: impl Into<BigInt>) -> Interval {
        Interval {
            low: low.into(),
            high: high.into(),
        }
    }

    pub(super) fn point(value: &BigInt) -> Interval {
        Interval::new(value.clone(), value.clone())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.low > self.high
    }

    pub(super) fn contains(&self, value: &BigInt) -> bool {
        self.low <= *value && *value <= self.high
    }

    /// Whether every value of this lies in `other`.
    pub(super) fn is_inside(&self, other: &Interval) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// The common values, or `other` where there are none: a check has failed before then.
    pub(super) fn clipped(&self, other: &Interval) -> Interval {
        let common = Interval {
            low: (&self.low).max(&other.low).clone(),
            high: (&self.high).min(&other.high).clone(),
        };
        if common.is_empty() {
            other.clone()
        } else {
            common
        }
    }

    pub(super) fn add(&self, other: &Interval) -> Interval {
        Interval::new(&self.low + &other.low, &self.high + &other.high)
    }

    pub(super) fn subtract(&self, other: &Interval) -> Interval {
        Interval::new(&self.low - &other.high, &self.high - &other.low)
    }

    pub(super) fn negate(&self) -> Interval {
        Interval::new(-&self.high, -&self.low)
    }

    pub(super) fn absolute(&self) -> Interval {
        let low = if self.contains(&BigInt::zero()) {
            BigInt::zero()
        } else {
            self.low.abs().min(self.high.abs())
        };
        Interval::new(low, self.magnitude())
    }

    pub(super) fn multiply(&self, other: &Interval) -> Interval {
        let corners = [
            &self.low * &other.low,
            &self.low * &other.high,
            &self.high * &other.low,
            &self.high * &other.high,
        ];
        Interval::hull(&corners)
    }

    /// Of `a / b` where `b` is not zero.
    pub(super) fn divide(&self, other: &Interval) -> Interval {
        let one = BigInt::one();
        let below = Interval::new(other.low.clone(), (-&one).min(other.high.clone()));
        let above = Interval::new(one.max(other.low.clone()), other.high.clone());
        let mut quotients = Vec::new();
        for divisor in [below, above] {
            if !divisor.is_empty() {
                // Truncation is monotone on either side of zero.
                for bound in [&divisor.low, &divisor.high] {
                    quotients.push(&self.low / bound);
                    quotients.push(&self.high / bound);
                }
            }
        }
        if quotients.is_empty() || self.contains(&BigInt::zero()) {
            quotients.push(BigInt::zero());
        }
        Interval::hull(&quotients)
    }

    /// Of `a mod b` where `b` is not zero: the result has the sign of `b` and is smaller.
    pub(super) fn modulo(divisor: &Interval) -> Interval {
        Interval::new(
            (&divisor.low + BigInt::one()).min(BigInt::zero()),
            (&divisor.high - BigInt::one()).max(BigInt::zero()),
        )
    }

    /// Of `a rem b` where `b` is not zero: the result has the sign of `a`, is smaller than `b` and
    /// no larger than `a`.
    pub(super) fn remainder(&self, divisor: &Interval) -> Interval {
        let most = (divisor.magnitude() - BigInt::one()).max(BigInt::zero());
        Interval::new(
            (&self.low).min(&BigInt::zero()).max(&-&most).clone(),
            (&self.high).max(&BigInt::zero()).min(&most).clone(),
        )
    }

    /// Whether there is a common value.
    pub(super) fn meets(&self, other: &Interval) -> bool {
        (&self.low).max(&other.low) <= (&self.high).min(&other.high)
    }

    /// The smallest interval that holds both.
    pub(super) fn hull_with(&self, other: &Interval) -> Interval {
        Interval::new(
            (&self.low).min(&other.low).clone(),
            (&self.high).max(&other.high).clone(),
        )
    }

    fn magnitude(&self) -> BigInt {
        self.low.abs().max(self.high.abs())
    }

    fn hull(values: &[BigInt]) -> Interval {
        let mut hull = Interval::point(&values[0]);
        for value in values {
            hull.low = hull.low.min(value.clone());
            hull.high = hull.high.max(value.clone());
        }
        hull
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Arithmetic, evaluate_arithmetic};

    /// For all small intervals and all values in them, the result lies in the interval computed.
    #[test]
    fn every_result_lies_in_its_interval() {
        let bounds = -4..=4_i32;
        let intervals: Vec<(i32, i32)> = bounds
            .clone()
            .flat_map(|low| (low..=4).map(move |high| (low, high)))
            .collect();
        for &(a, b) in &intervals {
            for &(c, d) in &intervals {
                let (left, right) = (Interval::new(a, b), Interval::new(c, d));
                let results = [
                    (Arithmetic::Add, left.add(&right)),
                    (Arithmetic::Subtract, left.subtract(&right)),
                    (Arithmetic::Multiply, left.multiply(&right)),
                    (Arithmetic::Divide, left.divide(&right)),
                    (Arithmetic::Remainder, left.remainder(&right)),
                    (Arithmetic::Modulo, Interval::modulo(&right)),
                ];
                for (operator, interval) in results {
                    for x in a..=b {
                        for y in (c..=d).filter(|y| *y != 0 || operator == Arithmetic::Add) {
                            let value = evaluate_arithmetic(operator, &x.into(), &y.into());
                            assert!(
                                interval.contains(&value),
                                "{x} {operator} {y}: {interval:?}"
                            );
                        }
                    }
                }
            }
            for x in a..=b {
                assert!(Interval::new(a, b).negate().contains(&(-x).into()));
                assert!(Interval::new(a, b).absolute().contains(&x.abs().into()));
            }
        }
    }
}
