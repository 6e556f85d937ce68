//! Quantified and declare expressions, and ranges.

use std::sync::Arc;

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
        let Some((range, element)) = self.iteration_range(iteration, &mut before) else {
            let lost = Typed {
                steps: before,
                ..Typed::error(position)
            };
            return self.replaced_by_lost(lost, &boolean, position, "quantified expression");
        };
        let (binder, (filter, mut body)) = self.in_binder(&iteration.parameter, &range, |this| {
            if let Some((place, subtype)) = &element {
                this.rebind_element(iteration, place, subtype);
            }
            let filter = iteration
                .filter
                .as_ref()
                .map(|filter| this.boolean(filter, &boolean));
            (filter, this.boolean(predicate, &boolean))
        });
        let mut term = body.term();
        let quantifier = match quantifier {
            ast::Quantifier::All => Quantifier::ForAll,
            ast::Quantifier::Some => Quantifier::Exists,
        };
        let mut steps = Vec::new();
        if let Some(filter) = filter {
            steps.extend(filter.steps.clone());
            body.guard(&filter.term());
            term = match quantifier {
                Quantifier::ForAll => Term::implies(filter.term(), term),
                Quantifier::Exists => Term::and([filter.term(), term]),
            };
        }
        steps.extend(body.steps);
        // A value is looked at only if those before it have not decided the result.
        let undecided = Undecided {
            condition: match quantifier {
                Quantifier::ForAll => term.clone(),
                Quantifier::Exists => Term::not(term.clone()),
            },
            direction: iteration.direction,
        };
        before.extend(range.steps.clone());
        let result = Typed {
            kind: boolean.kind(),
            value: Tree::Leaf(Term::quantified(quantifier, binder.clone(), term)),
            interval: Interval::new(0, 1),
            ..Typed::error(position)
        };
        if let Some(steps) = self.quantify_steps(steps, &binder, Some(&undecided), expression.span)
        {
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

    /// The parameter of an iteration over elements stands for the element at the bound index.
    fn rebind_element(&mut self, iteration: &ast::Iteration, place: &Place, subtype: &Subtype) {
        let Some(id) = self.find(&iteration.parameter.text).first().copied() else {
            return;
        };
        let EntityKind::Object(index) = self.entity(id).kind.clone() else {
            return;
        };
        let index = position_term(&index.place.read().term());
        let kind = EntityKind::Object(Arc::new(Object {
            place: place.step(PathStep::Index(vec![index])),
            subtype: subtype.clone(),
            access: Access::Constant,
        }));
        self.entities[id.0 as usize].kind = kind;
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
