//! Invariants from observation: what was always so in runs is conjectured, what does not follow from
//! the rest is dropped, and what a check needs of the remainder is its proof.
//!
//! Done once for the whole program, for all checks; with a case distinction only where that was not
//! enough.

mod equations;
mod evidence;
mod hints;
mod houdini;
mod quantified;
mod runs;
mod support;
mod templates;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;

use super::graph::Graph;
use super::horn::{Aim, Detail, PathClauses, Subject, at_exit, clauses};
use crate::certify::at_entry;
use crate::flow::{FlowProgram, SubprogramId};
use crate::logic::{Sort, Term, Variable};
use crate::smt::{Error, Oracle};
use crate::verdict::{Arrival, CheckId};
use hints::Hints;
use houdini::{Conjectures, inductive};
use runs::{Observations, Sample};
use support::support;
use templates::{Place, candidates, candidates_by_case, candidates_by_value, truth};

/// What has been found out about a program by watching it.
pub(super) struct Observed {
    clauses: PathClauses,
    observations: Observations,
    hints: BTreeMap<Option<SubprogramId>, Hints>,
    /// The same for what calls do: of the values at their entry and at their return.
    effects: BTreeMap<Option<SubprogramId>, Hints>,
    /// What the types of numbers say, at the beginning, on the way, and at the end of a call.
    ranges: BTreeMap<Option<SubprogramId>, BTreeMap<Variable, (BigInt, BigInt)>>,
    /// What seemed to hold at first.
    plain: Vec<Vec<Term>>,
    /// What always holds, by stage; made when needed.
    invariants: Vec<Conjectures>,
    /// What was tried for which check.
    tried: BTreeSet<(CheckId, usize)>,
    /// Per relation, the invariants on which rests what was shown.
    needed: BTreeMap<usize, BTreeSet<Term>>,
}

/// So many candidates are looked at per relation.
const MOST_TERMS: usize = 200;
/// A place that was seen less often may seem to keep more than it does.
const FEW: usize = 40;

/// In which order invariants are looked for: what always holds, what holds in one case of the
/// program's own conditions, and what holds for one value of a number.
const STAGES: [Stage; 3] = [Stage::Always, Stage::ByCase, Stage::ByValue];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Always,
    ByCase,
    ByValue,
}

impl Observed {
    /// Watches the program run.
    ///
    /// # Errors
    /// If the time is up.
    pub(super) fn new(flow: &FlowProgram, oracle: &dyn Oracle) -> Result<Observed, Error> {
        let clauses = clauses(flow, &Graph::whole(flow), Aim::Everything, Detail::Full);
        let mut hints = BTreeMap::new();
        let mut ranges = BTreeMap::new();
        for subject in &clauses.subjects {
            let id = subject.subprogram();
            hints
                .entry(id)
                .or_insert_with(|| Hints::of(flow, flow.body(id)));
            ranges.entry(id).or_insert_with(|| ranges_of(flow, id));
        }
        // The most general client has no conditions of its own; what it keeps is what they all keep.
        let mut shared = Hints::default();
        for own in hints.values() {
            shared.join(own);
        }
        hints.insert(None, shared);
        let moments: [&dyn Fn(&Variable) -> Variable; 2] = [&at_entry, &at_exit];
        let effects = hints.iter().map(|(id, own)| (*id, own.also_at(&moments)));
        Ok(Observed {
            effects: effects.collect(),
            clauses,
            observations: Observations::make(flow, oracle)?,
            hints,
            ranges,
            plain: Vec::new(),
            invariants: Vec::new(),
            tried: BTreeSet::new(),
            needed: BTreeMap::new(),
        })
    }

    /// Shows that a check never fails, and those of the `open` ones of its subprogram with it that
    /// can be shown; says which, and whether control comes there.
    ///
    /// # Errors
    /// If the solver fails for good.
    pub(super) fn shown(
        &mut self,
        check: CheckId,
        open: &BTreeSet<CheckId>,
        oracle: &mut dyn Oracle,
    ) -> Result<BTreeMap<CheckId, Arrival>, Error> {
        let mut found = BTreeMap::new();
        for stage in 0..STAGES.len() {
            if self.tried.contains(&(check, stage)) {
                continue;
            }
            self.reach(stage, oracle)?;
            let aims = self.aims(check, open);
            let clauses: Vec<&[usize]> = aims.iter().map(|(_, aim)| aim.as_slice()).collect();
            let invariants = &self.invariants[stage];
            let system = &self.clauses.system;
            let (needed, shown) = support(system, invariants, &clauses, oracle)?;
            let arrival = |aim: &[usize]| {
                let is_never = |clause: &usize| {
                    let premises = system.clauses[*clause].premises.iter();
                    let mut known = premises.flat_map(|p| &invariants.of[p.relation]);
                    known.any(|term| term.is_bool(false))
                };
                if aim.iter().all(is_never) {
                    Arrival::Unreachable
                } else {
                    Arrival::Possible
                }
            };
            for (number, (check, aim)) in aims.iter().enumerate() {
                self.tried.insert((*check, stage));
                if shown.contains(&number) {
                    found.insert(*check, arrival(aim));
                }
            }
            for (relation, number) in needed {
                let term = self.invariants[stage].of[relation][number].clone();
                self.needed.entry(relation).or_default().insert(term);
            }
            if found.contains_key(&check) {
                break;
            }
        }
        Ok(found)
    }

