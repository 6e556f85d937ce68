//! Cubes and covers as decision diagrams: the atoms are the levels.

use super::cube::{Cover, Cube};
use crate::bdd::{Bdd, Level, Manager, NodeLimit};
use crate::smt::Literal;

/// The states of a cover.
pub(super) fn union(sets: &mut Manager, cover: &[Cube]) -> Result<Bdd, NodeLimit> {
    let cubes: Vec<Vec<(Level, bool)>> = cover
        .iter()
        .map(|cube| {
            let literals = cube.literals().iter();
            literals
                .map(|literal| (level(literal.atom), literal.positive))
                .collect()
        })
        .collect();
    sets.of_cover(&cubes)
}

/// The cubes of a diagram's cover, sorted.
pub(super) fn cover(cubes: &[Vec<(Level, bool)>]) -> Cover {
    let mut found: Cover = cubes
        .iter()
        .map(|cube| {
            let literal = |&(level, positive): &(Level, bool)| Literal {
                atom: level.0 as usize,
                positive,
            };
            Cube::new(cube.iter().map(literal).collect())
        })
        .collect();
    found.sort();
    found
}

/// The level of an atom.
pub(super) fn level(atom: usize) -> Level {
    Level(u32::try_from(atom).unwrap_or(u32::MAX))
}
