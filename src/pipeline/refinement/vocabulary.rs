//! The predicates of the loop, and for whose sake they are there.

use std::collections::{BTreeMap, BTreeSet};

use crate::flow::FlowProgram;
use crate::logic::Term;
use crate::predicate::{PredicateSet, add};
use crate::program::SubprogramId;
use crate::refine::{self, Suggestion};
use crate::smt::{Error, Oracle};
use crate::verdict::CheckId;

/// So many bounds of the same sum are enough.
const MOST_BOUNDS: usize = 6;
/// So many predicates of one scope are enough: with more, the abstraction takes for ever.
const MOST_PREDICATES: usize = 32;

/// The predicates there are.
#[derive(Debug)]
pub(super) struct Vocabulary {
    predicates: PredicateSet,
    /// For whose sake a predicate was added.
    wanted: BTreeMap<(Option<SubprogramId>, Term), BTreeSet<CheckId>>,
}

impl Vocabulary {
    /// One that begins with what is given.
    pub(super) fn new(predicates: PredicateSet) -> Vocabulary {
        Vocabulary {
            predicates,
            wanted: BTreeMap::new(),
        }
    }

    /// The predicates.
    pub(super) fn predicates(&self) -> &PredicateSet {
        &self.predicates
    }

    /// Takes the suggestions that say something new, for the sake of a check.
    pub(super) fn add(
        &mut self,
        flow: &FlowProgram,
        check: CheckId,
        suggested: Vec<Suggestion>,
        oracle: &mut dyn Oracle,
    ) -> Result<Vec<Suggestion>, Error> {
        let mut added = Vec::new();
        for suggestion in suggested {
            let Suggestion { scope, term } = suggestion.clone();
            let key = (scope, term.clone());
            if let Some(others) = self.wanted.get_mut(&key) {
                others.insert(check);
                continue;
            }
            let visible = |of: Option<SubprogramId>| of.is_none() || of == scope;
            let known = self.predicates.iter().filter(|known| visible(known.scope));
            // Ever new bounds of one thing are the sign of a loop that is being unrolled.
            let shape = refine::shape(&term);
            let alike = |other: &Term| shape.is_some() && refine::shape(other) == shape;
            let bounds = self.wanted.keys().filter(|(_, other)| alike(other)).count();
            if known.count() >= MOST_PREDICATES || bounds >= MOST_BOUNDS {
                continue;
            }
            let span = match scope {
                Some(id) => flow.subprogram(id).span,
                None => flow.main.span,
            };
            if add(&mut self.predicates, flow, scope, span, term, oracle)? {
                self.wanted.insert(key, BTreeSet::from([check]));
                added.push(suggestion);
            }
        }
        Ok(added)
    }

    /// Takes away the predicates that were added for the sake of hopeless checks alone: they make
    /// everything else slower. Says whether there were any.
    pub(super) fn relieve(&mut self, is_hopeless: &dyn Fn(CheckId) -> bool) -> bool {
        let hopeless = |checks: &BTreeSet<CheckId>| checks.iter().all(|check| is_hopeless(*check));
        let useless: BTreeSet<(Option<SubprogramId>, Term)> = self
            .wanted
            .iter()
            .filter(|(_, checks)| hopeless(checks))
            .map(|(key, _)| key.clone())
            .collect();
        self.wanted.retain(|key, _| !useless.contains(key));
        self.predicates
            .retain(|known| !useless.contains(&(known.scope, known.term.clone())));
        !useless.is_empty()
    }
}
