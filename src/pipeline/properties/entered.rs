//! States in which runs enter a body, as the bits of its Boolean program.

use std::collections::BTreeSet;

use crate::abstraction::Abstraction;
use crate::bp::Identifier;
use crate::flow::{BlockId, FlowProgram, SubprogramId, unset_at};
use crate::logic::Variable;
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
        .filter(|meaning| meaning.term.variables().is_disjoint(&known.unset))
        .map(|meaning| (meaning.variable.clone(), entry.satisfies(&meaning.term)))
        .collect()
}
