//! Checks that a value belongs to a subtype, and conversions.

use std::sync::Arc;

use super::aggregate_bounds::{compatible, representable};
use super::compare::belongs;
use super::elaborator::Elaborator;
use super::entity::{Access, EntityKind, Object};
use super::expressions::within;
use super::interval::Interval;
use super::kind::{Kind, may_be_universal};
use super::operators::position_term;
use super::place::{Place, length, slide};
use super::tree::Tree;
use super::typed::Step;
use super::typed_value::{Context, Typed};
use super::types::{
    ArrayType, Constraint, Range, RecordType, Subtype, SubtypePredicate, Type, TypeKind,
};
use crate::logic::Term;
use crate::source::Span;
use crate::syntax::ast::{self, ExpressionKind};
use crate::verdict::Rule;

impl Elaborator {
    /// Checks a value that is given to something of the subtype, where the types do not decide
    /// that it belongs to it. An array slides to the bounds of the subtype.
    pub(super) fn constrained(
        &mut self,
        expression: &ast::Expression,
        typed: Typed,
        subtype: &Subtype,
    ) -> Typed {
        let text = expression.to_string();
        self.constrained_value(&text, typed, subtype)
    }

    /// The same for a value whose text is given.
    pub(super) fn constrained_value(
        &mut self,
        text: &str,
        mut typed: Typed,
        subtype: &Subtype,
    ) -> Typed {
        if typed.is_error() {
            return typed;
        }
        match &subtype.constraint {
            Constraint::None => {}
            Constraint::Range(range) => {
                let interval = range.interval();
                let is_inside = interval
                    .as_ref()
                    .is_some_and(|interval| typed.interval.is_inside(interval));
                if !is_inside && subtype.base.is_discrete() {
                    let position = position_term(&typed.term());
                    let condition = match &interval {
                        Some(interval) => within(&position, interval),
                        None => Term::between(&position, range.first.clone(), range.last.clone()),
                    };
                    let text = format!("{text} in {}", subtype.describe());
                    let check = self.check(Rule::Range, typed.position, text, condition);
                    typed.steps.push(check);
                    typed.interval = typed.interval.clipped(&subtype.values());
                }
            }
            Constraint::Index(ranges) => {
                if let Some(bounds) = typed.value.bounds() {
                    let mut conditions = Vec::new();
                    let mut wanted = Vec::new();
                    for (range, (first, last)) in ranges.iter().zip(bounds) {
                        let same = (&range.first, &range.last) == (first, last);
                        if !same {
                            conditions.push(Term::equal(
                                length(first, last),
                                length(&range.first, &range.last),
                            ));
                        }
                        wanted.push((range.first.clone(), range.last.clone()));
                    }
                    let condition = Term::and(conditions);
                    if !condition.is_bool(true) {
                        let text = format!("the length of {text}");
                        let check = self.check(Rule::Length, typed.position, text, condition);
                        typed.steps.push(check);
                    }
                    typed.value = slide(&typed.value, &wanted);
                }
            }
            Constraint::Discriminants(values) => {
                if let Tree::Record(parts) = &typed.value {
                    let condition = Term::and(
                        values
                            .iter()
                            .zip(parts)
                            .map(|(value, (_, part))| Term::equal(part.term(), value.term())),
                    );
                    if !condition.is_bool(true) {
                        let text = format!("the discriminants of {text}");
                        let check = self.check(Rule::Discriminant, typed.position, text, condition);
                        typed.steps.push(check);
                    }
                }
            }
        }
        self.predicate_checks(text, &mut typed, subtype);
        typed
    }

    /// The checks of the subtype's predicates.
    pub(super) fn predicate_checks(&mut self, text: &str, typed: &mut Typed, subtype: &Subtype) {
        for predicate in &subtype.predicates {
            let found = self.subtype_predicate(predicate, &typed.value, subtype);
            let term = found.term();
            typed.steps.extend(found.steps);
            let text = format!("{text} in {}", subtype.describe());
            typed
                .steps
                .push(self.check(Rule::Predicate, typed.position, text, term));
        }
    }

