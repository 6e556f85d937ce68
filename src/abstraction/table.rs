//! The direct method: the assignment table of a step (SABS report, sections 6 and 9).
//!
//! Targets that share no variable with each other, not even through the step, are tabulated apart;
//! the whole table is their product. Bits that have to do with no target may have any value before.

use std::collections::BTreeSet;

use super::components::Components;
use super::config::{Correlation, Engine, Settings};
use super::cover::{covers, minimise_apart};
use super::cube::{Cover, Cube};
use super::relation::relation;
use super::session::{Counts, Possibility, Session};
use super::step::{Decided, Step, StepError, StepQuestion, Update};
use crate::smt::{Context, Error, Oracle};

/// The largest group of bits before and after that is tabulated: 2^24 pairs, most of which no step
/// connects.
const LARGEST_GROUP: usize = 24;

/// All pairs of cubes before and after that a step allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssignmentTable {
    /// How many bits there are before.
    pub bits: usize,
    /// The bit each column after stands for.
    pub targets: Vec<usize>,
    /// The independent parts of the table.
    pub groups: Vec<Group>,
}

/// A part of a table: bits that have to do with each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The bits before it that matter.
    pub before: Vec<usize>,
    /// Which targets, as indices into [`AssignmentTable::targets`].
    pub after: Vec<usize>,
    /// Values of the bits before, values of the targets after; sorted.
    pub rows: Vec<(Vec<bool>, Vec<bool>)>,
}

/// Whoever looks at all bits of a block together would have to look at too many combinations.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{} would need a table of up to 2^{bits} rows for one block \
     [use {}, or fewer predicates that share variables]",
    .wish.name(),
    .wish.instead()
)]
pub struct TooManyPredicates {
    /// Bits before and after in one group.
    pub bits: usize,
    /// Who.
    pub wish: WholeBlocks,
}

/// Who looks at all bits of a block together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WholeBlocks {
    /// The direct method.
    Direct,
    /// The Cartesian one, with the knob turned all the way.
    AllPostLiterals,
}

impl WholeBlocks {
    fn name(self) -> &'static str {
        match self {
            WholeBlocks::Direct => "the direct method",
            WholeBlocks::AllPostLiterals => "--post-literals all",
        }
    }

    fn instead(self) -> &'static str {
        match self {
            WholeBlocks::Direct => "--method cartesian",
            WholeBlocks::AllPostLiterals => "--post-literals 2",
        }
    }
}

/// Abstracts a step by its assignment table.
pub(super) fn direct(
    question: &StepQuestion,
    impossible: &[Cube],
    settings: &Settings,
    oracle: &mut dyn Oracle,
) -> Result<Step, StepError> {
    let mut counts = Counts::default();
    let groups = tabulate(question, impossible, settings.engine, oracle, &mut counts)?;
    let mut updates = Vec::new();
    let mut relations = Vec::new();
    for group in &groups {
        let stuck = without_successor(group);
        let start = updates.len();
        for column in 0..group.after.len() {
            // A large table takes its time without a question to the solver.
            oracle.in_time()?;
            updates.push(update(question, group, column, &stuck));
        }
        if settings.correlation == Correlation::Constrain {
            let stopped = must_be_stopped(question, &stuck, oracle, &mut counts)?;
            let own = &updates[start..];
            relations.extend(relation(question, group, own, &stuck, &stopped));
        }
    }
    updates.sort_by_key(|update| update.bit);
    Ok(Step {
        updates,
        relations,
        table: Some(AssignmentTable {
            bits: question.bits,
            targets: question.targets.iter().map(|target| target.bit).collect(),
            groups,
        }),
        counts,
    })
}

/// Whether the table of a step can be had; so much is clear before anything is asked.
///
/// # Errors
/// The largest group, if it is too large.
pub(super) fn affordable_table(
    question: &StepQuestion,
    wish: WholeBlocks,
) -> Result<(), TooManyPredicates> {
    let components = Components::new(&question.context);
    let (bits, targets): (Vec<usize>, Vec<usize>) = (
        (0..question.bits).collect(),
        (0..question.targets.len()).collect(),
    );
    let groups = components.groups(&targets, &|k| question.targets[k].atom);
    let size = |group: &Vec<usize>| {
        let atom = question.targets[group[0]].atom;
        group.len() + components.related(atom, &bits).len()
    };
    match groups.iter().map(size).max() {
        Some(bits) if bits > LARGEST_GROUP => Err(TooManyPredicates { bits, wish }),
        Some(_) | None => Ok(()),
    }
}

