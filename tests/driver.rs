//! What `--driver` writes, judged by GNAT: every main fails at the line of its check.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod drivers;
mod front;
mod support;
mod verdicts;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use drivers::{Trial, judge};
use sabs::pipeline::Options;
use sabs::verdict::Rule;
use verdicts::{judged, truth};

/// The drivers of all that is violated in a unit.
fn trials(path: &Path, without: &mut Vec<(Rule, String)>) -> Vec<Trial> {
    let found = judged(path, Options::default());
    found.map_or_else(Vec::new, |found| drivers::trials(&found, |_| true, without))
}

#[test]
fn drivers_of_the_examples_fail_at_their_checks() {
    if support::solver("z3").is_none() {
        return;
    }
    let mut without = Vec::new();
    let mut all = Vec::new();
    let mut made = BTreeSet::new();
    for path in front::files("spark-examples/violated", "adb") {
        let own = trials(&path, &mut without);
        made.extend(own.iter().map(|trial| format!("violated/{}", trial.check)));
        all.extend(own);
    }
    // What GNAT does not check at run time has no driver.
    for (rule, reason) in &without {
        assert!(
            matches!(rule, Rule::Initialization | Rule::Aliasing),
            "{rule}: {reason}"
        );
    }
    // All else that fails has one.
    let unseen = [Rule::Initialization, Rule::Aliasing].map(|rule| format!(": {rule}"));
    let expected: BTreeSet<String> = truth()
        .into_iter()
        .filter(|(check, truth)| truth == "fails" && check.starts_with("violated/"))
        .map(|(check, _)| check)
        .filter(|check| !unseen.iter().any(|rule| check.ends_with(rule)))
        .collect();
    assert_eq!(made, expected);
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
    let names: Vec<&str> = all.iter().map(|trial| trial.check.as_str()).collect();
    assert_eq!(all.len(), 64, "{names:#?}");
    judge("driver-language", &all);
}

/// GNAT looks at the variants of subprograms that call themselves, and of no others.
#[test]
fn what_mutual_recursion_violates_has_no_driver() {
    if support::solver("z3").is_none() {
        return;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/driver/mutual/mutual.adb");
    let mut without = Vec::new();
    let made = trials(&path, &mut without);
    assert!(made.is_empty(), "{} drivers", made.len());
    let rules: Vec<Rule> = without.iter().map(|(rule, _)| *rule).collect();
    assert_eq!(rules, [Rule::SubprogramVariant], "{without:?}");
}

/// Subprograms of instances can be called where the instance is visible.
#[test]
#[allow(clippy::disallowed_methods, reason = "sabs and GNAT are no solvers")]
fn drivers_call_what_instances_show() {
    let (Some(solver), Some(gnatmake)) = (support::solver("z3"), support::referee("gnatmake"))
    else {
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/driver/instances");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("driver-instances");
    let _ = fs::remove_dir_all(&folder);
    let said = Command::new(env!("CARGO_BIN_EXE_sabs"))
        .args(["verify", "--no-certify", "--solver", &solver, "--driver"])
        .arg(&folder)
        .arg(root.join("usegen.adb"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(!said.contains("no driver"), "{said}");
    assert!(all_fail_at_their_checks(&gnatmake, &folder) > 0);
}

/// Compiles and runs the drivers in a folder; says how many there are.
#[allow(clippy::disallowed_methods, reason = "GNAT is no solver")]
fn all_fail_at_their_checks(gnatmake: &Path, folder: &Path) -> usize {
    let mut drivers = 0;
    for made in fs::read_dir(folder).unwrap() {
        let made = made.unwrap().path();
        let compiled = Command::new(gnatmake)
            .args("-q -g -gnat2022 -gnata -gnato sabs_main.adb -bargs -Es".split(' '))
            .current_dir(&made)
            .output()
            .unwrap();
        let why = String::from_utf8_lossy(&compiled.stderr).into_owned();
        assert!(compiled.status.success(), "{why}");
        let ended = Command::new(made.join("sabs_main")).output().unwrap();
        let raised = String::from_utf8_lossy(&ended.stderr).into_owned();
        let main = fs::read(made.join("sabs_main.adb")).unwrap();
        let main = String::from_utf8_lossy(&main).into_owned();
        let place = main.split(" at ").nth(1).unwrap();
        let line = place.split(':').take(2).collect::<Vec<_>>().join(":");
        let first = raised.lines().find(|line| line.starts_with("raised "));
        let is_there = |first: &str| first.split(' ').any(|word| word == line);
        assert!(first.is_some_and(is_there), "{line}: {raised}");
        drivers += 1;
    }
    drivers
}

/// A copy is in the characters of its source, and ends its lines as that does: in other ones a string
/// of Latin-1 would have more characters. What GNAT reads in one way or the other, as it is told, is
/// no reason for anything.
#[test]
#[allow(clippy::disallowed_methods, reason = "sabs is no solver")]
fn drivers_are_in_the_characters_of_their_sources() {
    let (Some(solver), Some(gnatmake)) = (support::solver("z3"), support::referee("gnatmake"))
    else {
        return;
    };
    let text = "procedure Coded (Gr\u{f6}\u{df}e : in out Integer) is\n   \
                S : constant String := \"caf\u{e9}\";\nbegin\n   \
                pragma Assert (S'Length = 4);\n   \
                Gr\u{f6}\u{df}e := 7 / (Gr\u{f6}\u{df}e - 3);\nend Coded;\n";
    let latin_1: Vec<u8> = text
        .chars()
        .map(|sign| u8::try_from(sign).unwrap())
        .collect();
    let marked = format!("\u{feff}{}", text.replace("Gr\u{f6}\u{df}e", "Size"));
    let plain = text.replace("Gr\u{f6}\u{df}e", "Size");
    for (name, bytes, violated) in [
        ("latin-1", latin_1, 2),
        ("marked", marked.into_bytes(), 2),
        ("utf-8", plain.into_bytes(), 0),
    ] {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("driver-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("coded.adb"), bytes).unwrap();
        let said = Command::new(env!("CARGO_BIN_EXE_sabs"))
            .args(["verify", "--output", "brief", "--solver", &solver])
            .args(["--driver", "drivers", "coded.adb"])
            .current_dir(&folder)
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&said.stdout).into_owned();
        let drivers = all_fail_at_their_checks(&gnatmake, &folder.join("drivers"));
        assert_eq!(drivers, violated, "{name}: {told}");
        let is_proved = told.contains("coded.adb:4:19: info: assertion proved");
        assert_eq!(is_proved, violated > 0, "{name}: {told}");
        let is_lost = told.contains("without byte order mark");
        assert_eq!(is_lost, violated == 0, "{name}: {told}");
    }
}
