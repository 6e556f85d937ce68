//! Aggregates of records, delta aggregates and `'Update`.

use std::sync::Arc;

use super::aggregate_bounds::surely_fails;
use super::discriminants::fitting;
use super::elaborator::Elaborator;
use super::interval::Interval;
use super::kind::Kind;
use super::names::{component_subtype, exists};
use super::operators::position_term;
use super::place::{PathStep, Place};
use super::tree::Tree;
use super::typed::{Chooser, Step};
use super::typed_value::{Typed, guard_steps};
use super::types::{Component, Constraint, Subtype, TypeKind};
use crate::logic::Term;
use crate::source::Span;
use crate::syntax::ast::{self, AggregateForm, Choice, ExpressionKind};
use crate::verdict::Rule;

impl Elaborator {
    /// `(ancestor with …)`: the values are evaluated, what they form is lost.
    fn extended(
        &mut self,
        expression: &ast::Expression,
        aggregate: &ast::Aggregate,
        expected: Option<&Subtype>,
    ) -> Typed {
        let position = expression.position;
        let what = "extension aggregate";
        let Some(expected) = expected else {
            self.reject(expression.span, what);
            return Typed::error(position);
        };
        let mut operands = Vec::new();
        if let AggregateForm::Extension(ancestor) | AggregateForm::NullExtension(ancestor) =
            &aggregate.form
            && !self.names_subtype(ancestor)
        {
            let own = self.own_type(ancestor).map(|base| Subtype::of(&base));
            operands.push(self.expression(ancestor, own.as_ref()));
        }
        let record = expected.base.record().cloned();
        for association in &aggregate.associations {
            let Some(value) = &association.value else {
                continue;
            };
            let choice = association.choices.first().map(ToString::to_string);
            let component = record.as_ref().and_then(|record| {
                let name = choice.as_ref()?;
                Some(record.component(name)?.subtype.clone())
            });
            let own = component.or_else(|| {
                let base = self.own_type(value)?;
                Some(Subtype::of(&base))
            });
            let Some(own) = own else {
                self.reject(expression.span, what);
                return Typed::error(position);
            };
            // Its checks against the component's subtype may depend on discriminants.
            operands.push(self.expression(value, Some(&Subtype::of(&own.base))));
        }
        let lost = Typed::error(position);
        let lost = self.replaced_by_lost(lost, expected, expression.span, what);
        lost.evaluated(operands)
    }

    pub(super) fn aggregate(
        &mut self,
        expression: &ast::Expression,
        aggregate: &ast::Aggregate,
        expected: Option<&Subtype>,
    ) -> Typed {
        let position = expression.position;
        match &aggregate.form {
            AggregateForm::Delta(base) => {
                return self.updated(expression, base, &aggregate.associations, expected);
            }
            AggregateForm::Extension(_) | AggregateForm::NullExtension(_) => {
                return self.extended(expression, aggregate, expected);
            }
            AggregateForm::Plain | AggregateForm::NullRecord => {}
        }
        let Some(expected) = expected else {
            self.error(
                expression.span,
                "the type of this aggregate is not known here",
                "qualify it: T'(…)",
            );
            return Typed::error(position);
        };
        match expected.base.kind() {
            TypeKind::Array(_) => self.array_aggregate(expression, aggregate, expected),
            TypeKind::Record(_) => self.record_aggregate(expression, aggregate, expected),
            TypeKind::Lost(what) => {
                let what = format!("aggregate of a {what}");
                self.gap(expression.span, what);
                Typed::lost(expected.kind(), position)
            }
            TypeKind::Boolean | TypeKind::Discrete(_) => {
                self.error(
                    expression.span,
                    format!("{} has no aggregates", expected.base.name),
                    "write a value",
                );
                Typed::error(position)
            }
        }
    }

