//! Verdicts as text, JSON and SARIF.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
mod support;
mod verdicts;

use std::path::Path;

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

/// What SARIF 2.1.0 allows and demands of the objects that are written, by their names in its
/// specification: the keys that must be there, then those that may.
const SARIF: [(&str, &str, &str); 16] = [
    ("log", "version runs", "$schema"),
    ("run", "tool", "invocations artifacts columnKind results"),
    ("tool", "driver", ""),
    ("driver", "name", "version rules"),
    ("rules", "id", "shortDescription"),
    ("shortDescription", "text", ""),
    (
        "invocations",
        "executionSuccessful",
        "toolExecutionNotifications",
    ),
    ("toolExecutionNotifications", "message", "level locations"),
    ("artifacts", "", "location"),
    (
        "results",
        "message",
        "ruleId ruleIndex kind level locations codeFlows",
    ),
    ("message", "text", ""),
    (
        "location",
        "",
        "physicalLocation logicalLocations message uri",
    ),
    ("physicalLocation", "", "artifactLocation region"),
    ("codeFlows", "threadFlows", ""),
    ("threadFlows", "locations", ""),
    ("state", "", ""),
];

/// Complaints about an object or a list of objects under a key.
fn complaints(name: &str, value: &Value, found: &mut Vec<String>) {
    if let Value::Array(items) = value {
        for item in items {
            complaints(name, item, found);
        }
        return;
    }
    let Value::Object(keys) = value else { return };
    let known = SARIF.iter().find(|(object, ..)| *object == name);
    if let Some((_, required, optional)) = known.filter(|_| name != "state") {
        for key in required.split_whitespace() {
            if !keys.contains_key(key) {
                found.push(format!("{name} has no {key}"));
            }
        }
        let allowed = required
            .split_whitespace()
            .chain(optional.split_whitespace());
        let allowed: Vec<&str> = allowed.collect();
        for key in keys.keys() {
            if !allowed.contains(&key.as_str()) {
                found.push(format!("{name} has {key}"));
            }
        }
    }
    if let Some(line) = keys.get("startLine") {
        let number = |key: &str| keys.get(key).and_then(Value::as_u64).unwrap_or(0);
        let is_sound = line.as_u64() >= Some(1)
            && number("startColumn") >= 1
            && (number("endLine"), number("endColumn"))
                >= (number("startLine"), number("startColumn"));
        if !is_sound {
            found.push(format!("a region goes backwards: {value}"));
        }
    }
    for (key, inner) in keys {
        let name = match key.as_str() {
            "runs" => "run",
            "locations" if name == "threadFlows" => "step",
            "locations" => "location",
            other => other,
        };
        complaints(name, inner, found);
    }
}

/// The log has the keys that SARIF 2.1.0 demands and none that it does not know.
#[test]
fn sarif_is_what_its_specification_says() {
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
        let mut wrong = Vec::new();
        complaints("log", &plain, &mut wrong);
        assert!(wrong.is_empty(), "{name}: {wrong:?}");
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
