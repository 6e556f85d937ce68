//! Overload resolution: which types an expression may have, bottom up.
//!
//! The types that the surroundings expect come top down, when the expression is evaluated.

use std::sync::Arc;

use super::elaborator::Elaborator;
use super::entity::{EntityId, EntityKind};
use super::kind::{Fit, Kind, agree, best_fit, common, may_be_universal};
use super::lookup::Meaning;
use super::prefixed::component_kinds;
use super::typed::SubprogramId;
use super::types::{Subtype, Type};
use crate::syntax::ast::{self, Actual, Binary, ExpressionKind, Unary};

impl Elaborator {
    /// The kinds that an expression may have; none where nothing can be said.
    pub(super) fn interpretations(&mut self, expression: &ast::Expression) -> Vec<Kind> {
        match &expression.kind {
            ExpressionKind::Integer(_) => vec![Kind::Universal],
            ExpressionKind::Real(_) => vec![Kind::UniversalReal],
            ExpressionKind::Character(_) => {
                let mut found: Vec<Kind> = match self.meaning(expression) {
                    Meaning::Entities(ids) => self.kinds_of(&ids, &[]),
                    _ => Vec::new(),
                };
                found.push(Kind::Of(Arc::clone(&self.standard.character)));
                found.push(Kind::Of(Arc::clone(&self.standard.wide[0])));
                found.push(Kind::Of(Arc::clone(&self.standard.wide[2])));
                found
            }
            ExpressionKind::String(_) => vec![Kind::String],
            ExpressionKind::Null => vec![Kind::Null],
            ExpressionKind::Name(_) => match self.meaning(expression) {
                Meaning::Entities(ids) => self.kinds_of(&ids, &[]),
                _ => Vec::new(),
            },
            ExpressionKind::Selected(prefix, selector) => {
                if let Meaning::Entities(ids) = self.meaning(expression) {
                    return self.kinds_of(&ids, &[]);
                }
                let components = component_kinds(&self.interpretations(prefix), selector);
                if !components.is_empty() {
                    return components;
                }
                match self.function_of_object(expression) {
                    Some((name, all)) => self.call_interpretations(&name, &all),
                    None => components,
                }
            }
            ExpressionKind::Attribute(prefix, designator) => {
                self.attribute_interpretations(prefix, &designator.key())
            }
            ExpressionKind::Call(prefix, arguments) => self.call_interpretations(prefix, arguments),
            ExpressionKind::Unary(operator, operand) => {
                let kinds = self.interpretations(operand);
                let mut found = self.user_results(unary_name(*operator), &[&kinds]);
                // The language declares none of them for records, so that a result of another type
                // is not taken for one of the operand's.
                let is_record =
                    |kind: &Kind| kind.base().is_some_and(|base| base.record().is_some());
                found.extend(kinds.into_iter().filter(|kind| !is_record(kind)));
                found
            }
            ExpressionKind::Binary(operator, left, right) => {
                self.binary_interpretations(*operator, left, right)
            }
            ExpressionKind::Membership { .. } | ExpressionKind::Quantified { .. } => {
                vec![Kind::Of(Arc::clone(&self.standard.boolean))]
            }
            ExpressionKind::If {
                branches,
                otherwise,
            } => {
                let values = branches.iter().map(|(_, value)| value);
                self.common_interpretations(values.chain(otherwise.as_deref()))
            }
            ExpressionKind::Case { alternatives, .. } => {
                self.common_interpretations(alternatives.iter().map(|one| &one.value))
            }
            ExpressionKind::Qualified(mark, _) => match self.meaning(mark) {
                Meaning::Subtype(subtype) => vec![Kind::Of(subtype.base)],
                _ => Vec::new(),
            },
            ExpressionKind::Aggregate(aggregate) => match &aggregate.form {
                ast::AggregateForm::Delta(base) => self.interpretations(base),
                _ => vec![Kind::Any],
            },
            ExpressionKind::Update(prefix, _) => self.interpretations(prefix),
            ExpressionKind::Target => match &self.target {
                Some(target) => vec![target.kind.clone()],
                None => Vec::new(),
            },
            ExpressionKind::Dereference(prefix) => {
                let kinds = self.interpretations(prefix);
                let designated = kinds.iter().filter_map(|kind| kind.base()?.designated());
                let found: Vec<Kind> = designated.map(Subtype::kind).collect();
                if found.is_empty() {
                    vec![Kind::Any]
                } else {
                    found
                }
            }
            ExpressionKind::Declare { .. }
            | ExpressionKind::Allocator(_)
            | ExpressionKind::Raise { .. }
            | ExpressionKind::Error => vec![Kind::Any],
        }
    }

