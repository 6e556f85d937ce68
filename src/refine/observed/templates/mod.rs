//! Candidates for invariants: conditions of simple shapes that were true whenever a place was seen.

mod bounds;
mod cases;
mod columns;
mod equalities;
mod remainders;
mod states;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;

use super::hints::Hints;
use super::quantified;
use super::runs::Sample;
use crate::logic::{Allowance, Term, Variable, evaluate_within};
use bounds::numbers;
pub(super) use cases::candidates_by_case;
pub(super) use states::holding;
use states::{components, conditions, truths};
pub(super) use values::candidates_by_value;

/// No more is spent on what a term is in a sample.
pub(super) const UNITS_OF_A_SAMPLE: u64 = 10_000;

/// What is looked at to make candidates for one relation.
pub(super) struct Place<'a> {
    /// Its places.
    pub(super) variables: Vec<&'a Variable>,
    /// The values that were seen.
    pub(super) samples: Vec<&'a Sample>,
    /// What the subprogram says.
    pub(super) hints: &'a Hints,
    /// What the types of its numbers say.
    pub(super) ranges: &'a BTreeMap<Variable, (BigInt, BigInt)>,
}

/// Conditions that held in all samples.
pub(super) fn candidates(place: &Place<'_>) -> Vec<Term> {
    let mut found = Candidates::default();
    if place.samples.is_empty() {
        return vec![Term::bool(false)];
    }
    conditions(place, &mut found);
    truths(place, &mut found);
    numbers(place, &mut found);
    components(place, &mut found);
    // What the subprogram claims, where it holds already.
    for term in holding(place.hints.claims.iter(), place) {
        found.add(term);
    }
    for term in quantified::candidates(place) {
        found.add(term);
    }
    found.terms
}

pub(super) fn is_visible(term: &Term, place: &Place<'_>) -> bool {
    let variables = term.variables();
    variables.iter().all(|one| place.variables.contains(&one))
}

/// Whether a term holds in a sample, if it can be told.
pub(super) fn truth(term: &Term, sample: &Sample) -> Option<bool> {
    if term.variables().iter().any(|one| !sample.contains_key(one)) {
        return None;
    }
    let lookup = |variable: &Variable| sample[variable].clone();
    let found = evaluate_within(term, &lookup, &Allowance::of(UNITS_OF_A_SAMPLE));
    found.ok().map(|value| value.as_bool())
}

/// Candidates, each once.
#[derive(Default)]
pub(super) struct Candidates {
    pub(super) terms: Vec<Term>,
    known: BTreeSet<Term>,
}

impl Candidates {
    pub(super) fn add(&mut self, term: Term) {
        if term.as_value().is_none() && self.known.insert(term.clone()) {
            self.terms.push(term);
        }
    }
}
