//! `sabs certify`: which proofs independent code confirms.

use std::io;

use clap::Args;

use super::annotation::AnnotationOptions;
use super::prover::{ProverOptions, status};
use super::{ExitStatus, Streams};
use crate::pipeline::Iteration;
use crate::report::certificate_text;

/// Prove what can be proved, and say what of it is confirmed, by which solvers, and by which
/// invariants.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    prover: ProverOptions,
    #[command(flatten)]
    annotation: AnnotationOptions,
}

pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<ExitStatus> {
    let made = arguments
        .prover
        .prover(arguments.annotation.confirmation(), streams)?;
    let Some((loaded, mut prover)) = made else {
        return Ok(ExitStatus::Error);
    };
    arguments.annotation.prepare()?;
    prover.leave_properties_out();
    let found = prover
        .verify(&loaded.unit, &loaded.sources, &mut |_: &Iteration<'_>| {})
        .map_err(io::Error::other)?;
    if !arguments.annotation.diff {
        let text = certificate_text(&found, &loaded.sources);
        streams.out.write_all(text.as_bytes())?;
    }
    arguments
        .annotation
        .write(&found, &loaded, &mut prover, streams)?;
    Ok(status(&found))
}
