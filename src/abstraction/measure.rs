//! How precise the abstraction of a step is, in numbers.

use num_bigint::BigUint;

use super::cube::{Cover, Cube};
use super::sets::{level, union};
use super::step::{Decided, Sense, Step, StepQuestion};
use crate::bdd::{Bdd, Manager, NodeLimit};
use crate::source::Span;

/// More nodes than a step that can be abstracted at all needs.
const NODES: usize = 1 << 20;

/// One step in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepMeasure {
    /// The subprogram.
    pub procedure: String,
    /// The statements.
    pub title: String,
    /// Where they stand: the first of them, or what takes the step.
    pub span: Span,
    /// The bits that may change.
    pub changed: usize,
    /// Those of them that are lost in some consistent state.
    pub lost: usize,
    /// Those of them that the environment chooses.
    pub chosen: usize,
    /// The cubes of all covers.
    pub cubes: usize,
    /// The pairs of a valuation before, among those that `enforce` allows and nothing emitted
    /// before the step stops, and values of the changed bits after; `None` if they cannot be
    /// counted.
    pub transitions: Option<BigUint>,
}

impl StepMeasure {
    /// Whether every bit has one value after it: then no method is more precise (Proposition 2 of
    /// Ball, Podelski and Rajamani).
    pub fn is_deterministic(&self) -> bool {
        self.lost == 0 && self.chosen == 0
    }
}

/// Counts; `inconsistent` are the cubes that `enforce` excludes.
pub(super) fn measure(
    procedure: &str,
    (title, span): (&str, Span),
    question: &StepQuestion,
    (step, free): (&Step, &[usize]),
    inconsistent: &[Cube],
) -> StepMeasure {
    let covers = step
        .updates
        .iter()
        .flat_map(|update| [&update.positive, &update.negative])
        .chain(step.relations.iter().map(|relation| &relation.cover));
    let open = || {
        step.updates
            .iter()
            .filter(|update| update.decided == Decided::Partly)
    };
    let chosen = open().filter(|update| free.contains(&update.bit)).count();
    StepMeasure {
        procedure: procedure.to_owned(),
        title: title.to_owned(),
        span,
        changed: step.updates.len(),
        lost: open().count() - chosen,
        chosen,
        cubes: covers.map(Cover::len).sum(),
        transitions: transitions(question, step, inconsistent).ok(),
    }
}

fn transitions(
    question: &StepQuestion,
    step: &Step,
    inconsistent: &[Cube],
) -> Result<BigUint, NodeLimit> {
    let mut sets = Manager::new(NODES);
    let excluded = union(&mut sets, inconsistent)?;
    let stopped = union(&mut sets, &question.excluded)?;
    let mut allowed = sets.and(!excluded, !stopped)?;
    for (k, target) in question.targets.iter().enumerate() {
        let Some(update) = step.updates.iter().find(|u| u.bit == target.bit) else {
            continue;
        };
        let after = sets.variable(level(question.bits + k))?;
        let positive = union(&mut sets, &update.positive)?;
        let negative = union(&mut sets, &update.negative)?;
        // True where positive, false where negative and not positive.
        let becomes = sets.ite(positive, after, !after)?;
        let open = sets.or(positive, negative)?;
        let becomes = sets.ite(open, becomes, Bdd::TRUE)?;
        allowed = sets.and(allowed, becomes)?;
    }
    for relation in &step.relations {
        let pairs = union(&mut sets, &relation.cover)?;
        let pairs = match relation.sense {
            Sense::Allowed => pairs,
            Sense::Forbidden => !pairs,
        };
        allowed = sets.and(allowed, pairs)?;
    }
    let variables = u32::try_from(question.bits + question.targets.len()).unwrap_or(u32::MAX);
    Ok(sets.sat_count(allowed, variables))
}
