//! Values of arrays: aggregates, strings, concatenation, operators on all components.

use super::aggregate_bounds::{compatible, left_out, left_over, representable};
use super::elaborator::Elaborator;
use super::operators::position_term;
use super::place::{bound_index, length};
use super::static_predicates::Unread;
use super::strings::string_data;
use super::tree::Tree;
use super::typed::Step;
use super::typed_value::Typed;
use super::types::Subtype;
use crate::logic::{Arithmetic, Comparison, Term};
use crate::source::Span;
use crate::syntax::ast::{self, Choice};
use crate::verdict::Rule;

/// What an association of an array aggregate sets.
pub(super) enum Placed {
    Point(Term, Tree),
    Range(Term, Term, Tree),
    Iterated(crate::logic::Binder, Tree),
}

/// One dimension of an array aggregate.
struct Level {
    bounds: Vec<(Term, Term)>,
    /// What finding the bounds does: before any value is evaluated, and even if none is.
    early: Vec<Step>,
    data: Tree,
    steps: Vec<Step>,
}

impl Level {
    /// Whether the value may lie outside of the component's subtype where it is not evaluated.
    fn is_checked(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Check(_)))
    }
}

impl Elaborator {
    pub(super) fn array_aggregate(
        &mut self,
        expression: &ast::Expression,
        aggregate: &ast::Aggregate,
        subtype: &Subtype,
    ) -> Typed {
        let Some(array) = subtype.base.array().cloned() else {
            return Typed::error(expression.position);
        };
        let wanted: Vec<Option<(Term, Term)>> = match subtype.index_ranges() {
            Some(ranges) => ranges
                .iter()
                .map(|range| Some((range.first.clone(), range.last.clone())))
                .collect(),
            None => vec![None; array.indices.len()],
        };
        let known = self.diagnostics.len();
        let default = subtype.base.default().cloned();
        let around = std::mem::replace(&mut self.component_default, default);
        let level = self.level(
            expression.span,
            &aggregate.associations,
            &array.indices,
            &wanted,
            &array.component,
        );
        self.component_default = around;
        let Some(level) = level else {
            let nothing = Typed::error(expression.position);
            if self.diagnostics.len() > known {
                return nothing;
            }
            // No mistake, but a value that cannot be told: it must not be taken for the old one.
            return self.replaced_by_lost(nothing, subtype, expression.span, "aggregate");
        };
        Typed {
            kind: subtype.kind(),
            value: Tree::Array(level.bounds, Box::new(level.data)),
            steps: level.early.into_iter().chain(level.steps).collect(),
            ..Typed::error(expression.position)
        }
    }

    fn element(
        &mut self,
        value: &ast::Expression,
        indices: &[Subtype],
        wanted: &[Option<(Term, Term)>],
        component: &Subtype,
    ) -> Option<Level> {
        if indices.is_empty() {
            let typed = self.value_for(value, component);
            if typed.is_error() {
                return None;
            }
            return Some(Level {
                bounds: Vec::new(),
                early: Vec::new(),
                data: typed.value,
                steps: typed.steps,
            });
        }
        match &value.kind {
            ast::ExpressionKind::Aggregate(inner) => {
                self.level(value.span, &inner.associations, indices, wanted, component)
            }
            ast::ExpressionKind::String(text) => {
                let characters = self.characters(text, component, value.span)?;
                let count = u64::try_from(text.chars().count()).unwrap_or(0);
                let first = indices[0].range().first;
                let bounds = wanted[0]
                    .clone()
                    .unwrap_or_else(|| (first.clone(), plus(&first, count)));
                let start = bounds.0.clone();
                Some(Level {
                    data: string_data(&characters, &start, component),
                    bounds: vec![bounds],
                    early: Vec::new(),
                    steps: Vec::new(),
                })
            }
            _ => {
                self.error(value.span, "an inner aggregate is expected", "write (…)");
                None
            }
        }
    }

