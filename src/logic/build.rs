//! The constructors through which all terms are made. They fold constants and nothing else, so that
//! what the user wrote can still be read.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "constructors fold constants; every other shape is kept"
)]

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::evaluate::{evaluate_arithmetic, evaluate_comparison};
use super::sort::{Sort, Variable};
use super::term::{Arithmetic, Binder, Comparison, Quantifier, Term, TermKind};
use super::value::Value;

/// Powers with more bits than this are not computed before they are needed.
const FOLDED_POWER_BITS: u64 = 4096;

impl Term {
    /// A truth value.
    #[allow(clippy::fn_params_excessive_bools)] // the value itself, not a flag
    pub fn bool(value: bool) -> Term {
        Term::make(TermKind::Bool(value))
    }

    /// An integer.
    pub fn int(value: impl Into<BigInt>) -> Term {
        Term::make(TermKind::Int(value.into()))
    }

    /// A variable.
    pub fn variable(variable: &Variable) -> Term {
        Term::make(TermKind::Variable(variable.clone()))
    }

    /// A constant of any sort.
    pub fn constant(value: &Value) -> Term {
        match value {
            Value::Bool(value) => Term::bool(*value),
            Value::Int(value) => Term::int(value.clone()),
            Value::Array(array) => array.exceptions().fold(
                Term::constant_array(Term::constant(array.default_value())),
                |rest, (index, value)| {
                    Term::store(rest, Term::int(index.clone()), Term::constant(value))
                },
            ),
        }
    }

    /// The negation; of a comparison, the opposite comparison.
    #[must_use]
    #[allow(clippy::should_implement_trait)] // a constructor among its like
    pub fn not(operand: Term) -> Term {
        match operand.kind() {
            TermKind::Bool(value) => Term::bool(!value),
            TermKind::Not(inner) => inner.clone(),
            TermKind::Compare(comparison, left, right) => {
                Term::compare(comparison.negated(), left.clone(), right.clone())
            }
            _ => Term::make(TermKind::Not(operand)),
        }
    }

    /// The conjunction; of nothing, `True`.
    pub fn and(operands: impl IntoIterator<Item = Term>) -> Term {
        let mut parts = Vec::new();
        for operand in operands {
            match operand.kind() {
                TermKind::Bool(true) => {}
                TermKind::Bool(false) => return Term::bool(false),
                TermKind::And(inner) => parts.extend(inner.iter().cloned()),
                _ => parts.push(operand),
            }
        }
        match parts.len() {
            0 => Term::bool(true),
            1 => parts.remove(0),
            _ => Term::make(TermKind::And(parts)),
        }
    }

    /// The disjunction; of nothing, `False`.
    pub fn or(operands: impl IntoIterator<Item = Term>) -> Term {
        let mut parts = Vec::new();
        for operand in operands {
            match operand.kind() {
                TermKind::Bool(false) => {}
                TermKind::Bool(true) => return Term::bool(true),
                TermKind::Or(inner) => parts.extend(inner.iter().cloned()),
                _ => parts.push(operand),
            }
        }
        match parts.len() {
            0 => Term::bool(false),
            1 => parts.remove(0),
            _ => Term::make(TermKind::Or(parts)),
        }
    }

    /// `premise -> conclusion`
    pub fn implies(premise: Term, conclusion: Term) -> Term {
        Term::or([Term::not(premise), conclusion])
    }

    /// A comparison of two terms of one sort.
    pub fn compare(comparison: Comparison, left: Term, right: Term) -> Term {
        match (left.as_value(), right.as_value()) {
            (Some(a), Some(b)) => Term::bool(evaluate_comparison(comparison, &a, &b)),
            _ => Term::make(TermKind::Compare(comparison, left, right)),
        }
    }

    /// `left = right`
    pub fn equal(left: Term, right: Term) -> Term {
        Term::compare(Comparison::Equal, left, right)
    }

    /// `low <= operand <= high`
    pub fn between(operand: &Term, low: Term, high: Term) -> Term {
        Term::and([
            Term::compare(Comparison::LessEqual, low, operand.clone()),
            Term::compare(Comparison::LessEqual, operand.clone(), high),
        ])
    }

    /// A binary operation on integers.
    pub fn arithmetic(operator: Arithmetic, left: Term, right: Term) -> Term {
        match (left.kind(), right.kind()) {
            (TermKind::Int(a), TermKind::Int(b)) if is_folded(operator, a, b) => {
                Term::int(evaluate_arithmetic(operator, a, b))
            }
            _ => Term::make(TermKind::Arithmetic(operator, left, right)),
        }
    }

