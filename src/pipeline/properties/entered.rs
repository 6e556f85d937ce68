//! States in which runs enter a body, as the bits of its Boolean program.

use std::collections::BTreeSet;

use crate::abstraction::Abstraction;
use crate::bp::Identifier;
use crate::flow::{BlockId, FlowProgram, SubprogramId, unset_at};
use crate::logic::{Term, Variable};
use crate::refine::Entry;

/// What a state in which the body begins tells.
pub(super) struct Known {
    /// Variables that may not be set there: whatever stands in them, it tells nothing.
    unset: BTreeSet<Variable>,
}

impl Known {
    pub(super) fn new(flow: &FlowProgram, id: SubprogramId, begin: BlockId) -> Known {
        Known {
            unset: unset_at(flow, id, begin),
        }
    }

    /// Whether what a condition says there is known.
    pub(super) fn tells(&self, condition: &Term) -> bool {
        condition.variables().is_disjoint(&self.unset)
    }
}

/// The bits of a state, without those that speak of what may be unset.
pub(super) fn cube_of(
    entry: &Entry,
    abstraction: &Abstraction,
    id: SubprogramId,
    known: &Known,
) -> Vec<(Identifier, bool)> {
    let name = &abstraction.program.procedures[id.0 as usize].name;
    abstraction
        .meanings
        .iter()
        .filter(|meaning| meaning.procedure.as_ref().is_none_or(|owner| owner == name))
        .filter(|meaning| known.tells(&meaning.term))
        .map(|meaning| (meaning.variable.clone(), entry.satisfies(&meaning.term)))
        .collect()
}
