//! `to_ssa`: a basic block becomes equations over versions of its variables, the formula `L_P` of
//! the SABS report (section 6).
//!
//! `X@0` is X where the block starts; each assignment makes the next version; the highest is X
//! where the block ends. `X := X + 10` becomes `X@1 = X@0 + 10`.

mod dependency;
#[cfg(test)]
mod tests;
mod weakest;

use std::collections::BTreeMap;
use std::fmt;

use crate::flow::{BasicBlock, StatementKind, Terminator};
use crate::logic::{Term, Variable};
use crate::source::Span;
use crate::verdict::CheckId;

/// A block as equations and conditions, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SsaBlock {
    steps: Vec<SsaStep>,
    /// The number of the last version of each variable the block changes.
    last: BTreeMap<Variable, usize>,
}

/// One statement over versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SsaStep {
    /// `target = value`, where target is a version that occurs nowhere before.
    Equation {
        /// The new version.
        target: Variable,
        /// Its value, over earlier versions.
        value: Term,
    },
    /// An assumption or a check.
    Condition(Condition),
}

/// An assumption or a check over versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Which check, or `None` for an assumption.
    pub check: Option<CheckId>,
    /// What must hold.
    pub term: Term,
    /// Where it comes from.
    pub span: Span,
}

/// The equations of a block's statements.
///
/// Its terminator is not part of it, except that a variable set by the environment or forgotten
/// there gets a last version without an equation: see [`SsaBlock::forgetting`].
pub fn to_ssa(block: &BasicBlock) -> SsaBlock {
    let mut ssa = SsaBlock {
        steps: Vec::new(),
        last: BTreeMap::new(),
    };
    for statement in &block.statements {
        let step = match &statement.kind {
            StatementKind::Assign { target, value } => {
                let value = ssa.after(value);
                SsaStep::Equation {
                    target: ssa.new_version(target),
                    value,
                }
            }
            StatementKind::Assume(condition) => SsaStep::Condition(Condition {
                check: None,
                term: ssa.after(condition),
                span: statement.span,
            }),
            StatementKind::Check { check, condition } => SsaStep::Condition(Condition {
                check: Some(*check),
                term: ssa.after(condition),
                span: statement.span,
            }),
        };
        ssa.steps.push(step);
    }
    ssa
}

/// A version of a variable.
pub fn version(variable: &Variable, number: usize) -> Variable {
    Variable::new(
        &format!("{}@{number}", variable.name),
        variable.sort.clone(),
    )
}

impl SsaBlock {
    /// The step that gives `target` any value: a new version and no equation.
    pub fn forgetting(target: &Variable) -> SsaBlock {
        SsaBlock {
            steps: Vec::new(),
            last: BTreeMap::from([(target.clone(), 1)]),
        }
    }

    fn new_version(&mut self, variable: &Variable) -> Variable {
        let number = self.last.entry(variable.clone()).or_insert(0);
        *number += 1;
        version(variable, *number)
    }

    /// The steps, in order.
    pub fn steps(&self) -> &[SsaStep] {
        &self.steps
    }

    /// The assumptions and checks, in order.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        self.steps.iter().filter_map(|step| match step {
            SsaStep::Condition(condition) => Some(condition),
            SsaStep::Equation { .. } => None,
        })
    }

    /// `L_P`: the equations.
    pub fn equations(&self) -> impl Iterator<Item = (&Variable, &Term)> {
        self.steps.iter().filter_map(|step| match step {
            SsaStep::Equation { target, value } => Some((target, value)),
            SsaStep::Condition(_) => None,
        })
    }

    /// Whether the block changes the variable.
    pub fn changes(&self, variable: &Variable) -> bool {
        self.last.contains_key(variable)
    }

    /// The variables the block changes.
    pub fn changed(&self) -> impl Iterator<Item = &Variable> {
        self.last.keys()
    }

    /// The last version of a variable.
    pub fn last(&self, variable: &Variable) -> Variable {
        version(variable, self.last.get(variable).copied().unwrap_or(0))
    }

    /// A term about the state where the block starts: `E(c)(s)`.
    pub fn before(&self, term: &Term) -> Term {
        term.map_variables(&|variable| Term::variable(&version(variable, 0)))
    }

    /// A term about the state where the block ends (so far): `E(c)(s')`.
    pub fn after(&self, term: &Term) -> Term {
        term.map_variables(&|variable| Term::variable(&self.last(variable)))
    }

    /// The same statement about the start of the block: every version is replaced by its value,
    /// down to versions 0 and to versions without an equation.
    ///
    /// `unfold(after(p))` is `wp(P, p)` for deterministic P. After `X := X + 10` it turns
    /// `X@1 >= 0` into `X@0 + 10 >= 0`.
    pub fn unfold(&self, term: &Term) -> Term {
        let mut values: BTreeMap<Variable, Term> = BTreeMap::new();
        for (target, value) in self.equations() {
            let value = value.substitute(&values);
            values.insert(target.clone(), value);
        }
        term.substitute(&values)
    }
}

impl fmt::Display for SsaBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.steps {
            match step {
                SsaStep::Equation { target, value } => writeln!(f, "{target} = {value}")?,
                SsaStep::Condition(condition) => match condition.check {
                    Some(check) => writeln!(f, "{check}: check {}", condition.term)?,
                    None => writeln!(f, "assume {}", condition.term)?,
                },
            }
        }
        Ok(())
    }
}

/// What a terminator says over the last versions of its block: `if X@1 > 0`.
pub fn terminator_condition(ssa: &SsaBlock, terminator: &Terminator) -> Option<Term> {
    match terminator {
        Terminator::Branch { condition, .. } => Some(ssa.after(condition)),
        Terminator::Goto(_)
        | Terminator::Choice { .. }
        | Terminator::Havoc { .. }
        | Terminator::Nondet { .. }
        | Terminator::Call { .. }
        | Terminator::Return => None,
    }
}
