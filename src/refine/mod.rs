//! [`feasibility`] and [`Suggester`]: an abstract trace to a failing check is a run, or there are
//! predicates that exclude it, or nobody knows.
//!
//! A [`Path`] is the way of a trace through the flow program. [`formula`] says what must hold of
//! the inputs for a run to go that way; a solver finds such inputs, and [`replay`] lets the
//! interpreter judge them: only what it confirms is a violation. Where no inputs will do,
//! `newton` carries the conditions that contradict each other back along the path, and `horn` asks
//! for invariants of the path's loops: both suggest predicates.

mod arrivals;
mod blocks;
mod client;
mod calls;
mod deep;
mod detours;
mod formula;
mod graph;
mod guided;
mod horn;
mod inputs;
mod linear;
mod newton;
mod observed;
mod path;
mod replay;
mod search;
mod settle;
mod shrink;

use std::collections::{BTreeMap, BTreeSet};

pub use arrivals::{Arrivals, Entry, arrivals, entries};
pub use deep::deep;
pub use formula::{Condition, Input, PathFormula, Site, formula};
pub use guided::guided;
pub use horn::horn_clauses;
pub use inputs::{Deed, Given, deeds};
pub use linear::{halves, shape};
pub use observed::Patience;
pub use path::{Frame, Path, Visit};
pub use replay::{Script, follow, is_endless, replay};
pub use search::{Clients, go_on, search};
pub use settle::Reading;
pub use shrink::simplest;

use crate::flow::{FlowProgram, SubprogramId};
use crate::logic::{Sort, Term, TermKind, Variable};
use crate::predicate::connected;
use crate::proof::Evidence;
use crate::smt::{Answer, Error, HornAnswer, Literal, Oracle, Possibility, StateAnswer};
use crate::verdict::{Arrival, CheckId};
use graph::{Extent, Graph};
use horn::{Aim, Detail};
use observed::Observed;

/// A predicate that would tell apart what an abstract trace confuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The subprogram it belongs to, or `None` if it is about the unit's variables only.
    pub scope: Option<SubprogramId>,
    /// What it says.
    pub term: Term,
}

impl Suggestion {
    /// The predicate of a subprogram (`None` is the client), or of the unit where it is about that
    /// alone; the client has none of its own.
    fn within(
        subprogram: Option<SubprogramId>,
        term: &Term,
        globals: &BTreeSet<Variable>,
    ) -> Option<Suggestion> {
        let is_global = term.variables().is_subset(globals);
        let is_sayable = subprogram.is_some() || is_global;
        is_sayable.then(|| Suggestion {
            scope: subprogram.filter(|_| !is_global),
            term: linear::normal(term),
        })
    }
}

/// How predicates are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strategy {
    /// Weakest preconditions along the contradiction (SLAM's Newton).
    WeakestPreconditions,
    /// Invariants of the program that the path's blocks and jumps make.
    PathInvariants,
    /// Invariants of the subprograms that the path goes through.
    SubprogramInvariants,
    /// Interpolants along the path.
    Interpolants,
    /// Weakest preconditions of what the exact reading leaves open.
    OpenSteps,
    /// The halves of equalities that are known and were not enough.
    Halves,
}

/// What is known of a path.
#[derive(Debug, Clone)]
pub enum Feasibility {
    /// A run goes that way, with these answers of the surroundings; the interpreter confirms it.
    Confirmed(Script),
    /// A run may go that way if values that nobody knows are right: the name of one of them.
    RestsOnLost(String),
    /// A solver has inputs for it that the interpreter does not follow there.
    NotConfirmed,
    /// A solver has inputs for it with which a run takes too long to be followed.
    Endless,
    /// No run goes that way, because these conditions cannot hold together.
    Impossible(BTreeSet<usize>),
    /// The solver does not know.
    Unknown(String),
}

