//! What a call may change.

use std::collections::BTreeSet;

use crate::flow::{BasicBlock, FlowProgram, FlowSubprogram, SubprogramId};
use crate::logic::Variable;

/// Who changes what.
pub(super) struct Writes {
    /// Per subprogram, its own variables and those of the unit that its blocks assign.
    own: Vec<BTreeSet<Variable>>,
    /// Per subprogram, the variables of the unit that it or what it calls may change.
    globals: Vec<BTreeSet<Variable>>,
}

impl Writes {
    pub(super) fn of(program: &FlowProgram) -> Writes {
        let own: Vec<BTreeSet<Variable>> = program.subprograms.iter().map(assigned).collect();
        let is_global =
            |variable: &&Variable| program.globals.iter().any(|g| g.variable == **variable);
        let mut globals: Vec<BTreeSet<Variable>> = own
            .iter()
            .map(|variables| variables.iter().filter(is_global).cloned().collect())
            .collect();
        // Whoever calls changes what the callee changes: again and again until nothing is added.
        loop {
            let before = globals.clone();
            for (at, subprogram) in program.subprograms.iter().enumerate() {
                for block in &subprogram.blocks {
                    if let Some(callee) = block.terminator.callee() {
                        let more = globals[callee.0 as usize].clone();
                        globals[at].extend(more);
                    }
                }
            }
            if before == globals {
                return Writes { own, globals };
            }
        }
    }

    /// Whether a call of the subprogram may change the variable of the unit.
    pub(super) fn changes(&self, subprogram: SubprogramId, global: &Variable) -> bool {
        self.globals[subprogram.0 as usize].contains(global)
    }

    /// Whether the subprogram assigns its variable anywhere.
    pub(super) fn assigns(&self, subprogram: SubprogramId, variable: &Variable) -> bool {
        self.own[subprogram.0 as usize].contains(variable)
    }
}

/// Whatever stands on the left of anything in the subprogram.
fn assigned(subprogram: &FlowSubprogram) -> BTreeSet<Variable> {
    let blocks = subprogram.blocks.iter();
    blocks.flat_map(BasicBlock::assigned).cloned().collect()
}
