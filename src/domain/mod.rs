//! Coarser domains for comparison: [`Control`] → what is reachable in trivectors.
//!
//! One trivector per point (`post#b·c` with joins), sets of trivectors (disjunctive completion),
//! and sets in which chosen variables, or all, are always decided (focus): Sections 6 and 9 of
//! Ball, Podelski and Rajamani, *Boolean and Cartesian Abstraction for Model Checking C Programs*
//! (TACAS 2001). As in the engine, an element at a point also says what it knows of the values the
//! procedure was entered with, and procedures have summaries. Every domain allows whatever the
//! engine does; with total focus, on programs without `constrain`, exactly that.

mod fixpoint;
mod post;
#[cfg(test)]
mod tests;
mod trivector;

use std::collections::BTreeSet;

use crate::bdd::NodeLimit;
use crate::bp::Identifier;
use crate::bp::control::{Control, Point, Target, TargetKind};
use crate::reach::Cover;
use trivector::Elements;
pub use trivector::{Tri, Trivector};

/// What sets of states are made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Domain {
    /// One trivector.
    Cartesian,
    /// Sets of trivectors.
    Disjunctive,
    /// Sets of trivectors in which these variables are decided, by name or else by their number
    /// among the variables in scope, from 1.
    Focus(Vec<Identifier>),
    /// Sets of trivectors in which everything is decided.
    TotalFocus,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The sets grow too large.
    #[error("more than {0} trivectors are needed")]
    TooMany(usize),
    /// The relation of a statement grows too large.
    #[error(transparent)]
    NodeLimit(#[from] NodeLimit),
    /// A variable to focus on that is not there.
    #[error("there is no variable {0} to focus on")]
    NoSuchVariable(Identifier),
}

/// Everything that is reachable in a domain.
#[derive(Debug)]
pub struct Exploration<'a> {
    control: &'a Control,
    /// By procedure and node. An element is what is known of the entry, then of the present.
    elements: Vec<Vec<Elements>>,
    fails: BTreeSet<Point>,
}

/// Explores a program in a domain with at most `limit` trivectors, and as many nodes of decision
/// diagrams for its statements.
///
/// # Errors
/// [`Error`].
pub fn explore<'a>(
    control: &'a Control,
    domain: &Domain,
    limit: usize,
) -> Result<Exploration<'a>, Error> {
    fixpoint::Fixpoint::new(control, domain, limit)?.run()
}

impl<'a> Exploration<'a> {
    /// The program as it was explored.
    pub fn control(&self) -> &'a Control {
        self.control
    }

    /// How many trivectors all points have together.
    pub fn size(&self) -> usize {
        let points = self.elements.iter().flatten();
        points.map(|elements| elements.list.len()).sum()
    }

    /// Whether any of the targets is reachable in the domain.
    pub fn is_reachable(&self, targets: &[Target]) -> bool {
        targets.iter().any(|target| match target.kind {
            TargetKind::Reached => !self.at(target.point).is_empty(),
            TargetKind::Fails => self.fails.contains(&target.point),
        })
    }

    /// The trivectors at a point, of the variables in scope: none is below another.
    pub fn trivectors(&self, point: Point) -> Vec<Trivector> {
        let procedure = self.control.procedure(point.procedure);
        let known = self.control.globals + procedure.parameters;
        let mut found: Vec<Trivector> = Vec::new();
        for element in self.at(point) {
            let current = &element[known..];
            if !found
                .iter()
                .any(|upper| trivector::is_below(current, upper))
            {
                found.retain(|lower| !trivector::is_below(lower, current));
                found.push(current.to_vec());
            }
        }
        found.sort();
        found
    }

    /// The same as a disjunction of conjunctions.
    pub fn states_at(&self, point: Point) -> Cover {
        let variables = &self.control.procedure(point.procedure).variables;
        let literals = |trivector: Trivector| {
            let components = variables.iter().zip(trivector);
            components
                .filter_map(|(name, tri)| Some((name.clone(), tri.value()?)))
                .collect()
        };
        self.trivectors(point).into_iter().map(literals).collect()
    }

    fn at(&self, point: Point) -> &[Trivector] {
        &self.elements[point.procedure.0 as usize][point.node.0 as usize].list
    }
}
