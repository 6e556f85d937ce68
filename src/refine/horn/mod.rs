//! Part of a program as Horn clauses: a relation for the states before each of its blocks, and one
//! for what each subprogram does. Relations that satisfy the clauses are invariants, and their parts
//! are predicates that exclude a failure.

mod jumps;
mod layout;
mod writer;

use std::collections::BTreeSet;

use super::Suggestion;
use super::graph::Graph;
use crate::flow::{BlockId, FlowProgram, SubprogramId};
use crate::logic::{Term, Variable};
use crate::smt::HornSystem;
use crate::verdict::CheckId;
use layout::Writer;

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
