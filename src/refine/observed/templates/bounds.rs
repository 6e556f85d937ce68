//! Between which bounds numbers, their sums, their differences and their multiples stay.

use std::collections::BTreeSet;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed};

use super::super::super::linear;
use super::super::hints::Hints;
use super::columns::{Column, columns};
use super::equalities::{LARGEST_FACTOR, equalities};
use super::remainders::{remainders, remainders_of_three};
use super::{Candidates, Place};
use crate::logic::{Arithmetic, Comparison, Term, TermKind, Variable};

/// So many of the numbers that a subprogram speaks of are tried as a bound.
const NEAREST: usize = 3;
/// What was seen so often is no accident.
const MANY: usize = 40;
/// So many steps of one variable are looked at.
const MOST_STEPS: usize = 6;
/// How far a counter that begins at one is ahead of the rounds of its loop, after and before the
/// work of the round is done; and one that begins at zero.
const FROM_ONE: [i8; 2] = [0, 1];
const FROM_ZERO: [i8; 2] = [-1, 0];

pub(super) fn numbers(place: &Place<'_>, found: &mut Candidates) {
    equalities(place, place.hints.has_products, found);
    let varying = columns(place).varying;
    for column in &varying {
        bounds(column, place.hints, found);
        remainders(column, found);
    }
    // What repeats an earlier number is bound to that, and to others by that.
    let repeated = repeated(&varying);
    for (at, second) in varying.iter().enumerate() {
        if let Some(earlier) = repeated[at] {
            related(
                &varying[earlier],
                Arithmetic::Subtract,
                second,
                place.hints,
                found,
            );
        }
    }
    let numbers = varying.into_iter().zip(repeated);
    let varying: Vec<Column> = numbers
        .filter_map(|(column, earlier)| earlier.is_none().then_some(column))
        .collect();
    for (at, first) in varying.iter().enumerate() {
        for second in &varying[at + 1..] {
            let difference = related(first, Arithmetic::Subtract, second, place.hints, found);
            remainders(&difference, found);
            related(first, Arithmetic::Add, second, place.hints, found);
            if is_assigned(first, place.hints) && is_assigned(second, place.hints) {
                multiples(first, second, FROM_ONE, place.hints, found);
                multiples(second, first, FROM_ONE, place.hints, found);
            }
        }
    }
    distances(&varying, place.hints, found);
    slopes(&varying, place, found);
    remainders_of_three(&varying, found);
}

/// For each number, the first one that was always the same, where that was seen often enough to be no
/// accident.
fn repeated(columns: &[Column]) -> Vec<Option<usize>> {
    let is_same = |at: usize, earlier: &usize| columns[*earlier].values == columns[at].values;
    let numbers = columns.iter().enumerate();
    let is_seen = |column: &Column| column.values.len() >= MANY;
    numbers
        .map(|(at, column)| (0..at).find(|earlier| is_seen(column) && is_same(at, earlier)))
        .collect()
}

fn is_assigned(column: &Column, hints: &Hints) -> bool {
    column.term.variables().is_subset(&hints.assigned)
}

/// Bounds of what grows while another number moves away from one that stays: as far as that has
/// come, or a multiple of it.
fn distances(varying: &[Column], hints: &Hints, found: &mut Candidates) {
    let (moving, fixed): (Vec<&Column>, Vec<&Column>) = varying
        .iter()
        .partition(|column| is_assigned(column, hints));
    for (at, second) in moving.iter().enumerate() {
        let away = fixed.iter().flat_map(|third| {
            [
                second.combined(Arithmetic::Subtract, third),
                third.combined(Arithmetic::Subtract, second),
            ]
        });
        for distance in away.filter(|distance| !distance.low().is_negative()) {
            let others = moving.iter().enumerate().filter(|(other, _)| *other != at);
            for (_, first) in others {
                let difference = first.combined(Arithmetic::Subtract, &distance);
                let (_, most) = extremes(first, Arithmetic::Subtract, &distance);
                let is_news = *difference.high() < most;
                // What a round may add was perhaps not added in each, so that more is possible.
                let near = near(hints);
                for bound in near.range(difference.high()..).take(2).filter(|_| is_news) {
                    compare(&difference.term, Comparison::LessEqual, bound, found);
                }
                multiples(first, &distance, FROM_ZERO, hints, found);
            }
        }
    }
}

