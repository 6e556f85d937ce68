//! The `sabs` command.

use std::io;
use std::process::ExitCode;

use clap::Parser;
use sabs::cli::{Cli, Streams, run};

fn main() -> ExitCode {
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
