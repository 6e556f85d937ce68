//! Statements.

use std::sync::Arc;

use super::constraints::as_ancestor;
use super::discriminants::{has_same, is_mutable, keeping};
use super::elaborator::{Elaborator, HANDLER};
use super::entity::{Access, EntityKind, Object};
use super::frame::LoopFrame;
use super::place::{Place, changes};
use super::tree::Tree;
use super::typed::{Evaluation, Expression, Statement, StatementKind, Step};
use super::typed_value::{Typed, finish, finish_steps};
use super::types::{Constraint, RecordType, Subtype};
use crate::logic::{Term, Variable};
use crate::source::Span;
use crate::syntax::ast;
use crate::verdict::Rule;

impl Elaborator {
    /// A sequence of statements.
    pub(super) fn statements(&mut self, list: &[ast::Statement]) -> Vec<Statement> {
        let mut found = Vec::new();
        for statement in list {
            self.statement(statement, &mut found);
        }
        found
    }

    #[allow(clippy::too_many_lines)] // one arm per kind of statement
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
                self.iteration(span, name.as_ref(), scheme, body, found)
            }
            ast::StatementKind::Exit { target, condition } => {
                self.exit(span, target.as_ref(), condition.as_ref())
            }
            ast::StatementKind::Continue { target, condition } => {
                self.going_on(span, target.as_ref(), condition.as_ref())
            }
            ast::StatementKind::Goto(label) => Some(StatementKind::Goto(label.key())),
            ast::StatementKind::Label(label) => Some(StatementKind::Target(label.key())),
            ast::StatementKind::Return(value) => self.return_statement(span, value.as_ref(), found),
            ast::StatementKind::ExtendedReturn {
                object,
                statements,
                handlers,
            } => {
                if let Some(handler) = handlers.first() {
                    self.reject(handler.span, HANDLER);
                }
                self.extended_return(span, object, statements, found)
            }
            ast::StatementKind::Raise { exception, .. } => {
                let what = exception
                    .as_ref()
                    .map_or_else(|| "an exception".to_owned(), ToString::to_string);
                let check = self.check(
                    Rule::Raise,
                    span,
                    format!("{what} is not raised"),
                    Term::bool(false),
                );
                found.push(Statement {
                    kind: StatementKind::Assert(Evaluation {
                        steps: vec![check],
                        text: String::new(),
                        span,
                    }),
                    span,
                });
                Some(StatementKind::Stop)
            }
            ast::StatementKind::Call { callee, arguments }
                if arguments.is_empty() && self.is_continue(callee) =>
            {
                self.going_on(span, None, None)
            }
            ast::StatementKind::Call { callee, arguments } => self
                .call(span, callee, arguments)
                .map(|call| StatementKind::Call(Box::new(call))),
            ast::StatementKind::Block {
                name,
                declarations,
                statements,
                handlers,
            } => {
                if let Some(handler) = handlers.first() {
                    self.reject(handler.span, HANDLER);
                }
                self.block(span, name.as_ref(), declarations, statements, found);
                None
            }
            ast::StatementKind::Pragma(pragma) => self.statement_pragma(span, pragma, found),
            ast::StatementKind::Clause(clause) => {
                if let ast::ClauseKind::Invariant(text) = &clause.kind {
                    self.clause_invariant(span, text, found);
                    return;
                }
                let kinds = self.clause(clause).into_iter();
                found.extend(kinds.map(|kind| Statement { kind, span }));
                None
            }
            ast::StatementKind::Opaque(opaque) => {
                if opaque.what.contains("delay") {
                    self.gap(span, opaque.what);
                } else {
                    self.reject(span, opaque.what);
                }
                None
            }
            ast::StatementKind::Error => {
                self.is_poisoned = true;
                None
            }
        };
        found.extend(kind.map(|kind| Statement { kind, span }));
    }

    fn block(
        &mut self,
        span: Span,
        name: Option<&ast::Name>,
        declarations: &[ast::Declaration],
        statements: &[ast::Statement],
        found: &mut Vec<Statement>,
    ) {
        let was_local = std::mem::replace(&mut self.is_local, true);
        let id = name.map(|name| {
            let id = self.frame.next_loop();
            self.frame.loops.push(LoopFrame {
                name: Some(name.key()),
                id,
                is_block: true,
                is_continued: false,
                before: Vec::new(),
            });
            id
        });
        let mut inner = Vec::new();
        let owner = name.map(|name| name.text.clone());
        let prefix = self.prefix();
        let region = self.new_region(owner.as_deref(), &prefix);
        self.scopes.push(region);
        self.declarations(declarations, &mut inner);
        self.settle_deferred();
        inner.extend(self.statements(statements));
        self.scopes.pop();
        if id.is_some() {
            self.frame.loops.pop();
        }
        self.is_local = was_local;
        let _ = span;
        found.extend(inner);
    }

    /// A case statement, as the conditions under which each alternative is chosen.
    fn case(
        &mut self,
        selector: &ast::Expression,
        alternatives: &[ast::Alternative],
    ) -> Option<StatementKind> {
        let choices: Vec<&[ast::Choice]> =
            alternatives.iter().map(|a| a.choices.as_slice()).collect();
        let spans: Vec<Span> = alternatives.iter().map(|a| a.span).collect();
        let chosen = self.choices(selector, &choices, &spans);
        let bodies: Vec<Vec<Statement>> = alternatives
            .iter()
            .map(|alternative| self.statements(&alternative.body))
            .collect();
        let (tested, terms) = chosen?;
        let has_others = alternatives.last().is_some_and(|last| {
            last.choices
                .iter()
                .any(|choice| matches!(choice, ast::Choice::Others(_)))
        });
        let mut branches: Vec<(Expression, Vec<Statement>)> = Vec::new();
        for (term, body) in terms.into_iter().zip(bodies) {
            let condition = Typed {
                value: Tree::Leaf(term),
                ..Typed::error(tested.position)
            };
            branches.push((finish(selector, condition), body));
        }
        let mut otherwise = None;
        // All values are covered: the last alternative needs no condition.
        if has_others || branches.len() > 1 {
            otherwise = branches.pop().map(|(_, body)| body);
        }
        // The selector is evaluated once, before the first condition.
        let evaluated = finish_steps(selector, tested.steps);
        if let Some((first, _)) = branches.first_mut() {
            first.evaluation = evaluated;
        } else {
            let always = Expression {
                term: Term::bool(true),
                evaluation: evaluated,
            };
            branches.push((always, otherwise.take().unwrap_or_default()));
        }
        Some(StatementKind::If {
            branches,
            otherwise: otherwise.unwrap_or_default(),
        })
    }

    fn assignment(
        &mut self,
        target: &ast::Expression,
        value: &ast::Expression,
    ) -> Option<StatementKind> {
        let Some((named, steps)) = self.assignable(target) else {
            // The value may have mistakes of its own.
            let typed = self.lost_assignment(target, value);
            return (!typed.steps.is_empty()).then(|| StatementKind::Assign {
                assignments: Vec::new(),
                evaluation: finish_steps(value, typed.steps),
            });
        };
        let (subtype, old) = match self.ancestor_view(target, &named.subtype) {
            Some((view, ancestor)) if ancestor.discriminants == 0 => {
                (view, as_ancestor(named.place.read(), &ancestor))
            }
            Some(_) => {
                self.reject(target.span, "assignment to a view with discriminants");
                return None;
            }
            None => (
                assigned_subtype(&named.subtype, &named.place),
                named.place.read(),
            ),
        };
        let current = Typed {
            kind: subtype.kind(),
            value: old.clone(),
            interval: super::expressions::scalar_interval(&subtype),
            ..Typed::error(target.position)
        };
        let outer = self.target.replace(current);
        let typed = self.value_for(value, &subtype);
        self.target = outer;
        if typed.is_error() {
            return None;
        }
        let is_formal = matches!(named.access, Access::Formal(_)) && named.place.path.is_empty();
        if is_formal && is_mutable(&subtype) && !has_same(&typed.value, &old, &subtype) {
            // Whether the actual allows that is not known.
            let what = "change of the discriminants of a parameter is not checked";
            self.gap(target.span, what);
        }
        let new = keeping(typed.value, &old, &subtype);
        let assignments = if named.access == Access::Volatile {
            Vec::new()
        } else {
            named.place.assign(&new)
        };
        // The name of the target is evaluated before the value.
        let steps: Vec<Step> = steps.into_iter().chain(typed.steps).collect();
        Some(StatementKind::Assign {
            assignments,
            evaluation: finish_steps(value, steps),
        })
    }

    /// The ancestor as which `T (X)` shows an extended record X, and its components.
    fn ancestor_view(
        &mut self,
        target: &ast::Expression,
        own: &Subtype,
    ) -> Option<(Subtype, Arc<RecordType>)> {
        let ast::ExpressionKind::Call(mark, _) = &target.kind else {
            return None;
        };
        if !self.names_subtype(mark) {
            return None;
        }
        let view = Subtype::of(&self.subtype_mark(mark)?.base);
        let ancestor = view.base.record().filter(|_| view.base.id != own.base.id)?;
        let ancestor = Arc::clone(ancestor);
        Some((view, ancestor))
    }

    /// An assignment to something that is not known: its value may fail checks of its own.
    fn lost_assignment(&mut self, target: &ast::Expression, value: &ast::Expression) -> Typed {
        let known = self.diagnostics.len();
        let mistake = self.frame.mistake.clone();
        let wanted = self.own_type(target).map(|base| Subtype::of(&base));
        let own = wanted.or_else(|| self.own_type(value).map(|base| Subtype::of(&base)));
        let typed = self.expression(value, own.as_ref());
        let is_aggregate = matches!(value.kind, ast::ExpressionKind::Aggregate(_));
        if is_aggregate && own.is_none() {
            self.diagnostics.truncate(known);
            self.frame.mistake = mistake;
        }
        typed
    }

    fn return_statement(
        &mut self,
        span: Span,
        value: Option<&ast::Expression>,
        found: &mut Vec<Statement>,
    ) -> Option<StatementKind> {
        if self.frame.id.is_none() {
            self.error(span, "this return stands in no procedure", "leave it out");
            return None;
        }
        match (value, self.frame.result.clone()) {
            (Some(value), Some((tree, subtype))) => {
                let typed = self.value_for(value, &subtype);
                if !typed.is_error() {
                    found.push(Statement {
                        kind: StatementKind::Assign {
                            assignments: changes(&tree, &typed.value),
                            evaluation: finish_steps(value, typed.steps),
                        },
                        span,
                    });
                }
            }
            (Some(value), None) => self.error(
                value.span,
                "a procedure returns no value",
                "leave the value out",
            ),
            (None, Some(_)) if !self.frame.extended_returns.is_empty() => {
                self.check_returned(found);
            }
            (None, Some(_)) => {
                self.error(span, "a function returns a value", "say which");
            }
            (None, None) => {}
        }
        Some(StatementKind::Return)
    }

    /// `return X : T := V do … end return;`: X is the result itself.
    fn extended_return(
        &mut self,
        span: Span,
        object: &ast::ObjectDeclaration,
        statements: &[ast::Statement],
        found: &mut Vec<Statement>,
    ) -> Option<StatementKind> {
        let Some((tree, subtype)) = self.frame.result.clone() else {
            self.error(span, "this return stands in no function", "leave it out");
            return None;
        };
        let own = self.type_use(&object.subtype, found).unwrap_or(subtype);
        let mut assignments: Vec<(Variable, Term)> = Vec::new();
        let mut evaluation = Evaluation::nothing(span);
        if let Some(value) = &object.value {
            let typed = self.value_for(value, &own);
            assignments = changes(&tree, &typed.value);
            evaluation = finish_steps(value, typed.steps);
        } else if let (Some(ranges), Some(bounds)) = (own.index_ranges(), tree.bounds()) {
            // The bounds of an unconstrained result are those of the object's subtype.
            for (range, (first, last)) in ranges.iter().zip(bounds) {
                for (variable, value) in [(first, &range.first), (last, &range.last)] {
                    if let Some(variable) = super::tree::as_variable(variable) {
                        assignments.push((variable.clone(), value.clone()));
                    }
                }
            }
        }
        let span_of = object.names.first().map_or(span, |name| name.span);
        found.push(Statement {
            kind: StatementKind::Assign {
                assignments,
                evaluation,
            },
            span: span_of,
        });
        if object.value.is_none() {
            self.initial_values(span_of, &tree, &own, found);
        }
        self.frame.extended_returns.push(span_of);
        self.in_region(|this| {
            if let Some(name) = object.names.first() {
                let kind = EntityKind::Object(Arc::new(Object {
                    place: Place::whole(tree.clone()),
                    subtype: super::objects::bounded(&own, &tree),
                    access: if object.is_constant {
                        Access::Constant
                    } else {
                        Access::Variable
                    },
                }));
                this.declare(name, kind);
            }
            let inner = this.statements(statements);
            found.extend(inner);
        });
        self.check_returned(found);
        self.frame.extended_returns.pop();
        Some(StatementKind::Return)
    }

    /// The predicates of what an extended return has made, part by part, hold when it ends.
    fn check_returned(&mut self, found: &mut Vec<Statement>) {
        let Some((tree, subtype)) = self.frame.result.clone() else {
            return;
        };
        let Some(span) = self.frame.extended_returns.last().copied() else {
            return;
        };
        if subtype.is_scalar() || subtype.predicates.is_empty() {
            return;
        }
        let mut typed = Typed {
            value: tree,
            ..Typed::lost(subtype.kind(), span)
        };
        self.predicate_checks("the result", &mut typed, &subtype);
        found.push(Statement::unwritten(Vec::new(), typed.steps, span));
    }
}

/// What is assigned to a part of an object must fit its own bounds and, if they cannot change,
/// its discriminants.
fn assigned_subtype(subtype: &Subtype, place: &Place) -> Subtype {
    let value = place.read();
    match (&subtype.constraint, value.bounds()) {
        (Constraint::None, Some(_)) => super::objects::with_bounds(subtype, &value),
        _ => subtype.clone(),
    }
}
