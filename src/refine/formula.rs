//! A path as a formula: what must hold of the inputs for a run to go that way.

use std::collections::{BTreeMap, BTreeSet};

use super::path::{Path, Visit};
use crate::flow::{FlowProgram, FlowVariable, Mode, StatementKind, Terminator};
use crate::logic::{Sort, Term, Variable, components_read};
use crate::smt::Context;

/// What must hold for a run to go along a path.
#[derive(Debug, Clone, Default)]
pub struct PathFormula {
    /// What statements do, and what types guarantee.
    pub facts: Vec<Term>,
    /// What must hold on the way, in order.
    pub conditions: Vec<Condition>,
    /// What the surroundings decide on the way, in order.
    pub inputs: Vec<Input>,
}

impl PathFormula {
    /// The question whether a run goes that way: an atom for each condition.
    pub(super) fn context(&self) -> Context {
        Context {
            facts: self.facts.clone(),
            atoms: self.conditions.iter().map(|c| c.term.clone()).collect(),
        }
    }
}

/// The version of each variable.
type Versions = BTreeMap<Variable, Variable>;

/// A condition on a path.
#[derive(Debug, Clone)]
pub struct Condition {
    /// Over versions.
    pub term: Term,
    /// In which visit.
    pub visit: usize,
    /// Where in its block.
    pub site: Site,
}

/// Where a condition stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Site {
    /// It is that of the statement with this index: an assumption, or a check that passes.
    Statement(usize),
    /// It is the negation of that of the statement with this index, the check that fails.
    Failure(usize),
    /// The branch at the end goes this way.
    Branch(bool),
    /// It is asked for where the block starts.
    Start,
}

/// Something that the program does not decide itself.
#[derive(Debug, Clone)]
pub enum Input {
    /// The environment gives a variable this version.
    Value(FlowVariable, Variable),
    /// The environment goes this way.
    Choice(usize),
    /// Nobody knows the value.
    Lost(FlowVariable, Variable),
}

/// The formula of a path.
pub fn formula(flow: &FlowProgram, path: &Path) -> PathFormula {
    let mut writer = Writer::new(flow, path);
    for at in 0..path.visits.len() {
        writer.visit(at);
    }
    writer.types();
    writer.formula
}

/// The formula of a path to the start of its last block, in a state there that satisfies conditions
/// over the variables in sight; these come last.
pub(super) fn formula_before(flow: &FlowProgram, path: &Path, wanted: &[Term]) -> PathFormula {
    let mut writer = Writer::new(flow, path);
    let last = path.visits.len().saturating_sub(1);
    for at in 0..last {
        writer.visit(at);
    }
    if let Some(visit) = path.visits.last() {
        for term in wanted {
            let term = writer.here(visit.frame, term);
            writer.require(last, Site::Start, term);
        }
    }
    writer.types();
    writer.formula
}

struct Writer<'a> {
    flow: &'a FlowProgram,
    path: &'a Path,
    formula: PathFormula,
    globals: Versions,
    /// Per frame, its own variables.
    locals: Vec<Versions>,
    /// Every version there is, and the variable whose type it has.
    made: BTreeMap<Variable, FlowVariable>,
}

