//! Invariants from observation: what was always so in runs is conjectured, what does not follow from
//! the rest is dropped, and what a check needs of the remainder becomes predicates.
//!
//! Done once for the whole program, for all checks; with a case distinction only where that was not
//! enough.

mod equations;
mod hints;
mod houdini;
mod quantified;
mod runs;
mod templates;

use std::collections::{BTreeMap, BTreeSet};

use super::Suggestion;
use super::blocks::body;
use super::graph::Graph;
use super::horn::{Aim, PathClauses, Subject, clauses, exited};
use crate::flow::{FlowProgram, SubprogramId};
use crate::logic::{Term, Variable};
use crate::smt::{Error, Oracle};
use crate::verdict::CheckId;
use hints::Hints;
use houdini::{Candidate, Conjectures, inductive, support};
use runs::Observations;
use templates::{Place, candidates, candidates_by_case};

/// What has been found out about a program by watching it.
pub(super) struct Observed {
    clauses: PathClauses,
    observations: Observations,
    hints: BTreeMap<Option<SubprogramId>, Hints>,
    /// What always holds, first without and then with case distinctions; made when needed.
    invariants: Vec<Conjectures>,
    /// The checks for which predicates were found already.
    given: BTreeSet<CheckId>,
    /// The checks for which none were.
    useless: BTreeSet<CheckId>,
}

/// Without case distinctions, and with them.
const STAGES: usize = 2;

impl Observed {
    /// Watches the program run.
    pub(super) fn new(flow: &FlowProgram) -> Observed {
        let clauses = clauses(flow, &Graph::whole(flow), Aim::Everything);
        let mut hints = BTreeMap::new();
        for subject in &clauses.subjects {
            let id = subject.subprogram();
            hints.entry(id).or_insert_with(|| Hints::of(body(flow, id)));
        }
        Observed {
            clauses,
            observations: Observations::make(flow),
            hints,
            invariants: Vec::new(),
            given: BTreeSet::new(),
            useless: BTreeSet::new(),
        }
    }

    /// Predicates that show that a check never fails, and those of the `open` ones of its subprogram
    /// that can be shown; none if what was observed is not enough.
    ///
    /// Where they are asked for again, because the abstraction makes too little of them, their parts
    /// are given.
    ///
    /// # Errors
    /// If the solver fails for good.
    pub(super) fn suggestions(
        &mut self,
        check: CheckId,
        open: &BTreeSet<CheckId>,
        oracle: &mut dyn Oracle,
    ) -> Result<Vec<Suggestion>, Error> {
        if self.useless.contains(&check) {
            return Ok(Vec::new());
        }
        let is_again = !self.given.insert(check);
        for stage in 0..STAGES {
            self.reach(stage, oracle)?;
            let invariants = &self.invariants[stage];
            let (wanted, others) = self.aims(check, open);
            let system = &self.clauses.system;
            if let Some(needed) = support(system, invariants, &wanted, &others, oracle)? {
                return Ok(self.said(invariants, &needed, is_again));
            }
        }
        self.useless.insert(check);
        Ok(Vec::new())
    }

    /// The clauses that a check is about, and those of the other open checks of its subprogram.
    fn aims(&self, check: CheckId, open: &BTreeSet<CheckId>) -> (Vec<usize>, Vec<usize>) {
        let clauses = &self.clauses;
        let owner = |clause: usize| {
            let premises = &clauses.system.clauses[clause].premises;
            let relation = premises.first().map(|premise| premise.relation);
            relation.map(|relation| clauses.subjects[relation].subprogram())
        };
        let is_wanted = |aim: &&(CheckId, usize)| aim.0 == check;
        let numbers = |(_, clause): &(CheckId, usize)| *clause;
        let wanted: Vec<usize> = clauses.aims.iter().filter(is_wanted).map(numbers).collect();
        let home = wanted.first().and_then(|clause| owner(*clause));
        let others = clauses.aims.iter().filter(|(other, clause)| {
            *other != check && open.contains(other) && owner(*clause) == home
        });
        let others = others.map(numbers).collect();
        (wanted, others)
    }

