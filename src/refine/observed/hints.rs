//! What a subprogram's own text says about which conditions may matter.

use std::collections::BTreeSet;

use num_bigint::BigInt;

use super::super::atoms;
use super::super::blocks::numbers_in;
use crate::flow::{FlowSubprogram, StatementKind, Terminator};
use crate::logic::{Arithmetic, Sort, Term, TermKind, Variable};

/// The parts of a subprogram from which candidates are made.
#[derive(Debug, Default)]
pub(super) struct Hints {
    /// Comparisons that it decides or checks.
    pub(super) conditions: BTreeSet<Term>,
    /// What it says of all or of some components.
    pub(super) quantified: BTreeSet<Term>,
    /// Numbers, and those next to them.
    pub(super) constants: BTreeSet<BigInt>,
    /// Whether variables are multiplied with each other.
    pub(super) has_products: bool,
    /// What it changes.
    pub(super) assigned: BTreeSet<Variable>,
}

impl Hints {
    pub(super) fn of(subprogram: &FlowSubprogram) -> Hints {
        let mut found = Hints {
            constants: numbers_in(subprogram),
            ..Hints::default()
        };
        for block in &subprogram.blocks {
            for statement in &block.statements {
                match &statement.kind {
                    StatementKind::Assign { target, value } => {
                        found.assigned.insert(target.clone());
                        if target.sort == Sort::Bool {
                            found.decided(value);
                        } else {
                            found.read(value);
                        }
                    }
                    StatementKind::Assume(condition) | StatementKind::Check { condition, .. } => {
                        found.decided(condition);
                    }
                }
            }
            match &block.terminator {
                Terminator::Branch { condition, .. } => found.decided(condition),
                Terminator::Call {
                    arguments, results, ..
                } => {
                    found.assigned.extend(results.iter().flatten().cloned());
                    for argument in arguments.iter().flatten() {
                        found.read(argument);
                    }
                }
                Terminator::Goto(_)
                | Terminator::Choice { .. }
                | Terminator::Havoc { .. }
                | Terminator::Nondet { .. }
                | Terminator::Return => {}
            }
        }
        found
    }

    /// With what others say too.
    pub(super) fn join(&mut self, other: &Hints) {
        self.conditions.extend(other.conditions.iter().cloned());
        self.quantified.extend(other.quantified.iter().cloned());
        self.constants.extend(other.constants.iter().cloned());
        self.has_products |= other.has_products;
        self.assigned.extend(other.assigned.iter().cloned());
    }

    fn decided(&mut self, condition: &Term) {
        let mut parts = BTreeSet::new();
        atoms(condition, &mut parts);
        self.conditions.extend(parts.into_iter().filter(is_plain));
        self.read(condition);
    }

    /// What stands inside a term.
    #[allow(clippy::wildcard_enum_match_arm)] // names what matters
    fn read(&mut self, term: &Term) {
        match term.kind() {
            TermKind::IfThenElse(condition, _, _) if condition.sort() == Sort::Bool => {
                let mut parts = BTreeSet::new();
                atoms(condition, &mut parts);
                self.conditions.extend(parts.into_iter().filter(is_plain));
            }
            TermKind::Quantified(..) => {
                self.quantified.insert(term.clone());
                return;
            }
            TermKind::Arithmetic(Arithmetic::Multiply, a, b) => {
                self.has_products |= a.as_value().is_none() && b.as_value().is_none();
            }
            TermKind::Arithmetic(Arithmetic::Power, a, _) => {
                self.has_products |= a.as_value().is_none();
            }
            _ => {}
        }
        for operand in term.operands() {
            self.read(operand);
        }
    }
}

fn is_plain(term: &Term) -> bool {
    !matches!(term.kind(), TermKind::Quantified(..))
}
