//! Quantified and declare expressions, and ranges.

use std::sync::Arc;

use super::discrete_ranges::Course;
use super::elaborator::{Elaborator, Lifting};
use super::entity::{Access, EntityKind, Object};
use super::indexing::EvaluatedRange;
use super::interval::Interval;
use super::operators::position_term;
use super::place::{PathStep, Place};
use super::tree::Tree;
use super::typed::{GuardedCheck, Step};
use super::typed_value::Typed;
use super::types::{Range, Subtype};
use crate::logic::{Arithmetic, Binder, Comparison, Quantifier, Sort, Term, Variable};
use crate::source::Span;
use crate::syntax::ast;

impl Elaborator {
    /// `(for all X in D => P)`
    pub(super) fn quantified(
        &mut self,
        expression: &ast::Expression,
        quantifier: ast::Quantifier,
        iteration: &ast::Iteration,
        predicate: &ast::Expression,
    ) -> Typed {
        let position = expression.position;
        let boolean = Subtype::of(&self.standard.boolean);
        let mut before = Vec::new();
        let Some(course) = self.course(iteration, &mut before) else {
            let lost = Typed {
                steps: before,
                ..Typed::error(position)
            };
            return self.replaced_by_lost(lost, &boolean, position, "quantified expression");
        };
        let quantifier = match quantifier {
            ast::Quantifier::All => Quantifier::ForAll,
            ast::Quantifier::Some => Quantifier::Exists,
        };
        before.extend(course.range.steps.clone());
        let (term, steps) = self.within_ranges(
            Quantified {
                quantifier,
                iteration,
                predicate,
                course: &course,
                span: expression.span,
            },
            &mut Vec::new(),
        );
        let result = Typed {
            kind: boolean.kind(),
            value: Tree::Leaf(term),
            interval: Interval::new(0, 1),
            ..Typed::error(position)
        };
        if let Some(steps) = steps {
            before.extend(steps);
            Typed {
                steps: before,
                ..result
            }
        } else {
            let lost = Typed {
                steps: before,
                ..result
            };
            self.replaced_by_lost(lost, &boolean, position, "call in a quantified expression")
        }
    }

    /// The value of a quantified expression inside of the indices that are bound already, and what
    /// evaluating it does, if that can be told.
    fn within_ranges(
        &mut self,
        what: Quantified<'_>,
        indices: &mut Vec<Term>,
    ) -> (Term, Option<Vec<Step>>) {
        let course = what.course;
        let mut ranges = [&course.range].into_iter().chain(&course.inner);
        let Some(range) = ranges.nth(indices.len()) else {
            return self.instance(what, indices);
        };
        let (binder, (term, steps)) = self.in_binder(&what.iteration.parameter, range, |this| {
            let Some(index) = this.bound(what.iteration) else {
                return (Term::bool(true), None);
            };
            indices.push(index);
            this.within_ranges(what, indices)
        });
        indices.pop();
        // A value is looked at only if those before it have not decided the result.
        let undecided = Undecided {
            condition: match what.quantifier {
                Quantifier::ForAll => term.clone(),
                Quantifier::Exists => Term::not(term.clone()),
            },
            direction: what.iteration.direction,
        };
        let steps = steps
            .and_then(|steps| self.quantify_steps(steps, &binder, Some(&undecided), what.span));
        (Term::quantified(what.quantifier, binder, term), steps)
    }

    /// The predicate of one value.
    fn instance(&mut self, what: Quantified<'_>, indices: &[Term]) -> (Term, Option<Vec<Step>>) {
        let boolean = Subtype::of(&self.standard.boolean);
        if let Some((place, subtype)) = &what.course.element {
            let place = place.step(PathStep::Index(indices.to_vec()));
            self.rebind(what.iteration, |_| (place, subtype.clone()));
        } else if !what.course.predicates.is_empty() {
            let predicates = what.course.predicates.clone();
            self.rebind(what.iteration, |bound| {
                let subtype = Subtype {
                    predicates,
                    ..bound.subtype.clone()
                };
                (bound.place.clone(), subtype)
            });
        }
        let filter = what.iteration.filter.as_ref();
        let mut filter = filter.map(|filter| self.boolean(filter, &boolean));
        let mut body = self.boolean(what.predicate, &boolean);
        let mut steps = Vec::new();
        let mut conditions = Vec::new();
        if let Some(index) = indices.first() {
            let is_there = what.course.is_there(index);
            if let Some(filter) = &mut filter {
                filter.guard(&is_there);
            }
            conditions.push(is_there);
        }
        if let Some(filter) = filter {
            conditions.push(filter.term());
            steps.extend(filter.steps);
        }
        let is_met = Term::and(conditions);
        body.guard(&is_met);
        let term = match what.quantifier {
            Quantifier::ForAll => Term::implies(is_met, body.term()),
            Quantifier::Exists => Term::and([is_met, body.term()]),
        };
        steps.extend(body.steps);
        (term, Some(steps))
    }

