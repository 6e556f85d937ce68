//! What procedures and statements read and write: MOD/REF sets and live ranges (Section 3.3 of the
//! Bebop paper).

use std::collections::BTreeSet;

use crate::bp::control::{Action, Control, Formula, ProcedureControl, ProcedureId, Slot};

/// The globals a procedure, or what it calls, may read and write.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Effects {
    pub(super) modified: BTreeSet<Slot>,
    pub(super) referenced: BTreeSet<Slot>,
}

impl Effects {
    /// Whether the procedure has anything to do with a global.
    pub(super) fn touch(&self, global: Slot) -> bool {
        self.modified.contains(&global) || self.referenced.contains(&global)
    }
}

/// The effects of every procedure; `order` has callees before callers where there is no recursion.
pub(super) fn effects(control: &Control, order: &[ProcedureId]) -> Vec<Effects> {
    let mut all = vec![Effects::default(); control.procedures.len()];
    let is_global = |slot: &Slot| (slot.0 as usize) < control.globals;
    loop {
        let mut changed = false;
        for id in order {
            let procedure = control.procedure(*id);
            let mut reads = BTreeSet::new();
            let mut own = Effects::default();
            if let Some(condition) = &procedure.enforce {
                read(condition, &mut reads);
            }
            for node in &procedure.nodes {
                reads_of(&node.action, &mut reads);
                let targets: &[Option<Slot>] = match &node.action {
                    Action::Assign { targets, .. } => targets,
                    Action::Call {
                        targets, callee, ..
                    } => {
                        let called = &all[callee.0 as usize];
                        own.modified.extend(&called.modified);
                        own.referenced.extend(&called.referenced);
                        targets
                    }
                    Action::Skip(_)
                    | Action::Goto(_)
                    | Action::Assume(..)
                    | Action::Assert(..)
                    | Action::Test { .. }
                    | Action::Return(_) => &[],
                };
                own.modified.extend(targets.iter().flatten());
            }
            own.referenced.extend(reads);
            own.modified.retain(is_global);
            own.referenced.retain(is_global);
            let known = &mut all[id.0 as usize];
            if *known != own {
                *known = own;
                changed = true;
            }
        }
        if !changed {
            return all;
        }
    }
}

/// The slots that are dead at each node: their values flow nowhere.
///
/// A variable of `enforce` is read all the time, a global is read by whoever gets control back.
pub(super) fn dead_slots(
    control: &Control,
    procedure: &ProcedureControl,
    effects: &[Effects],
) -> Vec<Vec<Slot>> {
    let globals = (0..).map(Slot).take(control.globals);
    let mut always = BTreeSet::new();
    if let Some(condition) = &procedure.enforce {
        read(condition, &mut always);
    }
    let mut live: Vec<BTreeSet<Slot>> = vec![always.clone(); procedure.nodes.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, node) in procedure.nodes.iter().enumerate().rev() {
            let mut before = always.clone();
            for next in node.successors() {
                before.extend(&live[next.0 as usize]);
            }
            match &node.action {
                Action::Return(_) => before.extend(globals.clone()),
                Action::Assign { targets, .. } | Action::Call { targets, .. } => {
                    for target in targets.iter().flatten() {
                        before.remove(target);
                    }
                    before.extend(&always);
                }
                Action::Skip(_)
                | Action::Goto(_)
                | Action::Assume(..)
                | Action::Assert(..)
                | Action::Test { .. } => {}
            }
            if let Action::Call { callee, .. } = &node.action {
                let called = &effects[callee.0 as usize];
                before.extend(&called.referenced);
            }
            reads_of(&node.action, &mut before);
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
                .filter(|s| !live.contains(s))
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

fn reads_of(action: &Action, reads: &mut BTreeSet<Slot>) {
    match action {
        Action::Skip(_) | Action::Goto(_) => {}
        Action::Assign {
            values, constrain, ..
        } => {
            for formula in values.iter().chain(constrain) {
                read(formula, reads);
            }
            // `'x` of a variable that is not assigned is its old value.
            if let Some(condition) = constrain {
                read_next(condition, reads);
            }
        }
        Action::Assume(condition, _)
        | Action::Assert(condition, _)
        | Action::Test { condition, .. } => read(condition, reads),
        Action::Call { arguments, .. } => {
            for formula in arguments {
                read(formula, reads);
            }
        }
        Action::Return(values) => {
            for formula in values {
                read(formula, reads);
            }
        }
    }
}

fn read(formula: &Formula, reads: &mut BTreeSet<Slot>) {
    walk(formula, &mut |part| {
        if let Formula::Variable(slot) = part {
            reads.insert(*slot);
        }
    });
}

fn read_next(formula: &Formula, reads: &mut BTreeSet<Slot>) {
    walk(formula, &mut |part| {
        if let Formula::Next(slot) = part {
            reads.insert(*slot);
        }
    });
}

/// Visits the leaves of an expression.
pub(super) fn walk(formula: &Formula, visit: &mut impl FnMut(&Formula)) {
    match formula {
        Formula::Constant(_)
        | Formula::Variable(_)
        | Formula::Next(_)
        | Formula::Lost
        | Formula::Nondet => visit(formula),
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