    /// The value of an association; `<>` is whatever the component starts with.
    fn associated(
        &mut self,
        association: &ast::AggregateAssociation,
        rest: &[Subtype],
        rest_wanted: &[Option<(Term, Term)>],
        component: &Subtype,
    ) -> Option<Level> {
        if let Some(value) = &association.value {
            return self.element(value, rest, rest_wanted, component);
        }
        if !rest.is_empty() {
            self.error(association.span, "a value is expected", "write it");
            return None;
        }
        let mut steps = Vec::new();
        let data = match self.component_default.clone() {
            Some(default) => self.type_default(&default, component, 0, &mut steps),
            None => self.initial_value(component, association.span, &mut steps),
        };
        Some(Level {
            bounds: Vec::new(),
            early: Vec::new(),
            data,
            steps,
        })
    }

    #[allow(clippy::too_many_lines)] // association by association
    fn level(
        &mut self,
        span: Span,
        associations: &[ast::AggregateAssociation],
        indices: &[Subtype],
        wanted: &[Option<(Term, Term)>],
        component: &Subtype,
    ) -> Option<Level> {
        let index = Subtype::of(&indices[0].base);
        let (rest, rest_wanted) = (&indices[1..], &wanted[1..]);
        let (mut early, mut steps) = (Vec::new(), Vec::new());
        let mut inner_bounds: Option<Vec<(Term, Term)>> = None;
        let mut placed: Vec<Placed> = Vec::new();
        let mut others = None;
        let mut positional: Vec<Tree> = Vec::new();
        // Whether the values may stand outside of the bounds, too.
        let mut is_base = true;
        for association in associations {
            if let Some(iteration) = &association.iteration {
                for found in
                    self.iterated(iteration, association, &index, rest, rest_wanted, component)?
                {
                    steps.extend(found.1);
                    self.same_bounds(span, &mut inner_bounds, found.2, &mut early);
                    placed.push(found.0);
                }
                continue;
            }
            let is_others = association
                .choices
                .iter()
                .any(|choice| matches!(choice, Choice::Others(_)));
            let evaluated = self.associated(association, rest, rest_wanted, component)?;
            let is_checked = evaluated.is_checked();
            early.extend(evaluated.early);
            self.same_bounds(span, &mut inner_bounds, evaluated.bounds, &mut early);
            let mut own_steps = evaluated.steps;
            let is_several = association.choices.len() > 1
                || association.choices.iter().any(|choice| match choice {
                    Choice::Discrete(_) | Choice::Others(_) => true,
                    Choice::Expression(written) => self.names_subtype(written),
                });
            if is_several {
                self.calls_are_repeated(&own_steps, association.span);
            }
            if is_others {
                // The value is evaluated once per component that is left: not at all for none.
                if let Some((low, high)) = &wanted[0] {
                    let left = left_over(low, high, positional.len(), &placed);
                    left_out(&mut own_steps, &left, associations.len() == 1);
                    is_base = is_base && (!is_checked || left.is_bool(true));
                }
                others = Some(evaluated.data);
            } else if association.choices.is_empty() {
                positional.push(evaluated.data);
            } else {
                // The value is evaluated once per component: not at all for none.
                let mut runs = Vec::new();
                for choice in &association.choices {
                    let is_range = match choice {
                        Choice::Discrete(_) => true,
                        Choice::Expression(written) => self.names_subtype(written),
                        Choice::Others(_) => false,
                    };
                    if is_range {
                        for range in self.choice_ranges(choice, &index)? {
                            let (low, high) = (range.low, range.high);
                            let order = Comparison::LessEqual;
                            runs.push(Term::compare(order, low.clone(), high.clone()));
                            early.extend(range.steps);
                            placed.push(Placed::Range(low, high, evaluated.data.clone()));
                        }
                    } else if let Choice::Expression(written) = choice {
                        let typed = self.unconstrained(written, &index);
                        if typed.is_error() {
                            return None;
                        }
                        steps.extend(typed.steps.clone());
                        let term = position_term(&typed.term());
                        placed.push(Placed::Point(term, evaluated.data.clone()));
                        runs.push(Term::bool(true));
                    }
                }
                let runs = Term::or(runs);
                super::typed_value::guard_steps(&mut own_steps, &runs);
                is_base = is_base && (!is_checked || runs.is_bool(true));
            }
            steps.extend(own_steps);
        }
        let bounds = self.level_bounds(
            span,
            &indices[0],
            wanted[0].as_ref(),
            &positional,
            &placed,
            others.as_ref(),
        )?;
        if let Some((low, high)) = &wanted[0]
            && others.is_some()
        {
            self.choices_inside(span, &placed, positional.len(), (low, high), &mut steps);
        } else if wanted[0].is_none() || positional.is_empty() {
            // A wanted number of components, one by one, leads to the wanted bounds.
            let mut condition = compatible(&bounds, &indices[0]);
            if associations.is_empty() {
                // `[]` ends before the first value of the type, where there is none.
                condition = Term::and([condition, representable(&bounds, &indices[0])]);
            }
            let text = format!("the bounds of the aggregate in {}", indices[0].describe());
            self.push_check(&mut early, Rule::Range, span, text, condition);
        }
        let mut all: Vec<Placed> = Vec::new();
        for (at, data) in positional.into_iter().enumerate() {
            let offset = Term::int(at);
            let place = Term::arithmetic(Arithmetic::Add, bounds.0.clone(), offset);
            all.push(Placed::Point(place, data));
        }
        if !is_base && let Some(data) = others.take() {
            all.insert(0, Placed::Range(bounds.0.clone(), bounds.1.clone(), data));
        }
        all.extend(placed);
        let data = self.filled(&all, others.as_ref(), is_base, rest, component);
        let mut found = vec![bounds];
        found.extend(
            inner_bounds.unwrap_or_else(|| rest_wanted.iter().flatten().cloned().collect()),
        );
        Some(Level {
            bounds: found,
            early,
            data,
            steps,
        })
    }