    fn record_aggregate(
        &mut self,
        expression: &ast::Expression,
        aggregate: &ast::Aggregate,
        subtype: &Subtype,
    ) -> Typed {
        let position = expression.position;
        let Some(record) = subtype.base.record().cloned() else {
            return Typed::error(position);
        };
        let mut steps = Vec::new();
        let mut parts: Vec<(String, Tree)> = Vec::new();
        let mut given: Vec<&ast::AggregateAssociation> = Vec::new();
        for (at, component) in record.components.iter().enumerate() {
            let so_far = Tree::Record(parts.clone());
            let association = association_for(aggregate, &record.components, at, &so_far, &record);
            let wanted =
                component_subtype(subtype.base.root(), &record, &component.subtype, &so_far);
            let there = exists(&component.conditions, &record, &so_far);
            let fits = Term::implies(there.clone(), fitting(component, &wanted));
            let text = format!("the bounds of {}", component.name);
            self.push_check(&mut steps, Rule::Range, expression.span, text, fits);
            let missing = there.is_bool(false);
            let value = match association {
                _ if missing => self.default_tree(&wanted),
                Some(association) => {
                    given.push(association);
                    let wanted = if at < record.discriminants {
                        wanted
                    } else {
                        wanted.clone()
                    };
                    match &association.value {
                        Some(value) => {
                            let typed = self.value_for(value, &wanted);
                            if typed.is_error() {
                                return Typed::error(position);
                            }
                            steps.extend(typed.steps);
                            typed.value
                        }
                        None => {
                            if let Some(default) = component.default.clone() {
                                let typed = self
                                    .default_value(component, &default, &wanted, &record, &so_far);
                                steps.extend(typed.steps);
                                typed.value
                            } else {
                                let mut own = Vec::new();
                                let span = association.span;
                                let value = self.initial_value(&wanted, span, &mut own);
                                guard_steps(&mut own, &there);
                                steps.extend(own);
                                value
                            }
                        }
                    }
                }
                None => {
                    if exists(&component.conditions, &record, &so_far).is_bool(true) {
                        self.error(
                            expression.span,
                            format!("the aggregate has no value for {}", component.name),
                            "give it one",
                        );
                        return Typed::error(position);
                    }
                    self.default_tree(&wanted)
                }
            };
            parts.push((component.name.clone(), value));
        }
        for association in &aggregate.associations {
            if !given.iter().any(|known| std::ptr::eq(*known, association))
                && !association
                    .choices
                    .iter()
                    .any(|choice| matches!(choice, Choice::Others(_)))
                && !record
                    .components
                    .iter()
                    .any(|component| !component.conditions.is_empty())
            {
                self.error(
                    association.span,
                    format!("{} has no such component", subtype.base.name),
                    "compare with the declaration of the type",
                );
                return Typed::error(position);
            }
        }
        Typed {
            kind: subtype.kind(),
            value: Tree::Record(parts),
            steps,
            ..Typed::error(position)
        }
    }

    /// Any value of the subtype.
    pub(super) fn any_value(
        &mut self,
        subtype: &Subtype,
        span: Span,
        steps: &mut Vec<Step>,
    ) -> Tree {
        let (value, variables) = self.lost_value(subtype, span);
        for target in variables {
            let chooser = Chooser::Nobody;
            steps.push(Step::Forget { target, chooser });
        }
        value
    }

    /// `(base with delta …)` and `base'Update (…)`
    pub(super) fn updated(
        &mut self,
        expression: &ast::Expression,
        base: &ast::Expression,
        associations: &[ast::AggregateAssociation],
        expected: Option<&Subtype>,
    ) -> Typed {
        let typed = self.expression(base, expected);
        let typed = match (&typed.kind, expected) {
            (Kind::Any, Some(expected)) => self.converted(base, typed, expected),
            _ => typed,
        };
        let Some(kind) = typed.kind.base().cloned() else {
            return Typed::error(expression.position);
        };
        let mut value = typed.value;
        let mut steps = typed.steps;
        for association in associations {
            let Some(written) = &association.value else {
                continue;
            };
            if association.iteration.is_some() {
                self.gap(association.span, "iterated delta association");
                let subtype = Subtype::of(&kind);
                let lost = Typed {
                    steps,
                    ..Typed::error(expression.position)
                };
                if value.bounds().is_some() {
                    self.reject(association.span, "iterated delta association");
                }
                return self.replaced_by_lost(lost, &subtype, association.span, "delta aggregate");
            }
            for choice in &association.choices {
                let found = match kind.kind() {
                    TypeKind::Record(_) => self.updated_component(&kind, &value, choice, written),
                    TypeKind::Array(_) => self.updated_element(&kind, &value, choice, written),
                    TypeKind::Lost(_) => {
                        let typed = self.expression(written, None);
                        Some((Tree::Lost, typed.steps))
                    }
                    TypeKind::Boolean | TypeKind::Discrete(_) => {
                        self.error(
                            choice.span(),
                            "no composite type",
                            "update a record or array",
                        );
                        None
                    }
                };
                let Some((changed, more)) = found else {
                    return Typed::error(expression.position);
                };
                steps.extend(more);
                value = changed;
            }
        }
        Typed {
            kind: Kind::Of(kind),
            value,
            steps,
            ..Typed::error(expression.position)
        }
    }

