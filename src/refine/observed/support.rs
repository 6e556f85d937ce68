//! Which invariants a check needs.

use std::collections::BTreeSet;

use super::houdini::{Candidate, Conjectures, applied, parts, plainly, premises};
use crate::logic::Term;
use crate::smt::{Answer, Clause, Context, Error, HornSystem, Literal, Oracle};

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
    let mut facts = parts(clause.conditions.iter());
    facts.extend(wanted.map(Term::not));
    let all: Vec<usize> = (0..names.len()).collect();
    let plain = all.iter().copied().filter(|at| !known[*at].has_binder());
    let plain: Vec<usize> = plain.collect();
    let few = plainly(&facts);
    let is_needed = |at: usize| needed.contains(&names[at]);
    // As in the search for invariants: what needs nothing that ranges over values is seen at once.
    let mut tries = Vec::new();
    if few.len() < facts.len() || plain.len() < all.len() {
        tries.push((few, plain));
    }
    tries.push((facts, all));
    for (facts, among) in tries {
        if let Some(core) = enough(facts, &known, &among, &is_needed, oracle)? {
            return Ok(Some(core.into_iter().map(|at| names[at]).collect()));
        }
    }
    Ok(None)
}

/// Those `among` the known terms that contradict the facts, as few as can be; first those that are
/// needed anyway are tried.
fn enough(
    facts: Vec<Term>,
    known: &[Term],
    among: &[usize],
    is_needed: &dyn Fn(usize) -> bool,
    oracle: &mut dyn Oracle,
) -> Result<Option<Vec<usize>>, Error> {
    let atoms = among.iter().map(|at| known[*at].clone()).collect();
    oracle.begin(&Context { facts, atoms })?;
    let few = (0..among.len()).filter(|at| is_needed(among[*at]));
    let few: Vec<Literal> = few.map(Literal::positive).collect();
    let all: Vec<Literal> = (0..among.len()).map(Literal::positive).collect();
    for literals in [few, all] {
        if let Answer::Unsatisfiable(core) = oracle.ask(&literals)? {
            let core = crate::refine::minimal(core, oracle)?;
            return Ok(Some(core.into_iter().map(|at| among[at]).collect()));
        }
    }
    Ok(None)
}
