//! Each way to find predicates by itself: what it proves alone, and what it cannot.
//!
//! The loop of `verify` asks one after the other, so that a failure of one is hidden by the next.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
mod support;

use sabs::abstraction::{Config, Points, abstract_program};
use sabs::bp::Identifier;
use sabs::flow::with_large_blocks;
use sabs::pipeline::read;
use sabs::predicate::{PredicateSet, add};
use sabs::reach::{self, Question, reach};
use sabs::refine::{Feasibility, Path, Strategy, Suggester, feasibility, formula, halves};
use sabs::smt::{Oracle, SolverProcess, SolverSettings, find_solver};
use sabs::verdict::{CheckId, Rule};

/// How long invariants are looked for, in questions.
const EFFORT: u32 = 20;
/// Longer than any of these programs needs.
const TURNS: usize = 12;

/// No loop: the conditions on the way are carried back.
const STRAIGHT: &str = "procedure P (X, Y : Integer; R : out Integer) is
begin
   R := 0;
   if X > Y then
      R := 1;
   end if;
   if R = 1 then
      pragma Assert (X > Y);
   end if;
end P;
";

/// Y is twice X, however often the loop goes round: no unrolling tells.
const TWICE: &str = "procedure P (N : Natural) is
   X, Y : Natural := 0;
begin
   while X < N and then X < 1_000_000 loop
      X := X + 1;
      Y := Y + 2;
   end loop;
   pragma Assert (Y = 2 * X);
end P;
";

/// Up and down again: X and Y are the same, which nothing in the program says.
const UP_AND_DOWN: &str = "procedure P (N : Natural) is
   X, Y : Natural := 0;
begin
   while X < N loop
      X := X + 1;
      Y := Y + 1;
   end loop;
   while X > 0 loop
      X := X - 1;
      Y := Y - 1;
   end loop;
   pragma Assert (Y = 0);
end P;
";

/// Two rounds are all: each visit of the loop has a condition of its own.
const FEW_ROUNDS: &str = "procedure P (R : out Natural) is
   X : Natural := 0;
begin
   R := 0;
   while X < 2 loop
      X := X + 1;
      R := R + 3;
   end loop;
   pragma Assert (R <= 6);
end P;
";

/// What came of one strategy, asked alone.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    /// The predicates it gave exclude every failure: they are these.
    Proved(Vec<String>),
    /// It had nothing new to say, or never came to an end.
    Stuck,
}

/// What becomes of equalities that a strategy gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Equalities {
    Whole,
    /// Their halves are predicates as well.
    Split,
}

/// The loop with one strategy, for the assertion of a program, without runs that help.
fn alone(program: &str, strategy: Strategy, oracle: &mut dyn Oracle) -> Outcome {
    alone_with(program, strategy, Equalities::Whole, oracle)
}

fn alone_with(
    program: &str,
    strategy: Strategy,
    equalities: Equalities,
    oracle: &mut dyn Oracle,
) -> Outcome {
    // What has no loop would be one large block, which needs no predicate.
    let is_large = program.contains(" loop\n");
    let sources = front::Front::read(&[("p.adb", program)]).sources;
    let unit = read(&sources).unwrap();
    let checks = (0..).map(CheckId).zip(&unit.flow.checks);
    let mut assertions = checks.filter(|(_, check)| check.rule == Rule::Assert);
    let (check, _) = assertions.next().unwrap();
    let flow = with_large_blocks(&unit.flow, &|_| is_large);
    let config = Config {
        points: Points::Labelled,
        ..Config::default()
    };
    let question = Question::Fails {
        procedure: None,
        label: Identifier::new(&check.to_string()),
    };
    let mut predicates = PredicateSet::default();
    let mut suggester = Suggester::new(EFFORT);
    for _ in 0..TURNS {
        let abstraction = abstract_program(&flow, &predicates, &config, oracle).unwrap();
        let mut found = reach(&abstraction.program, &reach::Config::default()).unwrap();
        let targets = found.resolve(&question).unwrap();
        let Some(mut trace) = found.trace(&targets).unwrap() else {
            let said = predicates.iter().map(|known| known.term.to_string());
            return Outcome::Proved(said.collect());
        };
        found.expand(&mut trace).unwrap();
        let path = Path::of_trace(&flow, &found, &trace, check).unwrap();
        let formula = formula(&flow, &path);
        let Feasibility::Impossible(core) = feasibility(&flow, &path, &formula, oracle).unwrap()
        else {
            panic!("the assertion holds: {program}");
        };
        let way = (&path, &formula, &core);
        let found_now = suggester.suggestions(&flow, way, strategy, oracle).unwrap();
        let mut is_new = false;
        for suggestion in found_now {
            let span = flow.main.span;
            let (scope, term) = (suggestion.scope, suggestion.term);
            let both = halves(&term).filter(|_| equalities == Equalities::Split);
            for term in [term].into_iter().chain(both.into_iter().flatten()) {
                is_new |= add(&mut predicates, &flow, scope, span, term, oracle).unwrap();
            }
        }
        if !is_new {
            return Outcome::Stuck;
        }
    }
    Outcome::Stuck
}

