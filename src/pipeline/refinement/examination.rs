//! One check that may fail in the abstraction: does it, and what would exclude it?

use std::collections::BTreeSet;

use super::super::VerifyError;
use super::super::way::Way;
use super::Loop;
use crate::abstraction::Abstraction;
use crate::bp::Identifier;
use crate::flow::FlowProgram;
use crate::interpret::Step;
use crate::reach::{Question, Reachability};
use crate::refine::{
    Feasibility, Path, PathFormula, Patience, Strategy, Suggestion, deep, feasibility, formula,
    go_on, prefix,
};
use crate::report::OpenStep;
use crate::smt::Oracle;
use crate::verdict::{CheckId, Reason};

/// Weakest preconditions along a loop that is gone through more often only unroll it further.
const MOST_UNROLLED: usize = 6;
/// So many new predicates at once are no burden.
const FEW_PREDICATES: usize = 6;
/// Invariants are looked for in vain so often for one check.
const MOST_FAILURES: usize = 5;

/// A check that may fail in the abstraction, and what came of looking at it.
#[derive(Debug, Clone)]
pub struct Examined {
    /// The check.
    pub check: CheckId,
    /// The way to it, where there is one.
    pub way: Option<Way>,
    /// What the way is.
    pub feasibility: Feasibility,
    /// What helped where no run goes that way.
    pub progress: Progress,
    /// The step on which it depends, where the exact reading names one.
    pub open: Option<OpenStep>,
}

/// What came of an impossible way to a failure.
#[derive(Debug, Clone)]
pub enum Progress {
    /// Nothing, or nothing was needed.
    None,
    /// Nothing yet: it is hard, and others come first.
    Later,
    /// Runs decided the check: by invariants observed in them, or by one that fails.
    Runs,
    /// New predicates, and by what they were found.
    Predicates(Strategy, Vec<Suggestion>),
    /// A more precise abstraction by the same predicates.
    Precision,
}

impl Examined {
    /// Whether the next abstraction is another one for its sake.
    pub(super) fn is_refined(&self) -> bool {
        matches!(
            self.progress,
            Progress::Predicates(..) | Progress::Precision
        )
    }
}

/// What to try against an impossible way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Means {
    /// Deciding the check by runs, without predicates.
    Runs,
    /// New predicates.
    Predicates(Strategy),
}

impl Means {
    /// Whether it may take long and come to nothing.
    fn is_costly(self) -> bool {
        self != Means::Predicates(Strategy::WeakestPreconditions)
    }
}

