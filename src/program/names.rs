//! Names: variables, constants, attributes and conversions.

use std::sync::Arc;

use super::elaborator::Elaborator;
use super::expressions::{Context, Type, Typed, within};
use super::interval::Interval;
use super::scope::Entity;
use super::typed::{Read, Subtype};
use crate::logic::{Arithmetic, Term, Value};
use crate::source::Span;
use crate::syntax::ast::{self, ExpressionKind};
use crate::verdict::Rule;

impl Elaborator {
    pub(super) fn named(&mut self, expression: &ast::Expression) -> Typed {
        let position = expression.position;
        match self.resolve(expression) {
            Entity::Object(object, _) => {
                let (kind, interval) = match &object.subtype {
                    Subtype::Boolean => (Type::Boolean, Interval::new(0, 0)),
                    Subtype::Integer(subtype) => {
                        (Type::Integer(Arc::clone(&subtype.base)), subtype.values())
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
                    Subtype::Integer(subtype) if is_first => Value::Int(subtype.first.clone()),
                    Subtype::Integer(subtype) => Value::Int(subtype.last.clone()),
                };
                Typed::constant(value, Type::of(&subtype), position)
            }
            "old" => self.old(expression, prefix),
            _ => {
                self.error(
                    designator.span,
                    format!("attribute {designator} is not supported"),
                    "sabs reads First and Last of types, and Old in postconditions",
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
            let Subtype::Integer(mut subtype) = self.resolve_subtype(inner)? else {
                return Some(Subtype::Boolean);
            };
            subtype.first = subtype.base.first.clone();
            subtype.last = subtype.base.last.clone();
            subtype.name = Some(subtype.base.base_name.clone());
            return Some(Subtype::Integer(subtype));
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
            [argument] if argument.formal.is_none() => Some(&argument.actual),
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
        if matches!(prefix.kind, ExpressionKind::Attribute(..)) {
            self.error(
                prefix.span,
                format!("{prefix} is not supported"),
                "sabs reads First and Last of types, and Old in postconditions",
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

    fn conversion(&mut self, operand: &ast::Expression, subtype: &Subtype) -> Typed {
        let mut typed = self.expression(operand);
        match (&typed.kind, subtype) {
            (Type::Error, _) | (Type::Boolean, Subtype::Boolean) => typed,
            (Type::Universal | Type::Integer(_), Subtype::Integer(target)) => {
                let kind = Type::Integer(Arc::clone(&target.base));
                if matches!(typed.kind, Type::Universal) {
                    typed = self.converted(operand, typed, &kind);
                }
                if !typed.is_error() && !typed.interval.is_inside(&target.interval()) {
                    let condition = within(&typed.term, &target.interval());
                    let text = format!("{operand} in {subtype}");
                    let check = self.check(Rule::Range, typed.position, text, condition);
                    typed.checks.push(check);
                    typed.interval = typed.interval.clipped(&target.values());
                    // What fails a check is not static.
                    typed.value = None;
                }
                if !typed.is_error() {
                    typed.kind = kind;
                }
                typed
            }
            (found @ (Type::Boolean | Type::Universal | Type::Integer(_)), _) => {
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
