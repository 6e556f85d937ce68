//! What the search comes to, before anybody confirms it; and what of it is kept from run to run.
//!
//! A conclusion that was kept is worth no more than one that was just found: its runs are replayed
//! and its proofs certified, so that whoever changes the file can cost time, and no more.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

use super::keeping;
use super::refinement::{Loop, Turns};
use super::verify::Options;
use super::{Unit, VerifyError};
use crate::abstraction::{Abstraction, Config};
use crate::certify::{Certifier, Claim, Station, follow};
use crate::flow::{BlockId, FlowProgram};
use crate::logic::Term;
use crate::predicate::PredicateSet;
use crate::proof::{self, Evidence, InvariantKind};
use crate::refine::{Script, replay};
use crate::report::Statistics;
use crate::smt::Oracle;
use crate::verdict::{CheckId, Verdict};

/// What is claimed of the checks, and what shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Conclusion {
    /// What is said of each check.
    pub(super) verdicts: Vec<Verdict>,
    /// The runs that fail.
    pub(super) runs: BTreeMap<CheckId, Script>,
    /// The proofs, each with the checks that it proves.
    pub(super) proofs: Vec<(BTreeSet<CheckId>, Evidence)>,
    /// The places that no run came to.
    pub(super) unseen: BTreeSet<Station>,
    /// How much work it was.
    pub(super) statistics: Statistics,
}

impl Conclusion {
    /// Whether nothing is unknown.
    pub(super) fn is_decided(&self) -> bool {
        let is_open = |verdict: &Verdict| matches!(verdict, Verdict::Unknown(_));
        !self.verdicts.iter().any(is_open)
    }

    /// What a search has come to.
    ///
    /// # Errors
    /// If the reachable states cannot be told.
    pub(super) fn of(
        search: &Loop<'_>,
        flow: &FlowProgram,
        verdicts: Vec<Verdict>,
        turns: &Turns<Abstraction>,
        wanted: Option<&BTreeSet<CheckId>>,
    ) -> Result<Conclusion, VerifyError> {
        let is_wanted = |check: &CheckId| wanted.is_none_or(|all| all.contains(check));
        let (shown, observed) = search.shown();
        let (others, claimed): (BTreeSet<CheckId>, BTreeSet<CheckId>) = (0..)
            .map(CheckId)
            .zip(&verdicts)
            .filter(|(_, verdict)| matches!(verdict, Verdict::Proved(_)))
            .map(|(check, _)| check)
            .filter(is_wanted)
            .partition(|check| shown.contains(check));
        let unseen = search.unseen();
        let mut proofs = Vec::new();
        let last = turns.proofs().count();
        for (at, (own, abstraction)) in turns.proofs().enumerate() {
            let own: BTreeSet<CheckId> = own.intersection(&claimed).copied().collect();
            let may_tell_more = at == 0 || at + 1 == last && !unseen.is_empty();
            if may_tell_more || !own.is_empty() {
                proofs.push((own, proof::extract(flow, abstraction)?));
            }
        }
        if let Some(observed) = observed.filter(|_| !others.is_empty()) {
            // Each of these rests on little; what later abstractions prove rests on all of them.
            proofs.insert(proofs.len().min(1), (others, observed));
        }
        Ok(Conclusion {
            verdicts,
            runs: search.found().clone(),
            proofs,
            unseen,
            statistics: search.statistics(),
        })
    }

    /// What an earlier run has kept, if it is about this program and its runs still fail; nothing
    /// else is believed yet.
    pub(super) fn recalled(
        key: &str,
        unit: &Unit,
        flow: &FlowProgram,
        oracle: &mut dyn Oracle,
    ) -> Result<Option<Conclusion>, VerifyError> {
        let Some(text) = oracle.recall(key)? else {
            return Ok(None);
        };
        let found = keeping::read(&text, flow);
        Ok(found.filter(|conclusion| conclusion.has_its_runs(unit)))
    }

