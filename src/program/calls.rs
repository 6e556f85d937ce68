//! Calls.

use super::elaborator::Elaborator;
use super::entity::{EntityId, EntityKind};
use super::kind::Fit;
use super::lookup::Meaning;
use super::typed::{Call, SubprogramId};
use super::typed_value::Typed;
use super::types::{ACCESS, CLASS, Subtype, TASKING};
use crate::source::Span;
use crate::syntax::ast;

impl Elaborator {
    /// A call statement; `None` where a diagnostic says what is wrong, or nothing is left to do.
    pub(super) fn call(
        &mut self,
        span: Span,
        callee: &ast::Expression,
        arguments: &[ast::Association],
    ) -> Option<Call> {
        let ids = match self.meaning(callee) {
            Meaning::Entities(ids) => ids,
            Meaning::Error => return None,
            Meaning::Nothing => {
                return self.prefixed_call(span, callee, arguments);
            }
            Meaning::Subtype(_) | Meaning::Package(_) => Vec::new(),
        };
        let Some(id) = self.chosen_subprogram(callee, &ids, arguments, |result| {
            if result.is_none() {
                Fit::Exactly
            } else {
                Fit::No
            }
        }) else {
            if ids.iter().any(|id| self.lost(*id).is_some()) {
                self.reject(callee.span, "call through an access value or of an entry");
                return None;
            }
            let procedures = self.subprograms_of(&ids);
            match procedures.as_slice() {
                [] => self.error(
                    callee.span,
                    format!("{callee} is not a procedure"),
                    "call a procedure that is visible here",
                ),
                [only] => self.report_arguments(callee, *only, arguments),
                _ => self.error(
                    callee.span,
                    format!("no {callee} fits these arguments"),
                    "compare the call with the declarations",
                ),
            }
            return None;
        };
        self.refer_to_subprogram(callee, &ids, id);
        let text = if arguments.is_empty() {
            callee.to_string()
        } else {
            let list: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            format!("{callee} ({})", list.join(", "))
        };
        let actuals = self.match_arguments(callee, id, arguments)?;
        let gathered = self.gather(callee.position, id, &actuals, None)?;
        Some(gathered.into_call(self.implementation(id), text, span))
    }

