//! Obligations: what must be valid for a proof to be one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use num_bigint::BigInt;

use super::effects::Writes;
use super::proof::{Proof, Relation, at_entry};
use super::types::type_facts;
use crate::flow::{
    BlockId, FlowProgram, FlowSubprogram, FlowVariable, StatementKind, SubprogramId, Terminator,
};
use crate::interpret::{Place, Point};
use crate::logic::{Sort, Term, Variable};
use crate::verdict::CheckId;

/// What an obligation is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    /// A check holds.
    Check(CheckId),
    /// The invariant of a block holds on arrival; `None` is the client.
    Block(Option<SubprogramId>, BlockId),
    /// The entry invariant of a subprogram holds at a call.
    Entry(SubprogramId),
    /// The summary of a subprogram holds when it returns.
    Summary(SubprogramId),
    /// Control never comes to the station with this number.
    Unreachable(usize),
}

/// A place in a program, and what must hold there for control to count as arrived: a block that was
/// made large goes past statements that have no effect.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Station {
    /// Where.
    pub point: Point,
    /// What must hold, of present values.
    pub guard: Term,
}

/// Something that must hold in every state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obligation {
    /// The subprogram in which it arises.
    pub subprogram: String,
    /// The block in which it arises; `None` for the entry of the subprogram.
    pub block: Option<BlockId>,
    /// What it is there for.
    pub claim: Claim,
    /// What is known.
    pub facts: Vec<Term>,
    /// What follows from it.
    pub goal: Term,
}

impl Claim {
    /// What it is about, in words.
    pub(super) fn words(self, program: &FlowProgram) -> String {
        let name = |id: Option<SubprogramId>| match id {
            Some(id) => program.subprogram(id).name.as_str(),
            None => program.main.name.as_str(),
        };
        match self {
            Claim::Check(check) => format!("check {check}"),
            Claim::Block(id, block) => {
                format!("the invariant of block {} of {}", block.0, name(id))
            }
            Claim::Entry(id) => format!("the entry invariant of {}", name(Some(id))),
            Claim::Summary(id) => format!("the summary of {}", name(Some(id))),
            Claim::Unreachable(_) => "a place that is never reached".to_owned(),
        }
    }
}

impl fmt::Display for Obligation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.claim {
            Claim::Check(check) => write!(f, "check {check} holds")?,
            Claim::Block(_, block) => write!(f, "the invariant of block {} holds", block.0)?,
            Claim::Entry(_) => f.write_str("the entry invariant of the callee holds")?,
            Claim::Summary(_) => f.write_str("the summary holds")?,
            Claim::Unreachable(_) => f.write_str("control never gets so far")?,
        }
        match self.block {
            Some(block) => write!(f, " after block {} of {}", block.0, self.subprogram),
            None => write!(f, " at the entry of {}", self.subprogram),
        }
    }
}

/// Everything that is owed for the claimed checks, and for stations to be out of reach, in the order of
/// the program. What holds by its form alone is left out.
pub(super) fn obligations(
    program: &FlowProgram,
    proof: &Proof,
    claimed: &BTreeSet<CheckId>,
    stations: &[Station],
) -> Vec<Obligation> {
    let mut ledger = Ledger {
        program,
        proof,
        claimed,
        stations,
        writes: Writes::of(program),
        owed: Vec::new(),
        invented: 0,
    };
    for id in (0..).map(SubprogramId).take(program.subprograms.len()) {
        ledger.subprogram(Some(id), program.subprogram(id));
    }
    ledger.subprogram(None, &program.main);
    ledger.owed
}

/// The checks that stand in the program.
pub(super) fn standing(program: &FlowProgram) -> BTreeSet<CheckId> {
    let subprograms = program.subprograms.iter().chain([&program.main]);
    let blocks = subprograms.flat_map(|subprogram| &subprogram.blocks);
    let statements = blocks.flat_map(|block| &block.statements);
    statements
        .filter_map(|statement| match &statement.kind {
            StatementKind::Check { check, .. } => Some(*check),
            StatementKind::Assign { .. } | StatementKind::Assume(_) => None,
        })
        .collect()
}

/// What is owed so far.
struct Ledger<'a> {
    program: &'a FlowProgram,
    proof: &'a Proof,
    claimed: &'a BTreeSet<CheckId>,
    stations: &'a [Station],
    writes: Writes,
    owed: Vec<Obligation>,
    /// How many variables were invented.
    invented: usize,
}

/// What is known on the way through a block.
#[derive(Clone)]
struct Path<'a> {
    id: Option<SubprogramId>,
    subprogram: &'a FlowSubprogram,
    block: Option<BlockId>,
    /// The variable that holds the present value of each variable of the program; itself where
    /// there is none.
    now: BTreeMap<Variable, Variable>,
    /// What the types guarantee of values that exist by now: that of a later one must not speak for
    /// a check that stands before it.
    ranges: BTreeMap<Variable, (BigInt, BigInt)>,
    facts: Vec<Term>,
}

