//! Steps with other terms for variables.

use std::collections::BTreeMap;

use super::tree::as_variable;
use super::typed::{Call, Step};
use crate::logic::{Term, Variable};

/// The temporaries that steps set.
pub(crate) fn temporaries(steps: &[Step]) -> Vec<Variable> {
    let mut found = Vec::new();
    for step in steps {
        match step {
            Step::Forget { target, .. } | Step::Assign(target, _) => found.push(target.clone()),
            Step::Call { call, .. } => {
                found.extend(temporaries(&call.before));
                found.extend(call.results.iter().flatten().cloned());
                found.extend(temporaries(&call.after));
            }
            Step::Check(_) | Step::Assume(_) | Step::Read(_) => {}
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Steps about other values; checks of calls inside belong to the subprogram named.
pub(crate) fn substituted(
    steps: &[Step],
    values: &BTreeMap<Variable, Term>,
    name: &str,
) -> Vec<Step> {
    let term = |term: &Term| term.substitute(values);
    let variable = |variable: &Variable| {
        values
            .get(variable)
            .and_then(|term| as_variable(term))
            .unwrap_or(variable)
            .clone()
    };
    steps
        .iter()
        .map(|step| match step {
            Step::Check(check) => {
                let mut check = check.clone();
                check.condition = term(&check.condition);
                name.clone_into(&mut check.check.subprogram);
                Step::Check(check)
            }
            Step::Forget { target, chooser } => Step::Forget {
                target: variable(target),
                chooser: *chooser,
            },
            Step::Assign(target, value) => Step::Assign(variable(target), term(value)),
            Step::Assume(condition) => Step::Assume(term(condition)),
            Step::Read(read) => {
                let mut read = read.clone();
                read.guard = term(&read.guard);
                read.indices
                    .iter_mut()
                    .for_each(|index| *index = term(index));
                let binders = read.binders.iter_mut();
                let binders = binders.map(|each| (&mut each.low, &mut each.high));
                let bounds = read.bounds.iter_mut().map(|(low, high)| (low, high));
                for (low, high) in bounds.chain(binders) {
                    *low = term(low);
                    *high = term(high);
                }
                Step::Read(read)
            }
            Step::Call { guard, call } => Step::Call {
                guard: term(guard),
                call: Box::new(Call {
                    callee: call.callee,
                    before: substituted(&call.before, values, name),
                    arguments: call
                        .arguments
                        .iter()
                        .map(|argument| argument.as_ref().map(term))
                        .collect(),
                    results: call
                        .results
                        .iter()
                        .map(|result| result.as_ref().map(variable))
                        .collect(),
                    after: substituted(&call.after, values, name),
                    changed: call.changed.clone(),
                    read: call.read.clone(),
                    text: call.text.clone(),
                    span: call.span,
                }),
            },
        })
        .collect()
}
