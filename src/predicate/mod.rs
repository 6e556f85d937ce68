//! The predicates of a program: an ordered set, each with a scope.

use crate::flow::SubprogramId;
use crate::logic::Term;
use crate::source::Span;

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

impl PredicateSet {
    /// The set of `predicates`, in this order.
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

    /// Whether there is none at all.
    pub fn is_empty(&self) -> bool {
        self.predicates.is_empty()
    }
}
