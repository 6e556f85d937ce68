//! Terms that say the same in fewer words.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "rules name the shapes they apply to; every other shape is kept"
)]

use std::collections::{BTreeMap, BTreeSet};

use num_traits::{One, Zero};

use super::sort::Sort;
use super::term::{Arithmetic, Comparison, Term, TermKind};

impl Term {
    /// An equivalent term that is no larger: neutral elements, repetitions and contradictions in
    /// conjunctions and disjunctions, comparisons of a term with itself, branches that are alike.
    ///
    /// For what is computed on the way, not for what the user reads: `X + 0 > X` becomes `False`.
    #[must_use]
    pub fn simplified(&self) -> Term {
        self.simplified_once(&mut BTreeMap::new())
    }

    fn simplified_once(&self, done: &mut BTreeMap<usize, Term>) -> Term {
        if let Some(known) = done.get(&self.address()) {
            return known.clone();
        }
        let rebuilt = self.map_operands(&mut |operand| operand.simplified_once(done));
        let simplified = rebuilt.simplified_top();
        done.insert(self.address(), simplified.clone());
        simplified
    }

    /// The same for a term whose operands cannot be made simpler.
    fn simplified_top(self) -> Term {
        let rebuilt = self;
        match rebuilt.kind() {
            TermKind::And(parts) => junction(parts, Junction::And),
            TermKind::Or(parts) => junction(parts, Junction::Or),
            TermKind::Compare(comparison, a, b) if a == b => Term::bool(matches!(
                comparison,
                Comparison::Equal | Comparison::LessEqual | Comparison::GreaterEqual
            )),
            TermKind::Compare(comparison, a, b) if a.sort() == Sort::Bool => {
                with_truth(*comparison, a, b).unwrap_or(rebuilt)
            }
            TermKind::Arithmetic(operator, a, b) => arithmetic(*operator, a, b).unwrap_or(rebuilt),
            TermKind::Negate(a) => match a.kind() {
                TermKind::Negate(inner) => inner.clone(),
                _ => rebuilt,
            },
            TermKind::Absolute(a) => match a.kind() {
                TermKind::Negate(inner) => Term::absolute(inner.clone()).simplified(),
                TermKind::Absolute(_) => a.clone(),
                _ => rebuilt,
            },
            TermKind::IfThenElse(condition, a, b) => branches(condition, a, b).unwrap_or(rebuilt),
            _ => rebuilt,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Junction {
    And,
    Or,
}

/// Each part once; a part and its negation decide everything.
fn junction(parts: &[Term], junction: Junction) -> Term {
    let mut seen: BTreeSet<&Term> = BTreeSet::new();
    let mut kept = Vec::new();
    for part in parts {
        if seen.contains(&Term::not(part.clone())) {
            return Term::bool(junction == Junction::Or);
        }
        if seen.insert(part) {
            kept.push(part.clone());
        }
    }
    match junction {
        Junction::And => Term::and(kept),
        Junction::Or => Term::or(kept),
    }
}

/// `P = True` is P, and so on.
fn with_truth(comparison: Comparison, a: &Term, b: &Term) -> Option<Term> {
    let (truth, other) = match (a.kind(), b.kind()) {
        (TermKind::Bool(truth), _) => (*truth, b),
        (_, TermKind::Bool(truth)) => (*truth, a),
        _ => return None,
    };
    let same = match comparison {
        Comparison::Equal => truth,
        Comparison::NotEqual => !truth,
        _ => return None,
    };
    Some(if same {
        other.clone()
    } else {
        Term::not(other.clone())
    })
}

/// Neutral and absorbing elements. Every operator has a value everywhere, so `0 * a` is 0 whatever
/// a is.
fn arithmetic(operator: Arithmetic, a: &Term, b: &Term) -> Option<Term> {
    let zero = |term: &Term| matches!(term.kind(), TermKind::Int(value) if value.is_zero());
    let one = |term: &Term| matches!(term.kind(), TermKind::Int(value) if value.is_one());
    match operator {
        Arithmetic::Add | Arithmetic::BitOr | Arithmetic::BitXor if zero(a) => Some(b.clone()),
        Arithmetic::Add | Arithmetic::Subtract | Arithmetic::BitOr | Arithmetic::BitXor
            if zero(b) =>
        {
            Some(a.clone())
        }
        Arithmetic::Subtract | Arithmetic::BitXor if a == b => Some(Term::int(0)),
        Arithmetic::BitAnd | Arithmetic::BitOr if a == b => Some(a.clone()),
        Arithmetic::Multiply | Arithmetic::BitAnd if zero(a) || zero(b) => Some(Term::int(0)),
        Arithmetic::Multiply if one(a) => Some(b.clone()),
        Arithmetic::Multiply | Arithmetic::Divide | Arithmetic::Power if one(b) => Some(a.clone()),
        Arithmetic::Remainder | Arithmetic::Modulo if one(b) => Some(Term::int(0)),
        Arithmetic::Power if zero(b) => Some(Term::int(1)),
        _ => None,
    }
}

fn branches(condition: &Term, a: &Term, b: &Term) -> Option<Term> {
    if a == b {
        return Some(a.clone());
    }
    match (a.kind(), b.kind()) {
        (TermKind::Bool(true), TermKind::Bool(false)) => Some(condition.clone()),
        (TermKind::Bool(false), TermKind::Bool(true)) => Some(Term::not(condition.clone())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Variable;
    use super::*;

    #[test]
    fn fewer_words() {
        let x = Term::variable(&Variable::new("X", Sort::Int));
        let p = Term::variable(&Variable::new("P", Sort::Bool));
        let sum = Term::arithmetic(Arithmetic::Add, x.clone(), Term::int(0));
        let larger = Term::compare(Comparison::Greater, sum, x.clone());
        assert_eq!(larger.simplified(), Term::bool(false));
        let small = Term::compare(Comparison::Less, x.clone(), Term::int(3));
        let both = Term::and([small.clone(), p.clone(), small.clone()]);
        assert_eq!(both.simplified().to_string(), "X < 3 and P");
        let never = Term::and([small.clone(), p.clone(), Term::not(small.clone())]);
        assert_eq!(never.simplified(), Term::bool(false));
        let either = Term::if_then_else(p.clone(), Term::bool(true), Term::bool(false));
        assert_eq!(
            Term::equal(either, Term::bool(false)).simplified(),
            Term::not(p)
        );
    }
}
