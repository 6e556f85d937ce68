//! What the abstraction emits, read by others: our own parser, Horn clauses, every other language.
//!
//! For each program the Boolean program is printed, read again, and explored; z3 judges each
//! assertion by the Horn clauses of the same text. All must come to the same verdicts.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use sabs::bp::{BoolProgram, Identifier, parse};
use sabs::reach::{Config, Question, reach};
use sabs::source::SourceFile;
use support::solver;

const LANGUAGES: [&str; 6] = ["native", "bebop", "moped", "boppo", "smv", "dot"];

#[allow(clippy::disallowed_methods)] // sabs itself, not a solver
fn sabs(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sabs"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The labels of the assertions, in the order of the text.
fn checks(text: &str) -> Vec<String> {
    let labels = text.lines().filter_map(|line| {
        let (labels, _) = line.trim().split_once(": assert(")?;
        labels.rsplit(": ").next().map(str::to_owned)
    });
    labels.collect()
}

fn may_fail(program: &BoolProgram, labels: &[String]) -> Vec<bool> {
    let mut explored = reach(program, &Config::default()).unwrap();
    let mut fails = |label: &String| {
        let question = Question::Fails {
            procedure: None,
            label: Identifier::new(label),
        };
        let targets = explored.resolve(&question).unwrap();
        explored.is_reachable(&targets).unwrap()
    };
    labels.iter().map(&mut fails).collect()
}

/// What z3 says of the Horn clauses: they have no solution exactly when the assertion may fail.
#[allow(clippy::disallowed_methods)] // a referee
fn by_clauses(command: &str, file: &str, label: &str) -> bool {
    let clauses = sabs(&["convert", file, "--to", "chc", "--fails", label]);
    assert!(clauses.status.success(), "{file}: {clauses:?}");
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("clauses.smt2");
    std::fs::write(&script, text(&clauses)).unwrap();
    let answer = Command::new(command).arg("-T:60").arg(&script).output();
    match text(&answer.unwrap()).trim() {
        "sat" => false,
        "unsat" => true,
        other => panic!("{file}, {label}: {other}"),
    }
}

fn judge(path: &Path, command: &str, arguments: &[&str]) -> usize {
    let name = path.to_string_lossy();
    let mut words = vec!["abstract", name.as_ref()];
    words.extend(arguments);
    let abstracted = sabs(&words);
    assert!(abstracted.status.success(), "{name}: {abstracted:?}");
    let printed = text(&abstracted);
    let read = |text: &str| {
        let file = SourceFile::new("program.bp", text);
        parse(&file).unwrap_or_else(|wrong| panic!("{name}: {wrong:?}\n{text}"))
    };
    let program = read(&printed);
    let plain = program.to_string();
    assert_eq!(read(&plain).to_string(), plain, "{name}: read once more");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.bp");
    std::fs::write(&file, &printed).unwrap();
    let file = file.to_string_lossy().into_owned();
    for language in LANGUAGES {
        let converted = sabs(&["convert", &file, "--to", language]);
        let error = String::from_utf8_lossy(&converted.stderr).into_owned();
        // A transition system has no stack.
        let has_no_words = language == "smv" && error.contains("recursi");
        assert!(
            has_no_words || (converted.status.success() && !converted.stdout.is_empty()),
            "{name} as {language}: {error}"
        );
    }
    let labels = checks(&printed);
    for (label, fails) in labels.iter().zip(may_fail(&program, &labels)) {
        let found = by_clauses(command, &file, label);
        assert_eq!(found, fails, "{name}, {label}\n{printed}");
    }
    labels.len()
}

fn judge_all(paths: &[PathBuf], arguments: &[&str], at_least: usize) {
    let Some(command) = solver("z3") else {
        return;
    };
    let checks: usize = paths
        .iter()
        .map(|path| judge(path, &command, arguments))
        .sum();
    assert!(checks >= at_least, "only {checks} checks");
}

#[test]
fn golden_programs_are_read_alike_by_all() {
    judge_all(
        &front::files("tests/golden/bp", "adb"),
        &["--method", "cartesian"],
        40,
    );
}

#[test]
fn examples_are_read_alike_by_all() {
    judge_all(&front::files("spark-examples/proved", "adb"), &[], 20);
}
