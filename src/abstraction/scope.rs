//! What one procedure of the Boolean program can speak of: its bits and their predicates.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;

use crate::bp::Identifier;
use crate::flow::{FlowProgram, FlowSubprogram, FlowVariable};
use crate::logic::{Sort, Term, Variable, components_read};

/// A variable of the Boolean program and the predicate it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bit {
    /// Its name in the Boolean program.
    pub(super) identifier: Identifier,
    /// Its predicate as the user wrote it.
    pub(super) text: String,
    /// Its predicate.
    pub(super) term: Term,
    /// Whose variable it is.
    pub(super) home: Home,
}

/// Whose variable a bit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Home {
    /// The whole program's: a callee sees and changes it.
    Global,
    /// The procedure's.
    Local,
}

/// The bits of one procedure, the program's first, and the types of its variables.
#[derive(Debug, Clone)]
pub(super) struct Scope {
    /// The bits, in predicate order.
    pub(super) bits: Vec<Bit>,
    ranges: BTreeMap<Variable, (BigInt, BigInt)>,
}

impl Scope {
    /// The scope of a subprogram with these bits.
    pub(super) fn new(flow: &FlowProgram, subprogram: &FlowSubprogram, bits: Vec<Bit>) -> Scope {
        let variables = flow.globals.iter().chain(subprogram.variables());
        let range = |variable: &FlowVariable| {
            let range = variable.range.clone()?;
            Some((variable.variable.clone(), range))
        };
        Scope {
            bits,
            ranges: variables.filter_map(range).collect(),
        }
    }

    /// What types guarantee of those versions of variables that occur in `terms`: background
    /// facts, never predicates.
    pub(super) fn range_facts<'t>(
        &self,
        terms: impl IntoIterator<Item = &'t Term>,
        versions: &dyn Fn(&Variable) -> Vec<Variable>,
    ) -> Vec<Term> {
        let terms: Vec<&Term> = terms.into_iter().collect();
        let occurring: BTreeSet<Variable> =
            terms.iter().copied().flat_map(Term::variables).collect();
        let mut reads: BTreeMap<Variable, BTreeSet<Term>> = BTreeMap::new();
        for term in terms {
            components_read(term, &mut reads);
        }
        let mut facts = Vec::new();
        for (variable, range) in &self.ranges {
            let mut found = versions(variable);
            found.dedup();
            found.retain(|version| occurring.contains(version));
            for version in found {
                if version.sort == Sort::Int {
                    facts.push(range_fact(&version, range));
                }
                // Of an array, what its component type says of each component that is read.
                let (low, high) = (Term::int(range.0.clone()), Term::int(range.1.clone()));
                for read in reads.get(&version).into_iter().flatten() {
                    facts.push(Term::between(read, low.clone(), high.clone()));
                }
            }
        }
        facts
    }

    /// Whether types say something of a version, where they speak of those that `versions` names.
    pub(super) fn types(
        &self,
        version: &Variable,
        versions: &dyn Fn(&Variable) -> Vec<Variable>,
    ) -> bool {
        let variable = Term::variable(version);
        !self.range_facts([&variable], versions).is_empty()
    }

    /// The bits whose predicates mention a variable for which `changes` holds.
    pub(super) fn affected(&self, changes: &dyn Fn(&Variable) -> bool) -> Vec<usize> {
        (0..self.bits.len())
            .filter(|&bit| self.bits[bit].term.variables().iter().any(changes))
            .collect()
    }
}

/// `low <= variable <= high`
pub(super) fn range_fact(variable: &Variable, (low, high): &(BigInt, BigInt)) -> Term {
    Term::between(
        &Term::variable(variable),
        Term::int(low.clone()),
        Term::int(high.clone()),
    )
}
