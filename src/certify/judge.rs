//! Putting obligations to solvers.

use std::time::Duration;

use super::{Obligation, Refusal};
use crate::logic::Term;
use crate::smt::{
    Context, Error, Oracle, Possibility, SolverProcess, SolverSettings, find_all_solvers,
    find_solver,
};

/// Steps after which a question is given up: there are few questions here, and each may be about
/// everything at once.
const STEPS: u32 = 10_000_000;
const CLOCK: Duration = Duration::from_secs(20);
/// So many obligations are put in one question first.
const TOGETHER: usize = 64;

/// A solver that confirms obligations.
pub struct Certifier {
    /// What it is called.
    pub name: String,
    /// Who answers.
    pub oracle: Box<dyn Oracle>,
}

/// The solver in use and every other one there is, each as a process of its own that has been asked
/// nothing before.
///
/// # Errors
/// If there is none, or the one that `wish` names cannot be used.
pub fn certifiers(wish: Option<&str>) -> Result<Vec<Certifier>, Error> {
    let first = find_solver(wish)?;
    let others = find_all_solvers(wish).into_iter();
    let usable = others.filter_map(|candidate| candidate.found.ok());
    let mut all = vec![first];
    for solver in usable {
        // Another build of the same solver is no second opinion.
        if !all.iter().any(|known| known.dialect == solver.dialect) {
            all.push(solver);
        }
    }
    let settings = SolverSettings {
        steps: STEPS,
        clock: CLOCK,
        ..SolverSettings::default()
    };
    Ok(all
        .into_iter()
        .map(|solver| Certifier {
            name: solver.to_string(),
            oracle: Box::new(SolverProcess::with(solver, settings.clone())),
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
    let mut found = vec![Judgement::default(); owed.len()];
    for (from, group) in (0..).step_by(TOGETHER).zip(owed.chunks(TOGETHER)) {
        let judgements = &mut found[from..from + group.len()];
        let states: Vec<Term> = group.iter().map(counterexample).collect();
        for (at, certifier) in certifiers.iter_mut().enumerate() {
            // Usually all of them hold, and one question tells.
            match ask(certifier, Term::or(states.iter().cloned())) {
                Possibility::Impossible => judgements
                    .iter_mut()
                    .for_each(|judgement| judgement.holds.push(at)),
                // One that the others confirm needs no second opinion that does not come.
                Possibility::Unknown if at > 0 && judgements.iter().all(is_confirmed) => {}
                Possibility::Possible | Possibility::Unknown => {
                    for (state, judgement) in states.iter().zip(judgements.iter_mut()) {
                        match ask(certifier, state.clone()) {
                            Possibility::Impossible => judgement.holds.push(at),
                            Possibility::Possible => judgement.fails.push(at),
                            Possibility::Unknown => {}
                        }
                    }
                }
            }
        }
    }
    found
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
    let answer = oracle
        .begin(&context)
        .and_then(|()| oracle.possibility(&[]));
    answer.unwrap_or(Possibility::Unknown)
}
