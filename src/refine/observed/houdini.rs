//! Which of many candidates are invariants together (Houdini).
//!
//! Relations that rest on each other are settled together, those on which others rest before them,
//! and effort is counted per relation: where one subprogram is too hard, another may still be easy.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use crate::logic::{Sort, Term, Variable};
use crate::smt::{Answer, Application, Clause, Context, Error, HornSystem, Literal, Oracle};

/// One candidate: the relation it is of, and its number there.
pub(super) type Candidate = (usize, usize);

/// How long it is looked for what always holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Patience {
    /// As with little of it, and callers are not looked at either.
    Least,
    /// Only what is linear is looked at, and no longer where the solver does not answer.
    Little,
    /// Until it has often not answered.
    Much,
}

/// Where a question about many candidates has no answer, so many of them are asked about at once.
pub(super) const AT_ONCE: usize = 32;

/// How much is asked at most.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub(super) patience: Patience,
    /// By the measure of [`USUAL_EFFORT`].
    pub(super) effort: u32,
    /// See [`AT_ONCE`].
    pub(super) at_once: usize,
}

/// What the figures below are for.
const USUAL_EFFORT: u32 = 10;

impl Patience {
    /// What comes after it.
    pub fn next(self) -> Option<Patience> {
        match self {
            Patience::Least => Some(Patience::Little),
            Patience::Little => Some(Patience::Much),
            Patience::Much => None,
        }
    }
}

impl Limits {
    /// So many questions are asked about one relation before its candidates are given up.
    fn questions(self) -> usize {
        match self.patience {
            Patience::Least | Patience::Little => 100,
            Patience::Much => self.by_effort(250).max(250),
        }
    }

    /// After so many that the solver did not answer, what ranges over values is no longer told to
    /// it.
    fn unanswered(self) -> usize {
        match self.patience {
            Patience::Least | Patience::Little => 8,
            Patience::Much => self.by_effort(64),
        }
    }

    /// The same of one relation.
    fn unanswered_of_one(self) -> usize {
        match self.patience {
            Patience::Least | Patience::Little => 0,
            Patience::Much => self.by_effort(8),
        }
    }

    fn by_effort(self, usual: u32) -> usize {
        usize::try_from(usual * self.effort / USUAL_EFFORT).unwrap_or(usize::MAX)
    }
}

/// What has been asked so far, per relation that was concluded.
#[derive(Debug)]
struct Effort {
    limits: Limits,
    questions: Vec<usize>,
    unanswered: Vec<usize>,
    /// Whether something was left out of questions because it is hard.
    leaves_out: Vec<bool>,
}

impl Effort {
    fn none(limits: Limits, relations: usize) -> Effort {
        Effort {
            limits,
            questions: vec![0; relations],
            unanswered: vec![0; relations],
            leaves_out: vec![false; relations],
        }
    }

    /// Whether more patience could not show more of a relation.
    fn is_enough(&self, relation: usize) -> bool {
        let is_all = self.unanswered[relation] == 0 && !self.leaves_out[relation];
        is_all && !self.is_spent(relation)
    }

    /// Whether a question about a relation may have this in it.
    fn admits(&mut self, relation: usize, term: &Term) -> bool {
        let is_admitted = self.limits.patience == Patience::Much || term.is_linear();
        self.leaves_out[relation] |= !is_admitted;
        is_admitted
    }

    fn is_spent(&self, relation: usize) -> bool {
        self.questions[relation] > self.limits.questions()
    }

    fn is_vain(&self, relation: usize) -> bool {
        self.unanswered[relation] > self.limits.unanswered_of_one()
            || self.unanswered.iter().sum::<usize>() > self.limits.unanswered()
    }
}

/// Per relation, conditions on its places. Those that are left are invariants together.
#[derive(Debug, Clone, Default)]
pub(super) struct Conjectures {
    /// Per relation.
    pub(super) of: Vec<Vec<Term>>,
}

