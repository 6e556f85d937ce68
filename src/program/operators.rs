//! Operators.

use std::sync::Arc;

use super::elaborator::Elaborator;
use super::interval::Interval;
use super::kind::{Kind, common, may_be_universal};
use super::overload::{binary_name, unary_name};
use super::tree::Tree;
use super::typed_value::{Typed, negated};
use super::types::{Subtype, Type};
use crate::logic::{Arithmetic, Comparison, Sort, Term, Value};
use crate::syntax::ast::{self, Binary, Logical, Unary};

impl Elaborator {
    pub(super) fn unary(
        &mut self,
        expression: &ast::Expression,
        operator: Unary,
        operand: &ast::Expression,
        expected: Option<&Subtype>,
    ) -> Typed {
        let kinds = self.interpretations(operand);
        let user = self.operators_for(unary_name(operator), &[operand], &[&kinds]);
        let wanted = |this: &Elaborator, id: &super::typed::SubprogramId| {
            let result = this.subprograms[id.0 as usize].result.as_ref();
            expected.is_none_or(|expected| {
                result.is_some_and(|result| result.kind().fits(&expected.base))
            })
        };
        if let Some(id) = user.into_iter().find(|id| wanted(self, id)) {
            return self.operator_call(expression, id, &[operand]);
        }
        self.predefined_unary(expression, operator, operand, expected)
    }

    /// The operator that the language declares, whatever the user declares under its name.
    pub(super) fn predefined_unary(
        &mut self,
        expression: &ast::Expression,
        operator: Unary,
        operand: &ast::Expression,
        expected: Option<&Subtype>,
    ) -> Typed {
        let position = expression.position;
        let mut typed = self.expression(operand, expected);
        if operator == Unary::Not {
            typed = self.modular_literal(operand, typed, expected);
        }
        match (operator, &typed.kind) {
            (_, Kind::Error) => Typed::error(position),
            (Unary::Not, Kind::Of(base)) if base.is_boolean() => Typed {
                position,
                named: None,
                ..negated(typed)
            },
            (Unary::Not, Kind::Of(base)) if base.is_modular() => {
                // All bits of a modular value turned are its distance from the last.
                let last = base.base_interval().high;
                let last = Typed::constant(Value::Int(last), typed.kind.clone(), position);
                self.arithmetic(expression, Arithmetic::Subtract, last, (operand, typed))
            }
            (Unary::Not, Kind::Of(base)) if base.array().is_some() => {
                let base = Arc::clone(base);
                self.array_not(typed, &base, expression)
            }
            (Unary::Plus, Kind::Universal)
            | (Unary::Plus | Unary::Minus | Unary::Absolute, Kind::UniversalReal) => {
                Typed { position, ..typed }
            }
            (_, Kind::Of(base)) if base.lost().is_some() => {
                self.gap(position, "operation on a type that is not modelled");
                Typed {
                    position,
                    named: None,
                    ..typed
                }
            }
            (Unary::Not, _) => self.no_operator(expression, &typed.kind),
            (_, Kind::Of(base)) if !base.is_integer() => self.no_operator(expression, &typed.kind),
            (Unary::Plus, _) => Typed {
                position,
                named: None,
                ..typed
            },
            (Unary::Minus, _) => self.signed(expression, typed, Term::negate, Interval::negate),
            (Unary::Absolute, _) => {
                self.signed(expression, typed, Term::absolute, Interval::absolute)
            }
        }
    }

    pub(super) fn no_operator(&mut self, expression: &ast::Expression, kind: &Kind) -> Typed {
        self.error(
            expression.position,
            format!("this operator does not apply to {}", kind.describe()),
            "check the types of its operands",
        );
        Typed::error(expression.position)
    }

    pub(super) fn binary(
        &mut self,
        expression: &ast::Expression,
        operator: Binary,
        left: &ast::Expression,
        right: &ast::Expression,
        expected: Option<&Subtype>,
    ) -> Typed {
        let (a, b) = (self.interpretations(left), self.interpretations(right));
        if let Some(called) =
            self.user_binary(expression, operator, (left, &a), (right, &b), expected)
        {
            return called;
        }
        self.predefined_binary(expression, operator, left, right, expected)
    }

