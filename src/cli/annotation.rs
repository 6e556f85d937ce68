//! Sources with the invariants of their loops, as copies or as a patch: what `verify` and `certify`
//! write alike.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;

use clap::Args;

use super::Streams;
use super::limits::Wanted;
use super::load::Loaded;
use super::output::{make_folder, write_file};
use super::patch::patch;
use super::prover::{Confirmation, Prover, ProverOptions};
use crate::annotate::annotate;
use crate::pipeline::Iteration;
use crate::proof::InvariantKind;
use crate::report::Report;
use crate::verdict::{Reason, Verdict};

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

/// Whether there was no time for everything.
fn is_late(found: &Report) -> bool {
    let late = Verdict::Unknown(Reason::TimeUp);
    found.told().any(|(_, _, verdict)| verdict == late)
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

    /// Makes the folder for the copies, which must not take the place of what they are copies of.
    pub(super) fn prepare(&self, prover: &ProverOptions) -> io::Result<()> {
        let Some(folder) = &self.annotate else {
            return Ok(());
        };
        make_folder(folder, "--annotate")?;
        for file in prover.files() {
            let copy = folder.join(file.file_name().unwrap_or_default());
            let same = fs::canonicalize(&copy).ok() == fs::canonicalize(file).ok();
            if same && copy.exists() {
                return Err(io::Error::other(format!(
                    "{}: a copy of {} would take its place here [give --annotate another folder, \
                     or print a patch by --diff]",
                    folder.display(),
                    file.display()
                )));
            }
        }
        Ok(())
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
        let annotated = annotate(
            &loaded.unit,
            &loaded.sources,
            &found.invariants,
            &mut |unit, sources, checks| {
                prover.limit(&Wanted {
                    checks: Some(checks),
                    properties: Some(BTreeSet::new()),
                });
                prover.verify(unit, sources, &mut |_: &Iteration<'_>| {})
            },
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
                "the invariants of the loops stand there already, or cannot be written as Ada"
            } else if is_late(found) {
                "the time was up before invariants were put in words [a longer --timeout]"
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
                let patch = patch(file.name(), file.text(), text);
                streams.out.write_all(&file.coded(&patch))?;
            }
            if let Some(folder) = &self.annotate {
                write_file(&folder.join(file.name()), file.coded(text))?;
            }
        }
        Ok(())
    }
}
