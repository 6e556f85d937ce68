//! The abstract post operator: the exact image of what a trivector stands for, as the smallest
//! trivector (post#b·c = α ∘ post ∘ γ of Section 6 of the TACAS paper).
//!
//! What a trivector stands for is a cube; a statement is a relation over current and next values.
//! Their conjunction is a small decision diagram from which each component is read off.
//! States that violate `enforce` do not exist, so no trivector stands for them.

use super::trivector::{Tri, Trivector};
use crate::bdd::{Bdd, Level, Manager, NodeLimit};
use crate::bp::control::{Action, Control, Formula, NodeId, Point, ProcedureId, Slot};
use crate::reach::{Time, constraint, outcome};

/// The statements of a program as relations.
#[derive(Debug)]
pub(super) struct Transformers<'a> {
    pub(super) control: &'a Control,
    manager: Manager,
    /// By procedure and node.
    known: Vec<Vec<Option<Relation>>>,
    /// The levels of current and next values end here; parameters and results stand below.
    slots: u32,
}

/// What a statement does.
#[derive(Debug, Clone)]
enum Relation {
    /// To each successor, by a relation of current and next values; these slots have next values.
    Moves(Vec<(NodeId, Bdd, Vec<Slot>)>),
    /// Where its assertion holds and leads, and where it fails.
    Assertion(NodeId, Bdd, Bdd),
    /// Arguments at the levels of parameters; afterwards the relation of unchanged values and of
    /// next values, which these slots have.
    Call(Bdd, Bdd, Vec<Slot>),
    /// Results at their levels.
    Return(Bdd),
}

/// What a trivector at a statement leads to.
#[derive(Debug, Default)]
pub(super) struct Outcomes {
    /// Within the procedure.
    pub(super) goes: Vec<(NodeId, Trivector)>,
    /// Globals and parameters handed to a callee.
    pub(super) enters: Option<Trivector>,
    /// Globals and results at a return.
    pub(super) leaves: Option<Trivector>,
    /// Whether an assertion may fail.
    pub(super) fails: bool,
}

fn now(slot: Slot) -> Level {
    Level(slot.0 * 2)
}

fn next(slot: Slot) -> Level {
    Level(slot.0 * 2 + 1)
}

/// The level of a value after a statement that assigns these slots.
fn after(slot: Slot, assigned: &[Slot]) -> Level {
    if assigned.contains(&slot) {
        next(slot)
    } else {
        now(slot)
    }
}

fn slots(count: usize) -> impl Iterator<Item = Slot> {
    (0..).map(Slot).take(count)
}

