//! What holds in one case only.

use std::collections::BTreeSet;

use super::super::runs::Sample;
use super::bounds::differences;
use super::columns::is_entry;
use super::equalities::equalities;
use super::states::{conditions, truths};
use super::{Candidates, Place, is_visible, truth};
use crate::logic::{Arithmetic, Comparison, Sort, Term, TermKind};

/// So many candidates with a case distinction are made per relation.
const MOST_BY_CASE: usize = 200;
/// So many conditions tell cases apart.
const MOST_CASES: usize = 8;

/// What is looked for when the simple conditions are not enough: equations of products, and
/// conditions that held in all samples of one case, for each of the cases that the subprogram's own
/// conditions make. What is known of all cases is not repeated.
pub(in super::super) fn candidates_by_case(place: &Place<'_>, known: &[Term]) -> Vec<Term> {
    let known: BTreeSet<&Term> = known.iter().collect();
    let mut products = Candidates::default();
    equalities(place, true, &mut products);
    let mut found = products.terms;
    found.retain(|term| !known.contains(term));
    let mut parts: Vec<std::vec::IntoIter<Term>> = Vec::new();
    for case in cases(place) {
        for holds in [true, false] {
            let here = |sample: &&&Sample| truth(&case, sample) == Some(holds);
            let part = Place {
                variables: place.variables.clone(),
                samples: place.samples.iter().filter(here).copied().collect(),
                hints: place.hints,
                ranges: place.ranges,
            };
            if part.samples.is_empty() || part.samples.len() == place.samples.len() {
                continue;
            }
            let otherwise = if holds {
                Term::not(case.clone())
            } else {
                case.clone()
            };
            let mut own = Candidates::default();
            truths(&part, &mut own);
            equalities(&part, false, &mut own);
            conditions(&part, &mut own);
            if is_state(&case) {
                differences(&part, &mut own);
            }
            let news = own.terms.into_iter().filter(|term| !known.contains(term));
            let news = news.filter(|term| *term != case && *term != Term::not(case.clone()));
            let news = news.map(|term| Term::or([otherwise.clone(), term]));
            parts.push(news.collect::<Vec<Term>>().into_iter());
        }
    }
    // Each case has its turn: one of which there is much to say must not silence the others.
    while found.len() < MOST_BY_CASE && parts.iter().any(|part| part.len() > 0) {
        found.extend(parts.iter_mut().filter_map(Iterator::next));
    }
    found.truncate(MOST_BY_CASE);
    found
}

/// Whether a condition tells states apart: a flag, or one value of a variable.
#[allow(clippy::wildcard_enum_match_arm)] // names what does
fn is_state(case: &Term) -> bool {
    match case.kind() {
        TermKind::Variable(_) => true,
        TermKind::Compare(Comparison::Equal | Comparison::NotEqual, a, b) => {
            matches!(a.kind(), TermKind::Variable(_)) && b.as_value().is_some()
        }
        _ => false,
    }
}

/// Conditions that are sometimes true and sometimes not.
fn cases(place: &Place<'_>) -> Vec<Term> {
    let truths = place.variables.iter().filter(|v| v.sort == Sort::Bool);
    let truths = truths.map(|variable| Term::variable(variable));
    let visible = |term: &&Term| is_visible(term, place);
    let conditions = place.hints.conditions.iter().filter(visible).cloned();
    let differs = |term: &Term| {
        let mut seen = place
            .samples
            .iter()
            .filter_map(|sample| truth(term, sample));
        let first = seen.next();
        seen.any(|value| Some(value) != first)
    };
    let assigned = place.hints.assigned.iter();
    let numbers = assigned.filter(|v| v.sort == Sort::Int && place.variables.contains(v));
    let parities = numbers.map(|variable| {
        let number = Term::variable(variable);
        let rest = Term::arithmetic(Arithmetic::Modulo, number, Term::int(2));
        Term::equal(rest, Term::int(0))
    });
    let all = truths.chain(conditions).chain(parities);
    let mut found: Vec<Term> = all.filter(differs).collect();
    let is_of_entry = |case: &Term| case.variables().iter().any(is_entry);
    found.sort_by_key(|case| (!is_state(case), is_of_entry(case)));
    found.truncate(MOST_CASES);
    found
}
