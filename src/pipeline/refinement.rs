//! The loop: abstract, explore, look at what may fail, refine.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use super::verify::Options;
use super::{Unit, VerifyError, in_time, verdicts};
use crate::abstraction::{
    Abstraction, Config, Error, Memory, Method, Reuse, Settings, abstract_again,
};
use crate::bp::Identifier;
use crate::flow::FlowProgram;
use crate::logic::Term;
use crate::predicate::{PredicateSet, add};
use crate::program::SubprogramId;
use crate::proof::Evidence;
use crate::reach::{self, Question, Reachability, reach};
use crate::refine::{
    self, Feasibility, Path, PathFormula, Script, Strategy, Suggester, Suggestion, deep,
    feasibility, formula, go_on, prefix, replay, search,
};
use crate::report::Statistics;
use crate::smt::Oracle;
use crate::verdict::{Arrival, CheckId, Reason, Verdict};

/// Weakest preconditions along a loop that is gone through more often only unroll it further.
const MOST_UNROLLED: usize = 6;
/// So many bounds of the same sum are enough.
const MOST_BOUNDS: usize = 6;
/// Invariants are looked for in vain so often for one check.
const MOST_FAILURES: usize = 5;
/// So many predicates of one scope are enough: with more, the abstraction takes for ever.
const MOST_PREDICATES: usize = 32;

/// What one turn of the loop has shown.
#[derive(Debug)]
pub struct Iteration<'a> {
    /// Counted from 1.
    pub number: usize,
    /// The Boolean program.
    pub abstraction: &'a Abstraction,
    /// What was looked at, check by check.
    pub examined: &'a [Examined],
    /// How many predicates it is made by.
    pub predicates: usize,
    /// How many parts of it were known from earlier turns, and how many were not.
    pub reuse: Reuse,
    /// What is said of the checks so far.
    pub verdicts: Vec<Verdict>,
    /// What was seen to fail, and how.
    pub found: &'a BTreeMap<CheckId, Script>,
    /// How much work it was so far.
    pub statistics: Statistics,
}

/// A check that may fail in the abstraction, and what came of looking at it.
#[derive(Debug, Clone)]
pub struct Examined {
    /// The check.
    pub check: CheckId,
    /// How long the way to it is, in blocks.
    pub blocks: usize,
    /// What the way is.
    pub feasibility: Feasibility,
    /// By what new predicates were found.
    pub strategy: Option<Strategy>,
    /// The new predicates.
    pub added: Vec<Suggestion>,
}

/// What the loop comes to: verdicts, why there are no others, and the abstraction they are of.
pub(super) type Found = (Vec<Verdict>, Reason, Option<Abstraction>);

/// The state of the loop.
pub(super) struct Loop<'a> {
    unit: &'a Unit,
    flow: &'a FlowProgram,
    config: Config,
    options: Options,
    predicates: PredicateSet,
    /// For whose sake a predicate was added.
    wanted: BTreeMap<(Option<SubprogramId>, Term), BTreeSet<CheckId>>,
    suggester: Suggester,
    /// What earlier abstractions found out.
    memory: Memory,
    /// The beginnings of runs that were gone on with.
    tried: BTreeSet<Script>,
    /// The checks whose failure was looked for along the ways of runs.
    dug: BTreeSet<CheckId>,
    /// What is violated, and how.
    found: BTreeMap<CheckId, Script>,
    /// What was shown by observed invariants, without the abstraction.
    shown: BTreeMap<CheckId, Arrival>,
    /// Why a check cannot be decided.
    reasons: BTreeMap<CheckId, Reason>,
    statistics: Statistics,
}

