//! Syntax as Ada text, laid out in one way.

use std::fmt;

use itertools::Itertools;

use super::ast::{
    Association, Binary, Choice, Clause, ClauseKind, Declaration, DeclarationKind, Direction,
    Domain, Expression, ExpressionKind, Formal, Logical, Mode, Name, Pragma, PredicateText, Range,
    Scheme, Statement, StatementKind, SubprogramBody, SubprogramSpecification, SubtypeIndication,
    Unary, Unit, UnitKind,
};
use crate::logic::Arithmetic;

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for clause in &self.clauses {
            writeln!(f, "{clause}")?;
        }
        match &self.kind {
            UnitKind::PackageSpecification(package) => {
                writeln!(f, "package {} is", package.name)?;
                declarations(f, &package.visible, 1)?;
                if !package.private.is_empty() {
                    writeln!(f, "private")?;
                    declarations(f, &package.private, 1)?;
                }
                writeln!(f, "end {};", package.name)
            }
            UnitKind::PackageBody(package) => {
                writeln!(f, "package body {} is", package.name)?;
                declarations(f, &package.declarations, 1)?;
                if !package.statements.is_empty() {
                    writeln!(f, "begin")?;
                    statements(f, &package.statements, 1)?;
                }
                writeln!(f, "end {};", package.name)
            }
            UnitKind::SubprogramDeclaration(profile) => {
                specification(f, profile, 0)?;
                writeln!(f, ";")
            }
            UnitKind::SubprogramBody(body) => subprogram(f, body, 0),
        }
    }
}

fn indent(f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
    write!(f, "{:1$}", "", 3 * depth)
}

fn declarations(f: &mut fmt::Formatter<'_>, list: &[Declaration], depth: usize) -> fmt::Result {
    for declaration in list {
        if let DeclarationKind::SubprogramBody(body) = &declaration.kind {
            subprogram(f, body, depth)?;
            continue;
        }
        indent(f, depth)?;
        match &declaration.kind {
            DeclarationKind::Object {
                names,
                is_constant,
                subtype,
                value,
            } => {
                let constant = if *is_constant { "constant " } else { "" };
                write!(f, "{} : {constant}{subtype}", names.iter().join(", "))?;
                match value {
                    Some(value) => writeln!(f, " := {value};")?,
                    None => writeln!(f, ";")?,
                }
            }
            DeclarationKind::Number { names, value } => {
                writeln!(f, "{} : constant := {value};", names.iter().join(", "))?;
            }
            DeclarationKind::Subtype { name, indication } => {
                writeln!(f, "subtype {name} is {indication};")?;
            }
            DeclarationKind::SignedType { name, low, high } => {
                writeln!(f, "type {name} is range {low} .. {high};")?;
            }
            DeclarationKind::ModularType { name, modulus } => {
                writeln!(f, "type {name} is mod {modulus};")?;
            }
            DeclarationKind::Enumeration { name, literals } => {
                writeln!(f, "type {name} is ({});", literals.iter().join(", "))?;
            }
            DeclarationKind::Subprogram(profile) => {
                specification(f, profile, depth)?;
                writeln!(f, ";")?;
            }
            DeclarationKind::Pragma(pragma) => writeln!(f, "{pragma}")?,
            DeclarationKind::Clause(clause) => writeln!(f, "{clause}")?,
            DeclarationKind::SubprogramBody(_) | DeclarationKind::Error => writeln!(f, "<error>")?,
        }
    }
    Ok(())
}

fn specification(
    f: &mut fmt::Formatter<'_>,
    profile: &SubprogramSpecification,
    depth: usize,
) -> fmt::Result {
    write!(f, "procedure {}", profile.name)?;
    if !profile.formals.is_empty() {
        write!(f, " ({})", profile.formals.iter().join("; "))?;
    }
    for (at, aspect) in profile.aspects.iter().enumerate() {
        writeln!(f, "{}", if at == 0 { "" } else { "," })?;
        indent(f, depth)?;
        write!(
            f,
            "{}{}",
            if at == 0 { "  with " } else { "       " },
            aspect.name
        )?;
        if let Some(definition) = &aspect.definition {
            write!(f, " => {definition}")?;
        }
    }
    Ok(())
}

