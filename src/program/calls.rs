//! Procedure calls.

use std::collections::BTreeMap;

use super::elaborator::Elaborator;
use super::expressions::Typed;
use super::expressions::within;
use super::scope::Entity;
use super::typed::{Call, CopyBack, Formal, GuardedCheck, Mode, Read, Subtype};
use crate::logic::{Term, Variable};
use crate::syntax::ast;
use crate::verdict::Rule;

/// What has been gathered of a call.
struct Gathered {
    checks: Vec<GuardedCheck>,
    reads: Vec<Read>,
    arguments: Vec<Option<Term>>,
    results: Vec<Option<CopyBack>>,
}

impl Elaborator {
    /// A call; `None` where a diagnostic says what is wrong.
    pub(super) fn call(
        &mut self,
        callee: &ast::Expression,
        arguments: &[ast::Association],
    ) -> Option<Call> {
        let id = match self.resolve(callee) {
            Entity::Subprogram(id) => id,
            Entity::Error => return None,
            Entity::Object(..)
            | Entity::Constant(..)
            | Entity::Number(_)
            | Entity::Subtype(_)
            | Entity::Unit => {
                self.error(
                    callee.span,
                    format!("{callee} is not a procedure"),
                    "call a procedure of this unit",
                );
                return None;
            }
        };
        let declared = &self.subprograms[id.0 as usize];
        let formals = declared.subprogram.formals.clone();
        let precondition = declared.subprogram.precondition.clone();
        let names = declared.formal_names.clone();
        let actuals = self.match_arguments(callee, &names, arguments)?;
        let mut gathered = Gathered {
            checks: Vec::new(),
            reads: Vec::new(),
            arguments: vec![None; formals.len()],
            results: vec![None; formals.len()],
        };
        for (at, actual) in actuals {
            self.pass(&formals[at], at, actual, &mut gathered);
        }
        if let Some(precondition) = precondition {
            let replacements: BTreeMap<Variable, Term> = formals
                .iter()
                .zip(&gathered.arguments)
                .filter_map(|(formal, value)| {
                    Some((formal.object.variable.clone(), value.clone()?))
                })
                .collect();
            let condition = Term::implies(precondition.well_formed(), precondition.term.clone())
                .substitute(&replacements);
            let check = self.check(
                Rule::Precondition,
                callee.position,
                precondition.text,
                condition,
            );
            gathered.checks.push(check);
        }
        let text = if arguments.is_empty() {
            callee.to_string()
        } else {
            let list: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            format!("{callee} ({})", list.join(", "))
        };
        Some(Call {
            callee: id,
            checks: gathered.checks,
            arguments: gathered.arguments,
            results: gathered.results,
            reads: gathered.reads,
            text,
        })
    }

    /// The actuals in the order written, each with the index of its formal.
    fn match_arguments<'a>(
        &mut self,
        callee: &ast::Expression,
        names: &[String],
        arguments: &'a [ast::Association],
    ) -> Option<Vec<(usize, &'a ast::Expression)>> {
        let mut actuals: Vec<(usize, &ast::Expression)> = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            let formal = match &argument.formal {
                Some(name) => names.iter().position(|formal| *formal == name.key()),
                None => Some(at).filter(|at| *at < names.len()),
            };
            let is_taken = |at: &usize| actuals.iter().any(|(taken, _)| taken == at);
            let Some(at) = formal.filter(|at| !is_taken(at)) else {
                self.error(
                    argument.actual.span(),
                    format!("{callee} has no parameter for this argument"),
                    "compare the call with the procedure's declaration",
                );
                return None;
            };
            let Some(actual) = argument.actual.expression() else {
                self.error(
                    argument.actual.span(),
                    "a value is expected here",
                    "pass a value",
                );
                return None;
            };
            actuals.push((at, actual));
        }
        if actuals.len() < names.len() {
            self.error(
                callee.span,
                format!("this call of {callee} lacks an argument"),
                "compare the call with the procedure's declaration",
            );
            return None;
        }
        Some(actuals)
    }

    fn pass(
        &mut self,
        formal: &Formal,
        at: usize,
        actual: &ast::Expression,
        gathered: &mut Gathered,
    ) {
        let subtype = &formal.object.subtype;
        if formal.mode != Mode::Out {
            let value = self.value_for(actual, subtype);
            gathered.checks.extend(value.checks);
            gathered.reads.extend(value.reads);
            gathered.arguments[at] = Some(value.term);
        }
        if formal.mode != Mode::In {
            gathered.results[at] = self.copy_back(formal, actual);
        }
    }

    fn copy_back(&mut self, formal: &Formal, actual: &ast::Expression) -> Option<CopyBack> {
        let object = self.assignable(actual)?;
        if formal.mode == Mode::Out {
            // For `in out` the value passed in has told whether the types agree.
            let typed = self.expression(actual);
            let wanted = super::expressions::Type::of(&formal.object.subtype);
            let typed = self.converted(actual, typed, &wanted);
            if typed.is_error() {
                return None;
            }
        }
        let narrowing = match (&formal.object.subtype, &object.subtype) {
            (Subtype::Discrete(from), Subtype::Discrete(to))
                if !from.values().is_inside(&to.interval()) =>
            {
                let name = format!("{}__back", object.variable.name);
                let local = self.local(&name, formal.object.subtype.clone(), actual.span);
                let returned = Typed {
                    term: Term::variable(&local.variable),
                    ..Typed::error(actual.position)
                };
                let check = self.check(
                    Rule::Range,
                    actual.position,
                    format!("{actual} in {}", object.subtype),
                    within(&returned.term, &to.interval()),
                );
                Some((local.variable, check))
            }
            _ => None,
        };
        Some(CopyBack {
            target: object.variable,
            narrowing,
            span: actual.span,
        })
    }
}