    /// What the entity stands for, if nothing is known of it.
    fn lost(&self, id: EntityId) -> Option<&'static str> {
        match &self.entity(id).kind {
            EntityKind::Lost(what) => Some(what),
            EntityKind::Object(object) => object.subtype.base.lost(),
            _ => None,
        }
    }

    /// What a prefix is, if nothing is known of it.
    fn lost_prefix(&mut self, prefix: &ast::Expression) -> Option<&'static str> {
        let entity = match self.meaning(prefix) {
            Meaning::Entities(ids) => ids.iter().find_map(|id| self.lost(*id)),
            _ => None,
        };
        let kinds = self.interpretations(prefix);
        entity.or_else(|| kinds.iter().find_map(|kind| kind.base()?.lost()))
    }

    /// `Object.Procedure (…)`: the object is the first argument.
    fn prefixed_call(
        &mut self,
        span: Span,
        callee: &ast::Expression,
        arguments: &[ast::Association],
    ) -> Option<Call> {
        let what = match &callee.kind {
            ast::ExpressionKind::Selected(prefix, _) => self.lost_prefix(prefix),
            _ => None,
        };
        if what == Some(TASKING) {
            self.reject(callee.span, "call of a protected operation or an entry");
            return None;
        }
        if let Some((name, all)) = self.with_object_first(callee, arguments) {
            return self.call(span, &name, &all);
        }
        if let Some(what) = what {
            let call = match what {
                CLASS => "dispatching call",
                ACCESS => "call through an access value",
                _ => "call of what is not known",
            };
            self.reject(callee.span, call);
            return None;
        }
        if matches!(callee.kind, ast::ExpressionKind::Dereference(_)) {
            self.reject(callee.span, "call through an access value");
            return None;
        }
        if matches!(callee.kind, ast::ExpressionKind::Call(..)) {
            self.reject(callee.span, "call of an entry of a family");
            return None;
        }
        self.undeclared(callee);
        None
    }

    fn subprograms_of(&self, ids: &[EntityId]) -> Vec<SubprogramId> {
        ids.iter()
            .filter_map(|id| match &self.entity(*id).kind {
                EntityKind::Subprogram(id) => Some(*id),
                _ => None,
            })
            .collect()
    }

    /// The subprogram that fits the arguments best and whose result is wanted, the innermost of
    /// several. Where too little is known of the types to tell, the body is rejected.
    fn chosen_subprogram(
        &mut self,
        name: &ast::Expression,
        ids: &[EntityId],
        arguments: &[ast::Association],
        wanted: impl Fn(Option<&Subtype>) -> Fit,
    ) -> Option<SubprogramId> {
        let mut best: Option<(Fit, SubprogramId)> = None;
        let mut is_open = false;
        for id in self.subprograms_of(ids) {
            let result = self.subprograms[id.0 as usize].result.clone();
            let fit = wanted(result.as_ref());
            if fit == Fit::No {
                continue;
            }
            let fit = fit.min(self.acceptance(id, arguments));
            match best {
                _ if fit == Fit::No => {}
                Some((known, _)) if known > fit => {}
                Some((known, chosen)) if known == fit => {
                    is_open |= fit == Fit::Perhaps && chosen != id;
                }
                _ => {
                    best = Some((fit, id));
                    is_open = false;
                }
            }
        }
        if is_open {
            self.reject(name.span, "overloaded name that unknown types leave open");
        }
        best.map(|(_, id)| id)
    }

    /// `prefix (arguments)`: a call, a conversion, an indexed component, a slice, an attribute.
    pub(super) fn applied(
        &mut self,
        expression: &ast::Expression,
        prefix: &ast::Expression,
        arguments: &[ast::Association],
        expected: Option<&Subtype>,
    ) -> Typed {
        let position = expression.position;
        let operand = match arguments {
            [argument] if argument.formal.is_none() => argument.actual.expression(),
            _ => None,
        };
        if let Some(found) = self.clause_function(prefix, operand, position) {
            return found;
        }
        if let ast::ExpressionKind::Attribute(mark, designator) = &prefix.kind
            && !matches!(designator.key().as_str(), "base" | "class")
        {
            return self
                .applied_attribute(expression, prefix, mark, designator, arguments, expected);
        }
        match self.meaning(prefix) {
            Meaning::Subtype(subtype) => {
                if let Some(operand) = operand {
                    self.conversion(expression, operand, &subtype)
                } else {
                    self.error(
                        expression.span,
                        "a conversion has one operand",
                        "write one value",
                    );
                    Typed::error(position)
                }
            }
            Meaning::Entities(ids) => {
                if self.is_predefined_application(prefix, &ids, arguments)
                    && let Some(found) =
                        self.predefined_call(expression, prefix, arguments, expected)
                {
                    return found;
                }
                self.applied_entities(expression, prefix, &ids, arguments, expected)
            }
            Meaning::Error => Typed::error(position),
            Meaning::Package(_) => {
                self.error(
                    expression.span,
                    format!("{prefix} cannot be applied to arguments"),
                    "call a function or index an array",
                );
                Typed::error(position)
            }
            Meaning::Nothing => {
                if let ast::ExpressionKind::Name(_) = &prefix.kind {
                    self.undeclared(prefix);
                    return Typed::error(position);
                }
                if let Some((name, all)) = self.with_object_first(prefix, arguments)
                    && self.takes(&name, &all)
                {
                    return self.applied(expression, &name, &all, expected);
                }
                if let Some(found) = self.predefined_call(expression, prefix, arguments, expected) {
                    return found;
                }
                let typed = self.name_or_value(prefix);
                self.indexed(expression, typed, arguments, expected)
            }
        }
    }

    fn applied_entities(
        &mut self,
        expression: &ast::Expression,
        prefix: &ast::Expression,
        ids: &[EntityId],
        arguments: &[ast::Association],
        expected: Option<&Subtype>,
    ) -> Typed {
        let fits = |result: Option<&Subtype>| match (result, expected) {
            (None, _) => Fit::No,
            (Some(_), None) => Fit::Exactly,
            (Some(result), Some(expected)) => result.kind().fit(&expected.base),
        };
        let is_function = |result: Option<&Subtype>| match result {
            Some(_) => Fit::Exactly,
            None => Fit::No,
        };
        let chosen = self
            .chosen_subprogram(prefix, ids, arguments, fits)
            .or_else(|| self.chosen_subprogram(prefix, ids, arguments, is_function));
        if let Some(id) = chosen {
            self.refer_to_subprogram(prefix, ids, id);
            return self.function_call(expression, id, arguments);
        }
        let functions = self.subprograms_of(ids);
        let parameterless = functions
            .iter()
            .copied()
            .find(|id| self.subprograms[id.0 as usize].result.is_some() && self.accepts(*id, &[]));
        if let Some(id) = parameterless {
            self.refer_to_subprogram(prefix, ids, id);
            let typed = self.function_call(prefix, id, &[]);
            return self.indexed(expression, typed, arguments, expected);
        }
        match functions.as_slice() {
            [] => {
                let typed = self.name(prefix, None);
                self.indexed(expression, typed, arguments, expected)
            }
            [only] => {
                self.report_arguments(prefix, *only, arguments);
                Typed::error(expression.position)
            }
            _ => {
                self.error(
                    expression.span,
                    format!("no {prefix} fits these arguments"),
                    "compare the call with the declarations",
                );
                Typed::error(expression.position)
            }
        }
    }

    /// Says what is wrong with the arguments of a call.
    fn report_arguments(
        &mut self,
        callee: &ast::Expression,
        id: SubprogramId,
        arguments: &[ast::Association],
    ) {
        let known = self.diagnostics.len();
        if let Some(actuals) = self.match_arguments(callee, id, arguments) {
            self.gather(callee.position, id, &actuals, None);
        }
        if self.diagnostics.len() == known {
            self.error(
                callee.span,
                format!("{callee} does not fit these arguments here"),
                "compare the call with its declaration",
            );
        }
    }

    /// The actuals in the order written, each with the index of its formal, then the defaults.
    pub(super) fn match_arguments(
        &mut self,
        callee: &ast::Expression,
        id: SubprogramId,
        arguments: &[ast::Association],
    ) -> Option<Vec<(usize, ast::Expression)>> {
        let parameters = self.subprograms[id.0 as usize].parameters.clone();
        let mut actuals: Vec<(usize, ast::Expression)> = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            let formal = match &argument.formal {
                Some(name) => parameters
                    .iter()
                    .position(|formal| formal.name.eq_ignore_ascii_case(&name.text)),
                None => Some(at).filter(|at| *at < parameters.len()),
            };
            let is_taken = |at: &usize| actuals.iter().any(|(taken, _)| taken == at);
            let actual = argument.actual.expression();
            let (Some(at), Some(actual)) = (formal.filter(|at| !is_taken(at)), actual) else {
                self.error(
                    argument.actual.span(),
                    format!("{callee} has no parameter for this argument"),
                    "compare the call with the declaration",
                );
                return None;
            };
            actuals.push((at, actual.clone()));
        }
        for (at, parameter) in parameters.iter().enumerate() {
            if actuals.iter().any(|(taken, _)| *taken == at) {
                continue;
            }
            let Some(default) = &parameter.default else {
                self.error(
                    callee.span,
                    format!("this call of {callee} lacks an argument"),
                    "compare the call with the declaration",
                );
                return None;
            };
            actuals.push((at, default.clone()));
        }
        Some(actuals)
    }
}
