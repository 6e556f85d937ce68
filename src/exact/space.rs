//! Steps as decision diagrams, and what lies before a set of states: surely, or perhaps.
//!
//! A state is a node of the [`Graph`] and a total valuation. What is unknown is unknown only within
//! a step: from a state, by a choice of the environment (the values of every `nondet`), a step
//! leads to a *set* of states, one for each way in which what is lost may turn out. This set is
//! a hyper-transition, the partial valuation of the paper said by its completions.
//!
//! # When a step is real
//!
//! Let s be a concrete state that the valuation v describes. Theorem 1 of the paper needs, for a
//! definite "there is a step into Q", that s itself has a successor that some state of Q describes.
//!
//! 1. *Assignment, call, return.* The concrete step has a result, and each bit of the result is
//!    what its expression says, where that is decided. `enforce` describes every concrete state, so
//!    the result is one of the completions K that satisfy it: if K lies in Q, the step leads into Q.
//!    If K is empty, v describes nothing, and nothing is claimed.
//! 2. *`nondet`.* The environment may take each value whatever is lost: that is what `abstraction`
//!    has shown before it writes `nondet` (every joint valuation has a witness from every consistent
//!    state). So one choice is enough, and of its completions, again, all must lie in Q. A choice that
//!    leaves no completion under `enforce` is none, and so is an initial valuation that violates it.
//! 3. *`constrain`* tells of lost bits which combinations there are. A reader cannot see whether it
//!    describes the results that there are or cuts some of them, so no completion is left out on its
//!    word: for lost bits it is ignored. It must leave something, or there is no step at all, and so
//!    it must be decided for each completion: where it has lost something itself, it may leave
//!    nothing. A value that the environment chooses it may forbid: a choice exists only if none of
//!    its completions may violate `constrain`. What is assigned to `_` is no choice: nothing depends
//!    on it.
//! 4. *`assume`* passes only if it is decided. A concrete state may not satisfy it, and then it has
//!    no successor: nothing can be concluded from both ways being good, there is one way only.
//! 5. *Tests and assertions* go one of two ways, whatever is lost: if both lead into Q, there is
//!    a step into Q (the improved pre-image of Section 5). So does a `goto` with several targets.
//!
//! Conversely all concrete successors of s are described by what the over-approximation allows, with
//! `constrain` and `enforce`: if all of that lies in Q, so do they.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::graph::{Graph, GraphAction};
use super::{Config, Error};
use crate::bdd::{Bdd, Level, Manager, NodeLimit, Renaming};
use crate::bp::control::{Formula, ProcedureId, Slot};
use crate::end::End;
use crate::reach::{Outcome, Time, outcome_choosing};

/// A set of states: per node the valuations.
pub(super) type Sets = Vec<Bdd>;

/// Everything that is computed once per program or node.
#[derive(Debug)]
pub(super) struct Space {
    pub(super) manager: Manager,
    pub(super) graph: Graph,
    /// Whether two ways that are both good make a good step.
    improved: bool,
    deadline: End,
    relations: Vec<Option<Relation>>,
    enforce: Vec<Option<Enforce>>,
    /// Current to next for some slots.
    renamings: BTreeMap<Vec<Slot>, Renaming>,
    /// The nodes before each node.
    pub(super) predecessors: Vec<Vec<usize>>,
}

/// The states of a procedure: those in which `enforce` may be 1, and those in which it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Enforce {
    pub(super) may: Bdd,
    pub(super) must: Bdd,
}

/// What a node does to a valuation.
#[derive(Debug, Clone)]
pub(super) enum Relation {
    /// Nothing.
    Identity,
    /// A condition over current values and the environment's choices.
    Guard {
        /// Where it may be 1, and where 0, given the choices.
        given: (Bdd, Bdd),
        /// The same for some choices.
        may: (Bdd, Bdd),
        /// The choices, as a cube.
        chosen: Bdd,
    },
    /// Current values, choices and next values.
    Assign(Rc<Assignment>),
}

