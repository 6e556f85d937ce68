//! Part of a program as Horn clauses: a relation for the states before each of its blocks, and one
//! for what each subprogram does. Relations that satisfy the clauses are invariants, and their parts
//! are predicates that exclude a failure.

use std::collections::{BTreeMap, BTreeSet};

use super::Suggestion;
use super::blocks::{assigns, body, is_plain, results, variables_read};
use super::graph::{Graph, Node};
use crate::certify::at_entry;
use crate::flow::{
    BlockId, FlowProgram, FlowSubprogram, FlowVariable, Mode, StatementKind, SubprogramId,
    Terminator,
};
use crate::logic::{Term, Variable, components_read};
use crate::smt::{Application, Clause, HornSystem};
use crate::verdict::CheckId;

/// What a relation is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    /// The states before a block of a subprogram; of `main` for `None`.
    States(Option<SubprogramId>, BlockId),
    /// What a call does; nobody calls `main`.
    Effect(Option<SubprogramId>),
}

impl Subject {
    /// Whose states or effect it is; `None` for `main`.
    pub(super) fn subprogram(self) -> Option<SubprogramId> {
        let (Subject::States(id, _) | Subject::Effect(id)) = self;
        id
    }
}

/// What the clauses are to exclude.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// That this check fails at the graph's target.
    Check(CheckId),
    /// That any check fails.
    Everything,
}

/// The clauses of a part of a program, and how to read their solution.
pub(super) struct PathClauses {
    pub(super) system: HornSystem,
    /// Per relation, what it is about.
    pub(super) subjects: Vec<Subject>,
    /// Which clause says of which check that it does not fail.
    pub(super) aims: Vec<(CheckId, usize)>,
    globals: BTreeSet<Variable>,
    /// Places for values at an entry, which no predicate can speak of.
    pub(super) entries: BTreeSet<Variable>,
}

/// The value of a variable where its subprogram returns.
pub(super) fn at_exit(variable: &Variable) -> Variable {
    Variable::new(&format!("{}{EXIT}", variable.name), variable.sort.clone())
}

/// How places for values at a return are named; no variable of a program is.
const EXIT: &str = "@exit";

impl PathClauses {
    /// Whether a place stands for a variable of the unit.
    pub(super) fn is_global(&self, place: &Variable) -> bool {
        self.globals.contains(place)
    }

    /// The predicates that a solution is made of.
    pub(super) fn suggestions(&self, solution: &[Term]) -> Vec<Suggestion> {
        let mut found = Vec::new();
        for (subject, term) in self.subjects.iter().zip(solution) {
            let Subject::States(subprogram, _) = subject else {
                continue;
            };
            let mut atoms = BTreeSet::new();
            super::atoms(term, &mut atoms);
            for atom in atoms {
                let variables = atom.variables();
                // Of the state at the entry nothing can be said later.
                if !variables.is_disjoint(&self.entries) {
                    continue;
                }
                let scope = subprogram.filter(|_| !variables.is_subset(&self.globals));
                if scope.is_some() || variables.is_subset(&self.globals) {
                    found.push(Suggestion { scope, term: atom });
                }
            }
        }
        found
    }
}

/// The variable whose value at the return a place stands for; any other is itself.
pub(super) fn exited(place: &Variable) -> Variable {
    match place.name.strip_suffix(EXIT) {
        Some(name) => Variable::new(name, place.sort.clone()),
        None => place.clone(),
    }
}

/// The whole program as clauses: they have a solution if the check, or none of all, can fail. What
/// is lost may have any value, and so may what a solver of Horn clauses can do nothing with.
pub fn horn_clauses(flow: &FlowProgram, check: Option<CheckId>) -> HornSystem {
    let all = clauses(flow, &Graph::whole(flow), Aim::Everything, Detail::Plain);
    let others = all
        .aims
        .iter()
        .filter(|(aim, _)| check.is_some_and(|check| *aim != check));
    let others: BTreeSet<usize> = others.map(|(_, clause)| *clause).collect();
    let mut system = all.system;
    let mut number = 0;
    system.clauses.retain(|_| {
        number += 1;
        !others.contains(&(number - 1))
    });
    system
}

/// What clauses speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// What a solver of Horn clauses can do something with.
    Plain,
    /// Everything.
    Full,
}

