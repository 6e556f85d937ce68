//! Cubes: conjunctions of literals over distinct atoms.

use std::cmp::Ordering;

use crate::smt::Literal;

/// A conjunction of literals over distinct atoms, in their order. The empty one is true.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Cube(Vec<Literal>);

/// A disjunction of cubes. The empty one is false.
pub type Cover = Vec<Cube>;

impl Cube {
    /// The conjunction of `literals`, which must speak of distinct atoms.
    pub fn new(mut literals: Vec<Literal>) -> Cube {
        literals.sort_unstable();
        debug_assert!(
            literals.windows(2).all(|pair| pair[0].atom != pair[1].atom),
            "a cube mentions an atom once"
        );
        Cube(literals)
    }

    /// The minterm that gives each atom its value.
    pub fn minterm(atoms: &[usize], values: &[bool]) -> Cube {
        let literal = |(&atom, &positive)| Literal { atom, positive };
        Cube::new(atoms.iter().zip(values).map(literal).collect())
    }

    /// The literals, in order of their atoms.
    pub fn literals(&self) -> &[Literal] {
        &self.0
    }

    /// How many literals.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it is the cube that is always true.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value it demands of an atom, if any.
    pub fn value(&self, atom: usize) -> Option<bool> {
        let at = self.0.binary_search_by_key(&atom, |literal| literal.atom);
        at.ok().map(|at| self.0[at].positive)
    }

    /// Whether every state of `other` is a state of this cube: its literals are among the other's.
    pub fn contains(&self, other: &Cube) -> bool {
        self.0.len() <= other.0.len()
            && self
                .0
                .iter()
                .all(|literal| other.value(literal.atom) == Some(literal.positive))
    }

    /// Whether some valuation lies in both.
    pub(super) fn meets(&self, other: &Cube) -> bool {
        let mut literals = self.literals().iter();
        literals.all(|literal| {
            other
                .value(literal.atom)
                .is_none_or(|value| value == literal.positive)
        })
    }

    /// The cube and one literal more, about an atom it does not mention.
    #[must_use]
    pub fn with(&self, literal: Literal) -> Cube {
        let mut literals = self.0.clone();
        literals.push(literal);
        Cube::new(literals)
    }

    /// The cube without what it says of `atom`.
    #[must_use]
    pub fn without(&self, atom: usize) -> Cube {
        Cube(
            self.0
                .iter()
                .copied()
                .filter(|literal| literal.atom != atom)
                .collect(),
        )
    }

    /// The cube over other atoms: `names` tells for each atom which, in the same order.
    #[must_use]
    pub(super) fn renamed(&self, names: &[usize]) -> Cube {
        let rename = |literal: &Literal| Literal {
            atom: names[literal.atom],
            ..*literal
        };
        Cube(self.0.iter().map(rename).collect())
    }

    /// What remains of the cube where `literal` holds; `None` if it demands the opposite.
    pub fn cofactor(&self, literal: Literal) -> Option<Cube> {
        match self.value(literal.atom) {
            Some(value) if value != literal.positive => None,
            Some(_) | None => Some(self.without(literal.atom)),
        }
    }

    /// The consensus: defined when the cubes oppose each other in exactly one atom, and then what
    /// both demand otherwise. `a & b` and `!a & c` give `b & c`.
    pub fn consensus(&self, other: &Cube) -> Option<Cube> {
        let mut opposed = None;
        let mut literals = Vec::with_capacity(self.len() + other.len());
        for literal in &self.0 {
            match other.value(literal.atom) {
                Some(value) if value != literal.positive => {
                    if opposed.replace(literal.atom).is_some() {
                        return None;
                    }
                }
                Some(_) | None => literals.push(*literal),
            }
        }
        opposed?;
        literals.extend(
            other
                .0
                .iter()
                .filter(|literal| self.value(literal.atom).is_none()),
        );
        Some(Cube::new(literals))
    }

    /// Whether the valuation, indexed by atom, satisfies the cube.
    pub fn holds(&self, valuation: &[bool]) -> bool {
        self.0
            .iter()
            .all(|literal| valuation[literal.atom] == literal.positive)
    }
}

impl Ord for Cube {
    /// Shorter first, then by the order of the predicates.
    fn cmp(&self, other: &Cube) -> Ordering {
        self.len()
            .cmp(&other.len())
            .then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Cube {
    fn partial_cmp(&self, other: &Cube) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
