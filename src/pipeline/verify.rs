//! The door: a unit in, a report out.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use super::account::account;
use super::arrival::Stations;
use super::client::client_steps;
use super::conclusion::{Conclusion, key};
use super::confirmation::Question;
use super::endings::{self, endings};
use super::preference::Preference;
use super::properties::{judge, unjudged};
use super::refinement::{Loop, Observer, Standing};
use super::vacuity::contradictory;
use super::{Unit, VerifyError, in_time, located_warnings, names, predicates};
use crate::abstraction::{Blocks, Config, Points, Settings};
use crate::certify::{Certificate, Certifier};
use crate::end::End;
use crate::flow::with_large_blocks;
use crate::refine::Script;
use crate::report::{Report, Statistics};
use crate::smt::{Asked, Counted, Oracle};
use crate::source::{Sources, Span};
use crate::verdict::{CheckId, Reason, Verdict};

/// How hard to try.
#[derive(Debug, Clone)]
pub struct Options {
    /// How often new predicates are looked for; not at all for 0.
    pub refinements: usize,
    /// How long invariants are looked for each time, in questions to the solver.
    pub effort: u32,
    /// When to come to an end; the only thing on which results depend that is not the same
    /// everywhere.
    pub deadline: End,
    /// When the confirmation of proofs is to have come to an end too.
    pub end: Option<Instant>,
    /// The checks that are looked at; all of them if none are named.
    pub wanted: Option<BTreeSet<CheckId>>,
    /// The temporal properties that are looked at, by their number in the unit; all of them if none
    /// are named.
    pub wanted_properties: Option<BTreeSet<usize>>,
    /// How open checks are looked at.
    pub search: Search,
    /// What the exact reading prefers.
    pub preference: Preference,
    /// Whether temporal properties are looked at.
    pub properties: Properties,
    /// Whether conclusions that earlier runs have kept are looked at, and new ones kept: where proofs
    /// are confirmed, and nobody wants to see how they are found.
    pub recalls: bool,
}

/// Whether temporal properties are looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Properties {
    /// They are.
    #[default]
    Judged,
    /// They are left out.
    LeftOut,
}

/// How a check is looked at that may fail in the abstraction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Search {
    /// By the feasibility of a way to its failure; if there is none, predicates that exclude it.
    #[default]
    Ways,
    /// By the exact reading of the Boolean program: it surely fails, or the step that is open says
    /// which predicate is missing.
    Exact,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            refinements: 16,
            effort: 10,
            deadline: End::NEVER,
            end: None,
            wanted: None,
            wanted_properties: None,
            search: Search::default(),
            preference: Preference::default(),
            properties: Properties::default(),
            recalls: true,
        }
    }
}