/// A parallel assignment, bit by bit: all bits together may make a diagram that is far too large.
#[derive(Debug)]
pub(super) struct Assignment {
    /// For each next value that is computed, where it has it, and its level as a cube.
    takes: Vec<(Bdd, Bdd)>,
    /// What `enforce` says of next values.
    lands: Bdd,
    /// What `constrain` allows.
    allows: Bdd,
    /// The current values and choices from which a step is real.
    real: Bdd,
    /// The choices, as a cube: among them the next values that are chosen themselves.
    chosen: Bdd,
    /// Current to next for what is assigned.
    pub(super) renaming: Renaming,
}

impl Space {
    pub(super) fn new(graph: Graph, config: &Config) -> Space {
        let nodes = graph.nodes.len();
        let mut predecessors = vec![Vec::new(); nodes];
        for node in 0..nodes {
            for next in graph.successors(node) {
                if predecessors[next].last() != Some(&node) {
                    predecessors[next].push(node);
                }
            }
        }
        Space {
            manager: Manager::new(config.node_limit),
            improved: config.improved_preimage,
            deadline: config.deadline,
            relations: vec![None; nodes],
            enforce: vec![None; graph.enforce.len()],
            renamings: BTreeMap::new(),
            predecessors,
            graph,
        }
    }

    /// Whether there is time left.
    pub(super) fn in_time(&self) -> Result<(), Error> {
        if self.deadline.has_come() {
            return Err(Error::TimeUp);
        }
        Ok(())
    }

    /// The states from which some step surely leads into a set.
    pub(super) fn must_before(&mut self, node: usize, set: &Sets) -> Result<Bdd, NodeLimit> {
        let relation = self.relation(node)?;
        let enforce = self.enforce(self.graph.procedure(node))?;
        let action = &self.graph.nodes[node].action;
        let before = match (action, relation) {
            (GraphAction::Goto(targets), _) => {
                let mut all = Bdd::from(targets.len() == 1 || self.improved && !targets.is_empty());
                for target in targets {
                    all = self.manager.and(all, set[*target])?;
                }
                all
            }
            (GraphAction::Assume(_, next), Relation::Guard { given, chosen, .. }) => {
                let passes = self.manager.exists(!given.1, chosen)?;
                self.manager.and(passes, set[*next])?
            }
            (
                GraphAction::Branch {
                    then, otherwise, ..
                },
                Relation::Guard { given, chosen, .. },
            ) => {
                let (then, otherwise) = (set[*then], set[*otherwise]);
                let mut bad = self.manager.minus(given.0, then)?;
                let astray = self.manager.minus(given.1, otherwise)?;
                bad = self.manager.or(bad, astray)?;
                if !self.improved {
                    let open = self.manager.and(given.0, given.1)?;
                    bad = self.manager.or(bad, open)?;
                }
                self.manager.exists(!bad, chosen)?
            }
            (GraphAction::Assign { next, .. }, Relation::Assign(assignment)) => {
                let after = self.manager.rename(set[*next], assignment.renaming)?;
                let good = self.sure_choices(&assignment, after)?;
                self.manager.exists(good, assignment.chosen)?
            }
            // Nothing happens any more that `enforce` could cut.
            (GraphAction::Stay, _) => return Ok(set[node]),
            _ => Bdd::FALSE,
        };
        self.manager.and(before, enforce.must)
    }

    /// The states from which some step may lead into a set, or into its complement.
    pub(super) fn may_before(
        &mut self,
        node: usize,
        set: impl Fn(usize) -> Bdd,
    ) -> Result<Bdd, NodeLimit> {
        let relation = self.relation(node)?;
        match (&self.graph.nodes[node].action, relation) {
            (GraphAction::Goto(targets), _) => {
                let mut any = Bdd::FALSE;
                for target in targets {
                    any = self.manager.or(any, set(*target))?;
                }
                Ok(any)
            }
            (GraphAction::Assume(_, next), Relation::Guard { may, .. }) => {
                self.manager.and(may.0, set(*next))
            }
            (
                GraphAction::Branch {
                    then, otherwise, ..
                },
                Relation::Guard { may, .. },
            ) => {
                let then = self.manager.and(may.0, set(*then))?;
                let otherwise = self.manager.and(may.1, set(*otherwise))?;
                self.manager.or(then, otherwise)
            }
            (GraphAction::Assign { next, .. }, Relation::Assign(assignment)) => {
                let after = self.manager.rename(set(*next), assignment.renaming)?;
                let allowed = self.manager.and(after, assignment.allows)?;
                let given = self.some_completion(&assignment, allowed)?;
                self.manager.exists(given, assignment.chosen)
            }
            (GraphAction::Stay, _) => Ok(set(node)),
            _ => Ok(Bdd::FALSE),
        }
    }

