//! Loops, their invariants and variants.

use std::sync::Arc;

use super::composite_types::keep_steps;
use super::discrete_ranges::Course;
use super::elaborator::Elaborator;
use super::entity::{Access, EntityKind, Object};
use super::frame::LoopFrame;
use super::indexing::EvaluatedRange;
use super::interval::Interval;
use super::place::{PathStep, Place};
use super::tree::Tree;
use super::typed::{
    Evaluation, Expression, ForLoop, InnerRange, LoopId, Scheme, Statement, StatementKind,
};
use super::types::{Range, Subtype};
use super::variants::Growth;
use crate::logic::{Sort, Term, Variable};
use crate::source::Span;
use crate::syntax::ast::{self, Direction};
use crate::verdict::Rule;

impl Elaborator {
    pub(super) fn iteration(
        &mut self,
        span: Span,
        name: Option<&ast::Name>,
        scheme: &ast::Scheme,
        body: &[ast::Statement],
        found: &mut Vec<Statement>,
    ) -> Option<StatementKind> {
        let id = self.frame.next_loop();
        let filter = match scheme {
            ast::Scheme::For(iteration) => iteration.filter.as_ref(),
            ast::Scheme::Forever | ast::Scheme::While(_) | ast::Scheme::Opaque(_) => None,
        };
        let was_local = std::mem::replace(&mut self.is_local, true);
        let prefix = self.prefix();
        let region = self.new_region(name.map(|name| name.text.as_str()), &prefix);
        self.scopes.push(region);
        let mut first = Vec::new();
        let scheme = match scheme {
            ast::Scheme::Forever => Some(Scheme::Forever),
            ast::Scheme::While(condition) => Some(Scheme::While(self.condition(condition))),
            ast::Scheme::For(iteration) => self.for_loop(iteration, &mut first, found),
            ast::Scheme::Opaque(opaque) => {
                self.reject(span, opaque.what);
                None
            }
        };
        self.frame.loops.push(LoopFrame {
            name: name.map(ast::Name::key),
            id,
            is_block: false,
            is_continued: false,
            before: Vec::new(),
        });
        let mut statements = match filter {
            Some(filter) => self.statements(&[filtered(filter, body)]),
            None => self.statements(body),
        };
        if let Some(inner) = self.frame.loops.pop() {
            if inner.is_continued {
                let kind = StatementKind::Target(end_of_body(id));
                statements.push(Statement { kind, span });
            }
            found.extend(inner.before);
        }
        self.scopes.pop();
        self.is_local = was_local;
        let mut body = first;
        body.extend(statements);
        Some(StatementKind::Loop {
            id,
            scheme: scheme?,
            body,
        })
    }

    /// Whether a call is a bare `continue;`, which looks like one.
    pub(super) fn is_continue(&self, callee: &ast::Expression) -> bool {
        matches!(&callee.kind, ast::ExpressionKind::Name(name)
            if name.eq_ignore_ascii_case("continue") && self.find(name).is_empty())
    }

    /// `continue [name] [when condition];`: a jump to the end of the loop's body.
    pub(super) fn going_on(
        &mut self,
        span: Span,
        target: Option<&ast::Name>,
        condition: Option<&ast::Expression>,
    ) -> Option<StatementKind> {
        let key = target.map(ast::Name::key);
        let mut around = self.frame.loops.iter_mut().rev();
        let Some(found) = around.find(|found| {
            !found.is_block
                && key
                    .as_ref()
                    .is_none_or(|key| found.name.as_ref() == Some(key))
        }) else {
            self.error(
                span,
                "there is no such loop around this continue",
                "write it in a loop, or check the loop's name",
            );
            return None;
        };
        found.is_continued = true;
        let jump = StatementKind::Goto(end_of_body(found.id));
        let Some(condition) = condition else {
            return Some(jump);
        };
        let condition = self.condition(condition);
        Some(StatementKind::If {
            branches: vec![(condition, vec![Statement { kind: jump, span }])],
            otherwise: Vec::new(),
        })
    }

