//! Options that several subcommands share.

use std::path::PathBuf;

use clap::Args;

use crate::abstraction::{Correlation, CubeLimit, Encoding, Method, Wishes};
use crate::smt::{Error, SolverProcess, find_solver};

/// How to abstract. What is not given here is taken from `--% option` clauses, then from defaults.
#[derive(Debug, Clone, Args)]
pub(super) struct AbstractionOptions {
    /// What is abstracted at a time: `direct` (a whole block, keeping correlations; the default)
    /// or `cartesian` (one predicate)
    #[arg(long, value_name = "METHOD")]
    method: Option<Method>,
    /// The longest conjunction of predicates looked for, or `all` [default: 3]
    #[arg(long, value_name = "K")]
    max_cube: Option<CubeLimit>,
    /// What the direct method keeps of the relation between bits: `constrain` (all of it; the
    /// default) or `choose` (each bit by itself)
    #[arg(long, value_name = "FORM")]
    correlation: Option<Correlation>,
    /// How the Cartesian method tells the solver what a block does: `sat` (equations; the
    /// default) or `wp` (substitution); the result is the same
    #[arg(long, value_name = "ENCODING")]
    encoding: Option<Encoding>,
}

/// Which solver to use.
#[derive(Debug, Clone, Args)]
pub(super) struct SolverOptions {
    /// The z3 to start [default: `SABS_SOLVER`, .solver/bin/z3, z3 on the path]
    #[arg(long, value_name = "COMMAND")]
    solver: Option<String>,
}

/// The units to look at.
#[derive(Debug, Clone, Args)]
pub(super) struct SourceOptions {
    /// The units: bodies of subprograms and packages; the specifications beside them and the units
    /// they name in with clauses are read too
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// A folder in which units named in with clauses are looked for, after the folders of the files
    #[arg(short = 'I', value_name = "DIR")]
    pub(super) folders: Vec<PathBuf>,
}

impl AbstractionOptions {
    /// As wishes, each possibly left open.
    pub(super) fn wishes(&self) -> Wishes {
        Wishes {
            method: self.method,
            max_cube: self.max_cube,
            correlation: self.correlation,
            encoding: self.encoding,
        }
    }
}

impl SolverOptions {
    /// A solver that starts when it is first asked.
    pub(super) fn solver(&self) -> Result<SolverProcess, Error> {
        find_solver(self.solver.as_deref()).map(|command| SolverProcess::new(&command))
    }
}
