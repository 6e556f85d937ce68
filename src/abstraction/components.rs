//! Which atoms can have to do with which: the connected components of variables.
//!
//! Two atoms are connected if they share a variable, or a fact or a third atom connects theirs.
//! This is the closed dependency: with `X := Y` the atoms `X@0 > Y@0`, `X@1 > 0` and `X@0 > 0`
//! are connected through Y, although X is overwritten.

use std::collections::BTreeMap;

use petgraph::unionfind::UnionFind;

use crate::logic::{Term, Variable};
use crate::smt::Context;

/// The components of the atoms of one context.
pub(super) struct Components {
    /// The component of each atom; `None` for an atom without variables.
    of_atom: Vec<Option<usize>>,
    of_variable: BTreeMap<Variable, usize>,
}

impl Components {
    /// Connects the variables of each fact and of each atom.
    pub(super) fn new(context: &Context) -> Components {
        let mut index: BTreeMap<Variable, usize> = BTreeMap::new();
        for term in context.facts.iter().chain(&context.atoms) {
            for variable in term.variables() {
                let next = index.len();
                index.entry(variable).or_insert(next);
            }
        }
        let mut sets = UnionFind::<usize>::new(index.len());
        for term in context.facts.iter().chain(&context.atoms) {
            let members: Vec<usize> = term.variables().iter().map(|v| index[v]).collect();
            for pair in members.windows(2) {
                sets.union(pair[0], pair[1]);
            }
        }
        let component = |atom: &Term| {
            let first = atom.variables().into_iter().next()?;
            Some(sets.find(index[&first]))
        };
        Components {
            of_atom: context.atoms.iter().map(component).collect(),
            of_variable: index
                .iter()
                .map(|(variable, &at)| (variable.clone(), sets.find(at)))
                .collect(),
        }
    }

    /// Whether the term, one of the context or made of its variables, may depend on the atom.
    pub(super) fn concerns(&self, term: &Term, atom: usize) -> bool {
        let variables = term.variables();
        let mut found = variables.iter().map(|v| self.of_variable.get(v).copied());
        found.any(|component| component.is_some() && component == self.of_atom[atom])
    }

    /// Whether the two atoms may depend on each other.
    pub(super) fn connected(&self, a: usize, b: usize) -> bool {
        self.of_atom[a].is_some() && self.of_atom[a] == self.of_atom[b]
    }

    /// The items whose atoms are connected together, in order. An atom without variables is alone.
    pub(super) fn groups(
        &self,
        items: &[usize],
        atom_of: &dyn Fn(usize) -> usize,
    ) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for &item in items {
            let home = groups
                .iter_mut()
                .find(|group| self.connected(atom_of(group[0]), atom_of(item)));
            match home {
                Some(group) => group.push(item),
                None => groups.push(vec![item]),
            }
        }
        groups
    }

    /// Those of `candidates` that may depend on `atom`, in order.
    pub(super) fn related(&self, atom: usize, candidates: &[usize]) -> Vec<usize> {
        candidates
            .iter()
            .copied()
            .filter(|&candidate| self.connected(atom, candidate))
            .collect()
    }
}
