//! Detours of clients: what they do between two moments at which everything is the same.

use std::collections::BTreeMap;

use super::replay::{Script, recorded_within};
use crate::flow::{BlockId, FlowProgram, Terminator};
use crate::interpret::{Answer, Place, Step, Values};

/// A moment at which a client chooses what to do.
struct Moment {
    /// How many answers were given before it.
    asked: usize,
    /// Where the client is, and the values of all variables that outlive a call.
    state: (BlockId, Values),
}

/// The script without what a client does between two moments at which everything is the same. It is
/// up to the caller to see where it leads. `left` steps may be made, and become fewer.
pub(super) fn without_detours(flow: &FlowProgram, script: &[Answer], left: &mut usize) -> Script {
    let (mut asked, mut moments) = (0, Vec::new());
    let mut note = |step: Step<'_>| {
        if step.point.place != Place::Terminator {
            return;
        }
        let subprogram = step.point.subprogram_of(flow);
        match &subprogram.block(step.point.block).terminator {
            Terminator::Choice { .. } => {
                if step.depth == 0 {
                    moments.push(Moment {
                        asked,
                        state: (step.point.block, step.state.globals.clone()),
                    });
                }
                asked += 1;
            }
            Terminator::Nondet { .. } => asked += 1,
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Havoc { .. }
            | Terminator::Call { .. }
            | Terminator::Return => {}
        }
    };
    if recorded_within(flow, script, &mut note, left).is_none() {
        return script.to_vec();
    }
    let mut last: BTreeMap<&(BlockId, Values), usize> = BTreeMap::new();
    for (at, moment) in moments.iter().enumerate() {
        last.insert(&moment.state, at);
    }
    let Some(first) = moments.first() else {
        return script.to_vec();
    };
    let mut straight = script[..first.asked.min(script.len())].to_vec();
    let mut at = 0;
    while let Some(moment) = moments.get(at) {
        let back = last.get(&moment.state).copied().unwrap_or(at);
        let from = moments[back].asked.min(script.len());
        let next = moments.get(back + 1);
        let to = next.map_or(script.len(), |next| next.asked.min(script.len()));
        straight.extend_from_slice(&script[from..to]);
        at = back + 1;
    }
    straight
}