    /// Declares the loop parameter. Its subtype is an interval in which it lies whenever the body
    /// runs: from the least value of the lower to the largest of the upper bound.
    fn for_loop(
        &mut self,
        iteration: &ast::Iteration,
        first: &mut Vec<Statement>,
        found: &mut Vec<Statement>,
    ) -> Option<Scheme> {
        let parameter = &iteration.parameter;
        let mut before = Vec::new();
        let known = self.frame.gaps.len();
        let Some(course) = self.course(iteration, &mut before) else {
            let gap = self.frame.gaps.get(known..).and_then(<[_]>::last).cloned();
            if let Some(gap) = gap {
                self.frame.rejection.get_or_insert(gap);
            } else if !self.frame.gaps.is_empty() && self.diagnostics.is_empty() {
                self.reject(iteration.span, "iteration over what is not known");
            }
            self.declare(parameter, EntityKind::Error);
            return None;
        };
        let (range, element) = (&course.range, &course.element);
        if !before.is_empty() {
            found.push(Statement {
                kind: StatementKind::Assert(Evaluation {
                    steps: before,
                    text: String::new(),
                    span: iteration.span,
                }),
                span: iteration.span,
            });
        }
        let is_boolean = range.base.is_boolean();
        let name = if element.is_some() || is_boolean {
            format!("{}__index", parameter.text)
        } else {
            parameter.text.clone()
        };
        let subtype = counted_subtype(range);
        let variable = self.counter(&name, &subtype, parameter.span);
        let inner = self.inner_ranges(parameter, &course.inner, found);
        let term = Term::variable(&variable);
        let (place, subtype, access) = match element {
            Some((place, component)) => {
                let mut kept = Vec::new();
                let place = self.kept_place(place, "Array", parameter.span, &mut kept);
                keep_steps(Vec::new(), kept, parameter.span, found);
                let inner = inner.iter().map(|inner| Term::variable(&inner.parameter));
                let indices = [term].into_iter().chain(inner).collect();
                (
                    place.step(PathStep::Index(indices)),
                    component.clone(),
                    element_access(&place),
                )
            }
            None if is_boolean => {
                let local = self.temporary(&parameter.text, Sort::Bool, None, parameter.span);
                self.frame.stable.insert(local.clone());
                first.push(Statement {
                    kind: StatementKind::Assign {
                        assignments: vec![(local.clone(), Term::equal(term, Term::int(1)))],
                        evaluation: Evaluation::nothing(parameter.span),
                    },
                    span: parameter.span,
                });
                (
                    Place::whole(Tree::variable(&local)),
                    Subtype::of(&range.base),
                    Access::LoopParameter,
                )
            }
            None => (
                Place::whole(Tree::Leaf(term)),
                Subtype {
                    predicates: course.predicates.clone(),
                    ..subtype
                },
                Access::LoopParameter,
            ),
        };
        self.declare(
            parameter,
            EntityKind::Object(Arc::new(Object {
                place,
                subtype,
                access,
            })),
        );
        Some(self.scheme_of(iteration, variable, &course, inner))
    }

    /// A variable that counts.
    fn counter(&mut self, name: &str, subtype: &Subtype, span: Span) -> Variable {
        let variable = self.frame.variable(name, Sort::Int);
        let mut object = super::storage::described(&variable, None, &[], span);
        let values = subtype.values();
        object.type_name = format!("{} .. {}", values.low, values.high);
        object.range = Some((values.low, values.high));
        object.is_enumeration = subtype.base.is_enumeration();
        object.form = super::forms::form(&[], subtype);
        self.frame.locals.push(object);
        self.frame.stable.insert(variable.clone());
        variable
    }

    /// The counters of the further dimensions of an array, whose bounds are evaluated once.
    fn inner_ranges(
        &mut self,
        parameter: &ast::Name,
        ranges: &[EvaluatedRange],
        found: &mut Vec<Statement>,
    ) -> Vec<InnerRange> {
        let mut assignments = Vec::new();
        let mut inner = Vec::new();
        for (number, range) in (2..).zip(ranges) {
            let name = format!("{}__index_{number}", parameter.text);
            let counter = self.counter(&name, &counted_subtype(range), parameter.span);
            let whole = (!range.base.is_boolean()).then(|| Subtype::of(&range.base));
            let mut kept = |this: &mut Elaborator, term: &Term, word: &str| {
                let name = format!("{name}__{word}");
                this.kept(
                    &name,
                    term,
                    whole.as_ref(),
                    parameter.span,
                    &mut assignments,
                )
            };
            inner.push(InnerRange {
                low: kept(self, &range.low, "first"),
                high: kept(self, &range.high, "last"),
                parameter: counter,
            });
        }
        keep_steps(Vec::new(), assignments, parameter.span, found);
        inner
    }

