//! The values of expressions, every choice made one by one.

use std::collections::BTreeSet;

use crate::bp::BinaryOperator;
use crate::bp::control::{Formula, Slot};

/// All valuations of so many variables.
pub(super) fn valuations(count: usize) -> Vec<Vec<bool>> {
    (0..1_usize << count)
        .map(|number| (0..count).map(|bit| number >> bit & 1 == 1).collect())
        .collect()
}

/// The values an expression has for all that it may have lost; for all choices too if none are given.
pub(super) fn outcomes(
    formula: &Formula,
    now: &[bool],
    next: &[bool],
    chosen: Option<&[bool]>,
) -> Vec<bool> {
    let mut found = BTreeSet::new();
    let choices = chosen.map_or_else(
        || valuations(nondets(formula)),
        |given| vec![given.to_vec()],
    );
    for chosen in choices {
        for lost in valuations(losses(formula)) {
            let mut chosen = chosen.iter().copied();
            let mut lost = lost.into_iter();
            found.insert(evaluate(formula, (now, next), &mut chosen, &mut lost));
        }
    }
    found.into_iter().collect()
}

/// The value for given choices and losses; every part is evaluated, so that each has its own.
fn evaluate(
    formula: &Formula,
    values: (&[bool], &[bool]),
    chosen: &mut impl Iterator<Item = bool>,
    lost: &mut impl Iterator<Item = bool>,
) -> bool {
    match formula {
        Formula::Constant(value) => *value,
        Formula::Variable(Slot(at)) => values.0[*at as usize],
        Formula::Next(Slot(at)) => values.1[*at as usize],
        Formula::Lost => lost.next().unwrap(),
        Formula::Nondet => chosen.next().unwrap(),
        Formula::Not(operand) => !evaluate(operand, values, chosen, lost),
        Formula::Binary(operator, operands) => {
            let mut parts = Vec::new();
            for operand in operands {
                parts.push(evaluate(operand, values, chosen, lost));
            }
            let mut parts = parts.into_iter();
            let first = parts.next().unwrap();
            parts.fold(first, |a, b| match operator {
                BinaryOperator::And => a && b,
                BinaryOperator::Or => a || b,
                BinaryOperator::Xor | BinaryOperator::NotEqual => a != b,
                BinaryOperator::Equal => a == b,
                BinaryOperator::Implies => !a || b,
            })
        }
        Formula::Choose(positive, negative) => {
            let positive = evaluate(positive, values, chosen, lost);
            let negative = evaluate(negative, values, chosen, lost);
            let open = lost.next().unwrap();
            positive || !negative && open
        }
        Formula::Conditional(condition, then, otherwise) => {
            let condition = evaluate(condition, values, chosen, lost);
            let then = evaluate(then, values, chosen, lost);
            let otherwise = evaluate(otherwise, values, chosen, lost);
            if condition { then } else { otherwise }
        }
    }
}

/// How many choices of the environment there are.
pub(super) fn nondets(formula: &Formula) -> usize {
    occurrences(formula, &|part| matches!(part, Formula::Nondet))
}

fn losses(formula: &Formula) -> usize {
    occurrences(formula, &|part| {
        matches!(part, Formula::Lost | Formula::Choose(..))
    })
}

/// How many choices there are together.
pub(super) fn count(formula: &Formula) -> u32 {
    u32::try_from(nondets(formula) + losses(formula)).unwrap()
}

fn occurrences(formula: &Formula, wanted: &dyn Fn(&Formula) -> bool) -> usize {
    let inside = match formula {
        Formula::Constant(_)
        | Formula::Variable(_)
        | Formula::Next(_)
        | Formula::Lost
        | Formula::Nondet => 0,
        Formula::Not(operand) => occurrences(operand, wanted),
        Formula::Binary(_, operands) => {
            let operands = operands.iter();
            operands.map(|operand| occurrences(operand, wanted)).sum()
        }
        Formula::Choose(positive, negative) => {
            occurrences(positive, wanted) + occurrences(negative, wanted)
        }
        Formula::Conditional(condition, then, otherwise) => [condition, then, otherwise]
            .into_iter()
            .map(|part| occurrences(part, wanted))
            .sum(),
    };
    inside + usize::from(wanted(formula))
}
