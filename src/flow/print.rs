//! The flow program as text.

use std::fmt::{self, Write};

use itertools::Itertools;

use super::graph::{
    BasicBlock, BlockId, BlockRole, FlowProgram, FlowSubprogram, FlowVariable, Statement,
    StatementKind, Terminator,
};
use crate::logic::{Sort, ranged};
use crate::program::{Mode, is_called};
use crate::source::Sources;

struct Printer<'a> {
    flow: &'a FlowProgram,
    sources: Option<&'a Sources>,
    text: String,
}

impl FlowProgram {
    /// The program as text in which checks say where they stand.
    pub fn display(&self, sources: &Sources) -> String {
        print(self, Some(sources), None)
    }

    /// The same, of one subprogram only if there is a name.
    pub fn display_only(&self, sources: &Sources, only: Option<&str>) -> String {
        print(self, Some(sources), only)
    }

    /// The graphs of the subprograms, or of one, in the language of Graphviz.
    pub fn dot(&self, only: Option<&str>) -> String {
        let mut text = String::from("digraph flow {\n    node [shape=box, fontname=monospace];\n");
        for subprogram in self.subprograms.iter().chain([&self.main]) {
            if only.is_some_and(|name| !is_called(&subprogram.name, name)) {
                continue;
            }
            dot(self, subprogram, &mut text);
        }
        text.push_str("}\n");
        text
    }
}

fn dot(flow: &FlowProgram, subprogram: &FlowSubprogram, text: &mut String) {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let name = quoted(&subprogram.name);
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "    subgraph \"cluster_{name}\" {{\n        label=\"{name}\";"
    );
    for (id, block) in (0..).map(BlockId).zip(&subprogram.blocks) {
        let mut printer = Printer {
            flow,
            sources: None,
            text: String::new(),
        };
        printer.block(id, block);
        let label: String = printer
            .text
            .lines()
            .map(|line| quoted(line) + "\\l")
            .collect();
        let _ = writeln!(text, "        \"{name} {id}\" [label=\"{label}\"];");
        for target in block.terminator.targets() {
            let _ = writeln!(text, "        \"{name} {id}\" -> \"{name} {target}\";");
        }
    }
    let _ = writeln!(text, "    }}");
}

impl fmt::Display for FlowProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print(self, None, None))
    }
}

fn print(flow: &FlowProgram, sources: Option<&Sources>, only: Option<&str>) -> String {
    let mut printer = Printer {
        flow,
        sources,
        text: String::new(),
    };
    printer.line(0, format_args!("unit {}", flow.name));
    for global in &flow.globals {
        printer.line(1, format_args!("{global};"));
    }
    for gap in &flow.gaps {
        let place = sources.map_or_else(String::new, |sources| {
            format!(" {}", sources.position(gap.span))
        });
        printer.line(1, format_args!("gap{place}: {}", gap.construct));
    }
    for subprogram in flow.subprograms.iter().chain([&flow.main]) {
        if only.is_none_or(|name| is_called(&subprogram.name, name)) {
            printer.subprogram(subprogram);
        }
    }
    printer.text
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, line: impl fmt::Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{:1$}{line}", "", 3 * depth);
    }

    fn subprogram(&mut self, subprogram: &FlowSubprogram) {
        let formals = subprogram.formals.iter().map(|formal| {
            let mode = match formal.mode {
                Mode::In => "in",
                Mode::Out => "out",
                Mode::InOut => "in out",
            };
            format!("{mode} {}", formal.variable)
        });
        let formals = formals.collect::<Vec<_>>().join("; ");
        let formals = if formals.is_empty() {
            formals
        } else {
            format!(" ({formals})")
        };
        self.line(0, "");
        self.line(0, format_args!("procedure {}{formals}", subprogram.name));
        for local in &subprogram.locals {
            self.line(1, format_args!("{local};"));
        }
        for (id, block) in (0..).map(BlockId).zip(&subprogram.blocks) {
            self.block(id, block);
        }
    }

    fn block(&mut self, id: BlockId, block: &BasicBlock) {
        let labels = block.labels.iter().map(|label| format!(" label {label}"));
        let labels = labels.collect::<String>();
        let role = match block.role {
            BlockRole::Plain => String::new(),
            BlockRole::LoopHead { exit } => format!(" loop, then {exit}"),
        };
        self.line(0, format_args!("{id}:{labels}{role}"));
        for statement in &block.statements {
            self.statement(statement);
        }
        self.terminator(&block.terminator);
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                self.line(1, format_args!("{target} := {value}"));
            }
            StatementKind::Assume(condition) => {
                self.line(1, format_args!("assume {}", ranged(condition)));
            }
            StatementKind::Check { check, condition } => {
                let place = self.sources.map_or_else(String::new, |sources| {
                    format!(" {}", sources.position(self.flow.check(*check).span))
                });
                let rule = self.flow.check(*check).rule;
                let condition = ranged(condition);
                self.line(
                    1,
                    format_args!("{check}: check {condition}  -- {rule}{place}"),
                );
            }
        }
    }

    fn terminator(&mut self, terminator: &Terminator) {
        let join = |join: &Option<BlockId>| {
            join.map_or_else(String::new, |join| format!("  -- meet at {join}"))
        };
        match terminator {
            Terminator::Goto(next) => self.line(1, format_args!("goto {next}")),
            Terminator::Branch {
                condition,
                on_true,
                on_false,
                join: meet,
            } => {
                let (condition, meet) = (ranged(condition), join(meet));
                let line = format!("if {condition} then {on_true} else {on_false}{meet}");
                self.line(1, line);
            }
            Terminator::Choice {
                targets,
                join: meet,
            } => {
                let targets = targets.iter().join(" or ");
                self.line(1, format_args!("choose {targets}{}", join(meet)));
            }
            Terminator::Havoc { target, next } => {
                self.line(1, format_args!("havoc {target}; goto {next}"));
            }
            Terminator::Nondet { target, next } => {
                self.line(1, format_args!("nondet {target}; goto {next}"));
            }
            Terminator::Call {
                callee,
                arguments,
                results,
                next,
                ..
            } => {
                let callee = self.flow.subprogram(*callee);
                let name = &callee.name;
                let passed = callee.formals.iter().zip(arguments).zip(results);
                let passed = passed.map(|((formal, argument), result)| {
                    let formal = &formal.variable.variable;
                    match (argument, result) {
                        (Some(value), None) => format!("{formal} := {value}"),
                        (None, Some(target)) => format!("{formal} =: {target}"),
                        (Some(value), Some(target)) => format!("{formal} := {value} =: {target}"),
                        (None, None) => formal.to_string(),
                    }
                });
                let passed = passed.collect::<Vec<_>>().join(", ");
                let passed = if passed.is_empty() {
                    passed
                } else {
                    format!(" ({passed})")
                };
                self.line(1, format_args!("call {name}{passed}; goto {next}"));
            }
            Terminator::Return => self.line(1, "return"),
        }
    }
}

impl fmt::Display for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "B{}", self.0)
    }
}

impl fmt::Display for FlowVariable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} : ", self.variable)?;
        match (&self.range, &self.variable.sort) {
            (Some((low, high)), sort) => write!(f, "{}{low} .. {high}", sort.dimensions()),
            (None, Sort::Bool) => f.write_str("Boolean"),
            (None, Sort::Int) => f.write_str("no value"),
            (None, sort @ Sort::Array(_)) => write!(f, "{}Boolean", sort.dimensions()),
        }
    }
}
