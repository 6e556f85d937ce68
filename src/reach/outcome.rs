//! Expressions as decision diagrams: [`Formula`] → where it may be 1, and where it may be 0.

use crate::bdd::{Bdd, Level, Manager, NodeLimit};
use crate::bp::BinaryOperator;
use crate::bp::control::{Formula, Slot};

/// Where an expression may be 1, and where it may be 0; where it is a choice, both.
#[derive(Debug, Clone, Copy)]
pub struct Outcome {
    /// Where it may be 1.
    pub one: Bdd,
    /// Where it may be 0.
    pub zero: Bdd,
}

/// Which value of a variable an expression speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Time {
    /// `x`
    Now,
    /// `'x`
    Next,
}

/// The outcome of an expression whose variables stand at the levels that `level` says.
///
/// Each choice in an expression is made on its own, so its parts combine freely.
///
/// # Errors
/// [`NodeLimit`].
pub fn outcome(
    manager: &mut Manager,
    formula: &Formula,
    level: &impl Fn(Slot, Time) -> Level,
) -> Result<Outcome, NodeLimit> {
    outcome_choosing(manager, formula, level, &mut || None)
}

/// The same, with a level for each `nondet` that the environment decides: of that level the
/// expression is a function, and what is open for each of its values is lost.
///
/// # Errors
/// [`NodeLimit`].
pub fn outcome_choosing(
    manager: &mut Manager,
    formula: &Formula,
    level: &impl Fn(Slot, Time) -> Level,
    nondet: &mut dyn FnMut() -> Option<Level>,
) -> Result<Outcome, NodeLimit> {
    let mut part =
        |manager: &mut Manager, formula| outcome_choosing(manager, formula, level, nondet);
    Ok(match formula {
        Formula::Constant(value) => Outcome::exactly(Bdd::from(*value)),
        Formula::Variable(slot) => Outcome::exactly(manager.variable(level(*slot, Time::Now))?),
        Formula::Next(slot) => Outcome::exactly(manager.variable(level(*slot, Time::Next))?),
        Formula::Lost => Outcome::OPEN,
        Formula::Nondet => match nondet() {
            Some(chosen) => Outcome::exactly(manager.variable(chosen)?),
            None => Outcome::OPEN,
        },
        Formula::Not(operand) => part(manager, operand)?.swapped(),
        Formula::Binary(operator, operands) => {
            let mut operands = operands.iter();
            let mut left = match operands.next() {
                Some(first) => part(manager, first)?,
                None => Outcome::exactly(Bdd::TRUE),
            };
            for operand in operands {
                let right = part(manager, operand)?;
                left = combined(manager, *operator, left, right)?;
            }
            left
        }
        Formula::Choose(positive, negative) => {
            let positive = part(manager, positive)?;
            let negative = part(manager, negative)?;
            let open = manager.and(positive.zero, negative.zero)?;
            Outcome {
                one: manager.or(positive.one, open)?,
                zero: positive.zero,
            }
        }
        Formula::Conditional(condition, then, otherwise) => {
            let condition = part(manager, condition)?;
            let then = part(manager, then)?;
            let otherwise = part(manager, otherwise)?;
            Outcome {
                one: either(
                    manager,
                    (condition.one, then.one),
                    (condition.zero, otherwise.one),
                )?,
                zero: either(
                    manager,
                    (condition.one, then.zero),
                    (condition.zero, otherwise.zero),
                )?,
            }
        }
    })
}

/// The condition of a `constrain` with `'x` read as x where the assignment leaves x alone.
pub fn constraint(condition: &Formula, assigned: &[Slot]) -> Formula {
    let part = |formula: &Formula| constraint(formula, assigned);
    let boxed = |formula: &Formula| Box::new(part(formula));
    match condition {
        Formula::Next(slot) if !assigned.contains(slot) => Formula::Variable(*slot),
        Formula::Constant(_)
        | Formula::Variable(_)
        | Formula::Next(_)
        | Formula::Lost
        | Formula::Nondet => condition.clone(),
        Formula::Not(operand) => Formula::Not(boxed(operand)),
        Formula::Binary(operator, operands) => {
            Formula::Binary(*operator, operands.iter().map(part).collect())
        }
        Formula::Choose(positive, negative) => Formula::Choose(boxed(positive), boxed(negative)),
        Formula::Conditional(condition, then, otherwise) => {
            Formula::Conditional(boxed(condition), boxed(then), boxed(otherwise))
        }
    }
}

impl Outcome {
    /// A choice everywhere.
    const OPEN: Outcome = Outcome {
        one: Bdd::TRUE,
        zero: Bdd::TRUE,
    };

    fn exactly(one: Bdd) -> Outcome {
        Outcome { one, zero: !one }
    }

    fn swapped(self) -> Outcome {
        Outcome {
            one: self.zero,
            zero: self.one,
        }
    }

    /// Where a level has a value that the expression may have.
    ///
    /// # Errors
    /// [`NodeLimit`].
    pub fn taken_by(self, manager: &mut Manager, target: Level) -> Result<Bdd, NodeLimit> {
        let variable = manager.variable(target)?;
        manager.ite(variable, self.one, self.zero)
    }
}

fn combined(
    manager: &mut Manager,
    operator: BinaryOperator,
    left: Outcome,
    right: Outcome,
) -> Result<Outcome, NodeLimit> {
    Ok(match operator {
        BinaryOperator::And => Outcome {
            one: manager.and(left.one, right.one)?,
            zero: manager.or(left.zero, right.zero)?,
        },
        BinaryOperator::Or => Outcome {
            one: manager.or(left.one, right.one)?,
            zero: manager.and(left.zero, right.zero)?,
        },
        BinaryOperator::Implies => {
            return combined(manager, BinaryOperator::Or, left.swapped(), right);
        }
        BinaryOperator::Equal => Outcome {
            one: either(manager, (left.one, right.one), (left.zero, right.zero))?,
            zero: either(manager, (left.one, right.zero), (left.zero, right.one))?,
        },
        BinaryOperator::Xor | BinaryOperator::NotEqual => {
            combined(manager, BinaryOperator::Equal, left, right)?.swapped()
        }
    })
}

/// Both of the first pair, or both of the second.
fn either(manager: &mut Manager, (a, b): (Bdd, Bdd), (c, d): (Bdd, Bdd)) -> Result<Bdd, NodeLimit> {
    let first = manager.and(a, b)?;
    let second = manager.and(c, d)?;
    manager.or(first, second)
}
