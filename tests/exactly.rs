//! `verify --exact`, and the exact reading where a way is too hard for the solver: no verdict is wrong,
//! and no refutation rests on what nobody knows.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
mod support;
#[path = "exactly/turns.rs"]
mod turns;
mod verdicts;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use sabs::abstraction::{Config, Wishes};
use sabs::end::End;
use sabs::pipeline::{Iteration, Options, Search, Unit, read, verify};
use sabs::predicate::Seed;
use sabs::refine::{Clients, replay, search};
use sabs::report::{Extent, Manner, Output, Report, to_json, to_text};
use sabs::smt::{
    Answer, Context, Deadline, Error, Literal, Oracle, SolverProcess, SolverSettings, StateAnswer,
    find_solver,
};
use sabs::source::Sources;
use sabs::verdict::{Reason, Verdict};

/// So long is spent on one example.
const SECONDS: u64 = 2;

fn process() -> Option<SolverProcess> {
    let solver = find_solver(Some(&support::solver("z3")?)).unwrap();
    Some(SolverProcess::with(solver, settings()))
}

fn settings() -> SolverSettings {
    SolverSettings {
        steps: 50_000,
        ..SolverSettings::default()
    }
}

fn exactly() -> Options {
    Options {
        refinements: 4,
        effort: 1,
        deadline: End::at(Instant::now().checked_add(Duration::from_secs(SECONDS))),
        search: Search::Exact,
        ..Options::default()
    }
}

fn unit(files: &[(&str, &str)]) -> (Unit, Sources) {
    let sources = front::Front::read(files).sources;
    (read(&sources).unwrap(), sources)
}

/// What is violated is violated by a run of the program as it was read.
fn runs_show_it(unit: &Unit, report: &Report) {
    for (check, script) in &report.runs {
        assert_eq!(replay(&unit.flow, script), Some(*check));
    }
}

/// All examples, every other one in its own test: on another processor.
fn examples(part: usize) {
    let Some(command) = support::solver("z3") else {
        return;
    };
    let solver = find_solver(Some(&command)).unwrap();
    let truth = verdicts::truth();
    let (mut decided, mut all) = (0, 0);
    let mut open = BTreeSet::new();
    for folder in ["proved", "violated", "unknown", "refined"] {
        let paths = front::files(&format!("spark-examples/{folder}"), "adb");
        for path in paths.into_iter().skip(part).step_by(2) {
            let sources = front::Front::read_file(&path).sources;
            let unit = read(&sources).unwrap();
            let options = exactly();
            let process = SolverProcess::with(solver.clone(), settings());
            let mut oracle = Deadline::new(process, options.deadline);
            let report = verdicts::report(&unit, &sources, options, &mut oracle);
            runs_show_it(&unit, &report);
            for (check, verdict) in &report.checks {
                let place = sources.locate(check.span);
                let place = format!("{folder}/{place}: {}", check.rule.name());
                let expected = truth[&place].as_str();
                all += 1;
                match verdict {
                    Verdict::Proved(_) => assert_ne!(expected, "fails", "{place} is proved"),
                    Verdict::Violated => assert_eq!(expected, "fails", "{place} is violated"),
                    Verdict::Unknown(_) => {
                        open.insert(place);
                        continue;
                    }
                }
                decided += 1;
            }
        }
    }
    assert!(decided * 2 >= all, "{decided} of {all}, not {open:#?}");
}

#[test]
fn no_verdict_on_an_example_is_wrong() {
    examples(0);
}

#[test]
fn no_verdict_on_another_example_is_wrong() {
    examples(1);
}

/// A solver that gives up where more than a few variables are spoken of at once: every step can be
/// abstracted, no way to a failure can be decided.
struct Shortsighted {
    process: SolverProcess,
    is_too_much: bool,
    refused: usize,
}

/// So many variables it can keep apart.
const FEW: usize = 6;

