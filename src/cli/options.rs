//! Options that several subcommands share.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use super::so_far::wish;
use crate::abstraction::{
    Blocks, Conditions, Correlation, CubeLimit, Encoding, Engine, Method, Wishes,
};
use crate::certify::{Certifier, logged_certifiers};
use crate::end::End;
use crate::pipeline::Options;
use crate::predicate::Seed;
use crate::smt::{
    Cache, CacheAccess, Deadline, Error, Integers, Log, Oracle, SolverProcess, SolverSettings,
    Subject, find_solver_until,
};

/// How to abstract. What is not given here is taken from `--% option` clauses, then from defaults.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct AbstractionOptions {
    /// What is abstracted at a time: `direct` (a whole block, keeping correlations; the default),
    /// `cartesian` (one predicate) or `adaptive` (several where one leaves something open)
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
    /// How many predicates after a block the Cartesian method considers together: 1 is Cartesian,
    /// `all` with `--max-cube all` as precise as direct [default: 1; adaptive: up to 3]
    #[arg(long, value_name = "J")]
    post_literals: Option<CubeLimit>,
    /// How the direct method finds its table: `allsmt` (all satisfying assignments; the default)
    /// or `table` (cube by cube); the result is the same
    #[arg(long, value_name = "ENGINE")]
    engine: Option<Engine>,
    /// How conditions are decided: `branch` (by short cubes; the default), `predicates` (they
    /// become predicates themselves) or `posneg` (by minterms)
    #[arg(long, value_name = "CONTROL")]
    control: Option<Conditions>,
    /// How much is one step: `basic` (a basic block; the default) or `large` (a region without
    /// loops and calls)
    #[arg(long, value_name = "SIZE")]
    block: Option<Blocks>,
    /// A predicate of a subprogram or package, besides those written in the source: `P.Inc: X > 0`
    #[arg(long, value_name = "SCOPE: CONDITION", value_parser = scoped)]
    predicate: Vec<(String, String)>,
    /// A file of clauses as a sidecar has them, besides the sidecar: `in P.Inc: predicate X > 0;`
    #[arg(long, value_name = "FILE")]
    pub(super) predicates: Vec<PathBuf>,
    /// Take predicates from the program's own conditions too: `checks`, `guards`, `contracts`,
    /// several separated by commas
    #[arg(long, value_enum, value_name = "FROM", value_delimiter = ',')]
    seed: Vec<SeedName>,
    /// Judge each subprogram alone, from any state that its precondition allows; calls go by
    /// contracts
    #[arg(long)]
    pub(super) modular: bool,
}

/// `P.Inc: X > 0` as scope and condition.
fn scoped(given: &str) -> Result<(String, String), String> {
    let (scope, condition) = given
        .split_once(':')
        .ok_or("say where it belongs, for example `P.Inc: X > 0`")?;
    Ok((scope.trim().to_owned(), condition.trim().to_owned()))
}

/// Where predicates are taken from.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum SeedName {
    /// Conditions of run-time checks and assertions
    Checks,
    /// Conditions of branches and loops
    Guards,
    /// Preconditions, postconditions and assumptions
    Contracts,
}

/// How hard `verify` tries.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct EffortOptions {
    /// How hard to try, from 0 (almost not) to 4 (for minutes): how often predicates are looked for,
    /// and how long the solver may think about a question
    ///
    /// In turns of the loop, steps of the solver per question, and questions while invariants are
    /// looked for:
    ///   0:   2 turns,    50000 steps,  1 question;
    ///   1:   6 turns,    50000 steps,  4 questions;
    ///   2:  16 turns,   100000 steps, 10 questions;
    ///   3:  40 turns,   400000 steps, 20 questions;
    ///   4: 100 turns,  1000000 steps, 40 questions
    #[arg(long, value_name = "LEVEL", verbatim_doc_comment, default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=4))]
    level: u8,
    /// Come to an end after so many seconds; what is not decided by then is unknown
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,
    /// Use the given predicates only
    #[arg(long)]
    no_refine: bool,
}

