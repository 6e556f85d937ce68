//! The exact reading of Boolean programs: what surely is so, what surely is not, and what is missing.
//!
//! `*` and an undecided `choose` are information lost by abstraction, `nondet` is the environment's
//! choice. The over-approximation takes both for choices and can prove that something never happens;
//! the under-approximation takes only steps that are real whatever was lost, and can prove that
//! something may happen; the exact reading does both at once, for all of CTL (Gurfinkel and Chechik,
//! *Why Waste a Perfectly Good Abstraction?*, TACAS 2006). What neither shows is inconclusive, and
//! comes with the step that is unknown and with what was lost in it.
//!
//! [`Control`] + [`Ctl`] → [`check`] → [`Answer`]; a [`Checker`] answers several formulas about one
//! program, and hands what it knows to the checker of a finer abstraction.

mod atoms;
mod explain;
mod formula;
mod graph;
mod layers;
mod parse;
mod seeds;
mod solve;
mod space;
#[cfg(test)]
mod tests;
mod walk;

pub use explain::{Cause, Explanation, Visited, VisitedPlace};
pub use formula::{Atom, Ctl};
pub use parse::parse;
pub use seeds::Seeds;

use std::ops::Sub;

use crate::bdd::{Bdd, NodeLimit, Statistics};
use crate::bp::calls::Recursion;
use crate::bp::control::{Control, Target, TargetKind};
use crate::end::End;
use crate::reach;
use graph::Graph;
use solve::{Half, Solver};
use space::Space;

/// How a program is read.
#[derive(Debug, Clone, Copy)]
pub struct Config {
    /// Which steps count.
    pub semantics: Semantics,
    /// Two ways of a test that both lead to something make a step that does (Section 5 of the paper).
    pub improved_preimage: bool,
    /// What the values of variables mean.
    pub reading: Reading,
    /// How many nodes decision diagrams may have together.
    pub node_limit: usize,
    /// How many statements there may be once calls are replaced by what they call.
    pub copy_limit: usize,
    /// When to give up; the only thing on which answers depend that is not the same everywhere.
    pub deadline: End,
}

/// Which steps count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Semantics {
    /// All that may be: it is definite what no step leads to.
    Over,
    /// Only what is real: it is definite what some step leads to.
    Under,
    /// Both.
    Exact,
}

/// What the values of variables mean to a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// What the text says: a variable has its value as long as its procedure is active.
    Text,
    /// A variable is a predicate's bit, as `abstraction` writes them. It tells nothing while another
    /// procedure runs, until it is brought up to date after a call, and before it is first set.
    Abstraction,
}

/// What is so of a formula in the initial states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It holds in all of them. A way on which that shows, from one of them, if it shows on one.
    True(Vec<Visited>),
    /// It does not hold in one of them: a way from there on which that shows.
    False(Vec<Visited>),
    /// Nobody knows without more information.
    Inconclusive(Box<Explanation>),
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Calls cannot be replaced by what they call.
    #[error("{0}: without a stack, only reachability can be decided, and over-approximated")]
    Recursion(#[from] Recursion),
    /// Replacing calls makes the program too large.
    #[error(
        "with each call replaced by what it calls, the program has more than {limit} statements"
    )]
    TooManyCopies {
        /// How many there may be.
        limit: usize,
    },
    /// The diagrams grow too large.
    #[error(transparent)]
    NodeLimit(#[from] NodeLimit),
    /// The time is up.
    #[error("the time is up")]
    TimeUp,
    /// A name that the program does not have.
    #[error("{0}")]
    Unnamed(String),
}

/// What the computation took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    /// How often the states before a set were computed at a node.
    pub preimages: u64,
    /// At how many nodes something was known from an earlier abstraction and taken over, over all
    /// formulas and halves that were asked for.
    pub seeded: u64,
}

impl Sub for Counters {
    type Output = Counters;

    /// What was added since.
    fn sub(self, before: Counters) -> Counters {
        Counters {
            preimages: self.preimages - before.preimages,
            seeded: self.seeded - before.seeded,
        }
    }
}

/// Answers formulas about one program.
#[derive(Debug)]
pub struct Checker<'a> {
    solver: Solver<'a>,
}

/// What is so of a formula.
///
/// # Errors
/// [`Error`].
pub fn check(control: &Control, formula: &Ctl, config: &Config) -> Result<Answer, Error> {
    Checker::new(control, config)?.check(formula)
}

impl Default for Config {
    fn default() -> Config {
        Config {
            semantics: Semantics::Exact,
            improved_preimage: true,
            reading: Reading::Text,
            node_limit: 1 << 27,
            copy_limit: 1_000_000,
            deadline: End::NEVER,
        }
    }
}

