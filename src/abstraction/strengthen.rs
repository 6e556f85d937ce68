//! F: the weakest cover over the predicates that implies a goal.

use indexmap::IndexSet;

use super::cover::irredundant;
use super::cube::{Cover, Cube};
use super::session::{Possibility, Session};
use crate::smt::{Error, Literal};

/// The shortest cubes over `atoms`, of at most `limit` literals, that no state satisfies.
///
/// With {x <= 0, x > 0}: both together, and neither.
pub(super) fn inconsistent(
    session: &mut Session<'_>,
    atoms: &[usize],
    limit: usize,
) -> Result<Cover, Error> {
    let mut found = Vec::new();
    search(atoms, limit, |cube| {
        Ok(match session.possibility(&cube)? {
            Possibility::Impossible => {
                found.push(cube);
                None
            }
            Possibility::Possible | Possibility::Unknown => Some(cube),
        })
    })?;
    Ok(found)
}

/// The irredundant disjunction of the prime implicants of `goal` over `atoms` with at most `limit`
/// literals (F of design and of Ball, Podelski and Rajamani; `S` of the SABS report, section 10).
///
/// What implies the goal is not made longer (priming), nor what implies its negation (pruning).
/// `inconsistent` lists the shortest inconsistent cubes up to the same limit; no cube of them is
/// reported.
pub(super) fn strengthen(
    session: &mut Session<'_>,
    atoms: &[usize],
    goal: Literal,
    limit: usize,
    inconsistent: &[Cube],
) -> Result<Cover, Error> {
    let hopeless: IndexSet<&Cube> = inconsistent.iter().collect();
    let mut found: Cover = Vec::new();
    search(atoms, limit, |cube| {
        // Every shorter part of it is open, so it is inconsistent only if it is listed itself.
        if hopeless.contains(&cube) {
            return Ok(None);
        }
        let open = match cube.value(goal.atom) {
            // The goal is itself one of the atoms.
            Some(value) if value == goal.positive => {
                found.push(cube);
                return Ok(None);
            }
            Some(_) => false,
            // An implicant the oracle cannot confirm is dropped: that only adds behaviour.
            None if session.possibility(&cube.with(goal.negated()))? == Possibility::Impossible => {
                found.push(cube);
                return Ok(None);
            }
            None => session.possibility(&cube.with(goal))? != Possibility::Impossible,
        };
        Ok(open.then_some(cube))
    })?;
    Ok(irredundant(found, inconsistent))
}

/// Tries cubes over `atoms` by increasing length, up to `limit`. `examine` gives a cube back that
/// is worth making longer; a cube is tried only if all its parts are.
pub(super) fn search<E>(
    atoms: &[usize],
    limit: usize,
    mut examine: impl FnMut(Cube) -> Result<Option<Cube>, E>,
) -> Result<(), E> {
    let mut tried = vec![Cube::default()];
    for size in 0..=limit.min(atoms.len()) {
        let mut open: IndexSet<Cube> = IndexSet::new();
        for cube in tried {
            open.extend(examine(cube)?);
        }
        if size == limit || open.is_empty() {
            break;
        }
        tried = longer(&open, atoms);
    }
    Ok(())
}

/// Every cube one literal longer all of whose parts are among `cubes`, which are of one length.
fn longer(cubes: &IndexSet<Cube>, atoms: &[usize]) -> Cover {
    let mut found = Vec::new();
    for cube in cubes {
        let last = cube.literals().last().map(|literal| literal.atom);
        let later = atoms.iter().filter(|atom| last.is_none_or(|l| **atom > l));
        for literal in later.flat_map(|atom| [Literal::positive(*atom), Literal::negative(*atom)]) {
            let candidate = cube.with(literal);
            let parts = cube.literals();
            if parts
                .iter()
                .all(|part| cubes.contains(&candidate.without(part.atom)))
            {
                found.push(candidate);
            }
        }
    }
    found
}