impl EffortOptions {
    /// As the loop takes them that has begun at this moment. The first share of the time is for
    /// looking for proofs and failures, the second one for their confirmation, too.
    pub(super) fn options(self, begun: Instant, (search, all): (f64, f64)) -> Options {
        let (refinements, effort) = match self.level {
            0 => (2, 1),
            1 => (6, 4),
            2 => (16, 10),
            3 => (40, 20),
            _ => (100, 40),
        };
        let given = self.timeout.map(Duration::from_secs);
        let after = |share: f64| given.and_then(|time| begun.checked_add(time.mul_f64(share)));
        Options {
            refinements: if self.no_refine { 0 } else { refinements },
            effort,
            deadline: End::at(after(search)).or_on(wish()),
            end: after(all),
            ..Options::default()
        }
    }

    /// When everything is to be over that has begun at this moment.
    pub(super) fn end(self, begun: Instant) -> Option<Instant> {
        begun.checked_add(Duration::from_secs(self.timeout?))
    }

    /// How long the solver may think about a question, in its steps.
    pub(super) fn steps(self) -> u32 {
        match self.level {
            _ if self.no_refine => SolverSettings::default().steps,
            0 | 1 => 50_000,
            2 => 100_000,
            3 => 400_000,
            _ => 1_000_000,
        }
    }
}

/// How results are printed.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Format {
    /// For people: lines as GNATprove prints them, or a table
    Text,
    /// One JSON object
    Json,
}

/// Which solver to use.
#[derive(Debug, Clone, Args)]
pub(super) struct SolverOptions {
    /// The solver to start, z3 or cvc5 [default: `SABS_SOLVER`, .solver/bin/z3, z3 on the path, cvc5
    /// on the path]
    #[arg(long, value_name = "COMMAND")]
    solver: Option<String>,
    /// Write every dialogue with a solver into this folder, each as a file that z3 can run:
    /// `dialogue-N.smt2`, `horn-N.smt2` (clauses) and `certify-N.smt2`; files that are there are kept,
    /// and the numbers go on behind theirs
    #[arg(long, value_name = "DIR")]
    smt_log: Option<PathBuf>,
    /// Keep the solver's answers in this folder, for later runs
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Use the answers kept in the cache, and store none
    #[arg(long, requires = "cache")]
    cache_readonly: bool,
    /// How many solvers work at the same time; the result does not depend on it
    #[arg(short = 'j', long, value_name = "N", default_value = "1")]
    jobs: NonZeroUsize,
    /// What the solver computes with: `exact` (integers; the default) or `bits` (bit vectors, where
    /// everything has a range; each may decide what the other leaves open)
    #[arg(long, value_name = "INTEGERS")]
    integers: Option<IntegersName>,
}

/// What the solver computes with.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum IntegersName {
    /// Mathematical integers
    Exact,
    /// Bit vectors
    Bits,
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
    /// Take the units for legal, since a compiler has accepted them: what sabs takes for a mistake
    /// costs only the subprogram it stands in, and is listed as a gap
    #[arg(long)]
    pub(super) keep_going: bool,
}

impl AbstractionOptions {
    /// As wishes, each possibly left open.
    pub(super) fn wishes(&self) -> Wishes {
        Wishes {
            method: self.method,
            max_cube: self.max_cube,
            correlation: self.correlation,
            encoding: self.encoding,
            post_literals: self.post_literals,
            engine: self.engine,
            control: self.control,
            blocks: self.block,
        }
    }

    /// A note for each option that was given and does nothing under the method.
    pub(super) fn idle(&self, method: Method) -> String {
        let knob = match self.post_literals {
            None => method == Method::Adaptive,
            Some(together) => together != CubeLimit::AtMost(1),
        };
        let idle = match method {
            Method::Direct => [
                ("--post-literals", self.post_literals.is_some()),
                ("--encoding", self.encoding.is_some()),
            ],
            Method::Cartesian | Method::Adaptive => [
                ("--engine", self.engine.is_some()),
                ("--correlation", self.correlation.is_some() && !knob),
            ],
        };
        let name = match method {
            Method::Direct => "direct",
            Method::Cartesian => "Cartesian",
            Method::Adaptive => "adaptive",
        };
        let why = format!("it is not for the {name} method");
        notes_of_idle(&idle, &why)
    }

