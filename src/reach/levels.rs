//! Which level stands for what.
//!
//! A slot has four neighbouring levels: its value at the entry of the procedure, its current value,
//! its next value, and a returned value. Procedures share slots, so the number of levels does not
//! grow with the number of procedures. A returned value stands beside the variable that is returned,
//! wherever it can: far apart, n values that are equal one by one would take 2^n nodes.

use std::collections::BTreeSet;

use super::effects::walk;
use crate::bdd::Level;
use crate::bp::control::{Action, Formula, ProcedureControl, Slot};

/// Which value of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Copy {
    Entry,
    Current,
    Next,
    Result,
}

/// All of them, in their order.
pub(super) const COPIES: [Copy; 4] = [Copy::Entry, Copy::Current, Copy::Next, Copy::Result];

/// How many levels a slot has.
pub(super) const WIDTH: u32 = 4;

/// The level of a slot's value.
pub(super) fn level(slot: Slot, copy: Copy) -> Level {
    Level(slot.0 * WIDTH + copy as u32)
}

/// The slot that a level belongs to.
pub(super) fn slot_of(level: Level) -> Slot {
    Slot(level.0 / WIDTH)
}

/// Whether a level stands for this value of its slot.
pub(super) fn is_copy(level: Level, copy: Copy) -> bool {
    level.0 % WIDTH == copy as u32
}

/// Per result of a procedure, the slot beside which it stands: that of the variable returned where
/// no other result has it, otherwise of one that the value depends on, otherwise any.
pub(super) fn places_of_results(procedure: &ProcedureControl) -> Vec<Slot> {
    let mut places: Vec<Option<Slot>> = vec![None; procedure.results];
    let mut taken: BTreeSet<Slot> = BTreeSet::new();
    let returns = || {
        procedure
            .nodes
            .iter()
            .filter_map(|node| match &node.action {
                Action::Return(formulas) => Some(formulas),
                Action::Skip(_)
                | Action::Goto(_)
                | Action::Assume(..)
                | Action::Assert(..)
                | Action::Test { .. }
                | Action::Assign { .. }
                | Action::Call { .. } => None,
            })
    };
    for formulas in returns() {
        for (place, formula) in places.iter_mut().zip(formulas) {
            if let (None, Formula::Variable(slot)) = (&place, formula)
                && taken.insert(*slot)
            {
                *place = Some(*slot);
            }
        }
    }
    for formulas in returns() {
        for (place, formula) in places.iter_mut().zip(formulas) {
            walk(formula, &mut |slot| {
                if place.is_none() && taken.insert(slot) {
                    *place = Some(slot);
                }
            });
        }
    }
    let mut free = (0..).map(Slot).filter(|slot| !taken.contains(slot));
    places
        .into_iter()
        .map(|place| place.unwrap_or_else(|| free.next().unwrap_or(Slot(0))))
        .collect()
}
