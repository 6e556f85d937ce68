//! States as decision diagrams, statements as relations.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Config;
use super::effects::{Effects, call_order, dead_slots, effects};
use super::levels::{COPIES, Copy, level, places_of_results};
use super::outcome::{Outcome, Time, constraint, outcome};
use super::parts::Parts;
use crate::bdd::{Bdd, Level, Manager, NodeLimit, Renaming};
use crate::bp::control::{Action, Control, Formula, NodeId, Point, ProcedureId, Slot};

/// Everything that is computed once per program, procedure or statement.
#[derive(Debug)]
pub(super) struct Space {
    pub(super) manager: Manager,
    pub(super) control: Arc<Control>,
    /// Callees before callers; only what `main` may call.
    pub(super) order: Vec<ProcedureId>,
    effects: Vec<Effects>,
    /// Slots of the procedure with the most variables or results.
    slots: u32,
    /// By procedure, where its results stand.
    results: Vec<Vec<Slot>>,
    /// Where the points of each procedure begin in a table of all points.
    offsets: Vec<usize>,
    relations: Vec<Option<Relation>>,
    interfaces: Vec<Option<Interface>>,
    /// Per point the levels of dead slots; empty where they are not computed or not wanted.
    dead: Vec<Vec<Bdd>>,
    live_ranges: bool,
    /// The nodes before each node, of procedures that traces have gone through.
    pub(super) predecessors: BTreeMap<ProcedureId, Vec<Vec<NodeId>>>,
    /// What [`Parts`] number.
    pub(super) parts: Vec<Bdd>,
    /// Handles that survive every collection.
    pub(super) pinned: Vec<Bdd>,
    /// Renamings made on demand, by the levels that change.
    pub(super) shifts: BTreeMap<Vec<(Level, Level)>, Renaming>,
    pub(super) next_to_current: Renaming,
    /// Entry to current and current to next for globals, entry to next for parameters.
    pub(super) to_summary: Renaming,
    /// Current to entry for globals, next to entry for parameters.
    pub(super) to_entry: Renaming,
}

/// What a statement does to a set of states.
#[derive(Debug, Clone, Copy)]
pub(super) enum Relation {
    /// Nothing.
    Identity,
    /// Where its condition may be 1, and where it may be 0.
    Guard { one: Bdd, zero: Bdd },
    /// Current and next values of the slots in `assigned`, which is a cube of current levels.
    Assign { relation: Parts, assigned: Bdd },
    /// Parameters of the callee as next values; then the cube of current targets and of results
    /// that nobody takes, and what makes the other results the targets, if there are any.
    Call {
        arguments: Parts,
        replaced: Bdd,
        targets: Option<Renaming>,
    },
    /// Results and current values.
    Return { values: Parts },
}

/// What is the same for all calls of a procedure.
#[derive(Debug, Clone, Copy)]
pub(super) struct Interface {
    /// Forgotten of the caller on the way in: all but globals the procedure touches.
    pub(super) left: Bdd,
    /// Replaced by the summary: globals it modifies, and the parameters.
    pub(super) replaced: Bdd,
    /// Forgotten on the way out: all but globals it modifies.
    pub(super) forgotten: Bdd,
    /// Entry values are current values, of what the procedure touches.
    pub(super) identity: Bdd,
    /// The states `enforce` allows.
    pub(super) enforce: Bdd,
}

