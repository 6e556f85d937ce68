//! Assumptions that nothing satisfies: whatever is proved after one is proved for want of runs.

use std::collections::BTreeMap;

use crate::flow::{FlowProgram, FlowSubprogram, FlowVariable, StatementKind};
use crate::logic::{Term, Variable};
use crate::smt::{Context, Error, Literal, Oracle, Possibility};
use crate::source::Span;

/// The assumptions of subprograms, preconditions among them, that contradict their types or what
/// is known before them in their block.
///
/// # Errors
/// If the solver fails for good.
pub(super) fn contradictory(
    flow: &FlowProgram,
    oracle: &mut dyn Oracle,
) -> Result<Vec<Span>, Error> {
    let mut found = Vec::new();
    for subprogram in &flow.subprograms {
        for block in &subprogram.blocks {
            let mut values: BTreeMap<Variable, Term> = BTreeMap::new();
            let mut known: Vec<Term> = Vec::new();
            for statement in &block.statements {
                match &statement.kind {
                    StatementKind::Assign { target, value } => {
                        let value = value.substitute(&values);
                        values.insert(target.clone(), value);
                    }
                    StatementKind::Check { condition, .. } => {
                        known.push(condition.substitute(&values));
                    }
                    StatementKind::Assume(condition) => {
                        let before = known.len();
                        known.push(condition.substitute(&values));
                        // That a run stops here is no condition of the user's.
                        if condition.is_bool(false) {
                            break;
                        }
                        if is_contradictory(flow, subprogram, &known, oracle)? {
                            if !is_contradictory(flow, subprogram, &known[..before], oracle)? {
                                found.push(statement.span);
                            }
                            break;
                        }
                    }
                }
            }
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// Whether no values of the types satisfy all conditions.
fn is_contradictory(
    flow: &FlowProgram,
    subprogram: &FlowSubprogram,
    conditions: &[Term],
    oracle: &mut dyn Oracle,
) -> Result<bool, Error> {
    let mentioned = |variable: &Variable| {
        let mut all = conditions.iter();
        all.any(|condition| condition.free_variables().contains(variable))
    };
    let facts = flow
        .globals
        .iter()
        .chain(subprogram.variables())
        .filter(|known| mentioned(&known.variable))
        .filter_map(FlowVariable::fact);
    let context = Context {
        facts: facts.collect(),
        atoms: conditions.to_vec(),
    };
    oracle.begin(&context)?;
    let all: Vec<Literal> = (0..conditions.len()).map(Literal::positive).collect();
    Ok(oracle.possibility(&all)? == Possibility::Impossible)
}