    fn scheme_of(
        &mut self,
        iteration: &ast::Iteration,
        parameter: Variable,
        course: &Course,
        inner: Vec<InnerRange>,
    ) -> Scheme {
        let range = &course.range;
        let direction = iteration.direction;
        let (end, word, end_span) = match direction {
            Direction::Upwards => (&range.high, "last", range.high_span),
            Direction::Downwards => (&range.low, "first", range.low_span),
        };
        let is_stable = self.is_stable_term(end);
        // Not the parameter's interval: the bound of an empty range may lie anywhere.
        let whole = Subtype::of(&range.base);
        let kept_bound = (!is_stable).then(|| {
            let name = format!("{}__{word}", iteration.parameter.text);
            let sorted = if range.base.is_boolean() {
                None
            } else {
                Some(&whole)
            };
            self.temporary(&name, Sort::Int, sorted, end_span)
        });
        let expression = |term: &Term, steps, text: &str, span| Expression {
            term: term.clone(),
            evaluation: Evaluation {
                steps,
                text: text.to_owned(),
                span,
            },
        };
        Scheme::For(Box::new(ForLoop {
            parameter,
            direction,
            low: expression(&range.low, Vec::new(), &range.low_text, range.low_span),
            high: expression(
                &range.high,
                range.steps.clone(),
                &range.high_text,
                range.high_span,
            ),
            kept_bound,
            skips: course.skips.clone(),
            inner,
        }))
    }

    pub(super) fn exit(
        &mut self,
        span: Span,
        target: Option<&ast::Name>,
        condition: Option<&ast::Expression>,
    ) -> Option<StatementKind> {
        let condition = condition.map(|condition| self.condition(condition));
        let found = match target {
            None => self.frame.loops.iter().rev().find(|known| !known.is_block),
            Some(name) => {
                let key = Some(name.key());
                self.frame
                    .loops
                    .iter()
                    .rev()
                    .find(|known| known.name == key)
            }
        };
        let Some(known) = found else {
            let (span, message) = match target {
                Some(name) => (
                    name.span,
                    format!("no loop named {} is around this exit", name.text),
                ),
                None => (span, "this exit stands in no loop".to_owned()),
            };
            self.error(span, message, "put it into the loop it leaves");
            return None;
        };
        Some(StatementKind::Exit {
            target: known.id,
            condition,
        })
    }

    /// `pragma Loop_Invariant (C)`: checked at each arrival; the first after entering the loop has
    /// a rule of its own.
    pub(super) fn loop_invariant(
        &mut self,
        span: Span,
        condition: &ast::Expression,
        found: &mut Vec<Statement>,
    ) {
        let Some(at) = self.frame.loops.iter().rposition(|known| !known.is_block) else {
            self.error(
                span,
                "this invariant stands in no loop",
                "move it into a loop",
            );
            return;
        };
        let again = self.again(at, span);
        let expression = self.condition(condition);
        let mut evaluation = expression.evaluation;
        let arrived = Term::variable(&again);
        let text = evaluation.text.clone();
        for (rule, skipped) in [
            (Rule::LoopInvariantInitial, arrived.clone()),
            (Rule::LoopInvariantPreserved, Term::not(arrived.clone())),
        ] {
            let holds = Term::or([skipped, expression.term.clone()]);
            let check = self.check(rule, condition.span, text.clone(), holds);
            evaluation.steps.push(check);
        }
        found.push(Statement {
            kind: StatementKind::Assert(evaluation),
            span,
        });
        found.push(assign(&again, Term::bool(true), span));
    }

    /// A Boolean that tells the first arrival in a loop from later ones; unset before the loop.
    fn again(&mut self, at: usize, span: Span) -> Variable {
        let variable = self.temporary("Arrived", Sort::Bool, None, span);
        let before = assign(&variable, Term::bool(false), span);
        self.frame.loops[at].before.push(before);
        variable
    }

