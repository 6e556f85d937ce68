//! What `--driver` writes, judged by GNAT: every main fails at the line of its check.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
mod support;
mod verdicts;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use sabs::driver::{DriverFile, driver};
use sabs::pipeline::Options;
use sabs::verdict::{Rule, Verdict};
use support::referee;
use verdicts::{Judged, judged};

/// A driver and where it must fail.
struct Trial {
    place: String,
    rule: Rule,
    files: Vec<DriverFile>,
}

/// The drivers of what is violated in a unit; those that there are not are counted.
fn trials(path: &Path, without: &mut Vec<(Rule, String)>) -> Vec<Trial> {
    let Some(Judged {
        sources,
        unit,
        report,
    }) = judged(path, Options::default())
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (id, script) in &report.runs {
        let (check, verdict) = &report.checks[id.0 as usize];
        assert_eq!(*verdict, Verdict::Violated, "{check:?}");
        match driver(&unit, &sources, *id, script) {
            Ok(files) => {
                let line = sources.position(check.span).line;
                found.push(Trial {
                    place: format!("{}:{line}", sources.file(check.span.file).name()),
                    rule: check.rule,
                    files,
                });
            }
            Err(reason) => without.push((check.rule, reason)),
        }
    }
    found
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

/// Judges all of them, two at a time.
fn judge(name: &str, trials: &[Trial]) {
    let Some(gnatmake) = referee("gnatmake") else {
        return;
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
    let complaints = thread::scope(|scope| {
        let other = scope.spawn(|| judged(1));
        let mut all = judged(0);
        all.extend(other.join().unwrap());
        all
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn drivers_of_the_examples_fail_at_their_checks() {
    if support::solver("z3").is_none() {
        return;
    }
    let mut without = Vec::new();
    let mut all = Vec::new();
    for path in front::files("spark-examples/violated", "adb") {
        all.extend(trials(&path, &mut without));
    }
    // What GNAT does not check at run time has no driver; all else has.
    for (rule, reason) in &without {
        assert!(
            matches!(rule, Rule::Initialization | Rule::Aliasing),
            "{rule}: {reason}"
        );
    }
    assert!(all.len() >= 17, "only {} drivers", all.len());
    judge("driver-examples", &all);
}

#[test]
fn drivers_pass_what_the_language_has() {
    if support::solver("z3").is_none() {
        return;
    }
    let mut without = Vec::new();
    let mut all = Vec::new();
    let specification = front::files("tests/driver", "ads")
        .into_iter()
        .filter(|path| !path.with_extension("adb").is_file());
    for path in front::files("tests/driver", "adb")
        .into_iter()
        .chain(specification)
    {
        all.extend(trials(&path, &mut without));
    }
    assert!(without.is_empty(), "{without:?}");
    assert_eq!(all.len(), 13);
    judge("driver-language", &all);
}
