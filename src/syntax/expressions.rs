//! Expressions.
//!
//! The grammar's trees are flat: the operands and operators of an expression are siblings. What
//! follows restores Ada's structure.

use super::ast::{
    Binary, Choice, DiscreteRange, Domain, Expression, ExpressionKind, Iteration, Logical,
    Quantifier, Range, Unary, ValueAlternative,
};
use super::literals;
use super::reader::Reader;
use super::tree::{Node, Nodes};
use crate::logic::{Arithmetic, Comparison};
use crate::syntax::ast::Direction;

/// How many operands one level of an expression may have: each nests the result once more.
const MAX_OPERANDS: usize = 300;

impl Reader<'_> {
    /// The expression among the children of a node.
    pub(super) fn child_expression(&mut self, node: Node<'_>) -> Option<Expression> {
        let child = node.first("expression")?;
        Some(self.expression(child))
    }

    /// What stands between parentheses.
    pub(super) fn parenthesised(&mut self, node: Node<'_>) -> Option<Expression> {
        match node.kind() {
            "expression" => Some(self.expression(node)),
            "if_expression" => self.if_expression(node),
            "case_expression" => self.case_expression(node),
            "quantified_expression" => self.quantified(node),
            "declare_expression" => self.declare_expression(node),
            _ => None,
        }
    }

    /// An expression node.
    pub(super) fn expression(&mut self, node: Node<'_>) -> Expression {
        self.or_report(node, |this| this.logical(node.children()))
            .unwrap_or_else(|| self.make(ExpressionKind::Error, node.alone()))
    }

    /// `if condition then value elsif … else value`, by its words: only conditions have fields.
    fn if_expression(&mut self, node: Node<'_>) -> Option<Expression> {
        let mut branches = Vec::new();
        let mut otherwise = None;
        let mut read = |this: &mut Self, list: Node<'_>| {
            let mut parts = list.all("expression");
            let (condition, value) = (parts.next()?, parts.next()?);
            let condition = this.expression(condition);
            branches.push((condition, this.expression(value)));
            Some(())
        };
        read(self, node)?;
        for (at, child) in node.children().iter().enumerate() {
            match child.kind() {
                "elsif_expression_item" => read(self, child)?,
                "else" => {
                    let value = node.children().get(at + 1)?;
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
        Some(self.make(kind, node.alone()))
    }

    fn case_expression(&mut self, node: Node<'_>) -> Option<Expression> {
        let selector = self.child_expression(node)?;
        let mut alternatives = Vec::new();
        for alternative in node.all("case_expression_alternative") {
            let list = alternative.first("discrete_choice_list")?;
            alternatives.push(ValueAlternative {
                choices: self.choices(list)?,
                value: self.child_expression(alternative)?,
                span: self.span(list),
            });
        }
        let kind = ExpressionKind::Case {
            selector: Box::new(selector),
            alternatives,
        };
        Some(self.make(kind, node.alone()))
    }

    fn quantified(&mut self, node: Node<'_>) -> Option<Expression> {
        let quantifier = match node.first("quantifier")? {
            quantifier if quantifier.has("all") => Quantifier::All,
            _ => Quantifier::Some,
        };
        let kind = ExpressionKind::Quantified {
            quantifier,
            iteration: Box::new(self.iteration(node)?),
            predicate: Box::new(self.child_expression(node)?),
        };
        Some(self.make(kind, node.alone()))
    }

    fn declare_expression(&mut self, node: Node<'_>) -> Option<Expression> {
        let children = node.children();
        let begin = children.position(&["begin"])?;
        let (word, begin_node) = (children.first()?, children.get(begin)?);
        let items = children.before(begin).from(1);
        let kind = ExpressionKind::Declare {
            declarations: self.declarations(items, word.end(), begin_node.start()),
            value: Box::new(self.child_expression(node)?),
        };
        Some(self.make(kind, node.alone()))
    }

    /// What a loop, a quantifier or an iterated association ranges over, among a node's children.
    pub(super) fn iteration(&mut self, node: Node<'_>) -> Option<Iteration> {
        if let Some(specification) = node.first("loop_parameter_specification") {
            return self.loop_parameter(specification);
        }
        self.iterator(node.first("iterator_specification")?)
    }

    fn loop_parameter(&mut self, node: Node<'_>) -> Option<Iteration> {
        let children = node.children();
        let word = children.last_position(&["in", "reverse"])?;
        let domain = children.from(word + 1).until(&["iterator_filter"]);
        let domain = Domain::Discrete(self.discrete_range(domain)?);
        self.iterated(node, domain)
    }

    fn iterator(&mut self, node: Node<'_>) -> Option<Iteration> {
        let children = node.children();
        let word = children.last_position(&["in", "of", "reverse"])?;
        let name = children.from(word + 1).until(&["iterator_filter"]);
        let name = self.name_of(name)?;
        let domain = if node.has("of") {
            Domain::Elements(name)
        } else {
            Domain::Iterator(name)
        };
        let mut found = self.iterated(node, domain)?;
        if let Some(colon) = children.position(&[":"]) {
            let given = children.from(colon + 1).until(&["in", "of"]);
            found.subtype = Some(self.type_use(given)?);
        }
        Some(found)
    }

    fn iterated(&mut self, node: Node<'_>, domain: Domain) -> Option<Iteration> {
        let filter = match node.first("iterator_filter") {
            Some(filter) => Some(self.child_expression(filter)?),
            None => None,
        };
        Some(Iteration {
            parameter: self.name(node.first("identifier")?),
            subtype: None,
            direction: if node.has("reverse") {
                Direction::Downwards
            } else {
                Direction::Upwards
            },
            domain,
            filter,
            span: self.span(node),
        })
    }

    /// `low .. high`
    pub(super) fn bounds(&mut self, nodes: Nodes<'_>) -> Option<(Expression, Expression)> {
        let dots = nodes.position(&[".."])?;
        let low = self.simple(nodes.before(dots))?;
        let high = self.simple(nodes.from(dots + 1))?;
        Some((low, high))
    }

    /// `low .. high` or `A'Range (2)`
    pub(super) fn range(&mut self, node: Node<'_>) -> Option<Range> {
        let children = node.children();
        if let Some(designator) = node.first("range_attribute_designator") {
            let tick = children.last_position(&["tick"])?;
            let prefix = self.name_of(children.before(tick))?;
            let dimension = self.child_expression(designator);
            return Some(Range::Attribute {
                prefix: Box::new(prefix),
                dimension: dimension.map(Box::new),
                span: self.span(node),
            });
        }
        let (low, high) = self.bounds(children)?;
        Some(Range::Bounds(Box::new(low), Box::new(high)))
    }

    /// A range, or a subtype with or without a constraint.
    pub(super) fn discrete_range(&mut self, nodes: Nodes<'_>) -> Option<DiscreteRange> {
        match nodes.first()? {
            range if range.kind() == "range_g" => self.range(range).map(DiscreteRange::Range),
            _ => self.indication(nodes).map(DiscreteRange::Subtype),
        }
    }

    /// The choices of a case, a variant, an aggregate.
    pub(super) fn choices(&mut self, list: Node<'_>) -> Option<Vec<Choice>> {
        let mut found = Vec::new();
        for choice in list.all("discrete_choice") {
            let first = choice.children().first()?;
            found.push(match first.kind() {
                "others" => Choice::Others(self.span(first)),
                "expression" => {
                    for bare in first.all("relation_membership") {
                        let word = bare.children().iter().find(|word| {
                            let kind = word.kind();
                            kind == "not" || kind == "in"
                        });
                        self.reject(
                            word.unwrap_or(bare),
                            "a membership test stands bare in a choice",
                            "put parentheses around it",
                        );
                    }
                    Choice::Expression(self.expression(first))
                }
                _ => match self.discrete_range(choice.children())? {
                    DiscreteRange::Subtype(mark) if mark.constraint.is_none() => {
                        Choice::Expression(mark.mark)
                    }
                    range @ (DiscreteRange::Range(_) | DiscreteRange::Subtype(_)) => {
                        Choice::Discrete(range)
                    }
                },
            });
        }
        Some(found)
    }

    pub(super) fn make(&self, kind: ExpressionKind, nodes: Nodes<'_>) -> Expression {
        let span = self.span_all(nodes);
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
        at: Node<'_>,
        right: Expression,
    ) -> Expression {
        Expression {
            span: left.span.to(right.span),
            position: self.span(at),
            kind: ExpressionKind::Binary(operator, Box::new(left), Box::new(right)),
        }
    }

    /// Relations joined by `and`, `or`, `xor`, `and then`, `or else`.
    fn logical(&mut self, nodes: Nodes<'_>) -> Option<Expression> {
        const WORDS: [&str; 3] = ["and", "or", "xor"];
        let first = nodes.first()?;
        let mut parts = nodes.split(&WORDS);
        let mut result = self.relation(parts.next()?)?;
        let mut last = None;
        let operators = nodes.iter().filter(|node| WORDS.contains(&node.kind()));
        for (count, (at, part)) in operators.zip(parts).enumerate() {
            self.limit(first, count)?;
            let word = part.first()?.kind();
            let (operator, part) = match (at.kind(), word) {
                ("and", "then") => (Logical::AndThen, part.from(1)),
                ("or", "else") => (Logical::OrElse, part.from(1)),
                ("and", _) => (Logical::And, part),
                ("or", _) => (Logical::Or, part),
                _ => (Logical::Xor, part),
            };
            if last.is_some_and(|last| last != operator) {
                self.reject(
                    at,
                    "different logical operators stand side by side",
                    "put parentheses around one of them",
                );
                return None;
            }
            last = Some(operator);
            let right = self.relation(part)?;
            result = self.binary(Binary::Logical(operator), result, at, right);
        }
        Some(result)
    }

    /// `a`, `a < b`, `a in b`
    fn relation(&mut self, nodes: Nodes<'_>) -> Option<Expression> {
        match nodes.first()? {
            node if node.kind() == "relation_membership" => return self.membership(node),
            node if node.kind() == "raise_expression" => return self.raise_expression(node),
            _ => {}
        }
        let Some(place) = nodes.position(&["relational_operator"]) else {
            return self.simple(nodes);
        };
        let at = nodes.get(place)?;
        let operator = match self.text(at) {
            "=" => Comparison::Equal,
            "/=" => Comparison::NotEqual,
            "<" => Comparison::Less,
            "<=" => Comparison::LessEqual,
            ">" => Comparison::Greater,
            _ => Comparison::GreaterEqual,
        };
        let left = self.simple(nodes.before(place))?;
        let right = self.simple(nodes.from(place + 1))?;
        Some(self.binary(Binary::Compare(operator), left, at, right))
    }

    fn membership(&mut self, node: Node<'_>) -> Option<Expression> {
        let children = node.children();
        let place = children.position(&["not", "in"])?;
        let at = children.get(place)?;
        let operand = self.simple(children.before(place))?;
        let list = node.first("membership_choice_list")?.children();
        let mut choices = Vec::new();
        for choice in list.split(&["|"]) {
            choices.push(match choice.first()? {
                range if range.kind() == "range_g" => {
                    Choice::Discrete(DiscreteRange::Range(self.range(range)?))
                }
                _ => Choice::Expression(self.simple(choice)?),
            });
        }
        Some(Expression {
            kind: ExpressionKind::Membership {
                operand: Box::new(operand),
                is_negated: at.kind() == "not",
                choices,
            },
            span: self.span(node),
            position: self.span(at),
        })
    }

    fn raise_expression(&mut self, node: Node<'_>) -> Option<Expression> {
        let children = node.children();
        let with = children.position(&["with"]).unwrap_or(children.len());
        let exception = self.name_of(children.before(with).from(1))?;
        let message = match children.from(with + 1) {
            nodes if nodes.is_empty() => None,
            message => Some(Box::new(self.simple(message)?)),
        };
        let kind = ExpressionKind::Raise {
            exception: Box::new(exception),
            message,
        };
        Some(self.make(kind, node.alone()))
    }

    /// Terms joined by `+`, `-` and `&`, with a sign before the first.
    pub(super) fn simple(&mut self, nodes: Nodes<'_>) -> Option<Expression> {
        let first = nodes.first()?;
        let is_signed = first.kind() == "unary_adding_operator";
        let rest = nodes.from(usize::from(is_signed));
        let mut parts = rest.split(&["binary_adding_operator"]);
        let mut result = self.term(parts.next()?)?;
        if is_signed {
            let operator = match self.text(first) {
                "-" => Unary::Minus,
                _ => Unary::Plus,
            };
            result = self.unary(operator, first, result);
        }
        let operators = rest
            .iter()
            .filter(|node| node.kind() == "binary_adding_operator");
        for (count, (at, part)) in operators.zip(parts).enumerate() {
            self.limit(first, count)?;
            let operator = match self.text(at) {
                "+" => Binary::Arithmetic(Arithmetic::Add),
                "-" => Binary::Arithmetic(Arithmetic::Subtract),
                _ => Binary::Concatenate,
            };
            let right = self.term(part)?;
            result = self.binary(operator, result, at, right);
        }
        Some(result)
    }

    /// Factors joined by `*`, `/`, `mod`, `rem`.
    fn term(&mut self, nodes: Nodes<'_>) -> Option<Expression> {
        let node = nodes.first().filter(|node| node.kind() == "term")?;
        let children = node.children();
        let mut parts = children.split(&["multiplying_operator"]);
        let mut result = self.factor(parts.next()?)?;
        let operators = node.all("multiplying_operator");
        for (count, (at, part)) in operators.zip(parts).enumerate() {
            self.limit(node, count)?;
            let operator = match self.text(at) {
                "*" => Arithmetic::Multiply,
                "/" => Arithmetic::Divide,
                word if word.eq_ignore_ascii_case("mod") => Arithmetic::Modulo,
                _ => Arithmetic::Remainder,
            };
            let right = self.factor(part)?;
            result = self.binary(Binary::Arithmetic(operator), result, at, right);
        }
        Some(result)
    }

    fn factor(&mut self, nodes: Nodes<'_>) -> Option<Expression> {
        let first = nodes.first()?;
        let parts = first.children();
        match first.kind() {
            "numeric_literal" => self.number_literal(first),
            "primary_null" => Some(self.make(ExpressionKind::Null, nodes)),
            "(" => self.parenthesised(nodes.get(1)?),
            "factor_abs" | "factor_not" => {
                let operator = match first.kind() {
                    "factor_abs" => Unary::Absolute,
                    _ => Unary::Not,
                };
                let operand = self.factor(parts.from(1))?;
                Some(self.unary(operator, first, operand))
            }
            "factor_power" => {
                let at = parts.position(&["**"])?;
                let left = self.factor(parts.before(at))?;
                let right = self.factor(parts.from(at + 1))?;
                Some(self.binary(Binary::Power, left, parts.get(at)?, right))
            }
            "allocator" => self.allocator(first),
            kind if kind.ends_with("_aggregate") => self.aggregate(first),
            _ => self.name_of(nodes),
        }
    }

    fn number_literal(&mut self, node: Node<'_>) -> Option<Expression> {
        if self.masks.open_bounds.contains(&node.start()) {
            self.reject(
                node,
                "an array with a fixed lower bound is not read",
                "leave the bound out: Positive range <>",
            );
            return None;
        }
        if let Some(kind) = literals::number(self.text(node)) {
            return Some(self.make(kind, node.alone()));
        }
        self.reject(
            node,
            "this is not a number that sabs reads",
            "write digits, or a base from 2 to 16 as in 16#FF#; at most 1000 digits",
        );
        None
    }

    fn unary(&self, operator: Unary, at: Node<'_>, operand: Expression) -> Expression {
        let span = self.span(at).to(operand.span);
        Expression {
            kind: ExpressionKind::Unary(operator, Box::new(operand)),
            span,
            position: span,
        }
    }

    pub(super) fn limit(&mut self, node: Node<'_>, operators: usize) -> Option<()> {
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
