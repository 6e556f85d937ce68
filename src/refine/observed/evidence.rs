//! What was shown as a proof that others can check.

use std::collections::BTreeSet;

use super::super::blocks::assigns;
use super::super::horn::{Subject, exited};
use super::Observed;
use crate::certify::{Proof, Relation, SubprogramProof, at_entry};
use crate::flow::{BlockId, FlowProgram, FlowSubprogram, Mode, SubprogramId};
use crate::logic::{Term, Variable};
use crate::proof::{Evidence, Invariant, InvariantKind};

impl Observed {
    /// The invariants on which rests what was shown.
    pub(in super::super) fn evidence(&self, flow: &FlowProgram) -> Evidence {
        let ids = (0..).map(SubprogramId).take(flow.subprograms.len());
        let mut invariants = Vec::new();
        let subprograms = ids.map(|id| {
            invariants.extend(self.told(flow, id));
            self.proof(flow, Some(id))
        });
        let subprograms = subprograms.collect();
        let main = self.proof(flow, None);
        let proof = Proof { subprograms, main };
        Evidence { proof, invariants }
    }

    fn needed(&self, wanted: Subject) -> Option<BTreeSet<Term>> {
        let at = self
            .clauses
            .subjects
            .iter()
            .position(|one| *one == wanted)?;
        Some(self.needed.get(&at).cloned().unwrap_or_default())
    }

    fn proof(&self, flow: &FlowProgram, id: Option<SubprogramId>) -> SubprogramProof {
        let subprogram = flow.body(id);
        let constant = constant_formals(subprogram);
        let numbers = (0..).map(BlockId).take(subprogram.blocks.len());
        let blocks = numbers.map(|block| match self.needed(Subject::States(id, block)) {
            // Control never comes to a block that is not there.
            None => Relation::never(),
            Some(terms) => {
                let same = constant.iter().map(|formal| {
                    Term::equal(Term::variable(formal), Term::variable(&at_entry(formal)))
                });
                relation(terms.into_iter().chain(same))
            }
        });
        SubprogramProof {
            blocks: blocks.collect(),
            entry: self
                .at_entry(flow, id)
                .map_or_else(Relation::never, relation),
            summary: self
                .summary(flow, id)
                .map_or_else(Relation::never, relation),
        }
    }

    /// What holds of the values that are handed over, whenever the subprogram is called; `None` if
    /// it never is.
    fn at_entry(&self, flow: &FlowProgram, id: Option<SubprogramId>) -> Option<Vec<Term>> {
        let terms = self.needed(Subject::States(id, BlockId(0)))?;
        let given = handed_over(flow, flow.body(id));
        let known = |term: &Term| {
            let variables = term.variables();
            variables
                .iter()
                .all(|one| given.contains(one) || self.clauses.entries.contains(one))
        };
        let entered = |variable: &Variable| {
            Term::variable(&if given.contains(variable) {
                at_entry(variable)
            } else {
                variable.clone()
            })
        };
        let terms = terms.iter().filter(|term| known(term));
        Some(terms.map(|term| term.map_variables(&entered)).collect())
    }

    /// What holds from entry to return; `None` if it never returns.
    fn summary(&self, flow: &FlowProgram, id: Option<SubprogramId>) -> Option<Vec<Term>> {
        let terms = self.needed(Subject::Effect(id))?;
        let constant = constant_formals(flow.body(id));
        let said = |variable: &Variable| {
            Term::variable(&if constant.contains(variable) {
                at_entry(variable)
            } else {
                exited(variable)
            })
        };
        Some(terms.iter().map(|term| term.map_variables(&said)).collect())
    }

    /// What people want to read of it.
    fn told(&self, flow: &FlowProgram, id: SubprogramId) -> Vec<Invariant> {
        let subprogram = flow.subprogram(id);
        let mut found = Vec::new();
        let mut add = |kind, span, clauses: Option<Vec<Term>>| {
            let told = clauses.filter(|all| !all.is_empty());
            let told = told.filter(|all| !all.iter().any(|clause| clause.is_bool(false)));
            found.extend(told.map(|clauses| Invariant {
                kind,
                subprogram: id,
                span,
                clauses,
            }));
        };
        let span = subprogram.span;
        add(InvariantKind::Entry, span, self.at_entry(flow, Some(id)));
        for (number, block) in (0..).map(BlockId).zip(&subprogram.blocks) {
            if let Some(body) = block.body_of {
                let terms = self.needed(Subject::States(Some(id), number));
                let is_now = |term: &Term| term.variables().is_disjoint(&self.clauses.entries);
                let terms = terms.map(|all| all.into_iter().filter(is_now).collect());
                add(InvariantKind::Loop, body, terms);
            }
        }
        add(InvariantKind::Summary, span, self.summary(flow, Some(id)));
        found
    }
}

fn relation(terms: impl IntoIterator<Item = Term>) -> Relation {
    let all = Term::and(terms);
    if all.is_bool(true) {
        Relation::always()
    } else if all.is_bool(false) {
        Relation::never()
    } else {
        Relation::of(all)
    }
}

/// The formals whose places stand for their values at the entry too.
fn constant_formals(subprogram: &FlowSubprogram) -> BTreeSet<Variable> {
    let formals = subprogram.formals.iter();
    let variables = formals
        .filter(|formal| formal.mode != Mode::Out)
        .map(|formal| formal.variable.variable.clone());
    variables
        .filter(|formal| !assigns(subprogram, formal))
        .collect()
}

/// What has a value when a subprogram is entered.
fn handed_over(flow: &FlowProgram, subprogram: &FlowSubprogram) -> BTreeSet<Variable> {
    let formals = subprogram
        .formals
        .iter()
        .filter(|formal| formal.mode != Mode::Out);
    let formals = formals.map(|formal| &formal.variable);
    let all = flow.globals.iter().chain(formals);
    all.map(|known| known.variable.clone()).collect()
}
