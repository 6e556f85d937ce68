//! Invariants for people: what of a proof stands at loops, entries and returns.

use std::collections::{BTreeMap, BTreeSet};

use super::Terms;
use crate::certify::at_entry;
use crate::flow::{
    BlockId, FlowProgram, FlowSubprogram, FlowVariable, Mode, SubprogramId, Terminator,
};
use crate::logic::{Comparison, Term, TermKind, Variable};
use crate::program::Bound;
use crate::reach::{self, Clauses, Moment, Reachability, Telling};
use crate::smt::{Context, Error, Literal, Oracle, Possibility};
use crate::source::Span;

/// Nobody reads more clauses than this.
const READABLE: usize = 60;

/// Where an invariant holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum InvariantKind {
    /// At the start of a loop's body, each time round.
    Loop,
    /// Whenever the subprogram is called.
    Entry,
    /// Whenever the subprogram returns, of the values at entry and at return.
    Summary,
}

/// What holds at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invariant {
    /// Where.
    pub kind: InvariantKind,
    /// In which subprogram.
    pub subprogram: SubprogramId,
    /// The loop, or the subprogram's declaration.
    pub span: Span,
    /// What holds, all of it; values at entry are [`at_entry`].
    pub clauses: Vec<Term>,
}

impl InvariantKind {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            InvariantKind::Loop => "loop",
            InvariantKind::Entry => "entry",
            InvariantKind::Summary => "summary",
        }
    }
}

/// The invariants with one for each place, in their order.
pub fn joined(invariants: Vec<Invariant>) -> Vec<Invariant> {
    let mut found: Vec<Invariant> = Vec::new();
    for invariant in invariants {
        let place = |one: &Invariant| (one.subprogram, one.kind, one.span);
        match found
            .iter_mut()
            .find(|known| place(known) == place(&invariant))
        {
            Some(known) => {
                for clause in invariant.clauses {
                    if !known.clauses.contains(&clause) {
                        known.clauses.push(clause);
                    }
                }
            }
            None => found.push(invariant),
        }
    }
    found
}

impl Terms<'_> {
    /// What is worth saying of the subprogram.
    pub(super) fn invariants(
        &self,
        id: SubprogramId,
        reachability: &mut Reachability,
    ) -> Result<Vec<Invariant>, reach::Error> {
        let mut found = Vec::new();
        let mut add = |kind, span, clauses: Option<Clauses>| {
            let clauses = clauses.map(|clauses| self.clauses(&clauses));
            // Of a place that no run reaches there is nothing to say.
            let told = clauses.filter(|all| !all.is_empty() && !all.iter().any(is_false));
            found.extend(told.map(|clauses| Invariant {
                kind,
                subprogram: id,
                span,
                clauses,
            }));
        };
        let span = self.subprogram.span;
        let entry = reachability.clauses_at(self.procedure.entry(), &|slot, moment| {
            self.telling_at_entry(slot, moment)
        })?;
        add(InvariantKind::Entry, span, entry);
        for (at, block) in self.subprogram.blocks.iter().enumerate() {
            if let (Some(body), Some(point)) = (block.body_of, self.start(reachability, at)) {
                let clauses = reachability.clauses_at(point, &|slot, moment| match moment {
                    Moment::Now => self.telling(slot, moment),
                    Moment::Entry => Telling::Silent,
                })?;
                add(InvariantKind::Loop, body, clauses);
            }
        }
        let summary = reachability.clauses_at_return(self.procedure, &|slot, moment| {
            self.telling_at_return(slot, moment)
        })?;
        add(InvariantKind::Summary, span, summary);
        Ok(found)
    }

    fn clauses(&self, clauses: &Clauses) -> Vec<Term> {
        let literal = |(bit, positive): &((_, Moment), bool)| {
            let term = self.condition(*bit);
            if *positive { term } else { Term::not(term) }
        };
        let clause = |clause: &Vec<_>| Term::or(clause.iter().map(literal));
        clauses.iter().map(clause).collect()
    }
}

fn is_false(term: &Term) -> bool {
    term.is_bool(false)
}

/// The variables that something in the subprogram may change.
fn changed(flow: &FlowProgram, subprogram: &FlowSubprogram) -> BTreeSet<Variable> {
    let mut found = BTreeSet::new();
    for block in &subprogram.blocks {
        found.extend(block.assigned().cloned());
        // What a callee changes of the unit is not looked at: it may be anything.
        if block.terminator.callee().is_some() {
            found.extend(flow.globals.iter().map(|global| global.variable.clone()));
        }
    }
    found
}

/// What is neither larger nor smaller is equal.
#[allow(clippy::wildcard_enum_match_arm)] // every other shape has no opposite
fn equations(clauses: impl Iterator<Item = Term>) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    for clause in clauses {
        let partner = match clause.kind() {
            TermKind::Compare(Comparison::LessEqual, a, b) => {
                Some((Comparison::GreaterEqual, a.clone(), b.clone()))
            }
            TermKind::Compare(Comparison::GreaterEqual, a, b) => {
                Some((Comparison::LessEqual, a.clone(), b.clone()))
            }
            _ => None,
        };
        let met = partner.and_then(|(comparison, a, b)| {
            let opposite = Term::compare(comparison, a.clone(), b.clone());
            let at = found.iter().position(|known| *known == opposite)?;
            Some((at, Term::equal(a, b)))
        });
        match met {
            Some((at, equation)) => found[at] = equation,
            None => found.push(clause),
        }
    }
    found
}

