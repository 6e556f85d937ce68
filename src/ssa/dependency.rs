//! What the end of a block depends on.

use std::collections::{BTreeMap, BTreeSet};

use super::SsaBlock;
use crate::logic::{Term, Variable};

impl SsaBlock {
    /// The variables whose values at the start of the block its equations and conditions read.
    pub fn first(&self) -> BTreeSet<Variable> {
        let terms = self.equations().map(|(_, value)| value);
        let conditions = self.conditions().map(|condition| &condition.term);
        terms
            .chain(conditions)
            .flat_map(Term::variables)
            .filter_map(|version| base(&version))
            .collect()
    }

    /// The variables on whose values at the start of the block the value of `variable` at its end
    /// depends: of one that the block does not change, itself; of one it forgets, none.
    ///
    /// After `X := Y; Y := X + Z`, Y depends on Y and Z.
    pub fn dependent(&self, variable: &Variable) -> BTreeSet<Variable> {
        let defining: BTreeMap<&Variable, _> = self.equations().collect();
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![self.last(variable)];
        while let Some(version) = open.pop() {
            if !seen.insert(version.clone()) {
                continue;
            }
            match defining.get(&version) {
                Some(value) => open.extend(value.variables()),
                None => found.extend(base(&version)),
            }
        }
        found
    }

    /// The variables whose values at the start may matter to what holds of `targets` at the end,
    /// where each of `ties` is a set of variables that a predicate or a fact connects.
    ///
    /// A tie that touches what matters matters as a whole. With `X := Y` and the predicates X > Y
    /// and X > 0, X is overwritten, but X > Y ties its old value to Y, on which the new one depends:
    /// so X > 0 before the block says something about X > 0 after it.
    pub fn dependent_closure(
        &self,
        targets: &BTreeSet<Variable>,
        ties: &[BTreeSet<Variable>],
    ) -> BTreeSet<Variable> {
        let mut found: BTreeSet<Variable> = targets
            .iter()
            .flat_map(|target| self.dependent(target))
            .collect();
        loop {
            let reached: BTreeSet<Variable> = ties
                .iter()
                .filter(|tie| !tie.is_disjoint(&found))
                .flatten()
                .cloned()
                .collect();
            let known = found.len();
            found.extend(reached);
            if found.len() == known {
                return found;
            }
        }
    }
}

/// The variable of which this is version 0.
pub(super) fn base(version: &Variable) -> Option<Variable> {
    let name = version.name.strip_suffix("@0")?;
    Some(Variable::new(name, version.sort.clone()))
}
