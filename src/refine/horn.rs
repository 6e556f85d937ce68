//! A path as Horn clauses: the program that consists of its blocks and jumps only, with the loops
//! they make, or the path itself, unrolled. Relations that satisfy the clauses are invariants along
//! it, and their parts are predicates that exclude it.

use std::collections::{BTreeMap, BTreeSet};

use super::Suggestion;
use super::path::{Path, Visit};
use crate::flow::{
    FlowProgram, FlowSubprogram, FlowVariable, Mode, StatementKind, SubprogramId, Terminator,
};
use crate::logic::{Arithmetic, Term, TermKind, Variable, components_read};
use crate::smt::{Application, Clause, HornSystem};

/// What becomes one unknown relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grouping {
    /// All visits of one block: the clauses have the path's loops.
    Blocks,
    /// Each visit by itself.
    Visits,
}

/// The clauses of a path, and how to read their solution.
pub(super) struct PathClauses {
    pub(super) system: HornSystem,
    /// Per relation, the subprogram whose state it is about; none for what relates two states.
    states: Vec<Option<Option<SubprogramId>>>,
    globals: BTreeSet<Variable>,
    entries: BTreeSet<Variable>,
}

impl PathClauses {
    /// The predicates that a solution is made of.
    pub(super) fn suggestions(&self, solution: &[Term]) -> Vec<Suggestion> {
        let mut found = Vec::new();
        for (state, term) in self.states.iter().zip(solution) {
            let Some(subprogram) = state else {
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

/// The clauses of a path.
pub(super) fn clauses(flow: &FlowProgram, path: &Path, grouping: Grouping) -> PathClauses {
    let mut writer = Writer::new(flow, path, grouping);
    writer.start();
    for at in 0..path.visits.len() {
        writer.visit(at);
    }
    PathClauses {
        system: writer.system,
        states: writer.states,
        globals: writer.globals.iter().map(|v| v.variable.clone()).collect(),
        entries: writer.entries,
    }
}

/// What a relation stands for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// The states before a visit; in which instance of the subprogram.
    State(usize, usize),
    /// What an instance of a subprogram does from entry to return.
    Summary(usize),
}

struct Writer<'a> {
    flow: &'a FlowProgram,
    path: &'a Path,
    grouping: Grouping,
    system: HornSystem,
    keys: BTreeMap<Key, usize>,
    states: Vec<Option<Option<SubprogramId>>>,
    /// The globals that matter.
    globals: Vec<FlowVariable>,
    /// Variables that stand for values at an entry.
    entries: BTreeSet<Variable>,
    /// The instances that return on the path.
    returning: BTreeSet<usize>,
    /// What stands in which clause, to write each once.
    written: BTreeSet<(usize, usize, usize)>,
    fresh: usize,
}

/// The values of variables in the middle of a clause.
struct State {
    values: BTreeMap<Variable, Term>,
    conditions: Vec<Term>,
}

impl<'a> Writer<'a> {
    fn new(flow: &'a FlowProgram, path: &'a Path, grouping: Grouping) -> Writer<'a> {
        let mut read = BTreeSet::new();
        for visit in &path.visits {
            variables_read(path.subprogram(flow, *visit), *visit, &mut read);
        }
        let globals = flow.globals.iter();
        let globals = globals.filter(|global| read.contains(&global.variable));
        let mut writer = Writer {
            flow,
            path,
            grouping,
            system: HornSystem::default(),
            keys: BTreeMap::new(),
            states: Vec::new(),
            globals: globals.cloned().collect(),
            entries: BTreeSet::new(),
            returning: BTreeSet::new(),
            written: BTreeSet::new(),
            fresh: 0,
        };
        for pair in path.visits.windows(2) {
            if writer.block(pair[0]).terminator == Terminator::Return {
                let instance = writer.instance(pair[0].frame);
                writer.returning.insert(instance);
            }
        }
        writer
    }

    fn block(&self, visit: Visit) -> &'a crate::flow::BasicBlock {
        self.subprogram(visit.frame).block(visit.block)
    }

