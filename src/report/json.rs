//! JSON for programs that read results. Keys keep their order; additions come at the end.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::statistics::Counts;
use super::text::{is_proved, message};
use super::{ClientStep, Report, TraceEvent, open, property};
use crate::program::Gap;
use crate::proof::InvariantKind;
use crate::source::Sources;
use crate::verdict::{Arrival, Check, CheckId, Verdict};

#[derive(Serialize)]
struct Document<'a> {
    sabs: &'static str,
    files: &'a [String],
    checks: Vec<Row>,
    gaps: Vec<Value>,
    warnings: &'a [String],
    statistics: Value,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    properties: Vec<Value>,
}

#[derive(Serialize)]
struct Row {
    file: String,
    line: usize,
    column: usize,
    subprogram: String,
    rule: &'static str,
    verdict: &'static str,
    message: String,
    reason: Option<String>,
    inputs: Option<Vec<Value>>,
    trace: Option<Vec<Value>>,
    invariants: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    endings: Vec<Value>,
}

/// The whole report as one object.
pub fn to_json(report: &Report, sources: &Sources) -> String {
    let counts = Counts::of(report, |_| true);
    let document = Document {
        sabs: env!("CARGO_PKG_VERSION"),
        files: &report.files,
        checks: report
            .told()
            .map(|(id, check, verdict)| row(report, (id, check), verdict, sources))
            .collect(),
        gaps: report
            .gaps
            .iter()
            .map(|gap| gap_place(gap, sources))
            .collect(),
        warnings: &report.warnings,
        statistics: json!({
            "checks": counts.total(),
            "proved": counts.proved,
            "violated": counts.violated,
            "unknown": counts.unknown,
            "predicates": report.statistics.predicates,
            "iterations": report.statistics.iterations,
            "confirmations": report.statistics.confirmations,
        }),
        properties: report
            .properties
            .iter()
            .map(|found| property::to_value(found, sources))
            .collect(),
    };
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

fn row(
    report: &Report,
    (id, check): (CheckId, &Check),
    verdict: Verdict,
    sources: &Sources,
) -> Row {
    let inputs = report.inputs.get(&id);
    let inputs = inputs.filter(|_| verdict == Verdict::Violated);
    let trace = report.traces.get(&id);
    let trace = trace.filter(|_| verdict == Verdict::Violated);
    let endings = report.endings.get(&id).into_iter().flatten();
    let position = sources.position(check.span);
    Row {
        file: sources.file(check.span.file).name().to_owned(),
        line: position.line,
        column: position.column,
        subprogram: check.subprogram.clone(),
        rule: check.rule.name(),
        verdict: match verdict {
            Verdict::Proved(_) => "proved",
            Verdict::Violated => "violated",
            Verdict::Unknown(_) => "unknown",
        },
        message: message(report, (id, check), verdict, sources),
        reason: match verdict {
            Verdict::Proved(Arrival::Possible) | Verdict::Violated => None,
            Verdict::Proved(Arrival::Unreachable) => Some("unreachable".to_owned()),
            Verdict::Unknown(reason) => Some(reason.to_string()),
        },
        inputs: inputs.map(|steps| steps.iter().map(|step| step_value(step, sources)).collect()),
        trace: trace.map(|events| {
            events
                .iter()
                .map(|event| happened(event, sources))
                .collect()
        }),
        invariants: if is_proved(verdict) {
            invariants(report, check, sources)
        } else {
            Vec::new()
        },
        open: report
            .step_of(id, verdict)
            .map(|step| open::to_value(step, sources)),
        endings: endings
            .map(|ending| check_place(&report.checks[ending.0 as usize].0, sources))
            .collect(),
    }
}

/// What happens in a run.
pub(super) fn happened(event: &TraceEvent, sources: &Sources) -> Value {
    let position = sources.position(event.span);
    let values = event.values.iter();
    let values: Map<String, Value> = values
        .map(|(name, value)| (name.clone(), json!(value)))
        .collect();
    json!({
        "file": sources.file(event.span.file).name(),
        "line": position.line,
        "column": position.column,
        "event": event.event,
        "values": values,
    })
}

/// What a client does.
pub(super) fn step_value(step: &ClientStep, sources: &Sources) -> Value {
    match step {
        ClientStep::Set { variable, value } => json!({"set": variable, "value": value}),
        ClientStep::Call {
            subprogram,
            arguments,
            environment,
        } => {
            let arguments: Map<String, Value> = arguments
                .iter()
                .map(|(name, value)| (name.clone(), json!(value)))
                .collect();
            let environment: Vec<Value> = environment
                .iter()
                .map(|(span, value)| {
                    let position = sources.position(*span);
                    json!({
                        "file": sources.file(span.file).name(),
                        "line": position.line,
                        "column": position.column,
                        "value": value,
                    })
                })
                .collect();
            json!({"call": subprogram, "arguments": arguments, "environment": environment})
        }
    }
}

/// What the proof of a check says of the subprogram it stands in, clause by clause.
fn invariants(report: &Report, check: &Check, sources: &Sources) -> Vec<Value> {
    let mut found = Vec::new();
    let own = report.invariants.iter();
    for told in own.filter(|told| told.subprogram == check.subprogram) {
        let header = match told.kind {
            InvariantKind::Loop => header(sources.text(told.span)),
            InvariantKind::Entry | InvariantKind::Summary => String::new(),
        };
        for clause in told.clauses.iter().filter_map(|texts| texts.first()) {
            found.push(json!({
                "file": sources.file(told.span.file).name(),
                "line": sources.position(told.span).line,
                "loop": header,
                "ada": clause,
                "kind": told.kind.name(),
                "subprogram": told.subprogram,
            }));
        }
    }
    found
}

/// The first line of a loop.
fn header(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// From the label of each check back to its place: `{"C1": {"file": "p.adb", "line": 8, …}}`.
pub fn check_map(checks: &[Check], sources: &Sources) -> String {
    let rows: Map<String, Value> = (0..)
        .map(CheckId)
        .zip(checks)
        .map(|(id, check)| (id.to_string(), check_place(check, sources)))
        .collect();
    let mut text = serde_json::to_string_pretty(&rows).unwrap_or_default();
    text.push('\n');
    text
}

/// Where a gap is and what it is.
fn gap_place(gap: &Gap, sources: &Sources) -> Value {
    let position = sources.position(gap.span);
    json!({
        "file": sources.file(gap.span.file).name(),
        "line": position.line,
        "column": position.column,
        "construct": gap.construct,
    })
}

/// Where a check stands and what it is.
pub(super) fn check_place(check: &Check, sources: &Sources) -> Value {
    let position = sources.position(check.span);
    json!({
        "file": sources.file(check.span.file).name(),
        "line": position.line,
        "column": position.column,
        "rule": check.rule.name(),
        "subprogram": check.subprogram,
    })
}
