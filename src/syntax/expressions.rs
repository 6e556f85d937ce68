//! Expressions and names.
//!
//! The grammar's trees are flat: the operands and operators of an expression are siblings, the
//! parts of a name with attributes likewise. What follows restores Ada's structure.

use num_bigint::BigInt;

use super::ast::{Association, Binary, Choice, Expression, ExpressionKind, Logical, Unary};
use super::reader::Reader;
use super::tree::Node;
use crate::logic::{Arithmetic, Comparison};

/// How many operands one level of an expression may have: each nests the result once more.
const MAX_OPERANDS: usize = 300;

/// How many digits a literal may have, its exponent written out.
const MAX_DIGITS: usize = 1000;

impl Reader<'_> {
    /// The expression among the children of a node.
    pub(super) fn child_expression(&mut self, node: &Node) -> Option<Expression> {
        let child = node.first("expression")?;
        Some(self.expression(child))
    }

    /// What stands between parentheses.
    pub(super) fn parenthesised(&mut self, node: &Node) -> Option<Expression> {
        match node.kind {
            "expression" => Some(self.expression(node)),
            "if_expression" => self.conditional_expression(node),
            _ => {
                self.unsupported(node);
                None
            }
        }
    }

    /// `if condition then value elsif … else value`, by its words: only conditions have fields.
    fn conditional_expression(&mut self, node: &Node) -> Option<Expression> {
        let mut branches = Vec::new();
        let mut otherwise = None;
        let mut read = |this: &mut Self, list: &Node| {
            let mut parts = list.all("expression");
            let (condition, value) = (parts.next()?, parts.next()?);
            let condition = this.expression(condition);
            branches.push((condition, this.expression(value)));
            Some(())
        };
        read(self, node)?;
        for (at, child) in node.children.iter().enumerate() {
            match child.kind {
                "elsif_expression_item" => read(self, child)?,
                "else" => {
                    let value = node.children.get(at + 1)?;
                    otherwise = Some(Box::new(self.expression(value)));
                }
                _ => {}
            }
        }
        self.limit(node, branches.len())?;
        let kind = ExpressionKind::If {
            branches,
            otherwise,
        };
        Some(self.make(kind, node, node))
    }

    /// An expression node.
    pub(super) fn expression(&mut self, node: &Node) -> Expression {
        let children: Vec<&Node> = node.children.iter().collect();
        self.logical(&children)
            .unwrap_or_else(|| self.error_expression(node))
    }

    /// `low .. high`
    pub(super) fn bounds(&mut self, nodes: &[Node]) -> Option<(Expression, Expression)> {
        let nodes: Vec<&Node> = nodes.iter().collect();
        let dots = nodes.iter().position(|node| node.kind == "..")?;
        let low = self.simple(&nodes[..dots])?;
        let high = self.simple(&nodes[dots + 1..])?;
        Some((low, high))
    }

    fn error_expression(&self, node: &Node) -> Expression {
        self.make(ExpressionKind::Error, node, node)
    }

    fn make(&self, kind: ExpressionKind, first: &Node, last: &Node) -> Expression {
        let span = self.span(first).to(self.span(last));
        Expression {
            kind,
            span,
            position: span,
        }
    }

    fn binary(
        &self,
        operator: Binary,
        left: Expression,
        at: &Node,
        right: Expression,
    ) -> Expression {
        Expression {
            span: left.span.to(right.span),
            position: self.span(at),
            kind: ExpressionKind::Binary(operator, Box::new(left), Box::new(right)),
        }
    }

    /// Relations joined by `and`, `or`, `xor`, `and then`, `or else`.
    fn logical(&mut self, nodes: &[&Node]) -> Option<Expression> {
        let is_logical = |node: &Node| matches!(node.kind, "and" | "or" | "xor");
        let mut parts = nodes.split(|node| is_logical(node));
        let operators: Vec<&Node> = nodes.iter().copied().filter(|n| is_logical(n)).collect();
        self.limit(nodes.first()?, operators.len())?;
        let mut result = self.relation(parts.next()?)?;
        let mut kinds = Vec::new();
        for (at, part) in operators.into_iter().zip(parts) {
            let (short, part) = match part.first() {
                Some(word) if matches!(word.kind, "then" | "else") => (true, &part[1..]),
                _ => (false, part),
            };
            let operator = match (at.kind, short) {
                ("and", false) => Logical::And,
                ("and", true) => Logical::AndThen,
                ("or", false) => Logical::Or,
                ("or", true) => Logical::OrElse,
                _ => Logical::Xor,
            };
            if kinds.last().is_some_and(|last| *last != operator) {
                self.reject(
                    at,
                    "different logical operators stand side by side",
                    "put parentheses around one of them",
                );
                return None;
            }
            kinds.push(operator);
            let right = self.relation(part)?;
            result = self.binary(Binary::Logical(operator), result, at, right);
        }
        Some(result)
    }

    /// `a`, `a < b`, `a in b`
    fn relation(&mut self, nodes: &[&Node]) -> Option<Expression> {
        if let [node] = nodes
            && node.kind == "relation_membership"
        {
            return self.membership(node);
        }
        let Some(at) = nodes
            .iter()
            .position(|node| node.kind == "relational_operator")
        else {
            return self.simple(nodes);
        };
        let operator = match self.text(nodes[at]) {
            "=" => Comparison::Equal,
            "/=" => Comparison::NotEqual,
            "<" => Comparison::Less,
            "<=" => Comparison::LessEqual,
            ">" => Comparison::Greater,
            _ => Comparison::GreaterEqual,
        };
        let left = self.simple(&nodes[..at])?;
        let right = self.simple(&nodes[at + 1..])?;
        Some(self.binary(Binary::Compare(operator), left, nodes[at], right))
    }

    fn membership(&mut self, node: &Node) -> Option<Expression> {
        let children: Vec<&Node> = node.children.iter().collect();
        let at = children
            .iter()
            .position(|child| matches!(child.kind, "not" | "in"))?;
        let operand = self.simple(&children[..at])?;
        let list: Vec<&Node> = node
            .first("membership_choice_list")?
            .children
            .iter()
            .collect();
        let mut choices = Vec::new();
        for choice in list.split(|child| child.kind == "|") {
            choices.push(match choice {
                [range] if range.kind == "range_g" => Choice::Range(self.range(range)?),
                _ => Choice::Expression(self.simple(choice)?),
            });
        }
        Some(Expression {
            kind: ExpressionKind::Membership {
                operand: Box::new(operand),
                is_negated: children[at].kind == "not",
                choices,
            },
            span: self.span(node),
            position: self.span(children[at]),
        })
    }

    /// Terms joined by `+` and `-`, with a sign before the first.
    fn simple(&mut self, nodes: &[&Node]) -> Option<Expression> {
        let is_adding = |node: &Node| node.kind == "binary_adding_operator";
        let (sign, rest) = match nodes.split_first() {
            Some((sign, rest)) if sign.kind == "unary_adding_operator" => (Some(*sign), rest),
            _ => (None, nodes),
        };
        let mut parts = rest.split(|node| is_adding(node));
        let operators: Vec<&Node> = rest.iter().copied().filter(|n| is_adding(n)).collect();
        self.limit(nodes.first()?, operators.len())?;
        let mut result = self.term(parts.next()?)?;
        if let Some(sign) = sign {
            let operator = match self.text(sign) {
                "-" => Unary::Minus,
                _ => Unary::Plus,
            };
            result = self.unary(operator, sign, result);
        }
        for (at, part) in operators.into_iter().zip(parts) {
            let operator = match self.text(at) {
                "+" => Arithmetic::Add,
                "-" => Arithmetic::Subtract,
                _ => {
                    self.reject(at, "concatenation is not supported", "use integers");
                    return None;
                }
            };
            let right = self.term(part)?;
            result = self.binary(Binary::Arithmetic(operator), result, at, right);
        }
        Some(result)
    }

    /// Factors joined by `*`, `/`, `mod`, `rem`.
    fn term(&mut self, nodes: &[&Node]) -> Option<Expression> {
        let node = match nodes {
            [node] if node.kind == "term" => node,
            [node, ..] => {
                self.unsupported(node);
                return None;
            }
            [] => return None,
        };
        let children: Vec<&Node> = node.children.iter().collect();
        let is_multiplying = |node: &Node| node.kind == "multiplying_operator";
        let mut parts = children.split(|child| is_multiplying(child));
        let operators: Vec<&Node> = node.all("multiplying_operator").collect();
        self.limit(node, operators.len())?;
        let mut result = self.factor(parts.next()?)?;
        for (at, part) in operators.into_iter().zip(parts) {
            let operator = match self.text(at).to_ascii_lowercase().as_str() {
                "*" => Arithmetic::Multiply,
                "/" => Arithmetic::Divide,
                "mod" => Arithmetic::Modulo,
                _ => Arithmetic::Remainder,
            };
            let right = self.factor(part)?;
            result = self.binary(Binary::Arithmetic(operator), result, at, right);
        }
        Some(result)
    }

    fn factor(&mut self, nodes: &[&Node]) -> Option<Expression> {
        let first = *nodes.first()?;
        let parts: Vec<&Node> = first.children.iter().collect();
        match first.kind {
            "numeric_literal" => self.literal(first),
            "(" => self.parenthesised(nodes.get(1)?),
            "factor_abs" | "factor_not" => {
                let operator = match first.kind {
                    "factor_abs" => Unary::Absolute,
                    _ => Unary::Not,
                };
                let operand = self.factor(&parts[1..])?;
                Some(self.unary(operator, first, operand))
            }
            "factor_power" => {
                let at = parts.iter().position(|part| part.kind == "**")?;
                let left = self.factor(&parts[..at])?;
                let right = self.factor(&parts[at + 1..])?;
                Some(self.binary(Binary::Power, left, parts[at], right))
            }
            _ => self.name_of(nodes),
        }
    }

    fn unary(&self, operator: Unary, at: &Node, operand: Expression) -> Expression {
        let span = self.span(at).to(operand.span);
        Expression {
            kind: ExpressionKind::Unary(operator, Box::new(operand)),
            span,
            position: span,
        }
    }

    /// A name: identifiers, selections, calls and attributes.
    pub(super) fn name_of(&mut self, nodes: &[&Node]) -> Option<Expression> {
        let (first, rest) = nodes.split_first()?;
        let mut result = match first.kind {
            "identifier" => {
                let name = self.text(first).to_owned();
                self.make(ExpressionKind::Name(name), first, first)
            }
            "selected_component" => {
                let parts: Vec<&Node> = first.children.iter().collect();
                let dot = parts.iter().rposition(|part| part.kind == ".")?;
                let prefix = self.name_of(&parts[..dot])?;
                let selector = parts.get(dot + 1)?;
                if selector.kind != "identifier" {
                    self.unsupported(selector);
                    return None;
                }
                let selector = self.name(selector);
                let kind = ExpressionKind::Selected(Box::new(prefix), selector);
                self.make(kind, first, first)
            }
            "function_call" => {
                let parts: Vec<&Node> = first.children.iter().collect();
                let (arguments, name) = parts.split_last()?;
                let prefix = self.name_of(name)?;
                let arguments = self.associations(arguments)?;
                let kind = ExpressionKind::Call(Box::new(prefix), arguments);
                self.make(kind, first, first)
            }
            "qualified_expression" => {
                let parts: Vec<&Node> = first.children.iter().collect();
                let tick = parts.iter().rposition(|part| part.kind == "tick")?;
                let mark = self.name_of(&parts[..tick])?;
                let operand = match parts.get(tick + 1..) {
                    Some([open, inner, _]) if open.kind == "(" => self.parenthesised(inner)?,
                    _ => {
                        self.unsupported(first);
                        return None;
                    }
                };
                let kind = ExpressionKind::Qualified(Box::new(mark), Box::new(operand));
                self.make(kind, first, first)
            }
            _ => {
                self.unsupported(first);
                return None;
            }
        };
        let mut last = *first;
        for node in rest {
            match node.kind {
                "tick" => {}
                "attribute_designator" => {
                    let designator = self.name(node);
                    let kind = ExpressionKind::Attribute(Box::new(result), designator);
                    result = self.make(kind, first, node);
                }
                _ => {
                    self.unsupported(node);
                    return None;
                }
            }
            last = node;
        }
        result.span = self.span(first).to(self.span(last));
        Some(result)
    }

    /// The arguments of a call.
    pub(super) fn associations(&mut self, node: &Node) -> Option<Vec<Association>> {
        let mut found = Vec::new();
        for child in node.children.iter().filter(|child| child.is_named) {
            if child.kind != "parameter_association" {
                let actual = self.parenthesised(child)?;
                found.push(Association {
                    formal: None,
                    actual,
                });
                continue;
            }
            let formal = match child.first("component_choice_list") {
                None => None,
                Some(choices) => match choices.children.as_slice() {
                    [name] if name.kind == "identifier" => Some(self.name(name)),
                    _ => {
                        self.reject(choices, "one name is expected here", "name each parameter");
                        return None;
                    }
                },
            };
            let Some(actual) = self.child_expression(child) else {
                self.reject(child, "a value is expected here", "pass a value");
                return None;
            };
            found.push(Association { formal, actual });
        }
        Some(found)
    }

    fn literal(&mut self, node: &Node) -> Option<Expression> {
        let text = self.text(node);
        if text.contains('.') {
            self.reject(node, "real numbers are not supported", "use integers");
            return None;
        }
        if let Some(value) = integer(text) {
            return Some(self.make(ExpressionKind::Integer(value), node, node));
        }
        self.reject(
            node,
            "this is not an integer literal that sabs reads",
            "write digits, or a base from 2 to 16 as in 16#FF#; at most 1000 digits",
        );
        None
    }

    fn limit(&mut self, node: &Node, operators: usize) -> Option<()> {
        if operators < MAX_OPERANDS {
            return Some(());
        }
        self.reject(
            node,
            "this expression has too many operands",
            "name some of its parts as constants",
        );
        None
    }
}

