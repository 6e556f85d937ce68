//! What may hold of a relation, going by the runs that were watched.

use std::collections::BTreeSet;

use super::super::horn::Subject;
use super::Observed;
use super::houdini::Conjectures;
use super::runs::Sample;
use super::stages::Kind;
use super::templates::{
    Place, candidates, candidates_by_case, candidates_by_value, holding, truth,
};
use crate::flow::SubprogramId;
use crate::logic::{Term, Variable};

/// So many candidates are looked at per relation.
const MOST_TERMS: usize = 200;
/// A place that was seen less often may seem to keep more than it does.
const FEW: usize = 40;

impl Observed {
    /// What may hold beyond what is known of a relation.
    pub(super) fn conjectured(&self, kind: Kind, at: usize) -> Vec<Term> {
        let known = self.invariants.of[at].as_slice();
        let subject = self.clauses.subjects[at];
        let id = subject.subprogram();
        let place = Place {
            variables: self.variables(id, &self.clauses.system.relations[at]),
            samples: self.observations.of(subject),
            hints: match subject {
                Subject::States(..) => &self.hints[&id],
                Subject::Effect(_) => &self.effects[&id],
            },
            ranges: &self.ranges[&id],
        };
        let more = match kind {
            Kind::Always if self.plain.of[at].is_empty() => candidates(&place),
            Kind::Always => Vec::new(),
            // That nothing comes there is all that can be conjectured.
            Kind::Carried | Kind::ByCase | Kind::ByValue if place.samples.is_empty() => Vec::new(),
            Kind::Carried => holding(self.carried.to(subject, &self.open), &place),
            Kind::ByCase => candidates_by_case(&place, known),
            Kind::ByValue => candidates_by_value(&place, known),
        };
        // What did not follow before may follow from what is conjectured now, or with more patience.
        let is_worth_it = |term: &Term| kind == Kind::Always || !term.has_binder();
        let again = self.plain.of[at].iter();
        let again = again.filter(|term| !known.contains(term) && is_worth_it(term));
        let more = more.into_iter().filter(|term| !known.contains(term));
        again.cloned().chain(more).collect()
    }

    /// What candidates may be about: of the most general client only the unit's variables, because
    /// what it passes is arbitrary.
    fn variables<'a>(&self, id: Option<SubprogramId>, places: &'a [Variable]) -> Vec<&'a Variable> {
        let is_wanted = |place: &&Variable| id.is_some() || self.clauses.is_global(place);
        places.iter().filter(is_wanted).collect()
    }

    /// What was found for one place of a subprogram may hold at another that was seen less often:
    /// where it was so whenever that was seen, it is conjectured there as well. Otherwise a bound
    /// that only seems to be tighter there would break the chain.
    pub(super) fn exchange(
        &self,
        fresh: &BTreeSet<Option<SubprogramId>>,
        candidates: &mut Conjectures,
    ) {
        let subjects = &self.clauses.subjects;
        let all = |at: usize, candidates: &Conjectures| -> BTreeSet<Term> {
            let terms = self.invariants.of[at].iter().chain(&candidates.of[at]);
            terms.cloned().collect()
        };
        let found: Vec<(Option<SubprogramId>, BTreeSet<Term>)> = subjects
            .iter()
            .enumerate()
            .map(|(at, subject)| (subject.subprogram(), all(at, candidates)))
            .collect();
        for (at, subject) in subjects.iter().enumerate() {
            let Subject::States(id, _) = subject else {
                continue;
            };
            let places = self.variables(*id, &self.clauses.system.relations[at]);
            let samples = self.observations.of(*subject);
            if !fresh.contains(id) || samples.len() >= FEW {
                continue;
            }
            let mut own = all(at, candidates);
            for (_, terms) in found
                .iter()
                .filter(|(other, _)| other == id || other.is_none())
            {
                for term in terms {
                    let is_visible = term.free_variables().iter().all(|v| places.contains(&v));
                    let is_plain = !term.has_binder();
                    let has_room = own.len() < MOST_TERMS;
                    if is_visible && is_plain && has_room && !own.contains(term) {
                        let holds = |sample: &&Sample| truth(term, sample) == Some(true);
                        if samples.iter().all(holds) {
                            own.insert(term.clone());
                            candidates.of[at].push(term.clone());
                        }
                    }
                }
            }
        }
    }
}
