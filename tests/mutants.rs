//! Examples with a mistake put in, whose truth GNAT tells: what fails under GNAT is never proved,
//! and what sabs calls violated fails under GNAT.
//!
//! A sample is judged; `SABS_SOAK=N` takes N times as many.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod drivers;
mod exercise;
mod front;
mod mutation;
mod support;
mod verdicts;

use std::env;

use exercise::{Seen, Subject, exercise};
use mutation::{Mutant, mutants};
use sabs::pipeline::Options;
use sabs::smt::{SolverProcess, SolverSettings, find_solver};
use sabs::verdict::{Arrival, Check, CheckId, Rule, Verdict};
use verdicts::Judged;

/// So many go into one program.
const BATCH: usize = 40;
/// How often the program runs.
const RUNS: usize = 250;

/// What came of the mutants.
#[derive(Debug, Default)]
struct Tally {
    mutants: usize,
    illegal: usize,
    /// What GNAT reads without its being set says nothing.
    unset: usize,
    checks: usize,
    decided: usize,
    /// Checks that GNAT saw fail.
    failing: usize,
    /// Those of them that sabs calls violated.
    found: usize,
    /// Violated checks that GNAT met by chance only with the inputs that sabs gives.
    by_driver: usize,
}

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
        tally.mutants += batch.len();
        tally.illegal += batch.len() - subjects.len();
        let seen = exercise(&gnatmake, &subjects, RUNS);
        complaints.extend(judge((&solver, &folder), subjects, &seen, &mut tally));
        if batches > 1 {
            support::tell(&format!("{tally:?} {complaints:#?}"));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(tally.illegal * 5 <= tally.mutants, "{tally:?}");
    assert!(tally.unset * 5 <= tally.mutants, "{tally:?}");
    assert!(tally.failing * 3 >= tally.mutants, "{tally:?}");
    assert!(tally.decided * 100 >= tally.checks * 75, "{tally:?}");
    assert!(tally.found * 100 >= tally.failing * 75, "{tally:?}");
}

/// Compares what sabs says of some mutants with what was seen of them; returns what is wrong.
fn judge(
    (solver, folder): (&str, &str),
    subjects: Vec<Subject>,
    seen: &[Seen],
    tally: &mut Tally,
) -> Vec<String> {
    let settings = SolverSettings {
        steps: 50_000,
        ..SolverSettings::default()
    };
    let solver = find_solver(Some(solver)).unwrap();
    let mut oracle = SolverProcess::with(solver, settings);
    let mut complaints = Vec::new();
    let mut trials = Vec::new();
    for (subject, seen) in subjects.into_iter().zip(seen) {
        let options = Options {
            refinements: 3,
            effort: 1,
            ..Options::default()
        };
        let report = verdicts::report(&subject.unit, &subject.sources, options, &mut oracle);
        let reads_unset = |(check, verdict): &(Check, Verdict)| {
            check.rule == Rule::Initialization && !matches!(verdict, Verdict::Proved(_))
        };
        if report.checks.iter().any(reads_unset) {
            tally.unset += 1;
            continue;
        }
        let mut complain = |what: String| complaints.push(format!("{}: {what}", subject.name));
        for words in &seen.unexplained {
            complain(format!("no check stands where GNAT says: {words}"));
        }
        for (id, (check, verdict)) in (0..).map(CheckId).zip(&report.checks) {
            let place = subject.sources.locate(check.span);
            let fails = seen.failures.contains_key(&id);
            let arrivals = seen.arrivals.get(&id).copied().unwrap_or(0);
            tally.checks += 1;
            tally.failing += usize::from(fails);
            match verdict {
                Verdict::Proved(_) if fails => {
                    complain(format!("{place}: {} is proved, but fails", check.rule));
                }
                // An operation counts when its operands are looked at, of which one may fail.
                Verdict::Proved(Arrival::Unreachable)
                    if arrivals > 0 && check.rule == Rule::Assert =>
                {
                    complain(format!("{place}: {} is arrived at", check.rule));
                }
                Verdict::Violated => tally.found += usize::from(fails),
                Verdict::Unknown(_) => continue,
                Verdict::Proved(_) => {}
            }
            tally.decided += 1;
        }
        let judged = Judged {
            sources: subject.sources,
            unit: subject.unit,
            report,
        };
        let unseen = |id| !seen.failures.contains_key(&id);
        trials.extend(drivers::trials(&judged, unseen, &mut Vec::new()));
    }
    tally.by_driver += trials.len();
    complaints.extend(drivers::complaints(folder, &trials));
    complaints
}
