//! The typed program as text: Ada-like, with every check under the line it belongs to.

use std::fmt::{self, Write};

use itertools::Itertools;

use super::typed::{
    Chooser, Expression, Formal, GuardedCheck, Mode, Object, Program, Scheme, Statement,
    StatementKind, Subprogram, SubprogramId, Subtype,
};
use crate::source::Sources;
use crate::syntax::ast::Direction;

/// A program with the sources that its places refer to.
struct Printer<'a> {
    program: &'a Program,
    sources: Option<&'a Sources>,
    text: String,
}

impl Program {
    /// The program as text in which checks say where they stand.
    pub fn display(&self, sources: &Sources) -> String {
        print(self, Some(sources))
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print(self, None))
    }
}

fn print(program: &Program, sources: Option<&Sources>) -> String {
    let mut printer = Printer {
        program,
        sources,
        text: String::new(),
    };
    printer.program();
    printer.text
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, line: impl fmt::Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{:1$}{line}", "", 3 * depth);
    }

    fn program(&mut self) {
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
        if !program.elaboration.statements.is_empty() {
            self.line(0, "elaboration");
            self.objects(&program.elaboration.locals);
            self.statements(&program.elaboration.statements, 1);
        }
        for (id, subprogram) in (0..).map(SubprogramId).zip(&program.subprograms) {
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
            self.line(1, format_args!("pre {}", condition.term));
            self.checks(&condition.checks, 2);
        }
        for snapshot in &subprogram.snapshots {
            self.line(
                1,
                format_args!("at entry {} := {};", snapshot.copy, snapshot.source),
            );
        }
        self.statements(&subprogram.body, 1);
        if let Some(condition) = &subprogram.postcondition {
            self.line(1, format_args!("post {}", condition.term));
            self.checks(&condition.checks, 2);
        }
    }

    fn objects(&mut self, list: &[Object]) {
        for object in list {
            self.line(1, format_args!("local {object};"));
        }
    }

    fn checks(&mut self, list: &[GuardedCheck], depth: usize) {
        for guarded in list {
            let check = &guarded.check;
            let place = self.sources.map_or_else(String::new, |sources| {
                format!(" {}", sources.position(check.span))
            });
            let condition = &guarded.condition;
            self.line(
                depth,
                format_args!("-- check {condition}  -- {}{place}", check.rule),
            );
        }
    }

    fn expression(&mut self, depth: usize, line: impl fmt::Display, expression: &Expression) {
        self.line(depth, line);
        self.checks(&expression.checks, depth + 1);
    }

    fn statements(&mut self, list: &[Statement], depth: usize) {
        for statement in list {
            self.statement(statement, depth);
        }
    }

    fn statement(&mut self, statement: &Statement, depth: usize) {
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                let line = format!("{target} := {};", value.term);
                self.expression(depth, line, value);
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
            StatementKind::Call(call) => {
                self.line(depth, format_args!("call {};", call.text));
                self.checks(&call.checks, depth + 1);
                for (_, check) in call
                    .results
                    .iter()
                    .flatten()
                    .filter_map(|r| r.narrowing.as_ref())
                {
                    self.checks(std::slice::from_ref(check), depth + 1);
                }
            }
            StatementKind::Assert(condition) => {
                let line = format!("assert {};", condition.term);
                self.expression(depth, line, condition);
            }
            StatementKind::Assume(condition) => {
                let line = format!("assume {};", condition.term);
                self.expression(depth, line, condition);
            }
            StatementKind::Forget { target, chooser } => {
                let word = match chooser {
                    Chooser::Nobody => "havoc",
                    Chooser::Environment => "nondet",
                };
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
                let line = format!(
                    "L{id}: for {} in {reverse}{} .. {} loop",
                    range.parameter, range.low.term, range.high.term
                );
                self.expression(depth, line, &range.low);
                self.checks(&range.high.checks, depth + 1);
            }
        }
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} : {}", self.variable, self.subtype)
    }
}

impl fmt::Display for Formal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mode = match self.mode {
            Mode::In => "in",
            Mode::Out => "out",
            Mode::InOut => "in out",
        };
        write!(
            f,
            "{} : {mode} {}",
            self.object.variable, self.object.subtype
        )
    }
}

impl fmt::Display for Subtype {
    /// Its name, or its range.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subtype::Boolean => f.write_str("Boolean"),
            Subtype::Discrete(subtype) => match &subtype.name {
                Some(name) => f.write_str(name),
                None => write!(f, "{} .. {}", subtype.first, subtype.last),
            },
        }
    }
}
