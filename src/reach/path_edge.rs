//! Path edges and summary edges: the algorithm of Figure 3 of the Bebop paper.
//!
//! A path edge of a point relates the values of globals and parameters at the entry of its
//! procedure to the values of all variables at the point. Only what is new at a point is
//! propagated: new edges meet the whole summary of a callee, new summaries meet all edges at the
//! calls.

use std::collections::BTreeSet;

use super::space::Space;
use crate::bdd::{Bdd, NodeLimit};
use crate::bp::control::{Action, NodeId, Point, ProcedureId};
use crate::progress;

/// The fixpoint.
#[derive(Debug)]
pub(super) struct PathEdges {
    /// By index of the point.
    edges: Vec<Bdd>,
    fresh: Vec<Bdd>,
    /// By procedure: the entry values it is called with.
    entries: Vec<Bdd>,
    summaries: Vec<Summary>,
    /// By procedure: the points that call it.
    callers: Vec<Vec<Point>>,
    /// Points with fresh edges; callees first, then in the order of the text.
    worklist: BTreeSet<(usize, Point)>,
    /// By procedure: its place in the order of work.
    priority: Vec<usize>,
    /// How many summaries have been extended so far.
    rank: usize,
    /// Empty; kept for its room, since every statement needs some.
    images: Vec<(NodeId, Bdd)>,
}

/// What a procedure does from entry to exit: entry values as current values of globals and next
/// values of parameters, exit values as next values of globals and as results.
///
/// It grew in steps; an edge that was there at a rank was derived from edges of smaller ranks
/// alone. Expanding a call relies on that.
#[derive(Debug, Clone, Default)]
pub(super) struct Summary {
    /// Rank and everything known by then.
    steps: Vec<(usize, Bdd)>,
}

impl Summary {
    /// All edges.
    pub(super) fn all(&self) -> Bdd {
        self.steps.last().map_or(Bdd::FALSE, |(_, edges)| *edges)
    }

    /// The edges of ranks below `rank`.
    pub(super) fn below(&self, rank: usize) -> Bdd {
        let known = self.steps.partition_point(|(step, _)| *step < rank);
        match known {
            0 => Bdd::FALSE,
            _ => self.steps[known - 1].1,
        }
    }

    /// The smallest rank at which a property of the growing summary holds.
    pub(super) fn first_rank(&self, mut holds: impl FnMut(Bdd) -> bool) -> Option<usize> {
        let at = self.steps.partition_point(|(_, edges)| !holds(*edges));
        self.steps.get(at).map(|(rank, _)| *rank)
    }
}

impl PathEdges {
    /// No edges at all.
    pub(super) fn none(space: &Space) -> PathEdges {
        let procedures = space.control.procedures.len();
        let mut this = PathEdges {
            edges: vec![Bdd::FALSE; space.points()],
            fresh: vec![Bdd::FALSE; space.points()],
            entries: vec![Bdd::FALSE; procedures],
            summaries: vec![Summary::default(); procedures],
            callers: vec![Vec::new(); procedures],
            worklist: BTreeSet::new(),
            priority: vec![0; procedures],
            rank: 0,
            images: Vec::new(),
        };
        for (place, id) in space.order.iter().enumerate() {
            this.priority[id.0 as usize] = place;
            for (node, at) in space.control.procedure(*id).nodes.iter().zip(0..) {
                if let Some((callee, _)) = node.action.call() {
                    this.callers[callee.0 as usize].push(id.at(NodeId(at)));
                }
            }
        }
        this
    }

    /// Computes the fixpoint. Where it cannot be finished, the edges found so far are real ones.
    pub(super) fn complete(&mut self, space: &mut Space) -> Result<(), NodeLimit> {
        let main = space.control.main;
        if self.callers[main.0 as usize].is_empty() {
            // Nobody waits for its summary: its edges need no entry values.
            let start = space.interface(main)?.enforce;
            self.propagate(space, main.entry(), start)?;
        } else {
            self.call(space, main, Bdd::TRUE)?;
        }
        let _work = progress::begin("exploring", None);
        while let Some((_, point)) = self.worklist.pop_first() {
            self.process(space, point)?;
            space.checkpoint(self.roots());
        }
        Ok(())
    }

