//! What is seen in runs: the values of variables where blocks begin, and what calls do.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use super::super::blocks::numbers;
use super::super::client::{Client, Ways, client_block};
use super::super::horn::{Subject, at_exit};
use crate::certify::at_entry;
use crate::flow::{BlockId, FlowProgram, SubprogramId, Terminator};
use crate::interpret::{Limits, Place, RandomEnvironment, Start, State, Step, Values, run_counted};
use crate::logic::{Value, Variable};
use crate::smt::{Error, Oracle};

/// So many runs; most end soon, because their inputs do not meet a precondition.
const RUNS: u64 = 6_000;
/// After so many in a row that show nothing new, more would hardly either.
const RUNS_IN_VAIN: u64 = 400;
/// So many steps are made, over all runs.
const STEPS: usize = 300_000;
/// So many steps in one run: most are short, so that one loop over a long range does not take the
/// steps of all others.
const STEPS_OF_A_RUN: [usize; 2] = [400, 6_000];
/// One of so many runs is long.
const LONG_RUNS: u64 = 8;
/// After so many runs is counted again what was seen of which subprogram.
const RUNS_BETWEEN_COUNTS: u64 = 16;
/// In how many cases the client goes on where it could stop, in short and in long runs.
const PATIENCE: [usize; 2] = [2, 40];
/// How long ago numbers were that come again, in a part of the runs: that of the parameter before, or
/// of a bound of the array before.
const PERIODS: [usize; 2] = [1, 2];
/// So many different states are kept per place.
const MOST_KEPT: usize = 300;
/// So many of them come from one run without gaps; of the later ones ever fewer are kept, and the
/// last one.
const DENSE: usize = 12;

/// Values of the variables where a block begins, and, under other names, of those at the entry of
/// its subprogram; of a call, those at the entry and at the return.
pub(super) type Sample = Values;

/// What runs with arbitrary inputs were seen to do.
#[derive(Debug, Default)]
pub(super) struct Observations {
    states: BTreeMap<Before, BTreeSet<Sample>>,
    effects: BTreeMap<Option<SubprogramId>, BTreeSet<Sample>>,
}

/// The beginning of a block.
type Before = (Option<SubprogramId>, BlockId);

/// The different states seen at one place. Most steps of a run show nothing new, so that a state is
/// only the values until all is seen; the names are the same for all of them.
#[derive(Debug, Default)]
struct Kept {
    names: Vec<Variable>,
    states: BTreeSet<Vec<Value>>,
}

impl Kept {
    fn is_full(&self) -> bool {
        self.states.len() >= MOST_KEPT
    }

    fn keep(&mut self, state: Vec<Value>) {
        if !self.is_full() && state.len() == self.names.len() {
            self.states.insert(state);
        }
    }

    fn samples(self) -> BTreeSet<Sample> {
        let named = |state: Vec<Value>| self.names.iter().cloned().zip(state).collect();
        self.states.into_iter().map(named).collect()
    }
}

/// What is kept of all runs.
#[derive(Debug, Default)]
struct Seen {
    states: BTreeMap<Before, Kept>,
    effects: BTreeMap<Option<SubprogramId>, Kept>,
}

impl Seen {
    /// How many states and effects are known.
    fn size(&self) -> usize {
        let all = self.states.values().chain(self.effects.values());
        all.map(|kept| kept.states.len()).sum()
    }

    /// How many states per block are known of each subprogram.
    fn shares(&self, flow: &FlowProgram) -> BTreeMap<SubprogramId, usize> {
        let mut found: BTreeMap<SubprogramId, usize> = BTreeMap::new();
        for ((subprogram, _), kept) in &self.states {
            if let Some(id) = subprogram {
                *found.entry(*id).or_default() += kept.states.len();
            }
        }
        for (id, known) in &mut found {
            *known /= flow.subprogram(*id).blocks.len();
        }
        found
    }
}

impl Observations {
    /// What was seen of a relation.
    pub(super) fn of(&self, subject: Subject) -> Vec<&Sample> {
        let found = match subject {
            Subject::States(subprogram, block) => self.states.get(&(subprogram, block)),
            Subject::Effect(subprogram) => self.effects.get(&subprogram),
        };
        found.into_iter().flatten().collect()
    }

