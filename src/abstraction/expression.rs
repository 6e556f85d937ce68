//! Covers as expressions of the Boolean program.

use super::cube::{Cover, Cube};
use super::step::{Decided, Relation, Sense};
use crate::bp::Expr;

/// What an atom is called in the Boolean program.
pub(super) type Naming<'a> = &'a dyn Fn(usize) -> Expr;

/// A conjunction of literals.
pub(super) fn cube_expression(cube: &Cube, naming: Naming<'_>) -> Expr {
    Expr::and(
        cube.literals()
            .iter()
            .map(|literal| {
                let variable = naming(literal.atom);
                if literal.positive {
                    variable
                } else {
                    Expr::not(variable)
                }
            })
            .collect(),
    )
}

/// A disjunction of cubes.
pub(super) fn cover_expression(cover: &[Cube], naming: Naming<'_>) -> Expr {
    Expr::or(
        cover
            .iter()
            .map(|cube| cube_expression(cube, naming))
            .collect(),
    )
}

/// `choose(positive, negative)`; plain where the two are complements, `*` where both are empty.
pub(super) fn choice_expression(
    positive: &Cover,
    negative: &Cover,
    decided: Decided,
    naming: Naming<'_>,
) -> Expr {
    match decided {
        Decided::Everywhere if weight(negative) < weight(positive) => {
            Expr::not(cover_expression(negative, naming))
        }
        Decided::Everywhere => cover_expression(positive, naming),
        Decided::Partly if positive.is_empty() && negative.is_empty() => Expr::Lost,
        Decided::Partly => Expr::choose(
            cover_expression(positive, naming),
            cover_expression(negative, naming),
        ),
    }
}

/// What `constrain` says.
pub(super) fn relation_expression(relation: &Relation, naming: Naming<'_>) -> Expr {
    match relation.sense {
        Sense::Allowed => cover_expression(&relation.cover, naming),
        Sense::Forbidden => forbid(&relation.cover, naming),
    }
}

/// None of the cubes: `!(a & b) & (c | d)`.
pub(super) fn forbid(cover: &[Cube], naming: Naming<'_>) -> Expr {
    Expr::and(cover.iter().map(|cube| forbid_cube(cube, naming)).collect())
}

/// Not this cube, as a clause where that needs no negation.
pub(super) fn forbid_cube(cube: &Cube, naming: Naming<'_>) -> Expr {
    if cube.literals().iter().any(|literal| literal.positive) {
        Expr::not(cube_expression(cube, naming))
    } else {
        let variables = cube.literals().iter().map(|literal| naming(literal.atom));
        Expr::or(variables.collect())
    }
}

/// How much there is to read.
fn weight(cover: &Cover) -> (usize, usize) {
    (cover.iter().map(Cube::len).sum(), cover.len())
}
