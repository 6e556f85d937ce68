//! What abstracting one block costs: questions to the solver, and time as ratios within one run.
//!
//! `cargo bench --bench abstraction` prints the tables of docs/performance.md. The blocks are made
//! by a generator with a fixed seed: four assignments and n linear predicates over six integers.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on stops")]

mod blocks;

use std::time::{Duration, Instant};

use blocks::{block, rows};
use sabs::abstraction::{
    Abstraction, Config, CubeLimit, Engine, Method, Settings, abstract_program,
};
use sabs::smt::{SolverProcess, find_solver};

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

fn main() {
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
    println!("Direct: questions and time of both engines");
    println!("  n   rows  allsmt  table  time table/allsmt");
    for count in [4, 5, 6, 7, 8] {
        let direct = |engine| Settings {
            engine,
            max_cube: CubeLimit::AtMost(0),
            ..Settings::default()
        };
        let (all, all_time) = abstracted(count, 1, direct(Engine::AllSmt));
        let (table, table_time) = abstracted(count, 1, direct(Engine::Table));
        println!(
            "{count:>3}  {:>5}  {:>6}  {:>5}  {:>6.1}",
            rows(&all),
            all.counts.asked,
            table.counts.asked,
            table_time.as_secs_f64() / all_time.as_secs_f64()
        );
    }
}