impl Path<'_> {
    /// The term over present values.
    fn value(&self, term: &Term) -> Term {
        term.map_variables(&|variable| self.variable(variable))
    }

    fn variable(&self, variable: &Variable) -> Term {
        Term::variable(self.now.get(variable).unwrap_or(variable))
    }

    fn learn_range(&mut self, of: &FlowVariable, holder: &Variable) {
        if let Some(range) = &of.range {
            self.ranges.insert(holder.clone(), range.clone());
        }
    }
}

impl<'a> Ledger<'a> {
    fn subprogram(&mut self, id: Option<SubprogramId>, subprogram: &'a FlowSubprogram) {
        let program = self.program;
        let proof = self.proof.of(id);
        assert_eq!(
            proof.blocks.len(),
            subprogram.blocks.len(),
            "a proof speaks of every block"
        );
        let mut start = Path {
            id,
            subprogram,
            block: None,
            now: BTreeMap::new(),
            ranges: BTreeMap::new(),
            facts: Vec::new(),
        };
        for variable in program.globals.iter().chain(subprogram.variables()) {
            let before = at_entry(&variable.variable);
            start.learn_range(variable, &before);
            start.learn_range(variable, &variable.variable);
        }
        // At the entry the present values are those at entry.
        let mut entry = start.clone();
        for variable in program.globals.iter().chain(subprogram.variables()) {
            let before = at_entry(&variable.variable);
            entry.now.insert(variable.variable.clone(), before);
        }
        // Nobody calls the client: any values of their types are possible there.
        if id.is_none() || !proof.entry.is_never() {
            if id.is_some() {
                self.assume(&mut entry, &proof.entry, &|v| Term::variable(v));
            }
            self.arrive(&entry, BlockId(0));
        }
        for (at, invariant) in (0..).map(BlockId).zip(&proof.blocks) {
            if !invariant.is_never() {
                let mut path = start.clone();
                path.block = Some(at);
                self.assume(&mut path, invariant, &|v| Term::variable(v));
                self.block(path, at);
            }
        }
    }

    fn block(&mut self, mut path: Path<'a>, at: BlockId) {
        let block = path.subprogram.block(at);
        for (number, statement) in block.statements.iter().enumerate() {
            self.owe_unreachable(&path, at, Place::Statement(number));
            match &statement.kind {
                StatementKind::Assign { target, value } => {
                    let value = path.value(value);
                    let holder = self.set(&mut path, target);
                    path.facts.push(Term::equal(Term::variable(&holder), value));
                }
                StatementKind::Assume(condition) => {
                    let condition = path.value(condition);
                    path.facts.push(condition);
                }
                StatementKind::Check { check, condition } => {
                    let condition = path.value(condition);
                    if self.claimed.contains(check) {
                        self.owe(&path, Claim::Check(*check), condition.clone(), Vec::new());
                    }
                    // A run in which it fails has ended here.
                    path.facts.push(condition);
                }
            }
        }
        self.owe_unreachable(&path, at, Place::Terminator);
        match &block.terminator {
            Terminator::Goto(next) => self.arrive(&path, *next),
            Terminator::Branch {
                condition,
                on_true,
                on_false,
                ..
            } => {
                let condition = path.value(condition);
                let mut other = path.clone();
                path.facts.push(condition.clone());
                self.arrive(&path, *on_true);
                other.facts.push(Term::not(condition));
                self.arrive(&other, *on_false);
            }
            Terminator::Choice { targets, .. } => {
                for target in targets {
                    self.arrive(&path, *target);
                }
            }
            Terminator::Havoc { target, next } | Terminator::Nondet { target, next } => {
                self.set(&mut path, target);
                self.arrive(&path, *next);
            }
            Terminator::Call {
                callee,
                arguments,
                results,
                next,
                ..
            } => {
                let after = self.call(path, *callee, arguments, results);
                if let Some(after) = after {
                    self.arrive(&after, *next);
                }
            }
            Terminator::Return => {
                if let Some(id) = path.id {
                    let summary = &self.proof.of(path.id).summary;
                    self.owe_relation(&path, Claim::Summary(id), summary, &|variable| {
                        path.variable(variable)
                    });
                }
            }
        }
    }