/// Whether a run goes along a path.
///
/// # Errors
/// If the solver fails for good.
pub fn feasibility(
    flow: &FlowProgram,
    path: &Path,
    formula: &PathFormula,
    oracle: &mut dyn Oracle,
) -> Result<Feasibility, Error> {
    oracle.begin(&formula.context())?;
    let all: Vec<Literal> = (0..formula.conditions.len())
        .map(Literal::positive)
        .collect();
    match oracle.ask(&all)? {
        Answer::Unknown(reason) => Ok(Feasibility::Unknown(reason)),
        Answer::Unsatisfiable(core) => Ok(Feasibility::Impossible(minimal(core, oracle)?)),
        Answer::Satisfiable(_) => {
            let StateAnswer::State(state) = oracle.ask_state(&all)? else {
                return Ok(Feasibility::Unknown("no values were found".to_owned()));
            };
            let lost = formula.inputs.iter().find_map(|input| match input {
                Input::Lost(variable, _) => Some(variable.variable.name.to_string()),
                Input::Value(..) | Input::Choice(_) => None,
            });
            if let Some(name) = lost {
                return Ok(Feasibility::RestsOnLost(name));
            }
            let value = |version: &crate::logic::Variable| state.get(version).cloned();
            let script = replay::script_of(&formula.inputs, &value);
            Ok(match script {
                Some(script) if replay(flow, &script) == Some(path.check) => {
                    let is_late = || oracle.in_time().is_err();
                    Feasibility::Confirmed(simplest(flow, &script, path.check, &is_late))
                }
                Some(script) if is_endless(flow, &script) => Feasibility::Endless,
                Some(_) | None => Feasibility::NotConfirmed,
            })
        }
    }
}

/// A contradiction of which no condition can be left out, as far as that is cheap to find.
fn minimal(core: Vec<Literal>, oracle: &mut dyn Oracle) -> Result<BTreeSet<usize>, Error> {
    const CHEAP: usize = 24;
    let mut core = core;
    if core.len() <= CHEAP {
        let mut at = 0;
        while at < core.len() && core.len() > 1 {
            let mut fewer = core.clone();
            // The earliest go first: what is known late is nearer to the failure.
            fewer.remove(at);
            if oracle.possibility(&fewer)? == Possibility::Impossible {
                core = fewer;
            } else {
                at += 1;
            }
        }
    }
    Ok(core.into_iter().map(|literal| literal.atom).collect())
}

/// Finds predicates that exclude impossible paths, and remembers where it has looked in vain.
pub struct Suggester {
    /// How long invariants are looked for each time, in questions.
    effort: u32,
    /// The parts of the program for which nobody could.
    unsolved: BTreeSet<(CheckId, Graph)>,
    /// How often that was, per check.
    failures: BTreeMap<CheckId, usize>,
    /// What watching the program has shown.
    observed: Option<Observed>,
    /// The checks of which nothing is known yet.
    open: BTreeSet<CheckId>,
}

impl Suggester {
    /// One that looks for invariants for so long each time, in questions to the solver.
    pub fn new(effort: u32) -> Suggester {
        Suggester {
            effort,
            unsolved: BTreeSet::new(),
            failures: BTreeMap::new(),
            observed: None,
            open: BTreeSet::new(),
        }
    }

    /// What is found for one check should serve these others too.
    pub fn look_at(&mut self, open: &[CheckId]) {
        self.open = open.iter().copied().collect();
    }

    /// How often invariants were looked for in vain for the sake of a check.
    pub fn failures(&self, check: CheckId) -> usize {
        self.failures.get(&check).copied().unwrap_or(0)
    }

    /// Predicates that exclude a path which the conditions of its core make impossible, by one way
    /// to find them.
    ///
    /// # Errors
    /// If the solver fails for good.
    pub fn suggestions(
        &mut self,
        flow: &FlowProgram,
        (path, formula, core): (&Path, &PathFormula, &BTreeSet<usize>),
        strategy: Strategy,
        oracle: &mut dyn Oracle,
    ) -> Result<Vec<Suggestion>, Error> {
        let extent = match strategy {
            // These come with the step that is open, and with the predicates that are known.
            Strategy::OpenSteps | Strategy::Halves => return Ok(Vec::new()),
            Strategy::WeakestPreconditions => {
                return Ok(newton::weakest_preconditions(flow, path, formula, core));
            }
            Strategy::PathInvariants => Extent::Blocks,
            Strategy::SubprogramInvariants => Extent::Subprograms,
            Strategy::Interpolants => Extent::Visits,
        };
        let graph = Graph::around(flow, path, extent);
        let question = (path.check, graph);
        if self.unsolved.contains(&question) {
            return Ok(Vec::new());
        }
        let clauses = horn::clauses(flow, &question.1, Aim::Check(path.check), Detail::Plain);
        Ok(match oracle.horn(&clauses.system, self.effort)? {
            HornAnswer::Solved(solution) => {
                let mut found = clauses.suggestions(&solution);
                found.retain(|suggestion| is_small(&suggestion.term));
                found
            }
            HornAnswer::Impossible | HornAnswer::Unknown(_) => {
                self.unsolved.insert(question);
                *self.failures.entry(path.check).or_default() += 1;
                Vec::new()
            }
        })
    }

