//! Has a conclusion confirmed by independent code.

use std::collections::BTreeSet;
use std::time::Instant;

use super::arrival::{Deserted, Stations};
use super::conclusion::Conclusion;
use super::verify::Options;
use super::{Unit, VerifyError, in_time};
use crate::certify::{Certificate, Certifier, Refusal, Station, certify};
use crate::flow::FlowProgram;
use crate::program::loop_ranges;
use crate::proof::{self, Told, told};
use crate::smt::Oracle;
use crate::source::Span;
use crate::verdict::{Arrival, CheckId, Reason, Verdict};

/// What conclusions are about.
pub(super) struct Question<'a> {
    pub(super) unit: &'a Unit,
    /// The program with the blocks that were abstracted.
    pub(super) flow: &'a FlowProgram,
    pub(super) stations: &'a Stations,
    /// The checks of interest, if not all are.
    pub(super) wanted: Option<&'a BTreeSet<CheckId>>,
    /// When confirmation is to have come to an end.
    pub(super) end: Option<Instant>,
}

/// What is left of a conclusion when it has been looked at again.
pub(super) struct Confirmed {
    /// What is said of each check: what is not confirmed is unknown.
    pub(super) verdicts: Vec<Verdict>,
    pub(super) certificate: Certificate,
    /// What was confirmed, in words.
    pub(super) invariants: Vec<Told>,
    /// The assumptions that no run passes although some may come to them.
    pub(super) dead_ends: BTreeSet<Span>,
    /// How many questions it took.
    pub(super) questions: u64,
}

impl Question<'_> {
    /// The conclusion that an earlier run has kept, if it is confirmed now in all it says. None is
    /// looked for where nobody could.
    pub(super) fn recalled(
        &self,
        key: &str,
        options: &Options,
        oracle: &mut dyn Oracle,
        certifiers: &mut [Certifier],
    ) -> Result<Option<(Conclusion, Confirmed)>, VerifyError> {
        if !options.recalls || certifiers.is_empty() {
            return Ok(None);
        }
        let Some(found) = Conclusion::recalled(key, self.unit, self.flow, oracle)? else {
            return Ok(None);
        };
        let confirmed = self.confirmed(&found, oracle, certifiers)?;
        let is_believed = confirmed.certificate.is_complete()
            && found.is_consistent(self.flow, self.wanted, certifiers);
        Ok(is_believed.then_some((found, confirmed)))
    }

    /// Has the proofs of a conclusion confirmed, each by itself, and asks what they say of the places
    /// that no run came to.
    pub(super) fn confirmed(
        &self,
        conclusion: &Conclusion,
        oracle: &mut dyn Oracle,
        certifiers: &mut [Certifier],
    ) -> Result<Confirmed, VerifyError> {
        let flow = self.flow;
        let asked = |certifiers: &[Certifier]| certifiers.iter().map(Certifier::questions).sum();
        let before: u64 = asked(certifiers);
        let doubted = self.doubted(conclusion);
        let mut certificate = Certificate::of_nothing(certifiers);
        let mut deserted = Deserted::default();
        // What is not confirmed is not said.
        let mut said = Vec::new();
        for (claimed, evidence) in &conclusion.proofs {
            let found = certify(flow, &evidence.proof, claimed, certifiers);
            if found.dropped.is_empty() {
                said.extend(evidence.invariants.iter().cloned());
                deserted.learn(flow, &evidence.proof, &doubted, certifiers);
            }
            certificate = certificate.with(found);
        }
        let questions = asked(certifiers) - before;
        let mut verdicts = conclusion.verdicts.clone();
        for (check, verdict) in (0..).map(CheckId).zip(&mut verdicts) {
            if let Some(refusal) = certificate.refused.get(&check) {
                *verdict = Verdict::Unknown(self.reason(*refusal));
            } else if matches!(verdict, Verdict::Proved(_)) && self.is_wanted(check) {
                *verdict = Verdict::Proved(if deserted.is_unreachable(self.stations, check) {
                    Arrival::Unreachable
                } else {
                    Arrival::Possible
                });
            }
        }
        let ranges = loop_ranges(&self.unit.program);
        let told_once = proof::irredundant(flow, &proof::joined(said), &ranges, oracle);
        let invariants = in_time(told_once.map_err(VerifyError::from))?.unwrap_or_default();
        Ok(Confirmed {
            verdicts,
            certificate,
            invariants: told(&self.unit.flow, &invariants),
            dead_ends: deserted.dead_ends(self.stations),
            questions,
        })
    }

    /// Why a proof is not confirmed: after the end nothing more is answered.
    fn reason(&self, refusal: Refusal) -> Reason {
        let is_late = self.end.is_some_and(|end| Instant::now() >= end);
        match refusal {
            Refusal::Unanswered if is_late => Reason::TimeUp,
            Refusal::Refuted | Refusal::Unanswered | Refusal::Disagreement | Refusal::Foreign => {
                Reason::NotCertified
            }
        }
    }

    fn is_wanted(&self, check: CheckId) -> bool {
        self.wanted.is_none_or(|wanted| wanted.contains(&check))
    }

    /// The places of which the proofs are asked: where no run was seen, and before checks that are
    /// said to be out of reach.
    fn doubted(&self, conclusion: &Conclusion) -> BTreeSet<Station> {
        let verdicts = (0..).map(CheckId).zip(&conclusion.verdicts);
        let deserted = verdicts
            .filter(|(_, verdict)| **verdict == Verdict::Proved(Arrival::Unreachable))
            .map(|(check, _)| check)
            .filter(|check| self.is_wanted(*check));
        deserted
            .flat_map(|check| self.stations.of_check(check))
            .chain(conclusion.unseen.iter().cloned())
            .collect()
    }
}
