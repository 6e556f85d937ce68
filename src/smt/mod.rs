//! Solvers: whatever answers questions about terms.
//!
//! A question is asked in a [`Context`] of facts and atoms: is there a state that satisfies all
//! facts and gives these atoms these truth values? Whoever asks sees no SMT-LIB and no process.

mod binders;
mod dialect;
mod exhaustive;
mod find;
mod names;
mod oracle;
mod prelude;
mod print;
mod process;
mod script;
mod transcript;

pub use dialect::Dialect;
pub use exhaustive::ExhaustiveOracle;
pub use find::find_solver;
pub use names::variable_to_smt;
pub use oracle::{Answer, Context, Error, Literal, Oracle};
pub use print::{declarations, term_to_smt};
pub use process::{SolverProcess, SolverStatistics};
pub use transcript::Transcript;

#[cfg(test)]
mod tests;

/// The solvers that judge the tests: z3 and cvc5. One that is missing is named on standard error,
/// and is a failure where `SABS_REQUIRE_REFEREES` is set.
#[cfg(test)]
pub(crate) fn referees() -> Vec<String> {
    use std::io::Write;

    let z3 = find_solver(None).ok();
    let on_path = |folder: std::path::PathBuf| Some(folder.join("cvc5")).filter(|p| p.is_file());
    let cvc5 = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
        .find_map(on_path)
        .map(|path| path.to_string_lossy().into_owned());
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
