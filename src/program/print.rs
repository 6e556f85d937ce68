//! The typed program as text: Ada-like, with every check under the line it belongs to.

use std::fmt::{self, Write};

use itertools::Itertools;

use super::typed::{
    Body, Call, Chooser, Evaluation, Expression, Formal, Mode, Object, Program, Scheme, Statement,
    StatementKind, Step, Subprogram, SubprogramId,
};
use crate::logic::ranged;
use crate::source::Sources;
use crate::syntax::ast::Direction;

/// A program with the sources that its places refer to.
struct Printer<'a> {
    program: &'a Program,
    sources: Option<&'a Sources>,
    text: String,
}

/// Whether a subprogram is meant by a name: its full name, or the last parts of it.
pub fn is_called(full: &str, name: &str) -> bool {
    let (full, name) = (full.to_lowercase(), name.to_lowercase());
    let plain = full.split("__").next().unwrap_or(&full);
    full == name || plain == name || plain.ends_with(&format!(".{name}"))
}

impl Program {
    /// The program as text in which checks say where they stand.
    pub fn display(&self, sources: &Sources) -> String {
        print(self, Some(sources), None)
    }

    /// The same, of one subprogram only if there is a name.
    pub fn display_only(&self, sources: &Sources, only: Option<&str>) -> String {
        print(self, Some(sources), only)
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print(self, None, None))
    }
}