/// The value of an integer literal: `1_000`, `16#FF#`, `2#1#E8`.
fn integer(text: &str) -> Option<BigInt> {
    let text = text.replace('_', "").to_ascii_lowercase();
    let (base, digits, exponent) = if let Some((base, rest)) = text.split_once('#') {
        let (digits, exponent) = rest.split_once('#')?;
        let exponent = match exponent.strip_prefix('e') {
            Some(exponent) => exponent,
            None if exponent.is_empty() => "0",
            None => return None,
        };
        (base.parse().ok()?, digits, exponent)
    } else {
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        (10, digits, exponent)
    };
    let exponent: u32 = exponent.parse().ok()?;
    let fits = digits.len() + exponent as usize <= MAX_DIGITS;
    if !fits || !(2..=16).contains(&base) {
        return None;
    }
    let value = BigInt::parse_bytes(digits.as_bytes(), base)?;
    Some(value * BigInt::from(base).pow(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_of_every_form() {
        let table = [
            ("0", Some(0)),
            ("1_000", Some(1000)),
            ("16#fF#", Some(255)),
            ("2#1#e8", Some(256)),
            ("1E3", Some(1000)),
            ("1E+3", Some(1000)),
            ("17#0#", None),
            ("2#2#", None),
            ("1E-3", None),
            ("1E4000000000", None),
        ];
        for (text, value) in table {
            assert_eq!(integer(text), value.map(BigInt::from), "{text}");
        }
    }
}
