//! `sabs solvers`: which solvers there are.

use std::io;

use clap::Args;

use super::{ExitStatus, Streams};
use crate::smt::{Solver, Standing, find_all_solvers, find_solver};

/// List the solvers that were found, the one that is used first.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A solver to look at before the others
    #[arg(long, value_name = "COMMAND")]
    solver: Option<String>,
}

pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<ExitStatus> {
    let wish = arguments.solver.as_deref();
    let used = find_solver(wish);
    for candidate in find_all_solvers(wish, None) {
        match &candidate.found {
            Ok(solver) => {
                let mark = if used.as_ref() == Ok(solver) {
                    "*"
                } else {
                    " "
                };
                writeln!(
                    streams.out,
                    "{mark} {solver}  {}  ({})",
                    solver.command, candidate.place
                )?;
                if let Some(warning) = warning(solver) {
                    writeln!(streams.err, "sabs: warning: {}: {warning}", solver.command)?;
                }
            }
            Err(error) => writeln!(streams.err, "sabs: warning: {error}")?,
        }
    }
    match used {
        Ok(_) => Ok(ExitStatus::Success),
        Err(error) => Err(io::Error::other(error)),
    }
}

fn warning(solver: &Solver) -> Option<&'static str> {
    match solver.standing() {
        Standing::Tested => None,
        Standing::Untested => Some("sabs is not tested with this version [z3 5.4.0 is]"),
        Standing::Unnamed => Some("it does not say which version it is [z3 5.4.0 is tested]"),
    }
}
