//! Going backwards: predecessors of points and of sets of states, for traces.

use std::sync::Arc;

use super::levels::{Copy, level};
use super::parts::Parts;
use super::path_edge::PathEdges;
use super::space::{Relation, Space};
use crate::bdd::{Bdd, Level, NodeLimit, Renaming};
use crate::bp::control::{Action, NodeId, Point, Slot};

/// How control comes from one point to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Passage {
    /// It begins here.
    Start,
    /// By a statement that is no call.
    Inside,
    /// By a call that returns.
    Over,
    /// By entering the procedure called.
    Into,
}

impl Space {
    /// The points before a point, and how they lead to it.
    pub(super) fn predecessors(
        &mut self,
        point: Point,
        edges: &PathEdges,
    ) -> Vec<(Point, Passage)> {
        let control = &self.control;
        let nodes = &control.procedure(point.procedure).nodes;
        // Turned round once per procedure: a trace asks at every step.
        let turned = self.predecessors.entry(point.procedure).or_insert_with(|| {
            let mut turned = vec![Vec::new(); nodes.len()];
            for (node, at) in nodes.iter().zip((0..).map(NodeId)) {
                for next in node.successors() {
                    turned[next.0 as usize].push(at);
                }
            }
            turned
        });
        let mut found = Vec::new();
        for at in &turned[point.node.0 as usize] {
            let passage = if nodes[at.0 as usize].action.call().is_some() {
                Passage::Over
            } else {
                Passage::Inside
            };
            found.push((point.procedure.at(*at), passage));
        }
        if point.node == NodeId(0) {
            let callers = edges.callers(point.procedure).iter();
            found.extend(callers.map(|caller| (*caller, Passage::Into)));
        }
        found
    }

    /// The states at `from` that may come into `set` at `to` in this way.
    pub(super) fn before(
        &mut self,
        from: Point,
        to: Point,
        passage: Passage,
        set: Bdd,
        summary: Bdd,
    ) -> Result<Bdd, NodeLimit> {
        let control = Arc::clone(&self.control);
        match (&control.node(from).action, self.relation(from)?) {
            (Action::Skip(_) | Action::Goto(_), _) => Ok(set),
            (Action::Assume(..) | Action::Assert(..), Relation::Guard { one, .. }) => {
                self.manager.and(set, one)
            }
            (
                Action::Test {
                    then, otherwise, ..
                },
                Relation::Guard { one, zero },
            ) => {
                let mut guard = Bdd::FALSE;
                if *then == to.node {
                    guard = self.manager.or(guard, one)?;
                }
                if *otherwise == to.node {
                    guard = self.manager.or(guard, zero)?;
                }
                self.manager.and(set, guard)
            }
            (Action::Assign { targets, .. }, Relation::Assign { relation, .. }) => {
                let assigned: Vec<Slot> = targets.iter().flatten().copied().collect();
                self.before_assignment(&assigned, relation, set)
            }
            (
                Action::Call {
                    callee, targets, ..
                },
                Relation::Call { arguments, .. },
            ) => {
                let parameters: Vec<Slot> = self.parameters(*callee).collect();
                if passage == Passage::Into {
                    let locals = self.locals(*callee)?;
                    let entry = self.manager.exists(set, locals)?;
                    return self.before_assignment(&parameters, arguments, entry);
                }
                let results: Vec<Level> = self.result_levels(*callee).collect();
                let taken = targets.iter().zip(&results);
                let taken = taken
                    .filter_map(|(slot, result)| Some((level((*slot)?, Copy::Current), *result)));
                let taken = self.shift(taken.collect());
                let returning = self.manager.rename(set, taken)?;
                let effects = self.effects(*callee);
                let modified = |slot: &Slot| effects.modified.contains(*slot);
                let modified: Vec<Slot> = self.globals().filter(modified).collect();
                // Parameters are next values in the summary already: they are not renamed.
                let renaming = self.current_to_next(&modified);
                let returning = self.manager.rename(returning, renaming)?;
                let given = modified.iter().map(|slot| level(*slot, Copy::Next));
                let given = self.manager.cube_of(given.chain(results))?;
                let entering = self.manager.and_exists(returning, summary, given)?;
                let next = parameters.iter().map(|slot| level(*slot, Copy::Next));
                let next = self.manager.cube_of(next)?;
                self.product(entering, arguments, next)
            }
            _ => Ok(Bdd::FALSE),
        }
    }

    /// The states from which an assignment, given as its relation, leads into `set`.
    fn before_assignment(
        &mut self,
        assigned: &[Slot],
        relation: Parts,
        set: Bdd,
    ) -> Result<Bdd, NodeLimit> {
        let renaming = self.current_to_next(assigned);
        let after = self.manager.rename(set, renaming)?;
        let next = assigned.iter().map(|slot| level(*slot, Copy::Next));
        let cube = self.manager.cube_of(next)?;
        self.product(after, relation, cube)
    }

    /// Current to next for these slots, others as they are.
    fn current_to_next(&mut self, slots: &[Slot]) -> Renaming {
        let moved = slots
            .iter()
            .map(|slot| (level(*slot, Copy::Current), level(*slot, Copy::Next)));
        self.shift(moved.collect())
    }
}
