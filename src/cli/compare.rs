//! `sabs compare`: one unit under several methods.

use std::fmt::Write as _;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::abstract_::{NO_PREDICATES, unanswered};
use super::load::load;
use super::options::{AbstractionOptions, Format, SolverOptions, SourceOptions};
use super::output::write_file;
use super::{ExitStatus, Streams};
use crate::abstraction::{Correlation, CubeLimit, Method, Settings};
use crate::pipeline::{Variant, compare};
use crate::report::comparison::{to_json, to_svg, to_table};

/// Compare methods of abstraction on one unit: what each costs and how much each knows.
///
/// Cartesian with one, two, … predicates together (the knob), adaptive, and direct with and without
/// correlations. The other options hold for all of them.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    source: SourceOptions,
    #[command(flatten)]
    abstraction: AbstractionOptions,
    #[command(flatten)]
    solver: SolverOptions,
    /// How far the knob is turned
    #[arg(long, value_name = "J", default_value = "3")]
    knob: NonZeroUsize,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write a picture of precision against questions here, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<ExitStatus> {
    let Some(loaded) = load(&arguments.source, &arguments.abstraction, streams)? else {
        return Ok(ExitStatus::Error);
    };
    let idle = arguments.abstraction.idle_in_comparison();
    streams.err.write_all(idle.as_bytes())?;
    let mut solver = arguments.solver.solver().map_err(io::Error::other)?;
    // Times are no part of the product: they differ from run to run.
    let mut last = Instant::now();
    let mut times = String::new();
    let comparison = compare(
        &loaded.unit,
        &loaded.sources,
        &loaded.config,
        &variants(loaded.config.settings, arguments.knob.get()),
        &mut solver,
        &mut |entry| {
            let seconds = last.elapsed().as_secs_f64();
            let _ = writeln!(times, "sabs: {}: {seconds:.2} s", entry.name);
            last = Instant::now();
        },
    )
    .map_err(io::Error::other)?;
    let text = match arguments.format {
        Format::Text => to_table(&comparison, &loaded.sources),
        Format::Json => to_json(&comparison, &loaded.sources),
    };
    if let Some(path) = &arguments.plot {
        write_file(path, to_svg(&comparison))?;
    }
    streams.out.write_all(text.as_bytes())?;
    streams.err.write_all(times.as_bytes())?;
    if comparison.predicates == 0 {
        streams.err.write_all(NO_PREDICATES.as_bytes())?;
    }
    let figures = comparison
        .entries
        .iter()
        .filter_map(|entry| entry.outcome.as_ref().ok());
    let questions = figures.map(|figures| figures.unanswered).max().unwrap_or(0);
    streams.err.write_all(unanswered(questions).as_bytes())?;
    Ok(ExitStatus::Success)
}

/// The methods compared, from the coarsest to the finest.
fn variants(settings: Settings, knob: usize) -> Vec<Variant> {
    let cartesian = |together: usize| Variant {
        name: format!("cartesian j={together}"),
        settings: Settings {
            method: Method::Cartesian,
            post_literals: Some(CubeLimit::AtMost(together)),
            ..settings
        },
    };
    let named = |name: &str, method: Method, correlation: Correlation| Variant {
        name: name.to_owned(),
        settings: Settings {
            method,
            correlation,
            post_literals: None,
            ..settings
        },
    };
    let mut all: Vec<Variant> = (1..=knob).map(cartesian).collect();
    all.push(named("adaptive", Method::Adaptive, Correlation::Constrain));
    all.push(named("direct choose", Method::Direct, Correlation::Choose));
    all.push(named(
        "direct constrain",
        Method::Direct,
        Correlation::Constrain,
    ));
    all
}
