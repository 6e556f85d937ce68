//! Rings: the states of each hierarchical distance from a start (Section 3.2 of the Bebop paper).
//!
//! All summaries are known before the search begins, so a call that returns is one step however
//! late its summary was found. Distances are of states, without entry values: a hierarchical
//! trajectory enters procedures but never leaves one that it has entered.

use std::collections::BTreeMap;

use super::path_edge::PathEdges;
use super::preimage::Passage;
use super::space::Space;
use crate::bdd::{Bdd, NodeLimit};
use crate::bp::control::Point;

/// A breadth-first search, as far as it has gone.
#[derive(Debug)]
pub(super) struct Search {
    /// By procedure, whether calls enter it; otherwise they only pass over it.
    enters: Vec<bool>,
    /// Summary edges from this rank on are not used.
    rank: usize,
    /// Per distance the states found first at that distance, in the order of points.
    rings: Vec<Vec<(Point, Bdd)>>,
    seen: BTreeMap<Point, Bdd>,
    /// The states of the start, dead variables included.
    origin: Bdd,
}

/// A place where a search may end: a point and some of its states.
pub(super) type Goal = (Point, Bdd);

/// A way through the rings: the points from start to goal, how each was come to, and all states
/// from which the rest of the way is possible.
pub(super) type Way = Vec<(Point, Passage, Bdd)>;

impl Search {
    /// A search that starts at a point with some of its states.
    pub(super) fn new(
        space: &mut Space,
        start: Goal,
        enters: Vec<bool>,
        rank: usize,
    ) -> Result<Search, NodeLimit> {
        let (point, origin) = start;
        let set = space.narrowed(point, origin)?;
        let rings = if set == Bdd::FALSE {
            vec![]
        } else {
            vec![vec![(point, set)]]
        };
        Ok(Search {
            enters,
            rank,
            rings,
            seen: BTreeMap::from([(point, set)]),
            origin,
        })
    }

    /// Whether calls enter at least these procedures.
    pub(super) fn enters_all(&self, wanted: &[bool]) -> bool {
        self.enters
            .iter()
            .zip(wanted)
            .all(|(enters, wanted)| *enters || !wanted)
    }

    pub(super) fn roots(&self) -> impl Iterator<Item = Bdd> {
        let rings = self.rings.iter().flatten();
        rings
            .map(|(_, set)| *set)
            .chain(self.seen.values().copied())
            .chain([self.origin])
    }

    /// The states of the start.
    pub(super) fn origin(&self) -> Bdd {
        self.origin
    }

    /// The distance of the nearest goal, and the goal's states there. Searches on if need be.
    pub(super) fn nearest(
        &mut self,
        space: &mut Space,
        edges: &PathEdges,
        goals: &[Goal],
    ) -> Result<Option<(usize, Goal)>, NodeLimit> {
        let mut known = false;
        for (point, condition) in goals {
            let seen = self.seen.get(point).copied().unwrap_or(Bdd::FALSE);
            known |= space.manager.and(seen, *condition)? != Bdd::FALSE;
        }
        let mut distance = if known {
            0
        } else {
            self.rings.len().saturating_sub(1)
        };
        loop {
            let Some(ring) = self.rings.get(distance) else {
                return Ok(None);
            };
            for (point, condition) in goals {
                if let Ok(at) = ring.binary_search_by_key(point, |(point, _)| *point) {
                    let found = space.manager.and(ring[at].1, *condition)?;
                    if found != Bdd::FALSE {
                        return Ok(Some((distance, (*point, found))));
                    }
                }
            }
            distance += 1;
            if distance == self.rings.len() {
                self.advance(space, edges)?;
                let goals = goals.iter().map(|(_, condition)| *condition);
                space.checkpoint(goals.chain(edges.roots()).chain(self.roots()));
            }
        }
    }

    /// A shortest way to a goal at a distance that [`Search::nearest`] has given.
    pub(super) fn way(
        &self,
        space: &mut Space,
        edges: &PathEdges,
        distance: usize,
        goal: Goal,
    ) -> Result<Way, NodeLimit> {
        let (mut point, mut set) = goal;
        let mut way = Way::new();
        for ring in self.rings[..distance].iter().rev() {
            let mut found = None;
            for (from, passage) in space.predecessors(point, edges) {
                let Ok(at) = ring.binary_search_by_key(&from, |(point, _)| *point) else {
                    continue;
                };
                let summary = self.summary_at(space, edges, from);
                let before = space.before(from, point, passage, set, summary)?;
                let before = space.manager.and(before, ring[at].1)?;
                if before != Bdd::FALSE {
                    found = Some((from, passage, before));
                    break;
                }
            }
            // Every state of a ring has a predecessor in the ring before it.
            let Some((from, passage, before)) = found else {
                break;
            };
            way.push((point, passage, set));
            (point, set) = (from, before);
            let kept = way.iter().map(|(_, _, set)| *set).chain([set]);
            space.checkpoint(kept.chain(edges.roots()).chain(self.roots()));
        }
        way.push((point, Passage::Start, set));
        way.reverse();
        Ok(way)
    }

    /// The summary this search uses at a call; nothing where there is no call.
    pub(super) fn summary_at(&self, space: &Space, edges: &PathEdges, point: Point) -> Bdd {
        let call = space.control.node(point).action.call();
        call.map_or(Bdd::FALSE, |(callee, _)| {
            edges.summary(callee).below(self.rank)
        })
    }

    /// Adds the next ring, if it is not empty.
    fn advance(&mut self, space: &mut Space, edges: &PathEdges) -> Result<(), NodeLimit> {
        let mut next: BTreeMap<Point, Bdd> = BTreeMap::new();
        let last = self.rings.pop().unwrap_or_default();
        for (point, set) in &last {
            for (target, image) in self.images(space, edges, *point, *set)? {
                let image = space.narrowed(target, image)?;
                let known = next.entry(target).or_insert(Bdd::FALSE);
                *known = space.manager.or(*known, image)?;
            }
        }
        self.rings.push(last);
        let mut ring = Vec::new();
        for (point, set) in next {
            let seen = self.seen.entry(point).or_insert(Bdd::FALSE);
            let new = space.manager.minus(set, *seen)?;
            if new != Bdd::FALSE {
                *seen = space.manager.or(*seen, new)?;
                ring.push((point, new));
            }
        }
        if !ring.is_empty() {
            self.rings.push(ring);
        }
        Ok(())
    }

    fn images(
        &self,
        space: &mut Space,
        edges: &PathEdges,
        point: Point,
        set: Bdd,
    ) -> Result<Vec<(Point, Bdd)>, NodeLimit> {
        let Some((callee, next)) = space.control.node(point).action.call() else {
            let mut images = Vec::new();
            space.successors(point, set, &mut images)?;
            return Ok(images
                .into_iter()
                .map(|(next, image)| (point.procedure.at(next), image))
                .collect());
        };
        let summary = self.summary_at(space, edges, point);
        let after = space.returned(point, callee, set, summary)?;
        let mut images = vec![(point.procedure.at(next), after)];
        if self.enters[callee.0 as usize] {
            let handed = space.handed_over(point, callee, set)?;
            let inside = space.manager.rename(handed, space.next_to_current)?;
            let enforce = space.interface(callee)?.enforce;
            images.push((callee.entry(), space.manager.and(inside, enforce)?));
        }
        images.retain(|(_, image)| *image != Bdd::FALSE);
        Ok(images)
    }
}
