//! Names: objects, components, indexed components and slices.

use std::sync::Arc;

use num_traits::Zero;

use super::elaborator::Elaborator;
use super::entity::{EntityId, EntityKind};
use super::expressions::{scalar_interval, within};
use super::kind::{Fit, Kind, best_fit};
use super::lookup::Meaning;
use super::operators::position_term;
use super::place::PathStep;
use super::tree::Tree;
use super::typed_value::{Named, Typed};
use super::types::{RecordType, Subtype, VariantCondition, discriminant_variable};
use crate::logic::{Term, Value};
use crate::syntax::ast::{self, ExpressionKind};
use crate::verdict::Rule;

impl Elaborator {
    /// A name, not yet read.
    pub(super) fn name(
        &mut self,
        expression: &ast::Expression,
        expected: Option<&Subtype>,
    ) -> Typed {
        let position = expression.position;
        match &expression.kind {
            ExpressionKind::Attribute(prefix, designator) => {
                return self.attribute(expression, prefix, designator, expected);
            }
            ExpressionKind::Call(prefix, arguments) => {
                return self.applied(expression, prefix, arguments, expected);
            }
            ExpressionKind::Dereference(prefix) => {
                let typed = self.expression(prefix, None);
                return self.dereferenced(expression, typed, expected);
            }
            _ => {}
        }
        match self.meaning(expression) {
            Meaning::Entities(ids) => self.chosen_entity(expression, &ids, expected),
            Meaning::Subtype(_) | Meaning::Package(_) => {
                self.no_value(expression);
                Typed::error(position)
            }
            Meaning::Error => Typed::error(position),
            Meaning::Nothing => {
                if let Some((name, all)) = self.function_of_object(expression) {
                    return self.applied(expression, &name, &all, expected);
                }
                if let ExpressionKind::Selected(prefix, selector) = &expression.kind
                    && !matches!(self.meaning(prefix), Meaning::Package(_))
                    && self.is_value_prefix(prefix)
                {
                    let typed = self.name_or_value(prefix);
                    return self.component(expression, typed, selector, expected);
                }
                self.undeclared(expression);
                Typed::error(position)
            }
        }
    }

    /// A prefix: a name that is not read as a whole, or a value.
    pub(super) fn name_or_value(&mut self, prefix: &ast::Expression) -> Typed {
        match &prefix.kind {
            ExpressionKind::Name(_)
            | ExpressionKind::Selected(..)
            | ExpressionKind::Attribute(..)
            | ExpressionKind::Dereference(_)
            | ExpressionKind::Call(..) => self.name(prefix, None),
            _ => self.expression(prefix, None),
        }
    }

    /// Whether a prefix can be a value at all: what is not declared is reported as such.
    fn is_value_prefix(&mut self, prefix: &ast::Expression) -> bool {
        match self.meaning(prefix) {
            Meaning::Entities(_) => true,
            Meaning::Nothing => match &prefix.kind {
                ExpressionKind::Name(_) => false,
                ExpressionKind::Selected(inner, _) => self.is_value_prefix(inner),
                _ => true,
            },
            Meaning::Package(_) | Meaning::Subtype(_) | Meaning::Error => false,
        }
    }

    fn no_value(&mut self, expression: &ast::Expression) {
        self.error(
            expression.span,
            format!("{expression} is not a value"),
            "write a variable, a constant or an expression",
        );
    }

    /// Of several entities, the first whose value fits what is expected.
    fn chosen_entity(
        &mut self,
        expression: &ast::Expression,
        ids: &[EntityId],
        expected: Option<&Subtype>,
    ) -> Typed {
        let mut chosen = ids.first().copied();
        if ids.len() > 1 {
            let mut best = Fit::No;
            chosen = None;
            for id in ids {
                let kinds = self.kinds_of(&[*id], &[]);
                let fit = match expected {
                    _ if kinds.is_empty() => Fit::No,
                    Some(expected) => best_fit(&kinds, &expected.base),
                    None => Fit::Exactly,
                };
                if fit > best {
                    best = fit;
                    chosen = Some(*id);
                }
            }
        }
        match chosen.or_else(|| ids.first().copied()) {
            Some(id) => {
                self.refer(expression, id);
                self.entity_value(expression, id)
            }
            None => Typed::error(expression.position),
        }
    }

