//! Sets of literals, a bit for each.

use super::oracle::Literal;

/// A set of literals: of each atom, the bit for its negation stands before its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Literals {
    words: Vec<u64>,
}

/// The bits of negations.
const NEGATIONS: u64 = 0x5555_5555_5555_5555;

impl Literals {
    /// Takes a literal in.
    pub fn insert(&mut self, literal: Literal) {
        let (word, bit) = place(literal);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= bit;
    }

    /// Takes a literal out, if it is there.
    pub fn remove(&mut self, literal: Literal) {
        let (word, bit) = place(literal);
        if let Some(word) = self.words.get_mut(word) {
            *word &= !bit;
        }
    }

    /// Whether a literal is there.
    pub fn contains(&self, literal: Literal) -> bool {
        let (word, bit) = place(literal);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        let ones = self.words.iter().map(|word| word.count_ones() as usize);
        ones.sum()
    }

    /// Whether some literal is in both.
    pub fn meets(&self, other: &Literals) -> bool {
        let mut words = self.words.iter().zip(&other.words);
        words.any(|(own, others)| own & others != 0)
    }

    /// Whether the opposite of some literal is in the other set.
    pub fn opposes(&self, other: &Literals) -> bool {
        let mut words = self.words.iter().zip(&other.words);
        words.any(|(own, others)| own & opposites(*others) != 0)
    }

    /// Keeps those that are not in the other set.
    pub fn retain_outside(&mut self, other: &Literals) {
        for (own, others) in self.words.iter_mut().zip(&other.words) {
            *own &= !others;
        }
    }

    /// Keeps those whose opposites are not in the other set.
    pub fn retain_unopposed(&mut self, other: &Literals) {
        for (own, others) in self.words.iter_mut().zip(&other.words) {
            *own &= !opposites(*others);
        }
    }
}

impl FromIterator<Literal> for Literals {
    fn from_iter<I: IntoIterator<Item = Literal>>(literals: I) -> Literals {
        let mut set = Literals::default();
        for literal in literals {
            set.insert(literal);
        }
        set
    }
}

fn place(literal: Literal) -> (usize, u64) {
    let at = 2 * literal.atom + usize::from(literal.positive);
    (at / 64, 1 << (at % 64))
}

fn opposites(word: u64) -> u64 {
    (word & NEGATIONS) << 1 | word >> 1 & NEGATIONS
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quickcheck::quickcheck;

    use super::*;

    fn literals(numbers: &[u8]) -> BTreeSet<Literal> {
        let literal = |number: &u8| Literal {
            atom: usize::from(number / 2),
            positive: number % 2 == 1,
        };
        numbers.iter().map(literal).collect()
    }

    quickcheck! {
        /// forall a, b. What is said of the sets as bits is so of them as trees.
        fn bits_are_sets(a: Vec<u8>, b: Vec<u8>) -> bool {
            let (a, b) = (literals(&a), literals(&b));
            let set = |tree: &BTreeSet<Literal>| tree.iter().copied().collect::<Literals>();
            let opposed: BTreeSet<Literal> = b.iter().map(|literal| literal.negated()).collect();
            let (mut outside, mut unopposed) = (set(&a), set(&a));
            outside.retain_outside(&set(&b));
            unopposed.retain_unopposed(&set(&b));
            let same = |found: &Literals, expected: &BTreeSet<Literal>| {
                found.len() == expected.len()
                    && expected.iter().all(|literal| found.contains(*literal))
            };
            let mut removed = set(&a);
            for literal in &b {
                removed.remove(*literal);
            }
            same(&set(&a), &a)
                && same(&outside, &(&a - &b))
                && same(&removed, &(&a - &b))
                && same(&unopposed, &(&a - &opposed))
                && set(&a).meets(&set(&b)) != a.is_disjoint(&b)
                && set(&a).opposes(&set(&b)) != a.is_disjoint(&opposed)
                && set(&a).is_empty() == a.is_empty()
        }
    }
}
