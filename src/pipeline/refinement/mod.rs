//! The loop: abstract, explore, look at what may fail, refine.

mod examination;
mod exactly;
mod findings;
mod shares;
mod turns;
mod vocabulary;

pub(super) use exactly::never;
pub use examination::{Examined, Progress};
pub(super) use turns::Turns;

use std::collections::{BTreeMap, BTreeSet};

use super::arrival::{Sightings, Stations};
use super::preference::Precision;
use super::verify::{Options, Search};
use super::{Unit, VerifyError, abstracted, in_time, verdicts};
use crate::abstraction::{Abstraction, Config, Error, Memory, Reuse};
use crate::certify::Station;
use crate::exact::{Counters, Seeds};
use crate::flow::FlowProgram;
use crate::interpret::Step;
use crate::predicate::PredicateSet;
use crate::proof::Evidence;
use crate::reach::{self, Reachability, reach};
use crate::refine::{Clients, Feasibility, Patience, Script, Suggester, is_endless, search};
use crate::report::{OpenStep, Statistics};
use crate::smt::{Asked, Deadline, Oracle, Tally};
use crate::source::Span;
use crate::verdict::{CheckId, Reason, Verdict};
use findings::Findings;
use shares::Shares;
use vocabulary::Vocabulary;

/// With more predicates than these from the beginning, the first abstraction takes long: what runs show
/// at once does not wait for it.
const MANY_PREDICATES: usize = 12;

/// What one turn of the loop has shown.
#[derive(Debug)]
pub struct Iteration<'a> {
    /// Counted from 1.
    pub number: usize,
    /// The program that was abstracted, its blocks as large as they are to be.
    pub flow: &'a FlowProgram,
    /// The Boolean program.
    pub abstraction: &'a Abstraction,
    /// What was looked at, check by check.
    pub examined: &'a [Examined],
    /// How many predicates it was made by.
    pub predicates: usize,
    /// How many parts of it were known from earlier turns, and how many were not.
    pub reuse: Reuse,
    /// What the exact reading took in this turn.
    pub exact: Counters,
    /// How much work it was so far.
    pub statistics: Statistics,
}

/// What one turn has shown of a temporal property.
#[derive(Debug, Clone, Copy)]
pub struct PropertyTurn {
    /// The property.
    pub span: Span,
    /// Counted from 1.
    pub number: usize,
    /// How many predicates the body was abstracted by.
    pub predicates: usize,
    /// What the exact reading took in this turn.
    pub exact: Counters,
}

/// What is decided at some moment.
#[derive(Debug)]
pub struct Standing<'a> {
    /// What is said of the checks so far.
    pub verdicts: Vec<Verdict>,
    /// What was seen to fail, and how.
    pub found: &'a BTreeMap<CheckId, Script>,
    /// How much work it was so far.
    pub statistics: Statistics,
}

/// Who watches the loop. A function of its turns does; it does not see what is decided in between.
pub trait Observer {
    /// A turn has ended.
    fn turn(&mut self, iteration: &Iteration<'_>);

    /// A turn of the search for a temporal property has ended.
    fn property(&mut self, _turn: &PropertyTurn) {}

    /// More is decided than before: a turn may take so long that nobody waits for its end.
    fn decided(&mut self, _standing: &Standing<'_>) {}
}

impl<F: FnMut(&Iteration<'_>)> Observer for F {
    fn turn(&mut self, iteration: &Iteration<'_>) {
        self(iteration);
    }
}

/// What the loop comes to: verdicts, why there are no others, and the abstractions they are of.
pub(super) type Found = (Vec<Verdict>, Reason, Turns<Abstraction>);

/// The state of the loop.
pub(super) struct Loop<'a> {
    unit: &'a Unit,
    flow: &'a FlowProgram,
    config: Config,
    options: Options,
    vocabulary: Vocabulary,
    suggester: Suggester,
    /// What earlier abstractions found out.
    memory: Memory,
    /// The beginnings of runs that were gone on with.
    tried: BTreeSet<Script>,
    /// The checks whose failure was looked for along the ways of runs.
    dug: BTreeSet<CheckId>,
    /// The checks that were hard to look at, and with how much patience they come again: others come
    /// first.
    postponed: BTreeMap<CheckId, Patience>,
    /// How long checks are looked at now.
    patience: Patience,
    /// Whether it was looked at runs that do one thing for long.
    has_let_run_on: bool,
    /// Where runs came.
    sightings: Sightings,
    findings: Findings,
    /// What the exact reading of the turn before knew for sure.
    seeds: Seeds,
    /// How precise the abstraction may still become.
    precision: Precision,
    statistics: Statistics,
    /// What was asked before it began, and is asked by now.
    before: Asked,
    tally: Tally,
}

impl<'a> Loop<'a> {
    pub(super) fn new(
        unit: &'a Unit,
        flow: &'a FlowProgram,
        config: Config,
        options: Options,
        predicates: PredicateSet,
        (stations, tally): (&Stations, Tally),
    ) -> Loop<'a> {
        Loop {
            unit,
            flow,
            config,
            vocabulary: Vocabulary::new(predicates),
            suggester: Suggester::new(options.effort),
            seeds: Seeds::default(),
            precision: Precision::of(options.preference),
            options,
            memory: Memory::default(),
            tried: BTreeSet::new(),
            dug: BTreeSet::new(),
            postponed: BTreeMap::new(),
            patience: Patience::Least,
            has_let_run_on: false,
            sightings: Sightings::new(stations),
            findings: Findings::default(),
            statistics: Statistics::default(),
            before: tally.asked(),
            tally,
        }
    }

