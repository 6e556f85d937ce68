//! Large blocks: what lies between loops, calls and choices becomes straight-line code.
//!
//! A branch whose ways only assign, assume and check, and then meet, is written as conditional
//! assignments, so that the direct method sees the whole region as one relation:
//! `if X < 0 then X := -X; end if;` becomes `way := X < 0; X := (if way then -X else X);`.

use std::collections::BTreeSet;

use super::graph::{
    BasicBlock, BlockId, BlockRole, FlowProgram, FlowSubprogram, FlowVariable, Statement,
    StatementKind, Terminator,
};
use super::tidy::rename;
use crate::logic::{Sort, Term, Variable};
use crate::program::{SubprogramId, unused_name};

/// The same program with blocks as large as they can be in the subprograms that `wanted` names
/// (`None` is the client). Runs end as before, and check by check in the same order.
#[must_use]
pub fn with_large_blocks(
    program: &FlowProgram,
    wanted: &dyn Fn(Option<SubprogramId>) -> bool,
) -> FlowProgram {
    let mut program = program.clone();
    let globals: BTreeSet<String> = program
        .globals
        .iter()
        .map(|global| global.variable.name.to_lowercase())
        .collect();
    let subprograms = program.subprograms.iter_mut().zip(0..);
    let all = subprograms
        .map(|(subprogram, id)| (Some(SubprogramId(id)), subprogram))
        .chain([(None, &mut program.main)]);
    for (id, subprogram) in all {
        if wanted(id) {
            enlarge(subprogram, &globals);
        }
    }
    program
}

fn enlarge(subprogram: &mut FlowSubprogram, globals: &BTreeSet<String>) {
    let mut used = globals.clone();
    used.extend(
        subprogram
            .variables()
            .map(|v| v.variable.name.to_lowercase()),
    );
    let mut region = Region::new(std::mem::take(&mut subprogram.blocks), used);
    // Later blocks first: an inner branch is folded before the one around it.
    let mut grows = true;
    while grows {
        grows = false;
        for at in (0..region.blocks.len()).rev() {
            while region.grow(at) {
                grows = true;
            }
        }
    }
    subprogram.blocks = region.numbered();
    subprogram.locals.append(&mut region.locals);
}

/// Blocks of which some are parts of others by now.
struct Region {
    blocks: Vec<Option<BasicBlock>>,
    /// How many jumps lead to each block.
    entrances: Vec<usize>,
    /// How many hints speak of each block.
    hints: Vec<usize>,
    /// The variables that remember which way was taken.
    locals: Vec<FlowVariable>,
    used: BTreeSet<String>,
}

impl Region {
    fn new(blocks: Vec<BasicBlock>, used: BTreeSet<String>) -> Region {
        let mut entrances = vec![0; blocks.len()];
        let mut hints = vec![0; blocks.len()];
        // Whoever calls the subprogram enters its first block.
        entrances[0] = 1;
        for block in &blocks {
            for target in block.terminator.targets() {
                entrances[target.0 as usize] += 1;
            }
            if let BlockRole::LoopHead { exit } = block.role {
                hints[exit.0 as usize] += 1;
            }
            if let Some(join) = block.terminator.join() {
                hints[join.0 as usize] += 1;
            }
        }
        Region {
            blocks: blocks.into_iter().map(Some).collect(),
            entrances,
            hints,
            locals: Vec::new(),
            used,
        }
    }

    /// Makes one block larger; says whether it could.
    fn grow(&mut self, at: usize) -> bool {
        let Some(block) = &self.blocks[at] else {
            return false;
        };
        match block.terminator.clone() {
            Terminator::Goto(next) if self.is_private(next) && next.0 as usize != at => {
                self.append(at, next);
                true
            }
            Terminator::Branch {
                condition,
                on_true,
                on_false,
                ..
            } => match self.meeting(on_true, on_false) {
                Some(meeting) => {
                    self.fold(at, &condition, [on_true, on_false], meeting);
                    true
                }
                None => false,
            },
            Terminator::Goto(_)
            | Terminator::Choice { .. }
            | Terminator::Havoc { .. }
            | Terminator::Nondet { .. }
            | Terminator::Call { .. }
            | Terminator::Return => false,
        }
    }

