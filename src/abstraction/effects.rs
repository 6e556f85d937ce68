//! Which variables of the unit a subprogram may change, itself or through those it calls.

use std::collections::BTreeSet;

use crate::flow::{BasicBlock, FlowProgram, FlowSubprogram, SubprogramId};
use crate::logic::Variable;

/// Per subprogram, the globals it may change.
pub(crate) struct Effects(Vec<BTreeSet<Variable>>);

impl Effects {
    /// The least fixpoint over the call graph.
    pub(crate) fn new(flow: &FlowProgram) -> Effects {
        let globals: BTreeSet<Variable> = flow
            .globals
            .iter()
            .map(|global| global.variable.clone())
            .collect();
        let mut written: Vec<BTreeSet<Variable>> = flow
            .subprograms
            .iter()
            .map(|subprogram| {
                own_writes(subprogram)
                    .intersection(&globals)
                    .cloned()
                    .collect()
            })
            .collect();
        loop {
            let mut changed = false;
            for at in 0..written.len() {
                for callee in callees(&flow.subprograms[at]) {
                    let more = written[callee.0 as usize].clone();
                    let before = written[at].len();
                    written[at].extend(more);
                    changed |= written[at].len() > before;
                }
            }
            if !changed {
                return Effects(written);
            }
        }
    }

    /// Whether a call of the subprogram may change the variable of the unit.
    pub(crate) fn writes(&self, subprogram: SubprogramId, variable: &Variable) -> bool {
        self.0[subprogram.0 as usize].contains(variable)
    }
}

fn own_writes(subprogram: &FlowSubprogram) -> BTreeSet<Variable> {
    // A formal or a local that bears the name of a global would not be a write to it; names are
    // unique among globals and one subprogram's variables.
    let blocks = subprogram.blocks.iter();
    blocks.flat_map(BasicBlock::assigned).cloned().collect()
}

fn callees(subprogram: &FlowSubprogram) -> impl Iterator<Item = SubprogramId> {
    let blocks = subprogram.blocks.iter();
    blocks.filter_map(|block| block.terminator.callee())
}
