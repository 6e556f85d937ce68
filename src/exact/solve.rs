//! Formulas as sets of states: where they surely hold, and where they surely do not.
//!
//! The pair of sets is a Belnap value per state (Section 4.1 of the paper): yes, no, or neither; the
//! fourth value, both, occurs in no state that describes anything. Either half is computed only
//! where it is asked for, node by node, backwards along the graph.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::atoms::{Labelled, labelled, owner};
use super::formula::{Atom, Ctl};
use super::graph::Place;
use super::seeds::Seeds;
use super::space::{Sets, Space, level};
use super::{Config, Counters, Error, Reading, Semantics};
use crate::bdd::{Bdd, Manager, NodeLimit};
use crate::bp::control::{Action, Control, Point, ProcedureId, Slot, TargetKind};
use crate::reach::Time;

/// Which half of a formula's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Half {
    /// Where it surely holds.
    Yes,
    /// Where it surely does not.
    No,
}

impl Half {
    pub(super) fn other(self) -> Half {
        match self {
            Half::Yes => Half::No,
            Half::No => Half::Yes,
        }
    }
}

/// Computes formulas over one program, each half of each part once.
#[derive(Debug)]
pub(super) struct Solver<'a> {
    pub(super) control: &'a Control,
    pub(super) space: Space,
    config: Config,
    known: BTreeMap<(Ctl, Half), Rc<Sets>>,
    /// Per node its place in the order of work: what comes later is done first.
    ranks: Vec<usize>,
    /// The statements that bring a caller's bits up to date after a call.
    updates: BTreeSet<Point>,
    /// What is known from a coarser abstraction.
    seeds: BTreeMap<(Ctl, Half), Sets>,
    pub(super) counters: Counters,
}