    /// The clauses that a check is about, and those of the other open checks of its subprogram.
    fn aims(&self, check: CheckId, open: &BTreeSet<CheckId>) -> Vec<(CheckId, Vec<usize>)> {
        let clauses = &self.clauses;
        let mut found: BTreeMap<CheckId, Vec<usize>> = BTreeMap::new();
        let mut home = None;
        for (other, clause) in &clauses.aims {
            found.entry(*other).or_default().push(*clause);
            if *other == check {
                home = self.owner(*clause);
            }
        }
        found.retain(|other, aims| {
            let is_near = aims.iter().all(|clause| self.owner(*clause) == home);
            *other == check || (open.contains(other) && is_near)
        });
        let mut found: Vec<(CheckId, Vec<usize>)> = found.into_iter().collect();
        // What was asked for comes first, so that the others make use of what it needs.
        found.sort_by_key(|(other, _)| *other != check);
        found
    }

    /// The subprogram in which a clause that is aimed at begins.
    fn owner(&self, clause: usize) -> Option<SubprogramId> {
        let premise = self.clauses.system.clauses[clause].premises.first()?;
        self.clauses.subjects[premise.relation].subprogram()
    }

    /// Makes the invariants of a stage.
    fn reach(&mut self, stage: usize, oracle: &mut dyn Oracle) -> Result<(), Error> {
        while self.invariants.len() <= stage {
            let conjectured = self.conjectured(STAGES[self.invariants.len()], oracle)?;
            if self.plain.is_empty() {
                self.plain.clone_from(&conjectured.of);
            }
            let found = inductive(&self.clauses.system, &conjectured, oracle)?;
            let nothing = Conjectures {
                of: vec![Vec::new(); conjectured.of.len()],
            };
            let otherwise = self.invariants.last().cloned().unwrap_or(nothing);
            self.invariants.push(found.unwrap_or(otherwise));
        }
        Ok(())
    }

    /// What is known to hold, and what may hold beyond it.
    fn conjectured(&self, stage: Stage, oracle: &dyn Oracle) -> Result<Conjectures, Error> {
        let known = self.invariants.last();
        let relations = self
            .clauses
            .subjects
            .iter()
            .zip(&self.clauses.system.relations);
        let mut of: Vec<Vec<Term>> = Vec::new();
        for (at, (subject, places)) in relations.enumerate() {
            oracle.in_time()?;
            let id = subject.subprogram();
            let place = Place {
                variables: self.variables(id, places),
                samples: self.observations.of(*subject),
                hints: match subject {
                    Subject::States(..) => &self.hints[&id],
                    Subject::Effect(_) => &self.effects[&id],
                },
                ranges: &self.ranges[&id],
            };
            let known = known.map_or(&[][..], |known| known.of[at].as_slice());
            let more = match stage {
                Stage::Always => candidates(&place),
                // That nothing comes there is all that can be conjectured.
                Stage::ByCase | Stage::ByValue if place.samples.is_empty() => Vec::new(),
                Stage::ByCase => candidates_by_case(&place, known),
                Stage::ByValue => candidates_by_value(&place, known),
            };
            // What did not follow before may follow from what is conjectured now.
            let again = self.plain.get(at).into_iter().flatten();
            let again = again.filter(|term| !known.contains(term) && !term.has_binder());
            of.push(known.iter().chain(again).cloned().chain(more).collect());
        }
        self.exchange(&mut of);
        Ok(Conjectures { of })
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
    fn exchange(&self, of: &mut [Vec<Term>]) {
        let subjects = &self.clauses.subjects;
        let found: Vec<(Option<SubprogramId>, BTreeSet<Term>)> = subjects
            .iter()
            .zip(&*of)
            .map(|(subject, terms)| (subject.subprogram(), terms.iter().cloned().collect()))
            .collect();
        for (at, subject) in subjects.iter().enumerate() {
            let Subject::States(id, _) = subject else {
                continue;
            };
            let places = self.variables(*id, &self.clauses.system.relations[at]);
            let samples = self.observations.of(*subject);
            if samples.len() >= FEW {
                continue;
            }
            let mut own: BTreeSet<Term> = of[at].iter().cloned().collect();
            for (_, terms) in found
                .iter()
                .filter(|(other, _)| other == id || other.is_none())
            {
                for term in terms {
                    let is_visible = term.free_variables().iter().all(|v| places.contains(&v));
                    let is_plain = !term.has_binder();
                    if is_visible && is_plain && !own.contains(term) && of[at].len() < MOST_TERMS {
                        let holds = |sample: &&Sample| truth(term, sample) == Some(true);
                        if samples.iter().all(holds) {
                            own.insert(term.clone());
                            of[at].push(term.clone());
                        }
                    }
                }
            }
        }
    }
}

fn ranges_of(flow: &FlowProgram, id: Option<SubprogramId>) -> BTreeMap<Variable, (BigInt, BigInt)> {
    let variables = flow.globals.iter().chain(flow.body(id).variables());
    let ranged = variables.filter_map(|known| Some((&known.variable, known.range.clone()?)));
    let moments = ranged.flat_map(|(variable, range)| {
        let moments = [variable.clone(), at_entry(variable), at_exit(variable)];
        moments.map(|moment| (moment, range.clone()))
    });
    moments
        .filter(|(variable, _)| variable.sort == Sort::Int)
        .collect()
}
