//! Predicates by weakest preconditions: the conditions that make a path impossible, carried back
//! along it.

use std::collections::{BTreeMap, BTreeSet};

use super::Suggestion;
use super::calls::{Call, Inside};
use super::formula::{PathFormula, Site};
use super::path::{Path, Visit};
use crate::flow::{FlowProgram, StatementKind, SubprogramId, Terminator};
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

impl<'a> Walker<'a> {
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
        let Some(call) = self.call_at(site) else {
            return;
        };
        for term in std::mem::take(&mut self.wanted[inner]) {
            if let Some(term) = call.before(&term, &self.globals) {
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
        let Some(call) = self.call_at(site) else {
            return;
        };
        let outside = std::mem::take(&mut self.wanted[site.frame]);
        for term in outside {
            match call.inside(&term, &self.globals) {
                Inside::Unchanged => {
                    self.wanted[site.frame].insert(term);
                }
                Inside::Said(inside) => super::atoms(&inside, &mut self.wanted[frame]),
                Inside::Unsaid => {}
            }
        }
    }

    fn call_at(&self, site: Visit) -> Option<Call<'a>> {
        let block = self.path.subprogram(self.flow, site).block(site.block);
        Call::of(self.flow, &block.terminator)
    }

    /// What is wanted here is suggested.
    fn note(&mut self, visit: Visit) {
        let subprogram: Option<SubprogramId> = self.path.frames[visit.frame].subprogram;
        for term in &self.wanted[visit.frame] {
            let suggestion = Suggestion::within(subprogram, term, &self.globals);
            if let Some(suggestion) = suggestion.filter(|found| !self.found.contains(found)) {
                self.found.push(suggestion);
            }
        }
    }
}
