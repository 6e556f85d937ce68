//! Which relations there are, and what their places stand for.

use std::collections::{BTreeMap, BTreeSet};

use super::{Aim, Detail, Subject, at_exit};
use crate::certify::at_entry;
use crate::flow::{FlowProgram, FlowSubprogram, FlowVariable, Mode, SubprogramId, Terminator};
use crate::logic::{Term, Variable};
use crate::refine::blocks::{assigns, results, variables_read};
use crate::refine::graph::Graph;
use crate::smt::{Application, Clause, HornSystem};
use crate::verdict::CheckId;

/// Writes the clauses of a graph.
pub(super) struct Writer<'a> {
    pub(super) flow: &'a FlowProgram,
    pub(super) graph: &'a Graph,
    pub(super) aim: Aim,
    pub(super) detail: Detail,
    pub(super) system: HornSystem,
    pub(super) subjects: Vec<Subject>,
    pub(super) aims: Vec<(CheckId, usize)>,
    /// The relation of what an instance does from entry to return.
    pub(super) summaries: BTreeMap<usize, usize>,
    /// The globals that matter.
    pub(super) globals: Vec<FlowVariable>,
    /// Per instance, what is known of it.
    pub(super) instances: BTreeMap<usize, Instance<'a>>,
    /// Variables that stand for values at an entry.
    pub(super) entries: BTreeSet<Variable>,
    pub(super) fresh: usize,
}

/// Calls of a subprogram that are not told apart.
pub(super) struct Instance<'a> {
    pub(super) subprogram: &'a FlowSubprogram,
    /// Places that stand for values at the entry, each with the variable it is of.
    pub(super) entry: Vec<(Variable, Variable)>,
    /// The places of a state.
    pub(super) places: Vec<Variable>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        flow: &'a FlowProgram,
        graph: &'a Graph,
        aim: Aim,
        detail: Detail,
    ) -> Writer<'a> {
        let subprogram = |id: Option<SubprogramId>| flow.body(id);
        let mut read: BTreeMap<usize, BTreeSet<Variable>> = BTreeMap::new();
        let mut returning = BTreeMap::new();
        for node in &graph.nodes {
            let own = read.entry(node.instance).or_default();
            let block = subprogram(node.subprogram).block(node.block);
            variables_read(block, own);
            if block.terminator == Terminator::Return {
                returning.insert(node.instance, node.subprogram);
            }
        }
        let is_read =
            |global: &&FlowVariable| read.values().any(|own| own.contains(&global.variable));
        let globals: Vec<FlowVariable> = flow.globals.iter().filter(is_read).cloned().collect();
        let mut writer = Writer {
            flow,
            graph,
            aim,
            detail,
            system: HornSystem::default(),
            subjects: Vec::new(),
            aims: Vec::new(),
            summaries: BTreeMap::new(),
            globals,
            instances: BTreeMap::new(),
            entries: BTreeSet::new(),
            fresh: 0,
        };
        for node in &graph.nodes {
            let subprogram = subprogram(node.subprogram);
            let returns = returning.contains_key(&node.instance) && node.subprogram.is_some();
            let own = &read[&node.instance];
            let instance = writer.instance(subprogram, own, returns);
            writer.instances.entry(node.instance).or_insert(instance);
        }
        for node in &graph.nodes {
            let places = writer.instances[&node.instance].places.clone();
            writer.relation(places, Subject::States(node.subprogram, node.block));
        }
        for (instance, subprogram) in returning {
            let known = &writer.instances[&instance];
            let mut places: Vec<Variable> = known.entry.iter().map(|p| p.0.clone()).collect();
            places.extend(
                writer
                    .globals
                    .iter()
                    .map(|global| at_exit(&global.variable)),
            );
            places.extend(results(known.subprogram).map(|v| at_exit(&v.variable)));
            let relation = writer.relation(places, Subject::Effect(subprogram));
            writer.summaries.insert(instance, relation);
        }
        writer
    }

    #[allow(clippy::fn_params_excessive_bools)] // whether it returns
    pub(super) fn instance(
        &mut self,
        subprogram: &'a FlowSubprogram,
        read: &BTreeSet<Variable>,
        returns: bool,
    ) -> Instance<'a> {
        let mut entry = Vec::new();
        if returns {
            for global in &self.globals {
                let variable = &global.variable;
                let place = at_entry(variable);
                self.entries.insert(place.clone());
                entry.push((place, variable.clone()));
            }
            for formal in subprogram.formals.iter().filter(|f| f.mode != Mode::Out) {
                let variable = &formal.variable.variable;
                // What never changes is its own value at the entry.
                let mut place = variable.clone();
                if assigns(subprogram, variable) {
                    place = at_entry(variable);
                    self.entries.insert(place.clone());
                }
                entry.push((place, variable.clone()));
            }
        }
        let mut places: Vec<Variable> = entry.iter().map(|pair| pair.0.clone()).collect();
        let is_result = |variable: &Variable| {
            returns && results(subprogram).any(|result| result.variable == *variable)
        };
        let locals = subprogram.variables().map(|local| &local.variable);
        let locals = locals.filter(|local| read.contains(*local) || is_result(local));
        let globals = self.globals.iter().map(|global| &global.variable);
        for variable in globals.chain(locals) {
            if !places.contains(variable) {
                places.push(variable.clone());
            }
        }
        Instance {
            subprogram,
            entry,
            places,
        }
    }

    pub(super) fn relation(&mut self, places: Vec<Variable>, subject: Subject) -> usize {
        self.system.relations.push(places);
        self.subjects.push(subject);
        self.system.relations.len() - 1
    }

    pub(super) fn clause(
        &mut self,
        premises: Vec<Application>,
        conditions: Vec<Term>,
        conclusion: Option<Application>,
    ) {
        self.system.clauses.push(Clause {
            premises,
            conditions,
            conclusion,
        });
    }

    /// A value nobody knows, of the variable's type.
    pub(super) fn any(&mut self, variable: &FlowVariable, conditions: &mut Vec<Term>) -> Term {
        self.fresh += 1;
        let name = format!("{}@{}", variable.variable.name, self.fresh);
        let renamed = Variable::new(&name, variable.variable.sort.clone());
        let version = FlowVariable::new(renamed, variable.range.clone());
        conditions.extend(version.fact());
        Term::variable(&version.variable)
    }
}
