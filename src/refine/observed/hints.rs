//! What a subprogram's own text says about which conditions may matter.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_traits::Signed;

use super::super::blocks::numbers_in;
use super::super::{atoms, is_small, is_within};
use crate::flow::{BasicBlock, FlowProgram, FlowSubprogram, StatementKind, Terminator};
use crate::logic::{Arithmetic, Quantifier, Sort, Term, TermKind, Variable};

/// Larger claims are not conjectured.
const LARGEST_CLAIM: usize = 200;

/// The parts of a subprogram from which candidates are made.
#[derive(Debug, Default)]
pub(super) struct Hints {
    /// Comparisons that it decides or checks.
    pub(super) conditions: BTreeSet<Term>,
    /// What it claims, said of the values where the block begins; and what it knows for good.
    pub(super) claims: BTreeSet<Term>,
    /// What it says of all or of some components.
    pub(super) quantified: BTreeSet<Term>,
    /// What the language says of them, such as that an index is right each time: it seldom matters.
    pub(super) implied: BTreeSet<Term>,
    /// Numbers, and those next to them.
    pub(super) constants: BTreeSet<BigInt>,
    /// Numbers by which something may be multiplied each time round: constants and the ends of types.
    pub(super) factors: BTreeSet<BigInt>,
    /// By how much a variable grows or shrinks at a time, as far as that is told.
    pub(super) steps: BTreeMap<Variable, BTreeSet<BigInt>>,
    /// Whether variables are multiplied with each other.
    pub(super) has_products: bool,
    /// What it changes.
    pub(super) assigned: BTreeSet<Variable>,
}

impl Hints {
    pub(super) fn of(flow: &FlowProgram, subprogram: &FlowSubprogram) -> Hints {
        let constants = numbers_in(subprogram);
        let variables = flow.globals.iter().chain(subprogram.variables());
        let ranges = variables.filter_map(|known| Some((&known.variable, known.range.clone()?)));
        let ranges: Ranges<'_> = ranges.collect();
        let mut found = Hints {
            factors: ranges
                .values()
                .flat_map(|(low, high)| [low.clone(), high.clone()])
                .chain(constants.clone())
                .collect(),
            constants,
            ..Hints::default()
        };
        for block in &subprogram.blocks {
            found.claims.extend(claims(flow, block));
            for statement in &block.statements {
                match &statement.kind {
                    StatementKind::Assign { target, value } => {
                        products(value, &ranges, &mut found.factors);
                        if value.variables().contains(target) {
                            let own = found.steps.entry(target.clone()).or_default();
                            steps(value, target, &ranges, own);
                        }
                        if target.sort == Sort::Bool {
                            found.decided(value);
                        } else {
                            found.read(value);
                        }
                    }
                    StatementKind::Assume(condition) => found.decided(condition),
                    StatementKind::Check { check, condition } => {
                        let mut own = Hints::default();
                        own.decided(condition);
                        if !flow.check(*check).rule.is_written() {
                            own.implied = std::mem::take(&mut own.quantified);
                        }
                        found.join(&own);
                    }
                }
            }
            for term in block.terminator.terms() {
                if matches!(block.terminator, Terminator::Branch { .. }) {
                    found.decided(term);
                } else {
                    found.read(term);
                }
            }
            found.assigned.extend(block.assigned().cloned());
        }
        found.claims.extend(lasting(subprogram, &found.assigned));
        found
    }

    /// The same, said of the variables at other moments too.
    #[must_use]
    pub(super) fn also_at(&self, moments: &[&dyn Fn(&Variable) -> Variable]) -> Hints {
        let mut found = Hints::default();
        found.join(self);
        for moment in moments {
            let renamed = |term: &Term| term.map_variables(&|v| Term::variable(&moment(v)));
            found.conditions.extend(self.conditions.iter().map(renamed));
            found.claims.extend(self.claims.iter().map(renamed));
            found.quantified.extend(self.quantified.iter().map(renamed));
            found.implied.extend(self.implied.iter().map(renamed));
            found.assigned.extend(self.assigned.iter().map(moment));
        }
        found
    }

