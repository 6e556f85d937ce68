//! Which facts of a block a question needs.
//!
//! An equation for a version that nothing else mentions says nothing: whatever its right side is,
//! the version can have that value. An array given by a comprehension is put in place of its name,
//! so that reading a component of it is an `if`, which solvers like better than a lambda. A
//! quantified fact about arrays that the question does not touch is left out: to know less only
//! adds behaviour, and solvers are slow with quantifiers.

use std::collections::{BTreeMap, BTreeSet};

use crate::logic::{Sort, Term, TermKind, Variable};
use crate::smt::is_written_out;
use crate::ssa::SsaBlock;

/// The facts of a block for a question about `atoms`: those of its equations that matter, then
/// `conditions`. `is_typed` tells of which versions types say something. Names of arrays that are
/// comprehensions disappear from the atoms.
pub(super) fn relevant(
    ssa: &SsaBlock,
    mut conditions: Vec<Term>,
    atoms: &mut [Term],
    is_typed: &dyn Fn(&Variable) -> bool,
) -> Vec<Term> {
    let mut arrays: BTreeMap<Variable, Term> = BTreeMap::new();
    let mut equations: Vec<(&Variable, Term)> = Vec::new();
    for (target, value) in ssa.equations() {
        let value = value.substitute(&arrays);
        if matches!(target.sort, Sort::Array(_)) && binds(&value, Binding::Array) {
            arrays.insert(target.clone(), value);
        } else {
            equations.push((target, value));
        }
    }
    if !arrays.is_empty() {
        for term in conditions.iter_mut().chain(atoms.iter_mut()) {
            *term = term.substitute(&arrays);
        }
    }
    let is_quantified = |term: &Term| binds(term, Binding::Quantifier);
    let plain = conditions.iter().filter(|term| !is_quantified(term));
    let touched = cone(&equations, plain.chain(atoms.iter()), is_typed);
    conditions.retain(|condition| {
        let mut arrays = array_variables(condition).peekable();
        let about_arrays = arrays.peek().is_some();
        !is_quantified(condition) || !about_arrays || arrays.any(|array| touched.contains(&array))
    });
    let needed = cone(&equations, conditions.iter().chain(atoms.iter()), is_typed);
    let mut facts: Vec<Term> = equations
        .into_iter()
        .filter(|(target, _)| needed.contains(*target))
        .map(|(target, value)| Term::equal(Term::variable(target), value))
        .collect();
    facts.append(&mut conditions);
    facts
}

/// The variables that `terms` mention, types speak of, or an equation for one of those mentions.
fn cone<'t>(
    equations: &[(&Variable, Term)],
    terms: impl Iterator<Item = &'t Term>,
    is_typed: &dyn Fn(&Variable) -> bool,
) -> BTreeSet<Variable> {
    let mut found: BTreeSet<Variable> = terms.flat_map(Term::variables).collect();
    // A value mentions only versions that are defined before it.
    for (target, value) in equations.iter().rev() {
        if found.contains(*target) || is_typed(target) {
            found.insert((*target).clone());
            found.extend(value.variables());
        }
    }
    found
}

fn array_variables(term: &Term) -> impl Iterator<Item = Variable> {
    let variables = term.variables().into_iter();
    variables.filter(|variable| matches!(variable.sort, Sort::Array(_)))
}

/// What binds a variable in a term.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Binding {
    Array,
    Quantifier,
}

/// Whether something in the term binds a variable in that way.
fn binds(term: &Term, binding: Binding) -> bool {
    let itself = match binding {
        Binding::Array => matches!(term.kind(), TermKind::Comprehension(..)),
        // What is written out instance by instance is none to the solver.
        Binding::Quantifier => matches!(term.kind(), TermKind::Quantified(_, binder, body)
            if !is_written_out(binder, body)),
    };
    itself || term.operands().into_iter().any(|part| binds(part, binding))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::{BasicBlock, BlockRole, Statement, StatementKind, Terminator};
    use crate::logic::{Binder, Comparison, Quantifier};
    use crate::source::{FileId, Span};
    use crate::ssa::{to_ssa, version};

    fn array(name: &str) -> Variable {
        Variable::new(name, Sort::array(Sort::Int))
    }

    fn integer(name: &str) -> Variable {
        Variable::new(name, Sort::Int)
    }

    fn block(assignments: Vec<(Variable, Term)>) -> SsaBlock {
        let span = Span {
            file: FileId(0),
            start: 0,
            end: 0,
        };
        to_ssa(&BasicBlock {
            labels: Vec::new(),
            body_of: None,
            role: BlockRole::Plain,
            statements: assignments
                .into_iter()
                .map(|(target, value)| Statement {
                    span,
                    kind: StatementKind::Assign { target, value },
                })
                .collect(),
            terminator: Terminator::Return,
            span,
        })
    }

    /// `(for all K in 1 .. 100 => array (K) > 0)`
    fn all_positive(array: &Variable) -> Term {
        let k = integer("K");
        let element = Term::select(Term::variable(array), Term::variable(&k));
        let binder = Binder {
            variable: k,
            low: Term::int(1),
            high: Term::int(100),
        };
        let positive = Term::compare(Comparison::Greater, element, Term::int(0));
        Term::quantified(Quantifier::ForAll, binder, positive)
    }

    #[test]
    fn what_nothing_mentions_is_left_out() {
        let (x, y) = (integer("X"), integer("Y"));
        let ssa = block(vec![
            (x.clone(), Term::int(1)),
            (y.clone(), Term::variable(&x)),
        ]);
        let about = |variable: &Variable| {
            let value = Term::variable(&version(variable, 1));
            vec![Term::compare(Comparison::Greater, value, Term::int(0))]
        };
        let facts = |mut atoms: Vec<Term>, typed: bool| {
            relevant(&ssa, Vec::new(), &mut atoms, &|_| typed).len()
        };
        assert_eq!(facts(about(&x), false), 1);
        assert_eq!(facts(about(&y), false), 2);
        assert_eq!(facts(about(&x), true), 2);
    }

    #[test]
    fn quantified_facts_stay_where_their_arrays_matter() {
        let (a, b) = (version(&array("A"), 0), version(&array("B"), 0));
        let ssa = block(Vec::new());
        let read = Term::select(Term::variable(&a), Term::int(3));
        let mut atoms = vec![Term::compare(Comparison::Greater, read, Term::int(0))];
        let conditions = vec![all_positive(&a), all_positive(&b)];
        let facts = relevant(&ssa, conditions, &mut atoms, &|_| false);
        assert_eq!(facts, [all_positive(&a)]);
    }
}
