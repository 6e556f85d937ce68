//! Values as Ada writes them.

use super::Refusal;
use crate::logic::{Value, Variable};
use crate::program::{Object, Whole, is_scattered};

/// A value of an object, as an expression that fits where the object's type is known.
pub(super) fn expression(object: &Object, value: &Value) -> Result<String, Refusal> {
    let name = &object.variable.name;
    let own = |asked: &Variable| (*asked == object.variable).then(|| value.clone());
    let whole = Whole {
        name: name.to_string(),
        parts: vec![object],
    };
    if is_scattered(object) {
        return Err(format!("{name} is a part of all components of an array"));
    }
    whole
        .inner_text(&own)
        .ok_or_else(|| format!("the value of {name} cannot be written"))
}
