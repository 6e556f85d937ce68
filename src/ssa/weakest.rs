//! Weakest preconditions by substitution.

use std::collections::BTreeMap;

use num_bigint::BigInt;

use super::dependency::base;
use super::{SsaBlock, version};
use crate::logic::{Binder, Quantifier, Sort, Term, Variable};

impl SsaBlock {
    /// `wp (P, term)`: what must hold of the variables where the block starts so that `term` holds
    /// of them where it ends, whatever the values of the variables it forgets, which are within
    /// their `range`.
    ///
    /// After `X := X + 10`, `X >= 0` becomes `X + 10 >= 0`; when `X` is forgotten and runs from 0 to
    /// 9, `X < Y` becomes `for all X in 0 .. 9 => X < Y`. `None` if a forgotten integer has no range,
    /// or is an array.
    pub fn weakest_precondition(
        &self,
        term: &Term,
        range: &dyn Fn(&Variable) -> Option<(BigInt, BigInt)>,
    ) -> Option<Term> {
        let mut unfolded = self.unfold(&self.after(term));
        let mut plain: BTreeMap<Variable, Term> = BTreeMap::new();
        for variable in term.variables() {
            plain.insert(version(&variable, 0), Term::variable(&variable));
        }
        for (_, value) in self.equations() {
            for variable in value.variables() {
                if let Some(base) = base(&variable) {
                    plain.insert(variable, Term::variable(&base));
                }
            }
        }
        for variable in self.changed() {
            let last = self.last(variable);
            if unfolded.variables().contains(&last) {
                unfolded = for_all(&unfolded, &last, range(variable))?;
            }
        }
        Some(unfolded.substitute(&plain))
    }
}

/// The term for every value of the variable.
fn for_all(term: &Term, variable: &Variable, range: Option<(BigInt, BigInt)>) -> Option<Term> {
    match variable.sort {
        Sort::Bool => {
            let instance = |value: bool| term.replace(variable, &Term::bool(value));
            Some(Term::and([instance(false), instance(true)]))
        }
        Sort::Int => {
            let (low, high) = range?;
            let name = variable.name.replace('@', "_");
            let binder = Binder::new(&name, Term::int(low), Term::int(high));
            let value = Term::variable(&binder.variable);
            // The new name must not capture anything.
            if term.variables().contains(&binder.variable) {
                return None;
            }
            let body = term.replace(variable, &value);
            Some(Term::quantified(Quantifier::ForAll, binder, body))
        }
        Sort::Array(_) => None,
    }
}