    /// The current values and choices with a completion in a set of next values.
    fn some_completion(&mut self, assignment: &Assignment, after: Bdd) -> Result<Bdd, NodeLimit> {
        let mut some = self.manager.and(after, assignment.lands)?;
        for (takes, next) in &assignment.takes {
            some = self.manager.and_exists(some, *takes, *next)?;
        }
        Ok(some)
    }

    /// The current values and choices from which a step is real, all completions of which are in
    /// a set of next values.
    pub(super) fn sure_choices(
        &mut self,
        assignment: &Assignment,
        after: Bdd,
    ) -> Result<Bdd, NodeLimit> {
        let bad = self.some_completion(assignment, !after)?;
        self.manager.minus(assignment.real, bad)
    }

    /// All completions of steps from some current values: current values, choices, next values.
    pub(super) fn completions(
        &mut self,
        assignment: &Assignment,
        here: Bdd,
    ) -> Result<Bdd, NodeLimit> {
        let mut steps = here;
        for (takes, _) in &assignment.takes {
            steps = self.manager.and(steps, *takes)?;
        }
        self.manager.and(steps, assignment.lands)
    }

    /// Those of them that `constrain` allows.
    pub(super) fn steps_from(
        &mut self,
        assignment: &Assignment,
        here: Bdd,
    ) -> Result<Bdd, NodeLimit> {
        let steps = self.completions(assignment, here)?;
        self.manager.and(steps, assignment.allows)
    }

    /// The states all of whose steps, if there are any, lead into a set.
    pub(super) fn all_before(&mut self, node: usize, set: &Sets) -> Result<Bdd, NodeLimit> {
        Ok(!self.may_before(node, |next| !set[next])?)
    }

    /// What the states of a procedure satisfy.
    pub(super) fn enforce(&mut self, procedure: ProcedureId) -> Result<Enforce, NodeLimit> {
        let index = procedure.0 as usize;
        if let Some(enforce) = self.enforce[index] {
            return Ok(enforce);
        }
        let condition = self.graph.enforce[index].clone();
        let enforce = match condition {
            Some(condition) => {
                let Outcome { one, zero } = self.outcome(&condition, &mut || None)?;
                Enforce {
                    may: one,
                    must: !zero,
                }
            }
            None => Enforce {
                may: Bdd::TRUE,
                must: Bdd::TRUE,
            },
        };
        self.enforce[index] = Some(enforce);
        Ok(enforce)
    }

    /// What a node does.
    pub(super) fn relation(&mut self, node: usize) -> Result<Relation, NodeLimit> {
        if let Some(relation) = &self.relations[node] {
            return Ok(relation.clone());
        }
        let action = self.graph.nodes[node].action.clone();
        let relation = match &action {
            GraphAction::Goto(_) | GraphAction::Stay => Relation::Identity,
            GraphAction::Assume(condition, _) | GraphAction::Branch { condition, .. } => {
                let mut choices = Choices::new(&self.graph);
                let Outcome { one, zero } = self.outcome(condition, &mut || choices.next())?;
                let chosen = self.manager.cube_of(choices.taken)?;
                let may = (
                    self.manager.exists(one, chosen)?,
                    self.manager.exists(zero, chosen)?,
                );
                Relation::Guard {
                    given: (one, zero),
                    may,
                    chosen,
                }
            }
            GraphAction::Assign {
                targets,
                values,
                constrain,
                lands_in,
                ..
            } => self.assignment(targets, values, constrain.as_ref(), *lands_in)?,
        };
        self.relations[node] = Some(relation.clone());
        Ok(relation)
    }

