//! Variants of loops and subprograms.

use super::elaborator::Elaborator;
use super::typed::SubprogramId;
use crate::logic::{Comparison, Term};

/// Which way a variant goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Growth {
    Increases,
    Decreases,
}

impl Elaborator {
    /// The variant's values in the terms of the parameters.
    pub(super) fn variant_terms(&mut self, id: SubprogramId) -> Vec<(Growth, Term)> {
        self.subprograms[id.0 as usize]
            .frame
            .variant
            .clone()
            .into_iter()
            .chain(if self.frame.id == Some(id) {
                self.frame.variant.clone()
            } else {
                Vec::new()
            })
            .collect()
    }
}

/// Whether the second list of values is smaller than the first, the earlier ones counting more.
pub(super) fn progress(before: &[(Growth, Term)], now: &[(Growth, Term)]) -> Term {
    let mut found = Term::bool(false);
    for ((growth, old), (_, new)) in before.iter().zip(now).rev() {
        let comparison = match growth {
            Growth::Increases => Comparison::Greater,
            Growth::Decreases => Comparison::Less,
        };
        let moves = Term::compare(comparison, new.clone(), old.clone());
        let stays = Term::equal(new.clone(), old.clone());
        found = Term::or([moves, Term::and([stays, found])]);
    }
    found
}