    fn updated_component(
        &mut self,
        base: &Arc<super::types::Type>,
        value: &Tree,
        choice: &Choice,
        written: &ast::Expression,
    ) -> Option<(Tree, Vec<Step>)> {
        let record = base.record()?.clone();
        let Choice::Expression(name) = choice else {
            self.error(choice.span(), "a component is expected", "name it");
            return None;
        };
        let ExpressionKind::Name(text) = &name.kind else {
            // `R.F => V` changes a part of a component.
            self.reject(name.span, "deep delta aggregate");
            return Some((value.clone(), Vec::new()));
        };
        let Some(component) = record.component(text).cloned() else {
            self.error(
                name.span,
                format!("{} has no component {text}", base.name),
                &record.help_for(text),
            );
            return None;
        };
        let subtype = component_subtype(base.root(), &record, &component.subtype, value);
        let typed = self.value_for(written, &subtype);
        let mut steps = typed.steps;
        if !component.conditions.is_empty() {
            let condition = exists(&component.conditions, &record, value);
            let text = format!("{text} exists");
            self.push_check(
                &mut steps,
                Rule::Discriminant,
                name.position,
                text,
                condition,
            );
        }
        Some((value.with_component(&component.name, &typed.value), steps))
    }

    /// The value of the components of a range. That of a null range is not converted to their
    /// subtype; but GNAT makes the checks inside of it all the same, except those of conditional
    /// expressions and those of which it knows that they fail.
    fn value_of_range(
        &mut self,
        written: &ast::Expression,
        component: &Subtype,
        is_there: &Term,
    ) -> Typed {
        if let ExpressionKind::If { .. } | ExpressionKind::Case { .. } = written.kind {
            let mut typed = self.value_for(written, component);
            typed.guard(is_there);
            return typed;
        }
        let typed = self.unconstrained(written, component);
        let known = typed.steps.len();
        let mut typed = self.constrained(written, typed, component);
        let steps = typed.steps.drain(..).enumerate();
        let guarded = steps.flat_map(|(at, step)| {
            let is_late = at >= known || surely_fails(&step);
            let mut own = vec![step];
            if is_late {
                guard_steps(&mut own, is_there);
            }
            own
        });
        let steps = guarded.collect();
        Typed { steps, ..typed }
    }

    fn updated_element(
        &mut self,
        base: &Arc<super::types::Type>,
        value: &Tree,
        choice: &Choice,
        written: &ast::Expression,
    ) -> Option<(Tree, Vec<Step>)> {
        let array = base.array()?.clone();
        let bounds = value.bounds()?.to_vec();
        let index = Subtype::of(&array.indices[0].base);
        let mut steps = Vec::new();
        let is_range = match choice {
            Choice::Discrete(_) => true,
            Choice::Expression(written) => self.names_subtype(written),
            Choice::Others(_) => false,
        };
        if is_range {
            let ranges = self.choice_ranges(choice, &index)?;
            let is_null = |low: &Term, high: &Term| {
                let comparison = crate::logic::Comparison::Greater;
                Term::compare(comparison, low.clone(), high.clone())
            };
            let there = ranges.iter();
            let there = there.map(|range| Term::not(is_null(&range.low, &range.high)));
            let is_there = Term::or(there);
            let typed = self.value_of_range(written, &array.component, &is_there);
            self.calls_are_repeated(&typed.steps, written.span);
            let element = typed.value.map(&|term| Term::constant_array(term.clone()));
            let mut changed = value.clone();
            for range in &ranges {
                steps.extend(range.steps.clone());
            }
            steps.extend(typed.steps);
            for range in ranges {
                let (low, high) = (range.low, range.high);
                let is_null = is_null(&low, &high);
                for bound in [&low, &high] {
                    let inside = Term::between(bound, bounds[0].0.clone(), bounds[0].1.clone());
                    let condition = Term::or([is_null.clone(), inside]);
                    let text = format!("{bound} in {} .. {}", bounds[0].0, bounds[0].1);
                    self.push_check(&mut steps, Rule::Index, choice.span(), text, condition);
                }
                let new = Tree::Array(vec![(low.clone(), high.clone())], Box::new(element.clone()));
                changed = super::place::overwrite(&changed, &low, &high, &new);
            }
            return Some((changed, steps));
        }
        let Choice::Expression(key) = choice else {
            self.error(choice.span(), "an index is expected", "write a value");
            return None;
        };
        let indices: Vec<&ast::Expression> = match &key.kind {
            ExpressionKind::Aggregate(list) => list
                .associations
                .iter()
                .filter_map(|association| association.value.as_ref())
                .collect(),
            _ => vec![key],
        };
        if indices.len() != bounds.len() {
            self.error(
                key.span,
                "one index per dimension is expected",
                "write them all",
            );
            return None;
        }
        let mut terms = Vec::new();
        for ((written, subtype), (low, high)) in indices.iter().zip(&array.indices).zip(&bounds) {
            let wanted = Subtype::of(&subtype.base);
            let typed = self.unconstrained(written, &wanted);
            let term = position_term(&typed.term());
            steps.extend(typed.steps);
            let condition = Term::between(&term, low.clone(), high.clone());
            let text = format!("{written} in {low} .. {high}");
            self.push_check(&mut steps, Rule::Index, typed.position, text, condition);
            terms.push(term);
        }
        let typed = self.value_for(written, &array.component);
        steps.extend(typed.steps);
        let place = Place::whole(value.clone()).step(PathStep::Index(terms));
        let changed = update_whole(value, &place, &typed.value);
        Some((changed, steps))
    }