fn subprogram(f: &mut fmt::Formatter<'_>, body: &SubprogramBody, depth: usize) -> fmt::Result {
    indent(f, depth)?;
    specification(f, &body.specification, depth)?;
    if body.specification.aspects.is_empty() {
        writeln!(f, " is")?;
    } else {
        writeln!(f)?;
        indent(f, depth)?;
        writeln!(f, "is")?;
    }
    declarations(f, &body.declarations, depth + 1)?;
    indent(f, depth)?;
    writeln!(f, "begin")?;
    statements(f, &body.statements, depth + 1)?;
    indent(f, depth)?;
    writeln!(f, "end {};", body.specification.name)
}

fn statements(f: &mut fmt::Formatter<'_>, list: &[Statement], depth: usize) -> fmt::Result {
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
                    let choices = alternative.choices.iter().join(" | ");
                    let choices = if choices.is_empty() {
                        "others".to_owned()
                    } else {
                        choices
                    };
                    writeln!(f, "when {choices} =>")?;
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
                write!(f, "exit")?;
                if let Some(target) = target {
                    write!(f, " {target}")?;
                }
                if let Some(condition) = condition {
                    write!(f, " when {condition}")?;
                }
                writeln!(f, ";")?;
            }
            StatementKind::Return => writeln!(f, "return;")?,
            StatementKind::Call { callee, arguments } => {
                write!(f, "{callee}")?;
                if !arguments.is_empty() {
                    write!(f, " ({})", arguments.iter().join(", "))?;
                }
                writeln!(f, ";")?;
            }
            StatementKind::Block {
                declarations: declared,
                statements: body,
            } => {
                writeln!(f, "declare")?;
                declarations(f, declared, depth + 1)?;
                indent(f, depth)?;
                writeln!(f, "begin")?;
                statements(f, body, depth + 1)?;
                indent(f, depth)?;
                writeln!(f, "end;")?;
            }
            StatementKind::Pragma(pragma) => writeln!(f, "{pragma}")?,
            StatementKind::Clause(clause) => writeln!(f, "{clause}")?,
            StatementKind::Error => writeln!(f, "<error>")?,
        }
    }
    Ok(())
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scheme::Forever => Ok(()),
            Scheme::While(condition) => write!(f, "while {condition} "),
            Scheme::For(scheme) => {
                let parameter = &scheme.parameter;
                let reverse = match scheme.direction {
                    Direction::Upwards => "",
                    Direction::Downwards => "reverse ",
                };
                match &scheme.domain {
                    Domain::Range(range) => write!(f, "for {parameter} in {reverse}{range} "),
                    Domain::Subtype(mark) => write!(f, "for {parameter} in {reverse}{mark} "),
                }
            }
        }
    }
}

impl fmt::Display for Formal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mode = match self.mode {
            Mode::In => "",
            Mode::Out => "out ",
            Mode::InOut => "in out ",
        };
        write!(f, "{} : {mode}{}", self.name, self.subtype)
    }
}

impl fmt::Display for SubtypeIndication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.constraint {
            Some(range) => write!(f, "{} range {range}", self.mark),
            None => write!(f, "{}", self.mark),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::Bounds(low, high) => write!(
                f,
                "{} .. {}",
                at_least(low, Level::Simple),
                at_least(high, Level::Simple)
            ),
            Range::Attribute(prefix) => write!(f, "{prefix}'Range"),
        }
    }
}

impl fmt::Display for Pragma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pragma {}", self.name)?;
        if !self.arguments.is_empty() {
            write!(f, " ({})", self.arguments.iter().join(", "))?;
        }
        f.write_str(";")
    }
}