fn solver(name: &str) -> Option<SolverProcess> {
    let solver = find_solver(Some(&support::solver(name)?)).unwrap();
    Some(SolverProcess::with(solver, SolverSettings::default()))
}

fn proved(outcome: Outcome) -> Vec<String> {
    match outcome {
        Outcome::Proved(predicates) => predicates,
        Outcome::Stuck => panic!("nothing was proved"),
    }
}

/// Weakest preconditions along the contradiction need no Spacer: any solver will do.
#[test]
fn weakest_preconditions_prove_what_has_no_loop() {
    for name in ["z3", "cvc5"] {
        let Some(mut oracle) = solver(name) else {
            continue;
        };
        let found = alone(STRAIGHT, Strategy::WeakestPreconditions, &mut oracle);
        let found = proved(found);
        assert!(found.iter().any(|one| one.contains('Y')), "{found:?}");
    }
}

/// What they carry back is a linear relation, with its constants left out: one is enough.
#[test]
fn weakest_preconditions_are_linear_relations() {
    let Some(mut oracle) = solver("z3") else {
        return;
    };
    let found = alone(TWICE, Strategy::WeakestPreconditions, &mut oracle);
    assert_eq!(proved(found), ["2 * X = Y"]);
}

/// An equality that never holds is not kept as such: X stays below Y, which only its halves say.
#[test]
fn halves_of_equalities_prove_what_equalities_unroll() {
    const AHEAD: &str = "procedure P (N : Natural) is
   X : Natural := 0;
   Y : Natural := 1;
begin
   while X < N and then Y < 1_000_000 loop
      X := X + 1;
      Y := Y + 2;
   end loop;
   pragma Assert (X /= Y);
end P;
";
    let Some(mut oracle) = solver("z3") else {
        return;
    };
    let strategy = Strategy::WeakestPreconditions;
    assert_eq!(alone(AHEAD, strategy, &mut oracle), Outcome::Stuck);
    let found = alone_with(AHEAD, strategy, Equalities::Split, &mut oracle);
    assert!(proved(found).iter().any(|one| one == "X >= Y"));
}

/// Carried back through two loops they only unroll them; invariants come to an end.
#[test]
fn what_unrolls_for_ever_is_left_to_the_next() {
    let Some(mut oracle) = solver("z3") else {
        return;
    };
    let found = alone(UP_AND_DOWN, Strategy::WeakestPreconditions, &mut oracle);
    assert_eq!(found, Outcome::Stuck);
    let found = alone(UP_AND_DOWN, Strategy::SubprogramInvariants, &mut oracle);
    assert!(!proved(found).is_empty());
}

/// Invariants of the path's program, and of the subprogram, are linear relations.
#[test]
fn invariants_are_linear_relations() {
    let Some(mut oracle) = solver("z3") else {
        return;
    };
    for strategy in [Strategy::PathInvariants, Strategy::SubprogramInvariants] {
        let found = proved(alone(TWICE, strategy, &mut oracle));
        let is_relation = |one: &String| one.contains('X') && one.contains('Y');
        assert!(found.iter().any(is_relation), "{strategy:?}: {found:?}");
    }
}

/// Interpolants, one for each visit, prove what a few rounds are all of.
#[test]
fn interpolants_prove_a_few_rounds() {
    let Some(mut oracle) = solver("z3") else {
        return;
    };
    let found = proved(alone(FEW_ROUNDS, Strategy::Interpolants, &mut oracle));
    assert!(!found.is_empty());
}

/// Without Spacer there are no invariants to be had, and no mistake: the next way is asked.
#[test]
fn without_spacer_there_are_no_invariants() {
    let Some(mut oracle) = solver("cvc5") else {
        return;
    };
    for strategy in [Strategy::PathInvariants, Strategy::Interpolants] {
        assert_eq!(alone(TWICE, strategy, &mut oracle), Outcome::Stuck);
    }
    let found = alone(FEW_ROUNDS, Strategy::WeakestPreconditions, &mut oracle);
    assert!(matches!(found, Outcome::Proved(_)));
}
