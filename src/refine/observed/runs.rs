//! What is seen in runs: the values of variables where blocks begin, and what calls do.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use super::super::blocks::numbers;
use super::super::horn::{Subject, at_exit};
use super::client::{Client, ends};
use crate::certify::at_entry;
use crate::flow::{BlockId, FlowProgram, SubprogramId, Terminator};
use crate::interpret::{Limits, Place, RandomEnvironment, Start, State, Step, Values, run};
use crate::logic::{Value, Variable};

/// So many runs; most end soon, because their inputs do not meet a precondition.
const RUNS: u64 = 3_000;
/// So many steps are made, over all runs.
const STEPS: usize = 300_000;
/// So many steps in one run.
const STEPS_OF_A_RUN: usize = 6_000;
/// In how many cases the client goes on where it could stop, in short and in long runs.
const PATIENCE: [usize; 2] = [2, 40];
/// So many different states are kept per place.
const MOST_KEPT: usize = 600;
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
    pub(super) fn make(flow: &FlowProgram) -> Observations {
        let favourites = numbers(flow);
        let ends = ends(flow);
        let place = Cell::new(None);
        let mut found = Observations::default();
        let mut left = STEPS;
        for seed in 0..RUNS {
            if left == 0 {
                break;
            }
            let mut watch = Watch {
                flow,
                found: &mut found,
                visits: BTreeMap::new(),
                last: BTreeMap::new(),
                entries: Vec::new(),
                taken: 0,
            };
            let mut random = RandomEnvironment::new(seed + 1);
            if seed % 2 == 0 {
                random = random.favouring(&favourites);
            }
            let mut client = Client {
                random,
                ends: &ends,
                place: &place,
                patience: PATIENCE[usize::from(seed % 4 < 2)],
            };
            let steps = left.min(STEPS_OF_A_RUN);
            let limits = Limits { steps };
            let observer = &mut |step: Step<'_>| {
                let is_client = step.point.subprogram.is_none();
                place.set(is_client.then_some(step.point.block));
                watch.see(&step);
            };
            run(flow, Start::Main, &mut client, limits, observer);
            left = left.saturating_sub(watch.taken);
            for (key, sample) in std::mem::take(&mut watch.last) {
                keep(found.states.entry(key).or_default(), sample);
            }
        }
        found
    }
}

/// One run.
struct Watch<'a> {
    flow: &'a FlowProgram,
    found: &'a mut Observations,
    /// How often each block was begun.
    visits: BTreeMap<Before, usize>,
    /// The last state that was not kept.
    last: BTreeMap<Before, Sample>,
    /// Per open call, the values at its entry.
    entries: Vec<Values>,
    taken: usize,
}

impl Watch<'_> {
    fn see(&mut self, step: &Step<'_>) {
        self.taken += 1;
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
            if kept.len() < MOST_KEPT {
                let mut sample = everything(&step.state);
                sample.extend(entry_of(&self.entries, step.depth));
                if is_kept(*visit) {
                    keep(kept, sample);
                    self.last.remove(&key);
                } else {
                    self.last.insert(key, sample);
                }
            }
        }
        if step.point.place == Place::Terminator && block.terminator == Terminator::Return {
            let kept = self.found.effects.entry(key.0).or_default();
            if kept.len() < MOST_KEPT {
                let mut sample = Values::new();
                if let Some(entry) = self.entries.get(step.depth) {
                    sample.extend(entry.clone());
                }
                sample.extend(entry_of(&self.entries, step.depth));
                let end = everything(&step.state).into_iter();
                sample.extend(end.map(|(variable, value)| (at_exit(&variable), value)));
                keep(kept, sample);
            }
            self.entries.truncate(step.depth);
        }
    }
}

fn keep(kept: &mut BTreeSet<Sample>, sample: Sample) {
    if kept.len() < MOST_KEPT {
        kept.insert(sample);
    }
}

fn everything(state: &State<'_>) -> Values {
    let mut values = state.globals.clone();
    values.extend(state.frame.clone());
    values
}

fn entry_of(entries: &[Values], depth: usize) -> impl Iterator<Item = (Variable, Value)> {
    let entry = entries.get(depth).cloned().unwrap_or_default().into_iter();
    entry.map(|(variable, value)| (at_entry(&variable), value))
}

/// The first visits of a block are kept, and the later the visit, the fewer.
fn is_kept(visit: usize) -> bool {
    visit <= DENSE || visit.is_multiple_of((visit / DENSE).next_power_of_two())
}
