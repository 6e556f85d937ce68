//! Who calls whom.

use std::collections::{BTreeMap, BTreeSet};

use crate::flow::{BlockId, FlowProgram, SubprogramId};

/// A subprogram; the most general client is `None`.
type Body = Option<SubprogramId>;

/// Per subprogram, those that it calls itself, and all that it calls through others too.
#[derive(Debug, Default)]
pub(super) struct Callees {
    own: BTreeMap<Body, BTreeSet<Body>>,
    all: BTreeMap<Body, BTreeSet<Body>>,
}

impl Callees {
    pub(super) fn of(flow: &FlowProgram) -> Callees {
        let subprograms = (0..).map(SubprogramId).take(flow.subprograms.len());
        let bodies: Vec<Body> = subprograms.map(Some).chain([None]).collect();
        let own = bodies.iter().map(|id| {
            let body = flow.body(*id);
            let blocks = (0..).map(BlockId).take(body.blocks.len());
            let called = blocks.filter_map(|block| body.block(block).terminator.callee());
            (*id, called.map(Some).collect())
        });
        let own: BTreeMap<Body, BTreeSet<Body>> = own.collect();
        let all = bodies.iter().map(|id| (*id, reached(&own, *id)));
        Callees {
            all: all.collect(),
            own,
        }
    }

    /// Those that a subprogram calls itself.
    pub(super) fn of_body(&self, id: Body) -> BTreeSet<Body> {
        self.own.get(&id).cloned().unwrap_or_default()
    }

    /// Those that a subprogram calls and that call it, itself included where it does so; through
    /// others too.
    pub(super) fn circle(&self, id: Body) -> BTreeSet<Body> {
        let called = self.all.get(&id).into_iter().flatten();
        let calls_it = |other: &&Body| self.all.get(other).is_some_and(|all| all.contains(&id));
        called.filter(calls_it).copied().collect()
    }
}

fn reached(own: &BTreeMap<Body, BTreeSet<Body>>, id: Body) -> BTreeSet<Body> {
    let mut found = BTreeSet::new();
    let mut queue = vec![id];
    while let Some(next) = queue.pop() {
        let called = own.get(&next).into_iter().flatten();
        queue.extend(called.filter(|callee| found.insert(**callee)));
    }
    found
}
