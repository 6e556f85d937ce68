//! Values of terms.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::Zero;

use super::sort::Sort;

/// A value of any sort.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(BigInt),
    /// A map from the integers.
    Array(ArrayValue),
}

/// A total map from the integers that has one value almost everywhere.
///
/// No exception has the default value and there are finitely many, so two maps are equal exactly
/// where they are equal as data. Those that are alike share their exceptions: to read a component, or
/// to keep a state, costs nothing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArrayValue {
    default: Box<Value>,
    exceptions: Arc<BTreeMap<BigInt, Value>>,
}

impl Value {
    /// A value every sort has: `False`, 0, the array of those.
    pub fn default_of(sort: &Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(BigInt::zero()),
            Sort::Array(element) => Value::Array(ArrayValue::constant(Value::default_of(element))),
        }
    }

    /// The sort of the value.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Array(array) => Sort::array(array.default.sort()),
        }
    }

    /// The truth value.
    ///
    /// # Panics
    /// If the value is of another sort: terms are well sorted.
    pub fn as_bool(&self) -> bool {
        match self {
            Value::Bool(value) => *value,
            Value::Int(_) | Value::Array(_) => panic!("a truth value was expected, not {self}"),
        }
    }

    /// The integer.
    ///
    /// # Panics
    /// If the value is of another sort: terms are well sorted.
    pub fn as_int(&self) -> &BigInt {
        match self {
            Value::Int(value) => value,
            Value::Bool(_) | Value::Array(_) => panic!("an integer was expected, not {self}"),
        }
    }

    /// The array.
    ///
    /// # Panics
    /// If the value is of another sort: terms are well sorted.
    pub fn as_array(&self) -> &ArrayValue {
        match self {
            Value::Array(array) => array,
            Value::Bool(_) | Value::Int(_) => panic!("an array was expected, not {self}"),
        }
    }
}

impl ArrayValue {
    /// The map that has one value everywhere.
    pub fn constant(value: Value) -> ArrayValue {
        ArrayValue {
            default: Box::new(value),
            exceptions: Arc::default(),
        }
    }

    /// The value at an index.
    pub fn get(&self, index: &BigInt) -> &Value {
        self.exceptions.get(index).unwrap_or(&self.default)
    }

    /// Changes the value at an index.
    pub fn set(&mut self, index: BigInt, value: Value) {
        let exceptions = Arc::make_mut(&mut self.exceptions);
        if value == *self.default {
            exceptions.remove(&index);
        } else {
            exceptions.insert(index, value);
        }
    }

    /// The map with another value at an index.
    #[must_use]
    pub fn with(mut self, index: BigInt, value: Value) -> ArrayValue {
        self.set(index, value);
        self
    }

    /// How many values it takes to write it down, those of components that are arrays included.
    pub fn size(&self) -> u64 {
        let own = |value: &Value| match value {
            Value::Array(array) => array.size(),
            Value::Bool(_) | Value::Int(_) => 1,
        };
        if self.is_of_arrays() {
            let all = self.exceptions.values().map(own);
            all.fold(own(&self.default), u64::saturating_add)
        } else {
            1 + self.exceptions.len() as u64
        }
    }

    fn is_of_arrays(&self) -> bool {
        matches!(*self.default, Value::Array(_))
    }

    /// The value almost everywhere.
    pub fn default_value(&self) -> &Value {
        &self.default
    }

    /// The indices with another value, in order, and their values.
    pub fn exceptions(&self) -> impl Iterator<Item = (&BigInt, &Value)> {
        self.exceptions.iter()
    }
}

impl fmt::Display for Value {
    /// As Ada writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(true) => f.write_str("True"),
            Value::Bool(false) => f.write_str("False"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Array(array) => {
                f.write_str("(")?;
                for (index, value) in array.exceptions() {
                    write!(f, "{index} => {value}, ")?;
                }
                write!(f, "others => {})", array.default)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_equal_where_all_their_elements_are() {
        let zero = || Value::Int(0.into());
        let one = || Value::Int(1.into());
        let plain = ArrayValue::constant(zero());
        let changed = plain.clone().with(3.into(), one());
        assert_ne!(plain, changed);
        assert_eq!(*changed.get(&3.into()), one());
        assert_eq!(*changed.get(&4.into()), zero());
        assert_eq!(plain, changed.clone().with(3.into(), zero()));
        assert_eq!(Value::Array(changed).to_string(), "(3 => 1, others => 0)");
    }
}
