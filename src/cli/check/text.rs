//! Traces as text, in the form of Figure 1 of the Bebop paper.

use crate::bp::control::Control;
use crate::reach::{Reachability, Step, Trace};

/// One line per step in the order of execution: indented by the depth of calls, the line, the
/// values of the variables in scope before it that matter to the trace, the statement.
pub(super) fn trace(reachability: &Reachability, trace: &Trace) -> String {
    let control = reachability.control();
    trace
        .steps
        .iter()
        .map(|step| line(control, step, step.depth))
        .collect()
}

fn line(control: &Control, step: &Step, depth: usize) -> String {
    let procedure = control.procedure(step.point.procedure);
    let node = control.node(step.point);
    let place = match node.line {
        0 => format!("{} {}", procedure.name, step.point.node.0),
        line => format!("Line {line}"),
    };
    let values: Vec<String> = values(control, step)
        .map(|(name, value)| format!("{name}={}", u8::from(value)))
        .collect();
    format!(
        "{}{place:<8} State {:<20} {}\n",
        "    ".repeat(depth + 1),
        values.join(" "),
        control.headline(step.point)
    )
}

/// The variables in scope whose values matter to the trace; a hidden global is not in scope.
fn values<'a>(control: &'a Control, step: &'a Step) -> impl Iterator<Item = (String, bool)> + 'a {
    let variables = &control.procedure(step.point.procedure).variables;
    (0..variables.len())
        .filter(|at| step.constrained[*at] && !variables[at + 1..].contains(&variables[*at]))
        .map(|at| (variables[at].to_string(), step.values[at]))
}
