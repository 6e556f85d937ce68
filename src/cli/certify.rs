//! `sabs certify`: which proofs independent code confirms.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::output::write_file;
use super::patch::patch;
use super::prover::{Confirmation, ProverOptions, status};
use super::{ExitStatus, Streams};
use crate::annotate::annotate;
use crate::proof::InvariantKind;
use crate::report::certificate_text;

/// Prove what can be proved, and say what of it is confirmed, by which solvers, and by which
/// invariants.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    prover: ProverOptions,
    /// Write copies of the sources into this folder in which the loops have their invariants
    #[arg(long, value_name = "DIR")]
    annotate: Option<PathBuf>,
    /// Print the difference that such copies make, as a patch, instead of what was certified
    #[arg(long)]
    diff: bool,
}

pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<ExitStatus> {
    let made = arguments.prover.prover(Confirmation::Wanted, streams)?;
    let Some((loaded, mut prover)) = made else {
        return Ok(ExitStatus::Error);
    };
    let found = prover
        .verify(&loaded.unit, &loaded.sources, &mut |_| {})
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
            &mut |unit, sources| prover.verify(unit, sources, &mut |_| {}),
        )
        .map_err(io::Error::other)?;
        if annotated.files.is_empty() {
            let why = if !annotated.left_out.is_empty() {
                "none of the invariants below could be written and proved again where it stands"
            } else if found
                .invariants
                .iter()
                .any(|told| told.kind == InvariantKind::Loop)
            {
                "the invariants of the loops cannot be written as Ada"
            } else {
                "no loop needs an invariant for what is proved"
            };
            writeln!(streams.err, "sabs: note: nothing to write: {why}")?;
        }
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
                write_file(&folder.join(file.name()), text)?;
            }
        }
    }
    Ok(status(&found))
}