    fn assignment(
        &mut self,
        targets: &[Slot],
        values: &[Formula],
        constrain: Option<&Formula>,
        lands_in: ProcedureId,
    ) -> Result<Relation, NodeLimit> {
        let renaming = self.current_to_next(targets);
        let enforce = self.enforce(lands_in)?;
        let mut choices = Choices::new(&self.graph);
        let mut takes = Vec::new();
        for (slot, value) in targets.iter().zip(values) {
            let next = level(*slot, Time::Next);
            if *value == Formula::Nondet {
                choices.taken.push(next);
                continue;
            }
            let outcome = self.outcome(value, &mut || choices.next())?;
            let relation = outcome.taken_by(&mut self.manager, next)?;
            takes.push((relation, self.manager.cube_of([next])?));
        }
        // Of an `enforce` that is a choice itself nothing is sure.
        let mut safe = self.manager.rename(enforce.must, renaming)?;
        let mut allows = Bdd::TRUE;
        if let Some(condition) = constrain {
            let Outcome { one, zero } = self.outcome(condition, &mut || choices.next())?;
            allows = one;
            let doubtful = if choices.taken.is_empty() {
                // Whether there is a step at all is lost, as with an `assume` that is.
                self.manager.and(one, zero)?
            } else {
                // A choice that may be forbidden is none.
                zero
            };
            safe = self.manager.minus(safe, doubtful)?;
        }
        let mut assignment = Assignment {
            takes,
            lands: self.manager.rename(enforce.may, renaming)?,
            allows,
            real: Bdd::TRUE,
            chosen: self.manager.cube_of(choices.taken)?,
            renaming,
        };
        assignment.real = self.some_completion(&assignment, allows)?;
        assignment.real = self.sure_choices(&assignment, safe)?;
        Ok(Relation::Assign(Rc::new(assignment)))
    }

    /// Where an expression may be 1, and where it may be 0, given the choices that have levels.
    pub(super) fn outcome(
        &mut self,
        formula: &Formula,
        nondet: &mut dyn FnMut() -> Option<Level>,
    ) -> Result<Outcome, NodeLimit> {
        outcome_choosing(&mut self.manager, formula, &level, nondet)
    }

    /// Current to next for these slots, others as they are.
    fn current_to_next(&mut self, slots: &[Slot]) -> Renaming {
        let mut sorted = slots.to_vec();
        sorted.sort_unstable();
        if let Some(renaming) = self.renamings.get(&sorted) {
            return *renaming;
        }
        let last = sorted.last().map_or(0, |slot| slot.0 + 1);
        let levels = (0..last).map(Slot).flat_map(|slot| {
            let moved = sorted.binary_search(&slot).is_ok();
            let now = if moved { Time::Next } else { Time::Now };
            [level(slot, now), level(slot, Time::Next)]
        });
        let renaming = self.manager.renaming(levels.collect());
        self.renamings.insert(sorted, renaming);
        renaming
    }

    /// The handles that must survive a collection, beside those of the caller.
    pub(super) fn roots(&self) -> impl Iterator<Item = Bdd> {
        let relations = self.relations.iter().flatten();
        let relations = relations.flat_map(|relation| match relation {
            Relation::Identity => Vec::new(),
            Relation::Guard { given, may, chosen } => vec![given.0, given.1, may.0, may.1, *chosen],
            Relation::Assign(assignment) => {
                let takes = assignment.takes.iter();
                let mut all: Vec<Bdd> = takes.flat_map(|(takes, next)| [*takes, *next]).collect();
                all.extend([assignment.lands, assignment.allows]);
                all.extend([assignment.real, assignment.chosen]);
                all
            }
        });
        let enforce = self.enforce.iter().flatten();
        relations.chain(enforce.flat_map(|enforce| [enforce.may, enforce.must]))
    }
}

/// Levels for the environment's choices within one statement.
struct Choices {
    first: u32,
    taken: Vec<Level>,
}

impl Choices {
    fn new(graph: &Graph) -> Choices {
        let variables = u32::try_from(graph.variables.len()).unwrap_or(u32::MAX / 4);
        Choices {
            first: 2 * variables,
            taken: Vec::new(),
        }
    }

    #[allow(clippy::unnecessary_wraps)] // as expressions ask for it
    fn next(&mut self) -> Option<Level> {
        // Next values that are chosen themselves are among them: numbers are left out, none twice.
        let count = u32::try_from(self.taken.len()).unwrap_or(u32::MAX / 4);
        let chosen = Level(self.first + count);
        self.taken.push(chosen);
        Some(chosen)
    }
}

/// The level of a variable's value.
pub(super) fn level(slot: Slot, time: Time) -> Level {
    Level(2 * slot.0 + u32::from(time == Time::Next))
}
