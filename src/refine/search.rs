//! Runs with arbitrary inputs: what fails in them is violated, and needs no proof.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::blocks::numbers;
use super::client::{Client, client_block, ends};
use super::replay::{Script, explore};
use super::shrink::simplest;
use crate::flow::FlowProgram;
use crate::interpret::{Answer, RandomEnvironment, Step};
use crate::verdict::CheckId;

/// So many steps are made, over all runs.
const STEPS: usize = 200_000;
/// So many steps in one run.
const STEPS_OF_A_RUN: usize = 20_000;
/// So many runs go on from one place.
const RUNS_ON: u64 = 2;
/// So many runs.
const RUNS: u64 = 400;
/// In a quarter of them the client stops in one of so many cases only: what counts calls fails late.
const PATIENCE: usize = 120;

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
        let (failure, _) = explore(flow, script, &mut random, STEPS_OF_A_RUN, watch);
        if let Some((check, script)) = failure {
            found
                .entry(check)
                .or_insert_with(|| simplest(flow, &script, check, is_late));
        }
    }
    found
}

/// Lets the program run with arbitrary inputs; for each check that fails, answers of the
/// surroundings that make it fail. `watch` sees every step; no further run is made when the time is
/// up.
pub fn search(
    flow: &FlowProgram,
    watch: &mut dyn FnMut(Step<'_>),
    is_late: &dyn Fn() -> bool,
) -> BTreeMap<CheckId, Script> {
    let mut found: BTreeMap<CheckId, Script> = BTreeMap::new();
    let favourites = numbers(flow);
    let (ends, place) = (ends(flow), Cell::new(None));
    let mut left = STEPS;
    for seed in 0..RUNS {
        if left == 0 || is_late() {
            break;
        }
        let mut random = RandomEnvironment::new(seed);
        if seed % 2 == 1 {
            random = random.favouring(&favourites);
        }
        let steps = left.min(STEPS_OF_A_RUN);
        let (failure, taken) = if seed % 4 == 3 {
            let mut client = Client {
                random,
                ends: &ends,
                place: &place,
                patience: PATIENCE,
            };
            explore(flow, &[], &mut client, steps, &mut |step| {
                place.set(client_block(&step));
                watch(step);
            })
        } else {
            explore(flow, &[], &mut random, steps, watch)
        };
        left = left.saturating_sub(taken);
        if let Some((check, script)) = failure {
            found
                .entry(check)
                .or_insert_with(|| simplest(flow, &script, check, is_late));
        }
    }
    found
}