    /// What is violated, and how.
    pub(super) fn found(&self) -> &BTreeMap<CheckId, Script> {
        self.findings.violated()
    }

    /// The steps on which checks depend that are open.
    pub(super) fn steps(&self) -> &BTreeMap<CheckId, OpenStep> {
        self.findings.steps()
    }

    /// What was seen to fail although the abstraction proves it: mistakes of ours.
    pub(super) fn contradictions(&self, verdicts: &[Verdict]) -> Vec<CheckId> {
        self.findings.contradictions(verdicts)
    }

    /// What is said in the end.
    pub(super) fn concluded(&self, verdicts: Vec<Verdict>, otherwise: Reason) -> Vec<Verdict> {
        self.findings.concluded(verdicts, otherwise)
    }

    /// What was shown without the abstraction, and the proof of it.
    pub(super) fn shown(&self) -> (BTreeSet<CheckId>, Option<Evidence>) {
        (self.findings.shown(), self.suggester.evidence(self.flow))
    }

    /// How much work it was.
    pub(super) fn statistics(&self) -> Statistics {
        let asked = self.asked();
        Statistics {
            predicates: self.vocabulary.predicates().len(),
            questions: asked.questions,
            unanswered: asked.unanswered,
            ..self.statistics
        }
    }

    /// How much was asked since it began.
    pub(super) fn asked(&self) -> Asked {
        let now = self.tally.asked();
        Asked {
            questions: now.questions - self.before.questions,
            unanswered: now.unanswered - self.before.unanswered,
        }
    }

    /// What the exact reading took so far.
    fn counters(&self) -> Counters {
        Counters {
            preimages: self.statistics.preimages,
            seeded: self.statistics.seeded,
        }
    }

    /// The places that no run came to; none where no runs were made.
    pub(super) fn unseen(&self) -> BTreeSet<Station> {
        self.sightings.unseen()
    }

    /// What the abstractions say of the checks, why they say no more, and these abstractions; none
    /// where not even the first was made in time.
    pub(super) fn run(
        &mut self,
        oracle: &mut dyn Oracle,
        observer: &mut dyn Observer,
    ) -> Result<Found, VerifyError> {
        let mut turns = Turns::none();
        let ended = self.turns(&mut turns, oracle, observer);
        let reason = in_time(ended)?.unwrap_or_else(|| self.lateness());
        let nothing = || vec![Verdict::Unknown(reason); self.flow.checks.len()];
        let judged = turns.judged().map_or_else(nothing, <[Verdict]>::to_vec);
        Ok((judged, reason, turns))
    }