    /// The map that the parts make.
    #[allow(clippy::fn_params_excessive_bools)] // what the values are, not how they are placed
    fn filled(
        &mut self,
        placed: &[Placed],
        others: Option<&Tree>,
        is_base: bool,
        rest: &[Subtype],
        component: &Subtype,
    ) -> Tree {
        let default = || {
            placed
                .iter()
                .filter(|_| is_base)
                .find_map(|part| match part {
                    Placed::Point(_, data) | Placed::Range(_, _, data) => Some(data.clone()),
                    Placed::Iterated(..) => None,
                })
        };
        let base = if let Some(base) = others.cloned().or_else(default) {
            base
        } else {
            let shape = self.default_tree(component);
            (0..rest.len()).fold(shape, |shape, _| {
                shape.map(&|term| Term::constant_array(term.clone()))
            })
        };
        let mut data = base.map(&|term| Term::constant_array(term.clone()));
        for part in placed {
            data = match part {
                Placed::Point(at, value) => data.zip(value, &|map, value| {
                    Term::store(map.clone(), at.clone(), value.clone())
                }),
                Placed::Range(low, high, value) => {
                    let binder = bound_index(low.clone(), high.clone(), self.binders);
                    data.zip(value, &|map, value| {
                        Term::comprehension(binder.clone(), value.clone(), map.clone())
                    })
                }
                Placed::Iterated(binder, value) => data.zip(value, &|map, value| {
                    Term::comprehension(binder.clone(), value.clone(), map.clone())
                }),
            };
        }
        data
    }

