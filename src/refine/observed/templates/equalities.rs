//! Equations between numbers, and between products of them.

use std::collections::BTreeSet;

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::super::super::linear;
use super::super::equations::Span;
use super::columns::{Column, columns};
use super::{Candidates, Place};
use crate::logic::{Arithmetic, Term};

/// Products are formed of at most so many numbers.
const MOST_FACTORS: usize = 5;
/// Larger factors are no factors but bounds of types.
pub(super) const LARGEST_FACTOR: u32 = 100_000;
/// Longer sums are accidents.
const MOST_OF_A_SUM: usize = 7;

/// Linear equations, and perhaps such of products.
#[allow(clippy::fn_params_excessive_bools)] // whether products count
pub(super) fn equalities(place: &Place<'_>, with_products: bool, found: &mut Candidates) {
    let columns = columns(place);
    for (before, now) in columns.kept {
        found.add(linear::normal(&Term::equal(before, now)));
    }
    for column in columns.constant {
        let value = Term::int(column.values[0].clone());
        found.add(linear::normal(&Term::equal(column.term, value)));
    }
    let one = Column {
        range: None,
        term: Term::int(1),
        values: vec![BigInt::one(); place.samples.len()],
    };
    let mut all = vec![one.clone()];
    all.extend(columns.varying);
    let dependent = equations(&all, found);
    if with_products {
        let free = (1..all.len()).filter(|at| !dependent.contains(at));
        let factors: Vec<Column> = free.take(MOST_FACTORS).map(|at| all[at].clone()).collect();
        let mut all = vec![one];
        for (at, first) in factors.iter().enumerate() {
            for second in &factors[at..] {
                all.push(first.combined(Arithmetic::Multiply, second));
            }
        }
        // The numbers come last: each is to be told by products.
        all.extend(factors);
        equations(&all, found);
    }
}

/// Adds the equations between the columns; returns which columns are given by earlier ones.
fn equations(columns: &[Column], found: &mut Candidates) -> BTreeSet<usize> {
    let mut span = Span::new(columns.len());
    let samples = columns.first().map_or(0, |column| column.values.len());
    for at in 0..samples {
        span.add(
            columns
                .iter()
                .map(|column| column.values[at].clone())
                .collect(),
        );
        if span.is_everything() {
            return BTreeSet::new();
        }
    }
    let mut dependent = BTreeSet::new();
    for equation in span.equations() {
        // Large factors are those of an accident, not of a program; the first is the constant.
        let is_small = |factor: &BigInt| factor.abs() <= BigInt::from(LARGEST_FACTOR);
        let terms = equation.iter().filter(|factor| !factor.is_zero()).count();
        if terms > MOST_OF_A_SUM || !equation[1..].iter().all(is_small) {
            continue;
        }
        let mut sum = Term::int(0);
        for (at, (factor, column)) in equation.iter().zip(columns).enumerate() {
            if !factor.is_zero() {
                let factor = Term::int(factor.clone());
                let part = Term::arithmetic(Arithmetic::Multiply, factor, column.term.clone());
                sum = Term::arithmetic(Arithmetic::Add, sum, part);
                if equation[at + 1..].iter().all(Zero::is_zero) {
                    dependent.insert(at);
                }
            }
        }
        found.add(linear::normal(&Term::equal(sum, Term::int(0))));
    }
    dependent
}
