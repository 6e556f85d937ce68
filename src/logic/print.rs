//! Terms as Ada text.

use std::fmt;

use num_traits::Signed;

use super::term::{Arithmetic, Comparison, Term, TermKind};

/// How tightly an operator binds, as in Ada's grammar: a larger operand level needs no parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Logical,
    Relation,
    Simple,
    Term,
    Factor,
    Primary,
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            TermKind::Bool(true) => f.write_str("True"),
            TermKind::Bool(false) => f.write_str("False"),
            TermKind::Int(value) => write!(f, "{value}"),
            TermKind::Variable(variable) => write!(f, "{variable}"),
            TermKind::Not(a) => write!(f, "not {}", at_least(a, Level::Primary)),
            TermKind::And(parts) => joined(f, parts, " and "),
            TermKind::Or(parts) => joined(f, parts, " or "),
            TermKind::Compare(comparison, a, b) => write!(
                f,
                "{} {comparison} {}",
                at_least(a, Level::Simple),
                at_least(b, Level::Simple)
            ),
            TermKind::Arithmetic(operator, a, b) => {
                let level = level(self);
                let above = if level == Level::Simple {
                    Level::Term
                } else {
                    Level::Factor
                };
                write!(
                    f,
                    "{} {operator} {}",
                    at_least(a, level),
                    at_least(b, above)
                )
            }
            TermKind::Negate(a) => write!(f, "-{}", at_least(a, Level::Term)),
            TermKind::Absolute(a) => write!(f, "abs {}", at_least(a, Level::Primary)),
            TermKind::IfThenElse(a, b, c) => write!(f, "(if {a} then {b} else {c})"),
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Comparison::Equal => "=",
            Comparison::NotEqual => "/=",
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
        })
    }
}

impl fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Arithmetic::Add => "+",
            Arithmetic::Subtract => "-",
            Arithmetic::Multiply => "*",
            Arithmetic::Divide => "/",
            Arithmetic::Remainder => "rem",
            Arithmetic::Modulo => "mod",
        })
    }
}

fn level(term: &Term) -> Level {
    match term.kind() {
        TermKind::Int(value) if value.is_negative() => Level::Simple,
        TermKind::Bool(_) | TermKind::Int(_) | TermKind::Variable(_) | TermKind::IfThenElse(..) => {
            Level::Primary
        }
        TermKind::Not(_) | TermKind::Absolute(_) => Level::Factor,
        TermKind::And(_) | TermKind::Or(_) => Level::Logical,
        TermKind::Compare(..) => Level::Relation,
        TermKind::Arithmetic(Arithmetic::Add | Arithmetic::Subtract, ..) | TermKind::Negate(_) => {
            Level::Simple
        }
        TermKind::Arithmetic(..) => Level::Term,
    }
}

fn at_least(term: &Term, needed: Level) -> String {
    if level(term) >= needed {
        term.to_string()
    } else {
        format!("({term})")
    }
}

fn joined(f: &mut fmt::Formatter<'_>, parts: &[Term], between: &str) -> fmt::Result {
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            f.write_str(between)?;
        }
        f.write_str(&at_least(part, Level::Relation))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{Sort, Variable};
    use super::*;

    #[test]
    fn parentheses_only_where_ada_needs_them() {
        let x = Term::variable(&Variable::new("X", Sort::Int));
        let sum = Term::arithmetic(Arithmetic::Add, x.clone(), Term::int(1));
        let product = Term::arithmetic(Arithmetic::Multiply, sum.clone(), x.clone());
        assert_eq!(product.to_string(), "(X + 1) * X");
        let difference = Term::arithmetic(Arithmetic::Subtract, x.clone(), sum);
        assert_eq!(difference.to_string(), "X - (X + 1)");
        let minus = Term::arithmetic(Arithmetic::Subtract, x.clone(), Term::int(-1));
        assert_eq!(minus.to_string(), "X - (-1)");
        let small = Term::compare(Comparison::Less, x.clone(), Term::int(3));
        let either = Term::or([small.clone(), Term::equal(x.clone(), Term::int(-5))]);
        let both = Term::and([either, small]);
        assert_eq!(both.to_string(), "(X < 3 or X = -5) and X < 3");
        assert_eq!(Term::negate(product).to_string(), "-(X + 1) * X");
    }
}
