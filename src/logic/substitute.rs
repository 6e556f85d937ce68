//! Replacing variables.

use std::collections::{BTreeMap, BTreeSet};

use super::sort::Variable;
use super::term::{Binder, Term, TermKind};

impl Term {
    /// Replaces free variables, all at once.
    #[must_use]
    pub fn substitute(&self, replacements: &BTreeMap<Variable, Term>) -> Term {
        let free = self.free_variables();
        if !replacements.keys().any(|variable| free.contains(variable)) {
            return self.clone();
        }
        self.map_variables(&|variable| {
            replacements
                .get(variable)
                .cloned()
                .unwrap_or_else(|| Term::variable(variable))
        })
    }

    /// Replaces one free variable.
    #[must_use]
    pub fn replace(&self, variable: &Variable, by: &Term) -> Term {
        if !self.free_variables().contains(variable) {
            return self.clone();
        }
        self.map_variables(&|found| {
            if found == variable {
                by.clone()
            } else {
                Term::variable(found)
            }
        })
    }

    /// Replaces a part that stands outside of binders.
    #[must_use]
    pub fn with_part(&self, part: &Term, by: &Term) -> Term {
        if self == part {
            return by.clone();
        }
        if matches!(
            self.kind(),
            TermKind::Quantified(..) | TermKind::Comprehension(..)
        ) {
            return self.clone();
        }
        self.map_operands(&mut |operand| operand.with_part(part, by))
    }

    /// Replaces every free variable by what `replace` makes of it. Bound variables give way where
    /// they would capture a variable of a replacement.
    #[must_use]
    pub fn map_variables(&self, replace: &dyn Fn(&Variable) -> Term) -> Term {
        self.map_once(replace, &mut BTreeMap::new())
    }

    /// The same, for a part of a larger term; `done` knows the parts that were met before.
    #[allow(clippy::wildcard_enum_match_arm)] // what binds nothing is its operands
    fn map_once(
        &self,
        replace: &dyn Fn(&Variable) -> Term,
        done: &mut BTreeMap<usize, Term>,
    ) -> Term {
        if let Some(known) = done.get(&self.address()) {
            return known.clone();
        }
        let mapped = match self.kind() {
            TermKind::Variable(variable) => replace(variable),
            TermKind::Comprehension(binder, body, otherwise) => {
                let otherwise = otherwise.map_once(replace, done);
                let (binder, body) = map_bound(binder, body, replace);
                Term::comprehension(binder, body, otherwise)
            }
            TermKind::Quantified(quantifier, binder, body) => {
                let (binder, body) = map_bound(binder, body, replace);
                Term::quantified(*quantifier, binder, body)
            }
            _ => self.map_operands(&mut |term| term.map_once(replace, done)),
        };
        done.insert(self.address(), mapped.clone());
        mapped
    }

    /// The same operator, or binder, on what `map` makes of the operands.
    #[must_use]
    pub fn map_operands(&self, map: &mut dyn FnMut(&Term) -> Term) -> Term {
        let bound = |binder: &Binder, map: &mut dyn FnMut(&Term) -> Term| Binder {
            variable: binder.variable.clone(),
            low: map(&binder.low),
            high: map(&binder.high),
        };
        match self.kind() {
            TermKind::Bool(_) | TermKind::Int(_) | TermKind::Variable(_) => self.clone(),
            TermKind::Not(a) => Term::not(map(a)),
            TermKind::And(parts) => Term::and(parts.iter().map(map)),
            TermKind::Or(parts) => Term::or(parts.iter().map(map)),
            TermKind::Compare(comparison, a, b) => Term::compare(*comparison, map(a), map(b)),
            TermKind::Arithmetic(operator, a, b) => Term::arithmetic(*operator, map(a), map(b)),
            TermKind::Negate(a) => Term::negate(map(a)),
            TermKind::Absolute(a) => Term::absolute(map(a)),
            TermKind::IfThenElse(a, b, c) => Term::if_then_else(map(a), map(b), map(c)),
            TermKind::Select(a, b) => Term::select(map(a), map(b)),
            TermKind::Store(a, b, c) => Term::store(map(a), map(b), map(c)),
            TermKind::ConstantArray(a) => Term::constant_array(map(a)),
            TermKind::Comprehension(binder, body, otherwise) => {
                let binder = bound(binder, map);
                Term::comprehension(binder, map(body), map(otherwise))
            }
            TermKind::Quantified(quantifier, binder, body) => {
                let binder = bound(binder, map);
                Term::quantified(*quantifier, binder, map(body))
            }
            TermKind::Apply(function, arguments, sort) => {
                Term::apply(function, arguments.iter().map(map).collect(), sort.clone())
            }
        }
    }
}

/// What a binder binds, with its free variables replaced.
fn map_bound(binder: &Binder, body: &Term, replace: &dyn Fn(&Variable) -> Term) -> (Binder, Term) {
    let bound = &binder.variable;
    let mut free = body.variables();
    free.remove(bound);
    let taken: BTreeSet<Variable> = free
        .iter()
        .flat_map(|variable| replace(variable).variables())
        .collect();
    let fresh = fresh(bound, &taken);
    let inside = |variable: &Variable| {
        if variable == bound {
            Term::variable(&fresh)
        } else {
            replace(variable)
        }
    };
    let body = body.map_variables(&inside);
    let binder = Binder {
        variable: fresh.clone(),
        low: binder.low.map_variables(replace),
        high: binder.high.map_variables(replace),
    };
    (binder, body)
}

/// The variable itself, or one named after it that is not taken.
fn fresh(variable: &Variable, taken: &BTreeSet<Variable>) -> Variable {
    let is_taken = |name: &str| taken.iter().any(|known| *known.name == *name);
    let mut candidate = variable.clone();
    for number in 2.. {
        if !is_taken(&candidate.name) {
            break;
        }
        let name = format!("{}_{number}", variable.name);
        candidate = Variable::new(&name, variable.sort.clone());
    }
    candidate
}

#[cfg(test)]
mod tests {
    use super::super::{Comparison, Quantifier, Sort, Value, evaluate};
    use super::*;

    #[test]
    fn bound_variables_give_way() {
        let variable = |name: &str| Variable::new(name, Sort::Int);
        let term = |name: &str| Term::variable(&variable(name));
        let all = Term::quantified(
            Quantifier::ForAll,
            Binder::new("I", term("I"), term("N")),
            Term::compare(Comparison::Less, term("I"), term("N")),
        );
        assert_eq!(
            all.variables(),
            BTreeSet::from([variable("I"), variable("N")])
        );
        assert_eq!(all.to_string(), "(for all I in I .. N => I < N)");
        // N becomes the free I: the bound one must not capture it.
        let replaced = all.replace(&variable("N"), &term("I"));
        assert_eq!(replaced.to_string(), "(for all I_2 in I .. I => I_2 < I)");
        let five = |_: &Variable| Value::Int(5.into());
        assert_eq!(evaluate(&replaced, &five), Value::Bool(false));
        // The bound one is not replaced.
        let replaced = all.replace(&variable("I"), &Term::int(3));
        assert_eq!(replaced.to_string(), "(for all I in 3 .. N => I < N)");
    }
}
