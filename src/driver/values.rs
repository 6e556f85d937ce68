//! Values as Ada writes them.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::Refusal;
use crate::logic::{Term, Value, Variable};
use crate::program::Object;

/// Aggregates with more components than this are not written.
const MOST_COMPONENTS: usize = 10_000;

/// The values of bounds that are variables.
pub(super) type Bounds = BTreeMap<Variable, Value>;

/// A value of an object, as an expression that fits where the object's type is known.
pub(super) fn expression(
    object: &Object,
    value: &Value,
    bounds: &Bounds,
) -> Result<String, Refusal> {
    match value {
        Value::Bool(_) | Value::Int(_) => Ok(object.literal(value)),
        Value::Array(_) => aggregate(object, value, &object.bounds, bounds),
    }
}

/// An aggregate by positions, as far as components differ from the others: so the type of the
/// index does not matter.
fn aggregate(
    object: &Object,
    value: &Value,
    dimensions: &[(Term, Term)],
    bounds: &Bounds,
) -> Result<String, Refusal> {
    let Value::Array(array) = value else {
        return Ok(object.literal(value));
    };
    let inner = dimensions.get(1..).unwrap_or_default();
    if array.exceptions().next().is_none() {
        let others = aggregate(object, array.default_value(), inner, bounds)?;
        return Ok(format!("(others => {others})"));
    }
    let unknown = || format!("the bounds of {} are not known", object.variable.name);
    let (first, last) = dimensions.first().ok_or_else(unknown)?;
    let (first, last) = (known(first, bounds), known(last, bounds));
    let (first, last) = first.zip(last).ok_or_else(unknown)?;
    let indices = array.exceptions().map(|(index, _)| index);
    let farthest = indices.filter(|at| **at >= first && **at <= last).max();
    let listed = match farthest {
        None => 0,
        Some(index) => (index - &first + 1_u32)
            .to_usize()
            .filter(|count| *count <= MOST_COMPONENTS)
            .ok_or_else(|| format!("{} is too large to be written", object.variable.name))?,
    };
    let mut parts = Vec::new();
    for at in 0..listed {
        let component = array.get(&(&first + BigInt::from(at)));
        parts.push(aggregate(object, component, inner, bounds)?);
    }
    let others = aggregate(object, array.default_value(), inner, bounds)?;
    parts.push(format!("others => {others}"));
    Ok(format!("({})", parts.join(", ")))
}

/// The value of a bound.
pub(super) fn known(bound: &Term, bounds: &Bounds) -> Option<BigInt> {
    let constants = bounds
        .iter()
        .map(|(variable, value)| (variable.clone(), Term::constant(value)))
        .collect();
    match bound.substitute(&constants).as_value() {
        Some(Value::Int(number)) => Some(number),
        Some(Value::Bool(_) | Value::Array(_)) | None => None,
    }
}
