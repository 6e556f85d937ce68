//! F: the weakest cover over the predicates that implies a goal.

use indexmap::IndexSet;

use super::cover::irredundant;
use super::cube::{Cover, Cube};
use super::session::{Possibility, Session};
use super::tautology::holds_throughout;
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
        let possibility = session.possible(cube)?;
        if possibility == Possibility::Impossible {
            found.push(Cube::new(cube.to_vec()));
        }
        Ok(possibility != Possibility::Impossible)
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
    let hopeless: IndexSet<&[Literal]> = inconsistent.iter().map(Cube::literals).collect();
    let mut found: Cover = Vec::new();
    search(atoms, limit, |cube, use_of| {
        // Every shorter part of it is open, so it is inconsistent only if it is listed itself.
        if hopeless.contains(cube) {
            return Ok(false);
        }
        let itself = cube.iter().find(|literal| literal.atom == goal.atom);
        let implied = if let Some(literal) = itself {
            // The goal is itself one of the atoms.
            literal.positive == goal.positive
        } else {
            // What the implicants found so far cover is an implicant, and would be left out in the
            // end: nobody needs to be asked. One the oracle cannot confirm is dropped: that only
            // adds behaviour.
            let covered = || is_covered(cube, &found, inconsistent);
            let possible = session.possible_unless(cube, goal.negated(), covered)?;
            possible == Possibility::Impossible
        };
        if implied {
            found.push(Cube::new(cube.to_vec()));
            return Ok(false);
        }
        Ok(itself.is_none()
            && use_of == Use::Part
            && session.possible_with(cube, goal)? != Possibility::Impossible)
    })?;
    Ok(irredundant(found, inconsistent))
}

/// Whether the implicants and what no state satisfies cover the cube together.
fn is_covered(cube: &[Literal], found: &[Cube], inconsistent: &[Cube]) -> bool {
    let cube = Cube::new(cube.to_vec());
    if !found.iter().any(|other| other.meets(&cube)) {
        return false;
    }
    let meeting = found.iter().chain(inconsistent);
    let meeting: Vec<&Cube> = meeting.filter(|other| other.meets(&cube)).collect();
    holds_throughout(&meeting, &cube)
}

/// What becomes of a cube that is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// It may be made longer.
    Part,
    /// It is as long as cubes get.
    Last,
}

/// Tries cubes over `atoms` by increasing length, up to `limit`. `examine` says of a cube whether it
/// is worth making longer; a cube is tried only if all its parts are.
///
/// Most cubes are tried once and never kept: they are put together in one place.
pub(super) fn search<E>(
    atoms: &[usize],
    limit: usize,
    mut examine: impl FnMut(&[Literal], Use) -> Result<bool, E>,
) -> Result<(), E> {
    let longest = affordable(limit, atoms.len()).min(atoms.len());
    let use_of = |size: usize| {
        if size == longest {
            Use::Last
        } else {
            Use::Part
        }
    };
    let is_open = examine(&[], use_of(0))?;
    let mut open: IndexSet<Vec<Literal>> = IndexSet::new();
    if is_open && longest > 0 {
        let literals = atoms.iter();
        for literal in literals.flat_map(|&a| [Literal::positive(a), Literal::negative(a)]) {
            if examine(&[literal], use_of(1))? {
                open.insert(vec![literal]);
            }
        }
    }
    for size in 2..=longest {
        if open.is_empty() {
            break;
        }
        let mut next: IndexSet<Vec<Literal>> = IndexSet::new();
        let mut part = Vec::with_capacity(size);
        let mut cube = Vec::with_capacity(size);
        for (at, first) in open.iter().enumerate() {
            let (last, common) = (size - 2, &first[..size - 2]);
            // Cubes that differ in their last literal stand together.
            let alike = open
                .iter()
                .skip(at + 1)
                .take_while(|c| c[..last] == *common);
            for second in alike.filter(|second| second[last].atom != first[last].atom) {
                cube.clear();
                cube.extend_from_slice(first);
                cube.push(second[last]);
                let has_open_parts = (0..last).all(|without| {
                    part.clear();
                    part.extend_from_slice(&cube[..without]);
                    part.extend_from_slice(&cube[without + 1..]);
                    open.contains(part.as_slice())
                });
                if has_open_parts && examine(&cube, use_of(size))? && size < longest {
                    next.insert(cube.clone());
                }
            }
        }
        open = next;
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