    /// Keeps it for later runs, if it can be written.
    pub(super) fn keep(&self, key: &str, oracle: &mut dyn Oracle) -> Result<(), VerifyError> {
        if let Some(text) = keeping::write(self) {
            oracle.keep(key, &text)?;
        }
        Ok(())
    }

    /// Whether exactly the violated checks have runs, and these fail.
    fn has_its_runs(&self, unit: &Unit) -> bool {
        let violated = (0..)
            .map(CheckId)
            .zip(&self.verdicts)
            .filter(|(_, verdict)| **verdict == Verdict::Violated)
            .map(|(check, _)| check);
        violated.eq(self.runs.keys().copied())
            && self
                .runs
                .iter()
                .all(|(check, script)| replay(&unit.flow, script) == Some(*check))
    }

    /// Whether exactly the proved checks are claimed, and what is told of the proofs follows from
    /// them. That they are proofs is for others to say.
    pub(super) fn is_consistent(
        &self,
        flow: &FlowProgram,
        wanted: Option<&BTreeSet<CheckId>>,
        certifiers: &mut [Certifier],
    ) -> bool {
        let is_wanted = |check: &CheckId| wanted.is_none_or(|all| all.contains(check));
        let proved: BTreeSet<CheckId> = (0..)
            .map(CheckId)
            .zip(&self.verdicts)
            .filter(|(_, verdict)| matches!(verdict, Verdict::Proved(_)))
            .map(|(check, _)| check)
            .filter(is_wanted)
            .collect();
        let claimed = self.proofs.iter().flat_map(|(checks, _)| checks);
        proved == claimed.copied().collect()
            && self.proofs.iter().all(|(_, evidence)| {
                let told = told_clauses(flow, evidence);
                told.is_some_and(|told| follow(flow, &evidence.proof, &told, certifiers))
            })
    }
}

/// What is told of a proof, each clause with the part of the proof that should say it; none where
/// there is no such part.
fn told_clauses(flow: &FlowProgram, evidence: &Evidence) -> Option<Vec<(Claim, Term)>> {
    let mut found = Vec::new();
    for invariant in &evidence.invariants {
        let id = invariant.subprogram;
        let subprogram = flow.subprograms.get(id.0 as usize)?;
        let claim = match invariant.kind {
            InvariantKind::Entry if invariant.span == subprogram.span => Claim::Entry(id),
            InvariantKind::Summary if invariant.span == subprogram.span => Claim::Summary(id),
            InvariantKind::Entry | InvariantKind::Summary => return None,
            InvariantKind::Loop => {
                let mut blocks = (0..).map(BlockId).zip(&subprogram.blocks);
                let (block, _) = blocks.find(|(_, block)| block.body_of == Some(invariant.span))?;
                Claim::Block(Some(id), block)
            }
        };
        found.extend(invariant.clauses.iter().map(|term| (claim, term.clone())));
    }
    Some(found)
}

/// Under what a conclusion is kept: everything on which it depends, besides the solver.
pub(super) fn key(
    unit: &Unit,
    config: &Config,
    options: &Options,
    predicates: &PredicateSet,
) -> String {
    let mut digest = Digest::default();
    let (refinements, effort, wanted) = (options.refinements, options.effort, &options.wanted);
    let (search, preference) = (options.search, options.preference);
    // A digest cannot fail to be written to.
    let _ = write!(
        digest,
        "{:?}{config:?}{refinements}/{effort}/{search:?}/{preference:?}/{wanted:?}{predicates:?}",
        unit.flow
    );
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "conclusion of sabs {version}: {} {:016x}{:016x}",
        unit.flow.name, digest.0, digest.1
    )
}

/// Two sums over a text, which is too long to be a key itself.
struct Digest(u64, u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325, 0x6c62_272e_07bb_0142)
    }
}

impl fmt::Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            self.1 = (self.1.rotate_left(5) ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        Ok(())
    }
}
