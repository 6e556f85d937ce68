//! Putting obligations to solvers.

use std::iter::repeat;
use std::time::{Duration, Instant};

use super::{Obligation, Refusal};
use crate::end::End;
use crate::logic::Term;
use crate::smt::{
    Context, Counted, Deadline, Error, Log, Oracle, Possibility, SolverProcess, SolverSettings,
    find_all_solvers, find_solver_until,
};

/// Steps after which a question is given up: there are few questions here, and each may be about
/// everything at once.
const STEPS: u32 = 10_000_000;
const CLOCK: Duration = Duration::from_secs(20);
/// The same for second opinions: an obligation that one solver confirms need not be confirmed again,
/// only looked at.
const STEPS_OF_OTHERS: u32 = 40_000;
/// So many obligations are put in one question first, if they are small.
const TOGETHER: usize = 64;
/// No more operators and operands are put in one question, unless they are of one obligation.
const LARGEST: usize = 600;
/// After so many questions in a row without an answer nobody is asked for a second opinion.
const MOST_IN_VAIN: usize = 3;

/// A solver that confirms obligations.
pub struct Certifier {
    /// What it is called.
    pub name: String,
    oracle: Counted<Box<dyn Oracle>>,
}

impl Certifier {
    /// One that has been asked nothing before.
    pub fn new(name: String, oracle: Box<dyn Oracle>) -> Certifier {
        Certifier {
            name,
            oracle: Counted::new(oracle),
        }
    }

    /// How many questions it was asked.
    pub fn questions(&self) -> u64 {
        self.oracle.tally().asked().questions
    }
}

/// The solver in use and every other one there is, each as a process of its own that has been asked
/// nothing before. After the `end`, if there is one, they confirm nothing any more.
///
/// # Errors
/// If there is none, or the one that `wish` names cannot be used.
pub fn certifiers(wish: Option<&str>, end: Option<Instant>) -> Result<Vec<Certifier>, Error> {
    logged_certifiers(wish, end, None)
}

/// The same, where all dialogues are written down.
///
/// # Errors
/// As [`certifiers`], and if the folder of the log cannot be made.
pub fn logged_certifiers(
    wish: Option<&str>,
    end: Option<Instant>,
    log: Option<&Log>,
) -> Result<Vec<Certifier>, Error> {
    // Whoever breaks off later has only not confirmed anything, and would not say why.
    log.map_or(Ok(()), Log::make_folder)?;
    let first = find_solver_until(wish, end)?;
    let others = find_all_solvers(wish, end).into_iter();
    let usable = others.filter_map(|candidate| candidate.found.ok());
    let mut all = vec![first];
    for solver in usable {
        // Another build of the same solver is no second opinion.
        if !all.iter().any(|known| known.dialect == solver.dialect) {
            all.push(solver);
        }
    }
    let settings = |steps| SolverSettings {
        steps,
        clock: CLOCK,
        end,
        log: log.cloned(),
        ..SolverSettings::default()
    };
    let limits = [STEPS].into_iter().chain(repeat(STEPS_OF_OTHERS));
    Ok(all
        .into_iter()
        .zip(limits)
        .map(|(solver, steps)| {
            let name = solver.to_string();
            let process = SolverProcess::with(solver, settings(steps));
            Certifier::new(name, Box::new(Deadline::new(process, End::at(end))))
        })
        .collect())
}

/// What the solvers say of an obligation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Judgement {
    /// Who says that it holds.
    pub(super) holds: Vec<usize>,
    /// Who knows a state in which it does not.
    fails: Vec<usize>,
}

impl Judgement {
    /// Why the obligation is not confirmed, if it is not.
    pub(super) fn refusal(&self) -> Option<Refusal> {
        match (self.holds.is_empty(), self.fails.is_empty()) {
            (false, true) => None,
            (true, true) => Some(Refusal::Unanswered),
            (true, false) => Some(Refusal::Refuted),
            (false, false) => Some(Refusal::Disagreement),
        }
    }
}

/// What the solvers say of each obligation, in order.
pub(super) fn judge(owed: &[Obligation], certifiers: &mut [Certifier]) -> Vec<Judgement> {
    let states: Vec<Term> = owed.iter().map(counterexample).collect();
    let mut found = vec![Judgement::default(); owed.len()];
    for (at, certifier) in certifiers.iter_mut().enumerate() {
        let mut from = 0;
        let mut in_vain = 0;
        for count in groups(&states) {
            let group = from..from + count;
            from += count;
            let (states, found) = (&states[group.clone()], &mut found[group]);
            let is_second = at > 0 && found.iter().all(is_confirmed);
            // One that the others confirm needs no second opinion that does not come.
            if is_second && in_vain >= MOST_IN_VAIN {
                continue;
            }
            let answer = ask(certifier, Term::or(states.iter().cloned()));
            in_vain = if answer == Possibility::Unknown {
                in_vain + 1
            } else {
                0
            };
            if !(is_second && answer == Possibility::Unknown) {
                settle(at, certifier, answer, states, found);
            }
        }
    }
    found
}

/// How many of the states are looked at together, one group after the other: few large ones, or many
/// small ones.
fn groups(states: &[Term]) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    let mut room = 0;
    for state in states {
        let size = state.size(LARGEST);
        match found.last_mut() {
            Some(count) if size <= room && *count < TOGETHER => {
                *count += 1;
                room -= size;
            }
            Some(_) | None => {
                found.push(1);
                room = LARGEST.saturating_sub(size);
            }
        }
    }
    found
}

/// Takes the answer on a group for all that are in it where it tells; otherwise each half is asked
/// about.
fn settle(
    at: usize,
    certifier: &mut Certifier,
    answer: Possibility,
    states: &[Term],
    found: &mut [Judgement],
) {
    match (answer, found) {
        (Possibility::Impossible, all) => {
            for judgement in all {
                judgement.holds.push(at);
            }
        }
        (Possibility::Possible, [one]) => one.fails.push(at),
        (Possibility::Unknown, [_]) | (_, []) => {}
        (Possibility::Possible | Possibility::Unknown, several) => {
            let middle = several.len() / 2;
            let (first, second) = several.split_at_mut(middle);
            for (states, found) in [(&states[..middle], first), (&states[middle..], second)] {
                let answer = ask(certifier, Term::or(states.iter().cloned()));
                settle(at, certifier, answer, states, found);
            }
        }
    }
}

fn is_confirmed(judgement: &Judgement) -> bool {
    judgement.refusal().is_none()
}

/// The states in which the obligation does not hold.
fn counterexample(obligation: &Obligation) -> Term {
    let facts = obligation.facts.iter().cloned();
    Term::and(facts.chain([Term::not(obligation.goal.clone())]))
}

/// Whether there is such a state. A solver that breaks off has not told.
fn ask(certifier: &mut Certifier, state: Term) -> Possibility {
    let context = Context {
        facts: vec![state],
        atoms: Vec::new(),
    };
    let oracle = &mut certifier.oracle;
    // What was asked before may lead a solver astray: the same question has taken it ten seconds
    // then, and a tenth of one afresh.
    let answer = oracle
        .renew()
        .and_then(|()| oracle.begin(&context))
        .and_then(|()| oracle.possibility(&[]));
    answer.unwrap_or(Possibility::Unknown)
}