fn print(program: &Program, sources: Option<&Sources>, only: Option<&str>) -> String {
    let mut printer = Printer {
        program,
        sources,
        text: String::new(),
    };
    printer.program(only);
    printer.text
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, line: impl fmt::Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{:1$}{line}", "", 3 * depth);
    }

    fn program(&mut self, only: Option<&str>) {
        let program = self.program;
        self.line(0, format_args!("unit {}", program.name));
        for global in &program.globals {
            let hidden = if global.is_visible { "" } else { "  -- hidden" };
            self.line(1, format_args!("{};{hidden}", global.object));
        }
        for option in &program.options {
            let scope = self.scope(option.scope);
            self.line(
                1,
                format_args!("option {}{} = {}", scope, option.name, option.value),
            );
        }
        for predicate in &program.predicates {
            let scope = self.scope(predicate.scope);
            let name = predicate
                .name
                .iter()
                .map(|name| format!("{name} : "))
                .join("");
            self.line(1, format_args!("predicate {scope}{name}{}", predicate.term));
        }
        for property in &program.properties {
            let scope = self.scope(Some(property.scope));
            self.line(1, format_args!("ctl {scope}{}", property.text));
        }
        for gap in &program.gaps {
            let place = self.sources.map_or_else(String::new, |sources| {
                format!(" {}", sources.position(gap.span))
            });
            self.line(1, format_args!("gap{place}: {}", gap.construct));
        }
        if !program.elaboration.statements.is_empty() && only.is_none() {
            self.line(0, "elaboration");
            self.objects(&program.elaboration.locals);
            self.statements(&program.elaboration.statements, 1);
        }
        for (id, subprogram) in (0..).map(SubprogramId).zip(&program.subprograms) {
            if only.is_some_and(|name| !is_called(&subprogram.name, name)) {
                continue;
            }
            let entry = if program.entries.contains(&id) {
                "entry "
            } else {
                ""
            };
            self.subprogram(entry, subprogram);
        }
    }

    fn scope(&self, scope: Option<SubprogramId>) -> String {
        scope.map_or_else(String::new, |id| {
            format!("in {}: ", self.program.subprogram(id).name)
        })
    }

    fn subprogram(&mut self, entry: &str, subprogram: &Subprogram) {
        let formals = subprogram.formals.iter().join("; ");
        let formals = if formals.is_empty() {
            formals
        } else {
            format!(" ({formals})")
        };
        self.line(
            0,
            format_args!("{entry}procedure {}{formals}", subprogram.name),
        );
        self.objects(&subprogram.locals);
        if let Some(condition) = &subprogram.precondition {
            self.expression(1, format!("pre {}", condition.term), condition);
        }
        if !subprogram.snapshots.is_empty() {
            self.line(1, "at entry");
            self.statements(&subprogram.snapshots, 2);
        }
        match &subprogram.body {
            Body::Statements(list) => self.statements(list, 1),
            Body::Absent { .. } => self.line(1, "no body"),
            Body::Contract { .. } => self.line(1, "by contract"),
            Body::Rejected { .. } => self.line(1, "body not read"),
        }
        if let Some(condition) = &subprogram.postcondition {
            self.expression(1, format!("post {}", condition.term), condition);
        }
    }

    fn objects(&mut self, list: &[Object]) {
        for object in list {
            self.line(1, format_args!("local {object};"));
        }
    }

    fn steps(&mut self, list: &[Step], depth: usize) {
        for step in list {
            match step {
                Step::Check(guarded) => {
                    let check = &guarded.check;
                    let place = self.sources.map_or_else(String::new, |sources| {
                        format!(" {}", sources.position(check.span))
                    });
                    let condition = ranged(&guarded.condition);
                    self.line(
                        depth,
                        format_args!("-- check {condition}  -- {}{place}", check.rule),
                    );
                }
                Step::Call { guard, call } => {
                    let when = if guard.is_bool(true) {
                        String::new()
                    } else {
                        format!(" when {guard}")
                    };
                    self.call(call, depth, "-- ", &when);
                }
                Step::Forget { target, chooser } => {
                    let word = word(*chooser);
                    self.line(depth, format_args!("-- {word} {target}"));
                }
                Step::Assign(target, value) => {
                    self.line(depth, format_args!("-- {target} := {value}"));
                }
                Step::Assume(condition) => self.line(depth, format_args!("-- assume {condition}")),
                // What is read is looked at when blocks are made.
                Step::Read(_) => {}
            }
        }
    }

    fn call(&mut self, call: &Call, depth: usize, mark: &str, when: &str) {
        self.line(depth, format_args!("{mark}call {}{when};", call.text));
        self.steps(&call.before, depth + 1);
        self.steps(&call.after, depth + 1);
    }

    fn expression(&mut self, depth: usize, line: impl fmt::Display, expression: &Expression) {
        self.evaluated(depth, line, &expression.evaluation);
    }

    fn evaluated(&mut self, depth: usize, line: impl fmt::Display, evaluation: &Evaluation) {
        self.line(depth, line);
        self.steps(&evaluation.steps, depth + 1);
    }

    fn statements(&mut self, list: &[Statement], depth: usize) {
        for statement in list {
            self.statement(statement, depth);
        }
    }

    fn statement(&mut self, statement: &Statement, depth: usize) {
        match &statement.kind {
            StatementKind::Assign {
                assignments,
                evaluation,
            } => {
                let lines = assignments
                    .iter()
                    .map(|(target, value)| format!("{target} := {value};"));
                let line = lines.collect::<Vec<_>>().join(" ");
                let line = if line.is_empty() {
                    "null;".to_owned()
                } else {
                    line
                };
                self.evaluated(depth, line, evaluation);
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (at, (condition, then)) in branches.iter().enumerate() {
                    let word = if at == 0 { "if" } else { "elsif" };
                    let line = format!("{word} {} then", condition.term);
                    self.expression(depth, line, condition);
                    self.statements(then, depth + 1);
                }
                if !otherwise.is_empty() {
                    self.line(depth, "else");
                    self.statements(otherwise, depth + 1);
                }
                self.line(depth, "end if;");
            }
            StatementKind::Loop { id, scheme, body } => {
                self.scheme(scheme, id.0, depth);
                self.statements(body, depth + 1);
                self.line(depth, format_args!("end loop L{};", id.0));
            }
            StatementKind::Exit { target, condition } => match condition {
                Some(condition) => {
                    let line = format!("exit L{} when {};", target.0, condition.term);
                    self.expression(depth, line, condition);
                }
                None => self.line(depth, format_args!("exit L{};", target.0)),
            },
            StatementKind::Return => self.line(depth, "return;"),
            StatementKind::Call(call) => self.call(call, depth, "", ""),
            StatementKind::Assert(evaluation) => {
                let line = format!("assert {};", asserted(evaluation));
                self.evaluated(depth, line, evaluation);
            }
            StatementKind::Stop => self.line(depth, "stop;"),
            StatementKind::Target(name) => self.line(depth, format_args!("<<{name}>>")),
            StatementKind::Goto(name) => self.line(depth, format_args!("goto {name};")),
            StatementKind::Assume(condition) => {
                let line = format!("assume {};", condition.term);
                self.expression(depth, line, condition);
            }
            StatementKind::Forget { target, chooser } => {
                let word = word(*chooser);
                self.line(depth, format_args!("{word} {target};"));
            }
            StatementKind::Label(name) => self.line(depth, format_args!("label {name};")),
        }
    }

    fn scheme(&mut self, scheme: &Scheme, id: u32, depth: usize) {
        match scheme {
            Scheme::Forever => self.line(depth, format_args!("L{id}: loop")),
            Scheme::While(condition) => {
                let line = format!("L{id}: while {} loop", condition.term);
                self.expression(depth, line, condition);
            }
            Scheme::For(range) => {
                let reverse = match range.direction {
                    Direction::Upwards => "",
                    Direction::Downwards => "reverse ",
                };
                let mut line = format!(
                    "L{id}: for {} in {reverse}{} .. {}",
                    range.parameter, range.low.term, range.high.term
                );
                for (before, after) in &range.skips {
                    let _ = write!(line, ", {before} next to {after}");
                }
                for inner in &range.inner {
                    let (parameter, low, high) = (&inner.parameter, &inner.low, &inner.high);
                    let _ = write!(line, ", {parameter} in {reverse}{low} .. {high}");
                }
                line.push_str(" loop");
                self.expression(depth, line, &range.low);
                self.steps(&range.high.evaluation.steps, depth + 1);
            }
        }
    }
}

/// The condition of an assertion: its last check.
fn asserted(evaluation: &Evaluation) -> String {
    match evaluation.steps.last() {
        Some(Step::Check(check)) => check.condition.to_string(),
        _ => "True".to_owned(),
    }
}

fn word(chooser: Chooser) -> &'static str {
    match chooser {
        Chooser::Nobody => "havoc",
        Chooser::Environment => "nondet",
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dimensions = self.variable.sort.dimensions();
        write!(f, "{} : {dimensions}{}", self.variable, self.type_name)
    }
}

impl fmt::Display for Formal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mode = match self.mode {
            Mode::In => "in",
            Mode::Out => "out",
            Mode::InOut => "in out",
        };
        let dimensions = self.object.variable.sort.dimensions();
        write!(
            f,
            "{} : {mode} {dimensions}{}",
            self.object.variable, self.object.type_name
        )
    }
}
