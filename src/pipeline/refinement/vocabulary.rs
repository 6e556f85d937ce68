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

    /// The halves of the equalities that are known in some scopes.
    pub(super) fn halves(&self, scopes: &BTreeSet<Option<SubprogramId>>) -> Vec<Suggestion> {
        let is_near = |of: Option<SubprogramId>| of.is_none() || scopes.contains(&of);
        let known = self.predicates.iter().filter(|known| is_near(known.scope));
        let halves = known.filter_map(|known| Some((known.scope, refine::halves(&known.term)?)));
        let halves = halves.flat_map(|(scope, both)| both.map(|term| Suggestion { scope, term }));
        halves.collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::normalise;
    use crate::logic::{Comparison, Sort, Variable};
    use crate::program::elaborate;
    use crate::smt::ExhaustiveOracle;
    use crate::source::{FileId, SourceFile};
    use crate::syntax::parse;

    const TEXT: &str = "procedure P is
   subtype Small is Integer range 0 .. 15;
   X, Y : Small := 0;
begin
   while X < Y loop
      X := X + 1;
   end loop;
end P;
";
    const SCOPE: Option<SubprogramId> = Some(SubprogramId(0));

    fn x(name: &str) -> Term {
        Term::variable(&Variable::new(name, Sort::Int))
    }

    fn suggested(term: Term) -> Suggestion {
        Suggestion { scope: SCOPE, term }
    }

    /// A vocabulary, and what adds to it for the sake of a check.
    fn adding() -> (Vocabulary, impl FnMut(&mut Vocabulary, u32, Term) -> bool) {
        let parsed = parse(FileId(0), &SourceFile::new("p.adb", TEXT));
        let flow = normalise(&elaborate(&parsed.units).expect("the program is legal"));
        let mut oracle = ExhaustiveOracle::new(0, 15);
        let add = move |vocabulary: &mut Vocabulary, check: u32, term: Term| {
            let added = vocabulary.add(&flow, CheckId(check), vec![suggested(term)], &mut oracle);
            !added.expect("it answers").is_empty()
        };
        (Vocabulary::new(PredicateSet::default()), add)
    }

    fn terms(vocabulary: &Vocabulary) -> Vec<String> {
        let all = vocabulary.predicates().iter();
        all.map(|known| known.term.to_string()).collect()
    }

    // What only checks without hope have asked for goes; what another needs as well stays.
    #[test]
    fn what_nobody_needs_is_taken_away() {
        let (mut vocabulary, mut add) = adding();
        let at_most = |bound: i32| Term::compare(Comparison::LessEqual, x("X"), Term::int(bound));
        assert!(add(&mut vocabulary, 1, at_most(3)));
        assert!(add(&mut vocabulary, 1, at_most(5)));
        assert!(!add(&mut vocabulary, 2, at_most(5)));
        assert!(!vocabulary.relieve(&|check| check == CheckId(2)));
        assert_eq!(terms(&vocabulary), ["X <= 3", "X <= 5"]);
        assert!(vocabulary.relieve(&|check| check == CheckId(1)));
        assert_eq!(terms(&vocabulary), ["X <= 5"]);
        assert!(vocabulary.relieve(&|_| true));
        assert!(terms(&vocabulary).is_empty());
    }

    // Ever new bounds of one thing come to an end, so that the next strategy is asked; bounds of
    // another thing are still taken.
    #[test]
    fn bounds_that_differ_only_in_a_constant_come_to_an_end() {
        let (mut vocabulary, mut add) = adding();
        let at_most = |name: &str, bound: usize| {
            Term::compare(Comparison::LessEqual, x(name), Term::int(bound))
        };
        for bound in 0..2 * MOST_BOUNDS {
            let added = add(&mut vocabulary, 1, at_most("X", bound));
            assert_eq!(added, bound < MOST_BOUNDS, "{bound}");
        }
        assert!(add(&mut vocabulary, 1, at_most("Y", 3)));
    }

    // An equality has halves in its scope, once.
    #[test]
    fn equalities_fall_into_halves() {
        let (mut vocabulary, mut add) = adding();
        assert!(add(&mut vocabulary, 1, Term::equal(x("X"), x("Y"))));
        assert!(vocabulary.halves(&BTreeSet::from([None])).is_empty());
        let halves = vocabulary.halves(&BTreeSet::from([SCOPE]));
        let said: Vec<String> = halves.iter().map(|half| half.term.to_string()).collect();
        assert_eq!(said, ["X <= Y", "X >= Y"]);
        for half in halves {
            assert!(add(&mut vocabulary, 1, half.term.clone()));
            assert!(!add(&mut vocabulary, 1, half.term));
        }
    }
}
