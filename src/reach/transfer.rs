//! Images: what statements, calls and returns do to sets of states (Table 3 of the Bebop paper).
//!
//! A set is over current values, perhaps together with entry values: then it is a set of path
//! edges, and its images are path edges of the same entries.

use std::sync::Arc;

use super::levels::{Copy, is_copy, level};
use super::space::{Relation, Space};
use crate::bdd::{Bdd, NodeLimit};
use crate::bp::control::{Action, NodeId, Point, ProcedureId};

impl Space {
    /// Adds to `found` where a statement that is no call leads, and with which states.
    pub(super) fn successors(
        &mut self,
        point: Point,
        set: Bdd,
        found: &mut Vec<(NodeId, Bdd)>,
    ) -> Result<(), NodeLimit> {
        let control = Arc::clone(&self.control);
        let relation = self.relation(point)?;
        match (&control.node(point).action, relation) {
            (Action::Skip(next), _) => found.push((*next, set)),
            (Action::Goto(targets), _) => found.extend(targets.iter().map(|next| (*next, set))),
            (Action::Assume(_, next) | Action::Assert(_, next), Relation::Guard { one, .. }) => {
                found.push((*next, self.manager.and(set, one)?));
            }
            (
                Action::Test {
                    then, otherwise, ..
                },
                Relation::Guard { one, zero },
            ) => {
                found.push((*then, self.manager.and(set, one)?));
                found.push((*otherwise, self.manager.and(set, zero)?));
            }
            (Action::Assign { next, .. }, Relation::Assign { relation, assigned }) => {
                let image = self.product(set, relation, assigned)?;
                let image = self.manager.rename(image, self.next_to_current)?;
                let enforce = self.interface(point.procedure)?.enforce;
                found.push((*next, self.manager.and(image, enforce)?));
            }
            _ => {}
        }
        Ok(())
    }

    /// What a call at `point` hands to its callee: current values of globals it touches, next
    /// values of its parameters.
    pub(super) fn handed_over(
        &mut self,
        point: Point,
        callee: ProcedureId,
        set: Bdd,
    ) -> Result<Bdd, NodeLimit> {
        let left = self.interface(callee)?.left;
        let Relation::Call { arguments, .. } = self.relation(point)? else {
            return Ok(Bdd::FALSE);
        };
        self.product(set, arguments, left)
    }

    /// The states after the call at `point`, by a summary of its callee.
    pub(super) fn returned(
        &mut self,
        point: Point,
        callee: ProcedureId,
        set: Bdd,
        summary: Bdd,
    ) -> Result<Bdd, NodeLimit> {
        let Relation::Call {
            arguments,
            targets,
            replaced,
        } = self.relation(point)?
        else {
            return Ok(Bdd::FALSE);
        };
        let globals_and_parameters = self.interface(callee)?.replaced;
        let calling = self.product(set, arguments, Bdd::TRUE)?;
        let after = self
            .manager
            .and_exists(calling, summary, globals_and_parameters)?;
        let after = self.manager.rename(after, self.next_to_current)?;
        let mut after = self.manager.exists(after, replaced)?;
        if let Some(targets) = targets {
            after = self.manager.rename(after, targets)?;
        }
        let enforce = self.interface(point.procedure)?.enforce;
        self.manager.and(after, enforce)
    }

    /// The part of the summary of a procedure that path edges at a return make: entry values,
    /// current values of globals it modifies, results.
    pub(super) fn leaving(&mut self, point: Point, edges: Bdd) -> Result<Bdd, NodeLimit> {
        let forgotten = self.interface(point.procedure)?.forgotten;
        let Relation::Return { values } = self.relation(point)? else {
            return Ok(Bdd::FALSE);
        };
        self.product(edges, values, forgotten)
    }

    /// The states where the assertion at a point may fail.
    pub(super) fn failing(&mut self, point: Point) -> Result<Bdd, NodeLimit> {
        let Relation::Guard { zero, .. } = self.relation(point)? else {
            return Ok(Bdd::FALSE);
        };
        Ok(zero)
    }

    /// Forgets what is dead at a point.
    pub(super) fn narrowed(&mut self, point: Point, set: Bdd) -> Result<Bdd, NodeLimit> {
        let dead = self.dead(point)?;
        self.manager.exists(set, dead)
    }

    /// Forgets entry values.
    pub(super) fn without_entries(&mut self, set: Bdd) -> Result<Bdd, NodeLimit> {
        let entries = self.manager.support(set).into_iter();
        let entries = entries.filter(|found| is_copy(*found, Copy::Entry));
        let cube = self.manager.cube_of(entries)?;
        self.manager.exists(set, cube)
    }

    /// The cube of current levels of a procedure's locals.
    pub(super) fn locals(&mut self, procedure: ProcedureId) -> Result<Bdd, NodeLimit> {
        let control = Arc::clone(&self.control);
        let graph = control.procedure(procedure);
        let known = control.globals + graph.parameters;
        let slots = (0..).map(crate::bp::control::Slot);
        let locals = slots.take(graph.variables.len()).skip(known);
        self.manager
            .cube_of(locals.map(|slot| level(slot, Copy::Current)))
    }
}