/// The condition under which the body of a loop is entered: that of a `while`, the end of the range
/// of a `for`. The reader sees it beside the invariant.
fn condition_of(subprogram: &FlowSubprogram, span: Span) -> Option<Term> {
    let is_body = |id: &BlockId| subprogram.block(*id).body_of == Some(span);
    let mut ways = subprogram.blocks.iter().filter(|block| {
        let mut targets = block.terminator.targets();
        targets.any(|target| is_body(&target))
    });
    let (Some(head), None) = (ways.next(), ways.next()) else {
        return None;
    };
    match &head.terminator {
        Terminator::Branch {
            condition,
            on_true,
            on_false,
            ..
        } if is_body(on_true) != is_body(on_false) => Some(if is_body(on_true) {
            condition.clone()
        } else {
            Term::not(condition.clone())
        }),
        Terminator::Branch { .. }
        | Terminator::Goto(_)
        | Terminator::Choice { .. }
        | Terminator::Havoc { .. }
        | Terminator::Nondet { .. }
        | Terminator::Call { .. }
        | Terminator::Return => None,
    }
}

/// Leaves out what the types and the other clauses say anyway, the longest first; of a loop also
/// what it cannot change, what its own condition says, and its range: `ranges` has that of each
/// parameter, by the subprogram and the place of its loop.
///
/// # Errors
/// If the solver fails for good.
pub fn irredundant(
    flow: &FlowProgram,
    invariants: &[Invariant],
    ranges: &BTreeMap<(SubprogramId, Span), Vec<Bound>>,
    oracle: &mut dyn Oracle,
) -> Result<Vec<Invariant>, Error> {
    let mut kept = Vec::new();
    for invariant in invariants {
        let subprogram = flow.subprogram(invariant.subprogram);
        let variables = flow.globals.iter().chain(subprogram.variables());
        let mut facts: Vec<Term> = variables.filter_map(FlowVariable::fact).collect();
        let before = |variable: &Variable| Term::variable(&at_entry(variable));
        let entries: Vec<Term> = facts.iter().map(|f| f.map_variables(&before)).collect();
        facts.extend(entries);
        let unchanged = subprogram.formals.iter().filter(|f| f.mode == Mode::In);
        facts.extend(unchanged.map(|formal| {
            let now = &formal.variable.variable;
            Term::equal(before(now), Term::variable(now))
        }));
        let is_old = |variable: &Variable| variable.name.ends_with("@entry");
        let mut clauses = invariant.clauses.clone();
        match invariant.kind {
            InvariantKind::Entry => {}
            // What holds of the values at entry alone is the entry invariant.
            InvariantKind::Summary => {
                clauses.retain(|clause| !clause.variables().iter().all(is_old));
            }
            // What nobody changes holds in the loop because it held before.
            InvariantKind::Loop => {
                let changed = changed(flow, subprogram);
                let (told, known) = clauses
                    .into_iter()
                    .partition(|clause| clause.variables().iter().any(|v| changed.contains(v)));
                clauses = told;
                facts.extend::<Vec<Term>>(known);
                facts.extend(condition_of(subprogram, invariant.span));
                let range = ranges.get(&(invariant.subprogram, invariant.span));
                let range = range.into_iter().flatten();
                let fixed = range.filter(|bound| bound.variables.is_disjoint(&changed));
                facts.extend(fixed.map(|bound| bound.condition.clone()));
            }
        }
        if clauses.len() > READABLE {
            continue;
        }
        clauses.sort_by_key(|clause| clause.to_string().len());
        let context = Context {
            facts,
            atoms: clauses.clone(),
        };
        oracle.begin(&context)?;
        let mut needed: Vec<usize> = (0..clauses.len()).collect();
        for at in (0..clauses.len()).rev() {
            let others = needed.iter().filter(|other| **other != at);
            let mut literals: Vec<Literal> = others.map(|at| Literal::positive(*at)).collect();
            literals.push(Literal::negative(at));
            if oracle.possibility(&literals)? == Possibility::Impossible {
                needed.retain(|kept| *kept != at);
            }
        }
        if !needed.is_empty() {
            kept.push(Invariant {
                clauses: equations(needed.into_iter().map(|at| clauses[at].clone())),
                ..invariant.clone()
            });
        }
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Sort;

    #[test]
    fn opposite_inequalities_are_an_equation() {
        let term = |name: &str| Term::variable(&Variable::new(name, Sort::Int));
        let compared = |comparison| Term::compare(comparison, term("X"), term("Y"));
        let other = Term::compare(Comparison::LessEqual, term("X"), Term::int(3));
        let both = [
            compared(Comparison::LessEqual),
            other.clone(),
            compared(Comparison::GreaterEqual),
        ];
        let expected = [Term::equal(term("X"), term("Y")), other];
        assert_eq!(equations(both.into_iter()), expected);
    }
}
