//! Fewer blocks with the same meaning.

use super::builder::Built;
use super::graph::{BasicBlock, BlockId, BlockRole, StatementKind, Terminator};

/// Removes empty blocks that only jump on, joins a block with its only predecessor, drops what
/// neither runs nor holds a check, and numbers the rest in the order of the source.
///
/// An empty block at the end of a loop's body is kept if a branch leads there or an `if` meets or
/// an inner loop is left there: those must not point back to the head.
pub(super) fn tidy(mut built: Built) -> Vec<BasicBlock> {
    skip_empty(&mut built);
    merge(&mut built);
    let kept = kept(&built);
    let order: Vec<BlockId> = built
        .order
        .iter()
        .copied()
        .filter(|id| kept[id.0 as usize])
        .collect();
    let mut numbers = vec![None; built.blocks.len()];
    for (number, id) in (0..).map(BlockId).zip(&order) {
        numbers[id.0 as usize] = Some(number);
    }
    let number = |id: BlockId| numbers[id.0 as usize];
    let mut blocks = Vec::with_capacity(order.len());
    for id in &order {
        if let Some(mut block) = built.blocks[id.0 as usize].take() {
            rename(&mut block, &number);
            blocks.push(block);
        }
    }
    blocks
}

fn block(built: &Built, id: BlockId) -> Option<&BasicBlock> {
    built.blocks[id.0 as usize].as_ref()
}

/// Renames the blocks that a block speaks of; a hint to a block that is gone is dropped.
pub(super) fn rename(block: &mut BasicBlock, number: &dyn Fn(BlockId) -> Option<BlockId>) {
    let must = |id: &mut BlockId| {
        *id = number(*id).expect("what a block jumps to is kept");
    };
    if let BlockRole::LoopHead { exit } = &mut block.role {
        must(exit);
    }
    match &mut block.terminator {
        Terminator::Goto(next)
        | Terminator::Havoc { next, .. }
        | Terminator::Nondet { next, .. }
        | Terminator::Call { next, .. } => must(next),
        Terminator::Branch {
            on_true,
            on_false,
            join,
            ..
        } => {
            must(on_true);
            must(on_false);
            *join = join.and_then(number);
        }
        Terminator::Choice { targets, join } => {
            targets.iter_mut().for_each(must);
            *join = join.and_then(number);
        }
        Terminator::Return => {}
    }
}

/// Lets what jumps to an empty block jump where that one does.
fn skip_empty(built: &mut Built) {
    let entry = built.order[0];
    let mut started = vec![None; built.blocks.len()];
    for (at, id) in built.order.iter().enumerate() {
        started[id.0 as usize] = Some(at);
    }
    // Blocks that give a loop's body its shape: an `if` meets or begins there, or a loop is left.
    let mut shaping = vec![false; built.blocks.len()];
    for block in built.blocks.iter().flatten() {
        hints(block).for_each(|id| shaping[id.0 as usize] = true);
        if let Terminator::Branch { .. } = block.terminator {
            let targets = block.terminator.targets();
            targets.for_each(|id| shaping[id.0 as usize] = true);
        }
    }
    let next = |id: BlockId| -> Option<BlockId> {
        let block = block(built, id)?;
        let Terminator::Goto(next) = block.terminator else {
            return None;
        };
        let is_empty = block.role == BlockRole::Plain
            && block.body_of.is_none()
            && block.labels.is_empty()
            && block.statements.is_empty();
        let goes_back = started[next.0 as usize] <= started[id.0 as usize];
        let is_needed = id == entry || goes_back && shaping[id.0 as usize];
        (is_empty && !is_needed).then_some(next)
    };
    // Each step goes forward in the order of the source or to the head of a loop, which is not
    // empty in this sense, so the way ends.
    let mut renamed: Vec<Option<BlockId>> = vec![None; built.blocks.len()];
    let mut way = Vec::new();
    for start in (0..).map(BlockId).take(built.blocks.len()) {
        let mut id = start;
        let last = loop {
            if let Some(last) = renamed[id.0 as usize] {
                break last;
            }
            way.push(id);
            let Some(further) = next(id) else {
                break id;
            };
            id = further;
        };
        for id in way.drain(..) {
            renamed[id.0 as usize] = Some(last);
        }
    }
    for block in built.blocks.iter_mut().flatten() {
        rename(block, &|id| renamed[id.0 as usize]);
    }
}

/// Appends a block to its only predecessor if that one only jumps to it and no hint speaks of it.
fn merge(built: &mut Built) {
    let mut incoming = vec![0_usize; built.blocks.len()];
    let mut hinted = vec![false; built.blocks.len()];
    for block in built.blocks.iter().flatten() {
        for target in block.terminator.targets() {
            incoming[target.0 as usize] += 1;
        }
        hints(block).for_each(|id| hinted[id.0 as usize] = true);
    }
    incoming[built.order[0].0 as usize] += 1;
    for id in built.order.clone() {
        while let Some(Terminator::Goto(next)) = block(built, id).map(|block| &block.terminator) {
            let next = *next;
            let can_merge = next != id
                && incoming[next.0 as usize] == 1
                && !hinted[next.0 as usize]
                && block(built, next).is_some_and(|next| {
                    next.role == BlockRole::Plain
                        && next.body_of.is_none()
                        && next.labels.is_empty()
                });
            if !can_merge {
                break;
            }
            let second = built.blocks[next.0 as usize].take();
            let first = built.blocks[id.0 as usize].as_mut();
            if let (Some(first), Some(second)) = (first, second) {
                if !second.statements.is_empty() {
                    first.span = second.span;
                }
                first.statements.extend(second.statements);
                first.terminator = second.terminator;
            }
        }
    }
}

fn hints(block: &BasicBlock) -> impl Iterator<Item = BlockId> + use<> {
    let exit = match block.role {
        BlockRole::LoopHead { exit } => Some(exit),
        BlockRole::Plain => None,
    };
    exit.into_iter().chain(block.terminator.join())
}

/// What can run, what holds a check or a label, and what those lead to.
fn kept(built: &Built) -> Vec<bool> {
    let is_wanted = |block: &BasicBlock| {
        !block.labels.is_empty()
            || block
                .statements
                .iter()
                .any(|statement| matches!(statement.kind, StatementKind::Check { .. }))
    };
    let mut open: Vec<BlockId> = built
        .order
        .iter()
        .copied()
        .filter(|id| *id == built.order[0] || block(built, *id).is_some_and(is_wanted))
        .collect();
    let mut kept = vec![false; built.blocks.len()];
    while let Some(id) = open.pop() {
        if let Some(block) = block(built, id)
            && !std::mem::replace(&mut kept[id.0 as usize], true)
        {
            open.extend(block.terminator.targets());
            if let BlockRole::LoopHead { exit } = block.role {
                open.push(exit);
            }
        }
    }
    kept
}
