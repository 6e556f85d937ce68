//! A client that makes many calls before it stops: what a package does shows late.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use crate::flow::{BlockId, FlowProgram, FlowVariable, Terminator};
use crate::interpret::{Environment, RandomEnvironment, Step};
use crate::logic::Value;

/// Per block of the most general client, the ways on which it makes no further call.
pub(super) type Ends = BTreeMap<BlockId, BTreeSet<usize>>;

/// Where the client can stop.
pub(super) fn ends(flow: &FlowProgram) -> Ends {
    let numbered = || (0..).map(BlockId).zip(&flow.main.blocks);
    let mut calling: BTreeSet<BlockId> = BTreeSet::new();
    loop {
        let before = calling.len();
        for (id, block) in numbered() {
            let goes_on = block
                .terminator
                .targets()
                .any(|next| calling.contains(&next));
            if goes_on || block.terminator.callee().is_some() {
                calling.insert(id);
            }
        }
        if calling.len() == before {
            break;
        }
    }
    let choices = numbered().filter_map(|(id, block)| match &block.terminator {
        Terminator::Choice { targets, .. } => Some((id, targets)),
        Terminator::Goto(_)
        | Terminator::Branch { .. }
        | Terminator::Havoc { .. }
        | Terminator::Nondet { .. }
        | Terminator::Call { .. }
        | Terminator::Return => None,
    });
    choices
        .map(|(id, targets)| {
            let ways = targets.iter().enumerate();
            let silent = ways.filter(|(_, next)| !calling.contains(next));
            (id, silent.map(|(way, _)| way).collect())
        })
        .collect()
}

/// The block of the client that a step is in; `None` inside of a call.
pub(super) fn client_block(step: &Step<'_>) -> Option<BlockId> {
    let is_client = step.point.subprogram.is_none();
    is_client.then_some(step.point.block)
}

/// Answers at random, but stops in one of so many cases only.
pub(super) struct Client<'a> {
    pub(super) random: RandomEnvironment,
    pub(super) ends: &'a Ends,
    /// The block of the client that is about to be left; `None` inside of a call.
    pub(super) place: &'a Cell<Option<BlockId>>,
    pub(super) patience: usize,
}

impl Environment for Client<'_> {
    fn nondet(&mut self, variable: &FlowVariable) -> Option<Value> {
        self.random.nondet(variable)
    }

    fn choice(&mut self, count: usize) -> Option<usize> {
        let picked = self.random.choice(count)?;
        let ends = self.place.get().and_then(|block| self.ends.get(&block));
        let Some(ends) = ends.filter(|ends| ends.contains(&picked)) else {
            return Some(picked);
        };
        let others: Vec<usize> = (0..count).filter(|way| !ends.contains(way)).collect();
        if others.is_empty() || self.random.below(self.patience) == 0 {
            return Some(picked);
        }
        Some(others[self.random.below(others.len())])
    }
}
