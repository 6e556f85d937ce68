//! Why an answer is what it is: the way on which it shows, or the step that is unknown.
//!
//! Of an inconclusive formula the explanation goes down to the part that is open: through the
//! formula to an operand that is open, and along a path to the last state from which the formula
//! is open although the next state settles it. There a step may lead on and need not, and what was
//! lost in it is what the formula depends on (Section 4.2 of the paper).

use super::Error;
use super::formula::{Atom, Ctl};
use super::layers::Layers;
use super::solve::{Half, Solver};
use super::space::Sets;
use super::walk::State;
use crate::bdd::{Bdd, NodeLimit};
use crate::bp::control::{Point, ProcedureId, Slot};

/// A state on a way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visited {
    /// Where control is.
    pub place: VisitedPlace,
    /// How many calls are open.
    pub depth: usize,
    /// The values of the variables in scope, by slot of the procedure.
    pub values: Vec<bool>,
}

/// Where control is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VisitedPlace {
    /// Before the statement at a point.
    At(Point),
    /// The assertion at a point has failed.
    Failed(Point),
    /// `main` has returned.
    Ended,
}

/// Why an answer is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// A path from an initial state; from its last state nobody knows how it goes on.
    pub path: Vec<Visited>,
    /// Where the step that is unknown may lead; nowhere if the last state itself is open.
    pub perhaps: Option<Visited>,
    /// The way on from there on which the formula surely shows; nothing if it shows there, or on no
    /// single way.
    pub beyond: Vec<Visited>,
    /// The part of the formula that is open there.
    pub open: Ctl,
    /// What is missing.
    pub cause: Cause,
}

/// What is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// Whether the condition of the test or assertion there holds.
    Condition(Point),
    /// Whether the assumption there holds.
    Assumption(Point),
    /// Which way the jump there goes.
    Jump(Point),
    /// Which values the statement there gives to these variables of the procedure.
    Values(Point, ProcedureId, Vec<Slot>),
    /// Whether `constrain` allows what the environment chooses there.
    Constraint(Point),
    /// Whether the state there is one, which `enforce` leaves open.
    Enforce(Point),
    /// What the variable says at a point where it tells nothing.
    Untold(Atom),
    /// What an earlier abstraction has settled is not shown again here.
    Settled,
}

/// A way, from one of the states given, on which a half of a formula shows: to the goal of an
/// `until`, otherwise the state alone.
pub(super) fn shown(
    solver: &mut Solver<'_>,
    formula: &Ctl,
    half: Half,
    from: Bdd,
) -> Result<Vec<Visited>, Error> {
    match solver.picked(0, from) {
        Some(state) => shown_from(solver, formula, half, state),
        None => Ok(Vec::new()),
    }
}

/// The same from a state at any node.
fn shown_from(
    solver: &mut Solver<'_>,
    formula: &Ctl,
    half: Half,
    mut state: State,
) -> Result<Vec<Visited>, Error> {
    let mut path = vec![solver.visited(&state)];
    let (formula, half) = positive(formula, half);
    let (Ctl::Until(left, right), Half::Yes) = (formula, half) else {
        return Ok(path);
    };
    let left = solver.half(left, Half::Yes)?;
    let right = solver.half(right, Half::Yes)?;
    let here = solver.cube(&state)?;
    let layers = Layers::grow(
        &mut solver.space,
        right.to_vec(),
        (state.node, here),
        |space, node, sets| {
            let before = space.must_before(node, sets)?;
            space.manager.and(before, left[node])
        },
    )?;
    loop {
        let here = solver.cube(&state)?;
        match layers.round_of(&mut solver.space, state.node, here)? {
            None | Some(0) => return Ok(path),
            Some(round) => {
                let Some(next) = solver.sure_step(&state, &layers, round - 1)? else {
                    return Ok(path);
                };
                path.push(solver.visited(&next));
                state = next;
            }
        }
    }
}

/// The formula below its negations.
fn positive(mut formula: &Ctl, mut half: Half) -> (&Ctl, Half) {
    while let Ctl::Not(inner) = formula {
        formula = inner;
        half = half.other();
    }
    (formula, half)
}

/// Why a formula is open in an initial state.
pub(super) fn explained(
    solver: &mut Solver<'_>,
    formula: &Ctl,
    open: Bdd,
) -> Result<Explanation, Error> {
    explained_along(solver, formula, open, None)
}

