//! Values of variables.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use crate::flow::{FlowProgram, FlowVariable};
use crate::logic::{self, Allowance, ArrayValue, Exhausted, Sort, Term, Value, Variable};

/// Whoever watches a run spends no more on a condition.
const UNITS_OF_A_GLANCE: u64 = 1_000;

/// What some variables hold.
pub type Values = BTreeMap<Variable, Value>;

/// What can be seen at a point: the globals and the variables of the innermost frame.
#[derive(Debug, Clone, Copy)]
pub struct State<'a> {
    /// The globals.
    pub globals: &'a Values,
    /// The formals and locals of the subprogram that runs.
    pub frame: &'a Values,
}

impl State<'_> {
    /// What the variable holds.
    ///
    /// # Panics
    /// If the variable is neither a global nor one of the subprogram that runs.
    pub fn value(&self, variable: &Variable) -> &Value {
        self.frame
            .get(variable)
            .or_else(|| self.globals.get(variable))
            .unwrap_or_else(|| panic!("{variable} is no variable of this point"))
    }

    /// The value of the term here.
    ///
    /// # Panics
    /// If one of its variables is not of this point.
    pub fn evaluate(&self, term: &Term) -> Value {
        logic::evaluate(term, &|variable| self.value(variable).clone())
    }

    /// The same, if it can be had for what is allowed.
    ///
    /// # Errors
    /// If it cannot.
    ///
    /// # Panics
    /// As [`evaluate`](State::evaluate).
    pub fn evaluate_within(&self, term: &Term, allowance: &Allowance) -> Result<Value, Exhausted> {
        logic::evaluate_within(term, &|variable| self.value(variable).clone(), allowance)
    }

    /// Whether a condition is seen to hold here, at the cost of a step or a few.
    ///
    /// # Panics
    /// As [`evaluate`](State::evaluate).
    pub fn shows(&self, condition: &Term) -> bool {
        let found = self.evaluate_within(condition, &Allowance::of(UNITS_OF_A_GLANCE));
        found.is_ok_and(|value| value.as_bool())
    }
}

/// The value that stands in a variable nobody has set: `False`, or the value of its range nearest
/// to zero; zero where there is no range.
pub fn canonical(variable: &FlowVariable) -> Value {
    match &variable.variable.sort {
        Sort::Bool => Value::Bool(false),
        Sort::Int => Value::Int(match &variable.range {
            Some((first, _)) if first.is_positive() => first.clone(),
            Some((_, last)) if last.is_negative() => last.clone(),
            Some(_) | None => BigInt::zero(),
        }),
        Sort::Array(element) => Value::Array(ArrayValue::constant(canonical(&component(
            variable, element,
        )))),
    }
}

/// A component of an array as a variable of its own.
pub(super) fn component(variable: &FlowVariable, element: &Sort) -> FlowVariable {
    let part = Variable::new(&variable.variable.name, element.clone());
    FlowVariable::new(part, variable.range.clone())
}

/// The globals before elaboration, each [`canonical`].
pub fn initial_globals(program: &FlowProgram) -> Values {
    canonical_values(&program.globals)
}

/// The [`canonical`] values of the variables.
pub(super) fn canonical_values<'a>(
    variables: impl IntoIterator<Item = &'a FlowVariable>,
) -> Values {
    variables
        .into_iter()
        .map(|variable| (variable.variable.clone(), canonical(variable)))
        .collect()
}

/// Whether the value is one of the variable's type.
pub(super) fn admits(variable: &FlowVariable, value: &Value) -> bool {
    match (value, &variable.range) {
        // The range of an array is that of its components.
        (Value::Int(value), Some((first, last))) => {
            variable.variable.sort == Sort::Int && first <= value && value <= last
        }
        (Value::Array(value), _) => {
            let Sort::Array(element) = &variable.variable.sort else {
                return false;
            };
            let part = component(variable, element);
            let others = value.exceptions().map(|(_, value)| value);
            std::iter::once(value.default_value())
                .chain(others)
                .all(|value| admits(&part, value))
        }
        (Value::Int(_) | Value::Bool(_), _) => value.sort() == variable.variable.sort,
    }
}

/// The value itself if it is one of the variable's type, otherwise one that is and resembles it: of
/// an array, the same components where they will do.
pub fn of_type(variable: &FlowVariable, value: &Value) -> Value {
    match (value, &variable.variable.sort) {
        (Value::Array(array), Sort::Array(element)) => {
            let part = component(variable, element);
            let mut fitting = ArrayValue::constant(of_type(&part, array.default_value()));
            for (index, value) in array.exceptions() {
                fitting.set(index.clone(), of_type(&part, value));
            }
            Value::Array(fitting)
        }
        _ if admits(variable, value) => value.clone(),
        _ => canonical(variable),
    }
}