/// Bounds of what grows or shrinks by more than one at a time, while other numbers count how often:
/// one of them, or one that counts the rounds of an inner loop and one that counts how often there
/// were all of these.
fn slopes(varying: &[Column], place: &Place<'_>, found: &mut Candidates) {
    let hints = place.hints;
    let counting: Vec<&Column> = varying
        .iter()
        .filter(|column| is_assigned(column, hints))
        .collect();
    let counts = place
        .variables
        .iter()
        .filter(|v| hints.assigned.contains(v));
    let rounds = counts.filter_map(|v| Some((*v, rounds(place.ranges.get(v)?)?)));
    let rounds: Vec<(&Variable, BigInt)> = rounds.collect();
    for first in varying {
        let TermKind::Variable(variable) = first.term.kind() else {
            continue;
        };
        let steps = hints.steps.get(variable).into_iter().flatten();
        let steps = steps.filter(|step| **step > BigInt::one() && is_slope(step));
        let others = counting.iter().filter(|other| other.term != first.term);
        let others: Vec<&Column> = others.copied().collect();
        for step in steps.take(MOST_STEPS) {
            for second in &others {
                sloping(first, &[(step, second)], hints, found);
                for (inner, rounds) in &rounds {
                    let all = rounds * step;
                    let inner = Term::variable(inner);
                    if inner == second.term || inner == first.term || !is_slope(&all) {
                        continue;
                    }
                    sloping(first, &[(&all, second)], hints, found);
                    if let Some(inner) = others.iter().find(|other| other.term == inner) {
                        sloping(first, &[(step, inner), (&all, second)], hints, found);
                    }
                }
            }
        }
    }
}

/// How many values there are for a number that counts the rounds of an inner loop; none where it can
/// count none.
fn rounds((low, high): &(BigInt, BigInt)) -> Option<BigInt> {
    let count = high - low + 1;
    (count > BigInt::one() && is_slope(&count)).then_some(count)
}

fn is_slope(step: &BigInt) -> bool {
    *step <= BigInt::from(LARGEST_FACTOR)
}

/// Bounds of a number more or less so many times others: those that were seen, the next that are a
/// multiple of the first step, and the next that the subprogram speaks of, because not every round goes
/// as far as it may.
fn sloping(first: &Column, others: &[(&BigInt, &Column)], hints: &Hints, found: &mut Candidates) {
    for operator in [Arithmetic::Add, Arithmetic::Subtract] {
        let mut all = first.clone();
        for (step, other) in others {
            all = all.combined(operator, &other.times(step));
        }
        let step = others[0].0;
        let (low, high) = (all.low(), all.high());
        let lows = [low.clone(), low.div_floor(step) * step];
        let highs = [high.clone(), high.div_ceil(step) * step];
        let nearest = hints.constants.range(low - step..=low.clone()).next_back();
        for bound in lows.iter().chain(nearest) {
            compare(&all.term, Comparison::GreaterEqual, bound, found);
        }
        let nearest = hints.constants.range(high.clone()..=high + step).next();
        for bound in highs.iter().chain(nearest) {
            compare(&all.term, Comparison::LessEqual, bound, found);
        }
    }
}

/// How far apart two numbers are at most.
pub(super) fn differences(place: &Place<'_>, found: &mut Candidates) {
    let varying = columns(place).varying;
    // Those of the first numbers come first.
    for (at, second) in varying.iter().enumerate() {
        for first in &varying[..at] {
            related(first, Arithmetic::Subtract, second, place.hints, found);
        }
    }
}

/// Bounds of the sum or the difference of two numbers, which is returned; what the bounds of each say
/// anyway is not said again.
fn related(
    first: &Column,
    operator: Arithmetic,
    second: &Column,
    hints: &Hints,
    found: &mut Candidates,
) -> Column {
    let both = first.combined(operator, second);
    let (low, high) = extremes(first, operator, second);
    let is_news = (*both.low() > low, *both.high() < high);
    pair_bounds(&both, hints, is_news, found);
    both
}

fn extremes(first: &Column, operator: Arithmetic, second: &Column) -> (BigInt, BigInt) {
    if operator == Arithmetic::Add {
        (first.low() + second.low(), first.high() + second.high())
    } else {
        (first.low() - second.high(), first.high() - second.low())
    }
}

