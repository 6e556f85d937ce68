//! Invariants from observation: what was always so in runs is conjectured, what does not follow from
//! the rest is dropped, and what a check needs of the remainder is its proof.
//!
//! Done once for all checks of a subprogram; with a case distinction only where that was not enough.

mod backwards;
mod callees;
mod conjecture;
mod equations;
mod evidence;
mod hints;
mod houdini;
mod quantified;
mod runs;
mod stages;
mod support;
mod templates;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;

use super::graph::Graph;
use super::horn::{Aim, Detail, PathClauses, at_exit, clauses};
use crate::certify::at_entry;
use crate::flow::{FlowProgram, SubprogramId};
use crate::logic::{Sort, Term, Variable};
use crate::smt::{Error, Oracle};
use crate::verdict::{Arrival, CheckId};
use backwards::Carried;
use callees::Callees;
use hints::Hints;
use houdini::Conjectures;
pub use houdini::Patience;
use runs::Observations;
use stages::{Reached, STAGES};
use support::support;

/// What has been found out about a program by watching it.
pub(super) struct Observed {
    /// How long is looked for what is hard to see.
    effort: u32,
    clauses: PathClauses,
    callees: Callees,
    observations: Observations,
    hints: BTreeMap<Option<SubprogramId>, Hints>,
    /// The same for what calls do: of the values at their entry and at their return.
    effects: BTreeMap<Option<SubprogramId>, Hints>,
    /// What is checked or returned later, said of where blocks begin.
    carried: Carried,
    /// The checks for whose sake something is carried back.
    open: BTreeSet<CheckId>,
    /// What the types of numbers say, at the beginning, on the way, and at the end of a call.
    ranges: BTreeMap<Option<SubprogramId>, BTreeMap<Variable, (BigInt, BigInt)>>,
    /// What seemed to hold at first.
    plain: Conjectures,
    /// What always holds, as far as it was looked for.
    invariants: Conjectures,
    /// How far it was looked for.
    stages: Vec<Reached>,
    /// How many invariants there were when it was last tried in vain to show a check.
    tried: BTreeMap<CheckId, usize>,
    /// Per relation, the invariants on which rests what was shown.
    needed: BTreeMap<usize, BTreeSet<Term>>,
}

/// Checks, and the clauses that each is about.
type Aims = Vec<(CheckId, Vec<usize>)>;

impl Observed {
    /// Watches the program run.
    ///
    /// # Errors
    /// If the time is up.
    pub(super) fn new(
        flow: &FlowProgram,
        effort: u32,
        oracle: &dyn Oracle,
    ) -> Result<Observed, Error> {
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
        let nothing = Conjectures::none(clauses.system.relations.len());
        Ok(Observed {
            effort,
            effects: effects.collect(),
            stages: STAGES.iter().map(|_| Reached::default()).collect(),
            plain: nothing.clone(),
            invariants: nothing,
            clauses,
            callees: Callees::of(flow),
            carried: Carried::of(flow),
            open: BTreeSet::new(),
            observations: Observations::make(flow, oracle)?,
            hints,
            ranges,
            tried: BTreeMap::new(),
            needed: BTreeMap::new(),
        })
    }

    /// Shows that a check never fails, and those of the `open` ones of its subprogram with it that
    /// can be shown with so much patience; says which, and whether control comes there.
    ///
    /// # Errors
    /// If the solver fails for good.
    pub(super) fn shown(
        &mut self,
        check: CheckId,
        open: &BTreeSet<CheckId>,
        patience: Patience,
        oracle: &mut dyn Oracle,
    ) -> Result<BTreeMap<CheckId, Arrival>, Error> {
        let mut found = BTreeMap::new();
        self.open.clone_from(open);
        self.open.insert(check);
        for (number, stage) in STAGES.iter().enumerate() {
            let (home, aims) = self.aims(check, open);
            if stage.patience > patience || !self.is_worth_reaching(number, home) {
                continue;
            }
            self.reach(number, home, oracle)?;
            if self.tried.get(&check) == Some(&self.invariants.count()) {
                continue;
            }
            found.append(&mut self.supported(&aims, oracle)?);
            if found.contains_key(&check) {
                break;
            }
        }
        Ok(found)
    }

    /// Which checks the invariants show never to fail, and whether control comes there.
    fn supported(
        &mut self,
        aims: &Aims,
        oracle: &mut dyn Oracle,
    ) -> Result<BTreeMap<CheckId, Arrival>, Error> {
        let clauses: Vec<&[usize]> = aims.iter().map(|(_, aim)| aim.as_slice()).collect();
        let (system, invariants) = (&self.clauses.system, &self.invariants);
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
        let mut found = BTreeMap::new();
        for (number, (check, aim)) in aims.iter().enumerate() {
            if shown.contains(&number) {
                found.insert(*check, arrival(aim));
            } else {
                self.tried.insert(*check, invariants.count());
            }
        }
        for (relation, number) in needed {
            let term = invariants.of[relation][number].clone();
            self.needed.entry(relation).or_default().insert(term);
        }
        Ok(found)
    }

    /// The subprogram of a check, the clauses that the check is about, and those of the other open
    /// checks of its subprogram.
    fn aims(&self, check: CheckId, open: &BTreeSet<CheckId>) -> (Option<SubprogramId>, Aims) {
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
        let mut found: Aims = found.into_iter().collect();
        // What was asked for comes first, so that the others make use of what it needs.
        found.sort_by_key(|(other, _)| *other != check);
        (home, found)
    }

    /// Whether a look without patience has left out what is hard in the subprogram of a check.
    pub(super) fn is_hard(&self, check: CheckId) -> bool {
        let mut aims = self.clauses.aims.iter();
        let aim = aims.find(|(other, _)| *other == check);
        aim.is_some_and(|(_, clause)| self.leaves_out_own(self.owner(*clause)))
    }

    /// The subprogram in which a clause that is aimed at begins.
    fn owner(&self, clause: usize) -> Option<SubprogramId> {
        let premise = self.clauses.system.clauses[clause].premises.first()?;
        self.clauses.subjects[premise.relation].subprogram()
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
