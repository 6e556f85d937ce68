//! Predefined operators and attributes by the names of functions: `Standard."+" (A, B)`,
//! `function Plus (A, B : Integer) return Integer renames "+";`.

use super::elaborator::Elaborator;
use super::entity::{EntityId, EntityKind};
use super::frame::BodyState;
use super::kind::Kind;
use super::lookup::Meaning;
use super::typed::SubprogramId;
use super::typed_value::Typed;
use super::types::Subtype;
use crate::logic::{Arithmetic, Comparison};
use crate::source::Span;
use crate::syntax::ast::{self, Actual, Binary, ExpressionKind, Logical, Unary};

impl Elaborator {
    /// `P."+" (A, B)` where the package declares no such operator: the predefined one.
    pub(super) fn predefined_call(
        &mut self,
        expression: &ast::Expression,
        prefix: &ast::Expression,
        arguments: &[ast::Association],
        expected: Option<&Subtype>,
    ) -> Option<Typed> {
        let symbol = match &prefix.kind {
            ExpressionKind::Selected(package, selector)
                if matches!(self.meaning(package), Meaning::Package(_)) =>
            {
                selector.text.clone()
            }
            ExpressionKind::String(text) => format!("\"{text}\""),
            _ => return None,
        };
        let operands: Option<Vec<ast::Expression>> = arguments
            .iter()
            .map(|argument| argument.actual.expression().cloned())
            .collect();
        let kind = operation(&symbol, operands?)?;
        let position = expression.position;
        if let ExpressionKind::Binary(operator, left, right) = &kind {
            return Some(self.predefined_binary(expression, *operator, left, right, expected));
        }
        let operation = ast::Expression {
            kind,
            span: expression.span,
            position,
        };
        Some(self.expression(&operation, expected))
    }

    /// Whether `P."+" (A, B)` means none of the operators that are found under that name.
    pub(super) fn is_predefined_application(
        &mut self,
        prefix: &ast::Expression,
        ids: &[EntityId],
        arguments: &[ast::Association],
    ) -> bool {
        let symbol = match &prefix.kind {
            ExpressionKind::Selected(_, selector) => selector.text.as_str(),
            ExpressionKind::String(text) => text.as_str(),
            _ => return false,
        };
        let name = symbol.trim_matches('"');
        let is_operator =
            matches!(prefix.kind, ExpressionKind::String(_)) || symbol.starts_with('"');
        if !is_operator {
            return false;
        }
        let operands = arguments.iter().filter_map(|each| each.actual.expression());
        let kinds: Vec<Vec<Kind>> = operands.map(|each| self.interpretations(each)).collect();
        let kinds: Vec<&[Kind]> = kinds.iter().map(Vec::as_slice).collect();
        !ids.iter().any(|id| match self.entity(*id).kind {
            EntityKind::Subprogram(id) => {
                self.accepts(id, arguments) && self.belongs(id, name, &kinds)
            }
            _ => true,
        })
    }

    /// Whether something renamed is a predefined operator or an attribute.
    pub(super) fn is_predefined(&mut self, operands: usize, renamed: &ast::Expression) -> bool {
        let place = placed(ExpressionKind::Null, renamed.span);
        self.renamed_operation(renamed, vec![place; operands])
            .is_some()
    }

    /// Keeps that a subprogram is a predefined operation under another name.
    pub(super) fn stands_for(&mut self, id: SubprogramId, renamed: &ast::Expression) {
        let declared = &mut self.subprograms[id.0 as usize];
        declared.state = BodyState::Foreign;
        declared.renames = Some(renamed.clone());
    }

