//! Statements.

use std::sync::Arc;

use super::elaborator::Elaborator;
use super::expressions::{Context, Type, Typed, finish, within};
use super::interval::Interval;
use super::scope::{Access, Entity, Scope};
use super::typed::{
    Expression, ForLoop, IntegerSubtype, Mode, Object, OptionClause, PredicateClause, Scheme,
    Statement, StatementKind, Subtype,
};
use crate::diagnostic::Diagnostic;
use crate::logic::{Comparison, Term};
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
            ast::StatementKind::Loop { name, scheme, body } => {
                self.iteration(name.as_ref(), scheme, body)
            }
            ast::StatementKind::Exit { target, condition } => {
                self.exit(span, target.as_ref(), condition.as_ref())
            }
            ast::StatementKind::Return => {
                if self.frame.id.is_none() {
                    self.error(span, "this return stands in no procedure", "leave it out");
                }
                Some(StatementKind::Return)
            }
            ast::StatementKind::Call { callee, arguments } => {
                self.call(callee, arguments).map(|call| StatementKind::Call(Box::new(call)))
            }
            ast::StatementKind::Block {
                declarations,
                statements,
            } => {
                self.scopes.push(Scope::new());
                self.local_declarations(declarations, found);
                found.extend(self.statements(statements));
                self.scopes.pop();
                None
            }
            ast::StatementKind::Pragma(pragma) => self.pragma(pragma),
            ast::StatementKind::Clause(clause) => self.clause(clause),
            ast::StatementKind::Error => {
                self.is_poisoned = true;
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
        let object = self.assignable(target);
        let subtype = match &object {
            Some(object) => object.subtype.clone(),
            None => {
                // The value may have mistakes of its own.
                self.expression(value);
                return None;
            }
        };
        let value = self.value_for(value, &subtype);
        Some(StatementKind::Assign {
            target: object?.variable,
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

    fn iteration(
        &mut self,
        name: Option<&ast::Name>,
        scheme: &ast::Scheme,
        body: &[ast::Statement],
    ) -> Option<StatementKind> {
        let id = self.frame.next_loop();
        self.scopes.push(Scope::new());
        let scheme = match scheme {
            ast::Scheme::Forever => Some(Scheme::Forever),
            ast::Scheme::While(condition) => Some(Scheme::While(self.condition(condition))),
            ast::Scheme::For {
                parameter,
                is_reverse,
                domain,
            } => self.for_loop(parameter, *is_reverse, domain),
        };
        self.frame.loops.push((name.map(ast::Name::key), id));
        let body = self.statements(body);
        self.frame.loops.pop();
        self.scopes.pop();
        Some(StatementKind::Loop {
            id,
            scheme: scheme?,
            body,
        })
    }

    /// Declares the loop parameter. Its subtype is an interval in which it lies whenever the body
    /// runs: from the least value of the lower to the largest of the upper bound.
    fn for_loop(
        &mut self,
        parameter: &ast::Name,
        is_reverse: bool,
        domain: &ast::Domain,
    ) -> Option<Scheme> {
        let Some((low, high)) = self.domain(domain) else {
            self.declare(parameter, Entity::Error);
            return None;
        };
        let (Type::Integer(base), false) = (&low.1.kind, high.1.is_error()) else {
            self.declare(parameter, Entity::Error);
            return None;
        };
        let mut interval = Interval::new(low.1.interval.low.clone(), high.1.interval.high.clone());
        if interval.is_empty() {
            interval = base.interval();
        }
        let subtype = Subtype::Integer(IntegerSubtype {
            base: Arc::clone(base),
            name: None,
            first: interval.low,
            last: interval.high,
        });
        let end = if is_reverse { &low } else { &high };
        let mut reads = end.1.reads.iter();
        let is_stable = reads.all(|read| self.is_stable(&read.variable));
        let (end_span, end_base) = (end.0.span, Arc::clone(base));
        let object = self.local(&parameter.text, subtype, parameter.span);
        let kept_bound = (!is_stable).then(|| {
            let word = if is_reverse { "first" } else { "last" };
            let name = format!("{}__{word}", parameter.text);
            let subtype = Subtype::Integer(IntegerSubtype {
                first: end_base.first.clone(),
                last: end_base.last.clone(),
                name: None,
                base: end_base,
            });
            self.local(&name, subtype, end_span).variable
        });
        self.declare(
            parameter,
            Entity::Object(object.clone(), Access::LoopParameter),
        );
        Some(Scheme::For(Box::new(ForLoop {
            parameter: object.variable,
            is_reverse,
            low: finish(&low.0, low.1),
            high: finish(&high.0, high.1),
            kept_bound,
        })))
    }

    /// The bounds of a loop, both of one integer type.
    #[allow(clippy::type_complexity)] // two bounds, each with its syntax
    fn domain(
        &mut self,
        domain: &ast::Domain,
    ) -> Option<((ast::Expression, Typed), (ast::Expression, Typed))> {
        let (subtype, bounds) = match domain {
            ast::Domain::Range(ast::Range::Bounds(low, high)) => (None, Some((low, high))),
            ast::Domain::Range(ast::Range::Attribute(mark)) => {
                return self.whole_subtype(mark);
            }
            ast::Domain::Subtype(indication) => match &indication.constraint {
                None => return self.whole_subtype(&indication.mark),
                Some(ast::Range::Attribute(mark)) => return self.whole_subtype(mark),
                Some(ast::Range::Bounds(low, high)) => {
                    let subtype = self.subtype_prefix(&indication.mark)?;
                    (Some(subtype), Some((low, high)))
                }
            },
        };
        let (low, high) = bounds?;
        let (a, b) = (self.expression(low), self.expression(high));
        let wanted = match (&subtype, &a.kind, &b.kind) {
            (Some(subtype), ..) => Type::of(subtype),
            (None, Type::Universal, Type::Universal) => {
                Type::Integer(super::scope::integer())
            }
            (None, Type::Universal, other) | (None, other, _) => other.clone(),
        };
        if matches!(wanted, Type::Boolean) {
            self.error(
                low.span,
                "loops over Boolean are not supported",
                "write the body for False and for True",
            );
            return None;
        }
        let mut a = self.converted(low, a, &wanted);
        let mut b = self.converted(high, b, &wanted);
        if a.is_error() || b.is_error() {
            return None;
        }
        if let Some(Subtype::Integer(target)) = &subtype {
            // A range that is not empty must lie in the subtype. Both bounds are evaluated before
            // either is checked, so both checks belong to the upper one.
            let range = target.interval();
            let is_null = Term::compare(Comparison::Greater, a.term.clone(), b.term.clone());
            for (expression, bound) in [(low, a.clone()), (high, b.clone())] {
                if !bound.interval.is_inside(&range) {
                    let inside = within(&bound.term, &range);
                    let text = format!("{expression} in {}", Subtype::Integer(target.clone()));
                    let condition = Term::or([is_null.clone(), inside]);
                    let check = self.check(Rule::Range, bound.position, text, condition);
                    b.checks.push(check);
                }
            }
            // The body runs only where the range is not empty.
            a.interval = a.interval.clipped(&target.values());
            b.interval = b.interval.clipped(&target.values());
        }
        Some(((low.clone(), a), (high.clone(), b)))
    }

    #[allow(clippy::type_complexity)] // two bounds, each with its syntax
    fn whole_subtype(
        &mut self,
        mark: &ast::Expression,
    ) -> Option<((ast::Expression, Typed), (ast::Expression, Typed))> {
        let subtype = match self.subtype_prefix(mark)? {
            Subtype::Integer(subtype) => subtype,
            Subtype::Boolean => {
                self.error(
                    mark.span,
                    "loops over Boolean are not supported",
                    "write the body for False and for True",
                );
                return None;
            }
        };
        let bound = |value: &num_bigint::BigInt| {
            let expression = ast::Expression {
                kind: ast::ExpressionKind::Integer(value.clone()),
                span: mark.span,
                position: mark.position,
            };
            let kind = Type::Integer(Arc::clone(&subtype.base));
            let value = crate::logic::Value::Int(value.clone());
            (expression, Typed::constant(value, kind, mark.position))
        };
        Some((bound(&subtype.first), bound(&subtype.last)))
    }

    fn exit(
        &mut self,
        span: Span,
        target: Option<&ast::Name>,
        condition: Option<&ast::Expression>,
    ) -> Option<StatementKind> {
        let condition = condition.map(|condition| self.condition(condition));
        let found = match target {
            None => self.frame.loops.last(),
            Some(name) => {
                let key = Some(name.key());
                self.frame.loops.iter().rev().find(|(name, _)| *name == key)
            }
        };
        let Some((_, id)) = found else {
            let (span, message) = match target {
                Some(name) => (name.span, format!("no loop named {name} is around this exit")),
                None => (span, "this exit stands in no loop".to_owned()),
            };
            self.error(span, message, "put it into the loop it leaves");
            return None;
        };
        Some(StatementKind::Exit {
            target: *id,
            condition,
        })
    }

    /// Assertions and assumptions; pragmas that change nothing that sabs looks at are passed over.
    pub(super) fn pragma(&mut self, pragma: &ast::Pragma) -> Option<StatementKind> {
        match (pragma.name.key().as_str(), pragma.arguments.as_slice()) {
            ("assert", [condition]) => Some(StatementKind::Assert(self.assertion(condition))),
            ("assume", [condition]) => Some(StatementKind::Assume(self.condition(condition))),
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
    pub(super) fn clause(&mut self, clause: &ast::Clause) -> Option<StatementKind> {
        let before = std::mem::replace(&mut self.context, Context::Clause);
        let kind = match &clause.kind {
            ast::ClauseKind::Assert(condition) => {
                Some(StatementKind::Assert(self.assertion(condition)))
            }
            ast::ClauseKind::Assume(condition) => {
                Some(StatementKind::Assume(self.condition(condition)))
            }
            ast::ClauseKind::Label(name) => Some(StatementKind::Label(name.text.clone())),
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
                None
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
                None
            }
        };
        self.context = before;
        kind
    }
}
