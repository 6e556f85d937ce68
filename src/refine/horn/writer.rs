//! The clauses of a block, from its first statement to its last.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::Writer;
use super::{Aim, Detail};
use crate::certify::at_entry;
use crate::flow::{FlowVariable, StatementKind};
use crate::logic::{Term, Variable, components_read};
use crate::refine::blocks::is_plain;
use crate::refine::graph::Node;
use crate::smt::Application;

/// The values of variables in the middle of a clause.
#[derive(Clone)]
pub(super) struct State {
    pub(super) values: BTreeMap<Variable, Term>,
    pub(super) conditions: Vec<Term>,
    pub(super) detail: Detail,
}

impl Writer<'_> {
    pub(super) fn start(&mut self) {
        let mut conditions = Vec::new();
        let conclusion = self.entered(0, &BTreeMap::new(), &mut conditions);
        self.clause(Vec::new(), conditions, Some(conclusion));
    }

    /// The first state of an instance: what is given, and any value for the rest.
    pub(super) fn entered(
        &mut self,
        node: usize,
        given: &BTreeMap<Variable, Term>,
        conditions: &mut Vec<Term>,
    ) -> Application {
        let number = self.graph.nodes[node].instance;
        let instance = &self.instances[&number];
        let (entry, places) = (instance.entry.clone(), instance.places.clone());
        let locals: Vec<FlowVariable> = instance.subprogram.variables().cloned().collect();
        let mut values = given.clone();
        for variable in self.globals.clone().iter().chain(&locals) {
            if !values.contains_key(&variable.variable) {
                let value = self.any(variable, conditions);
                values.insert(variable.variable.clone(), value);
            }
        }
        for (place, variable) in entry {
            if let Some(value) = values.get(&variable).cloned() {
                values.insert(place, value);
            }
        }
        Application {
            relation: node,
            arguments: places
                .iter()
                .filter_map(|p| values.get(p).cloned())
                .collect(),
        }
    }

    pub(super) fn node(&mut self, at: usize) {
        let node = self.graph.nodes[at].clone();
        let instance = &self.instances[&node.instance];
        let block = instance.subprogram.block(node.block);
        let places = instance.places.clone();
        let premise = Application {
            relation: at,
            arguments: places.iter().map(Term::variable).collect(),
        };
        let mut state = self.beginning(&node, &places);
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::Assign { target, value } => {
                    self.assign(&node, &mut state, target, value);
                }
                StatementKind::Assume(condition) => {
                    let term = state.here(condition);
                    state.require(term);
                }
                StatementKind::Check { check, condition } => {
                    let term = state.here(condition);
                    let is_aimed_at = match self.aim {
                        Aim::Check(wanted) => at == self.graph.target && *check == wanted,
                        Aim::Everything => true,
                    };
                    if is_aimed_at {
                        self.aims.push((*check, self.system.clauses.len()));
                        let mut failing = state.conditions.clone();
                        failing.push(Term::not(term.clone()));
                        let conditions = self.with_types(&node, failing);
                        self.clause(vec![premise.clone()], conditions, None);
                    }
                    state.require(term);
                }
            }
        }
        self.leave(&node, premise, state, &block.terminator);
    }

    /// The values where a clause begins; what does not matter may have any value.
    pub(super) fn beginning(&self, node: &Node, places: &[Variable]) -> State {
        let subprogram = self.instances[&node.instance].subprogram;
        let globals = self.flow.globals.iter();
        let all = globals.chain(subprogram.variables()).map(|v| &v.variable);
        State {
            values: all
                .chain(places)
                .map(|variable| (variable.clone(), Term::variable(variable)))
                .collect(),
            conditions: Vec::new(),
            detail: self.detail,
        }
    }

    pub(super) fn declaration(&self, node: &Node, variable: &Variable) -> Option<FlowVariable> {
        let own = self.instances[&node.instance].subprogram.variables();
        own.chain(&self.flow.globals)
            .find(|known| known.variable == *variable)
            .cloned()
    }

    pub(super) fn assign(
        &mut self,
        node: &Node,
        state: &mut State,
        target: &Variable,
        value: &Term,
    ) {
        let value = state.here(value);
        let Some(known) = self.declaration(node, target) else {
            return;
        };
        let version = self.any(&known, &mut state.conditions);
        state.require(Term::equal(version.clone(), value));
        state.values.insert(target.clone(), version);
    }

    /// The conditions with what types say of what is read; of everything where all is told, because
    /// what is conjectured may be about what is not read.
    pub(super) fn with_types(&self, node: &Node, mut conditions: Vec<Term>) -> Vec<Term> {
        let mut reads = BTreeMap::new();
        let mut used = BTreeSet::new();
        for condition in &conditions {
            components_read(condition, &mut reads);
            used.extend(condition.variables());
        }
        let instance = &self.instances[&node.instance];
        if self.detail == Detail::Full {
            used.extend(instance.places.iter().cloned());
        }
        for variable in self
            .flow
            .globals
            .iter()
            .chain(instance.subprogram.variables())
        {
            if used.contains(&variable.variable) {
                conditions.extend(variable.fact());
            }
            let at_entry = at_entry(&variable.variable);
            if used.contains(&at_entry) {
                let entered = FlowVariable::new(at_entry, variable.range.clone());
                conditions.extend(entered.fact());
            }
            if let Some((low, high)) = &variable.range {
                for read in reads.get(&variable.variable).into_iter().flatten() {
                    let (low, high) = (Term::int(low.clone()), Term::int(high.clone()));
                    conditions.push(Term::between(read, low, high));
                }
            }
        }
        conditions
    }
}

impl State {
    pub(super) fn here(&self, term: &Term) -> Term {
        term.substitute(&self.values)
    }

    pub(super) fn require(&mut self, condition: Term) {
        if self.detail == Detail::Full || is_plain(&condition) {
            self.conditions.push(condition);
        }
    }
}