/// A verdict for every check.
///
/// A check is proved if no run of the Boolean program, which allows whatever the unit can do, makes
/// its assertion fail, and if the `certifiers` confirm the proof; where there are none it is not
/// looked at again. It is violated if a run of the unit makes it fail. `observer` sees every turn of
/// the loop and what is decided meanwhile.
///
/// # Errors
/// If the solver fails for good, or the exploration runs out of its limits.
pub fn verify(
    unit: &Unit,
    sources: &Sources,
    config: &Config,
    options: Options,
    oracle: &mut dyn Oracle,
    certifiers: &mut [Certifier],
    observer: &mut dyn Observer,
) -> Result<Report, VerifyError> {
    let mut counted = Counted::new(oracle);
    let tally = counted.tally();
    let oracle: &mut dyn Oracle = &mut counted;
    let flow = with_large_blocks(&unit.flow, &|id| {
        config.settings_of(id).blocks == Blocks::Large
    });
    let given = in_time(predicates(unit, config, oracle).map_err(VerifyError::from))?;
    let given = given.unwrap_or_default();
    let vain = in_time(contradictory(&unit.flow, oracle).map_err(VerifyError::from))?;
    let mut warnings = located_warnings(unit, sources);
    let stations = Stations::of(&flow, &unit.flow);
    let question = Question {
        unit,
        flow: &flow,
        stations: &stations,
        wanted: options.wanted.as_ref(),
        end: options.end,
    };
    let key = key(unit, config, &options, &given);
    let kept = question.recalled(&key, &options, oracle, certifiers)?;
    let mut searched = Asked::default();
    let mut open = BTreeMap::new();
    let (conclusion, confirmed) = if let Some((found, confirmed)) = kept {
        (found, Some(confirmed))
    } else {
        let settings = with_points(config, options.search);
        let counts = (&stations, tally.clone());
        let mut search = Loop::new(unit, &flow, settings, options.clone(), given, counts);
        let (judged, otherwise, turns) = search.run(oracle, observer)?;
        searched = search.asked();
        let contradictions = search.contradictions(&judged);
        warnings.extend(contradictions.iter().map(|check| {
            let place = sources.locate(unit.flow.check(*check).span);
            format!("{place}: proved, yet seen to fail: a mistake of sabs, please report it")
        }));
        let verdicts = search.concluded(judged, otherwise);
        open.clone_from(search.steps());
        let wanted = options.wanted.as_ref();
        let found = Conclusion::of(&search, &flow, verdicts, &turns, wanted)?;
        let mut confirmed = None;
        if !certifiers.is_empty() {
            let answer = question.confirmed(&found, oracle, certifiers)?;
            let is_sound = contradictions.is_empty() && answer.certificate.is_complete();
            // What a solver did not answer today, it may tomorrow; the steps on which checks depend
            // are not kept.
            let is_final = found.is_decided() || tally.asked().unanswered == 0 && open.is_empty();
            if options.recalls && is_sound && is_final && !search.is_late() {
                found.keep(&key, oracle)?;
            }
            confirmed = Some(answer);
        }
        (found, confirmed)
    };
    let mut vain: BTreeSet<Span> = vain.into_iter().flatten().collect();
    let mut statistics = conclusion.statistics;
    let mut verdicts = conclusion.verdicts;
    let (mut certificate, mut invariants) = (None, Vec::new());
    if let Some(confirmed) = confirmed {
        vain.extend(confirmed.dead_ends);
        statistics.confirmations = confirmed.questions;
        verdicts = confirmed.verdicts;
        invariants = confirmed.invariants;
        certificate = Some(confirmed.certificate);
    }
    warnings.extend(vain.iter().map(|span| {
        let place = sources.locate(*span);
        format!(
            "{place}: nothing satisfies this condition: what follows is proved for want of runs"
        )
    }));
    warnings.extend(certificate.iter().flat_map(Certificate::warnings));
    let base = statistics;
    let watched = (&mut statistics, observer);
    let properties = judge(unit, sources, config, &options, oracle, watched)?;
    let refuted = properties.iter().map(|found| (found.verdict, found.span));
    let checks = unit.flow.checks.iter().map(|check| check.span);
    let refuted = refuted.chain(verdicts.iter().copied().zip(checks));
    warnings.extend(mistaken(refuted, sources));
    // What was asked before and after the search, of every kind.
    let all = tally.asked();
    statistics.questions = base.questions + all.questions - searched.questions;
    statistics.unanswered = base.unanswered + all.unanswered - searched.unanswered;
    let mut report = Report {
        open,
        warnings,
        statistics,
        certificate,
        invariants,
        properties,
        ..report(unit, sources, verdicts, &conclusion.runs, options.wanted)
    };
    if report.is_void() {
        let nothing = "nothing was judged: there is no check outside of what is not modelled";
        report.warnings.push(nothing.to_owned());
    }
    let goes_on = endings::told(&report, sources);
    report.warnings.extend(goes_on);
    Ok(report)
}

/// The same for a program whose blocks are as large as they are to be, with the points that a search
/// wants to tell apart.
fn with_points(config: &Config, search: Search) -> Config {
    Config {
        points: match search {
            Search::Ways => Points::Labelled,
            Search::Exact => Points::Apart,
        },
        ..of_blocks(config)
    }
}