    /// Shows that a check never fails by invariants that were conjectured from runs, with so much
    /// patience, and what else is shown with it; each with whether control comes there.
    ///
    /// # Errors
    /// If the solver fails for good.
    pub fn shown(
        &mut self,
        flow: &FlowProgram,
        check: CheckId,
        patience: Patience,
        oracle: &mut dyn Oracle,
    ) -> Result<BTreeMap<CheckId, Arrival>, Error> {
        let observed = match &mut self.observed {
            Some(observed) => observed,
            none => none.insert(Observed::new(flow, self.effort, oracle)?),
        };
        observed.shown(check, &self.open, patience, oracle)
    }

    /// Whether something hard was left out when a check was looked at without patience.
    pub fn is_hard(&self, check: CheckId) -> bool {
        let observed = self.observed.as_ref();
        observed.is_some_and(|observed| observed.is_hard(check))
    }

    /// The proof of all that was [shown](Suggester::shown), if anything was looked at.
    pub fn evidence(&self, flow: &FlowProgram) -> Option<Evidence> {
        self.observed
            .as_ref()
            .map(|observed| observed.evidence(flow))
    }
}

/// Answers of the surroundings that lead as far along an impossible path as a run can go; none
/// where the solver does not know.
///
/// # Errors
/// If the solver fails for good.
pub fn prefix(
    formula: &PathFormula,
    core: &BTreeSet<usize>,
    oracle: &mut dyn Oracle,
) -> Result<Option<Script>, Error> {
    oracle.begin(&formula.context())?;
    let mut end = core.last().copied().unwrap_or(0);
    loop {
        let literals: Vec<Literal> = (0..end).map(Literal::positive).collect();
        match oracle.ask(&literals)? {
            Answer::Unknown(_) => return Ok(None),
            Answer::Unsatisfiable(core) => {
                end = core.iter().map(|literal| literal.atom).max().unwrap_or(0);
                if end == 0 {
                    return Ok(None);
                }
            }
            Answer::Satisfiable(_) => {
                let StateAnswer::State(state) = oracle.ask_state(&literals)? else {
                    return Ok(None);
                };
                let value = |version: &crate::logic::Variable| state.get(version).cloned();
                let known = formula.inputs.iter();
                let known: Vec<Input> = known
                    .take_while(|input| !matches!(input, Input::Lost(..)))
                    .cloned()
                    .collect();
                return Ok(replay::script_of(&known, &value));
            }
        }
    }
}

/// The comparisons and Boolean variables that a condition is made of, each in its normal form.
fn atoms(condition: &Term, found: &mut BTreeSet<Term>) {
    if condition.as_value().is_some() {
        return;
    }
    let parts = connected(condition);
    if parts.is_empty() {
        if let Some((way, first, second)) = choice_in(condition) {
            for part in [way, first, second] {
                atoms(&part, found);
            }
            return;
        }
        let normal = linear::normal(condition);
        if normal.as_value().is_none() {
            found.insert(normal);
        }
    }
    for part in parts {
        atoms(part, found);
    }
}

/// A condition that depends on an if-expression inside it: what that depends on, and the condition
/// with one value of it and with the other.
fn choice_in(condition: &Term) -> Option<(Term, Term, Term)> {
    let choice = inner_choice(condition)?;
    let operands = choice.operands();
    let [way, first, second] = operands.as_slice() else {
        return None;
    };
    let with = |value: &Term| condition.with_part(&choice, value);
    Some(((*way).clone(), with(first), with(second)))
}

/// The first if-expression of integers in a term, outside of binders.
#[allow(clippy::wildcard_enum_match_arm)] // only these shapes matter
fn inner_choice(term: &Term) -> Option<Term> {
    match term.kind() {
        TermKind::Quantified(..) | TermKind::Comprehension(..) => None,
        TermKind::IfThenElse(..) if term.sort() != Sort::Bool => Some(term.clone()),
        _ => term.operands().into_iter().find_map(inner_choice),
    }
}

/// Larger terms are no predicates that anybody can use.
const LARGEST: usize = 60;

/// Whether a term has few operators and operands, shared ones counted each time.
fn is_small(term: &Term) -> bool {
    is_within(term, LARGEST)
}

/// Whether it has at most so many.
fn is_within(term: &Term, most: usize) -> bool {
    fn count(term: &Term, left: &mut usize) {
        if *left > 0 {
            *left -= 1;
            for operand in term.operands() {
                count(operand, left);
            }
        }
    }
    let mut left = most + 1;
    count(term, &mut left);
    left > 0
}
