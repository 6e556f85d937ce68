//! What one abstraction knows for sure, for a finer one of the same program (Section 5 of the paper).
//!
//! If a formula surely holds in a state of the coarser abstraction, it holds in every concrete state
//! that this state describes, and so in every state of the finer one that agrees with it on the
//! predicates both have. Such states need not be shown again: they are joined to every step of the
//! solution. Only definite *backward* results are taken over; what is reachable forwards is not
//! (a forward solution may be intersected with an earlier over-approximation, never begin with it).
//!
//! The two programs need not have the same statements. Points are found again by their labels, in
//! calls by which call of its procedure each is, and variables by their names.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Error;
use super::formula::{Atom, Ctl};
use super::graph::{Graph, Place};
use super::solve::{Half, Solver};
use super::space::{Sets, Space, level};
use crate::bdd::{Bdd, Level};
use crate::bp::Identifier;
use crate::bp::control::{Control, Slot};
use crate::reach::Time;

/// Diagrams with more nodes are not written out.
const WRITABLE: usize = 5_000;

/// What is known for sure, in words that do not depend on the program's numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seeds {
    known: BTreeMap<(Ctl, Half), BTreeMap<Spot, Cubes>>,
}

/// A labelled point: the calls that lead to it, by procedure and number, and the label; and whether
/// it is the failure of the assertion there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Spot {
    calls: Vec<(Identifier, usize)>,
    procedure: Identifier,
    label: Identifier,
    failed: bool,
}

/// A disjunction of conjunctions of variables, by owner and name.
type Cubes = Vec<Vec<((Option<Identifier>, Identifier), bool)>>;

impl Seeds {
    /// How many points there are of which something is known, over all formulas.
    pub fn len(&self) -> usize {
        self.known.values().map(BTreeMap::len).sum()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What a solver has found about formulas with a path in them.
    pub(super) fn of(solver: &mut Solver<'_>) -> Result<Seeds, Error> {
        let found: Vec<_> = solver
            .known()
            .filter(|(formula, _, _)| {
                let has_path = matches!(formula, Ctl::Next(_) | Ctl::Until(..) | Ctl::Weak(..));
                has_path && is_portable(formula)
            })
            .map(|(formula, half, sets)| ((formula.clone(), half), Rc::clone(sets)))
            .collect();
        let control = solver.control;
        let space = &mut solver.space;
        let mut known = BTreeMap::new();
        for (key, sets) in found {
            let mut spots = BTreeMap::new();
            for (node, set) in sets.iter().enumerate() {
                let Some(spot) = spot(control, &space.graph, node) else {
                    continue;
                };
                let states = space.enforce(space.graph.procedure(node))?.may;
                let states = space.manager.and(*set, states)?;
                if states == Bdd::FALSE || space.manager.size(states) > WRITABLE {
                    continue;
                }
                let cubes = space.manager.prime_cover(states)?;
                let variables = &space.graph.variables;
                let literal = |(at, value): (Level, bool)| {
                    let (owner, name) = &variables[(at.0 / 2) as usize];
                    let owner = owner.map(|owner| control.procedure(owner).name.clone());
                    ((owner, name.clone()), value)
                };
                let cubes = cubes
                    .into_iter()
                    .map(|cube| cube.into_iter().map(literal).collect());
                spots.insert(spot, cubes.collect());
            }
            known.insert(key, spots);
        }
        Ok(Seeds { known })
    }

    /// The same as sets of states of another program; what that does not have is left out.
    pub(super) fn sets(
        &self,
        control: &Control,
        space: &mut Space,
    ) -> Result<BTreeMap<(Ctl, Half), Sets>, Error> {
        let nodes = 0..space.graph.nodes.len();
        let spots: BTreeMap<Spot, usize> = nodes
            .filter_map(|node| Some((spot(control, &space.graph, node)?, node)))
            .collect();
        let owners: BTreeMap<(Option<Identifier>, Identifier), Slot> = (0..)
            .map(Slot)
            .zip(&space.graph.variables)
            .map(|(slot, (owner, name))| {
                let owner = owner.map(|owner| control.procedure(owner).name.clone());
                ((owner, name.clone()), slot)
            })
            .collect();
        let mut all = BTreeMap::new();
        for (key, known) in &self.known {
            let mut sets = vec![Bdd::FALSE; space.graph.nodes.len()];
            for (spot, cubes) in known {
                let Some(node) = spots.get(spot) else {
                    continue;
                };
                for cube in cubes {
                    let literals = cube.iter().map(|(variable, value)| {
                        Some((level(*owners.get(variable)?, Time::Now), *value))
                    });
                    if let Some(literals) = literals.collect::<Option<Vec<_>>>() {
                        let states = space.manager.of_cube(&literals)?;
                        sets[*node] = space.manager.or(sets[*node], states)?;
                    }
                }
            }
            all.insert(key.clone(), sets);
        }
        Ok(all)
    }
}

/// Whether a formula means the same in another program: all its points have names.
fn is_portable(formula: &Ctl) -> bool {
    match formula {
        Ctl::Atom(Atom::Targets { .. }) => false,
        Ctl::Constant(_) | Ctl::Atom(_) => true,
        Ctl::Not(operand) | Ctl::Next(operand) => is_portable(operand),
        Ctl::And(left, right)
        | Ctl::Or(left, right)
        | Ctl::Until(left, right)
        | Ctl::Weak(left, right) => is_portable(left) && is_portable(right),
    }
}

/// How a node is found again; none if it has no label.
fn spot(control: &Control, graph: &Graph, node: usize) -> Option<Spot> {
    let (point, failed) = match graph.nodes[node].place {
        Place::At(point) => (point, false),
        Place::Failed(point) => (point, true),
        Place::Ended => return None,
    };
    let label = control.node(point).labels.first()?.clone();
    let mut calls = Vec::new();
    let mut frame = graph.frames[graph.nodes[node].frame];
    while let Some((caller, call)) = frame.caller {
        frame = graph.frames[caller];
        let procedure = control.procedure(frame.procedure);
        let nodes = &procedure.nodes[..call.0 as usize];
        let number = nodes.iter().filter(|node| node.action.call().is_some());
        calls.push((procedure.name.clone(), number.count()));
    }
    Some(Spot {
        calls,
        procedure: control.procedure(point.procedure).name.clone(),
        label,
        failed,
    })
}
