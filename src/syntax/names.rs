//! Names, calls, allocators and aggregates.
//!
//! A name with attributes has no node of its own in the grammar's trees: its parts are siblings.

use super::ast::{
    Actual, Aggregate, AggregateAssociation, AggregateForm, Allocator, Association, Choice,
    Constraint, DiscreteRange, Expression, ExpressionKind, Name, SubtypeIndication,
};
use super::literals;
use super::reader::Reader;
use super::tokens::{TokenKind, tokens};
use super::tree::{Node, Nodes};
use crate::source::Span;

impl Reader<'_> {
    /// A name: identifiers, selections, calls, slices, qualified expressions and attributes.
    pub(super) fn name_of(&mut self, nodes: Nodes<'_>) -> Option<Expression> {
        let first = nodes.first()?;
        self.limit(first, nodes.len() / 2)?;
        let mut result = self.name_start(first)?;
        for (at, node) in nodes.iter().enumerate().skip(1) {
            match node.kind() {
                "tick" => {}
                "attribute_designator" => {
                    let designator = self.name_as_written(node);
                    let kind = ExpressionKind::Attribute(Box::new(result), designator);
                    result = self.make(kind, nodes.before(at + 1));
                }
                "reduction_attribute_designator" => {
                    result = self.reduction(result, node, nodes.before(at + 1))?;
                }
                _ => return None,
            }
        }
        Some(result)
    }

    fn name_start(&mut self, node: Node<'_>) -> Option<Expression> {
        let parts = node.children();
        let kind = match node.kind() {
            "identifier" => ExpressionKind::Name(self.name(node).text),
            "character_literal" if self.masks.characters.contains_key(&node.start()) => {
                ExpressionKind::Character(*self.masks.characters.get(&node.start())?)
            }
            "character_literal" | "string_literal" => literals::quoted(self.text(node))?,
            "target_name" => ExpressionKind::Target,
            "selected_component" => {
                let dot = parts.last_position(&["."])?;
                let prefix = Box::new(self.name_of(parts.before(dot))?);
                let selector = parts.get(dot + 1)?;
                if self.text(selector).eq_ignore_ascii_case("all") {
                    ExpressionKind::Dereference(prefix)
                } else {
                    ExpressionKind::Selected(prefix, self.name(selector))
                }
            }
            "function_call" => {
                let arguments = parts.last()?;
                let prefix = self.name_of(parts.before(parts.len() - 1))?;
                let arguments = self.arguments(arguments)?;
                applied(prefix, arguments)
            }
            "slice" => {
                let open = parts.last_position(&["("])?;
                let prefix = self.name_of(parts.before(open))?;
                let range = self.slice_range(parts, open)?;
                let argument = Association {
                    formal: None,
                    actual: Actual::Discrete(range),
                };
                ExpressionKind::Call(Box::new(prefix), vec![argument])
            }
            "qualified_expression" => {
                let tick = parts.last_position(&["tick"])?;
                let mark = Box::new(self.name_of(parts.before(tick))?);
                let operand = parts.get(tick + 1)?;
                let operand = if operand.kind() == "(" {
                    self.parenthesised(parts.get(tick + 2)?)?
                } else {
                    self.aggregate(operand)?
                };
                if self.masks.updates.contains(&parts.get(tick)?.start()) {
                    updated(mark, operand)?
                } else {
                    ExpressionKind::Qualified(mark, Box::new(operand))
                }
            }
            "value_sequence" => return self.aggregate(node),
            _ => return None,
        };
        Some(self.make(kind, node.alone()))
    }

    /// What stands in the parentheses of a slice; its subtype mark may have been hidden.
    pub(super) fn slice_range(&mut self, parts: Nodes<'_>, open: usize) -> Option<DiscreteRange> {
        let node = parts.get(open + 1)?;
        let range = self.range(node)?;
        let Some(&(start, end)) = self.masks.marks.get(&parts.get(open)?.start()) else {
            return Some(DiscreteRange::Range(range));
        };
        let mark = self.hidden_name(start, end)?;
        Some(DiscreteRange::Subtype(SubtypeIndication {
            excludes_null: false,
            mark,
            constraint: Some(Constraint::Range(range)),
            span: self.span_of(start, node.end()),
        }))
    }

    /// An expanded name that was hidden from the grammar.
    fn hidden_name(&self, start: usize, end: usize) -> Option<Expression> {
        let text = self.source(start, end);
        let mut result: Option<Expression> = None;
        for word in tokens(text)
            .into_iter()
            .filter(|token| token.kind == TokenKind::Word)
        {
            let span = self.span_of(start + word.start, start + word.end);
            let name = Name {
                text: word.text(text).to_owned(),
                span,
            };
            let (kind, span) = match result {
                None => (ExpressionKind::Name(name.text), span),
                Some(prefix) => {
                    let span = prefix.span.to(span);
                    (ExpressionKind::Selected(Box::new(prefix), name), span)
                }
            };
            result = Some(Expression {
                kind,
                span,
                position: span,
            });
        }
        result
    }

    /// `[…]'Reduce ("+", 0)`
    fn reduction(
        &mut self,
        prefix: Expression,
        node: Node<'_>,
        whole: Nodes<'_>,
    ) -> Option<Expression> {
        let designator = self.name(node.first("identifier")?);
        let specification = node.first("reduction_specification")?;
        let comma = specification.children().position(&[","])?;
        let reducer = self.name_of(specification.children().before(comma))?;
        let initial = self.child_expression(specification)?;
        let argument = |actual| Association {
            formal: None,
            actual: Actual::Expression(actual),
        };
        let prefix = Expression {
            kind: ExpressionKind::Attribute(Box::new(prefix), designator),
            ..self.make(ExpressionKind::Error, whole)
        };
        let arguments = vec![argument(reducer), argument(initial)];
        Some(self.make(ExpressionKind::Call(Box::new(prefix), arguments), whole))
    }

    /// The parts of an expanded name: `P.Q.R`.
    pub(super) fn expanded_name(&mut self, nodes: Nodes<'_>) -> Option<Vec<Name>> {
        let node = nodes.first()?;
        match node.kind() {
            "identifier" | "string_literal" | "character_literal" if nodes.len() == 1 => {
                Some(vec![self.name(node)])
            }
            "selected_component" if nodes.len() == 1 => {
                let parts = node.children();
                let dot = parts.last_position(&["."])?;
                let mut found = self.expanded_name(parts.before(dot))?;
                found.push(self.name(parts.get(dot + 1)?));
                Some(found)
            }
            _ => None,
        }
    }

    /// What stands in the parentheses of a call.
    pub(super) fn arguments(&mut self, node: Node<'_>) -> Option<Vec<Association>> {
        let mut found = Vec::new();
        for child in node.children().iter().filter(|child| child.is_named()) {
            if child.kind() == "parameter_association" {
                found.push(self.argument(child)?);
            } else {
                found.push(Association {
                    formal: None,
                    actual: Actual::Expression(self.parenthesised(child)?),
                });
            }
        }
        Some(found)
    }

    fn argument(&mut self, node: Node<'_>) -> Option<Association> {
        let formal = match node.first("component_choice_list") {
            None => None,
            Some(choices) => {
                let name = choices.children().first()?;
                if choices.children().len() > 1 {
                    self.reject(choices, "one name is expected here", "name each parameter");
                    return None;
                }
                Some(self.name_as_written(name))
            }
        };
        let actual = match node.first("<>") {
            Some(place) => Actual::Default(self.span(place)),
            None => Actual::Expression(self.child_expression(node)?),
        };
        Some(Association { formal, actual })
    }

    pub(super) fn allocator(&mut self, node: Node<'_>) -> Option<Expression> {
        let mut parts = node.children().from(1);
        let mut subpool = None;
        if let Some(specification) = node.first("subpool_specification") {
            let inner = specification.children();
            subpool = Some(self.name_of(inner.before(inner.len() - 1).from(1))?);
            parts = parts.from(1);
        }
        let allocator = match parts.first()? {
            qualified if qualified.kind() == "qualified_expression" => Allocator::Qualified {
                subpool,
                value: self.name_of(parts)?,
            },
            _ => Allocator::Subtype {
                subpool,
                subtype: self.indication(parts)?,
            },
        };
        let kind = ExpressionKind::Allocator(Box::new(allocator));
        Some(self.make(kind, node.alone()))
    }

    /// Any aggregate: the grammar's kinds of them say little, so that they are read as one.
    pub(super) fn aggregate(&mut self, node: Node<'_>) -> Option<Expression> {
        if node.has("parallel") {
            return None;
        }
        let mut form = AggregateForm::Plain;
        let mut associations = Vec::new();
        let children = node.children();
        let mut rest = children;
        if let Some(with) = children.position(&["with"]) {
            let base = self.expression(children.get(with - 1)?);
            let is_delta = children.get(with + 1)?.kind() == "delta";
            rest = children.from(with + 1 + usize::from(is_delta));
            form = if is_delta {
                AggregateForm::Delta(base)
            } else {
                AggregateForm::Extension(base)
            };
        }
        let list = rest
            .first()
            .filter(|list| list.kind() == "record_component_association_list");
        let list = list.or_else(|| node.first("record_component_association_list"));
        if let Some(list) = list {
            rest = list.children();
            if list.has("record") {
                form = match form {
                    AggregateForm::Extension(base) => AggregateForm::NullExtension(base),
                    AggregateForm::Plain
                    | AggregateForm::NullRecord
                    | AggregateForm::NullExtension(_)
                    | AggregateForm::Delta(_) => AggregateForm::NullRecord,
                };
            }
        }
        self.components(rest, &mut associations)?;
        let kind = ExpressionKind::Aggregate(Box::new(Aggregate {
            form,
            associations,
            is_bracketed: node.has("["),
        }));
        Some(self.make(kind, node.alone()))
    }

    /// The associations of an aggregate, from the nodes between its parentheses.
    fn components(
        &mut self,
        nodes: Nodes<'_>,
        found: &mut Vec<AggregateAssociation>,
    ) -> Option<()> {
        let mut choices: Option<(Vec<Choice>, Span)> = None;
        for node in nodes.iter() {
            let span = self.span(node);
            match node.kind() {
                "component_choice_list" => {
                    choices = Some((self.component_choices(node)?, span));
                }
                "others" => choices = Some((vec![Choice::Others(span)], span)),
                "expression" | "<>" => {
                    let value = (node.kind() == "expression").then(|| self.expression(node));
                    let (choices, start) = choices.take().unwrap_or((Vec::new(), span));
                    found.push(AggregateAssociation {
                        iteration: None,
                        key: None,
                        choices,
                        value,
                        span: start.to(span),
                    });
                }
                "array_component_association" => found.push(self.array_component(node)?),
                "iterated_element_association" => found.push(self.iterated_component(node)?),
                _ => {}
            }
        }
        Some(())
    }

    fn component_choices(&mut self, node: Node<'_>) -> Option<Vec<Choice>> {
        let mut found = Vec::new();
        for choice in node.children().iter() {
            let kind = match choice.kind() {
                "others" => {
                    found.push(Choice::Others(self.span(choice)));
                    continue;
                }
                // The grammar takes the word for an identifier in `null => X` of Depends.
                "identifier" if self.text(choice).eq_ignore_ascii_case("null") => {
                    ExpressionKind::Null
                }
                "identifier" => ExpressionKind::Name(self.name(choice).text),
                "string_literal" => literals::quoted(self.text(choice))?,
                _ => continue,
            };
            found.push(Choice::Expression(self.make(kind, choice.alone())));
        }
        Some(found)
    }

    fn array_component(&mut self, node: Node<'_>) -> Option<AggregateAssociation> {
        if let Some(iterated) = node.first("iterated_element_association") {
            return self.iterated_component(iterated);
        }
        Some(AggregateAssociation {
            iteration: None,
            key: None,
            choices: self.choices(node.first("discrete_choice_list")?)?,
            value: self.child_expression(node),
            span: self.span(node),
        })
    }

    fn iterated_component(&mut self, node: Node<'_>) -> Option<AggregateAssociation> {
        let mut expressions = node.all("expression");
        let key = if node.has("use") {
            Some(self.expression(expressions.next()?))
        } else {
            None
        };
        Some(AggregateAssociation {
            iteration: Some(Box::new(self.iteration(node)?)),
            key,
            choices: Vec::new(),
            value: Some(self.expression(expressions.next()?)),
            span: self.span(node),
        })
    }
}

