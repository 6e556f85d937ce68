//! Numbers and what was seen of them.

use std::collections::BTreeSet;

use num_bigint::BigInt;

use super::super::super::horn::exited;
use super::Place;
use crate::certify::at_entry;
use crate::logic::{Arithmetic, Sort, Term, Variable, evaluate_arithmetic};

/// Relations between more numbers than these are not looked for.
const MOST_NUMBERS: usize = 12;

/// A quantity and its values in the samples.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) term: Term,
    pub(super) values: Vec<BigInt>,
    /// What its type says.
    pub(super) range: Option<(BigInt, BigInt)>,
}

impl Column {
    pub(super) fn low(&self) -> &BigInt {
        self.values.iter().min().unwrap_or(&self.values[0])
    }

    pub(super) fn high(&self) -> &BigInt {
        self.values.iter().max().unwrap_or(&self.values[0])
    }

    /// Whether it was always the same.
    pub(super) fn is_constant(&self) -> bool {
        self.values.iter().all(|value| *value == self.values[0])
    }

    /// The different values, unless they are more than so many.
    pub(super) fn few(&self, most: usize) -> Option<BTreeSet<&BigInt>> {
        let mut found = BTreeSet::new();
        for value in &self.values {
            found.insert(value);
            if found.len() > most {
                return None;
            }
        }
        Some(found)
    }

    /// So many times the number.
    pub(super) fn times(&self, factor: &BigInt) -> Column {
        let term = Term::int(factor.clone());
        Column {
            range: None,
            term: Term::arithmetic(Arithmetic::Multiply, term, self.term.clone()),
            values: self.values.iter().map(|value| factor * value).collect(),
        }
    }

    pub(super) fn combined(&self, operator: Arithmetic, other: &Column) -> Column {
        let values = self.values.iter().zip(&other.values);
        Column {
            range: None,
            term: Term::arithmetic(operator, self.term.clone(), other.term.clone()),
            values: values
                .map(|(a, b)| evaluate_arithmetic(operator, a, b))
                .collect(),
        }
    }
}

/// The numbers of a place.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// Those that vary, each by itself: what is now before what was at the entry.
    pub(super) varying: Vec<Column>,
    /// Those that were always the same.
    pub(super) constant: Vec<Column>,
    /// Values at the entry of what has not changed since, with what it is the value of.
    pub(super) kept: Vec<(Term, Term)>,
}

/// The numbers of a place, sorted out: relations are looked for between few, and these should be
/// such as tell something.
pub(super) fn columns(place: &Place<'_>) -> Columns {
    let numbers = place.variables.iter().filter(|v| v.sort == Sort::Int);
    let entry = |variable: &Variable| at_entry(&exited(variable));
    let all = numbers.filter_map(|variable| Some((*variable, column(place, variable)?)));
    let (before, now): (Vec<_>, Vec<_>) = all.partition(|(v, _)| is_entry(v));
    let mut found = Columns::default();
    let mut changed = Vec::new();
    for (variable, column) in before {
        let is_same = |(other, now): &&(&Variable, Column)| {
            entry(other) == *variable && now.values == column.values
        };
        match now.iter().find(is_same) {
            Some((_, now)) => found.kept.push((column.term, now.term.clone())),
            None => changed.push(column),
        }
    }
    let now = now.into_iter().map(|(_, column)| column);
    for column in now.chain(changed) {
        if column.is_constant() {
            found.constant.push(column);
        } else if found.varying.len() < MOST_NUMBERS {
            found.varying.push(column);
        }
    }
    found
}

/// Whether a variable stands for the value of another when its subprogram was entered.
pub(super) fn is_entry(variable: &Variable) -> bool {
    let name = variable.name.split('@').next().unwrap_or_default();
    at_entry(&Variable::new(name, variable.sort.clone())) == *variable
}

fn column(place: &Place<'_>, variable: &Variable) -> Option<Column> {
    let values = place.samples.iter().map(|sample| sample.get(variable));
    let values = values.map(|value| value.map(|value| value.as_int().clone()));
    Some(Column {
        range: place.ranges.get(variable).cloned(),
        term: Term::variable(variable),
        values: values.collect::<Option<_>>()?,
    })
}
