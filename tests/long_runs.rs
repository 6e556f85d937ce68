//! Failures behind many calls: they are found where other calls would undo them, and told without
//! what leads nowhere.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
mod support;
mod verdicts;

use sabs::flow::FlowProgram;
use sabs::interpret::Answer;
use sabs::logic::Value;
use sabs::pipeline::{Options, read};
use sabs::refine::{Script, replay};
use sabs::smt::SolverProcess;
use sabs::verdict::{CheckId, Verdict};

/// What is violated, and the run that shows it; `None` where there is no solver.
fn violated(text: &str) -> Option<(FlowProgram, Vec<(CheckId, Script)>)> {
    let sources = front::Front::read(&[("p.adb", text)]).sources;
    let unit = read(&sources).unwrap();
    let mut oracle = SolverProcess::new(&support::solver("z3")?);
    let report = verdicts::report(&unit, &sources, Options::default(), &mut oracle);
    let of = |check: CheckId| report.checks[check.0 as usize].1;
    for (check, script) in &report.runs {
        assert_eq!(of(*check), Verdict::Violated);
        assert_eq!(replay(&unit.flow, script), Some(*check));
    }
    Some((unit.flow, report.runs.into_iter().collect()))
}

/// Seventeen bytes after a length of seventeen, and nothing in between may begin anew.
const RECEIVER: &str = "package body P is
   type Phase is (Idle, Length, Data);
   State : Phase := Idle;
   Store : array (1 .. 16) of Natural := (others => 0);
   Most, Last : Natural := 0;
   procedure Begin_Anew is
   begin
      State := Idle;
      Most := 0;
      Last := 0;
   end Begin_Anew;
   procedure Feed (B : Natural) is
   begin
      case State is
         when Idle =>
            Last := 0;
            State := (if B = 126 then Length else Idle);
         when Length =>
            Most := B;
            State := (if B in 1 .. 17 then Data else Idle);
         when Data =>
            Last := Last + 1;
            Store (Last) := B;
            State := (if Last = Most then Idle else Data);
      end case;
   end Feed;
end P;
";

#[test]
fn what_other_calls_undo_is_found() {
    let Some((flow, runs)) = violated(RECEIVER) else {
        return;
    };
    let [(check, script)] = &runs[..] else {
        panic!("{runs:?}");
    };
    assert_eq!(flow.check(*check).condition, "Last in 1 .. 16");
    // Nineteen calls with a byte each.
    assert_eq!(script.len(), 38, "{script:?}");
}

/// Most calls change nothing, some begin anew, and the arguments leave a trace.
const NOISY: &str = "package body P is
   Count : Natural := 0;
   Trace : Natural := 0;
   procedure Tick (X : Natural) is
   begin
      if X mod 4 = 1 then
         Count := Count + 1;
         Trace := (if Trace < 1_000_000 then Trace + X mod 1000 else Trace);
      elsif X = 77 then
         Count := 0;
      end if;
      pragma Assert (Count < 60);
   end Tick;
end P;
";

#[test]
fn long_runs_are_told_without_detours() {
    let Some((_, runs)) = violated(NOISY) else {
        return;
    };
    let [(_, script)] = &runs[..] else {
        panic!("{runs:?}");
    };
    let arguments: Vec<&Answer> = script.iter().skip(1).step_by(2).collect();
    let one = Answer::Value(Value::Int(1.into()));
    assert_eq!(arguments, [&one; 60], "{script:?}");
}