    /// A subtype predicate of a value.
    pub(super) fn subtype_predicate(
        &mut self,
        predicate: &Arc<SubtypePredicate>,
        value: &Tree,
        subtype: &Subtype,
    ) -> Typed {
        let boolean = Subtype::of(&self.standard.boolean);
        let mut open = self.open_predicates.iter();
        if open.any(|known| Arc::ptr_eq(known, predicate)) {
            // It calls for itself, by a call that takes a value of its own subtype.
            let span = predicate.condition.span;
            let nothing = Typed::lost(boolean.kind(), span);
            let construct = "subtype predicate that calls for itself";
            return self.replaced_by_lost(nothing, &boolean, span, construct);
        }
        self.open_predicates.push(Arc::clone(predicate));
        let context = std::mem::replace(&mut self.context, Context::Program);
        // Of a derived type, the predicate of its parent speaks of the value as one of the parent.
        let plain = Subtype {
            base: Arc::clone(&predicate.base),
            predicates: Vec::new(),
            ..subtype.clone()
        };
        let value = &match (plain.base.record(), value) {
            (Some(record), Tree::Record(parts)) => {
                let known = parts.iter().take(record.components.len());
                Tree::Record(known.cloned().collect())
            }
            _ => value.clone(),
        };
        let found = self.in_scopes(predicate.scopes.clone(), |this| {
            this.in_region(|this| {
                // The name of the subtype stands for the value; of a record, so do its components.
                let object = |value: &Tree, subtype: &Subtype| {
                    EntityKind::Object(Arc::new(Object {
                        place: Place::whole(value.clone()),
                        subtype: subtype.clone(),
                        access: Access::Constant,
                    }))
                };
                let region = this.here();
                let span = predicate.condition.span;
                this.declare_in(region, &predicate.subject, span, object(value, &plain));
                if let (Some(record), Tree::Record(parts)) = (plain.base.record(), value) {
                    for (component, (name, part)) in record.components.iter().zip(parts) {
                        let kind = object(part, &component.subtype);
                        this.declare_in(region, name, span, kind);
                    }
                }
                this.boolean(&predicate.condition, &boolean)
            })
        });
        self.context = context;
        self.open_predicates.pop();
        found
    }

    /// `S'(e)`: the value must belong to the subtype.
    pub(super) fn qualified(
        &mut self,
        expression: &ast::Expression,
        mark: &ast::Expression,
        operand: &ast::Expression,
    ) -> Typed {
        let Some(subtype) = self.subtype_mark(mark) else {
            return Typed::error(expression.position);
        };
        let mut typed = match &subtype.constraint {
            Constraint::Index(_) => self.qualified_array(operand, &subtype),
            _ => self.value_for(operand, &subtype),
        };
        if typed.has_checks() {
            // What may fail a check is not static.
            typed.fixed = None;
        }
        typed
    }

    /// `S'(e)` for an array: unlike in an assignment, it must have the very bounds of the subtype.
    fn qualified_array(&mut self, operand: &ast::Expression, subtype: &Subtype) -> Typed {
        match &operand.kind {
            // These take their bounds from the subtype.
            ExpressionKind::Aggregate(_) | ExpressionKind::String(_) => {
                return self.value_for(operand, subtype);
            }
            ExpressionKind::If { .. } | ExpressionKind::Case { .. } => {
                self.reject(operand.span, "conditional array in a qualified expression");
            }
            _ => {}
        }
        let typed = self.expression(operand, Some(&Subtype::of(&subtype.base)));
        let typed = self.converted(operand, typed, subtype);
        let own = typed.value.clone();
        // Like GNAT, we look at the length first.
        let mut typed = self.constrained(operand, typed, subtype);
        match belongs(&own, subtype) {
            Some(condition) if !condition.is_bool(true) => {
                let text = format!("{operand} in {}", subtype.describe());
                let check = self.check(Rule::Range, typed.position, text, condition);
                typed.steps.push(check);
            }
            _ => {}
        }
        typed
    }

    /// `S (e)`
    pub(super) fn conversion(
        &mut self,
        expression: &ast::Expression,
        operand: &ast::Expression,
        subtype: &Subtype,
    ) -> Typed {
        let kinds = self.interpretations(operand);
        let own = if kinds.iter().any(|kind| kind.fits(&subtype.base)) {
            Some(Subtype::of(&subtype.base))
        } else {
            kinds.iter().find_map(|kind| kind.base().map(Subtype::of))
        };
        let expected = if may_be_universal(&kinds) {
            // GNAT computes it in the widest type, whatever it is converted to.
            Some(Subtype::of(&self.standard.widest))
        } else {
            own
        };
        let typed = self.expression(operand, expected.as_ref());
        self.converted_to(expression, operand, typed, subtype)
    }

