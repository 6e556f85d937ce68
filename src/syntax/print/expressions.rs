//! Expressions, with as few parentheses as Ada allows.

use std::fmt;

use itertools::Itertools;

use super::super::ast::{
    Actual, Aggregate, AggregateAssociation, AggregateForm, Allocator, Association, Binary, Choice,
    Direction, Domain, Expression, ExpressionKind, Iteration, Logical, Quantifier, Unary,
};
use super::declarations::{Short, applied};
use crate::logic::Arithmetic;

/// How tightly an operator binds: a larger operand level needs no parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
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
        | ExpressionKind::Real(_)
        | ExpressionKind::Character(_)
        | ExpressionKind::String(_)
        | ExpressionKind::Null
        | ExpressionKind::Name(_)
        | ExpressionKind::Selected(..)
        | ExpressionKind::Dereference(_)
        | ExpressionKind::Attribute(..)
        | ExpressionKind::Call(..)
        | ExpressionKind::If { .. }
        | ExpressionKind::Case { .. }
        | ExpressionKind::Quantified { .. }
        | ExpressionKind::Declare { .. }
        | ExpressionKind::Qualified(..)
        | ExpressionKind::Aggregate(_)
        | ExpressionKind::Update(..)
        | ExpressionKind::Allocator(_)
        | ExpressionKind::Raise { .. }
        | ExpressionKind::Target
        | ExpressionKind::Error => Level::Primary,
        ExpressionKind::Unary(Unary::Minus | Unary::Plus, _) => Level::Simple,
        ExpressionKind::Unary(Unary::Absolute | Unary::Not, _) => Level::Factor,
        ExpressionKind::Membership { .. } => Level::Relation,
        ExpressionKind::Binary(operator, ..) => match operator {
            Binary::Arithmetic(Arithmetic::Add | Arithmetic::Subtract) | Binary::Concatenate => {
                Level::Simple
            }
            Binary::Arithmetic(_) => Level::Term,
            Binary::Power => Level::Factor,
            Binary::Compare(_) => Level::Relation,
            Binary::Logical(_) => Level::Logical,
        },
    }
}

/// The expression as an operand of the given level.
pub(super) fn at_least(expression: &Expression, needed: Level) -> Operand<'_> {
    Operand { expression, needed }
}

/// An expression in parentheses if it binds less tightly than needed.
pub(super) struct Operand<'a> {
    expression: &'a Expression,
    needed: Level,
}

impl fmt::Display for Operand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if level(self.expression) >= self.needed {
            self.expression.fmt(f)
        } else {
            write!(f, "({})", self.expression)
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExpressionKind::Integer(value) => write!(f, "{value}"),
            ExpressionKind::Real(text) => f.write_str(text),
            ExpressionKind::Character(value) => write!(f, "'{value}'"),
            ExpressionKind::String(text) => write!(f, "\"{}\"", text.replace('"', "\"\"")),
            ExpressionKind::Null => f.write_str("null"),
            ExpressionKind::Name(name) => f.write_str(name),
            ExpressionKind::Selected(prefix, selector) => write!(f, "{prefix}.{selector}"),
            ExpressionKind::Dereference(prefix) => write!(f, "{prefix}.all"),
            ExpressionKind::Attribute(prefix, designator) => write!(f, "{prefix}'{designator}"),
            ExpressionKind::Call(prefix, arguments) => applied(f, prefix, arguments),
            ExpressionKind::Unary(operator, operand) => match operator {
                Unary::Minus => write!(f, "-{}", at_least(operand, Level::Term)),
                Unary::Plus => write!(f, "+{}", at_least(operand, Level::Term)),
                Unary::Absolute => write!(f, "abs {}", at_least(operand, Level::Primary)),
                Unary::Not => write!(f, "not {}", at_least(operand, Level::Primary)),
            },
            ExpressionKind::Binary(operator, left, right) => {
                let (first, second) = operand_levels(self, *operator, left);
                let (left, right) = (at_least(left, first), at_least(right, second));
                write!(f, "{left} {operator} {right}")
            }
            ExpressionKind::Membership {
                operand,
                is_negated,
                choices,
            } => {
                let not = if *is_negated { "not " } else { "" };
                let operand = at_least(operand, Level::Simple);
                write!(f, "{operand} {not}in {}", choices.iter().format(" | "))
            }
            ExpressionKind::If {
                branches,
                otherwise,
            } => conditional(f, branches, otherwise.as_deref()),
            ExpressionKind::Case {
                selector,
                alternatives,
            } => {
                write!(f, "(case {selector} is")?;
                for (at, alternative) in alternatives.iter().enumerate() {
                    let comma = if at == 0 { "" } else { "," };
                    let choices = alternative.choices.iter().format(" | ");
                    write!(f, "{comma} when {choices} => {}", alternative.value)?;
                }
                f.write_str(")")
            }
            ExpressionKind::Quantified {
                quantifier,
                iteration,
                predicate,
            } => {
                let quantifier = match quantifier {
                    Quantifier::All => "all",
                    Quantifier::Some => "some",
                };
                write!(f, "(for {quantifier} {iteration} => {predicate})")
            }
            ExpressionKind::Declare {
                declarations,
                value,
            } => {
                f.write_str("(declare ")?;
                for declaration in declarations {
                    write!(f, "{} ", Short(&declaration.kind))?;
                }
                write!(f, "begin {value})")
            }
            ExpressionKind::Qualified(mark, operand) => {
                if let ExpressionKind::Aggregate(_) = &operand.kind {
                    write!(f, "{mark}'{operand}")
                } else {
                    write!(f, "{mark}'({operand})")
                }
            }
            ExpressionKind::Aggregate(aggregate) => aggregate.fmt(f),
            ExpressionKind::Update(prefix, list) => {
                write!(f, "{prefix}'Update ({})", list.iter().format(", "))
            }
            ExpressionKind::Allocator(allocator) => allocator.fmt(f),
            ExpressionKind::Raise { exception, message } => match message {
                Some(message) => {
                    let message = at_least(message, Level::Simple);
                    write!(f, "(raise {exception} with {message})")
                }
                None => write!(f, "(raise {exception})"),
            },
            ExpressionKind::Target => f.write_str("@"),
            ExpressionKind::Error => f.write_str("<error>"),
        }
    }
}

