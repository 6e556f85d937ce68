//! The control-flow graph in Graphviz' language.

use std::fmt::Write;

use crate::bp::control::{Action, Control, NodeId, ProcedureId};

/// One cluster per procedure, one node per statement; solid edges within procedures, dashed ones
/// from calls to their callees.
pub fn to_dot(control: &Control) -> String {
    let mut dot = String::from("digraph program {\n  node [shape=box];\n");
    // Writing to a string does not fail.
    for (procedure, id) in control.procedures.iter().zip((0..).map(ProcedureId)) {
        let name = quoted(procedure.name.as_str());
        let _ = writeln!(dot, "  subgraph cluster_{} {{\n    label={name};", id.0);
        for at in (0..).map(NodeId).take(procedure.nodes.len()) {
            let label = quoted(&control.headline(id.at(at)));
            let _ = writeln!(dot, "    n{}_{} [label={label}];", id.0, at.0);
        }
        dot.push_str("  }\n");
        for (node, at) in procedure.nodes.iter().zip(0..) {
            let from = format!("n{}_{at}", id.0);
            if let Action::Test {
                then, otherwise, ..
            } = &node.action
            {
                for (to, label) in [(then, "1"), (otherwise, "0")] {
                    let _ = writeln!(dot, "  {from} -> n{}_{} [label=\"{label}\"];", id.0, to.0);
                }
                continue;
            }
            for to in node.successors() {
                let _ = writeln!(dot, "  {from} -> n{}_{};", id.0, to.0);
            }
            if let Some((callee, _)) = node.action.call() {
                let _ = writeln!(dot, "  {from} -> n{}_0 [style=dashed];", callee.0);
            }
        }
    }
    dot.push_str("}\n");
    dot
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", escaped.replace('\n', "\\n"))
}
