//! Terms as SMT-LIB text.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive};

use super::dialect::Dialect;
use super::names::{function_to_smt, variable_to_smt};
use crate::logic::{Arithmetic, Comparison, Sort, Term, TermKind, Variable};

/// Constant exponents up to this one become products.
const EXPANDED_POWER: u32 = 64;
/// What an operand that occurs several times is called where it does. What it stands for is outside
/// the scope of the name, so that one name is enough.
const LOCAL: &str = "|{}|";

/// The term as an SMT-LIB expression for z3.
pub fn term_to_smt(term: &Term) -> String {
    Printer::new(Dialect::Z3).text(term)
}

/// A `declare-const` per variable.
pub fn declarations<'a>(variables: impl IntoIterator<Item = &'a Variable>) -> Vec<String> {
    variables
        .into_iter()
        .map(|variable| {
            format!(
                "(declare-const {} {})",
                variable_to_smt(variable),
                variable.sort
            )
        })
        .collect()
}

/// Prints terms one by one, and keeps what must be declared before them.
pub(super) struct Printer {
    pub(super) dialect: Dialect,
    /// The variables bound around what is being printed, outermost first.
    pub(super) bound: Vec<Variable>,
    /// Arrays for which the dialect has no expression, by what they are and the bound variables
    /// they may depend on.
    pub(super) arrays: BTreeMap<(Term, Vec<Variable>), String>,
    /// Declarations and axioms of those, in order.
    pub(super) auxiliary: Vec<String>,
    /// Whether `ada_pow` was used.
    pub(super) uses_power: bool,
    /// Whether `ada_and` or its like was used.
    pub(super) uses_bits: bool,
    /// The applications of those of which it is said how large they are.
    bounded: BTreeSet<String>,
}

/// What two bits become.
#[derive(Clone, Copy)]
enum Bits {
    And,
    Or,
    Xor,
}

impl Printer {
    pub(super) fn new(dialect: Dialect) -> Printer {
        Printer {
            dialect,
            bound: Vec::new(),
            arrays: BTreeMap::new(),
            auxiliary: Vec::new(),
            uses_power: false,
            uses_bits: false,
            bounded: BTreeSet::new(),
        }
    }

    /// The term as an SMT-LIB expression. What it needs is appended to `auxiliary`.
    pub(super) fn text(&mut self, term: &Term) -> String {
        match term.kind() {
            TermKind::Bool(value) => value.to_string(),
            TermKind::Int(value) => integer(value),
            TermKind::Variable(variable) => variable_to_smt(variable),
            TermKind::Not(a) => self.application("not", &[a]),
            TermKind::And(parts) => self.application("and", &parts.iter().collect::<Vec<_>>()),
            TermKind::Or(parts) => self.application("or", &parts.iter().collect::<Vec<_>>()),
            TermKind::Negate(a) => self.application("-", &[a]),
            TermKind::Absolute(a) => self.application("ada_abs", &[a]),
            TermKind::IfThenElse(a, b, c) => self.application("ite", &[a, b, c]),
            TermKind::Compare(comparison, a, b) => self.comparison(*comparison, a, b),
            TermKind::Arithmetic(operator, a, b) => self.arithmetic(*operator, a, b),
            TermKind::Select(array, index) => self.select(array, index),
            TermKind::Store(a, b, c) => self.application("store", &[a, b, c]),
            TermKind::ConstantArray(element) => self.constant_array(term, element),
            TermKind::Comprehension(binder, body, otherwise) => {
                self.comprehension(term, binder, body, otherwise)
            }
            TermKind::Quantified(quantifier, binder, body) => {
                self.quantified(term, *quantifier, binder, body)
            }
            TermKind::Apply(function, arguments, _) => {
                let function = function_to_smt(function);
                if arguments.is_empty() {
                    return function;
                }
                self.application(&function, &arguments.iter().collect::<Vec<_>>())
            }
        }
    }

    pub(super) fn application(&mut self, function: &str, operands: &[&Term]) -> String {
        let mut text = format!("({function}");
        for operand in operands {
            text.push(' ');
            text.push_str(&self.text(operand));
        }
        text.push(')');
        text
    }

    fn comparison(&mut self, comparison: Comparison, a: &Term, b: &Term) -> String {
        let truths = a.sort() == Sort::Bool;
        match comparison {
            Comparison::Equal => self.application("=", &[a, b]),
            Comparison::NotEqual => format!("(not {})", self.application("=", &[a, b])),
            Comparison::LessEqual if truths => self.application("=>", &[a, b]),
            Comparison::GreaterEqual if truths => self.application("=>", &[b, a]),
            Comparison::Less if truths => format!("(not {})", self.application("=>", &[b, a])),
            Comparison::Greater if truths => format!("(not {})", self.application("=>", &[a, b])),
            Comparison::Less => self.application("<", &[a, b]),
            Comparison::LessEqual => self.application("<=", &[a, b]),
            Comparison::Greater => self.application(">", &[a, b]),
            Comparison::GreaterEqual => self.application(">=", &[a, b]),
        }
    }

