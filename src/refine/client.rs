//! A client that makes many calls before it stops: what a package does shows late.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use num_bigint::{BigInt, BigUint};

use super::blocks::numbers_of;
use crate::flow::{BlockId, FlowProgram, FlowVariable, StatementKind, SubprogramId, Terminator};
use crate::interpret::{Environment, RandomEnvironment, Step};
use crate::logic::{Sort, Value, Variable};

/// Larger constants, such as the ends of types, say nothing about which arguments are usual.
const LARGEST: u32 = 1_000_000;

/// Where the most general client chooses.
#[derive(Debug, Default)]
pub(super) struct Ways {
    /// Per block, the ways on which it makes no further call.
    ends: BTreeMap<BlockId, BTreeSet<usize>>,
    /// Per block and way, what it calls first.
    callees: BTreeMap<(BlockId, usize), SubprogramId>,
    /// Between which numbers its arguments rather lie.
    likely: BTreeMap<Variable, (BigInt, BigInt)>,
}

impl Ways {
    pub(super) fn of(flow: &FlowProgram) -> Ways {
        let calling = calling(flow);
        let mut found = Ways {
            likely: likely(flow),
            ..Ways::default()
        };
        for (id, block) in (0..).map(BlockId).zip(&flow.main.blocks) {
            let Terminator::Choice { targets, .. } = &block.terminator else {
                continue;
            };
            let ways = || targets.iter().copied().enumerate();
            let silent = ways().filter(|(_, next)| !calling.contains(next));
            found.ends.insert(id, silent.map(|(way, _)| way).collect());
            let first = |(way, next)| Some(((id, way), first_callee(flow, id, next)?));
            found.callees.extend(ways().filter_map(first));
        }
        found
    }
}

impl Ways {
    /// Whether clients can do several things again and again.
    pub(super) fn are_several(&self) -> bool {
        let mut per_block: BTreeMap<BlockId, usize> = BTreeMap::new();
        for (block, _) in self.callees.keys() {
            *per_block.entry(*block).or_default() += 1;
        }
        per_block.values().any(|count| *count > 1)
    }
}

/// The blocks of the client from which it comes to a call.
fn calling(flow: &FlowProgram) -> BTreeSet<BlockId> {
    let mut calling: BTreeSet<BlockId> = BTreeSet::new();
    loop {
        let before = calling.len();
        for (id, block) in (0..).map(BlockId).zip(&flow.main.blocks) {
            let mut targets = block.terminator.targets();
            let goes_on = targets.any(|next| calling.contains(&next));
            if goes_on || block.terminator.callee().is_some() {
                calling.insert(id);
            }
        }
        if calling.len() == before {
            return calling;
        }
    }
}

/// For each number that preconditions speak of, the smallest and the largest constant that they
/// speak of with it.
fn likely(flow: &FlowProgram) -> BTreeMap<Variable, (BigInt, BigInt)> {
    let mut found: BTreeMap<Variable, BTreeSet<BigInt>> = BTreeMap::new();
    let statements = flow.main.blocks.iter().flat_map(|block| &block.statements);
    for statement in statements {
        let StatementKind::Assume(condition) = &statement.kind else {
            continue;
        };
        for part in condition.conjuncts() {
            let mut numbers = BTreeSet::new();
            numbers_of(part, &mut numbers);
            numbers.retain(|number| *number.magnitude() <= BigUint::from(LARGEST));
            let variables = part.variables().into_iter();
            for variable in variables.filter(|variable| variable.sort == Sort::Int) {
                let known = found.entry(variable).or_default();
                known.extend(numbers.iter().cloned());
            }
        }
    }
    let ends = |numbers: BTreeSet<BigInt>| {
        let low = numbers.first()?.clone();
        Some((low, numbers.last()?.clone()))
    };
    let ranges = found.into_iter();
    ranges
        .filter_map(|(variable, numbers)| Some((variable, ends(numbers)?)))
        .collect()
}

