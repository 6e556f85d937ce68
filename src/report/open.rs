//! The step on which something depends that is unknown, in all the ways that checks and properties
//! are told.

use serde_json::{Value, json};

use super::OpenStep;
use super::json::happened;
use crate::source::Sources;

/// So many lines of the way are told, the last ones.
const MOST_LINES: usize = 12;

/// `open: p.adb:5:7: whether X > 0 holds is not known`, how control comes there, and what is missing.
pub(super) fn lines(open: &OpenStep, sources: &Sources) -> Vec<String> {
    let place = sources.locate(open.span);
    let mut told = vec![format!("open: {place}: {} is not known", open.what)];
    told.extend(way(open, sources).map(|way| format!("way: {way}")));
    let missing = open.predicates.iter();
    told.extend(missing.map(|predicate| format!("missing: --% predicate {predicate};")));
    told
}

/// `by lines 3, 5, p.ads:7`: how control may come there, in few words; nothing where that is no way.
pub(super) fn way(open: &OpenStep, sources: &Sources) -> Option<String> {
    let mut lines: Vec<String> = Vec::new();
    for event in &open.way {
        let line = sources.position(event.span).line;
        let text = if event.span.file == open.span.file {
            line.to_string()
        } else {
            format!("{}:{line}", sources.file(event.span.file).name())
        };
        if lines.last() != Some(&text) {
            lines.push(text);
        }
    }
    let left_out = lines.len().saturating_sub(MOST_LINES);
    let before = if left_out > 0 { "…, " } else { "" };
    let lines = &lines[left_out..];
    let noun = if lines.len() == 1 { "line" } else { "lines" };
    (!lines.is_empty()).then(|| format!("by {noun} {before}{}", lines.join(", ")))
}

pub(super) fn to_value(open: &OpenStep, sources: &Sources) -> Value {
    let position = sources.position(open.span);
    let way = open.way.iter().map(|event| happened(event, sources));
    json!({
        "file": sources.file(open.span.file).name(),
        "line": position.line,
        "column": position.column,
        "what": open.what,
        "predicates": open.predicates,
        "way": way.collect::<Vec<Value>>(),
    })
}
