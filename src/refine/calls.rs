//! What is said on one side of a call, in the words of the other.

use std::collections::{BTreeMap, BTreeSet};

use crate::flow::{FlowProgram, FlowSubprogram, Mode, SubprogramId, Terminator};
use crate::logic::{Term, Variable};

/// A call that ends a block.
pub(super) struct Call<'a> {
    /// Who is called.
    pub(super) callee: SubprogramId,
    target: &'a FlowSubprogram,
    arguments: &'a [Option<Term>],
    results: &'a [Option<Variable>],
}

/// What a condition behind a call says at the end of the callee.
pub(super) enum Inside {
    /// The same as before the call: it is about nothing that the callee changes.
    Unchanged,
    /// This.
    Said(Term),
    /// The callee has no words for it.
    Unsaid,
}

impl<'a> Call<'a> {
    /// The call that a block ends with.
    pub(super) fn of(flow: &'a FlowProgram, terminator: &'a Terminator) -> Option<Call<'a>> {
        if let Terminator::Call {
            callee,
            arguments,
            results,
            ..
        } = terminator
        {
            return Some(Call {
                callee: *callee,
                target: flow.subprogram(*callee),
                arguments,
                results,
            });
        }
        None
    }

    /// What a condition at the entry of the callee says where it is called.
    pub(super) fn before(&self, term: &Term, globals: &BTreeSet<Variable>) -> Option<Term> {
        let mut values: BTreeMap<Variable, Term> = BTreeMap::new();
        for (formal, argument) in self.target.formals.iter().zip(self.arguments) {
            if let Some(argument) = argument {
                values.insert(formal.variable.variable.clone(), argument.clone());
            }
        }
        let known = |v: &Variable| values.contains_key(v) || globals.contains(v);
        let is_said = term.variables().iter().all(known);
        is_said.then(|| super::linear::normal(&term.substitute(&values)))
    }

    /// What a condition behind the call says at the end of the callee.
    pub(super) fn inside(&self, term: &Term, globals: &BTreeSet<Variable>) -> Inside {
        let mut values: BTreeMap<Variable, Term> = BTreeMap::new();
        // What was passed unchanged has a name in the callee too.
        for (formal, argument) in self.target.formals.iter().zip(self.arguments) {
            if let Some(argument) = argument
                && formal.mode == Mode::In
            {
                let inside = Term::variable(&formal.variable.variable);
                for variable in argument.variables() {
                    if *argument == Term::variable(&variable) {
                        values.insert(variable, inside.clone());
                    }
                }
            }
        }
        let mut returned = BTreeSet::new();
        for (formal, result) in self.target.formals.iter().zip(self.results) {
            if let Some(result) = result {
                values.insert(result.clone(), Term::variable(&formal.variable.variable));
                returned.insert(result.clone());
            }
        }
        let variables = term.variables();
        let is_changed = |v: &Variable| returned.contains(v) || globals.contains(v);
        if !variables.iter().any(is_changed) {
            return Inside::Unchanged;
        }
        let known = |v: &Variable| values.contains_key(v) || globals.contains(v);
        if variables.iter().all(known) {
            Inside::Said(term.substitute(&values))
        } else {
            Inside::Unsaid
        }
    }
}
