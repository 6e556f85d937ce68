//! Statements.

use super::elaborator::Elaborator;
use super::scope::{Access, Entity, Scope};
use super::typed::{Mode, Object, Statement, StatementKind};
use crate::syntax::ast;

impl Elaborator {
    /// A sequence of statements.
    pub(super) fn statements(&mut self, list: &[ast::Statement]) -> Vec<Statement> {
        let mut found = Vec::new();
        for statement in list {
            self.statement(statement, &mut found);
        }
        found
    }

    fn statement(&mut self, statement: &ast::Statement, found: &mut Vec<Statement>) {
        let span = statement.span;
        let kind = match &statement.kind {
            ast::StatementKind::Null => None,
            ast::StatementKind::Assignment { target, value } => self.assignment(target, value),
            ast::StatementKind::If {
                branches,
                otherwise,
            } => {
                let mut typed = Vec::new();
                for (condition, then) in branches {
                    let condition = self.condition(condition);
                    typed.push((condition, self.statements(then)));
                }
                Some(StatementKind::If {
                    branches: typed,
                    otherwise: self.statements(otherwise),
                })
            }
            ast::StatementKind::Case {
                selector,
                alternatives,
            } => self.case(selector, alternatives),
            ast::StatementKind::Loop { name, scheme, body } => {
                self.iteration(name.as_ref(), scheme, body)
            }
            ast::StatementKind::Exit { target, condition } => {
                self.exit(span, target.as_ref(), condition.as_ref())
            }
            ast::StatementKind::Return(value) => {
                if let Some(value) = value {
                    self.error(
                        value.span,
                        "a procedure does not return a value",
                        "assign to an out parameter and write return;",
                    );
                }
                if self.frame.id.is_none() {
                    self.error(span, "this return stands in no procedure", "leave it out");
                }
                Some(StatementKind::Return)
            }
            ast::StatementKind::Call { callee, arguments } => self
                .call(callee, arguments)
                .map(|call| StatementKind::Call(Box::new(call))),
            ast::StatementKind::Block {
                declarations,
                statements,
                handlers,
                ..
            } => {
                self.gate_handlers(handlers);
                self.scopes.push(Scope::new());
                self.local_declarations(declarations, found);
                found.extend(self.statements(statements));
                self.scopes.pop();
                None
            }
            ast::StatementKind::Pragma(pragma) => self.pragma(pragma),
            ast::StatementKind::Clause(clause) => {
                let kinds = self.clause(clause).into_iter();
                found.extend(kinds.map(|kind| Statement { kind, span }));
                None
            }
            other => {
                self.not_read_statement(span, other);
                None
            }
        };
        found.extend(kind.map(|kind| Statement { kind, span }));
    }

    fn assignment(
        &mut self,
        target: &ast::Expression,
        value: &ast::Expression,
    ) -> Option<StatementKind> {
        let Some(object) = self.assignable(target) else {
            // The value may have mistakes of its own.
            self.expression(value);
            return None;
        };
        let value = self.value_for(value, &object.subtype);
        Some(StatementKind::Assign {
            target: object.variable,
            value,
        })
    }

    /// The variable that a name stands for, if it may be assigned to.
    pub(super) fn assignable(&mut self, name: &ast::Expression) -> Option<Object> {
        let what = match self.resolve(name) {
            Entity::Object(object, access) => match access {
                Access::Variable | Access::Formal(Mode::Out | Mode::InOut) => return Some(object),
                Access::Constant => "a constant",
                Access::LoopParameter => "a loop parameter",
                Access::Formal(Mode::In) => "a parameter of mode in",
            },
            Entity::Constant(..) | Entity::Number(_) => "a constant",
            Entity::Subtype(_) => "a type",
            Entity::Subprogram(_) => "a procedure",
            Entity::Unit => "a unit",
            Entity::Error => return None,
        };
        self.error(
            name.span,
            format!("{name} is {what} and cannot be assigned to"),
            "assign to a variable",
        );
        None
    }
}
