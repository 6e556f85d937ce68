//! `sabs verify`: a verdict for every check of a unit.

use std::io::{self, Write};

use clap::Args;

use super::load::{Loaded, load};
use super::options::{AbstractionOptions, EffortOptions, Format, SolverOptions, SourceOptions};
use super::{ExitStatus, Streams};
use crate::certify::Certificate;
use crate::pipeline::{self, Iteration};
use crate::refine::{Feasibility, Strategy};
use crate::report::{to_json, to_text};
use crate::verdict::Verdict;

/// Say of every check of a unit whether it holds, fails, or is not known to.
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
    /// Do not have the proofs confirmed by independent code and, where there is one, another solver
    #[arg(long)]
    no_certify: bool,
    /// Say on standard error what each turn of the loop finds out: which check may fail, why that
    /// way is impossible, which predicates are added
    #[arg(long)]
    trace_refinement: bool,
    /// How to print the verdicts
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<ExitStatus> {
    let options = arguments.effort.options();
    let Some(mut loaded) = load(&arguments.source, &arguments.abstraction, streams)? else {
        return Ok(ExitStatus::Error);
    };
    arguments
        .abstraction
        .enlarge_blocks(options, &mut loaded.config);
    let loaded = loaded;
    let steps = arguments.effort.steps();
    let mut solver = arguments
        .solver
        .solver_with(steps)
        .map_err(io::Error::other)?;
    let mut certifiers = if arguments.no_certify {
        Vec::new()
    } else {
        arguments.solver.certifiers().map_err(io::Error::other)?
    };
    let mut watch = |iteration: &Iteration<'_>| {
        if arguments.trace_refinement {
            let _ = tell(iteration, &loaded, streams.err);
        }
    };
    let found = pipeline::verify(
        &loaded.unit,
        &loaded.sources,
        &loaded.config,
        options,
        &mut solver,
        &mut certifiers,
        &mut watch,
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
    let violated = |(_, verdict): &(_, Verdict)| *verdict == Verdict::Violated;
    Ok(if found.checks.iter().any(violated) {
        ExitStatus::Violated
    } else if found.checks.iter().any(unknown) {
        ExitStatus::Unknown
    } else {
        ExitStatus::Success
    })
}

/// One turn of the loop, for people.
fn tell(iteration: &Iteration<'_>, loaded: &Loaded, err: &mut dyn Write) -> io::Result<()> {
    writeln!(err, "iteration {}:", iteration.number)?;
    for seen in iteration.examined {
        let check = loaded.unit.flow.check(seen.check);
        let place = loaded.sources.locate(check.span);
        let what = match &seen.feasibility {
            Feasibility::Confirmed(_) => "fails".to_owned(),
            Feasibility::RestsOnLost(name) => format!("may fail, depending on {name}"),
            Feasibility::NotConfirmed => "seems to fail, but does not when replayed".to_owned(),
            Feasibility::Impossible(_) => "cannot fail that way".to_owned(),
            Feasibility::Unknown(reason) => format!("may fail: {reason}"),
        };
        writeln!(
            err,
            "  {place}: {} in {} blocks: {what}",
            check.rule.noun(),
            seen.blocks
        )?;
        let how = match seen.strategy {
            Some(Strategy::WeakestPreconditions) => "weakest preconditions",
            Some(Strategy::PathInvariants) => "invariants of the path",
            Some(Strategy::SubprogramInvariants) => "invariants of the subprograms",
            Some(Strategy::Interpolants) => "interpolants",
            None => continue,
        };
        writeln!(err, "    new predicates by {how}:")?;
        for predicate in &seen.added {
            let scope = match predicate.scope {
                Some(id) => &loaded.unit.flow.subprogram(id).name,
                None => "the unit",
            };
            writeln!(err, "      in {scope}: {}", predicate.term)?;
        }
    }
    Ok(())
}
