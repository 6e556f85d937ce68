//! Names: variables, constants, attributes and conversions.

use std::sync::Arc;

use super::elaborator::Elaborator;
use super::expressions::{Context, Type, Typed};
use super::interval::Interval;
use super::scope::Entity;
use super::typed::{DiscreteSubtype, Read, Subtype};
use crate::logic::{Arithmetic, Term, Value};
use crate::source::Span;
use crate::syntax::ast::{self, ExpressionKind};

/// What is said where an attribute is not read.
const ATTRIBUTES: &str = "sabs reads First, Last, Base, Pos, Val, Succ and Pred of types, and Old in \
                          postconditions";

impl Elaborator {
    pub(super) fn named(&mut self, expression: &ast::Expression) -> Typed {
        let position = expression.position;
        match self.resolve(expression) {
            Entity::Object(object, _) => {
                let (kind, interval) = match &object.subtype {
                    Subtype::Boolean => (Type::Boolean, Interval::new(0, 0)),
                    Subtype::Discrete(subtype) => {
                        (Type::Discrete(Arc::clone(&subtype.base)), subtype.values())
                    }
                };
                Typed {
                    kind,
                    interval,
                    term: Term::variable(&object.variable),
                    reads: vec![Read {
                        variable: object.variable,
                        span: expression.span,
                    }],
                    ..Typed::error(position)
                }
            }
            Entity::Constant(value, subtype) => {
                Typed::constant(value, Type::of(&subtype), position)
            }
            Entity::Number(value) => Typed::constant(Value::Int(value), Type::Universal, position),
            Entity::Error => Typed::error(position),
            Entity::Subtype(_) | Entity::Subprogram(_) | Entity::Unit => {
                self.error(
                    expression.span,
                    format!("{expression} is not a value"),
                    "write a variable, a constant or an expression",
                );
                Typed::error(position)
            }
        }
    }

    /// `P'A`
    pub(super) fn attribute(
        &mut self,
        expression: &ast::Expression,
        prefix: &ast::Expression,
        designator: &ast::Name,
    ) -> Typed {
        let position = expression.position;
        match designator.key().as_str() {
            "first" | "last" => {
                let Some(subtype) = self.subtype_prefix(prefix) else {
                    return Typed::error(position);
                };
                let is_first = designator.key() == "first";
                let value = match &subtype {
                    Subtype::Boolean => Value::Bool(!is_first),
                    Subtype::Discrete(subtype) if is_first => Value::Int(subtype.first.clone()),
                    Subtype::Discrete(subtype) => Value::Int(subtype.last.clone()),
                };
                Typed::constant(value, Type::of(&subtype), position)
            }
            "old" => self.old(expression, prefix),
            _ => {
                self.error(
                    designator.span,
                    format!("attribute {designator} is not supported here"),
                    ATTRIBUTES,
                );
                Typed::error(position)
            }
        }
    }

    /// The type before an attribute: `S`, or `S'Base`.
    pub(super) fn subtype_prefix(&mut self, prefix: &ast::Expression) -> Option<Subtype> {
        if let ExpressionKind::Attribute(inner, designator) = &prefix.kind
            && designator.key() == "base"
        {
            let Subtype::Discrete(mut subtype) = self.resolve_subtype(inner)? else {
                return Some(Subtype::Boolean);
            };
            subtype.first = subtype.base.first.clone();
            subtype.last = subtype.base.last.clone();
            subtype.name = Some(subtype.base.base_name.clone());
            return Some(Subtype::Discrete(subtype));
        }
        self.resolve_subtype(prefix)
    }

    /// A conversion, or `even (Y)` and `odd (Y)` in a clause.
    pub(super) fn applied(
        &mut self,
        expression: &ast::Expression,
        prefix: &ast::Expression,
        arguments: &[ast::Association],
    ) -> Typed {
        let position = expression.position;
        let operand = match arguments {
            [argument] if argument.formal.is_none() => argument.actual.expression(),
            _ => None,
        };
        if self.context == Context::Clause
            && let (ExpressionKind::Name(name), Some(operand)) = (&prefix.kind, operand)
            && self.find(name).is_none()
        {
            match name.to_ascii_lowercase().as_str() {
                "even" => return self.parity(operand, position, 0),
                "odd" => return self.parity(operand, position, 1),
                _ => {}
            }
        }
        if let ExpressionKind::Attribute(mark, designator) = &prefix.kind {
            if let (Some(operand), "pos" | "val" | "succ" | "pred") =
                (operand, designator.key().as_str())
            {
                return self.attribute_of_value(expression, mark, designator, operand);
            }
            self.error(
                prefix.span,
                format!("{prefix} is not supported here"),
                ATTRIBUTES,
            );
            return Typed::error(position);
        }
        match (self.resolve(prefix), operand) {
            (Entity::Subtype(subtype), Some(operand)) => self.conversion(operand, &subtype),
            (Entity::Error, _) => Typed::error(position),
            _ => {
                self.error(
                    expression.span,
                    format!("{prefix} cannot be applied to arguments here"),
                    "sabs reads conversions of one value; functions and arrays are not supported",
                );
                Typed::error(position)
            }
        }
    }

