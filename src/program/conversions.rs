//! Values where a subtype is expected.

use num_bigint::BigInt;
use num_integer::Integer as _;

use super::elaborator::Elaborator;
use super::expressions::{scalar_interval, within};
use super::kind::Kind;
use super::tree::Tree;
use super::typed_value::Typed;
use super::types::{Subtype, TypeKind};
use crate::logic::{Arithmetic, Sort, Term, Value};
use crate::syntax::ast::{self, Binary, ExpressionKind, Unary};
use crate::verdict::Rule;

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
        let typed = self.of_own_type(expression);
        self.as_integer(expression, typed)
    }

    /// An integer expression of any type; a universal one whose value is known and allowed stays
    /// one, however large it is.
    pub(super) fn whole_number(
        &mut self,
        expression: &ast::Expression,
        is_allowed: impl FnOnce(&BigInt) -> bool,
    ) -> Typed {
        let typed = self.of_own_type(expression);
        let is_universal = matches!(typed.kind, Kind::Universal);
        if is_universal && typed.static_integer().is_some_and(is_allowed) {
            return typed;
        }
        self.as_integer(expression, typed)
    }

    fn of_own_type(&mut self, expression: &ast::Expression) -> Typed {
        let expected = self.own_type(expression).map(|base| Subtype::of(&base));
        self.expression(expression, expected.as_ref())
    }

    fn as_integer(&mut self, expression: &ast::Expression, typed: Typed) -> Typed {
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
        if wanted.base.is_modular()
            && matches!(typed.kind, Kind::Universal)
            && let Some(value) = wrapped(expression, &(wanted.base.base_interval().high + 1_u32))
        {
            typed = Typed::constant(Value::Int(value), Kind::Universal, typed.position);
        }
        if let Some(discrete) = wanted.base.discrete() {
            let base = discrete.base.clone();
            let name = discrete.base_name.clone();
            let value = typed.static_integer().cloned();
            if value.is_none()
                && matches!(typed.kind, Kind::Universal)
                && !typed.interval.is_inside(&base)
            {
                // `M'Pos (K)` may be any number of a type that is larger.
                let condition = within(&typed.term(), &base);
                let text = format!("{expression} in {name}");
                let check = self.check(Rule::Range, typed.position, text, condition);
                typed.steps.push(check);
                typed.interval = typed.interval.clipped(&base);
            }
            if let Some(value) = value.filter(|value| !base.contains(value)) {
                self.error(
                    expression.span,
                    format!("the value {value} is not in the range of {name}"),
                    "a static value must lie in the base range of its type",
                );
                let position = typed.position;
                return self.error_of(wanted, Typed::error(position));
            }
            let is_computed = typed.fixed.is_none() && matches!(typed.kind, Kind::Universal);
            if is_computed && !typed.interval.is_inside(&base) {
                // An array may have more components than the type has values.
                let condition = within(&typed.term(), &base);
                let text = format!("{expression} in {name}");
                let check = self.check(Rule::Range, typed.position, text, condition);
                typed.steps.push(check);
                typed.interval = typed.interval.clipped(&base);
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
        let shape = self.variables("default", subtype, &[], &mut |_, name, sort, subtype, _| {
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

/// What literals and operators make in a modular type, where the operators are those of the type:
/// `-1` is its last value. `None` for anything else, and for what has no value there.
#[allow(clippy::wildcard_enum_match_arm)] // few of the many kinds of expressions are literals
fn wrapped(expression: &ast::Expression, modulus: &BigInt) -> Option<BigInt> {
    match &expression.kind {
        ExpressionKind::Integer(value) => (value < modulus).then(|| value.clone()),
        ExpressionKind::Unary(Unary::Minus, operand) => {
            Some((-wrapped(operand, modulus)?).mod_floor(modulus))
        }
        ExpressionKind::Unary(Unary::Plus | Unary::Absolute, operand) => wrapped(operand, modulus),
        ExpressionKind::Binary(Binary::Arithmetic(operator), left, right) => {
            let (a, b) = (wrapped(left, modulus)?, wrapped(right, modulus)?);
            let value = match operator {
                Arithmetic::Add => a + b,
                Arithmetic::Subtract => a - b,
                Arithmetic::Multiply => a * b,
                Arithmetic::Divide if b != BigInt::ZERO => a / b,
                Arithmetic::Remainder | Arithmetic::Modulo if b != BigInt::ZERO => a % b,
                _ => return None,
            };
            Some(value.mod_floor(modulus))
        }
        _ => None,
    }
}
