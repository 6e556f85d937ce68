//! Shifts and rotations of modular values, which are imported as intrinsic functions, and powers of
//! modular numbers.

use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::Integer;

use super::elaborator::Elaborator;
use super::interval::Interval;
use super::kind::Kind;
use super::tree::Tree;
use super::typed::SubprogramId;
use super::typed_value::Typed;
use super::types::{Subtype, Type};
use crate::logic::{Arithmetic, Comparison, Sort, Term};
use crate::syntax::ast;

impl Elaborator {
    /// `Shift_Left (X, N)` and its kin.
    pub(super) fn intrinsic_call(
        &mut self,
        expression: &ast::Expression,
        id: SubprogramId,
        actuals: &[(usize, ast::Expression)],
        result: &Subtype,
    ) -> Option<Typed> {
        let name = self.subprograms[id.0 as usize].intrinsic.clone()?;
        let parameters = self.subprograms[id.0 as usize].parameters.clone();
        let [(_, value), (_, amount)] = actuals else {
            return None;
        };
        let a = self.value_for(value, &parameters.first()?.subtype);
        let b = self.value_for(amount, &parameters.get(1)?.subtype);
        if a.is_error() || b.is_error() {
            return Some(Typed::error(expression.position));
        }
        let width = width(&result.base);
        let term = width.and_then(|width| moved(&name, &a.term(), &b.term(), width));
        let Some(term) = term else {
            let lost = Typed::error(expression.position).evaluated(vec![a, b]);
            let what = format!("intrinsic function {name}");
            return Some(self.replaced_by_lost(lost, result, expression.span, &what));
        };
        debug_assert_eq!(term.sort(), Sort::Int);
        Some(
            Typed {
                kind: Kind::Of(Arc::clone(&result.base)),
                value: Tree::Leaf(term),
                interval: result.base.base_interval(),
                ..Typed::error(expression.position)
            }
            .evaluated(vec![a, b]),
        )
    }
}

/// How many bits the values of a modular type have, if its modulus is a power of two.
fn width(base: &Type) -> Option<u64> {
    let last = base.base_interval().high;
    let modulus = &last + 1_u32;
    let width = modulus.trailing_zeros()?;
    (base.is_modular() && BigInt::from(1) << width == modulus).then_some(width)
}

/// What a function of that name makes of a value of so many bits, moved by so many.
fn moved(name: &str, value: &Term, amount: &Term, width: u64) -> Option<Term> {
    let power = |exponent: Term| Term::arithmetic(Arithmetic::Power, Term::int(2), exponent);
    let whole = Term::int(BigInt::from(1) << width);
    let bits = Term::int(width);
    let left = |by: Term| {
        let product = Term::arithmetic(Arithmetic::Multiply, value.clone(), power(by));
        Term::arithmetic(Arithmetic::Modulo, product, whole.clone())
    };
    let right = |by: Term| Term::arithmetic(Arithmetic::Divide, value.clone(), power(by));
    let rest = |by: &Term| Term::arithmetic(Arithmetic::Subtract, bits.clone(), by.clone());
    let add = |a, b| Term::arithmetic(Arithmetic::Add, a, b);
    let most = at_most(amount, width);
    let turned = Term::arithmetic(Arithmetic::Modulo, amount.clone(), bits.clone());
    Some(match name {
        "shift_left" => left(most),
        "shift_right" => right(most),
        "shift_right_arithmetic" => {
            // The highest bit comes in from the left.
            let highest = Term::int(BigInt::from(1) << (width - 1));
            let is_clear = Term::compare(Comparison::Less, value.clone(), highest);
            let kept = power(rest(&most));
            let ones = Term::arithmetic(Arithmetic::Subtract, whole.clone(), kept);
            let moved = right(most);
            Term::if_then_else(is_clear, moved.clone(), add(moved, ones))
        }
        "rotate_left" => add(left(turned.clone()), right(rest(&turned))),
        "rotate_right" => add(right(turned.clone()), left(rest(&turned))),
        _ => return None,
    })
}

/// A number, or the limit where it is larger.
fn at_most(number: &Term, limit: u64) -> Term {
    let limit = Term::int(limit);
    let is_inside = Term::compare(Comparison::Less, number.clone(), limit.clone());
    Term::if_then_else(is_inside, number.clone(), limit)
}

/// `base ** exponent` in a modular type, not yet reduced, where no power is so large that it must
/// not be computed: those of an even number are multiples of the modulus from the width of the type
/// on.
pub(super) fn modular_power(base: &Type, a: &Typed, exponent: &Term) -> Option<(Term, Interval)> {
    let number = a.static_integer().filter(|number| number.is_even())?;
    let width = width(base)?;
    let exponent = at_most(exponent, width);
    let term = Term::arithmetic(Arithmetic::Power, a.term(), exponent);
    let largest = number.pow(u32::try_from(width).ok()?).max(1.into());
    Some((term, Interval::new(0, largest)))
}
