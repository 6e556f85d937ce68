//! The programs of tests/bp: each says in its first lines how it is run and what is expected.
//!
//! `// run: ARGUMENTS` of `sabs check`; `// expect: LINE` for each verdict in order; `// length: N`
//! the hierarchical length of the first trace; `// error: TEXT` part of the message of a program
//! that is rejected, or of which not everything can be told; `// missing: TEXT` part of what is said
//! to be unknown; `// open: FORMULA` a part of a formula that is open; `// way: L1 L2 ? L3` the labels
//! on the way of the first open formula, with `?` for the step that is unknown. Arguments with blanks
//! stand in single quotes. The exit status follows.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use sabs::cli::{Cli, ExitStatus, Streams, run};

/// Runs `sabs` with arguments: status, standard output, standard error.
fn sabs(arguments: &[&str]) -> (ExitStatus, String, String) {
    let cli = Cli::try_parse_from(["sabs"].iter().chain(arguments)).expect("known arguments");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = run(
        cli,
        &mut Streams {
            out: &mut out,
            err: &mut err,
        },
    );
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status, text(out), text(err))
}

fn directives<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let prefix = format!("// {name}: ");
    text.lines()
        .filter_map(|line| line.strip_prefix(&prefix))
        .collect()
}

/// The arguments of a program, as a shell takes them apart.
fn arguments(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in directives(text, "run") {
        for (at, part) in line.split('\'').enumerate() {
            if at % 2 == 1 {
                found.push(part);
            } else {
                found.extend(part.split_whitespace());
            }
        }
    }
    found
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bp");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("readable").path())
        .collect();
    paths.sort();
    paths
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as a filter has it
fn is_verdict(line: &&str) -> bool {
    let words = [
        "REACHABLE ",
        "UNREACHABLE ",
        "UNKNOWN ",
        "TRUE ",
        "FALSE ",
        "INCONCLUSIVE ",
    ];
    words.iter().any(|word| line.starts_with(word))
}

/// What is wrong with the answers to a program; nothing if they are as expected.
fn complaint(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).expect("readable");
    let file = path.to_str().expect("a plain path");
    let run = arguments(&text);
    let check = |more: &[&str]| sabs(&[&["check", file], &run[..], more].concat());
    let (status, out, err) = check(&[]);
    let verdicts: Vec<&str> = out.lines().filter(is_verdict).collect();
    let expected = directives(&text, "expect");
    if let Some(error) = directives(&text, "error").first() {
        // What is known is said all the same.
        let right = status == ExitStatus::Error && err.contains(error) && verdicts == expected;
        return (!right).then(|| format!("{status:?} {verdicts:?} {err}"));
    }
    let any = |words: [&str; 2]| {
        let mut lines = expected.iter();
        lines.any(|line| words.iter().any(|word| line.starts_with(word)))
    };
    let expected_status = if any(["REACHABLE", "FALSE"]) {
        ExitStatus::Violated
    } else if any(["UNKNOWN", "INCONCLUSIVE"]) {
        ExitStatus::Unknown
    } else {
        ExitStatus::Success
    };
    if verdicts != expected || expected.is_empty() || status != expected_status {
        return Some(format!("{status:?} {verdicts:?} {err}"));
    }
    for missing in directives(&text, "missing") {
        let mut lines = out.lines();
        if !lines.any(|line| line.starts_with("  unknown: ") && line.contains(missing)) {
            return Some(format!("does not say that `{missing}` is missing: {out}"));
        }
    }
    let as_json = || -> serde_json::Value {
        let (_, json, _) = check(&["--format", "json"]);
        serde_json::from_str(&json).expect("JSON")
    };
    for open in directives(&text, "open") {
        let line = format!("  open: {open}");
        if !out.lines().any(|found| found == line) {
            return Some(format!("does not say that `{open}` is open: {out}"));
        }
    }
    if let Some(labels) = directives(&text, "way").first() {
        let found = open_way(&as_json());
        if found != **labels {
            return Some(format!("open on the way {found}"));
        }
    }
    if let Some(length) = directives(&text, "length").first() {
        let object = as_json();
        let questions = object["questions"].as_array().expect("questions");
        let mut lengths = questions
            .iter()
            .map(|question| &question["hierarchical_length"]);
        let found = lengths
            .find(|length| !length.is_null())
            .map(ToString::to_string);
        if found.as_deref() != Some(*length) {
            return Some(format!("length {found:?}"));
        }
    }
    None
}

/// The labels on the way of the first open formula, and where the unknown step is.
fn open_way(object: &serde_json::Value) -> String {
    let formulas = object["formulas"].as_array().expect("formulas");
    let mut explanations = formulas.iter().map(|formula| &formula["explanation"]);
    let open = explanations
        .find(|why| !why.is_null())
        .expect("an open one");
    let label = |state: &serde_json::Value| {
        let statement = state["at"]["statement"].as_str().unwrap_or("end");
        let label = statement.split_once(": ").map(|(label, _)| label);
        label.unwrap_or("-").to_owned()
    };
    let states = |key: &str| open[key].as_array().expect("states").iter().map(label);
    let step = ["?".to_owned(), label(&open["perhaps"])];
    let way: Vec<String> = states("path").chain(step).chain(states("beyond")).collect();
    way.join(" ")
}

