//! The larger examples by refinement from what the exact reading leaves open, in the manner of Table 1
//! of the YASM paper: `cargo bench --bench refinement`, one row per example and preference.

#![allow(clippy::print_stdout)] // the figures are what this is for
#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on fails")]

#[path = "../tests/front/mod.rs"]
mod front;
#[path = "../tests/support/mod.rs"]
mod support;
#[path = "../tests/verdicts/mod.rs"]
mod verdicts;

use std::fs;
use std::time::{Duration, Instant};

use sabs::pipeline::{Options, Preference, Search, read};
use sabs::smt::{SolverProcess, SolverSettings, find_solver};
use sabs::verdict::Verdict;

/// Examples with fewer lines are left out.
const LEAST_LINES: usize = 24;
/// An example is given up after so many seconds.
const SECONDS: u64 = 20;

fn main() {
    let Some(solver) = support::solver("z3") else {
        return;
    };
    println!(
        "| example | lines | prefer | iterations | predicates | known before | seconds | result |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for folder in ["proved", "violated", "unknown", "refined", "temporal"] {
        for path in front::files(&format!("spark-examples/{folder}"), "adb") {
            let lines = fs::read_to_string(&path).unwrap().lines().count();
            if lines < LEAST_LINES {
                continue;
            }
            for (name, preference) in [
                ("predicates", Preference::Predicates),
                ("precision", Preference::Precision),
            ] {
                let sources = front::Front::read_file(&path).sources;
                let unit = read(&sources).unwrap();
                let found = find_solver(Some(&solver)).unwrap();
                let mut oracle = SolverProcess::with(found, SolverSettings::default());
                let begin = Instant::now();
                let options = Options {
                    search: Search::Exact,
                    preference,
                    deadline: begin.checked_add(Duration::from_secs(SECONDS)),
                    ..Options::default()
                };
                let report = verdicts::report(&unit, &sources, options, &mut oracle);
                let seconds = begin.elapsed().as_secs_f64();
                let properties = report.properties.iter().map(|found| found.verdict);
                let all = report.checks.iter().map(|(_, verdict)| *verdict);
                let all: Vec<Verdict> = all.chain(properties).collect();
                let count = |is_it: fn(&Verdict) -> bool| all.iter().filter(|v| is_it(v)).count();
                println!(
                    "| {folder}/{} | {lines} | {name} | {} | {} | {} | {seconds:.2} | {} true, {} false, {} open |",
                    path.file_stem().unwrap().to_string_lossy(),
                    report.statistics.iterations,
                    report.statistics.predicates,
                    report.statistics.seeded,
                    count(|verdict| matches!(verdict, Verdict::Proved(_))),
                    count(|verdict| *verdict == Verdict::Violated),
                    count(|verdict| matches!(verdict, Verdict::Unknown(_))),
                );
            }
        }
    }
}
