//! The command line as its users see it: what it prints, what it says when something is wrong, and
//! how it ends.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use support::solver;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

#[allow(clippy::disallowed_methods)] // the binary under test is what is started
fn sabs(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sabs"))
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The cases of a folder, each with the arguments its first line gives: `--  sabs: abstract …`.
fn cases(folder: &str) -> Vec<(PathBuf, Vec<String>)> {
    let mut paths: Vec<PathBuf> = fs::read_dir(root().join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "adb"))
        .collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let line = text.lines().next().unwrap_or_default();
            let arguments = line
                .strip_prefix("--  sabs: ")
                .unwrap_or_else(|| panic!("{}: the first line says what to run", path.display()));
            let words = arguments.split_whitespace().map(str::to_owned).collect();
            (path, words)
        })
        .collect()
}

/// `UPDATE_EXPECT=1` rewrites the expectations; read the difference before committing.
#[test]
fn worked_examples_are_printed_as_expected() {
    if solver("z3").is_none() {
        return;
    }
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut wrong = Vec::new();
    for (path, arguments) in cases("tests/golden/bp") {
        let mut words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let name = path.to_string_lossy().into_owned();
        words.push(&name);
        let output = sabs(&words);
        let found = out(&output) + &err(&output);
        let expected_path = path.with_extension("expect");
        if update {
            fs::write(&expected_path, &found).unwrap();
        } else if fs::read_to_string(&expected_path).unwrap_or_default() != found {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The shell blocks of the README, each `$ command` with what it prints, are what happens.
#[test]
fn the_readme_tells_the_truth() {
    if solver("z3").is_none() {
        return;
    }
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let mut examined = 0;
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for part in block.split("$ ").skip(1) {
            let (command, expected) = part.split_once('\n').unwrap();
            if command.starts_with("tests/run") {
                continue;
            }
            let output = shell(command);
            assert_eq!(out(&output), expected, "{command}\n{}", err(&output));
            examined += 1;
        }
    }
    assert!(examined >= 2, "the README shows what the commands print");
}

/// Runs a line of the README in a shell that has the binary under test for `cargo run`.
#[allow(clippy::disallowed_methods)] // the README's commands are started as they stand
fn shell(command: &str) -> Output {
    let setup = "python3 -m pip install --quiet --target .solver z3-solver==5.4.0.0 && ";
    let command = command
        .strip_prefix(setup)
        .unwrap_or(command)
        .replace("cargo run --quiet --release --", "sabs");
    let binary = Path::new(env!("CARGO_BIN_EXE_sabs")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("bash")
        .args(["-c", &command])
        .env("PATH", format!("{}:{path}", binary.display()))
        .current_dir(root())
        .output()
        .unwrap()
}

/// Each document that quotes a stage of the architecture's example quotes it to the letter.
#[test]
fn the_architecture_document_shows_what_the_stages_print() {
    if solver("z3").is_none() {
        return;
    }
    let document = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let file = "spark-examples/proved/clamp.adb";
    let source = fs::read_to_string(root().join(file)).unwrap();
    assert!(
        document.contains(&format!("```ada\n{source}```")),
        "the source"
    );
    for stage in ["ast", "program", "flow", "ssa", "bp"] {
        let output = sabs(&["show", file, "--stage", stage]);
        let text = out(&output);
        assert!(
            document.contains(&format!("```text\n{text}```")),
            "stage {stage}:\n{text}"
        );
    }
    let dialogue = out(&sabs(&["show", file, "--stage", "smt"]));
    let quoted = document
        .split("```smt2\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .unwrap();
    assert!(dialogue.contains(quoted), "stage smt:\n{dialogue}");
}

#[test]
fn verdicts_decide_the_exit_status() {
    if solver("z3").is_none() {
        return;
    }
    for (path, status) in [
        ("spark-examples/proved/clamp.adb", 0),
        ("spark-examples/unknown/double.adb", 3),
    ] {
        let output = sabs(&["verify", path, "--no-refine"]);
        assert_eq!(output.status.code(), Some(status), "{}", out(&output));
    }
    for method in ["direct", "cartesian"] {
        let output = sabs(&[
            "verify",
            "tests/golden/bp/handshake_direct.adb",
            "--no-refine",
            "--method",
            method,
        ]);
        let found = out(&output);
        let line = "handshake_direct.adb:18:22: info: assertion proved (unreachable)";
        assert!(found.lines().any(|found| found == line), "{found}");
    }
}

/// Every shipped example gets the verdicts its folder promises by the predicates given in it, by
/// both methods.
#[test]
fn examples_keep_the_promise_of_their_folder() {
    if solver("z3").is_none() {
        return;
    }
    for (folder, status) in [("proved", 0), ("unknown", 3)] {
        for entry in fs::read_dir(root().join("spark-examples").join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "adb") {
                for method in ["direct", "cartesian"] {
                    let name = path.to_string_lossy();
                    let output = sabs(&["verify", &name, "--no-refine", "--method", method]);
                    let found = out(&output) + &err(&output);
                    assert_eq!(
                        output.status.code(),
                        Some(status),
                        "{name} {method}:\n{found}"
                    );
                }
            }
        }
    }
}

#[test]
fn abstract_pipes_into_check() {
    if solver("z3").is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let bp = folder.path().join("counter.bp");
    let map = folder.path().join("counter.json");
    let output = sabs(&[
        "abstract",
        "spark-examples/proved/counter.adb",
        "-o",
        bp.to_str().unwrap(),
        "--map",
        map.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(output.stdout.is_empty(), "the product went to the file");
    let checked = sabs(&["check", bp.to_str().unwrap()]);
    assert_eq!(checked.status.code(), Some(0), "{}", out(&checked));
    let places: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&map).unwrap()).unwrap();
    assert_eq!(
        places["C2"],
        serde_json::json!({"file": "counter.adb", "line": 18, "column": 25,
            "rule": "VC_OVERFLOW_CHECK", "subprogram": "Counter.Tick"})
    );
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 2, "nothing half-written stays behind");
}

/// A file stays as it was where there is nothing to write into it; a link is followed, and what is
/// no file gets the text.
#[test]
fn products_go_where_they_are_sent() {
    if solver("z3").is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let to = |file: &str, more: &[&str]| {
        let unit = "spark-examples/proved/clamp.adb";
        sabs(&[&["abstract", unit, "-o", file], more].concat())
    };
    let expected = out(&sabs(&["abstract", "spark-examples/proved/clamp.adb"]));
    fs::write(place("old.bp"), "as it was\n").unwrap();
    let failed = to(&place("old.bp"), &["--solver", "/bin/false"]);
    assert_eq!(failed.status.code(), Some(2));
    assert_eq!(fs::read_to_string(place("old.bp")).unwrap(), "as it was\n");

    std::os::unix::fs::symlink(place("old.bp"), place("link.bp")).unwrap();
    assert_eq!(to(&place("link.bp"), &[]).status.code(), Some(0));
    assert!(fs::symlink_metadata(place("link.bp")).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(place("old.bp")).unwrap(), expected);

    assert_eq!(out(&to("/dev/stdout", &[])), expected);
    let nowhere = to(&place("no/such/folder.bp"), &[]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(err(&nowhere).contains("folder.bp"), "{}", err(&nowhere));
}

/// On a terminal long work shows a bar and takes it away in the end; elsewhere there is none.
#[test]
#[allow(clippy::disallowed_methods)] // a terminal around sabs, not a solver
fn progress_is_for_terminals() {
    let (Some(_), Some(script)) = (solver("z3"), support::referee("script")) else {
        return;
    };
    let unit = "benches/units/serial_driver.adb";
    let command = format!(
        "{} abstract {unit} --method cartesian -o /dev/null",
        env!("CARGO_BIN_EXE_sabs")
    );
    let shown = Command::new(script)
        .args(["-qec", &command, "/dev/null"])
        .current_dir(root())
        .env("TERM", "xterm")
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let shown = out(&shown);
    assert!(shown.contains("abstracting"), "{shown}");
    let last = shown.rsplit('\r').next().unwrap();
    assert!(!last.contains("abstracting"), "the bar stays: {last}");
    let silent = sabs(&["abstract", unit, "--method", "cartesian", "-o", "/dev/null"]);
    assert_eq!(err(&silent), "");
}

/// Options that do nothing are told, and numbers that mean nothing refused.
#[test]
fn idle_options_are_told() {
    if solver("z3").is_none() {
        return;
    }
    let unit = "spark-examples/proved/clamp.adb";
    for (command, arguments, idle) in [
        (
            "abstract",
            "--method direct --post-literals 2",
            "--post-literals",
        ),
        ("abstract", "--method direct --encoding wp", "--encoding"),
        ("abstract", "--method cartesian --engine table", "--engine"),
        (
            "abstract",
            "--method cartesian --correlation choose",
            "--correlation",
        ),
        ("abstract", "--method cartesian --show-tables", "no tables"),
        ("abstract", "--method adaptive --correlation choose", ""),
        (
            "abstract",
            "--method cartesian --post-literals 2 --correlation choose",
            "",
        ),
        (
            "abstract",
            "--method direct --engine table --show-tables",
            "",
        ),
        ("compare", "--method direct --knob 1", "--method"),
        ("compare", "--post-literals 2 --knob 1", "--post-literals"),
    ] {
        let options: Vec<&str> = arguments.split(' ').collect();
        let output = sabs(&[&[command, unit], &options[..]].concat());
        let told = err(&output);
        assert_eq!(output.status.code(), Some(0), "{arguments}: {told}");
        let notes: Vec<&str> = told.lines().filter(|line| line.contains("note")).collect();
        match idle {
            "" => assert!(notes.is_empty(), "{arguments}: {told}"),
            idle => assert!(
                notes.len() == 1 && notes[0].contains(idle),
                "{arguments}: {told}"
            ),
        }
    }
    for nothing in ["--post-literals 0", "--max-cube 0", "-j 0"] {
        let options: Vec<&str> = nothing.split(' ').collect();
        let output = sabs(&[&["abstract", unit], &options[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{nothing}");
    }
}

#[test]
fn json_has_its_keys_in_order() {
    if solver("z3").is_none() {
        return;
    }
    let output = sabs(&[
        "verify",
        "spark-examples/unknown/double.adb",
        "--no-refine",
        "--format",
        "json",
    ]);
    let text = out(&output);
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    let keys: Vec<&String> = document.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["sabs", "files", "checks", "gaps", "warnings", "statistics"]
    );
    let check = document["checks"][0].as_object().unwrap();
    let keys: Vec<&String> = check.keys().collect();
    assert_eq!(
        keys,
        [
            "file",
            "line",
            "column",
            "subprogram",
            "rule",
            "verdict",
            "message",
            "reason",
            "inputs",
            "trace",
            "invariants"
        ]
    );
    assert_eq!(check["verdict"], "unknown");
    assert_eq!(check["rule"], "VC_POSTCONDITION");
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    if solver("z3").is_none() {
        return;
    }
    let run = || {
        out(&sabs(&[
            "abstract",
            "spark-examples/proved/counter.adb",
            "--show-tables",
        ]))
    };
    assert_eq!(run(), run());
}

#[test]
fn bad_input_is_named_and_ends_with_two() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    let option = write(
        "option.adb",
        "procedure Option is\n   --% option method = magic, colour = 3;\nbegin\n   null;\nend Option;\n",
    );
    let unknown = write("unknown.adb", "procedure P is\nbegin\n   X := 1;\nend P;\n");
    let here = folder.path().to_string_lossy().into_owned();
    let beyond = write(
        "beyond.adb",
        "procedure Beyond is\n   C : constant Character := '€';\nbegin\n   null;\nend Beyond;\n",
    );
    let control = write(
        "control.adb",
        "procedure Control is\nbegin\n   null;  \u{1b}[31m\nend Control;\n",
    );
    let expectations: [(&[&str], &[&str]); 9] = [
        (
            &["abstract", "nowhere.adb"],
            &["nowhere.adb", "there is no such file"],
        ),
        (&["abstract", &here], &["this is a folder"]),
        (&["abstract", &unknown], &["unknown.adb:3:4: error:", "X"]),
        (
            &["verify", &option],
            &[
                "option.adb:2:15: error:",
                "direct, cartesian or adaptive",
                "colour",
            ],
        ),
        (
            &["abstract", &unknown, "--max-cube", "many"],
            &["a number of literals, from 1 on, or all"],
        ),
        (
            &[
                "verify",
                "spark-examples/proved/clamp.adb",
                "--solver",
                "no-such-solver",
            ],
            &["`no-such-solver` does not start"],
        ),
        (
            &[
                "verify",
                "spark-examples/proved/clamp.adb",
                "-I",
                "no/folder",
            ],
            &["no/folder: there is no such folder"],
        ),
        (
            &["verify", &beyond],
            &["beyond.adb:2:30: error: '€' is no literal of Character"],
        ),
        // A terminal is told nothing by a source.
        (
            &["verify", &control],
            &["control.adb:3:11: error:", "null;   [31m"],
        ),
    ];
    for (arguments, words) in expectations {
        let output = sabs(arguments);
        let said = err(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty(), "{arguments:?}: no half result");
        for word in words {
            assert!(said.contains(word), "{arguments:?}: no `{word}` in\n{said}");
        }
        assert!(!said.contains('\u{1b}'), "{arguments:?}: {said}");
    }
}

/// Whatever is wrong with a source is said at its place, with the line and what to do, all of it at
/// once, and there is no half result.
#[test]
fn mistakes_in_sources_are_shown_with_their_lines() {
    let folder = tempfile::tempdir().unwrap();
    let procedure =
        |line: &str| format!("procedure P (X : out Integer) is\nbegin\n{line}\nend P;\n");
    let parentheses = format!(
        "   X := {}1{};",
        "(".repeat(5_000_000),
        ")".repeat(5_000_000)
    );
    let expectations: [(&str, Vec<u8>, &[&str]); 14] = [
        ("ended", procedure("   if X > 0 then\n      X := 1;").into(), &["ended.adb:5:5: error: syntax"]),
        ("bound", procedure("   for I in 1 .. loop null; end loop;").into(), &["bound.adb:3:23: error:"]),
        ("quote", procedure("   X := \"abc;").into(), &["quote.adb:3:9: error:"]),
        (
            "cut",
            "procedure P is\nbegin\n   null;\n\n".into(),
            &["cut.adb:3:9: error:"],
        ),
        ("syntax", procedure("   X = 1;").into(), &["syntax.adb:", "error: syntax error"]),
        (
            "name",
            procedure("   X := Y;\n   Z := 1;").into(),
            &["name.adb:3:9: error: Y", "X := Y;", "name.adb:4:4: error: Z", "[declare it"],
        ),
        (
            "types",
            procedure("   X := True;\n   X := X and 1;").into(),
            &["types.adb:3:9: error:", "X := True;", "types.adb:4:11: error:", "[make the types"],
        ),
        (
            "missing",
            "with Elsewhere;\nprocedure Missing is\nbegin\n   null;\nend Missing;\n".into(),
            &["missing.adb:1:6: error: the unit Elsewhere is not found", "with Elsewhere;", "-I"],
        ),
        (
            "other",
            b"#include <stdio.h>\nint main(void) { return 0; }\n".into(),
            &["other.adb:1:1: error: syntax error", "#include <stdio.h>"],
        ),
        ("bytes", b"\xff\xfe\x00\x01\x80".into(), &["bytes.adb:1:", "error:"]),
        (
            "latin",
            b"procedure Caf\xe9 (X : out Integer) is\nbegin\n   X := \"\xe9\"; X := Y;\nend Caf\xe9;\n"
                .into(),
            &["latin.adb:3:9: error:", "latin.adb:3:19: error: Y", "X := \"é\""],
        ),
        ("empty", Vec::new(), &["empty.adb:1:1: error: there is no compilation unit"]),
        ("deep", procedure(&parentheses).into(), &["deep.adb:3:", "error: nested too deeply"]),
        (
            "clause",
            "procedure P is\n   --% predicate ;\n   --% frobnicate X;\nbegin\n   null;\nend P;\n".into(),
            &["clause.adb:2:17: error: a condition", "clause.adb:3:8: error:", "--% frobnicate X;"],
        ),
    ];
    for (name, text, words) in expectations {
        let path = folder.path().join(format!("{name}.adb"));
        fs::write(&path, text).unwrap();
        let output = sabs(&["verify", &path.to_string_lossy()]);
        let said = err(&output);
        let shown: String = said.chars().take(2_000).collect();
        assert_eq!(output.status.code(), Some(2), "{name}: {shown}");
        assert!(output.stdout.is_empty(), "{name}: no half result");
        assert!(
            said.contains('['),
            "{name} does not say what to do: {shown}"
        );
        for word in words {
            assert!(said.contains(word), "{name}: no `{word}` in\n{shown}");
        }
    }
}

#[test]
fn predicates_may_come_from_the_command_line_and_from_files() {
    if solver("z3").is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let unit = folder.path().join("inc.adb");
    let text = "package body Inc is\n   X : Integer := 0;\n   procedure Up is\n   begin\n      \
                if X < 10 then\n         X := X + 1;\n      end if;\n      \
                pragma Assert (X <= 10);\n   end Up;\nend Inc;\n";
    fs::write(&unit, text).unwrap();
    let clauses = folder.path().join("mine.txt");
    fs::write(&clauses, "in Inc: predicate X <= 10, X < 10;\n").unwrap();
    let (unit, clauses) = (unit.to_str().unwrap(), clauses.to_str().unwrap());
    let without = sabs(&["verify", unit, "--no-refine"]);
    assert_eq!(without.status.code(), Some(3));
    let given = [
        "--no-refine",
        "--predicate",
        "Inc: X <= 10",
        "--predicate",
        "Inc.Up: X < 10",
    ];
    let one_by_one = sabs(&[&["verify", unit], given.as_slice()].concat());
    assert_eq!(one_by_one.status.code(), Some(0), "{}", err(&one_by_one));
    let from_file = sabs(&["verify", unit, "--no-refine", "--predicates", clauses]);
    assert_eq!(from_file.status.code(), Some(0), "{}", err(&from_file));
    let wrong = [
        ("X <= 10", "say where it belongs"),
        ("Inc.Upp: X <= 10", "has this name"),
        ("Inc: Y <= 10", "Y is not declared here"),
        ("Inc: X + 1", "is not a condition"),
    ];
    for (predicate, message) in wrong {
        let output = sabs(&["verify", unit, "--predicate", predicate]);
        assert_eq!(output.status.code(), Some(2), "{predicate}");
        assert!(
            err(&output).contains(message),
            "{predicate}: {}",
            err(&output)
        );
    }
}

/// `--subprogram` leaves only what bears that name, at every stage that has subprograms.
#[test]
fn one_subprogram_is_shown_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.adb");
    let text = "package body P is
   procedure Other is null;
   procedure Inc (X : in out Integer) is
      function Twice return Integer is (X + X);
   begin
      X := Twice;
   end Inc;
end P;
";
    fs::write(&path, text).unwrap();
    let path = path.to_string_lossy();
    for stage in ["ast", "program", "checks", "flow", "dot", "ssa"] {
        let output = sabs(&["show", &path, "--stage", stage, "--subprogram", "Inc"]);
        assert!(output.status.success(), "{stage}: {}", err(&output));
        let shown = out(&output);
        assert!(!shown.contains("Other"), "{stage}:\n{shown}");
        let missing = sabs(&["show", &path, "--stage", stage, "--subprogram", "Nix"]);
        assert_eq!(missing.status.code(), Some(2), "{stage}");
        assert!(
            err(&missing).contains("[name one of P.Other, P.Inc"),
            "{stage}"
        );
    }
    let shown = out(&sabs(&[
        "show",
        &path,
        "--stage",
        "ast",
        "--subprogram",
        "p.inc.twice",
    ]));
    assert_eq!(shown, "function Twice return Integer is (X + X);\n");
}

/// Where calls go by contracts, what functions in a postcondition promise is known, too, but a
/// promise that rests on itself is none.
#[test]
fn functions_in_postconditions_keep_their_promises() {
    let Some(solver) = solver("z3") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.adb");
    let text = "package body P is
   function Least (X : Integer) return Integer
     with Post => Least'Result >= X and Least'Result >= 0
   is
   begin
      return (if X < 0 then 0 else X);
   end Least;
   procedure Set (X : out Integer)
     with Post => X >= Least (7)
   is
   begin
      X := Least (7);
   end Set;
   procedure Client (Y : out Integer)
     with Post => Y >= 7
   is
   begin
      Set (Y);
   end Client;
   function Endless (X : Integer) return Integer
     with Post => Endless'Result = Endless (X) + 1
   is
   begin
      return 0;
   end Endless;
   procedure Absurd (Z : out Integer)
     with Post => Z = 3
   is
   begin
      Z := Endless (1);
   end Absurd;
end P;
";
    fs::write(&path, text).unwrap();
    let path = path.to_string_lossy();
    let shown = out(&sabs(&["verify", "--modular", "--solver", &solver, &path]));
    assert!(
        shown.contains("p.adb:15:19: info: postcondition proved"),
        "{shown}"
    );
    for line in [21, 28] {
        let proved = format!("p.adb:{line}:19: info: postcondition proved");
        assert!(!shown.contains(&proved), "{shown}");
    }
}
