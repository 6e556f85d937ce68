//! How parameters are passed, and copied back.

use super::call_evaluation::Gathered;
use super::constraints::with_base_range;
use super::discriminants::{is_fixed, keeping};
use super::elaborator::Elaborator;
use super::entity::{Access, EntityKind};
use super::expressions::scalar_interval;
use super::frame::Parameter;
use super::kind::Kind;
use super::lookup::Meaning;
use super::place::Place;
use super::tree::{Tree, as_variable};
use super::typed::{Chooser, Mode, Step};
use super::typed_value::{Named, Typed};
use super::types::{Constraint, Subtype};
use crate::logic::Term;
use crate::syntax::ast;

/// How one parameter is passed.
#[derive(Debug, Clone)]
pub(super) struct Passed {
    pub(super) value: Option<Tree>,
    pub(super) back: Option<Tree>,
}

impl Elaborator {
    pub(super) fn pass(
        &mut self,
        parameter: &Parameter,
        tree: &Tree,
        actual: &ast::Expression,
        gathered: &mut Gathered,
    ) -> Option<Passed> {
        if parameter.mode == Mode::In {
            let value = self.value_for(actual, &parameter.subtype);
            if value.is_error() {
                return None;
            }
            gathered.before.extend(value.steps);
            if let (Some(named), false) = (&value.named, parameter.subtype.is_scalar()) {
                let place = named.place.clone();
                gathered.places.push((place, Mode::In, actual.position));
            }
            return Some(Passed {
                value: Some(value.value),
                back: None,
            });
        }
        let (named, mut steps) = self.assignable(actual)?;
        let kind_fits = named.subtype.kind().fits(&parameter.subtype.base);
        let is_conversion = !kind_fits;
        if is_conversion && !self.is_conversion(actual) {
            self.mismatch(actual, &named.subtype.kind(), &parameter.subtype);
            return None;
        }
        let is_composite = !parameter.subtype.is_scalar();
        if is_conversion && !is_composite && parameter.mode == Mode::Out {
            let begins = |subtype: &Subtype| subtype.base.default().is_some();
            if begins(&parameter.subtype) != begins(&named.subtype) {
                self.error(
                    actual.span,
                    "only one of the two types of this conversion has a Default_Value",
                    "pass a variable of the parameter's type, and convert what comes back",
                );
                return None;
            }
        }
        let mut value = None;
        if parameter.mode == Mode::InOut {
            let typed = self.value_for(actual, &parameter.subtype);
            if typed.is_error() {
                return None;
            }
            steps.extend(typed.steps);
            value = Some(typed.value);
        } else if is_composite {
            let typed = Typed {
                kind: parameter.subtype.kind(),
                value: named.place.read(),
                ..Typed::error(actual.position)
            };
            let text = actual.to_string();
            let plain = Subtype {
                predicates: Vec::new(),
                ..parameter.subtype.clone()
            };
            let is_lost = matches!(typed.value, Tree::Lost);
            let typed = if is_lost && parameter.subtype.base.lost().is_none() {
                let what = format!("conversion from {}", named.subtype.base.name);
                self.replaced_by_lost(typed, &plain, actual.span, &what)
            } else {
                self.constrained_value(&text, typed, &plain)
            };
            steps.extend(typed.steps);
            value = Some(typed.value);
        }
        // The place is that of the call, whatever the callee changes.
        let mut kept = Vec::new();
        let place = {
            let mut list = Vec::new();
            let place = named.place.map_path(&mut |term| {
                list.push(term.clone());
                term.clone()
            });
            let mut terms = list.into_iter();
            let span = actual.span;
            place.map_path(&mut |_| {
                let term = terms.next().unwrap_or_else(|| Term::int(0));
                self.kept("Index__kept", &term, None, span, &mut kept)
            })
        };
        gathered.before.extend(steps);
        for (variable, term) in kept {
            gathered.before.push(Step::Assign(variable, term));
        }
        gathered
            .places
            .push((place.clone(), Mode::InOut, actual.position));
        let back = self.copy_back(parameter, tree, actual, &named, &place, &mut gathered.after);
        Some(Passed {
            value,
            back: Some(back),
        })
    }