/// The verdicts and what shows them.
fn report(
    unit: &Unit,
    sources: &Sources,
    verdicts: Vec<Verdict>,
    found: &BTreeMap<CheckId, Script>,
    wanted: Option<BTreeSet<CheckId>>,
) -> Report {
    let is_wanted = |check: &CheckId| wanted.as_ref().is_none_or(|wanted| wanted.contains(check));
    let runs: BTreeMap<CheckId, Script> = found
        .iter()
        .filter(|(check, _)| is_wanted(check))
        .map(|(check, script)| (*check, script.clone()))
        .collect();
    let each = || runs.iter();
    Report {
        files: names(sources),
        endings: endings(&unit.flow, &verdicts),
        checks: unit.flow.checks.iter().cloned().zip(verdicts).collect(),
        inputs: each()
            .map(|(check, script)| (*check, client_steps(unit, script)))
            .collect(),
        traces: each()
            .map(|(check, script)| (*check, account(unit, sources, script)))
            .collect(),
        runs,
        open: BTreeMap::new(),
        wanted,
        gaps: unit.flow.gaps.clone(),
        warnings: Vec::new(),
        statistics: Statistics::default(),
        certificate: None,
        invariants: Vec::new(),
        properties: unjudged(unit, Reason::Interrupted),
    }
}

/// What was refuted without a run that shows it: mistakes of ours.
fn mistaken(
    judged: impl Iterator<Item = (Verdict, Span)>,
    sources: &Sources,
) -> impl Iterator<Item = String> {
    let refuted = Verdict::Unknown(Reason::NotConfirmed);
    let mistaken = judged.filter(move |(verdict, _)| *verdict == refuted);
    mistaken.map(|(_, span)| {
        let place = sources.locate(span);
        format!("{place}: refuted, yet not seen when replayed: a mistake of sabs, please report it")
    })
}

/// What is decided before the first turn of the loop, should the run end there for this reason:
/// nothing.
pub fn undecided(
    unit: &Unit,
    sources: &Sources,
    reason: Reason,
    wanted: Option<BTreeSet<CheckId>>,
) -> Report {
    let verdicts = vec![Verdict::Unknown(reason); unit.flow.checks.len()];
    Report {
        properties: unjudged(unit, reason),
        ..report(unit, sources, verdicts, &BTreeMap::new(), wanted)
    }
}

/// What is decided at some moment, should the run end there for this reason: what was seen to fail.
/// Where proofs are confirmed, those that are not yet are unknown.
pub fn so_far(
    unit: &Unit,
    sources: &Sources,
    standing: &Standing<'_>,
    (reason, confirms): (Reason, Confirms),
    wanted: Option<BTreeSet<CheckId>>,
) -> Report {
    let unconfirmed = if reason == Reason::Interrupted {
        Reason::Unconfirmed
    } else {
        reason
    };
    let verdicts = standing.verdicts.iter().map(|verdict| match verdict {
        Verdict::Proved(_) if confirms == Confirms::Later => Verdict::Unknown(unconfirmed),
        Verdict::Unknown(_) => Verdict::Unknown(reason),
        Verdict::Proved(_) | Verdict::Violated => *verdict,
    });
    Report {
        statistics: standing.statistics,
        properties: unjudged(unit, reason),
        ..report(unit, sources, verdicts.collect(), standing.found, wanted)
    }
}

/// Whether proofs are confirmed in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confirms {
    /// They are.
    Later,
    /// They are not.
    Never,
}

/// The same for a program whose blocks are as large as they are to be, and can be told apart.
pub(super) fn of_blocks(config: &Config) -> Config {
    let basic = |settings: Settings| Settings {
        blocks: Blocks::Basic,
        ..settings
    };
    let exceptions = config.exceptions.iter();
    Config {
        points: Points::Labelled,
        settings: basic(config.settings),
        exceptions: exceptions.map(|(id, own)| (*id, basic(*own))).collect(),
        ..config.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceFile;

    /// A refutation that replay does not confirm is a mistake of ours, of checks and properties alike;
    /// whatever else is unknown is none.
    #[test]
    fn what_is_not_confirmed_is_a_mistake() {
        let mut sources = Sources::default();
        let file = sources.add(SourceFile::new("p.adb", "null;"));
        let span = Span {
            file,
            start: 0,
            end: 4,
        };
        let judged = [
            Verdict::Violated,
            Verdict::Unknown(Reason::NotConfirmed),
            Verdict::Unknown(Reason::NoInputs),
        ];
        let judged = judged.into_iter().map(|verdict| (verdict, span));
        let warnings: Vec<String> = mistaken(judged, &sources).collect();
        assert_eq!(warnings.len(), 1);
        assert!(warnings[0].contains("a mistake of sabs, please report it"));
    }
}
