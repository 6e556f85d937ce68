//! What `sabs verify` takes on every example, and beside it what z3's Spacer alone takes on the same
//! program as Horn clauses: `cargo bench --bench verify`, one row per example, in one run.
//!
//! Spacer is asked whether any check can fail: `sat` means that none can, `unsat` that one can.

#![allow(clippy::print_stdout)] // the figures are what this is for
#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on fails")]

#[path = "../tests/front/mod.rs"]
mod front;
#[path = "../tests/support/mod.rs"]
mod support;
#[path = "../tests/verdicts/mod.rs"]
mod verdicts;

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use sabs::pipeline::{Options, read};
use sabs::report::Report;
use sabs::smt::{SolverProcess, SolverSettings, find_solver};
use sabs::verdict::Verdict;

/// Spacer is stopped after so many seconds.
const SECONDS: &str = "20";

fn main() {
    let Some(solver) = support::solver("z3") else {
        return;
    };
    println!(
        "| example | checks | decided | turns | predicates | questions | seconds | Spacer | seconds |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let (mut ours, mut theirs) = (0.0, 0.0);
    for folder in ["proved", "violated", "unknown", "refined"] {
        for path in front::files(&format!("spark-examples/{folder}"), "adb") {
            let begin = Instant::now();
            let report = verified(&path, &solver);
            let seconds = begin.elapsed().as_secs_f64();
            let (answer, spacer) = spacer_alone(&path, &solver);
            ours += seconds;
            theirs += spacer;
            let is_open = |verdict: &Verdict| matches!(verdict, Verdict::Unknown(_));
            let open = report.checks.iter().filter(|(_, verdict)| is_open(verdict));
            let checks = report.checks.len();
            println!(
                "| {folder}/{} | {checks} | {} | {} | {} | {} | {seconds:.2} | {answer} | {spacer:.2} |",
                path.file_stem().unwrap().to_string_lossy(),
                checks - open.count(),
                report.statistics.iterations,
                report.statistics.predicates,
                report.statistics.questions,
            );
        }
    }
    println!("\nall: {ours:.1} s, Spacer alone {theirs:.1} s");
    let folder = tempfile::tempdir().unwrap();
    let cold = whole_command(&solver, folder.path());
    let warm = whole_command(&solver, folder.path());
    println!(
        "the whole command, certified by z3: {cold:.1} s, with what it kept {warm:.1} s ({:.1} times)",
        cold / warm
    );
}

/// The time that `sabs verify` takes on all examples, one after the other, with z3 alone.
#[allow(clippy::disallowed_methods)] // sabs itself, not a solver
fn whole_command(solver: &str, cache: &Path) -> f64 {
    let nowhere = tempfile::tempdir().unwrap();
    let begin = Instant::now();
    for folder in ["proved", "violated", "unknown", "refined"] {
        for path in front::files(&format!("spark-examples/{folder}"), "adb") {
            let done = Command::new(env!("CARGO_BIN_EXE_sabs"))
                .args(["verify", "--solver", solver, "--cache"])
                .args([cache, &path])
                // No second solver is found there.
                .env("PATH", nowhere.path())
                .output()
                .unwrap();
            assert_ne!(done.status.code(), Some(2), "{}", path.display());
        }
    }
    begin.elapsed().as_secs_f64()
}

fn verified(path: &Path, solver: &str) -> Report {
    let sources = front::Front::read_file(path).sources;
    let unit = read(&sources).unwrap();
    let solver = find_solver(Some(solver)).unwrap();
    let mut oracle = SolverProcess::with(solver, SolverSettings::default());
    verdicts::report(&unit, &sources, Options::default(), &mut oracle)
}

#[allow(clippy::disallowed_methods)] // it is the solver itself that is measured
fn spacer_alone(path: &Path, solver: &str) -> (String, f64) {
    let folder = tempfile::tempdir().unwrap();
    let clauses = folder.path().join("clauses.smt2");
    let converted = Command::new(env!("CARGO_BIN_EXE_sabs"))
        .args(["convert", "--to", "chc", "-o"])
        .args([&clauses, path])
        .output()
        .unwrap();
    if !converted.status.success() {
        return ("-".to_owned(), 0.0);
    }
    let begin = Instant::now();
    let output = Command::new(solver)
        .arg(format!("-T:{SECONDS}"))
        .arg(&clauses)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let answer = said.lines().last().unwrap_or("-").to_owned();
    (answer, begin.elapsed().as_secs_f64())
}
