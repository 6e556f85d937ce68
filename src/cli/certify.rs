//! `sabs certify`: which proofs independent code confirms.

use std::io;

use clap::Args;

use super::annotation::AnnotationOptions;
use super::prover::{ProverOptions, said_so_far, status, tell_warnings};
use super::so_far::{Decided, forget, is_interrupted, remember};
use super::{ExitStatus, Streams};
use crate::pipeline::{Confirms, Iteration, Observer, Standing, so_far, undecided};
use crate::report::{Report, certificate_text};
use crate::verdict::{Reason, Verdict};

/// Prove what can be proved, and say what of it is confirmed, by which solvers, and by which
/// invariants.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    prover: ProverOptions,
    #[command(flatten)]
    annotation: AnnotationOptions,
}

/// Listens to what is decided meanwhile.
struct Meanwhile<F: Fn(&Standing<'_>)>(F);

impl<F: Fn(&Standing<'_>)> Observer for Meanwhile<F> {
    fn turn(&mut self, _: &Iteration<'_>) {}

    fn decided(&mut self, standing: &Standing<'_>) {
        (self.0)(standing);
    }
}

pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<ExitStatus> {
    let made = arguments
        .prover
        .prover(arguments.annotation.confirmation(), streams)?;
    let Some((loaded, mut prover)) = made else {
        return Ok(ExitStatus::Error);
    };
    arguments.annotation.prepare(&arguments.prover)?;
    prover.leave_properties_out();
    let (unit, sources) = (&loaded.unit, &loaded.sources);
    let keep = |has_unconfirmed, report: &dyn Fn(Reason) -> Report| {
        let text = |report: &Report| certificate_text(report, sources);
        remember(Decided {
            has_unconfirmed,
            ..said_so_far(&text, report)
        });
    };
    keep(false, &|reason| undecided(unit, sources, reason, None));
    let mut watch = Meanwhile(|standing: &Standing<'_>| {
        let is_proved = |verdict: &Verdict| matches!(verdict, Verdict::Proved(_));
        keep(standing.verdicts.iter().any(is_proved), &|reason| {
            so_far(unit, sources, standing, (reason, Confirms::Later), None)
        });
    });
    let found = prover
        .verify(unit, sources, &mut watch)
        .map_err(io::Error::other)?;
    tell_warnings(&found, &loaded, streams)?;
    let text = certificate_text(&found, sources);
    forget(status(&found));
    // Who interrupts gets no patch, but wants to know what is decided.
    if !arguments.annotation.diff || is_interrupted() {
        streams.out.write_all(text.as_bytes())?;
        streams.out.flush()?;
    }
    if is_interrupted() {
        return Ok(status(&found));
    }
    arguments
        .annotation
        .write(&found, &loaded, &mut prover, streams)?;
    Ok(status(&found))
}
