//! A comparison as JSON. Keys keep their order; additions come at the end.

use serde_json::{Value, json};

use super::{Comparison, Entry, PointFigures};
use crate::abstraction::StepMeasure;
use crate::report::json::check_place;
use crate::report::text::is_proved;
use crate::source::Sources;

/// The comparison as one object. Numbers that may exceed what a reader of JSON holds are strings.
pub fn to_json(comparison: &Comparison, sources: &Sources) -> String {
    let checks: Vec<Value> = comparison
        .checks
        .iter()
        .map(|check| check_place(check, sources))
        .collect();
    let methods: Vec<Value> = comparison
        .entries
        .iter()
        .map(|entry| method(entry, sources))
        .collect();
    let document = json!({
        "sabs": env!("CARGO_PKG_VERSION"),
        "files": comparison.files,
        "predicates": comparison.predicates,
        "checks": checks,
        "methods": methods,
    });
    format!("{document:#}\n")
}

fn method(entry: &Entry, sources: &Sources) -> Value {
    match &entry.outcome {
        Ok(figures) => {
            let verdict = |proved: bool| if proved { "proved" } else { "unknown" };
            let verdicts: Vec<&str> = figures
                .verdicts
                .iter()
                .map(|found| verdict(is_proved(*found)))
                .collect();
            let statements: Vec<Value> = figures
                .steps
                .iter()
                .map(|step| statement(step, sources))
                .collect();
            let points = figures.points.iter().map(|found| point(found, sources));
            let points: Vec<Value> = points.collect();
            json!({
                "method": entry.name,
                "error": null,
                "questions": figures.questions,
                "remembered": figures.remembered,
                "cubes": figures.cubes(),
                "steps": figures.steps.len(),
                "deterministic": figures.deterministic(),
                "lost_bits": figures.lost(),
                "transitions": figures.transitions().map(|count| count.to_string()),
                "reachable_valuations": figures.reachable().to_string(),
                "reachable_points": figures.reachable_points(),
                "verdicts": verdicts,
                "unanswered": figures.unanswered,
                "statements": statements,
                "points": points,
                "conclusive": {
                    "over": figures.conclusive.over,
                    "under": figures.conclusive.under,
                    "exact": figures.conclusive.exact,
                },
            })
        }
        Err(reason) => json!({ "method": entry.name, "error": reason }),
    }
}

fn statement(step: &StepMeasure, sources: &Sources) -> Value {
    let position = sources.position(step.span);
    json!({
        "subprogram": step.procedure,
        "statement": step.title,
        "changed_bits": step.changed,
        "lost_bits": step.lost,
        "deterministic": step.is_deterministic(),
        "cubes": step.cubes,
        "transitions": step.transitions.as_ref().map(ToString::to_string),
        "chosen_bits": step.chosen,
        "file": sources.file(step.span.file).name(),
        "line": position.line,
        "column": position.column,
    })
}

fn point(point: &PointFigures, sources: &Sources) -> Value {
    let position = point.span.map(|span| sources.position(span));
    json!({
        "procedure": point.procedure,
        "valuations": point.valuations.to_string(),
        "statement": point.statement,
        "file": point.span.map(|span| sources.file(span.file).name()),
        "line": position.map(|position| position.line),
        "column": position.map(|position| position.column),
    })
}
