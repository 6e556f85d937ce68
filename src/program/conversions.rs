//! Values where a subtype is expected.

use num_bigint::BigInt;

use super::elaborator::Elaborator;
use super::expressions::scalar_interval;
use super::kind::Kind;
use super::tree::Tree;
use super::typed_value::Typed;
use super::types::{Subtype, TypeKind};
use crate::logic::{Sort, Term, Value};
use crate::syntax::ast::{self, ExpressionKind};

impl Elaborator {
    /// An expression whose value is given to something of the subtype: its type must fit, and
    /// checks are made where the types do not decide that it belongs to the subtype.
    pub(super) fn value_for(&mut self, expression: &ast::Expression, subtype: &Subtype) -> Typed {
        // The values of conditional expressions are checked one by one, where they stand.
        match &expression.kind {
            ExpressionKind::If {
                branches,
                otherwise,
            } => {
                return self.if_expression(
                    expression,
                    branches,
                    otherwise.as_deref(),
                    Some(subtype),
                    &mut |this, value| this.value_for(value, subtype),
                );
            }
            ExpressionKind::Case {
                selector,
                alternatives,
            } => {
                return self.case_expression(
                    expression,
                    selector,
                    alternatives,
                    &mut |this, value| this.value_for(value, subtype),
                );
            }
            _ => {}
        }
        let typed = self.expression(expression, Some(subtype));
        let typed = self.converted(expression, typed, subtype);
        self.constrained(expression, typed, subtype)
    }

    /// The value of an expression of a type, whatever its subtype.
    pub(super) fn unconstrained(&mut self, written: &ast::Expression, wanted: &Subtype) -> Typed {
        let typed = self.expression(written, Some(wanted));
        self.converted(written, typed, wanted)
    }

    /// An integer expression of any type; a universal one becomes Integer.
    pub(super) fn integer_value(&mut self, expression: &ast::Expression) -> Typed {
        let expected = self.own_type(expression).map(|base| Subtype::of(&base));
        let typed = self.expression(expression, expected.as_ref());
        match &typed.kind {
            Kind::Universal => {
                let integer = Subtype::of(&self.standard.integer);
                self.converted(expression, typed, &integer)
            }
            Kind::Of(base) if base.is_integer() => typed,
            Kind::Error => typed,
            kind => {
                if let Kind::Of(base) = kind
                    && base.lost().is_some()
                {
                    let integer = Subtype::of(&self.standard.integer);
                    return self.replaced_by_lost(typed, &integer, expression.span, "value");
                }
                self.error(
                    expression.span,
                    format!("{expression} is not a number"),
                    "write an integer expression",
                );
                Typed::error(typed.position)
            }
        }
    }

    /// Gives an operand the type of its surroundings, reporting what does not fit.
    pub(super) fn converted(
        &mut self,
        expression: &ast::Expression,
        mut typed: Typed,
        wanted: &Subtype,
    ) -> Typed {
        if typed.is_error() {
            return self.error_of(wanted, typed);
        }
        if !typed.kind.fits(&wanted.base) {
            self.mismatch(expression, &typed.kind, wanted);
            let position = typed.position;
            return self.error_of(wanted, Typed::error(position));
        }
        if let Some(discrete) = wanted.base.discrete() {
            let base = discrete.base.clone();
            let name = discrete.base_name.clone();
            let outside = match typed.static_integer() {
                Some(value) if !base.contains(value) => Some(format!("the value {value}")),
                None if matches!(typed.kind, Kind::Universal)
                    && !typed.interval.is_inside(&base) =>
                {
                    Some(format!("a value of {expression}"))
                }
                Some(_) | None => None,
            };
            if let Some(what) = outside {
                self.error(
                    expression.span,
                    format!("{what} is not in the range of {name}"),
                    "a static value must lie in the base range of its type",
                );
                let position = typed.position;
                return self.error_of(wanted, Typed::error(position));
            }
        }
        let is_shapeless = matches!(typed.value, Tree::Lost) && wanted.base.lost().is_none();
        typed.kind = wanted.kind();
        if is_shapeless {
            return self.replaced_by_lost(typed, wanted, expression.span, "value");
        }
        typed
    }

    /// An error with a value of the right shape.
    fn error_of(&mut self, wanted: &Subtype, typed: Typed) -> Typed {
        let value = match wanted.base.kind() {
            TypeKind::Boolean => Tree::Leaf(Term::bool(true)),
            TypeKind::Discrete(_) => Tree::Leaf(Term::int(0)),
            TypeKind::Array(_) | TypeKind::Record(_) | TypeKind::Lost(_) => {
                self.default_tree(wanted)
            }
        };
        Typed {
            value,
            kind: Kind::Error,
            ..typed
        }
    }

    /// Some value of the subtype's shape.
    pub(super) fn default_tree(&mut self, subtype: &Subtype) -> Tree {
        let mut sorts: Vec<(super::Variable, Value)> = Vec::new();
        let shape = self.variables("default", subtype, 0, &mut |_, name, sort, subtype| {
            let variable = super::Variable::new(name, sort.clone());
            let value = default_value(&sort, subtype);
            sorts.push((variable.clone(), value));
            variable
        });
        let values: Vec<(super::Variable, Term)> = sorts
            .into_iter()
            .map(|(variable, value)| (variable, Term::constant(&value)))
            .collect();
        shape.map(&|term| super::elaborator::replace_all(term, &values))
    }

    pub(super) fn mismatch(
        &mut self,
        expression: &ast::Expression,
        found: &Kind,
        wanted: &Subtype,
    ) {
        let message = format!(
            "{expression} is of type {} where {} is expected",
            found.describe(),
            wanted.base.name
        );
        self.error(expression.span, message, "make the types agree");
    }
}

/// A value of the sort whose leaves belong to the scalar subtype.
pub(super) fn default_value(sort: &Sort, subtype: &Subtype) -> Value {
    match sort {
        Sort::Bool => Value::Bool(false),
        Sort::Int => {
            let values = scalar_interval(subtype);
            let zero = BigInt::from(0);
            Value::Int(if values.contains(&zero) {
                zero
            } else if values.low > zero {
                values.low
            } else {
                values.high
            })
        }
        Sort::Array(element) => Value::Array(crate::logic::ArrayValue::constant(default_value(
            element, subtype,
        ))),
    }
}
