//! What abstracting one block costs: questions to the solver, and time as ratios within one run.
//!
//! `cargo bench --bench abstraction` prints the tables of docs/performance.md as they stand there. The blocks are made
//! by a generator with a fixed seed: four assignments and n linear predicates over six integers.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on stops")]

mod blocks;

use std::time::{Duration, Instant};

use blocks::{block, rows};
use sabs::abstraction::{
    Abstraction, Config, CubeLimit, Engine, Method, Settings, abstract_program,
};
use sabs::flow::SubprogramId;
use sabs::logic::Term;
use sabs::pipeline;
use sabs::smt::{Context, Literal, Oracle, SolverProcess, SolverSettings, find_solver};
use sabs::source::{SourceFile, Sources};
use sabs::ssa::to_ssa;
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
        settings: cartesian(),
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

/// The head of a table in Markdown.
fn head(title: &str, columns: &[&str]) {
    println!("\n{title}\n");
    println!("| {} |", columns.join(" | "));
    println!("|{}", " --- |".repeat(columns.len()));
}

fn row(cells: &[String]) {
    println!("| {} |", cells.join(" | "));
}

fn units() {
    head(
        "Whole units from text to verdicts, Cartesian, one core, everything included:",
        &[
            "unit",
            "lines",
            "checks",
            "proved",
            "seconds",
            "ms per line",
        ],
    );
    let driver = [
        ("serial_driver.ads", include_str!("units/serial_driver.ads")),
        ("serial_driver.adb", include_str!("units/serial_driver.adb")),
    ];
    let print = |name: &str, files: &[(&str, &str)]| {
        let (lines, proved, checks, seconds) = verified(files, 1);
        let each = 1000.0 * seconds / f64::from(u32::try_from(lines).unwrap());
        row(&[
            name.to_owned(),
            lines.to_string(),
            checks.to_string(),
            proved.to_string(),
            format!("{seconds:.2}"),
            format!("{each:.2}"),
        ]);
    };
    print("serial_driver", &driver);
    for procedures in [4, 16, 64, 256, 435] {
        let text = family::procedures(procedures);
        print("scaled", &[("scaled.adb", &text)]);
    }
}

/// Many predicates over one variable, in one scope.
fn many_predicates() {
    head(
        "`X < 1`, `X < 2`, … in one scope, Cartesian:",
        &["predicates", "questions", "answered from models", "seconds"],
    );
    for count in [50, 100, 200] {
        let mut sources = Sources::default();
        sources.add(SourceFile::new(
            "thresholds.adb",
            &family::thresholds(count),
        ));
        let unit = pipeline::read(&sources).unwrap();
        let config = Config {
            settings: cartesian(),
            ..Config::default()
        };
        let mut solver = SolverProcess::new(&find_solver(None).unwrap().command);
        let start = Instant::now();
        let abstraction =
            abstract_program(&unit.flow, &unit.predicates, &config, &mut solver).unwrap();
        row(&[
            count.to_string(),
            abstraction.counts.asked.to_string(),
            abstraction.counts.from_models.to_string(),
            format!("{:.2}", start.elapsed().as_secs_f64()),
        ]);
    }
}

fn cartesian() -> Settings {
    Settings {
        method: Method::Cartesian,
        ..Settings::default()
    }
}

/// The same unit by one worker and by two, and what two can gain at all where this runs: two runs
/// one after the other against the same two at the same time.
fn workers() {
    let text = family::procedures(128);
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
    let lines = text.lines().count();
    head(
        &format!("Workers: a unit of {lines} lines, best of three rounds in turns:"),
        &[
            "`-j 1`, seconds",
            "`-j 2`, seconds",
            "times as fast",
            "two separate runs at once, times as fast as in turn",
        ],
    );
    row(&[
        format!("{one:.2}"),
        format!("{two:.2}"),
        format!("{:.2}", one / two),
        format!("{:.2}", 2.0 * one / both),
    ]);
}

/// What the block does, and its predicates before and after it, as a context.
fn step_context(count: usize, seed: u64) -> Context {
    let (flow, predicates) = block(count, seed);
    let ssa = to_ssa(&flow.subprograms[0].blocks[0]);
    let terms = || predicates.of_subprogram(SubprogramId(0)).map(|p| &p.term);
    let before = terms().map(|term| ssa.before(term));
    let after = terms().map(|term| ssa.after(term));
    Context {
        facts: ssa
            .equations()
            .map(|(target, value)| Term::equal(Term::variable(target), value.clone()))
            .collect(),
        atoms: before.chain(after).collect(),
    }
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

/// Questions of the Cartesian method.
fn questions() {
    head(
        "Cartesian, cubes of up to three literals, all 2n targets of one block, inconsistent cubes \
         included:",
        &["n", "questions", "answered from models"],
    );
    for count in [6, 8, 10, 12, 16, 20] {
        let (abstraction, _) = abstracted(count, 1, cartesian());
        let counts = abstraction.counts;
        row(&[
            count.to_string(),
            counts.asked.to_string(),
            counts.from_models.to_string(),
        ]);
    }
}

/// Both engines of the direct method, and the slow twin.
fn direct() {
    head(
        "Direct, both engines; rows are pairs of cubes before and after, the slow twin asks about all \
         4^n pairs (by the rate of 500 of them):",
        &[
            "n",
            "rows",
            "questions, `allsmt`",
            "questions, `table`",
            "seconds, `allsmt`",
            "time of `table` : `allsmt`",
            "time of twin : `allsmt`",
        ],
    );
    for count in 4..=12 {
        let direct = |engine| Settings {
            engine,
            max_cube: CubeLimit::AtMost(0),
            ..Settings::default()
        };
        let (all, all_time) = abstracted(count, 1, direct(Engine::AllSmt));
        let (table, table_time) = abstracted(count, 1, direct(Engine::Table));
        let seconds = all_time.as_secs_f64();
        row(&[
            count.to_string(),
            rows(&all).to_string(),
            all.counts.asked.to_string(),
            table.counts.asked.to_string(),
            format!("{seconds:.2}"),
            format!("{:.1}", table_time.as_secs_f64() / seconds),
            format!("{:.1}", twin(count) / seconds),
        ]);
    }
}

fn main() {
    let start = Instant::now();
    units();
    many_predicates();
    workers();
    questions();
    direct();
    println!("\nAll of it took {:.0} s.", start.elapsed().as_secs_f64());
}
