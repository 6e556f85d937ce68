//! Contexts over bit vectors.
//!
//! Where every integer variable has a range, every number that occurs in a context fits into some
//! number of bits, and two's complement of that width computes exactly what mathematical integers
//! do: no operation overflows. A context in which something has no range, or whose numbers need too
//! many bits, or that speaks of arrays, quantifiers or uninterpreted functions, is told in integers
//! instead. So the answers are the same, however they are found.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "what is not known here is told in integers"
)]

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::names::variable_to_smt;
use super::oracle::Context;
use super::script::variables;
use crate::logic::{Arithmetic, Comparison, Sort, Term, TermKind, Variable};

/// What a solver computes with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Integers {
    /// Mathematical integers.
    #[default]
    Exact,
    /// Bit vectors where that is the same.
    Bits,
}

/// More bits than this are left to integers.
const MAX_WIDTH: u64 = 256;

/// A range of integers, both ends included.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Range {
    low: BigInt,
    high: BigInt,
}

/// The ranges of variables, and the widest number met so far.
struct Widths {
    ranges: BTreeMap<Variable, Range>,
    bits: u64,
}

/// The commands that set a context up, if it can be told in bit vectors.
pub(super) fn bit_script(context: &Context) -> Option<Vec<String>> {
    let mut widths = Widths {
        ranges: BTreeMap::new(),
        bits: 1,
    };
    // Equations may come in any order: each round may give a range to one more variable.
    let all = variables(context);
    let parts: Vec<Term> = context
        .facts
        .iter()
        .flat_map(Term::conjuncts)
        .cloned()
        .collect();
    widths.ranges.extend(bounds(&parts));
    for _ in 0..=all.len() {
        let known = widths.ranges.len();
        for part in &parts {
            widths.learn(part);
        }
        if widths.ranges.len() == known {
            break;
        }
    }
    for term in context.facts.iter().chain(&context.atoms) {
        widths.visit(term)?;
    }
    let printer = BitPrinter {
        width: widths.bits.to_usize()?,
    };
    let mut lines: Vec<String> = all
        .iter()
        .map(|variable| {
            let sort = match variable.sort {
                Sort::Bool => "Bool".to_owned(),
                Sort::Int | Sort::Array(_) => format!("(_ BitVec {})", printer.width),
            };
            format!("(declare-const {} {sort})", variable_to_smt(variable))
        })
        .collect();
    for fact in &context.facts {
        lines.push(format!("(assert {})", printer.text(fact)));
    }
    for (at, atom) in context.atoms.iter().enumerate() {
        lines.push(format!("(declare-const a{at} Bool)"));
        lines.push(format!("(assert (= a{at} {}))", printer.text(atom)));
    }
    Some(lines)
}

impl Widths {
    /// The range of x from the fact `x = term`.
    fn learn(&mut self, fact: &Term) {
        if let TermKind::Compare(Comparison::Equal, left, right) = fact.kind()
            && let TermKind::Variable(variable) = left.kind()
            && variable.sort == Sort::Int
            && !self.ranges.contains_key(variable)
            && let Some(range) = self.visit_integer(right)
        {
            self.ranges.insert(variable.clone(), range);
        }
    }

    /// Makes room for every number in a Boolean term.
    fn visit(&mut self, term: &Term) -> Option<()> {
        match term.kind() {
            TermKind::Bool(_) | TermKind::Variable(_) => Some(()),
            TermKind::Not(_) | TermKind::And(_) | TermKind::Or(_) => term
                .operands()
                .into_iter()
                .try_for_each(|operand| self.visit(operand)),
            TermKind::Compare(_, a, _) if a.sort() == Sort::Int => term
                .operands()
                .into_iter()
                .try_for_each(|operand| self.visit_integer(operand).map(drop)),
            TermKind::Compare(_, a, b) if a.sort() == Sort::Bool => {
                self.visit(a)?;
                self.visit(b)
            }
            TermKind::IfThenElse(a, b, c) => {
                self.visit(a)?;
                self.visit(b)?;
                self.visit(c)
            }
            _ => None,
        }
    }

    /// The range of an integer term; room is made for it and all its parts.
    fn visit_integer(&mut self, term: &Term) -> Option<Range> {
        let range = match term.kind() {
            TermKind::Int(value) => Range::new(value.clone(), value.clone()),
            TermKind::Variable(variable) => self.ranges.get(variable)?.clone(),
            TermKind::Negate(a) => {
                let a = self.visit_integer(a)?;
                Range::new(-a.high, -a.low)
            }
            TermKind::Absolute(a) => {
                let a = self.visit_integer(a)?;
                Range::around(a.magnitude())
            }
            TermKind::IfThenElse(condition, a, b) => {
                self.visit(condition)?;
                let (a, b) = (self.visit_integer(a)?, self.visit_integer(b)?);
                Range::new(a.low.min(b.low), a.high.max(b.high))
            }
            TermKind::Arithmetic(operator, a, b) => {
                let (a, b) = (self.visit_integer(a)?, self.visit_integer(b)?);
                match operator {
                    Arithmetic::Add => Range::new(a.low + b.low, a.high + b.high),
                    Arithmetic::Subtract => Range::new(a.low - b.high, a.high - b.low),
                    Arithmetic::Multiply => Range::around(a.magnitude() * b.magnitude()),
                    Arithmetic::Divide | Arithmetic::Remainder => Range::around(a.magnitude()),
                    Arithmetic::Modulo => Range::around(a.magnitude().max(b.magnitude())),
                    Arithmetic::BitAnd | Arithmetic::BitOr | Arithmetic::BitXor => {
                        let bits = a.magnitude().max(b.magnitude()).bits();
                        Range::around(BigInt::one() << bits)
                    }
                    Arithmetic::Power => return None,
                }
            }
            _ => return None,
        };
        // One bit more than the magnitude for the sign, and one so that negation stays inside.
        self.bits = self.bits.max(range.magnitude().bits() + 2);
        (self.bits <= MAX_WIDTH).then_some(range)
    }
}

