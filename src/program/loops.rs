//! Loops.

use std::sync::Arc;

use num_bigint::BigInt;

use super::elaborator::Elaborator;
use super::expressions::{Type, Typed, finish, within};
use super::interval::Interval;
use super::scope::{self, Access, Entity, Scope};
use super::typed::{DiscreteSubtype, ForLoop, Scheme, StatementKind, Subtype};
use crate::logic::{Comparison, Term, Value};
use crate::source::Span;
use crate::syntax::ast::{self, Direction};
use crate::verdict::Rule;

/// A bound with its syntax.
type Bound = (ast::Expression, Typed);

impl Elaborator {
    pub(super) fn iteration(
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
            ast::Scheme::For(scheme) => self.for_loop(scheme),
            ast::Scheme::Opaque(_) => {
                self.not_read(body[0].span, "parallel loops are", "leave parallel out");
                None
            }
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
    fn for_loop(&mut self, scheme: &ast::Iteration) -> Option<Scheme> {
        let (parameter, direction) = (&scheme.parameter, scheme.direction);
        if let Some(filter) = &scheme.filter {
            let help = "write an if statement in the loop";
            self.not_read(filter.span, "iterator filters are", help);
        }
        let Some((low, high)) = self.domain(&scheme.domain) else {
            self.declare(parameter, Entity::Error);
            return None;
        };
        let (Type::Discrete(base), false) = (&low.1.kind, high.1.is_error()) else {
            self.declare(parameter, Entity::Error);
            return None;
        };
        let mut interval = Interval::new(low.1.interval.low.clone(), high.1.interval.high.clone());
        if interval.is_empty() {
            interval = base.interval();
        }
        let subtype = Subtype::Discrete(DiscreteSubtype {
            base: Arc::clone(base),
            name: None,
            first: interval.low,
            last: interval.high,
        });
        let (end, word) = match direction {
            Direction::Upwards => (&high, "last"),
            Direction::Downwards => (&low, "first"),
        };
        let mut reads = end.1.reads.iter();
        let is_stable = reads.all(|read| self.is_stable(&read.variable));
        let (end_span, end_base) = (end.0.span, Arc::clone(base));
        let object = self.local(&parameter.text, subtype, parameter.span);
        let kept_bound = (!is_stable).then(|| {
            let name = format!("{}__{word}", parameter.text);
            // Not the parameter's interval: the bound of an empty range may lie anywhere.
            let subtype = Subtype::Discrete(DiscreteSubtype {
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
            direction,
            low: finish(&low.0, low.1),
            high: finish(&high.0, high.1),
            kept_bound,
        })))
    }

    /// The bounds of a loop, both of one integer type.
    fn domain(&mut self, domain: &ast::Domain) -> Option<(Bound, Bound)> {
        let discrete = match domain {
            ast::Domain::Discrete(discrete) => discrete,
            ast::Domain::Elements(other) | ast::Domain::Iterator(other) => {
                let help = "write a loop over a range: for I in A .. B loop";
                self.not_read(other.span, "iterators are", help);
                return None;
            }
        };
        let (subtype, low, high) = match discrete {
            ast::DiscreteRange::Range(ast::Range::Bounds(low, high)) => (None, low, high),
            ast::DiscreteRange::Range(ast::Range::Attribute { prefix, .. }) => {
                return self.whole_subtype(prefix);
            }
            ast::DiscreteRange::Subtype(indication) => match &indication.constraint {
                None => return self.whole_subtype(&indication.mark),
                Some(ast::Constraint::Range(ast::Range::Attribute { prefix, .. })) => {
                    return self.whole_subtype(prefix);
                }
                Some(ast::Constraint::Range(ast::Range::Bounds(low, high))) => {
                    let subtype = self.subtype_prefix(&indication.mark)?;
                    (Some(subtype), low, high)
                }
                Some(_) => {
                    self.not_read(indication.span, "arrays are", "use scalar variables");
                    return None;
                }
            },
        };
        let (low, high): (&ast::Expression, &ast::Expression) = (low, high);
        let (a, b) = (self.expression(low), self.expression(high));
        let wanted = match (&subtype, &a.kind, &b.kind) {
            (Some(subtype), ..) => Type::of(subtype),
            (None, Type::Universal, Type::Universal) => Type::Discrete(scope::integer()),
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
        if let Some(Subtype::Discrete(target)) = &subtype {
            // A range that is not empty must lie in the subtype. Both bounds are evaluated before
            // either is checked, so both checks belong to the upper one.
            let range = target.interval();
            let is_null = Term::compare(Comparison::Greater, a.term.clone(), b.term.clone());
            for (expression, bound) in [(low, a.clone()), (high, b.clone())] {
                if !bound.interval.is_inside(&range) {
                    let inside = within(&bound.term, &range);
                    let text = format!("{expression} in {}", Subtype::Discrete(target.clone()));
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

    fn whole_subtype(&mut self, mark: &ast::Expression) -> Option<(Bound, Bound)> {
        let subtype = match self.subtype_prefix(mark)? {
            Subtype::Discrete(subtype) => subtype,
            Subtype::Boolean => {
                self.error(
                    mark.span,
                    "loops over Boolean are not supported",
                    "write the body for False and for True",
                );
                return None;
            }
        };
        let bound = |value: &BigInt| {
            let expression = ast::Expression {
                kind: ast::ExpressionKind::Integer(value.clone()),
                span: mark.span,
                position: mark.position,
            };
            let kind = Type::Discrete(Arc::clone(&subtype.base));
            let value = Value::Int(value.clone());
            (expression, Typed::constant(value, kind, mark.position))
        };
        Some((bound(&subtype.first), bound(&subtype.last)))
    }

    pub(super) fn exit(
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
                Some(name) => (
                    name.span,
                    format!("no loop named {name} is around this exit"),
                ),
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
}
