//! Temporal properties, in all the ways that checks are told.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::json::{happened, step_value};
use super::sarif::place;
use super::text::{Extent, Manner, Output, counted, is_proved, told_steps};
use super::{JudgedProperty, Report, open};
use crate::source::Sources;
use crate::verdict::{Arrival, Verdict};

/// The name under which SARIF knows the properties.
pub(super) const RULE: &str = "SABS_TEMPORAL_PROPERTY";

/// A line per property, with what belongs to it, and a summary.
pub(super) fn lines(report: &Report, sources: &Sources, manner: Manner) -> String {
    let mut text = String::new();
    for found in &report.properties {
        if manner.extent == Extent::Fail && is_proved(found.verdict) {
            continue;
        }
        let severity = match found.verdict {
            Verdict::Proved(_) => "info",
            Verdict::Unknown(_) => "medium",
            Verdict::Violated => "high",
        };
        let said = match manner.output {
            Output::Brief => outcome(found.verdict).to_owned(),
            Output::Oneline | Output::Pretty => message(found),
        };
        let place = sources.locate(found.span);
        let _ = write!(text, "{place}: {severity}: {said}");
        let between = match manner.output {
            Output::Brief => None,
            Output::Oneline => Some(("; ", "")),
            Output::Pretty => Some(("\n   ", "\n   ")),
        };
        let details = details(found, sources);
        if let (Some((between, before)), false) = (between, details.is_empty()) {
            let details = details.join(between);
            let _ = if before.is_empty() {
                write!(text, " [{details}]")
            } else {
                write!(text, "{before}{details}")
            };
        }
        text.push('\n');
    }
    text
}

/// `2 temporal properties: 1 holds, 1 unknown`, if there are any.
pub(super) fn summary(report: &Report) -> String {
    let total = report.properties.len();
    if total == 0 {
        return String::new();
    }
    let count = |is_it: fn(Verdict) -> bool| {
        let all = report.properties.iter();
        all.filter(|found| is_it(found.verdict)).count()
    };
    let noun = if total == 1 {
        counted(1, "temporal property")
    } else {
        format!("{total} temporal properties")
    };
    format!(
        "{noun}: {} holding, {} failing, {} unknown\n",
        count(is_proved),
        count(|verdict| verdict == Verdict::Violated),
        count(|verdict| matches!(verdict, Verdict::Unknown(_)))
    )
}

fn outcome(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proved(Arrival::Possible) => "temporal property holds (not certified)",
        Verdict::Proved(Arrival::Unreachable) => {
            "temporal property holds (unreachable, not certified)"
        }
        Verdict::Violated => "temporal property fails",
        Verdict::Unknown(_) => "temporal property might fail",
    }
}

fn message(found: &JudgedProperty) -> String {
    let outcome = outcome(found.verdict);
    match found.verdict {
        Verdict::Proved(_) => outcome.to_owned(),
        Verdict::Unknown(_) => format!("{outcome}, cannot show {}", found.text),
        Verdict::Violated => format!("{outcome}: {}", found.text),
    }
}

/// How to see it fail, or why nothing is known.
fn details(found: &JudgedProperty, sources: &Sources) -> Vec<String> {
    match found.verdict {
        Verdict::Proved(_) => Vec::new(),
        Verdict::Violated => {
            let steps = told_steps(&found.inputs).into_iter();
            steps.map(|step| format!("by {step}")).collect()
        }
        Verdict::Unknown(reason) => {
            let mut told = vec![format!("reason: {reason}")];
            if let Some(open) = &found.open {
                told.extend(open::lines(open, sources));
            }
            told.push(format!("try: {}", reason.advice()));
            told
        }
    }
}

/// A property as JSON.
pub(super) fn to_value(found: &JudgedProperty, sources: &Sources) -> Value {
    let position = sources.position(found.span);
    let is_violated = found.verdict == Verdict::Violated;
    let inputs = found.inputs.iter().map(|step| step_value(step, sources));
    let trace = found.trace.iter().map(|event| happened(event, sources));
    json!({
        "file": sources.file(found.span.file).name(),
        "line": position.line,
        "column": position.column,
        "subprogram": found.subprogram,
        "formula": found.text,
        "verdict": match found.verdict {
            Verdict::Proved(_) => "holds",
            Verdict::Violated => "fails",
            Verdict::Unknown(_) => "unknown",
        },
        "message": message(found),
        "reason": match found.verdict {
            Verdict::Proved(Arrival::Possible) | Verdict::Violated => None,
            Verdict::Proved(Arrival::Unreachable) => Some("unreachable".to_owned()),
            Verdict::Unknown(reason) => Some(reason.to_string()),
        },
        "certified": false,
        "inputs": is_violated.then(|| inputs.collect::<Vec<Value>>()),
        "trace": is_violated.then(|| trace.collect::<Vec<Value>>()),
        "open": found.open.as_ref().map(|open| open::to_value(open, sources)),
    })
}

/// A property as a result of SARIF.
pub(super) fn to_result(found: &JudgedProperty, index: usize, sources: &Sources) -> Value {
    let (kind, level) = match found.verdict {
        Verdict::Proved(_) => ("pass", "none"),
        Verdict::Violated => ("fail", "error"),
        // Only failures have a level.
        Verdict::Unknown(_) => ("open", "none"),
    };
    let details = details(found, sources);
    let text = [vec![message(found)], details].concat().join("; ");
    json!({
        "ruleId": RULE,
        "ruleIndex": index,
        "kind": kind,
        "level": level,
        "message": {"text": text},
        "locations": [{
            "physicalLocation": place(found.span, sources),
            "logicalLocations": [{
                "fullyQualifiedName": found.subprogram,
                "kind": "function",
            }],
        }],
    })
}
