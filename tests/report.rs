//! Verdicts as text, JSON and SARIF.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
mod support;
mod verdicts;

use std::fs;
use std::path::Path;
use std::process::Command;

use boon::{Compiler, SchemaIndex, Schemas};
use sabs::pipeline::Options;
use sabs::report::{Extent, Manner, Output, to_json, to_sarif, to_text};
use sabs::verdict::Verdict;
use serde_json::Value;
use verdicts::{Judged, judged};

fn example(name: &str, refinements: usize) -> Option<Judged> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let options = Options {
        refinements,
        ..Options::default()
    };
    judged(&path, options)
}

fn text(judged: &Judged, output: Output, extent: Extent) -> String {
    to_text(&judged.report, &judged.sources, Manner { output, extent })
}

#[test]
fn a_violation_is_told_with_its_values() {
    let Some(found) = example("spark-examples/violated/double_release.adb", 16) else {
        return;
    };
    assert_eq!(
        text(&found, Output::Pretty, Extent::All),
        "double_release.adb:17:10: info: precondition proved
double_release.adb:19:13: info: precondition proved
double_release.adb:21:10: high: precondition fails, cannot prove Held
   |
21 |          Release;
   |          ^^^^^^^ Held = False
   by Double_Release.Work (Failed => True)
3 checks: 2 proved, 1 violated, 0 unknown
"
    );
    assert_eq!(
        text(&found, Output::Oneline, Extent::Fail),
        "double_release.adb:21:10: high: precondition fails, cannot prove Held (when Held = False) \
         [by Double_Release.Work (Failed => True)]
3 checks: 2 proved, 1 violated, 0 unknown
"
    );
    assert_eq!(
        text(&found, Output::Brief, Extent::Fail),
        "double_release.adb:21:10: high: precondition fails
3 checks: 2 proved, 1 violated, 0 unknown
"
    );
}

/// Arrays of a package have the bounds of their types: each component is told, and `others` only
/// where it stands for several.
#[test]
fn arrays_of_packages_are_told_with_all_components() {
    let Some(found) = example("tests/driver/boards.adb", 16) else {
        return;
    };
    let told = text(&found, Output::Pretty, Extent::Fail);
    for wanted in [
        "   by R := (1 => 5, 2 => 6, 3 => 7)\n",
        "   by Boards.Look (D => (others => 1))\n",
        "   by C := (Red => (V => 3, B => True), Green => (V => 3, B => False))\n",
    ] {
        assert!(told.contains(wanted), "{wanted} is not in\n{told}");
    }
    let document = to_json(&found.report, &found.sources);
    assert!(
        document.contains("\"(1 => 5, 2 => 6, 3 => 7)\""),
        "{document}"
    );
    assert!(!document.contains(", others =>"), "{document}");
}

/// A discriminant can only be set with the whole record.
#[test]
fn discriminants_are_told_with_their_records() {
    for (name, wanted) in [
        (
            "figures",
            &["   by G := (K => Circle, Id => 0, Radius => 0)\n"][..],
        ),
        (
            "variables",
            &[
                "   by N := (Tag => 3, Number => 0)\n",
                "   by P := (Left => (Tag => 7, Number => 0), Right => 0)\n",
            ],
        ),
    ] {
        let Some(found) = example(&format!("tests/driver/{name}.adb"), 16) else {
            return;
        };
        let told = text(&found, Output::Pretty, Extent::Fail);
        for wanted in wanted {
            assert!(told.contains(wanted), "{wanted} is not in\n{told}");
        }
    }
}

/// A predicate is evaluated before a call that must satisfy it: nobody calls its function.
#[test]
fn evaluations_of_predicates_are_no_calls_of_a_client() {
    let Some(found) = example("tests/driver/evens.adb", 16) else {
        return;
    };
    let told = text(&found, Output::Pretty, Extent::Fail);
    assert!(told.contains("   by Evens.Look (A => 4)\n"), "{told}");
    assert!(!told.contains("Is_Even"), "{told}");
    let document = to_json(&found.report, &found.sources);
    assert!(
        document.contains("Evens.Is_Even is evaluated"),
        "{document}"
    );
    assert!(!document.contains("Is_Even is called"), "{document}");
}

