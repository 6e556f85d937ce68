//! What a term reads of arrays.

use std::collections::{BTreeMap, BTreeSet};

use super::sort::{Sort, Variable};
use super::term::{Term, TermKind};

/// The integer components of array variables that a term reads, outside of quantifiers.
pub fn components_read(term: &Term, found: &mut BTreeMap<Variable, BTreeSet<Term>>) {
    if matches!(
        term.kind(),
        TermKind::Quantified(..) | TermKind::Comprehension(..)
    ) {
        return;
    }
    if let (TermKind::Select(array, _), Sort::Int) = (term.kind(), term.sort()) {
        let mut array = array;
        while let TermKind::Select(outer, _) = array.kind() {
            array = outer;
        }
        if let TermKind::Variable(variable) = array.kind() {
            found
                .entry(variable.clone())
                .or_default()
                .insert(term.clone());
        }
    }
    for operand in term.operands() {
        components_read(operand, found);
    }
}