impl Range {
    fn new(low: BigInt, high: BigInt) -> Range {
        Range { low, high }
    }

    fn around(magnitude: BigInt) -> Range {
        Range::new(-magnitude.clone(), magnitude)
    }

    fn magnitude(&self) -> BigInt {
        self.low.abs().max(self.high.abs())
    }
}

/// The variables of which a conjunction gives both bounds.
fn bounds(parts: &[Term]) -> Vec<(Variable, Range)> {
    let mut lows: BTreeMap<Variable, BigInt> = BTreeMap::new();
    let mut highs: BTreeMap<Variable, BigInt> = BTreeMap::new();
    for part in parts {
        let TermKind::Compare(Comparison::LessEqual, left, right) = part.kind() else {
            continue;
        };
        match (left.kind(), right.kind()) {
            (TermKind::Int(low), TermKind::Variable(variable)) => {
                lows.insert(variable.clone(), low.clone());
            }
            (TermKind::Variable(variable), TermKind::Int(high)) => {
                highs.insert(variable.clone(), high.clone());
            }
            _ => {}
        }
    }
    lows.into_iter()
        .filter_map(|(variable, low)| {
            let high = highs.get(&variable)?.clone();
            Some((variable, Range::new(low, high)))
        })
        .collect()
}

/// Prints terms whose numbers all fit.
struct BitPrinter {
    width: usize,
}

impl BitPrinter {
    fn text(&self, term: &Term) -> String {
        match term.kind() {
            TermKind::Bool(value) => value.to_string(),
            TermKind::Int(value) => self.number(value),
            TermKind::Variable(variable) => variable_to_smt(variable),
            TermKind::Not(a) => self.application("not", &[a]),
            TermKind::And(parts) => self.application("and", &parts.iter().collect::<Vec<_>>()),
            TermKind::Or(parts) => self.application("or", &parts.iter().collect::<Vec<_>>()),
            TermKind::Negate(a) => self.application("bvneg", &[a]),
            TermKind::Absolute(a) => {
                let (value, zero) = (self.text(a), self.number(&BigInt::zero()));
                format!("(ite (bvslt {value} {zero}) (bvneg {value}) {value})")
            }
            TermKind::IfThenElse(a, b, c) => self.application("ite", &[a, b, c]),
            TermKind::Compare(comparison, a, b) => self.comparison(*comparison, a, b),
            TermKind::Arithmetic(operator, a, b) => self.arithmetic(*operator, a, b),
            TermKind::Select(..)
            | TermKind::Store(..)
            | TermKind::ConstantArray(_)
            | TermKind::Comprehension(..)
            | TermKind::Quantified(..)
            | TermKind::Apply(..) => unreachable!("{term} is not told in bit vectors"),
        }
    }

    fn application(&self, function: &str, operands: &[&Term]) -> String {
        let operands: Vec<String> = operands.iter().map(|operand| self.text(operand)).collect();
        format!("({function} {})", operands.join(" "))
    }

    fn number(&self, value: &BigInt) -> String {
        let unsigned = if value.is_negative() {
            (BigInt::one() << self.width) + value
        } else {
            value.clone()
        };
        format!("(_ bv{unsigned} {})", self.width)
    }

    fn comparison(&self, comparison: Comparison, a: &Term, b: &Term) -> String {
        let (numbers, truths) = match comparison {
            Comparison::Equal => return self.application("=", &[a, b]),
            Comparison::NotEqual => return self.application("distinct", &[a, b]),
            Comparison::Less => (("bvslt", [a, b]), ("and", "(not {a}) {b}")),
            Comparison::LessEqual => (("bvsle", [a, b]), ("=>", "{a} {b}")),
            Comparison::Greater => (("bvsgt", [a, b]), ("and", "{a} (not {b})")),
            Comparison::GreaterEqual => (("bvsge", [a, b]), ("=>", "{b} {a}")),
        };
        if a.sort() == Sort::Bool {
            let operands = truths
                .1
                .replace("{a}", &self.text(a))
                .replace("{b}", &self.text(b));
            return format!("({} {operands})", truths.0);
        }
        self.application(numbers.0, &numbers.1)
    }

    fn arithmetic(&self, operator: Arithmetic, a: &Term, b: &Term) -> String {
        let (function, by_zero) = match operator {
            Arithmetic::Add => ("bvadd", None),
            Arithmetic::Subtract => ("bvsub", None),
            Arithmetic::Multiply => ("bvmul", None),
            Arithmetic::BitAnd => ("bvand", None),
            Arithmetic::BitOr => ("bvor", None),
            Arithmetic::BitXor => ("bvxor", None),
            Arithmetic::Divide => ("bvsdiv", Some(self.number(&BigInt::zero()))),
            Arithmetic::Remainder => ("bvsrem", Some(self.text(a))),
            Arithmetic::Modulo => ("bvsmod", Some(self.text(a))),
            Arithmetic::Power => unreachable!("powers are not told in bit vectors"),
        };
        let applied = self.application(function, &[a, b]);
        match by_zero {
            Some(value) if !matches!(b.kind(), TermKind::Int(divisor) if !divisor.is_zero()) => {
                let zero = self.number(&BigInt::zero());
                format!("(ite (= {} {zero}) {value} {applied})", self.text(b))
            }
            Some(_) | None => applied,
        }
    }
}