    /// The path edges of a point.
    pub(super) fn at(&self, space: &Space, point: Point) -> Bdd {
        self.edges[space.index(point)]
    }

    /// The summary of a procedure.
    pub(super) fn summary(&self, procedure: ProcedureId) -> &Summary {
        &self.summaries[procedure.0 as usize]
    }

    /// The points that call a procedure.
    pub(super) fn callers(&self, procedure: ProcedureId) -> &[Point] {
        &self.callers[procedure.0 as usize]
    }

    pub(super) fn roots(&self) -> impl Iterator<Item = Bdd> {
        let summaries = self.summaries.iter().flat_map(|summary| &summary.steps);
        self.edges
            .iter()
            .chain(&self.fresh)
            .chain(&self.entries)
            .copied()
            .chain(summaries.map(|(_, edges)| *edges))
    }

    fn propagate(&mut self, space: &mut Space, point: Point, set: Bdd) -> Result<(), NodeLimit> {
        if set == Bdd::FALSE {
            return Ok(());
        }
        let index = space.index(point);
        let set = space.narrowed(point, set)?;
        let new = space.manager.minus(set, self.edges[index])?;
        if new != Bdd::FALSE {
            self.edges[index] = space.manager.or(self.edges[index], new)?;
            self.fresh[index] = space.manager.or(self.fresh[index], new)?;
            let priority = self.priority[point.procedure.0 as usize];
            self.worklist.insert((priority, point));
        }
        Ok(())
    }

    fn process(&mut self, space: &mut Space, point: Point) -> Result<(), NodeLimit> {
        let index = space.index(point);
        let fresh = std::mem::replace(&mut self.fresh[index], Bdd::FALSE);
        let action = &space.control.node(point).action;
        if matches!(action, Action::Return(_)) {
            return self.leave(space, point, fresh);
        }
        if let Some((callee, next)) = action.call() {
            let handed = space.handed_over(point, callee, fresh)?;
            let entries = space.manager.rename(handed, space.to_entry)?;
            self.call(space, callee, entries)?;
            let summary = self.summary(callee).all();
            let after = space.returned(point, callee, fresh, summary)?;
            return self.propagate(space, point.procedure.at(next), after);
        }
        let mut images = std::mem::take(&mut self.images);
        space.successors(point, fresh, &mut images)?;
        for (next, image) in images.drain(..) {
            self.propagate(space, point.procedure.at(next), image)?;
        }
        self.images = images;
        Ok(())
    }

    /// Enters a procedure with these entry values.
    fn call(
        &mut self,
        space: &mut Space,
        callee: ProcedureId,
        entries: Bdd,
    ) -> Result<(), NodeLimit> {
        let known = self.entries[callee.0 as usize];
        let new = space.manager.minus(entries, known)?;
        if new == Bdd::FALSE {
            return Ok(());
        }
        self.entries[callee.0 as usize] = space.manager.or(known, new)?;
        let interface = space.interface(callee)?;
        let edges = space.manager.and(new, interface.identity)?;
        let edges = space.manager.and(edges, interface.enforce)?;
        self.propagate(space, callee.entry(), edges)
    }

    /// Extends the summary of the procedure and tells its callers.
    fn leave(&mut self, space: &mut Space, point: Point, fresh: Bdd) -> Result<(), NodeLimit> {
        let procedure = point.procedure;
        if self.callers(procedure).is_empty() {
            return Ok(());
        }
        let leaving = space.leaving(point, fresh)?;
        let leaving = space.manager.rename(leaving, space.to_summary)?;
        let known = self.summary(procedure).all();
        let new = space.manager.minus(leaving, known)?;
        if new == Bdd::FALSE {
            return Ok(());
        }
        let all = space.manager.or(known, new)?;
        self.rank += 1;
        let step = (self.rank, all);
        self.summaries[procedure.0 as usize].steps.push(step);
        for at in 0..self.callers(procedure).len() {
            let caller = self.callers(procedure)[at];
            let edges = self.at(space, caller);
            if edges != Bdd::FALSE
                && let Some((_, next)) = space.control.node(caller).action.call()
            {
                let after = space.returned(caller, procedure, edges, new)?;
                self.propagate(space, caller.procedure.at(next), after)?;
            }
        }
        Ok(())
    }
}
