//! `Object.Subprogram (…)`: calls that name their first argument before the subprogram.

use std::sync::Arc;

use super::elaborator::Elaborator;
use super::kind::Kind;
use super::lookup::Meaning;
use super::predefined::placed;
use super::standard::NOWHERE;
use crate::syntax::ast::{self, Actual, ExpressionKind};

/// The subprogram's name and all arguments.
pub(super) type Rearranged = (ast::Expression, Vec<ast::Association>);

impl Elaborator {
    /// `Object.Function`, if it is no component: where the components are not known, it may be one.
    pub(super) fn function_of_object(
        &mut self,
        expression: &ast::Expression,
    ) -> Option<Rearranged> {
        let ExpressionKind::Selected(object, _) = &expression.kind else {
            return None;
        };
        if matches!(self.meaning(object), Meaning::Package(_)) {
            return None;
        }
        let kinds = self.interpretations(object);
        let is_known = |kind: &Kind| kind.base().is_some_and(|base| base.record().is_some());
        if !kinds.iter().all(is_known) {
            return None;
        }
        self.with_object_first(expression, &[])
    }

    /// `Object.Subprogram (…)` as `Subprogram (Object, …)`, where the object has no such component
    /// and a subprogram of that name is declared with its type, or visible.
    pub(super) fn with_object_first(
        &mut self,
        callee: &ast::Expression,
        arguments: &[ast::Association],
    ) -> Option<Rearranged> {
        let ExpressionKind::Selected(object, selector) = &callee.kind else {
            return None;
        };
        if !matches!(self.meaning(callee), Meaning::Nothing) {
            return None;
        }
        let kinds = self.interpretations(object);
        if !component_kinds(&kinds, selector).is_empty() {
            return None;
        }
        let visible = self.find(&selector.text);
        let home = kinds.iter().find_map(|kind| {
            let home = *self.type_homes.get(&kind.base()?.id)?;
            let declared = self.find_in(home, &selector.text);
            let is_hidden = !declared.iter().any(|id| visible.contains(id));
            (!declared.is_empty() && is_hidden).then_some(home)
        });
        if kinds.is_empty() || (visible.is_empty() && home.is_none()) {
            return None;
        }
        // What is not visible by itself is named by its package.
        let prefix = home.map_or("", |home| self.region(home).prefix.as_str());
        let package = prefix.split_terminator('.').fold(None, |outer, inner| {
            let name = ast::Name {
                text: inner.to_owned(),
                span: NOWHERE,
            };
            Some(selected(outer, name))
        });
        let whole = selected(package, selector.clone());
        if !matches!(self.meaning(&whole), Meaning::Entities(_)) {
            return None;
        }
        let first = ast::Association {
            formal: None,
            actual: Actual::Expression((**object).clone()),
        };
        let all = std::iter::once(first).chain(arguments.iter().cloned());
        Some((whole, all.collect()))
    }
}

/// What `prefix.selector` is, by each of the types that the prefix may have: a component.
pub(super) fn component_kinds(prefix: &[Kind], selector: &ast::Name) -> Vec<Kind> {
    let component = |kind: &Kind| {
        let base = kind.base()?;
        // It may be reached through an access value.
        let record = match base.designated() {
            Some(designated) => designated.base.record()?.clone(),
            None => base.record()?.clone(),
        };
        let component = record.component(&selector.text)?;
        Some(Kind::Of(Arc::clone(&component.subtype.base)))
    };
    prefix.iter().filter_map(component).collect()
}

/// `prefix.name`, or the name alone.
fn selected(prefix: Option<ast::Expression>, name: ast::Name) -> ast::Expression {
    let span = name.span;
    let kind = match prefix {
        Some(prefix) => ExpressionKind::Selected(Box::new(prefix), name),
        None => ExpressionKind::Name(name.text),
    };
    placed(kind, span)
}