    /// Goes round until nothing new comes of it; says why it ended. `made` are the complete
    /// abstractions.
    fn turns(
        &mut self,
        made: &mut Turns<Abstraction>,
        oracle: &mut dyn Oracle,
        observer: &mut dyn Observer,
    ) -> Result<Reason, VerifyError> {
        let refines = self.options.refinements > 0;
        if refines {
            self.let_run(Clients::Usual, oracle);
            let nothing = Verdict::Unknown(Reason::Interrupted);
            let nothing = vec![nothing; self.flow.checks.len()];
            self.announce(&nothing, observer);
            let is_long = self.vocabulary.predicates().len() > MANY_PREDICATES;
            if is_long && self.options.search == Search::Ways {
                self.look_ahead(&nothing, oracle, observer)?;
                let mut open = self.findings.open(&nothing).into_iter();
                if !open.any(|check| self.is_wanted(check)) {
                    return Ok(Reason::Limit);
                }
            }
        }
        let mut number = 1;
        loop {
            let known = self.memory.reuse();
            let before = self.counters();
            let predicates = self.vocabulary.predicates().len();
            let abstraction = self.abstracted(oracle)?;
            let now = self.memory.reuse();
            let mut reachability = reach(&abstraction.program, &reach::Config::default())?;
            let judged = verdicts(self.unit, &mut reachability)?;
            let (judged, abstraction) = made.add(judged, abstraction);
            self.announce(judged, observer);
            let is_last = number > self.options.refinements || self.is_late();
            let examined = if is_last {
                Vec::new()
            } else {
                let found = (abstraction, &mut reachability);
                self.examined(judged, found, oracle, observer)?
            };
            observer.turn(&Iteration {
                number,
                flow: self.flow,
                abstraction,
                examined: &examined,
                predicates,
                reuse: Reuse {
                    reused: now.reused - known.reused,
                    computed: now.computed - known.computed,
                },
                exact: self.counters() - before,
                statistics: self.statistics(),
            });
            let is_refined = examined.iter().any(Examined::is_refined);
            let is_relieved = !is_last && self.give_up_hopeless(&examined);
            if !is_refined && !is_relieved {
                return Ok(match (refines, is_last) {
                    (false, _) => Reason::PredicatesTooWeak,
                    (true, _) if self.is_late() => self.lateness(),
                    (true, true) => Reason::Limit,
                    (true, false) => Reason::NoNewPredicate,
                });
            }
            number += 1;
        }
    }

    /// Decides what runs show without much patience, before the first abstraction is made.
    fn look_ahead(
        &mut self,
        nothing: &[Verdict],
        oracle: &mut dyn Oracle,
        observer: &mut dyn Observer,
    ) -> Result<(), VerifyError> {
        for patience in [Patience::Least, Patience::Little] {
            self.patience = patience;
            let mut open = self.findings.open(nothing);
            open.retain(|check| self.is_wanted(*check));
            self.suggester.look_at(&open);
            let mut shares = Shares::new(&self.flow.checks, &open, self.options.deadline);
            for check in open {
                if self.is_late() || self.findings.is_settled(check) {
                    continue;
                }
                let Some(end) = shares.of(check) else {
                    continue;
                };
                let oracle = &mut Deadline::new(&mut *oracle, end);
                match in_time(self.is_settled_by_runs(check, oracle))? {
                    Some(true) => self.announce(nothing, observer),
                    Some(false) => {}
                    None => shares.cut_off(check),
                }
            }
        }
        Ok(())
    }

    /// Lets the program run with arbitrary inputs.
    fn let_run(&mut self, clients: Clients, oracle: &dyn Oracle) {
        let mut watch = |step: Step<'_>| self.sightings.note(step);
        let is_late = || oracle.in_time().is_err();
        for (check, script) in search(self.flow, clients, &mut watch, &is_late) {
            self.confirm(check, script);
        }
    }