    /// `T'Pos (v)` and the like.
    fn attribute_of_value(
        &mut self,
        expression: &ast::Expression,
        mark: &ast::Expression,
        designator: &ast::Name,
        operand: &ast::Expression,
    ) -> Typed {
        let position = expression.position;
        let subtype = match self.subtype_prefix(mark) {
            Some(Subtype::Discrete(subtype)) => subtype,
            Some(Subtype::Boolean) => {
                self.error(
                    expression.span,
                    format!("{designator} of Boolean is not supported"),
                    "write an if expression",
                );
                return Typed::error(position);
            }
            None => return Typed::error(position),
        };
        let kind = Type::Discrete(Arc::clone(&subtype.base));
        if designator.key() == "val" {
            let typed = self.integer_value(operand);
            let whole = Subtype::Discrete(DiscreteSubtype {
                first: subtype.base.first.clone(),
                last: subtype.base.last.clone(),
                name: None,
                base: subtype.base,
            });
            let mut typed = self.range_check(operand, typed, &whole);
            if !typed.is_error() {
                typed.kind = kind;
            }
            if !typed.checks.is_empty() {
                typed.value = None;
            }
            return Typed { position, ..typed };
        }
        let typed = self.expression(operand);
        let typed = self.converted(operand, typed, &kind);
        let step = match designator.key().as_str() {
            _ if typed.is_error() => return typed,
            "pos" => {
                return Typed {
                    kind: Type::Universal,
                    position,
                    ..typed
                };
            }
            "succ" => Arithmetic::Add,
            _ => Arithmetic::Subtract,
        };
        let one = Interval::new(1, 1);
        let result = Typed {
            kind,
            term: Term::arithmetic(step, typed.term.clone(), Term::int(1)),
            interval: if step == Arithmetic::Add {
                typed.interval.add(&one)
            } else {
                typed.interval.subtract(&one)
            },
            ..Typed::error(position)
        };
        self.in_base(expression, result).evaluated(vec![typed])
    }

    fn conversion(&mut self, operand: &ast::Expression, subtype: &Subtype) -> Typed {
        let mut typed = self.expression(operand);
        match (&typed.kind, subtype) {
            (Type::Error, _) | (Type::Boolean, Subtype::Boolean) => typed,
            (Type::Universal | Type::Discrete(_), Subtype::Discrete(target))
                if !typed.kind.is_other_than(&target.base) =>
            {
                let kind = Type::Discrete(Arc::clone(&target.base));
                if matches!(typed.kind, Type::Universal) {
                    typed = self.converted(operand, typed, &kind);
                }
                let known = typed.checks.len();
                typed = self.range_check(operand, typed, subtype);
                if typed.checks.len() > known {
                    // What may fail a check is not static.
                    typed.value = None;
                }
                if !typed.is_error() {
                    typed.kind = kind;
                }
                typed
            }
            (found @ (Type::Boolean | Type::Universal | Type::Discrete(_)), _) => {
                let found = found.clone();
                self.mismatch(operand, &found, &Type::of(subtype));
                Typed::error(typed.position)
            }
        }
    }

    /// `even (Y)`: the remainder by two is zero.
    fn parity(&mut self, operand: &ast::Expression, position: Span, rest: i32) -> Typed {
        let typed = self.integer_value(operand);
        if typed.is_error() {
            return Typed::error(position);
        }
        let two = Term::int(2);
        let term = Term::arithmetic(Arithmetic::Modulo, typed.term.clone(), two);
        Typed {
            kind: Type::Boolean,
            term: Term::equal(term, Term::int(rest)),
            ..Typed::error(position)
        }
        .evaluated(vec![typed])
    }
}
