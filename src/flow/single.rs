//! Single steps: no block does two things that can be told apart by looking at the variables.
//!
//! A block of [`normalise`](super::normalise) is one step of the Boolean program, in which what lies
//! between two of its assignments is not to be seen. Temporal properties speak of those states, too.

use super::graph::{
    BasicBlock, BlockId, BlockRole, FlowProgram, Statement, StatementKind, Terminator,
};
use crate::program::SubprogramId;

/// The same program with the blocks of one subprogram cut behind each assignment: what a block does
/// to the variables, by an assignment or by what ends it, it does at once and at its end.
///
/// Runs are the same; the first part of a block keeps its number, its labels and its role.
#[must_use]
pub fn with_single_steps(program: &FlowProgram, id: SubprogramId) -> FlowProgram {
    let mut program = program.clone();
    let blocks = &mut program.subprograms[id.0 as usize].blocks;
    let mut more: Vec<BasicBlock> = Vec::new();
    let count = blocks.len();
    for block in blocks.iter_mut() {
        let mut parts = parts(block);
        let rest = parts.split_off(1);
        let next = |added: usize| {
            let number = u32::try_from(count + added).unwrap_or(u32::MAX);
            Terminator::Goto(BlockId(number))
        };
        let mut last = block.terminator.clone();
        if !rest.is_empty() {
            last = std::mem::replace(&mut block.terminator, next(more.len()));
        }
        block.statements = parts.concat();
        let ends = rest.len();
        for (number, statements) in (1..).zip(rest) {
            let is_last = number == ends;
            more.push(BasicBlock {
                labels: Vec::new(),
                role: BlockRole::Plain,
                body_of: None,
                statements,
                terminator: if is_last {
                    last.clone()
                } else {
                    next(more.len() + 1)
                },
                span: block.span,
            });
        }
    }
    blocks.extend(more);
    program
}

/// The statements of a block, cut behind each assignment; a last part without any where what ends
/// the block changes something as well.
fn parts(block: &BasicBlock) -> Vec<Vec<Statement>> {
    let mut parts = vec![Vec::new()];
    for statement in &block.statements {
        let is_cut = |part: &Vec<Statement>| part.last().is_some_and(is_assignment);
        if parts.last().is_some_and(is_cut) {
            parts.push(Vec::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push(statement.clone());
        }
    }
    let changes_more = match block.terminator {
        Terminator::Havoc { .. } | Terminator::Nondet { .. } | Terminator::Call { .. } => true,
        Terminator::Goto(_)
        | Terminator::Branch { .. }
        | Terminator::Choice { .. }
        | Terminator::Return => false,
    };
    if changes_more
        && parts
            .last()
            .is_some_and(|part| part.last().is_some_and(is_assignment))
    {
        parts.push(Vec::new());
    }
    parts
}

fn is_assignment(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Assign { .. })
}
