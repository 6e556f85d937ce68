//! Terms: their shapes and what can be asked of them. They are made in `build`.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_bigint::BigInt;

use super::node::{Node, intern};
use super::sort::{Sort, Variable};
use super::value::{ArrayValue, Value};

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
    /// `a ** b`; for negative b it is 1.
    Power,
    /// The bits that both have. Those of a negative integer are its two's complement's, continued
    /// to the left for ever.
    BitAnd,
    /// The bits that one of them has.
    BitOr,
    /// The bits that exactly one of them has.
    BitXor,
}

/// A comparison. Truth values can be compared too, `False` being less than `True`; arrays can be
/// equal or not, no more.
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

/// An immutable term. Cloning and comparing for equality are cheap: there is one node for each term.
/// All construction goes through the functions of `build`, which fold constants and nothing else, so
/// that what the user wrote can still be read.
///
/// The order is that of the shapes, the same in every run.
#[derive(Clone)]
pub struct Term(pub(super) Arc<Node>);

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
    /// The element of the first, an array, at the second.
    Select(Term, Term),
    /// The first, an array, with the third at the second and nothing else changed.
    Store(Term, Term, Term),
    /// The array that has this value everywhere.
    ConstantArray(Term),
    /// The array that maps every i in the binder's range to the first, which may mention i, and
    /// every other i to what the second, an array, maps it to.
    Comprehension(Binder, Term, Term),
    /// Whether the term holds for all, or for some, values in the binder's range.
    Quantified(Quantifier, Binder, Term),
    /// An uninterpreted function applied to arguments, with the sort of its value. A name goes with
    /// one list of sorts.
    Apply(Arc<str>, Vec<Term>, Sort),
}

/// For all or for some.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantifier {
    /// All; true of an empty range.
    ForAll,
    /// At least one; false of an empty range.
    Exists,
}

/// A bound variable and the range it runs through, which is empty where `low > high`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Binder {
    /// The bound variable, an integer. The bounds are outside its scope.
    pub variable: Variable,
    /// The first value.
    pub low: Term,
    /// The last value.
    pub high: Term,
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

impl Term {
    pub(super) fn make(kind: TermKind) -> Term {
        Term(intern(kind))
    }

    /// What the term is made of.
    pub fn kind(&self) -> &TermKind {
        &self.0.kind
    }

    /// Which node this is, for tables that live no longer than the term.
    pub(super) fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    /// The sort of the term's values.
    pub fn sort(&self) -> Sort {
        match self.kind() {
            TermKind::Bool(_)
            | TermKind::Not(_)
            | TermKind::And(_)
            | TermKind::Or(_)
            | TermKind::Compare(..)
            | TermKind::Quantified(..) => Sort::Bool,
            TermKind::Int(_)
            | TermKind::Arithmetic(..)
            | TermKind::Negate(_)
            | TermKind::Absolute(_) => Sort::Int,
            TermKind::Variable(variable) => variable.sort.clone(),
            TermKind::IfThenElse(_, on_true, _) => on_true.sort(),
            TermKind::Select(array, _) => array.sort().element().clone(),
            TermKind::Store(array, ..) | TermKind::Comprehension(_, _, array) => array.sort(),
            TermKind::ConstantArray(element) => Sort::array(element.sort()),
            TermKind::Apply(_, _, sort) => sort.clone(),
        }
    }

    /// The parts of a conjunction; of any other term the term itself.
    pub fn conjuncts(&self) -> &[Term] {
        if let TermKind::And(parts) = self.kind() {
            parts
        } else {
            std::slice::from_ref(self)
        }
    }

    /// Whether something in the term ranges over values; solvers take long to look at such terms.
    pub fn has_binder(&self) -> bool {
        let is_binder = matches!(
            self.kind(),
            TermKind::Quantified(..) | TermKind::Comprehension(..)
        );
        let look = || is_binder || self.operands().into_iter().any(Term::has_binder);
        *self.0.has_binder.get_or_init(look)
    }

    /// Whether only constants multiply, divide and raise in it, and it looks at no bits; solvers
    /// take long to look at other terms.
    #[allow(clippy::wildcard_enum_match_arm)] // names what matters
    pub fn is_linear(&self) -> bool {
        let is_constant = |term: &Term| term.as_value().is_some();
        let is_own = match self.kind() {
            TermKind::Arithmetic(Arithmetic::Add | Arithmetic::Subtract, ..) => true,
            TermKind::Arithmetic(Arithmetic::Multiply, a, b) => is_constant(a) || is_constant(b),
            TermKind::Arithmetic(
                Arithmetic::Divide | Arithmetic::Remainder | Arithmetic::Modulo,
                _,
                divisor,
            ) => is_constant(divisor),
            TermKind::Arithmetic(..) => false,
            _ => true,
        };
        let look = || is_own && self.operands().into_iter().all(Term::is_linear);
        *self.0.is_linear.get_or_init(look)
    }

