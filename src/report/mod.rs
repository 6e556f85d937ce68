//! `Report`: verdicts as text in GNATprove's line format and as JSON.

pub mod comparison;
mod certificate;
mod json;
mod sarif;
mod statistics;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use crate::certify::Certificate;
use crate::program::Gap;
use crate::proof::Told;
use crate::refine::Script;
use crate::source::Span;
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
    /// Questions the solver answered.
    pub questions: u64,
    /// Questions answered from models the solver had given before.
    pub from_models: u64,
    /// Questions the solver could not answer.
    pub unanswered: u64,
}