    /// The path after a call; none if the callee never returns.
    fn call(
        &mut self,
        mut path: Path<'a>,
        callee: SubprogramId,
        arguments: &[Option<Term>],
        results: &[Option<Variable>],
    ) -> Option<Path<'a>> {
        let (program, proof) = (self.program, self.proof);
        let body = program.subprogram(callee);
        // What each variable of the callee holds when it is entered and when it returns.
        let mut before: BTreeMap<Variable, Variable> = BTreeMap::new();
        let mut after: BTreeMap<Variable, Variable> = BTreeMap::new();
        for (at, variable) in body.variables().enumerate() {
            let holder = self.invent(&variable.variable);
            path.learn_range(variable, &holder);
            if let Some(Some(argument)) = arguments.get(at) {
                let value = path.value(argument);
                path.facts.push(Term::equal(Term::variable(&holder), value));
            }
            before.insert(variable.variable.clone(), holder);
        }
        let entering = path.clone();
        for variable in body.variables() {
            let unchanged = !self.writes.assigns(callee, &variable.variable);
            let holder = if unchanged {
                before[&variable.variable].clone()
            } else {
                let holder = self.invent(&variable.variable);
                path.learn_range(variable, &holder);
                holder
            };
            after.insert(variable.variable.clone(), holder);
        }
        let entry = proof.of(Some(callee));
        self.owe_relation(&entering, Claim::Entry(callee), &entry.entry, &|variable| {
            snapshot(variable, &before, &entering)
        });
        if entry.summary.is_never() {
            return None;
        }
        let mut returned = path.clone();
        for global in &program.globals {
            if self.writes.changes(callee, &global.variable) {
                self.set(&mut returned, &global.variable);
            }
        }
        let at_return = returned.clone();
        self.assume(
            &mut returned,
            &entry.summary,
            &|variable| match after.get(variable) {
                Some(holder) => Term::variable(holder),
                None if variable.name.ends_with("@entry") => snapshot(variable, &before, &entering),
                None => at_return.variable(variable),
            },
        );
        for (formal, target) in body.formals.iter().zip(results) {
            if let Some(target) = target {
                let value = Term::variable(&after[&formal.variable.variable]);
                let holder = self.set(&mut returned, target);
                returned
                    .facts
                    .push(Term::equal(Term::variable(&holder), value));
            }
        }
        Some(returned)
    }

    /// A new value for a variable of the program, of which only its type is known.
    fn set(&mut self, path: &mut Path<'_>, target: &Variable) -> Variable {
        let holder = self.invent(target);
        let mut declared = path
            .subprogram
            .variables()
            .chain(&self.program.globals)
            .filter(|declared| declared.variable == *target);
        if let Some(declared) = declared.next() {
            path.learn_range(declared, &holder);
        }
        path.now.insert(target.clone(), holder.clone());
        holder
    }

    fn invent(&mut self, like: &Variable) -> Variable {
        self.invented += 1;
        Variable::new(
            &format!("{}@{}", like.name, self.invented),
            like.sort.clone(),
        )
    }

    /// A name for a part of a relation. Names that begin with `@` belong to the solver.
    fn part(invented: &mut usize) -> Variable {
        *invented += 1;
        Variable::new(&format!("part@{invented}"), Sort::Bool)
    }

    fn assume(
        &mut self,
        path: &mut Path<'_>,
        relation: &Relation,
        replace: &dyn Fn(&Variable) -> Term,
    ) {
        let mut definitions = Vec::new();
        let invented = &mut self.invented;
        let known = relation.term(replace, &mut || Self::part(invented), &mut definitions);
        path.facts.append(&mut definitions);
        path.facts.push(known);
    }

    fn arrive(&mut self, path: &Path<'a>, block: BlockId) {
        let invariant = &self.proof.of(path.id).blocks[block.0 as usize];
        let claim = Claim::Block(path.id, block);
        self.owe_relation(path, claim, invariant, &|variable| path.variable(variable));
    }

    fn owe_unreachable(&mut self, path: &Path<'a>, block: BlockId, place: Place) {
        let point = Point {
            subprogram: path.id,
            block,
            place,
        };
        let stations = self.stations;
        for (number, station) in stations.iter().enumerate() {
            if station.point == point {
                let goal = Term::not(path.value(&station.guard));
                self.owe(path, Claim::Unreachable(number), goal, Vec::new());
            }
        }
    }

    fn owe_relation(
        &mut self,
        path: &Path<'_>,
        claim: Claim,
        relation: &Relation,
        replace: &dyn Fn(&Variable) -> Term,
    ) {
        if relation.is_always() {
            return;
        }
        let mut definitions = Vec::new();
        let invented = &mut self.invented;
        let goal = relation.term(replace, &mut || Self::part(invented), &mut definitions);
        self.owe(path, claim, goal, definitions);
    }

    fn owe(&mut self, path: &Path<'_>, claim: Claim, goal: Term, definitions: Vec<Term>) {
        let mut facts: Vec<Term> = path.facts.iter().cloned().chain(definitions).collect();
        facts.retain(|fact| !fact.is_bool(true));
        if goal.is_bool(true) {
            return;
        }
        let types = type_facts(facts.iter().chain([&goal]), &path.ranges);
        facts.extend(types);
        self.owed.push(Obligation {
            subprogram: path.subprogram.name.clone(),
            block: path.block,
            claim,
            facts,
            goal,
        });
    }
}

/// A value at the callee's entry in terms of its caller: of its own variables what they were given,
/// of the unit's their present value.
fn snapshot(variable: &Variable, before: &BTreeMap<Variable, Variable>, caller: &Path<'_>) -> Term {
    let name = variable
        .name
        .strip_suffix("@entry")
        .unwrap_or(&variable.name);
    let plain = Variable::new(name, variable.sort.clone());
    match before.get(&plain) {
        Some(holder) => Term::variable(holder),
        None => caller.variable(&plain),
    }
}