impl<'a> Writer<'a> {
    fn new(flow: &'a FlowProgram, path: &'a Path) -> Writer<'a> {
        let mut writer = Writer {
            flow,
            path,
            formula: PathFormula::default(),
            globals: Versions::new(),
            locals: vec![Versions::new(); path.frames.len()],
            made: BTreeMap::new(),
        };
        for variable in &flow.globals {
            let version = writer.new_version(variable);
            writer.globals.insert(variable.variable.clone(), version);
        }
        writer.open(0);
        writer
    }

    /// Versions for the variables of a frame that begins.
    fn open(&mut self, frame: usize) {
        let id = self.path.frames[frame].subprogram;
        for variable in self.flow.body(id).variables() {
            let version = self.new_version(variable);
            self.locals[frame].insert(variable.variable.clone(), version);
        }
    }

    fn new_version(&mut self, variable: &FlowVariable) -> Variable {
        let name = format!("{}@{}", variable.variable.name, self.made.len());
        let version = Variable::new(&name, variable.variable.sort.clone());
        self.made.insert(version.clone(), variable.clone());
        version
    }

    fn version(&self, frame: usize, variable: &Variable) -> Variable {
        let own = self.locals[frame].get(variable);
        own.or_else(|| self.globals.get(variable))
            .unwrap_or(variable)
            .clone()
    }

    fn here(&self, frame: usize, term: &Term) -> Term {
        term.map_variables(&|variable| Term::variable(&self.version(frame, variable)))
    }

    /// A new version of a variable as seen from a frame.
    fn renew(&mut self, frame: usize, target: &Variable) -> Option<(FlowVariable, Variable)> {
        let known = self.made.get(&self.version(frame, target))?.clone();
        let version = self.new_version(&known);
        let own = self.locals[frame].get_mut(target);
        let place = match own {
            Some(place) => place,
            None => self.globals.get_mut(target)?,
        };
        *place = version.clone();
        Some((known, version))
    }

    fn set(&mut self, frame: usize, target: &Variable, value: Term) {
        if let Some((_, version)) = self.renew(frame, target) {
            let fact = Term::equal(Term::variable(&version), value);
            self.formula.facts.push(fact);
        }
    }

    fn require(&mut self, visit: usize, site: Site, term: Term) {
        self.formula
            .conditions
            .push(Condition { term, visit, site });
    }

    fn visit(&mut self, at: usize) {
        let visit = self.path.visits[at];
        let frame = visit.frame;
        let block = self.path.subprogram(self.flow, visit).block(visit.block);
        let is_last = at + 1 == self.path.visits.len();
        for (index, statement) in block.statements.iter().enumerate() {
            match &statement.kind {
                StatementKind::Assign { target, value } => {
                    let value = self.here(frame, value);
                    self.set(frame, target, value);
                }
                StatementKind::Assume(condition) => {
                    let term = self.here(frame, condition);
                    self.require(at, Site::Statement(index), term);
                }
                StatementKind::Check { check, condition } => {
                    let term = self.here(frame, condition);
                    if is_last && *check == self.path.check {
                        self.require(at, Site::Failure(index), Term::not(term));
                        return;
                    }
                    self.require(at, Site::Statement(index), term);
                }
            }
        }
        if let Some(next) = self.path.visits.get(at + 1).copied() {
            self.leave(at, visit, next, &block.terminator);
        }
    }

    fn leave(&mut self, at: usize, visit: Visit, next: Visit, terminator: &Terminator) {
        let frame = visit.frame;
        match terminator {
            Terminator::Goto(_) => {}
            Terminator::Branch {
                condition,
                on_true,
                on_false,
                ..
            } => {
                if on_true != on_false {
                    let goes = next.block == *on_true;
                    let term = self.here(frame, condition);
                    let term = if goes { term } else { Term::not(term) };
                    self.require(at, Site::Branch(goes), term);
                }
            }
            Terminator::Choice { targets, .. } => {
                let way = targets.iter().position(|target| *target == next.block);
                self.formula.inputs.push(Input::Choice(way.unwrap_or(0)));
            }
            Terminator::Havoc { target, .. } | Terminator::Nondet { target, .. } => {
                let is_lost = matches!(terminator, Terminator::Havoc { .. });
                if let Some((variable, version)) = self.renew(frame, target) {
                    self.formula.inputs.push(if is_lost {
                        Input::Lost(variable, version)
                    } else {
                        Input::Value(variable, version)
                    });
                }
            }
            Terminator::Call {
                callee, arguments, ..
            } => {
                let formals = &self.flow.subprogram(*callee).formals;
                let values: Vec<(Variable, Term)> = formals
                    .iter()
                    .zip(arguments)
                    .filter_map(|(formal, argument)| {
                        let value = self.here(frame, argument.as_ref()?);
                        Some((formal.variable.variable.clone(), value))
                    })
                    .collect();
                self.open(next.frame);
                for (formal, value) in values {
                    let version = self.version(next.frame, &formal);
                    let fact = Term::equal(Term::variable(&version), value);
                    self.formula.facts.push(fact);
                }
            }
            Terminator::Return => self.give_back(visit, next),
        }
    }

    /// Copies the results of a call back to the caller.
    fn give_back(&mut self, visit: Visit, next: Visit) {
        let frame = self.path.frames[visit.frame];
        let (Some(id), Some(site)) = (frame.subprogram, frame.caller) else {
            return;
        };
        let block = self.path.subprogram(self.flow, site).block(site.block);
        let Terminator::Call { results, .. } = &block.terminator else {
            return;
        };
        let formals = &self.flow.subprogram(id).formals;
        for (formal, result) in formals.iter().zip(results) {
            if let Some(target) = result
                && formal.mode != Mode::In
            {
                let value = Term::variable(&self.version(visit.frame, &formal.variable.variable));
                self.set(next.frame, target, value);
            }
        }
    }

    /// What types guarantee of all versions, and of the components that are read.
    fn types(&mut self) {
        let mut reads: BTreeMap<Variable, BTreeSet<Term>> = BTreeMap::new();
        let terms = self.formula.facts.iter();
        let conditions = self.formula.conditions.iter().map(|c| &c.term);
        let mut used = BTreeSet::new();
        for term in terms.chain(conditions) {
            components_read(term, &mut reads);
            used.extend(term.variables());
        }
        for (version, variable) in &self.made {
            let Some((low, high)) = &variable.range else {
                continue;
            };
            let (low, high) = (Term::int(low.clone()), Term::int(high.clone()));
            let mut bounded = |term: &Term| {
                let fact = Term::between(term, low.clone(), high.clone());
                self.formula.facts.push(fact);
            };
            if version.sort == Sort::Int && used.contains(version) {
                bounded(&Term::variable(version));
            }
            for read in reads.get(version).into_iter().flatten() {
                bounded(read);
            }
        }
    }
}