    /// Looks at every check that is open, one after the other; at those that are hard only when
    /// nothing comes of the others any more.
    fn examined(
        &mut self,
        judged: &[Verdict],
        (abstraction, reachability): (&Abstraction, &mut Reachability),
        oracle: &mut dyn Oracle,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Examined>, VerifyError> {
        let mut examined: Vec<Examined> = Vec::new();
        for patience in [Patience::Least, Patience::Little, Patience::Much] {
            self.patience = patience;
            // Before much is spent on a proof it is worth a while to see whether there is none.
            let is_hard = patience == Patience::Much && !examined.iter().any(Examined::is_refined);
            if is_hard && !std::mem::replace(&mut self.has_let_run_on, true) {
                let open = self.findings.open(judged);
                if open.iter().any(|check| self.is_wanted(*check)) {
                    self.let_run(Clients::Stubborn, oracle);
                }
            }
            // Whoever has used up its share has another one of what the others have left.
            while !examined.iter().any(Examined::is_refined) && !self.is_late() {
                let mut open = self.findings.open(judged);
                open.retain(|check| self.is_wanted(*check));
                self.suggester.look_at(&open);
                open.retain(|check| self.wanted_patience(*check) == patience);
                open.sort_by_key(|check| self.suggester.is_hard(*check));
                let mut shares = Shares::new(&self.flow.checks, &open, self.options.deadline);
                let found = (abstraction, &mut *reachability);
                let standing = (open.as_slice(), judged);
                examined.extend(self.look_at(standing, &mut shares, found, oracle, observer)?);
                if !shares.are_too_small() {
                    break;
                }
            }
        }
        Ok(examined)
    }

    /// Looks at some open checks, one after the other, as long as their shares of the time last.
    fn look_at(
        &mut self,
        (open, judged): (&[CheckId], &[Verdict]),
        shares: &mut Shares<'_>,
        (abstraction, reachability): (&Abstraction, &mut Reachability),
        oracle: &mut dyn Oracle,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Examined>, VerifyError> {
        if self.options.search == Search::Exact {
            let standing = (open, judged);
            let exactly = self.examined_exactly(standing, shares, abstraction, oracle, observer)?;
            if let Some(examined) = exactly {
                return Ok(examined);
            }
        }
        let mut examined = Vec::new();
        for check in open {
            if self.is_late() {
                break;
            }
            // It may have been shown together with another one.
            if self.findings.is_settled(*check) {
                continue;
            }
            let Some(end) = shares.of(*check) else {
                continue;
            };
            let settled = self.findings.settled();
            let oracle = &mut Deadline::new(&mut *oracle, end);
            let seen = self.examine(*check, abstraction, reachability, oracle);
            match in_time(seen)? {
                Some(seen) => examined.extend(seen),
                None => shares.cut_off(*check),
            }
            if self.findings.settled() > settled {
                self.announce(judged, observer);
            }
        }
        Ok(examined)
    }

    /// Whether to look at a check later, with more patience.
    fn postpones(&mut self, check: CheckId) -> bool {
        let more = self.patience.next();
        let more = more.filter(|_| !self.findings.is_settled(check));
        self.postponed.extend(more.map(|more| (check, more)));
        more.is_some()
    }

    /// With how much patience it is to be looked at a check now.
    fn wanted_patience(&self, check: CheckId) -> Patience {
        let postponed = self.postponed.get(&check).copied();
        postponed.unwrap_or(Patience::Least)
    }

    /// Shows what is decided, given what the abstraction says.
    fn announce(&self, judged: &[Verdict], observer: &mut dyn Observer) {
        observer.decided(&Standing {
            verdicts: self.concluded(judged.to_vec(), Reason::Interrupted),
            found: self.found(),
            statistics: self.statistics(),
        });
    }

    /// Gives a check up; where the time is up, for that reason, whatever else did not come about.
    fn give_up(&mut self, check: CheckId, reason: Reason) {
        let reason = if self.is_late() {
            self.lateness()
        } else {
            reason
        };
        self.findings.give_up(check, reason);
    }

    /// What values are that nobody knows.
    fn lost(&self) -> Reason {
        if self.unit.is_modular {
            Reason::RestsOnContracts
        } else {
            Reason::RestsOnLost
        }
    }

    /// Takes a check for violated if the program as it was fails there.
    fn confirm(&mut self, check: CheckId, script: Script) -> bool {
        self.findings.confirm(&self.unit.flow, check, script)
    }

    /// Why a failure of the program with its blocks made large is none of the program as it was.
    fn unconfirmed(&self, script: &Script) -> Reason {
        if is_endless(&self.unit.flow, script) {
            Reason::RunTooLong
        } else {
            Reason::NotConfirmed
        }
    }

    fn is_wanted(&self, check: CheckId) -> bool {
        let wanted = self.options.wanted.as_ref();
        wanted.is_none_or(|wanted| wanted.contains(&check))
    }

    /// Why there is no time left.
    fn lateness(&self) -> Reason {
        if self.options.deadline.is_wished() {
            Reason::Interrupted
        } else {
            Reason::TimeUp
        }
    }

    /// Whether the time is up.
    pub(super) fn is_late(&self) -> bool {
        self.options.deadline.has_come()
    }

    /// The abstraction by the predicates there are.
    fn abstracted(&mut self, oracle: &mut dyn Oracle) -> Result<Abstraction, Error> {
        self.statistics.iterations += 1;
        let (flow, config, memory) = (self.flow, &mut self.config, &mut self.memory);
        let found = abstracted(flow, self.vocabulary.predicates(), config, oracle, memory)?;
        self.statistics.count(&found.counts);
        Ok(found)
    }

    /// Where nothing at all was found for a check, and nothing for any other that might help it
    /// later, it is given up, and its predicates with it. Says whether there were some.
    fn give_up_hopeless(&mut self, examined: &[Examined]) -> bool {
        let is_refined = examined.iter().any(Examined::is_refined);
        let mut is_relieved = false;
        for seen in examined {
            let is_hopeless = matches!(seen.feasibility, Feasibility::Impossible(_))
                && !is_refined
                && !self.findings.is_settled(seen.check);
            if is_hopeless {
                self.give_up(seen.check, Reason::NoNewPredicate);
            }
            if self.findings.is_given_up(seen.check) {
                let findings = &self.findings;
                is_relieved |= self
                    .vocabulary
                    .relieve(&|check| findings.is_given_up(check));
            }
        }
        is_relieved
    }
}
