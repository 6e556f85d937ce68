//! An oracle that needs no solver: it tries every state.
//!
//! The slow, obvious referee of everything that asks questions. Only for variables in small ranges.

use std::collections::BTreeSet;

use num_bigint::BigInt;

use super::oracle::{Answer, AtomLiteral, Context, Error, Oracle};
use crate::logic::{Sort, Term, Value, Variable, evaluate};

/// Enumerates all states with every integer variable in one interval.
pub struct ExhaustiveOracle {
    low: i64,
    high: i64,
    models: Vec<Vec<bool>>,
}

impl ExhaustiveOracle {
    /// Lets every integer variable run from `low` to `high`.
    pub fn new(low: i64, high: i64) -> ExhaustiveOracle {
        ExhaustiveOracle {
            low,
            high,
            models: Vec::new(),
        }
    }

    fn enumerate(&self, context: &Context) -> BTreeSet<Vec<bool>> {
        let variables: Vec<Variable> = super::print::variables(context).into_iter().collect();
        let mut found = BTreeSet::new();
        let mut state: Vec<Value> = Vec::new();
        self.extend(context, &variables, &mut state, &mut found);
        found
    }

    fn extend(
        &self,
        context: &Context,
        variables: &[Variable],
        state: &mut Vec<Value>,
        found: &mut BTreeSet<Vec<bool>>,
    ) {
        let Some(next) = variables.get(state.len()) else {
            let lookup = |variable: &Variable| {
                let at = variables.binary_search(variable).expect("collected above");
                state[at].clone()
            };
            let holds = |term: &Term| evaluate(term, &lookup).as_bool();
            if context.facts.iter().all(holds) {
                found.insert(context.atoms.iter().map(holds).collect());
            }
            return;
        };
        let values: Vec<Value> = match next.sort {
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Sort::Int => (self.low..=self.high)
                .map(|value| Value::Int(BigInt::from(value)))
                .collect(),
        };
        for value in values {
            state.push(value);
            self.extend(context, variables, state, found);
            state.pop();
        }
    }
}

impl Oracle for ExhaustiveOracle {
    fn begin(&mut self, context: &Context) -> Result<(), Error> {
        self.models = self.enumerate(context).into_iter().collect();
        Ok(())
    }

    fn ask(&mut self, assumptions: &[AtomLiteral]) -> Result<Answer, Error> {
        let fits = |model: &&Vec<bool>| {
            assumptions
                .iter()
                .all(|literal| model[literal.atom] == literal.positive)
        };
        Ok(self
            .models
            .iter()
            .find(fits)
            .map_or(Answer::Unsatisfiable, |model| {
                Answer::Satisfiable(model.clone())
            }))
    }
}
