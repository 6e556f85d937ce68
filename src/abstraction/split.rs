//! A question about a step falls apart into questions that have nothing to do with each other.
//!
//! Each part mentions only the predicates it is about. So a part stays the same when predicates
//! about other things join, and what was found out about it can be kept.

use std::collections::BTreeSet;

use super::components::Components;
use super::cube::{Cover, Cube};
use super::session::Counts;
use super::step::{Relation, Step, StepQuestion, Target, Update};
use super::table::{AssignmentTable, Group};
use crate::logic::{Term, Variable};
use crate::smt::{Context, Literal};

/// A part of a question, and what its numbers are in the whole.
pub(super) struct Part {
    /// The question, about bits and targets numbered anew.
    pub(super) question: StepQuestion,
    /// The bit of the whole that each of its bits is.
    pub(super) bits: Vec<usize>,
    /// The target of the whole that each of its targets is.
    targets: Vec<usize>,
}

/// The parts of a question, in the order of their first targets.
pub(super) fn parts(question: &StepQuestion) -> Vec<Part> {
    let components = Components::new(&question.context);
    let bits: Vec<usize> = (0..question.bits).collect();
    let targets: Vec<usize> = (0..question.targets.len()).collect();
    let (own, types) = question.context.facts.split_at(question.own_facts);
    let mentioned: BTreeSet<Variable> = own.iter().flat_map(Term::variables).collect();
    let groups = components.groups(&targets, &|k| question.targets[k].atom);
    let part = |targets: Vec<usize>| {
        let first = question.targets[targets[0]].atom;
        let bits = components.related(first, &bits);
        let concerns = |fact: &&Term| components.concerns(fact, first);
        // What else the step does is told too: where it contradicts itself, nothing is possible.
        let stays = |fact: &&Term| {
            let variables = fact.variables();
            concerns(fact) || variables.iter().all(|v| mentioned.contains(v))
        };
        let after = targets.iter().map(|&k| question.targets[k].atom);
        let atoms = bits.iter().copied().chain(after);
        Part {
            question: StepQuestion {
                context: Context {
                    facts: own
                        .iter()
                        .chain(types.iter().filter(stays))
                        .cloned()
                        .collect(),
                    atoms: atoms.map(|at| question.context.atoms[at].clone()).collect(),
                },
                own_facts: own.len(),
                bits: bits.len(),
                targets: (0..targets.len())
                    .map(|at| Target {
                        bit: at,
                        atom: bits.len() + at,
                    })
                    .collect(),
                excluded: narrowed(&question.excluded, &bits),
                before: question.before.iter().filter(concerns).cloned().collect(),
            },
            bits,
            targets,
        }
    };
    groups.into_iter().map(part).collect()
}

/// The cubes that mention no other bits than these, in terms of their positions.
pub(super) fn narrowed(cover: &[Cube], bits: &[usize]) -> Cover {
    let position = |literal: &Literal| {
        let atom = bits.binary_search(&literal.atom).ok()?;
        Some(Literal { atom, ..*literal })
    };
    cover
        .iter()
        .filter_map(|cube| {
            let literals: Option<Vec<Literal>> = cube.literals().iter().map(position).collect();
            literals.map(Cube::new)
        })
        .collect()
}

/// What a step is whose parts are these.
pub(super) fn whole(question: &StepQuestion, parts: Vec<(Part, Step)>) -> Step {
    let mut updates = Vec::new();
    let mut relations = Vec::new();
    let mut groups = Vec::new();
    let mut counts = Counts::default();
    let mut has_table = false;
    for (part, step) in parts {
        counts += step.counts;
        updates.extend(step.updates.into_iter().map(|update| Update {
            bit: question.targets[part.targets[update.bit]].bit,
            positive: part.widened(&update.positive, question),
            negative: part.widened(&update.negative, question),
            decided: update.decided,
        }));
        relations.extend(step.relations.into_iter().map(|relation| Relation {
            cover: part.widened(&relation.cover, question),
            sense: relation.sense,
        }));
        if let Some(table) = step.table {
            has_table = true;
            groups.extend(table.groups.into_iter().map(|group| Group {
                before: group.before.iter().map(|&at| part.bits[at]).collect(),
                after: group.after.iter().map(|&at| part.targets[at]).collect(),
                rows: group.rows,
            }));
        }
    }
    updates.sort_by_key(|update| update.bit);
    Step {
        updates,
        relations,
        table: has_table.then(|| AssignmentTable {
            bits: question.bits,
            targets: question.targets.iter().map(|target| target.bit).collect(),
            groups,
        }),
        counts,
    }
}

impl Part {
    /// A cover over the part's bits, and its targets behind them, in terms of the whole.
    fn widened(&self, cover: &[Cube], question: &StepQuestion) -> Cover {
        let number = |atom: usize| match atom.checked_sub(self.bits.len()) {
            None => self.bits[atom],
            Some(target) => question.bits + self.targets[target],
        };
        let widen = |literal: &Literal| Literal {
            atom: number(literal.atom),
            ..*literal
        };
        cover
            .iter()
            .map(|cube| Cube::new(cube.literals().iter().map(widen).collect()))
            .collect()
    }
}