impl<'a> Loop<'a> {
    pub(super) fn new(
        unit: &'a Unit,
        flow: &'a FlowProgram,
        config: Config,
        options: Options,
        predicates: PredicateSet,
    ) -> Loop<'a> {
        Loop {
            unit,
            flow,
            config,
            predicates,
            wanted: BTreeMap::new(),
            suggester: Suggester::new(options.effort),
            options,
            memory: Memory::default(),
            tried: BTreeSet::new(),
            dug: BTreeSet::new(),
            found: BTreeMap::new(),
            shown: BTreeMap::new(),
            reasons: BTreeMap::new(),
            statistics: Statistics::default(),
        }
    }

    /// What is violated, and how.
    pub(super) fn found(&self) -> &BTreeMap<CheckId, Script> {
        &self.found
    }

    /// How much work it was.
    pub(super) fn statistics(&self) -> Statistics {
        Statistics {
            predicates: self.predicates.len(),
            ..self.statistics
        }
    }

    /// What the last abstraction says of the checks, why it says no more, and that abstraction; none
    /// where not even the first was made in time.
    pub(super) fn run(
        &mut self,
        oracle: &mut dyn Oracle,
        observer: &mut dyn FnMut(&Iteration<'_>),
    ) -> Result<Found, VerifyError> {
        let mut last = None;
        let turns = self.turns(&mut last, oracle, observer);
        let reason = in_time(turns)?.unwrap_or(Reason::Limit);
        let checks = self.flow.checks.len();
        Ok(match last {
            Some((judged, abstraction)) => (judged, reason, Some(abstraction)),
            None => (vec![Verdict::Unknown(reason); checks], reason, None),
        })
    }

    /// Goes round until nothing new comes of it; says why it ended. `last` is what the last complete
    /// abstraction says.
    fn turns(
        &mut self,
        last: &mut Option<(Vec<Verdict>, Abstraction)>,
        oracle: &mut dyn Oracle,
        observer: &mut dyn FnMut(&Iteration<'_>),
    ) -> Result<Reason, VerifyError> {
        let refines = self.options.refinements > 0;
        if refines {
            for (check, script) in search(self.flow) {
                self.confirm(check, script);
            }
        }
        let mut number = 1;
        loop {
            let known = self.memory.reuse();
            let abstraction = self.abstracted(oracle)?;
            let now = self.memory.reuse();
            let mut reachability = reach(&abstraction.program, &reach::Config::default())?;
            let judged = verdicts(self.unit, &mut reachability)?;
            let (judged, abstraction) = last.insert((judged, abstraction));
            let is_last = number > self.options.refinements || self.is_late();
            let mut examined = Vec::new();
            if !is_last {
                let open = self.open(judged);
                self.suggester.look_at(&open);
                for check in open {
                    if self.is_late() {
                        break;
                    }
                    // It may have been shown together with another one.
                    if self.is_settled(check) {
                        continue;
                    }
                    examined.extend(self.examine(check, &mut reachability, oracle)?);
                }
            }
            observer(&Iteration {
                number,
                abstraction,
                examined: &examined,
                predicates: self.predicates.len(),
                reuse: Reuse {
                    reused: now.reused - known.reused,
                    computed: now.computed - known.computed,
                },
                verdicts: self.concluded(judged.clone(), Reason::Limit),
                found: &self.found,
                statistics: self.statistics(),
            });
            let is_refined = examined.iter().any(|seen| !seen.added.is_empty());
            let is_relieved = !is_last && self.give_up_hopeless(&examined);
            if !is_refined && !is_relieved {
                let reason = match (refines, is_last) {
                    (false, _) => Reason::PredicatesTooWeak,
                    (true, true) => Reason::Limit,
                    (true, false) => Reason::NoNewPredicate,
                };
                return Ok(reason);
            }
            number += 1;
        }
    }

    /// Takes a check for violated if the program as it was, not only with its blocks made large,
    /// fails there.
    fn confirm(&mut self, check: CheckId, script: Script) -> bool {
        let is_real = replay(&self.unit.flow, &script) == Some(check);
        if is_real {
            self.found.entry(check).or_insert(script);
        }
        is_real
    }

    /// What was seen to fail although the abstraction proves it: mistakes of ours.
    pub(super) fn contradictions(&self, verdicts: &[Verdict]) -> Vec<CheckId> {
        let checks = (0..).map(CheckId).zip(verdicts);
        let proved = checks.filter(|(_, verdict)| matches!(verdict, Verdict::Proved(_)));
        let proved = proved.map(|(check, _)| check);
        let shown = self.shown.keys().copied();
        let all: BTreeSet<CheckId> = proved.chain(shown).collect();
        all.into_iter()
            .filter(|check| self.found.contains_key(check))
            .collect()
    }

    fn is_wanted(&self, check: CheckId) -> bool {
        let wanted = self.options.wanted.as_ref();
        wanted.is_none_or(|wanted| wanted.contains(&check))
    }

    fn is_late(&self) -> bool {
        self.options
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether a check is decided whatever the abstraction says.
    fn is_settled(&self, check: CheckId) -> bool {
        self.found.contains_key(&check) || self.shown.contains_key(&check)
    }

    /// What was shown without the abstraction, and the proof of it.
    pub(super) fn shown(&self) -> (BTreeSet<CheckId>, Option<Evidence>) {
        let shown = self.shown.keys().copied().collect();
        (shown, self.suggester.evidence(self.flow))
    }

    /// The checks of which something may still be found out.
    fn open(&self, verdicts: &[Verdict]) -> Vec<CheckId> {
        (0..)
            .map(CheckId)
            .zip(verdicts)
            .filter(|(_, verdict)| matches!(verdict, Verdict::Unknown(_)))
            .map(|(check, _)| check)
            .filter(|check| !self.is_settled(*check) && !self.reasons.contains_key(check))
            .filter(|check| self.is_wanted(*check))
            .collect()
    }

    /// What is said in the end.
    pub(super) fn concluded(&self, verdicts: Vec<Verdict>, otherwise: Reason) -> Vec<Verdict> {
        (0..)
            .map(CheckId)
            .zip(verdicts)
            .map(|(check, verdict)| match verdict {
                // What was seen to fail is not proved, whatever the abstraction says.
                _ if self.found.contains_key(&check) => Verdict::Violated,
                Verdict::Unknown(_) => match self.shown.get(&check) {
                    Some(arrival) => Verdict::Proved(*arrival),
                    None => {
                        Verdict::Unknown(self.reasons.get(&check).copied().unwrap_or(otherwise))
                    }
                },
                Verdict::Proved(_) | Verdict::Violated => verdict,
            })
            .collect()
    }

    /// The abstraction by the predicates there are; where the direct method would need too much,
    /// the Cartesian one is taken.
    fn abstracted(&mut self, oracle: &mut dyn Oracle) -> Result<Abstraction, Error> {
        self.statistics.iterations += 1;
        let (flow, predicates, memory) = (self.flow, &self.predicates, &mut self.memory);
        let found = match abstract_again(flow, predicates, &self.config, oracle, memory) {
            Err(Error::Size { .. }) => {
                let cartesian = |settings: Settings| Settings {
                    method: Method::Cartesian,
                    ..settings
                };
                self.config.settings = cartesian(self.config.settings);
                for settings in self.config.exceptions.values_mut() {
                    *settings = cartesian(*settings);
                }
                abstract_again(flow, predicates, &self.config, oracle, memory)?
            }
            other => other?,
        };
        self.statistics.questions += found.counts.asked;
        self.statistics.from_models += found.counts.from_models;
        self.statistics.unanswered += found.counts.unknown;
        Ok(found)
    }

    /// Looks at the way in which a check may fail.
    fn examine(
        &mut self,
        check: CheckId,
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
            self.reasons.insert(check, Reason::Limit);
            return Ok(None);
        };
        let formula = formula(self.flow, &path);
        let feasibility = feasibility(self.flow, &path, &formula, oracle)?;
        let mut examined = Examined {
            check,
            blocks: path.visits.len(),
            feasibility: feasibility.clone(),
            strategy: None,
            added: Vec::new(),
        };
        match feasibility {
            Feasibility::Confirmed(script) => {
                if !self.confirm(check, script) {
                    self.reasons.insert(check, Reason::NotConfirmed);
                }
            }
            Feasibility::RestsOnLost(_) => {
                self.reasons.insert(check, Reason::RestsOnLost);
            }
            Feasibility::NotConfirmed => {
                self.reasons.insert(check, Reason::NotConfirmed);
            }
            Feasibility::Unknown(_) => {
                self.reasons.insert(check, Reason::SolverGaveUp);
            }
            Feasibility::Impossible(core) => {
                self.go_on(&formula, &core, oracle)?;
                if self.found.contains_key(&check) {
                    return Ok(Some(examined));
                }
                for strategy in strategies(&path, self.flow) {
                    if self.suggester.failures(check) > MOST_FAILURES && strategy.is_costly() {
                        continue;
                    }
                    if strategy == Strategy::Observations {
                        if self.is_settled_by_runs(check, oracle)? {
                            examined.strategy = Some(strategy);
                            break;
                        }
                        continue;
                    }
                    let suggested = self.suggester.suggestions(
                        self.flow,
                        (&path, &formula, &core),
                        strategy,
                        oracle,
                    )?;
                    let added = self.add(check, suggested, oracle)?;
                    if !added.is_empty() {
                        examined.strategy = Some(strategy);
                        examined.added = added;
                        break;
                    }
                }
            }
        }
        Ok(Some(examined))
    }

    /// Decides a check by what runs show, if they can: by invariants that were observed in them, or
    /// by the same ways with other inputs.
    fn is_settled_by_runs(
        &mut self,
        check: CheckId,
        oracle: &mut dyn Oracle,
    ) -> Result<bool, VerifyError> {
        let shown = self.suggester.shown(self.flow, check, oracle)?;
        self.shown.extend(shown);
        if !self.is_settled(check)
            && self.dug.insert(check)
            && let Some((failing, script)) = deep(self.flow, check, oracle)?
        {
            self.confirm(failing, script);
        }
        Ok(self.is_settled(check))
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
            for (check, script) in go_on(self.flow, &script) {
                self.confirm(check, script);
            }
        }
        Ok(())
    }

    /// Takes the suggestions that say something new.
    fn add(
        &mut self,
        check: CheckId,
        suggested: Vec<Suggestion>,
        oracle: &mut dyn Oracle,
    ) -> Result<Vec<Suggestion>, VerifyError> {
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
                Some(id) => self.flow.subprogram(id).span,
                None => self.flow.main.span,
            };
            if add(&mut self.predicates, self.flow, scope, span, term, oracle)? {
                self.wanted.insert(key, BTreeSet::from([check]));
                added.push(suggestion);
            }
        }
        Ok(added)
    }

    /// Where nothing at all was found for a check, and nothing for any other that might help it
    /// later, it is given up, and the predicates that were added for its sake alone are taken away:
    /// they make everything else slower. Says whether some were.
    fn give_up_hopeless(&mut self, examined: &[Examined]) -> bool {
        let mut is_relieved = false;
        for seen in examined {
            let is_hopeless = matches!(seen.feasibility, Feasibility::Impossible(_))
                && seen.added.is_empty()
                && !self.is_settled(seen.check)
                && examined.iter().all(|other| other.added.is_empty());
            let is_given_up = is_hopeless || self.reasons.contains_key(&seen.check);
            if !is_given_up {
                continue;
            }
            self.reasons
                .entry(seen.check)
                .or_insert(Reason::NoNewPredicate);
            let reasons = &self.reasons;
            let hopeless =
                |checks: &BTreeSet<CheckId>| checks.iter().all(|check| reasons.contains_key(check));
            let useless: BTreeSet<(Option<SubprogramId>, Term)> = self
                .wanted
                .iter()
                .filter(|(_, checks)| hopeless(checks))
                .map(|(key, _)| key.clone())
                .collect();
            if !useless.is_empty() {
                self.wanted.retain(|key, _| !useless.contains(key));
                self.predicates
                    .retain(|known| !useless.contains(&(known.scope, known.term.clone())));
                is_relieved = true;
            }
        }
        is_relieved
    }
}

/// In which order to look for predicates: where something is gone through more than once, its
/// invariants come first, because weakest preconditions would unroll it.
fn strategies(path: &Path, flow: &FlowProgram) -> Vec<Strategy> {
    match path.most_visits() {
        0 | 1 if !path.meets_loop(flow) => vec![
            Strategy::WeakestPreconditions,
            Strategy::Observations,
            Strategy::PathInvariants,
            Strategy::SubprogramInvariants,
        ],
        0 | 1 => vec![
            Strategy::Observations,
            Strategy::WeakestPreconditions,
            Strategy::PathInvariants,
            Strategy::SubprogramInvariants,
        ],
        2..=MOST_UNROLLED => vec![
            Strategy::Observations,
            Strategy::SubprogramInvariants,
            Strategy::PathInvariants,
            Strategy::WeakestPreconditions,
            Strategy::Interpolants,
        ],
        _ => vec![
            Strategy::Observations,
            Strategy::SubprogramInvariants,
            Strategy::PathInvariants,
            Strategy::Interpolants,
        ],
    }
}