    /// `pragma Loop_Variant (Increases => X, Decreases => Y)`
    pub(super) fn loop_variant(
        &mut self,
        span: Span,
        arguments: &[ast::Association],
        found: &mut Vec<Statement>,
    ) {
        let Some(at) = self.frame.loops.iter().rposition(|known| !known.is_block) else {
            self.error(
                span,
                "this variant stands in no loop",
                "move it into a loop",
            );
            return;
        };
        let again = self.again(at, span);
        let (mut before, mut now, mut steps, mut kept) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for argument in arguments {
            let Some(expression) = argument.actual.expression() else {
                continue;
            };
            let growth = match argument.formal.as_ref().map(ast::Name::key).as_deref() {
                Some("increases") => Growth::Increases,
                Some("decreases") => Growth::Decreases,
                _ => {
                    self.promise(span, "structural variant");
                    return;
                }
            };
            let typed = self.integer_or_discrete(expression);
            if typed.is_error() {
                return;
            }
            let term = super::operators::position_term(&typed.term());
            let whole = match &typed.kind {
                super::kind::Kind::Of(base) => Subtype::of(base),
                _ => Subtype::of(&self.standard.integer),
            };
            let old = self.temporary("Variant", Sort::Int, Some(&whole), span);
            // The source has no name for it, whatever it is called here.
            if let Some(object) = self.frame.locals.last_mut() {
                object.form = None;
            }
            steps.extend(typed.steps);
            before.push((growth, Term::variable(&old)));
            now.push((growth, term.clone()));
            kept.push((old, term));
        }
        let progress = super::variants::progress(&before, &now);
        let holds = Term::or([Term::not(Term::variable(&again)), progress]);
        let text = "the variant of the loop makes progress";
        self.push_check(&mut steps, Rule::LoopVariant, span, text, holds);
        found.push(Statement {
            kind: StatementKind::Assert(Evaluation {
                steps,
                text: String::new(),
                span,
            }),
            span,
        });
        kept.push((again, Term::bool(true)));
        found.push(Statement {
            kind: StatementKind::Assign {
                assignments: kept,
                evaluation: Evaluation::nothing(span),
            },
            span,
        });
    }

    /// A discrete expression of any type.
    pub(super) fn integer_or_discrete(
        &mut self,
        expression: &ast::Expression,
    ) -> super::typed_value::Typed {
        let own = self.own_type(expression).map(|base| Subtype::of(&base));
        match &own {
            Some(own) if own.base.is_discrete() => self.expression(expression, Some(own)),
            _ => self.integer_value(expression),
        }
    }

    /// `--% invariant C;`: an invariant that is also a predicate.
    pub(super) fn clause_invariant(
        &mut self,
        span: Span,
        text: &ast::PredicateText,
        found: &mut Vec<Statement>,
    ) {
        let before = std::mem::replace(&mut self.context, super::typed_value::Context::Clause);
        self.predicate(text);
        if self.frame.loops.iter().any(|known| !known.is_block) {
            self.loop_invariant(span, &text.expression, found);
        } else {
            self.error(
                span,
                "this invariant stands in no loop",
                "move it into a loop",
            );
        }
        self.context = before;
    }
}

/// The values that a counter takes, and no more where they are known.
fn counted_subtype(range: &EvaluatedRange) -> Subtype {
    let mut interval = Interval::new(
        range.low_interval.low.clone(),
        range.high_interval.high.clone(),
    );
    if interval.is_empty() {
        interval = range.base.base_interval();
    }
    Subtype::ranged(&range.base, None, Range::fixed(interval))
}

/// Elements of a place of variables may be assigned to; those of a value may not.
fn element_access(place: &Place) -> Access {
    let is_variable = place
        .root
        .leaves()
        .iter()
        .all(|leaf| super::tree::as_variable(leaf).is_some());
    if is_variable {
        Access::Variable
    } else {
        Access::Constant
    }
}

fn assign(variable: &Variable, term: Term, span: Span) -> Statement {
    Statement {
        kind: StatementKind::Assign {
            assignments: vec![(variable.clone(), term)],
            evaluation: Evaluation::nothing(span),
        },
        span,
    }
}

/// `for … when C loop S end loop`: S is run where C holds.
fn filtered(filter: &ast::Expression, body: &[ast::Statement]) -> ast::Statement {
    ast::Statement {
        kind: ast::StatementKind::If {
            branches: vec![(filter.clone(), body.to_vec())],
            otherwise: Vec::new(),
        },
        span: filter.span,
    }
}

/// The label at the end of a loop's body; no label of Ada has a blank in it.
fn end_of_body(id: LoopId) -> String {
    format!("end of {}", id.0)
}
