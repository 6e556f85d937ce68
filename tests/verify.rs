//! `verify` on whole programs: what it says is true of runs.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
mod support;

use std::collections::BTreeSet;
use std::path::Path;

use sabs::abstraction::{Blocks, Config, Wishes};
use sabs::flow::FlowProgram;
use sabs::interpret::{Limits, Outcome, RandomEnvironment, Start, run};
use sabs::pipeline::{Options, Unit, read, verify};
use sabs::report::Report;
use sabs::smt::{Solver, SolverProcess, SolverSettings, find_solver};
use sabs::source::Sources;
use sabs::verdict::{CheckId, Verdict};

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

fn verified(unit: &Unit, sources: &Sources, solver: &Solver, refinements: usize) -> Report {
    let wishes = Wishes {
        blocks: Some(Blocks::Large),
        ..Wishes::default()
    };
    let config = Config::new(&unit.program, wishes).unwrap();
    let settings = SolverSettings {
        steps: 100_000,
        ..SolverSettings::default()
    };
    let mut oracle = SolverProcess::with(solver.clone(), settings);
    let options = Options {
        refinements,
        ..Options::default()
    };
    verify(
        unit,
        sources,
        &config,
        options,
        &mut oracle,
        &mut [],
        &mut |_| {},
    )
    .unwrap()
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

/// Nobody has to write predicates: what the examples need is found.
#[test]
fn examples_are_decided() {
    let Some(solver) = solver() else {
        return;
    };
    for path in front::files("spark-examples/proved", "adb") {
        let (unit, sources) = example(&path);
        let report = verified(&unit, &sources, &solver, 16);
        let name = path.display().to_string();
        let (_, violated, unknown) = no_run_contradicts(&name, &unit, &report);
        assert_eq!((violated, unknown), (0, 0), "{name}");
    }
    for path in front::files("spark-examples/violated", "adb") {
        let (unit, sources) = example(&path);
        let report = verified(&unit, &sources, &solver, 16);
        let name = path.display().to_string();
        let (_, violated, unknown) = no_run_contradicts(&name, &unit, &report);
        assert!(violated > 0 && unknown == 0, "{name}: {:?}", report.checks);
    }
    for name in [
        "double",
        "exact_end",
        "halving",
        "lockstep",
        "no_predicates",
        "two_flags",
        "wide_sum",
    ] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let path = root.join(format!("spark-examples/unknown/{name}.adb"));
        let (unit, sources) = example(&path);
        let report = verified(&unit, &sources, &solver, 16);
        let (_, violated, unknown) = no_run_contradicts(name, &unit, &report);
        assert_eq!((violated, unknown), (0, 0), "{name}");
    }
}