    /// A note for each option that was given although several methods are compared.
    pub(super) fn idle_in_comparison(&self) -> String {
        let idle = [
            ("--method", self.method.is_some()),
            ("--correlation", self.correlation.is_some()),
            ("--post-literals", self.post_literals.is_some()),
        ];
        notes_of_idle(
            &idle,
            "all are compared; --knob says how many predicates together",
        )
    }
}

/// A line for each option that was given.
fn notes_of_idle(options: &[(&str, bool)], why: &str) -> String {
    let mut notes = String::new();
    for (option, _) in options.iter().filter(|(_, given)| *given) {
        let _ = writeln!(notes, "sabs: note: {option} changes nothing here: {why}");
    }
    notes
}

impl AbstractionOptions {
    /// The predicates of the command line as the text of a sidecar, if there are any.
    pub(super) fn clauses(&self) -> Option<String> {
        let clause =
            |(scope, condition): &(String, String)| format!("in {scope}: predicate {condition};\n");
        (!self.predicate.is_empty()).then(|| self.predicate.iter().map(clause).collect())
    }

    /// Where predicates are taken from besides those that are given.
    pub(super) fn seeds(&self) -> BTreeSet<Seed> {
        let seed = |name: &SeedName| match name {
            SeedName::Checks => Seed::Checks,
            SeedName::Guards => Seed::Guards,
            SeedName::Contracts => Seed::Contracts,
        };
        self.seed.iter().map(seed).collect()
    }
}

impl SolverOptions {
    /// The solvers that confirm proofs: this one in a process of its own, and another kind if there
    /// is one. None of them looks into the cache, nor works on after the end.
    pub(super) fn certifiers(&self, end: Option<Instant>) -> Result<Vec<Certifier>, Error> {
        let log = self.log(Subject::Certificate);
        logged_certifiers(self.solver.as_deref(), end, log.as_ref())
    }

    fn log(&self, subject: Subject) -> Option<Log> {
        let folder = self.smt_log.as_deref();
        folder.map(|folder| Log::new(folder, subject))
    }

    /// A solver that starts when it is first asked, behind the cache if there is one.
    pub(super) fn solver(&self) -> Result<Box<dyn Oracle>, Error> {
        self.solver_with(SolverSettings::default().steps, End::NEVER)
    }

    /// The same with another limit for each question, in the solver's steps, and an end of them all.
    pub(super) fn solver_with(&self, steps: u32, end: End) -> Result<Box<dyn Oracle>, Error> {
        let solver = find_solver_until(self.solver.as_deref(), end.moment())?;
        let settings = SolverSettings {
            steps,
            end: end.moment(),
            log: self.log(Subject::Search),
            integers: match self.integers {
                Some(IntegersName::Bits) => Integers::Bits,
                Some(IntegersName::Exact) | None => Integers::Exact,
            },
            workers: self.jobs.get(),
            ..SolverSettings::default()
        };
        let family = settings.family(&solver);
        let process = SolverProcess::with(solver, settings);
        let access = if self.cache_readonly {
            CacheAccess::ReadOnly
        } else {
            CacheAccess::ReadWrite
        };
        let solver: Box<dyn Oracle> = match &self.cache {
            Some(folder) => {
                let cache = Cache::open(folder, access, family, process)?;
                if let Some(trouble) = cache.trouble() {
                    // Nothing depends on whether anybody reads it.
                    let _ = writeln!(io::stderr(), "sabs: warning: {trouble}");
                }
                Box::new(cache)
            }
            None => Box::new(process),
        };
        Ok(Box::new(Deadline::new(solver, end)))
    }
}
