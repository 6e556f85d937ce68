//! How to abstract.

use std::collections::BTreeMap;

use crate::flow::SubprogramId;

/// How the whole program is abstracted, with exceptions for some subprograms.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Config {
    /// What holds where nothing else is said.
    pub settings: Settings,
    /// Subprograms with settings of their own.
    pub exceptions: BTreeMap<SubprogramId, Settings>,
    /// How variables are named.
    pub names: Names,
    /// Whether the start of every block gets a label, `at_0`, `at_1`, …: the points by which a
    /// concrete run can be compared with the Boolean program.
    pub points: Points,
}

/// How one subprogram is abstracted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Block by block or predicate by predicate.
    pub method: Method,
    /// The longest cube looked for.
    pub max_cube: CubeLimit,
    /// What the direct method keeps of the relation between bits.
    pub correlation: Correlation,
    /// How the effect of a block is told to the solver in the Cartesian method.
    pub encoding: Encoding,
}

/// What is abstracted at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// The whole relation of a block, keeping correlations between predicates.
    Direct,
    /// One predicate at a time, losing them.
    Cartesian,
}

/// The longest cube looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CubeLimit {
    /// At most so many literals.
    AtMost(usize),
    /// As many as there are predicates.
    All,
}

/// What the direct method emits of the relation it has computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Correlation {
    /// The relation itself, with `constrain` where it keeps pairs apart.
    Constrain,
    /// Its projection to each bit, the form of the SABS report.
    Choose,
}

/// How the effect of a block is told to the solver. Both give the same covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// Whether blocks are labelled.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Points {
    /// Only where a label is needed.
    #[default]
    Unlabelled,
    /// Every block.
    Labelled,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            method: Method::Direct,
            max_cube: CubeLimit::AtMost(3),
            correlation: Correlation::Constrain,
            encoding: Encoding::Satisfiability,
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
