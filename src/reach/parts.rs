//! Relations as conjunctions of parts.
//!
//! What many bits take at once, in one diagram, can be far larger than what it does to any set of
//! states. So a relation that grows is kept in parts, and what is to be forgotten is forgotten as
//! soon as no later part speaks of it.

use std::collections::BTreeSet;

use super::space::Space;
use crate::bdd::{Bdd, Level, NodeLimit};

/// Which of the diagrams of a space are the parts of a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Parts {
    start: usize,
    end: usize,
}

/// So many conjuncts make one part, however large it gets.
const FEW: usize = 6;

/// A part with more nodes takes in no further conjunct.
const LARGEST: usize = 500;

impl Space {
    /// The conjunction, in parts.
    pub(super) fn parts_of(
        &mut self,
        conjuncts: impl IntoIterator<Item = Bdd>,
    ) -> Result<Parts, NodeLimit> {
        let start = self.parts.len();
        let mut part = Bdd::TRUE;
        let mut taken = 0;
        for conjunct in conjuncts {
            let both = self.manager.and(part, conjunct)?;
            if taken < FEW || self.manager.size(both) <= LARGEST {
                part = both;
                taken += 1;
            } else {
                self.parts.push(part);
                part = conjunct;
                taken = 1;
            }
        }
        self.parts.push(part);
        let end = self.parts.len();
        Ok(Parts { start, end })
    }

    /// ∃ `levels`. `set` ∧ the relation, where `levels` is a cube.
    pub(super) fn product(
        &mut self,
        set: Bdd,
        relation: Parts,
        levels: Bdd,
    ) -> Result<Bdd, NodeLimit> {
        let (first, last) = (relation.start, relation.end - 1);
        if first == last {
            return self.manager.and_exists(set, self.parts[first], levels);
        }
        // The levels that some part from here on speaks of.
        let forgotten: Vec<Level> = self.manager.support(levels);
        let mut needed: BTreeSet<Level> = BTreeSet::new();
        let mut stages = Vec::new();
        for at in (first..=last).rev() {
            let now = forgotten.iter().filter(|level| !needed.contains(level));
            stages.push((self.parts[at], self.manager.cube_of(now.copied())?));
            needed.extend(self.manager.support(self.parts[at]));
        }
        let now = forgotten.iter().filter(|level| !needed.contains(level));
        let now = self.manager.cube_of(now.copied())?;
        let mut set = self.manager.exists(set, now)?;
        for (part, levels) in stages.into_iter().rev() {
            set = self.manager.and_exists(set, part, levels)?;
        }
        Ok(set)
    }
}
