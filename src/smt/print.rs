//! Terms as SMT-LIB text.
//!
//! SMT-LIB's `div` and `mod` are Euclidean, Ada's are not: each Ada operator becomes a function
//! defined in the prelude, with the value of [`crate::logic`] for a zero divisor.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use num_bigint::BigInt;
use num_traits::Signed;

use super::oracle::{Context, Literal};
use crate::logic::{Arithmetic, Comparison, Sort, Term, TermKind, Variable};

/// Ada's operators over SMT-LIB's. With a constant divisor a solver sees linear arithmetic only.
pub(super) const PRELUDE: [&str; 4] = [
    "(define-fun ada_abs ((a Int)) Int (ite (>= a 0) a (- a)))",
    "(define-fun ada_div ((a Int) (b Int)) Int \
     (ite (= b 0) 0 (ite (>= a 0) (div a b) (- (div (- a) b)))))",
    "(define-fun ada_rem ((a Int) (b Int)) Int \
     (ite (= b 0) a (ite (>= a 0) (mod a b) (- (mod (- a) b)))))",
    "(define-fun ada_mod ((a Int) (b Int)) Int \
     (ite (= b 0) a (ite (> b 0) (mod a b) (- (mod (- a) b)))))",
];

/// The term as an SMT-LIB expression.
pub fn term_to_smt(term: &Term) -> String {
    let mut text = String::new();
    write_term(term, &mut text);
    text
}

/// A name every solver reads: ASCII only and injective, `|X@1|`.
pub fn variable_to_smt(variable: &Variable) -> String {
    let mut text = String::from("|");
    for c in variable.name.chars() {
        if c.is_ascii_alphanumeric() || "_.@' ".contains(c) {
            text.push(c);
        } else {
            let _ = write!(text, "~{:x}~", u32::from(c));
        }
    }
    text.push('|');
    text
}

/// A `declare-const` per variable.
pub fn declarations<'a>(variables: impl IntoIterator<Item = &'a Variable>) -> Vec<String> {
    variables
        .into_iter()
        .map(|variable| {
            let sort = match variable.sort {
                Sort::Bool => "Bool",
                Sort::Int => "Int",
            };
            format!("(declare-const {} {sort})", variable_to_smt(variable))
        })
        .collect()
}

/// All variables of a context, in order.
pub(super) fn variables(context: &Context) -> BTreeSet<Variable> {
    context
        .facts
        .iter()
        .chain(&context.atoms)
        .flat_map(Term::variables)
        .collect()
}

/// The commands that set a context up after the prelude, a line each.
pub(super) fn script(context: &Context) -> Vec<String> {
    let mut lines = declarations(&variables(context));
    lines.extend(
        context
            .facts
            .iter()
            .map(|fact| format!("(assert {})", term_to_smt(fact))),
    );
    for (at, atom) in context.atoms.iter().enumerate() {
        lines.push(format!("(declare-const a{at} Bool)"));
        lines.push(format!("(assert (= a{at} {}))", term_to_smt(atom)));
    }
    lines
}

/// Literals over the atoms `a0`, `a1`, ….
pub(super) fn assumption_text(assumptions: &[Literal]) -> String {
    let literals: Vec<String> = assumptions
        .iter()
        .map(|literal| {
            if literal.positive {
                format!("a{}", literal.atom)
            } else {
                format!("(not a{})", literal.atom)
            }
        })
        .collect();
    literals.join(" ")
}

fn write_term(term: &Term, text: &mut String) {
    match term.kind() {
        TermKind::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        TermKind::Int(value) => write_int(value, text),
        TermKind::Variable(variable) => text.push_str(&variable_to_smt(variable)),
        TermKind::Compare(Comparison::NotEqual, a, b) => {
            text.push_str("(not ");
            application("=", &[a, b], text);
            text.push(')');
        }
        TermKind::Compare(..)
        | TermKind::Not(_)
        | TermKind::And(_)
        | TermKind::Or(_)
        | TermKind::Arithmetic(..)
        | TermKind::Negate(_)
        | TermKind::Absolute(_)
        | TermKind::IfThenElse(..) => application(function(term), &term.operands(), text),
    }
}

/// The SMT-LIB function of a term that is the application of one.
fn function(term: &Term) -> &'static str {
    match term.kind() {
        TermKind::Not(_) => "not",
        TermKind::And(_) => "and",
        TermKind::Or(_) => "or",
        TermKind::Negate(_) => "-",
        TermKind::Absolute(_) => "ada_abs",
        TermKind::IfThenElse(..) => "ite",
        TermKind::Compare(comparison, ..) => match comparison {
            Comparison::Equal | Comparison::NotEqual => "=",
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
        },
        TermKind::Arithmetic(operator, ..) => match operator {
            Arithmetic::Add => "+",
            Arithmetic::Subtract => "-",
            Arithmetic::Multiply => "*",
            Arithmetic::Divide => "ada_div",
            Arithmetic::Remainder => "ada_rem",
            Arithmetic::Modulo => "ada_mod",
        },
        TermKind::Bool(_) | TermKind::Int(_) | TermKind::Variable(_) => {
            unreachable!("a leaf applies no function")
        }
    }
}

fn application(function: &str, operands: &[&Term], text: &mut String) {
    text.push('(');
    text.push_str(function);
    for operand in operands {
        text.push(' ');
        write_term(operand, text);
    }
    text.push(')');
}

fn write_int(value: &BigInt, text: &mut String) {
    let _ = if value.is_negative() {
        write!(text, "(- {})", value.abs())
    } else {
        write!(text, "{value}")
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_ascii_and_distinct() {
        let name = |text: &str| variable_to_smt(&Variable::new(text, Sort::Int));
        assert_eq!(name("X@1"), "|X@1|");
        assert_eq!(name("Größe"), "|Gr~f6~~df~e|");
        assert_ne!(name("a|b"), name("a~7c~b"));
    }

    #[test]
    fn negative_numbers_and_inequality() {
        let x = Term::variable(&Variable::new("X", Sort::Int));
        let term = Term::compare(Comparison::NotEqual, x, Term::int(-5));
        assert_eq!(term_to_smt(&term), "(not (= |X| (- 5)))");
    }
}
