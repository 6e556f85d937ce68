//! What a step never does to several bits together: the knob between Cartesian and direct.
//!
//! `S^wp(P, f)` for f a disjunction of up to j literals after the step (SABS report, section 8) is
//! the set of cubes before from which the opposite of f, a cube after, cannot be attained. With
//! j = 1 that is the Cartesian method; with as many literals as there are bits, and cubes of any
//! length before, it is the assignment table. For `x := -x` with {x <= 0, x > 0} the cubes after
//! with two literals that nothing attains are "both" and "neither".

use itertools::Itertools;

use super::components::Components;
use super::cover::irredundant;
use super::cube::{Cover, Cube};
use super::session::{Possibility, Session};
use super::step::{Relation, Sense, StepQuestion, Update};
use super::strengthen::search;
use crate::smt::{Error, Literal};

/// How long cubes may be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lengths {
    /// Before the step.
    pub(super) before: usize,
    /// After the step.
    pub(super) after: usize,
}

/// What cuts the pairs of cubes that the updates allow and no step connects, with at least two
/// literals about `targets` after the step; one relation per group of connected targets.
pub(super) fn relations(
    session: &mut Session<'_>,
    question: &StepQuestion,
    updates: &[Update],
    targets: &[usize],
    lengths: Lengths,
) -> Result<Vec<Relation>, Error> {
    let components = Components::new(&question.context);
    let bits: Vec<usize> = (0..question.bits).collect();
    let mut relations = Vec::new();
    for group in components.groups(targets, &|k| question.targets[k].atom) {
        let before = components.related(question.targets[group[0]].atom, &bits);
        let hopeless = session.inconsistent(&before, lengths.before)?;
        let known = by_updates(question, updates, &group, &hopeless);
        let mut cut: Cover = Vec::new();
        for size in 2..=lengths.after.min(group.len()) {
            for chosen in group.iter().copied().combinations(size) {
                for after in signs(&chosen) {
                    let found = unreachable_from(
                        session, question, &before, &after, lengths, &known, &cut,
                    )?;
                    cut.extend(found);
                }
            }
        }
        let cover = irredundant(cut, &known);
        if !cover.is_empty() {
            relations.push(Relation {
                cover,
                sense: Sense::Forbidden,
            });
        }
    }
    Ok(relations)
}

/// The pairs that the updates exclude, or that begin in no state, as cubes over bits and targets.
fn by_updates(
    question: &StepQuestion,
    updates: &[Update],
    group: &[usize],
    hopeless: &[Cube],
) -> Cover {
    let mut known = hopeless.to_vec();
    for &k in group {
        for (cover, becomes) in [(&updates[k].positive, false), (&updates[k].negative, true)] {
            let after = Literal {
                atom: question.bits + k,
                positive: becomes,
            };
            known.extend(cover.iter().map(|cube| cube.with(after)));
        }
    }
    known
}

/// Every way to give the chosen targets truth values.
fn signs(chosen: &[usize]) -> impl Iterator<Item = Vec<(usize, bool)>> {
    chosen
        .iter()
        .map(|&k| [(k, true), (k, false)])
        .multi_cartesian_product()
}

/// The shortest cubes before from which `after` cannot be attained, each with it, unless `known`
/// or `cut` excludes the pair already.
fn unreachable_from(
    session: &mut Session<'_>,
    question: &StepQuestion,
    before: &[usize],
    after: &[(usize, bool)],
    lengths: Lengths,
    known: &[Cube],
    cut: &[Cube],
) -> Result<Cover, Error> {
    let asked: Vec<Literal> = after
        .iter()
        .map(|&(k, positive)| Literal {
            atom: question.targets[k].atom,
            positive,
        })
        .collect();
    let told: Vec<Literal> = after
        .iter()
        .map(|&(k, positive)| Literal {
            atom: question.bits + k,
            positive,
        })
        .collect();
    let mut found: Cover = Vec::new();
    search(before, lengths.before, |cube, _| {
        let pair = Cube::new([cube, told.as_slice()].concat());
        let mut excluded = known.iter().chain(cut);
        if excluded.any(|other| other.contains(&pair)) {
            return Ok(false);
        }
        let question = Cube::new([cube, asked.as_slice()].concat());
        // A transition that cannot be ruled out is kept.
        let possibility = session.possibility(&question)?;
        if possibility == Possibility::Impossible {
            found.push(pair);
        }
        Ok(possibility != Possibility::Impossible)
    })?;
    Ok(found)
}