impl Oracle for Shortsighted {
    fn begin(&mut self, context: &Context) -> Result<(), Error> {
        let terms = context.facts.iter().chain(&context.atoms);
        let variables: BTreeSet<_> = terms.flat_map(sabs::logic::Term::variables).collect();
        self.is_too_much = variables.len() > FEW;
        self.process.begin(context)
    }

    fn ask(&mut self, assumptions: &[Literal]) -> Result<Answer, Error> {
        if self.is_too_much {
            self.refused += 1;
            return Ok(Answer::Unknown("too much".to_owned()));
        }
        self.process.ask(assumptions)
    }

    fn ask_state(&mut self, assumptions: &[Literal]) -> Result<StateAnswer, Error> {
        if self.is_too_much {
            return Ok(StateAnswer::Unknown("too much".to_owned()));
        }
        self.process.ask_state(assumptions)
    }

    fn renew(&mut self) -> Result<(), Error> {
        self.process.renew()
    }
}

/// Three numbers that no chance finds, each known by a predicate about it alone.
const HIDDEN: &str = "procedure Hidden (A, B, C : Natural) is
   Is_First, Is_Second, Is_Third : Boolean := False;
begin
   if A - 7 = 1_234_567 then
      Is_First := True;
   end if;
   if B - 7 = 2_345_678 then
      Is_Second := True;
   end if;
   if C - 7 = 3_456_789 then
      Is_Third := True;
   end if;
   pragma Assert (not (Is_First and Is_Second and Is_Third));
end Hidden;
";

#[test]
fn what_surely_fails_is_found_where_no_way_can_be_decided() {
    let Some(process) = process() else {
        return;
    };
    let (unit, sources) = unit(&[("hidden.adb", HIDDEN)]);
    assert!(
        search(&unit.flow, Clients::Usual, &mut |_| {}, &|| false).is_empty(),
        "chance finds it"
    );
    let mut oracle = Shortsighted {
        process,
        is_too_much: false,
        refused: 0,
    };
    let config = Config {
        seeds: BTreeSet::from([Seed::Guards, Seed::Checks]),
        ..Config::new(&unit.program, Wishes::default()).unwrap()
    };
    let nobody = &mut |_: &Iteration<'_>| {};
    let options = Options::default();
    let report = verify(
        &unit,
        &sources,
        &config,
        options,
        &mut oracle,
        &mut [],
        nobody,
    )
    .unwrap();
    assert!(oracle.refused > 0, "nothing was too much");
    runs_show_it(&unit, &report);
    let (check, verdict) = report.checks.last().unwrap();
    assert_eq!(*verdict, Verdict::Violated, "{check:?}");
}

/// A unit in which a check fails only if what nobody knows allows it.
fn is_not_violated(files: &[(&str, &str)]) {
    let Some(mut oracle) = process() else {
        return;
    };
    let (unit, sources) = unit(files);
    let report = verdicts::report(&unit, &sources, exactly(), &mut oracle);
    for (check, verdict) in &report.checks {
        assert_ne!(*verdict, Verdict::Violated, "{check:?}");
    }
    for found in &report.properties {
        let is_open = matches!(found.verdict, Verdict::Unknown(_));
        assert!(is_open, "{}: {:?}", found.text, found.verdict);
    }
}

#[test]
fn nothing_rests_on_an_undecided_assumption() {
    is_not_violated(&[(
        "assumed.adb",
        "procedure Assumed (X : Integer) with Pre => X in 0 .. 100 is
begin
   pragma Assume (X * X * X = 28);
   pragma Assert (X < 0);
end Assumed;
",
    )]);
}

#[test]
fn nothing_rests_on_what_is_forgotten() {
    is_not_violated(&[(
        "forgotten.adb",
        "procedure Forgotten is
   X : Integer := 0;
   --% ctl EF (X = 1);
   --% ctl AG (X /= 1);
begin
   --% havoc X;
   pragma Assert (X /= 1);
end Forgotten;
",
    )]);
}

