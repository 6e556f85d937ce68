//! What is found does not depend on how many solvers work at the same time, not even where questions
//! are given up for lack of steps.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use sabs::abstraction::{Config, Method, Settings};
use sabs::pipeline::{Unit, abstraction, read};
use sabs::smt::{Solver, SolverProcess, SolverSettings};
use sabs::source::{SourceFile, Sources};

/// Procedures whose questions take a solver very different numbers of steps.
fn unit(procedures: u32) -> Unit {
    let mut text = String::from("package body Q is\n");
    for number in 1..=procedures {
        writeln!(
            text,
            "   procedure P{number} (X, Y, Z : in out Integer) is
      --% predicate X mod {modulus} = 1, X > Y, X + 2 * Y < 3 * Z, Y mod 5 = Z mod 3;
   begin
      if X in 0 .. 100 and Y in 0 .. 100 then
         X := X + 3 * Y + {number};
         Y := X / 3 - Y;
      end if;
      Z := X mod 7 + {number};
      pragma Assert (X + Z /= {number} + Y);
   end P{number};",
            modulus = number + 2,
        )
        .unwrap();
    }
    text.push_str("end Q;\n");
    let mut sources = Sources::default();
    sources.add(SourceFile::new("q.adb", &text));
    read(&sources).unwrap()
}

/// What is found with so many workers and steps, and how many questions had no answer.
fn found(unit: &Unit, command: &str, steps: u32, workers: usize) -> (String, u64) {
    let settings = SolverSettings {
        steps,
        workers,
        ..SolverSettings::default()
    };
    let config = Config {
        settings: Settings {
            method: Method::Cartesian,
            ..Settings::default()
        },
        ..Config::default()
    };
    let mut solver = SolverProcess::with(Solver::named(command), settings);
    let found = abstraction(unit, &config, &mut solver).unwrap();
    let text = format!("{}\n{:?}", found.program, found.counts);
    (text, found.counts.unknown)
}

fn compare(command: &str, procedures: u32, limits: &[u32]) {
    let unit = unit(procedures);
    let mut unknown = BTreeSet::new();
    for &steps in limits {
        let (alone, given_up) = found(&unit, command, steps, 1);
        unknown.insert(given_up);
        let (several, _) = found(&unit, command, steps, 3);
        assert!(
            several == alone,
            "{command}, {steps} steps:\n{several}\nalone:\n{alone}"
        );
    }
    assert!(unknown.len() > 1, "the limits decide nothing: {unknown:?}");
}

#[test]
fn questions_at_the_limit_have_the_same_answers() {
    let Some(command) = support::solver("z3") else {
        return;
    };
    compare(&command, 5, &[300, 2_000, 20_000]);
}

/// cvc5 cannot forget: each job has a process of its own.
#[test]
fn a_solver_that_cannot_forget_is_started_again() {
    let Some(command) = support::solver("cvc5") else {
        return;
    };
    compare(&command, 4, &[10, 1_000]);
}
