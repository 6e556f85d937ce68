//! What a call does: its arguments in order, the call, what comes back.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::call_parameters::Passed;
use super::discriminants::discriminant_facts;
use super::elaborator::{Elaborator, Lifting};
use super::expressions::scalar_interval;
use super::kind::Kind;
use super::place::Place;
use super::substitution::{substituted, temporaries};
use super::tree::{Tree, as_variable};
use super::typed::{Call, GuardedCheck, Mode, Step, SubprogramId};
use super::typed_value::{Context, Typed};
use super::types::Subtype;
use crate::logic::{Term, Variable};
use crate::source::Span;
use crate::syntax::ast;

/// What has been gathered of a call.
pub(super) struct Gathered {
    pub(super) before: Vec<Step>,
    pub(super) arguments: Vec<Option<Term>>,
    pub(super) results: Vec<Option<Variable>>,
    pub(super) after: Vec<Step>,
    /// The value of each parameter's variables at the call.
    pub(super) values: BTreeMap<Variable, Term>,
    /// The objects passed to be changed, and the composites passed to be read.
    pub(super) places: Vec<(Place, Mode, Span)>,
}

impl Gathered {
    pub(super) fn into_call(self, callee: SubprogramId, text: String, span: Span) -> Call {
        let roots = |wanted: bool| -> Vec<(Variable, Span)> {
            let places = self.places.iter();
            places
                .filter(|(_, mode, _)| (*mode == Mode::In) == wanted)
                .flat_map(|(place, _, span)| {
                    place.root.variables().into_iter().map(|root| (root, *span))
                })
                .collect()
        };
        Call {
            changed: roots(false),
            read: roots(true),
            callee,
            before: self.before,
            arguments: self.arguments,
            results: self.results,
            after: self.after,
            text,
            span,
        }
    }
}

impl Elaborator {
    /// A call of a function.
    pub(super) fn function_call(
        &mut self,
        expression: &ast::Expression,
        id: SubprogramId,
        arguments: &[ast::Association],
    ) -> Typed {
        match self.match_arguments(expression, id, arguments) {
            Some(actuals) => self.evaluated_call(expression, id, &actuals),
            None => Typed::error(expression.position),
        }
    }

    /// A call of the user's operator.
    pub(super) fn operator_call(
        &mut self,
        expression: &ast::Expression,
        id: SubprogramId,
        operands: &[&ast::Expression],
    ) -> Typed {
        let actuals: Vec<(usize, ast::Expression)> = operands
            .iter()
            .enumerate()
            .map(|(at, operand)| (at, (*operand).clone()))
            .collect();
        self.evaluated_call(expression, id, &actuals)
    }

    fn evaluated_call(
        &mut self,
        expression: &ast::Expression,
        id: SubprogramId,
        actuals: &[(usize, ast::Expression)],
    ) -> Typed {
        let position = expression.position;
        let Some(result) = self.subprograms[id.0 as usize].result.clone() else {
            self.error(
                expression.span,
                format!("{expression} is not a value"),
                "a procedure returns none",
            );
            return Typed::error(position);
        };
        let body = self.implementation(id);
        let renamed = self.subprograms[body.0 as usize].renames.clone();
        if let Some(renamed) = renamed
            && let Some(found) = self.renamed_call(expression, &renamed, actuals, &result)
        {
            return found;
        }
        self.ensure(body);
        if let Some(found) = self.intrinsic_call(expression, body, actuals, &result) {
            return found;
        }
        if self.lifting == Lifting::Inlined {
            return self.inlined_call(expression, id, actuals, &result);
        }
        let name = self.subprograms[id.0 as usize].subprogram.name.clone();
        let short = name.rsplit('.').next().unwrap_or(&name).trim_matches('"');
        let target = self.local(&format!("{short}__result"), &result, expression.span);
        let Some(gathered) = self.gather(position, id, actuals, Some(&target)) else {
            return Typed::error(position);
        };
        let call = gathered.into_call(body, expression.to_string(), expression.span);
        let mut steps = vec![Step::Call {
            guard: Term::bool(true),
            call: Box::new(call),
        }];
        let facts = discriminant_facts(&target, &result, 0);
        steps.extend(facts.into_iter().map(Step::Assume));
        Typed {
            kind: result.kind(),
            value: target,
            steps,
            interval: scalar_interval(&result),
            ..Typed::error(position)
        }
    }

    /// A call whose value is put in its place.
    fn inlined_call(
        &mut self,
        expression: &ast::Expression,
        id: SubprogramId,
        actuals: &[(usize, ast::Expression)],
        result: &Subtype,
    ) -> Typed {
        let body = self.implementation(id);
        self.forced_entries.insert(body);
        self.call_is_uncounted(body, expression.span);
        let target = self.default_tree(result);
        let Some(gathered) = self.gather(expression.position, id, actuals, Some(&target)) else {
            return Typed::error(expression.position);
        };
        let mut steps = gathered.before;
        let known = self.subprograms[body.0 as usize].expression.clone();
        match known {
            Some(known) if known.calls_nothing() => {
                let substitute = |term: &Term| term.substitute(&gathered.values);
                for step in &known.steps {
                    if let Step::Check(check) = step {
                        steps.push(Step::Check(GuardedCheck {
                            check: check.check.clone(),
                            condition: substitute(&check.condition),
                        }));
                    }
                }
                Typed {
                    kind: result.kind(),
                    value: known.value.map(&substitute),
                    steps,
                    interval: scalar_interval(result),
                    ..Typed::error(expression.position)
                }
            }
            _ => {
                let lost = Typed {
                    steps,
                    ..Typed::error(expression.position)
                };
                let what = "call of a function that is no expression, where calls are not made";
                self.replaced_by_lost(lost, result, expression.span, what)
            }
        }
    }