/// How tightly the operands of a binary operation must bind.
fn operand_levels(whole: &Expression, operator: Binary, left: &Expression) -> (Level, Level) {
    match level(whole) {
        // A logical operator may be repeated, but not mixed with another.
        Level::Logical => {
            let repeats = matches!(
                &left.kind,
                ExpressionKind::Binary(inner, ..) if *inner == operator
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
    }
}

fn conditional(
    f: &mut fmt::Formatter<'_>,
    branches: &[(Expression, Expression)],
    otherwise: Option<&Expression>,
) -> fmt::Result {
    for (at, (condition, value)) in branches.iter().enumerate() {
        let word = if at == 0 { "(if" } else { " elsif" };
        write!(f, "{word} {condition} then {value}")?;
    }
    if let Some(value) = otherwise {
        write!(f, " else {value}")?;
    }
    f.write_str(")")
}

impl fmt::Display for Aggregate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_bracketed { "[" } else { "(" })?;
        match &self.form {
            AggregateForm::Plain => {}
            AggregateForm::NullRecord => f.write_str("null record")?,
            AggregateForm::Extension(base) => write!(f, "{base} with ")?,
            AggregateForm::NullExtension(base) => write!(f, "{base} with null record")?,
            AggregateForm::Delta(base) => write!(f, "{base} with delta ")?,
        }
        write!(f, "{}", self.associations.iter().format(", "))?;
        f.write_str(if self.is_bracketed { "]" } else { ")" })
    }
}

impl fmt::Display for AggregateAssociation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(iteration) = &self.iteration {
            write!(f, "for {iteration} ")?;
            if let Some(key) = &self.key {
                write!(f, "use {key} ")?;
            }
            f.write_str("=> ")?;
        } else if !self.choices.is_empty() {
            write!(f, "{} => ", self.choices.iter().format(" | "))?;
        }
        match &self.value {
            Some(value) => write!(f, "{value}"),
            None => f.write_str("<>"),
        }
    }
}

impl fmt::Display for Allocator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("new ")?;
        let (Allocator::Subtype { subpool, .. } | Allocator::Qualified { subpool, .. }) = self;
        if let Some(subpool) = subpool {
            write!(f, "({subpool}) ")?;
        }
        match self {
            Allocator::Subtype { subtype, .. } => subtype.fmt(f),
            Allocator::Qualified { value, .. } => value.fmt(f),
        }
    }
}

impl fmt::Display for Iteration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.parameter)?;
        if let Some(subtype) = &self.subtype {
            write!(f, " : {subtype}")?;
        }
        let reverse = match self.direction {
            Direction::Upwards => "",
            Direction::Downwards => "reverse ",
        };
        match &self.domain {
            Domain::Discrete(range) => write!(f, " in {reverse}{range}")?,
            Domain::Elements(name) => write!(f, " of {reverse}{name}")?,
            Domain::Iterator(name) => write!(f, " in {reverse}{name}")?,
        }
        match &self.filter {
            Some(filter) => write!(f, " when {filter}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Association {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(formal) = &self.formal {
            write!(f, "{formal} => ")?;
        }
        match &self.actual {
            Actual::Expression(value) => value.fmt(f),
            Actual::Discrete(range) => range.fmt(f),
            Actual::Default(_) => f.write_str("<>"),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Expression(value) => at_least(value, Level::Simple).fmt(f),
            Choice::Discrete(range) => range.fmt(f),
            Choice::Others(_) => f.write_str("others"),
        }
    }
}

impl fmt::Display for Binary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Binary::Arithmetic(operator) => operator.fmt(f),
            Binary::Power => f.write_str("**"),
            Binary::Concatenate => f.write_str("&"),
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
