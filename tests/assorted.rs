//! Generated packages in which many features meet, whose truth GNAT tells: what fails under GNAT is
//! never proved, what is unreachable is not arrived at, and what sabs calls violated fails under
//! GNAT with the inputs that it gives.
//!
//! `SABS_SOAK=N` takes N times as many.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod assortment;
mod comparison;
mod drivers;
#[allow(unused_imports, reason = "a part of it is used here")]
mod exercise;
mod front;
mod support;
mod verdicts;

use std::env;

use assortment::Assorted;
use comparison::{Tally, judge};
use exercise::{Subject, exercise, is_legal};

/// So many go into one program.
const BATCH: u64 = 12;
/// GNAT 12 does not survive what counts the arrivals in these.
const FATAL: [u64; 2] = [52, 67];
/// How often the program runs.
const RUNS: usize = 400;

#[test]
fn nothing_that_fails_is_proved() {
    let (Some(gnatmake), Some(gcc)) = (support::referee("gnatmake"), support::referee("gcc"))
    else {
        return;
    };
    let Some(solver) = support::solver("z3") else {
        return;
    };
    let batches: u64 = env::var("SABS_SOAK").map_or(1, |count| count.parse().unwrap());
    let mut tally = Tally::default();
    let mut complaints = Vec::new();
    for batch in 0..batches {
        let all: Vec<Assorted> = (batch * BATCH..(batch + 1) * BATCH)
            .filter(|seed| !FATAL.contains(seed))
            .map(Assorted::generate)
            .collect();
        let legal = |one: &&Assorted| {
            let files = one.files();
            is_legal(
                &gcc,
                files.iter().map(|(name, text)| (name.as_str(), *text)),
            )
        };
        let subjects: Vec<Subject> = all
            .iter()
            .filter(legal)
            .map(|one| Subject::new(&one.name, one.sources()))
            .collect();
        tally.units += all.len();
        tally.illegal += all.len() - subjects.len();
        let seen = exercise(&gnatmake, &subjects, RUNS);
        complaints.extend(judge((&solver, "assorted"), subjects, &seen, &mut tally));
        if batches > 1 {
            support::tell(&format!("{tally:?} {complaints:#?}"));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(tally.illegal * 2 <= tally.units, "{tally:?}");
    assert!(tally.unset * 5 <= tally.units, "{tally:?}");
    assert!(tally.failing * 20 >= tally.checks, "{tally:?}");
    assert!(tally.decided * 100 >= tally.checks * 60, "{tally:?}");
}
