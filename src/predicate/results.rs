//! `Z := F (Y) + 1`: what the function's predicates say of its result, said of the temporary that
//! holds the result in the caller.
//!
//! Nobody writes predicates about such a temporary, so a Boolean program would forget between the
//! call and the expression around it what the function has returned.

use std::collections::{BTreeMap, BTreeSet};

use super::{Predicate, PredicateSet};
use crate::flow::{FlowProgram, FlowSubprogram, SubprogramId, Terminator};
use crate::logic::{Term, Variable};

/// A call, and what stands in the caller for the formals.
struct Call<'a> {
    callee: SubprogramId,
    /// Per formal, its value for the caller when the call has returned.
    values: BTreeMap<Variable, Term>,
    /// The temporaries that the call sets.
    temporaries: BTreeSet<&'a Variable>,
}

/// The predicates with those of functions behind them, in terms of the temporaries of their
/// callers.
pub fn with_results(predicates: &PredicateSet, flow: &FlowProgram) -> PredicateSet {
    let mut all = predicates.clone();
    for (id, subprogram) in (0..).map(SubprogramId).zip(&flow.subprograms) {
        let words = flow.words(Some(id));
        for call in calls(flow, subprogram) {
            for predicate in predicates.of_subprogram(call.callee) {
                let Some(term) = call.instance(flow, &predicate.term) else {
                    continue;
                };
                let visible = |known: &&Predicate| known.scope.is_none() || known.scope == Some(id);
                let visible: Vec<&Predicate> = all.iter().filter(visible).collect();
                if visible.iter().any(|known| known.term == term) {
                    continue;
                }
                let taken = visible.iter().map(|known| known.name.as_str()).collect();
                let name = super::unused(&words.text(&term), &taken);
                all.predicates.push(Predicate {
                    name,
                    term,
                    scope: Some(id),
                    span: predicate.span,
                });
            }
        }
    }
    all
}

/// The calls of a subprogram that return something into a temporary.
fn calls<'a>(flow: &'a FlowProgram, subprogram: &'a FlowSubprogram) -> Vec<Call<'a>> {
    let is_temporary = |variable: &Variable| {
        let mut locals = subprogram.locals.iter();
        variable.name.contains("__") && locals.any(|local| local.variable == *variable)
    };
    let mut found = Vec::new();
    for block in &subprogram.blocks {
        let Terminator::Call {
            callee,
            arguments,
            results,
            ..
        } = &block.terminator
        else {
            continue;
        };
        let called = flow.subprogram(*callee);
        let mut call = Call {
            callee: *callee,
            values: BTreeMap::new(),
            temporaries: BTreeSet::new(),
        };
        for ((formal, argument), result) in called.formals.iter().zip(arguments).zip(results) {
            let value = result.as_ref().map(Term::variable).or(argument.clone());
            let formal = &formal.variable.variable;
            call.values
                .extend(value.map(|value| (formal.clone(), value)));
            let temporary = result.as_ref().filter(|result| is_temporary(result));
            call.temporaries.extend(temporary);
        }
        if !call.temporaries.is_empty() {
            found.push(call);
        }
    }
    found
}

impl Call<'_> {
    /// A predicate of the callee in terms of the caller, if it speaks of a temporary and of nothing
    /// that the caller does not know.
    fn instance(&self, flow: &FlowProgram, term: &Term) -> Option<Term> {
        let is_global = |variable: &Variable| {
            let mut globals = flow.globals.iter();
            globals.any(|global| global.variable == *variable)
        };
        let is_known =
            |variable: &Variable| self.values.contains_key(variable) || is_global(variable);
        let found = term.free_variables().iter().all(is_known);
        let instance = found.then(|| term.substitute(&self.values))?;
        let mut variables = instance.free_variables().iter();
        let speaks_of_it = variables.any(|variable| self.temporaries.contains(variable));
        speaks_of_it.then_some(instance)
    }
}