#[test]
fn nothing_rests_on_an_absent_body() {
    is_not_violated(&[
        (
            "absent.ads",
            "package Absent is
   procedure Outside (X : out Integer) with Import, Global => null;
   procedure Call;
end Absent;
",
        ),
        (
            "absent.adb",
            "package body Absent is
   procedure Call is
      X : Integer := 0;
      --% ctl EF (X = 1);
      --% ctl AG (X /= 1);
   begin
      Outside (X);
      pragma Assert (X /= 1);
   end Call;
end Absent;
",
        ),
    ]);
}

#[test]
fn nothing_rests_on_a_gap() {
    is_not_violated(&[(
        "gap.adb",
        "procedure Gap is
   X : Integer := 0;
   F : Float := 0.5;
   --% ctl EF (X = 1);
   --% ctl AG (X /= 1);
begin
   F := F * 2.0;
   if F > 0.75 then
      X := 1;
   end if;
   pragma Assert (X /= 1);
end Gap;
",
    )]);
}

#[test]
fn nothing_rests_on_a_private_argument() {
    is_not_violated(&[
        (
            "hidden_type.ads",
            "package Hidden_Type is
   type Secret is private;
   procedure Use_It (S : Secret);
private
   type Secret is range 0 .. 5;
end Hidden_Type;
",
        ),
        (
            "hidden_type.adb",
            "package body Hidden_Type is
   procedure Use_It (S : Secret) is
      X : Integer := 0;
      --% ctl AG (X /= 1);
   begin
      if S = 3 then
         X := 1;
      end if;
      pragma Assert (X /= 1);
   end Use_It;
end Hidden_Type;
",
        ),
    ]);
}

/// Recursion: properties say so, checks are looked at by ways.
#[test]
fn recursion_is_told() {
    let Some(mut oracle) = process() else {
        return;
    };
    let (unit, sources) = unit(&[(
        "down.adb",
        "procedure Down (N : Natural) with Pre => N <= 5 is
   procedure Step (M : Natural) with Pre => M <= 5 is
      --% ctl AF (pc = Done);
   begin
      if M > 0 then
         Step (M - 1);
      end if;
      --% label Done;
   end Step;
begin
   Step (N);
   pragma Assert (N /= 4);
end Down;
",
    )]);
    let report = verdicts::report(&unit, &sources, exactly(), &mut oracle);
    let property = &report.properties[0];
    assert_eq!(property.verdict, Verdict::Unknown(Reason::Recursion));
    runs_show_it(&unit, &report);
    let last = report.checks.last().unwrap();
    assert_eq!(last.1, Verdict::Violated);
}

/// What is open is told with the way, the step and the predicate that is missing.
#[test]
fn an_unknown_check_comes_with_the_step_that_is_open() {
    let Some(mut oracle) = process() else {
        return;
    };
    let text = "procedure P (X : Integer) is
   Y : Integer := 0;
begin
   if X > 3 then
      Y := X * X * X - X;
   end if;
   pragma Assert (Y mod 3 = 0);
end P;
";
    let (unit, sources) = unit(&[("p.adb", text)]);
    let options = Options {
        refinements: 1,
        deadline: End::NEVER,
        ..exactly()
    };
    let report = verdicts::report(&unit, &sources, options, &mut oracle);
    let json: serde_json::Value = serde_json::from_str(&to_json(&report, &sources)).unwrap();
    let unknown = json["checks"].as_array().unwrap().iter();
    let mut unknown = unknown.filter(|check| check["verdict"] == "unknown");
    let check = unknown.find(|check| !check["open"].is_null()).unwrap();
    let open = &check["open"];
    assert!(open["what"].as_str().unwrap().starts_with("whether "));
    assert!(!open["way"].as_array().unwrap().is_empty());
    let manner = Manner {
        output: Output::Oneline,
        extent: Extent::All,
    };
    let text = to_text(&report, &sources, manner);
    assert!(text.contains("; open: p.adb:"), "{text}");
    assert!(text.contains("; way: by line"), "{text}");
}