    /// Steps made for each value of a bound variable, in order. `None` where one cannot be made so.
    ///
    /// `undecided` tells after which values the next one is looked at; without it, after all.
    pub(super) fn quantify_steps(
        &mut self,
        steps: Vec<Step>,
        binder: &Binder,
        undecided: Option<&Undecided>,
        span: Span,
    ) -> Option<Vec<Step>> {
        let mut found = Vec::new();
        let mut is_possible = true;
        let runs = Term::compare(
            Comparison::LessEqual,
            binder.low.clone(),
            binder.high.clone(),
        );
        for step in steps {
            match step {
                Step::Check(check) => {
                    let mut condition = check.condition.clone();
                    if !condition.variables().contains(&binder.variable) && undecided.is_none() {
                        condition = Term::implies(runs.clone(), condition);
                    } else {
                        if let Some(undecided) = undecided {
                            let earlier = undecided.earlier(binder);
                            condition = Term::implies(earlier, condition);
                        }
                        condition = Term::quantified(Quantifier::ForAll, binder.clone(), condition);
                    }
                    found.push(Step::Check(GuardedCheck { condition, ..check }));
                }
                Step::Read(mut read) => {
                    if read.speaks_of(&binder.variable) {
                        if let Some(undecided) = undecided {
                            read.guard = Term::and([undecided.earlier(binder), read.guard]);
                        }
                        read.binders.insert(0, binder.clone());
                    } else {
                        // The first value decides: for the others the same is read again.
                        read.guard = Term::and([runs.clone(), read.guard]);
                    }
                    found.push(Step::Read(read));
                }
                Step::Assume(condition) => {
                    found.push(Step::Assume(Term::quantified(
                        Quantifier::ForAll,
                        binder.clone(),
                        condition,
                    )));
                }
                Step::Call { .. } | Step::Forget { .. } | Step::Assign(..) => is_possible = false,
            }
        }
        if !is_possible {
            self.gap(span, "call or lost value under a quantifier");
            return None;
        }
        Some(found)
    }

    /// Runs something with a bound variable declared under the name of a parameter.
    pub(super) fn in_binder<T>(
        &mut self,
        parameter: &ast::Name,
        range: &EvaluatedRange,
        action: impl FnOnce(&mut Elaborator) -> T,
    ) -> (Binder, T) {
        let depth = self.binders;
        // No program variable bears such a name, so that nothing is captured.
        let name = if depth == 0 {
            format!("{}'", parameter.text)
        } else {
            format!("{}'{depth}", parameter.text)
        };
        let binder = Binder::new(&name, range.low.clone(), range.high.clone());
        let lifting = std::mem::replace(&mut self.lifting, Lifting::Inlined);
        self.binders += 1;
        let variable = binder.variable.clone();
        self.frame.stable.insert(variable.clone());
        let result = self.in_region(|this| {
            let interval = Interval::new(
                range.low_interval.low.clone(),
                range.high_interval.high.clone(),
            );
            let is_boolean = range.base.is_boolean();
            let value = if is_boolean {
                Term::equal(Term::variable(&variable), Term::int(1))
            } else {
                Term::variable(&variable)
            };
            let hull = if interval.is_empty() {
                range.base.base_interval()
            } else {
                interval
            };
            let subtype = if is_boolean {
                Subtype::of(&range.base)
            } else {
                Subtype::ranged(&range.base, None, Range::fixed(hull))
            };
            let kind = EntityKind::Object(Arc::new(Object {
                place: Place::whole(Tree::Leaf(value)),
                subtype,
                access: Access::LoopParameter,
            }));
            this.declare(parameter, kind);
            action(this)
        });
        self.binders -= 1;
        self.lifting = lifting;
        (binder, result)
    }

    /// The position of the value that the parameter of an iteration stands for.
    fn bound(&self, iteration: &ast::Iteration) -> Option<Term> {
        let id = self.find(&iteration.parameter.text).first().copied()?;
        match &self.entity(id).kind {
            EntityKind::Object(index) => Some(position_term(&index.place.read().term())),
            _ => None,
        }
    }

    /// The parameter of an iteration stands for something else than the bound value, or for what is
    /// known to be more.
    fn rebind(
        &mut self,
        iteration: &ast::Iteration,
        meant: impl FnOnce(&Object) -> (Place, Subtype),
    ) {
        let Some(id) = self.find(&iteration.parameter.text).first().copied() else {
            return;
        };
        let EntityKind::Object(bound) = self.entity(id).kind.clone() else {
            return;
        };
        let (place, subtype) = meant(&bound);
        let kind = EntityKind::Object(Arc::new(Object {
            place,
            subtype,
            access: Access::Constant,
        }));
        self.entities[id.0 as usize].kind = kind;
    }
}

/// A quantified expression.
#[derive(Clone, Copy)]
struct Quantified<'a> {
    quantifier: Quantifier,
    iteration: &'a ast::Iteration,
    predicate: &'a ast::Expression,
    course: &'a Course,
    span: Span,
}

impl Course {
    /// Whether a position of the range is none of those that are left out.
    fn is_there(&self, position: &Term) -> Term {
        Term::and(self.skips.iter().map(|(below, above)| {
            let below = Term::int(below.clone());
            let above = Term::int(above.clone());
            Term::or([
                Term::compare(Comparison::LessEqual, position.clone(), below),
                Term::compare(Comparison::GreaterEqual, position.clone(), above),
            ])
        }))
    }
}

/// What holds of a value after which the next one is looked at.
pub(super) struct Undecided {
    condition: Term,
    /// Which value is the next.
    direction: ast::Direction,
}

impl Undecided {
    /// That the condition holds of every value that comes before the bound one.
    fn earlier(&self, binder: &Binder) -> Term {
        if self.condition.is_bool(true) {
            return Term::bool(true);
        }
        let bound = || Term::variable(&binder.variable);
        let beside = |step| Term::arithmetic(step, bound(), Term::int(1));
        let (low, high) = match self.direction {
            ast::Direction::Upwards => (binder.low.clone(), beside(Arithmetic::Subtract)),
            ast::Direction::Downwards => (beside(Arithmetic::Add), binder.high.clone()),
        };
        let before = Variable::new(&format!("{}before", binder.variable.name), Sort::Int);
        let condition = self.condition.map_variables(&|variable| {
            if *variable == binder.variable {
                Term::variable(&before)
            } else {
                Term::variable(variable)
            }
        });
        let earlier = Binder {
            variable: before,
            low,
            high,
        };
        Term::quantified(Quantifier::ForAll, earlier, condition)
    }
}
