//! Solvers: whatever answers questions about terms.
//!
//! A question is asked in a [`Context`] of facts and atoms: is there a state that satisfies all
//! facts and gives these atoms these truth values? Whoever asks sees no SMT-LIB and no process.

mod exhaustive;
mod find;
mod oracle;
mod print;
mod process;

pub use exhaustive::ExhaustiveOracle;
pub use find::find_solver;
pub use oracle::{Answer, Context, Error, Literal, Oracle};
pub use print::{declarations, term_to_smt, variable_to_smt};
pub use process::{SolverProcess, SolverStatistics};
