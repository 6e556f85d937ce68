//! An oracle that needs no solver: it tries every state.
//!
//! The slow, obvious referee of everything that asks questions. Only for variables in small ranges,
//! and for terms without uninterpreted functions.

use std::collections::BTreeMap;

use num_bigint::BigInt;

use super::oracle::{Answer, Context, Error, Literal, Oracle, StateAnswer};
use crate::logic::{ArrayValue, Comparison, Sort, Term, TermKind, Value, Variable, evaluate};

/// Enumerates all states with every integer variable in one interval.
pub struct ExhaustiveOracle {
    low: i64,
    high: i64,
    /// The truth values of the atoms, each with a state that has them.
    models: BTreeMap<Vec<bool>, BTreeMap<Variable, Value>>,
}

impl ExhaustiveOracle {
    /// Lets every integer variable run from `low` to `high`.
    pub fn new(low: i64, high: i64) -> ExhaustiveOracle {
        ExhaustiveOracle {
            low,
            high,
            models: BTreeMap::new(),
        }
    }

    /// The truth values of the atoms in every state that satisfies the facts.
    ///
    /// A variable that some fact defines by an equation is computed, not tried: it may leave the
    /// interval, as the intermediate results of a block do.
    fn enumerate(&self, context: &Context) -> BTreeMap<Vec<bool>, BTreeMap<Variable, Value>> {
        let (definitions, facts) = split_definitions(&context.facts);
        let free: Vec<Variable> = super::script::variables(context)
            .into_iter()
            .filter(|variable| !definitions.iter().any(|(defined, _)| defined == variable))
            .collect();
        let mut found = BTreeMap::new();
        let mut states: Vec<BTreeMap<Variable, Value>> = vec![BTreeMap::new()];
        for variable in &free {
            states = states
                .iter()
                .flat_map(|state| {
                    self.values(&variable.sort).into_iter().map(|value| {
                        let mut longer = state.clone();
                        longer.insert(variable.clone(), value);
                        longer
                    })
                })
                .collect();
        }
        for mut state in states {
            for (variable, term) in &definitions {
                let value = evaluate(term, &|v| state[v].clone());
                state.insert(variable.clone(), value);
            }
            let holds = |term: &Term| evaluate(term, &|v| state[v].clone()).as_bool();
            if facts.iter().all(holds) {
                let truths = context.atoms.iter().map(holds).collect();
                found.entry(truths).or_insert(state);
            }
        }
        found
    }

    fn find(&self, assumptions: &[Literal]) -> Option<(&Vec<bool>, &BTreeMap<Variable, Value>)> {
        self.models.iter().find(|(truths, _)| {
            assumptions
                .iter()
                .all(|literal| truths[literal.atom] == literal.positive)
        })
    }

    fn values(&self, sort: &Sort) -> Vec<Value> {
        match sort {
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Sort::Int => (self.low..=self.high)
                .map(|value| Value::Int(BigInt::from(value)))
                .collect(),
            Sort::Array(element) => self.arrays(&self.values(element)),
        }
    }

    /// The arrays that have these elements at the indices in the interval, and one of them at all
    /// others.
    fn arrays(&self, elements: &[Value]) -> Vec<Value> {
        let constants = elements.iter().cloned().map(ArrayValue::constant);
        let mut found: Vec<ArrayValue> = constants.collect();
        for index in self.low..=self.high {
            found = found
                .iter()
                .flat_map(|array| {
                    elements
                        .iter()
                        .map(|element| array.clone().with(index.into(), element.clone()))
                })
                .collect();
        }
        found.into_iter().map(Value::Array).collect()
    }
}

/// Tells facts `v = term`, each v once and only after the variables of its term are known, from
/// the others.
pub(super) fn split_definitions(facts: &[Term]) -> (Vec<(Variable, Term)>, Vec<Term>) {
    let mut definitions: Vec<(Variable, Term)> = Vec::new();
    let mut others = Vec::new();
    for fact in facts {
        if let TermKind::Compare(Comparison::Equal, left, right) = fact.kind()
            && let TermKind::Variable(variable) = left.kind()
            && !right.variables().contains(variable)
            && !definitions
                .iter()
                .any(|(known, term)| known == variable || term.variables().contains(variable))
        {
            definitions.push((variable.clone(), right.clone()));
        } else {
            others.push(fact.clone());
        }
    }
    (definitions, others)
}

impl Oracle for ExhaustiveOracle {
    fn begin(&mut self, context: &Context) -> Result<(), Error> {
        self.models = self.enumerate(context);
        Ok(())
    }

    fn ask(&mut self, assumptions: &[Literal]) -> Result<Answer, Error> {
        Ok(match self.find(assumptions) {
            Some((truths, _)) => Answer::Satisfiable(truths.clone()),
            None => Answer::Unsatisfiable(assumptions.to_vec()),
        })
    }

    fn ask_state(&mut self, assumptions: &[Literal]) -> Result<StateAnswer, Error> {
        Ok(match self.find(assumptions) {
            Some((_, state)) => StateAnswer::State(state.clone()),
            None => StateAnswer::None,
        })
    }
}
