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
    search(atoms, limit, |cube, _| {
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
    search(atoms, limit, |cube, use_of| {
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
            None if use_of == Use::Last => false,
            None => session.possibility(&cube.with(goal))? != Possibility::Impossible,
        };
        Ok(open.then_some(cube))
    })?;
    Ok(irredundant(found, inconsistent))
}

/// What becomes of a cube that is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// It may be made longer.
    Part,
    /// It is as long as cubes get.
    Last,
}

/// Tries cubes over `atoms` by increasing length, up to `limit`. `examine` gives a cube back that
/// is worth making longer; a cube is tried only if all its parts are.
pub(super) fn search<E>(
    atoms: &[usize],
    limit: usize,
    mut examine: impl FnMut(Cube, Use) -> Result<Option<Cube>, E>,
) -> Result<(), E> {
    let limit = affordable(limit, atoms.len());
    let mut tried = vec![Cube::default()];
    let longest = limit.min(atoms.len());
    for size in 0..=longest {
        let use_of = if size == longest {
            Use::Last
        } else {
            Use::Part
        };
        let mut open: IndexSet<Cube> = IndexSet::new();
        for cube in tried {
            let worth = examine(cube, use_of)?;
            if use_of == Use::Part {
                open.extend(worth);
            }
        }
        if open.is_empty() {
            break;
        }
        tried = longer(&open, atoms);
    }
    Ok(())
}

/// The longest cubes, up to `limit`, of which there are not too many over so many atoms: 3 for 90,
/// 2 for 200. Leaving out longer ones only adds behaviour. Whoever wants cubes of any length gets
/// them.
pub(super) fn affordable(limit: usize, atoms: usize) -> usize {
    if limit == usize::MAX {
        return limit;
    }
    let mut of_length = 1usize;
    let mut all = 1usize;
    for length in 1..=limit.min(atoms) {
        of_length = of_length.saturating_mul(2 * (atoms + 1 - length)) / length;
        all = all.saturating_add(of_length);
        if all > MOST_CUBES && length > 1 {
            return length - 1;
        }
    }
    limit
}

/// More cubes than this are not tried for one goal.
const MOST_CUBES: usize = 1 << 20;

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

#[cfg(test)]
mod tests {
    use super::affordable;

    #[test]
    fn cubes_are_shorter_where_there_are_many() {
        assert_eq!(affordable(3, 4), 3);
        assert_eq!(affordable(3, 90), 3);
        assert_eq!(affordable(3, 200), 2);
        assert_eq!(affordable(3, 5000), 1);
        assert_eq!(affordable(usize::MAX, 200), usize::MAX);
    }
}