    /// The value of the discriminants of an object without an initial value.
    pub(super) fn discriminant_values(
        &mut self,
        subtype: &Subtype,
        span: Span,
        steps: &mut Vec<Step>,
    ) -> Vec<Tree> {
        let Some(record) = subtype.base.record().cloned() else {
            return Vec::new();
        };
        if let Constraint::Discriminants(values) = &subtype.constraint {
            return values.clone();
        }
        let mut found = Vec::new();
        for component in &record.components[..record.discriminants] {
            found.push(match component.default.clone() {
                Some(default) => {
                    let typed = self.in_scopes(component.scopes.clone(), |this| {
                        this.value_for(&default, &component.subtype)
                    });
                    steps.extend(typed.steps);
                    typed.value
                }
                None => self.any_value(&component.subtype, span, steps),
            });
        }
        found
    }
}

fn update_whole(value: &Tree, place: &Place, new: &Tree) -> Tree {
    match place.path.as_slice() {
        [PathStep::Index(indices)] => value.store(indices, new),
        _ => value.clone(),
    }
}

/// The association that gives a component its value: by name, by position, or `others`.
fn association_for<'a>(
    aggregate: &'a ast::Aggregate,
    components: &[Component],
    at: usize,
    so_far: &Tree,
    record: &super::types::RecordType,
) -> Option<&'a ast::AggregateAssociation> {
    let name = &components[at].name;
    let named = aggregate.associations.iter().find(|association| {
        association.choices.iter().any(|choice| match choice {
            Choice::Expression(written) => match &written.kind {
                ExpressionKind::Name(text) => text.eq_ignore_ascii_case(name),
                _ => false,
            },
            Choice::Discrete(ast::DiscreteRange::Subtype(indication)) => {
                matches!(&indication.mark.kind,
                    ExpressionKind::Name(text) if text.eq_ignore_ascii_case(name))
            }
            Choice::Discrete(_) | Choice::Others(_) => false,
        })
    });
    if named.is_some() {
        return named;
    }
    // Components of variants that are not there take no position.
    let before = components[..at]
        .iter()
        .filter(|component| !exists(&component.conditions, record, so_far).is_bool(false))
        .count();
    let positional = aggregate
        .associations
        .iter()
        .filter(|association| association.choices.is_empty() && association.iteration.is_none())
        .nth(before);
    positional.or_else(|| {
        aggregate.associations.iter().find(|association| {
            association
                .choices
                .iter()
                .any(|choice| matches!(choice, Choice::Others(_)))
        })
    })
}

/// A static value as a point.
pub(super) fn point(typed: &Typed) -> Option<Interval> {
    match &typed.fixed {
        Some(crate::logic::Value::Int(value)) => Some(Interval::point(value)),
        Some(crate::logic::Value::Bool(value)) => {
            Some(Interval::new(u8::from(*value), u8::from(*value)))
        }
        Some(crate::logic::Value::Array(_)) | None => None,
    }
}