impl Conjectures {
    /// None of any relation.
    pub(super) fn none(relations: usize) -> Conjectures {
        Conjectures {
            of: vec![Vec::new(); relations],
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.of.iter().map(Vec::len).sum()
    }

    /// Others too.
    pub(super) fn extend(&mut self, others: Conjectures) {
        for (all, more) in self.of.iter_mut().zip(others.of) {
            all.extend(more);
        }
    }

    /// Without these.
    pub(super) fn leave_out(&mut self, others: &Conjectures) {
        for (all, fewer) in self.of.iter_mut().zip(&others.of) {
            all.retain(|term| !fewer.contains(term));
        }
    }
}

/// Leaves those `candidates` of which the clauses show, by what is `known` to hold, that they always
/// hold too; none of a relation where that would take too long. Says of which relations more patience
/// may show more. After an error those are left that may still hold.
///
/// # Errors
/// If the solver fails for good, or the time is up.
pub(super) fn inductive(
    system: &HornSystem,
    known: &Conjectures,
    candidates: &mut Conjectures,
    limits: Limits,
    oracle: &mut dyn Oracle,
) -> Result<BTreeSet<usize>, Error> {
    let mut live = known.clone();
    live.extend(candidates.clone());
    let mut hard = BTreeSet::new();
    let mut found = Ok(());
    for component in components(system, candidates) {
        let mut effort = Effort::none(limits, system.relations.len());
        found = settle(system, known, &component, &mut live, &mut effort, oracle);
        if found.is_err() {
            break;
        }
        hard.extend((0..system.relations.len()).filter(|at| !effort.is_enough(*at)));
    }
    for (at, left) in candidates.of.iter_mut().enumerate() {
        *left = live.of[at].split_off(known.of[at].len());
    }
    found.map(|()| hard)
}

/// The relations that have candidates: those together that rest on each other, and before them
/// those on which they rest.
fn components(system: &HornSystem, candidates: &Conjectures) -> Vec<BTreeSet<usize>> {
    let mut graph = DiGraph::<usize, ()>::new();
    let mut nodes = BTreeMap::new();
    for (relation, terms) in candidates.of.iter().enumerate() {
        if !terms.is_empty() {
            nodes.insert(relation, graph.add_node(relation));
        }
    }
    for clause in &system.clauses {
        let conclusion = clause.conclusion.as_ref();
        let Some(to) = conclusion.and_then(|conclusion| nodes.get(&conclusion.relation)) else {
            continue;
        };
        for premise in &clause.premises {
            if let Some(from) = nodes.get(&premise.relation) {
                graph.update_edge(*from, *to, ());
            }
        }
    }
    let last_first = tarjan_scc(&graph).into_iter().rev();
    let relations = last_first.map(|nodes| nodes.into_iter().map(|node| graph[node]).collect());
    relations.collect()
}

/// Leaves, of the candidates of some relations that rest on each other, those that hold.
fn settle(
    system: &HornSystem,
    known: &Conjectures,
    component: &BTreeSet<usize>,
    live: &mut Conjectures,
    effort: &mut Effort,
    oracle: &mut dyn Oracle,
) -> Result<(), Error> {
    let concludes = |clause: &Clause| {
        let conclusion = clause.conclusion.as_ref();
        conclusion.is_some_and(|conclusion| component.contains(&conclusion.relation))
    };
    let inside: Vec<usize> = (0..system.clauses.len())
        .filter(|at| concludes(&system.clauses[*at]))
        .collect();
    let mut queue: VecDeque<usize> = inside.iter().copied().collect();
    while let Some(at) = queue.pop_front() {
        let clause = &system.clauses[at];
        let Some(conclusion) = &clause.conclusion else {
            continue;
        };
        let relation = conclusion.relation;
        let sure = known.of[relation].len();
        let before = live.of[relation].len();
        if before == sure {
            continue;
        }
        let failing = failing(system, clause, conclusion, sure, live, effort, oracle)?;
        if effort.is_spent(relation) {
            live.of[relation].truncate(sure);
        } else {
            let mut number = 0;
            live.of[relation].retain(|_| {
                number += 1;
                !failing.contains(&(number - 1))
            });
        }
        if live.of[relation].len() < before {
            for other in &inside {
                let mut premises = system.clauses[*other].premises.iter();
                let rests = premises.any(|premise| premise.relation == relation);
                if rests && !queue.contains(other) {
                    queue.push_back(*other);
                }
            }
        }
    }
    Ok(())
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

/// The candidates of the conclusion that do not follow, by number; the first few are `sure` to.
///
/// Where something ranges over values, what follows without it is settled first: the solver answers
/// that at once, and what follows from less follows from all.
fn failing(
    system: &HornSystem,
    clause: &Clause,
    conclusion: &Application,
    sure: usize,
    live: &Conjectures,
    effort: &mut Effort,
    oracle: &mut dyn Oracle,
) -> Result<BTreeSet<usize>, Error> {
    let (known, _) = premises(system, clause, live);
    let terms = live.of[conclusion.relation].iter();
    let wanted: Vec<Term> = terms
        .map(|term| applied(system, conclusion, term))
        .collect();
    let mut facts = parts(clause.conditions.iter().chain(&known));
    let relation = conclusion.relation;
    facts.retain(|fact| effort.admits(relation, fact));
    let (easy, hard): (Vec<usize>, Vec<usize>) =
        (sure..wanted.len()).partition(|at| effort.admits(relation, &wanted[*at]));
    let (ranging, plain): (Vec<usize>, Vec<usize>) =
        easy.into_iter().partition(|at| wanted[*at].has_binder());
    let few: Vec<Term> = plainly(&facts);
    let mut failing = astray(&few, (&wanted, &plain), relation, effort, oracle)?;
    let mut left = ranging;
    if few.len() < facts.len() {
        left.extend(std::mem::take(&mut failing));
    }
    if effort.is_vain(relation) {
        effort.leaves_out[relation] |= !left.is_empty();
        failing.extend(left);
    } else {
        failing.extend(astray(&facts, (&wanted, &left), relation, effort, oracle)?);
    }
    failing.extend(hard);
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
    let known = facts;
    let mut facts = known.to_vec();
    facts.push(Term::or(one_fails));
    let mut atoms = switches;
    atoms.extend(wanted.iter().cloned());
    oracle.begin(&Context { facts, atoms })?;
    let asking = |is_on: &dyn Fn(usize) -> bool| -> Vec<Literal> {
        let literal = |atom| Literal {
            atom,
            positive: is_on(atom),
        };
        (0..count).map(literal).collect()
    };
    let mut failing = BTreeSet::new();
    while failing.len() < count && !effort.is_spent(relation) {
        effort.questions[relation] += 1;
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
            // Too many at once are too much for the solver even where each of them is easy.
            Answer::Unknown(_) if count - failing.len() > effort.limits.at_once => {
                let left: Vec<usize> = (0..count).filter(|at| !failing.contains(at)).collect();
                for group in left.chunks(effort.limits.at_once) {
                    if effort.is_vain(relation) {
                        failing.extend(group);
                    } else {
                        failing.extend(astray(known, (&wanted, group), relation, effort, oracle)?);
                    }
                }
                break;
            }
            Answer::Unknown(_) => {
                effort.unanswered[relation] += 1;
                let left: Vec<usize> = (0..count).filter(|at| !failing.contains(at)).collect();
                for at in &left {
                    if left.len() == 1 || effort.is_vain(relation) {
                        failing.insert(*at);
                        continue;
                    }
                    effort.questions[relation] += 1;
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
