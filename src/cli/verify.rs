//! `sabs verify`: a verdict for every check of a unit.

use std::io;

use clap::Args;

use super::load::load;
use super::options::{AbstractionOptions, Format, SolverOptions, SourceOptions};
use super::{ExitStatus, Streams};
use crate::certify::Certificate;
use crate::pipeline;
use crate::report::{to_json, to_text};
use crate::verdict::Verdict;

/// Say of every check of a unit whether the predicates written in it prove it.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    source: SourceOptions,
    #[command(flatten)]
    abstraction: AbstractionOptions,
    #[command(flatten)]
    solver: SolverOptions,
    /// Use the given predicates only. sabs does not look for others yet, so this changes nothing
    #[arg(long)]
    no_refine: bool,
    /// Do not have the proofs confirmed by independent code and, where there is one, another solver
    #[arg(long)]
    no_certify: bool,
    /// How to print the verdicts
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<ExitStatus> {
    let Some(loaded) = load(&arguments.source, &arguments.abstraction, streams)? else {
        return Ok(ExitStatus::Error);
    };
    let mut solver = arguments.solver.solver().map_err(io::Error::other)?;
    let mut certifiers = if arguments.no_certify {
        Vec::new()
    } else {
        arguments.solver.certifiers().map_err(io::Error::other)?
    };
    let found = pipeline::verify(
        &loaded.unit,
        &loaded.sources,
        &loaded.config,
        &mut solver,
        &mut certifiers,
    )
    .map_err(io::Error::other)?;
    for warning in found.certificate.iter().flat_map(Certificate::warnings) {
        writeln!(streams.err, "sabs: warning: {warning}")?;
    }
    let text = match arguments.format {
        Format::Text => to_text(&found, &loaded.sources),
        Format::Json => to_json(&found, &loaded.sources),
    };
    streams.out.write_all(text.as_bytes())?;
    let unknown = |(_, verdict): &(_, Verdict)| matches!(verdict, Verdict::Unknown(_));
    Ok(if found.checks.iter().any(unknown) {
        ExitStatus::Unknown
    } else {
        ExitStatus::Success
    })
}