    /// What an iterated association sets, for each range that it goes through.
    #[allow(clippy::type_complexity)] // one answer in three parts
    fn iterated(
        &mut self,
        iteration: &ast::Iteration,
        association: &ast::AggregateAssociation,
        index: &Subtype,
        rest: &[Subtype],
        rest_wanted: &[Option<(Term, Term)>],
        component: &Subtype,
    ) -> Option<Vec<(Placed, Vec<Step>, Vec<(Term, Term)>)>> {
        let (ast::Domain::Discrete(domain), Some(value)) = (&iteration.domain, &association.value)
        else {
            self.reject(association.span, "iterated association over elements");
            return None;
        };
        if iteration.filter.is_some() || association.key.is_some() {
            self.reject(
                association.span,
                "iterated association with a filter or key",
            );
            return None;
        }
        let ranges = match self.discrete_ranges(domain, Some(index)) {
            Ok(ranges) => ranges,
            Err(unread) => {
                if let Unread::Construct(what) = unread {
                    self.reject(association.span, what);
                }
                return None;
            }
        };
        let mut parts = Vec::new();
        for range in ranges {
            let mut steps = range.steps.clone();
            let (binder, level) = self.in_binder(&iteration.parameter, &range, |this| {
                this.element(value, rest, rest_wanted, component)
            });
            let level = level?;
            let depends = |end: &Term| end.variables().contains(&binder.variable);
            let mut bounds = level.bounds.iter();
            if bounds.any(|(low, high)| depends(low) || depends(high)) {
                self.reject(
                    association.span,
                    "part of an aggregate whose bounds depend on an iteration",
                );
                return None;
            }
            // Each value is evaluated once, in order; the first failing check ends it.
            let inner = level.early.into_iter().chain(level.steps).collect();
            steps.extend(self.quantify_steps(inner, &binder, None, association.span)?);
            parts.push((Placed::Iterated(binder, level.data), steps, level.bounds));
        }
        Some(parts)
    }

    fn level_bounds(
        &mut self,
        span: Span,
        index: &Subtype,
        wanted: Option<&(Term, Term)>,
        positional: &[Tree],
        placed: &[Placed],
        others: Option<&Tree>,
    ) -> Option<(Term, Term)> {
        if others.is_some() {
            if wanted.is_none() {
                self.error(
                    span,
                    "others stands in an aggregate whose bounds are not known",
                    "qualify it by a constrained subtype",
                );
            }
            return wanted.cloned();
        }
        if !positional.is_empty() || placed.is_empty() {
            let first = wanted.map_or_else(|| index.range().first, |(first, _)| first.clone());
            let count = u64::try_from(positional.len()).unwrap_or(0);
            return Some((first.clone(), plus(&first, count)));
        }
        let mut low: Option<Term> = None;
        let mut high: Option<Term> = None;
        for part in placed {
            let (a, b) = match part {
                Placed::Point(at, _) => (at.clone(), at.clone()),
                Placed::Range(a, b, _) => (a.clone(), b.clone()),
                Placed::Iterated(binder, _) => (binder.low.clone(), binder.high.clone()),
            };
            low = Some(match low {
                None => a,
                Some(low) => least(&low, &a),
            });
            high = Some(match high {
                None => b,
                Some(high) => largest(&high, &b),
            });
        }
        Some((low?, high?))
    }

    /// With `others`, the other choices must lie inside the bounds.
    fn choices_inside(
        &self,
        span: Span,
        placed: &[Placed],
        positional: usize,
        (low, high): (&Term, &Term),
        steps: &mut Vec<Step>,
    ) {
        if positional > 0 {
            let enough = Term::compare(
                Comparison::LessEqual,
                Term::int(positional),
                length(low, high),
            );
            self.push_check(steps, Rule::Range, span, "the number of components", enough);
        }
        for part in placed {
            let (a, b) = match part {
                Placed::Point(at, _) => (at, at),
                Placed::Range(a, b, _) => (a, b),
                Placed::Iterated(binder, _) => (&binder.low, &binder.high),
            };
            let inside = Term::or([
                Term::compare(Comparison::Greater, a.clone(), b.clone()),
                Term::and([
                    Term::between(a, low.clone(), high.clone()),
                    Term::between(b, low.clone(), high.clone()),
                ]),
            ]);
            self.push_check(
                steps,
                Rule::Range,
                span,
                "the choices of the aggregate",
                inside,
            );
        }
    }
}

/// `first + count - 1`
pub(super) fn plus(first: &Term, count: u64) -> Term {
    let end = Term::arithmetic(Arithmetic::Add, first.clone(), Term::int(count));
    Term::arithmetic(Arithmetic::Subtract, end, Term::int(1))
}

fn least(a: &Term, b: &Term) -> Term {
    let condition = Term::compare(Comparison::LessEqual, a.clone(), b.clone());
    super::tree::chosen(&condition, a, b)
}

fn largest(a: &Term, b: &Term) -> Term {
    let condition = Term::compare(Comparison::GreaterEqual, a.clone(), b.clone());
    super::tree::chosen(&condition, a, b)
}