impl Space {
    pub(super) fn new(control: Control, config: &Config) -> Space {
        let mut manager = Manager::new(config.node_limit);
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let procedures = &control.procedures;
        let results: Vec<Vec<Slot>> = procedures.iter().map(places_of_results).collect();
        let variables = procedures.iter().map(|p| p.variables.len()).max();
        let last = results.iter().flatten().max();
        let slots = count(variables.unwrap_or(0)).max(last.map_or(0, |slot| slot.0 + 1));
        let globals = count(control.globals);
        let mut renaming = |target: fn(Copy, bool) -> Copy| {
            let levels = (0..slots).flat_map(|slot| {
                COPIES.map(|copy| level(Slot(slot), target(copy, slot < globals)))
            });
            manager.renaming(levels.collect())
        };
        let next_to_current = renaming(|copy, _| match copy {
            Copy::Next => Copy::Current,
            Copy::Entry | Copy::Current | Copy::Result => copy,
        });
        let to_summary = renaming(|copy, global| match copy {
            Copy::Entry if global => Copy::Current,
            Copy::Entry | Copy::Current | Copy::Next => Copy::Next,
            Copy::Result => Copy::Result,
        });
        let to_entry = renaming(|copy, _| match copy {
            Copy::Entry | Copy::Current | Copy::Next => Copy::Entry,
            Copy::Result => Copy::Result,
        });
        let mut offsets = Vec::with_capacity(procedures.len());
        let mut points = 0;
        for procedure in procedures {
            offsets.push(points);
            points += procedure.nodes.len();
        }
        let order = call_order(&control);
        let mut effects = effects(&control, &order);
        if !config.mod_ref {
            let all = Effects {
                modified: (0..globals).map(Slot).collect(),
                referenced: (0..globals).map(Slot).collect(),
            };
            effects.fill(all);
        }
        Space {
            relations: vec![None; points],
            interfaces: vec![None; procedures.len()],
            dead: vec![Vec::new(); procedures.len()],
            live_ranges: config.live_ranges,
            predecessors: BTreeMap::new(),
            parts: Vec::new(),
            pinned: Vec::new(),
            shifts: BTreeMap::new(),
            manager,
            order,
            effects,
            slots,
            results,
            offsets,
            next_to_current,
            to_summary,
            to_entry,
            control: Arc::new(control),
        }
    }

    /// The place of a point in a table of all points.
    pub(super) fn index(&self, point: Point) -> usize {
        self.offsets[point.procedure.0 as usize] + point.node.0 as usize
    }

    /// How many points there are.
    pub(super) fn points(&self) -> usize {
        self.relations.len()
    }

    /// The handles that must survive a collection, beside those of the caller.
    pub(super) fn roots(&self) -> impl Iterator<Item = Bdd> {
        let relations = self
            .relations
            .iter()
            .flatten()
            .flat_map(|relation| match *relation {
                Relation::Identity | Relation::Return { .. } => [Bdd::TRUE; 2],
                Relation::Guard { one, zero } => [one, zero],
                Relation::Assign { assigned, .. } => [assigned, Bdd::TRUE],
                Relation::Call { replaced, .. } => [replaced, Bdd::TRUE],
            });
        let interfaces = self.interfaces.iter().flatten().flat_map(|interface| {
            [
                interface.left,
                interface.replaced,
                interface.forgotten,
                interface.identity,
                interface.enforce,
            ]
        });
        relations
            .chain(interfaces)
            .chain(self.parts.iter().copied())
            .chain(self.dead.iter().flatten().copied())
            .chain(self.pinned.iter().copied())
    }

    /// Collects garbage if there is enough of it; `others` are the handles of the caller.
    pub(super) fn checkpoint(&mut self, others: impl Iterator<Item = Bdd>) {
        if self.manager.wants_collection() {
            let roots: Vec<Bdd> = self.roots().chain(others).collect();
            self.manager.collect(roots);
        }
    }

    /// The globals as slots.
    pub(super) fn globals(&self) -> impl Iterator<Item = Slot> + use<> {
        (0..).map(Slot).take(self.control.globals)
    }

    /// The parameters of a procedure as slots.
    pub(super) fn parameters(&self, procedure: ProcedureId) -> impl Iterator<Item = Slot> + use<> {
        let count = self.control.procedure(procedure).parameters;
        (0..).map(Slot).skip(self.control.globals).take(count)
    }

