//! What the loop knows of each check, whatever the abstraction says.

use std::collections::{BTreeMap, BTreeSet};

use crate::flow::FlowProgram;
use crate::refine::{Script, replay};
use crate::report::OpenStep;
use crate::verdict::{Arrival, CheckId, Reason, Verdict};

/// What was found out of the checks.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// What is violated, and how.
    found: BTreeMap<CheckId, Script>,
    /// What was shown by observed invariants, without the abstraction.
    shown: BTreeMap<CheckId, Arrival>,
    /// Why a check cannot be decided.
    reasons: BTreeMap<CheckId, Reason>,
    /// The step on which a check was last seen to depend.
    open: BTreeMap<CheckId, OpenStep>,
}

impl Findings {
    /// What is violated, and how.
    pub(super) fn violated(&self) -> &BTreeMap<CheckId, Script> {
        &self.found
    }

    /// What was shown without the abstraction.
    pub(super) fn shown(&self) -> BTreeSet<CheckId> {
        self.shown.keys().copied().collect()
    }

    /// Takes a check for violated if the program as it was, not only with its blocks made large,
    /// fails there.
    pub(super) fn confirm(&mut self, flow: &FlowProgram, check: CheckId, script: Script) -> bool {
        let is_real = replay(flow, &script) == Some(check);
        if is_real {
            self.found.entry(check).or_insert(script);
        }
        is_real
    }

    /// Takes checks for shown.
    pub(super) fn show(&mut self, shown: BTreeMap<CheckId, Arrival>) {
        self.shown.extend(shown);
    }

    /// Gives a check up for a reason.
    pub(super) fn give_up(&mut self, check: CheckId, reason: Reason) {
        self.reasons.entry(check).or_insert(reason);
    }

    /// Keeps the step on which a check depends.
    pub(super) fn depends(&mut self, check: CheckId, step: OpenStep) {
        self.open.insert(check, step);
    }

    /// A check does not depend on the step any more on which it did.
    pub(super) fn depends_no_more(&mut self, check: CheckId) {
        self.open.remove(&check);
    }

    /// The steps on which checks depend.
    pub(super) fn steps(&self) -> &BTreeMap<CheckId, OpenStep> {
        &self.open
    }

    /// Whether a check is decided whatever the abstraction says.
    pub(super) fn is_settled(&self, check: CheckId) -> bool {
        self.found.contains_key(&check) || self.shown.contains_key(&check)
    }

    /// How many checks are decided whatever the abstraction says.
    pub(super) fn settled(&self) -> usize {
        self.found.len() + self.shown.len()
    }

    /// Whether a check cannot be decided.
    pub(super) fn is_given_up(&self, check: CheckId) -> bool {
        self.reasons.contains_key(&check)
    }

    /// The checks of which something may still be found out.
    pub(super) fn open(&self, verdicts: &[Verdict]) -> Vec<CheckId> {
        (0..)
            .map(CheckId)
            .zip(verdicts)
            .filter(|(_, verdict)| matches!(verdict, Verdict::Unknown(_)))
            .map(|(check, _)| check)
            .filter(|check| !self.is_settled(*check) && !self.is_given_up(*check))
            .collect()
    }

    /// What was seen to fail although it is proved: mistakes of ours.
    pub(super) fn contradictions(&self, verdicts: &[Verdict]) -> Vec<CheckId> {
        let checks = (0..).map(CheckId).zip(verdicts);
        let proved = checks.filter(|(_, verdict)| matches!(verdict, Verdict::Proved(_)));
        let proved = proved.map(|(check, _)| check);
        let shown = self.shown.keys().copied();
        let all: BTreeSet<CheckId> = proved.chain(shown).collect();
        all.into_iter()
            .filter(|check| self.found.contains_key(check))
            .collect()
    }

    /// What is said in the end.
    pub(super) fn concluded(&self, verdicts: Vec<Verdict>, otherwise: Reason) -> Vec<Verdict> {
        (0..)
            .map(CheckId)
            .zip(verdicts)
            .map(|(check, verdict)| match verdict {
                // What was seen to fail is not proved, whatever the abstraction says.
                _ if self.found.contains_key(&check) => Verdict::Violated,
                Verdict::Unknown(_) => match self.shown.get(&check) {
                    Some(arrival) => Verdict::Proved(*arrival),
                    None => {
                        Verdict::Unknown(self.reasons.get(&check).copied().unwrap_or(otherwise))
                    }
                },
                Verdict::Proved(_) | Verdict::Violated => verdict,
            })
            .collect()
    }
}