    /// With what others say too.
    pub(super) fn join(&mut self, other: &Hints) {
        self.conditions.extend(other.conditions.iter().cloned());
        self.claims.extend(other.claims.iter().cloned());
        self.quantified.extend(other.quantified.iter().cloned());
        self.implied.extend(other.implied.iter().cloned());
        self.constants.extend(other.constants.iter().cloned());
        self.factors.extend(other.factors.iter().cloned());
        for (variable, steps) in &other.steps {
            let own = self.steps.entry(variable.clone()).or_default();
            own.extend(steps.iter().cloned());
        }
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
                self.quantified.extend(opposite(condition));
            }
            TermKind::Quantified(..) => {
                self.quantified.insert(term.clone());
                return;
            }
            // Where it may fail as well as hold, its opposite matters too.
            TermKind::Not(_) | TermKind::Compare(..) => {
                let operands = term.operands().into_iter();
                self.quantified.extend(operands.filter_map(opposite));
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

/// What types say of the values of variables and components.
type Ranges<'a> = BTreeMap<&'a Variable, (BigInt, BigInt)>;

/// The ends of the ranges of products: a sum grows by at most so much.
#[allow(clippy::wildcard_enum_match_arm)] // products matter
fn products(term: &Term, ranges: &Ranges<'_>, found: &mut BTreeSet<BigInt>) {
    if let TermKind::Arithmetic(Arithmetic::Multiply, ..) = term.kind()
        && let Some((low, high)) = range_of(term, ranges)
    {
        found.extend([low, high]);
    }
    for operand in term.operands() {
        products(operand, ranges, found);
    }
}

/// What is added to a variable or taken away from it: numbers, and the ends of the ranges of what is
/// none.
fn steps(term: &Term, target: &Variable, ranges: &Ranges<'_>, found: &mut BTreeSet<BigInt>) {
    if let TermKind::Arithmetic(Arithmetic::Add | Arithmetic::Subtract, a, b) = term.kind() {
        let others = [a, b].into_iter();
        for other in others.filter(|other| **other != Term::variable(target)) {
            ends(other, ranges, found);
        }
    }
    for operand in term.operands() {
        steps(operand, target, ranges, found);
    }
}

/// How far from zero a number may be, in every case in which it is another one.
#[allow(clippy::wildcard_enum_match_arm)] // others are what their types say
fn ends(term: &Term, ranges: &Ranges<'_>, found: &mut BTreeSet<BigInt>) {
    match term.kind() {
        TermKind::Int(value) => found.extend([value.abs()]),
        TermKind::IfThenElse(_, first, second) => {
            ends(first, ranges, found);
            ends(second, ranges, found);
        }
        _ => {
            let ends = range_of(term, ranges).into_iter();
            found.extend(ends.flat_map(|(low, high)| [low.abs(), high.abs()]));
        }
    }
}

/// What the type says of a variable, or of the components of one; what follows from it of a product.
#[allow(clippy::wildcard_enum_match_arm)] // others have no type of their own
fn range_of(term: &Term, ranges: &Ranges<'_>) -> Option<(BigInt, BigInt)> {
    match term.kind() {
        TermKind::Variable(variable) => ranges.get(variable).cloned(),
        TermKind::Select(array, _) => range_of(array, ranges),
        TermKind::Arithmetic(Arithmetic::Multiply, a, b) => {
            let ((low, high), (least, most)) = (range_of(a, ranges)?, range_of(b, ranges)?);
            let ends = [&low * &least, &low * &most, &high * &least, &high * &most];
            Some((ends.iter().min()?.clone(), ends.iter().max()?.clone()))
        }
        _ => None,
    }
}

/// What a block claims, said of the values where it begins; where it computes too much to be said so,
/// nothing more.
fn claims(flow: &FlowProgram, block: &BasicBlock) -> Vec<Term> {
    let is_sayable = |term: &Term| is_within(term, LARGEST_CLAIM);
    let mut values: BTreeMap<Variable, Term> = BTreeMap::new();
    let mut found = Vec::new();
    for statement in &block.statements {
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                let value = value.substitute(&values);
                if !is_small(&value) {
                    break;
                }
                values.insert(target.clone(), value);
            }
            StatementKind::Check { check, condition } if flow.check(*check).rule.is_written() => {
                let claims = condition
                    .conjuncts()
                    .iter()
                    .filter(|claim| is_sayable(claim));
                let claims = claims.map(|claim| claim.substitute(&values));
                found.extend(claims.filter(is_sayable));
            }
            StatementKind::Check { .. } | StatementKind::Assume(_) => {}
        }
    }
    found
}

/// What is known at the beginning of a subprogram and does not change.
fn lasting(subprogram: &FlowSubprogram, assigned: &BTreeSet<Variable>) -> Vec<Term> {
    let first = subprogram.blocks.first().into_iter();
    let assumed = first.flat_map(|block| &block.statements).filter_map(|one| {
        let StatementKind::Assume(condition) = &one.kind else {
            return None;
        };
        Some(condition.conjuncts())
    });
    let lasts =
        |term: &&Term| is_within(term, LARGEST_CLAIM) && term.variables().is_disjoint(assigned);
    assumed.flatten().filter(lasts).cloned().collect()
}

/// What a quantified term says when it fails, of some or of all.
fn opposite(term: &Term) -> Option<Term> {
    let TermKind::Quantified(quantifier, binder, body) = term.kind() else {
        return None;
    };
    let other = match quantifier {
        Quantifier::ForAll => Quantifier::Exists,
        Quantifier::Exists => Quantifier::ForAll,
    };
    let body = Term::not(body.clone());
    Some(Term::quantified(other, binder.clone(), body))
}

fn is_plain(term: &Term) -> bool {
    !matches!(term.kind(), TermKind::Quantified(..))
}