impl<'a> Solver<'a> {
    pub(super) fn new(control: &'a Control, space: Space, config: Config) -> Solver<'a> {
        let ranks = ranks(&space);
        Solver {
            control,
            space,
            config,
            known: BTreeMap::new(),
            ranks,
            updates: updates(control),
            seeds: BTreeMap::new(),
            counters: Counters::default(),
        }
    }

    /// Takes what is known from an earlier abstraction for granted.
    pub(super) fn seed(&mut self, seeds: &Seeds) -> Result<(), Error> {
        self.seeds = seeds.sets(self.control, &mut self.space)?;
        Ok(())
    }

    /// Whether anything is known from an earlier abstraction.
    pub(super) fn is_seeded(&self) -> bool {
        !self.seeds.is_empty()
    }

    /// Everything that was computed.
    pub(super) fn known(&self) -> impl Iterator<Item = (&Ctl, Half, &Rc<Sets>)> {
        let known = self.known.iter();
        known.map(|((formula, half), sets)| (formula, *half, sets))
    }

    /// One half of a formula.
    pub(super) fn half(&mut self, formula: &Ctl, half: Half) -> Result<Rc<Sets>, Error> {
        let nodes = self.space.graph.nodes.len();
        match formula {
            Ctl::Not(operand) => return self.half(operand, half.other()),
            Ctl::Constant(value) => {
                let holds = *value == (half == Half::Yes);
                return Ok(Rc::new(vec![Bdd::from(holds); nodes]));
            }
            Ctl::Atom(_)
            | Ctl::And(..)
            | Ctl::Or(..)
            | Ctl::Next(_)
            | Ctl::Until(..)
            | Ctl::Weak(..) => {}
        }
        let key = (formula.clone(), half);
        if let Some(sets) = self.known.get(&key) {
            return Ok(Rc::clone(sets));
        }
        let mut sets = match formula {
            Ctl::Atom(atom) => self.atom(atom, half)?,
            Ctl::And(left, right) | Ctl::Or(left, right) => {
                let both = matches!(formula, Ctl::And(..)) == (half == Half::Yes);
                let join = if both { Manager::and } else { Manager::or };
                self.joined((left, right), half, join)?
            }
            Ctl::Next(operand) => {
                let operand = self.half(operand, half)?;
                let mut before = vec![Bdd::FALSE; nodes];
                for (node, set) in before.iter_mut().enumerate() {
                    self.space.in_time()?;
                    *set = self.before(node, &operand, half)?;
                }
                before
            }
            Ctl::Until(left, right) | Ctl::Weak(left, right) => {
                self.fixpoint((left, right), &key)?
            }
            // Answered above.
            Ctl::Not(_) | Ctl::Constant(_) => vec![Bdd::FALSE; nodes],
        };
        if let Some(seed) = self.seeds.get(&key).cloned() {
            let known = seed.iter().filter(|set| **set != Bdd::FALSE).count();
            self.counters.seeded += u64::try_from(known).unwrap_or(u64::MAX);
            for (set, known) in sets.iter_mut().zip(seed) {
                *set = self.space.manager.or(*set, known)?;
            }
        }
        let sets = Rc::new(sets);
        self.known.insert(key, Rc::clone(&sets));
        Ok(sets)
    }

    /// The halves of two formulas, joined node by node.
    fn joined(
        &mut self,
        (left, right): (&Ctl, &Ctl),
        half: Half,
        join: fn(&mut Manager, Bdd, Bdd) -> Result<Bdd, NodeLimit>,
    ) -> Result<Sets, Error> {
        let left = self.half(left, half)?;
        let right = self.half(right, half)?;
        let manager = &mut self.space.manager;
        let pairs = left.iter().zip(right.iter());
        let joined = pairs.map(|(left, right)| join(manager, *left, *right));
        Ok(joined.collect::<Result<Sets, NodeLimit>>()?)
    }

    /// Where some step surely leads to yes, or all steps to no.
    fn before(&mut self, node: usize, sets: &Sets, half: Half) -> Result<Bdd, NodeLimit> {
        self.counters.preimages += 1;
        match (half, self.config.semantics) {
            (Half::Yes, Semantics::Over) | (Half::No, Semantics::Under) => Ok(Bdd::FALSE),
            (Half::Yes, _) => self.space.must_before(node, sets),
            (Half::No, _) => self.space.all_before(node, sets),
        }
    }

    /// Where `E[left U right]` or `E[left W right]` is so: what right says, or what left says and
    /// what is known of the states before.
    fn fixpoint(&mut self, (left, right): (&Ctl, &Ctl), key: &(Ctl, Half)) -> Result<Sets, Error> {
        let half = key.1;
        let least = matches!(key.0, Ctl::Until(..)) == (half == Half::Yes);
        let left = self.half(left, half)?;
        let right = self.half(right, half)?;
        let seed = self.seeds.get(key).cloned();
        let nodes = left.len();
        let mut sets: Sets = if least {
            vec![Bdd::FALSE; nodes]
        } else {
            vec![Bdd::TRUE; nodes]
        };
        // Of a least solution only what lies before something can grow.
        let narrow = least && half == Half::Yes;
        let mut work: BTreeSet<(usize, usize)> = BTreeSet::new();
        for node in 0..nodes {
            let seeded = seed.as_ref().is_some_and(|seed| seed[node] != Bdd::FALSE);
            if !narrow || right[node] != Bdd::FALSE || seeded {
                work.insert((self.ranks[node], node));
            }
        }
        while let Some((_, node)) = work.pop_first() {
            self.space.in_time()?;
            if self.space.manager.wants_collection() {
                self.collect(sets.iter().copied());
            }
            let step = self.before(node, &sets, half)?;
            let manager = &mut self.space.manager;
            let mut new = match half {
                Half::Yes => {
                    let kept = manager.and(left[node], step)?;
                    manager.or(right[node], kept)?
                }
                Half::No => {
                    let kept = manager.or(left[node], step)?;
                    manager.and(right[node], kept)?
                }
            };
            if let Some(seed) = &seed {
                new = manager.or(new, seed[node])?;
            }
            if new != sets[node] {
                sets[node] = new;
                for before in &self.space.predecessors[node] {
                    work.insert((self.ranks[*before], *before));
                }
            }
        }
        Ok(sets)
    }

    /// Frees what neither the solver nor the caller needs.
    fn collect(&mut self, others: impl Iterator<Item = Bdd>) {
        let known = self.known.values().flat_map(|sets| sets.iter().copied());
        let seeds = self.seeds.values().flatten().copied();
        let roots: Vec<Bdd> = self
            .space
            .roots()
            .chain(known)
            .chain(seeds)
            .chain(others)
            .collect();
        self.space.manager.collect(roots);
    }

    /// One half of what states say by themselves.
    fn atom(&mut self, atom: &Atom, half: Half) -> Result<Sets, Error> {
        let points = |procedure: &Option<_>, label: &_, what: Labelled| {
            let points = labelled(self.control, procedure.as_ref(), label, what);
            if points.is_empty() {
                let what = what.noun();
                return Err(Error::Unnamed(format!(
                    "there is no {what} labelled {label}"
                )));
            }
            Ok(points.into_iter().collect::<BTreeSet<Point>>())
        };
        let wanted: Box<dyn Fn(Place) -> bool> = match atom {
            Atom::Variable { procedure, name } => {
                let owner = owner(self.control, procedure.as_ref(), name);
                let (owner, slot) = owner.map_err(Error::Unnamed)?;
                return Ok(self.variable(owner, slot, half)?);
            }
            Atom::At { procedure, label } => {
                let points = points(procedure, label, Labelled::Statement)?;
                Box::new(move |place| matches!(place, Place::At(at) if points.contains(&at)))
            }
            Atom::Fails { procedure, label } => {
                let points = points(procedure, label, Labelled::Assertion)?;
                Box::new(move |place| matches!(place, Place::Failed(at) if points.contains(&at)))
            }
            Atom::FailsAny => Box::new(|place| matches!(place, Place::Failed(_))),
            Atom::Ended => Box::new(|place| place == Place::Ended),
            Atom::Targets { targets, .. } => {
                let targets = targets.clone();
                Box::new(move |place| {
                    targets.iter().any(|target| match target.kind {
                        TargetKind::Reached => place == Place::At(target.point),
                        TargetKind::Fails => place == Place::Failed(target.point),
                    })
                })
            }
        };
        let nodes = self.space.graph.nodes.iter();
        let sets = nodes.map(|node| Bdd::from(wanted(node.place) == (half == Half::Yes)));
        Ok(sets.collect())
    }

    fn variable(
        &mut self,
        owner: Option<ProcedureId>,
        slot: Slot,
        half: Half,
    ) -> Result<Sets, NodeLimit> {
        let procedure = owner.unwrap_or(self.control.main);
        let at = self.space.graph.slot(procedure, slot);
        let mut value = self.space.manager.variable(level(at, Time::Now))?;
        if half == Half::No {
            value = !value;
        }
        let nodes = 0..self.space.graph.nodes.len();
        let sets = nodes.map(|node| {
            if self.is_told(node, owner, slot) {
                value
            } else {
                Bdd::FALSE
            }
        });
        Ok(sets.collect())
    }

    /// Whether a variable tells at a node what its name says; elsewhere nothing is known of it.
    fn is_told(&self, node: usize, owner: Option<ProcedureId>, slot: Slot) -> bool {
        let graph = &self.space.graph;
        if self.config.reading == Reading::Text {
            return owner.is_none_or(|owner| graph.is_active(node, owner));
        }
        // The bits of a caller are brought up to date only after the call, and those of the body
        // are set by its first statement.
        let here = graph.procedure(node);
        if owner.is_some_and(|owner| owner != here) {
            return false;
        }
        let Place::At(point) = graph.nodes[node].place else {
            return true;
        };
        let control = self.control.procedure(here);
        let known = self.control.globals + control.parameters;
        if point.node.0 == 0 && (here == self.control.main || slot.0 as usize >= known) {
            return false;
        }
        !self.updates.contains(&point)
    }
}

/// The assignments that follow a call, as `abstraction` writes them: without a label.
fn updates(control: &Control) -> BTreeSet<Point> {
    let after = control.points().filter_map(|point| {
        let (_, next) = control.node(point).action.call()?;
        Some(point.procedure.at(next))
    });
    let is_update = |point: &Point| {
        let node = control.node(*point);
        node.labels.is_empty() && matches!(node.action, Action::Assign { .. })
    };
    after.filter(is_update).collect()
}

/// Per node how late it comes: nodes that lead nowhere new have the smallest ranks.
fn ranks(space: &Space) -> Vec<usize> {
    let count = space.graph.nodes.len();
    let mut ranks = vec![usize::MAX; count];
    let mut seen = vec![false; count];
    let mut next_rank = 0;
    for root in 0..count {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut stack = vec![(root, space.graph.successors(root))];
        while let Some((node, pending)) = stack.last_mut() {
            if let Some(next) = pending.pop() {
                if !std::mem::replace(&mut seen[next], true) {
                    stack.push((next, space.graph.successors(next)));
                }
            } else {
                ranks[*node] = next_rank;
                next_rank += 1;
                stack.pop();
            }
        }
    }
    ranks
}
