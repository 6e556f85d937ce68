//! What numbers and truth values are for each value of a number that has few: the phase of a
//! protocol, the round of a short loop.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;

use super::super::hints::Hints;
use super::bounds::compare;
use super::columns::{Column, columns};
use super::states::truth_columns;
use super::{Candidates, Place};
use crate::logic::{Comparison, Term};

/// A number with more different values tells no cases apart.
const MOST_VALUES: usize = 24;
/// Up to so many values are phases; for these, weaker bounds are tried as well.
const MOST_PHASES: usize = 6;
/// So many candidates are made per relation.
const MOST_BY_VALUE: usize = 240;

/// Conditions that held whenever a number had one of its few values. What is known of all values is
/// not repeated.
pub(in super::super) fn candidates_by_value(place: &Place<'_>, known: &[Term]) -> Vec<Term> {
    let known: BTreeSet<&Term> = known.iter().collect();
    let numbers = columns(place).varying;
    let truths = truth_columns(place);
    let mut tables: Vec<Table> = Vec::new();
    for selector in &numbers {
        let Some(values) = selector.few(MOST_VALUES) else {
            continue;
        };
        let others = numbers.iter().filter(|other| other.term != selector.term);
        tables.extend(others.filter_map(|other| table(selector, &values, other, place.hints)));
        let told = truths.iter().filter(|(_, values)| values.contains(&true));
        for (term, holds) in told.filter(|(_, values)| values.contains(&false)) {
            tables.extend(truth_table(selector, &values, (term, holds)));
        }
    }
    // What tells something of every value is told first, and what has fewer values.
    tables.sort_by_key(|table| (table.silent, table.terms.len()));
    let all = tables.into_iter().flat_map(|table| table.terms);
    let mut found: Vec<Term> = all.filter(|term| !known.contains(term)).collect();
    found.truncate(MOST_BY_VALUE);
    found
}

/// What is told of a quantity for each value of another.
struct Table {
    /// Of how many values nothing is told.
    silent: usize,
    terms: Vec<Term>,
}

/// What is told of a number; `None` if that is nothing, or what an equation says better.
fn table(
    selector: &Column,
    values: &BTreeSet<&BigInt>,
    column: &Column,
    hints: &Hints,
) -> Option<Table> {
    let mut seen: BTreeMap<&BigInt, (&BigInt, &BigInt)> = BTreeMap::new();
    for (value, number) in selector.values.iter().zip(&column.values) {
        let (low, high) = seen.entry(value).or_insert((number, number));
        *low = number.min(*low);
        *high = number.max(*high);
    }
    if is_linear(&seen) {
        return None;
    }
    let (least, most) = (column.low(), column.high());
    let mut found = Table {
        silent: 0,
        terms: Vec::new(),
    };
    for (value, (low, high)) in seen {
        let mut own = Candidates::default();
        if low == high {
            let number = Term::int(low.clone());
            own.add(Term::equal(column.term.clone(), number));
        }
        if low > least && low < high {
            compare(&column.term, Comparison::GreaterEqual, low, &mut own);
        }
        if high < most && low < high {
            compare(&column.term, Comparison::LessEqual, high, &mut own);
        }
        if values.len() <= MOST_PHASES {
            let below = hints.constants.range(..low).next_back();
            for bound in below.into_iter().filter(|bound| *bound > least) {
                compare(&column.term, Comparison::GreaterEqual, bound, &mut own);
            }
            let above = hints.constants.range(high..).find(|bound| *bound > high);
            for bound in above.into_iter().filter(|bound| *bound < most) {
                compare(&column.term, Comparison::LessEqual, bound, &mut own);
            }
        }
        found.add(selector, value, own.terms);
    }
    (!found.terms.is_empty()).then_some(found)
}

/// Whether one number is given by the other along a line.
fn is_linear(seen: &BTreeMap<&BigInt, (&BigInt, &BigInt)>) -> bool {
    let points: Vec<(&BigInt, &BigInt)> = seen
        .iter()
        .filter(|(_, (low, high))| low == high)
        .map(|(value, (low, _))| (*value, *low))
        .collect();
    let [first, second, ..] = points.as_slice() else {
        return false;
    };
    let on_line = |point: &(&BigInt, &BigInt)| {
        (point.1 - first.1) * (second.0 - first.0) == (second.1 - first.1) * (point.0 - first.0)
    };
    points.len() == seen.len() && points.iter().all(on_line)
}

/// What is told of a truth value.
fn truth_table(
    selector: &Column,
    values: &BTreeSet<&BigInt>,
    (term, holds): (&Term, &[bool]),
) -> Option<Table> {
    let mut found = Table {
        silent: 0,
        terms: Vec::new(),
    };
    for value in values {
        let both = selector.values.iter().zip(holds);
        let here: BTreeSet<bool> = both.filter(|(v, _)| v == value).map(|(_, h)| *h).collect();
        let told = match (here.contains(&true), here.contains(&false)) {
            (true, false) => vec![term.clone()],
            (false, true) => vec![Term::not(term.clone())],
            (true, true) | (false, false) => Vec::new(),
        };
        found.add(selector, value, told);
    }
    (!found.terms.is_empty()).then_some(found)
}

impl Table {
    fn add(&mut self, selector: &Column, value: &BigInt, told: Vec<Term>) {
        if told.is_empty() {
            self.silent += 1;
        }
        let is_it = Term::equal(selector.term.clone(), Term::int(value.clone()));
        let otherwise = Term::not(is_it);
        let told = told.into_iter();
        self.terms
            .extend(told.map(|term| Term::or([otherwise.clone(), term])));
    }
}
