//! The nodes: unique table, limit, and mark-and-sweep.

use super::cache::Cache;
use super::{Bdd, Level, NodeLimit};

/// Owns the nodes of its functions.
#[derive(Debug)]
pub struct Manager {
    nodes: Vec<Node>,
    /// Heads of the chains of the unique table; 0, the terminal, ends a chain.
    buckets: Vec<u32>,
    /// Head of the list of free nodes, linked through `next`; 0 ends it.
    free: u32,
    /// Nodes in use, the terminal not counted.
    used: usize,
    limit: usize,
    /// [`Manager::wants_collection`] from this many used nodes on.
    collect_at: usize,
    collections: usize,
    peak: usize,
    pub(super) cache: Cache,
    pub(super) renamings: Vec<Vec<Level>>,
}

/// What the manager has done so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statistics {
    /// Nodes in use.
    pub nodes: usize,
    /// The most nodes that were in use at one time.
    pub peak_nodes: usize,
    /// How often garbage was collected.
    pub collections: usize,
}

/// `high` is never complemented: that makes the graph of a function unique.
#[derive(Debug, Clone, Copy)]
struct Node {
    level: u32,
    low: Bdd,
    high: Bdd,
    next: u32,
}

/// The level of the terminal, below all others.
const TERMINAL: u32 = u32::MAX;
/// The level of a node on the free list.
const FREE: u32 = u32::MAX - 1;
/// Set in a level while collecting.
const MARK: u32 = 1 << 31;
/// Edges must fit the keys of the cache.
const MOST_NODES: usize = 1 << 28;
/// Below this size collecting does not pay: the working set fits the processor's caches.
const FIRST_COLLECTION: usize = 1 << 16;
/// Most programs are small, and each has several managers: the tables begin small and grow.
const FIRST_BUCKETS: usize = 1 << 6;
/// Until it has this size the cache grows with the buckets, afterwards only where nodes stay in use.
const GROWN_CACHE: usize = 1 << 14;
/// Results remembered per bucket.
const CACHE_PER_BUCKET: usize = 4;

impl Manager {
    /// A manager that holds at most `limit` nodes (and never more than 2^28).
    pub fn new(limit: usize) -> Manager {
        let limit = limit.min(MOST_NODES - 1);
        Manager {
            nodes: vec![Node {
                level: TERMINAL,
                low: Bdd::TRUE,
                high: Bdd::TRUE,
                next: 0,
            }],
            buckets: vec![0; FIRST_BUCKETS],
            free: 0,
            used: 0,
            limit,
            collect_at: FIRST_COLLECTION.min(limit / 2),
            collections: 0,
            peak: 0,
            cache: Cache::with_room(FIRST_BUCKETS * CACHE_PER_BUCKET),
            renamings: Vec::new(),
        }
    }

    /// The function that is 1 where the variable is.
    ///
    /// # Errors
    /// [`NodeLimit`].
    pub fn variable(&mut self, level: Level) -> Result<Bdd, NodeLimit> {
        debug_assert!(level.0 < MARK, "a level is below 2^31");
        self.make(level, Bdd::FALSE, Bdd::TRUE)
    }

    /// The variable or its negation.
    ///
    /// # Errors
    /// [`NodeLimit`].
    pub fn literal(&mut self, (level, value): (Level, bool)) -> Result<Bdd, NodeLimit> {
        let variable = self.variable(level)?;
        Ok(if value { variable } else { !variable })
    }

    /// The node `level ? high : low`; `level` must stand above the levels of both.
    pub(super) fn make(&mut self, level: Level, low: Bdd, high: Bdd) -> Result<Bdd, NodeLimit> {
        if low == high {
            return Ok(low);
        }
        let (low_edge, high_edge) = (low.signed_as(high), high.regular());
        debug_assert!(level < self.level(low) && level < self.level(high));
        let bucket = mix([level.0, low_edge.0, high_edge.0]) & (self.buckets.len() - 1);
        let mut at = self.buckets[bucket];
        while at != 0 {
            let node = &self.nodes[at as usize];
            if node.level == level.0 && node.low == low_edge && node.high == high_edge {
                return Ok(Bdd(at << 1).signed_as(high));
            }
            at = node.next;
        }
        let node = Node {
            level: level.0,
            low: low_edge,
            high: high_edge,
            next: self.buckets[bucket],
        };
        let index = self.allocate(node)?;
        self.buckets[bucket] = index;
        if self.used > self.buckets.len() * 2 {
            let len = self.buckets.len() * 2;
            self.rehash(len);
            if self.cache.len() < GROWN_CACHE {
                self.cache.sweep(len * CACHE_PER_BUCKET, |_| true);
            }
        }
        Ok(Bdd(index << 1).signed_as(high))
    }