    /// Lets the program run. What it sees is no proof of anything, so that values which are lost
    /// are guessed like all others.
    ///
    /// # Errors
    /// If the time is up.
    pub(super) fn make(flow: &FlowProgram, oracle: &dyn Oracle) -> Result<Observations, Error> {
        let favourites = numbers(flow);
        let ways = Ways::of(flow);
        let place = Cell::new(None);
        let mut found = Seen::default();
        let mut left = STEPS;
        let (mut known, mut in_vain) = (0, 0);
        let mut shares = BTreeMap::new();
        for seed in 0..RUNS {
            if left == 0 || in_vain == RUNS_IN_VAIN {
                break;
            }
            oracle.in_time()?;
            if seed.is_multiple_of(RUNS_BETWEEN_COUNTS) {
                shares = found.shares(flow);
            }
            let mut watch = Watch {
                flow,
                found: &mut found,
                visits: BTreeMap::new(),
                last: BTreeMap::new(),
                entries: Vec::new(),
            };
            let mut random = RandomEnvironment::new(seed + 1);
            if seed % 2 == 0 {
                random = random.favouring(&favourites);
            }
            if seed % 3 == 0 {
                random = random.repeating(PERIODS[usize::from(seed % 12 >= 6)]);
            }
            let mut client = Client {
                random,
                ways: &ways,
                place: &place,
                patience: PATIENCE[usize::from(seed % 4 < 2)],
                habit: None,
                seen: &shares,
            };
            let most = STEPS_OF_A_RUN[usize::from(seed.is_multiple_of(LONG_RUNS))];
            let steps = left.min(most);
            let limits = Limits { steps };
            let observer = &mut |step: Step<'_>| {
                place.set(client_block(&step));
                watch.see(&step);
            };
            let (_, taken) = run_counted(flow, Start::Main, &mut client, limits, observer);
            left = left.saturating_sub(taken);
            for (key, state) in std::mem::take(&mut watch.last) {
                found.states.entry(key).or_default().keep(state);
            }
            let now = found.size();
            in_vain = if now == known { in_vain + 1 } else { 0 };
            known = now;
        }
        let states = found.states.into_iter();
        let effects = found.effects.into_iter();
        Ok(Observations {
            states: states.map(|(key, kept)| (key, kept.samples())).collect(),
            effects: effects.map(|(key, kept)| (key, kept.samples())).collect(),
        })
    }
}

/// One run.
struct Watch<'a> {
    flow: &'a FlowProgram,
    found: &'a mut Seen,
    /// How often each block was begun.
    visits: BTreeMap<Before, usize>,
    /// The last state that was not kept.
    last: BTreeMap<Before, Vec<Value>>,
    /// Per open call, the values at its entry.
    entries: Vec<Values>,
}

impl Watch<'_> {
    fn see(&mut self, step: &Step<'_>) {
        let key = (step.point.subprogram, step.point.block);
        let block = step.point.subprogram_of(self.flow).block(key.1);
        if step.point.begins_block(self.flow) {
            if key.1 == BlockId(0) && self.entries.len() <= step.depth {
                self.entries.truncate(step.depth);
                self.entries.push(everything(&step.state));
            }
            let visit = self.visits.entry(key).or_default();
            *visit += 1;
            let kept = self.found.states.entry(key).or_default();
            if !kept.is_full() {
                let entry = self.entries.get(step.depth);
                let (now, then) = (all_of(&step.state), entry.into_iter().flatten());
                if kept.names.is_empty() {
                    let (now, then) = (now.clone(), then.clone());
                    let now = now.map(|(variable, _)| variable.clone());
                    let then = then.map(|(variable, _)| at_entry(variable));
                    kept.names = now.chain(then).collect();
                }
                let state = now.chain(then).map(|(_, value)| value.clone()).collect();
                if is_kept(*visit) {
                    kept.keep(state);
                    self.last.remove(&key);
                } else {
                    self.last.insert(key, state);
                }
            }
        }
        if step.point.place == Place::Terminator && block.terminator == Terminator::Return {
            let kept = self.found.effects.entry(key.0).or_default();
            if !kept.is_full() {
                let entry = self.entries.get(step.depth);
                let (now, then) = (all_of(&step.state), entry.into_iter().flatten());
                if kept.names.is_empty() {
                    let now = now.clone().map(|(variable, _)| at_exit(variable));
                    let plain = then.clone().map(|(variable, _)| variable.clone());
                    let renamed = then.clone().map(|(variable, _)| at_entry(variable));
                    kept.names = plain.chain(renamed).chain(now).collect();
                }
                let state = then.clone().chain(then).chain(now);
                kept.keep(state.map(|(_, value)| value.clone()).collect());
            }
            self.entries.truncate(step.depth);
        }
    }
}

/// All variables with their values; a local one comes after a global one of the same name.
fn all_of<'a>(
    state: &State<'a>,
) -> impl Iterator<Item = (&'a Variable, &'a Value)> + Clone + use<'a> {
    state.globals.iter().chain(state.frame)
}

fn everything(state: &State<'_>) -> Values {
    let all = all_of(state);
    all.map(|(variable, value)| (variable.clone(), value.clone()))
        .collect()
}

/// The first visits of a block are kept, and the later the visit, the fewer.
fn is_kept(visit: usize) -> bool {
    visit <= DENSE || visit.is_multiple_of((visit / DENSE).next_power_of_two())
}
