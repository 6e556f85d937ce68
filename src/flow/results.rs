//! `Z := F (Y)`: what the function returns goes to Z itself.
//!
//! A call is lifted out of its expression and returns into a temporary. Predicates are about Z; of
//! the temporary there are none, so that a Boolean program would forget between the two what the
//! function has returned.

use std::collections::BTreeMap;

use num_bigint::BigInt;

use super::graph::{
    BasicBlock, BlockId, BlockRole, FlowProgram, FlowSubprogram, FlowVariable, Formal,
    StatementKind, Terminator,
};
use crate::logic::{Term, Variable};

/// A temporary, and the variable it is a detour to.
struct Detour {
    /// The block that ends in the call.
    caller: usize,
    /// Which of the results.
    result: usize,
    /// The block after it.
    next: usize,
    /// The assignment there.
    assignment: usize,
    temporary: Variable,
    target: Variable,
}

/// What types guarantee of the variables of the unit.
type Ranges = BTreeMap<Variable, Option<(BigInt, BigInt)>>;

/// Takes out temporaries that do nothing but carry a result to a variable.
pub(super) fn without_detours(flow: &mut FlowProgram) {
    let globals = flow.globals.iter();
    let globals: Ranges = globals
        .map(|each| (each.variable.clone(), each.range.clone()))
        .collect();
    for subprogram in flow.subprograms.iter_mut().chain([&mut flow.main]) {
        shorten_all(subprogram, &globals);
    }
}

fn shorten_all(subprogram: &mut FlowSubprogram, globals: &Ranges) {
    let FlowSubprogram {
        blocks,
        locals,
        formals,
        ..
    } = subprogram;
    let mut incoming = vec![0_usize; blocks.len()];
    for target in blocks.iter().flat_map(|block| block.terminator.targets()) {
        incoming[target.0 as usize] += 1;
    }
    for caller in 0..blocks.len() {
        while let Some(detour) = detour(blocks, caller, (formals, locals, globals), &incoming) {
            shorten(blocks, &detour);
            locals.retain(|local| local.variable != detour.temporary);
        }
    }
}

fn detour(
    blocks: &[BasicBlock],
    caller: usize,
    (formals, locals, globals): (&[Formal], &[FlowVariable], &Ranges),
    incoming: &[usize],
) -> Option<Detour> {
    let Terminator::Call { results, next, .. } = &blocks[caller].terminator else {
        return None;
    };
    let BlockId(number) = *next;
    let next = number as usize;
    let block = &blocks[next];
    let is_alone = next != 0 && next != caller && incoming[next] == 1;
    if !is_alone || block.role != BlockRole::Plain || !block.labels.is_empty() {
        return None;
    }
    let assignments = block.statements.iter().enumerate();
    let copies = assignments.filter_map(|(at, statement)| match &statement.kind {
        StatementKind::Assign { target, value } => Some((at, target, value)),
        StatementKind::Assume(_) | StatementKind::Check { .. } => None,
    });
    let mut found = copies.filter_map(|(assignment, target, value)| {
        let result = results.iter().position(|result| {
            let itself = result.as_ref().map(Term::variable);
            itself.as_ref() == Some(value)
        })?;
        Some(Detour {
            caller,
            result,
            next,
            assignment,
            temporary: results[result].clone()?,
            target: target.clone(),
        })
    });
    let own = || formals.iter().map(|formal| &formal.variable).chain(locals);
    found.find(|detour| {
        let temporary = locals.iter().find(|l| l.variable == detour.temporary);
        let target = own().find(|own| own.variable == detour.target);
        let target = target.map_or_else(|| globals.get(&detour.target), |own| Some(&own.range));
        let occurrences = results
            .iter()
            .flatten()
            .filter(|result| **result == detour.temporary || **result == detour.target);
        detour.temporary.sort == detour.target.sort
            && occurrences.count() == 1
            && temporary.is_some_and(|temporary| fits(temporary, target))
            && is_only_carried(blocks, detour)
    })
}

/// Whether the target's type guarantees no more than the temporary's: no variable may hold what its
/// type excludes, not even on the way to a check.
fn fits(temporary: &FlowVariable, target: Option<&Option<(BigInt, BigInt)>>) -> bool {
    match (&temporary.range, target) {
        (_, Some(None)) => true,
        (Some((low, high)), Some(Some((least, most)))) => least <= low && high <= most,
        (_, None) | (None, Some(Some(_))) => false,
    }
}

/// Whether all that is done with the temporary is done in the block after the call, and could as
/// well be done with the target: what stands before the assignment does not mention the target,
/// and what stands behind it and mentions the temporary finds the same value in the target.
fn is_only_carried(blocks: &[BasicBlock], detour: &Detour) -> bool {
    let mentions = |term: &Term, variable: &Variable| term.free_variables().contains(variable);
    for (at, block) in blocks.iter().enumerate() {
        let is_next = at == detour.next;
        let mut is_same = true;
        for (position, statement) in block.statements.iter().enumerate() {
            let (assigned, term) = match &statement.kind {
                StatementKind::Assign { target, value } => (Some(target), value),
                StatementKind::Assume(condition) | StatementKind::Check { condition, .. } => {
                    (None, condition)
                }
            };
            let is_before = is_next && position < detour.assignment;
            let is_it = is_next && position == detour.assignment;
            let is_read = mentions(term, &detour.temporary);
            let is_wrong = assigned == Some(&detour.temporary)
                || is_read && !(is_next && is_same)
                || is_before && mentions(term, &detour.target);
            let sets_target = assigned == Some(&detour.target) && !is_it;
            if is_wrong || is_before && sets_target {
                return false;
            }
            is_same &= !sets_target;
        }
        let is_read = |term: &Term| mentions(term, &detour.temporary);
        let is_used = match &block.terminator {
            Terminator::Branch { condition, .. } => is_read(condition) && !(is_next && is_same),
            Terminator::Havoc { target, .. } | Terminator::Nondet { target, .. } => {
                *target == detour.temporary
            }
            Terminator::Call {
                arguments, results, ..
            } => {
                let is_set =
                    at != detour.caller && results.iter().flatten().any(|r| *r == detour.temporary);
                is_set || arguments.iter().flatten().any(is_read) && !(is_next && is_same)
            }
            Terminator::Goto(_) | Terminator::Choice { .. } | Terminator::Return => false,
        };
        if is_used {
            return false;
        }
    }
    true
}

fn shorten(blocks: &mut [BasicBlock], detour: &Detour) {
    if let Terminator::Call { results, .. } = &mut blocks[detour.caller].terminator {
        results[detour.result] = Some(detour.target.clone());
    }
    let by = Term::variable(&detour.target);
    let replace = |term: &mut Term| *term = term.replace(&detour.temporary, &by);
    let next = &mut blocks[detour.next];
    next.statements.remove(detour.assignment);
    for statement in &mut next.statements {
        match &mut statement.kind {
            StatementKind::Assign { value: term, .. }
            | StatementKind::Assume(term)
            | StatementKind::Check {
                condition: term, ..
            } => replace(term),
        }
    }
    match &mut next.terminator {
        Terminator::Branch { condition, .. } => replace(condition),
        Terminator::Call { arguments, .. } => arguments.iter_mut().flatten().for_each(replace),
        Terminator::Goto(_)
        | Terminator::Choice { .. }
        | Terminator::Havoc { .. }
        | Terminator::Nondet { .. }
        | Terminator::Return => {}
    }
}
