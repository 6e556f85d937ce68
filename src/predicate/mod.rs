//! `collect`: the predicates of a program, an ordered set, each with a scope.

mod results;
mod seed;

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::logic::Term;
use crate::program::{PredicateClause, Program, SubprogramId};
use crate::source::Span;
pub use results::with_results;
pub use seed::{Grain, Seed, add, connected, seeded, with_ghosts};

/// A Boolean term whose truth value an abstract state keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Predicate {
    /// What the Boolean program calls it: the user's text, or the user's name for it. Unique in
    /// its scope together with the predicates of the unit.
    pub name: String,
    /// What it says.
    pub term: Term,
    /// The subprogram it belongs to, or `None` for the whole unit.
    pub scope: Option<SubprogramId>,
    /// Where it was written.
    pub span: Span,
}

/// Predicates in source order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PredicateSet {
    predicates: Vec<Predicate>,
}

/// The predicates the user wrote, as written and in source order, and what to tell the user.
///
/// A predicate written twice in one scope counts once; two different predicates of one name are
/// told apart by a number.
pub fn collect(program: &Program) -> (PredicateSet, Vec<Diagnostic>) {
    let mut warnings = Vec::new();
    let mut predicates: Vec<Predicate> = Vec::new();
    // The unit's first: a subprogram's predicate must not take the name of one of the unit.
    let of_unit = |clause: &&PredicateClause| clause.scope.is_none();
    let first = program.predicates.iter().filter(of_unit);
    let then = program.predicates.iter().filter(|clause| !of_unit(clause));
    for clause in first.chain(then) {
        let wanted = clause.name.as_ref().unwrap_or(&clause.text);
        let visible = || {
            predicates
                .iter()
                .filter(|known| known.scope.is_none() || known.scope == clause.scope)
        };
        if visible().any(|known| known.name == *wanted && known.term == clause.term) {
            let message = format!("predicate {wanted} is already there");
            warnings.push(Diagnostic::warning(clause.span, message));
            continue;
        }
        let taken: BTreeSet<&str> = visible().map(|known| known.name.as_str()).collect();
        let name = unused(wanted, &taken);
        predicates.push(Predicate {
            name,
            term: clause.term.clone(),
            scope: clause.scope,
            span: clause.span,
        });
    }
    (PredicateSet { predicates }, warnings)
}

/// The name, or the name with the first number that makes it new.
fn unused(wanted: &str, taken: &BTreeSet<&str>) -> String {
    let mut name = wanted.to_owned();
    let mut number = 1;
    while taken.contains(name.as_str()) {
        number += 1;
        name = format!("{wanted} #{number}");
    }
    name
}

impl PredicateSet {
    /// These predicates, in this order; their names must be unique in their scopes.
    pub fn new(predicates: Vec<Predicate>) -> PredicateSet {
        PredicateSet { predicates }
    }

    /// Those of the whole unit.
    pub fn of_unit(&self) -> impl Iterator<Item = &Predicate> {
        self.predicates
            .iter()
            .filter(|predicate| predicate.scope.is_none())
    }

    /// Those of one subprogram, without those of the unit.
    pub fn of_subprogram(&self, subprogram: SubprogramId) -> impl Iterator<Item = &Predicate> {
        self.predicates
            .iter()
            .filter(move |predicate| predicate.scope == Some(subprogram))
    }

    /// All, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Predicate> {
        self.predicates.iter()
    }

    /// Keeps only those that are wanted.
    pub fn retain(&mut self, wanted: impl FnMut(&Predicate) -> bool) {
        self.predicates.retain(wanted);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.predicates.len()
    }

    /// Whether there is none at all.
    pub fn is_empty(&self) -> bool {
        self.predicates.is_empty()
    }
}
