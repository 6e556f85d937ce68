//! What would settle a step that the exact reading of a Boolean program leaves open: the weakest
//! precondition of what was lost in it.

use std::collections::BTreeSet;

use super::Suggestion;
use super::calls::{Call, Inside};
use crate::abstraction::Meaning;
use crate::bp::Identifier;
use crate::bp::control::{Action, Control, NodeId, Point, ProcedureId, Slot};
use crate::exact::Cause;
use crate::flow::{
    BasicBlock, BlockId, FlowProgram, FlowSubprogram, StatementKind, SubprogramId, Terminator,
};
use crate::logic::{Term, Variable};

/// A Boolean program beside what it was made of. Its blocks are kept
/// [apart](crate::abstraction::Points::Apart).
#[derive(Debug, Clone, Copy)]
pub struct Reading<'a> {
    /// What it was made of.
    pub flow: &'a FlowProgram,
    /// What its variables stand for.
    pub meanings: &'a [Meaning],
    /// The Boolean program.
    pub control: &'a Control,
    /// The subprogram whose body its `main` is; `None` if it is the client.
    pub main: Option<SubprogramId>,
}

/// Conditions that one would want to know, and where.
type Wanted = (Option<SubprogramId>, BTreeSet<Term>);

impl<'a> Reading<'a> {
    /// Predicates that tell what an open step depends on; none where nothing is known that would.
    pub fn suggestions(&self, cause: &Cause) -> Vec<Suggestion> {
        let globals: BTreeSet<Variable> = self
            .flow
            .globals
            .iter()
            .map(|g| g.variable.clone())
            .collect();
        let Some((scope, terms)) = self.wanted(cause, &globals) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for term in terms.iter().filter(|term| super::is_small(term)) {
            let suggestion = Suggestion::within(scope, term, &globals);
            found.extend(suggestion.filter(|suggestion| !found.contains(suggestion)));
        }
        found
    }

    /// The block of the flow program that a point of the Boolean program belongs to, and whose it
    /// is.
    pub fn site(&self, point: Point) -> Option<(Option<SubprogramId>, BlockId)> {
        let nodes = &self.control.procedure(point.procedure).nodes;
        let begins = |node: NodeId| {
            let labels = &nodes[node.0 as usize].labels;
            let number = |label: &Identifier| label.as_str().strip_prefix("at_")?.parse().ok();
            labels.iter().find_map(number).map(BlockId)
        };
        let mut open = vec![point.node];
        let mut seen = BTreeSet::from([point.node]);
        while let Some(node) = open.pop() {
            if let Some(block) = begins(node) {
                return Some((self.subprogram(point.procedure), block));
            }
            for before in (0..).map(NodeId).take(nodes.len()) {
                let mut after = nodes[before.0 as usize].successors();
                if after.any(|next| next == node) && seen.insert(before) {
                    open.push(before);
                }
            }
        }
        None
    }

