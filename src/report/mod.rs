//! `Report`: verdicts as text in GNATprove's line format and as JSON.

pub mod comparison;
mod certificate;
mod json;
mod open;
mod property;
mod sarif;
mod statistics;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;

use crate::abstraction::Counts;
use crate::certify::Certificate;
use crate::program::Gap;
use crate::proof::Told;
use crate::refine::Script;
use crate::source::{Sources, Span};
use crate::verdict::{Check, CheckId, Verdict};

pub use certificate::certificate_text;
pub use json::{check_map, to_json};
pub use sarif::to_sarif;
pub use text::{Extent, Manner, Output, to_text};

/// What a run of `verify` has found out.
#[derive(Debug, Clone)]
pub struct Report {
    /// The files looked at, by name, in order.
    pub files: Vec<String>,
    /// Every check with its verdict, in source order.
    pub checks: Vec<(Check, Verdict)>,
    /// What a client does to make a check fail, per check that is violated.
    pub inputs: BTreeMap<CheckId, Vec<ClientStep>>,
    /// The checks that were to be looked at; all of them if none are named.
    pub wanted: Option<BTreeSet<CheckId>>,
    /// The run that makes a check fail, per check that is violated.
    pub runs: BTreeMap<CheckId, Script>,
    /// What happens in that run.
    pub traces: BTreeMap<CheckId, Vec<TraceEvent>>,
    /// The step on which a check depends, per check that is unknown where it was looked for.
    pub open: BTreeMap<CheckId, OpenStep>,
    /// Per check that is proved, the checks before it that may fail without ending an executable:
    /// runs are taken to end there.
    pub endings: BTreeMap<CheckId, BTreeSet<CheckId>>,
    /// What is not modelled, in source order.
    pub gaps: Vec<Gap>,
    /// What the user should know besides, one line each.
    pub warnings: Vec<String>,
    /// How much work it was.
    pub statistics: Statistics,
    /// What was confirmed of the proof, if it was looked at again.
    pub certificate: Option<Certificate>,
    /// The invariants that prove what is proved, in source order.
    pub invariants: Vec<Told>,
    /// The temporal properties that were looked at, in source order.
    pub properties: Vec<JudgedProperty>,
}

/// A temporal property and what is said of it. That one holds is not confirmed by anybody else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedProperty {
    /// The subprogram it belongs to.
    pub subprogram: String,
    /// The formula as Ada text.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// What is said of it.
    pub verdict: Verdict,
    /// What a client does to enter the body where it fails.
    pub inputs: Vec<ClientStep>,
    /// What happens then.
    pub trace: Vec<TraceEvent>,
    /// The step on which it depends, if that is all that is known.
    pub open: Option<OpenStep>,
}

/// A step of which nobody knows where it leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenStep {
    /// Where.
    pub span: Span,
    /// What is not known of it.
    pub what: String,
    /// Predicates that would tell.
    pub predicates: Vec<String>,
    /// How control may come there.
    pub way: Vec<TraceEvent>,
}

impl OpenStep {
    /// How control may come there, in few words; nothing where it is there from the start.
    pub fn way_text(&self, sources: &Sources) -> Option<String> {
        open::way(self, sources)
    }
}

impl Report {
    /// The checks that were to be looked at, with their verdicts, in source order.
    pub fn told(&self) -> impl Iterator<Item = (CheckId, &Check, Verdict)> {
        let wanted = self.wanted.as_ref();
        (0..)
            .map(CheckId)
            .zip(&self.checks)
            .filter(move |(id, _)| wanted.is_none_or(|wanted| wanted.contains(id)))
            .map(|(id, (check, verdict))| (id, check, *verdict))
    }

    /// The step on which a check depends, if it is unknown.
    fn step_of(&self, check: CheckId, verdict: Verdict) -> Option<&OpenStep> {
        let step = self.open.get(&check);
        step.filter(|_| matches!(verdict, Verdict::Unknown(_)))
    }

    /// Whether nothing is said of anything because of what is not modelled: that all is well cannot be
    /// read from it.
    pub fn is_void(&self) -> bool {
        self.told().next().is_none() && self.properties.is_empty() && !self.gaps.is_empty()
    }

    /// How many bodies were not read, so that nothing is said of their checks; none where only a part
    /// of the unit was asked for.
    pub fn unread_bodies(&self) -> usize {
        if self.wanted.is_some() {
            return 0;
        }
        self.gaps.iter().filter(|gap| gap.is_body).count()
    }

    /// Whether something must hold that is not judged, wherever it stands.
    pub fn has_unjudged_promises(&self) -> bool {
        self.wanted.is_none() && self.gaps.iter().any(|gap| gap.is_promise)
    }

    /// Whether something that was to be looked at is unknown.
    pub fn is_open(&self) -> bool {
        let mut told = self.told();
        told.any(|(_, _, verdict)| matches!(verdict, Verdict::Unknown(_)))
    }
}

/// Something that a client of the unit does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClientStep {
    /// It sets a variable.
    Set {
        /// The variable's name.
        variable: String,
        /// Its new value, as Ada writes it.
        value: String,
    },
    /// It calls a subprogram.
    Call {
        /// Its full name.
        subprogram: String,
        /// The names of formals and their values, as Ada writes them.
        arguments: Vec<(String, String)>,
        /// What the environment decides meanwhile: where, and which value.
        environment: Vec<(Span, String)>,
    },
}

/// Something that happens in a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceEvent {
    /// Where.
    pub span: Span,
    /// How many calls are open.
    pub depth: usize,
    /// What, in words.
    pub event: String,
    /// The variables that matter, with their values as Ada writes them.
    pub values: Vec<(String, String)>,
}

/// How much work a run was; the same on every machine with the same solver.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Statistics {
    /// How often the program was abstracted.
    pub iterations: usize,
    /// Predicates used.
    pub predicates: usize,
    /// Questions the solver was asked, of every kind, those of the confirmation apart.
    pub questions: u64,
    /// Questions answered from models the solver had given before.
    pub from_models: u64,
    /// Questions the solver could not answer.
    pub unanswered: u64,
    /// How often the exact reading looked for the states before others.
    pub preimages: u64,
    /// At how many points it took over what was known for sure from an earlier turn.
    pub seeded: u64,
    /// Questions that were asked to confirm proofs.
    pub confirmations: u64,
}

impl Statistics {
    /// Counts what an abstraction has cost.
    pub fn count(&mut self, counts: &Counts) {
        self.questions += counts.asked;
        self.from_models += counts.from_models;
        self.unanswered += counts.unknown;
    }
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Statistics) {
        self.iterations += other.iterations;
        self.predicates = self.predicates.max(other.predicates);
        self.questions += other.questions;
        self.from_models += other.from_models;
        self.unanswered += other.unanswered;
        self.preimages += other.preimages;
        self.seeded += other.seeded;
        self.confirmations += other.confirmations;
    }
}
