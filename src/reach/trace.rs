//! Traces: a shortest way through the rings made concrete, and the insides of its calls.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigUint;

use super::levels::{Copy, level, slot_of};
use super::path_edge::PathEdges;
use super::preimage::Passage;
use super::rings::{Search, Way};
use super::space::{Relation, Space};
use crate::bdd::{Bdd, Cube, Level, NodeLimit};
use crate::bp::control::{Action, NodeId, Point, ProcedureId, Slot};
use crate::bp::interpret::Valuation;

/// A shortest hierarchical trajectory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// The states in the order they occur; the last is the one asked for.
    pub steps: Vec<Step>,
}

/// A state of a trace: control stands before a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Where control is.
    pub point: Point,
    /// How many calls have been entered and not left.
    pub depth: usize,
    /// The values of all variables in scope, by slot.
    pub values: Valuation,
    /// Whether another value of the variable would lead along another way, by slot.
    pub constrained: Vec<bool>,
    /// The call this step passes over, once the trace is expanded.
    pub call: Option<CallId>,
}

/// A call that some trace passes over: an entry and an exit of a procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(usize);

/// The insides of calls, each once however often it occurs.
#[derive(Debug, Default)]
pub(super) struct Calls {
    known: BTreeMap<Call, CallId>,
    insides: Vec<Inside>,
}

#[derive(Debug)]
struct Inside {
    /// From the entry to the return.
    steps: Vec<Step>,
    /// How many statements are executed in it, calls inside expanded, once that is known.
    length: Option<BigUint>,
}

/// What a call does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Call {
    callee: ProcedureId,
    /// Globals and parameters at the entry.
    entry: Valuation,
    /// Globals at the exit, then results.
    exit: Valuation,
}

impl Trace {
    /// How many statements are executed, a call that returns counting as one.
    pub fn hierarchical_length(&self) -> usize {
        self.steps.len() - 1
    }
}

impl Calls {
    /// The steps inside a call, from the entry of the callee to its return.
    pub(super) fn inside(&self, call: CallId) -> &[Step] {
        &self.insides[call.0].steps
    }

    /// How many statements are executed in a sequence of steps, calls expanded.
    pub(super) fn flat_length(&self, steps: &[Step]) -> BigUint {
        let inner = |step: &Step| {
            step.call
                .and_then(|call| self.insides[call.0].length.clone())
        };
        steps
            .iter()
            .map(|step| inner(step).unwrap_or_default() + 1_u32)
            .sum()
    }

    /// Finds the insides of all calls that the steps pass over, and of the calls in those.
    pub(super) fn expand(
        &mut self,
        space: &mut Space,
        edges: &PathEdges,
        search: &Search,
        steps: &mut [Step],
    ) -> Result<(), NodeLimit> {
        let before = self.insides.len();
        // The searches inside collect garbage, but know nothing of the one outside.
        space.pinned = search.roots().collect();
        let mut pending = self.note_calls(space, edges, search, steps)?;
        while let Some((id, call)) = pending.pop() {
            let (inner, mut steps) = inside(space, edges, &call)?;
            pending.extend(self.note_calls(space, edges, &inner, &mut steps)?);
            self.insides[id.0].steps = steps;
            space.checkpoint(edges.roots());
        }
        space.pinned.clear();
        self.measure(before);
        Ok(())
    }

    /// Names the calls that the steps pass over; returns those that were not known.
    fn note_calls(
        &mut self,
        space: &mut Space,
        edges: &PathEdges,
        search: &Search,
        steps: &mut [Step],
    ) -> Result<Vec<(CallId, Call)>, NodeLimit> {
        let mut new = Vec::new();
        for at in 1..steps.len() {
            let same_frame = steps[at - 1].depth == steps[at].depth;
            let action = &space.control.node(steps[at - 1].point).action;
            if !same_frame || action.call().is_none() {
                continue;
            }
            let summary = search.summary_at(space, edges, steps[at - 1].point);
            let call = call_between(space, summary, &steps[at - 1], &steps[at])?;
            let id = *self.known.entry(call.clone()).or_insert_with(|| {
                let id = CallId(self.insides.len());
                self.insides.push(Inside {
                    steps: Vec::new(),
                    length: None,
                });
                new.push((id, call));
                id
            });
            steps[at - 1].call = Some(id);
        }
        Ok(new)
    }

