//! How to abstract.

use std::collections::{BTreeMap, BTreeSet};

use super::joint::Lengths;
use super::strengthen::affordable;
use super::table::WholeBlocks;
use crate::flow::SubprogramId;
use crate::predicate::Seed;

/// How the whole program is abstracted, with exceptions for some subprograms.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Config {
    /// What holds where nothing else is said.
    pub settings: Settings,
    /// Subprograms with settings of their own.
    pub exceptions: BTreeMap<SubprogramId, Settings>,
    /// Where predicates are taken from besides those that are given.
    pub seeds: BTreeSet<Seed>,
    /// How variables are named.
    pub names: Names,
    /// Whether the start of every block gets a label, `at_0`, `at_1`, …: the points by which a
    /// concrete run can be compared with the Boolean program.
    pub points: Points,
    /// Whether the precision of every step is counted.
    pub measures: Measures,
}

/// How one subprogram is abstracted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Settings {
    /// Block by block or predicate by predicate.
    pub method: Method,
    /// The longest cube looked for.
    pub max_cube: CubeLimit,
    /// What the direct method keeps of the relation between bits.
    pub correlation: Correlation,
    /// How the effect of a block is told to the solver in the Cartesian method.
    pub encoding: Encoding,
    /// How many bits after a step are considered together; `None` is the method's own choice. The
    /// direct method always considers all.
    pub post_literals: Option<CubeLimit>,
    /// How the direct method finds its table.
    pub engine: Engine,
    /// How conditions are decided.
    pub control: Conditions,
    /// How much is one step.
    pub blocks: Blocks,
}

/// What is abstracted at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    /// The whole relation of a block, keeping correlations between predicates.
    Direct,
    /// One predicate at a time, losing them.
    Cartesian,
    /// One predicate at a time, and several together where one at a time leaves bits open.
    Adaptive,
}

/// How the direct method finds the pairs of cubes that a step allows. Both find the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Engine {
    /// Algorithm 1 of the SABS report: cubes after first, then cubes before; every answer is used
    /// once.
    Table,
    /// All satisfying assignments: every model is a row, and what is impossible is remembered.
    AllSmt,
}

/// How the conditions of branches, assumptions and checks are decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Conditions {
    /// By the cubes up to the limit that imply the condition or its negation (SLAM).
    Branch,
    /// The conditions join the predicates; then as `Branch`.
    Predicates,
    /// By the minterms in which the condition may hold, and those in which it may fail (Clarke's
    /// pos and neg): as `Branch` without a limit.
    PosNeg,
}

/// How much of the program is one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Blocks {
    /// A basic block.
    Basic,
    /// A region without loops, calls and choices.
    Large,
}

/// The longest cube looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CubeLimit {
    /// At most so many literals.
    AtMost(usize),
    /// As many as there are predicates.
    All,
}

/// What the direct method emits of the relation it has computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Correlation {
    /// The relation itself, with `constrain` where it keeps pairs apart.
    Constrain,
    /// Its projection to each bit, the form of the SABS report.
    Choose,
}

/// How the effect of a block is told to the solver. Both give the same covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Encoding {
    /// Weakest preconditions by substitution.
    WeakestPrecondition,
    /// Satisfiability over the equations of the block.
    Satisfiability,
}

/// How the variables of the Boolean program are named.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Names {
    /// By their predicates: `{X > 0}`.
    #[default]
    Braces,
    /// `b1`, `b2`, … with a table in comments.
    Short,
}

/// Whether the precision of every step is counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Measures {
    /// It is not.
    #[default]
    Omitted,
    /// It is.
    Taken,
}

/// Whether blocks are labelled.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Points {
    /// Only where a label is needed.
    #[default]
    Unlabelled,
    /// Every block.
    Labelled,
    /// Every block, by a statement of its own that does nothing else: no two blocks begin at one
    /// point, whatever becomes of them.
    Apart,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            method: Method::Direct,
            max_cube: CubeLimit::AtMost(3),
            correlation: Correlation::Constrain,
            encoding: Encoding::Satisfiability,
            post_literals: None,
            engine: Engine::AllSmt,
            control: Conditions::Branch,
            blocks: Blocks::Basic,
        }
    }
}

/// How many bits the adaptive method considers together unless it is told otherwise.
const ADAPTIVE_POST_LITERALS: usize = 3;

impl Settings {
    /// How long the cubes are that are looked for among so many predicates that have to do with
    /// each other.
    pub fn cube_length_among(&self, predicates: usize) -> usize {
        affordable(self.max_cube.literals(), predicates)
    }

    /// How many bits after a step are to be considered together; `None` where that is no number:
    /// where each is by itself, or all are together.
    pub fn post_literals_wanted(&self) -> Option<usize> {
        let wanted = self.post_limit();
        (wanted != usize::MAX && self.looks_at_pairs()).then_some(wanted)
    }

    /// How many of them are, among so many predicates that have to do with each other, and how long
    /// the cubes before are with as many.
    pub fn post_literals_among(&self, predicates: usize) -> Option<(usize, usize)> {
        let wanted = self.post_literals_wanted()?;
        let lengths = Lengths {
            before: self.cube_length_among(predicates),
            after: wanted,
        };
        Some(lengths.among(predicates))
    }

    /// Whether all bits of a block are looked at together, which may be too much.
    pub(super) fn whole_blocks(&self) -> Option<WholeBlocks> {
        match self.method {
            Method::Direct => Some(WholeBlocks::Direct),
            Method::Cartesian | Method::Adaptive => (self.looks_at_pairs()
                && self.post_limit() == usize::MAX)
                .then_some(WholeBlocks::AllPostLiterals),
        }
    }

    /// Whether pairs of states before and after a step are told apart, beyond what becomes of each
    /// bit.
    pub(super) fn looks_at_pairs(&self) -> bool {
        self.correlation == Correlation::Constrain && self.post_limit() > 1
    }

    /// How many bits after a step are considered together.
    pub(super) fn post_limit(&self) -> usize {
        match (self.post_literals, self.method) {
            (Some(limit), _) => limit.literals(),
            (None, Method::Direct) => usize::MAX,
            (None, Method::Cartesian) => 1,
            (None, Method::Adaptive) => ADAPTIVE_POST_LITERALS,
        }
    }
}

impl CubeLimit {
    /// The limit as a number of literals.
    pub fn literals(self) -> usize {
        match self {
            CubeLimit::AtMost(limit) => limit,
            CubeLimit::All => usize::MAX,
        }
    }
}

impl Config {
    /// The settings of a subprogram; of `main` for `None`.
    pub fn settings_of(&self, subprogram: Option<SubprogramId>) -> Settings {
        subprogram
            .and_then(|id| self.exceptions.get(&id))
            .copied()
            .unwrap_or(self.settings)
    }
}