    /// What a variable of a procedure stands for.
    pub fn meaning(&self, procedure: ProcedureId, slot: Slot) -> Option<&'a Meaning> {
        let at = slot.0 as usize;
        let name = self.control.procedure(procedure).variables.get(at)?;
        let owner = match self.subprogram(procedure) {
            Some(id) => &self.control.procedure(ProcedureId(id.0)).name,
            None => &self.control.procedure(procedure).name,
        };
        let owner = (at >= self.control.globals).then_some(owner);
        let mut all = self.meanings.iter();
        all.find(|known| known.procedure.as_ref() == owner && known.variable == *name)
    }

    fn subprogram(&self, procedure: ProcedureId) -> Option<SubprogramId> {
        if procedure == self.control.main {
            return self.main;
        }
        Some(SubprogramId(procedure.0))
    }

    fn body(&self, id: Option<SubprogramId>) -> &'a FlowSubprogram {
        self.flow.body(id)
    }

    fn wanted(&self, cause: &Cause, globals: &BTreeSet<Variable>) -> Option<Wanted> {
        match cause {
            Cause::Condition(point) | Cause::Assumption(point) | Cause::Constraint(point) => {
                let (scope, block) = self.site(*point)?;
                let block = self.body(scope).block(block);
                Some((scope, conditions(block, &self.control.node(*point).labels)))
            }
            Cause::Values(point, procedure, slots) => {
                self.wanted_of_values(*point, *procedure, slots, globals)
            }
            Cause::Jump(_) | Cause::Enforce(_) | Cause::Untold(_) | Cause::Settled => None,
        }
    }

    /// What would tell the values that a statement gives to some bits.
    fn wanted_of_values(
        &self,
        point: Point,
        procedure: ProcedureId,
        slots: &[Slot],
        globals: &BTreeSet<Variable>,
    ) -> Option<Wanted> {
        let (scope, id) = self.site(point)?;
        let block = self.body(scope).block(id);
        let lost = slots
            .iter()
            .filter_map(|slot| self.meaning(procedure, *slot));
        let lost: Vec<&Term> = lost.map(|meaning| &meaning.term).collect();
        let mut found = BTreeSet::new();
        if matches!(self.control.node(point).action, Action::Call { .. }) {
            let call = Call::of(self.flow, &block.terminator)?;
            for term in lost.iter().filter_map(|term| call.before(term, globals)) {
                note(Some(term), &mut found);
            }
            return Some((scope, found));
        }
        if self.follows_call(point) {
            let call = Call::of(self.flow, &block.terminator)?;
            for term in lost {
                if let Inside::Said(inside) = call.inside(term, globals) {
                    note(Some(inside), &mut found);
                }
            }
            return Some((Some(call.callee), found));
        }
        // What nobody knows, and what the environment sets, is settled by no predicate.
        let is_set_by_others = match &block.terminator {
            Terminator::Havoc { .. } | Terminator::Nondet { .. } => self.leaves(point, id),
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Choice { .. }
            | Terminator::Call { .. }
            | Terminator::Return => false,
        };
        if !is_set_by_others {
            for term in lost {
                note(before(block, block.statements.len(), term), &mut found);
            }
        }
        Some((scope, found))
    }

    /// The variable that the environment sets in the step at a point, if it is such a step, and the
    /// procedure whose step it is.
    pub(super) fn set_by_others(&self, point: Point) -> Option<(Variable, ProcedureId)> {
        let (scope, id) = self.site(point)?;
        match &self.body(scope).block(id).terminator {
            Terminator::Nondet { target, .. } if self.leaves(point, id) => {
                Some((target.clone(), point.procedure))
            }
            Terminator::Nondet { .. }
            | Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Choice { .. }
            | Terminator::Havoc { .. }
            | Terminator::Call { .. }
            | Terminator::Return => None,
        }
    }

    /// Whether a call comes right before the point.
    fn follows_call(&self, point: Point) -> bool {
        let nodes = &self.control.procedure(point.procedure).nodes;
        let mut calls = nodes.iter().filter_map(|node| node.action.call());
        calls.any(|(_, next)| next == point.node)
    }

    /// Whether control leaves the block behind the point.
    fn leaves(&self, point: Point, block: BlockId) -> bool {
        let node = self.control.node(point);
        node.successors().all(|next| {
            let next = point.procedure.at(next);
            let begins = self.control.node(next).labels.iter();
            let mut begins = begins.filter(|label| label.as_str().starts_with("at_"));
            begins.next().is_some() || self.site(next).is_none_or(|(_, other)| other != block)
        })
    }
}

/// The conditions of a block that the labels of a point name, or else all that are decided in it, in
/// terms of the state in which they are decided.
fn conditions(block: &BasicBlock, labels: &[Identifier]) -> BTreeSet<Term> {
    let mut found = BTreeSet::new();
    for (at, statement) in block.statements.iter().enumerate() {
        if let StatementKind::Check { check, condition } = &statement.kind
            && labels.contains(&Identifier::new(&check.to_string()))
        {
            note(before(block, at, condition), &mut found);
            return found;
        }
    }
    if let Terminator::Branch { condition, .. } = &block.terminator {
        note(Some(condition.clone()), &mut found);
    }
    for (at, statement) in block.statements.iter().enumerate() {
        if let StatementKind::Assume(condition) = &statement.kind {
            note(before(block, at, condition), &mut found);
        }
    }
    found
}

/// Adds the parts of a condition; of a large one there are too many.
fn note(condition: Option<Term>, found: &mut BTreeSet<Term>) {
    if let Some(condition) = condition.filter(super::is_small) {
        super::atoms(&super::linear::normal(&condition), found);
    }
}

/// What a condition that holds before the statement with a number says where the block begins; none
/// if that is too much.
fn before(block: &BasicBlock, number: usize, term: &Term) -> Option<Term> {
    let mut term = term.clone();
    for statement in block.statements[..number].iter().rev() {
        if let StatementKind::Assign { target, value } = &statement.kind {
            term = term.replace(target, value);
            if !super::is_small(&term) {
                return None;
            }
        }
    }
    Some(term)
}
