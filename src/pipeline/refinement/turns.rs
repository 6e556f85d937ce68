//! The abstractions that say something: what one of them proves, later ones need not prove again.

use std::collections::BTreeSet;

use crate::verdict::{Arrival, CheckId, Verdict};

/// An abstraction, and what is proved by it or by one before it.
#[derive(Debug)]
struct Turn<A> {
    judged: Vec<Verdict>,
    abstraction: A,
}

/// The abstractions made so far, without those that say nothing of their own.
#[derive(Debug)]
pub(in crate::pipeline) struct Turns<A> {
    all: Vec<Turn<A>>,
}

impl<A> Turns<A> {
    /// None yet.
    pub(super) fn none() -> Turns<A> {
        Turns { all: Vec::new() }
    }

    /// Takes another one, and says what is known with it: what was proved before stays so.
    pub(super) fn add(&mut self, mut judged: Vec<Verdict>, abstraction: A) -> (&[Verdict], &A) {
        if let Some(before) = self.all.last() {
            for (now, known) in judged.iter_mut().zip(&before.judged) {
                let is_unreachable = *known == Verdict::Proved(Arrival::Unreachable);
                if is_proof(*known) && (is_unreachable || !is_proof(*now)) {
                    *now = *known;
                }
            }
            // The first one says the most about places that no run comes to, for the least work.
            if self.all.len() > 1 && self.proved_first(self.all.len() - 1).is_empty() {
                self.all.pop();
            }
        }
        self.all.push(Turn {
            judged,
            abstraction,
        });
        let turn = &self.all[self.all.len() - 1];
        (&turn.judged, &turn.abstraction)
    }

    /// What is known in the end; nothing where no abstraction was made.
    pub(super) fn judged(&self) -> Option<&[Verdict]> {
        self.all.last().map(|turn| turn.judged.as_slice())
    }

    /// The abstractions, in the order in which they were made, each with the checks of which it was
    /// the first to say what is known in the end. Those that were made with few predicates come
    /// first: what they prove is confirmed soonest.
    pub(in crate::pipeline) fn proofs(&self) -> impl Iterator<Item = (BTreeSet<CheckId>, &A)> {
        let all = self.all.iter().enumerate();
        all.map(|(at, turn)| (self.proved_first(at), &turn.abstraction))
    }

    fn proved_first(&self, at: usize) -> BTreeSet<CheckId> {
        let Some(end) = self.judged() else {
            return BTreeSet::new();
        };
        let says = |turn: &Turn<A>, check: usize| turn.judged[check] == end[check];
        let first = (0..end.len()).filter(|check| {
            is_proof(end[*check]) && self.all.iter().position(|turn| says(turn, *check)) == Some(at)
        });
        first
            .map(|check| CheckId(u32::try_from(check).unwrap_or(u32::MAX)))
            .collect()
    }
}

fn is_proof(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Proved(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Reason;

    const OPEN: Verdict = Verdict::Unknown(Reason::PredicatesTooWeak);
    const HOLDS: Verdict = Verdict::Proved(Arrival::Possible);
    const NEVER: Verdict = Verdict::Proved(Arrival::Unreachable);

    fn proofs(turns: &Turns<char>) -> Vec<(char, Vec<u32>)> {
        let numbers = |checks: BTreeSet<CheckId>| checks.into_iter().map(|check| check.0).collect();
        let all = turns.proofs();
        all.map(|(checks, name)| (*name, numbers(checks))).collect()
    }

    #[test]
    fn each_proof_is_of_the_first_abstraction_that_has_it() {
        let mut turns = Turns::none();
        assert!(turns.judged().is_none());
        turns.add(vec![HOLDS, OPEN, OPEN], 'a');
        // Says nothing new, and is forgotten when the next one comes; but the first one is not lost.
        turns.add(vec![OPEN, OPEN, OPEN], 'b');
        assert_eq!(turns.judged(), Some(&[HOLDS, OPEN, OPEN][..]));
        turns.add(vec![HOLDS, HOLDS, OPEN], 'c');
        turns.add(vec![OPEN, HOLDS, NEVER], 'd');
        assert_eq!(turns.judged(), Some(&[HOLDS, HOLDS, NEVER][..]));
        let each = vec![('a', vec![0]), ('c', vec![1]), ('d', vec![2])];
        assert_eq!(proofs(&turns), each);
    }

    #[test]
    fn what_is_known_to_be_out_of_reach_stays_so() {
        let mut turns = Turns::none();
        turns.add(vec![HOLDS, OPEN], 'a');
        turns.add(vec![NEVER, OPEN], 'b');
        turns.add(vec![HOLDS, HOLDS], 'c');
        assert_eq!(turns.judged(), Some(&[NEVER, HOLDS][..]));
        let each = vec![('a', vec![]), ('b', vec![0]), ('c', vec![1])];
        assert_eq!(proofs(&turns), each);
    }
}