#[test]
fn every_program_has_the_expected_answers() {
    let programs = programs();
    assert!(programs.len() >= 60, "only {} programs", programs.len());
    let complaints: Vec<String> = programs
        .iter()
        .filter_map(|path| complaint(path).map(|what| format!("{}: {what}", path.display())))
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Every program that is accepted keeps its answers without the two optimisations.
#[test]
fn switches_change_no_answer() {
    for path in programs() {
        let text = fs::read_to_string(&path).expect("readable");
        let run = arguments(&text);
        if !directives(&text, "error").is_empty() || run.contains(&"--no-mod-ref") {
            continue;
        }
        let file = path.to_str().expect("a plain path");
        let verdicts = |more: &[&str]| {
            let (status, out, _) = sabs(&[&["check", file], &run[..], more].concat());
            let lines = out.lines().filter(|line| line.contains("REACHABLE"));
            (status, lines.map(str::to_owned).collect::<Vec<String>>())
        };
        let expected = verdicts(&[]);
        for switches in [
            &["--no-live-ranges"][..],
            &["--no-mod-ref"],
            &["--no-live-ranges", "--no-mod-ref"],
        ] {
            assert_eq!(verdicts(switches), expected, "{file} {switches:?}");
        }
    }
}

/// 100,000 nested blocks, operators and calls end in an answer.
#[test]
fn depth_is_no_danger() {
    let depth = 100_000;
    let blocks = format!(
        "decl g; void main() begin {} A: skip; {} end",
        "if (g) then ".repeat(depth),
        "fi ".repeat(depth)
    );
    let operators = format!(
        "decl g; void main() begin g := {}g{}; A: skip; end",
        "(!".repeat(depth),
        ")".repeat(depth)
    );
    let chain = format!(
        "decl g; void main() begin g := g{}; A: skip; end",
        " ^ g".repeat(depth)
    );
    let call = |at: usize| format!("void f{at}() begin f{}(); end", at + 1);
    let mut calls: Vec<String> = (0..depth).map(call).collect();
    calls.push(format!("void f{depth}() begin A: skip; end"));
    calls.push("void main() begin f0(); end".to_owned());
    let calls = calls.join("\n");
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("blocks", blocks),
        ("operators", operators),
        ("chain", chain),
        ("calls", calls),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("writable");
        let file = path.to_str().expect("a plain path");
        let (status, out, err) = sabs(&["check", file, "--label", "A"]);
        assert_eq!(status, ExitStatus::Violated, "{name}: {err}");
        assert!(out.starts_with("REACHABLE A\n"), "{name}");
        let output = folder.path().join("converted");
        let output = output.to_str().expect("a plain path");
        let (status, _, err) = sabs(&["convert", file, "--to", "moped", "-o", output]);
        assert_eq!(status, ExitStatus::Success, "{name}: {err}");
    }
}

/// The answer to the question of the paper's Figure 1, word by word.
#[test]
fn figure_1_is_answered_as_in_the_paper() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bp/figure_1.bp");
    let (status, out, _) = sabs(&["check", path, "--label", "R", "--expand"]);
    assert_eq!(status, ExitStatus::Violated);
    let expected = "\
REACHABLE R
    Line 9   State g=1                  h := !g
    Line 10  State g=1 h=0              A(g, h)
        Line 23  State g=1 a1=1 a2=0        if (a1)
        Line 24  State g=1 a1=1 a2=0        A(a2, a1)
            Line 23  State g=1 a1=0 a2=1        if (a1)
            Line 27  State g=1 a1=0 a2=1        g := a2
            A:4      State g=1 a1=0 a2=1        end
        Line 25  State g=1 a1=1 a2=0        skip
        A:4      State g=1 a1=1 a2=0        end
    Line 11  State g=1 h=0              skip
    Line 12  State g=1 h=0              A(g, h)
        Line 23  State g=1 a1=1 a2=0        if (a1)
        Line 24  State g=1 a1=1 a2=0        A(a2, a1)
            Line 23  State g=1 a1=0 a2=1        if (a1)
            Line 27  State g=1 a1=0 a2=1        g := a2
            A:4      State g=1 a1=0 a2=1        end
        Line 25  State g=1 a1=1 a2=0        skip
        A:4      State g=1 a1=1 a2=0        end
    Line 13  State g=1 h=0              skip
    Line 14  State g=1 h=0              if (g)
    Line 15  State g=1 h=0              R: skip
";
    assert_eq!(out, expected);
}

/// Definite and open answers as JSON: the way, and what is missing at which statement.
#[test]
fn exact_answers_are_told_as_json() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/bp/exact_figure_5c_second.bp"
    );
    let formulas = ["--ctl", "EF (pc = END)", "--ctl", "EF (pc = P1)"];
    let json = ["--semantics", "exact", "--label", "END", "--format", "json"];
    let (status, out, _) = sabs(&[&["check", path], &formulas[..], &json].concat());
    assert_eq!(status, ExitStatus::Unknown);
    let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(object["semantics"], "exact");
    assert_eq!(object["questions"][0]["verdict"], "unknown");
    let open = &object["formulas"][0];
    assert_eq!(open["verdict"], "inconclusive");
    let explanation = &open["explanation"];
    assert_eq!(explanation["cause"]["kind"], "values");
    assert_eq!(explanation["cause"]["at"]["line"], 12);
    assert_eq!(
        explanation["cause"]["variables"],
        serde_json::json!(["x > 0"])
    );
    assert_eq!(explanation["open"], "EF (pc = END)");
    assert_eq!(explanation["path"].as_array().map(Vec::len), Some(3));
    assert_eq!(explanation["perhaps"]["values"]["{x > 0}"], 0);
    assert_eq!(explanation["beyond"].as_array().map(Vec::len), Some(1));
    let definite = &object["formulas"][1];
    assert_eq!(definite["verdict"], "true");
    assert_eq!(definite["way"].as_array().map(Vec::len), Some(2));
    assert_eq!(definite["explanation"], serde_json::Value::Null);
}