impl<'a> Transformers<'a> {
    pub(super) fn new(control: &'a Control, node_limit: usize) -> Transformers<'a> {
        let procedures = control.procedures.iter();
        let most = procedures.clone().map(|p| p.variables.len()).max();
        Transformers {
            control,
            manager: Manager::new(node_limit),
            known: procedures.map(|p| vec![None; p.nodes.len()]).collect(),
            slots: u32::try_from(most.unwrap_or(0)).unwrap_or(u32::MAX),
        }
    }

    /// Everything the statement at a point may do to what the trivector stands for; a call that
    /// returns is [`Transformers::returned`].
    pub(super) fn post(&mut self, point: Point, current: &[Tri]) -> Result<Outcomes, NodeLimit> {
        self.checkpoint();
        let mut outcomes = Outcomes::default();
        let cube = self.cube(current.iter().copied().zip(slots(current.len()).map(now)))?;
        let globals = self.control.globals;
        match self.relation(point)? {
            Relation::Moves(moves) => {
                for (to, relation, assigned) in moves {
                    let image = self.manager.and(cube, relation)?;
                    let levels = slots(current.len()).map(|slot| after(slot, &assigned));
                    outcomes
                        .goes
                        .extend(self.read(image, levels)?.map(|v| (to, v)));
                }
            }
            Relation::Assertion(to, holds, fails) => {
                let image = self.manager.and(cube, holds)?;
                let levels = slots(current.len()).map(now);
                outcomes
                    .goes
                    .extend(self.read(image, levels)?.map(|v| (to, v)));
                outcomes.fails = self.manager.and(cube, fails)? != Bdd::FALSE;
            }
            Relation::Call(arguments, ..) => {
                let image = self.manager.and(cube, arguments)?;
                let callee = self.control.node(point).action.call();
                let count = callee.map_or(0, |(id, _)| self.control.procedure(id).parameters);
                let extra = (0..count).map(|at| self.extra(at)).collect::<Vec<_>>();
                outcomes.enters = self.read(image, slots(globals).map(now).chain(extra))?;
            }
            Relation::Return(values) => {
                let image = self.manager.and(cube, values)?;
                let count = self.control.procedure(point.procedure).results;
                let extra = (0..count).map(|at| self.extra(at)).collect::<Vec<_>>();
                outcomes.leaves = self.read(image, slots(globals).map(now).chain(extra))?;
            }
        }
        Ok(outcomes)
    }

    /// What a call leads to by an element of its callee's summary: globals and parameters it was
    /// entered with, globals and results it left with.
    pub(super) fn returned(
        &mut self,
        point: Point,
        current: &[Tri],
        (entry, exit): (&[Tri], &[Tri]),
    ) -> Result<Option<Trivector>, NodeLimit> {
        self.checkpoint();
        let globals = self.control.globals;
        let Relation::Call(arguments, enforce, assigned) = self.relation(point)? else {
            return Ok(None);
        };
        let Action::Call { targets, .. } = &self.control.node(point).action else {
            return Ok(None);
        };
        let before = self.cube(current.iter().copied().zip(slots(current.len()).map(now)))?;
        let parameters = (0..entry.len() - globals).map(|at| self.extra(at));
        let handed: Vec<Level> = slots(globals).map(now).chain(parameters).collect();
        let entered = self.cube(entry.iter().copied().zip(handed))?;
        let left = assigned.iter().map(|slot| {
            let result = targets.iter().position(|target| *target == Some(*slot));
            let at = result.map_or(slot.0 as usize, |result| globals + result);
            (exit[at], next(*slot))
        });
        let left: Vec<(Tri, Level)> = left.collect();
        let left = self.cube(left.into_iter())?;
        let mut image = self.manager.and(before, arguments)?;
        for part in [entered, left, enforce] {
            image = self.manager.and(image, part)?;
        }
        self.read(
            image,
            slots(current.len()).map(|slot| after(slot, &assigned)),
        )
    }

    /// The part of a trivector that `enforce` allows; nothing if it allows none.
    pub(super) fn admitted(
        &mut self,
        procedure: ProcedureId,
        current: &Trivector,
    ) -> Result<Option<Trivector>, NodeLimit> {
        if self.control.procedure(procedure).enforce.is_none() {
            return Ok(Some(current.clone()));
        }
        let cube = self.cube(current.iter().copied().zip(slots(current.len()).map(now)))?;
        let enforce = self.enforce(procedure, &[])?;
        let image = self.manager.and(cube, enforce)?;
        self.read(image, slots(current.len()).map(now))
    }

    /// The relation of the statement at a point; it holds only between states `enforce` allows.
    fn relation(&mut self, point: Point) -> Result<Relation, NodeLimit> {
        let (procedure, node) = (point.procedure.0 as usize, point.node.0 as usize);
        if let Some(relation) = &self.known[procedure][node] {
            return Ok(relation.clone());
        }
        let before = self.enforce(point.procedure, &[])?;
        let relation = match &self.control.node(point).action {
            Action::Skip(to) => Relation::Moves(vec![(*to, before, Vec::new())]),
            Action::Goto(targets) => {
                let moves = targets.iter().map(|to| (*to, before, Vec::new()));
                Relation::Moves(moves.collect())
            }
            Action::Assume(condition, to) => {
                let (one, _) = self.decided(condition, before)?;
                Relation::Moves(vec![(*to, one, Vec::new())])
            }
            Action::Assert(condition, to) => {
                let (one, zero) = self.decided(condition, before)?;
                Relation::Assertion(*to, one, zero)
            }
            Action::Test {
                condition,
                then,
                otherwise,
                ..
            } => {
                let (one, zero) = self.decided(condition, before)?;
                Relation::Moves(vec![
                    (*then, one, Vec::new()),
                    (*otherwise, zero, Vec::new()),
                ])
            }
            Action::Assign {
                targets,
                values,
                constrain,
                next: to,
            } => {
                let assigned: Vec<Slot> = targets.iter().flatten().copied().collect();
                let mut relation = before;
                for (target, value) in targets.iter().zip(values) {
                    if let Some(slot) = target {
                        relation = self.taken(relation, next(*slot), value)?;
                    }
                }
                if let Some(condition) = constrain {
                    (relation, _) = self.decided(&constraint(condition, &assigned), relation)?;
                }
                let after = self.enforce(point.procedure, &assigned)?;
                relation = self.manager.and(relation, after)?;
                Relation::Moves(vec![(*to, relation, assigned)])
            }
            Action::Call {
                arguments, targets, ..
            } => {
                let mut relation = before;
                for (at, value) in arguments.iter().enumerate() {
                    relation = self.taken(relation, self.extra(at), value)?;
                }
                let mut assigned: Vec<Slot> = slots(self.control.globals).collect();
                let locals = targets.iter().flatten().copied();
                assigned.extend(locals.filter(|slot| slot.0 as usize >= self.control.globals));
                let after = self.enforce(point.procedure, &assigned)?;
                Relation::Call(relation, after, assigned)
            }
            Action::Return(values) => {
                let mut relation = before;
                for (at, value) in values.iter().enumerate() {
                    relation = self.taken(relation, self.extra(at), value)?;
                }
                Relation::Return(relation)
            }
        };
        self.known[procedure][node] = Some(relation.clone());
        Ok(relation)
    }

    /// The states `enforce` allows, with next values for the slots assigned.
    fn enforce(&mut self, procedure: ProcedureId, assigned: &[Slot]) -> Result<Bdd, NodeLimit> {
        let Some(condition) = &self.control.procedure(procedure).enforce else {
            return Ok(Bdd::TRUE);
        };
        let level = |slot, _| after(slot, assigned);
        Ok(outcome(&mut self.manager, condition, &level)?.one)
    }

    /// Where the condition may be 1, and where it may be 0, within a relation.
    fn decided(&mut self, condition: &Formula, within: Bdd) -> Result<(Bdd, Bdd), NodeLimit> {
        let outcome = outcome(&mut self.manager, condition, &at_time)?;
        let one = self.manager.and(within, outcome.one)?;
        let zero = self.manager.and(within, outcome.zero)?;
        Ok((one, zero))
    }

    /// The relation in which, besides, a level has a value of the expression.
    fn taken(&mut self, within: Bdd, target: Level, value: &Formula) -> Result<Bdd, NodeLimit> {
        let outcome = outcome(&mut self.manager, value, &at_time)?;
        let takes = outcome.taken_by(&mut self.manager, target)?;
        self.manager.and(within, takes)
    }

    /// The level of a parameter of a callee, or of a result.
    fn extra(&self, at: usize) -> Level {
        Level(self.slots * 2 + short(at))
    }

    /// What the components stand for.
    fn cube(&mut self, components: impl Iterator<Item = (Tri, Level)>) -> Result<Bdd, NodeLimit> {
        let literals = components.filter_map(|(tri, level)| Some((level, tri.value()?)));
        let literals: Vec<(Level, bool)> = literals.collect();
        self.manager.of_cube(&literals)
    }

    /// The smallest trivector for a set, by the levels of its components; nothing if it is empty.
    fn read(
        &mut self,
        set: Bdd,
        levels: impl Iterator<Item = Level>,
    ) -> Result<Option<Trivector>, NodeLimit> {
        if set == Bdd::FALSE {
            return Ok(None);
        }
        let support = self.manager.support(set);
        let mut trivector = Trivector::new();
        for level in levels {
            if support.binary_search(&level).is_err() {
                trivector.push(Tri::Star);
                continue;
            }
            let variable = self.manager.variable(level)?;
            let one = self.manager.and(set, variable)? != Bdd::FALSE;
            let zero = self.manager.and(set, !variable)? != Bdd::FALSE;
            trivector.push(Tri::of((zero, one)));
        }
        Ok(Some(trivector))
    }

    /// Collects garbage if there is enough of it: between two posts only relations are kept.
    fn checkpoint(&mut self) {
        if !self.manager.wants_collection() {
            return;
        }
        let relations = self.known.iter().flatten().flatten();
        let roots = relations.flat_map(|relation| match relation {
            Relation::Moves(moves) => moves.iter().map(|(_, relation, _)| *relation).collect(),
            Relation::Assertion(_, one, zero) => vec![*one, *zero],
            Relation::Call(arguments, after, _) => vec![*arguments, *after],
            Relation::Return(values) => vec![*values],
        });
        self.manager.collect(roots);
    }
}

fn at_time(slot: Slot, time: Time) -> Level {
    match time {
        Time::Now => now(slot),
        Time::Next => next(slot),
    }
}

fn short(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
