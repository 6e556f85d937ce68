//! What `verify` and `certify` share: a unit, and the means to judge it.

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::limits::Wanted;
use super::load::{Loaded, load_with};
use super::options::{AbstractionOptions, EffortOptions, SolverOptions, SourceOptions};
use super::so_far::{Alarm, Decided, wish};
use super::{ExitStatus, Streams};
use crate::abstraction::{Blocks, Config, Settings};
use crate::certify::Certifier;
use crate::diagnostic::Diagnostic;
use crate::end::End;
use crate::pipeline::{self, Observer, Options, Preference, Properties, Search, Unit, VerifyError};
use crate::report::Report;
use crate::smt::Oracle;
use crate::source::Sources;
use crate::verdict::{Reason, Verdict};

/// Which part of the time is for looking for proofs and failures, if there is a limit: what is found
/// must still be confirmed.
const SHARE_OF_SEARCH: f64 = 0.75;
/// Which part is for all of that where invariants are then judged again in the places where they are
/// written.
const SHARE_BEFORE_ANNOTATION: f64 = 0.6;

/// What to judge, and how.
#[derive(Debug, Args)]
pub(super) struct ProverOptions {
    #[command(flatten)]
    source: SourceOptions,
    #[command(flatten)]
    abstraction: AbstractionOptions,
    #[command(flatten)]
    solver: SolverOptions,
    #[command(flatten)]
    effort: EffortOptions,
}

/// Judges units.
pub(super) struct Prover {
    config: Config,
    options: Options,
    solvers: SolverOptions,
    effort: EffortOptions,
    begun: Instant,
    solver: Box<dyn Oracle>,
    certifiers: Vec<Certifier>,
    /// Whatever is in the midst of something when the time is up is ended.
    _alarm: Option<Alarm>,
}

/// Whether proofs are confirmed by independent code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Confirmation {
    /// They are.
    Wanted,
    /// They are, and invariants are then written where they stand and judged there.
    Annotated,
    /// They are not.
    Unwanted,
}

impl ProverOptions {
    /// The files that were named.
    pub(super) fn files(&self) -> &[PathBuf] {
        &self.source.files
    }

    /// The unit without the loop invariants that the user wrote.
    pub(super) fn without_invariants(&self, unit: Unit) -> Result<Unit, Vec<Diagnostic>> {
        let unit = unit.without_invariants()?;
        Ok(if self.abstraction.modular {
            unit.judged_alone()
        } else {
            unit
        })
    }

    /// The unit and who judges it; `None` after saying on `err` what the user must mend.
    pub(super) fn prover(
        &self,
        confirmation: Confirmation,
        streams: &mut Streams<'_>,
    ) -> io::Result<Option<(Loaded, Prover)>> {
        let begun = Instant::now();
        let alarm = Alarm::set(begun, self.effort.end(begun));
        let whole = match confirmation {
            Confirmation::Wanted | Confirmation::Unwanted => 1.0,
            Confirmation::Annotated => SHARE_BEFORE_ANNOTATION,
        };
        let share = match confirmation {
            Confirmation::Wanted | Confirmation::Annotated => SHARE_OF_SEARCH,
            Confirmation::Unwanted => 1.0,
        };
        let options = self.effort.options(begun, (whole * share, whole));
        let mut usual = Settings::default();
        if options.refinements > 0 {
            // Where predicates are looked for, large blocks need fewer of them.
            usual.blocks = Blocks::Large;
        }
        let Some(loaded) = load_with(&self.source, &self.abstraction, usual, streams)? else {
            return Ok(None);
        };
        let solver = self
            .solver
            .solver_with(self.effort.steps(), options.deadline)
            .map_err(io::Error::other)?;
        let prover = Prover {
            config: loaded.config.clone(),
            certifiers: match confirmation {
                Confirmation::Wanted | Confirmation::Annotated => self
                    .solver
                    .certifiers(options.end)
                    .map_err(io::Error::other)?,
                Confirmation::Unwanted => Vec::new(),
            },
            options,
            solvers: self.solver.clone(),
            effort: self.effort,
            begun,
            solver,
            _alarm: alarm,
        };
        Ok(Some((loaded, prover)))
    }
}

impl Prover {
    /// Looks at some checks and properties only.
    pub(super) fn limit(&mut self, wanted: &Wanted) {
        self.options.wanted.clone_from(&wanted.checks);
        self.options
            .wanted_properties
            .clone_from(&wanted.properties);
    }

    /// Looks at open checks in this way.
    pub(super) fn look(&mut self, search: Search, preference: Preference) {
        self.options.search = search;
        self.options.preference = preference;
    }

    /// Looks at checks only.
    pub(super) fn leave_properties_out(&mut self) {
        self.options.properties = Properties::LeftOut;
    }

    /// Does not take conclusions from the cache: somebody wants to see how they are found.
    pub(super) fn search_anew(&mut self) {
        self.options.recalls = false;
    }

    /// What is judged from now on may take the time that is left.
    pub(super) fn begin_again(&mut self) -> io::Result<()> {
        let Some(end) = self.effort.end(self.begun) else {
            return Ok(());
        };
        let now = Instant::now();
        let left = end.saturating_duration_since(now).mul_f64(SHARE_OF_SEARCH);
        self.options.deadline = End::at(now.checked_add(left)).or_on(wish());
        self.options.end = Some(end);
        let solver = self
            .solvers
            .solver_with(self.effort.steps(), self.options.deadline);
        self.solver = solver.map_err(io::Error::other)?;
        self.certifiers = self
            .solvers
            .certifiers(Some(end))
            .map_err(io::Error::other)?;
        Ok(())
    }

    /// The verdicts on a unit; `watch` sees every turn of the loop and what is decided meanwhile.
    pub(super) fn verify(
        &mut self,
        unit: &Unit,
        sources: &Sources,
        watch: &mut dyn Observer,
    ) -> Result<Report, VerifyError> {
        pipeline::verify(
            unit,
            sources,
            &self.config,
            self.options.clone(),
            &mut self.solver,
            &mut self.certifiers,
            watch,
        )
    }
}

/// What is to be said if the run ends now, with nothing left to confirm.
pub(super) fn said_so_far(
    text: &dyn Fn(&Report) -> String,
    report: &dyn Fn(Reason) -> Report,
) -> Decided {
    let late = report(Reason::TimeUp);
    Decided {
        interrupted: text(&report(Reason::Interrupted)),
        late: text(&late),
        status: status(&late),
        has_unconfirmed: false,
    }
}

/// Prints what the user should know besides the verdicts. What reading the unit has to say was said
/// when it was read.
pub(super) fn tell_warnings(
    found: &Report,
    loaded: &Loaded,
    streams: &mut Streams<'_>,
) -> io::Result<()> {
    for warning in &found.warnings[loaded.unit.warnings.len()..] {
        writeln!(streams.err, "sabs: warning: {warning}")?;
    }
    Ok(())
}

/// What the verdicts say to the shell.
pub(super) fn status(report: &Report) -> ExitStatus {
    let verdicts = || {
        let properties = report.properties.iter().map(|found| found.verdict);
        report
            .told()
            .map(|(_, _, verdict)| verdict)
            .chain(properties)
    };
    if verdicts().any(|verdict| verdict == Verdict::Violated) {
        ExitStatus::Violated
    } else if report.is_void()
        || report.unread_bodies() > 0
        || report.has_unjudged_promises()
        || verdicts().any(|verdict| matches!(verdict, Verdict::Unknown(_)))
    {
        ExitStatus::Unknown
    } else {
        ExitStatus::Success
    }
}
