//! `normalise`: a typed [`Program`] becomes a [`FlowProgram`], per subprogram a graph of basic
//! blocks.
//!
//! After this stage no loop and no conditional remains, only straight-line statements and jumps;
//! what was structured in the source is remembered as hints on the jumps, so that a Boolean
//! program can be printed in the shape of its source.

mod builder;
mod client;
mod counting;
mod definite;
mod graph;
mod initialisation;
mod large;
mod lower;
mod print;
mod promise;
mod results;
mod single;
mod tidy;

pub use definite::unset_at;
pub use graph::{
    BasicBlock, BlockId, BlockRole, FlowProgram, FlowSubprogram, FlowVariable, Formal, Statement,
    StatementKind, Terminator,
};
pub use initialisation::told_to_be_set;
pub use large::with_large_blocks;
pub use single::with_single_steps;

pub use crate::program::{Gap, Mode, SubprogramId};

use std::collections::BTreeSet;

use initialisation::Followed;

use crate::logic::Variable;
use crate::program::Program;
use crate::verdict::{Check, CheckId};

/// Makes the flow program: the same subprograms under the same identities, and the most general
/// client as `main`.
///
/// Each check of the program stands in exactly one block; checks in code that no run can reach
/// are kept, so that every check of the source has a verdict.
pub fn normalise(program: &Program) -> FlowProgram {
    let shared = read_unset(program);
    let nothing = Followed::default();
    let promises = promise::Promises::new(program);
    let ids = || (0..).map(SubprogramId).take(program.subprograms.len());
    let lowered = |id: SubprogramId, followed: &Followed| {
        let mut checks = Vec::new();
        let graph = lower::subprogram(program, id, &shared, followed, &promises, &mut checks);
        (graph, checks)
    };
    let (mut subprograms, mut own_checks): (Vec<_>, Vec<_>) =
        ids().map(|id| lowered(id, &nothing)).unzip();
    let followed = Followed::new(program, &subprograms);
    if !followed.is_empty() {
        for (at, id) in ids().enumerate() {
            if followed.concerns(id, &subprograms[at]) {
                (subprograms[at], own_checks[at]) = lowered(id, &followed);
            }
        }
    }
    let mut checks = Vec::new();
    for (subprogram, own) in subprograms.iter_mut().zip(own_checks) {
        let before = u32::try_from(checks.len()).unwrap_or(u32::MAX);
        renumber(subprogram, &|check| CheckId(check.0.saturating_add(before)));
        checks.extend(own);
    }
    let main = client::main(program, &shared, &followed, &mut checks);
    let globals = program.globals.iter();
    let mut flow =
        FlowProgram {
            name: program.name.clone(),
            globals: globals
                .map(|global| lower::variable(&global.object))
                .chain(shared.iter().map(|variable| {
                    initialisation::ghost_variable(&initialisation::ghost(variable))
                }))
                .collect(),
            subprograms,
            main,
            checks,
            gaps: program.gaps.clone(),
        };
    flow.gaps.sort();
    number_checks(&mut flow);
    results::without_detours(&mut flow);
    flow
}

fn renumber(subprogram: &mut FlowSubprogram, number: &dyn Fn(CheckId) -> CheckId) {
    let blocks = subprogram.blocks.iter_mut();
    for statement in blocks.flat_map(|block| &mut block.statements) {
        if let StatementKind::Check { check, .. } = &mut statement.kind {
            *check = number(*check);
        }
    }
}

/// The globals that may be unset after elaboration and that something reads.
fn read_unset(program: &Program) -> BTreeSet<Variable> {
    let unset = client::unset_globals(program);
    let mut found = BTreeSet::new();
    for subprogram in &program.subprograms {
        let mut read = |read: &crate::program::Read| {
            if unset.contains(&read.variable) {
                found.insert(read.variable.clone());
            }
        };
        crate::program::visit_reads(subprogram, &mut read);
    }
    found
}

/// Numbers the checks in source order: by place, then by rule, then in order of evaluation.
fn number_checks(flow: &mut FlowProgram) {
    let mut order: Vec<usize> = (0..flow.checks.len()).collect();
    let key = |check: &Check| (check.span.file, check.span.start, check.rule);
    order.sort_by_key(|&at| key(&flow.checks[at]));
    let mut numbers = vec![CheckId(0); order.len()];
    for (number, &at) in (0..).zip(&order) {
        numbers[at] = CheckId(number);
    }
    flow.checks = order.iter().map(|&at| flow.checks[at].clone()).collect();
    for subprogram in flow.subprograms.iter_mut().chain([&mut flow.main]) {
        renumber(subprogram, &|check| numbers[check.0 as usize]);
    }
}