    /// Whether the block is reached from one place only and nothing else speaks of it.
    fn is_private(&self, id: BlockId) -> bool {
        let is_plain = self.blocks[id.0 as usize]
            .as_ref()
            .is_some_and(|block| block.role == BlockRole::Plain && block.labels.is_empty());
        let at = id.0 as usize;
        is_plain && self.entrances[at] == 1 && self.hints[at] == 0
    }

    /// Where the two ways of a branch meet, if neither does anything but go there.
    fn meeting(&self, on_true: BlockId, on_false: BlockId) -> Option<BlockId> {
        let goes_to = |id: BlockId| {
            let block = self.blocks[id.0 as usize].as_ref()?;
            let Terminator::Goto(next) = block.terminator else {
                return None;
            };
            (self.is_private(id) && next != id).then_some(next)
        };
        match (goes_to(on_true), goes_to(on_false)) {
            (Some(left), Some(right)) if left == right => Some(left),
            (Some(left), _) if left == on_false => Some(left),
            (_, Some(right)) if right == on_true => Some(right),
            _ => None,
        }
    }

    fn append(&mut self, at: usize, next: BlockId) {
        let tail = self.blocks[next.0 as usize].take();
        if let (Some(block), Some(tail)) = (&mut self.blocks[at], tail) {
            block.statements.extend(tail.statements);
            block.terminator = tail.terminator;
            block.span = tail.span;
        }
    }

    /// Writes both ways of the branch at the end of a block into the block.
    fn fold(&mut self, at: usize, condition: &Term, ways: [BlockId; 2], meeting: BlockId) {
        let way = Variable::new(&unused_name(&mut self.used, "way"), Sort::Bool);
        self.locals.push(FlowVariable::new(way.clone(), None));
        let taken = Term::variable(&way);
        let mut statements = Vec::new();
        for (guard, id) in [taken.clone(), Term::not(taken)].into_iter().zip(ways) {
            if id != meeting
                && let Some(block) = self.blocks[id.0 as usize].take()
            {
                let guarded = block.statements.into_iter();
                statements.extend(guarded.map(|statement| only_where(&guard, statement)));
            }
        }
        // One of the two jumps to the meeting is gone.
        self.entrances[meeting.0 as usize] -= 1;
        if let Some(block) = &mut self.blocks[at] {
            if let Some(join) = block.terminator.join() {
                self.hints[join.0 as usize] -= 1;
            }
            block.statements.push(Statement {
                kind: StatementKind::Assign {
                    target: way,
                    value: condition.clone(),
                },
                span: block.span,
            });
            block.statements.extend(statements);
            block.terminator = Terminator::Goto(meeting);
        }
    }

    /// The blocks that are left, numbered anew in their order.
    fn numbered(&mut self) -> Vec<BasicBlock> {
        let mut numbers = Vec::with_capacity(self.blocks.len());
        let mut next = 0;
        for block in &self.blocks {
            numbers.push(block.as_ref().map(|_| {
                next += 1;
                BlockId(next - 1)
            }));
        }
        let mut blocks: Vec<BasicBlock> = self.blocks.drain(..).flatten().collect();
        for block in &mut blocks {
            rename(block, &|id| numbers[id.0 as usize]);
        }
        blocks
    }
}

/// The statement, without effect where the guard does not hold.
fn only_where(guard: &Term, statement: Statement) -> Statement {
    let kind = match statement.kind {
        StatementKind::Assign { target, value } => {
            let kept = Term::variable(&target);
            StatementKind::Assign {
                value: Term::if_then_else(guard.clone(), value, kept),
                target,
            }
        }
        StatementKind::Assume(condition) => {
            StatementKind::Assume(Term::implies(guard.clone(), condition))
        }
        StatementKind::Check { check, condition } => StatementKind::Check {
            check,
            condition: Term::implies(guard.clone(), condition),
        },
    };
    Statement { kind, ..statement }
}