    /// The value of a constant term.
    #[allow(clippy::wildcard_enum_match_arm)] // only these shapes are constants
    pub fn as_value(&self) -> Option<Value> {
        match self.kind() {
            TermKind::Bool(value) => Some(Value::Bool(*value)),
            TermKind::Int(value) => Some(Value::Int(value.clone())),
            TermKind::ConstantArray(element) => element
                .as_value()
                .map(ArrayValue::constant)
                .map(Value::Array),
            TermKind::Store(array, index, element) => {
                let (index, element) = (index.as_value()?, element.as_value()?);
                let array = array.as_value()?.as_array().clone();
                Some(Value::Array(array.with(index.as_int().clone(), element)))
            }
            _ => None,
        }
    }

    /// Whether the term is the constant `value`.
    #[allow(clippy::fn_params_excessive_bools)] // the value itself, not a flag
    pub fn is_bool(&self, value: bool) -> bool {
        matches!(self.kind(), TermKind::Bool(found) if *found == value)
    }

    /// The operands, in order; of a binder its bounds, then what it binds.
    pub fn operands(&self) -> Vec<&Term> {
        match self.kind() {
            TermKind::Bool(_) | TermKind::Int(_) | TermKind::Variable(_) => Vec::new(),
            TermKind::Not(a)
            | TermKind::Negate(a)
            | TermKind::Absolute(a)
            | TermKind::ConstantArray(a) => vec![a],
            TermKind::And(parts) | TermKind::Or(parts) | TermKind::Apply(_, parts, _) => {
                parts.iter().collect()
            }
            TermKind::Compare(_, a, b) | TermKind::Arithmetic(_, a, b) | TermKind::Select(a, b) => {
                vec![a, b]
            }
            TermKind::IfThenElse(a, b, c) | TermKind::Store(a, b, c) => vec![a, b, c],
            TermKind::Comprehension(binder, body, otherwise) => {
                vec![&binder.low, &binder.high, body, otherwise]
            }
            TermKind::Quantified(_, binder, body) => vec![&binder.low, &binder.high, body],
        }
    }

    /// How many operators and operands it has, those that occur in several places counted once; no
    /// more than `most`.
    pub fn size(&self, most: usize) -> usize {
        let mut seen = BTreeSet::new();
        let mut open = vec![self];
        while let Some(term) = open.pop() {
            if seen.len() < most && seen.insert(term.address()) {
                open.extend(term.operands());
            }
        }
        seen.len()
    }

    /// The variables that occur free in the term.
    pub fn variables(&self) -> BTreeSet<Variable> {
        self.free_variables().clone()
    }

    /// The same, as the node keeps them: found once for each term.
    pub fn free_variables(&self) -> &BTreeSet<Variable> {
        self.shared_variables()
    }

    fn shared_variables(&self) -> &Arc<BTreeSet<Variable>> {
        self.0.variables.get_or_init(|| self.collect_variables())
    }

    #[allow(clippy::wildcard_enum_match_arm)] // what binds nothing is its operands
    fn collect_variables(&self) -> Arc<BTreeSet<Variable>> {
        let (bound, outside) = match self.kind() {
            TermKind::Variable(variable) => {
                return Arc::new(BTreeSet::from([variable.clone()]));
            }
            TermKind::Quantified(_, binder, body) => {
                (Some((binder, body)), vec![&binder.low, &binder.high])
            }
            TermKind::Comprehension(binder, body, otherwise) => (
                Some((binder, body)),
                vec![&binder.low, &binder.high, otherwise],
            ),
            _ => (None, self.operands()),
        };
        let mut sets: Vec<Arc<BTreeSet<Variable>>> = outside
            .into_iter()
            .map(|operand| Arc::clone(operand.shared_variables()))
            .collect();
        if let Some((binder, body)) = bound {
            let inside = body.shared_variables();
            sets.push(if inside.contains(&binder.variable) {
                let mut inside = (**inside).clone();
                inside.remove(&binder.variable);
                Arc::new(inside)
            } else {
                Arc::clone(inside)
            });
        }
        // Most operators add nothing to their largest operand, whose set serves for both.
        sets.sort_by_key(|set| set.len());
        let Some(mut union) = sets.pop() else {
            return Arc::default();
        };
        for set in &sets {
            if !set.is_subset(&union) {
                Arc::make_mut(&mut union).extend(set.iter().cloned());
            }
        }
        union
    }
}
