//! The core of the engine over any decision diagrams: path edges and summaries by a worklist, then
//! rings from `main` to the nearest target (Sections 3.1 and 3.2 of the Bebop paper).
//!
//! It is `sabs::reach` without what saves work there (live ranges, MOD/REF) and without the way
//! back that makes a trace concrete: every package gets the same operations in the same order.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use sabs::bp::control::{
    Action, Control, NodeId, Point, ProcedureControl, ProcedureId, Slot, Target, TargetKind,
};

use crate::diagrams::Diagrams;
use crate::formula::{current, entry, next, outcome};

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// The hierarchical distance of the nearest target, if one is reachable.
    pub(crate) distance: Option<usize>,
    /// How many points have states.
    pub(crate) reached: usize,
}

/// Explores a program and looks for the targets.
pub(crate) fn explore<D: Diagrams>(control: &Control, targets: &[Target]) -> Found {
    let mut engine = Engine::<D>::new(control);
    engine.path_edges();
    let empty = engine.diagrams.none();
    let reached = engine.edges.iter().filter(|set| **set != empty).count();
    let mut goals = Vec::new();
    for target in targets {
        let condition = match (target.kind, &*engine.relation(target.point)) {
            (TargetKind::Fails, Relation::Guard { zero, .. }) => zero.clone(),
            _ => engine.diagrams.all(),
        };
        let found = engine.edges[engine.index(target.point)].clone();
        if engine.diagrams.and(&found, &condition) != empty {
            goals.push((target.point, condition));
        }
    }
    let distance = (!goals.is_empty()).then(|| engine.rings(&goals));
    Found { distance, reached }
}

enum Relation<D: Diagrams> {
    Identity,
    Guard {
        one: D::Set,
        zero: D::Set,
    },
    Assign {
        relation: D::Set,
        assigned: D::Levels,
    },
    Call {
        arguments: D::Set,
        targets: D::Set,
        replaced: D::Levels,
    },
    Return {
        values: D::Set,
    },
}

struct Interface<D: Diagrams> {
    replaced: D::Levels,
    identity: D::Set,
}

struct Engine<'a, D: Diagrams> {
    control: &'a Control,
    diagrams: D,
    slots: u32,
    offsets: Vec<usize>,
    relations: Vec<Option<Rc<Relation<D>>>>,
    interfaces: Vec<Option<Rc<Interface<D>>>>,
    /// Of a caller: all but the globals. Of a callee on its way out: the same.
    left: D::Levels,
    forgotten: D::Levels,
    next_to_current: D::Renaming,
    to_summary: D::Renaming,
    to_entry: D::Renaming,
    callers: Vec<Vec<Point>>,
    priority: Vec<usize>,
    edges: Vec<D::Set>,
    fresh: Vec<D::Set>,
    entries: Vec<D::Set>,
    summaries: Vec<D::Set>,
    worklist: BTreeSet<(usize, Point)>,
}

fn slots(procedure: &ProcedureControl) -> impl Iterator<Item = Slot> {
    (0..).map(Slot).take(procedure.variables.len())
}

