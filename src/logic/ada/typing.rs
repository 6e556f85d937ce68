//! Of which types numbers are.

use super::super::form::{Part, Scalar, ScalarKind};
use super::super::sort::Variable;
use super::super::term::{Arithmetic, Term, TermKind};
use super::{Writer, chain};

/// Two types where one is needed, or an operator that the type does not have.
pub(super) struct Mixed;

/// The type of a number, if anything in it has one.
pub(super) type Typing = Result<Option<Scalar>, Mixed>;

impl Writer<'_> {
    /// The type that the uses of a bound variable ask for: that of an index, or of what it is
    /// compared with.
    pub(super) fn use_of(&self, variable: &Variable, term: &Term) -> Option<Scalar> {
        if let TermKind::Select(..) = term.kind()
            && let (TermKind::Variable(array), indices) = chain(term)
            && let Some(word) = self.words.of(&array.name)
        {
            let types = word.form.parts.iter().flat_map(|part| match part {
                Part::Component(..) => &[][..],
                Part::Indices(types) => types,
            });
            let mut used = indices.iter().zip(types);
            if let Some((_, found)) = used.find(|(at, _)| at.free_variables().contains(variable)) {
                return Some(found.clone());
            }
        }
        if let Some(found) = term
            .operands()
            .into_iter()
            .find_map(|o| self.use_of(variable, o))
        {
            return Some(found);
        }
        let TermKind::Compare(_, a, b) = term.kind() else {
            return None;
        };
        let is_it = |term: &Term| matches!(term.kind(), TermKind::Variable(v) if v == variable);
        let other = if is_it(a) { b } else { a };
        let compares = is_it(a) || is_it(b);
        compares
            .then(|| self.scalar(other).ok().flatten())
            .flatten()
    }

    /// The type of a number.
    pub(super) fn scalar(&self, term: &Term) -> Typing {
        match term.kind() {
            TermKind::Variable(_) | TermKind::Select(..) => Ok(self.scalar_of_component(term)),
            TermKind::Arithmetic(operator, a, b) => {
                if let Some(found) = self.wrapped(term) {
                    return Ok(Some(found));
                }
                let found = match operator {
                    Arithmetic::Power => self.scalar(a)?,
                    _ => agreed(self.scalar(a), self.scalar(b))?,
                };
                let may_leave = matches!(
                    operator,
                    Arithmetic::Add
                        | Arithmetic::Subtract
                        | Arithmetic::Multiply
                        | Arithmetic::Power
                );
                computed(found, may_leave)
            }
            TermKind::Negate(a) => computed(self.scalar(a)?, true),
            TermKind::Absolute(a) => computed(self.scalar(a)?, false),
            TermKind::IfThenElse(_, a, b) => agreed(self.scalar(a), self.scalar(b)),
            _ => Ok(None),
        }
    }

    /// The modular type whose operators compute this, the remainder included.
    pub(super) fn wrapped(&self, term: &Term) -> Option<Scalar> {
        let TermKind::Arithmetic(Arithmetic::Modulo, sum, modulus) = term.kind() else {
            return None;
        };
        let TermKind::Int(modulus) = modulus.kind() else {
            return None;
        };
        let found = is_ring(sum)
            .then(|| self.ring_scalar(sum))?
            .ok()
            .flatten()?;
        (found.modulus().as_ref() == Some(modulus)).then_some(found)
    }

    fn ring_scalar(&self, term: &Term) -> Typing {
        match term.kind() {
            TermKind::Arithmetic(_, a, b) if is_ring(term) => {
                agreed(self.ring_scalar(a), self.ring_scalar(b))
            }
            TermKind::Negate(a) => self.ring_scalar(a),
            _ => self.scalar(term),
        }
    }

    pub(super) fn scalar_of_component(&self, term: &Term) -> Option<Scalar> {
        let (TermKind::Variable(variable), indices) = chain(term) else {
            return None;
        };
        let bound = self.bound.iter().rev().find(|(known, _)| known == variable);
        match bound {
            Some((_, scalar)) if indices.is_empty() => scalar.clone(),
            _ => Some(self.words.of(&variable.name)?.form.scalar.clone()),
        }
    }
}

/// The one type of two numbers.
pub(super) fn agreed(a: Typing, b: Typing) -> Typing {
    match (a?, b?) {
        (Some(a), Some(b)) if a == b => Ok(Some(a)),
        (Some(_), Some(_)) => Err(Mixed),
        (a, b) => Ok(a.or(b)),
    }
}

/// The type of what an operator computes in it; `may_leave` says whether the result can be a value
/// that wraps.
#[allow(clippy::fn_params_excessive_bools)] // one is not excessive
fn computed(found: Option<Scalar>, may_leave: bool) -> Typing {
    match found.as_ref().map(|scalar| &scalar.kind) {
        Some(ScalarKind::Boolean | ScalarKind::Enumeration(_)) => Err(Mixed),
        Some(ScalarKind::Modular) if may_leave => Err(Mixed),
        Some(ScalarKind::Modular | ScalarKind::Signed) | None => Ok(found),
    }
}

/// Whether this is computed the same whether remainders are taken on the way or at the end.
pub(super) fn is_ring(term: &Term) -> bool {
    matches!(
        term.kind(),
        TermKind::Negate(_)
            | TermKind::Arithmetic(
                Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply,
                ..
            )
    )
}
