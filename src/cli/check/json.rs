//! Answers as JSON.

use num_bigint::BigUint;
use serde_json::{Map, Value, json};

use super::text::values;
use super::walk::{Extent, excerpt};
use crate::bp::control::Control;
use crate::reach::{Reachability, Step, TargetKind, Trace};

/// One element of `questions`.
pub(super) fn question(
    reachability: &Reachability,
    (name, kind): (&str, TargetKind),
    trace: Option<&Trace>,
    extent: Extent,
) -> Value {
    let kind = match kind {
        TargetKind::Reached => "reached",
        TargetKind::Fails => "fails",
    };
    let Some(trace) = trace else {
        return json!({
            "label": name, "kind": kind, "verdict": "unreachable",
            "hierarchical_length": null, "flat_length": null, "trace": null,
        });
    };
    let control = reachability.control();
    let excerpt = excerpt(reachability, trace, extent);
    let mut steps: Vec<Value> = Vec::new();
    steps.extend(
        excerpt
            .head
            .iter()
            .map(|(at, depth)| step(control, at, *depth)),
    );
    steps.extend(excerpt.left_out.map(|count| json!({"left_out": count})));
    steps.extend(
        excerpt
            .tail
            .iter()
            .map(|(at, depth)| step(control, at, *depth)),
    );
    json!({
        "label": name, "kind": kind, "verdict": "reachable",
        "hierarchical_length": trace.hierarchical_length(),
        "flat_length": number(&reachability.flat_length(trace)),
        "trace": steps,
    })
}

/// What exploring took; the same for the same program.
pub(super) fn statistics(reachability: &Reachability) -> Value {
    let bdd = reachability.statistics();
    let control = reachability.control();
    json!({
        "procedures": control.procedures.len(),
        "statements": control.points().count(),
        "bdd_nodes": bdd.nodes,
        "bdd_peak_nodes": bdd.peak_nodes,
        "bdd_collections": bdd.collections,
    })
}

fn step(control: &Control, step: &Step, depth: usize) -> Value {
    let node = control.node(step.point);
    let labels: Vec<&str> = node
        .labels
        .iter()
        .map(crate::bp::Identifier::as_str)
        .collect();
    let values: Map<String, Value> = values(control, step)
        .map(|(name, value)| (name, Value::from(u8::from(value))))
        .collect();
    json!({
        "procedure": control.procedure(step.point.procedure).name.as_str(),
        "line": node.line, "labels": labels, "depth": depth,
        "statement": control.headline(step.point), "values": values,
    })
}

/// A number, or a text of its digits where readers of JSON would round it.
fn number(length: &BigUint) -> Value {
    u64::try_from(length)
        .ok()
        .filter(|short| *short < 1 << 53)
        .map_or_else(|| Value::from(length.to_string()), Value::from)
}
