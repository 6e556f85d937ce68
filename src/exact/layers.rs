//! A least solution round by round, so that a way can be walked towards where it began.

use std::collections::BTreeSet;

use super::Error;
use super::space::{Sets, Space};
use crate::bdd::{Bdd, NodeLimit};

/// Per node how its set grew: the round and what it was from then on.
#[derive(Debug)]
pub(super) struct Layers {
    grown: Vec<Vec<(usize, Bdd)>>,
}

impl Layers {
    /// Grows sets by a step, all nodes at once, until nothing changes or one of some states at a node
    /// is among them.
    pub(super) fn grow(
        space: &mut Space,
        start: Sets,
        (goal, wanted): (usize, Bdd),
        mut step: impl FnMut(&mut Space, usize, &Sets) -> Result<Bdd, NodeLimit>,
    ) -> Result<Layers, Error> {
        let mut sets = start;
        let mut grown: Vec<Vec<(usize, Bdd)>> = sets.iter().map(|set| vec![(0, *set)]).collect();
        let everywhere = 0..sets.len();
        let mut work: BTreeSet<usize> = everywhere.collect();
        let mut round = 0;
        while !work.is_empty() && space.manager.and(wanted, sets[goal])? == Bdd::FALSE {
            round += 1;
            let mut changes = Vec::new();
            for node in work {
                space.in_time()?;
                let more = step(space, node, &sets)?;
                let more = space.manager.or(more, sets[node])?;
                if more != sets[node] {
                    changes.push((node, more));
                }
            }
            work = BTreeSet::new();
            for (node, set) in changes {
                sets[node] = set;
                grown[node].push((round, set));
                work.extend(&space.predecessors[node]);
            }
        }
        Ok(Layers { grown })
    }

    /// What a node's set was after a round.
    pub(super) fn after(&self, round: usize, node: usize) -> Bdd {
        let grown = self.grown[node].iter().rev();
        let mut before = grown.skip_while(|(at, _)| *at > round);
        before.next().map_or(Bdd::FALSE, |(_, set)| *set)
    }

    /// The states at a node that have come in.
    pub(super) fn all(&self, node: usize) -> Bdd {
        self.after(usize::MAX, node)
    }

    /// The round in which a state came in; none if it never did.
    pub(super) fn round_of(
        &self,
        space: &mut Space,
        node: usize,
        state: Bdd,
    ) -> Result<Option<usize>, NodeLimit> {
        for (round, set) in &self.grown[node] {
            if space.manager.minus(state, *set)? == Bdd::FALSE {
                return Ok(Some(*round));
            }
        }
        Ok(None)
    }
}
