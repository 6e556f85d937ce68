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
use super::strengthen::{Trial, Use, cubes_of, cubes_up_to, search};
use crate::smt::{Error, Literal, Literals};

/// More pairs of cubes before and after are not tried for one number of bits together, unless
/// whoever asks wants all there are.
const MOST_PAIRS: usize = 1 << 22;

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
        let known = by_updates(question, updates, &group, &hopeless.cubes);
        let mut cut: Cover = Vec::new();
        for size in 2..=lengths.after.min(group.len()) {
            let Some(longest) = lengths.before_with(size, group.len(), before.len()) else {
                break;
            };
            for chosen in group.iter().copied().combinations(size) {
                for after in signs(&chosen) {
                    let mut trial = Unreachable::new(session, question, &after, &known, &cut);
                    search(&before, longest, &hopeless.implications, &mut trial)?;
                    let found = trial.found;
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

/// Looks for the shortest cubes before from which a cube after cannot be attained, each with it,
/// unless the pair is excluded already.
struct Unreachable<'s, 'a> {
    session: &'s mut Session<'a>,
    /// What is wanted after the step, as atoms of the context.
    asked: Vec<Literal>,
    /// The same in the way in which pairs are told.
    told: Vec<Literal>,
    /// What excludes pairs already.
    known: [&'s [Cube]; 2],
    found: Cover,
}

impl<'s, 'a> Unreachable<'s, 'a> {
    fn new(
        session: &'s mut Session<'a>,
        question: &StepQuestion,
        after: &[(usize, bool)],
        known: &'s [Cube],
        cut: &'s [Cube],
    ) -> Unreachable<'s, 'a> {
        let literals = |atom_of: &dyn Fn(usize) -> usize| -> Vec<Literal> {
            let literal = |&(k, positive): &(usize, bool)| Literal {
                atom: atom_of(k),
                positive,
            };
            after.iter().map(literal).collect()
        };
        Unreachable {
            session,
            asked: literals(&|k| question.targets[k].atom),
            told: literals(&|k| question.bits + k),
            known: [known, cut],
            found: Vec::new(),
        }
    }
}

impl Trial for Unreachable<'_, '_> {
    fn examine(&mut self, cube: &[Literal], _: Use) -> Result<bool, Error> {
        let pair = Cube::new([cube, self.told.as_slice()].concat());
        let mut excluded = self.known.into_iter().flatten();
        if excluded.any(|other| other.contains(&pair)) {
            return Ok(false);
        }
        let question = Cube::new([cube, self.asked.as_slice()].concat());
        // A transition that cannot be ruled out is kept.
        let possibility = self.session.possibility(&question)?;
        if possibility == Possibility::Impossible {
            self.found.push(pair);
        }
        Ok(possibility != Possibility::Impossible)
    }

    fn settled(&mut self, cube: &[Literal], more: &Literals, _: Use) -> Result<Literals, Error> {
        let together = Cube::new([cube, self.asked.as_slice()].concat());
        self.session.together(together.literals(), more)
    }
}

impl Lengths {
    /// How many bits are considered together where so many have to do with each other, and how long
    /// the cubes before are with as many.
    pub(super) fn among(self, bits: usize) -> (usize, usize) {
        let affordable = |size: usize| Some((size, self.before_with(size, bits, bits)?));
        let affordable = (2..=self.after.min(bits)).map_while(affordable).last();
        affordable.unwrap_or((1, self.before))
    }

    /// How long cubes before the step may be where `size` of `targets` bits after it are considered
    /// together, among `bits` before; nothing if there are too many pairs of them in any case.
    ///
    /// What is looked at with fewer bits together does not depend on how many more are wanted: more
    /// is never less precise.
    fn before_with(self, size: usize, targets: usize, bits: usize) -> Option<usize> {
        if self.after == usize::MAX {
            return Some(self.before);
        }
        let after = cubes_of(size, targets);
        (0..=self.before.min(bits))
            .rev()
            .find(|length| after.saturating_mul(cubes_up_to(*length, bits)) <= MOST_PAIRS)
    }
}

#[cfg(test)]
mod tests {
    use super::Lengths;

    #[test]
    fn fewer_are_considered_together_where_there_are_many() {
        let wanted = |after: usize| Lengths { before: 3, after };
        assert_eq!(wanted(3).among(12), (3, 3));
        assert_eq!(wanted(3).among(20), (3, 1));
        assert_eq!(wanted(9).among(20), (6, 0));
        assert_eq!(wanted(2).among(200), (2, 0));
        assert_eq!(wanted(2).among(5000), (1, 3));
        // What is looked at with two together does not depend on what is wanted besides.
        for predicates in 2..300 {
            let two = wanted(2).before_with(2, predicates, predicates);
            assert_eq!(two, wanted(9).before_with(2, predicates, predicates));
        }
    }
}
