//! `verify` on whole programs: what it says is true of runs.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
mod support;
mod verdicts;

use std::collections::BTreeSet;
use std::path::Path;

use sabs::flow::FlowProgram;
use sabs::interpret::{Limits, Outcome, RandomEnvironment, Start, run};
use sabs::pipeline::{Options, Unit, read};
use sabs::report::Report;
use sabs::smt::{
    Answer, Context, Error, Literal, Oracle, Possibility, Solver, SolverProcess, SolverSettings,
    StateAnswer, find_solver,
};
use sabs::source::Sources;
use sabs::verdict::{Arrival, CheckId, Rule, Verdict};

/// The checks that fail in some of many runs.
fn failing(flow: &FlowProgram, runs: u64) -> BTreeSet<CheckId> {
    let mut found = BTreeSet::new();
    for seed in 0..runs {
        let mut environment = RandomEnvironment::new(10_000 + seed);
        let limits = Limits { steps: 4_000 };
        let outcome = run(flow, Start::Main, &mut environment, limits, &mut |_| {});
        if let Outcome::Failed { check, .. } = outcome {
            found.insert(check);
        }
    }
    found
}

fn solver() -> Option<Solver> {
    let command = support::solver("z3")?;
    Some(find_solver(Some(&command)).unwrap())
}

/// A solver that has no answer about Horn clauses.
struct WithoutSpacer(SolverProcess);

impl Oracle for WithoutSpacer {
    fn begin(&mut self, context: &Context) -> Result<(), Error> {
        self.0.begin(context)
    }

    fn ask(&mut self, assumptions: &[Literal]) -> Result<Answer, Error> {
        self.0.ask(assumptions)
    }

    fn possibility(&mut self, assumptions: &[Literal]) -> Result<Possibility, Error> {
        self.0.possibility(assumptions)
    }

    fn ask_state(&mut self, assumptions: &[Literal]) -> Result<StateAnswer, Error> {
        self.0.ask_state(assumptions)
    }

    fn renew(&mut self) -> Result<(), Error> {
        self.0.renew()
    }
}

/// Whether Spacer may be asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spacer {
    Present,
    Absent,
}

fn verified(unit: &Unit, sources: &Sources, solver: &Solver, spacer: Spacer) -> Report {
    let settings = SolverSettings {
        steps: 200_000,
        ..SolverSettings::default()
    };
    let process = SolverProcess::with(solver.clone(), settings);
    let mut oracle: Box<dyn Oracle> = match spacer {
        Spacer::Present => Box::new(process),
        Spacer::Absent => Box::new(WithoutSpacer(process)),
    };
    verdicts::report(unit, sources, Options::default(), &mut oracle)
}

/// Nothing that is said to be proved fails in a run; returns how many checks were proved, violated
/// and neither.
fn no_run_contradicts(name: &str, unit: &Unit, report: &Report) -> (usize, usize, usize) {
    let failing = failing(&unit.flow, 300);
    let mut counts = (0, 0, 0);
    for (id, (check, verdict)) in (0..).map(CheckId).zip(&report.checks) {
        match verdict {
            Verdict::Proved(_) => {
                assert!(
                    !failing.contains(&id),
                    "{name}: proved, but fails: {check:?}"
                );
                counts.0 += 1;
            }
            Verdict::Violated => {
                assert!(report.inputs.contains_key(&id), "{name}: {check:?}");
                counts.1 += 1;
            }
            Verdict::Unknown(_) => counts.2 += 1,
        }
    }
    counts
}

fn example(path: &Path) -> (Unit, Sources) {
    let sources = front::Front::read_file(path).sources;
    (read(&sources).unwrap(), sources)
}

