//! Parts of a program in which a path lies: the path itself, unrolled; its blocks and jumps, with
//! the loops they make; or all of the subprograms it goes through.

use std::collections::{BTreeMap, BTreeSet};

use super::path::Path;
use crate::flow::{BlockId, FlowProgram, SubprogramId};

/// How much of the program around a path is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// Every visit by itself.
    Visits,
    /// The blocks and jumps of the path.
    Blocks,
    /// All blocks of the subprograms that the path goes through and of those they call; of `main`,
    /// what the path visits.
    Subprograms,
}

/// A part of a program.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Graph {
    /// The first is where everything begins.
    pub(super) nodes: Vec<Node>,
    /// Where the check stands that may fail.
    pub(super) target: usize,
}

/// A block in a graph.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Node {
    /// Calls of a subprogram that are not told apart have the same number.
    pub(super) instance: usize,
    /// Whose block it is; `None` for `main`.
    pub(super) subprogram: Option<SubprogramId>,
    /// Which block.
    pub(super) block: BlockId,
    /// Where control goes on within the instance.
    pub(super) successors: BTreeSet<usize>,
    /// The first node of the instance that is called.
    pub(super) entry: Option<usize>,
}

impl Graph {
    /// The part of the program around a path.
    pub(super) fn around(flow: &FlowProgram, path: &Path, extent: Extent) -> Graph {
        let mut builder = Builder::new(flow);
        builder.follow(path, extent == Extent::Visits);
        if extent == Extent::Subprograms {
            builder.complete(&|node| node.subprogram.is_some());
        }
        builder.graph
    }

    /// All that can be reached from `main`, by its jumps and calls.
    pub(super) fn whole(flow: &FlowProgram) -> Graph {
        let mut builder = Builder::new(flow);
        builder.node_of(None, BlockId(0));
        builder.complete(&|_| true);
        builder.graph
    }
}

/// An instance and a block, or a visit.
type Key = (usize, usize);

struct Builder<'a> {
    flow: &'a FlowProgram,
    graph: Graph,
    known: BTreeMap<Key, usize>,
    /// Where not every call counts by itself, the instance of each subprogram.
    instances: BTreeMap<Option<SubprogramId>, usize>,
}

impl<'a> Builder<'a> {
    fn new(flow: &'a FlowProgram) -> Builder<'a> {
        Builder {
            flow,
            graph: Graph::default(),
            known: BTreeMap::new(),
            instances: BTreeMap::new(),
        }
    }

    /// The nodes and jumps of a path.
    #[allow(clippy::fn_params_excessive_bools)] // whether every visit counts by itself
    fn follow(&mut self, path: &Path, is_unrolled: bool) {
        // Per frame, the node it stands at.
        let mut standing: BTreeMap<usize, usize> = BTreeMap::new();
        for (at, visit) in path.visits.iter().enumerate() {
            let frame = path.frames[visit.frame];
            let instance = if is_unrolled {
                visit.frame
            } else {
                self.instance(frame.subprogram)
            };
            let number = if is_unrolled {
                at
            } else {
                visit.block.0 as usize
            };
            let node = self.node((instance, number), frame.subprogram, visit.block);
            if let Some(before) = standing.insert(visit.frame, node) {
                self.graph.nodes[before].successors.insert(node);
            } else if let Some(caller) = frame.caller.and_then(|site| standing.get(&site.frame)) {
                self.graph.nodes[*caller].entry = Some(node);
            }
            self.graph.target = node;
        }
    }

    fn instance(&mut self, subprogram: Option<SubprogramId>) -> usize {
        let next = self.instances.len();
        *self.instances.entry(subprogram).or_insert(next)
    }

    fn node(&mut self, key: Key, subprogram: Option<SubprogramId>, block: BlockId) -> usize {
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let number = self.graph.nodes.len();
        self.graph.nodes.push(Node {
            instance: key.0,
            subprogram,
            block,
            successors: BTreeSet::new(),
            entry: None,
        });
        self.known.insert(key, number);
        number
    }

    fn node_of(&mut self, subprogram: Option<SubprogramId>, block: BlockId) -> usize {
        let instance = self.instance(subprogram);
        self.node((instance, block.0 as usize), subprogram, block)
    }

    /// Adds where control goes on from the nodes that are to be completed, and what they call.
    fn complete(&mut self, is_wanted: &dyn Fn(&Node) -> bool) {
        let mut at = 0;
        while at < self.graph.nodes.len() {
            let node = self.graph.nodes[at].clone();
            if is_wanted(&node) {
                let block = self.flow.body(node.subprogram).block(node.block);
                let terminator = &block.terminator;
                for target in terminator.targets() {
                    let next = self.node_of(node.subprogram, target);
                    self.graph.nodes[at].successors.insert(next);
                }
                if let Some(callee) = terminator.callee() {
                    let entry = self.node_of(Some(callee), BlockId(0));
                    self.graph.nodes[at].entry = Some(entry);
                }
            }
            at += 1;
        }
    }
}
