//! Which of many candidates are invariants together (Houdini), and which of those a check needs.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::logic::{Sort, Term, Variable};
use crate::smt::{Answer, Application, Clause, Context, Error, HornSystem, Literal, Oracle};

/// One candidate: the relation it is of, and its number there.
pub(super) type Candidate = (usize, usize);

/// So many questions are asked before everything is given up.
const MOST_QUESTIONS: usize = 1_000;

/// Per relation, conditions on its places. Those that are left are invariants together.
#[derive(Debug, Clone, Default)]
pub(super) struct Conjectures {
    /// Per relation.
    pub(super) of: Vec<Vec<Term>>,
}

/// The candidates of which the clauses show that they always hold; `None` if that would take too
/// long.
///
/// # Errors
/// If the solver fails for good.
pub(super) fn inductive(
    system: &HornSystem,
    candidates: &Conjectures,
    oracle: &mut dyn Oracle,
) -> Result<Option<Conjectures>, Error> {
    let mut live = candidates.clone();
    let mut questions = 0;
    let mut queue: VecDeque<usize> = (0..system.clauses.len()).collect();
    while let Some(at) = queue.pop_front() {
        let clause = &system.clauses[at];
        let Some(conclusion) = &clause.conclusion else {
            continue;
        };
        let relation = conclusion.relation;
        let before = live.of[relation].len();
        if before == 0 {
            continue;
        }
        let failing = failing(system, clause, conclusion, &live, &mut questions, oracle)?;
        if questions > MOST_QUESTIONS {
            return Ok(None);
        }
        let mut number = 0;
        live.of[relation].retain(|_| {
            number += 1;
            !failing.contains(&(number - 1))
        });
        if live.of[relation].len() < before {
            for (other, clause) in system.clauses.iter().enumerate() {
                let rests = clause.premises.iter().any(|p| p.relation == relation);
                if rests && clause.conclusion.is_some() && !queue.contains(&other) {
                    queue.push_back(other);
                }
            }
        }
    }
    Ok(Some(live))
}

/// What holds of a relation, said of its arguments.
fn applied(system: &HornSystem, application: &Application, term: &Term) -> Term {
    let places = &system.relations[application.relation];
    let values: BTreeMap<Variable, Term> = places
        .iter()
        .cloned()
        .zip(application.arguments.iter().cloned())
        .collect();
    term.substitute(&values)
}

/// The premises of a clause: what is known of each of them, and which candidate says it.
fn premises(
    system: &HornSystem,
    clause: &Clause,
    live: &Conjectures,
) -> (Vec<Term>, Vec<Candidate>) {
    let mut terms = Vec::new();
    let mut names = Vec::new();
    for premise in &clause.premises {
        for (number, term) in live.of[premise.relation].iter().enumerate() {
            terms.push(applied(system, premise, term));
            names.push((premise.relation, number));
        }
    }
    (terms, names)
}

/// The candidates of the conclusion that do not follow, by number.
fn failing(
    system: &HornSystem,
    clause: &Clause,
    conclusion: &Application,
    live: &Conjectures,
    questions: &mut usize,
    oracle: &mut dyn Oracle,
) -> Result<BTreeSet<usize>, Error> {
    let (known, _) = premises(system, clause, live);
    let terms = &live.of[conclusion.relation];
    let wanted: Vec<Term> = terms
        .iter()
        .map(|term| applied(system, conclusion, term))
        .collect();
    let count = wanted.len();
    // Which of them are asked about is up to the question: those with their switch on.
    let switches = (0..count).map(|at| Variable::new(&format!("asked@{at}"), Sort::Bool));
    let switches: Vec<Term> = switches.map(|switch| Term::variable(&switch)).collect();
    let one_fails = switches
        .iter()
        .zip(&wanted)
        .map(|(switch, term)| Term::and([switch.clone(), Term::not(term.clone())]));
    let mut facts = clause.conditions.clone();
    facts.extend(known);
    facts.push(Term::or(one_fails));
    let mut atoms = switches;
    atoms.extend(wanted);
    oracle.begin(&Context { facts, atoms })?;
    let mut failing = BTreeSet::new();
    while failing.len() < count {
        let literals: Vec<Literal> = (0..count)
            .map(|at| Literal {
                atom: at,
                positive: !failing.contains(&at),
            })
            .collect();
        *questions += 1;
        match oracle.ask(&literals)? {
            Answer::Unsatisfiable(_) => break,
            Answer::Satisfiable(values) => {
                let false_ones = (0..count).filter(|at| !values[count + at]);
                let before = failing.len();
                failing.extend(false_ones);
                if failing.len() == before {
                    // The solver contradicts itself: nothing is sure.
                    return Ok((0..count).collect());
                }
            }
            Answer::Unknown(_) => {
                let left: Vec<usize> = (0..count).filter(|at| !failing.contains(at)).collect();
                for at in &left {
                    let only: Vec<Literal> = (0..count)
                        .map(|other| Literal {
                            atom: other,
                            positive: other == *at,
                        })
                        .collect();
                    *questions += 1;
                    if left.len() == 1 || !oracle.ask(&only)?.is_unsatisfiable() {
                        failing.insert(*at);
                    }
                }
                break;
            }
        }
        if *questions > MOST_QUESTIONS {
            break;
        }
    }
    Ok(failing)
}

