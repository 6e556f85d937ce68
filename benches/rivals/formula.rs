//! Expressions over the levels of slots, for any decision diagrams.

use sabs::bp::BinaryOperator;
use sabs::bp::control::{Formula, Slot};

use crate::diagrams::Diagrams;

pub(crate) fn entry(slot: Slot) -> u32 {
    slot.0 * 3
}

pub(crate) fn current(slot: Slot) -> u32 {
    slot.0 * 3 + 1
}

pub(crate) fn next(slot: Slot) -> u32 {
    slot.0 * 3 + 2
}

/// Where an expression may be 1, and where it may be 0. The families have no `choose`.
pub(crate) fn outcome<D: Diagrams>(diagrams: &mut D, formula: &Formula) -> (D::Set, D::Set) {
    let one = match formula {
        Formula::Constant(true) => diagrams.all(),
        Formula::Constant(false) => diagrams.none(),
        Formula::Variable(slot) => diagrams.variable(current(*slot)),
        Formula::Next(slot) => diagrams.variable(next(*slot)),
        Formula::Lost | Formula::Nondet => {
            let all = diagrams.all();
            return (all.clone(), all);
        }
        Formula::Not(operand) => {
            let (one, zero) = outcome(diagrams, operand);
            return (zero, one);
        }
        Formula::Binary(operator, operands) => {
            let mut values = operands.iter().map(|operand| outcome(diagrams, operand).0);
            let mut values: Vec<D::Set> = values.by_ref().collect();
            let first = values.remove(0);
            values.iter().fold(first, |left, right| {
                combined(diagrams, *operator, &left, right)
            })
        }
        Formula::Choose(..) | Formula::Conditional(..) => {
            unreachable!("no family has {formula:?}")
        }
    };
    let zero = diagrams.not(&one);
    (one, zero)
}

fn combined<D: Diagrams>(
    diagrams: &mut D,
    operator: BinaryOperator,
    left: &D::Set,
    right: &D::Set,
) -> D::Set {
    let not = diagrams.not(right);
    let all = diagrams.all();
    match operator {
        BinaryOperator::And => diagrams.and(left, right),
        BinaryOperator::Or => diagrams.or(left, right),
        BinaryOperator::Xor | BinaryOperator::NotEqual => diagrams.ite(left, &not, right),
        BinaryOperator::Equal => diagrams.ite(left, right, &not),
        BinaryOperator::Implies => diagrams.ite(left, right, &all),
    }
}
