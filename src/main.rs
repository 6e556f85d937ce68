//! The `sabs` command.

use std::io;
use std::process::ExitCode;

use clap::Parser;
use sabs::cli::{Cli, Streams, run};
use sabs::smt::kill_all_solvers;

/// What a shell says of a program that was interrupted.
const INTERRUPTED: i32 = 130;

fn main() -> ExitCode {
    // Solvers lead groups of their own: whoever interrupts us does not interrupt them.
    let handled = ctrlc::set_handler(|| {
        kill_all_solvers();
        #[allow(clippy::exit)] // the main thread waits for a solver that is no more
        std::process::exit(INTERRUPTED);
    });
    if let Err(error) = handled {
        let _ = io::Write::write_fmt(
            &mut io::stderr(),
            format_args!("sabs: warning: interrupts cannot be handled: {error}\n"),
        );
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut err = io::stderr().lock();
    let status = run(
        Cli::parse(),
        &mut Streams {
            out: &mut out,
            err: &mut err,
        },
    );
    // A reader that has gone away is no error of ours.
    let _ = io::Write::flush(&mut out);
    status.into()
}
