//! [`BoolProgram`] → text of the native dialect, which [`parse`](super::parse) reads back.

use std::fmt::{self, Display, Formatter, Write};

use super::ast::{
    BinaryOperator, BoolProgram, Expr, Identifier, Procedure, Statement, StatementKind,
};
use super::parse::is_keyword;

/// Deeper blocks are not indented further: a chain of 100,000 blocks should not need gigabytes.
const DEEPEST_INDENTATION: usize = 20;

impl Display for BoolProgram {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.globals.is_empty() {
            writeln!(f, "decl {};", listed(&self.globals))?;
        }
        for (at, procedure) in self.procedures.iter().enumerate() {
            if at > 0 || !self.globals.is_empty() {
                writeln!(f)?;
            }
            procedure.fmt(f)?;
        }
        Ok(())
    }
}

impl Display for Procedure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.results {
            0 => write!(f, "void")?,
            1 => write!(f, "bool")?,
            results => write!(f, "bool<{results}>")?,
        }
        writeln!(f, " {}({})\nbegin", self.name, listed(&self.parameters))?;
        if !self.locals.is_empty() {
            writeln!(f, "    decl {};", listed(&self.locals))?;
        }
        if let Some(condition) = &self.enforce {
            writeln!(f, "    enforce {condition};")?;
        }
        sequence(f, &self.body, 1)?;
        writeln!(f, "end")
    }
}

fn sequence(f: &mut Formatter<'_>, statements: &[Statement], depth: usize) -> fmt::Result {
    for statement in statements {
        print_statement(f, statement, depth)?;
    }
    Ok(())
}

fn print_statement(f: &mut Formatter<'_>, statement: &Statement, depth: usize) -> fmt::Result {
    let indentation = "    ".repeat(depth.min(DEEPEST_INDENTATION));
    let comment = statement.comment.as_deref().unwrap_or("");
    let own_line = comment.contains('\n');
    if own_line {
        for line in comment.lines() {
            writeln!(f, "{indentation}// {line}")?;
        }
    }
    f.write_str(&indentation)?;
    for label in &statement.labels {
        write!(f, "{label}: ")?;
    }
    let headline = Headline(&statement.kind);
    match &statement.kind {
        StatementKind::If { .. } => write!(f, "{headline} then")?,
        StatementKind::While { .. } => write!(f, "{headline} do")?,
        StatementKind::Skip
        | StatementKind::Assign { .. }
        | StatementKind::Call { .. }
        | StatementKind::Assume(_)
        | StatementKind::Assert(_)
        | StatementKind::Goto(_)
        | StatementKind::Return(_) => write!(f, "{headline};")?,
    }
    if !own_line && !comment.is_empty() {
        write!(f, "  // {comment}")?;
    }
    writeln!(f)?;
    match &statement.kind {
        StatementKind::If {
            branches,
            otherwise,
        } => {
            for (at, (condition, body)) in branches.iter().enumerate() {
                if at > 0 {
                    writeln!(f, "{indentation}elsif ({condition}) then")?;
                }
                sequence(f, body, depth + 1)?;
            }
            if !otherwise.is_empty() {
                writeln!(f, "{indentation}else")?;
                sequence(f, otherwise, depth + 1)?;
            }
            writeln!(f, "{indentation}fi")
        }
        StatementKind::While { body, .. } => {
            sequence(f, body, depth + 1)?;
            writeln!(f, "{indentation}od")
        }
        StatementKind::Skip
        | StatementKind::Assign { .. }
        | StatementKind::Call { .. }
        | StatementKind::Assume(_)
        | StatementKind::Assert(_)
        | StatementKind::Goto(_)
        | StatementKind::Return(_) => Ok(()),
    }
}

/// The first line of a statement, without its end.
struct Headline<'a>(&'a StatementKind);

