//! The door: a unit in, a report out.

use std::collections::BTreeSet;
use std::time::Instant;

use super::account::account;
use super::client::client_steps;
use super::refinement::{Iteration, Loop};
use super::{Unit, VerifyError, located_warnings, names, predicates};
use crate::abstraction::{Abstraction, Blocks, Config, Points, Settings};
use crate::certify::{Certificate, Certifier, certify};
use crate::flow::{FlowProgram, with_large_blocks};
use crate::proof::{self, Told, told};
use crate::report::Report;
use crate::smt::Oracle;
use crate::source::Sources;
use crate::verdict::{CheckId, Reason, Verdict};

/// How hard to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// How often new predicates are looked for; not at all for 0.
    pub refinements: usize,
    /// How long invariants are looked for each time, in questions to the solver.
    pub effort: u32,
    /// When to come to an end; the only thing on which results depend that is not the same
    /// everywhere.
    pub deadline: Option<Instant>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            refinements: 16,
            effort: 10,
            deadline: None,
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
    let given = predicates(unit, config, oracle)?;
    let mut search = Loop::new(unit, &flow, of_blocks(config), options, given);
    let (judged, otherwise, abstraction) = search.run(oracle, observer)?;
    let mut warnings = located_warnings(unit, sources);
    warnings.extend(search.contradictions(&judged).iter().map(|check| {
        let place = sources.locate(unit.flow.check(*check).span);
        format!("{place}: proved, yet seen to fail: a mistake of sabs, please report it")
    }));
    let mut verdicts = search.concluded(judged, otherwise);
    let (mut certificate, mut invariants) = (None, Vec::new());
    if !certifiers.is_empty() {
        let proved = (&flow, &abstraction);
        let (found, told) = certified(unit, proved, &mut verdicts, oracle, certifiers)?;
        warnings.extend(found.warnings());
        certificate = Some(found);
        invariants = told;
    }
    Ok(Report {
        files: names(sources),
        checks: unit.flow.checks.iter().cloned().zip(verdicts).collect(),
        inputs: search
            .found()
            .map(|(check, script)| (*check, client_steps(unit, script)))
            .collect(),
        runs: search
            .found()
            .map(|(check, script)| (*check, script.clone()))
            .collect(),
        traces: search
            .found()
            .map(|(check, script)| (*check, account(unit, sources, script)))
            .collect(),
        gaps: unit.flow.gaps.clone(),
        warnings,
        statistics: search.statistics(),
        certificate,
        invariants,
    })
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

/// Has the proof of the proved checks confirmed; those of which it is not are unknown. Also says in
/// words what was confirmed.
fn certified(
    unit: &Unit,
    (flow, abstraction): (&FlowProgram, &Abstraction),
    verdicts: &mut [Verdict],
    oracle: &mut dyn Oracle,
    certifiers: &mut [Certifier],
) -> Result<(Certificate, Vec<Told>), VerifyError> {
    let is_proved = |(_, verdict): &(CheckId, &Verdict)| matches!(verdict, Verdict::Proved(_));
    let ids = (0..).map(CheckId);
    let claimed = ids.zip(&*verdicts).filter(is_proved).map(|(id, _)| id);
    let claimed: BTreeSet<CheckId> = claimed.collect();
    let evidence = proof::extract(flow, abstraction)?;
    let certificate = certify(flow, &evidence.proof, &claimed, certifiers);
    for check in certificate.refused.keys() {
        verdicts[check.0 as usize] = Verdict::Unknown(Reason::NotCertified);
    }
    // What is not confirmed is not said.
    let invariants = if certificate.dropped.is_empty() {
        proof::irredundant(flow, &evidence.invariants, oracle)?
    } else {
        Vec::new()
    };
    Ok((certificate, told(&unit.program, &invariants)))
}
