//! Solvers: whatever answers questions about terms.
//!
//! A question is asked in a [`Context`] of facts and atoms: is there a state that satisfies all
//! facts and gives these atoms these truth values? Whoever asks sees no SMT-LIB and no process.

mod binders;
mod bits;
mod cache;
mod canonical;
mod counted;
mod deadline;
mod descendants;
mod dialect;
mod dialogue;
mod exhaustive;
mod expression;
mod find;
mod horn;
mod literals;
mod log;
mod names;
mod oracle;
mod parallel;
mod pipe;
mod prelude;
mod print;
mod process;
mod sample;
mod script;
mod session;
mod store;
mod transcript;
mod watchdog;

pub use binders::is_written_out;
pub use bits::Integers;
pub use cache::{Cache, CacheStatistics};
pub use counted::{Asked, Counted, Tally};
pub use deadline::Deadline;
pub use dialect::Dialect;
pub use exhaustive::ExhaustiveOracle;
pub use find::{
    Candidate, Solver, Standing, Version, find_all_solvers, find_solver, find_solver_until,
};
pub use horn::{Application, Clause, HornAnswer, HornSystem, horn_script};
pub use literals::Literals;
pub use log::{Log, Subject};
pub use names::variable_to_smt;
pub use oracle::{Answer, Context, Error, Literal, Oracle, Possibility, StateAnswer};
pub use parallel::in_parallel;
pub use print::{declarations, term_to_smt};
pub use process::{SolverProcess, SolverSettings, SolverStatistics};
pub use session::{Counts, Session};
pub use store::CacheAccess;
pub use transcript::Transcript;
pub use watchdog::kill_all_solvers;

#[cfg(test)]
mod generated;
#[cfg(test)]
mod tests;

/// The solvers that judge the tests: z3 and cvc5. One that is missing is named on standard error,
/// and is a failure where `SABS_REQUIRE_REFEREES` is set.
#[cfg(test)]
pub(crate) fn referees() -> Vec<String> {
    use std::io::Write;

    let solvers = find_all_solvers(None, None);
    let of = |dialect: Dialect| {
        let usable = solvers.iter().flat_map(|candidate| &candidate.found);
        let mut fitting = usable.filter(move |solver| solver.dialect == dialect);
        fitting.next().map(|solver| solver.command.clone())
    };
    let (z3, cvc5) = (of(Dialect::Z3), of(Dialect::Cvc5));
    let mut found = Vec::new();
    for (name, command) in [("z3", z3), ("cvc5", cvc5)] {
        match command {
            Some(command) => found.push(command),
            None if std::env::var_os("SABS_REQUIRE_REFEREES").is_some() => {
                panic!("the referee {name} is missing")
            }
            // Not by `eprintln`, which a test that passes does not show.
            None => {
                let _ = writeln!(std::io::stderr(), "SKIPPED: the referee {name} is missing");
            }
        }
    }
    found
}
