//! Reachability of Boolean programs: [`BoolProgram`] → [`Reachability`].
//!
//! Control is explicit, states are sets in decision diagrams: the algorithm of Ball and Rajamani,
//! *Bebop: A Symbolic Model Checker for Boolean Programs* (SPIN 2000). First all path edges and
//! summaries are computed; they answer what is reachable. For a trace, rings of states at equal
//! distance are laid from `main` until they meet what was asked for.

mod effects;
mod levels;
mod outcome;
mod parts;
mod path_edge;
mod preimage;
mod question;
mod relation;
mod rings;
mod space;
#[cfg(test)]
mod tests;
mod trace;
mod transfer;

use num_bigint::BigUint;

use crate::bdd::{Bdd, NodeLimit, Statistics};
use crate::bp::control::{Control, Point, lower};
pub use crate::bp::control::{Target, TargetKind};
use crate::bp::{BoolProgram, Identifier, Malformed};
use levels::{WIDTH, slot_of};
pub use outcome::{Outcome, Time, constraint, outcome, outcome_choosing};
use path_edge::PathEdges;
pub use question::{Question, assertions, name, resolve};
pub use relation::{Clauses, Diagram, Moment, Telling};
use rings::Search;
use space::Space;
use trace::Calls;
pub use trace::{CallId, Step, Trace};

/// How to explore.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// Forget the values of variables that are dead (Section 3.3 of the paper). Invariants then
    /// say nothing of them.
    pub live_ranges: bool,
    /// Leave globals out of summaries of procedures that do not touch them.
    pub mod_ref: bool,
    /// How many nodes decision diagrams may have together.
    pub node_limit: usize,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The program has no meaning.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// The diagrams grow too large.
    #[error(transparent)]
    NodeLimit(#[from] NodeLimit),
    /// A question about a label that no procedure has, or about one that is no assertion's.
    #[error("there is no {what} labelled {label}")]
    NoSuchLabel {
        /// What was looked for.
        what: &'static str,
        /// Its name as given.
        label: String,
    },
}

/// A disjunction of conjunctions of variables and their negations.
pub type Cover = Vec<Vec<(Identifier, bool)>>;

/// Everything that is reachable, and the means to show how.
#[derive(Debug)]
pub struct Reachability {
    space: Space,
    edges: PathEdges,
    /// The search for the last trace; the next one goes on from it if it can.
    search: Option<Search>,
    calls: Calls,
}

/// Explores a program.
///
/// # Errors
/// [`Error::Malformed`] and [`Error::NodeLimit`].
pub fn reach(program: &BoolProgram, config: &Config) -> Result<Reachability, Error> {
    Ok(explore(lower(program)?, config)?)
}

/// Explores a program of which only the graph is kept: a large one need not stay in memory twice.
///
/// # Errors
/// [`NodeLimit`].
pub fn explore(control: Control, config: &Config) -> Result<Reachability, NodeLimit> {
    match explore_as_far(control, config) {
        (reachability, None) => Ok(reachability),
        (_, Some(limit)) => Err(limit),
    }
}

/// As [`explore`], but over the limit it comes back with what it knows: everything found so far is
/// reachable indeed, and of the rest nothing is known.
pub fn explore_as_far(control: Control, config: &Config) -> (Reachability, Option<NodeLimit>) {
    let mut space = Space::new(control, config);
    let mut edges = PathEdges::none(&space);
    let limit = edges.complete(&mut space).err();
    if limit.is_some() {
        // Room for what is asked of the rest.
        let roots: Vec<Bdd> = space.roots().chain(edges.roots()).collect();
        space.manager.collect(roots);
    }
    let reachability = Reachability {
        space,
        edges,
        search: None,
        calls: Calls::default(),
    };
    (reachability, limit)
}

impl Default for Config {
    fn default() -> Config {
        Config {
            live_ranges: true,
            mod_ref: true,
            node_limit: 1 << 27,
        }
    }
}

impl Reachability {
    /// The program as it was explored.
    pub fn control(&self) -> &Control {
        &self.space.control
    }

    /// What the decision diagrams took.
    pub fn statistics(&self) -> Statistics {
        self.space.manager.statistics()
    }

    /// The failure of each assertion, in the order of the text.
    pub fn assertions(&self) -> Vec<Target> {
        question::assertions(self.control())
    }

    /// What a question is about.
    ///
    /// # Errors
    /// [`Error::NoSuchLabel`].
    pub fn resolve(&self, question: &Question) -> Result<Vec<Target>, Error> {
        question::resolve(self.control(), question)
    }

