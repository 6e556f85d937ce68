//! Which of many candidates are invariants together (Houdini).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::logic::{Sort, Term, Variable};
use crate::smt::{Answer, Application, Clause, Context, Error, HornSystem, Literal, Oracle};

/// One candidate: the relation it is of, and its number there.
pub(super) type Candidate = (usize, usize);

/// So many questions are asked before everything is given up.
const MOST_QUESTIONS: usize = 1_000;
/// After so many that the solver did not answer, what ranges over values is no longer told to it.
const MOST_UNANSWERED: usize = 64;
/// The same of one relation: where one subprogram is too hard, another may still be easy.
const MOST_UNANSWERED_OF_ONE: usize = 8;

/// What has been asked so far.
#[derive(Debug)]
struct Effort {
    questions: usize,
    /// Per relation that was concluded.
    unanswered: Vec<usize>,
}

impl Effort {
    fn is_vain(&self, relation: usize) -> bool {
        self.unanswered[relation] > MOST_UNANSWERED_OF_ONE
            || self.unanswered.iter().sum::<usize>() > MOST_UNANSWERED
    }
}

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
    let mut effort = Effort {
        questions: 0,
        unanswered: vec![0; system.relations.len()],
    };
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
        let failing = failing(system, clause, conclusion, &live, &mut effort, oracle)?;
        if effort.questions > MOST_QUESTIONS {
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
pub(super) fn applied(system: &HornSystem, application: &Application, term: &Term) -> Term {
    let places = &system.relations[application.relation];
    let values: BTreeMap<Variable, Term> = places
        .iter()
        .cloned()
        .zip(application.arguments.iter().cloned())
        .collect();
    term.substitute(&values)
}

/// The premises of a clause: what is known of each of them, and which candidate says it.
pub(super) fn premises(
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
///
/// Where something ranges over values, what follows without it is settled first: the solver answers
/// that at once, and what follows from less follows from all.
fn failing(
    system: &HornSystem,
    clause: &Clause,
    conclusion: &Application,
    live: &Conjectures,
    effort: &mut Effort,
    oracle: &mut dyn Oracle,
) -> Result<BTreeSet<usize>, Error> {
    let (known, _) = premises(system, clause, live);
    let terms = live.of[conclusion.relation].iter();
    let wanted: Vec<Term> = terms
        .map(|term| applied(system, conclusion, term))
        .collect();
    let facts = parts(clause.conditions.iter().chain(&known));
    let (ranging, plain): (Vec<usize>, Vec<usize>) =
        (0..wanted.len()).partition(|at| wanted[*at].has_binder());
    let few: Vec<Term> = plainly(&facts);
    let relation = conclusion.relation;
    let mut failing = astray(&few, (&wanted, &plain), relation, effort, oracle)?;
    let mut left = ranging;
    if few.len() < facts.len() {
        left.extend(std::mem::take(&mut failing));
    }
    if effort.is_vain(relation) {
        failing.extend(left);
    } else {
        failing.extend(astray(&facts, (&wanted, &left), relation, effort, oracle)?);
    }
    Ok(failing)
}

/// The conjuncts of facts.
pub(super) fn parts<'t>(facts: impl Iterator<Item = &'t Term>) -> Vec<Term> {
    facts.flat_map(Term::conjuncts).cloned().collect()
}

/// The facts that do not range over values.
pub(super) fn plainly(facts: &[Term]) -> Vec<Term> {
    let plain = facts.iter().filter(|fact| !fact.has_binder());
    plain.cloned().collect()
}

/// Those `among` what is wanted that do not follow from the facts, or of which nobody knows.
fn astray(
    facts: &[Term],
    (wanted, among): (&[Term], &[usize]),
    relation: usize,
    effort: &mut Effort,
    oracle: &mut dyn Oracle,
) -> Result<BTreeSet<usize>, Error> {
    let count = among.len();
    if count == 0 {
        return Ok(BTreeSet::new());
    }
    let wanted: Vec<Term> = among.iter().map(|at| wanted[*at].clone()).collect();
    // Which of them are asked about is up to the question: those with their switch on.
    let switches = (0..count).map(|at| Variable::new(&format!("asked@{at}"), Sort::Bool));
    let switches: Vec<Term> = switches.map(|switch| Term::variable(&switch)).collect();
    let one_fails = switches
        .iter()
        .zip(&wanted)
        .map(|(switch, term)| Term::and([switch.clone(), Term::not(term.clone())]));
    let mut facts = facts.to_vec();
    facts.push(Term::or(one_fails));
    let mut atoms = switches;
    atoms.extend(wanted);
    oracle.begin(&Context { facts, atoms })?;
    let asking = |is_on: &dyn Fn(usize) -> bool| -> Vec<Literal> {
        let literal = |atom| Literal {
            atom,
            positive: is_on(atom),
        };
        (0..count).map(literal).collect()
    };
    let mut failing = BTreeSet::new();
    while failing.len() < count && effort.questions <= MOST_QUESTIONS {
        effort.questions += 1;
        match oracle.ask(&asking(&|at| !failing.contains(&at)))? {
            Answer::Unsatisfiable(_) => break,
            Answer::Satisfiable(values) => {
                let false_ones = (0..count).filter(|at| !values[count + at]);
                let before = failing.len();
                failing.extend(false_ones);
                if failing.len() == before {
                    // The solver contradicts itself: nothing is sure.
                    return Ok(among.iter().copied().collect());
                }
            }
            Answer::Unknown(_) => {
                effort.unanswered[relation] += 1;
                let left: Vec<usize> = (0..count).filter(|at| !failing.contains(at)).collect();
                for at in &left {
                    if left.len() == 1 || effort.is_vain(relation) {
                        failing.insert(*at);
                        continue;
                    }
                    effort.questions += 1;
                    let answer = oracle.ask(&asking(&|other| other == *at))?;
                    let is_unknown = matches!(answer, Answer::Unknown(_));
                    effort.unanswered[relation] += usize::from(is_unknown);
                    if !answer.is_unsatisfiable() {
                        failing.insert(*at);
                    }
                }
                break;
            }
        }
    }
    Ok(failing.into_iter().map(|at| among[at]).collect())
}