/// `prefix (arguments)`; `X'Update (A => 1)` is an update.
#[allow(clippy::wildcard_enum_match_arm)] // everything else is a call
fn applied(prefix: Expression, arguments: Vec<Association>) -> ExpressionKind {
    match prefix.kind {
        ExpressionKind::Attribute(updated, designator)
            if designator.text.eq_ignore_ascii_case("update") =>
        {
            let associations = arguments.into_iter().map(as_component).collect();
            ExpressionKind::Update(updated, associations)
        }
        kind => ExpressionKind::Call(Box::new(Expression { kind, ..prefix }), arguments),
    }
}

/// `mark'Update operand`, whose word was hidden.
fn updated(mark: Box<Expression>, operand: Expression) -> Option<ExpressionKind> {
    let ExpressionKind::Aggregate(aggregate) = operand.kind else {
        return None;
    };
    Some(ExpressionKind::Update(mark, aggregate.associations))
}

/// An argument of `'Update` as an association of an aggregate.
fn as_component(argument: Association) -> AggregateAssociation {
    let span = match &argument.formal {
        Some(formal) => formal.span.to(argument.actual.span()),
        None => argument.actual.span(),
    };
    let choices = argument.formal.map(|formal| {
        Choice::Expression(Expression {
            kind: ExpressionKind::Name(formal.text),
            span: formal.span,
            position: formal.span,
        })
    });
    AggregateAssociation {
        iteration: None,
        key: None,
        choices: choices.into_iter().collect(),
        value: match argument.actual {
            Actual::Expression(value) => Some(value),
            Actual::Discrete(_) | Actual::Default(_) => None,
        },
        span,
    }
}