    /// `-operand`
    pub fn negate(operand: Term) -> Term {
        match operand.kind() {
            TermKind::Int(value) => Term::int(-value),
            _ => Term::make(TermKind::Negate(operand)),
        }
    }

    /// `abs operand`
    pub fn absolute(operand: Term) -> Term {
        match operand.kind() {
            TermKind::Int(value) if value.is_negative() => Term::int(-value),
            TermKind::Int(_) => operand,
            _ => Term::make(TermKind::Absolute(operand)),
        }
    }

    /// `(if condition then on_true else on_false)`
    pub fn if_then_else(condition: Term, on_true: Term, on_false: Term) -> Term {
        match condition.kind() {
            TermKind::Bool(true) => on_true,
            TermKind::Bool(false) => on_false,
            _ => Term::make(TermKind::IfThenElse(condition, on_true, on_false)),
        }
    }

    /// `array (index)`, looked up where it is plain what stands there.
    pub fn select(array: Term, index: Term) -> Term {
        match array.kind() {
            TermKind::ConstantArray(element) => element.clone(),
            TermKind::Store(_, stored, element) if *stored == index => element.clone(),
            TermKind::Store(inner, stored, _) if differ(stored, &index) => {
                Term::select(inner.clone(), index)
            }
            TermKind::Comprehension(binder, body, otherwise) => match binder.contains(&index) {
                Some(true) => body.replace(&binder.variable, &index),
                Some(false) => Term::select(otherwise.clone(), index),
                None => Term::make(TermKind::Select(array, index)),
            },
            _ => Term::make(TermKind::Select(array, index)),
        }
    }

    /// `(array with delta index => element)`
    pub fn store(array: Term, index: Term, element: Term) -> Term {
        match array.kind() {
            TermKind::Store(inner, stored, _) if *stored == index => {
                Term::store(inner.clone(), index, element)
            }
            _ => Term::make(TermKind::Store(array, index, element)),
        }
    }

    /// `(others => element)`
    pub fn constant_array(element: Term) -> Term {
        Term::make(TermKind::ConstantArray(element))
    }

    /// `(otherwise with delta for variable in low .. high => body)`
    pub fn comprehension(binder: Binder, body: Term, otherwise: Term) -> Term {
        if binder.is_empty() {
            return otherwise;
        }
        Term::make(TermKind::Comprehension(binder, body, otherwise))
    }

    /// `(for all variable in low .. high => body)`, or `for some`.
    pub fn quantified(quantifier: Quantifier, binder: Binder, body: Term) -> Term {
        let neutral = Term::bool(quantifier == Quantifier::ForAll);
        if binder.is_empty() || body == neutral {
            return neutral;
        }
        if binder.is_point() {
            return body.replace(&binder.variable, &binder.low);
        }
        Term::make(TermKind::Quantified(quantifier, binder, body))
    }

    /// `function (arguments)`, whose value has the given sort.
    pub fn apply(function: &str, arguments: Vec<Term>, sort: Sort) -> Term {
        Term::make(TermKind::Apply(function.into(), arguments, sort))
    }
}

impl Binder {
    /// A variable named `name` that runs from `low` to `high`.
    pub fn new(name: &str, low: Term, high: Term) -> Binder {
        Binder {
            variable: Variable::new(name, Sort::Int),
            low,
            high,
        }
    }

    /// The bounds, where both are constants.
    pub fn static_range(&self) -> Option<(&BigInt, &BigInt)> {
        match (self.low.kind(), self.high.kind()) {
            (TermKind::Int(low), TermKind::Int(high)) => Some((low, high)),
            _ => None,
        }
    }

    /// That `index` is in the range.
    pub fn membership(&self, index: &Term) -> Term {
        Term::between(index, self.low.clone(), self.high.clone())
    }

    fn is_empty(&self) -> bool {
        self.static_range().is_some_and(|(low, high)| low > high)
    }

    fn is_point(&self) -> bool {
        self.static_range().is_some_and(|(low, high)| low == high)
    }

    /// Whether an index is in the range, where all are constants.
    fn contains(&self, index: &Term) -> Option<bool> {
        let TermKind::Int(index) = index.kind() else {
            return None;
        };
        let (low, high) = self.static_range()?;
        Some(low <= index && index <= high)
    }
}

/// Whether two indices are different constants.
fn differ(a: &Term, b: &Term) -> bool {
    matches!((a.kind(), b.kind()), (TermKind::Int(a), TermKind::Int(b)) if a != b)
}

fn is_folded(operator: Arithmetic, a: &BigInt, b: &BigInt) -> bool {
    operator != Arithmetic::Power
        || !b.is_positive()
        || a.is_zero()
        || BigInt::from(a.bits()) * b <= BigInt::from(FOLDED_POWER_BITS)
}
