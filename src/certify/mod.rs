//! `certify`: a [`FlowProgram`] and the invariants that are said to prove its checks become a
//! [`Certificate`].
//!
//! Whoever found the invariants is not believed: every obligation of the proof is written down
//! anew, straight from the blocks and the reference semantics, and given to solvers that have no
//! part in the search. Nothing here knows of predicates, Boolean programs or decision diagrams, and
//! no answer comes from a cache.
//!
//! A run is covered step by step: it starts within the invariant of the first block of `main`; a
//! block leads from its invariant to those of its successors, past its checks; a call leads from
//! the caller's invariant to the entry invariant of the callee, and from the callee's summary back
//! to the invariant behind the call. By induction over the length of a run every state lies within
//! the invariant of its block, so a check that follows from there holds in every run.

mod effects;
mod judge;
mod obligation;
mod proof;
mod reading;
mod types;

pub use judge::{Certifier, certifiers, logged_certifiers};
pub use obligation::{Claim, Obligation, Station};
pub use proof::{Decision, Proof, Relation, SubprogramProof, at_entry};
pub use reading::{follow, unreachable};

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::flow::FlowProgram;
use crate::verdict::CheckId;
use judge::{Judgement, judge};
use obligation::{obligations, standing};

/// So many parts of a proof that are not confirmed are told.
const MOST_TOLD: usize = 3;

/// What has been confirmed of a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The checks that are certified.
    pub certified: BTreeSet<CheckId>,
    /// The claimed checks that are not, and why.
    pub refused: BTreeMap<CheckId, Refusal>,
    /// How many obligations were confirmed.
    pub obligations: usize,
    /// How many of them each solver confirmed, in the order of the solvers.
    pub confirmed: Vec<(String, usize)>,
    /// The parts of the proof that did not hold or were not confirmed, and were not used.
    pub dropped: Vec<Failure>,
    /// The obligations on which one solver says that they hold and another that they do not: one of
    /// the two is wrong, and nothing rests on such an obligation.
    pub disagreements: Vec<String>,
    /// How many questions that took.
    pub questions: u64,
}

/// An obligation that was not confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Which one, in words.
    pub obligation: String,
    /// What the solvers said.
    pub refusal: Refusal,
}

/// Why an obligation is not confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// A solver knows a state in which it does not hold.
    Refuted,
    /// No solver could tell.
    Unanswered,
    /// The solvers contradict each other.
    Disagreement,
    /// It speaks of variables that are not there.
    Foreign,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Refuted => "it does not hold",
            Refusal::Unanswered => "no solver could tell",
            Refusal::Disagreement => "the solvers contradict each other",
            Refusal::Foreign => "it speaks of variables that are not there",
        })
    }
}

/// Confirms that `proof` proves the `claimed` checks of `program`, as far as it does.
///
/// An invariant that is not confirmed is given up, and what needs it is looked at again without it:
/// what is certified in the end rests on confirmed obligations only.
///
/// # Panics
/// If the proof is not about the subprograms and blocks of the program.
pub fn certify(
    program: &FlowProgram,
    proof: &Proof,
    claimed: &BTreeSet<CheckId>,
    certifiers: &mut [Certifier],
) -> Certificate {
    let mut proof = proof.clone();
    // Of a check that stands nowhere nothing would be owed.
    let standing = standing(program);
    let missing = claimed.difference(&standing);
    let mut certificate = Certificate {
        certified: claimed.intersection(&standing).copied().collect(),
        refused: missing.map(|check| (*check, Refusal::Unanswered)).collect(),
        obligations: 0,
        confirmed: Vec::new(),
        dropped: Vec::new(),
        disagreements: Vec::new(),
        questions: 0,
    };
    for claim in proof.foreign(program) {
        certificate.dropped.push(Failure {
            obligation: claim.words(program),
            refusal: Refusal::Foreign,
        });
        proof.give_up(claim);
    }
    let asked = |certifiers: &[Certifier]| certifiers.iter().map(Certifier::questions).sum();
    let before: u64 = asked(certifiers);
    loop {
        let owed = obligations(program, &proof, &certificate.certified, &[]);
        let judgements = judge(&owed, certifiers);
        let mut is_final = true;
        for (obligation, judgement) in owed.iter().zip(&judgements) {
            let Some(refusal) = judgement.refusal() else {
                continue;
            };
            if refusal == Refusal::Disagreement {
                let text = obligation.to_string();
                if !certificate.disagreements.contains(&text) {
                    certificate.disagreements.push(text);
                }
            }
            match obligation.claim {
                Claim::Check(check) => {
                    certificate.certified.remove(&check);
                    certificate.refused.insert(check, refusal);
                }
                Claim::Block(..) | Claim::Entry(_) | Claim::Summary(_) | Claim::Unreachable(_) => {
                    is_final = false;
                    certificate.dropped.push(Failure {
                        obligation: obligation.to_string(),
                        refusal,
                    });
                    proof.give_up(obligation.claim);
                }
            }
        }
        if is_final {
            count(&mut certificate, &judgements, certifiers);
            certificate.questions = asked(certifiers) - before;
            return certificate;
        }
    }
}

impl Certificate {
    /// One about no check at all.
    pub fn of_nothing(certifiers: &[Certifier]) -> Certificate {
        Certificate {
            certified: BTreeSet::new(),
            refused: BTreeMap::new(),
            obligations: 0,
            confirmed: certifiers.iter().map(|one| (one.name.clone(), 0)).collect(),
            dropped: Vec::new(),
            disagreements: Vec::new(),
            questions: 0,
        }
    }

    /// This one and one about other checks of the same program, by the same solvers.
    #[must_use]
    pub fn with(mut self, other: Certificate) -> Certificate {
        self.certified.extend(other.certified);
        self.refused.extend(other.refused);
        self.obligations += other.obligations;
        for (own, (_, more)) in self.confirmed.iter_mut().zip(other.confirmed) {
            own.1 += more;
        }
        self.dropped.extend(other.dropped);
        self.disagreements.extend(other.disagreements);
        self.questions += other.questions;
        self
    }

    /// Whether everything that was claimed is confirmed, by all that was said.
    pub fn is_complete(&self) -> bool {
        self.refused.is_empty() && self.dropped.is_empty() && self.disagreements.is_empty()
    }

    /// What the user should know of it, a line each.
    pub fn warnings(&self) -> Vec<String> {
        let disputed = self.disagreements.iter();
        let disputed = disputed.map(|what| {
            format!("the solvers contradict each other on whether {what} [one of them is wrong]")
        });
        let dropped = self.dropped.iter().take(MOST_TOLD).map(|failure| {
            let (obligation, refusal) = (&failure.obligation, failure.refusal);
            format!("not confirmed, so that nothing rests on it: {obligation} ({refusal})")
        });
        let more = self.dropped.len().saturating_sub(MOST_TOLD);
        let more = (more > 0).then(|| format!("{more} more parts of proofs are not confirmed"));
        disputed.chain(dropped).chain(more).collect()
    }
}

fn count(certificate: &mut Certificate, judgements: &[Judgement], certifiers: &[Certifier]) {
    let confirmed = judgements.iter().filter(|found| found.refusal().is_none());
    certificate.obligations = confirmed.count();
    certificate.confirmed = certifiers
        .iter()
        .enumerate()
        .map(|(at, certifier)| {
            let by = judgements.iter().filter(|found| found.holds.contains(&at));
            (certifier.name.clone(), by.count())
        })
        .collect();
}
