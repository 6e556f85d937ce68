//! Statements.

use std::fmt;

use itertools::Itertools;

use super::super::ast::{Expression, Handler, Name, Scheme, Statement, StatementKind};
use super::declarations::{applied, declarations};
use super::indent;

/// Statements, each on lines of its own.
#[allow(clippy::too_many_lines)] // one arm per kind
pub(super) fn statements(
    f: &mut fmt::Formatter<'_>,
    list: &[Statement],
    depth: usize,
) -> fmt::Result {
    for statement in list {
        indent(f, depth)?;
        match &statement.kind {
            StatementKind::Null => writeln!(f, "null;")?,
            StatementKind::Assignment { target, value } => writeln!(f, "{target} := {value};")?,
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (at, (condition, then)) in branches.iter().enumerate() {
                    if at > 0 {
                        indent(f, depth)?;
                    }
                    writeln!(
                        f,
                        "{} {condition} then",
                        if at == 0 { "if" } else { "elsif" }
                    )?;
                    statements(f, then, depth + 1)?;
                }
                if !otherwise.is_empty() {
                    indent(f, depth)?;
                    writeln!(f, "else")?;
                    statements(f, otherwise, depth + 1)?;
                }
                indent(f, depth)?;
                writeln!(f, "end if;")?;
            }
            StatementKind::Case {
                selector,
                alternatives,
            } => {
                writeln!(f, "case {selector} is")?;
                for alternative in alternatives {
                    indent(f, depth + 1)?;
                    writeln!(f, "when {} =>", alternative.choices.iter().format(" | "))?;
                    statements(f, &alternative.body, depth + 2)?;
                }
                indent(f, depth)?;
                writeln!(f, "end case;")?;
            }
            StatementKind::Loop { name, scheme, body } => {
                if let Some(name) = name {
                    write!(f, "{name} : ")?;
                }
                writeln!(f, "{scheme}loop")?;
                statements(f, body, depth + 1)?;
                indent(f, depth)?;
                match name {
                    Some(name) => writeln!(f, "end loop {name};")?,
                    None => writeln!(f, "end loop;")?,
                }
            }
            StatementKind::Exit { target, condition } => {
                jump(f, "exit", target.as_ref(), condition.as_ref())?;
            }
            StatementKind::Continue { target, condition } => {
                jump(f, "continue", target.as_ref(), condition.as_ref())?;
            }
            StatementKind::Return(None) => writeln!(f, "return;")?,
            StatementKind::Return(Some(value)) => writeln!(f, "return {value};")?,
            StatementKind::Goto(name) => writeln!(f, "goto {name};")?,
            StatementKind::Label(name) => writeln!(f, "<<{name}>>")?,
            StatementKind::Raise { exception, message } => {
                f.write_str("raise")?;
                if let Some(exception) = exception {
                    write!(f, " {exception}")?;
                }
                if let Some(message) = message {
                    write!(f, " with {message}")?;
                }
                writeln!(f, ";")?;
            }
            StatementKind::ExtendedReturn {
                object,
                statements: body,
                handlers: handled,
            } => {
                write!(f, "return {object}")?;
                if !body.is_empty() {
                    writeln!(f, " do")?;
                    statements(f, body, depth + 1)?;
                    handlers(f, handled, depth)?;
                    indent(f, depth)?;
                    f.write_str("end return")?;
                }
                writeln!(f, ";")?;
            }
            StatementKind::Call { callee, arguments } => {
                applied(f, callee, arguments)?;
                writeln!(f, ";")?;
            }
            StatementKind::Block {
                name,
                declarations: declared,
                statements: body,
                handlers: handled,
            } => {
                if let Some(name) = name {
                    write!(f, "{name} : ")?;
                }
                if !declared.is_empty() {
                    writeln!(f, "declare")?;
                    declarations(f, declared, depth + 1)?;
                    indent(f, depth)?;
                }
                writeln!(f, "begin")?;
                statements(f, body, depth + 1)?;
                handlers(f, handled, depth)?;
                indent(f, depth)?;
                match name {
                    Some(name) => writeln!(f, "end {name};")?,
                    None => writeln!(f, "end;")?,
                }
            }
            StatementKind::Opaque(opaque) => writeln!(f, "{}", opaque.text)?,
            StatementKind::Pragma(pragma) => writeln!(f, "{pragma}")?,
            StatementKind::Clause(clause) => writeln!(f, "{clause}")?,
            StatementKind::Error => writeln!(f, "<error>")?,
        }
    }
    Ok(())
}

/// `exit [target] [when condition];`
fn jump(
    f: &mut fmt::Formatter<'_>,
    word: &str,
    target: Option<&Name>,
    condition: Option<&Expression>,
) -> fmt::Result {
    f.write_str(word)?;
    if let Some(target) = target {
        write!(f, " {target}")?;
    }
    if let Some(condition) = condition {
        write!(f, " when {condition}")?;
    }
    writeln!(f, ";")
}

/// `exception` and the handlers, if there are any.
pub(super) fn handlers(f: &mut fmt::Formatter<'_>, list: &[Handler], depth: usize) -> fmt::Result {
    if list.is_empty() {
        return Ok(());
    }
    indent(f, depth)?;
    writeln!(f, "exception")?;
    for handler in list {
        indent(f, depth + 1)?;
        f.write_str("when ")?;
        if let Some(parameter) = &handler.parameter {
            write!(f, "{parameter} : ")?;
        }
        writeln!(f, "{} =>", handler.choices.iter().format(" | "))?;
        statements(f, &handler.statements, depth + 2)?;
    }
    Ok(())
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scheme::Forever => Ok(()),
            Scheme::While(condition) => write!(f, "while {condition} "),
            Scheme::For(iteration) => write!(f, "for {iteration} "),
            Scheme::Opaque(opaque) => write!(f, "{} ", opaque.text),
        }
    }
}
