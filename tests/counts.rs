//! Speed that does not depend on the machine: how many questions an abstraction takes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "../benches/blocks/mod.rs"]
mod blocks;
mod support;

use blocks::{block, rows};
use sabs::abstraction::{Abstraction, Config, CubeLimit, Method, Settings, abstract_program};
use sabs::smt::SolverProcess;
use support::solver;

fn abstracted(count: usize, command: &str, settings: Settings) -> Abstraction {
    let (flow, predicates) = block(count, 1);
    let config = Config {
        settings,
        ..Config::default()
    };
    let mut oracle = SolverProcess::new(command);
    abstract_program(&flow, &predicates, &config, &mut oracle).unwrap()
}

#[test]
fn cartesian_abstraction_of_a_block_takes_few_questions() {
    let Some(command) = solver("z3") else {
        return;
    };
    for (count, most) in [(12, 500), (16, 800), (20, 1300)] {
        let settings = Settings {
            method: Method::Cartesian,
            ..Settings::default()
        };
        let asked = abstracted(count, &command, settings).counts.asked;
        assert!(asked <= most, "{asked} questions for {count} predicates");
    }
}

#[test]
fn a_table_takes_hardly_more_questions_than_it_has_rows() {
    let Some(command) = solver("z3") else {
        return;
    };
    for count in [4, 5, 6, 7, 8] {
        // Without cubes there is nothing but the table to ask for.
        let settings = Settings {
            max_cube: CubeLimit::AtMost(0),
            ..Settings::default()
        };
        let abstraction = abstracted(count, &command, settings);
        let asked = usize::try_from(abstraction.counts.asked).unwrap();
        let rows = rows(&abstraction);
        assert!(
            100 * asked <= 115 * rows + 2000,
            "{asked} questions for {rows} rows"
        );
    }
}
