//! Answers as JSON.

use num_bigint::BigUint;
use serde_json::{Map, Value, json};

use super::explored::{Explored, Finding};
use super::text::values;
use super::walk::{Extent, excerpt};
use crate::bp::control::Control;
use crate::reach::{Step, TargetKind};

/// One element of `questions`; without a trace its lengths are not known.
pub(super) fn question(
    explored: &Explored<'_>,
    (name, kind): (&str, TargetKind),
    finding: &Finding,
    extent: Extent,
) -> Value {
    let kind = match kind {
        TargetKind::Reached => "reached",
        TargetKind::Fails => "fails",
    };
    let verdict = match finding {
        Finding::Reachable(_) => "reachable",
        Finding::Unreachable => "unreachable",
        Finding::Unknown => "unknown",
    };
    let (Finding::Reachable(Some(trace)), Explored::Engine(reachability, _)) = (finding, explored)
    else {
        return json!({
            "label": name, "kind": kind, "verdict": verdict,
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
        "label": name, "kind": kind, "verdict": verdict,
        "hierarchical_length": trace.hierarchical_length(),
        "flat_length": number(&reachability.flat_length(trace)),
        "trace": steps,
    })
}

/// What exploring took; the same for the same program.
pub(super) fn statistics(explored: &Explored<'_>) -> Value {
    let control = explored.control();
    let mut object = json!({
        "procedures": control.procedures.len(),
        "statements": control.points().count(),
    });
    match explored {
        Explored::Engine(reachability, _) => {
            let bdd = reachability.statistics();
            object["bdd_nodes"] = json!(bdd.nodes);
            object["bdd_peak_nodes"] = json!(bdd.peak_nodes);
            object["bdd_collections"] = json!(bdd.collections);
        }
        Explored::Domain(exploration) => object["trivectors"] = json!(exploration.size()),
    }
    object
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