/// The same, where the way may be known to where the goal of an `until` may be reached.
fn explained_along(
    solver: &mut Solver<'_>,
    formula: &Ctl,
    open: Bdd,
    layers: Option<Layers>,
) -> Result<Explanation, Error> {
    let Some(state) = solver.picked(0, open) else {
        return Ok(Explanation {
            path: Vec::new(),
            perhaps: None,
            beyond: Vec::new(),
            open: formula.clone(),
            cause: Cause::Settled,
        });
    };
    let mut search = Search {
        path: vec![solver.visited(&state)],
        solver,
        state,
    };
    let (open, goal) = match (formula, layers) {
        (Ctl::Until(left, right), Some(layers)) => {
            search.towards(&layers, (formula, left, right))?
        }
        _ => search.descend(formula)?,
    };
    let (cause, perhaps) = match goal {
        Goal::Step(goal) => search.solver.cause(&search.state, &goal)?,
        Goal::Here(cause) => (cause, None),
    };
    let mut way = match perhaps {
        Some(state) => shown_from(search.solver, after_step(&open), Half::Yes, state)?,
        None => Vec::new(),
    }
    .into_iter();
    Ok(Explanation {
        path: search.path,
        perhaps: way.next(),
        beyond: way.collect(),
        open,
        cause,
    })
}

/// What is to hold after a step so that a formula holds before it.
fn after_step(formula: &Ctl) -> &Ctl {
    match formula {
        Ctl::Next(operand) => operand,
        Ctl::Not(_)
        | Ctl::Constant(_)
        | Ctl::Atom(_)
        | Ctl::And(..)
        | Ctl::Or(..)
        | Ctl::Until(..)
        | Ctl::Weak(..) => formula,
    }
}

/// Why nobody knows whether the goal of an `until` is reached, from an initial state from which it
/// may be and is not sure to be; none if there is no such state.
pub(super) fn unsure(
    solver: &mut Solver<'_>,
    formula: &Ctl,
    initial: Bdd,
) -> Result<Option<Explanation>, Error> {
    let yes = solver.half(formula, Half::Yes)?[0];
    let open = solver.space.manager.minus(initial, yes)?;
    let layers = solver.perhaps(formula, (0, open))?;
    let open = solver.space.manager.and(open, layers.all(0))?;
    if open == Bdd::FALSE {
        return Ok(None);
    }
    explained_along(solver, formula, open, Some(layers)).map(Some)
}

impl Solver<'_> {
    /// The states from which the goal of an `until` may be reached, by the round in which that shows,
    /// as far back as some states at a node. Without what is known from elsewhere these are all that
    /// are not surely otherwise.
    fn perhaps(&mut self, formula: &Ctl, wanted: (usize, Bdd)) -> Result<Layers, Error> {
        let (Ctl::Until(left, right) | Ctl::Weak(left, right)) = formula else {
            return Err(Error::Unnamed(format!("{formula} has no goal")));
        };
        // Everything that is asked for along the way is computed now: diagrams that are not known
        // to the solver would not survive a collection.
        for part in [left, right] {
            self.half(part, Half::Yes)?;
        }
        self.half(formula, Half::Yes)?;
        let no_left = self.half(left, Half::No)?;
        let no_right = self.half(right, Half::No)?;
        let no = if self.is_seeded() {
            self.half(formula, Half::No)?.to_vec()
        } else {
            vec![Bdd::FALSE; no_left.len()]
        };
        let mut start = Vec::with_capacity(no.len());
        for (right, no) in no_right.iter().zip(&no) {
            start.push(self.space.manager.and(!*right, !*no)?);
        }
        let layers = Layers::grow(&mut self.space, start, wanted, |space, node, sets| {
            let before = space.may_before(node, |next| sets[next])?;
            let before = space.manager.minus(before, no_left[node])?;
            space.manager.minus(before, no[node])
        })?;
        Ok(layers)
    }
}

/// What the end of the search is about.
enum Goal {
    /// A step into this set may be taken and need not.
    Step(Sets),
    /// The state itself is open.
    Here(Cause),
}

struct Search<'s, 'a> {
    solver: &'s mut Solver<'a>,
    path: Vec<Visited>,
    state: State,
}

impl Search<'_, '_> {
    /// Goes to where a formula, which is open in the state, is decided.
    fn descend(&mut self, formula: &Ctl) -> Result<(Ctl, Goal), Error> {
        let (formula, _) = positive(formula, Half::Yes);
        match formula {
            Ctl::Constant(_) => Ok((formula.clone(), Goal::Here(Cause::Settled))),
            Ctl::Atom(atom) => Ok((formula.clone(), Goal::Here(Cause::Untold(atom.clone())))),
            Ctl::And(left, right) | Ctl::Or(left, right) => {
                if self.is_open(left)? {
                    self.descend(left)
                } else {
                    self.descend(right)
                }
            }
            Ctl::Next(operand) => {
                let yes = self.solver.half(operand, Half::Yes)?;
                if self.may_step(&|node| yes[node])?.is_some() {
                    return Ok((formula.clone(), Goal::Step(yes.to_vec())));
                }
                let no = self.solver.half(operand, Half::No)?;
                let Some(next) = self.may_step(&|node| !no[node])? else {
                    return Ok((formula.clone(), Goal::Here(Cause::Settled)));
                };
                self.go(next);
                self.descend(operand)
            }
            Ctl::Until(left, right) => self.until(formula, left, right),
            Ctl::Weak(left, right) => self.weak(formula, left, right),
            Ctl::Not(inner) => self.descend(inner),
        }
    }

