//! What the exact reading costs beside the over-approximation, on the Boolean program of every
//! example: `cargo bench --bench exact`, processor time.
//!
//! Over-approximation explores, says of every check whether it may fail, and finds a trace of each
//! that may. The exact reading does the same without traces; of each check that may fail it says
//! whether it surely does, with a way there, and otherwise what is missing.

#![allow(clippy::print_stdout)] // the figures are what this is for
#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on fails")]

#[path = "../tests/front/mod.rs"]
mod front;
#[path = "../tests/support/mod.rs"]
mod support;

use std::collections::BTreeSet;
use std::fs;

use sabs::abstraction::{Config as Abstracting, abstract_program};
use sabs::bp::{BoolProgram, lower};
use sabs::exact::{Checker, Config, Reading};
use sabs::pipeline::read;
use sabs::predicate::{Grain, Seed, seeded};
use sabs::reach::{self, assertions, reach};
use sabs::smt::{SolverProcess, SolverSettings, find_solver};

/// How many checks never fail, surely fail, and are open.
type Tally = [usize; 3];

fn main() {
    let Some(solver) = support::solver("z3") else {
        return;
    };
    println!("| example | bits | never | surely | open | over, ms | exact, ms | ratio |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let (mut over, mut exact, mut worst) = (0.0, 0.0, 0.0_f64);
    for folder in ["proved", "violated", "unknown", "refined"] {
        for path in front::files(&format!("spark-examples/{folder}"), "adb") {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let Some(program) = abstracted(&path, &solver) else {
                println!("| {folder}/{name} | - | | | | | | |");
                continue;
            };
            let (_, first) = mean(|| over_approximated(&program));
            let (tally, second) = mean(|| read_exactly(&program));
            let bits = program.procedures.iter();
            let bits: usize = bits
                .map(|one| one.parameters.len() + one.locals.len())
                .sum();
            let [never, surely, open] = tally;
            println!(
                "| {folder}/{name} | {} | {never} | {surely} | {open} | {first:.2} | {second:.2} | {:.2} |",
                program.globals.len() + bits,
                second / first
            );
            over += first;
            exact += second;
            worst = worst.max(second / first);
        }
    }
    println!("\nall: over {over:.0} ms, exact {exact:.0} ms, worst ratio {worst:.2}");
}

/// The Boolean program of an example under the predicates of its own conditions.
fn abstracted(path: &std::path::Path, solver: &str) -> Option<BoolProgram> {
    let sources = front::Front::read_file(path).sources;
    let unit = read(&sources).ok()?;
    let solver = find_solver(Some(solver)).unwrap();
    let mut oracle = SolverProcess::with(solver, SolverSettings::default());
    let from = |_| BTreeSet::from([Seed::Checks, Seed::Guards, Seed::Contracts]);
    let predicates = seeded(
        &unit.predicates,
        &unit.flow,
        &from,
        Grain::Whole,
        &mut oracle,
    )
    .ok()?;
    let config = Abstracting::default();
    let abstraction = abstract_program(&unit.flow, &predicates, &config, &mut oracle).ok()?;
    Some(abstraction.program)
}

fn over_approximated(program: &BoolProgram) -> Tally {
    let mut explored = reach(program, &reach::Config::default()).unwrap();
    let mut tally = [0; 3];
    for target in explored.assertions() {
        let way = explored.trace(&[target]).unwrap();
        tally[if way.is_some() { 2 } else { 0 }] += 1;
    }
    tally
}

fn read_exactly(program: &BoolProgram) -> Tally {
    let control = lower(program).unwrap();
    let mut explored = reach(program, &reach::Config::default()).unwrap();
    let config = Config {
        reading: Reading::Abstraction,
        ..Config::default()
    };
    let mut checker = None;
    let mut tally = [0; 3];
    for target in assertions(&control) {
        let targets = [target];
        if !explored.is_reachable(&targets).unwrap() {
            tally[0] += 1;
            continue;
        }
        // With recursion there is nothing more to be known.
        let Ok(checker) = checker.get_or_insert_with(|| Checker::new(&control, &config)) else {
            tally[2] += 1;
            continue;
        };
        if checker.reaches(&targets).unwrap().is_some() {
            tally[1] += 1;
        } else {
            std::hint::black_box(checker.unsure(&targets).unwrap());
            tally[2] += 1;
        }
    }
    tally
}

/// The result, and the processor time it took in milliseconds: the mean of enough rounds for a clock
/// that does not tick often.
fn mean<T>(mut work: impl FnMut() -> T) -> (T, f64) {
    let begin = processor_time();
    let mut result = work();
    let mut rounds = 1.0;
    while rounds < 3.0 || processor_time() - begin < 100.0 && rounds < 1000.0 {
        result = work();
        rounds += 1.0;
    }
    (result, (processor_time() - begin) / rounds)
}

/// Milliseconds of processor time this process has taken.
fn processor_time() -> f64 {
    let text = fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds: f64 = text
        .split(' ')
        .next()
        .and_then(|n| n.parse().ok())
        .unwrap_or(0.0);
    nanoseconds / 1e6
}
