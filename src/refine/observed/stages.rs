//! In which order invariants are looked for, and of whom together.

use std::collections::BTreeSet;

use super::Observed;
use super::houdini::{AT_ONCE, Conjectures, Limits, Patience, inductive};
use crate::flow::SubprogramId;
use crate::smt::{Application, Error, HornSystem, Oracle};

/// What is conjectured at a stage, how long it is looked at, and of whom.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stage {
    kind: Kind,
    pub(super) patience: Patience,
    extent: Extent,
}

/// What is conjectured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// What always holds.
    Always,
    /// What is checked or returned later, said of where a block begins.
    Carried,
    /// What holds in one case of the program's own conditions.
    ByCase,
    /// What holds for one value of a number.
    ByValue,
}

/// Of whom something is conjectured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Of one subprogram, whoever calls it, with what is found in this way of those that it calls.
    Below,
    /// Of one subprogram; of the others it is enough what is known already.
    Alone,
    /// Of one subprogram and of all on which it rests.
    Joint,
}

/// First without waiting where it is hard to see: what runs show, then also what the text says of
/// later states; of few subprograms before it is of many, because most checks need nothing that only
/// callers know. Where that has left something out, a subprogram is
/// then looked at alone: those on which it rests may be too hard, and what is known of them enough.
pub(super) const STAGES: [Stage; 10] = [
    Stage::new(Kind::Always, Patience::Least, Extent::Below),
    Stage::new(Kind::Carried, Patience::Least, Extent::Below),
    Stage::new(Kind::Always, Patience::Little, Extent::Joint),
    Stage::new(Kind::Carried, Patience::Little, Extent::Joint),
    Stage::new(Kind::Always, Patience::Much, Extent::Alone),
    Stage::new(Kind::ByCase, Patience::Much, Extent::Alone),
    Stage::new(Kind::ByValue, Patience::Much, Extent::Alone),
    Stage::new(Kind::Always, Patience::Much, Extent::Joint),
    Stage::new(Kind::ByCase, Patience::Much, Extent::Joint),
    Stage::new(Kind::ByValue, Patience::Much, Extent::Joint),
];

impl Stage {
    const fn new(kind: Kind, patience: Patience, extent: Extent) -> Stage {
        Stage {
            kind,
            patience,
            extent,
        }
    }
}

/// How far a stage has come.
#[derive(Debug, Default)]
pub(super) struct Reached {
    /// Who was looked at.
    looked_at: BTreeSet<Option<SubprogramId>>,
    /// Those of them of whom more patience may show more.
    hard: BTreeSet<Option<SubprogramId>>,
    /// Those of them that are hard or rest on somebody who is.
    unsure: BTreeSet<Option<SubprogramId>>,
    /// What was not done when the time was up.
    interrupted: Vec<Work>,
}

/// What is looked at together.
#[derive(Debug)]
struct Work {
    fresh: BTreeSet<Option<SubprogramId>>,
    /// What may still hold of them.
    candidates: Conjectures,
    rests_on_unsure: bool,
}

impl Observed {
    /// Whether a look without patience has left out what is hard in a subprogram itself.
    pub(super) fn leaves_out_own(&self, id: Option<SubprogramId>) -> bool {
        self.stages[0].hard.contains(&id)
    }

    /// Whether a stage may show more of a subprogram than those before it.
    pub(super) fn is_worth_reaching(&self, stage: usize, id: Option<SubprogramId>) -> bool {
        let Stage {
            kind,
            extent,
            patience,
        } = STAGES[stage];
        match (kind, extent) {
            (Kind::Always, Extent::Alone) => self.leaves_out_own(id),
            (Kind::Always, Extent::Joint) if patience == Patience::Little => true,
            (Kind::ByCase | Kind::ByValue, Extent::Alone) | (Kind::Always, Extent::Joint) => {
                self.stages[0].unsure.contains(&id)
            }
            // Runs show as well what goes on between blocks without calls.
            (Kind::Carried, _) => id.is_some_and(|id| self.carried.has_calls(id)),
            (Kind::Always, Extent::Below) | (Kind::ByCase | Kind::ByValue, _) => true,
        }
    }

    /// Finds the invariants of a stage of a subprogram. What was done when the time is up is not
    /// lost.
    pub(super) fn reach(
        &mut self,
        stage: usize,
        home: Option<SubprogramId>,
        oracle: &mut dyn Oracle,
    ) -> Result<(), Error> {
        if self.stages[stage].looked_at.contains(&home) {
            return Ok(());
        }
        let mut interrupted = self.stages[stage].interrupted.iter();
        let mut work = match interrupted.position(|work| work.fresh.contains(&home)) {
            Some(at) => self.stages[stage].interrupted.swap_remove(at),
            None => self.begun(stage, home, oracle)?,
        };
        let system = &self.clauses.system;
        let limits = Limits {
            patience: STAGES[stage].patience,
            effort: self.effort,
            at_once: AT_ONCE,
        };
        let known = &self.invariants;
        let found = if STAGES[stage].kind == Kind::Carried {
            let all = (&self.plain, &mut work.candidates);
            together(system, known, all, limits, oracle)
        } else {
            inductive(system, known, &mut work.candidates, limits, oracle)
        };
        let hard = match found {
            Ok(hard) => hard,
            Err(error) => {
                self.stages[stage].interrupted.push(work);
                return Err(error);
            }
        };
        let hard: BTreeSet<_> = hard.into_iter().map(|at| self.home(at)).collect();
        self.invariants.extend(work.candidates);
        let reached = &mut self.stages[stage];
        if work.rests_on_unsure || !hard.is_empty() {
            reached.unsure.extend(&work.fresh);
        }
        reached.hard.extend(hard);
        reached
            .interrupted
            .retain(|other| other.fresh.is_disjoint(&work.fresh));
        reached.looked_at.extend(work.fresh);
        Ok(())
    }

