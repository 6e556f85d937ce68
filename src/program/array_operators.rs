//! Operators on whole arrays: concatenation, and those that go component by component.

use std::sync::Arc;

use super::aggregate_bounds::compatible;
use super::elaborator::Elaborator;
use super::interval::Interval;
use super::kind::Kind;
use super::operators::logical_term;
use super::place::{bound_index, length, shift};
use super::tree::Tree;
use super::typed_value::Typed;
use super::types::{Subtype, Type};
use crate::logic::{Arithmetic, Comparison, Term};
use crate::syntax::ast::{self, Logical};
use crate::verdict::Rule;

impl Elaborator {
    /// `a & b`
    pub(super) fn concatenation(
        &mut self,
        expression: &ast::Expression,
        left: &ast::Expression,
        right: &ast::Expression,
        (a, b): (&[Kind], &[Kind]),
        expected: Option<&Subtype>,
    ) -> Typed {
        let position = expression.position;
        let arrays = |kinds: &[Kind]| -> Option<Arc<Type>> {
            kinds.iter().find_map(|kind| {
                let base = kind.base()?;
                base.array().is_some().then(|| Arc::clone(base))
            })
        };
        let base = match expected {
            Some(expected) if expected.base.array().is_some() => Arc::clone(&expected.base),
            _ => arrays(a)
                .or_else(|| arrays(b))
                .unwrap_or_else(|| Arc::clone(&self.standard.string)),
        };
        let Some(array) = base.array().cloned() else {
            return Typed::error(position);
        };
        let whole = Subtype::of(&base);
        let mut operands = Vec::new();
        for (written, kinds) in [(left, a), (right, b)] {
            let is_component = !kinds.iter().any(|kind| kind.fits(&base))
                && kinds.iter().any(|kind| kind.fits(&array.component.base));
            let typed = if is_component {
                let typed = self.value_for(written, &array.component);
                let first = array.indices[0].range().first;
                let data = typed.value.map(&|term| Term::constant_array(term.clone()));
                Typed {
                    kind: whole.kind(),
                    value: Tree::Array(vec![(first.clone(), first)], Box::new(data)),
                    ..typed
                }
            } else {
                let typed = self.expression(written, Some(&whole));
                self.converted(written, typed, &whole)
            };
            if typed.is_error() {
                return Typed::error(position);
            }
            operands.push(typed);
        }
        let (Some([(f1, l1)]), Some([(f2, l2)])) =
            (operands[0].value.bounds(), operands[1].value.bounds())
        else {
            let lost = Typed::error(position).evaluated(operands);
            return self.replaced_by_lost(lost, &whole, position, "concatenation");
        };
        let (first_length, second_length) = (length(f1, l1), length(f2, l2));
        // The lower bound is that of the definition or else the left operand's, unless that is empty.
        let is_empty = Term::compare(Comparison::Less, l1.clone(), f1.clone());
        let usual = if array.is_constrained {
            &array.indices[0].range().first
        } else {
            f1
        };
        let start = super::tree::chosen(&is_empty, f2, usual);
        let split = Term::arithmetic(Arithmetic::Add, start.clone(), first_length.clone());
        let total = Term::arithmetic(Arithmetic::Add, split.clone(), second_length);
        let end = Term::arithmetic(Arithmetic::Subtract, total, Term::int(1));
        // Where the left operand is empty the result is the right one, which may be so, too.
        let end = super::tree::chosen(&is_empty, l2, &end);
        let binder = bound_index(start.clone(), end.clone(), self.binders);
        let index = Term::variable(&binder.variable);
        let from_left = operands[0].value.select(&[shift(&index, &start, f1)]);
        let from_right = operands[1].value.select(&[shift(&index, &split, f2)]);
        let is_left = Term::compare(Comparison::Less, index, split);
        let element = Tree::choose(&is_left, &from_left, &from_right);
        let Tree::Array(_, old) = &operands[0].value else {
            return Typed::error(position);
        };
        let data = old.zip(&element, &|map, value| {
            Term::comprehension(binder.clone(), value.clone(), map.clone())
        });
        let bounds = (start, end);
        let mut steps = Vec::new();
        let condition = compatible(&bounds, &array.indices[0]);
        let text = format!(
            "the last index of {expression} in {}",
            array.indices[0].describe()
        );
        self.push_check(&mut steps, Rule::Range, position, text, condition);
        Typed {
            kind: whole.kind(),
            value: Tree::Array(vec![bounds], Box::new(data)),
            steps,
            ..Typed::error(position)
        }
        .evaluated(operands)
    }

    /// `not a` of an array of truth values.
    pub(super) fn array_not(
        &mut self,
        typed: Typed,
        base: &Arc<Type>,
        expression: &ast::Expression,
    ) -> Typed {
        let Some([(low, high)]) = typed.value.bounds() else {
            return self.no_operator(expression, &typed.kind);
        };
        let binder = bound_index(low.clone(), high.clone(), self.binders);
        let index = Term::variable(&binder.variable);
        let Tree::Array(bounds, data) = &typed.value else {
            return Typed::error(expression.position);
        };
        if has_narrow_components(base) {
            let what = "operator on arrays whose components take one truth value only";
            return self.replaced_by_lost(typed, &Subtype::of(base), expression.position, what);
        }
        let data = data.map(&|map| {
            let turned = Term::not(Term::select(map.clone(), index.clone()));
            Term::comprehension(binder.clone(), turned, map.clone())
        });
        Typed {
            kind: Kind::Of(Arc::clone(base)),
            value: Tree::Array(bounds.clone(), Box::new(data)),
            ..Typed::error(expression.position)
        }
        .evaluated(vec![Typed {
            named: None,
            ..typed
        }])
    }

    /// `a and b` of arrays of truth values.
    pub(super) fn array_logical(
        &mut self,
        expression: &ast::Expression,
        operator: Logical,
        a: Typed,
        b: Typed,
        base: &Arc<Type>,
    ) -> Typed {
        let (Tree::Array(first, x), Tree::Array(second, y)) = (&a.value, &b.value) else {
            return self.no_operator(expression, &a.kind);
        };
        let ([(low, high)], [(from, to)]) = (first.as_slice(), second.as_slice()) else {
            return self.no_operator(expression, &a.kind);
        };
        if has_narrow_components(base) {
            let what = "operator on arrays whose components take one truth value only";
            let both = a.clone().evaluated(vec![b]);
            return self.replaced_by_lost(both, &Subtype::of(base), expression.position, what);
        }
        let mut steps = Vec::new();
        let same = Term::equal(length(low, high), length(from, to));
        let text = "the lengths of both operands are equal";
        self.push_check(&mut steps, Rule::Length, expression.position, text, same);
        let binder = bound_index(low.clone(), high.clone(), self.binders);
        let index = Term::variable(&binder.variable);
        let other = shift(&index, low, from);
        let data = x.zip(y, &|x, y| {
            let both = logical_term(
                operator,
                Term::select(x.clone(), index.clone()),
                Term::select(y.clone(), other.clone()),
            );
            Term::comprehension(binder.clone(), both, x.clone())
        });
        Typed {
            kind: Kind::Of(Arc::clone(base)),
            value: Tree::Array(first.clone(), Box::new(data)),
            steps,
            ..Typed::error(expression.position)
        }
        .evaluated(vec![a, b])
    }
}

/// Whether what an operator makes of components may not be a component: that is a range check.
fn has_narrow_components(base: &Type) -> bool {
    let component = base.array().and_then(|array| array.component.interval());
    component.is_some_and(|values| !Interval::new(0, 1).is_inside(&values))
}
