//! Pragmas and `--%` clauses.

use super::elaborator::Elaborator;
use super::expressions::Context;
use super::typed::{Chooser, Expression, OptionClause, PredicateClause, StatementKind};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast;
use crate::verdict::Rule;

impl Elaborator {
    /// Assertions and assumptions; pragmas that change nothing that sabs looks at are passed over.
    pub(super) fn pragma(&mut self, pragma: &ast::Pragma) -> Option<StatementKind> {
        let condition = pragma
            .arguments
            .first()
            .and_then(|argument| argument.actual.expression());
        match (pragma.name.key().as_str(), condition) {
            ("assert", Some(condition)) => Some(StatementKind::Assert(self.assertion(condition))),
            ("assume", Some(condition)) => Some(StatementKind::Assume(self.condition(condition))),
            // The syntax stage has said what is wrong with the argument.
            ("assert" | "assume", _) => {
                self.is_poisoned = true;
                None
            }
            (
                "spark_mode" | "warnings" | "style_checks" | "unreferenced" | "unmodified"
                | "inline" | "pure" | "preelaborate" | "elaborate_body" | "annotate" | "ada_95"
                | "ada_05" | "ada_2005" | "ada_12" | "ada_2012" | "ada_2022" | "unused",
                _,
            ) => None,
            _ => {
                self.error(
                    pragma.name.span,
                    format!("pragma {} is not supported", pragma.name),
                    "sabs reads Assert and Assume",
                );
                None
            }
        }
    }

    /// A condition with itself as its last check.
    fn assertion(&mut self, condition: &ast::Expression) -> Expression {
        let mut expression = self.condition(condition);
        let check = self.check(
            Rule::Assert,
            condition.span,
            expression.text.clone(),
            expression.term.clone(),
        );
        expression.checks.push(check);
        expression
    }

    /// A `--%` clause among statements or declarations.
    pub(super) fn clause(&mut self, clause: &ast::Clause) -> Vec<StatementKind> {
        let before = std::mem::replace(&mut self.context, Context::Clause);
        let kind = match &clause.kind {
            ast::ClauseKind::Assert(condition) => {
                vec![StatementKind::Assert(self.assertion(condition))]
            }
            ast::ClauseKind::Assume(condition) => {
                vec![StatementKind::Assume(self.condition(condition))]
            }
            ast::ClauseKind::Havoc(names) => self.forget(names, Chooser::Nobody),
            ast::ClauseKind::Nondet(names) => self.forget(names, Chooser::Environment),
            ast::ClauseKind::Label(name) => {
                if !self.labels.insert(name.key()) {
                    self.error(
                        name.span,
                        format!("the label {name} is set twice"),
                        "choose another name",
                    );
                }
                vec![StatementKind::Label(name.text.clone())]
            }
            ast::ClauseKind::Predicate(list) => {
                for predicate in list {
                    let expression = self.condition(&predicate.expression);
                    if expression.term.variables().is_empty() {
                        self.diagnostics.push(
                            Diagnostic::warning(
                                predicate.expression.span,
                                format!("the predicate {} never changes", predicate.text),
                            )
                            .with_help("speak of a variable"),
                        );
                    }
                    self.predicates.push(PredicateClause {
                        name: predicate.name.as_ref().map(|name| name.text.clone()),
                        text: predicate.text.clone(),
                        term: expression.term,
                        scope: self.frame.id,
                        span: predicate.expression.span,
                    });
                }
                Vec::new()
            }
            ast::ClauseKind::Invariant(_) | ast::ClauseKind::Ctl(_) => {
                let word = if matches!(clause.kind, ast::ClauseKind::Ctl(_)) {
                    "the clause ctl is"
                } else {
                    "the clause invariant is"
                };
                let help = "use assert, assume, predicate, havoc, nondet, label or option";
                self.not_read(clause.span, word, help);
                Vec::new()
            }
            ast::ClauseKind::Option(settings) => {
                for (name, value) in settings {
                    self.options.push(OptionClause {
                        scope: self.frame.id,
                        name: name.key(),
                        value: value.key(),
                        span: name.span.to(value.span),
                    });
                }
                Vec::new()
            }
        };
        self.context = before;
        kind
    }

    /// `havoc X, Y` and `nondet X, Y`
    fn forget(&mut self, names: &[ast::Expression], chooser: Chooser) -> Vec<StatementKind> {
        let mut found = Vec::new();
        for name in names {
            let Some(object) = self.assignable(name) else {
                continue;
            };
            if object.subtype.is_empty() {
                self.error(
                    name.span,
                    format!("{name} can have no value"),
                    "give it a subtype that has values",
                );
            }
            found.push(StatementKind::Forget {
                target: object.variable,
                chooser,
            });
        }
        found
    }
}