/// Algorithm 1 of the report, group by group: the cubes after the step that can be attained, and
/// for each of them the cubes before that lead to it.
///
/// The engine decides what is remembered. With everything remembered, most rows are known from states
/// tried at random, every satisfiable question brings a model that is a new row, and there are never
/// many more questions than rows.
fn tabulate(
    question: &StepQuestion,
    impossible: &[Cube],
    engine: Engine,
    oracle: &mut dyn Oracle,
    counts: &mut Counts,
) -> Result<Vec<Group>, StepError> {
    let components = Components::new(&question.context);
    let bits: Vec<usize> = (0..question.bits).collect();
    let mut session = Session::open(oracle, &question.context)?;
    match engine {
        Engine::Table => session.forget_answers(),
        Engine::AllSmt => {
            session.want_every_model();
            session.rule_out(impossible);
        }
    }
    let mut groups: Vec<Group> = Vec::new();
    let targets: Vec<usize> = (0..question.targets.len()).collect();
    for after in components.groups(&targets, &|k| question.targets[k].atom) {
        let before = components.related(question.targets[after[0]].atom, &bits);
        let size = before.len() + after.len();
        if size > LARGEST_GROUP {
            let wish = WholeBlocks::Direct;
            return Err(TooManyPredicates { bits: size, wish }.into());
        }
        let atoms: Vec<usize> = after.iter().map(|&k| question.targets[k].atom).collect();
        let mut rows = Vec::new();
        for values in session.minterms(&Cube::default(), &atoms)? {
            let attained = Cube::minterm(&atoms, &values);
            for values_before in session.minterms(&attained, &before)? {
                rows.push((values_before, values.clone()));
            }
        }
        rows.sort();
        groups.push(Group {
            before,
            after,
            rows,
        });
    }
    *counts += session.counts();
    Ok(groups)
}

/// The new value of one target: ON where it can only become true, OFF where only false; what can
/// become both (UNDET) is in neither. Only cubes without any successor are don't-cares; of those with
/// one none is among them.
fn update(question: &StepQuestion, group: &Group, column: usize, stuck: &[Cube]) -> Update {
    let towards = |value: bool| -> BTreeSet<&Vec<bool>> {
        let rows = group.rows.iter();
        rows.filter(|(_, after)| after[column] == value)
            .map(|(before, _)| before)
            .collect()
    };
    let (to_true, to_false) = (towards(true), towards(false));
    let only = |these: &BTreeSet<&Vec<bool>>, others: &BTreeSet<&Vec<bool>>| -> Cover {
        let pure = these.difference(others);
        pure.map(|values| Cube::minterm(&group.before, values))
            .collect()
    };
    let decided = if to_true.is_disjoint(&to_false) {
        Decided::Everywhere
    } else {
        Decided::Partly
    };
    Update {
        bit: question.targets[group.after[column]].bit,
        positive: minimise_apart(&only(&to_true, &to_false), stuck),
        negative: minimise_apart(&only(&to_false, &to_true), stuck),
        decided,
    }
}

/// The cubes before that have no row.
fn without_successor(group: &Group) -> Cover {
    let with: BTreeSet<&Vec<bool>> = group.rows.iter().map(|(before, _)| before).collect();
    all_values(group.before.len())
        .filter(|values| !with.contains(values))
        .map(|values| Cube::minterm(&group.before, &values))
        .collect()
}

/// Those cubes without successor that are consistent and that nothing emitted before the step
/// stops: the relation itself must stop them.
pub(super) fn must_be_stopped(
    question: &StepQuestion,
    stuck: &[Cube],
    oracle: &mut dyn Oracle,
    counts: &mut Counts,
) -> Result<Cover, Error> {
    let open: Cover = stuck
        .iter()
        .filter(|cube| !covers(&question.excluded, cube))
        .cloned()
        .collect();
    if open.is_empty() {
        return Ok(open);
    }
    let mut session = Session::open(
        oracle,
        &Context {
            facts: question.before.clone(),
            atoms: question.context.atoms[..question.bits].to_vec(),
        },
    )?;
    let mut stopped = Vec::new();
    for cube in open {
        if session.possibility(&cube)? == Possibility::Possible {
            stopped.push(cube);
        }
    }
    *counts += session.counts();
    Ok(stopped)
}

/// All valuations of `count` atoms, true first.
pub(super) fn all_values(count: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1usize << count).map(move |number| {
        (0..count)
            .map(|at| number >> (count - 1 - at) & 1 == 0)
            .collect()
    })
}
