//! What the command line says to solvers: `--smt-log`, `--cache`, `--integers`, `sabs solvers`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(clippy::disallowed_methods, reason = "sabs itself is run")]

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use tempfile::TempDir;

const UNIT: &str = "procedure P (X, Y : in out Integer) is
   --% predicate X > 0;
   --% predicate X >= Y;
   --% predicate Y mod 2 = 0;
begin
   if X > Y then
      Y := X;
   end if;
   X := Y;
   pragma Assert (X >= Y);
end P;
";

fn sabs(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sabs"));
    command.args(arguments).current_dir(folder);
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    sabs(folder, arguments).output().unwrap()
}

/// A folder with the unit, and the solver to use, if there is one.
fn workplace() -> Option<(TempDir, String)> {
    let solver = support::solver("z3")?;
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("p.adb"), UNIT).unwrap();
    Some((folder, solver))
}

fn text(output: &[u8]) -> String {
    String::from_utf8(output.to_vec()).unwrap()
}

#[test]
fn every_dialogue_can_be_run_again() {
    let Some((folder, solver)) = workplace() else {
        return;
    };
    let path = folder.path();
    let output = run(
        path,
        &["verify", "--solver", &solver, "--smt-log", "log", "p.adb"],
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    let log = fs::read_to_string(path.join("log/dialogue-1.smt2")).unwrap();
    let answered: Vec<&str> = log
        .lines()
        .filter_map(|line| line.strip_prefix("; "))
        .filter(|answer| ["sat", "unsat"].contains(answer))
        .collect();
    assert!(answered.len() > 3, "{log}");
    let again = Command::new(&solver)
        .arg(path.join("log/dialogue-1.smt2"))
        .output()
        .unwrap();
    let again = text(&again.stdout);
    let answers: Vec<&str> = again
        .lines()
        .filter(|line| ["sat", "unsat"].contains(line))
        .collect();
    assert_eq!(answers, answered);
    assert!(!again.contains("error"), "{again}");
}

/// With and without the cache, and with bit vectors, the Boolean program is the same.
#[test]
fn the_result_does_not_depend_on_how_it_is_found() {
    let Some((folder, solver)) = workplace() else {
        return;
    };
    let path = folder.path();
    let product = |options: &[&str]| {
        let mut arguments = vec!["abstract", "--solver", &solver, "p.adb"];
        arguments.extend(options);
        let output = run(path, &arguments);
        assert!(
            output.status.success(),
            "{options:?}: {}",
            text(&output.stderr)
        );
        text(&output.stdout)
    };
    let plain = product(&[]);
    assert!(plain.contains("void main()"), "{plain}");
    assert_eq!(product(&["--integers", "bits"]), plain);
    assert_eq!(product(&["--cache", "store", "--cache-readonly"]), plain);
    assert!(!path.join("store").exists());
    assert_eq!(product(&["--cache", "store"]), plain);
    let warm = ["--cache", "store", "--cache-readonly", "--smt-log", "asked"];
    assert_eq!(product(&warm), plain);
    assert!(
        !path.join("asked").exists(),
        "the solver was asked all the same"
    );
}

/// However many solvers work, the verdicts and even the counts are the same, and no more processes
/// are started than there are workers.
#[test]
fn the_result_does_not_depend_on_the_workers() {
    let Some((folder, solver)) = workplace() else {
        return;
    };
    let path = folder.path();
    let mut unit = String::from("package body Q is\n   V : Integer := 0;\n");
    for number in 1..=5 {
        use std::fmt::Write as _;
        writeln!(
            unit,
            "   procedure P{number} (X : in out Integer) is\n      --% predicate X > {number};\n      \
             --% predicate X mod 2 = 0;\n   begin\n      if X < 100 then\n         \
             X := X + 2;\n         V := X;\n      end if;\n      \
             pragma Assert (X /= {number});\n   end P{number};"
        )
        .unwrap();
    }
    unit.push_str("end Q;\n");
    fs::write(path.join("q.adb"), unit).unwrap();
    let product = |jobs: &str| {
        let log = format!("log-{jobs}");
        let options = ["verify", "--format", "json", "-j", jobs, "--smt-log", &log];
        let mut arguments = options.to_vec();
        arguments.extend(["--solver", &solver, "q.adb"]);
        let output = run(path, &arguments);
        assert_ne!(output.status.code(), Some(2), "{}", text(&output.stderr));
        let started = fs::read_dir(path.join(&log)).unwrap().count();
        (text(&output.stdout), started)
    };
    let (alone, one) = product("1");
    assert_eq!(one, 1);
    assert!(alone.contains("Q.P5"), "{alone}");
    for jobs in ["2", "3", "16"] {
        let (found, started) = product(jobs);
        assert_eq!(found, alone, "-j {jobs}");
        assert!(
            started <= jobs.parse().unwrap(),
            "{started} processes for -j {jobs}"
        );
    }
}

/// Two processes write at once, some are killed while they do: the cache stays whole and right.
#[test]
fn a_cache_for_many() {
    let Some((folder, solver)) = workplace() else {
        return;
    };
    let path = folder.path();
    let arguments = ["abstract", "--solver", &solver, "--cache", "store", "p.adb"];
    for round in 0..6 {
        let start = || {
            sabs(path, &arguments)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
        };
        let (mut first, mut second) = (start().unwrap(), start().unwrap());
        std::thread::sleep(Duration::from_millis(20 * round));
        first.kill().unwrap();
        first.wait().unwrap();
        assert!(second.wait().unwrap().success());
    }
    let plain = run(
        path,
        &arguments[..3]
            .iter()
            .chain(&["p.adb"])
            .copied()
            .collect::<Vec<_>>(),
    );
    assert_eq!(text(&run(path, &arguments).stdout), text(&plain.stdout));
}

#[test]
fn a_cache_that_is_none_is_named() {
    let Some((folder, solver)) = workplace() else {
        return;
    };
    let path = folder.path();
    fs::create_dir(path.join("store")).unwrap();
    fs::write(
        path.join("store/answers.sqlite"),
        "not a database, but long enough ".repeat(99),
    )
    .unwrap();
    let output = run(
        path,
        &["verify", "--solver", &solver, "--cache", "store", "p.adb"],
    );
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    assert!(
        told.contains("the cache store/answers.sqlite cannot be used"),
        "{told}"
    );
    assert!(told.contains("[delete it, or leave out --cache]"), "{told}");
}

/// A cache in which everything is impossible proves everything, but not to whom it is certified. That
/// the assertion can fail shows only in states that nobody meets by chance, so that it must be asked.
#[test]
fn certification_never_looks_into_the_cache() {
    let Some((folder, solver)) = workplace() else {
        return;
    };
    let path = folder.path();
    let unit = "procedure P (X : in Integer; Y : out Integer) is\n   --% predicate Y > 0;\nbegin\n   \
                Y := 1;\n   if X mod 1_000 = 457 and X / 1_000 = 123 then\n      Y := 0;\n   end if;\n   \
                pragma Assert (Y > 0);\nend P;\n";
    fs::write(path.join("p.adb"), unit).unwrap();
    let cached = [
        "--no-refine",
        "--solver",
        &solver,
        "--cache",
        "store",
        "p.adb",
    ];
    let verdict = |more: &[&str]| {
        let output = run(path, &[&["verify"], more, &cached].concat());
        text(&output.stdout)
    };
    let honest = verdict(&[]);
    assert!(
        honest.contains("p.adb:8:19: medium: assertion might fail"),
        "{honest}"
    );
    let store = rusqlite::Connection::open(path.join("store/answers.sqlite")).unwrap();
    let mut query = store
        .prepare("SELECT c.id, c.text, a.question FROM context c JOIN answer a ON a.context = c.id")
        .unwrap();
    let rows: Vec<(i64, String, String)> = query
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    assert!(rows.len() > 2, "{rows:?}");
    for (context, text, question) in rows {
        let lie = "unsat ";
        let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
        for part in [text.as_str(), question.as_str(), lie] {
            for byte in part.bytes().chain([0]) {
                sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        store
            .execute(
                "UPDATE answer SET answer = ?1, sum = ?2 WHERE context = ?3 AND question = ?4",
                rusqlite::params![lie, sum.cast_signed(), context, question],
            )
            .unwrap();
    }
    let believed = verdict(&["--no-certify"]);
    assert!(
        believed.contains("p.adb:8:19: info: assertion proved"),
        "{believed}"
    );
    let certified = verdict(&[]);
    assert!(!certified.contains("assertion proved"), "{certified}");
}

#[test]
fn solvers_are_listed() {
    let Some((folder, solver)) = workplace() else {
        return;
    };
    let output = run(folder.path(), &["solvers", "--solver", &solver]);
    assert!(output.status.success());
    let listed = text(&output.stdout);
    let first = listed.lines().next().unwrap();
    assert!(
        first.starts_with("* z3 ") && first.ends_with("(--solver)"),
        "{listed}"
    );
    // A version that nobody has tried is used, with a warning.
    let strange = folder.path().join("z3");
    fs::write(&strange, "#!/bin/sh\necho Z3 version 4.99.0\n").unwrap();
    fs::set_permissions(&strange, fs::Permissions::from_mode(0o755)).unwrap();
    let output = run(
        folder.path(),
        &["solvers", "--solver", strange.to_str().unwrap()],
    );
    let warned = text(&output.stderr);
    assert!(
        warned.contains("sabs is not tested with this version"),
        "{warned}"
    );
    let output = run(folder.path(), &["solvers", "--solver", "no-such-solver"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no-such-solver"));
}
