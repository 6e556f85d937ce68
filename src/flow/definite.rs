//! Definite assignment: which variables are set, whatever way control took.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{
    BasicBlock, BlockId, FlowProgram, FlowSubprogram, Statement, StatementKind, Terminator,
};
use super::initialisation::Reads;
use crate::logic::{Sort, Variable};
use crate::program::{Bits, Mode, SubprogramId};

/// What is set, whatever way control took.
pub(super) struct Definite<'a> {
    /// The variables that may be unset.
    pub(super) numbers: BTreeMap<&'a Variable, usize>,
    /// Per block, those that are set whenever control arrives there; `None` where no run comes.
    pub(super) entered: Vec<Option<Bits>>,
}

impl<'a> Definite<'a> {
    /// Whether a call sets one of `followed` is not said here.
    pub(super) fn new(
        blocks: &[Option<&BasicBlock>],
        entry: BlockId,
        unset: &'a BTreeSet<Variable>,
        followed: &BTreeSet<Variable>,
    ) -> Definite<'a> {
        let mut definite = Definite {
            numbers: unset.iter().zip(0..).collect(),
            entered: vec![None; blocks.len()],
        };
        let nothing = Bits::below(unset.len());
        definite.entered[entry.0 as usize] = Some(nothing.clone());
        let mut effects: Vec<Option<Bits>> = vec![None; blocks.len()];
        let mut open = vec![entry];
        while let Some(id) = open.pop() {
            let at = id.0 as usize;
            let (Some(block), Some(mut set)) = (blocks[at], definite.entered[at].clone()) else {
                continue;
            };
            let effect = effects[at].get_or_insert_with(|| {
                let mut effect = nothing.clone();
                definite.update(&mut effect, &block.statements);
                definite.end(&mut effect, &block.terminator, followed);
                effect
            });
            set.add(effect, None);
            for next in block.terminator.targets() {
                let is_changed = match &mut definite.entered[next.0 as usize] {
                    Some(known) => known.keep(&set),
                    unknown => {
                        *unknown = Some(set.clone());
                        true
                    }
                };
                if is_changed {
                    open.push(next);
                }
            }
        }
        definite
    }

    fn set(&self, set: &mut Bits, variable: &Variable) {
        if let Some(number) = self.numbers.get(variable) {
            set.insert(*number);
        }
    }

    /// An assignment sets its target, unless it changes only a part of an array.
    pub(super) fn update(&self, set: &mut Bits, statements: &[Statement]) {
        if self.numbers.is_empty() {
            return;
        }
        for statement in statements {
            if let StatementKind::Assign { target, value } = &statement.kind
                && (matches!(target.sort, Sort::Bool | Sort::Int)
                    || !value.variables().contains(target))
            {
                self.set(set, target);
            }
        }
    }

    fn end(&self, set: &mut Bits, terminator: &Terminator, followed: &BTreeSet<Variable>) {
        let is_call = terminator.callee().is_some();
        for target in terminator.assigned() {
            if !is_call || !followed.contains(target) {
                self.set(set, target);
            }
        }
    }

    /// The variables that are not in the set.
    pub(super) fn missing(&self, set: &Bits) -> impl Iterator<Item = &'a Variable> {
        let unset = self
            .numbers
            .iter()
            .filter(|(_, number)| !set.contains(**number));
        unset.map(|(variable, _)| *variable)
    }

    /// Of reads in the order of their places, those of what may be unset there or is shared.
    pub(super) fn needed(
        &self,
        blocks: &[Option<&BasicBlock>],
        reads: Reads,
        shared: &BTreeSet<Variable>,
    ) -> Reads {
        let mut needed: Reads = Vec::new();
        let mut place: Option<(BlockId, usize, Bits)> = None;
        for (block, at, read) in reads {
            let number = self.numbers.get(&read.variable);
            let is_shared = shared.contains(&read.variable);
            let (Some(found), Some(entered)) =
                (blocks[block.0 as usize], &self.entered[block.0 as usize])
            else {
                continue;
            };
            if number.is_none() && !is_shared {
                continue;
            }
            let (known, before, mut set) = place
                .take()
                .filter(|(known, ..)| *known == block)
                .unwrap_or_else(|| (block, 0, entered.clone()));
            let at_most = at.min(found.statements.len());
            self.update(&mut set, &found.statements[before..at_most]);
            if is_shared || number.is_some_and(|number| !set.contains(*number)) {
                needed.push((block, at, read));
            }
            place = Some((known, at_most, set));
        }
        needed
    }
}

/// What may be unset where control comes to a block of a subprogram: variables of its own, and
/// those of the unit that `main` does not set before it calls anything.
pub fn unset_at(program: &FlowProgram, id: SubprogramId, block: BlockId) -> BTreeSet<Variable> {
    let subprogram = program.subprogram(id);
    let locals = subprogram.locals.iter();
    let results = subprogram.formals.iter();
    let results = results.filter(|formal| formal.mode == Mode::Out);
    let own: BTreeSet<Variable> = locals
        .chain(results.map(|formal| &formal.variable))
        .map(|local| local.variable.clone())
        .collect();
    let mut unset = missing_at(subprogram, &own, &|at, _| at == block);
    let globals = program.globals.iter();
    let globals = globals.map(|global| global.variable.clone()).collect();
    let calls = |_, block: &BasicBlock| matches!(block.terminator, Terminator::Call { .. });
    unset.extend(missing_at(&program.main, &globals, &calls));
    unset
}

/// What is not surely set where control comes to some of the blocks.
fn missing_at(
    subprogram: &FlowSubprogram,
    all: &BTreeSet<Variable>,
    is_meant: &dyn Fn(BlockId, &BasicBlock) -> bool,
) -> BTreeSet<Variable> {
    let blocks: Vec<Option<&BasicBlock>> = subprogram.blocks.iter().map(Some).collect();
    let definite = Definite::new(&blocks, BlockId(0), all, &BTreeSet::new());
    let mut found = BTreeSet::new();
    for ((id, block), entered) in (0..)
        .map(BlockId)
        .zip(&subprogram.blocks)
        .zip(&definite.entered)
    {
        if let Some(set) = entered.as_ref().filter(|_| is_meant(id, block)) {
            found.extend(definite.missing(set).cloned());
        }
    }
    found
}
