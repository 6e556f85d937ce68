//! The door: a unit in, a report out.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use super::account::account;
use super::client::client_steps;
use super::refinement::{Iteration, Loop};
use super::vacuity::contradictory;
use super::{Unit, VerifyError, in_time, located_warnings, names, predicates};
use crate::abstraction::{Abstraction, Blocks, Config, Points, Settings};
use crate::certify::{Certificate, Certifier, certify};
use crate::flow::{FlowProgram, with_large_blocks};
use crate::proof::{self, Evidence, Told, told};
use crate::refine::Script;
use crate::report::{Report, Statistics};
use crate::smt::Oracle;
use crate::source::Sources;
use crate::verdict::{CheckId, Reason, Verdict};

/// How hard to try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// How often new predicates are looked for; not at all for 0.
    pub refinements: usize,
    /// How long invariants are looked for each time, in questions to the solver.
    pub effort: u32,
    /// When to come to an end; the only thing on which results depend that is not the same
    /// everywhere.
    pub deadline: Option<Instant>,
    /// The checks that are looked at; all of them if none are named.
    pub wanted: Option<BTreeSet<CheckId>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            refinements: 16,
            effort: 10,
            deadline: None,
            wanted: None,
        }
    }
}

/// A verdict for every check.
///
/// A check is proved if no run of the Boolean program, which allows whatever the unit can do, makes
/// its assertion fail, and if the `certifiers` confirm the proof; where there are none it is not
/// looked at again. It is violated if a run of the unit makes it fail. `observer` sees every turn of
/// the loop.
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
    observer: &mut dyn FnMut(&Iteration<'_>),
) -> Result<Report, VerifyError> {
    let flow = with_large_blocks(&unit.flow, &|id| {
        config.settings_of(id).blocks == Blocks::Large
    });
    let given = in_time(predicates(unit, config, oracle).map_err(VerifyError::from))?;
    let mut warnings = located_warnings(unit, sources);
    let vain = in_time(contradictory(&unit.flow, oracle).map_err(VerifyError::from))?;
    warnings.extend(vain.iter().flatten().map(|span| {
        let place = sources.locate(*span);
        format!(
            "{place}: nothing satisfies this condition: what follows is proved for want of runs"
        )
    }));
    let wanted = options.wanted.clone();
    let mut search = Loop::new(
        unit,
        &flow,
        of_blocks(config),
        options,
        given.unwrap_or_default(),
    );
    let (judged, otherwise, abstraction) = search.run(oracle, observer)?;
    warnings.extend(search.contradictions(&judged).iter().map(|check| {
        let place = sources.locate(unit.flow.check(*check).span);
        format!("{place}: proved, yet seen to fail: a mistake of sabs, please report it")
    }));
    let mut verdicts = search.concluded(judged, otherwise);
    let (mut certificate, mut invariants) = (None, Vec::new());
    if !certifiers.is_empty() {
        let proved = Proved {
            flow: &flow,
            abstraction: abstraction.as_ref(),
            wanted: wanted.as_ref(),
            shown: search.shown(),
        };
        let (found, told) = certified(unit, &proved, &mut verdicts, oracle, certifiers)?;
        warnings.extend(found.warnings());
        certificate = Some(found);
        invariants = told;
    }
    Ok(Report {
        warnings,
        statistics: search.statistics(),
        certificate,
        invariants,
        ..report(unit, sources, verdicts, search.found(), wanted)
    })
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
        checks: unit.flow.checks.iter().cloned().zip(verdicts).collect(),
        inputs: each()
            .map(|(check, script)| (*check, client_steps(unit, script)))
            .collect(),
        traces: each()
            .map(|(check, script)| (*check, account(unit, sources, script)))
            .collect(),
        runs,
        wanted,
        gaps: unit.flow.gaps.clone(),
        warnings: Vec::new(),
        statistics: Statistics::default(),
        certificate: None,
        invariants: Vec::new(),
    }
}

