//! Terms and the constructors through which all of them are made.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::Zero;

use super::evaluate::{Value, evaluate_arithmetic, evaluate_comparison};

/// What kind of value a term has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// True or false.
    Bool,
    /// A mathematical integer.
    Int,
}

/// A variable of the logic. Its name identifies it among the unit's variables and those of one
/// subprogram; two subprograms may use the same name for different variables.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable {
    /// The name, as the user wrote it wherever that is unambiguous.
    pub name: Arc<str>,
    /// The sort of its values.
    pub sort: Sort,
}

/// An operator from two integers to an integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arithmetic {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// Ada's `/`: truncates towards zero; `a / 0` is 0.
    Divide,
    /// Ada's `rem`: has the sign of the dividend; `a rem 0` is `a`.
    Remainder,
    /// Ada's `mod`: has the sign of the divisor; `a mod 0` is `a`.
    Modulo,
}

/// A comparison. Equality and inequality also compare truth values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comparison {
    /// `a = b`
    Equal,
    /// `a /= b`
    NotEqual,
    /// `a < b`
    Less,
    /// `a <= b`
    LessEqual,
    /// `a > b`
    Greater,
    /// `a >= b`
    GreaterEqual,
}

/// An immutable term. Cloning is cheap; all construction goes through the functions below, which
/// fold constants and nothing else, so that what the user wrote can still be read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(Arc<TermKind>);

/// The shape of a term.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TermKind {
    /// `True` or `False`.
    Bool(bool),
    /// An integer.
    Int(BigInt),
    /// A variable.
    Variable(Variable),
    /// Negation.
    Not(Term),
    /// Conjunction of two or more, none of them a conjunction.
    And(Vec<Term>),
    /// Disjunction of two or more, none of them a disjunction.
    Or(Vec<Term>),
    /// A comparison.
    Compare(Comparison, Term, Term),
    /// A binary operation on integers.
    Arithmetic(Arithmetic, Term, Term),
    /// `-a`
    Negate(Term),
    /// `abs a`
    Absolute(Term),
    /// The second where the first holds, otherwise the third.
    IfThenElse(Term, Term, Term),
}

impl Variable {
    /// A variable of the given sort.
    pub fn new(name: &str, sort: Sort) -> Variable {
        Variable {
            name: name.into(),
            sort,
        }
    }
}

impl Comparison {
    /// The comparison that holds exactly where this one does not.
    #[must_use]
    pub fn negated(self) -> Comparison {
        match self {
            Comparison::Equal => Comparison::NotEqual,
            Comparison::NotEqual => Comparison::Equal,
            Comparison::Less => Comparison::GreaterEqual,
            Comparison::LessEqual => Comparison::Greater,
            Comparison::Greater => Comparison::LessEqual,
            Comparison::GreaterEqual => Comparison::Less,
        }
    }
}

#[allow(clippy::wildcard_enum_match_arm)] // constructors fold constants; every other shape is kept
impl Term {
    fn make(kind: TermKind) -> Term {
        Term(Arc::new(kind))
    }

    /// What the term is made of.
    pub fn kind(&self) -> &TermKind {
        &self.0
    }

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

    /// A constant of either sort.
    pub fn constant(value: &Value) -> Term {
        match value {
            Value::Bool(value) => Term::bool(*value),
            Value::Int(value) => Term::int(value.clone()),
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
            (TermKind::Int(a), TermKind::Int(b)) => Term::int(evaluate_arithmetic(operator, a, b)),
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
            TermKind::Int(value) if *value < BigInt::zero() => Term::int(-value),
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

    /// The sort of the term's values.
    pub fn sort(&self) -> Sort {
        match self.kind() {
            TermKind::Bool(_)
            | TermKind::Not(_)
            | TermKind::And(_)
            | TermKind::Or(_)
            | TermKind::Compare(..) => Sort::Bool,
            TermKind::Int(_)
            | TermKind::Arithmetic(..)
            | TermKind::Negate(_)
            | TermKind::Absolute(_) => Sort::Int,
            TermKind::Variable(variable) => variable.sort,
            TermKind::IfThenElse(_, on_true, _) => on_true.sort(),
        }
    }

    /// The value of a constant term.
    pub fn as_value(&self) -> Option<Value> {
        match self.kind() {
            TermKind::Bool(value) => Some(Value::Bool(*value)),
            TermKind::Int(value) => Some(Value::Int(value.clone())),
            _ => None,
        }
    }

    /// Whether the term is the constant `value`.
    #[allow(clippy::fn_params_excessive_bools)] // the value itself, not a flag
    pub fn is_bool(&self, value: bool) -> bool {
        matches!(self.kind(), TermKind::Bool(found) if *found == value)
    }

    /// The operands, in order.
    pub fn operands(&self) -> Vec<&Term> {
        match self.kind() {
            TermKind::Bool(_) | TermKind::Int(_) | TermKind::Variable(_) => Vec::new(),
            TermKind::Not(a) | TermKind::Negate(a) | TermKind::Absolute(a) => vec![a],
            TermKind::And(parts) | TermKind::Or(parts) => parts.iter().collect(),
            TermKind::Compare(_, a, b) | TermKind::Arithmetic(_, a, b) => vec![a, b],
            TermKind::IfThenElse(a, b, c) => vec![a, b, c],
        }
    }

    /// The variables that occur in the term.
    pub fn variables(&self) -> BTreeSet<Variable> {
        let mut found = BTreeSet::new();
        let mut open = vec![self];
        while let Some(term) = open.pop() {
            if let TermKind::Variable(variable) = term.kind() {
                found.insert(variable.clone());
            }
            open.extend(term.operands());
        }
        found
    }

    /// Replaces variables, all at once.
    #[must_use]
    pub fn substitute(&self, replacements: &BTreeMap<Variable, Term>) -> Term {
        self.map_variables(&|variable| {
            replacements
                .get(variable)
                .cloned()
                .unwrap_or_else(|| Term::variable(variable))
        })
    }

    /// Replaces every variable by what `replace` makes of it.
    #[must_use]
    pub fn map_variables(&self, replace: &dyn Fn(&Variable) -> Term) -> Term {
        let map = |term: &Term| term.map_variables(replace);
        match self.kind() {
            TermKind::Bool(_) | TermKind::Int(_) => self.clone(),
            TermKind::Variable(variable) => replace(variable),
            TermKind::Not(a) => Term::not(map(a)),
            TermKind::And(parts) => Term::and(parts.iter().map(map)),
            TermKind::Or(parts) => Term::or(parts.iter().map(map)),
            TermKind::Compare(comparison, a, b) => Term::compare(*comparison, map(a), map(b)),
            TermKind::Arithmetic(operator, a, b) => Term::arithmetic(*operator, map(a), map(b)),
            TermKind::Negate(a) => Term::negate(map(a)),
            TermKind::Absolute(a) => Term::absolute(map(a)),
            TermKind::IfThenElse(a, b, c) => Term::if_then_else(map(a), map(b), map(c)),
        }
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
