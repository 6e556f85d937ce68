//! `sabs certify`: which proofs independent code confirms.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::load::load;
use super::options::{AbstractionOptions, EffortOptions, SolverOptions, SourceOptions};
use super::patch::patch;
use super::{ExitStatus, Streams};
use crate::annotate::annotate;
use crate::pipeline;
use crate::report::certificate_text;
use crate::verdict::Verdict;

/// Prove what can be proved, and say what of it is confirmed, by which solvers, and by which
/// invariants.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    source: SourceOptions,
    #[command(flatten)]
    abstraction: AbstractionOptions,
    #[command(flatten)]
    solver: SolverOptions,
    #[command(flatten)]
    effort: EffortOptions,
    /// Write copies of the sources into this folder in which the loops have their invariants
    #[arg(long, value_name = "DIR")]
    annotate: Option<PathBuf>,
    /// Print the difference that such copies make, as a patch, instead of what was certified
    #[arg(long)]
    diff: bool,
}

pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<ExitStatus> {
    let Some(mut loaded) = load(&arguments.source, &arguments.abstraction, streams)? else {
        return Ok(ExitStatus::Error);
    };
    let options = arguments.effort.options();
    arguments
        .abstraction
        .enlarge_blocks(options, &mut loaded.config);
    let loaded = loaded;
    let solver = arguments.solver.solver_with(arguments.effort.steps());
    let mut solver = solver.map_err(io::Error::other)?;
    let mut certifiers = arguments.solver.certifiers().map_err(io::Error::other)?;
    let found = pipeline::verify(
        &loaded.unit,
        &loaded.sources,
        &loaded.config,
        options,
        &mut solver,
        &mut certifiers,
        &mut |_| {},
    )
    .map_err(io::Error::other)?;
    if !arguments.diff {
        let text = certificate_text(&found, &loaded.sources);
        streams.out.write_all(text.as_bytes())?;
    }
    if arguments.diff || arguments.annotate.is_some() {
        let annotated = annotate(
            &loaded.unit,
            &loaded.sources,
            &found.invariants,
            &mut |unit, sources| {
                pipeline::verify(
                    unit,
                    sources,
                    &loaded.config,
                    options,
                    &mut solver,
                    &mut certifiers,
                    &mut |_| {},
                )
            },
        )
        .map_err(io::Error::other)?;
        for line in &annotated.left_out {
            writeln!(streams.err, "sabs: warning: {line}")?;
        }
        for (id, text) in &annotated.files {
            let file = loaded.sources.file(*id);
            if arguments.diff {
                write!(streams.out, "{}", patch(file.name(), file.text(), text))?;
            }
            if let Some(folder) = &arguments.annotate {
                std::fs::create_dir_all(folder)?;
                std::fs::write(folder.join(file.name()), text)?;
            }
        }
    }
    let violated = |(_, verdict): &(_, Verdict)| *verdict == Verdict::Violated;
    if found.checks.iter().any(violated) {
        return Ok(ExitStatus::Violated);
    }
    let unknown = |(_, verdict): &(_, Verdict)| matches!(verdict, Verdict::Unknown(_));
    Ok(if found.checks.iter().any(unknown) {
        ExitStatus::Unknown
    } else {
        ExitStatus::Success
    })
}
