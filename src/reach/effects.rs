//! What procedures and statements read and write: MOD/REF sets and live ranges (Section 3.3 of the
//! Bebop paper).

use crate::bp::control::{Action, Control, Formula, ProcedureControl, ProcedureId, Slot};

/// A set of slots, one bit each. Few procedures have more than 64 slots: the first word needs no
/// allocation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct SlotSet {
    first: u64,
    rest: Vec<u64>,
}

impl SlotSet {
    pub(super) fn insert(&mut self, slot: Slot) {
        let beyond = slot.0 as usize / 64;
        if beyond > self.rest.len() {
            self.rest.resize(beyond, 0);
        }
        *self.word(beyond) |= 1 << (slot.0 % 64);
    }

    pub(super) fn contains(&self, slot: Slot) -> bool {
        let word = match slot.0 as usize / 64 {
            0 => self.first,
            beyond => self.rest.get(beyond - 1).copied().unwrap_or(0),
        };
        word >> (slot.0 % 64) & 1 == 1
    }

    fn remove(&mut self, slot: Slot) {
        let beyond = slot.0 as usize / 64;
        if beyond <= self.rest.len() {
            *self.word(beyond) &= !(1 << (slot.0 % 64));
        }
    }

    fn add_all(&mut self, other: &SlotSet) {
        self.first |= other.first;
        if self.rest.len() < other.rest.len() {
            self.rest.resize(other.rest.len(), 0);
        }
        for (word, more) in self.rest.iter_mut().zip(&other.rest) {
            *word |= more;
        }
    }

    fn word(&mut self, at: usize) -> &mut u64 {
        match at {
            0 => &mut self.first,
            beyond => &mut self.rest[beyond - 1],
        }
    }
}

impl FromIterator<Slot> for SlotSet {
    fn from_iter<T: IntoIterator<Item = Slot>>(slots: T) -> SlotSet {
        let mut set = SlotSet::default();
        for slot in slots {
            set.insert(slot);
        }
        set
    }
}

/// The globals a procedure, or what it calls, may read and write.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Effects {
    pub(super) modified: SlotSet,
    pub(super) referenced: SlotSet,
}

impl Effects {
    /// Whether the procedure has anything to do with a global.
    pub(super) fn touch(&self, global: Slot) -> bool {
        self.modified.contains(global) || self.referenced.contains(global)
    }
}

/// The effects of every procedure; `order` has callees before callers where there is no recursion.
pub(super) fn effects(control: &Control, order: &[ProcedureId]) -> Vec<Effects> {
    // What each procedure does itself, and whom it calls.
    let own: Vec<(Effects, Vec<ProcedureId>)> = order
        .iter()
        .map(|id| own_effects(control, control.procedure(*id)))
        .collect();
    let mut all = vec![Effects::default(); control.procedures.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (id, (own, callees)) in order.iter().zip(&own) {
            let mut effects = own.clone();
            for callee in callees {
                effects.modified.add_all(&all[callee.0 as usize].modified);
                effects
                    .referenced
                    .add_all(&all[callee.0 as usize].referenced);
            }
            let known = &mut all[id.0 as usize];
            if *known != effects {
                *known = effects;
                changed = true;
            }
        }
    }
    all
}

fn own_effects(control: &Control, procedure: &ProcedureControl) -> (Effects, Vec<ProcedureId>) {
    let mut effects = Effects::default();
    let mut callees = Vec::new();
    let is_global = |slot: &Slot| (slot.0 as usize) < control.globals;
    let mut refer = |slot: Slot| {
        if is_global(&slot) {
            effects.referenced.insert(slot);
        }
    };
    if let Some(condition) = &procedure.enforce {
        walk(condition, &mut |slot| refer(slot));
    }
    for node in &procedure.nodes {
        read_by(&node.action, &mut refer);
        for target in targets_of(&node.action)
            .iter()
            .flatten()
            .filter(|slot| is_global(slot))
        {
            effects.modified.insert(*target);
        }
        callees.extend(node.action.call().map(|(callee, _)| callee));
    }
    (effects, callees)
}

