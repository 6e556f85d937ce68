//! Examples with a mistake put in, whose truth GNAT tells: what fails under GNAT is never proved,
//! and what sabs calls violated fails under GNAT.
//!
//! A sample is judged; `SABS_SOAK=N` takes N times as many.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod comparison;
mod drivers;
mod exercise;
mod front;
mod mutation;
mod support;
mod verdicts;

use std::env;

use comparison::{Tally, judge};
use exercise::{Subject, exercise};
use mutation::{Mutant, mutants};

/// So many go into one program.
const BATCH: usize = 40;
/// How often the program runs.
const RUNS: usize = 250;

#[test]
fn nothing_that_fails_is_proved() {
    judge_some(0);
}

/// The same for others, on another processor.
#[test]
fn nothing_that_fails_is_proved_either() {
    judge_some(1);
}

/// Judges every so many of the mutants, so that all programs and all kinds of mistakes have their
/// share.
fn judge_some(half: usize) {
    let (Some(gnatmake), Some(gcc)) = (support::referee("gnatmake"), support::referee("gcc"))
    else {
        return;
    };
    let Some(solver) = support::solver("z3") else {
        return;
    };
    let all = mutants();
    assert!(all.len() >= 1_000, "only {} mutants", all.len());
    let batches = env::var("SABS_SOAK").map_or(1, |count| count.parse().unwrap());
    let step = all.len().div_ceil(BATCH);
    let mut tally = Tally::default();
    let mut complaints = Vec::new();
    let folder = format!("mutants-{half}");
    for first in (half..step).step_by(2).take(batches) {
        let batch: Vec<&Mutant> = all.iter().skip(first).step_by(step).collect();
        let legal = |mutant: &&Mutant| mutant.is_legal(&gcc);
        let subjects: Vec<Subject> = batch
            .iter()
            .copied()
            .filter(legal)
            .map(Mutant::subject)
            .collect();
        tally.units += batch.len();
        tally.illegal += batch.len() - subjects.len();
        let seen = exercise(&gnatmake, &subjects, RUNS);
        complaints.extend(judge((&solver, &folder), subjects, &seen, &mut tally));
        if batches > 1 {
            support::tell(&format!("{tally:?} {complaints:#?}"));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(tally.illegal * 5 <= tally.units, "{tally:?}");
    assert!(tally.unset * 5 <= tally.units, "{tally:?}");
    assert!(tally.failing * 3 >= tally.units, "{tally:?}");
    assert!(tally.decided * 100 >= tally.checks * 75, "{tally:?}");
    assert!(tally.found * 100 >= tally.failing * 75, "{tally:?}");
}
