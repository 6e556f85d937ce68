//! Linear equations that hold of all of some vectors of integers.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// Vectors of which all others are sums of multiples, as far as they have come.
///
/// Each has its first number where all others have zero; no fractions are needed, because each may
/// be multiplied as one likes.
#[derive(Debug, Clone)]
pub(super) struct Span {
    width: usize,
    /// By the column of the first number that is not zero.
    rows: Vec<(usize, Vec<BigInt>)>,
}

impl Span {
    pub(super) fn new(width: usize) -> Span {
        Span {
            width,
            rows: Vec::new(),
        }
    }

    /// Whether every vector belongs to it, so that there is no equation.
    pub(super) fn is_everything(&self) -> bool {
        self.rows.len() == self.width
    }

    /// Adds a vector.
    pub(super) fn add(&mut self, mut vector: Vec<BigInt>) {
        for (column, row) in &self.rows {
            clear(&mut vector, *column, row);
        }
        let Some(first) = vector.iter().position(|value| !value.is_zero()) else {
            return;
        };
        shorten(&mut vector);
        for (_, row) in &mut self.rows {
            clear(row, first, &vector);
            shorten(row);
        }
        self.rows.push((first, vector));
        self.rows.sort();
    }

    /// The equations: numbers with which the columns are multiplied for the sum to be zero. Each
    /// says what a column is in terms of earlier ones.
    pub(super) fn equations(&self) -> Vec<Vec<BigInt>> {
        let is_free = |column: &usize| self.rows.iter().all(|(first, _)| first != column);
        (0..self.width)
            .filter(is_free)
            .map(|free| self.equation(free))
            .collect()
    }

    fn equation(&self, free: usize) -> Vec<BigInt> {
        let firsts = self.rows.iter().map(|(first, row)| &row[*first]);
        let common = firsts.fold(BigInt::one(), |common, value| common.lcm(value));
        let mut equation = vec![BigInt::zero(); self.width];
        equation[free].clone_from(&common);
        for (first, row) in &self.rows {
            equation[*first] = -(&row[free] * &common / &row[*first]);
        }
        shorten(&mut equation);
        equation
    }
}

/// Makes a column zero by taking away a multiple of a row that has its first number there.
fn clear(vector: &mut [BigInt], column: usize, row: &[BigInt]) {
    if vector[column].is_zero() {
        return;
    }
    let divisor = vector[column].gcd(&row[column]);
    let (mine, other) = (&row[column] / &divisor, &vector[column] / &divisor);
    for (value, taken) in vector.iter_mut().zip(row) {
        *value = &*value * &mine - taken * &other;
    }
}

/// Divides by what all numbers have in common.
fn shorten(vector: &mut [BigInt]) {
    let divisor = vector
        .iter()
        .fold(BigInt::zero(), |gcd, value| gcd.gcd(value));
    if divisor.is_positive() && !divisor.is_one() {
        for value in vector {
            *value /= &divisor;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equations(vectors: &[&[i32]]) -> Vec<Vec<BigInt>> {
        let mut span = Span::new(vectors[0].len());
        for vector in vectors {
            span.add(vector.iter().map(|value| BigInt::from(*value)).collect());
        }
        span.equations()
    }

    fn numbers(vectors: &[&[i32]]) -> Vec<Vec<BigInt>> {
        let vectors = vectors.iter();
        vectors
            .map(|vector| vector.iter().map(|value| BigInt::from(*value)).collect())
            .collect()
    }

    #[test]
    fn what_is_always_so_is_found() {
        // 1, X, Y where Y = 2 * X + 3.
        let found = equations(&[&[1, 0, 3], &[1, 5, 13], &[1, -2, -1]]);
        assert_eq!(found, numbers(&[&[-3, -2, 1]]));
        // 1, I, I * I, S where 2 * S = I * (I - 1).
        let found = equations(&[&[1, 0, 0, 0], &[1, 1, 1, 0], &[1, 2, 4, 1], &[1, 5, 25, 10]]);
        assert_eq!(found, numbers(&[&[0, 1, -1, 2]]));
        // Anything goes.
        assert!(equations(&[&[1, 0], &[1, 3]]).is_empty());
    }

    quickcheck::quickcheck! {
        fn every_vector_satisfies_every_equation(vectors: Vec<(i8, i8, i8, i8)>) -> bool {
            let vectors: Vec<Vec<BigInt>> = vectors
                .iter()
                .map(|(a, b, c, d)| [a, b, c, d].map(|value| BigInt::from(*value)).to_vec())
                .collect();
            let mut span = Span::new(4);
            for vector in &vectors {
                span.add(vector.clone());
            }
            let found = span.equations();
            let value = |vector: &[BigInt], equation: &[BigInt]| -> BigInt {
                vector.iter().zip(equation).map(|(a, b)| a * b).sum()
            };
            found.len() + span.rows.len() == 4
                && found.iter().all(|equation| {
                    equation.iter().any(|factor| !factor.is_zero())
                        && vectors.iter().all(|vector| value(vector, equation).is_zero())
                })
        }
    }
}