    /// What a procedure may do to globals.
    pub(super) fn effects(&self, procedure: ProcedureId) -> &Effects {
        &self.effects[procedure.0 as usize]
    }

    /// The levels of a procedure's results, in their order.
    pub(super) fn result_levels(
        &self,
        procedure: ProcedureId,
    ) -> impl Iterator<Item = Level> + use<'_> {
        let places = self.results[procedure.0 as usize].iter();
        places.map(|slot| level(*slot, Copy::Result))
    }

    /// What is the same for all calls of a procedure.
    pub(super) fn interface(&mut self, procedure: ProcedureId) -> Result<Interface, NodeLimit> {
        if let Some(interface) = self.interfaces[procedure.0 as usize] {
            return Ok(interface);
        }
        let control = Arc::clone(&self.control);
        let entries = (0..self.slots).map(|slot| level(Slot(slot), Copy::Entry));
        let locals = (0..self.slots)
            .map(Slot)
            .skip(control.globals)
            .map(|slot| level(slot, Copy::Current));
        let effects = &self.effects[procedure.0 as usize];
        let current = |slot: Slot| level(slot, Copy::Current);
        let touched: Vec<Slot> = self.globals().filter(|g| effects.touch(*g)).collect();
        let left = self.globals().filter(|g| !effects.touch(*g)).map(current);
        let left: Vec<Level> = entries.chain(locals.clone()).chain(left).collect();
        let modified = self.globals().filter(|g| effects.modified.contains(*g));
        let parameters: Vec<Slot> = self.parameters(procedure).collect();
        let formals = parameters.iter().map(|slot| level(*slot, Copy::Next));
        let replaced: Vec<Level> = modified.map(current).chain(formals).collect();
        let kept = self.globals().filter(|g| !effects.modified.contains(*g));
        let forgotten: Vec<Level> = locals.chain(kept.map(current)).collect();
        let mut identity = Bdd::TRUE;
        for slot in touched.into_iter().chain(parameters).rev() {
            let entry = self.manager.variable(level(slot, Copy::Entry))?;
            let current = self.manager.variable(level(slot, Copy::Current))?;
            let equal = !self.manager.xor(entry, current)?;
            identity = self.manager.and(equal, identity)?;
        }
        let enforce = match &control.procedure(procedure).enforce {
            Some(condition) => self.outcome(condition)?.one,
            None => Bdd::TRUE,
        };
        let interface = Interface {
            left: self.manager.cube_of(left)?,
            replaced: self.manager.cube_of(replaced)?,
            forgotten: self.manager.cube_of(forgotten)?,
            identity,
            enforce,
        };
        self.interfaces[procedure.0 as usize] = Some(interface);
        Ok(interface)
    }

    /// The cube of current levels of dead slots.
    pub(super) fn dead(&mut self, point: Point) -> Result<Bdd, NodeLimit> {
        if !self.live_ranges {
            return Ok(Bdd::TRUE);
        }
        let procedure = point.procedure;
        if self.dead[procedure.0 as usize].is_empty() {
            let control = Arc::clone(&self.control);
            let slots = dead_slots(&control, control.procedure(procedure), &self.effects);
            let mut cubes = Vec::with_capacity(slots.len());
            for slots in slots {
                let levels = slots.into_iter().map(|slot| level(slot, Copy::Current));
                cubes.push(self.manager.cube_of(levels)?);
            }
            self.dead[procedure.0 as usize] = cubes;
        }
        Ok(self.dead[procedure.0 as usize][point.node.0 as usize])
    }

    /// The relation of a statement.
    pub(super) fn relation(&mut self, point: Point) -> Result<Relation, NodeLimit> {
        let index = self.index(point);
        if let Some(relation) = self.relations[index] {
            return Ok(relation);
        }
        let control = Arc::clone(&self.control);
        let relation = match &control.node(point).action {
            Action::Skip(_) | Action::Goto(_) => Relation::Identity,
            Action::Assume(condition, _)
            | Action::Assert(condition, _)
            | Action::Test { condition, .. } => {
                let Outcome { one, zero } = self.outcome(condition)?;
                Relation::Guard { one, zero }
            }
            Action::Assign {
                targets,
                values,
                constrain,
                ..
            } => {
                let assigned: Vec<Slot> = targets.iter().flatten().copied().collect();
                let mut conjuncts = Vec::new();
                if let Some(condition) = constrain {
                    conjuncts.push(self.outcome(&constraint(condition, &assigned))?.one);
                }
                for (target, value) in targets.iter().zip(values) {
                    if let Some(slot) = target {
                        conjuncts.push(self.takes(level(*slot, Copy::Next), value)?);
                    }
                }
                let assigned = assigned.into_iter().map(|slot| level(slot, Copy::Current));
                Relation::Assign {
                    assigned: self.manager.cube_of(assigned)?,
                    relation: self.parts_of(conjuncts)?,
                }
            }
            Action::Call {
                callee,
                arguments: values,
                targets: slots,
                ..
            } => {
                let mut conjuncts = Vec::new();
                for (slot, value) in self.parameters(*callee).zip(values) {
                    conjuncts.push(self.takes(level(slot, Copy::Next), value)?);
                }
                let arguments = self.parts_of(conjuncts)?;
                let current = |slot: &Slot| level(*slot, Copy::Current);
                let results: Vec<Level> = self.result_levels(*callee).collect();
                let taken = |at: usize| slots.get(at).is_some_and(Option::is_some);
                let left = (0..results.len()).filter(|at| !taken(*at));
                let left = left.map(|at| results[at]);
                let replaced = slots.iter().flatten().map(current).chain(left);
                let replaced = self.manager.cube_of(replaced)?;
                let moved = results.iter().zip(slots);
                let moved: Vec<(Level, Level)> = moved
                    .filter_map(|(from, to)| Some((*from, current(to.as_ref()?))))
                    .collect();
                Relation::Call {
                    arguments,
                    replaced,
                    targets: (!moved.is_empty()).then(|| self.shift(moved)),
                }
            }
            Action::Return(formulas) => {
                let levels: Vec<Level> = self.result_levels(point.procedure).collect();
                let mut conjuncts = Vec::new();
                for (level, value) in levels.into_iter().zip(formulas) {
                    conjuncts.push(self.takes(level, value)?);
                }
                let values = self.parts_of(conjuncts)?;
                Relation::Return { values }
            }
        };
        self.relations[index] = Some(relation);
        Ok(relation)
    }

    /// These levels become those, all others stay as they are.
    pub(super) fn shift(&mut self, mut moved: Vec<(Level, Level)>) -> Renaming {
        moved.sort_unstable();
        if let Some(renaming) = self.shifts.get(&moved) {
            return *renaming;
        }
        let last = moved.last().map_or(0, |(from, _)| from.0 + 1);
        let mut target: Vec<Level> = (0..last).map(Level).collect();
        for (from, to) in &moved {
            target[from.0 as usize] = *to;
        }
        let renaming = self.manager.renaming(target);
        self.shifts.insert(moved, renaming);
        renaming
    }

    /// The level takes a value that the expression may have.
    fn takes(&mut self, target: Level, value: &Formula) -> Result<Bdd, NodeLimit> {
        let outcome = self.outcome(value)?;
        outcome.taken_by(&mut self.manager, target)
    }

    /// Where an expression over current and next values may be 1, and where it may be 0.
    fn outcome(&mut self, formula: &Formula) -> Result<Outcome, NodeLimit> {
        outcome(&mut self.manager, formula, &|slot, time| {
            let copy = match time {
                Time::Now => Copy::Current,
                Time::Next => Copy::Next,
            };
            level(slot, copy)
        })
    }
}
