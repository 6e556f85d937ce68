//! Clauses as Ada: legal where they stand, and free of overflow when they are executed.
//!
//! The logic computes without bounds, Ada in base types. What adds or multiplies is therefore
//! written over a type wide enough for every value on the way, found from the ranges of the
//! variables; what only compares is written as it is.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "what has no words in Ada is every other shape"
)]

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::invariant::{Invariant, InvariantKind};
use crate::flow::FlowProgram;
use crate::logic::{Arithmetic, Numbers, Purpose, Term, TermKind, Types, Variable, Words};
use crate::source::Span;

/// An invariant in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Where it holds.
    pub kind: InvariantKind,
    /// The full name of the subprogram.
    pub subprogram: String,
    /// The loop, or the subprogram's declaration.
    pub span: Span,
    /// What holds, all of it; each in different words, the plainest first.
    pub clauses: Vec<Vec<String>>,
}

/// The invariants as Ada. What the source has no words for is left out.
pub fn told(flow: &FlowProgram, invariants: &[Invariant]) -> Vec<Told> {
    let mut found = Vec::new();
    for invariant in invariants {
        let words = flow.words(Some(invariant.subprogram));
        let clauses = invariant.clauses.iter().map(|clause| match invariant.kind {
            // At the entry all values are those at entry.
            InvariantKind::Entry => texts(&words, &now(clause)),
            InvariantKind::Loop | InvariantKind::Summary => texts(&words, clause),
        });
        let clauses: Vec<Vec<String>> = clauses.filter(|texts| !texts.is_empty()).collect();
        if !clauses.is_empty() {
            found.push(Told {
                kind: invariant.kind,
                subprogram: flow.subprogram(invariant.subprogram).name.clone(),
                span: invariant.span,
                clauses,
            });
        }
    }
    found
}

/// The clause with values at entry as if they were present ones.
fn now(clause: &Term) -> Term {
    let plain = |name: &str| name.strip_suffix("@entry").unwrap_or(name).to_owned();
    clause.map_variables(&|variable| {
        let name = plain(&variable.name);
        Term::variable(&Variable::new(&name, variable.sort.clone()))
    })
}

/// The clause as Ada in different words, the plainest first; none if it speaks of what the source
/// cannot name.
fn texts(words: &Words<'_>, clause: &Term) -> Vec<String> {
    let is_known = |variable: &Variable| words.of(&variable.name).is_some();
    if !clause.variables().iter().all(is_known) {
        return Vec::new();
    }
    let literals = match clause.kind() {
        TermKind::Or(parts) => parts.clone(),
        _ => vec![clause.clone()],
    };
    // What only compares is first tried as it is.
    let plain = |a: &Term, b: &Term| {
        let own = (!computes(a) && !computes(b)).then_some(Numbers::Own);
        own.into_iter().chain(wide(words, a, b)).collect()
    };
    let wide = |a: &Term, b: &Term| wide(words, a, b).into_iter().collect();
    let manners: [&Types<'_>; 2] = [&plain, &wide];
    let mut found = Vec::new();
    for manner in manners {
        // What reads components may need the others to hold before it.
        let mut texts: Vec<(bool, String)> = Vec::new();
        for literal in &literals {
            let Some(text) = words.condition(literal, Purpose::Execution(manner)) else {
                return found;
            };
            let is_joined = matches!(literal.kind(), TermKind::And(_));
            let text = if is_joined { format!("({text})") } else { text };
            texts.push((text.contains('('), text));
        }
        texts.sort_by_key(|(reads, _)| *reads);
        let texts: Vec<String> = texts.into_iter().map(|(_, text)| text).collect();
        let text = texts.join(" or else ");
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

/// The type in which both can be computed.
fn wide(words: &Words<'_>, a: &Term, b: &Term) -> Option<Numbers> {
    let intervals = [interval(words, a)?, interval(words, b)?];
    Some(Numbers::Wide(wide_type(intervals)?))
}

/// The least and the largest value the term may have, none where it is not known.
fn interval(words: &Words<'_>, term: &Term) -> Option<(BigInt, BigInt)> {
    match term.kind() {
        TermKind::Int(value) => Some((value.clone(), value.clone())),
        TermKind::Variable(variable) => words.of(&variable.name)?.range.cloned(),
        TermKind::Select(array, _) => match array.kind() {
            TermKind::Variable(_) | TermKind::Select(..) => interval(words, array),
            _ => None,
        },
        TermKind::Negate(a) => interval(words, a).map(|(low, high)| (-high, -low)),
        TermKind::Absolute(a) => {
            let (low, high) = interval(words, a)?;
            Some((BigInt::zero(), low.abs().max(high.abs())))
        }
        TermKind::IfThenElse(_, a, b) => {
            let (a, b) = (interval(words, a)?, interval(words, b)?);
            Some((a.0.min(b.0), a.1.max(b.1)))
        }
        TermKind::Arithmetic(operator, a, b) => {
            let (a, b) = (interval(words, a)?, interval(words, b)?);
            let all = |of: &dyn Fn(&BigInt, &BigInt) -> BigInt| {
                let values = [
                    of(&a.0, &b.0),
                    of(&a.0, &b.1),
                    of(&a.1, &b.0),
                    of(&a.1, &b.1),
                ];
                Some((values.iter().min()?.clone(), values.iter().max()?.clone()))
            };
            match operator {
                Arithmetic::Add => all(&|x, y| x + y),
                Arithmetic::Subtract => all(&|x, y| x - y),
                Arithmetic::Multiply => all(&|x, y| x * y),
                // No farther from zero than its operands are.
                Arithmetic::Divide | Arithmetic::Remainder | Arithmetic::Modulo => {
                    let ends = [&a.0, &a.1, &b.0, &b.1].into_iter().map(Signed::abs);
                    let far = ends.max()?;
                    Some((-far.clone(), far))
                }
                Arithmetic::Power | Arithmetic::BitAnd | Arithmetic::BitOr | Arithmetic::BitXor => {
                    None
                }
            }
        }
        _ => None,
    }
}

/// Whether anything is computed that may leave a base type.
fn computes(term: &Term) -> bool {
    match term.kind() {
        TermKind::Arithmetic(..) | TermKind::Negate(_) | TermKind::Absolute(_) => true,
        // An index is of its own type.
        TermKind::Select(..) => false,
        _ => term.operands().into_iter().any(computes),
    }
}

/// The predefined type that holds everything up to the farthest end; every value on the way lies
/// between ends that were looked at, or is a part of one.
fn wide_type(intervals: [(BigInt, BigInt); 2]) -> Option<&'static str> {
    let ends = intervals.into_iter().flat_map(|(low, high)| [low, high]);
    let bits = ends.map(|end| end.bits() + 1).max()?;
    match bits {
        0..=63 => Some("Long_Long_Integer"),
        64..=127 => Some("Long_Long_Long_Integer"),
        _ => None,
    }
}