impl<'a, D: Diagrams> Engine<'a, D> {
    fn new(control: &'a Control) -> Engine<'a, D> {
        let procedures = &control.procedures;
        let most = |count: fn(&ProcedureControl) -> usize| {
            let most = procedures.iter().map(count).max().unwrap_or(0);
            u32::try_from(most).expect("few variables")
        };
        let (count, results) = (most(|p| p.variables.len()), most(|p| p.results));
        let mut diagrams = D::new(count * 3 + results);
        let globals = u32::try_from(control.globals).expect("few variables");
        let mut renaming = |target: fn(u32, bool) -> u32| {
            let levels = (0..count)
                .flat_map(|slot| (0..3).map(move |copy| slot * 3 + target(copy, slot < globals)));
            diagrams.renaming(&levels.collect::<Vec<u32>>())
        };
        let next_to_current = renaming(|copy, _| copy.min(1));
        let to_summary = renaming(|copy, global| if global { (copy + 1).min(2) } else { 2 });
        let to_entry = renaming(|_, _| 0);
        let own: Vec<u32> = (globals..count).map(|slot| current(Slot(slot))).collect();
        let entries = (0..count).map(|slot| entry(Slot(slot)));
        let left: Vec<u32> = entries.chain(own.iter().copied()).collect();
        let (left, forgotten) = (diagrams.levels(&left), diagrams.levels(&own));
        let mut offsets = Vec::new();
        let mut points = 0;
        for procedure in procedures {
            offsets.push(points);
            points += procedure.nodes.len();
        }
        let mut callers = vec![Vec::new(); procedures.len()];
        for point in control.points() {
            if let Some((callee, _)) = control.node(point).action.call() {
                callers[callee.0 as usize].push(point);
            }
        }
        let empty = diagrams.none();
        Engine {
            control,
            slots: count,
            offsets,
            relations: (0..points).map(|_| None).collect(),
            interfaces: procedures.iter().map(|_| None).collect(),
            left,
            forgotten,
            next_to_current,
            to_summary,
            to_entry,
            callers,
            priority: callees_first(control),
            edges: vec![empty.clone(); points],
            fresh: vec![empty.clone(); points],
            entries: vec![empty.clone(); procedures.len()],
            summaries: vec![empty; procedures.len()],
            worklist: BTreeSet::new(),
            diagrams,
        }
    }

    fn index(&self, point: Point) -> usize {
        self.offsets[point.procedure.0 as usize] + point.node.0 as usize
    }

    fn path_edges(&mut self) {
        let main = self.control.main;
        let all = self.diagrams.all();
        if self.callers[main.0 as usize].is_empty() {
            self.propagate(main.entry(), &all);
        } else {
            self.enter(main, &all);
        }
        while let Some((_, point)) = self.worklist.pop_first() {
            self.process(point);
            self.checkpoint(&[]);
        }
    }

    fn propagate(&mut self, point: Point, set: &D::Set) {
        let index = self.index(point);
        let new = self.diagrams.minus(set, &self.edges[index]);
        if new == self.diagrams.none() {
            return;
        }
        self.edges[index] = self.diagrams.or(&self.edges[index], &new);
        self.fresh[index] = self.diagrams.or(&self.fresh[index], &new);
        let priority = self.priority[point.procedure.0 as usize];
        self.worklist.insert((priority, point));
    }

    fn process(&mut self, point: Point) {
        let index = self.index(point);
        let empty = self.diagrams.none();
        let fresh = std::mem::replace(&mut self.fresh[index], empty);
        let action = &self.control.node(point).action;
        if matches!(action, Action::Return(_)) {
            self.leave(point, &fresh);
        } else if let Some((callee, next)) = action.call() {
            let handed = self.handed_over(point, &fresh);
            let entries = self.diagrams.rename(&handed, &self.to_entry);
            self.enter(callee, &entries);
            let summary = self.summaries[callee.0 as usize].clone();
            let after = self.returned(point, callee, &fresh, &summary);
            self.propagate(point.procedure.at(next), &after);
        } else {
            for (to, image) in self.successors(point, &fresh) {
                self.propagate(point.procedure.at(to), &image);
            }
        }
    }

    fn enter(&mut self, callee: ProcedureId, entries: &D::Set) {
        let known = &self.entries[callee.0 as usize];
        let new = self.diagrams.minus(entries, known);
        if new == self.diagrams.none() {
            return;
        }
        self.entries[callee.0 as usize] = self.diagrams.or(known, &new);
        let interface = self.interface(callee);
        let edges = self.diagrams.and(&new, &interface.identity);
        self.propagate(callee.entry(), &edges);
    }

    fn leave(&mut self, point: Point, fresh: &D::Set) {
        let procedure = point.procedure;
        if self.callers[procedure.0 as usize].is_empty() {
            return;
        }
        let relation = self.relation(point);
        let Relation::Return { values } = &*relation else {
            return;
        };
        let leaving = self.diagrams.and_exists(fresh, values, &self.forgotten);
        let leaving = self.diagrams.rename(&leaving, &self.to_summary);
        let known = &self.summaries[procedure.0 as usize];
        let new = self.diagrams.minus(&leaving, known);
        let empty = self.diagrams.none();
        if new == empty {
            return;
        }
        self.summaries[procedure.0 as usize] = self.diagrams.or(known, &new);
        for caller in self.callers[procedure.0 as usize].clone() {
            let edges = self.edges[self.index(caller)].clone();
            if edges != empty
                && let Some((_, next)) = self.control.node(caller).action.call()
            {
                let after = self.returned(caller, procedure, &edges, &new);
                self.propagate(caller.procedure.at(next), &after);
            }
        }
    }

    fn successors(&mut self, point: Point, set: &D::Set) -> Vec<(NodeId, D::Set)> {
        let relation = self.relation(point);
        match (&self.control.node(point).action, &*relation) {
            (Action::Skip(next), _) => vec![(*next, set.clone())],
            (Action::Goto(targets), _) => targets.iter().map(|to| (*to, set.clone())).collect(),
            (Action::Assume(_, next) | Action::Assert(_, next), Relation::Guard { one, .. }) => {
                vec![(*next, self.diagrams.and(set, one))]
            }
            (
                Action::Test {
                    then, otherwise, ..
                },
                Relation::Guard { one, zero },
            ) => vec![
                (*then, self.diagrams.and(set, one)),
                (*otherwise, self.diagrams.and(set, zero)),
            ],
            (Action::Assign { next, .. }, Relation::Assign { relation, assigned }) => {
                let image = self.diagrams.and_exists(set, relation, assigned);
                vec![(*next, self.diagrams.rename(&image, &self.next_to_current))]
            }
            _ => Vec::new(),
        }
    }

    fn handed_over(&mut self, point: Point, set: &D::Set) -> D::Set {
        let relation = self.relation(point);
        let Relation::Call { arguments, .. } = &*relation else {
            return set.clone();
        };
        self.diagrams.and_exists(set, arguments, &self.left)
    }

    fn returned(
        &mut self,
        point: Point,
        callee: ProcedureId,
        set: &D::Set,
        summary: &D::Set,
    ) -> D::Set {
        let (relation, interface) = (self.relation(point), self.interface(callee));
        let Relation::Call {
            arguments,
            targets,
            replaced,
        } = &*relation
        else {
            return set.clone();
        };
        let calling = self.diagrams.and(set, arguments);
        let after = self
            .diagrams
            .and_exists(&calling, summary, &interface.replaced);
        let after = self.diagrams.rename(&after, &self.next_to_current);
        let after = self.diagrams.and_exists(&after, targets, replaced);
        self.diagrams.rename(&after, &self.next_to_current)
    }

    /// The distance of the nearest goal; there is one.
    fn rings(&mut self, goals: &[(Point, D::Set)]) -> usize {
        let empty = self.diagrams.none();
        let mut enters = vec![false; self.control.procedures.len()];
        let mut pending: Vec<ProcedureId> =
            goals.iter().map(|(point, _)| point.procedure).collect();
        while let Some(procedure) = pending.pop() {
            if !std::mem::replace(&mut enters[procedure.0 as usize], true) {
                let callers = self.callers[procedure.0 as usize].iter();
                pending.extend(callers.map(|caller| caller.procedure));
            }
        }
        let all = self.diagrams.all();
        let mut ring = BTreeMap::from([(self.control.main.entry(), all)]);
        let mut seen = ring.clone();
        // Traces need all rings: they are kept.
        let mut rings = Vec::new();
        loop {
            for (point, condition) in goals {
                if let Some(set) = ring.get(point)
                    && self.diagrams.and(set, condition) != empty
                {
                    return rings.len();
                }
            }
            let mut next: BTreeMap<Point, D::Set> = BTreeMap::new();
            for (point, set) in &ring {
                for (to, image) in self.images(*point, set, &enters) {
                    let known = next.entry(to).or_insert_with(|| empty.clone());
                    *known = self.diagrams.or(known, &image);
                }
            }
            rings.push(std::mem::take(&mut ring));
            for (point, set) in next {
                let known = seen.entry(point).or_insert_with(|| empty.clone());
                let new = self.diagrams.minus(&set, known);
                if new != empty {
                    *known = self.diagrams.or(known, &new);
                    ring.insert(point, new);
                }
            }
            assert!(!ring.is_empty(), "a goal is reachable");
            if self.diagrams.wants_collection() {
                let sets = rings
                    .iter()
                    .chain([&seen, &ring])
                    .flat_map(BTreeMap::values);
                let goals = goals.iter().map(|(_, condition)| condition);
                let kept: Vec<D::Set> = sets.chain(goals).cloned().collect();
                self.checkpoint(&kept);
            }
        }
    }

    fn images(&mut self, point: Point, set: &D::Set, enters: &[bool]) -> Vec<(Point, D::Set)> {
        let Some((callee, next)) = self.control.node(point).action.call() else {
            let images = self.successors(point, set).into_iter();
            return images
                .map(|(to, image)| (point.procedure.at(to), image))
                .collect();
        };
        let summary = self.summaries[callee.0 as usize].clone();
        let after = self.returned(point, callee, set, &summary);
        let mut images = vec![(point.procedure.at(next), after)];
        if enters[callee.0 as usize] {
            let handed = self.handed_over(point, set);
            let inside = self.diagrams.rename(&handed, &self.next_to_current);
            images.push((callee.entry(), inside));
        }
        let empty = self.diagrams.none();
        images.retain(|(_, image)| *image != empty);
        images
    }

    fn interface(&mut self, procedure: ProcedureId) -> Rc<Interface<D>> {
        if let Some(interface) = &self.interfaces[procedure.0 as usize] {
            return Rc::clone(interface);
        }
        let known = self.control.globals + self.control.procedure(procedure).parameters;
        let globals = self.control.globals;
        let level = |at: usize| {
            if at < globals {
                current(slot(at))
            } else {
                next(slot(at))
            }
        };
        let replaced: Vec<u32> = (0..known).map(level).collect();
        let mut identity = self.diagrams.all();
        for at in (0..known).rev() {
            let value = self.diagrams.variable(current(slot(at)));
            let equal = self.takes(entry(slot(at)), &value);
            identity = self.diagrams.and(&equal, &identity);
        }
        let replaced = self.diagrams.levels(&replaced);
        let interface = Rc::new(Interface { replaced, identity });
        self.interfaces[procedure.0 as usize] = Some(Rc::clone(&interface));
        interface
    }

    /// The level has the value.
    fn takes(&mut self, level: u32, value: &D::Set) -> D::Set {
        let not = self.diagrams.not(value);
        let variable = self.diagrams.variable(level);
        self.diagrams.ite(&variable, value, &not)
    }

    fn relation(&mut self, point: Point) -> Rc<Relation<D>> {
        let index = self.index(point);
        if let Some(relation) = &self.relations[index] {
            return Rc::clone(relation);
        }
        let control = self.control;
        let results = self.slots * 3;
        let result = |at: usize| results + slot(at).0;
        let relation = match &control.node(point).action {
            Action::Skip(_) | Action::Goto(_) => Relation::Identity,
            Action::Assume(condition, _)
            | Action::Assert(condition, _)
            | Action::Test { condition, .. } => {
                let (one, zero) = outcome(&mut self.diagrams, condition);
                Relation::Guard { one, zero }
            }
            Action::Assign {
                targets,
                values,
                constrain,
                ..
            } => {
                let mut relation = match constrain {
                    Some(condition) => outcome(&mut self.diagrams, condition).0,
                    None => self.diagrams.all(),
                };
                for (target, value) in targets.iter().zip(values) {
                    if let Some(slot) = target {
                        relation = self.taken(&relation, next(*slot), value);
                    }
                }
                let assigned: Vec<u32> = targets.iter().flatten().map(|s| current(*s)).collect();
                let assigned = self.diagrams.levels(&assigned);
                Relation::Assign { relation, assigned }
            }
            Action::Call {
                callee,
                arguments: values,
                targets: taking,
                ..
            } => {
                let known = slots(control.procedure(*callee)).skip(control.globals);
                let mut arguments = self.diagrams.all();
                for (slot, value) in known.zip(values) {
                    arguments = self.taken(&arguments, next(slot), value);
                }
                let mut targets = self.diagrams.all();
                for (at, slot) in taking.iter().enumerate() {
                    if let Some(slot) = slot {
                        let value = self.diagrams.variable(result(at));
                        let equal = self.takes(next(*slot), &value);
                        targets = self.diagrams.and(&targets, &equal);
                    }
                }
                let count = control.procedure(*callee).results;
                let replaced = taking.iter().flatten().map(|slot| current(*slot));
                let replaced: Vec<u32> = replaced.chain((0..count).map(result)).collect();
                let replaced = self.diagrams.levels(&replaced);
                Relation::Call {
                    arguments,
                    targets,
                    replaced,
                }
            }
            Action::Return(formulas) => {
                let mut values = self.diagrams.all();
                for (at, value) in formulas.iter().enumerate() {
                    values = self.taken(&values, result(at), value);
                }
                Relation::Return { values }
            }
        };
        let relation = Rc::new(relation);
        self.relations[index] = Some(Rc::clone(&relation));
        relation
    }

    /// The relation in which, besides, the level has a value of the expression.
    fn taken(&mut self, within: &D::Set, level: u32, value: &sabs::bp::control::Formula) -> D::Set {
        let (one, zero) = outcome(&mut self.diagrams, value);
        let variable = self.diagrams.variable(level);
        let takes = self.diagrams.ite(&variable, &one, &zero);
        self.diagrams.and(within, &takes)
    }

    fn checkpoint(&mut self, others: &[D::Set]) {
        if !self.diagrams.wants_collection() {
            return;
        }
        let mut kept = others.to_vec();
        let mut levels = vec![&self.left, &self.forgotten];
        for relation in self.relations.iter().flatten() {
            match &**relation {
                Relation::Identity => {}
                Relation::Guard { one, zero } => kept.extend([one.clone(), zero.clone()]),
                Relation::Assign { relation, assigned } => {
                    kept.push(relation.clone());
                    levels.push(assigned);
                }
                Relation::Call {
                    arguments,
                    targets,
                    replaced,
                } => {
                    kept.extend([arguments.clone(), targets.clone()]);
                    levels.push(replaced);
                }
                Relation::Return { values } => kept.push(values.clone()),
            }
        }
        for interface in self.interfaces.iter().flatten() {
            kept.push(interface.identity.clone());
            levels.push(&interface.replaced);
        }
        let sets = self.edges.iter().chain(&self.fresh);
        kept.extend(sets.chain(&self.entries).chain(&self.summaries).cloned());
        self.diagrams.collect(&kept, &levels);
    }
}

fn slot(at: usize) -> Slot {
    Slot(u32::try_from(at).expect("few variables"))
}

/// By procedure its place in an order with callees before callers, where there is no recursion.
fn callees_first(control: &Control) -> Vec<usize> {
    let mut place = vec![usize::MAX; control.procedures.len()];
    let callees = |id: ProcedureId| -> Vec<ProcedureId> {
        let nodes = control.procedure(id).nodes.iter().rev();
        nodes
            .filter_map(|node| node.action.call())
            .map(|(callee, _)| callee)
            .collect()
    };
    let mut seen = BTreeSet::from([control.main]);
    let mut stack = vec![(control.main, callees(control.main))];
    let mut places = 0..;
    while let Some((id, pending)) = stack.last_mut() {
        match pending.pop() {
            Some(callee) if seen.insert(callee) => stack.push((callee, callees(callee))),
            Some(_) => {}
            None => {
                place[id.0 as usize] = places.next().unwrap_or(usize::MAX);
                stack.pop();
            }
        }
    }
    place
}
