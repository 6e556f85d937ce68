//! Indexed components and slices.

use std::sync::Arc;

use super::elaborator::Elaborator;
use super::interval::Interval;
use super::kind::Kind;
use super::operators::position_term;
use super::place::PathStep;
use super::static_predicates::marked;
use super::typed::Step;
use super::typed_value::{Named, Typed};
use super::types::Subtype;
use crate::logic::{Comparison, Term, Value};
use crate::source::Span;
use crate::syntax::ast::{self, Actual};
use crate::verdict::Rule;

/// A range that has been evaluated; bounds are positions.
#[derive(Debug, Clone)]
pub(super) struct EvaluatedRange {
    pub(super) base: Arc<super::types::Type>,
    pub(super) low: Term,
    pub(super) high: Term,
    pub(super) low_interval: Interval,
    pub(super) high_interval: Interval,
    pub(super) steps: Vec<Step>,
    pub(super) low_span: Span,
    pub(super) high_span: Span,
    pub(super) low_text: String,
    pub(super) high_text: String,
}

impl Elaborator {
    /// `prefix (arguments)` where the prefix is a value: an indexed component or a slice.
    pub(super) fn indexed(
        &mut self,
        expression: &ast::Expression,
        typed: Typed,
        arguments: &[ast::Association],
        expected: Option<&Subtype>,
    ) -> Typed {
        let mut typed = self.followed(expression, typed);
        let array = match &typed.kind {
            Kind::Of(base) => base.array().cloned(),
            Kind::Error => return typed,
            Kind::Any | Kind::Universal | Kind::UniversalReal | Kind::String | Kind::Null => None,
        };
        let Some(array) = array else {
            if typed.kind.base().is_none_or(|base| base.lost().is_some()) {
                for argument in arguments {
                    if let Actual::Expression(argument) = &argument.actual {
                        let index = self.expression(argument, None);
                        typed.steps.extend(index.steps);
                    }
                }
                return self.dereferenced(expression, typed, expected);
            }
            self.error(
                expression.span,
                format!("{} is not an array", typed.kind.describe()),
                "index an array",
            );
            return Typed::error(expression.position);
        };
        if let [only] = arguments
            && self.is_range(&only.actual)
        {
            return self.slice(expression, typed, &only.actual);
        }
        if arguments.len() != array.indices.len() {
            self.error(
                expression.span,
                format!("{} indices are expected here", array.indices.len()),
                "write one per dimension",
            );
            return Typed::error(expression.position);
        }
        let bounds: Vec<(Term, Term)> = typed.value.bounds().unwrap_or_default().to_vec();
        let (mut steps, mut indices) = (std::mem::take(&mut typed.steps), Vec::new());
        let mut checks = Vec::new();
        for ((at, argument), index) in arguments.iter().enumerate().zip(&array.indices) {
            let Actual::Expression(written) = &argument.actual else {
                self.error(
                    argument.actual.span(),
                    "an index is expected",
                    "write a value",
                );
                return Typed::error(expression.position);
            };
            let wanted = Subtype::of(&index.base);
            let value = self.unconstrained(written, &wanted);
            if value.is_error() {
                return Typed::error(expression.position);
            }
            steps.extend(value.steps.clone());
            let term = position_term(&value.term());
            if let Some((low, high)) = bounds.get(at) {
                checks.extend(self.index_check(written, &value, &term, low, high));
            }
            indices.push(term);
        }
        steps.extend(checks);
        let step = PathStep::Index(indices);
        let base = typed.kind.base().cloned();
        let component = base.and_then(|base| self.component_of(&base));
        let subtype = component.unwrap_or_else(|| array.component.clone());
        Typed { steps, ..typed }.part(step, subtype, expression.position)
    }

    fn index_check(
        &self,
        written: &ast::Expression,
        value: &Typed,
        term: &Term,
        low: &Term,
        high: &Term,
    ) -> Option<Step> {
        if let (Some(Value::Int(low)), Some(Value::Int(high))) = (low.as_value(), high.as_value())
            && value.interval.is_inside(&Interval::new(low, high))
        {
            return None;
        }
        let condition = Term::between(term, low.clone(), high.clone());
        let text = format!("{written} in {low} .. {high}");
        Some(self.check(Rule::Index, value.position, text, condition))
    }

    /// `prefix (low .. high)`
    fn slice(&mut self, expression: &ast::Expression, typed: Typed, actual: &Actual) -> Typed {
        let Some(index) = typed
            .kind
            .base()
            .and_then(|base| base.array())
            .filter(|array| array.indices.len() == 1)
            .map(|array| array.indices[0].clone())
        else {
            self.error(
                expression.span,
                "only arrays of one dimension have slices",
                "take the components one by one",
            );
            return Typed::error(expression.position);
        };
        let Some(range) = self.slice_range(actual, &index) else {
            return Typed::error(expression.position);
        };
        let mut steps = typed.steps;
        steps.extend(range.steps);
        let (low, high) = (range.low.clone(), range.high.clone());
        if let Some([(first, last)]) = typed.value.bounds() {
            let is_null = Term::compare(Comparison::Greater, low.clone(), high.clone());
            for (bound, span) in [(&low, range.low_span), (&high, range.high_span)] {
                let inside = Term::between(bound, first.clone(), last.clone());
                let condition = Term::or([is_null.clone(), inside]);
                if !condition.is_bool(true) {
                    let text = format!("{bound} in {first} .. {last}");
                    steps.push(self.check(Rule::Range, span, text, condition));
                }
            }
        }
        let step = PathStep::Slice(low.clone(), high.clone());
        let value = step.read(&typed.value);
        let named = typed.named.map(|mut named| {
            let around = named.subtype.predicates.iter().cloned();
            named.around.extend(around);
            let range = super::types::Range {
                first: low,
                last: high,
                hull: index.values(),
            };
            Named {
                place: named.place.step(step),
                subtype: Subtype {
                    constraint: super::types::Constraint::Index(vec![range]),
                    name: None,
                    // Those of the whole say nothing of its parts.
                    predicates: Vec::new(),
                    base: named.subtype.base,
                },
                access: named.access,
                around: named.around,
            }
        });
        Typed {
            kind: typed.kind,
            value,
            steps,
            position: expression.position,
            named,
            ..Typed::error(expression.position)
        }
    }

    fn slice_range(&mut self, actual: &Actual, index: &Subtype) -> Option<EvaluatedRange> {
        match actual {
            Actual::Discrete(range) => self.discrete_range(range, Some(index)),
            Actual::Expression(mark) => self.discrete_range(&marked(mark), Some(index)),
            Actual::Default(_) => None,
        }
    }
}
