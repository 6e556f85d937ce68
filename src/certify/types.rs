//! What types say of the values that an obligation speaks of.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;

use crate::logic::{Sort, Term, TermKind, Variable};

/// What types guarantee of the values that occur: integers lie in their ranges, and so do the
/// components that are read.
pub(super) fn type_facts<'t>(
    terms: impl Iterator<Item = &'t Term>,
    ranges: &BTreeMap<Variable, (BigInt, BigInt)>,
) -> Vec<Term> {
    let mut typed: BTreeSet<Term> = BTreeSet::new();
    let mut seen: BTreeSet<&Term> = BTreeSet::new();
    let mut open: Vec<&Term> = terms.collect();
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        if term.sort() == Sort::Int && root(term).is_some_and(|root| ranges.contains_key(root)) {
            typed.insert(term.clone());
        }
        match term.kind() {
            // What is bound here means nothing outside.
            TermKind::Quantified(_, binder, _) => open.extend([&binder.low, &binder.high]),
            TermKind::Comprehension(binder, _, otherwise) => {
                open.extend([&binder.low, &binder.high, otherwise]);
            }
            TermKind::Bool(_)
            | TermKind::Int(_)
            | TermKind::Variable(_)
            | TermKind::Not(_)
            | TermKind::And(_)
            | TermKind::Or(_)
            | TermKind::Compare(..)
            | TermKind::Arithmetic(..)
            | TermKind::Negate(_)
            | TermKind::Absolute(_)
            | TermKind::IfThenElse(..)
            | TermKind::Select(..)
            | TermKind::Store(..)
            | TermKind::ConstantArray(_)
            | TermKind::Apply(..) => open.extend(term.operands()),
        }
    }
    typed
        .iter()
        .filter_map(|term| {
            let (low, high) = &ranges[root(term)?];
            Some(Term::between(
                term,
                Term::int(low.clone()),
                Term::int(high.clone()),
            ))
        })
        .collect()
}

/// The variable, or the array variable of which the term is a component.
fn root(term: &Term) -> Option<&Variable> {
    let mut at = term;
    while let TermKind::Select(array, _) = at.kind() {
        at = array;
    }
    match at.kind() {
        TermKind::Variable(variable) => Some(variable),
        TermKind::Bool(_)
        | TermKind::Int(_)
        | TermKind::Not(_)
        | TermKind::And(_)
        | TermKind::Or(_)
        | TermKind::Compare(..)
        | TermKind::Arithmetic(..)
        | TermKind::Negate(_)
        | TermKind::Absolute(_)
        | TermKind::IfThenElse(..)
        | TermKind::Select(..)
        | TermKind::Store(..)
        | TermKind::ConstantArray(_)
        | TermKind::Comprehension(..)
        | TermKind::Quantified(..)
        | TermKind::Apply(..) => None,
    }
}
