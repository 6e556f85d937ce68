//! Abstractions side by side: what each costs and how much each knows.

mod json;
mod plot;
mod table;

use num_bigint::BigUint;
use num_traits::Zero;

use crate::abstraction::StepMeasure;
use crate::source::Span;
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
    /// Every step that changes bits, in the order of the text.
    pub steps: Vec<StepMeasure>,
    /// Every point of the Boolean program, in the order of its text.
    pub points: Vec<PointFigures>,
    /// The verdict on each check.
    pub verdicts: Vec<Verdict>,
    /// Questions the solver could not answer; each may cost precision.
    pub unanswered: u64,
    /// How many checks each reading of the Boolean program decides.
    pub conclusive: Conclusive,
}

/// How many checks each reading of a Boolean program decides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Conclusive {
    /// By the over-approximation: they cannot fail.
    pub over: usize,
    /// By the under-approximation: they surely fail. None where calls cannot be replaced by what they
    /// call.
    pub under: Option<usize>,
    /// By the exact reading: the one or the other; none there, too.
    pub exact: Option<usize>,
}

/// A point of the Boolean program and how many valuations reach it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointFigures {
    /// The procedure it is in.
    pub procedure: String,
    /// The statement there, in a word, with its labels.
    pub statement: String,
    /// What it stands for in the source; the end of a procedure stands for nothing.
    pub span: Option<Span>,
    /// How many valuations of what can be seen there reach it.
    pub valuations: BigUint,
}

impl Figures {
    /// Cubes of all covers of all steps.
    pub fn cubes(&self) -> usize {
        self.steps.iter().map(|step| step.cubes).sum()
    }

    /// Steps after which every bit has one value.
    pub fn deterministic(&self) -> usize {
        let steps = self.steps.iter();
        steps.filter(|step| step.is_deterministic()).count()
    }

    /// Bits that may be lost, over all steps.
    pub fn lost(&self) -> usize {
        self.steps.iter().map(|step| step.lost).sum()
    }

    /// Pairs of valuations before and after, over all steps; `None` if they cannot be counted.
    pub fn transitions(&self) -> Option<BigUint> {
        let steps = self.steps.iter();
        steps.map(|step| step.transitions.clone()).sum()
    }

    /// Reachable valuations, over all points of the program.
    pub fn reachable(&self) -> BigUint {
        self.points.iter().map(|point| &point.valuations).sum()
    }

    /// Points of the program that are reachable.
    pub fn reachable_points(&self) -> usize {
        let points = self.points.iter();
        points.filter(|point| !point.valuations.is_zero()).count()
    }

    /// How many checks are proved.
    pub fn proved(&self) -> usize {
        let proved = self.verdicts.iter();
        proved
            .filter(|verdict| super::text::is_proved(**verdict))
            .count()
    }
}