/// What is decided before the first turn of the loop: nothing.
pub fn undecided(unit: &Unit, sources: &Sources, wanted: Option<BTreeSet<CheckId>>) -> Report {
    let verdicts = vec![Verdict::Unknown(Reason::Interrupted); unit.flow.checks.len()];
    report(unit, sources, verdicts, &BTreeMap::new(), wanted)
}

/// What is decided after a turn of the loop, should it be the last: what was seen to fail. Where
/// proofs are confirmed, those that are not yet are unknown.
pub fn so_far(
    unit: &Unit,
    sources: &Sources,
    iteration: &Iteration<'_>,
    confirms: Confirms,
    wanted: Option<BTreeSet<CheckId>>,
) -> Report {
    let verdicts = iteration.verdicts.iter().map(|verdict| match verdict {
        Verdict::Proved(_) if confirms == Confirms::Later => Verdict::Unknown(Reason::Unconfirmed),
        Verdict::Unknown(_) => Verdict::Unknown(Reason::Interrupted),
        Verdict::Proved(_) | Verdict::Violated => *verdict,
    });
    Report {
        statistics: iteration.statistics,
        ..report(unit, sources, verdicts.collect(), iteration.found, wanted)
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
fn of_blocks(config: &Config) -> Config {
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

/// Has the proofs of the proved checks confirmed, those of the abstraction and those that were shown
/// without it; what is not confirmed is unknown. Also says in words what was confirmed.
fn certified(
    unit: &Unit,
    proved: &Proved<'_>,
    verdicts: &mut [Verdict],
    oracle: &mut dyn Oracle,
    certifiers: &mut [Certifier],
) -> Result<(Certificate, Vec<Told>), VerifyError> {
    let is_proved = |(_, verdict): &(CheckId, &Verdict)| matches!(verdict, Verdict::Proved(_));
    let ids = (0..).map(CheckId);
    let claimed = ids.zip(&*verdicts).filter(is_proved).map(|(id, _)| id);
    let is_wanted = |check: &CheckId| proved.wanted.is_none_or(|all| all.contains(check));
    let (shown, observed) = &proved.shown;
    let (flow, abstraction) = (proved.flow, proved.abstraction);
    let (others, claimed): (BTreeSet<CheckId>, BTreeSet<CheckId>) = claimed
        .filter(is_wanted)
        .partition(|check| shown.contains(check));
    let mut certificate = Certificate::of_nothing(certifiers);
    // What is not confirmed is not said.
    let mut confirmed = Vec::new();
    if let Some(abstraction) = abstraction {
        let evidence = proof::extract(flow, abstraction)?;
        let found = certify(flow, &evidence.proof, &claimed, certifiers);
        if found.dropped.is_empty() {
            confirmed.extend(evidence.invariants);
        }
        certificate = certificate.with(found);
    }
    if let Some(observed) = observed.as_ref().filter(|_| !others.is_empty()) {
        let more = certify(flow, &observed.proof, &others, certifiers);
        if more.dropped.is_empty() {
            confirmed.extend(observed.invariants.iter().cloned());
        }
        certificate = certificate.with(more);
    }
    for check in certificate.refused.keys() {
        verdicts[check.0 as usize] = Verdict::Unknown(Reason::NotCertified);
    }
    let told_once = proof::irredundant(flow, &proof::joined(confirmed), oracle);
    let invariants = in_time(told_once.map_err(VerifyError::from))?.unwrap_or_default();
    Ok((certificate, told(&unit.program, &invariants)))
}

/// What there is to confirm.
struct Proved<'a> {
    flow: &'a FlowProgram,
    /// The abstraction that proves, if there was time for one.
    abstraction: Option<&'a Abstraction>,
    /// The checks of interest, if not all are.
    wanted: Option<&'a BTreeSet<CheckId>>,
    /// What was shown without the abstraction, and the proof of that.
    shown: (BTreeSet<CheckId>, Option<Evidence>),
}
