//! One text for all contexts that say the same in other words.

use std::collections::{BTreeMap, BTreeSet};

use super::bits::Integers;
use super::dialect::Dialect;
use super::oracle::Context;
use super::script::script;
use crate::logic::{Term, Variable};

/// The context with simpler terms, its variables renamed in the order in which they occur and its facts in the
/// order of their texts, as a script.
///
/// Equal texts mean equal answers: an injective renaming of variables and the order of a conjunction
/// change no answer, and the atoms keep their order. (Contexts that mean the same may still have
/// different texts, which costs a question and no more.)
pub(super) fn canonical_text(context: &Context) -> String {
    let mut names: BTreeMap<Variable, Variable> = BTreeMap::new();
    let mut rename = |term: &Term| {
        let mut seen = Vec::new();
        occurrences(term, &mut seen);
        for variable in seen {
            let number = names.len();
            names
                .entry(variable.clone())
                .or_insert_with(|| Variable::new(&format!("v{number}"), variable.sort.clone()));
        }
        term.map_variables(&|variable| Term::variable(names.get(variable).unwrap_or(variable)))
    };
    let mut simple = |term: &Term| rename(&term.simplified());
    let atoms: Vec<Term> = context.atoms.iter().map(&mut simple).collect();
    let facts: BTreeSet<Term> = context.facts.iter().map(&mut simple).collect();
    let canonical = Context {
        facts: facts.into_iter().collect(),
        atoms,
    };
    script(&canonical, Dialect::Z3, Integers::Exact).join("\n")
}

/// The free variables in the order of their first occurrence.
fn occurrences(term: &Term, seen: &mut Vec<Variable>) {
    let free = term.variables();
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        if let crate::logic::TermKind::Variable(variable) = term.kind()
            && free.contains(variable)
            && !seen.contains(variable)
        {
            seen.push(variable.clone());
        }
        open.extend(term.operands().into_iter().rev());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Comparison, Sort};

    #[test]
    fn names_and_the_order_of_facts_do_not_matter() {
        let context = |names: [&str; 2], order: [usize; 2]| {
            let [x, y] = names.map(|name| Term::variable(&Variable::new(name, Sort::Int)));
            let facts = [
                Term::compare(Comparison::Less, x.clone(), Term::int(3)),
                Term::compare(Comparison::Less, y.clone(), Term::int(3)),
            ];
            Context {
                facts: order.map(|at| facts[at].clone()).to_vec(),
                atoms: vec![Term::compare(Comparison::Less, x, y)],
            }
        };
        let text = canonical_text(&context(["X", "Y"], [0, 1]));
        assert_eq!(text, canonical_text(&context(["B", "A"], [0, 1])));
        assert_eq!(text, canonical_text(&context(["Y", "X"], [1, 0])));
        let mut other = context(["X", "Y"], [0, 1]);
        other.facts.pop();
        assert_ne!(text, canonical_text(&other));
    }
}
