//! `sabs verify`: a verdict for every check of a unit.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use super::abstract_::unanswered;
use super::annotation::AnnotationOptions;
use super::limits::LimitOptions;
use super::load::Loaded;
use super::output::{make_folder, write_file};
use super::prover::{Confirmation, ProverOptions, said_so_far, status, tell_warnings};
use super::so_far::{Decided, forget, is_interrupted, remember};
use super::watch::{Watch, WatchOptions};
use super::{ExitStatus, Streams};
use crate::diagnostic::render_all;
use crate::driver::{COMMAND, driver};
use crate::pipeline::{Confirms, Preference, Search, Standing, so_far, undecided};
use crate::report::{Extent, Manner, Output, Report, to_json, to_sarif, to_text};
use crate::verdict::{Reason, Verdict};

/// Say of every check of a unit whether it holds, fails, or is not known to.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    prover: ProverOptions,
    /// Do not have the proofs confirmed by independent code and, where there is one, another solver
    #[arg(long)]
    no_certify: bool,
    #[command(flatten)]
    exactly: ExactOptions,
    #[command(flatten)]
    watched: WatchOptions,
    #[command(flatten)]
    limits: LimitOptions,
    /// Do as if the loop invariants in the source were not there: they are not checked, not known to
    /// hold, and no predicates
    #[arg(long)]
    ignore_invariants: bool,
    /// Write an Ada main for each violated check into a folder of its own in this one; compiled by
    /// GNAT with `-gnata -gnato` it fails at the check
    #[arg(long, value_name = "DIR")]
    driver: Option<PathBuf>,
    #[command(flatten)]
    annotation: AnnotationOptions,
    /// How to print the verdicts
    #[arg(long, value_enum, default_value_t = VerdictFormat::Text)]
    format: VerdictFormat,
    /// How much the text says of a check
    #[arg(long, value_enum, value_name = "MODE", default_value_t = OutputName::Pretty)]
    output: OutputName,
    /// Of which checks the text speaks
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = ExtentName::All)]
    report: ExtentName,
}

/// How open checks are looked at.
#[derive(Debug, Args)]
struct ExactOptions {
    /// Look at checks that may fail by the exact reading of the Boolean program: it tells what surely
    /// fails without asking about a way to the failure, and which predicate is missing otherwise
    #[arg(long)]
    exact: bool,
    /// What the exact reading, of checks and of temporal properties, tries first where something is
    /// open
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = PreferenceName::Predicates)]
    prefer: PreferenceName,
}

/// What is tried first.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum PreferenceName {
    /// New predicates
    Predicates,
    /// A more precise abstraction by the predicates there are
    Precision,
}

impl ExactOptions {
    fn search(&self) -> Search {
        if self.exact {
            Search::Exact
        } else {
            Search::Ways
        }
    }

    fn preference(&self) -> Preference {
        match self.prefer {
            PreferenceName::Predicates => Preference::Predicates,
            PreferenceName::Precision => Preference::Precision,
        }
    }
}

/// How verdicts are printed.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum VerdictFormat {
    /// For people: lines as GNATprove prints them
    Text,
    /// One JSON object
    Json,
    /// A log in SARIF 2.1.0
    Sarif,
}

/// How much is said of a check.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum OutputName {
    /// The place and what is wrong
    Brief,
    /// All that is known, on one line
    Oneline,
    /// The same on several lines, with the source and the values that decide
    Pretty,
}

/// Which checks are told.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum ExtentName {
    /// Those that are not proved
    Fail,
    /// All of them
    All,
    /// All of them, with a table of how many of which kind have which verdict
    Statistics,
}

impl Arguments {
    fn text(&self, report: &Report, loaded: &Loaded) -> String {
        match self.format {
            VerdictFormat::Text => to_text(report, &loaded.sources, self.manner()),
            VerdictFormat::Json => to_json(report, &loaded.sources),
            VerdictFormat::Sarif => to_sarif(report, &loaded.sources),
        }
    }

    fn manner(&self) -> Manner {
        Manner {
            output: match self.output {
                OutputName::Brief => Output::Brief,
                OutputName::Oneline => Output::Oneline,
                OutputName::Pretty => Output::Pretty,
            },
            extent: match self.report {
                ExtentName::Fail => Extent::Fail,
                ExtentName::All => Extent::All,
                ExtentName::Statistics => Extent::Statistics,
            },
        }
    }
}

pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<ExitStatus> {
    if arguments.no_certify && arguments.annotation.is_wanted() {
        writeln!(
            streams.err,
            "sabs: error: only invariants that are confirmed are written [leave --no-certify out]"
        )?;
        return Ok(ExitStatus::Error);
    }
    let confirmation = if arguments.no_certify {
        Confirmation::Unwanted
    } else {
        arguments.annotation.confirmation()
    };
    let Some((mut loaded, mut prover)) = arguments.prover.prover(confirmation, streams)? else {
        return Ok(ExitStatus::Error);
    };
    if arguments.ignore_invariants {
        loaded.unit = match arguments.prover.without_invariants(loaded.unit) {
            Ok(unit) => unit,
            Err(diagnostics) => {
                write!(streams.err, "{}", render_all(&diagnostics, &loaded.sources))?;
                return Ok(ExitStatus::Error);
            }
        };
    }
    let wanted = match arguments.limits.wanted(&loaded.unit, &loaded.sources) {
        Ok(wanted) => wanted,
        Err(message) => {
            writeln!(streams.err, "sabs: error: {message}")?;
            return Ok(ExitStatus::Error);
        }
    };
    prover.limit(&wanted);
    let wanted = wanted.checks;
    prover.look(arguments.exactly.search(), arguments.exactly.preference());
    if arguments.watched.is_wanted() {
        prover.search_anew();
    }
    arguments.watched.prepare()?;
    arguments.annotation.prepare(&arguments.prover)?;
    if let Some(folder) = &arguments.driver {
        make_folder(folder, "--driver")?;
    }
    let confirms = if arguments.no_certify {
        Confirms::Never
    } else {
        Confirms::Later
    };
    let (unit, sources) = (&loaded.unit, &loaded.sources);
    let keep = |has_unconfirmed: bool, report: &dyn Fn(Reason) -> Report| {
        let text = |report: &Report| arguments.text(report, &loaded);
        remember(Decided {
            has_unconfirmed,
            ..said_so_far(&text, report)
        });
    };
    keep(false, &|reason| {
        undecided(unit, sources, reason, wanted.clone())
    });
    let all = Instant::now();
    let decided = |standing: &Standing<'_>| {
        let is_proved = |verdict: &Verdict| matches!(verdict, Verdict::Proved(_));
        let has_unconfirmed =
            confirms == Confirms::Later && standing.verdicts.iter().any(is_proved);
        keep(has_unconfirmed, &|reason| {
            so_far(unit, sources, standing, (reason, confirms), wanted.clone())
        });
    };
    let mut watch = Watch::new(&arguments.watched, &loaded, streams.err, &decided);
    let found = prover
        .verify(&loaded.unit, &loaded.sources, &mut watch)
        .map_err(io::Error::other)?;
    watch.finished()?;
    if arguments.watched.stats() {
        all_work(&found, all.elapsed(), streams.err)?;
    }
    tell_warnings(&found, &loaded, streams)?;
    tell_unanswered(&found, streams)?;
    let text = arguments.text(&found, &loaded);
    forget(status(&found));
    // Who interrupts gets no patch, but wants to know what is decided.
    if !arguments.annotation.diff || is_interrupted() {
        streams.out.write_all(text.as_bytes())?;
        // Whoever ends us while the rest is written has the verdicts.
        streams.out.flush()?;
    }
    if is_interrupted() {
        return Ok(status(&found));
    }
    arguments
        .annotation
        .write(&found, &loaded, &mut prover, streams)?;
    if let Some(folder) = &arguments.driver {
        write_drivers(folder, &found, &loaded, streams)?;
    }
    Ok(status(&found))
}

/// Where something is unknown, questions without an answer may be why.
fn tell_unanswered(found: &Report, streams: &mut Streams<'_>) -> io::Result<()> {
    let questions = if found.is_open() {
        found.statistics.unanswered
    } else {
        0
    };
    streams.err.write_all(unanswered(questions).as_bytes())
}

/// Writes the drivers of what is violated, each into a folder under the check's name.
fn write_drivers(
    folder: &Path,
    found: &Report,
    loaded: &Loaded,
    streams: &mut Streams<'_>,
) -> io::Result<()> {
    let mut last = None;
    for (check, script) in &found.runs {
        let place = loaded.sources.locate(loaded.unit.flow.check(*check).span);
        match driver(&loaded.unit, &loaded.sources, *check, script) {
            Ok(files) => {
                let own = folder.join(check.to_string().to_lowercase());
                make_folder(&own, "--driver")?;
                for file in files {
                    write_file(&own.join(&file.name), file.bytes())?;
                }
                writeln!(streams.err, "{place}: driver in {}", own.display())?;
                last = Some(own);
            }
            Err(reason) => writeln!(streams.err, "{place}: no driver: {reason}")?,
        }
    }
    if let Some(own) = last {
        writeln!(
            streams.err,
            "sabs: run a driver by: cd {} && {COMMAND}",
            own.display()
        )?;
    }
    Ok(())
}

/// How much work all of it was.
fn all_work(found: &Report, time: Duration, err: &mut dyn Write) -> io::Result<()> {
    let work = found.statistics;
    writeln!(
        err,
        "in all: {} questions to the solver, {} not answered, {} to confirm proofs, {:.2} s",
        work.questions,
        work.unanswered,
        work.confirmations,
        time.as_secs_f64()
    )
}
