//! Answers as text: traces in the form of Figure 1 of the Bebop paper, and in Boppo's.

use std::fmt::Write;

use super::walk::Excerpt;
use crate::bp::control::{Control, Point, ProcedureId};
use crate::bp::{Expr, Identifier};
use crate::reach::{Cover, Step};

/// One line per step in the order of execution: indented by the depth of calls, the line, the
/// values of the variables in scope before it that matter to the trace, the statement.
pub(super) fn figure_1(control: &Control, excerpt: &Excerpt<'_>) -> String {
    let mut lines = Vec::new();
    lines.extend(
        excerpt
            .head
            .iter()
            .map(|(step, depth)| line(control, step, *depth)),
    );
    let left_out = excerpt.left_out.iter();
    lines.extend(left_out.map(|count| format!("    ... {count} steps left out (--full)\n")));
    lines.extend(
        excerpt
            .tail
            .iter()
            .map(|(step, depth)| line(control, step, *depth)),
    );
    lines.concat()
}

/// One line `TRACE label name=value ..` per step, as `SatAbs` reads it from Boppo.
pub(super) fn boppo(control: &Control, excerpt: &Excerpt<'_>) -> String {
    let mut text = String::new();
    for (step, _) in excerpt.head.iter().chain(&excerpt.tail) {
        let node = control.node(step.point);
        let label = node.labels.last().map_or_else(
            || format!("line_{}", node.line),
            |label| label.as_str().replace(char::is_whitespace, "_"),
        );
        let _ = write!(text, "TRACE {label}");
        for (name, value) in values(control, step) {
            let name = name.replace(char::is_whitespace, "_");
            let _ = write!(text, " {name}={}", u8::from(value));
        }
        text.push('\n');
    }
    text
}

fn line(control: &Control, step: &Step, depth: usize) -> String {
    let values: Vec<String> = values(control, step)
        .map(|(name, value)| format!("{name}={}", u8::from(value)))
        .collect();
    let line = format!(
        "{}{:<8} State {:<20} {}",
        "    ".repeat(depth.min(20) + 1),
        place(control, step.point),
        values.join(" "),
        control.headline(step.point)
    );
    line + "\n"
}

/// `Line 7`; a statement that was not read has only its number.
pub(super) fn place(control: &Control, point: Point) -> String {
    match control.node(point).line {
        0 => format!(
            "{}:{}",
            control.procedure(point.procedure).name,
            point.node.0
        ),
        line => format!("Line {line}"),
    }
}

/// The variables in scope whose values matter to the trace; a hidden global is not in scope.
pub(super) fn values<'a>(
    control: &'a Control,
    step: &'a Step,
) -> impl Iterator<Item = (String, bool)> + 'a {
    in_scope(control, step.point.procedure)
        .filter(|(at, _)| step.constrained[*at])
        .map(|(at, name)| (name.to_string(), step.values[at]))
}

/// The variables in scope of a procedure, by slot; a hidden global is not among them.
pub(super) fn in_scope(
    control: &Control,
    procedure: ProcedureId,
) -> impl Iterator<Item = (usize, &Identifier)> {
    let variables = &control.procedure(procedure).variables;
    let named = variables.iter().enumerate();
    named.filter(|(at, name)| !variables[at + 1..].contains(name))
}

/// The formula of a cover.
pub(super) fn formula(cover: Cover) -> Expr {
    let literal = |(name, value)| {
        let variable = Expr::Variable(name);
        if value { variable } else { Expr::not(variable) }
    };
    let cube = |cube: Vec<_>| Expr::and(cube.into_iter().map(literal).collect());
    Expr::or(cover.into_iter().map(cube).collect())
}
