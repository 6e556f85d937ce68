//! What a variable of the logic is in the source.
//!
//! The logic knows no records, no enumerations and one index at a time. A [`Form`] says how the
//! source writes the same thing, so that a term can be told in words that its reader knows.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::value::Value;

/// The way from an object of the source to the scalars that a variable holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// What follows the name of the object, in order.
    pub parts: Vec<Part>,
    /// The type of the scalars.
    pub scalar: Scalar,
}

/// One step from an object to a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// `.F`, which is in the variable's name as well, the variants that it belongs to, and whether it is
    /// a discriminant.
    Component(String, Arc<Vec<Variant>>, bool),
    /// `(I, J)`: the types of the indices of one array, which are those of as many arrays of the
    /// logic.
    Indices(Vec<Scalar>),
}

/// A variant of a record: its components exist for some values of a discriminant only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// The name of the discriminant, a component of the same record.
    pub discriminant: String,
    /// The values that choose it, from the first to the last of each pair; as positions.
    pub choices: Vec<(BigInt, BigInt)>,
    /// Whether all other values choose it instead.
    pub is_others: bool,
}

/// A discrete type.
#[derive(Debug, Clone)]
pub struct Scalar {
    /// What tells it from other types of the same name.
    pub id: u32,
    /// Its name.
    pub name: Arc<str>,
    /// What its values are.
    pub kind: ScalarKind,
    /// Smallest and largest value of its base type.
    pub base: (BigInt, BigInt),
}

/// What the values of a discrete type are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScalarKind {
    /// Truth values; as indices they are their positions.
    Boolean,
    /// Literals, known by their positions; characters have no list of them.
    Enumeration(Arc<Vec<String>>),
    /// Integers whose operators are those of the logic.
    Signed,
    /// Integers whose operators wrap.
    Modular,
}

/// A variable in the source: its form and the least and largest of its values.
#[derive(Debug, Clone, Copy)]
pub struct Word<'a> {
    /// The form.
    pub form: &'a Form,
    /// The values, where they are integers.
    pub range: Option<&'a (BigInt, BigInt)>,
}

/// What the variables that can be named at some place are in the source, by their names.
#[derive(Debug, Clone, Default)]
pub struct Words<'a> {
    known: BTreeMap<&'a str, Word<'a>>,
    /// Variables for which the source has no name but an expression, such as the call whose result
    /// they hold.
    expressions: BTreeMap<&'a str, String>,
}

impl Variant {
    /// Whether a component of these variants exists; what is not known of a discriminant excludes
    /// nothing.
    pub fn all_chosen(variants: &[Variant], value_of: &dyn Fn(&str) -> Option<Value>) -> bool {
        variants.iter().all(|variant| {
            let position = match value_of(&variant.discriminant) {
                Some(Value::Int(position)) => position,
                Some(Value::Bool(truth)) => BigInt::from(u8::from(truth)),
                Some(Value::Array(_)) | None => return true,
            };
            let mut choices = variant.choices.iter();
            let is_named = choices.any(|(low, high)| *low <= position && position <= *high);
            is_named != variant.is_others
        })
    }
}

impl PartialEq for Scalar {
    fn eq(&self, other: &Scalar) -> bool {
        self.id == other.id
    }
}

impl Eq for Scalar {}

impl Scalar {
    /// Whether its values have names rather than being numbers.
    pub fn is_enumeration(&self) -> bool {
        match self.kind {
            ScalarKind::Boolean | ScalarKind::Enumeration(_) => true,
            ScalarKind::Signed | ScalarKind::Modular => false,
        }
    }

    /// The number of values, if the type wraps.
    pub(super) fn modulus(&self) -> Option<BigInt> {
        (self.kind == ScalarKind::Modular).then(|| &self.base.1 + 1_u32)
    }

    /// The value as the source writes it; `None` if it is none of the type.
    pub fn literal(&self, value: &BigInt) -> Option<String> {
        if *value < self.base.0 || self.base.1 < *value {
            return None;
        }
        match &self.kind {
            ScalarKind::Boolean => value.to_usize().map(|at| ["False", "True"][at].to_owned()),
            ScalarKind::Enumeration(literals) => {
                let named = value.to_usize().and_then(|at| literals.get(at)).cloned();
                let graphic = || {
                    let byte = value.to_u8().filter(u8::is_ascii)?;
                    let is_graphic = literals.is_empty() && (b' '..=b'~').contains(&byte);
                    is_graphic.then(|| format!("'{}'", char::from(byte)))
                };
                let by_position = || format!("{}'Val ({value})", self.name);
                Some(named.or_else(graphic).unwrap_or_else(by_position))
            }
            ScalarKind::Signed | ScalarKind::Modular => Some(value.to_string()),
        }
    }
}

impl<'a> Words<'a> {
    /// The variables under their names; of two with one name the later one counts.
    pub fn new(variables: impl IntoIterator<Item = (&'a str, Word<'a>)>) -> Words<'a> {
        Words {
            known: variables.into_iter().collect(),
            expressions: BTreeMap::new(),
        }
    }

    /// From now on the variable of this name is told by an expression. That is for reading: what
    /// stands in it may have changed since the variable was set.
    pub fn tell_as(&mut self, name: &'a str, expression: String) {
        self.expressions.insert(name, expression);
    }

    /// The expression by which the variable of this name is told, if there is one.
    pub(super) fn expression(&self, name: &str) -> Option<&str> {
        self.expressions.get(name).map(String::as_str)
    }

    /// What the variable of this name is, with its value now or at entry.
    pub fn of(&self, name: &str) -> Option<Word<'a>> {
        self.known.get(plain_name(name)).copied()
    }

    /// Whether a variable, or an object of which one is a part, bears the name.
    pub(super) fn is_taken(&self, name: &str) -> bool {
        self.known.keys().any(|known| {
            let whole = known.split(['.', '\'']).next().unwrap_or_default();
            whole.eq_ignore_ascii_case(name)
        })
    }
}

/// The name without the mark of a value at entry.
pub(super) fn plain_name(name: &str) -> &str {
    name.strip_suffix("@entry").unwrap_or(name)
}

/// The name of a variable, or of the object it is a part of, where the source has one.
pub fn source_name(name: &str, parts: &[Part]) -> Option<String> {
    let plain = plain_name(name);
    let mut whole = plain;
    for part in parts.iter().rev() {
        if let Part::Component(component, ..) = part {
            whole = whole.strip_suffix(component.as_str())?.strip_suffix('.')?;
        }
    }
    // Only a bound of a further dimension, `A'First (2)`, has a blank.
    let is_hidden = whole.contains("__")
        || whole.contains('@')
        || whole.contains(' ') && !whole.contains('\'')
        || !whole.starts_with(char::is_alphabetic);
    if is_hidden {
        return None;
    }
    Some(if plain.len() < name.len() {
        format!("{whole}'Old")
    } else {
        whole.to_owned()
    })
}
