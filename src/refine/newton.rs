//! Predicates by weakest preconditions: the conditions that make a path impossible, carried back
//! along it.

use std::collections::{BTreeMap, BTreeSet};

use super::Suggestion;
use super::formula::{PathFormula, Site};
use super::path::{Path, Visit};
use crate::flow::{FlowProgram, FlowSubprogram, Mode, StatementKind, SubprogramId, Terminator};
use crate::logic::{Term, Variable};

/// What must be known on the way to see that the conditions of the core cannot hold together.
pub(super) fn weakest_preconditions(
    flow: &FlowProgram,
    path: &Path,
    formula: &PathFormula,
    core: &BTreeSet<usize>,
) -> Vec<Suggestion> {
    let mut needed: BTreeMap<usize, Vec<Site>> = BTreeMap::new();
    for &at in core {
        let condition = &formula.conditions[at];
        needed
            .entry(condition.visit)
            .or_default()
            .push(condition.site);
    }
    let mut walker = Walker {
        flow,
        path,
        globals: flow.globals.iter().map(|g| g.variable.clone()).collect(),
        needed,
        wanted: vec![BTreeSet::new(); path.frames.len()],
        found: Vec::new(),
    };
    for at in (0..path.visits.len()).rev() {
        walker.visit(at);
    }
    walker.found
}

struct Walker<'a> {
    flow: &'a FlowProgram,
    path: &'a Path,
    globals: BTreeSet<Variable>,
    /// Per visit, the conditions that matter.
    needed: BTreeMap<usize, Vec<Site>>,
    /// Per frame, what one would want to know where the walk has come to.
    wanted: Vec<BTreeSet<Term>>,
    found: Vec<Suggestion>,
}

impl Walker<'_> {
    fn visit(&mut self, at: usize) {
        let visit = self.path.visits[at];
        let subprogram = self.path.subprogram(self.flow, visit);
        let block = subprogram.block(visit.block);
        let sites = self.needed.remove(&at).unwrap_or_default();
        if let Some(next) = self.path.visits.get(at + 1).copied() {
            self.leave(visit, next, &block.terminator, &sites);
        }
        self.note(visit);
        for (index, statement) in block.statements.iter().enumerate().rev() {
            match &statement.kind {
                StatementKind::Assign { target, value } => {
                    self.map(visit.frame, |term| Some(term.replace(target, value)));
                }
                StatementKind::Assume(condition) | StatementKind::Check { condition, .. } => {
                    let is_needed = sites.iter().any(
                        |site| matches!(site, Site::Statement(i) | Site::Failure(i) if *i == index),
                    );
                    if is_needed {
                        super::atoms(condition, &mut self.wanted[visit.frame]);
                    }
                }
            }
        }
        self.note(visit);
    }

    /// Replaces what is wanted in a frame.
    fn map(&mut self, frame: usize, change: impl Fn(&Term) -> Option<Term>) {
        let before = std::mem::take(&mut self.wanted[frame]);
        for term in before.iter().filter_map(change) {
            if super::is_small(&term) {
                // A condition may fall apart once values are put into it.
                super::atoms(&super::linear::normal(&term), &mut self.wanted[frame]);
            }
        }
    }

    fn leave(&mut self, visit: Visit, next: Visit, terminator: &Terminator, sites: &[Site]) {
        let frame = visit.frame;
        match terminator {
            Terminator::Goto(_) | Terminator::Choice { .. } => {}
            Terminator::Branch { condition, .. } => {
                if sites.iter().any(|site| matches!(site, Site::Branch(_))) {
                    super::atoms(condition, &mut self.wanted[frame]);
                }
            }
            Terminator::Havoc { target, .. } | Terminator::Nondet { target, .. } => {
                self.wanted[frame].retain(|term| !term.variables().contains(target));
            }
            Terminator::Call { .. } => self.enter(visit, next.frame),
            Terminator::Return => self.give_back(frame),
        }
    }

    /// From the entry of a callee back to the call.
    fn enter(&mut self, site: Visit, inner: usize) {
        let Some((target, arguments, _)) = self.call_at(site) else {
            return;
        };
        let mut values: BTreeMap<Variable, Term> = BTreeMap::new();
        for (formal, argument) in target.formals.iter().zip(arguments) {
            if let Some(argument) = argument {
                values.insert(formal.variable.variable.clone(), argument.clone());
            }
        }
        for term in std::mem::take(&mut self.wanted[inner]) {
            let known = |v: &Variable| values.contains_key(v) || self.globals.contains(v);
            if term.variables().iter().all(known) {
                let term = super::linear::normal(&term.substitute(&values));
                super::atoms(&term, &mut self.wanted[site.frame]);
            }
        }
    }

    /// From behind a call back to the end of the callee: what is wanted of its results, and of
    /// globals, is wanted there.
    fn give_back(&mut self, frame: usize) {
        let Some(site) = self.path.frames[frame].caller else {
            return;
        };
        let Some((target, arguments, results)) = self.call_at(site) else {
            return;
        };
        let mut values: BTreeMap<Variable, Term> = BTreeMap::new();
        // What was passed unchanged has a name in the callee too.
        for (formal, argument) in target.formals.iter().zip(arguments) {
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
        for (formal, result) in target.formals.iter().zip(results) {
            if let Some(result) = result {
                values.insert(result.clone(), Term::variable(&formal.variable.variable));
                returned.insert(result.clone());
            }
        }
        let outside = std::mem::take(&mut self.wanted[site.frame]);
        for term in outside {
            let variables = term.variables();
            let is_changed = |v: &Variable| returned.contains(v) || self.globals.contains(v);
            if !variables.iter().any(is_changed) {
                self.wanted[site.frame].insert(term);
                continue;
            }
            let known = |v: &Variable| values.contains_key(v) || self.globals.contains(v);
            if variables.iter().all(known) {
                let inside = term.substitute(&values);
                super::atoms(&inside, &mut self.wanted[frame]);
            }
        }
    }

    #[allow(clippy::type_complexity)] // the parts of a call
    fn call_at(
        &self,
        site: Visit,
    ) -> Option<(&FlowSubprogram, &[Option<Term>], &[Option<Variable>])> {
        let block = self.path.subprogram(self.flow, site).block(site.block);
        match &block.terminator {
            Terminator::Call {
                callee,
                arguments,
                results,
                ..
            } => Some((self.flow.subprogram(*callee), arguments, results)),
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Choice { .. }
            | Terminator::Havoc { .. }
            | Terminator::Nondet { .. }
            | Terminator::Return => None,
        }
    }

    /// What is wanted here is suggested.
    fn note(&mut self, visit: Visit) {
        let subprogram: Option<SubprogramId> = self.path.frames[visit.frame].subprogram;
        for term in &self.wanted[visit.frame] {
            let is_global = term.variables().is_subset(&self.globals);
            if subprogram.is_none() && !is_global {
                continue;
            }
            let scope = subprogram.filter(|_| !is_global);
            let suggestion = Suggestion {
                scope,
                term: super::linear::normal(term),
            };
            if !self.found.contains(&suggestion) {
                self.found.push(suggestion);
            }
        }
    }
}