/// The clauses of a graph: what is aimed at does not come about.
pub(super) fn clauses(flow: &FlowProgram, graph: &Graph, aim: Aim, detail: Detail) -> PathClauses {
    let mut writer = Writer::new(flow, graph, aim, detail);
    writer.start();
    for at in 0..graph.nodes.len() {
        writer.node(at);
    }
    PathClauses {
        system: writer.system,
        subjects: writer.subjects,
        aims: writer.aims,
        globals: writer.globals.iter().map(|v| v.variable.clone()).collect(),
        entries: writer.entries,
    }
}

struct Writer<'a> {
    flow: &'a FlowProgram,
    graph: &'a Graph,
    aim: Aim,
    detail: Detail,
    system: HornSystem,
    subjects: Vec<Subject>,
    aims: Vec<(CheckId, usize)>,
    /// The relation of what an instance does from entry to return.
    summaries: BTreeMap<usize, usize>,
    /// The globals that matter.
    globals: Vec<FlowVariable>,
    /// Per instance, what is known of it.
    instances: BTreeMap<usize, Instance<'a>>,
    /// Variables that stand for values at an entry.
    entries: BTreeSet<Variable>,
    fresh: usize,
}

/// Calls of a subprogram that are not told apart.
struct Instance<'a> {
    subprogram: &'a FlowSubprogram,
    /// Places that stand for values at the entry, each with the variable it is of.
    entry: Vec<(Variable, Variable)>,
    /// The places of a state.
    places: Vec<Variable>,
}

/// The values of variables in the middle of a clause.
#[derive(Clone)]
struct State {
    values: BTreeMap<Variable, Term>,
    conditions: Vec<Term>,
    detail: Detail,
}

impl<'a> Writer<'a> {
    fn new(flow: &'a FlowProgram, graph: &'a Graph, aim: Aim, detail: Detail) -> Writer<'a> {
        let subprogram = |id: Option<SubprogramId>| body(flow, id);
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
    fn instance(
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

    fn relation(&mut self, places: Vec<Variable>, subject: Subject) -> usize {
        self.system.relations.push(places);
        self.subjects.push(subject);
        self.system.relations.len() - 1
    }

    fn clause(
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
    fn any(&mut self, variable: &FlowVariable, conditions: &mut Vec<Term>) -> Term {
        self.fresh += 1;
        let name = format!("{}@{}", variable.variable.name, self.fresh);
        let version = FlowVariable {
            variable: Variable::new(&name, variable.variable.sort.clone()),
            range: variable.range.clone(),
        };
        conditions.extend(version.fact());
        Term::variable(&version.variable)
    }

    fn start(&mut self) {
        let mut conditions = Vec::new();
        let conclusion = self.entered(0, &BTreeMap::new(), &mut conditions);
        self.clause(Vec::new(), conditions, Some(conclusion));
    }

    /// The first state of an instance: what is given, and any value for the rest.
    fn entered(
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

    fn node(&mut self, at: usize) {
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
    fn beginning(&self, node: &Node, places: &[Variable]) -> State {
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

    fn declaration(&self, node: &Node, variable: &Variable) -> Option<FlowVariable> {
        let own = self.instances[&node.instance].subprogram.variables();
        own.chain(&self.flow.globals)
            .find(|known| known.variable == *variable)
            .cloned()
    }

    fn assign(&mut self, node: &Node, state: &mut State, target: &Variable, value: &Term) {
        let value = state.here(value);
        let Some(known) = self.declaration(node, target) else {
            return;
        };
        let version = self.any(&known, &mut state.conditions);
        state.require(Term::equal(version.clone(), value));
        state.values.insert(target.clone(), version);
    }

    /// The conditions with what types say of what is read.
    fn with_types(&self, node: &Node, mut conditions: Vec<Term>) -> Vec<Term> {
        let mut reads = BTreeMap::new();
        let mut used = BTreeSet::new();
        for condition in &conditions {
            components_read(condition, &mut reads);
            used.extend(condition.variables());
        }
        let subprogram = self.instances[&node.instance].subprogram;
        for variable in self.flow.globals.iter().chain(subprogram.variables()) {
            if used.contains(&variable.variable) {
                conditions.extend(variable.fact());
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

    /// The jumps at the end of a block.
    fn leave(&mut self, node: &Node, premise: Application, state: State, terminator: &Terminator) {
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
    fn go(&mut self, node: &Node, premises: &[&Application], state: &State, next: usize) {
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
    fn call(
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
    fn give_back(&mut self, node: &Node, premise: Application, state: &State) {
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

impl State {
    fn here(&self, term: &Term) -> Term {
        term.substitute(&self.values)
    }

    fn require(&mut self, condition: Term) {
        if self.detail == Detail::Full || is_plain(&condition) {
            self.conditions.push(condition);
        }
    }
}
