//! The slow, obvious twins of both methods: every pair of minterms, every cube, one question each,
//! nothing remembered.

use std::collections::BTreeSet;

use super::cube::{Cover, Cube};
use super::step::{Relation, Sense, Step, StepQuestion, Update};
use crate::smt::{Context, Error, Literal, Oracle};

/// Values of all bits before a step and of its targets after it.
pub(super) type Transition = (Vec<bool>, Vec<bool>);

/// AT(P) as it is defined: the pairs of minterms that some concrete step connects.
pub(super) fn transitions(
    question: &StepQuestion,
    oracle: &mut dyn Oracle,
) -> Result<BTreeSet<Transition>, Error> {
    oracle.begin(&question.context)?;
    let mut found = BTreeSet::new();
    for before in valuations(question.bits) {
        for after in valuations(question.targets.len()) {
            let mut literals = numbered(&before, 0);
            literals.extend(
                question
                    .targets
                    .iter()
                    .zip(&after)
                    .map(|(target, &value)| Literal {
                        atom: target.atom,
                        positive: value,
                    }),
            );
            if !oracle.ask(&literals)?.is_unsatisfiable() {
                found.insert((before.clone(), after));
            }
        }
    }
    Ok(found)
}

/// The valuations of all bits that satisfy what holds before a step.
pub(super) fn consistent(
    question: &StepQuestion,
    oracle: &mut dyn Oracle,
) -> Result<BTreeSet<Vec<bool>>, Error> {
    oracle.begin(&Context {
        facts: question.before.clone(),
        atoms: question.context.atoms[..question.bits].to_vec(),
    })?;
    let mut found = BTreeSet::new();
    for values in valuations(question.bits) {
        if !oracle.ask(&numbered(&values, 0))?.is_unsatisfiable() {
            found.insert(values);
        }
    }
    Ok(found)
}

/// All prime implicants of `goal` with at most `limit` literals, by trying every cube over the
/// first `bits` atoms.
pub(super) fn implicants(
    context: &Context,
    bits: usize,
    goal: Literal,
    limit: usize,
    oracle: &mut dyn Oracle,
) -> Result<Cover, Error> {
    oracle.begin(context)?;
    let mut cubes = vec![Cube::default()];
    for atom in 0..bits {
        let longer: Cover = cubes
            .iter()
            .flat_map(|cube| {
                [Literal::positive(atom), Literal::negative(atom)].map(|literal| cube.with(literal))
            })
            .collect();
        cubes.extend(longer);
    }
    let mut found: Cover = Vec::new();
    for cube in cubes.into_iter().filter(|cube| cube.len() <= limit) {
        let implies = oracle
            .ask(cube.with(goal.negated()).literals())?
            .is_unsatisfiable();
        if implies && !oracle.ask(cube.literals())?.is_unsatisfiable() {
            found.push(cube);
        }
    }
    let all = found.clone();
    found.retain(|cube| {
        !all.iter()
            .any(|other| other != cube && other.contains(cube))
    });
    found.sort();
    Ok(found)
}

/// The transitions that an abstract step allows, read off its updates and relations.
pub(super) fn allowed(question: &StepQuestion, step: &Step) -> BTreeSet<Transition> {
    let mut found = BTreeSet::new();
    for before in valuations(question.bits) {
        for after in valuations(question.targets.len()) {
            let mut both = before.clone();
            both.extend(&after);
            let by_updates = question.targets.iter().zip(&after).all(|(target, &value)| {
                let mut updates = step.updates.iter();
                let update = updates.find(|update| update.bit == target.bit);
                update.is_none_or(|update| can_become(update, &before, value))
            });
            let by_relations = step.relations.iter().all(|relation| holds(relation, &both));
            if by_updates && by_relations {
                found.insert((before.clone(), after));
            }
        }
    }
    found
}

/// The meaning of `choose(positive, negative)`.
#[allow(clippy::fn_params_excessive_bools)] // the value asked about, not a flag
fn can_become(update: &Update, before: &[bool], value: bool) -> bool {
    let holds = |cover: &Cover| cover.iter().any(|cube| cube.holds(before));
    if holds(&update.positive) {
        value
    } else if holds(&update.negative) {
        !value
    } else {
        true
    }
}

fn holds(relation: &Relation, both: &[bool]) -> bool {
    let inside = relation.cover.iter().any(|cube| cube.holds(both));
    match relation.sense {
        Sense::Allowed => inside,
        Sense::Forbidden => !inside,
    }
}

fn numbered(values: &[bool], first: usize) -> Vec<Literal> {
    let atoms = first..;
    atoms
        .zip(values)
        .map(|(atom, &positive)| Literal { atom, positive })
        .collect()
}

/// All valuations of `count` atoms.
pub(super) fn valuations(count: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1usize << count).map(move |number| (0..count).map(|at| number >> at & 1 == 1).collect())
}