    fn is_conversion(&mut self, actual: &ast::Expression) -> bool {
        match &actual.kind {
            ast::ExpressionKind::Call(prefix, _) => self.names_subtype(prefix),
            _ => false,
        }
    }

    /// The variables that receive what comes back: the actual's own, or temporaries that are
    /// checked and then assigned.
    fn copy_back(
        &mut self,
        parameter: &Parameter,
        tree: &Tree,
        actual: &ast::Expression,
        named: &Named,
        place: &Place,
        after: &mut Vec<Step>,
    ) -> Tree {
        if matches!(tree, Tree::Lost) {
            if self.is_conversion(actual) && named.subtype.base.lost().is_none() {
                // Nothing is known of its checks either.
                let what = format!("conversion from {}", parameter.subtype.base.name);
                self.gap(actual.span, &what);
            }
            self.lose_actual(named, place, actual, after);
            return Tree::Lost;
        }
        let target = named.place.read();
        let is_whole = named.place.path.is_empty();
        let is_wide_enough = match (&parameter.subtype, &named.subtype) {
            (from, to) if to.is_scalar() => {
                to.predicates.is_empty()
                    && to.interval().is_some_and(|to| from.values().is_inside(&to))
            }
            _ => {
                // Composites go back directly where they need not slide.
                let same = |a: &Tree, b: &Tree| match (a.bounds(), b.bounds()) {
                    (Some(a), Some(b)) => {
                        a == b || a.iter().all(|(low, _)| as_variable(low).is_some())
                    }
                    _ => !matches!(a, Tree::Array(..)),
                };
                let keeps_discriminants =
                    matches!(named.subtype.constraint, Constraint::Discriminants(_))
                        && !is_fixed(&parameter.subtype);
                named.subtype.predicates.is_empty() && !keeps_discriminants && same(tree, &target)
            }
        };
        if is_whole && is_wide_enough {
            return target;
        }
        let temporary = self.back_tree(parameter, tree, actual, &target);
        let typed = Typed {
            kind: named.subtype.kind(),
            value: temporary.clone(),
            interval: scalar_interval(&parameter.subtype),
            ..Typed::error(actual.position)
        };
        let text = actual.to_string();
        let mut wanted = named.subtype.clone();
        if is_fixed(&parameter.subtype) {
            // The callee keeps them.
            wanted.constraint = Constraint::None;
        }
        wanted = with_base_range(&wanted, &typed.interval);
        let typed = self.constrained_value(&text, typed, &wanted);
        after.extend(typed.steps);
        let new = keeping(typed.value, &place.read(), &named.subtype);
        for (variable, term) in place.assign(&new) {
            after.push(Step::Assign(variable, term));
        }
        temporary
    }

    /// What comes back through a formal of which nothing is known may be anything.
    fn lose_actual(
        &mut self,
        named: &Named,
        place: &Place,
        actual: &ast::Expression,
        after: &mut Vec<Step>,
    ) {
        if named.subtype.base.lost().is_some() {
            return;
        }
        let (lost, variables) = self.lost_value(&named.subtype, actual.span);
        let chooser = Chooser::Nobody;
        let forgotten = variables.into_iter();
        after.extend(forgotten.map(|target| Step::Forget { target, chooser }));
        let new = keeping(lost, &place.read(), &named.subtype);
        for (variable, term) in place.assign(&new) {
            after.push(Step::Assign(variable, term));
        }
    }