    fn subprogram(&self, frame: usize) -> &'a FlowSubprogram {
        match self.path.frames[frame].subprogram {
            Some(id) => self.flow.subprogram(id),
            None => &self.flow.main,
        }
    }

    /// Which calls of a subprogram are looked at together: all, or each by itself.
    fn instance(&self, frame: usize) -> usize {
        match self.grouping {
            Grouping::Visits => frame,
            Grouping::Blocks => {
                let subprogram = self.path.frames[frame].subprogram;
                let frames = self.path.frames.iter();
                let mut frames = frames.map(|frame| frame.subprogram);
                frames.position(|other| other == subprogram).unwrap_or(frame)
            }
        }
    }

    fn key(&self, at: usize) -> Key {
        let visit = self.path.visits[at];
        let instance = self.instance(visit.frame);
        match self.grouping {
            Grouping::Visits => Key::State(instance, at),
            Grouping::Blocks => Key::State(instance, visit.block.0 as usize),
        }
    }

    /// The variables of a subprogram that matter: those that the path reads there.
    fn locals(&self, frame: usize) -> Vec<&'a FlowVariable> {
        let subprogram = self.subprogram(frame);
        let mut read = BTreeSet::new();
        for visit in &self.path.visits {
            if self.path.frames[visit.frame].subprogram == self.path.frames[frame].subprogram {
                variables_read(subprogram, *visit, &mut read);
            }
        }
        let is_returning = self.returning.contains(&self.instance(frame));
        let outs: BTreeSet<&Variable> = subprogram
            .formals
            .iter()
            .filter(|formal| formal.mode != Mode::In && is_returning)
            .map(|formal| &formal.variable.variable)
            .collect();
        let all = subprogram.variables();
        all.filter(|v| read.contains(&v.variable) || outs.contains(&v.variable))
            .collect()
    }

    /// The places that stand for values at the entry, each with the variable it is of: of globals,
    /// and of formals that the body changes.
    fn entry_places(&mut self, frame: usize) -> Vec<(Variable, Variable)> {
        if !self.returning.contains(&self.instance(frame)) {
            return Vec::new();
        }
        let subprogram = self.subprogram(frame);
        let formals = subprogram
            .formals
            .iter()
            .filter(|formal| formal.mode != Mode::Out)
            .map(|formal| formal.variable.variable.clone());
        let globals = self.globals.iter().map(|global| global.variable.clone());
        let all: Vec<(Variable, Variable)> = globals
            .chain(formals)
            .map(|variable| {
                let name = format!("{}@entry", variable.name);
                (Variable::new(&name, variable.sort.clone()), variable)
            })
            .collect();
        let unchanged = |variable: &Variable| {
            let is_global = self.globals.iter().any(|g| g.variable == *variable);
            !is_global && !assigns(subprogram, variable)
        };
        let (kept, changed): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(_, variable)| unchanged(variable));
        self.entries.extend(changed.iter().map(|(entry, _)| entry.clone()));
        // What never changes is its own value at the entry.
        let own = kept.into_iter().map(|(_, variable)| (variable.clone(), variable));
        changed.into_iter().chain(own).collect()
    }

    /// The places of a state: values at the entry, globals, locals.
    fn places(&mut self, frame: usize) -> Vec<Variable> {
        let mut places: Vec<Variable> = self.entry_places(frame).into_iter().map(|p| p.0).collect();
        let globals = self.globals.iter().map(|global| global.variable.clone());
        let locals = self.locals(frame).into_iter().map(|v| v.variable.clone());
        for variable in globals.chain(locals) {
            if !places.contains(&variable) {
                places.push(variable);
            }
        }
        places
    }

    fn state_relation(&mut self, at: usize) -> usize {
        let key = self.key(at);
        if let Some(known) = self.keys.get(&key) {
            return *known;
        }
        let frame = self.path.visits[at].frame;
        let places = self.places(frame);
        let subprogram = self.path.frames[frame].subprogram;
        self.relation(key, places, Some(subprogram))
    }

    fn relation(
        &mut self,
        key: Key,
        places: Vec<Variable>,
        state: Option<Option<SubprogramId>>,
    ) -> usize {
        let number = self.system.relations.len();
        self.system.relations.push(places);
        self.states.push(state);
        self.keys.insert(key, number);
        number
    }

    /// What a call does: values at the entry, then globals and results at the return.
    fn summary_relation(&mut self, frame: usize) -> usize {
        let key = Key::Summary(self.instance(frame));
        if let Some(known) = self.keys.get(&key) {
            return *known;
        }
        let mut places: Vec<Variable> = self.entry_places(frame).into_iter().map(|p| p.0).collect();
        let rename = |variable: &Variable| {
            Variable::new(&format!("{}@exit", variable.name), variable.sort.clone())
        };
        places.extend(self.globals.iter().map(|global| rename(&global.variable)));
        places.extend(results(self.subprogram(frame)).map(|v| rename(&v.variable)));
        self.relation(key, places, None)
    }

    fn new_variable(&mut self, like: &Variable) -> Variable {
        self.fresh += 1;
        Variable::new(&format!("{}@{}", like.name, self.fresh), like.sort.clone())
    }

    /// A value nobody knows, of the variable's type.
    fn any(&mut self, variable: &FlowVariable, conditions: &mut Vec<Term>) -> Term {
        let version = FlowVariable {
            variable: self.new_variable(&variable.variable),
            range: variable.range.clone(),
        };
        conditions.extend(version.fact());
        Term::variable(&version.variable)
    }

    fn start(&mut self) {
        let mut conditions = Vec::new();
        let state = self.state_relation(0);
        let arguments = self.arguments_of_entry(0, &BTreeMap::new(), &mut conditions);
        self.clause(
            Vec::new(),
            conditions,
            Some(Application {
                relation: state,
                arguments,
            }),
        );
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

    /// The arguments of the first state of a frame: what is given, and any value for the rest.
    fn arguments_of_entry(
        &mut self,
        frame: usize,
        given: &BTreeMap<Variable, Term>,
        conditions: &mut Vec<Term>,
    ) -> Vec<Term> {
        let mut values = given.clone();
        let globals = self.globals.clone();
        let locals: Vec<FlowVariable> = self.subprogram(frame).variables().cloned().collect();
        for variable in globals.iter().chain(&locals) {
            if !values.contains_key(&variable.variable) {
                let value = self.any(variable, conditions);
                values.insert(variable.variable.clone(), value);
            }
        }
        for (entry, variable) in self.entry_places(frame) {
            if let Some(value) = values.get(&variable).cloned() {
                values.insert(entry, value);
            }
        }
        let places = self.places(frame);
        places.iter().filter_map(|place| values.get(place).cloned()).collect()
    }

    fn visit(&mut self, at: usize) {
        let visit = self.path.visits[at];
        let relation = self.state_relation(at);
        let next = self.path.visits.get(at + 1).copied();
        let target = if next.is_some() { self.state_relation(at + 1) } else { usize::MAX };
        // The same jump of the same block is the same clause, whatever call it returns from.
        let from = match self.block(visit).terminator {
            Terminator::Return => self.path.frames[visit.frame].caller.map_or(0, |site| {
                1 + self.instance(site.frame) * 100_000 + site.block.0 as usize
            }),
            _ => 0,
        };
        if !self.written.insert((relation, target, from)) {
            return;
        }
        let frame = visit.frame;
        let places = self.system.relations[relation].clone();
        let premise = Application {
            relation,
            arguments: places.iter().map(Term::variable).collect(),
        };
        let mut state = self.beginning(frame, &places);
        let is_last = next.is_none();
        let block = self.block(visit);
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::Assign { target, value } => self.assign(frame, &mut state, target, value),
                StatementKind::Assume(condition) => {
                    let term = state.here(condition);
                    state.require(term);
                }
                StatementKind::Check { check, condition } => {
                    let term = state.here(condition);
                    if is_last && *check == self.path.check {
                        state.require(Term::not(term));
                        let conditions = self.with_types(frame, &state);
                        self.clause(vec![premise], conditions, None);
                        return;
                    }
                    state.require(term);
                }
            }
        }
        if let Some(next) = next {
            self.leave((at, visit, next), premise, state, &block.terminator);
        }
    }

    /// The values where a clause begins.
    fn beginning(&self, frame: usize, places: &[Variable]) -> State {
        let mut values: BTreeMap<Variable, Term> = places
            .iter()
            .map(|place| (place.clone(), Term::variable(place)))
            .collect();
        // What does not matter may have any value.
        for variable in self.flow.globals.iter().chain(self.subprogram(frame).variables()) {
            let own = &variable.variable;
            values.entry(own.clone()).or_insert_with(|| Term::variable(own));
        }
        State {
            values,
            conditions: Vec::new(),
        }
    }

    fn declaration(&self, frame: usize, variable: &Variable) -> Option<FlowVariable> {
        let own = self.subprogram(frame).variables();
        own.chain(&self.flow.globals)
            .find(|known| known.variable == *variable)
            .cloned()
    }

    fn assign(&mut self, frame: usize, state: &mut State, target: &Variable, value: &Term) {
        let value = state.here(value);
        let Some(known) = self.declaration(frame, target) else {
            return;
        };
        let version = self.any(&known, &mut state.conditions);
        if is_plain(&value) {
            state.conditions.push(Term::equal(version.clone(), value));
        }
        state.values.insert(target.clone(), version);
    }

    /// The conditions with what types say of what is read.
    fn with_types(&self, frame: usize, state: &State) -> Vec<Term> {
        let mut conditions = state.conditions.clone();
        let mut reads = BTreeMap::new();
        let mut used = BTreeSet::new();
        for condition in &conditions {
            components_read(condition, &mut reads);
            used.extend(condition.variables());
        }
        let all = self.flow.globals.iter().chain(self.subprogram(frame).variables());
        for variable in all {
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

    /// The end of a visit that is not the last.
    fn leave(
        &mut self,
        (at, visit, next): (usize, Visit, Visit),
        premise: Application,
        mut state: State,
        terminator: &Terminator,
    ) {
        let frame = visit.frame;
        match terminator {
            Terminator::Goto(_) | Terminator::Choice { .. } => {}
            Terminator::Branch {
                condition,
                on_true,
                on_false,
                ..
            } => {
                if on_true != on_false {
                    let term = state.here(condition);
                    let holds = next.block == *on_true;
                    state.require(if holds { term } else { Term::not(term) });
                }
            }
            Terminator::Havoc { target, .. } | Terminator::Nondet { target, .. } => {
                if let Some(known) = self.declaration(frame, target) {
                    let value = self.any(&known, &mut state.conditions);
                    state.values.insert(target.clone(), value);
                }
            }
            Terminator::Call {
                callee, arguments, ..
            } => {
                let mut given = self.given(*callee, arguments, &state);
                let globals: Vec<Variable> =
                    self.globals.iter().map(|g| g.variable.clone()).collect();
                for global in globals {
                    given.insert(global.clone(), state.here(&Term::variable(&global)));
                }
                let mut conditions = self.with_types(frame, &state);
                let relation = self.state_relation(at + 1);
                let arguments = self.arguments_of_entry(next.frame, &given, &mut conditions);
                let conclusion = Application {
                    relation,
                    arguments,
                };
                self.clause(vec![premise], conditions, Some(conclusion));
                return;
            }
            Terminator::Return => {
                self.give_back((at, visit), premise, &state);
                return;
            }
        }
        let relation = self.state_relation(at + 1);
        let conditions = self.with_types(frame, &state);
        let conclusion = self.applied(relation, &state);
        self.clause(vec![premise], conditions, Some(conclusion));
    }

    fn applied(&self, relation: usize, state: &State) -> Application {
        let places = &self.system.relations[relation];
        Application {
            relation,
            arguments: places
                .iter()
                .map(|place| state.here(&Term::variable(place)))
                .collect(),
        }
    }

    /// What the formals of a callee are given.
    fn given(
        &self,
        callee: SubprogramId,
        arguments: &[Option<Term>],
        state: &State,
    ) -> BTreeMap<Variable, Term> {
        let formals = &self.flow.subprogram(callee).formals;
        let pairs = formals.iter().zip(arguments);
        pairs
            .filter_map(|(formal, argument)| {
                let value = state.here(argument.as_ref()?);
                Some((formal.variable.variable.clone(), value))
            })
            .collect()
    }

    /// The return of a callee: what it has done becomes part of its summary, and the caller goes on
    /// from where it called.
    fn give_back(&mut self, (at, visit): (usize, Visit), premise: Application, state: &State) {
        let frame = self.path.frames[visit.frame];
        let Some(site) = frame.caller else {
            return;
        };
        let summary = self.summary_relation(visit.frame);
        let mut arguments: Vec<Term> = self
            .entry_places(visit.frame)
            .iter()
            .map(|(entry, _)| state.here(&Term::variable(entry)))
            .collect();
        let globals: Vec<FlowVariable> = self.globals.clone();
        let ends = globals.iter().chain(results(self.subprogram(visit.frame)));
        arguments.extend(ends.map(|v| state.here(&Term::variable(&v.variable))));
        let conditions = self.with_types(visit.frame, state);
        let conclusion = Application {
            relation: summary,
            arguments,
        };
        self.clause(vec![premise], conditions, Some(conclusion));
        self.go_on(at, visit.frame, site, summary);
    }

    fn go_on(&mut self, at: usize, callee: usize, site: Visit, summary: usize) {
        // The last visit of the caller before the call.
        let calling = self.path.visits[..at].iter().rposition(|visit| *visit == site);
        let Some(calling) = calling else {
            return;
        };
        let relation = self.state_relation(calling);
        let places = self.system.relations[relation].clone();
        let premise = Application {
            relation,
            arguments: places.iter().map(Term::variable).collect(),
        };
        let mut state = self.beginning(site.frame, &places);
        let block = self.block(site);
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::Assign { target, value } => {
                    self.assign(site.frame, &mut state, target, value);
                }
                StatementKind::Assume(condition) | StatementKind::Check { condition, .. } => {
                    let term = state.here(condition);
                    state.require(term);
                }
            }
        }
        let Terminator::Call {
            callee: id,
            arguments,
            results: targets,
            ..
        } = &block.terminator
        else {
            return;
        };
        let given = self.given(*id, arguments, &state);
        let mut passed = Vec::new();
        for (_, variable) in self.entry_places(callee) {
            let value = given.get(&variable).cloned();
            passed.push(value.unwrap_or_else(|| state.here(&Term::variable(&variable))));
        }
        for global in self.globals.clone() {
            let value = self.any(&global, &mut state.conditions);
            passed.push(value.clone());
            state.values.insert(global.variable, value);
        }
        let formals = &self.flow.subprogram(*id).formals;
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
        let premises = vec![
            premise,
            Application {
                relation: summary,
                arguments: passed,
            },
        ];
        let next = self.state_relation(at + 1);
        let conditions = self.with_types(site.frame, &state);
        let conclusion = self.applied(next, &state);
        self.clause(premises, conditions, Some(conclusion));
    }
}

