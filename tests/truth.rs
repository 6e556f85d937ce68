//! What is true of the examples is what GNAT sees of them: `spark-examples/truth.txt`.
//!
//! `UPDATE_EXPECT=1` writes the file anew.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[allow(dead_code, unused_imports, reason = "a part of it is used here")]
mod exercise;
mod front;
mod support;

use std::path::Path;
use std::{env, fs};

use exercise::{Seen, Subject, exercise};
use sabs::flow::{Statement, StatementKind};
use sabs::interpret::{Limits, Outcome, RandomEnvironment, Start, run};
use sabs::verdict::{CheckId, Rule};

/// What holds must have had so many chances to fail.
const ARRIVALS: usize = 200;
/// How often the program with all examples runs.
const RUNS: usize = 2_500;

const HEAD: &str = "# What GNAT sees of every check: it holds at each of at least 200 arrivals, it fails \
                    at some, or it is unreachable.\n# Written by `UPDATE_EXPECT=1 cargo test --test \
                    truth`; of what GNAT does not check at run time the interpreter tells.\n";

#[test]
fn the_truth_is_what_gnat_sees() {
    let Some(gnatmake) = support::referee("gnatmake") else {
        return;
    };
    let mut subjects = Vec::new();
    for folder in ["proved", "refined", "unknown", "violated"] {
        for path in front::files(&format!("spark-examples/{folder}"), "adb") {
            let sources = front::Front::read_file(&path).sources;
            subjects.push(Subject::new(folder, sources));
        }
    }
    let mut lines = Vec::new();
    let mut complaints = Vec::new();
    for (subject, seen) in subjects.iter().zip(exercise(&gnatmake, &subjects, RUNS)) {
        let unexplained = seen.unexplained.iter();
        complaints.extend(unexplained.map(|words| format!("no check stands there: {words}")));
        for (id, check) in (0..).map(CheckId).zip(&subject.unit.flow.checks) {
            let place = subject.sources.locate(check.span);
            let place = format!("{}/{place}: {}", subject.name, check.rule.name());
            match truth(subject, &seen, id) {
                Ok(truth) => lines.push(format!("{place}: {truth}")),
                Err(arrivals) => complaints.push(format!("{place}: {arrivals} arrivals")),
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("spark-examples/truth.txt");
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&file, format!("{HEAD}{}\n", lines.join("\n"))).unwrap();
    }
    let text = fs::read_to_string(file).unwrap();
    let told: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let wrong: Vec<&&str> = told
        .iter()
        .filter(|line| !lines.contains(&line.to_string()))
        .collect();
    assert!(wrong.is_empty(), "GNAT sees something else: {wrong:#?}");
    assert_eq!(told, lines);
}

/// What was seen of a check; how often it was arrived at where that is too rarely.
fn truth(subject: &Subject, seen: &Seen, id: CheckId) -> Result<&'static str, usize> {
    let rule = subject.unit.flow.check(id).rule;
    let (arrivals, fails) = if matches!(rule, Rule::Initialization | Rule::Aliasing) {
        in_the_interpreter(subject, id)
    } else {
        let arrivals = seen.arrivals.get(&id).copied();
        (arrivals.unwrap_or(0), seen.failures.contains_key(&id))
    };
    match arrivals {
        0 => Ok("unreachable"),
        _ if fails => Ok("fails"),
        arrivals if arrivals < ARRIVALS => Err(arrivals),
        _ => Ok("holds"),
    }
}

/// How often runs of the interpreter, which knows what is not set and what is the same object,
/// arrive at a check, and whether it fails in one of them: GNAT has no such check.
fn in_the_interpreter(subject: &Subject, id: CheckId) -> (usize, bool) {
    let flow = &subject.unit.flow;
    let (mut arrivals, mut fails) = (0, false);
    for seed in 0..1_000 {
        let mut environment = RandomEnvironment::new(seed);
        let limits = Limits { steps: 4_000 };
        let outcome = run(flow, Start::Main, &mut environment, limits, &mut |step| {
            let statement = step.point.statement_of(flow);
            let is_it = |one: &Statement| matches!(one.kind, StatementKind::Check { check, .. } if check == id);
            arrivals += usize::from(statement.is_some_and(is_it));
        });
        fails |= matches!(outcome, Outcome::Failed { check, .. } if check == id);
    }
    (arrivals, fails)
}