    /// Whether any of the targets is reachable.
    ///
    /// # Errors
    /// [`Error::NodeLimit`].
    pub fn is_reachable(&mut self, targets: &[Target]) -> Result<bool, Error> {
        for target in targets {
            let edges = self.edges.at(&self.space, target.point);
            let wanted = self.condition(*target)?;
            if self.space.manager.and(edges, wanted)? != Bdd::FALSE {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A shortest trace to the nearest of the targets; none if they are unreachable.
    ///
    /// # Errors
    /// [`Error::NodeLimit`].
    pub fn trace(&mut self, targets: &[Target]) -> Result<Option<Trace>, Error> {
        if !self.is_reachable(targets)? {
            return Ok(None);
        }
        let mut search = self.search_for(targets)?;
        let found = self.trace_in(&mut search, targets);
        self.search = Some(search);
        found
    }

    /// Finds the insides of the calls that a trace passes over: afterwards [`Step::call`] names
    /// them, and [`Reachability::inside`] gives them.
    ///
    /// # Errors
    /// [`Error::NodeLimit`].
    pub fn expand(&mut self, trace: &mut Trace) -> Result<(), Error> {
        if let Some(search) = &self.search {
            let steps = &mut trace.steps;
            self.calls
                .expand(&mut self.space, &self.edges, search, steps)?;
        }
        Ok(())
    }

    /// The steps inside a call, from the entry of the procedure to its return; their depth counts
    /// from 0.
    pub fn inside(&self, call: CallId) -> &[Step] {
        self.calls.inside(call)
    }

    /// How many statements an expanded trace executes, those inside calls counted.
    pub fn flat_length(&self, trace: &Trace) -> BigUint {
        let (_, executed) = trace.steps.split_last().unwrap_or((&trace.steps[0], &[]));
        self.calls.flat_length(executed)
    }

    /// The states reachable at a point, as an irredundant disjunction of prime implicants over the
    /// variables in scope: empty if there are none, one empty conjunction if there are all.
    ///
    /// # Errors
    /// [`Error::NodeLimit`].
    pub fn states_at(&mut self, point: Point) -> Result<Cover, Error> {
        let edges = self.edges.at(&self.space, point);
        let states = self.space.without_entries(edges)?;
        let cubes = self.space.manager.prime_cover(states)?;
        let variables = &self.control().procedure(point.procedure).variables;
        let literal = |(level, value): (crate::bdd::Level, bool)| {
            (variables[slot_of(level).0 as usize].clone(), value)
        };
        Ok(cubes
            .into_iter()
            .map(|cube| cube.into_iter().map(literal).collect())
            .collect())
    }

    /// How many valuations of the variables in scope are reachable at a point.
    ///
    /// # Errors
    /// [`Error::NodeLimit`].
    pub fn valuations_at(&mut self, point: Point) -> Result<BigUint, Error> {
        let edges = self.edges.at(&self.space, point);
        let states = self.space.without_entries(edges)?;
        let slots = self.control().procedure(point.procedure).variables.len();
        // Of the levels of a slot only the current value is left: the others are free.
        let levels = WIDTH * u32::try_from(slots).unwrap_or(u32::MAX / WIDTH);
        let free = (WIDTH as usize - 1) * slots;
        Ok(self.space.manager.sat_count(states, levels) >> free)
    }

    /// The states at the target's point that are meant.
    fn condition(&mut self, target: Target) -> Result<Bdd, NodeLimit> {
        match target.kind {
            TargetKind::Reached => Ok(Bdd::TRUE),
            TargetKind::Fails => self.space.failing(target.point),
        }
    }

    /// A search that enters the procedures from which a target's procedure may be called.
    fn search_for(&mut self, targets: &[Target]) -> Result<Search, NodeLimit> {
        let mut enters = vec![false; self.control().procedures.len()];
        let mut pending: Vec<_> = targets
            .iter()
            .map(|target| target.point.procedure)
            .collect();
        while let Some(procedure) = pending.pop() {
            if !std::mem::replace(&mut enters[procedure.0 as usize], true) {
                let callers = self.edges.callers(procedure).iter();
                pending.extend(callers.map(|caller| caller.procedure));
            }
        }
        if let Some(search) = self.search.take()
            && search.enters_all(&enters)
        {
            return Ok(search);
        }
        let main = self.control().main;
        let start = self.space.interface(main)?.enforce;
        Search::new(&mut self.space, (main.entry(), start), enters, usize::MAX)
    }

    fn trace_in(
        &mut self,
        search: &mut Search,
        targets: &[Target],
    ) -> Result<Option<Trace>, Error> {
        let mut goals = Vec::new();
        for target in targets {
            goals.push((target.point, self.condition(*target)?));
        }
        let space = &mut self.space;
        let Some((distance, goal)) = search.nearest(space, &self.edges, &goals)? else {
            return Ok(None);
        };
        let way = search.way(space, &self.edges, distance, goal)?;
        let steps = trace::concretise(space, &self.edges, search, &way)?;
        Ok(Some(Trace { steps }))
    }
}