impl<'a> Checker<'a> {
    /// A checker that knows nothing yet.
    ///
    /// # Errors
    /// [`Error::Recursion`] and [`Error::TooManyCopies`].
    pub fn new(control: &'a Control, config: &Config) -> Result<Checker<'a>, Error> {
        let graph = Graph::new(control, config.copy_limit)?;
        let space = Space::new(graph, config);
        let solver = Solver::new(control, space, *config);
        Ok(Checker { solver })
    }

    /// A checker that takes over what an earlier one has found about an abstraction of the same
    /// program by fewer predicates: see [`Seeds`].
    ///
    /// # Errors
    /// As [`Checker::new`], and [`Error::NodeLimit`].
    pub fn resumed(
        control: &'a Control,
        config: &Config,
        seeds: &Seeds,
    ) -> Result<Checker<'a>, Error> {
        let mut checker = Checker::new(control, config)?;
        checker.solver.seed(seeds)?;
        Ok(checker)
    }

    /// What is so of a formula.
    ///
    /// # Errors
    /// [`Error::NodeLimit`] and [`Error::Unnamed`].
    pub fn check(&mut self, formula: &Ctl) -> Result<Answer, Error> {
        let (may, must) = self.initial()?;
        let yes = self.solver.half(formula, Half::Yes)?[0];
        if self.solver.space.manager.minus(may, yes)? == Bdd::FALSE {
            return Ok(Answer::True(explain::shown(
                &mut self.solver,
                formula,
                Half::Yes,
                may,
            )?));
        }
        let no = self.solver.half(formula, Half::No)?[0];
        let refuted = self.solver.space.manager.and(must, no)?;
        if refuted != Bdd::FALSE {
            let way = explain::shown(&mut self.solver, formula, Half::No, refuted)?;
            return Ok(Answer::False(way));
        }
        let open = self.solver.space.manager.minus(may, yes)?;
        let open = self.solver.space.manager.minus(open, no)?;
        let explanation = explain::explained(&mut self.solver, formula, open)?;
        Ok(Answer::Inconclusive(Box::new(explanation)))
    }

    /// Whether one of the targets is surely reached from some initial state, and by which way: the
    /// half of [`Checker::check`] that reachability by over-approximation leaves open.
    ///
    /// # Errors
    /// [`Error::NodeLimit`].
    pub fn reaches(&mut self, targets: &[Target]) -> Result<Option<Vec<Visited>>, Error> {
        let formula = reaching(self.solver.control, targets);
        let (_, must) = self.initial()?;
        let yes = self.solver.half(&formula, Half::Yes)?[0];
        let from = self.solver.space.manager.and(must, yes)?;
        if from == Bdd::FALSE {
            return Ok(None);
        }
        explain::shown(&mut self.solver, &formula, Half::Yes, from).map(Some)
    }

    /// What is missing to know whether one of the targets is reached, where it may be and
    /// [`Checker::reaches`] does not say so; none if it cannot be.
    ///
    /// # Errors
    /// [`Error::NodeLimit`].
    pub fn unsure(&mut self, targets: &[Target]) -> Result<Option<Explanation>, Error> {
        let formula = reaching(self.solver.control, targets);
        let (may, _) = self.initial()?;
        explain::unsure(&mut self.solver, &formula, may)
    }

    /// What the checker knows for sure, for a checker of a finer abstraction.
    ///
    /// # Errors
    /// [`Error::NodeLimit`].
    pub fn seeds(&mut self) -> Result<Seeds, Error> {
        Seeds::of(&mut self.solver)
    }

    /// What the computation took so far.
    pub fn counters(&self) -> Counters {
        self.solver.counters
    }

    /// What the decision diagrams took.
    pub fn statistics(&self) -> Statistics {
        self.solver.space.manager.statistics()
    }

    /// How many statements there are, calls replaced.
    pub fn size(&self) -> usize {
        self.solver.space.graph.nodes.len()
    }

    /// The initial states: those that may be, and those that are.
    fn initial(&mut self) -> Result<(Bdd, Bdd), NodeLimit> {
        let main = self.solver.control.main;
        let enforce = self.solver.space.enforce(main)?;
        Ok((enforce.may, enforce.must))
    }
}

/// `EF` of the targets: what [`Checker::reaches`] asks.
pub fn reaching(control: &Control, targets: &[Target]) -> Ctl {
    let atom = |target: &Target| {
        let name = control.procedure(target.point.procedure).name.clone();
        match (control.node(target.point).labels.first(), target.kind) {
            (Some(label), TargetKind::Reached) => Atom::At {
                procedure: Some(name),
                label: label.clone(),
            },
            (Some(label), TargetKind::Fails) => Atom::Fails {
                procedure: Some(name),
                label: label.clone(),
            },
            (None, _) => Atom::Targets {
                name: reach::name(control, *target),
                targets: vec![*target],
            },
        }
    };
    let atoms = targets.iter().map(|target| Ctl::Atom(atom(target)));
    Ctl::exists_eventually(atoms.reduce(Ctl::or).unwrap_or(Ctl::Constant(false)))
}