/// Few of the invariants that show together that the clauses of each of the `aims` never apply, for
/// those aims for which they do, and which these are, by number.
///
/// # Errors
/// If the solver fails for good.
pub(super) fn support(
    system: &HornSystem,
    invariants: &Conjectures,
    aims: &[&[usize]],
    oracle: &mut dyn Oracle,
) -> Result<(BTreeSet<Candidate>, BTreeSet<usize>), Error> {
    let mut needed: BTreeSet<Candidate> = BTreeSet::new();
    let mut shown = BTreeSet::new();
    for (number, aim) in aims.iter().enumerate() {
        let mut own = BTreeSet::new();
        let mut holds = true;
        for clause in *aim {
            let clause = &system.clauses[*clause];
            let found = reasons(system, clause, None, invariants, &needed, oracle)?;
            holds &= found.is_some();
            own.extend(found.into_iter().flatten());
        }
        // What is needed to show what is needed, and so on.
        if holds && let Some(more) = closed(system, invariants, &own, &needed, oracle)? {
            needed.extend(more);
            shown.insert(number);
        }
    }
    Ok((needed, shown))
}

/// The candidates together with those that they follow from; `None` if the solver does not see it
/// again.
fn closed(
    system: &HornSystem,
    invariants: &Conjectures,
    candidates: &BTreeSet<Candidate>,
    needed: &BTreeSet<Candidate>,
    oracle: &mut dyn Oracle,
) -> Result<Option<BTreeSet<Candidate>>, Error> {
    let mut all = needed.clone();
    let mut queue: Vec<Candidate> = Vec::new();
    queue.extend(candidates.iter().filter(|reason| all.insert(**reason)));
    while let Some(candidate) = queue.pop() {
        for clause in &system.clauses {
            let Some(conclusion) = &clause.conclusion else {
                continue;
            };
            if conclusion.relation != candidate.0 {
                continue;
            }
            let term = &invariants.of[candidate.0][candidate.1];
            let wanted = applied(system, conclusion, term);
            let found = reasons(system, clause, Some(wanted), invariants, &all, oracle)?;
            let Some(found) = found else {
                return Ok(None);
            };
            queue.extend(found.iter().filter(|reason| all.insert(**reason)));
        }
    }
    Ok(Some(all))
}

/// Why a clause gives what is wanted, or never applies: those of its premises that are enough,
/// preferably such as are needed anyway.
fn reasons(
    system: &HornSystem,
    clause: &Clause,
    wanted: Option<Term>,
    invariants: &Conjectures,
    needed: &BTreeSet<Candidate>,
    oracle: &mut dyn Oracle,
) -> Result<Option<Vec<Candidate>>, Error> {
    let (known, names) = premises(system, clause, invariants);
    let mut facts = clause.conditions.clone();
    facts.extend(wanted.map(Term::not));
    oracle.begin(&Context {
        facts,
        atoms: known,
    })?;
    let is_needed = |at: &usize| needed.contains(&names[*at]);
    let few: Vec<Literal> = (0..names.len())
        .filter(is_needed)
        .map(Literal::positive)
        .collect();
    let core = match oracle.ask(&few)? {
        Answer::Unsatisfiable(core) => core,
        Answer::Satisfiable(_) | Answer::Unknown(_) => {
            let all: Vec<Literal> = (0..names.len()).map(Literal::positive).collect();
            match oracle.ask(&all)? {
                Answer::Unsatisfiable(core) => core,
                Answer::Satisfiable(_) | Answer::Unknown(_) => return Ok(None),
            }
        }
    };
    let core = super::super::minimal(core, oracle)?;
    Ok(Some(core.into_iter().map(|at| names[at]).collect()))
}