/// GNAT goes on behind an initialisation or aliasing check that fails: what is unreachable only
/// because a run is taken to end there says so, and what no way leads to from there does not.
#[test]
#[allow(clippy::disallowed_methods, reason = "sabs and GNAT are no solvers")]
fn what_is_unreachable_behind_a_failing_check_says_so() {
    let (Some(solver), Some(gnatmake)) = (support::solver("z3"), support::referee("gnatmake"))
    else {
        return;
    };
    let said = |format: &str| {
        let ended = Command::new(env!("CARGO_BIN_EXE_sabs"))
            .args(["verify", "--solver", &solver, "--output", "brief"])
            .args(["--format", format, "tests/report/passed_over.adb"])
            .output()
            .unwrap();
        let warned = String::from_utf8_lossy(&ended.stderr).into_owned();
        let wanted = "passed_over.adb:25:24: a run is taken to end where this aliasing check fails";
        assert!(warned.contains(wanted), "{warned}");
        String::from_utf8(ended.stdout).unwrap()
    };
    let told = said("text");
    let document: Value = serde_json::from_str(&said("json")).unwrap();
    let log: Value = serde_json::from_str(&said("sarif")).unwrap();
    let aliasing = "the aliasing check at passed_over.adb:25:24";
    let unset = "the initialization check at passed_over.adb:18:12";
    let given = |all: &str| format!(", given that a run ends where {all} fails");
    let expected = [
        (22, String::new()),
        (27, given(aliasing)),
        (30, given(unset)),
        (32, given(&format!("{unset} or {aliasing}"))),
    ];
    for (line, given) in &expected {
        let message = format!("assertion proved (unreachable{given})");
        let row = format!("passed_over.adb:{line}:");
        let of_line = |text: &&str| text.starts_with(&row);
        let own = told.lines().find(of_line).unwrap();
        assert!(own.ends_with(&message), "{own}");
        let rows = document["checks"].as_array().unwrap().iter();
        let mut rows = rows.filter(|row| row["line"] == *line && row["rule"] == "VC_ASSERT");
        let row = rows.next().unwrap();
        assert_eq!(row["message"], message);
        assert_eq!(row["reason"], "unreachable");
        let endings = row.get("endings").and_then(Value::as_array);
        assert_eq!(endings.map_or(0, Vec::len), given.matches(" at ").count());
        let mut results = log["runs"][0]["results"].as_array().unwrap().iter();
        assert!(results.any(|result| result["message"]["text"] == message));
    }
    // An executable does arrive there.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("passed-over");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let source = fs::read_to_string("tests/report/passed_over.adb").unwrap();
    fs::write(folder.join("passed_over.adb"), source).unwrap();
    for (overlaps, line) in [("True", 27), ("False", 30)] {
        let main = format!(
            "with Passed_Over; procedure Main is begin Passed_Over ({overlaps}); end Main;"
        );
        fs::write(folder.join("main.adb"), main).unwrap();
        let made = Command::new(&gnatmake)
            .args(["-q", "-f", "-gnat2022", "-gnata", "main.adb"])
            .current_dir(&folder)
            .output()
            .unwrap();
        assert!(made.status.success(), "{made:?}");
        let ended = Command::new(folder.join("main")).output().unwrap();
        let raised = String::from_utf8_lossy(&ended.stderr).into_owned();
        let place = format!("passed_over.adb:{line}");
        assert!(raised.contains(&place), "{place}: {raised}");
    }
}

