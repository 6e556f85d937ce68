//! What no state satisfies, in the forms in which it is asked for.

use indexmap::IndexSet;

use super::cube::Cover;
use crate::smt::{Literal, Literals};

/// The shortest inconsistent cubes over some atoms up to a length.
#[derive(Debug, Default)]
pub(super) struct Impossible {
    /// All of them.
    pub(super) cubes: Cover,
    /// Those of two literals.
    pub(super) implications: Implications,
    /// The literals of those that are longer.
    longer: IndexSet<Vec<Literal>>,
}

impl Impossible {
    pub(super) fn new(cubes: Cover) -> Impossible {
        let mut implications = Implications::default();
        let mut longer = IndexSet::new();
        for cube in &cubes {
            match cube.literals() {
                [first, second] => implications.exclude(*first, *second),
                literals => {
                    longer.insert(literals.to_vec());
                }
            }
        }
        Impossible {
            cubes,
            implications,
            longer,
        }
    }

    /// Whether these literals, in order, are one of the cubes.
    pub(super) fn lists(&self, cube: &[Literal]) -> bool {
        match cube {
            [first, second] => self.implications.excludes(*first, *second),
            _ => self.longer.contains(cube),
        }
    }
}

/// Which literals follow from which, as far as that is known.
#[derive(Debug, Clone, Default)]
pub(super) struct Implications {
    /// Per literal, those that follow from it, itself left out.
    of: Vec<[Literals; 2]>,
}

impl Implications {
    /// No state satisfies both.
    pub(super) fn exclude(&mut self, first: Literal, second: Literal) {
        for (from, to) in [(first, second.negated()), (second, first.negated())] {
            if self.of.len() <= from.atom {
                self.of.resize_with(from.atom + 1, Default::default);
            }
            self.of[from.atom][usize::from(from.positive)].insert(to);
        }
    }

    /// Whether it is known that no state satisfies both.
    pub(super) fn excludes(&self, first: Literal, second: Literal) -> bool {
        let following = self.following(first);
        following.is_some_and(|literals| literals.contains(second.negated()))
    }

    /// Whether the two exclude each other because of a third literal, which follows from one of them
    /// and whose opposite follows from the other.
    pub(super) fn exclude_each_other(&self, first: Literal, second: Literal) -> bool {
        match (self.following(first), self.following(second)) {
            (Some(first), Some(second)) => first.opposes(second),
            _ => false,
        }
    }

    /// Whether one of these follows from the literal.
    pub(super) fn leads_to(&self, literal: Literal, these: &Literals) -> bool {
        let following = self.following(literal);
        following.is_some_and(|literals| literals.meets(these))
    }

    /// Keeps those that say something besides the literal: they neither follow from it nor is it so
    /// that it follows from them.
    pub(super) fn retain_apart(&self, literal: Literal, these: &mut Literals) {
        if let Some(following) = self.following(literal) {
            these.retain_outside(following);
        }
        // What the literal follows from, its negation leads to the opposite of.
        if let Some(following) = self.following(literal.negated()) {
            these.retain_unopposed(following);
        }
    }

    fn following(&self, literal: Literal) -> Option<&Literals> {
        let both = self.of.get(literal.atom)?;
        Some(&both[usize::from(literal.positive)])
    }
}
