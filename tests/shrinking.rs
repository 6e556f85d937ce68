//! Runs made plain still fail, and nothing in them can be done without by itself.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
mod support;

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::Signed;
use sabs::flow::{FlowProgram, FlowVariable, Terminator};
use sabs::interpret::{
    Answer, Environment, Limits, Outcome, Place, RandomEnvironment, Start, Step, run,
};
use sabs::logic::Value;
use sabs::pipeline::read;
use sabs::refine::{Script, follow, replay, simplest};
use sabs::verdict::CheckId;

/// Programs whose failures need calls, numbers that hang together, arrays, or answers in a loop.
const PROGRAMS: [&str; 6] = [
    "procedure P (X, Y : Integer; R : out Integer) is
begin
   R := 0;
   if X > 40 and then Y = X + 3 then
      R := X - 1_000_000;
      pragma Assert (R > 0);
   end if;
end P;
",
    "procedure P (X, Y : Integer; R : out Integer) is
begin
   R := X + Y;
   pragma Assert (R /= -7);
end P;
",
    "package body P is
   Count : Natural := 0;
   Open  : Boolean := False;
   procedure Begin_It is
   begin
      Open := True;
   end Begin_It;
   procedure Put (N : Natural) is
   begin
      if Open and then N < 10 then
         Count := Count + N;
      end if;
      pragma Assert (Count < 20);
   end Put;
   procedure Stop is
   begin
      Open := False;
   end Stop;
end P;
",
    "procedure P (N : Natural) is
   V : Integer := 0;
   S : Integer := 0;
begin
   for I in 1 .. 8 loop
      --% nondet V;
      if V > 3 and then V < 200 then
         S := S + V;
      end if;
   end loop;
   pragma Assert (S < 100 or N < 5);
end P;
",
    "package body P is
   type Table is array (1 .. 4) of Integer;
   procedure Sum (T : Table; R : out Integer) is
   begin
      R := 0;
      for I in T'Range loop
         if T (I) in 0 .. 1_000 then
            R := R + T (I);
         end if;
      end loop;
      pragma Assert (R < 1_500);
   end Sum;
end P;
",
    "procedure P (A : Boolean; X : Integer) is
begin
   pragma Assert (not A or X > -50 or X < -5_000);
end P;
",
];

/// Chance, with everything it answers written down.
struct Recorder {
    random: RandomEnvironment,
    given: Script,
}

impl Environment for Recorder {
    fn nondet(&mut self, variable: &FlowVariable) -> Option<Value> {
        let value = self.random.nondet(variable)?;
        self.given.push(Answer::Value(value.clone()));
        Some(value)
    }

    fn choice(&mut self, count: usize) -> Option<usize> {
        let way = self.random.choice(count)?;
        self.given.push(Answer::Choice(way));
        Some(way)
    }
}

fn failing(flow: &FlowProgram, seed: u64) -> Option<(CheckId, Script)> {
    let favourites = [-7, 0, 3, 50, 100, 1_000].map(BigInt::from);
    let mut recorder = Recorder {
        random: RandomEnvironment::new(seed).favouring(&Arc::from(favourites)),
        given: Vec::new(),
    };
    let limits = Limits { steps: 5_000 };
    match run(flow, Start::Main, &mut recorder, limits, &mut |_| {}) {
        Outcome::Failed { check, .. } => Some((check, recorder.given)),
        Outcome::Returned { .. }
        | Outcome::Assumption { .. }
        | Outcome::Unanswered { .. }
        | Outcome::OutOfSteps => None,
    }
}

/// Where in the script the client begins something new.
fn calls(flow: &FlowProgram, script: &[Answer]) -> Vec<usize> {
    let (mut asked, mut found) = (0, Vec::new());
    let mut note = |step: Step<'_>| {
        if step.point.place == Place::Terminator {
            let subprogram = step.point.subprogram_of(flow);
            match subprogram.block(step.point.block).terminator {
                Terminator::Choice { .. } if step.depth == 0 => {
                    found.push(asked);
                    asked += 1;
                }
                Terminator::Choice { .. } | Terminator::Nondet { .. } => asked += 1,
                Terminator::Goto(_)
                | Terminator::Branch { .. }
                | Terminator::Havoc { .. }
                | Terminator::Call { .. }
                | Terminator::Return => {}
            }
        }
    };
    follow(flow, script, &mut note).unwrap();
    found
}