    /// Temporaries of the shape of a formal; its bounds are the actual's.
    fn back_tree(
        &mut self,
        parameter: &Parameter,
        tree: &Tree,
        actual: &ast::Expression,
        target: &Tree,
    ) -> Tree {
        let base = match &actual.kind {
            ast::ExpressionKind::Name(name) => name.clone(),
            _ => parameter.name.clone(),
        };
        let back = self.local(&format!("{base}__back"), &parameter.subtype, actual.span);
        let back = keeping(back, target, &parameter.subtype);
        match (tree.bounds(), target.bounds()) {
            (Some(own), Some(bounds)) if own.iter().any(|(a, _)| as_variable(a).is_some()) => {
                back.with_bounds(bounds.to_vec())
            }
            _ => back,
        }
    }

    /// Whether a name follows an access value on its way, written or implicit.
    fn goes_through_access(&mut self, name: &ast::Expression) -> bool {
        let prefix = match &name.kind {
            ast::ExpressionKind::Dereference(_) => return true,
            ast::ExpressionKind::Selected(prefix, _) | ast::ExpressionKind::Call(prefix, _) => {
                prefix
            }
            _ => return false,
        };
        let kinds = self.interpretations(prefix);
        let is_access = |kind: &Kind| kind.base().is_some_and(|base| base.lost().is_some());
        kinds.iter().any(is_access) || self.goes_through_access(prefix)
    }

    /// The variable that a name stands for, if it may be assigned to, and what finding it does.
    pub(super) fn assignable(&mut self, name: &ast::Expression) -> Option<(Named, Vec<Step>)> {
        // A conversion of a variable is a view of it.
        if let ast::ExpressionKind::Call(prefix, arguments) = &name.kind
            && let [argument] = arguments.as_slice()
            && let Some(operand) = argument.actual.expression()
            && self.names_subtype(prefix)
        {
            return self.assignable(operand);
        }
        let is_name = matches!(
            name.kind,
            ast::ExpressionKind::Name(_)
                | ast::ExpressionKind::Selected(..)
                | ast::ExpressionKind::Call(..)
                | ast::ExpressionKind::Dereference(_)
                | ast::ExpressionKind::Attribute(..)
        );
        if !is_name {
            if !matches!(name.kind, ast::ExpressionKind::Error) {
                self.error(
                    name.span,
                    format!("{name} cannot be assigned to"),
                    "assign to a variable",
                );
            }
            return None;
        }
        let what = match self.meaning(name) {
            Meaning::Entities(ids) => match ids.as_slice() {
                [only] => match &self.entity(*only).kind {
                    EntityKind::Object(_) | EntityKind::Error => None,
                    kind => Some(kind.describe()),
                },
                _ => Some("a subprogram"),
            },
            Meaning::Subtype(_) => Some("a type"),
            Meaning::Package(_) => Some("a package"),
            Meaning::Error => return None,
            Meaning::Nothing => None,
        };
        if let Some(what) = what {
            self.error(
                name.span,
                format!("{name} is {what} and cannot be assigned to"),
                "assign to a variable",
            );
            return None;
        }
        let typed = self.name(name, None);
        if typed.is_error() {
            return None;
        }
        let Some(named) = typed.named else {
            if typed.value.is_lost()
                || matches!(typed.kind, Kind::Any)
                || self.goes_through_access(name)
            {
                // Through an access value, nobody knows what is assigned to.
                self.gap(name.span, "assignment through an access value");
                return None;
            }
            self.error(
                name.span,
                format!("{name} cannot be assigned to"),
                "assign to a variable",
            );
            return None;
        };
        let what = match named.access {
            Access::Variable | Access::Volatile | Access::Formal(Mode::Out | Mode::InOut) => None,
            Access::Constant => Some("a constant"),
            Access::LoopParameter => Some("a loop parameter"),
            Access::Formal(Mode::In) => Some("a parameter of mode in"),
        };
        if let Some(what) = what {
            self.error(
                name.span,
                format!("{name} is {what} and cannot be assigned to"),
                "assign to a variable",
            );
            return None;
        }
        self.break_predicates(&named, name);
        Some((named, typed.steps))
    }
}
