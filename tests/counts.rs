//! Speed that does not depend on the machine: how many questions an abstraction takes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "../benches/blocks/mod.rs"]
mod blocks;
mod support;

use blocks::{block, rows};
use sabs::abstraction::{
    Abstraction, Config, CubeLimit, Memory, Method, Settings, abstract_again, abstract_program,
};
use sabs::flow::SubprogramId;
use sabs::pipeline::read;
use sabs::predicate::{Predicate, PredicateSet};
use sabs::smt::SolverProcess;
use sabs::source::{SourceFile, Sources};
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

/// What is nearest is asked about first, and the rest follows: the questions about thresholds of one
/// variable grow as their number does, not as its square.
#[test]
fn many_predicates_of_one_variable_take_few_questions() {
    let Some(command) = solver("z3") else {
        return;
    };
    let asked = |count: usize| {
        let mut sources = Sources::default();
        let text = sabs::syntax::family::thresholds(count);
        sources.add(SourceFile::new("thresholds.adb", &text));
        let unit = read(&sources).unwrap();
        let config = Config {
            settings: Settings {
                method: Method::Cartesian,
                ..Settings::default()
            },
            ..Config::default()
        };
        let mut oracle = SolverProcess::new(&command);
        let found = abstract_program(&unit.flow, &unit.predicates, &config, &mut oracle).unwrap();
        found.counts.asked
    };
    let (few, many) = (asked(25), asked(100));
    assert!(many <= 2000, "{many} questions for 100 predicates");
    assert!(many <= 6 * few, "{many} questions after {few}");
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

const TWO_PROCEDURES: &str = "
package body Two is
   procedure First (X : in out Integer) is
      --% predicate X > 0, X < 10;
   begin
      if X > 0 and X < 10 then
         X := X + 1;
      end if;
      pragma Assert (X /= 0 or X < 5);
   end First;

   procedure Second (Y : in out Integer; Z : in out Integer) is
      --% predicate Y > 0, Z > 0;
   begin
      if Y > 0 then
         Y := Y - 1;
      end if;
      Z := 1;
      pragma Assert (Z > 0);
   end Second;
end Two;
";

/// Round after round with more predicates: nothing is asked twice, and the result is the same as
/// without what is known.
#[test]
fn what_no_new_predicate_touches_is_not_asked_again() {
    let Some(command) = solver("z3") else {
        return;
    };
    let mut sources = Sources::default();
    sources.add(SourceFile::new("two.adb", TWO_PROCEDURES));
    let unit = read(&sources).unwrap();
    for method in [Method::Direct, Method::Cartesian, Method::Adaptive] {
        let config = Config {
            settings: Settings {
                method,
                ..Settings::default()
            },
            ..Config::default()
        };
        let mut memory = Memory::default();
        let mut again = |predicates: &PredicateSet| {
            let mut oracle = SolverProcess::new(&command);
            abstract_again(&unit.flow, predicates, &config, &mut oracle, &mut memory).unwrap()
        };
        let of_both = (0..2).map(SubprogramId);
        let all: Vec<Predicate> = of_both
            .flat_map(|id| unit.predicates.of_subprogram(id))
            .cloned()
            .collect();
        let less = PredicateSet::new(all[..all.len() - 1].to_vec());
        let first = again(&less);
        let same = again(&less);
        assert!(first.counts.asked > 0);
        assert_eq!(same.counts.asked, 0, "{method:?}");
        assert_eq!(same.program, first.program);
        let more = again(&unit.predicates);
        let mut oracle = SolverProcess::new(&command);
        let fresh = abstract_program(&unit.flow, &unit.predicates, &config, &mut oracle).unwrap();
        assert_eq!(more.program, fresh.program, "{method:?}");
        assert!(
            3 * more.counts.asked < fresh.counts.asked,
            "{method:?}: {} questions of {}",
            more.counts.asked,
            fresh.counts.asked
        );
        assert!(memory.reuse().reused > memory.reuse().computed);
    }
}