    /// Evaluates the arguments of a call and its precondition.
    pub(super) fn gather(
        &mut self,
        position: Span,
        id: SubprogramId,
        actuals: &[(usize, ast::Expression)],
        result: Option<&Tree>,
    ) -> Option<Gathered> {
        let body = self.implementation(id);
        self.ensure(body);
        let trees = self.trees(body);
        let parameters = self.subprograms[id.0 as usize].parameters.clone();
        let own_parameters = self.subprograms[body.0 as usize].parameters.clone();
        let mut gathered = Gathered {
            before: Vec::new(),
            arguments: Vec::new(),
            results: Vec::new(),
            after: Vec::new(),
            values: BTreeMap::new(),
            places: Vec::new(),
        };
        let mut passed: Vec<Option<Passed>> = vec![None; parameters.len()];
        let scopes = self.subprograms[body.0 as usize].scopes.clone();
        let written = actuals.len();
        for (order, (at, actual)) in actuals.iter().enumerate() {
            let is_default = order >= written
                || parameters[*at]
                    .default
                    .as_ref()
                    .is_some_and(|default| default.span == actual.span);
            let found = if is_default {
                // A default is of the type it was written for.
                self.in_scopes(scopes.clone(), |this| {
                    this.pass(
                        &own_parameters[*at],
                        &trees.parameters[*at],
                        actual,
                        &mut gathered,
                    )
                })
            } else {
                self.pass(
                    &parameters[*at],
                    &trees.parameters[*at],
                    actual,
                    &mut gathered,
                )
            };
            passed[*at] = Some(found?);
        }
        for (tree, passed) in trees.parameters.iter().zip(passed) {
            let passed = passed?;
            let values = passed.value.as_ref().map(Tree::terms).unwrap_or_default();
            let backs = passed.back.as_ref().map(Tree::terms).unwrap_or_default();
            let own = tree.terms();
            // What an extension adds to the parent's components comes back as it was.
            for (value, back) in values.iter().zip(&backs).skip(own.len()) {
                if let Some(back) = as_variable(back).filter(|_| value != back) {
                    let kept = Step::Assign(back.clone(), (*value).clone());
                    gathered.before.push(kept);
                }
            }
            let mut seen: Vec<&Variable> = Vec::new();
            for (at, term) in own.into_iter().enumerate() {
                // A discriminant comes again where it is a bound.
                let Some(variable) = as_variable(term).filter(|each| !seen.contains(each)) else {
                    continue;
                };
                seen.push(variable);
                let mode = self.formal_mode(body, variable);
                let value = values.get(at).map(|value| (*value).clone());
                if let Some(value) = &value {
                    gathered.values.insert(variable.clone(), value.clone());
                }
                gathered.arguments.push(value.filter(|_| mode != Mode::Out));
                let back = backs.get(at).and_then(|term| as_variable(term)).cloned();
                gathered.results.push(back.filter(|_| mode != Mode::In));
            }
        }
        if let (Some(formal), Some(target)) = (&trees.result, result) {
            let mut seen: Vec<&Variable> = Vec::new();
            for (formal, target) in formal.terms().into_iter().zip(target.terms()) {
                if let Some(variable) = as_variable(formal)
                    && !seen.contains(&variable)
                {
                    seen.push(variable);
                    gathered.arguments.push(None);
                    gathered.results.push(as_variable(target).cloned());
                }
            }
        }
        self.aliasing_checks(&mut gathered);
        self.precondition_check(position, body, &mut gathered);
        self.variant_check(position, body, &mut gathered);
        Some(gathered)
    }

    /// Steps and a term of another subprogram's contract, about other values, with temporaries of
    /// the present one.
    pub(super) fn instantiate(
        &mut self,
        source: SubprogramId,
        steps: &[Step],
        term: &Term,
        values: &BTreeMap<Variable, Term>,
    ) -> (Vec<Step>, Term) {
        let mut values = values.clone();
        for target in temporaries(steps) {
            let declared = &self.subprograms[source.0 as usize];
            let known = declared
                .frame
                .locals
                .iter()
                .chain(&declared.subprogram.locals)
                .find(|local| local.variable == target)
                .cloned();
            let variable = self.frame.variable(&target.name, target.sort.clone());
            if let Some(known) = known {
                self.frame.locals.push(super::typed::Object {
                    variable: variable.clone(),
                    ..known
                });
            }
            values.insert(target, Term::variable(&variable));
        }
        let steps = substituted(steps, &values, &self.frame.name);
        (steps, term.substitute(&values))
    }

    /// `even (Y)` and `odd (Y)` in a clause.
    pub(super) fn clause_function(
        &mut self,
        prefix: &ast::Expression,
        operand: Option<&ast::Expression>,
        position: Span,
    ) -> Option<Typed> {
        let (ast::ExpressionKind::Name(name), Some(operand)) = (&prefix.kind, operand) else {
            return None;
        };
        let is_clause = matches!(self.context, Context::Clause | Context::Predicate);
        if !is_clause || !self.find(name).is_empty() {
            return None;
        }
        let rest = match name.to_ascii_lowercase().as_str() {
            "even" => 0,
            "odd" => 1,
            _ => return None,
        };
        let typed = self.integer_value(operand);
        if typed.is_error() {
            return Some(Typed::error(position));
        }
        let term = Term::arithmetic(crate::logic::Arithmetic::Modulo, typed.term(), Term::int(2));
        let result = Typed {
            kind: Kind::Of(Arc::clone(&self.standard.boolean)),
            value: Tree::Leaf(Term::equal(term, Term::int(rest))),
            ..Typed::error(position)
        };
        Some(result.evaluated(vec![typed]))
    }
}
