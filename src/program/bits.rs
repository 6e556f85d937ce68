//! Sets of small numbers, and what a call graph hands from callees to callers.

use std::collections::BTreeSet;

use super::typed::SubprogramId;

/// A set of numbers below a fixed limit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// The empty set of numbers below the limit.
    pub(crate) fn below(limit: usize) -> Bits {
        Bits(vec![0; limit.div_ceil(64)])
    }

    pub(crate) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub(crate) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] & (1 << (number % 64)) != 0
    }

    /// Adds what is in the first and not in the second; says whether that was anything new.
    pub(crate) fn add(&mut self, more: &Bits, but: Option<&Bits>) -> bool {
        let mut is_changed = false;
        for (at, word) in self.0.iter_mut().enumerate() {
            let added = more.0[at] & !but.map_or(0, |but| but.0[at]);
            is_changed |= added & !*word != 0;
            *word |= added;
        }
        is_changed
    }

    /// Keeps what is in the other, too; says whether that left anything out.
    pub(crate) fn keep(&mut self, other: &Bits) -> bool {
        let mut is_changed = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            is_changed |= *word & !other != 0;
            *word &= other;
        }
        is_changed
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            (0..64)
                .filter(move |bit| word & (1 << bit) != 0)
                .map(move |bit| at * 64 + bit)
        })
    }
}

/// Hands information from callees to callers until nothing changes: `hand` is given caller and
/// callee and says whether the caller has learnt something.
pub(super) fn propagate(
    callees: &[BTreeSet<SubprogramId>],
    mut hand: impl FnMut(usize, usize) -> bool,
) {
    let order = callees_first(callees);
    loop {
        let mut is_changed = false;
        for &caller in &order {
            for callee in &callees[caller] {
                is_changed |= hand(caller, callee.0 as usize);
            }
        }
        if !is_changed {
            return;
        }
    }
}

/// All subprograms, each after those it calls as far as there is no recursion.
fn callees_first(callees: &[BTreeSet<SubprogramId>]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut is_seen = vec![false; callees.len()];
    for start in 0..callees.len() {
        let mut open = vec![(start, false)];
        while let Some((at, is_done)) = open.pop() {
            if is_done {
                order.push(at);
            } else if !std::mem::replace(&mut is_seen[at], true) {
                open.push((at, true));
                let next = callees[at].iter().map(|callee| callee.0 as usize);
                open.extend(
                    next.filter(|&next| !is_seen[next])
                        .map(|next| (next, false)),
                );
            }
        }
    }
    order
}