    /// `E[left U right]`: towards where right may hold, until a state surely gets there.
    fn until(&mut self, formula: &Ctl, left: &Ctl, right: &Ctl) -> Result<(Ctl, Goal), Error> {
        let here = self.solver.cube(&self.state)?;
        let layers = self.solver.perhaps(formula, (self.state.node, here))?;
        self.towards(&layers, (formula, left, right))
    }

    /// The same, along layers that the state is in.
    fn towards(
        &mut self,
        layers: &Layers,
        (formula, left, right): (&Ctl, &Ctl, &Ctl),
    ) -> Result<(Ctl, Goal), Error> {
        let yes = self.solver.half(formula, Half::Yes)?;
        loop {
            if self.is_open(right)? {
                return self.descend(right);
            }
            if self.is_open(left)? {
                return self.descend(left);
            }
            if self.may_step(&|node| yes[node])?.is_some() {
                return Ok((formula.clone(), Goal::Step(yes.to_vec())));
            }
            let here = self.solver.cube(&self.state)?;
            let round = layers.round_of(&mut self.solver.space, self.state.node, here)?;
            let Some(round) = round.and_then(|round| round.checked_sub(1)) else {
                return Ok((formula.clone(), Goal::Here(Cause::Settled)));
            };
            let Some(next) = self.may_step(&|node| layers.after(round, node))? else {
                return Ok((formula.clone(), Goal::Here(Cause::Settled)));
            };
            self.go(next);
        }
    }

    /// `E[left W right]`: towards where it is no longer sure that left goes on for ever.
    fn weak(&mut self, formula: &Ctl, left: &Ctl, right: &Ctl) -> Result<(Ctl, Goal), Error> {
        let yes = self.solver.half(formula, Half::Yes)?;
        let no = self.solver.half(formula, Half::No)?;
        let (yes_left, yes_right) = (
            self.solver.half(left, Half::Yes)?,
            self.solver.half(right, Half::Yes)?,
        );
        let manager = &mut self.solver.space.manager;
        let start = yes_left.iter().zip(yes_right.iter());
        let start = start.map(|(left, right)| manager.and(!*left, !*right));
        let start = start.collect::<Result<Sets, NodeLimit>>()?;
        let here = self.solver.cube(&self.state)?;
        // The states from which it is not sure, by the round in which that shows.
        let layers = Layers::grow(
            &mut self.solver.space,
            start,
            (self.state.node, here),
            |space, node, sets| {
                let rest: Sets = sets.iter().map(|set| !*set).collect();
                let before = space.must_before(node, &rest)?;
                space.manager.minus(!before, yes_right[node])
            },
        )?;
        loop {
            if self.is_open(right)? {
                return self.descend(right);
            }
            if self.is_open(left)? {
                return self.descend(left);
            }
            if self.may_step(&|node| yes[node])?.is_some() {
                return Ok((formula.clone(), Goal::Step(yes.to_vec())));
            }
            let here = self.solver.cube(&self.state)?;
            let round = layers.round_of(&mut self.solver.space, self.state.node, here)?;
            let mut next = None;
            if let Some(round) = round.and_then(|round| round.checked_sub(1)) {
                let mut sooner = Vec::new();
                for (node, no) in no.iter().enumerate() {
                    let set = layers.after(round, node);
                    sooner.push(self.solver.space.manager.minus(set, *no)?);
                }
                next = self.may_step(&|node| sooner[node])?;
            }
            let Some(next) = next else {
                let goal = no.iter().map(|set| !*set).collect();
                return Ok((formula.clone(), Goal::Step(goal)));
            };
            self.go(next);
        }
    }

    fn go(&mut self, next: State) {
        self.path.push(self.solver.visited(&next));
        self.state = next;
    }

    fn may_step(&mut self, goal: &dyn Fn(usize) -> Bdd) -> Result<Option<State>, Error> {
        Ok(self.solver.may_step(&self.state, goal)?)
    }

    /// Whether neither half of a formula has the state.
    fn is_open(&mut self, formula: &Ctl) -> Result<bool, Error> {
        let node = self.state.node;
        let yes = self.solver.half(formula, Half::Yes)?[node];
        let no = self.solver.half(formula, Half::No)?[node];
        let known = self.solver.space.manager.or(yes, no)?;
        if known == Bdd::TRUE {
            return Ok(false);
        }
        let here = self.solver.cube(&self.state)?;
        Ok(self.solver.space.manager.and(here, known)? == Bdd::FALSE)
    }
}
