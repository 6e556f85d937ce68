//! The clauses of a jump, a call and a return.

use std::collections::BTreeMap;

use super::layout::Writer;
use super::writer::State;
use crate::flow::{Mode, SubprogramId, Terminator};
use crate::logic::{Term, Variable};
use crate::refine::blocks::results;
use crate::refine::graph::Node;
use crate::smt::Application;

impl Writer<'_> {
    /// The jumps at the end of a block.
    pub(super) fn leave(
        &mut self,
        node: &Node,
        premise: Application,
        state: State,
        terminator: &Terminator,
    ) {
        match terminator {
            Terminator::Goto(_) | Terminator::Choice { .. } => {
                for next in &node.successors {
                    self.go(node, &[&premise], &state, *next);
                }
            }
            Terminator::Branch {
                condition,
                on_true,
                on_false,
                ..
            } => {
                for next in &node.successors {
                    let target = self.graph.nodes[*next].block;
                    let term = state.here(condition);
                    let mut state = state.clone();
                    if on_true != on_false {
                        let holds = target == *on_true;
                        state.require(if holds { term } else { Term::not(term) });
                    }
                    self.go(node, &[&premise], &state, *next);
                }
            }
            Terminator::Havoc { target, .. } | Terminator::Nondet { target, .. } => {
                let mut state = state;
                if let Some(known) = self.declaration(node, target) {
                    let value = self.any(&known, &mut state.conditions);
                    state.values.insert(target.clone(), value);
                }
                for next in &node.successors {
                    self.go(node, &[&premise], &state, *next);
                }
            }
            Terminator::Call {
                callee,
                arguments,
                results,
                ..
            } => self.call(node, &premise, &state, (*callee, arguments, results)),
            Terminator::Return => self.give_back(node, premise, &state),
        }
    }

    /// Control goes on at another node in this state.
    pub(super) fn go(
        &mut self,
        node: &Node,
        premises: &[&Application],
        state: &State,
        next: usize,
    ) {
        let places = &self.system.relations[next];
        let conclusion = Application {
            relation: next,
            arguments: places
                .iter()
                .map(|place| state.here(&Term::variable(place)))
                .collect(),
        };
        let conditions = self.with_types(node, state.conditions.clone());
        let premises = premises.iter().map(|premise| (*premise).clone());
        self.clause(premises.collect(), conditions, Some(conclusion));
    }

    /// A call: the callee begins, and where it has returned the caller goes on.
    pub(super) fn call(
        &mut self,
        node: &Node,
        premise: &Application,
        state: &State,
        (callee, arguments, targets): (SubprogramId, &[Option<Term>], &[Option<Variable>]),
    ) {
        let Some(entry) = node.entry else {
            return;
        };
        let formals = &self.flow.subprogram(callee).formals;
        let mut given: BTreeMap<Variable, Term> = formals
            .iter()
            .zip(arguments)
            .filter_map(|(formal, argument)| {
                let value = state.here(argument.as_ref()?);
                Some((formal.variable.variable.clone(), value))
            })
            .collect();
        for global in &self.globals {
            let value = state.here(&Term::variable(&global.variable));
            given.insert(global.variable.clone(), value);
        }
        let mut conditions = self.with_types(node, state.conditions.clone());
        let conclusion = self.entered(entry, &given, &mut conditions);
        self.clause(vec![premise.clone()], conditions, Some(conclusion));

        let instance = self.graph.nodes[entry].instance;
        let Some(summary) = self.summaries.get(&instance).copied() else {
            return;
        };
        let mut state = state.clone();
        let mut passed: Vec<Term> = self.instances[&instance]
            .entry
            .iter()
            .filter_map(|(_, variable)| given.get(variable).cloned())
            .collect();
        for global in self.globals.clone() {
            let value = self.any(&global, &mut state.conditions);
            passed.push(value.clone());
            state.values.insert(global.variable, value);
        }
        for (formal, target) in formals.iter().zip(targets) {
            if formal.mode == Mode::In {
                continue;
            }
            let value = self.any(&formal.variable, &mut state.conditions);
            passed.push(value.clone());
            if let Some(target) = target {
                state.values.insert(target.clone(), value);
            }
        }
        let returned = Application {
            relation: summary,
            arguments: passed,
        };
        for next in &node.successors {
            self.go(node, &[premise, &returned], &state, *next);
        }
    }

    /// A return: what was done becomes part of the summary.
    pub(super) fn give_back(&mut self, node: &Node, premise: Application, state: &State) {
        let Some(summary) = self.summaries.get(&node.instance).copied() else {
            return;
        };
        let instance = &self.instances[&node.instance];
        let here = |variable: &Variable| state.here(&Term::variable(variable));
        let entry = instance.entry.iter().map(|(place, _)| place);
        let globals = self.globals.iter().map(|global| &global.variable);
        let ends = results(instance.subprogram).map(|result| &result.variable);
        let arguments = entry.chain(globals).chain(ends).map(here).collect();
        let conclusion = Application {
            relation: summary,
            arguments,
        };
        let conditions = self.with_types(node, state.conditions.clone());
        self.clause(vec![premise], conditions, Some(conclusion));
    }
}