    /// Computes the lengths of the insides from `first` on. An inside passes over calls of smaller
    /// rank only, so a depth-first walk ends.
    fn measure(&mut self, first: usize) {
        let mut pending: Vec<usize> = (first..self.insides.len()).collect();
        while let Some(&at) = pending.last() {
            let missing: Vec<usize> = self.insides[at]
                .steps
                .iter()
                .filter_map(|step| step.call)
                .map(|call| call.0)
                .filter(|call| self.insides[*call].length.is_none())
                .collect();
            if missing.is_empty() {
                let length = self.flat_length(&self.insides[at].steps);
                self.insides[at].length = Some(length);
                pending.pop();
            } else {
                pending.extend(missing);
            }
        }
    }
}

/// Makes a way concrete: the smallest values, from the start on, that lead along it.
pub(super) fn concretise(
    space: &mut Space,
    edges: &PathEdges,
    search: &Search,
    way: &Way,
) -> Result<Vec<Step>, NodeLimit> {
    let mut steps: Vec<Step> = Vec::with_capacity(way.len());
    let mut possible = Bdd::TRUE;
    for (point, passage, allowed) in way {
        let (depth, chosen) = match steps.last() {
            None => {
                possible = space.manager.and(search.origin(), *allowed)?;
                (0, possible)
            }
            Some(last) => {
                let from = last.point;
                let summary = search.summary_at(space, edges, from);
                let current = space.cube_of_state(&last.values)?;
                let mut image = |set| {
                    let image = space.image(from, *point, *passage, set, summary)?;
                    space.manager.and(image, *allowed)
                };
                let before = possible;
                possible = image(before)?;
                // Often only one state is possible: then its image is known already.
                let chosen = if current == before {
                    possible
                } else {
                    image(current)?
                };
                let deeper = usize::from(*passage == Passage::Into);
                (last.depth + deeper, chosen)
            }
        };
        let variables = space.control.procedure(point.procedure).variables.len();
        let support = space.manager.support(possible);
        let mut constrained = vec![false; variables];
        for level in support {
            constrained[slot_of(level).0 as usize] = true;
        }
        // The set is not empty: the rings hold only states that have a way.
        let cube = space.manager.pick(chosen).unwrap_or_default();
        let mut values = vec![false; variables];
        for (level, value) in cube {
            values[slot_of(level).0 as usize] = value;
        }
        steps.push(Step {
            point: *point,
            depth,
            values,
            constrained,
            call: None,
        });
        let kept = way.iter().map(|(_, _, set)| *set).chain([possible]);
        space.checkpoint(kept.chain(edges.roots()).chain(search.roots()));
    }
    Ok(steps)
}

/// A shortest way through a procedure from its entry to its return, and the search that found it.
/// It passes only over calls whose summary edges were known before that of the call itself.
fn inside(
    space: &mut Space,
    edges: &PathEdges,
    call: &Call,
) -> Result<(Search, Vec<Step>), NodeLimit> {
    let callee = call.callee;
    let globals = space.control.globals;
    let values = summary_values(space, call);
    let summary = edges.summary(callee);
    let rank = summary
        .first_rank(|known| {
            let value = |level| values.get(&level).copied().unwrap_or(false);
            space.manager.evaluate(known, value)
        })
        .unwrap_or(0);
    let entry = space.cube_of_state(&call.entry)?;
    let enforce = space.interface(callee)?.enforce;
    let entry = space.manager.and(entry, enforce)?;
    let enters = vec![false; space.control.procedures.len()];
    let mut search = Search::new(space, (callee.entry(), entry), enters, rank)?;
    let exit: Cube = (0..)
        .map(Slot)
        .map(|slot| level(slot, Copy::Current))
        .take(globals)
        .chain(space.result_levels(callee))
        .zip(call.exit.iter().copied())
        .collect();
    let exit = space.manager.of_cube(&exit)?;
    let results: Vec<Level> = space.result_levels(callee).collect();
    let results = space.manager.cube_of(results)?;
    let control = Arc::clone(&space.control);
    let mut goals = Vec::new();
    for (node, at) in control
        .procedure(callee)
        .nodes
        .iter()
        .zip((0..).map(NodeId))
    {
        if matches!(node.action, Action::Return(_)) {
            let point = callee.at(at);
            if let Relation::Return { values } = space.relation(point)? {
                goals.push((point, space.product(exit, values, results)?));
            }
        }
    }
    // The summary edge was derived, so there is a way.
    let Some((distance, goal)) = search.nearest(space, edges, &goals)? else {
        return Ok((search, Vec::new()));
    };
    let way = search.way(space, edges, distance, goal)?;
    let steps = concretise(space, edges, &search, &way)?;
    Ok((search, steps))
}

