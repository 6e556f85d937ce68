//! What is left by division.

use std::collections::BTreeSet;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

use super::Candidates;
use super::columns::Column;
use crate::logic::{Arithmetic, Term, evaluate_arithmetic};

/// Larger moduli tell nothing.
const LARGEST_MODULUS: u32 = 1_000;

/// Fewer different values than these may have the same remainder by accident.
const MANY_VALUES: usize = 4;
/// Numbers that go round stay near each other: their sum has few values, in however many samples.
const SOME_VALUES: usize = 2;
/// So many samples are no accident.
const MANY_SAMPLES: usize = 12;

/// What is left by division where it is always the same.
pub(super) fn remainders(column: &Column, found: &mut Candidates) {
    if let Some(known) = same_rest(column.values.iter().cloned(), MANY_VALUES) {
        add(column.term.clone(), known, found);
    }
}

/// The same of sums and differences of three numbers: places that go round, and how far they are
/// apart.
pub(super) fn remainders_of_three(columns: &[Column], found: &mut Candidates) {
    if columns
        .first()
        .is_none_or(|column| column.values.len() < MANY_SAMPLES)
    {
        return;
    }
    let ways = [Arithmetic::Add, Arithmetic::Subtract];
    for (at, first) in columns.iter().enumerate() {
        for (next, second) in columns.iter().enumerate().skip(at + 1) {
            for way in ways {
                let two = first.combined(way, second);
                // What two of them keep is not said again.
                let known = same_rest(two.values.iter().cloned(), MANY_VALUES);
                if two.is_constant() || known.is_some() {
                    continue;
                }
                for third in &columns[next + 1..] {
                    for way in ways {
                        // Most combinations are given up after a few samples.
                        let both = two.values.iter().zip(&third.values);
                        let all = both.map(|(a, b)| evaluate_arithmetic(way, a, b));
                        // Parity is the same for every sign, and follows from any other modulus.
                        let known = same_rest(all, SOME_VALUES);
                        if let Some(known) = known.filter(|known| known.0 > BigInt::from(2)) {
                            let term = Term::arithmetic(way, two.term.clone(), third.term.clone());
                            add(term, known, found);
                        }
                    }
                }
            }
        }
    }
}

fn add(term: Term, (modulus, rest): (BigInt, BigInt), found: &mut Candidates) {
    let left = Term::arithmetic(Arithmetic::Modulo, term, Term::int(modulus));
    found.add(Term::equal(left, Term::int(rest)));
}

/// A modulus, and what division by it always leaves of at least so many different numbers.
fn same_rest(mut values: impl Iterator<Item = BigInt>, least: usize) -> Option<(BigInt, BigInt)> {
    let first = values.next()?;
    let mut modulus = BigInt::zero();
    let mut different = BTreeSet::from([first.clone()]);
    for value in values {
        modulus = modulus.gcd(&(&value - &first));
        if modulus.is_one() {
            return None;
        }
        if different.len() < least {
            different.insert(value);
        }
    }
    let is_told = modulus <= BigInt::from(LARGEST_MODULUS) && different.len() >= least;
    is_told.then(|| {
        let rest = first.mod_floor(&modulus);
        (modulus, rest)
    })
}