    fn allocate(&mut self, node: Node) -> Result<u32, NodeLimit> {
        if self.used >= self.limit {
            return Err(NodeLimit { limit: self.limit });
        }
        self.used += 1;
        self.peak = self.peak.max(self.used);
        if self.free == 0 {
            let index = short(self.nodes.len());
            self.nodes.push(node);
            return Ok(index);
        }
        let index = self.free;
        self.free = self.nodes[index as usize].next;
        self.nodes[index as usize] = node;
        Ok(index)
    }

    /// The topmost level the function depends on; of a constant, a level below all others.
    pub(super) fn level(&self, function: Bdd) -> Level {
        Level(self.nodes[function.node()].level)
    }

    /// The functions for 0 and for 1 of the topmost level.
    pub(super) fn children(&self, function: Bdd) -> (Bdd, Bdd) {
        let node = &self.nodes[function.node()];
        (node.low.signed_as(function), node.high.signed_as(function))
    }

    /// The functions for 0 and for 1 of `level`, which stands at or above the topmost.
    pub(super) fn cofactors(&self, function: Bdd, level: Level) -> (Bdd, Bdd) {
        if self.level(function) == level {
            self.children(function)
        } else {
            (function, function)
        }
    }

    /// Whether enough nodes are in use that collecting is worth its time.
    pub fn wants_collection(&self) -> bool {
        self.used >= self.collect_at
    }

    /// Frees every node that no root reaches. Handles that are not reached become invalid.
    pub fn collect(&mut self, roots: impl IntoIterator<Item = Bdd>) {
        let mut pending: Vec<usize> = Vec::new();
        for root in roots {
            pending.push(root.node());
            while let Some(at) = pending.pop() {
                let node = &mut self.nodes[at];
                if node.level & MARK == 0 {
                    node.level |= MARK;
                    pending.push(node.low.node());
                    pending.push(node.high.node());
                }
            }
        }
        self.free = 0;
        self.used = 0;
        for at in (1..self.nodes.len()).rev() {
            let node = &mut self.nodes[at];
            if node.level & MARK == 0 || node.level == FREE {
                node.level = FREE;
                node.next = self.free;
                self.free = short(at);
            } else {
                node.level &= !MARK;
                self.used += 1;
            }
        }
        let len = self.buckets.len();
        self.rehash(len);
        let mut room = self.cache.len();
        while room < self.used {
            room *= 2;
        }
        let nodes = &self.nodes;
        let live = |edge: u32| nodes[(edge >> 1) as usize].level != FREE;
        self.cache.sweep(room, live);
        self.collections += 1;
        self.collect_at = FIRST_COLLECTION
            .max(self.used * 2)
            .min(usize::midpoint(self.used, self.limit));
    }

    /// What the manager has done so far.
    pub fn statistics(&self) -> Statistics {
        Statistics {
            nodes: self.used,
            peak_nodes: self.peak,
            collections: self.collections,
        }
    }

    fn rehash(&mut self, len: usize) {
        self.buckets.clear();
        self.buckets.resize(len, 0);
        for at in 1..self.nodes.len() {
            let node = &mut self.nodes[at];
            if node.level == FREE {
                continue;
            }
            let bucket = mix([node.level, node.low.0, node.high.0]) & (len - 1);
            node.next = self.buckets[bucket];
            self.buckets[bucket] = short(at);
        }
    }
}

/// The number of a node as edges and chains hold it.
fn short(index: usize) -> u32 {
    u32::try_from(index).expect("the limit is below 2^28")
}

/// Spreads three words over a word; tables take its low bits.
pub(super) fn mix(words: [u32; 3]) -> usize {
    let [a, b, c] = words.map(u64::from);
    let sum = a
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add(b.wrapping_mul(0xC2B2_AE3D_27D4_EB4F))
        .wrapping_add(c.wrapping_mul(0x1656_67B1_9E37_79F9));
    usize::try_from((sum ^ (sum >> 32)) >> 7 & 0xFFFF_FFFF).unwrap_or(0)
}