impl State {
    fn here(&self, term: &Term) -> Term {
        term.substitute(&self.values)
    }

    fn require(&mut self, condition: Term) {
        if is_plain(&condition) {
            self.conditions.push(condition);
        }
    }
}

/// The variables that come back from a call.
fn results(subprogram: &FlowSubprogram) -> impl Iterator<Item = &FlowVariable> {
    let formals = subprogram.formals.iter();
    formals
        .filter(|formal| formal.mode != Mode::In)
        .map(|formal| &formal.variable)
}

/// What a visit of a block reads.
fn variables_read(subprogram: &FlowSubprogram, visit: Visit, read: &mut BTreeSet<Variable>) {
    let block = subprogram.block(visit.block);
    for statement in &block.statements {
        match &statement.kind {
            StatementKind::Assign { value: term, .. }
            | StatementKind::Assume(term)
            | StatementKind::Check {
                condition: term, ..
            } => read.extend(term.variables()),
        }
    }
    match &block.terminator {
        Terminator::Branch { condition, .. } => read.extend(condition.variables()),
        Terminator::Call { arguments, .. } => {
            for argument in arguments.iter().flatten() {
                read.extend(argument.variables());
            }
        }
        Terminator::Goto(_)
        | Terminator::Choice { .. }
        | Terminator::Havoc { .. }
        | Terminator::Nondet { .. }
        | Terminator::Return => {}
    }
}