    /// A binary operator that no user has declared.
    pub(super) fn predefined_binary(
        &mut self,
        expression: &ast::Expression,
        operator: Binary,
        left: &ast::Expression,
        right: &ast::Expression,
        expected: Option<&Subtype>,
    ) -> Typed {
        let (a, b) = (self.interpretations(left), self.interpretations(right));
        match operator {
            Binary::Logical(logical) => {
                let operands = operand_type(&a, &b, expected);
                let (x, y) = match logical {
                    Logical::AndThen | Logical::OrElse => {
                        let x = self.expression(left, operands.as_ref());
                        let holds = x.condition();
                        let is_and = logical == Logical::AndThen;
                        let here = if is_and { holds } else { Term::not(holds) };
                        let y = self.where_it_holds(&[&x], here, |this| {
                            this.other_operand(right, operands.as_ref(), &x)
                        });
                        (x, y)
                    }
                    Logical::And | Logical::Or | Logical::Xor => {
                        self.both(left, right, operands.as_ref())
                    }
                };
                let x = self.modular_literal(left, x, operands.as_ref());
                let y = self.modular_literal(right, y, operands.as_ref());
                self.logical(expression, logical, x, (right, y))
            }
            Binary::Power => {
                let integer = Subtype::of(&self.standard.integer);
                let x = self.expression(left, expected);
                let y = self.expression(right, Some(&integer));
                self.power(expression, x, (right, y), expected)
            }
            Binary::Concatenate => self.concatenation(expression, left, right, (&a, &b), expected),
            Binary::Compare(comparison) => {
                // What is universal on both sides is computed in the widest type.
                let is_universal = may_be_universal(&a) && may_be_universal(&b);
                let operands = if is_universal {
                    Some(Subtype::of(&self.standard.widest))
                } else {
                    operand_type(&a, &b, None)
                };
                let (x, y) = self.both(left, right, operands.as_ref());
                match self.agreed((left, x), (right, y), operands.as_ref()) {
                    Some((x, y)) => self.compared(expression, comparison, x, y),
                    None => Typed::error(expression.position),
                }
            }
            Binary::Arithmetic(arithmetic) => {
                let operands = operand_type(&a, &b, expected);
                let (x, y) = self.both(left, right, operands.as_ref());
                if x.kind
                    .base()
                    .or(y.kind.base())
                    .is_some_and(|base| base.lost().is_some())
                    || matches!(
                        (&x.kind, &y.kind),
                        (Kind::UniversalReal, _) | (_, Kind::UniversalReal)
                    )
                {
                    return self.real_arithmetic(expression, x, y);
                }
                match self.agreed((left, x), (right, y), operands.as_ref()) {
                    Some((x, y)) => self.arithmetic(expression, arithmetic, x, (right, y)),
                    None => Typed::error(expression.position),
                }
            }
        }
    }

    /// The operand of a logical operator: a literal is of the modular type that is expected.
    fn modular_literal(
        &mut self,
        operand: &ast::Expression,
        typed: Typed,
        expected: Option<&Subtype>,
    ) -> Typed {
        match (&typed.kind, expected) {
            (Kind::Universal, Some(expected)) if expected.base.is_modular() => {
                self.converted(operand, typed, expected)
            }
            _ => typed,
        }
    }

    fn both(
        &mut self,
        left: &ast::Expression,
        right: &ast::Expression,
        operands: Option<&Subtype>,
    ) -> (Typed, Typed) {
        let x = self.expression(left, operands);
        let y = self.other_operand(right, operands, &x);
        (x, y)
    }

    /// The right operand, in the type of the left one where nothing else says which.
    fn other_operand(
        &mut self,
        right: &ast::Expression,
        operands: Option<&Subtype>,
        left: &Typed,
    ) -> Typed {
        let own;
        let operands = match (operands, &left.kind) {
            (None, Kind::Of(base)) => {
                own = Subtype::of(base);
                Some(&own)
            }
            (operands, _) => operands,
        };
        self.expression(right, operands)
    }

    fn user_binary(
        &mut self,
        expression: &ast::Expression,
        operator: Binary,
        (left, a): (&ast::Expression, &[Kind]),
        (right, b): (&ast::Expression, &[Kind]),
        expected: Option<&Subtype>,
    ) -> Option<Typed> {
        let name = binary_name(operator)?;
        let fits = |this: &Elaborator, id: &super::typed::SubprogramId| {
            let result = this.subprograms[id.0 as usize].result.as_ref();
            expected.is_none_or(|expected| {
                result.is_some_and(|result| result.kind().fits(&expected.base))
            })
        };
        // Operators of numbers in general are preferred where their result may be meant; there are
        // no logical ones.
        let is_universal = |kinds: &[Kind]| {
            kinds
                .iter()
                .any(|kind| matches!(kind, Kind::Universal | Kind::UniversalReal))
        };
        let is_open = match operator {
            Binary::Compare(_) => true,
            Binary::Logical(_) => false,
            _ => expected.is_none(),
        };
        if is_universal(a) && is_universal(b) && is_open {
            return None;
        }
        let found = self.operators_for(name, &[left, right], &[a, b]);
        if let Some(id) = found.into_iter().find(|id| fits(self, id)) {
            return Some(self.operator_call(expression, id, &[left, right]));
        }
        // `/=` is the negation of the user's `=`.
        if operator == Binary::Compare(Comparison::NotEqual) {
            let found = self.operators_for("=", &[left, right], &[a, b]);
            if let Some(id) = found.into_iter().find(|id| fits(self, id)) {
                return Some(negated(self.operator_call(expression, id, &[left, right])));
            }
        }
        None
    }