/// The levels of a summary under an entry and an exit.
fn summary_values(space: &Space, call: &Call) -> BTreeMap<Level, bool> {
    let globals = space.control.globals;
    let entry = space
        .globals()
        .map(|slot| level(slot, Copy::Current))
        .chain(
            space
                .parameters(call.callee)
                .map(|slot| level(slot, Copy::Next)),
        );
    let exit = space
        .globals()
        .map(|slot| level(slot, Copy::Next))
        .chain(space.result_levels(call.callee));
    debug_assert!(call.exit.len() >= globals);
    entry
        .zip(call.entry.iter().copied())
        .chain(exit.zip(call.exit.iter().copied()))
        .collect()
}

/// What a call does that leads from one state to the next of the same frame.
fn call_between(
    space: &mut Space,
    summary: Bdd,
    before: &Step,
    after: &Step,
) -> Result<Call, NodeLimit> {
    let control = Arc::clone(&space.control);
    let Action::Call {
        callee, targets, ..
    } = &control.node(before.point).action
    else {
        unreachable!("only calls are passed over");
    };
    let modified = space.effects(*callee).modified.clone();
    let mut known: Cube = Vec::new();
    for slot in space.globals() {
        if modified.contains(slot) && !targets.contains(&Some(slot)) {
            known.push((level(slot, Copy::Next), after.values[slot.0 as usize]));
        }
    }
    for (result, target) in space.result_levels(*callee).zip(targets) {
        if let Some(slot) = target {
            known.push((result, after.values[slot.0 as usize]));
        }
    }
    let mut set = space.cube_of_state(&before.values)?;
    let exit = space.manager.of_cube(&known)?;
    set = space.manager.and(set, exit)?;
    if let Relation::Call { arguments, .. } = space.relation(before.point)? {
        set = space.product(set, arguments, Bdd::TRUE)?;
    }
    set = space.manager.and(set, summary)?;
    let picked: BTreeMap<Level, bool> = space
        .manager
        .pick(set)
        .unwrap_or_default()
        .into_iter()
        .collect();
    let value = |level: Level| picked.get(&level).copied().unwrap_or(false);
    let globals = &before.values[..control.globals];
    let parameters = space.parameters(*callee);
    let entry = globals
        .iter()
        .copied()
        .chain(parameters.map(|slot| value(level(slot, Copy::Next))));
    let exit = space.globals().zip(globals).map(|(slot, unchanged)| {
        if modified.contains(slot) {
            value(level(slot, Copy::Next))
        } else {
            *unchanged
        }
    });
    let results = space.result_levels(*callee).map(value);
    Ok(Call {
        callee: *callee,
        entry: entry.collect(),
        exit: exit.chain(results).collect(),
    })
}

impl Space {
    /// The states with these values of the first slots.
    fn cube_of_state(&mut self, values: &[bool]) -> Result<Bdd, NodeLimit> {
        let levels = (0..).map(Slot).map(|slot| level(slot, Copy::Current));
        let cube: Cube = levels.zip(values.iter().copied()).collect();
        self.manager.of_cube(&cube)
    }

    /// The exact image of a set in one step of a way.
    fn image(
        &mut self,
        from: Point,
        to: Point,
        passage: Passage,
        set: Bdd,
        summary: Bdd,
    ) -> Result<Bdd, NodeLimit> {
        let control = Arc::clone(&self.control);
        let Action::Call { callee, .. } = &control.node(from).action else {
            let mut union = Bdd::FALSE;
            let mut images = Vec::new();
            self.successors(from, set, &mut images)?;
            for (next, image) in images {
                if next == to.node {
                    union = self.manager.or(union, image)?;
                }
            }
            return Ok(union);
        };
        if passage == Passage::Over {
            return self.returned(from, *callee, set, summary);
        }
        let Relation::Call { arguments, .. } = self.relation(from)? else {
            return Ok(Bdd::FALSE);
        };
        let variables = control.procedure(from.procedure).variables.len();
        let own = (0..).map(Slot).take(variables).skip(control.globals);
        let own = self
            .manager
            .cube_of(own.map(|slot| level(slot, Copy::Current)))?;
        let inside = self.product(set, arguments, own)?;
        let inside = self.manager.rename(inside, self.next_to_current)?;
        let enforce = self.interface(*callee)?.enforce;
        self.manager.and(inside, enforce)
    }
}
