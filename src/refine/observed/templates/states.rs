//! Conditions, truth values and components that were always the same.

use super::{Candidates, Place, is_visible, truth};
use crate::logic::{ArrayValue, Sort, Term, Value, Variable};

/// So many components of an array are looked at.
const MOST_COMPONENTS: usize = 16;

/// The subprogram's own conditions, or their opposites.
pub(super) fn conditions(place: &Place<'_>, found: &mut Candidates) {
    for condition in place
        .hints
        .conditions
        .iter()
        .filter(|term| is_visible(term, place))
    {
        let mut seen = place.samples.iter().map(|sample| truth(condition, sample));
        let Some(Some(first)) = seen.next() else {
            continue;
        };
        if seen.all(|value| value == Some(first)) {
            let term = condition.clone();
            found.add(if first { term } else { Term::not(term) });
        }
    }
}

/// Those of some conditions that nothing contradicts.
pub(in super::super) fn holding<'t>(
    conditions: impl Iterator<Item = &'t Term>,
    place: &Place<'_>,
) -> Vec<Term> {
    let visible = conditions.filter(|term| is_visible(term, place));
    let holds = |term: &&Term| {
        // Of ranges that are too long to be gone through, the others tell.
        let mut seen = place.samples.iter().map(|sample| truth(term, sample));
        seen.all(|value| value != Some(false))
    };
    visible.filter(holds).cloned().collect()
}

/// The Boolean variables of a place and their values in the samples.
pub(super) fn truth_columns(place: &Place<'_>) -> Vec<(Term, Vec<bool>)> {
    let truths = place.variables.iter().filter(|v| v.sort == Sort::Bool);
    let column = |variable: &&Variable| {
        let values = place.samples.iter().map(|sample| sample.get(*variable));
        let values: Option<Vec<bool>> = values.map(|value| value.map(Value::as_bool)).collect();
        Some((Term::variable(variable), values?))
    };
    truths.filter_map(column).collect()
}

/// Boolean variables that have one value, or that agree with each other.
pub(super) fn truths(place: &Place<'_>, found: &mut Candidates) {
    let mut varying: Vec<(Term, Vec<bool>)> = Vec::new();
    for (term, values) in truth_columns(place) {
        if values.iter().all(|value| *value) {
            found.add(term);
        } else if values.iter().all(|value| !value) {
            found.add(Term::not(term));
        } else {
            for (other, others) in &varying {
                if *others == values {
                    found.add(Term::equal(term.clone(), other.clone()));
                } else if others.iter().zip(&values).all(|(a, b)| a != b) {
                    found.add(Term::equal(term.clone(), Term::not(other.clone())));
                }
            }
            varying.push((term, values));
        }
    }
}

/// Components that always had the same value.
pub(super) fn components(place: &Place<'_>, found: &mut Candidates) {
    let is_array = |variable: &&&Variable| matches!(variable.sort, Sort::Array(_));
    for variable in place.variables.iter().filter(is_array) {
        let arrays = place.samples.iter().map(|sample| sample.get(*variable));
        let arrays: Option<Vec<&ArrayValue>> =
            arrays.map(|value| value.map(Value::as_array)).collect();
        let Some(first) = arrays.as_ref().and_then(|arrays| arrays.first()) else {
            continue;
        };
        for (index, value) in first.exceptions().take(MOST_COMPONENTS) {
            let is_same = |array: &&ArrayValue| array.get(index) == value;
            if !matches!(value, Value::Array(_)) && arrays.iter().flatten().all(is_same) {
                let component = Term::select(Term::variable(variable), Term::int(index.clone()));
                found.add(Term::equal(component, Term::constant(value)));
            }
        }
    }
}
