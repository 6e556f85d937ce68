//! Candidates about components: what the subprogram says of all or some of them, for a part of the
//! range that ends at a number of the place.

use std::collections::BTreeSet;

use num_bigint::BigInt;

use super::runs::Sample;
use super::templates::{Place, UNITS_OF_A_SAMPLE};
use crate::logic::{
    Allowance, Arithmetic, Binder, Sort, Term, TermKind, Value, Variable, evaluate_within,
};

/// Longer ranges are not gone through.
const LONGEST: i32 = 300;
/// So many candidates are enough.
const MOST: usize = 24;

/// Conditions with a binder that held in all samples.
pub(super) fn candidates(place: &Place<'_>) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    for term in &place.hints.quantified {
        for term in renamings(term, place) {
            for part in parts(&term, place) {
                if found.len() < MOST && !found.contains(&part) && holds(&part, place) {
                    found.push(part);
                }
            }
        }
    }
    found
}

/// The term with names of the place: a variable that it does not know stands for one that it does,
/// and one that it knows may stand for another.
fn renamings(term: &Term, place: &Place<'_>) -> Vec<Term> {
    let known = |variable: &Variable| place.variables.contains(&variable);
    let variables = term.variables();
    let unknown: Vec<&Variable> = variables.iter().filter(|v| !known(v)).collect();
    let replaced: Vec<&Variable> = match unknown.as_slice() {
        [] => variables.iter().filter(|v| v.sort == Sort::Int).collect(),
        [one] => vec![one],
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    if unknown.is_empty() {
        found.push(term.clone());
    }
    for variable in replaced {
        for other in &place.variables {
            if other.sort == variable.sort && *other != variable {
                found.push(term.replace(variable, &Term::variable(other)));
            }
        }
    }
    found
}

/// The term, and the same for parts of its range.
fn parts(term: &Term, place: &Place<'_>) -> Vec<Term> {
    let TermKind::Quantified(quantifier, binder, body) = term.kind() else {
        return Vec::new();
    };
    let mut ranges = vec![(binder.low.clone(), binder.high.clone())];
    for variable in place.variables.iter().filter(|v| v.sort == Sort::Int) {
        let number = Term::variable(variable);
        let next = |by: i32| Term::arithmetic(Arithmetic::Add, number.clone(), Term::int(by));
        for by in 0..=2 {
            ranges.push((binder.low.clone(), next(-by)));
            ranges.push((next(by), binder.high.clone()));
        }
    }
    // The bounds speak of the place, where another variable may have the binder's name.
    let is_taken = |name: &str| place.variables.iter().any(|v| *v.name == *name);
    let mut name = binder.variable.name.to_string();
    while is_taken(&name) {
        name.push('K');
    }
    let part = |(low, high)| {
        let own = Binder::new(&name, low, high);
        let body = body.replace(&binder.variable, &Term::variable(&own.variable));
        Term::quantified(*quantifier, own, body)
    };
    ranges.into_iter().map(part).collect()
}

/// Whether a term held whenever it could be told, and that was so at least once with something in
/// its range.
fn holds(term: &Term, place: &Place<'_>) -> bool {
    let TermKind::Quantified(_, binder, _) = term.kind() else {
        return false;
    };
    let variables: BTreeSet<Variable> = term.variables();
    let mut is_seen = false;
    for sample in &place.samples {
        if variables.iter().any(|one| !sample.contains_key(one)) {
            return false;
        }
        let bounds = (number(&binder.low, sample), number(&binder.high, sample));
        let (Some(low), Some(high)) = bounds else {
            continue;
        };
        let size: BigInt = high - low + 1;
        if size > BigInt::from(LONGEST) {
            continue;
        }
        match value(term, sample) {
            Some(value) if !value.as_bool() => return false,
            Some(_) => {}
            None => continue,
        }
        is_seen |= size > BigInt::from(0);
    }
    is_seen
}

/// What a term is in a sample, if it can be had in time.
fn value(term: &Term, sample: &Sample) -> Option<Value> {
    let lookup = |variable: &Variable| sample[variable].clone();
    evaluate_within(term, &lookup, &Allowance::of(UNITS_OF_A_SAMPLE)).ok()
}

fn number(term: &Term, sample: &Sample) -> Option<BigInt> {
    value(term, sample).map(|value| value.as_int().clone())
}
