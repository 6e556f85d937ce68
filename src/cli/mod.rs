//! The command line: the only place that reads files and prints.
//!
//! Each subcommand has a file of its own with its `Arguments` and a `run` that writes its product
//! to `Streams::out` and everything else to `Streams::err`.

mod abstract_;
mod annotation;
mod bench;
mod certify;
pub mod check;
mod compare;
pub mod convert;
mod input;
mod limits;
mod load;
mod options;
mod output;
mod patch;
mod prover;
mod progress;
mod show;
mod so_far;
mod solvers;
mod told;
mod verify;
mod watch;

pub use output::discard_unfinished;
pub use progress::show_progress;
pub use so_far::{finish_early, is_interrupted, keep_time, say_so_far};

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A software model checker for SPARK by predicate abstraction.
#[derive(Debug, Parser)]
#[command(name = "sabs", version, about, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Abstract(abstract_::Arguments),
    Bench(bench::Arguments),
    Certify(certify::Arguments),
    Check(check::Arguments),
    Compare(compare::Arguments),
    Convert(convert::Arguments),
    Show(show::Arguments),
    Solvers(solvers::Arguments),
    Verify(verify::Arguments),
}

/// What the process says when it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitStatus {
    /// All proved, nothing reachable, or the output is written.
    Success,
    /// Something is violated or reachable.
    Violated,
    /// Wrong usage, bad input, or a tool that failed.
    Error,
    /// Nothing violated, but something is unknown.
    Unknown,
}

/// Where a subcommand writes.
pub struct Streams<'a> {
    /// The product.
    pub out: &'a mut dyn Write,
    /// Everything else.
    pub err: &'a mut dyn Write,
}

/// Runs the command.
pub fn run(cli: Cli, streams: &mut Streams<'_>) -> ExitStatus {
    let result: io::Result<ExitStatus> = match cli.command {
        Command::Abstract(arguments) => abstract_::run(&arguments, streams),
        Command::Bench(arguments) => bench::run(&arguments, streams),
        Command::Certify(arguments) => certify::run(&arguments, streams),
        Command::Check(arguments) => check::run(&arguments, streams),
        Command::Compare(arguments) => compare::run(&arguments, streams),
        Command::Convert(arguments) => convert::run(&arguments, streams),
        Command::Show(arguments) => show::run(&arguments, streams),
        Command::Solvers(arguments) => solvers::run(&arguments, streams),
        Command::Verify(arguments) => verify::run(&arguments, streams),
    };
    match result {
        Ok(status) => status,
        // Whoever reads our output has closed it: there is nobody left to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitStatus::Success,
        Err(error) => {
            let _ = writeln!(streams.err, "sabs: error: {error}");
            ExitStatus::Error
        }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> ExitCode {
        ExitCode::from(code(status))
    }
}

/// The number that says it.
fn code(status: ExitStatus) -> u8 {
    match status {
        ExitStatus::Success => 0,
        ExitStatus::Violated => 1,
        ExitStatus::Error => 2,
        ExitStatus::Unknown => 3,
    }
}
