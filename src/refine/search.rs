//! Runs with arbitrary inputs: what fails in them is violated, and needs no proof.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::blocks::numbers;
use super::client::{Client, Ways, client_block};
use super::replay::{Script, explore};
use super::shrink::simplest;
use crate::flow::FlowProgram;
use crate::interpret::{Answer, RandomEnvironment, Step};
use crate::verdict::CheckId;

/// So many steps are made, over all runs.
const STEPS: usize = 200_000;
/// So many by clients that keep to some of what they can do.
const STEPS_OF_THE_STUBBORN: usize = 800_000;
/// So many steps in one run: most are short, so that a loop over a long range does not take the
/// steps of all others.
const STEPS_OF_A_RUN: [usize; 2] = [1_000, 20_000];
/// One of so many runs is long.
const LONG_RUNS: u64 = 5;
/// So many runs go on from one place.
const RUNS_ON: u64 = 2;
/// So many runs.
const RUNS: u64 = 400;
/// In how many cases the client goes on where it could stop; in a quarter of the runs in many: what
/// counts calls fails late.
const PATIENCE: [usize; 2] = [1, 120];

/// Lets the program run on from where a script leads; for each check that fails, answers that make
/// it fail. `watch` sees every step.
pub fn go_on(
    flow: &FlowProgram,
    script: &[Answer],
    watch: &mut dyn FnMut(Step<'_>),
    is_late: &dyn Fn() -> bool,
) -> BTreeMap<CheckId, Script> {
    let mut found: BTreeMap<CheckId, Script> = BTreeMap::new();
    for seed in 0..RUNS_ON {
        let mut random = RandomEnvironment::new(seed);
        let (failure, _) = explore(flow, script, &mut random, STEPS_OF_A_RUN[1], watch);
        if let Some((check, script)) = failure {
            found
                .entry(check)
                .or_insert_with(|| simplest(flow, &script, check, is_late));
        }
    }
    found
}

/// How clients behave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clients {
    /// They may do all that clients can, and most stop soon.
    Usual,
    /// Each keeps to some of what it can do, and goes on for long: what one call builds up, another
    /// may undo.
    Stubborn,
}

impl Clients {
    /// How many steps are made, over all runs.
    fn steps(self) -> usize {
        match self {
            Clients::Usual => STEPS,
            Clients::Stubborn => STEPS_OF_THE_STUBBORN,
        }
    }

    /// How many steps one run may make.
    fn steps_of_a_run(self, seed: u64) -> usize {
        let is_long = match self {
            Clients::Usual => seed.is_multiple_of(LONG_RUNS),
            Clients::Stubborn => seed % LONG_RUNS < 2,
        };
        STEPS_OF_A_RUN[usize::from(is_long)]
    }

    fn patience(self, seed: u64) -> usize {
        PATIENCE[usize::from(self == Clients::Stubborn || seed % 4 == 3)]
    }
}

/// Lets the program run with arbitrary inputs; for each check that fails, answers of the
/// surroundings that make it fail. `watch` sees every step; no further run is made when the time is
/// up.
pub fn search(
    flow: &FlowProgram,
    clients: Clients,
    watch: &mut dyn FnMut(Step<'_>),
    is_late: &dyn Fn() -> bool,
) -> BTreeMap<CheckId, Script> {
    let mut found: BTreeMap<CheckId, Script> = BTreeMap::new();
    let favourites = numbers(flow);
    let (ways, place, seen) = (Ways::of(flow), Cell::new(None), BTreeMap::new());
    if clients == Clients::Stubborn && !ways.are_several() {
        return found;
    }
    let mut left = clients.steps();
    for seed in 0..RUNS {
        if left == 0 || is_late() {
            break;
        }
        let mut random = RandomEnvironment::new(seed);
        if seed % 2 == 1 {
            random = random.favouring(&favourites);
        }
        if seed % 3 == 2 {
            random = random.repeating(1 + usize::from(seed % 2 == 0));
        }
        let mut client = Client {
            random,
            ways: &ways,
            place: &place,
            patience: clients.patience(seed),
            seen: &seen,
            habit: (clients == Clients::Stubborn).then_some(seed),
        };
        let steps = left.min(clients.steps_of_a_run(seed));
        let (failure, taken) = explore(flow, &[], &mut client, steps, &mut |step| {
            place.set(client_block(&step));
            watch(step);
        });
        left = left.saturating_sub(taken);
        if let Some((check, script)) = failure {
            found
                .entry(check)
                .or_insert_with(|| simplest(flow, &script, check, is_late));
        }
    }
    found
}