    /// A call of a predefined operation under another name: the operation, at the place of the call.
    pub(super) fn renamed_call(
        &mut self,
        expression: &ast::Expression,
        renamed: &ast::Expression,
        actuals: &[(usize, ast::Expression)],
        result: &Subtype,
    ) -> Option<Typed> {
        let mut actuals = actuals.to_vec();
        actuals.sort_by_key(|(at, _)| *at);
        let operands = actuals.into_iter().map(|(_, actual)| actual).collect();
        let kind = self.renamed_operation(renamed, operands)?;
        let operation = ast::Expression {
            kind,
            ..expression.clone()
        };
        let typed = match &operation.kind {
            ExpressionKind::Binary(operator, left, right) => {
                self.predefined_binary(&operation, *operator, left, right, Some(result))
            }
            ExpressionKind::Unary(operator, operand) => {
                self.predefined_unary(&operation, *operator, operand, Some(result))
            }
            _ => self.expression(&operation, Some(result)),
        };
        Some(self.converted(&operation, typed, &Subtype::of(&result.base)))
    }

    fn renamed_operation(
        &mut self,
        renamed: &ast::Expression,
        operands: Vec<ast::Expression>,
    ) -> Option<ExpressionKind> {
        match &renamed.kind {
            ExpressionKind::String(text) => operation(&format!("\"{text}\""), operands),
            ExpressionKind::Selected(package, selector) => {
                if !matches!(self.meaning(package), Meaning::Package(_)) {
                    return None;
                }
                operation(&selector.text, operands)
            }
            ExpressionKind::Attribute(..) => Some(call(renamed, operands)),
            _ => None,
        }
    }
}

/// The parameters of a subprogram as arguments.
pub(super) fn parameters(specification: &ast::SubprogramSpecification) -> Vec<ast::Expression> {
    let formals = specification.formals.iter();
    formals
        .map(|formal| {
            placed(
                ExpressionKind::Name(formal.name.text.clone()),
                formal.name.span,
            )
        })
        .collect()
}

/// `callee (arguments)`
pub(super) fn call(callee: &ast::Expression, arguments: Vec<ast::Expression>) -> ExpressionKind {
    if arguments.is_empty() {
        return callee.kind.clone();
    }
    let arguments = arguments.into_iter().map(|argument| ast::Association {
        formal: None,
        actual: Actual::Expression(argument),
    });
    ExpressionKind::Call(Box::new(callee.clone()), arguments.collect())
}

/// An expression at a place.
pub(super) fn placed(kind: ExpressionKind, span: Span) -> ast::Expression {
    ast::Expression {
        kind,
        span,
        position: span,
    }
}

/// `"+"` applied to operands.
fn operation(symbol: &str, operands: Vec<ast::Expression>) -> Option<ExpressionKind> {
    let name = symbol.trim_matches('"').to_lowercase();
    match <[ast::Expression; 2]>::try_from(operands) {
        Ok([left, right]) => {
            let operator = binary(&name)?;
            Some(ExpressionKind::Binary(
                operator,
                Box::new(left),
                Box::new(right),
            ))
        }
        Err(mut operands) => {
            let operand = operands.pop().filter(|_| operands.is_empty())?;
            let operator = match name.as_str() {
                "+" => Unary::Plus,
                "-" => Unary::Minus,
                "abs" => Unary::Absolute,
                "not" => Unary::Not,
                _ => return None,
            };
            Some(ExpressionKind::Unary(operator, Box::new(operand)))
        }
    }
}

fn binary(name: &str) -> Option<Binary> {
    Some(match name {
        "+" => Binary::Arithmetic(Arithmetic::Add),
        "-" => Binary::Arithmetic(Arithmetic::Subtract),
        "*" => Binary::Arithmetic(Arithmetic::Multiply),
        "/" => Binary::Arithmetic(Arithmetic::Divide),
        "rem" => Binary::Arithmetic(Arithmetic::Remainder),
        "mod" => Binary::Arithmetic(Arithmetic::Modulo),
        "**" => Binary::Power,
        "&" => Binary::Concatenate,
        "=" => Binary::Compare(Comparison::Equal),
        "/=" => Binary::Compare(Comparison::NotEqual),
        "<" => Binary::Compare(Comparison::Less),
        "<=" => Binary::Compare(Comparison::LessEqual),
        ">" => Binary::Compare(Comparison::Greater),
        ">=" => Binary::Compare(Comparison::GreaterEqual),
        "and" => Binary::Logical(Logical::And),
        "or" => Binary::Logical(Logical::Or),
        "xor" => Binary::Logical(Logical::Xor),
        _ => return None,
    })
}