    /// What may hold at a stage of a subprogram, and of those on which it rests.
    fn begun(
        &mut self,
        stage: usize,
        home: Option<SubprogramId>,
        oracle: &mut dyn Oracle,
    ) -> Result<Work, Error> {
        let Stage { kind, extent, .. } = STAGES[stage];
        let mut work = Work {
            fresh: BTreeSet::new(),
            candidates: Conjectures::none(self.invariants.of.len()),
            rests_on_unsure: false,
        };
        let mut is_news = kind != Kind::Carried;
        let mut queue = vec![home];
        while let Some(id) = queue.pop() {
            work.rests_on_unsure |= self.stages[stage].unsure.contains(&id);
            if self.stages[stage].looked_at.contains(&id) || !work.fresh.insert(id) {
                continue;
            }
            if let Some(before) = (0..stage).rfind(|before| self.comes_before(*before, stage, id)) {
                self.reach(before, id, oracle)?;
            }
            if extent == Extent::Below {
                let circle = self.callees.circle(id);
                for callee in self.callees.of_body(id).difference(&circle) {
                    self.reach(stage, *callee, oracle)?;
                    work.rests_on_unsure |= self.stages[stage].unsure.contains(callee);
                }
                queue.extend(circle);
            }
            // What is called without calling anything has its effects all the same.
            if kind != Kind::Carried && !self.is_worth_reaching(stage, id) {
                continue;
            }
            let mut is_open = kind == Kind::Carried;
            for at in self.relations_of(id) {
                oracle.in_time()?;
                work.candidates.of[at] = self.conjectured(kind, at);
                is_news |= self.is_news(&work.candidates, at);
                is_open |= !work.candidates.of[at].is_empty();
            }
            if is_open && extent == Extent::Joint {
                queue.extend(self.supports(id));
            }
        }
        if is_news {
            self.exchange(&work.fresh, &mut work.candidates);
        } else {
            // What did not follow before does not follow from the same again.
            work.candidates = Conjectures::none(self.invariants.of.len());
        }
        if stage == 0 {
            for (at, seemed) in work.candidates.of.iter().enumerate() {
                if work.fresh.contains(&self.home(at)) {
                    self.plain.of[at].clone_from(seemed);
                }
            }
        }
        Ok(work)
    }

    /// Whether something is conjectured of a relation that was not conjectured at first.
    fn is_news(&self, candidates: &Conjectures, at: usize) -> bool {
        let mut own = candidates.of[at].iter();
        own.any(|term| !self.plain.of[at].contains(term))
    }

    /// Whether a stage is needed before another one of a subprogram.
    fn comes_before(&self, stage: usize, other: usize, id: Option<SubprogramId>) -> bool {
        let is_like_it = stage == 0 || STAGES[stage].extent == STAGES[other].extent;
        is_like_it && self.is_worth_reaching(stage, id)
    }

    /// Whom a relation is of.
    fn home(&self, relation: usize) -> Option<SubprogramId> {
        self.clauses.subjects[relation].subprogram()
    }

    /// The relations of a subprogram.
    fn relations_of(&self, id: Option<SubprogramId>) -> Vec<usize> {
        let all = 0..self.clauses.subjects.len();
        all.filter(|at| self.home(*at) == id).collect()
    }

    /// Whose relations those of a subprogram follow from.
    fn supports(&self, id: Option<SubprogramId>) -> BTreeSet<Option<SubprogramId>> {
        let whose = |application: &Application| self.home(application.relation);
        let clauses = self.clauses.system.clauses.iter();
        let own = clauses.filter(|clause| clause.conclusion.as_ref().map(whose) == Some(id));
        own.flat_map(|clause| clause.premises.iter().map(whose))
            .collect()
    }
}

/// The same as [`inductive`] where some candidates, all but the `plain` ones, should follow from each
/// other alone: only if they do not, it is by what else is known. With all of that, easy questions
/// are hard.
fn together(
    system: &HornSystem,
    known: &Conjectures,
    (plain, candidates): (&Conjectures, &mut Conjectures),
    limits: Limits,
    oracle: &mut dyn Oracle,
) -> Result<BTreeSet<usize>, Error> {
    let nothing = Conjectures::none(candidates.of.len());
    let mut sure = candidates.clone();
    sure.leave_out(plain);
    inductive(system, &nothing, &mut sure, limits, oracle)?;
    let mut open = candidates.clone();
    open.leave_out(&sure);
    let mut all = known.clone();
    all.extend(sure.clone());
    let hard = inductive(system, &all, &mut open, limits, oracle)?;
    sure.extend(open);
    *candidates = sure;
    Ok(hard)
}