/// The slots that are dead at each node: their values flow nowhere.
///
/// A variable of `enforce` is read all the time, a global is read by whoever gets control back.
pub(super) fn dead_slots(
    control: &Control,
    procedure: &ProcedureControl,
    effects: &[Effects],
) -> Vec<Vec<Slot>> {
    let globals: SlotSet = (0..).map(Slot).take(control.globals).collect();
    let mut always = SlotSet::default();
    if let Some(condition) = &procedure.enforce {
        walk(condition, &mut |slot| always.insert(slot));
    }
    let reads: Vec<SlotSet> = procedure
        .nodes
        .iter()
        .map(|node| {
            let mut reads = always.clone();
            read_by(&node.action, &mut |slot| reads.insert(slot));
            if matches!(node.action, Action::Return(_)) {
                reads.add_all(&globals);
            }
            if let Some((callee, _)) = node.action.call() {
                reads.add_all(&effects[callee.0 as usize].referenced);
            }
            reads
        })
        .collect();
    let mut live = vec![SlotSet::default(); procedure.nodes.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, node) in procedure.nodes.iter().enumerate().rev() {
            let mut before = SlotSet::default();
            for next in node.successors() {
                before.add_all(&live[next.0 as usize]);
            }
            for target in targets_of(&node.action).iter().flatten() {
                before.remove(*target);
            }
            before.add_all(&reads[at]);
            if before != live[at] {
                live[at] = before;
                changed = true;
            }
        }
    }
    let slots = 0..u32::try_from(procedure.variables.len()).unwrap_or(u32::MAX);
    live.iter()
        .map(|live| {
            slots
                .clone()
                .map(Slot)
                .filter(|slot| !live.contains(*slot))
                .collect()
        })
        .collect()
}

/// The procedures that `main` may call, directly or not, callees before callers where there is no
/// recursion; `main` is the last.
pub(super) fn call_order(control: &Control) -> Vec<ProcedureId> {
    let callees = |id: ProcedureId| -> Vec<ProcedureId> {
        let nodes = &control.procedure(id).nodes;
        let calls = nodes.iter().rev().filter_map(|node| node.action.call());
        calls.map(|(callee, _)| callee).collect()
    };
    let mut order = Vec::new();
    let mut seen = vec![false; control.procedures.len()];
    seen[control.main.0 as usize] = true;
    // The stack of a depth-first search, each procedure with the callees still to be visited.
    let mut stack = vec![(control.main, callees(control.main))];
    while let Some((id, pending)) = stack.last_mut() {
        let Some(callee) = pending.pop() else {
            order.push(*id);
            stack.pop();
            continue;
        };
        if !std::mem::replace(&mut seen[callee.0 as usize], true) {
            stack.push((callee, callees(callee)));
        }
    }
    order
}

fn targets_of(action: &Action) -> &[Option<Slot>] {
    match action {
        Action::Assign { targets, .. } | Action::Call { targets, .. } => targets,
        Action::Skip(_)
        | Action::Goto(_)
        | Action::Assume(..)
        | Action::Assert(..)
        | Action::Test { .. }
        | Action::Return(_) => &[],
    }
}

/// Visits the slots whose values a statement reads; `'x` of a variable that is not assigned is its
/// old value, so it counts too.
fn read_by(action: &Action, visit: &mut impl FnMut(Slot)) {
    match action {
        Action::Skip(_) | Action::Goto(_) => {}
        Action::Assign {
            values, constrain, ..
        } => {
            for formula in values.iter().chain(constrain) {
                walk(formula, visit);
            }
        }
        Action::Assume(condition, _)
        | Action::Assert(condition, _)
        | Action::Test { condition, .. } => walk(condition, visit),
        Action::Call {
            arguments: formulas,
            ..
        }
        | Action::Return(formulas) => {
            for formula in formulas {
                walk(formula, visit);
            }
        }
    }
}

/// Visits the slots of an expression.
pub(super) fn walk(formula: &Formula, visit: &mut impl FnMut(Slot)) {
    match formula {
        Formula::Constant(_) | Formula::Lost | Formula::Nondet => {}
        Formula::Variable(slot) | Formula::Next(slot) => visit(*slot),
        Formula::Not(operand) => walk(operand, visit),
        Formula::Binary(_, operands) => {
            for operand in operands {
                walk(operand, visit);
            }
        }
        Formula::Choose(positive, negative) => {
            walk(positive, visit);
            walk(negative, visit);
        }
        Formula::Conditional(condition, then, otherwise) => {
            walk(condition, visit);
            walk(then, visit);
            walk(otherwise, visit);
        }
    }
}
