//! What abstracting one block costs: questions to the solver, and time as ratios within one run.
//!
//! `cargo bench --bench abstraction` prints the tables of docs/performance.md. The blocks are made
//! by a generator with a fixed seed: four assignments and n linear predicates over six integers.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on stops")]

mod blocks;

use std::time::{Duration, Instant};

use blocks::{block, rows, step_context};
use sabs::abstraction::{
    Abstraction, Config, CubeLimit, Engine, Method, Settings, abstract_program,
};
use sabs::pipeline;
use sabs::smt::{Literal, Oracle, SolverProcess, SolverSettings, find_solver};
use sabs::source::{SourceFile, Sources};
use sabs::syntax::family;
use sabs::verdict::Verdict;

fn abstracted(count: usize, seed: u64, settings: Settings) -> (Abstraction, Duration) {
    let (flow, predicates) = block(count, seed);
    let config = Config {
        settings,
        ..Config::default()
    };
    let mut solver = SolverProcess::new(&find_solver(None).unwrap().command);
    let start = Instant::now();
    let abstraction = abstract_program(&flow, &predicates, &config, &mut solver).unwrap();
    (abstraction, start.elapsed())
}

/// Abstraction, exploration and verdicts by so many workers; lines, checks proved, all checks,
/// seconds.
fn verified(files: &[(&str, &str)], workers: usize) -> (usize, usize, usize, f64) {
    let mut sources = Sources::default();
    for (name, text) in files {
        sources.add(SourceFile::new(name, text));
    }
    let lines = files.iter().map(|(_, text)| text.lines().count()).sum();
    let config = Config {
        settings: Settings {
            method: Method::Cartesian,
            ..Settings::default()
        },
        ..Config::default()
    };
    let settings = SolverSettings {
        workers,
        ..SolverSettings::default()
    };
    let mut solver = SolverProcess::with(find_solver(None).unwrap(), settings);
    let start = Instant::now();
    let unit = pipeline::read(&sources).unwrap();
    let given = pipeline::Options {
        refinements: 0,
        ..pipeline::Options::default()
    };
    let report = pipeline::verify(
        &unit,
        &sources,
        &config,
        given,
        &mut solver,
        &mut [],
        &mut |_: &pipeline::Iteration<'_>| {},
    )
    .unwrap();
    let seconds = start.elapsed().as_secs_f64();
    let proved = report.checks.iter();
    let proved = proved
        .filter(|(_, v)| matches!(v, Verdict::Proved(_)))
        .count();
    (lines, proved, report.checks.len(), seconds)
}

fn units() {
    println!();
    println!("Whole units, Cartesian: text to verdicts, on one core");
    println!("unit             lines  proved  checks  seconds  ms per line");
    let driver = [
        ("serial_driver.ads", include_str!("units/serial_driver.ads")),
        ("serial_driver.adb", include_str!("units/serial_driver.adb")),
    ];
    let scaled: Vec<String> = [4, 16, 64, 256, 435].map(family::procedures).to_vec();
    let mut rows = vec![("serial_driver", verified(&driver, 1))];
    for text in &scaled {
        rows.push(("scaled", verified(&[("scaled.adb", text)], 1)));
    }
    for (name, (lines, proved, checks, seconds)) in rows {
        let each = 1000.0 * seconds / f64::from(u32::try_from(lines).unwrap());
        println!("{name:<15}  {lines:>5}  {proved:>6}  {checks:>6}  {seconds:>7.2}  {each:>11.2}");
    }
}

/// The same unit by one worker and by two, and what two can gain at all where this runs: two runs
/// one after the other against the same two at the same time.
fn workers() {
    println!();
    println!("Workers: a unit of 5,892 lines, best of three rounds in turns");
    let text = family::procedures(256);
    let run = |workers: usize| verified(&[("scaled.adb", &text)], workers).3;
    let mut best = [f64::INFINITY; 3];
    for _ in 0..3 {
        let both = || {
            let start = Instant::now();
            std::thread::scope(|scope| {
                let other = scope.spawn(|| run(1));
                run(1);
                other.join().unwrap();
            });
            start.elapsed().as_secs_f64()
        };
        for (best, seconds) in best.iter_mut().zip([run(1), run(2), both()]) {
            *best = best.min(seconds);
        }
    }
    let [one, two, both] = best;
    println!(
        "-j 1 {one:.2} s, -j 2 {two:.2} s: {:.2} times as fast",
        one / two
    );
    println!(
        "two separate runs at once: {:.2} times as fast as in turn",
        2.0 * one / both
    );
}

/// What the slow twin would take, which asks about every pair of cubes before and after: seconds
/// by the rate of some of its questions.
fn twin(count: usize) -> f64 {
    const SAMPLE: u32 = 500;
    let context = step_context(count, 1);
    let mut solver = SolverProcess::new(&find_solver(None).unwrap().command);
    solver.begin(&context).unwrap();
    let start = Instant::now();
    let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..SAMPLE {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let literal = |atom: usize| Literal {
            atom,
            positive: bits >> (atom + 8) & 1 == 1,
        };
        let pair: Vec<Literal> = (0..context.atoms.len()).map(literal).collect();
        solver.possibility(&pair).unwrap();
    }
    let each = start.elapsed().as_secs_f64() / f64::from(SAMPLE);
    each * 4f64.powi(i32::try_from(count).unwrap())
}

fn main() {
    units();
    workers();
    println!();
    println!("Cartesian, cubes up to 3, all targets of one block (inconsistent cubes included)");
    println!("  n  questions  from models");
    for count in [6, 8, 10, 12, 16, 20] {
        let settings = Settings {
            method: Method::Cartesian,
            ..Settings::default()
        };
        let (abstraction, _) = abstracted(count, 1, settings);
        let counts = abstraction.counts;
        println!(
            "{count:>3}  {:>9}  {:>11}",
            counts.asked, counts.from_models
        );
    }
    println!();
    println!("Direct: questions of both engines, seconds, and time against `allsmt`");
    println!("  n    rows  allsmt   table  seconds  table : allsmt  twin : allsmt");
    for count in 4..=12 {
        let direct = |engine| Settings {
            engine,
            max_cube: CubeLimit::AtMost(0),
            ..Settings::default()
        };
        let (all, all_time) = abstracted(count, 1, direct(Engine::AllSmt));
        let (table, table_time) = abstracted(count, 1, direct(Engine::Table));
        let seconds = all_time.as_secs_f64();
        println!(
            "{count:>3}  {:>6}  {:>6}  {:>6}  {seconds:>7.2}  {:>14.1}  {:>13.1}",
            rows(&all),
            all.counts.asked,
            table.counts.asked,
            table_time.as_secs_f64() / seconds,
            twin(count) / seconds
        );
    }
}
