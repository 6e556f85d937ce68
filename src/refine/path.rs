//! A way through the flow program: the blocks that an abstract trace visits.

use crate::bp::control::{Control, Point};
use crate::flow::{BlockId, BlockRole, FlowProgram, FlowSubprogram, SubprogramId, Terminator};
use crate::reach::{Reachability, Step, Trace};
use crate::verdict::CheckId;

/// A longer way is not looked at: a solver could not either.
const MOST_VISITS: usize = 20_000;

/// The blocks from the start of `main` to a check that fails in the last one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The calls, that of `main` first, in the order they are made.
    pub frames: Vec<Frame>,
    /// The blocks in the order they are visited.
    pub visits: Vec<Visit>,
    /// The check that fails.
    pub check: CheckId,
}

/// A call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// What is called; `None` for `main`.
    pub subprogram: Option<SubprogramId>,
    /// The frame that calls, and the block in which it does.
    pub caller: Option<Visit>,
}

/// A block, and in which call of its subprogram it is visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visit {
    /// Index into [`Path::frames`].
    pub frame: usize,
    /// The block.
    pub block: BlockId,
}

impl Path {
    /// The subprogram that a visit is in.
    pub fn subprogram<'f>(&self, flow: &'f FlowProgram, visit: Visit) -> &'f FlowSubprogram {
        flow.body(self.frames[visit.frame].subprogram)
    }

    /// How often the path comes to the block it comes to most often, in whatever call.
    pub fn most_visits(&self) -> usize {
        let mut visits: Vec<(Option<SubprogramId>, BlockId)> = self
            .visits
            .iter()
            .map(|visit| (self.frames[visit.frame].subprogram, visit.block))
            .collect();
        visits.sort_unstable();
        let runs = visits.chunk_by(|a, b| a == b);
        runs.map(<[_]>::len).max().unwrap_or(0)
    }

    /// Whether something that the path calls has a loop.
    pub fn meets_loop(&self, flow: &FlowProgram) -> bool {
        let called = self.frames.iter().filter_map(|frame| frame.subprogram);
        let mut blocks = called.flat_map(|id| &flow.subprogram(id).blocks);
        blocks.any(|block| matches!(block.role, BlockRole::LoopHead { .. }))
    }

    /// The way that an abstract trace goes, its calls expanded; `None` if it is too long.
    pub fn of_trace(
        flow: &FlowProgram,
        reachability: &Reachability,
        trace: &Trace,
        check: CheckId,
    ) -> Option<Path> {
        let mut walker = Walker::new(flow, reachability.control(), check);
        walker.steps(reachability, &trace.steps)?;
        Some(walker.path)
    }

    /// The way through points of the Boolean program, each with how many calls are open there;
    /// `None` if it is too long.
    pub fn of_points(
        flow: &FlowProgram,
        control: &Control,
        points: &[(Point, usize)],
        check: CheckId,
    ) -> Option<Path> {
        let mut walker = Walker::new(flow, control, check);
        for (point, depth) in points {
            walker.open.truncate(depth + 1);
            if walker.open.len() <= *depth {
                walker.enter(*point);
            }
            walker.arrive(*point);
        }
        (walker.path.visits.len() <= MOST_VISITS).then_some(walker.path)
    }
}

/// Follows an abstract trace through the flow program.
struct Walker<'a> {
    flow: &'a FlowProgram,
    control: &'a Control,
    path: Path,
    /// The frames that are open, and the block that each stands in.
    open: Vec<(usize, Option<BlockId>)>,
}

impl<'a> Walker<'a> {
    fn new(flow: &'a FlowProgram, control: &'a Control, check: CheckId) -> Walker<'a> {
        let main = Frame {
            subprogram: None,
            caller: None,
        };
        Walker {
            flow,
            control,
            path: Path {
                frames: vec![main],
                visits: Vec::new(),
                check,
            },
            open: vec![(0, None)],
        }
    }

    fn steps(&mut self, reachability: &Reachability, steps: &[Step]) -> Option<()> {
        let outermost = self.open.len() - 1;
        for step in steps {
            if outermost + step.depth >= self.open.len() {
                self.enter(step.point);
            }
            self.arrive(step.point);
            if let Some(call) = step.call {
                let inside = reachability.inside(call);
                self.enter(inside.first()?.point);
                self.steps(reachability, inside)?;
                self.open.pop();
            }
            if self.path.visits.len() > MOST_VISITS {
                return None;
            }
        }
        Some(())
    }

    fn enter(&mut self, point: Point) {
        let caller = self.open.last().map(|(frame, block)| Visit {
            frame: *frame,
            block: block.unwrap_or(BlockId(0)),
        });
        self.open.push((self.path.frames.len(), None));
        let id = SubprogramId(point.procedure.0);
        let is_main = id.0 as usize >= self.flow.subprograms.len();
        self.path.frames.push(Frame {
            subprogram: (!is_main).then_some(id),
            caller,
        });
    }

    /// Visits the blocks that begin at a point of the Boolean program. Several begin at one where
    /// all but the last do nothing.
    fn arrive(&mut self, point: Point) {
        let labels = &self.control.node(point).labels;
        let mut begun: Vec<BlockId> = labels
            .iter()
            .filter_map(|label| label.as_str().strip_prefix("at_")?.parse().ok())
            .map(BlockId)
            .collect();
        while let Some(at) = begun.iter().position(|block| self.may_follow(*block)) {
            let block = begun.remove(at);
            if let Some((frame, current)) = self.open.last_mut() {
                *current = Some(block);
                let frame = *frame;
                self.path.visits.push(Visit { frame, block });
            }
        }
    }

    /// Whether control may go to the block from where it is.
    fn may_follow(&self, block: BlockId) -> bool {
        let Some((frame, current)) = self.open.last() else {
            return false;
        };
        let Some(current) = *current else {
            return block == BlockId(0);
        };
        let visit = Visit {
            frame: *frame,
            block: current,
        };
        let subprogram = self.path.subprogram(self.flow, visit);
        let terminator: &Terminator = &subprogram.block(current).terminator;
        terminator.targets().any(|target| target == block)
    }
}
