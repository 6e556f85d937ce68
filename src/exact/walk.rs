//! Single states and single steps: where a way goes on, and what is missing where it need not.

use super::explain::{Cause, Visited, VisitedPlace};
use super::graph::{GraphAction, Place};
use super::layers::Layers;
use super::solve::Solver;
use super::space::{Relation, Sets, level};
use crate::bdd::{Bdd, NodeLimit};
use crate::bp::control::{Formula, Slot};
use crate::reach::Time;

/// A node and a valuation of all variables of the graph.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub(super) node: usize,
    values: Vec<bool>,
}

impl Solver<'_> {
    /// A state of a set; what it leaves open is 0.
    pub(super) fn picked(&self, node: usize, set: Bdd) -> Option<State> {
        let cube = self.space.manager.pick(set)?;
        let mut values = vec![false; self.space.graph.variables.len()];
        for (at, value) in cube {
            // Next values and choices are the matter of a step.
            if let Some(slot) = values.get_mut((at.0 / 2) as usize)
                && at.0 % 2 == 0
            {
                *slot = value;
            }
        }
        Some(State { node, values })
    }

    /// The state as a cube.
    pub(super) fn cube(&mut self, state: &State) -> Result<Bdd, NodeLimit> {
        let values = (0..).map(Slot).zip(&state.values);
        let literals: Vec<_> = values
            .map(|(slot, value)| (level(slot, Time::Now), *value))
            .collect();
        self.space.manager.of_cube(&literals)
    }

    pub(super) fn visited(&self, state: &State) -> Visited {
        let graph = &self.space.graph;
        let procedure = graph.procedure(state.node);
        let slots = self.control.procedure(procedure).variables.len();
        let values = (0..).map(Slot).take(slots);
        let values = values.map(|slot| state.values[graph.slot(procedure, slot).0 as usize]);
        let mut depth = 0;
        let mut frame = graph.frames[graph.nodes[state.node].frame];
        while let Some((caller, _)) = frame.caller {
            depth += 1;
            frame = graph.frames[caller];
        }
        Visited {
            place: match graph.nodes[state.node].place {
                Place::At(point) => VisitedPlace::At(point),
                Place::Failed(point) => VisitedPlace::Failed(point),
                Place::Ended => VisitedPlace::Ended,
            },
            depth,
            values: values.collect(),
        }
    }

    /// A state that a step may lead to, in a set.
    pub(super) fn may_step(
        &mut self,
        state: &State,
        goal: &dyn Fn(usize) -> Bdd,
    ) -> Result<Option<State>, NodeLimit> {
        let mut successors = self.space.graph.successors(state.node);
        successors.retain(|next| goal(*next) != Bdd::FALSE);
        let Some(first) = successors.first() else {
            return Ok(None);
        };
        let here = self.cube(state)?;
        // An assignment has one successor.
        if let Relation::Assign(assignment) = self.space.relation(state.node)? {
            let manager = &mut self.space.manager;
            let after = manager.rename(goal(*first), assignment.renaming)?;
            let steps = self.space.steps_from(&assignment, here)?;
            let steps = self.space.manager.and(steps, after)?;
            return Ok(self.landed(state, *first, steps));
        }
        for next in successors {
            let before = self.space.may_before(state.node, |at| {
                if at == next { goal(at) } else { Bdd::FALSE }
            })?;
            if self.space.manager.and(here, before)? != Bdd::FALSE {
                return Ok(Some(State {
                    node: next,
                    values: state.values.clone(),
                }));
            }
        }
        Ok(None)
    }

    /// The state after an assignment, picked from steps over current and next values.
    fn landed(&self, state: &State, next: usize, steps: Bdd) -> Option<State> {
        let cube = self.space.manager.pick(steps)?;
        let mut values = state.values.clone();
        if let GraphAction::Assign { targets, .. } = &self.space.graph.nodes[state.node].action {
            for slot in targets {
                let value = cube.iter().find(|(at, _)| *at == level(*slot, Time::Next));
                values[slot.0 as usize] = value.is_some_and(|(_, value)| *value);
            }
        }
        Some(State { node: next, values })
    }

    /// A state that a real step leads to, all of whose other outcomes are in the layer too.
    pub(super) fn sure_step(
        &mut self,
        state: &State,
        layers: &Layers,
        round: usize,
    ) -> Result<Option<State>, NodeLimit> {
        if let Relation::Assign(assignment) = self.space.relation(state.node)?
            && let GraphAction::Assign { next, .. } = self.space.graph.nodes[state.node].action
        {
            let here = self.cube(state)?;
            let after = layers.after(round, next);
            let after = self.space.manager.rename(after, assignment.renaming)?;
            let choices = self.space.sure_choices(&assignment, after)?;
            let from = self.space.manager.and(choices, here)?;
            let steps = self.space.steps_from(&assignment, from)?;
            return Ok(self.landed(state, next, steps));
        }
        self.may_step(state, &|node| layers.after(round, node))
    }

    /// What is missing in a step that may lead into a set and need not; and where it may lead.
    pub(super) fn cause(
        &mut self,
        state: &State,
        goal: &Sets,
    ) -> Result<(Cause, Option<State>), NodeLimit> {
        let perhaps = self.may_step(state, &|node| goal[node])?;
        let Place::At(point) = self.space.graph.nodes[state.node].place else {
            return Ok((Cause::Settled, perhaps));
        };
        let here = self.cube(state)?;
        let enforce = self.space.enforce(point.procedure)?;
        if self.space.manager.and(here, enforce.must)? == Bdd::FALSE {
            return Ok((Cause::Enforce(point), perhaps));
        }
        let action = self.space.graph.nodes[state.node].action.clone();
        let cause = match &action {
            GraphAction::Goto(_) => Cause::Jump(point),
            GraphAction::Stay => Cause::Settled,
            GraphAction::Assume(..) => Cause::Assumption(point),
            GraphAction::Branch { .. } => Cause::Condition(point),
            GraphAction::Assign { lands_in, .. } => match &perhaps {
                Some(perhaps) => {
                    let lost = self.lost(state, perhaps, goal)?;
                    let owned = |slot: &Slot| self.space.graph.slot_in(*lands_in, *slot);
                    let lost: Vec<Slot> = lost.iter().filter_map(owned).collect();
                    if lost.is_empty() {
                        Cause::Constraint(point)
                    } else {
                        Cause::Values(point, *lands_in, lost)
                    }
                }
                None => Cause::Settled,
            },
        };
        Ok((cause, perhaps))
    }

    /// The variables whose values, were they known to be those of a state after an assignment, would
    /// make the step into the set sure: none of them can be left out.
    fn lost(&mut self, state: &State, after: &State, goal: &Sets) -> Result<Vec<Slot>, NodeLimit> {
        let action = self.space.graph.nodes[state.node].action.clone();
        let (
            GraphAction::Assign {
                targets, values, ..
            },
            Relation::Assign(assignment),
        ) = (&action, self.space.relation(state.node)?)
        else {
            return Ok(Vec::new());
        };
        let here = self.cube(state)?;
        let mut astray = self.space.completions(&assignment, here)?;
        let manager = &mut self.space.manager;
        let good = manager.rename(goal[after.node], assignment.renaming)?;
        astray = manager.minus(astray, good)?;
        let value = |slot: Slot| (level(slot, Time::Next), after.values[slot.0 as usize]);
        // What the environment chooses is chosen as in the state after.
        for (slot, formula) in targets.iter().zip(values) {
            if *formula == Formula::Nondet {
                astray = manager.cofactor(astray, value(*slot))?;
            }
        }
        let mut needed = targets.clone();
        for slot in targets {
            let without: Vec<Slot> = needed.iter().copied().filter(|at| at != slot).collect();
            let fixed: Vec<_> = without.iter().map(|slot| value(*slot)).collect();
            let fixed = manager.of_cube(&fixed)?;
            if manager.and(astray, fixed)? == Bdd::FALSE {
                needed = without;
            }
        }
        Ok(needed)
    }
}