/// Numbers nearer to zero: all of them if they are few.
fn nearer(number: &BigInt) -> Vec<BigInt> {
    let distance = number.abs();
    let all: Vec<BigInt> = if distance <= BigInt::from(60) {
        let distance = i32::try_from(&distance).unwrap();
        (0..distance).map(BigInt::from).collect()
    } else {
        vec![BigInt::from(0), &distance / 2, &distance - 1]
    };
    all.iter().flat_map(|one| [one.clone(), -one]).collect()
}

#[test]
fn plain_runs_fail_and_cannot_be_plainer() {
    let mut shrunk = 0;
    for program in PROGRAMS {
        let sources = front::Front::read(&[("p.adb", program)]).sources;
        let flow = read(&sources).unwrap().flow;
        let runs = (0..4_000).filter_map(|seed| failing(&flow, seed));
        for (check, script) in runs.take(12) {
            let plain = simplest(&flow, &script, check, &|| false);
            shrunk += 1;
            assert_eq!(replay(&flow, &plain), Some(check), "{program}{plain:?}");
            assert!(plain.len() <= script.len());
            assert_eq!(
                plain,
                simplest(&flow, &plain, check, &|| false),
                "{program}"
            );
            let starts = calls(&flow, &plain);
            for (number, from) in starts.iter().enumerate() {
                let to = starts.get(number + 1).copied().unwrap_or(plain.len());
                let mut other = plain.clone();
                other.drain(*from..to);
                assert_ne!(replay(&flow, &other), Some(check), "{program}{plain:?}");
            }
            for (at, answer) in plain.iter().enumerate() {
                let Answer::Value(Value::Int(number)) = answer else {
                    continue;
                };
                for nearer in nearer(number) {
                    let mut other = plain.clone();
                    other[at] = Answer::Value(Value::Int(nearer.clone()));
                    // A value that the type does not have is another one by the time it is given.
                    let lands = follow(&flow, &other, &mut |_| {});
                    assert!(
                        lands.is_none_or(|(found, _)| found != check)
                            || other_values(&flow, &other, at) != Some(nearer),
                        "{program}{plain:?}"
                    );
                }
            }
        }
    }
    assert!(shrunk >= 48, "{shrunk}");
}

/// The value that a run really takes at a place of its script.
fn other_values(flow: &FlowProgram, script: &[Answer], at: usize) -> Option<BigInt> {
    struct Reader<'a>(&'a [Answer], Vec<Value>);
    impl Environment for Reader<'_> {
        fn nondet(&mut self, variable: &FlowVariable) -> Option<Value> {
            let Some(Answer::Value(value)) = self.0.get(self.1.len()) else {
                return None;
            };
            let value = sabs::interpret::of_type(variable, value);
            self.1.push(value.clone());
            Some(value)
        }

        fn choice(&mut self, _: usize) -> Option<usize> {
            let Some(Answer::Choice(way)) = self.0.get(self.1.len()) else {
                return None;
            };
            self.1.push(Value::Bool(false));
            Some(*way)
        }
    }
    let mut reader = Reader(script, Vec::new());
    let limits = Limits { steps: 50_000 };
    let _ = run(flow, Start::Main, &mut reader, limits, &mut |_| {});
    match reader.1.get(at) {
        Some(Value::Int(number)) => Some(number.clone()),
        _ => None,
    }
}

/// The same failure, whichever run showed it first: what is told is the plainest.
#[test]
fn small_failures_have_one_plain_run() {
    let text = PROGRAMS[1];
    let sources = front::Front::read(&[("p.adb", text)]).sources;
    let flow = read(&sources).unwrap().flow;
    let check = CheckId(1);
    let value = |number: i64| Answer::Value(Value::Int(number.into()));
    for (x, y) in [
        (-10, 3),
        (1_000_000, -1_000_007),
        (0, -7),
        (-3, -4),
        (93, -100),
    ] {
        let script = vec![value(x), value(y)];
        if replay(&flow, &script) == Some(check) {
            assert_eq!(
                simplest(&flow, &script, check, &|| false),
                [value(0), value(-7)]
            );
        }
    }
    assert_eq!(replay(&flow, &[value(93), value(-100)]), Some(check));
}
