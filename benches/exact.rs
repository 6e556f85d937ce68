//! The exact reading: `cargo bench --bench exact` prints two tables in Markdown, for
//! docs/performance.md, in less than five minutes; `cargo bench --bench exact -- ring` only of examples
//! whose names contain `ring`.
//!
//! The first says what the exact reading costs beside the over-approximation, on the Boolean program of
//! every example, in processor time. Over-approximation explores, says of every check whether it may
//! fail, and finds a trace of each that may. The exact reading does the same without traces; of each
//! check that may fail it says whether it surely does, with a way there, and otherwise what is missing.
//!
//! The second is Table 1 of the YASM paper over the larger examples: refinement from what the exact
//! reading leaves open, by each preference.

#![allow(clippy::print_stdout)] // the figures are what this is for
#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on fails")]

#[path = "../tests/front/mod.rs"]
mod front;
#[path = "../tests/support/mod.rs"]
mod support;
#[path = "../tests/verdicts/mod.rs"]
mod verdicts;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sabs::abstraction::{Config as Abstracting, abstract_program};
use sabs::bp::BoolProgram;
use sabs::end::End;
use sabs::exact::{Checker, Config, Reading};
use sabs::pipeline::{Options, Preference, Search, read};
use sabs::predicate::{Grain, Seed, seeded};
use sabs::reach::{self, reach};
use sabs::smt::{Deadline, SolverProcess, SolverSettings, find_solver};
use sabs::verdict::Verdict;

/// How many checks never fail, surely fail, and are open.
type Tally = [usize; 3];

/// The exact reading may cost so many times what over-approximation does.
const MOST: f64 = 3.0;
/// Examples with fewer lines are not in the second table.
const LEAST_LINES: usize = 24;
/// Refinement is given up after so many seconds.
const SECONDS: u64 = 4;

fn main() {
    let Some(solver) = support::solver("z3") else {
        return;
    };
    compare(&solver);
    println!();
    refine(&solver);
}

/// The examples of these folders, each with its name; only those that contain one of the words on
/// the command line, if there are any.
fn examples(folders: &[&str]) -> Vec<(PathBuf, String)> {
    let words = std::env::args().skip(1);
    let words: Vec<String> = words.filter(|word| !word.starts_with('-')).collect();
    let named = |folder: &&str| {
        let folder = (*folder).to_owned();
        let paths = front::files(&format!("spark-examples/{folder}"), "adb").into_iter();
        paths.map(move |path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (path, format!("{folder}/{name}"))
        })
    };
    let is_wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word));
    let all = folders.iter().flat_map(named);
    all.filter(|(_, name)| is_wanted(name)).collect()
}

/// What the two readings cost.
fn compare(solver: &str) {
    println!("| example | bits | never | surely | open | over, ms | exact, ms | ratio |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let (mut over, mut exact) = (0.0, 0.0);
    let (mut worst, mut above) = (0.0_f64, Vec::new());
    for (path, name) in examples(&["proved", "violated", "unknown", "refined"]) {
        let Some(program) = abstracted(&path, solver) else {
            println!("| {name} | - | | | | | | |");
            continue;
        };
        let (_, first) = mean(|| over_approximated(&program));
        let (tally, second) = mean(|| read_exactly(&program));
        let bits = program.procedures.iter();
        let bits: usize = bits
            .map(|one| one.parameters.len() + one.locals.len())
            .sum();
        let [never, surely, open] = tally;
        let ratio = second / first;
        println!(
            "| {name} | {} | {never} | {surely} | {open} | {first:.2} | {second:.2} | {ratio:.2} |",
            program.globals.len() + bits,
        );
        over += first;
        exact += second;
        worst = worst.max(ratio);
        if ratio > MOST {
            above.push(name);
        }
    }
    println!(
        "\nIn all: over {over:.0} ms, exact {exact:.0} ms, {:.2} times as much; at worst {worst:.2} times.",
        exact / over
    );
    if !above.is_empty() {
        println!("More than {MOST} times as much: {}.", above.join(", "));
    }
}

/// The larger examples by refinement.
fn refine(solver: &str) {
    println!(
        "| example | lines | prefer | iterations | predicates | known before | seconds | result |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (path, name) in examples(&["proved", "violated", "unknown", "refined", "temporal"]) {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        if lines < LEAST_LINES {
            continue;
        }
        let sources = front::Front::read_file(&path).sources;
        let unit = read(&sources).unwrap();
        for (preferred, preference) in [
            ("predicates", Preference::Predicates),
            ("precision", Preference::Precision),
        ] {
            let found = find_solver(Some(solver)).unwrap();
            let process = SolverProcess::with(found, SolverSettings::default());
            let begin = Instant::now();
            let end = begin.checked_add(Duration::from_secs(SECONDS)).unwrap();
            let mut oracle = Deadline::new(process, End::at(Some(end)));
            let options = Options {
                search: Search::Exact,
                preference,
                deadline: End::at(Some(end)),
                ..Options::default()
            };
            let report = verdicts::report(&unit, &sources, options, &mut oracle);
            let seconds = begin.elapsed().as_secs_f64();
            let properties = report.properties.iter().map(|found| found.verdict);
            let all = report.checks.iter().map(|(_, verdict)| *verdict);
            let all: Vec<Verdict> = all.chain(properties).collect();
            let count = |is_it: fn(&Verdict) -> bool| all.iter().filter(|v| is_it(v)).count();
            println!(
                "| {name} | {lines} | {preferred} | {} | {} | {} | {seconds:.2} | {} true, {} false, {} open |",
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

/// The Boolean program of an example under the predicates of its own conditions.
fn abstracted(path: &Path, solver: &str) -> Option<BoolProgram> {
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
    let mut explored = reach(program, &reach::Config::default()).unwrap();
    let all = explored.assertions();
    let mut tally = [0; 3];
    let mut may_fail = all.clone();
    may_fail.retain(|target| explored.is_reachable(&[*target]).unwrap());
    tally[0] = all.len() - may_fail.len();
    if may_fail.is_empty() {
        return tally;
    }
    let config = Config {
        reading: Reading::Abstraction,
        ..Config::default()
    };
    // With recursion there is nothing more to be known.
    let Ok(mut checker) = Checker::new(explored.control(), &config) else {
        tally[2] = may_fail.len();
        return tally;
    };
    for target in may_fail {
        let targets = [target];
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
/// that does not tick often, of one where that takes long enough.
fn mean<T>(mut work: impl FnMut() -> T) -> (T, f64) {
    let begin = processor_time();
    let mut result = work();
    let mut rounds = 1.0;
    while processor_time() - begin < 200.0 && rounds < 5000.0 {
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
