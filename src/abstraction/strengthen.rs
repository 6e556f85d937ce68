//! F: the weakest cover over the predicates that implies a goal.

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
    let mut open = vec![Cube::default()];
    for size in 0..=limit.min(atoms.len()) {
        let mut next = Vec::new();
        for cube in &open {
            if found.iter().any(|known: &Cube| known.contains(cube)) {
                continue;
            }
            match session.possibility(cube)? {
                Possibility::Impossible => found.push(cube.clone()),
                Possibility::Possible | Possibility::Unknown => next.push(cube.clone()),
            }
        }
        if size < limit {
            open = extend(&next, atoms);
        }
    }
    Ok(found)
}

/// The irredundant disjunction of the prime implicants of `goal` over `atoms` with at most `limit`
/// literals (F of design and of Ball, Podelski and Rajamani; `S` of the SABS report, section 10).
///
/// Cubes are tried by increasing size; what implies the goal is not made longer (priming), nor
/// what implies its negation (pruning). `inconsistent` lists the shortest inconsistent cubes up to
/// the same limit; no cube of them is reported.
pub(super) fn strengthen(
    session: &mut Session<'_>,
    atoms: &[usize],
    goal: Literal,
    limit: usize,
    inconsistent: &[Cube],
) -> Result<Cover, Error> {
    let mut found: Cover = Vec::new();
    let mut open = vec![Cube::default()];
    for size in 0..=limit.min(atoms.len()) {
        let mut next = Vec::new();
        for cube in &open {
            let settled = |known: &Cube| known.contains(cube);
            if found.iter().any(settled) || inconsistent.iter().any(settled) {
                continue;
            }
            match cube.value(goal.atom) {
                // The goal is itself one of the atoms.
                Some(value) if value == goal.positive => found.push(cube.clone()),
                Some(_) => {}
                None => {
                    // An implicant the oracle cannot confirm is dropped: that only adds behaviour.
                    if session.possibility(&cube.with(goal.negated()))? == Possibility::Impossible {
                        found.push(cube.clone());
                    } else if session.possibility(&cube.with(goal))? != Possibility::Impossible {
                        next.push(cube.clone());
                    }
                }
            }
        }
        if size < limit {
            open = extend(&next, atoms);
        }
    }
    Ok(irredundant(found, inconsistent))
}

/// Every cube made longer by every literal over an atom after its last one.
pub(super) fn extend(cubes: &[Cube], atoms: &[usize]) -> Cover {
    cubes
        .iter()
        .flat_map(|cube| {
            let last = cube.literals().last().map(|literal| literal.atom);
            atoms
                .iter()
                .filter(move |&&atom| last.is_none_or(|last| atom > last))
                .flat_map(move |&atom| {
                    [Literal::positive(atom), Literal::negative(atom)]
                        .map(|literal| cube.with(literal))
                })
        })
        .collect()
}