    /// The value of an entity.
    fn entity_value(&mut self, expression: &ast::Expression, id: EntityId) -> Typed {
        let position = expression.position;
        match self.entity(id).kind.clone() {
            EntityKind::Object(object) => {
                let subtype = object.subtype.clone();
                let value = object.place.read();
                Typed {
                    kind: subtype.kind(),
                    interval: scalar_interval(&subtype),
                    value,
                    named: Some(Named {
                        place: object.place.clone(),
                        subtype,
                        access: object.access,
                        around: Vec::new(),
                    }),
                    ..Typed::error(position)
                }
            }
            EntityKind::Static(value, subtype) => Typed::constant(value, subtype.kind(), position),
            EntityKind::Literal(value, base) => {
                let value = if base.is_boolean() {
                    Value::Bool(!value.is_zero())
                } else {
                    Value::Int(value)
                };
                Typed::constant(value, Kind::Of(base), position)
            }
            EntityKind::Number(value) => {
                Typed::constant(Value::Int(value), Kind::Universal, position)
            }
            EntityKind::RealNumber => Typed::lost(Kind::UniversalReal, position),
            EntityKind::Subprogram(id) => self.function_call(expression, id, &[]),
            EntityKind::Lost(what) => {
                let base = self.lost_type(id, what, what);
                self.gap(expression.span, what);
                Typed::lost(Kind::Of(base), position)
            }
            EntityKind::Error => Typed::error(position),
            EntityKind::Subtype(_)
            | EntityKind::Package(_)
            | EntityKind::Generic(_)
            | EntityKind::Exception => {
                self.no_value(expression);
                Typed::error(position)
            }
        }
    }

    /// `prefix.all`, or a prefix of an access type that is followed without saying so.
    pub(super) fn dereferenced(
        &mut self,
        expression: &ast::Expression,
        typed: Typed,
        expected: Option<&Subtype>,
    ) -> Typed {
        if typed.is_error() {
            return typed;
        }
        let designated = typed
            .kind
            .base()
            .and_then(|base| base.designated())
            .cloned()
            .or_else(|| expected.cloned());
        let typed = Typed {
            named: None,
            ..typed
        };
        if let Some(designated) = designated {
            self.replaced_by_lost(typed, &designated.settled(), expression.span, "dereference")
        } else {
            self.gap(expression.span, "dereference");
            Typed {
                kind: Kind::Any,
                value: Tree::Lost,
                ..typed
            }
        }
    }

    /// A value of an access type is followed without saying so.
    pub(super) fn followed(&mut self, expression: &ast::Expression, typed: Typed) -> Typed {
        let has_more = typed
            .kind
            .base()
            .is_some_and(|base| base.is_access() && base.designated().is_some());
        if has_more {
            return self.dereferenced(expression, typed, None);
        }
        typed
    }

    /// `prefix.selector` where the prefix is a value.
    fn component(
        &mut self,
        expression: &ast::Expression,
        typed: Typed,
        selector: &ast::Name,
        expected: Option<&Subtype>,
    ) -> Typed {
        let mut typed = self.followed(expression, typed);
        let record = match &typed.kind {
            Kind::Of(base) => base
                .record()
                .map(|record| (Arc::clone(base), Arc::clone(record))),
            Kind::Error => return typed,
            Kind::Any => return self.dereferenced(expression, typed, expected),
            Kind::Universal | Kind::UniversalReal | Kind::String | Kind::Null => None,
        };
        let Some((base, record)) = record else {
            if typed.kind.base().is_some_and(|base| base.lost().is_some()) {
                return self.dereferenced(expression, typed, expected);
            }
            self.error(
                selector.span,
                format!(
                    "{} has no component {}",
                    typed.kind.describe(),
                    selector.text
                ),
                "select a component of a record",
            );
            return Typed::error(expression.position);
        };
        let Some(component) = record.component(&selector.text).cloned() else {
            self.error(
                selector.span,
                format!("{} has no component {}", base.name, selector.text),
                &record.help_for(&selector.text),
            );
            return Typed::error(expression.position);
        };
        let mut steps = std::mem::take(&mut typed.steps);
        if !component.conditions.is_empty() {
            let condition = exists(&component.conditions, &record, &typed.value);
            let text = format!("{expression} exists");
            steps.push(self.check(Rule::Discriminant, expression.position, text, condition));
        }
        let subtype = component_subtype(base.root(), &record, &component.subtype, &typed.value);
        let step = PathStep::Component(component.name.clone());
        Typed { steps, ..typed }.part(step, subtype, expression.position)
    }
}

/// Whether a component of a record exists.
pub(super) fn exists(conditions: &[VariantCondition], record: &RecordType, value: &Tree) -> Term {
    Term::and(conditions.iter().map(|condition| {
        let discriminant = value
            .component(&condition.discriminant)
            .map_or_else(|| Term::int(0), |part| position_term(&part.term()));
        let _ = record;
        let inside = Term::or(condition.intervals.iter().map(|interval| {
            if interval.low == interval.high {
                Term::equal(discriminant.clone(), Term::int(interval.low.clone()))
            } else {
                within(&discriminant, interval)
            }
        }));
        if condition.is_others {
            Term::not(inside)
        } else {
            inside
        }
    }))
}

/// The subtype of a component of a record with the given discriminants.
pub(super) fn component_subtype(
    id: u32,
    record: &RecordType,
    subtype: &Subtype,
    value: &Tree,
) -> Subtype {
    let known: Vec<_> = record.components[..record.discriminants]
        .iter()
        .filter_map(|component| {
            let term = position_term(&value.component(&component.name)?.term());
            Some((discriminant_variable(id, &component.name), term))
        })
        .collect();
    subtype.map(&|term| super::elaborator::replace_all(term, &known))
}