    fn arithmetic(&mut self, operator: Arithmetic, a: &Term, b: &Term) -> String {
        let function = match operator {
            Arithmetic::Add => "+",
            Arithmetic::Subtract => "-",
            Arithmetic::Multiply => "*",
            Arithmetic::Divide => "ada_div",
            Arithmetic::Remainder => "ada_rem",
            Arithmetic::Modulo => "ada_mod",
            Arithmetic::Power => return self.power(a, b),
            Arithmetic::BitAnd => return self.bits(Bits::And, a, b),
            Arithmetic::BitOr => return self.bits(Bits::Or, a, b),
            Arithmetic::BitXor => return self.bits(Bits::Xor, a, b),
        };
        self.application(function, &[a, b])
    }

    fn power(&mut self, base: &Term, exponent: &Term) -> String {
        if let TermKind::Int(exponent) = exponent.kind()
            && let Some(exponent) = exponent.to_u32()
            && (2..=EXPANDED_POWER).contains(&exponent)
        {
            let factors = vec![LOCAL; exponent as usize].join(" ");
            return format!("(let (({LOCAL} {})) (* {factors}))", self.text(base));
        }
        self.uses_power = true;
        self.application("ada_pow", &[base, exponent])
    }

    /// With a constant mask, the runs of bits in it, each cut out by division; otherwise recursion.
    fn bits(&mut self, operator: Bits, a: &Term, b: &Term) -> String {
        let (operand, mask) = match (a.kind(), b.kind()) {
            (_, TermKind::Int(mask)) => (a, mask),
            (TermKind::Int(mask), _) => (b, mask),
            _ => {
                self.uses_bits = true;
                let function = match operator {
                    Bits::Or => "ada_or",
                    Bits::Xor => "ada_xor",
                    Bits::And => "ada_and",
                };
                let operands = [self.text(a), self.text(b)];
                let text = format!("({function} {})", operands.join(" "));
                let mut variables = a.free_variables().iter().chain(b.free_variables());
                if variables.all(|variable| !self.bound.contains(variable)) {
                    self.bound_bits(operator, &operands, &text);
                }
                return text;
            }
        };
        let common = masked(mask);
        let mask = integer(mask);
        let result = match operator {
            Bits::Or => format!("(- (+ {LOCAL} {mask}) {common})"),
            Bits::Xor => format!("(- (+ {LOCAL} {mask}) (* 2 {common}))"),
            Bits::And => common,
        };
        format!("(let (({LOCAL} {})) {result})", self.text(operand))
    }

    /// How large the bits of two numbers together are, which no solver finds out by recursion.
    fn bound_bits(&mut self, operator: Bits, [a, b]: &[String; 2], bits: &str) {
        if self.bounded.insert(bits.to_owned()) {
            let bounds = match operator {
                Bits::And => format!("(<= 0 {bits} {a}) (<= {bits} {b})"),
                Bits::Or => format!("(<= {a} {bits} (+ {a} {b})) (<= {b} {bits})"),
                Bits::Xor => format!("(<= 0 {bits} (+ {a} {b}))"),
            };
            let is_known = format!("(and (<= 0 {a}) (<= 0 {b}))");
            let fact = format!("(assert (=> {is_known} (and {bounds})))");
            self.auxiliary.push(fact);
        }
    }
}

/// The bits of `LOCAL` that are in the mask.
fn masked(mask: &BigInt) -> String {
    if mask.is_negative() {
        // What is not in the complement of the mask.
        return format!("(- {LOCAL} {})", masked(&!mask));
    }
    let runs: Vec<String> = runs(mask)
        .into_iter()
        .map(|(first, length)| {
            let unit = BigInt::one() << first;
            let size = BigInt::one() << length;
            format!("(* {unit} (mod (div {LOCAL} {unit}) {size}))")
        })
        .collect();
    match runs.len() {
        0 => "0".to_owned(),
        1 => runs.concat(),
        _ => format!("(+ {})", runs.join(" ")),
    }
}

/// The runs of ones in a number that is not negative, as first bit and length.
fn runs(mask: &BigInt) -> Vec<(u64, u64)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < mask.bits() {
        let first = at;
        while mask.bit(at) {
            at += 1;
        }
        if at > first {
            found.push((first, at - first));
        }
        at += 1;
    }
    found
}

fn integer(value: &BigInt) -> String {
    if value.is_negative() {
        format!("(- {})", value.abs())
    } else {
        value.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_numbers_and_inequality() {
        let x = Term::variable(&Variable::new("X", Sort::Int));
        let term = Term::compare(Comparison::NotEqual, x, Term::int(-5));
        assert_eq!(term_to_smt(&term), "(not (= |X| (- 5)))");
    }

    #[test]
    fn masks_are_runs_of_bits() {
        assert_eq!(runs(&BigInt::from(0)), []);
        assert_eq!(runs(&BigInt::from(255)), [(0, 8)]);
        assert_eq!(runs(&BigInt::from(0b1101_1000)), [(3, 2), (6, 2)]);
    }
}
