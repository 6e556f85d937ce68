//! Terms in the notation of the logic, which is Ada's as far as that goes.

use std::fmt;

use num_traits::Signed;

use super::term::{Arithmetic, Binder, Comparison, Quantifier, Term, TermKind};

/// How tightly an operator binds, as in Ada's grammar: a larger operand level needs no parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Logical,
    Relation,
    Simple,
    Term,
    Factor,
    Primary,
}

impl Level {
    /// That of an operator and those its operands must have.
    pub(super) fn of(operator: Arithmetic) -> (Level, Level, Level) {
        match operator {
            Arithmetic::Add | Arithmetic::Subtract => (Level::Simple, Level::Simple, Level::Term),
            Arithmetic::Power => (Level::Factor, Level::Primary, Level::Primary),
            Arithmetic::BitAnd | Arithmetic::BitOr | Arithmetic::BitXor => {
                (Level::Logical, Level::Relation, Level::Relation)
            }
            Arithmetic::Multiply
            | Arithmetic::Divide
            | Arithmetic::Remainder
            | Arithmetic::Modulo => (Level::Term, Level::Term, Level::Factor),
        }
    }
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
                let (_, left, right) = Level::of(*operator);
                write!(f, "{} {operator} {}", at_least(a, left), at_least(b, right))
            }
            TermKind::Negate(a) => write!(f, "-{}", at_least(a, Level::Term)),
            TermKind::Absolute(a) => write!(f, "abs {}", at_least(a, Level::Primary)),
            TermKind::IfThenElse(a, b, c) => write!(f, "(if {a} then {b} else {c})"),
            TermKind::Select(array, index) => write_select(f, array, index),
            TermKind::Store(array, index, element) => {
                write!(f, "({array} with delta {index} => {element})")
            }
            TermKind::ConstantArray(element) => write!(f, "(others => {element})"),
            TermKind::Comprehension(binder, body, otherwise) => {
                write!(f, "({otherwise} with delta for {binder} => {body})")
            }
            TermKind::Quantified(quantifier, binder, body) => {
                write!(f, "(for {quantifier} {binder} => {body})")
            }
            TermKind::Apply(function, arguments, _) if arguments.is_empty() => {
                f.write_str(function)
            }
            TermKind::Apply(function, arguments, _) => {
                let arguments: Vec<String> = arguments.iter().map(Term::to_string).collect();
                write!(f, "{function} ({})", arguments.join(", "))
            }
        }
    }
}

/// `A (I, J)` for nested arrays.
fn write_select(f: &mut fmt::Formatter<'_>, array: &Term, index: &Term) -> fmt::Result {
    let mut indices = vec![index.to_string()];
    let mut array = array;
    while let TermKind::Select(inner, outer) = array.kind() {
        indices.insert(0, outer.to_string());
        array = inner;
    }
    write!(
        f,
        "{} ({})",
        at_least(array, Level::Primary),
        indices.join(", ")
    )
}

impl fmt::Display for Quantifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Quantifier::ForAll => "all",
            Quantifier::Exists => "some",
        })
    }
}

impl fmt::Display for Binder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} in {} .. {}",
            self.variable,
            at_least(&self.low, Level::Simple),
            at_least(&self.high, Level::Simple)
        )
    }
}

impl Comparison {
    /// How Ada writes it.
    pub(crate) const fn symbol(self) -> &'static str {
        match self {
            Comparison::Equal => "=",
            Comparison::NotEqual => "/=",
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
        }
    }
}

impl Arithmetic {
    /// How Ada writes it.
    pub(crate) const fn symbol(self) -> &'static str {
        match self {
            Arithmetic::Add => "+",
            Arithmetic::Subtract => "-",
            Arithmetic::Multiply => "*",
            Arithmetic::Divide => "/",
            Arithmetic::Remainder => "rem",
            Arithmetic::Modulo => "mod",
            Arithmetic::Power => "**",
            Arithmetic::BitAnd => "and",
            Arithmetic::BitOr => "or",
            Arithmetic::BitXor => "xor",
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

impl fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

fn level(term: &Term) -> Level {
    match term.kind() {
        TermKind::Int(value) if value.is_negative() => Level::Simple,
        TermKind::Bool(_)
        | TermKind::Int(_)
        | TermKind::Variable(_)
        | TermKind::IfThenElse(..)
        | TermKind::Select(..)
        | TermKind::Store(..)
        | TermKind::ConstantArray(_)
        | TermKind::Comprehension(..)
        | TermKind::Quantified(..)
        | TermKind::Apply(..) => Level::Primary,
        TermKind::Not(_) | TermKind::Absolute(_) => Level::Factor,
        TermKind::And(_) | TermKind::Or(_) => Level::Logical,
        TermKind::Compare(..) => Level::Relation,
        TermKind::Negate(_) => Level::Simple,
        TermKind::Arithmetic(operator, ..) => Level::of(*operator).0,
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

/// A condition as text, `low <= x and x <= high` as `x in low .. high`.
pub fn ranged(condition: &Term) -> String {
    if let TermKind::And(parts) = condition.kind()
        && let [first, second] = parts.as_slice()
        && let (
            TermKind::Compare(Comparison::LessEqual, low, x),
            TermKind::Compare(Comparison::LessEqual, y, high),
        ) = (first.kind(), second.kind())
        && x == y
        && low.as_value().is_some()
        && high.as_value().is_some()
    {
        return format!("{x} in {low} .. {high}");
    }
    condition.to_string()
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
        let power = Term::arithmetic(Arithmetic::Power, Term::negate(x.clone()), Term::int(2));
        assert_eq!(power.to_string(), "(-X) ** 2");
        let bits = Term::arithmetic(Arithmetic::BitAnd, x.clone(), Term::int(255));
        assert_eq!(Term::equal(bits, x).to_string(), "(X and 255) = X");
    }

    #[test]
    fn arrays_as_ada_writes_them() {
        let matrix = Variable::new("M", Sort::array(Sort::array(Sort::Int)));
        let i = Term::variable(&Variable::new("I", Sort::Int));
        let row = Term::select(Term::variable(&matrix), i.clone());
        let element = Term::select(row.clone(), Term::int(2));
        assert_eq!(element.to_string(), "M (I, 2)");
        let changed = Term::store(row.clone(), i.clone(), Term::int(0));
        assert_eq!(changed.to_string(), "(M (I) with delta I => 0)");
        let read = Term::select(changed, Term::int(3));
        assert_eq!(read.to_string(), "(M (I) with delta I => 0) (3)");
        let binder = || Binder::new("J", Term::int(1), i.clone());
        let j = Term::variable(&binder().variable);
        let zeros = Term::constant_array(Term::int(0));
        let slice = Term::comprehension(binder(), Term::select(row, j.clone()), zeros);
        assert_eq!(
            slice.to_string(),
            "((others => 0) with delta for J in 1 .. I => M (I, J))"
        );
        let odd = Term::apply("Odd", vec![j], Sort::Bool);
        let some = Term::quantified(Quantifier::Exists, binder(), odd);
        assert_eq!(some.to_string(), "(for some J in 1 .. I => Odd (J))");
    }
}
