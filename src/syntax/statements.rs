//! Statements.

use super::ast::{
    Alternative, Choice, Direction, Domain, Expression, ForScheme, Scheme, Statement, StatementKind,
};
use super::reader::Reader;
use super::tree::Node;

impl Reader<'_> {
    /// The statements and clauses around child `at` of a node, a sequence of statements: from the
    /// end of the child before to the start of the child after, or to `limit` if there is none.
    pub(super) fn sequence(&mut self, node: &Node, at: usize, limit: usize) -> Vec<Statement> {
        let Some(mut list) = node.children.get(at) else {
            return Vec::new();
        };
        let from = at
            .checked_sub(1)
            .map_or(node.start, |before| node.children[before].end);
        let to = node.children.get(at + 1).map_or(limit, |after| after.start);
        if list.kind == "handled_sequence_of_statements" {
            let handler = list
                .children
                .iter()
                .find(|part| matches!(part.kind, "exception_handler" | "finally_part"));
            if let Some(handler) = handler {
                self.unsupported(handler);
            }
            match list.first("sequence_of_statements") {
                Some(inner) => list = inner,
                None => return Vec::new(),
            }
        }
        let mut found = Vec::new();
        let mut after = from;
        for child in &list.children {
            self.stated_clauses(after, child.start, &mut found);
            let kind = self.statement(child).unwrap_or(StatementKind::Error);
            found.push(Statement {
                kind,
                span: self.span(child),
            });
            after = child.end;
        }
        self.stated_clauses(after, to, &mut found);
        found
    }

    fn stated_clauses(&mut self, from: usize, to: usize, found: &mut Vec<Statement>) {
        found.extend(self.clauses(from, to).into_iter().map(|clause| Statement {
            span: clause.span,
            kind: StatementKind::Clause(clause),
        }));
    }

    fn statement(&mut self, node: &Node) -> Option<StatementKind> {
        match node.kind {
            "null_statement" => Some(StatementKind::Null),
            "assignment_statement" => self.assignment(node),
            "if_statement" => self.conditional(node),
            "case_statement" => self.case(node),
            "loop_statement" => self.iteration(node),
            "exit_statement" => self.exit(node),
            "simple_return_statement" => match node.first("expression") {
                None => Some(StatementKind::Return),
                Some(value) => {
                    self.reject(
                        value,
                        "a procedure does not return a value",
                        "assign to an out parameter and write return;",
                    );
                    None
                }
            },
            "procedure_call_statement" => self.call(node),
            "block_statement" => {
                let (declarations, statements) = self.declarations_and_statements(node)?;
                Some(StatementKind::Block {
                    declarations,
                    statements,
                })
            }
            "pragma_g" => Some(StatementKind::Pragma(self.pragma(node))),
            _ => {
                self.unsupported(node);
                None
            }
        }
    }

    fn assignment(&mut self, node: &Node) -> Option<StatementKind> {
        let becomes = node.children.iter().position(|child| child.kind == ":=")?;
        let target: Vec<&Node> = node.children[..becomes].iter().collect();
        let target = self.name_of(&target);
        let value = self.child_expression(node)?;
        Some(StatementKind::Assignment {
            target: target?,
            value,
        })
    }

    fn conditional(&mut self, node: &Node) -> Option<StatementKind> {
        let mut branches = Vec::new();
        let mut otherwise = Vec::new();
        for (at, child) in node.children.iter().enumerate() {
            match child.kind {
                "then" => {
                    let condition = self.child_expression(node)?;
                    branches.push((condition, self.sequence(node, at + 1, node.end)));
                }
                "elsif_statement_item" => {
                    let limit = node
                        .children
                        .get(at + 1)
                        .map_or(node.end, |next| next.start);
                    branches.push(self.elsif(child, limit)?);
                }
                "else" => otherwise = self.sequence(node, at + 1, node.end),
                _ => {}
            }
        }
        Some(StatementKind::If {
            branches,
            otherwise,
        })
    }

    fn elsif(&mut self, node: &Node, limit: usize) -> Option<(Expression, Vec<Statement>)> {
        let then = node
            .children
            .iter()
            .position(|child| child.kind == "then")?;
        let condition = self.child_expression(node)?;
        Some((condition, self.sequence(node, then + 1, limit)))
    }

    fn case(&mut self, node: &Node) -> Option<StatementKind> {
        let selector = self.child_expression(node)?;
        let mut alternatives = Vec::new();
        for (at, child) in node.children.iter().enumerate() {
            if child.kind != "case_statement_alternative" {
                continue;
            }
            let list = child.first("discrete_choice_list")?;
            let mut choices = Vec::new();
            for choice in list
                .all("discrete_choice")
                .filter(|choice| !choice.has("others"))
            {
                choices.push(self.choice(choice)?);
            }
            let arrow = child.children.iter().position(|part| part.kind == "=>")?;
            let limit = node
                .children
                .get(at + 1)
                .map_or(node.end, |next| next.start);
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

    /// One choice of a case: a value, a subtype or a range.
    fn choice(&mut self, node: &Node) -> Option<Choice> {
        if let Some(value) = node.first("expression") {
            return Some(Choice::Expression(self.expression(value)));
        }
        if let Some(range) = node.first("range_g") {
            return self.range(range).map(Choice::Range);
        }
        let indication = self.subtype_indication(&node.children)?;
        Some(match indication.constraint {
            Some(range) => Choice::Range(range),
            None => Choice::Expression(indication.mark),
        })
    }

    fn iteration(&mut self, node: &Node) -> Option<StatementKind> {
        let name = node
            .first("loop_label")
            .and_then(|label| label.first("identifier"))
            .map(|name| self.name(name));
        let scheme = match node.first("iteration_scheme") {
            None => Some(Scheme::Forever),
            Some(scheme) => self.scheme(scheme),
        };
        let word = node
            .children
            .iter()
            .position(|child| child.kind == "loop")?;
        let body = self.sequence(node, word + 1, node.end);
        Some(StatementKind::Loop {
            name,
            scheme: scheme?,
            body,
        })
    }

    fn scheme(&mut self, node: &Node) -> Option<Scheme> {
        if node.has("while") {
            return self.child_expression(node).map(Scheme::While);
        }
        let parallel = node.first("parallel");
        let Some(specification) = node.first("loop_parameter_specification") else {
            let other = node.children.iter().find(|child| child.is_named)?;
            self.unsupported(other);
            return None;
        };
        if let Some(word) = parallel {
            self.reject(
                word,
                "parallel loops are not supported",
                "leave parallel out",
            );
        }
        if let Some(filter) = specification.first("iterator_filter") {
            self.unsupported(filter);
        }
        let parameter = self.name(specification.first("identifier")?);
        let domain = if let Some(range) = specification.first("range_g") {
            Domain::Range(self.range(range)?)
        } else {
            let word = specification
                .children
                .iter()
                .rposition(|child| matches!(child.kind, "in" | "reverse"))?;
            Domain::Subtype(self.subtype_indication(&specification.children[word + 1..])?)
        };
        let direction = if specification.has("reverse") {
            Direction::Downwards
        } else {
            Direction::Upwards
        };
        Some(Scheme::For(Box::new(ForScheme {
            parameter,
            direction,
            domain,
        })))
    }

    fn exit(&mut self, node: &Node) -> Option<StatementKind> {
        let target = node.first("identifier").map(|name| self.name(name));
        if let Some(other) = node.first("selected_component") {
            self.reject(
                other,
                "the name of a loop is expected here",
                "write its plain name",
            );
            return None;
        }
        Some(StatementKind::Exit {
            target,
            condition: self.child_expression(node),
        })
    }

    fn call(&mut self, node: &Node) -> Option<StatementKind> {
        let name: Vec<&Node> = node
            .children
            .iter()
            .take_while(|child| !matches!(child.kind, "actual_parameter_part" | ";"))
            .collect();
        let callee = self.name_of(&name)?;
        let arguments = match node.first("actual_parameter_part") {
            Some(part) => self.associations(part)?,
            None => Vec::new(),
        };
        Some(StatementKind::Call { callee, arguments })
    }
}
