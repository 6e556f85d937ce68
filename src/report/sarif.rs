//! SARIF 2.1.0, for tools that show results of analyses.

use serde_json::{Map, Value, json};

use super::text::message;
use super::{Report, TraceEvent, property};
use crate::source::{Sources, Span};
use crate::verdict::{Arrival, Check, CheckId, Reason, Rule, Verdict};

/// Where the schema of the format is published.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The whole report as one log with one run. A violated check is a failure with the run that shows
/// it as code flow, an unknown one is open, a proved one has passed; gaps and warnings are
/// notifications.
pub fn to_sarif(report: &Report, sources: &Sources) -> String {
    let mut rules: Vec<Rule> = report.told().map(|(_, check, _)| check.rule).collect();
    rules.sort_unstable();
    rules.dedup();
    let mut results: Vec<Value> = report
        .told()
        .map(|(id, check, verdict)| result(report, (id, check), verdict, &rules, sources))
        .collect();
    let properties = report.properties.iter();
    results.extend(properties.map(|found| property::to_result(found, rules.len(), sources)));
    let mut descriptions: Vec<Value> = rules
        .iter()
        .map(|rule| {
            json!({
                "id": rule.name(),
                "shortDescription": {"text": rule.noun()},
            })
        })
        .collect();
    if !report.properties.is_empty() {
        descriptions.push(json!({
            "id": property::RULE,
            "shortDescription": {"text": "temporal property"},
        }));
    }
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "sabs",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": descriptions,
            }},
            "invocations": [{
                "executionSuccessful": !is_cut_short(report),
                "toolExecutionNotifications": notifications(report, sources),
            }],
            "artifacts": report.files.iter().map(|name| json!({
                "location": {"uri": uri(name)},
            })).collect::<Vec<Value>>(),
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).unwrap_or_default();
    text.push('\n');
    text
}

/// Whether somebody ended the run before it had come to its end.
fn is_cut_short(report: &Report) -> bool {
    let cut = |reason: Reason| matches!(reason, Reason::Interrupted | Reason::Unconfirmed);
    let mut verdicts = report.told().map(|(_, _, verdict)| verdict);
    verdicts.any(|verdict| matches!(verdict, Verdict::Unknown(reason) if cut(reason)))
}

fn notifications(report: &Report, sources: &Sources) -> Vec<Value> {
    let gaps = report.gaps.iter().map(|gap| {
        json!({
            "level": "warning",
            "message": {"text": format!("not modelled: {}", gap.construct)},
            "locations": [{"physicalLocation": place(gap.span, sources)}],
        })
    });
    let warnings = report
        .warnings
        .iter()
        .map(|warning| json!({"level": "warning", "message": {"text": warning}}));
    gaps.chain(warnings).collect()
}

fn result(
    report: &Report,
    (id, check): (CheckId, &Check),
    verdict: Verdict,
    rules: &[Rule],
    sources: &Sources,
) -> Value {
    let (kind, level) = match verdict {
        Verdict::Proved(_) => ("pass", "none"),
        Verdict::Violated => ("fail", "error"),
        // Only failures have a level.
        Verdict::Unknown(_) => ("open", "none"),
    };
    let mut text = message(report, (id, check), verdict, sources);
    match verdict {
        Verdict::Unknown(reason) => text = format!("{text}: {reason}"),
        Verdict::Proved(Arrival::Possible | Arrival::Unreachable) | Verdict::Violated => {}
    }
    let mut found = json!({
        "ruleId": check.rule.name(),
        "ruleIndex": rules.binary_search(&check.rule).unwrap_or(0),
        "kind": kind,
        "level": level,
        "message": {"text": text},
        "locations": [{
            "physicalLocation": place(check.span, sources),
            "logicalLocations": [{
                "fullyQualifiedName": check.subprogram,
                "kind": "function",
            }],
        }],
    });
    let events = report.traces.get(&id).map_or(&[][..], Vec::as_slice);
    if let (Verdict::Violated, false, Value::Object(keys)) =
        (verdict, events.is_empty(), &mut found)
    {
        let steps: Vec<Value> = (1_usize..)
            .zip(events)
            .map(|(at, event)| flow_location(at, event, sources))
            .collect();
        let flow = json!([{"threadFlows": [{"locations": steps}]}]);
        keys.insert("codeFlows".to_owned(), flow);
    }
    found
}

fn flow_location(at: usize, event: &TraceEvent, sources: &Sources) -> Value {
    let values = event.values.iter();
    let state: Map<String, Value> = values
        .map(|(name, value)| (name.clone(), json!({"text": value})))
        .collect();
    json!({
        "location": {
            "physicalLocation": place(event.span, sources),
            "message": {"text": event.event},
        },
        "state": state,
        "nestingLevel": event.depth,
        "executionOrder": at,
    })
}

pub(super) fn place(span: Span, sources: &Sources) -> Value {
    let file = sources.file(span.file);
    let start = file.position(span.start as usize);
    let end = file.position(span.end as usize);
    json!({
        "artifactLocation": {"uri": uri(file.name())},
        "region": {
            "startLine": start.line,
            "startColumn": start.column,
            "endLine": end.line,
            "endColumn": end.column,
        },
    })
}

/// A file's name as a relative reference: what has a meaning there is written by its number.
fn uri(name: &str) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(byte);
    name.bytes()
        .map(|byte| match byte {
            byte if is_plain(&byte) => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect()
}