impl fmt::Display for Association {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.formal {
            Some(formal) => write!(f, "{formal} => {}", self.actual),
            None => write!(f, "{}", self.actual),
        }
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ClauseKind::Assert(condition) => write!(f, "--% assert {condition};"),
            ClauseKind::Assume(condition) => write!(f, "--% assume {condition};"),
            ClauseKind::Predicate(list) => {
                write!(f, "--% predicate {};", list.iter().join(", "))
            }
            ClauseKind::Havoc(list) => write!(f, "--% havoc {};", list.iter().join(", ")),
            ClauseKind::Nondet(list) => write!(f, "--% nondet {};", list.iter().join(", ")),
            ClauseKind::Label(name) => write!(f, "--% label {name};"),
            ClauseKind::Option(settings) => {
                let settings = settings
                    .iter()
                    .map(|(name, value)| format!("{name} = {value}"));
                write!(f, "--% option {};", settings.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

impl fmt::Display for PredicateText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{name} : {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// How tightly an operator binds: a larger operand level needs no parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Logical,
    Relation,
    Simple,
    Term,
    Factor,
    Primary,
}

fn level(expression: &Expression) -> Level {
    match &expression.kind {
        ExpressionKind::Integer(_)
        | ExpressionKind::Name(_)
        | ExpressionKind::Selected(..)
        | ExpressionKind::Attribute(..)
        | ExpressionKind::Call(..)
        | ExpressionKind::If { .. }
        | ExpressionKind::Qualified(..)
        | ExpressionKind::Error => Level::Primary,
        ExpressionKind::Unary(Unary::Minus | Unary::Plus, _) => Level::Simple,
        ExpressionKind::Unary(Unary::Absolute | Unary::Not, _) => Level::Factor,
        ExpressionKind::Membership { .. } => Level::Relation,
        ExpressionKind::Binary(operator, ..) => match operator {
            Binary::Arithmetic(Arithmetic::Add | Arithmetic::Subtract) => Level::Simple,
            Binary::Arithmetic(_) => Level::Term,
            Binary::Power => Level::Factor,
            Binary::Compare(_) => Level::Relation,
            Binary::Logical(_) => Level::Logical,
        },
    }
}

fn at_least(expression: &Expression, needed: Level) -> String {
    if level(expression) >= needed {
        expression.to_string()
    } else {
        format!("({expression})")
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExpressionKind::Integer(value) => write!(f, "{value}"),
            ExpressionKind::Name(name) => f.write_str(name),
            ExpressionKind::Selected(prefix, selector) => write!(f, "{prefix}.{selector}"),
            ExpressionKind::Attribute(prefix, designator) => write!(f, "{prefix}'{designator}"),
            ExpressionKind::Call(prefix, arguments) => {
                write!(f, "{prefix} ({})", arguments.iter().join(", "))
            }
            ExpressionKind::Unary(operator, operand) => match operator {
                Unary::Minus => write!(f, "-{}", at_least(operand, Level::Term)),
                Unary::Plus => write!(f, "+{}", at_least(operand, Level::Term)),
                Unary::Absolute => write!(f, "abs {}", at_least(operand, Level::Primary)),
                Unary::Not => write!(f, "not {}", at_least(operand, Level::Primary)),
            },
            ExpressionKind::Binary(operator, left, right) => {
                let (first, second) = match level(self) {
                    // A logical operator may be repeated, but not mixed with another.
                    Level::Logical => {
                        let repeats = matches!(
                            &left.kind,
                            ExpressionKind::Binary(inner, ..) if inner == operator
                        );
                        let first = if repeats {
                            Level::Logical
                        } else {
                            Level::Relation
                        };
                        (first, Level::Relation)
                    }
                    Level::Relation => (Level::Simple, Level::Simple),
                    Level::Simple => (Level::Simple, Level::Term),
                    Level::Term => (Level::Term, Level::Factor),
                    Level::Factor | Level::Primary => (Level::Primary, Level::Primary),
                };
                write!(
                    f,
                    "{} {operator} {}",
                    at_least(left, first),
                    at_least(right, second)
                )
            }
            ExpressionKind::Membership {
                operand,
                is_negated,
                choices,
            } => {
                let not = if *is_negated { "not " } else { "" };
                let operand = at_least(operand, Level::Simple);
                write!(f, "{operand} {not}in {}", choices.iter().join(" | "))
            }
            ExpressionKind::If {
                branches,
                otherwise,
            } => {
                for (at, (condition, value)) in branches.iter().enumerate() {
                    let word = if at == 0 { "(if" } else { " elsif" };
                    write!(f, "{word} {condition} then {value}")?;
                }
                if let Some(value) = otherwise {
                    write!(f, " else {value}")?;
                }
                f.write_str(")")
            }
            ExpressionKind::Qualified(mark, operand) => write!(f, "{mark}'({operand})"),
            ExpressionKind::Error => f.write_str("<error>"),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Expression(value) => f.write_str(&at_least(value, Level::Simple)),
            Choice::Range(range) => write!(f, "{range}"),
        }
    }
}

impl fmt::Display for Binary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Binary::Arithmetic(operator) => operator.fmt(f),
            Binary::Power => f.write_str("**"),
            Binary::Compare(operator) => operator.fmt(f),
            Binary::Logical(operator) => operator.fmt(f),
        }
    }
}

impl fmt::Display for Logical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Logical::And => "and",
            Logical::Or => "or",
            Logical::Xor => "xor",
            Logical::AndThen => "and then",
            Logical::OrElse => "or else",
        })
    }
}