    /// The kinds that all the values may have, one of which is taken.
    fn common_interpretations<'e>(
        &mut self,
        values: impl Iterator<Item = &'e ast::Expression>,
    ) -> Vec<Kind> {
        let mut found: Option<Vec<Kind>> = None;
        for value in values {
            let own = self.interpretations(value);
            found = Some(match found {
                None => own,
                Some(others) => common(&others, &own),
            });
        }
        found.unwrap_or_default()
    }

    /// The kinds of values that the entities give when applied to the arguments.
    pub(super) fn kinds_of(
        &mut self,
        ids: &[EntityId],
        arguments: &[ast::Association],
    ) -> Vec<Kind> {
        let mut found = Vec::new();
        // Where some subprograms fit for certain, those that only may are not meant.
        let mut best = Fit::No;
        for id in ids {
            match self.entity(*id).kind.clone() {
                EntityKind::Object(object) => found.push(Kind::Of(object.subtype.base.clone())),
                EntityKind::Static(_, subtype) => found.push(Kind::Of(subtype.base)),
                EntityKind::Literal(_, base) => found.push(Kind::Of(base)),
                EntityKind::Number(_) => found.push(Kind::Universal),
                EntityKind::RealNumber => found.push(Kind::UniversalReal),
                EntityKind::Subprogram(id) => {
                    let result = self.subprograms[id.0 as usize].result.clone();
                    let Some(result) = result else { continue };
                    let fit = self.acceptance(id, arguments);
                    if fit > Fit::No {
                        if fit > best && best > Fit::No {
                            found.clear();
                        }
                        if fit >= best {
                            found.push(Kind::Of(result.base));
                            best = fit;
                        }
                    } else if self.accepts(id, &[]) && !arguments.is_empty() {
                        // `F (I)` where F without arguments returns an array.
                        found.extend(self.indexed_kind(&result.base, arguments));
                    }
                }
                EntityKind::Subtype(_)
                | EntityKind::Package(_)
                | EntityKind::Generic(_)
                | EntityKind::Exception
                | EntityKind::Lost(_)
                | EntityKind::Error => {}
            }
        }
        found
    }

    fn indexed_kind(&mut self, base: &Arc<Type>, arguments: &[ast::Association]) -> Option<Kind> {
        base.array()?;
        let is_slice = matches!(arguments, [only] if self.is_range(&only.actual));
        Some(if is_slice {
            Kind::Of(Arc::clone(base))
        } else {
            self.component_of(base)?.kind()
        })
    }

    /// Whether an argument selects a slice.
    pub(super) fn is_range(&mut self, actual: &Actual) -> bool {
        match actual {
            Actual::Discrete(_) => true,
            Actual::Expression(expression) => self.names_subtype(expression),
            Actual::Default(_) => false,
        }
    }

    fn call_interpretations(
        &mut self,
        prefix: &ast::Expression,
        arguments: &[ast::Association],
    ) -> Vec<Kind> {
        if let ExpressionKind::Attribute(mark, designator) = &prefix.kind {
            let designator = designator.key();
            return match designator.as_str() {
                "succ" | "pred" | "val" | "min" | "max" | "value" | "rounding" | "mod"
                    if designator != "rounding" =>
                {
                    match self.meaning(mark) {
                        Meaning::Subtype(subtype) => vec![Kind::Of(subtype.base)],
                        _ => Vec::new(),
                    }
                }
                "base" | "class" => match self.meaning(prefix) {
                    Meaning::Subtype(subtype) => vec![Kind::Of(subtype.base)],
                    _ => Vec::new(),
                },
                _ => {
                    let known = self.attribute_interpretations(mark, &designator);
                    if matches!(designator.as_str(), "old" | "result" | "loop_entry") {
                        let bases: Vec<Arc<Type>> = known
                            .iter()
                            .filter_map(|kind| kind.base().cloned())
                            .collect();
                        return bases
                            .iter()
                            .filter_map(|base| self.indexed_kind(base, arguments))
                            .collect();
                    }
                    known
                }
            };
        }
        match self.meaning(prefix) {
            Meaning::Subtype(subtype) => vec![Kind::Of(subtype.base)],
            Meaning::Entities(ids) => {
                if self.is_predefined_application(prefix, &ids, arguments) {
                    return vec![Kind::Any];
                }
                let mut found = Vec::new();
                for id in ids {
                    match self.entity(id).kind.clone() {
                        EntityKind::Object(object) => {
                            let base = Arc::clone(&object.subtype.base);
                            found.extend(self.indexed_kind(&base, arguments));
                        }
                        EntityKind::Subprogram(_) => {
                            found.extend(self.kinds_of(&[id], arguments));
                        }
                        _ => {}
                    }
                }
                found
            }
            Meaning::Nothing => {
                if let Some((name, all)) = self.with_object_first(prefix, arguments)
                    && self.takes(&name, &all)
                {
                    return self.call_interpretations(&name, &all);
                }
                let bases: Vec<Arc<Type>> = self
                    .interpretations(prefix)
                    .iter()
                    .filter_map(|kind| kind.base().cloned())
                    .collect();
                let found: Vec<Kind> = bases
                    .iter()
                    .filter_map(|base| self.indexed_kind(base, arguments))
                    .collect();
                if found.is_empty() {
                    vec![Kind::Any]
                } else {
                    found
                }
            }
            Meaning::Package(_) | Meaning::Error => Vec::new(),
        }
    }

    /// Whether a function of that name takes these arguments.
    pub(super) fn takes(&mut self, name: &ast::Expression, arguments: &[ast::Association]) -> bool {
        !self.call_interpretations(name, arguments).is_empty()
    }

    fn attribute_interpretations(
        &mut self,
        prefix: &ast::Expression,
        designator: &str,
    ) -> Vec<Kind> {
        match designator {
            "first" | "last" => match self.meaning(prefix) {
                Meaning::Subtype(subtype) => match subtype.base.array() {
                    Some(array) => vec![Kind::Of(Arc::clone(&array.indices[0].base))],
                    None => vec![Kind::Of(subtype.base)],
                },
                _ => self
                    .interpretations(prefix)
                    .iter()
                    .filter_map(|kind| {
                        let array = kind.base()?.array()?;
                        Some(Kind::Of(Arc::clone(&array.indices[0].base)))
                    })
                    .collect(),
            },
            "old" | "loop_entry" | "update" => self.interpretations(prefix),
            "result" => match &self.frame.result {
                Some((_, subtype)) => vec![Kind::Of(Arc::clone(&subtype.base))],
                None => Vec::new(),
            },
            "image" | "img" => vec![Kind::Of(Arc::clone(&self.standard.string))],
            "valid" | "constrained" | "callable" | "terminated" | "valid_scalars"
            | "initialized" => {
                vec![Kind::Of(Arc::clone(&self.standard.boolean))]
            }
            "length"
            | "size"
            | "pos"
            | "modulus"
            | "component_size"
            | "alignment"
            | "object_size"
            | "value_size"
            | "enum_rep"
            | "width"
            | "digits"
            | "position"
            | "first_bit"
            | "last_bit"
            | "max_size_in_storage_elements"
            | "storage_size"
            | "machine_mantissa"
            | "machine_emax"
            | "machine_emin"
            | "machine_radix"
            | "mantissa"
            | "aft"
            | "fore"
            | "scale"
            | "small_numerator"
            | "count" => vec![Kind::Universal],
            _ => vec![Kind::Any],
        }
    }

    fn binary_interpretations(
        &mut self,
        operator: Binary,
        left: &ast::Expression,
        right: &ast::Expression,
    ) -> Vec<Kind> {
        let name = binary_name(operator);
        let (a, b) = (self.interpretations(left), self.interpretations(right));
        let mut found = name.map_or_else(Vec::new, |name| self.user_results(name, &[&a, &b]));
        match operator {
            Binary::Compare(_) => found.push(Kind::Of(Arc::clone(&self.standard.boolean))),
            Binary::Power => found.extend(a),
            // Where nothing else fits the operands, the user's operators are meant.
            Binary::Arithmetic(_) if !found.is_empty() && !agree(&a, &b) => {}
            Binary::Arithmetic(_) => {
                found.extend(common(&a, &b).into_iter().filter(Kind::may_be_number));
            }
            Binary::Logical(_) => {
                // Two literals have those of the user's only.
                let is_found = !found.is_empty();
                let is_theirs = |kind: &Kind| !is_found || !matches!(kind, Kind::Universal);
                found.extend(common(&a, &b).into_iter().filter(is_theirs));
            }
            Binary::Concatenate => {
                for kind in a.iter().chain(&b) {
                    if let Some(base) = kind.base()
                        && base.array().is_some()
                    {
                        found.push(kind.clone());
                    }
                }
                if found.is_empty() {
                    found.push(Kind::String);
                }
            }
        }
        found
    }

    /// The results of the user's operators of that name that fit the operands.
    fn user_results(&mut self, name: &str, operands: &[&[Kind]]) -> Vec<Kind> {
        let mut found = Vec::new();
        for id in self.user_operators(name, operands) {
            if let Some(result) = &self.subprograms[id.0 as usize].result {
                found.push(Kind::Of(Arc::clone(&result.base)));
            }
        }
        found
    }

    /// The user's operators of that name that may be meant, innermost first. Aggregates alone fit
    /// those of composite parameters: there the surroundings decide.
    pub(super) fn operators_for(
        &self,
        name: &str,
        operands: &[&ast::Expression],
        kinds: &[&[Kind]],
    ) -> Vec<SubprogramId> {
        let mut fitting = self.user_operators(name, kinds);
        let is_open = |kinds: &&[Kind]| matches!(kinds, [Kind::Any]);
        let is_aggregate =
            |operand: &&ast::Expression| matches!(operand.kind, ExpressionKind::Aggregate(_));
        fitting.retain(|id| {
            let formals = self.subprograms[id.0 as usize].parameters.iter();
            let mut pairs = formals.zip(operands);
            !pairs.any(|(formal, operand)| is_aggregate(operand) && formal.subtype.is_scalar())
        });
        if fitting.is_empty() && name == "=" {
            // Records take their own equality into instances, whatever is visible there.
            fitting.extend(
                kinds
                    .iter()
                    .copied()
                    .flatten()
                    .find_map(|kind| self.own_equality(kind)),
            );
        }
        if !fitting.is_empty() || !operands.iter().all(is_aggregate) || !kinds.iter().all(is_open) {
            return fitting;
        }
        let found = self.find(&format!("\"{name}\""));
        let declared = found.iter().filter_map(|id| match &self.entity(*id).kind {
            EntityKind::Subprogram(id) => Some(*id),
            _ => None,
        });
        declared
            .filter(|id| {
                let parameters = &self.subprograms[id.0 as usize].parameters;
                let is_composite = |base: &Type| base.record().is_some() || base.array().is_some();
                parameters.len() == operands.len()
                    && parameters
                        .iter()
                        .all(|each| is_composite(&each.subtype.base))
            })
            .collect()
    }

    /// The user's operators of that name that fit the operands, innermost first.
    pub(super) fn user_operators(&self, name: &str, operands: &[&[Kind]]) -> Vec<SubprogramId> {
        let found = self.find(&format!("\"{name}\""));
        let fitting: Vec<(Fit, SubprogramId)> = found
            .iter()
            .filter_map(|id| match &self.entity(*id).kind {
                EntityKind::Subprogram(id) => Some(*id),
                _ => None,
            })
            .filter_map(|id| {
                let parameters = &self.subprograms[id.0 as usize].parameters;
                if parameters.len() != operands.len() || !self.belongs(id, name, operands) {
                    return None;
                }
                let pairs = parameters.iter().zip(operands);
                let fits = pairs.map(|(formal, kinds)| best_fit(kinds, &formal.subtype.base));
                let fits: Vec<Fit> = fits.collect();
                // Operands of which nothing is known are no reason to prefer the user's operator.
                let is_known = fits.contains(&Fit::Exactly);
                let fit = fits.into_iter().min().filter(|_| is_known);
                Some((fit.unwrap_or(Fit::No), id))
            })
            .filter(|(fit, _)| *fit > Fit::No)
            .collect();
        let best = fitting.iter().map(|(fit, _)| *fit).max();
        let best = fitting.into_iter().filter(|(fit, _)| Some(*fit) == best);
        best.map(|(_, id)| id).collect()
    }

    /// Whether a call of the subprogram with these arguments may be meant.
    pub(super) fn accepts(&mut self, id: SubprogramId, arguments: &[ast::Association]) -> bool {
        self.acceptance(id, arguments) > Fit::No
    }

    /// How well the arguments fit the subprogram.
    pub(super) fn acceptance(&mut self, id: SubprogramId, arguments: &[ast::Association]) -> Fit {
        let mut fit = Fit::Exactly;
        let parameters = self.subprograms[id.0 as usize].parameters.clone();
        let mut given = vec![false; parameters.len()];
        for (at, argument) in arguments.iter().enumerate() {
            let position = match &argument.formal {
                Some(name) => parameters
                    .iter()
                    .position(|parameter| parameter.name.eq_ignore_ascii_case(&name.text)),
                None => (at < parameters.len()).then_some(at),
            };
            let Some(position) = position.filter(|position| !given[*position]) else {
                return Fit::No;
            };
            given[position] = true;
            let Actual::Expression(actual) = &argument.actual else {
                return Fit::No;
            };
            let kinds = self.interpretations(actual);
            fit = fit.min(best_fit(&kinds, &parameters[position].subtype.base));
            if fit == Fit::No {
                return Fit::No;
            }
        }
        let is_complete = parameters
            .iter()
            .zip(given)
            .all(|(parameter, given)| given || parameter.default.is_some());
        if is_complete { fit } else { Fit::No }
    }

    /// The type that the surroundings of an expression without an expected type give it.
    pub(super) fn own_type(&mut self, expression: &ast::Expression) -> Option<Arc<Type>> {
        let kinds = self.interpretations(expression);
        if may_be_universal(&kinds) {
            return None;
        }
        kinds.iter().find_map(|kind| kind.base().cloned())
    }
}

pub(super) fn unary_name(operator: Unary) -> &'static str {
    match operator {
        Unary::Minus => "-",
        Unary::Plus => "+",
        Unary::Absolute => "abs",
        Unary::Not => "not",
    }
}

/// The name under which the user may declare the operator.
pub(super) fn binary_name(operator: Binary) -> Option<&'static str> {
    use ast::Logical;
    Some(match operator {
        Binary::Arithmetic(operator) => operator.symbol(),
        Binary::Power => "**",
        Binary::Concatenate => "&",
        Binary::Compare(comparison) => comparison.symbol(),
        Binary::Logical(Logical::And) => "and",
        Binary::Logical(Logical::Or) => "or",
        Binary::Logical(Logical::Xor) => "xor",
        Binary::Logical(Logical::AndThen | Logical::OrElse) => return None,
    })
}