    /// The invariants as predicates: one for all that must hold at a place, because that is what
    /// leads from place to place; or one for each part.
    #[allow(clippy::fn_params_excessive_bools)] // whether each part is one
    fn said(
        &self,
        invariants: &Conjectures,
        needed: &BTreeSet<Candidate>,
        in_parts: bool,
    ) -> Vec<Suggestion> {
        let mut found: Vec<Suggestion> = Vec::new();
        let mut say = |scope: Option<SubprogramId>, terms: Vec<Term>| {
            let mut parts = BTreeSet::new();
            if in_parts {
                for term in &terms {
                    super::atoms(term, &mut parts);
                }
            } else if !terms.is_empty() {
                parts.insert(Term::and(terms));
            }
            for term in parts {
                let suggestion = Suggestion { scope, term };
                if !found.contains(&suggestion) {
                    found.push(suggestion);
                }
            }
        };
        let relations = needed.iter().map(|candidate| candidate.0);
        for relation in relations.collect::<BTreeSet<usize>>() {
            let subject = self.clauses.subjects[relation];
            let terms = needed.iter().filter(|candidate| candidate.0 == relation);
            let terms = terms.map(|(_, number)| self.here(&invariants.of[relation][*number]));
            let expressible = |term: &Term| term.variables().is_disjoint(&self.clauses.entries);
            let is_shared =
                |term: &Term| term.variables().iter().all(|v| self.clauses.is_global(v));
            let (shared, own): (Vec<Term>, Vec<Term>) =
                terms.filter(expressible).partition(is_shared);
            say(None, shared);
            if subject.subprogram().is_some() {
                say(subject.subprogram(), own);
            }
        }
        found
    }

    /// The term where a subprogram returns, if it is about that.
    fn here(&self, term: &Term) -> Term {
        term.map_variables(&|variable| Term::variable(&exited(variable)))
    }

    /// Makes the invariants of a stage.
    fn reach(&mut self, stage: usize, oracle: &mut dyn Oracle) -> Result<(), Error> {
        while self.invariants.len() <= stage {
            let conjectured = self.conjectured(self.invariants.last());
            let found = inductive(&self.clauses.system, &conjectured, oracle)?;
            if std::env::var("DBG").is_ok() { for (i, sub) in self.clauses.subjects.iter().enumerate() { eprintln!("{sub:?} {} samples", self.observations.of(*sub).len()); for t in &conjectured.of[i] { eprintln!("   {} {t}", found.as_ref().map_or("?", |f| if f.of[i].contains(t) {"+"} else {"-"})); } } }
            let nothing = Conjectures {
                of: vec![Vec::new(); conjectured.of.len()],
            };
            let otherwise = self.invariants.last().cloned().unwrap_or(nothing);
            self.invariants.push(found.unwrap_or(otherwise));
        }
        Ok(())
    }

    /// What may hold, or, beyond what is known to hold, in which cases.
    fn conjectured(&self, known: Option<&Conjectures>) -> Conjectures {
        let relations = self.clauses.subjects.iter().zip(&self.clauses.system.relations);
        let mut of: Vec<Vec<Term>> = Vec::new();
        for (at, (subject, places)) in relations.enumerate() {
            let id = subject.subprogram();
            let place = Place {
                variables: self.variables(id, places),
                samples: self.observations.of(*subject),
                hints: &self.hints[&id],
            };
            of.push(match known {
                None => candidates(&place),
                Some(known) => {
                    let known = &known.of[at];
                    let more = candidates_by_case(&place, known);
                    known.iter().cloned().chain(more).collect()
                }
            });
        }
        self.borrow(&mut of);
        Conjectures { of }
    }

    /// What candidates may be about: of the most general client only the unit's variables, because
    /// what it passes is arbitrary.
    fn variables<'a>(&self, id: Option<SubprogramId>, places: &'a [Variable]) -> Vec<&'a Variable> {
        let is_wanted = |place: &&Variable| id.is_some() || self.clauses.is_global(place);
        places.iter().filter(is_wanted).collect()
    }

    /// Where nobody came, what holds elsewhere in the subprogram may hold too.
    fn borrow(&self, of: &mut [Vec<Term>]) {
        for (at, subject) in self.clauses.subjects.iter().enumerate() {
            let Subject::States(id, _) = subject else {
                continue;
            };
            if !self.observations.of(*subject).is_empty() {
                continue;
            }
            let others = self.clauses.subjects.iter().enumerate();
            let others = others.filter(|(_, other)| {
                matches!(other, Subject::States(of, _) if of == id)
                    && !self.observations.of(**other).is_empty()
            });
            let mut terms: BTreeSet<Term> = of[at].iter().cloned().collect();
            for (other, _) in others {
                terms.extend(of[other].iter().cloned());
            }
            of[at] = terms.into_iter().collect();
        }
    }
}