/// Compares what is said of all examples with what is true; returns the share that is decided, in
/// per cent, and what is not.
fn decided(spacer: Spacer) -> Option<(usize, Vec<String>)> {
    let solver = solver()?;
    let truth = verdicts::truth();
    let mut seen = BTreeSet::new();
    let mut open = Vec::new();
    for folder in ["proved", "violated", "unknown", "refined"] {
        for path in front::files(&format!("spark-examples/{folder}"), "adb") {
            let (unit, sources) = example(&path);
            let report = verified(&unit, &sources, &solver, spacer);
            no_run_contradicts(&path.display().to_string(), &unit, &report);
            for (check, verdict) in &report.checks {
                let place = sources.locate(check.span);
                let place = format!("{folder}/{place}: {}", check.rule.name());
                let expected = truth.get(&place).map(String::as_str);
                let expected = expected.unwrap_or_else(|| panic!("{place} is not in truth.txt"));
                match verdict {
                    Verdict::Proved(Arrival::Unreachable) => {
                        assert_eq!(expected, "unreachable", "{place} is arrived at");
                    }
                    Verdict::Proved(_) => assert_ne!(expected, "fails", "{place} is proved"),
                    Verdict::Violated => assert_eq!(expected, "fails", "{place} is violated"),
                    Verdict::Unknown(_) => open.push(place.clone()),
                }
                seen.insert(place);
            }
        }
    }
    let all: BTreeSet<String> = truth.into_keys().collect();
    assert_eq!(seen, all, "truth.txt speaks of checks that are not there");
    let share = 100 - open.len() * 100 / all.len();
    Some((share, open))
}

/// Nobody has to write predicates: what the examples need is found.
#[test]
fn examples_are_decided() {
    let Some((share, open)) = decided(Spacer::Present) else {
        return;
    };
    assert!(share >= 98, "{share} %, not {open:#?}");
}

/// Nor does it take Spacer.
#[test]
fn examples_are_decided_without_spacer() {
    let Some((share, open)) = decided(Spacer::Absent) else {
        return;
    };
    assert!(share >= 90, "{share} %, not {open:#?}");
}

/// Code that no jump leads to has checks, and the Boolean program has none of it.
#[test]
fn a_check_in_dead_code_is_unreachable() {
    let Some(solver) = solver() else {
        return;
    };
    let bodies = [
        "if B >= 2 then B := 1; return; pragma Assert (B = 2); end if;",
        "loop B := 1; end loop; pragma Assert (B = 2);",
        "B := 1; goto Over; pragma Assert (B = 2); <<Over>> null;",
    ];
    for body in bodies {
        let text = format!("procedure P (B : in out Integer) is begin {body} end P;");
        let sources = front::Front::read(&[("p.adb", &text)]).sources;
        let unit = read(&sources).unwrap();
        let report = verified(&unit, &sources, &solver, Spacer::Present);
        let verdicts: Vec<Verdict> = report.checks.iter().map(|(_, verdict)| *verdict).collect();
        assert_eq!(verdicts, [Verdict::Proved(Arrival::Unreachable)], "{body}");
    }
}

/// What depends on an equality of the user's inside of a composite value, or on the values of a
/// predicate, is not modelled: nothing is decided by leaving that out.
#[test]
fn what_is_not_modelled_decides_nothing() {
    let Some(solver) = solver() else {
        return;
    };
    let own_equality = "type V is record A, B : Integer; end record;
        function \"=\" (L, R : V) return Boolean is (L.A = R.A);
        type W is record Q : V; end record;
        type Row is array (1 .. 2) of V;
        M, N : V := (X, 1);";
    let odd = "subtype Odd is Integer with Static_Predicate => Odd in 1 | 3 | 5;
        S : Integer := 0;";
    let programs = [
        (
            own_equality,
            "pragma Assert (W'(Q => (X, 1)) /= W'(Q => (X, 2)));",
        ),
        (
            own_equality,
            "pragma Assert (Row'((X, 1), (X, 1)) /= Row'((X, 1), (X, 2)));",
        ),
        (own_equality, "N.B := 2; pragma Assert (M not in N);"),
        (
            odd,
            "for I in Odd loop S := I; end loop; pragma Assert (S = 4);",
        ),
        (odd, "pragma Assert (for some I in Odd => I = 2);"),
    ];
    for (declarations, body) in programs {
        let text = format!(
            "procedure P (X : in out Integer) is {declarations} begin {body} X := 1; end P;"
        );
        let sources = front::Front::read(&[("p.adb", &text)]).sources;
        let unit = read(&sources).unwrap();
        assert!(!unit.program.gaps.is_empty(), "{body}");
        let report = verified(&unit, &sources, &solver, Spacer::Present);
        let asserted = report.checks.iter();
        let asserted = asserted.filter(|(check, _)| check.rule == Rule::Assert);
        for (_, verdict) in asserted {
            assert!(
                matches!(verdict, Verdict::Unknown(_)),
                "{body}: {verdict:?}"
            );
        }
    }
}