impl Display for Headline<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            StatementKind::Skip => f.write_str("skip"),
            StatementKind::Assign {
                targets,
                values,
                constrain,
            } => {
                write!(f, "{} := {}", listed_targets(targets), listed(values))?;
                match constrain {
                    Some(condition) => write!(f, " constrain {condition}"),
                    None => Ok(()),
                }
            }
            StatementKind::Call {
                targets,
                callee,
                arguments,
            } => {
                if !targets.is_empty() {
                    write!(f, "{} := ", listed_targets(targets))?;
                }
                write!(f, "{callee}({})", listed(arguments))
            }
            StatementKind::Assume(condition) => write!(f, "assume({condition})"),
            StatementKind::Assert(condition) => write!(f, "assert({condition})"),
            StatementKind::If { branches, .. } => match branches.first() {
                Some((condition, _)) => write!(f, "if ({condition})"),
                None => f.write_str("if (0)"),
            },
            StatementKind::While { condition, .. } => write!(f, "while ({condition})"),
            StatementKind::Goto(labels) => write!(f, "goto {}", listed(labels)),
            StatementKind::Return(values) if values.is_empty() => f.write_str("return"),
            StatementKind::Return(values) => write!(f, "return {}", listed(values)),
        }
    }
}

impl StatementKind {
    /// The statement on one line: of a conditional or loop its test alone, and no `;`.
    pub fn headline(&self) -> String {
        Headline(self).to_string()
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Constant(value) => f.write_char(if *value { '1' } else { '0' }),
            Expr::Variable(name) => name.fmt(f),
            Expr::Next(name) => write!(f, "'{name}"),
            Expr::Lost => f.write_char('*'),
            Expr::Nondet => f.write_str("nondet"),
            Expr::Not(operand) => {
                f.write_char('!')?;
                operand_of(f, operand, None)
            }
            Expr::Binary(operator, operands) => {
                for (at, operand) in operands.iter().enumerate() {
                    if at > 0 {
                        write!(f, " {operator} ")?;
                    }
                    operand_of(f, operand, Some(*operator))?;
                }
                Ok(())
            }
            Expr::Choose(positive, negative) => write!(f, "choose({positive}, {negative})"),
            Expr::Conditional(condition, then, otherwise) => {
                operand_of(f, condition, None)?;
                f.write_str(" ? ")?;
                operand_of(f, then, None)?;
                f.write_str(" : ")?;
                operand_of(f, otherwise, None)
            }
        }
    }
}

/// Parentheses around everything composed but a conjunction in a disjunction, whose reading nobody
/// doubts.
fn operand_of(
    f: &mut Formatter<'_>,
    operand: &Expr,
    operator: Option<BinaryOperator>,
) -> fmt::Result {
    let bare = match operand {
        Expr::Constant(_)
        | Expr::Variable(_)
        | Expr::Next(_)
        | Expr::Lost
        | Expr::Nondet
        | Expr::Not(_)
        | Expr::Choose(..) => true,
        Expr::Binary(inner, _) => {
            operator == Some(BinaryOperator::Or) && *inner == BinaryOperator::And
        }
        Expr::Conditional(..) => false,
    };
    if bare {
        operand.fmt(f)
    } else {
        write!(f, "({operand})")
    }
}

impl Display for BinaryOperator {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BinaryOperator::And => "&",
            BinaryOperator::Or => "|",
            BinaryOperator::Xor => "^",
            BinaryOperator::Equal => "=",
            BinaryOperator::NotEqual => "!=",
            BinaryOperator::Implies => "=>",
        })
    }
}

impl Display for Identifier {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.is_plain() {
            return f.write_str(self.as_str());
        }
        f.write_char('{')?;
        for character in self.as_str().chars() {
            if matches!(character, '}' | '\\') {
                f.write_char('\\')?;
            }
            f.write_char(character)?;
        }
        f.write_char('}')
    }
}

impl Identifier {
    /// Whether the name needs no braces.
    pub fn is_plain(&self) -> bool {
        let text = self.as_str();
        let begins = |c: char| c.is_ascii_alphabetic() || c == '_';
        text.chars().next().is_some_and(begins)
            && text.chars().all(|c| begins(c) || c.is_ascii_digit())
            && !is_keyword(text)
    }
}

fn listed<T: Display>(items: &[T]) -> String {
    let texts: Vec<String> = items.iter().map(T::to_string).collect();
    texts.join(", ")
}

fn listed_targets(targets: &[Option<Identifier>]) -> String {
    let text = |target: &Option<Identifier>| {
        target
            .as_ref()
            .map_or_else(|| "_".to_owned(), Identifier::to_string)
    };
    targets.iter().map(text).collect::<Vec<_>>().join(", ")
}
