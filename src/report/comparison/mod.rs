//! Abstractions side by side: what each costs and how much each knows.

mod json;
mod plot;
mod table;

use num_bigint::BigUint;

use crate::verdict::{Check, Verdict};

pub use json::to_json;
pub use plot::to_svg;
pub use table::to_table;

/// One unit under several methods.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The files looked at, by name, in order.
    pub files: Vec<String>,
    /// How many predicates there are.
    pub predicates: usize,
    /// Every check, in source order.
    pub checks: Vec<Check>,
    /// What each method came to, in the order they were asked for.
    pub entries: Vec<Entry>,
}

/// A method and what it came to.
#[derive(Debug, Clone)]
pub struct Entry {
    /// What the method is called, e.g. `cartesian j=2`.
    pub name: String,
    /// Its figures, or why there are none.
    pub outcome: Result<Figures, String>,
}

/// What a method costs and how much it knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// Questions the solver answered.
    pub questions: u64,
    /// Questions answered from models and impossible cubes known before.
    pub remembered: u64,
    /// Cubes of all covers of all steps.
    pub cubes: usize,
    /// Steps that change bits.
    pub steps: usize,
    /// Steps after which every bit has one value.
    pub deterministic: usize,
    /// Bits that may be lost, over all steps.
    pub lost: usize,
    /// Pairs of valuations before and after, over all steps; `None` if they cannot be counted.
    pub transitions: Option<BigUint>,
    /// Reachable valuations, over all points of the program.
    pub reachable: BigUint,
    /// Points of the program that are reachable.
    pub points: usize,
    /// The verdict on each check.
    pub verdicts: Vec<Verdict>,
    /// Questions the solver could not answer; each may cost precision.
    pub unanswered: u64,
}

impl Figures {
    /// How many checks are proved.
    pub fn proved(&self) -> usize {
        let proved = self.verdicts.iter();
        proved
            .filter(|verdict| super::text::is_proved(**verdict))
            .count()
    }
}