#[test]
fn an_unknown_is_told_with_its_reason() {
    let Some(found) = example("spark-examples/unknown/gauss.adb", 0) else {
        return;
    };
    let told = text(&found, Output::Pretty, Extent::Statistics);
    assert!(
        told.contains("\n   reason: the given predicates do not exclude a failure"),
        "{told}"
    );
    assert!(told.contains("\n   try: leave --no-refine out"), "{told}");
    let unknown = |verdict: &Verdict| matches!(verdict, Verdict::Unknown(_));
    let checks = &found.report.checks;
    let open = checks
        .iter()
        .filter(|(_, verdict)| unknown(verdict))
        .count();
    let total = told.lines().find(|line| line.starts_with("total")).unwrap();
    let figures: Vec<&str> = total.split_whitespace().skip(1).collect();
    let (all, open) = (checks.len().to_string(), open.to_string());
    assert_eq!((figures[0], figures[3]), (all.as_str(), open.as_str()));
}

/// The trace of a run: it ends at the check, with the values that decide.
#[test]
fn a_trace_ends_where_the_check_fails() {
    let Some(found) = example("tests/driver/sens.adb", 16) else {
        return;
    };
    let document: Value = serde_json::from_str(&to_json(&found.report, &found.sources)).unwrap();
    let mut violated = 0;
    for check in document["checks"].as_array().unwrap() {
        if check["verdict"] != "violated" {
            assert!(check["trace"].is_null());
            continue;
        }
        violated += 1;
        let last = check["trace"].as_array().unwrap().last().unwrap();
        for key in ["file", "line", "column"] {
            assert_eq!(last[key], check[key], "{check}");
        }
        assert!(!last["values"].as_object().unwrap().is_empty(), "{check}");
    }
    assert_eq!(violated, 6);
}

/// Components of variants that the discriminants do not choose are not told.
#[test]
fn a_trace_tells_what_is_there() {
    let Some(found) = example("tests/driver/figures.adb", 16) else {
        return;
    };
    let document: Value = serde_json::from_str(&to_json(&found.report, &found.sources)).unwrap();
    let mut kind = Value::Null;
    let mut told = 0;
    for check in document["checks"].as_array().unwrap() {
        for event in check["trace"].as_array().into_iter().flatten() {
            let values = event["values"].as_object().unwrap();
            if let Some(now) = values.get("G.K") {
                kind = now.clone();
            }
            if values.contains_key("G.Width") || values.contains_key("G.Height") {
                assert_eq!(kind, "Box", "{check}");
                told += 1;
            }
            if values.contains_key("G.Radius") && event["event"] == "G.Radius is assigned" {
                assert_eq!(kind, "Circle", "{check}");
            }
        }
    }
    assert!(told > 0, "{document}");
}

/// The schema of SARIF 2.1.0, which the crate `serde-sarif` carries; a referee like others, which
/// `cargo fetch` brings.
fn sarif_schema() -> Option<Value> {
    let arguments = "metadata --format-version 1 --offline --locked";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let told: Value = serde_json::from_str(&cargo(&arguments)?).unwrap();
    let packages = told["packages"].as_array().unwrap();
    let carrier = packages.iter().find(|found| found["name"] == "serde-sarif");
    let manifest = Path::new(carrier.unwrap()["manifest_path"].as_str().unwrap());
    let file = manifest.parent().unwrap().join("src/schema.json");
    Some(serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap())
}

/// What cargo prints; `None` if not all crates are there.
#[allow(clippy::disallowed_methods)] // a tool of the tests, not a solver
fn cargo(arguments: &[&str]) -> Option<String> {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let required = std::env::var("SABS_REQUIRE_REFEREES").is_ok_and(|value| value == "1");
        assert!(!required, "run `cargo fetch` first: {errors}");
        support::tell("SKIPPED: the schema of SARIF is not there [run `cargo fetch`]");
        return None;
    }
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Judges logs by the schema.
struct Validator {
    schemas: Schemas,
    schema: SchemaIndex,
}

impl Validator {
    fn new() -> Option<Validator> {
        let mut schemas = Schemas::new();
        let mut compiler = Compiler::new();
        compiler.enable_format_assertions();
        let name = "https://example.org/sarif.json";
        compiler.add_resource(name, sarif_schema()?).unwrap();
        let schema = compiler.compile(name, &mut schemas).unwrap();
        Some(Validator { schemas, schema })
    }