/// Whether a body may change a variable of its own.
fn assigns(subprogram: &FlowSubprogram, variable: &Variable) -> bool {
    subprogram.blocks.iter().any(|block| {
        let assigned = block.statements.iter().any(|statement| {
            matches!(&statement.kind, StatementKind::Assign { target, .. } if target == variable)
        });
        assigned
            || match &block.terminator {
                Terminator::Havoc { target, .. } | Terminator::Nondet { target, .. } => {
                    target == variable
                }
                Terminator::Call { results, .. } => {
                    results.iter().flatten().any(|target| target == variable)
                }
                Terminator::Goto(_)
                | Terminator::Branch { .. }
                | Terminator::Choice { .. }
                | Terminator::Return => false,
            }
    })
}

/// Whether a solver of Horn clauses can do something with a term: no binder, no recursion.
#[allow(clippy::wildcard_enum_match_arm)] // names what it can not
fn is_plain(term: &Term) -> bool {
    let is_constant = |term: &Term| matches!(term.kind(), TermKind::Int(_));
    match term.kind() {
        TermKind::Quantified(..) | TermKind::Comprehension(..) | TermKind::Apply(..) => false,
        TermKind::Arithmetic(Arithmetic::Power, _, exponent) if !is_constant(exponent) => false,
        TermKind::Arithmetic(
            Arithmetic::BitAnd | Arithmetic::BitOr | Arithmetic::BitXor,
            a,
            b,
        ) if !is_constant(a) && !is_constant(b) => false,
        _ => term.operands().into_iter().all(is_plain),
    }
}
