//! What blocks read and change.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::flow::{BasicBlock, FlowProgram, FlowSubprogram, FlowVariable, Mode, StatementKind};
use crate::logic::{Arithmetic, Term, TermKind, Variable};

/// The variables that come back from a call.
pub(super) fn results(subprogram: &FlowSubprogram) -> impl Iterator<Item = &FlowVariable> {
    let formals = subprogram.formals.iter();
    formals
        .filter(|formal| formal.mode != Mode::In)
        .map(|formal| &formal.variable)
}

/// What a block reads before it has set it itself.
pub(super) fn variables_read(block: &BasicBlock, read: &mut BTreeSet<Variable>) {
    let mut set = BTreeSet::new();
    let mut reads = |term: &Term, set: &BTreeSet<Variable>| {
        let variables = term.variables().into_iter();
        read.extend(variables.filter(|variable| !set.contains(variable)));
    };
    for statement in &block.statements {
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                reads(value, &set);
                set.insert(target.clone());
            }
            StatementKind::Assume(term)
            | StatementKind::Check {
                condition: term, ..
            } => reads(term, &set),
        }
    }
    for term in block.terminator.terms() {
        reads(term, &set);
    }
}

/// Whether a body may change a variable of its own.
pub(super) fn assigns(subprogram: &FlowSubprogram, variable: &Variable) -> bool {
    subprogram.blocks.iter().any(|block| {
        let mut assigned = block.assigned();
        assigned.any(|target| target == variable)
    })
}

/// Whether a solver of Horn clauses can do something with a term: no binder, no recursion.
#[allow(clippy::wildcard_enum_match_arm)] // names what it can not
pub(super) fn is_plain(term: &Term) -> bool {
    let is_constant = |term: &Term| matches!(term.kind(), TermKind::Int(_));
    match term.kind() {
        TermKind::Quantified(..) | TermKind::Comprehension(..) | TermKind::Apply(..) => false,
        TermKind::Arithmetic(Arithmetic::Power, _, exponent) if !is_constant(exponent) => false,
        TermKind::Arithmetic(Arithmetic::BitAnd | Arithmetic::BitOr | Arithmetic::BitXor, a, b)
            if !is_constant(a) && !is_constant(b) =>
        {
            false
        }
        _ => term.operands().into_iter().all(is_plain),
    }
}

/// The terms of a block.
fn terms(block: &BasicBlock) -> Vec<&Term> {
    let statements = block.statements.iter().map(|statement| &statement.kind);
    let mut found: Vec<&Term> = statements
        .map(|kind| match kind {
            StatementKind::Assign { value: term, .. }
            | StatementKind::Assume(term)
            | StatementKind::Check {
                condition: term, ..
            } => term,
        })
        .collect();
    found.extend(block.terminator.terms());
    found
}

/// The numbers that a program speaks of, and those next to them, in increasing order.
pub(super) fn numbers(flow: &FlowProgram) -> Arc<[BigInt]> {
    let subprograms = flow.subprograms.iter().chain([&flow.main]);
    let all: BTreeSet<BigInt> = subprograms.flat_map(numbers_in).collect();
    all.into_iter().collect()
}

/// The same of one subprogram.
pub(super) fn numbers_in(subprogram: &FlowSubprogram) -> BTreeSet<BigInt> {
    let mut found = BTreeSet::new();
    for term in subprogram.blocks.iter().flat_map(terms) {
        numbers_of(term, &mut found);
    }
    found
}

/// The same of a term.
pub(super) fn numbers_of(term: &Term, found: &mut BTreeSet<BigInt>) {
    if let TermKind::Int(value) = term.kind() {
        found.extend([value - 1, value.clone(), value + 1]);
    }
    for operand in term.operands() {
        numbers_of(operand, found);
    }
}