    /// Converts a value to a subtype of another type.
    pub(super) fn converted_to(
        &mut self,
        expression: &ast::Expression,
        operand: &ast::Expression,
        typed: Typed,
        subtype: &Subtype,
    ) -> Typed {
        let position = typed.position;
        match (&typed.kind, subtype.base.kind()) {
            (Kind::Error, _) => typed,
            (Kind::Any, _) => self.converted(operand, typed, subtype),
            (Kind::Universal, TypeKind::Discrete(_)) if subtype.base.is_integer() => {
                let typed = self.converted(operand, typed, &Subtype::of(&subtype.base));
                self.checked_conversion(operand, typed, subtype)
            }
            (Kind::Of(base), TypeKind::Discrete(target))
                if base.is_integer() && subtype.base.is_integer()
                    || base.root() == subtype.base.root()
                        && target.base == base.base_interval() =>
            {
                self.checked_conversion(operand, typed, subtype)
            }
            (Kind::Of(base), TypeKind::Boolean) if base.is_boolean() => Typed {
                kind: subtype.kind(),
                named: None,
                ..typed
            },
            (Kind::Of(base), TypeKind::Array(target)) if base.array().is_some() => {
                let base = Arc::clone(base);
                let dimensions = base.array().map_or(0, |array| array.indices.len());
                if dimensions != target.indices.len() {
                    self.mismatch(operand, &typed.kind, subtype);
                    return Typed::error(position);
                }
                let typed = Typed {
                    kind: subtype.kind(),
                    ..typed
                };
                let named = typed.named.clone();
                let mut typed = self.constrained(operand, typed, subtype);
                if matches!(subtype.constraint, Constraint::None) {
                    self.converted_bounds(operand, &mut typed, &base, target);
                }
                // A view conversion of a variable is still that variable.
                typed.named = named;
                typed
            }
            (Kind::Of(base), TypeKind::Record(target))
                if base.root() == subtype.base.root()
                    && base.record().is_some_and(|own| own.extends(target)) =>
            {
                let value = as_ancestor(typed.value, target);
                let typed = Typed {
                    kind: subtype.kind(),
                    value,
                    ..typed
                };
                self.constrained(operand, typed, subtype)
            }
            (_, TypeKind::Lost(_)) => Typed::lost(subtype.kind(), position).evaluated(vec![typed]),
            (Kind::UniversalReal, TypeKind::Discrete(_)) => {
                self.replaced_by_lost(typed, subtype, expression.position, "conversion of a real")
            }
            (Kind::Of(base), _) if base.lost().is_some() => {
                let what = format!("conversion from {}", base.name);
                self.replaced_by_lost(typed, subtype, expression.position, &what)
            }
            (Kind::String, TypeKind::Array(_)) => {
                let typed = self.expression(operand, Some(subtype));
                self.constrained(operand, typed, subtype)
            }
            (found, _) => {
                let found = found.clone();
                self.mismatch(operand, &found, subtype);
                Typed::error(position)
            }
        }
    }

    /// The bounds of an array that is converted belong to the index subtypes of the target.
    fn converted_bounds(
        &self,
        operand: &ast::Expression,
        typed: &mut Typed,
        base: &Type,
        target: &ArrayType,
    ) {
        let (Some(bounds), Some(source)) = (typed.value.bounds(), base.array()) else {
            return;
        };
        let mut conditions = Vec::new();
        for (at, bounds) in bounds.iter().enumerate() {
            let (from, to) = (&source.indices[at], &target.indices[at]);
            let is_inside = match (from.interval(), to.interval()) {
                (Some(from), Some(to)) => from.is_inside(&to),
                _ => false,
            };
            if !is_inside {
                conditions.push(compatible(bounds, to));
            }
            // A null range may lie outside of its index subtype, but not outside of the type.
            let own = from.base.base_interval();
            if !own.is_inside(&to.base.base_interval()) {
                conditions.push(representable(bounds, to));
            }
        }
        let text = format!("the bounds of {operand}");
        let position = typed.position;
        let condition = Term::and(conditions);
        self.push_check(&mut typed.steps, Rule::Range, position, text, condition);
    }

    fn checked_conversion(
        &mut self,
        operand: &ast::Expression,
        mut typed: Typed,
        subtype: &Subtype,
    ) -> Typed {
        let known = typed.steps.len();
        let whole = Subtype::of(&subtype.base);
        let ranged = with_base_range(subtype, &typed.interval);
        typed = self.constrained(operand, typed, &ranged);
        if typed.steps.len() > known {
            // What may fail a check is not static.
            typed.fixed = None;
        }
        if !typed.is_error() {
            typed.kind = whole.kind();
        }
        typed
    }

    /// A check without a condition of its own place.
    pub(super) fn push_check(
        &self,
        steps: &mut Vec<Step>,
        rule: Rule,
        span: Span,
        text: impl Into<String>,
        condition: Term,
    ) {
        if !condition.is_bool(true) {
            steps.push(self.check(rule, span, text, condition));
        }
    }
}

/// An extended record without what its ancestor does not have.
pub(super) fn as_ancestor(value: Tree, ancestor: &RecordType) -> Tree {
    match value {
        Tree::Record(mut parts) => {
            parts.truncate(ancestor.components.len());
            Tree::Record(parts)
        }
        other => other,
    }
}

/// The subtype, with the range of its base where it has no constraint of its own: what is
/// converted may come from a larger type.
pub(super) fn with_base_range(subtype: &Subtype, values: &Interval) -> Subtype {
    let mut ranged = subtype.clone();
    if matches!(subtype.constraint, Constraint::None) && subtype.base.is_discrete() {
        let base = subtype.base.base_interval();
        if !values.is_inside(&base) {
            ranged.constraint = Constraint::Range(Range::fixed(base));
        }
    }
    ranged
}
