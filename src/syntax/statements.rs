//! Statements.

use super::ast::{Alternative, Choice, Expression, Handler, Scheme, Statement, StatementKind};
use super::reader::Reader;
use super::tree::{Node, Nodes};

impl Reader<'_> {
    /// What stands after `begin` or `do`: the statements and the exception handlers.
    pub(super) fn handled(&mut self, node: Node<'_>) -> (Vec<Statement>, Vec<Handler>) {
        let children = node.children();
        let Some(at) = children.position(&["handled_sequence_of_statements"]) else {
            return (Vec::new(), Vec::new());
        };
        let (Some(open), Some(list)) = (children.get(at - 1), children.get(at)) else {
            return (Vec::new(), Vec::new());
        };
        let close = children.get(at + 1).map_or(node.end(), Node::start);
        let parts = list.children();
        if let Some(finally) = list.first("finally_part") {
            self.reject(
                finally,
                "finally is not supported",
                "write the statements in each handler",
            );
        }
        let limit = |at: usize| parts.get(at).map_or(close, Node::start);
        let statements = parts.first().map_or_else(Vec::new, |statements| {
            self.statements(statements.children(), open.end(), limit(1))
        });
        let mut handlers = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            if part.kind() == "exception_handler" {
                handlers.extend(self.handler(part, limit(at + 1)));
            }
        }
        (statements, handlers)
    }

    fn handler(&mut self, node: Node<'_>, limit: usize) -> Option<Handler> {
        let children = node.children();
        let parameter = node.first("choice_parameter_specification");
        let parameter = parameter.map(|parameter| self.name(parameter));
        let mut choices = Vec::new();
        for choice in node.first("exception_choice_list")?.all("exception_choice") {
            choices.push(match choice.first("others") {
                Some(others) => Choice::Others(self.span(others)),
                None => Choice::Expression(self.name_of(choice.children())?),
            });
        }
        let arrow = children.position(&["=>"])?;
        Some(Handler {
            parameter,
            choices,
            statements: self.sequence(node, arrow + 1, limit),
            span: self.span(node),
        })
    }

    /// The statements and clauses around child `at` of a node, a sequence of statements: from the
    /// end of the child before to the start of the child after, or to `limit` if there is none.
    fn sequence(&mut self, node: Node<'_>, at: usize, limit: usize) -> Vec<Statement> {
        let children = node.children();
        let Some(list) = children.get(at) else {
            return Vec::new();
        };
        let from = at
            .checked_sub(1)
            .and_then(|before| children.get(before))
            .map_or(node.start(), Node::end);
        let to = children.get(at + 1).map_or(limit, Node::start);
        self.statements(list.children(), from, to)
    }

    /// The statements and clauses between two places.
    fn statements(&mut self, nodes: Nodes<'_>, from: usize, to: usize) -> Vec<Statement> {
        let mut found = Vec::new();
        let mut last = from;
        for node in nodes.iter() {
            self.stated_clauses(last, node.start(), &mut found);
            let kind = self
                .or_report(node, |this| this.statement(node))
                .unwrap_or(StatementKind::Error);
            found.push(Statement {
                kind,
                span: self.span(node),
            });
            last = node.end();
        }
        self.stated_clauses(last, to, &mut found);
        found
    }

    fn stated_clauses(&mut self, from: usize, to: usize, found: &mut Vec<Statement>) {
        found.extend(self.clauses(from, to).into_iter().map(|clause| Statement {
            span: clause.span,
            kind: StatementKind::Clause(clause),
        }));
    }

    fn statement(&mut self, node: Node<'_>) -> Option<StatementKind> {
        let children = node.children();
        Some(match node.kind() {
            "null_statement" => StatementKind::Null,
            "assignment_statement" => StatementKind::Assignment {
                target: self.name_of(children.until(&[":="]))?,
                value: self.child_expression(node)?,
            },
            "procedure_call_statement" => self.call(node)?,
            "if_statement" => self.conditional(node)?,
            "case_statement" => self.case(node)?,
            "loop_statement" => self.loop_statement(node)?,
            "exit_statement" => self.exit(node)?,
            "simple_return_statement" => StatementKind::Return(self.child_expression(node)),
            "extended_return_statement" => {
                let object = node.first("extended_return_object_declaration")?;
                let object = Box::new(self.object(object)?);
                let (statements, handlers) = self.handled(node);
                StatementKind::ExtendedReturn {
                    object,
                    statements,
                    handlers,
                }
            }
            "block_statement" => {
                let name = self.label(node);
                self.ended(node, &name.iter().collect::<Vec<_>>());
                let declarations = self.declarative_part(node);
                let (statements, handlers) = self.handled(node);
                StatementKind::Block {
                    name,
                    declarations,
                    statements,
                    handlers,
                }
            }
            "goto_statement" => StatementKind::Goto(self.plain_name(node, "goto")?),
            "label" => StatementKind::Label(self.name(node.first("identifier")?)),
            "raise_statement" => {
                let name = children.from(1).until(&["with", ";"]);
                StatementKind::Raise {
                    exception: if name.is_empty() {
                        None
                    } else {
                        Some(self.name_of(name)?)
                    },
                    message: self.child_expression(node),
                }
            }
            "pragma_g" => StatementKind::Pragma(self.pragma(node)?),
            "delay_until_statement"
            | "delay_relative_statement"
            | "abort_statement"
            | "requeue_statement"
            | "accept_statement"
            | "selective_accept"
            | "timed_entry_call"
            | "conditional_entry_call"
            | "asynchronous_select"
            | "parallel_block_statement" => StatementKind::Opaque(self.opaque(node, "tasking")),
            _ => return None,
        })
    }

    fn call(&mut self, node: Node<'_>) -> Option<StatementKind> {
        let name = node.children().until(&["actual_parameter_part", ";"]);
        // `P (A'Range);` is a slice to the grammar.
        let callee = self.name_of(name)?;
        let arguments = match node.first("actual_parameter_part") {
            Some(part) => self.arguments(part)?,
            None => Vec::new(),
        };
        Some(StatementKind::Call { callee, arguments })
    }

    fn conditional(&mut self, node: Node<'_>) -> Option<StatementKind> {
        let mut branches = Vec::new();
        let mut otherwise = Vec::new();
        let children = node.children();
        for (at, child) in children.iter().enumerate() {
            match child.kind() {
                "then" => {
                    let condition = self.child_expression(node)?;
                    branches.push((condition, self.sequence(node, at + 1, node.end())));
                }
                "elsif_statement_item" => {
                    let limit = children.get(at + 1).map_or(node.end(), Node::start);
                    branches.push(self.elsif(child, limit)?);
                }
                "else" => otherwise = self.sequence(node, at + 1, node.end()),
                _ => {}
            }
        }
        Some(StatementKind::If {
            branches,
            otherwise,
        })
    }

    fn elsif(&mut self, node: Node<'_>, limit: usize) -> Option<(Expression, Vec<Statement>)> {
        let then = node.children().position(&["then"])?;
        let condition = self.child_expression(node)?;
        Some((condition, self.sequence(node, then + 1, limit)))
    }

    fn case(&mut self, node: Node<'_>) -> Option<StatementKind> {
        let selector = self.child_expression(node)?;
        let mut alternatives = Vec::new();
        let children = node.children();
        for (at, child) in children.iter().enumerate() {
            if child.kind() != "case_statement_alternative" {
                continue;
            }
            let list = child.first("discrete_choice_list")?;
            let choices = self.choices(list)?;
            let arrow = child.children().position(&["=>"])?;
            let limit = children.get(at + 1).map_or(node.end(), Node::start);
            alternatives.push(Alternative {
                choices,
                body: self.sequence(child, arrow + 1, limit),
                span: self.span(list),
            });
        }
        Some(StatementKind::Case {
            selector,
            alternatives,
        })
    }

    fn loop_statement(&mut self, node: Node<'_>) -> Option<StatementKind> {
        let name = self.label(node);
        self.ended(node, &name.iter().collect::<Vec<_>>());
        let scheme = match node.first("iteration_scheme") {
            None => Scheme::Forever,
            Some(scheme) if scheme.has("while") => Scheme::While(self.child_expression(scheme)?),
            Some(scheme) if scheme.has("parallel") || scheme.has("procedural_iterator") => {
                Scheme::Opaque(self.opaque(scheme, "a parallel or procedural loop"))
            }
            Some(scheme) => Scheme::For(Box::new(self.iteration(scheme)?)),
        };
        let word = node.children().position(&["loop"])?;
        // SPARK 2005 puts the invariant before the word `loop`.
        let mut body = Vec::new();
        if let Some(scheme) = node.first("iteration_scheme") {
            let to = node.children().get(word)?.start();
            self.stated_clauses(scheme.end(), to, &mut body);
        }
        body.extend(self.sequence(node, word + 1, node.end()));
        Some(StatementKind::Loop { name, scheme, body })
    }

    fn label(&mut self, node: Node<'_>) -> Option<super::ast::Name> {
        let label = node.first("loop_label")?.first("identifier")?;
        Some(self.name(label))
    }

    fn exit(&mut self, node: Node<'_>) -> Option<StatementKind> {
        let has_target = node
            .children()
            .get(1)
            .is_some_and(|next| !matches!(next.kind(), "when" | ";"));
        let target = if has_target {
            Some(self.plain_name(node, "exit")?)
        } else {
            None
        };
        let condition = self.child_expression(node);
        Some(if self.masks.continues.contains(&node.start()) {
            StatementKind::Continue { target, condition }
        } else {
            StatementKind::Exit { target, condition }
        })
    }

    /// The name of a loop or label after a word; what a prefix says is of no use.
    fn plain_name(&mut self, node: Node<'_>, word: &'static str) -> Option<super::ast::Name> {
        let (parent, name) = self.unit_name(node, word)?;
        if parent.is_empty() {
            return Some(name);
        }
        self.reject(
            node,
            "a plain name is expected here",
            "leave out what stands before the dot",
        );
        None
    }
}
