//! What a table says beyond its projection to each bit, as a restriction for `constrain`.
//!
//! Tables are small, but the pairs they exclude are many: decision diagrams keep the sets, and a
//! cover is read off at the end.

use super::cube::{Cover, Cube};
use super::sets::{cover, level, union};
use super::step::{Relation, Sense, StepQuestion, Update};
use super::table::Group;
use crate::bdd::{Bdd, Manager, NodeLimit};

/// More nodes than the largest table needs.
const NODES: usize = 1 << 24;

/// The restriction that cuts what the updates allow and the table does not, if there is any.
///
/// `stuck` are the cubes before that have no row, `stopped` those among them that the restriction
/// must stop; from the others anything may follow.
pub(super) fn relation(
    question: &StepQuestion,
    group: &Group,
    updates: &[Update],
    stuck: &[Cube],
    stopped: &[Cube],
) -> Option<Relation> {
    // Without a restriction there is only more behaviour: giving up is sound.
    restrict(question, group, updates, stuck, stopped)
        .ok()
        .flatten()
}

fn restrict(
    question: &StepQuestion,
    group: &Group,
    updates: &[Update],
    stuck: &[Cube],
    stopped: &[Cube],
) -> Result<Option<Relation>, NodeLimit> {
    let mut sets = Manager::new(NODES);
    let columns: Vec<usize> = group.after.iter().map(|k| question.bits + k).collect();
    let atoms: Vec<usize> = group.before.iter().chain(&columns).copied().collect();
    let rows: Cover = group
        .rows
        .iter()
        .map(|(before, after)| Cube::minterm(&atoms, &[before.as_slice(), after].concat()))
        .collect();
    let allowed = union(&mut sets, &rows)?;
    let stuck = union(&mut sets, stuck)?;
    let stopped = union(&mut sets, stopped)?;
    // What no update lets happen need not be forbidden again, nor what follows a stuck cube.
    let mut indifferent = sets.minus(stuck, stopped)?;
    for (update, &column) in updates.iter().zip(&columns) {
        for (cover, becomes) in [(&update.positive, false), (&update.negative, true)] {
            let from = union(&mut sets, cover)?;
            let to = sets.literal((level(column), becomes))?;
            let never = sets.and(from, to)?;
            let never = sets.minus(never, allowed)?;
            let never = sets.minus(never, stopped)?;
            indifferent = sets.or(indifferent, never)?;
        }
    }
    let at_most = sets.or(allowed, indifferent)?;
    let forbidden = sets.minus(Bdd::TRUE, at_most)?;
    if forbidden == Bdd::FALSE {
        return Ok(None);
    }
    let still = sets.or(forbidden, indifferent)?;
    let allowed = cover(&sets.prime_cover_between(allowed, at_most)?);
    let forbidden = cover(&sets.prime_cover_between(forbidden, still)?);
    Ok(Some(if literals(&forbidden) < literals(&allowed) {
        Relation {
            cover: forbidden,
            sense: Sense::Forbidden,
        }
    } else {
        Relation {
            cover: allowed,
            sense: Sense::Allowed,
        }
    }))
}

fn literals(cover: &[Cube]) -> usize {
    cover.iter().map(Cube::len).sum()
}
