//! Drivers of violations, compiled and run by GNAT.

#![allow(dead_code, reason = "each test file uses a part of this")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use sabs::driver::{DriverFile, driver};
use sabs::source::{Sources, Span};
use sabs::verdict::{CheckId, Rule, Verdict};

use crate::support::referee;
use crate::verdicts::Judged;

/// A driver and where it must fail.
pub(crate) struct Trial {
    /// The check as truth.txt names it, without a folder.
    pub(crate) check: String,
    place: String,
    rule: Rule,
    files: Vec<DriverFile>,
}

/// The drivers of what is violated in a unit, as far as they are wanted; those that there are not
/// are counted.
pub(crate) fn trials(
    judged: &Judged,
    wanted: impl Fn(CheckId) -> bool,
    without: &mut Vec<(Rule, String)>,
) -> Vec<Trial> {
    let Judged {
        sources,
        unit,
        report,
    } = judged;
    let mut found = Vec::new();
    for (id, script) in report.runs.iter().filter(|(id, _)| wanted(**id)) {
        let (check, verdict) = &report.checks[id.0 as usize];
        assert_eq!(*verdict, Verdict::Violated, "{check:?}");
        match driver(unit, sources, *id, script) {
            Ok(files) => {
                let place = sources.locate(check.span);
                found.push(Trial {
                    check: format!("{place}: {}", check.rule),
                    place: line_of(sources, check.span),
                    rule: check.rule,
                    files,
                });
            }
            Err(reason) => without.push((check.rule, reason)),
        }
    }
    found
}

/// The line at which GNAT sees a check fail: what a sidecar says, it says of a line of the source.
fn line_of(sources: &Sources, span: Span) -> String {
    let (file, line) = (sources.file(span.file), sources.position(span).line);
    if !file.is_sidecar() {
        return format!("{}:{line}", file.name());
    }
    let text = file.line_text(line).trim_start_matches("at ");
    let (line, _) = text.split_once(':').unwrap();
    format!("{}:{line}", file.name().replace(".sabs", ".adb"))
}

#[allow(
    clippy::disallowed_methods,
    reason = "GNAT and what it compiles are no solvers"
)]
fn command(program: &Path) -> Command {
    Command::new(program)
}

/// Compiles and runs a driver in a folder of its own; says what is wrong with how it ends.
fn complaint(gnatmake: &Path, folder: &Path, trial: &Trial) -> Option<String> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).unwrap();
    for file in &trial.files {
        fs::write(folder.join(&file.name), &file.text).unwrap();
    }
    let arguments = "-q -g -gnat2022 -gnata -gnato sabs_main.adb -bargs -Es";
    let compiled = command(gnatmake)
        .args(arguments.split(' '))
        .current_dir(folder)
        .output()
        .unwrap();
    if !compiled.status.success() {
        let why = String::from_utf8_lossy(&compiled.stderr).into_owned();
        return Some(format!("{}: {why}", trial.place));
    }
    let ended = command(&folder.join("sabs_main")).output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    let raised = said.lines().find(|line| line.starts_with("raised "));
    let ends_there = |line: &str| {
        let mut words = line.split(' ').map(|word| word.trim_end_matches(','));
        words.any(|word| word == trial.place)
    };
    // Of a precondition GNAT says where it stands, and then who called.
    let fails_there = if trial.rule == Rule::Precondition {
        raised.is_some() && said.lines().any(ends_there)
    } else {
        raised.is_some_and(ends_there)
    };
    (!fails_there).then(|| format!("{} ({}): {said}", trial.place, trial.rule))
}

/// Judges all of them.
pub(crate) fn judge(name: &str, trials: &[Trial]) {
    let complaints = complaints(name, trials);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// What is wrong with how they end; they are run two at a time.
pub(crate) fn complaints(name: &str, trials: &[Trial]) -> Vec<String> {
    let Some(gnatmake) = referee("gnatmake") else {
        return Vec::new();
    };
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let judged = |odd: usize| {
        let own = trials
            .iter()
            .enumerate()
            .filter(move |(at, _)| at % 2 == odd);
        own.filter_map(|(at, trial)| complaint(&gnatmake, &root.join(at.to_string()), trial))
            .collect::<Vec<String>>()
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| judged(1));
        let mut all = judged(0);
        all.extend(other.join().unwrap());
        all
    })
}
