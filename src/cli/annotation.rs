//! Sources with the invariants of their loops, as copies or as a patch: what `verify` and `certify`
//! write alike.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::Streams;
use super::limits::Wanted;
use super::load::Loaded;
use super::output::{make_folder, write_file};
use super::patch::patch;
use super::prover::{Confirmation, Prover};
use crate::annotate::annotate;
use crate::pipeline::Iteration;
use crate::proof::InvariantKind;
use crate::report::Report;

/// What is written besides verdicts.
#[derive(Debug, Args)]
pub(super) struct AnnotationOptions {
    /// Write copies of the sources into this folder in which the loops have their invariants
    #[arg(long, value_name = "DIR")]
    annotate: Option<PathBuf>,
    /// Print the difference that such copies make, as a patch, instead of what was found out
    #[arg(long)]
    pub(super) diff: bool,
}

impl AnnotationOptions {
    /// Whether anything is to be written.
    pub(super) fn is_wanted(&self) -> bool {
        self.diff || self.annotate.is_some()
    }

    /// What has to be done with proofs.
    pub(super) fn confirmation(&self) -> Confirmation {
        if self.is_wanted() {
            Confirmation::Annotated
        } else {
            Confirmation::Wanted
        }
    }

    /// Makes the folder for the copies.
    pub(super) fn prepare(&self) -> io::Result<()> {
        match &self.annotate {
            Some(folder) => make_folder(folder, "--annotate"),
            None => Ok(()),
        }
    }

    /// Writes what is wanted of the invariants that were found. They are read and verified again
    /// where they stand before they are written.
    pub(super) fn write(
        &self,
        found: &Report,
        loaded: &Loaded,
        prover: &mut Prover,
        streams: &mut Streams<'_>,
    ) -> io::Result<()> {
        if !self.is_wanted() {
            return Ok(());
        }
        prover.begin_again()?;
        // All of their checks are looked at, whichever were asked for.
        prover.limit(&Wanted::default());
        let annotated = annotate(
            &loaded.unit,
            &loaded.sources,
            &found.invariants,
            &mut |unit, sources| prover.verify(unit, sources, &mut |_: &Iteration<'_>| {}),
        )
        .map_err(io::Error::other)?;
        if annotated.files.is_empty() {
            let is_loop = |kind| kind == InvariantKind::Loop;
            let why = if annotated.is_late {
                "the time was up before the invariants were verified where they stand [a longer \
                 --timeout]"
            } else if !annotated.left_out.is_empty() {
                "none of the invariants below could be written and proved again where it stands"
            } else if found.invariants.iter().any(|told| is_loop(told.kind)) {
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
            if self.diff {
                write!(streams.out, "{}", patch(file.name(), file.text(), text))?;
            }
            if let Some(folder) = &self.annotate {
                write_file(&folder.join(file.name()), text)?;
            }
        }
        Ok(())
    }
}