    /// What is wrong with a log.
    fn complaint(&self, log: &Value) -> Option<String> {
        let judged = self.schemas.validate(log, self.schema);
        judged.err().map(|complaint| complaint.to_string())
    }
}

/// Regions that end before they begin: the schema says nothing of those.
fn regions_are_sound(value: &Value) -> bool {
    let number = |key: &str| value[key].as_u64().unwrap_or(0);
    let ends = (number("endLine"), number("endColumn"));
    let is_sound = value.get("startLine").is_none() || {
        ends >= (number("startLine"), number("startColumn")) && number("startColumn") >= 1
    };
    let inner: Vec<&Value> = match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(keys) => keys.values().collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    is_sound && inner.into_iter().all(regions_are_sound)
}

/// The validator has something to say where a log is not as it should be.
#[test]
fn the_schema_is_not_satisfied_by_anything() {
    let Some(found) = example("spark-examples/violated/division.adb", 16) else {
        return;
    };
    let Some(validator) = Validator::new() else {
        return;
    };
    let log: Value = serde_json::from_str(&to_sarif(&found.report, &found.sources)).unwrap();
    assert_eq!(validator.complaint(&log), None);
    for (place, wrong) in [
        ("/version", Value::from("2.2.0")),
        ("/runs/0/tool", Value::Null),
        ("/runs/0/results/0/level", Value::from("fatal")),
        ("/runs/0/results/0/message", Value::from("a text")),
        (
            "/runs/0/results/0/codeFlows/0/threadFlows",
            Value::Array(Vec::new()),
        ),
        (
            "/runs/0/results/0/locations/0/physicalLocation/region/startLine",
            Value::from(0),
        ),
        (
            "/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri",
            Value::from("not a uri"),
        ),
    ] {
        let mut broken = log.clone();
        *broken.pointer_mut(place).unwrap() = wrong;
        assert!(validator.complaint(&broken).is_some(), "{place}");
    }
    let mut broken = log.clone();
    broken["runs"][0]["results"][0]["colour"] = Value::from("red");
    assert!(validator.complaint(&broken).is_some());
}

/// The log is what the schema of SARIF 2.1.0 demands.
#[test]
fn sarif_is_what_its_schema_says() {
    let Some(validator) = Validator::new() else {
        return;
    };
    for name in [
        "tests/driver/sens.adb",
        "spark-examples/proved/clamp.adb",
        "spark-examples/violated/unset_field.adb",
    ] {
        let Some(found) = example(name, 16) else {
            return;
        };
        let written = to_sarif(&found.report, &found.sources);
        let plain: Value = serde_json::from_str(&written).unwrap();
        assert_eq!(validator.complaint(&plain), None, "{name}");
        assert!(regions_are_sound(&plain), "{name}");
        assert_eq!(plain["version"], "2.1.0");
        let run = &plain["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        let results = run["results"].as_array().unwrap();
        assert_eq!(results.len(), found.report.checks.len());
        for (result, (_, verdict)) in results.iter().zip(&found.report.checks) {
            let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(rules[index]["id"], result["ruleId"]);
            // Only what has failed has a level.
            let is_violated = *verdict == Verdict::Violated;
            let expected = if is_violated { "error" } else { "none" };
            assert_eq!(result["level"], expected);
            assert_eq!(result["kind"] == "fail", is_violated);
            assert_eq!(result.get("codeFlows").is_some(), is_violated);
            if let Some(flows) = result.get("codeFlows") {
                let steps = flows[0]["threadFlows"][0]["locations"].as_array().unwrap();
                let last = &steps.last().unwrap()["location"]["physicalLocation"];
                let place = &result["locations"][0]["physicalLocation"];
                assert_eq!(last["region"]["startLine"], place["region"]["startLine"]);
            }
        }
    }
}