/// What the client calls first from a block on, before it comes to where it chooses.
fn first_callee(flow: &FlowProgram, choice: BlockId, from: BlockId) -> Option<SubprogramId> {
    let mut seen = BTreeSet::from([choice]);
    let mut queue = VecDeque::from([from]);
    while let Some(id) = queue.pop_front() {
        if seen.insert(id) {
            let terminator = &flow.main.block(id).terminator;
            if let Some(callee) = terminator.callee() {
                return Some(callee);
            }
            queue.extend(terminator.targets());
        }
    }
    None
}

/// The block of the client that a step is in; `None` inside of a call.
pub(super) fn client_block(step: &Step<'_>) -> Option<BlockId> {
    let is_client = step.point.subprogram.is_none();
    is_client.then_some(step.point.block)
}

/// Answers at random, but stops in one of so many cases only.
pub(super) struct Client<'a> {
    pub(super) random: RandomEnvironment,
    pub(super) ways: &'a Ways,
    /// The block of the client that is about to be left; `None` inside of a call.
    pub(super) place: &'a Cell<Option<BlockId>>,
    pub(super) patience: usize,
    /// How much has been seen of subprograms: of two the client rather calls that of which it is less.
    pub(super) seen: &'a BTreeMap<SubprogramId, usize>,
    /// If it keeps to some of what it can do, which: what one call builds up, another may undo.
    pub(super) habit: Option<u64>,
}

impl Client<'_> {
    /// Whether it never takes a way, by habit.
    fn avoids(&self, block: BlockId, way: usize) -> bool {
        let Some(habit) = self.habit else {
            return false;
        };
        let way = u64::try_from(way).unwrap_or(0);
        let mut bits = habit ^ (u64::from(block.0) << 32) ^ way;
        // The lower bits of a product know nothing of the higher ones.
        for _ in 0..2 {
            bits = (bits ^ (bits >> 31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        bits >> 63 == 1
    }

    /// Of two ways that a block can be left on, the one on which less has been seen.
    fn rarer(&self, block: BlockId, first: usize, second: usize) -> usize {
        let seen = |way| {
            let callee = self.ways.callees.get(&(block, way))?;
            Some(self.seen.get(callee).copied().unwrap_or(0))
        };
        match (seen(first), seen(second)) {
            (Some(one), Some(other)) if other < one => second,
            _ => first,
        }
    }
}

impl Environment for Client<'_> {
    fn nondet(&mut self, variable: &FlowVariable) -> Option<Value> {
        let likely = self.ways.likely.get(&variable.variable);
        let narrow = |(low, high): &(BigInt, BigInt)| {
            let (first, last) = variable.range.as_ref()?;
            let range = (first.max(low).clone(), last.min(high).clone());
            (range.0 <= range.1).then_some(range)
        };
        match likely.and_then(narrow) {
            Some(range) if self.random.below(2) == 0 => {
                let usual = FlowVariable::new(variable.variable.clone(), Some(range));
                self.random.nondet(&usual)
            }
            _ => self.random.nondet(variable),
        }
    }

    fn choice(&mut self, count: usize) -> Option<usize> {
        let picked = self.random.choice(count)?;
        let Some(block) = self.place.get() else {
            return Some(picked);
        };
        let ways = self.ways;
        let Some(ends) = ways.ends.get(&block) else {
            return Some(picked);
        };
        let mut others: Vec<usize> = (0..count).filter(|way| !ends.contains(way)).collect();
        if others.iter().any(|way| !self.avoids(block, *way)) {
            others.retain(|way| !self.avoids(block, *way));
        }
        if !ends.contains(&picked) {
            if !others.contains(&picked) {
                return Some(others[self.random.below(others.len())]);
            }
            let other = self.random.choice(count)?;
            let other = Some(other).filter(|other| others.contains(other));
            return Some(self.rarer(block, picked, other.unwrap_or(picked)));
        }
        if others.is_empty() || self.random.below(self.patience) == 0 {
            return Some(picked);
        }
        Some(others[self.random.below(others.len())])
    }
}