/// Bounds of one number: the ones that were seen, and the next that the subprogram speaks of; none
/// that its type has anyway.
fn bounds(column: &Column, hints: &Hints, found: &mut Candidates) {
    let (low, high) = (column.low(), column.high());
    let constants = &hints.constants;
    let mut lows: BTreeSet<&BigInt> = constants.range(..=low).rev().take(NEAREST).collect();
    let mut highs: BTreeSet<&BigInt> = constants.range(high..).take(NEAREST).collect();
    lows.insert(low);
    highs.insert(high);
    let (first, last) = match &column.range {
        Some((first, last)) => (Some(first), Some(last)),
        None => (None, None),
    };
    for bound in lows.into_iter().filter(|bound| Some(*bound) > first) {
        compare(&column.term, Comparison::GreaterEqual, bound, found);
    }
    let is_below = |bound: &&BigInt| last.is_none_or(|last| *bound < last);
    for bound in highs.into_iter().filter(is_below) {
        compare(&column.term, Comparison::LessEqual, bound, found);
    }
}

/// Bounds of a sum or a difference: small ones, and those that the subprogram speaks of.
fn pair_bounds(
    column: &Column,
    hints: &Hints,
    (has_low, has_high): (bool, bool),
    found: &mut Candidates,
) {
    let near = near(hints);
    // A difference from what begins at 2 is at most -2.
    let opposite: BTreeSet<BigInt> = near.iter().map(|bound| -bound).collect();
    for bounds in [near, opposite] {
        if has_low && let Some(bound) = bounds.range(..=column.low()).next_back() {
            compare(&column.term, Comparison::GreaterEqual, bound, found);
        }
        if has_high && let Some(bound) = bounds.range(column.high()..).next() {
            compare(&column.term, Comparison::LessEqual, bound, found);
        }
    }
}

/// Numbers that may bound a sum or a difference.
fn near(hints: &Hints) -> BTreeSet<BigInt> {
    let small = (-1..=1).map(BigInt::from);
    small.chain(hints.constants.iter().cloned()).collect()
}

pub(super) fn compare(term: &Term, comparison: Comparison, bound: &BigInt, found: &mut Candidates) {
    let bound = Term::int(bound.clone());
    found.add(linear::normal(&Term::compare(
        comparison,
        term.clone(),
        bound,
    )));
}

/// A number that is at most, or at least, so many times another, for a factor that the subprogram
/// or a type speaks of; the other less one of the numbers that are `taken` from it.
fn multiples(
    first: &Column,
    second: &Column,
    taken: [i8; 2],
    hints: &Hints,
    found: &mut Candidates,
) {
    if second.low().is_negative() {
        return;
    }
    // Of what grows beyond the ends of a type, these are factors too.
    let largest = BigInt::from(LARGEST_FACTOR);
    let (least, most) = match &first.range {
        Some((low, high)) => ((-&largest).min(low + 1), largest.max(high - 1)),
        None => (-&largest, largest),
    };
    for taken in taken.map(BigInt::from) {
        let others: Vec<BigInt> = second.values.iter().map(|value| value - &taken).collect();
        let both = || first.values.iter().zip(&others);
        let number = Term::arithmetic(
            Arithmetic::Subtract,
            second.term.clone(),
            Term::int(taken.clone()),
        );
        let product = |factor: &BigInt| {
            let factor = Term::int(factor.clone());
            Term::arithmetic(Arithmetic::Multiply, factor, number.clone())
        };
        let is_most = |factor: &&BigInt| both().all(|(a, b)| *a <= *factor * b);
        let factors = hints.factors.range(BigInt::from(2)..=most.clone());
        for factor in factors.filter(is_most).take(NEAREST) {
            let bound = product(factor);
            let below = Term::compare(Comparison::LessEqual, first.term.clone(), bound);
            found.add(linear::normal(&below));
        }
        let is_least = |factor: &&BigInt| both().all(|(a, b)| *a >= *factor * b);
        let factors = hints.factors.range(least.clone()..=BigInt::from(-2));
        for factor in factors.rev().filter(is_least).take(NEAREST) {
            let bound = product(factor);
            let above = Term::compare(Comparison::GreaterEqual, first.term.clone(), bound);
            found.add(linear::normal(&above));
        }
    }
}