impl Loop<'_> {
    /// Looks at the way in which a check may fail.
    pub(super) fn examine(
        &mut self,
        check: CheckId,
        abstraction: &Abstraction,
        reachability: &mut Reachability,
        oracle: &mut dyn Oracle,
    ) -> Result<Option<Examined>, VerifyError> {
        let question = Question::Fails {
            procedure: None,
            label: Identifier::new(&check.to_string()),
        };
        let targets = reachability.resolve(&question)?;
        let Some(mut trace) = reachability.trace(&targets)? else {
            return Ok(None);
        };
        reachability.expand(&mut trace)?;
        let Some(path) = Path::of_trace(self.flow, reachability, &trace, check) else {
            self.give_up(check, Reason::Limit);
            return Ok(None);
        };
        let formula = formula(self.flow, &path);
        let feasibility = feasibility(self.flow, &path, &formula, oracle)?;
        let mut progress = Progress::None;
        match &feasibility {
            Feasibility::Confirmed(script) => {
                if !self.confirm(check, script.clone()) {
                    self.give_up(check, self.unconfirmed(script));
                }
            }
            Feasibility::RestsOnLost(_) => self.give_up(check, self.lost()),
            Feasibility::NotConfirmed => self.give_up(check, Reason::NotConfirmed),
            Feasibility::Endless => self.give_up(check, Reason::RunTooLong),
            Feasibility::Unknown(_) => {
                // Where a way is too hard, it may still be sure that there is one.
                if !self.is_surely_violated(check, abstraction, oracle)? {
                    self.give_up(check, Reason::SolverGaveUp);
                }
            }
            Feasibility::Impossible(core) => {
                self.go_on(&formula, core, oracle)?;
                if !self.findings.is_settled(check) {
                    progress = self.excluded((&path, &formula, core), oracle)?;
                }
            }
        }
        if matches!(progress, Progress::Later) {
            return Ok(None);
        }
        Ok(Some(Examined {
            check,
            way: Some(Way::new(path, &formula, core_of(&feasibility))),
            feasibility,
            progress,
            open: None,
        }))
    }

    /// Looks for what excludes an impossible way, by one means after the other.
    fn excluded(
        &mut self,
        way: (&Path, &PathFormula, &BTreeSet<usize>),
        oracle: &mut dyn Oracle,
    ) -> Result<Progress, VerifyError> {
        let check = way.0.check;
        for means in means(way.0, self.flow) {
            if self.suggester.failures(check) > MOST_FAILURES && means.is_costly() {
                continue;
            }
            match means {
                Means::Runs => {
                    if self.is_settled_by_runs(check, oracle)? {
                        return Ok(Progress::Runs);
                    }
                    if self.postpones(check) {
                        return Ok(Progress::Later);
                    }
                }
                Means::Predicates(strategy) => {
                    let found = &mut self.suggester;
                    let found = found.suggestions(self.flow, way, strategy, oracle)?;
                    // With so many an abstraction takes long; what runs show is cheaper.
                    if found.len() > FEW_PREDICATES {
                        if self.is_settled_by_runs(check, oracle)? {
                            return Ok(Progress::Runs);
                        }
                        if self.postpones(check) {
                            return Ok(Progress::Later);
                        }
                    }
                    let added = self.vocabulary.add(self.flow, check, found, oracle)?;
                    if !added.is_empty() {
                        return Ok(Progress::Predicates(strategy, added));
                    }
                }
            }
        }
        // Where nothing else is left: an equality may be too much to be kept, and its halves not.
        let scopes = way.0.frames.iter().map(|frame| frame.subprogram).collect();
        let halves = self.vocabulary.halves(&scopes);
        let added = self.vocabulary.add(self.flow, check, halves, oracle)?;
        if !added.is_empty() {
            return Ok(Progress::Predicates(Strategy::Halves, added));
        }
        Ok(Progress::None)
    }

    /// Decides a check by what runs show, if they can: by invariants that were observed in them, or
    /// by the same ways with other inputs.
    pub(super) fn is_settled_by_runs(
        &mut self,
        check: CheckId,
        oracle: &mut dyn Oracle,
    ) -> Result<bool, VerifyError> {
        let patience = self.patience;
        let shown = self.suggester.shown(self.flow, check, patience, oracle)?;
        self.findings.show(shown);
        if !self.findings.is_settled(check)
            && patience == Patience::Much
            && self.dug.insert(check)
            && let Some((failing, script)) = deep(self.flow, check, oracle)?
        {
            self.confirm(failing, script);
        }
        Ok(self.findings.is_settled(check))
    }

    /// Lets runs go on from where the path becomes impossible: what they meet is violated.
    fn go_on(
        &mut self,
        formula: &PathFormula,
        core: &BTreeSet<usize>,
        oracle: &mut dyn Oracle,
    ) -> Result<(), VerifyError> {
        if let Some(script) = prefix(formula, core, oracle)?
            && self.tried.insert(script.clone())
        {
            let mut watch = |step: Step<'_>| self.sightings.note(step);
            let is_late = || oracle.in_time().is_err();
            for (check, script) in go_on(self.flow, &script, &mut watch, &is_late) {
                self.confirm(check, script);
            }
        }
        Ok(())
    }
}

/// The conditions that make a way impossible.
pub(super) fn core_of(feasibility: &Feasibility) -> Option<&BTreeSet<usize>> {
    match feasibility {
        Feasibility::Impossible(core) => Some(core),
        Feasibility::Confirmed(_)
        | Feasibility::RestsOnLost(_)
        | Feasibility::NotConfirmed
        | Feasibility::Endless
        | Feasibility::Unknown(_) => None,
    }
}

/// In which order to try what may exclude a way: where something is gone through more than once,
/// its invariants come first, because weakest preconditions would unroll it.
fn means(path: &Path, flow: &FlowProgram) -> Vec<Means> {
    use Strategy::{Interpolants, PathInvariants, SubprogramInvariants, WeakestPreconditions};
    let (before, after): (&[Strategy], &[Strategy]) = match path.most_visits() {
        0 | 1 if !path.meets_loop(flow) => (
            &[WeakestPreconditions],
            &[PathInvariants, SubprogramInvariants],
        ),
        0 | 1 => (
            &[],
            &[WeakestPreconditions, PathInvariants, SubprogramInvariants],
        ),
        2..=MOST_UNROLLED => (
            &[],
            &[
                SubprogramInvariants,
                PathInvariants,
                WeakestPreconditions,
                Interpolants,
            ],
        ),
        _ => (&[], &[SubprogramInvariants, PathInvariants, Interpolants]),
    };
    let before = before.iter().copied().map(Means::Predicates);
    let after = after.iter().copied().map(Means::Predicates);
    before.chain([Means::Runs]).chain(after).collect()
}