    /// Both operands in one type; `None` where a diagnostic says that there is none.
    ///
    /// Two static operands are taken as they are: the expression they form is evaluated exactly. Two
    /// others without a type of their own get the one that is expected, or Integer.
    pub(super) fn agreed(
        &mut self,
        (left, a): (&ast::Expression, Typed),
        (right, b): (&ast::Expression, Typed),
        expected: Option<&Subtype>,
    ) -> Option<(Typed, Typed)> {
        let is_static = a.fixed.is_some() && b.fixed.is_some();
        let wanted = match (&a.kind, &b.kind) {
            (Kind::Error, _) | (_, Kind::Error) => return None,
            (Kind::Of(base), Kind::Of(other))
                if base.lost().is_some() && other.lost().is_none() =>
            {
                Subtype::of(other)
            }
            (Kind::Of(base), _) | (_, Kind::Of(base)) => Subtype::of(base),
            (Kind::Universal, _) | (_, Kind::Universal) => {
                if is_static {
                    return Some((a, b));
                }
                let expected = expected.filter(|expected| expected.base.is_integer());
                Subtype::of(expected.map_or(&self.standard.integer, |expected| &expected.base))
            }
            (Kind::String, _) | (_, Kind::String) => Subtype::of(&self.standard.string),
            _ => return Some((a, b)),
        };
        let adopt = |typed: Typed| match &typed.kind {
            // In a modular type the operators between literals are those of the type.
            Kind::Universal
                if is_static && wanted.base.is_integer() && !wanted.base.is_modular() =>
            {
                Typed {
                    kind: wanted.kind(),
                    ..typed
                }
            }
            _ => typed,
        };
        let (a, b) = (adopt(a), adopt(b));
        let same =
            |typed: &Typed| matches!(&typed.kind, Kind::Of(base) if base.id == wanted.base.id);
        let a = if same(&a) {
            a
        } else {
            self.converted(left, a, &wanted)
        };
        let b = if same(&b) {
            b
        } else {
            self.converted(right, b, &wanted)
        };
        (!a.is_error() && !b.is_error()).then_some((a, b))
    }

    fn logical(
        &mut self,
        expression: &ast::Expression,
        operator: Logical,
        a: Typed,
        (right, mut b): (&ast::Expression, Typed),
    ) -> Typed {
        if a.is_error() || b.is_error() {
            return Typed::error(expression.position);
        }
        let base: Option<Arc<Type>> = a.kind.base().or(b.kind.base()).cloned();
        let Some(base) = base else {
            return self.no_operator(expression, &a.kind);
        };
        if base.is_modular() {
            let operator = match operator {
                Logical::And => Arithmetic::BitAnd,
                Logical::Or => Arithmetic::BitOr,
                Logical::Xor => Arithmetic::BitXor,
                Logical::AndThen | Logical::OrElse => {
                    return self.no_operator(expression, &a.kind);
                }
            };
            let Some((a, b)) = self.agreed((right, a), (right, b), None) else {
                return Typed::error(expression.position);
            };
            return self.arithmetic(expression, operator, a, (right, b));
        }
        if base.array().is_some() {
            return self.array_logical(expression, operator, a, b, &base);
        }
        if base.lost().is_some() {
            return self.real_arithmetic(expression, a, b);
        }
        for operand in [&a, &b] {
            if !operand.kind.base().is_some_and(|base| base.is_boolean()) {
                return self.no_operator(expression, &operand.kind.clone());
            }
        }
        let term = logical_term(operator, a.term(), b.term());
        match operator {
            Logical::AndThen => b.guard(&a.term()),
            Logical::OrElse => b.guard(&Term::not(a.term())),
            Logical::And | Logical::Or | Logical::Xor => {}
        }
        let is_static = a.fixed.is_some() && b.fixed.is_some();
        Typed {
            kind: Kind::Of(base),
            fixed: is_static.then(|| term.as_value()).flatten(),
            value: Tree::Leaf(term),
            interval: Interval::new(0, 1),
            ..Typed::error(expression.position)
        }
        .evaluated(vec![a, b])
    }
}

/// `a and b` and the like of truth values.
pub(super) fn logical_term(operator: Logical, a: Term, b: Term) -> Term {
    match operator {
        Logical::And | Logical::AndThen => Term::and([a, b]),
        Logical::Or | Logical::OrElse => Term::or([a, b]),
        Logical::Xor => Term::compare(Comparison::NotEqual, a, b),
    }
}

/// The position of a discrete value: of a truth value 0 or 1.
pub(super) fn position_term(term: &Term) -> Term {
    if term.sort() == Sort::Bool {
        Term::if_then_else(term.clone(), Term::int(1), Term::int(0))
    } else {
        term.clone()
    }
}

/// The type in which a predefined operator works.
fn operand_type(a: &[Kind], b: &[Kind], expected: Option<&Subtype>) -> Option<Subtype> {
    let candidates = common(a, b);
    if let Some(expected) = expected
        && candidates
            .iter()
            .any(|kind| kind.fits(&expected.base) && !matches!(kind, Kind::Any))
    {
        return Some(Subtype::of(&expected.base));
    }
    if may_be_universal(&candidates) {
        return None;
    }
    candidates
        .iter()
        .find_map(|kind| kind.base().map(Subtype::of))
}
