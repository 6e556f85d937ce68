//! Values of objects of the source, put together from the variables that hold their parts.

use std::collections::BTreeSet;

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive};

use super::super::form::{Form, Part, Scalar, ScalarKind, Variant};
use super::super::value::Value;

/// Longer strings, and arrays with more components of their own, are not written.
const MOST_COMPONENTS: usize = 10_000;

/// A part of an object: the scalars that one variable holds.
#[derive(Debug, Clone)]
pub struct Leaf<'a> {
    /// What the variable is in the source.
    pub form: &'a Form,
    /// Its value.
    pub value: Value,
    /// Of an array, the bounds of its dimensions, where they are known.
    pub bounds: Vec<Option<(BigInt, BigInt)>>,
}

/// How a value is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Manner {
    /// Whether the object takes its bounds from the value.
    pub is_unconstrained: bool,
    /// Whether records may have components that no part tells of.
    pub is_partial: bool,
}

/// The value of an object as Ada writes it, given all its parts; `None` where they do not make one.
pub fn whole_value(leaves: &[Leaf<'_>], manner: Manner) -> Option<String> {
    let pieces: Vec<Piece<'_>> = leaves
        .iter()
        .map(|leaf| Piece {
            parts: &leaf.form.parts,
            scalar: &leaf.form.scalar,
            value: leaf.value.clone(),
            bounds: &leaf.bounds,
        })
        .collect();
    written(&pieces, manner)
}

/// What is left of a leaf on the way inwards.
#[derive(Clone)]
struct Piece<'a> {
    parts: &'a [Part],
    scalar: &'a Scalar,
    value: Value,
    bounds: &'a [Option<(BigInt, BigInt)>],
}

impl<'a> Piece<'a> {
    /// The piece at an index, or that at all others.
    fn component(&self, index: Option<&BigInt>) -> Option<Piece<'a>> {
        let Value::Array(array) = &self.value else {
            return None;
        };
        let value = match index {
            Some(index) => array.get(index),
            None => array.default_value(),
        };
        Some(Piece {
            value: value.clone(),
            bounds: self.bounds.get(1..).unwrap_or_default(),
            ..self.clone()
        })
    }

    fn inner(&self) -> Piece<'a> {
        Piece {
            parts: &self.parts[1..],
            ..self.clone()
        }
    }
}

fn written(pieces: &[Piece<'_>], manner: Manner) -> Option<String> {
    let first = pieces.first()?;
    match first.parts.first() {
        None => match &first.value {
            Value::Bool(truth) => Some(if *truth { "True" } else { "False" }.to_owned()),
            Value::Int(number) => {
                let named = first.scalar.literal(number);
                Some(named.unwrap_or_else(|| number.to_string()))
            }
            Value::Array(_) => None,
        },
        Some(Part::Component(..)) => record(pieces, manner),
        Some(Part::Indices(indices)) => array(pieces, indices, manner),
    }
}

fn record(pieces: &[Piece<'_>], manner: Manner) -> Option<String> {
    let mut components: Vec<(&str, &[Variant], Vec<Piece<'_>>)> = Vec::new();
    for piece in pieces {
        let Some(Part::Component(name, variants, _)) = piece.parts.first() else {
            return None;
        };
        match components.iter_mut().find(|(known, ..)| known == name) {
            Some((_, _, own)) => own.push(piece.inner()),
            None => components.push((name, variants, vec![piece.inner()])),
        }
    }
    let discriminant = |name: &str| {
        let mut all = components.iter();
        let (_, _, own) = all.find(|(known, ..)| known.eq_ignore_ascii_case(name))?;
        Some(own.first()?.value.clone())
    };
    let inside = Manner {
        is_unconstrained: false,
        ..manner
    };
    let mut parts = Vec::new();
    for (name, variants, own) in &components {
        if Variant::all_chosen(variants, &discriminant) {
            parts.push(format!("{name} => {}", written(own, inside)?));
        }
    }
    if manner.is_partial {
        parts.push("others => <>".to_owned());
    }
    Some(format!("({})", parts.join(", ")))
}

/// One dimension of an array after the other.
fn array(pieces: &[Piece<'_>], indices: &[Scalar], manner: Manner) -> Option<String> {
    let Some((index, inner)) = indices.split_first() else {
        let inside = Manner {
            is_unconstrained: false,
            ..manner
        };
        let pieces: Vec<Piece<'_>> = pieces.iter().map(Piece::inner).collect();
        return written(&pieces, inside);
    };
    let bounds = pieces.first()?.bounds.first().cloned().flatten();
    let is_inside = |at: &BigInt| {
        let bounds = bounds.as_ref();
        bounds.is_none_or(|(first, last)| first <= at && at <= last)
    };
    let mut special: BTreeSet<BigInt> = BTreeSet::new();
    for piece in pieces {
        let Value::Array(array) = &piece.value else {
            return None;
        };
        let own = array.exceptions().map(|(at, _)| at);
        special.extend(own.filter(|at| is_inside(at)).cloned());
    }
    if special.len() > MOST_COMPONENTS {
        return None;
    }
    if let (Some(bounds), true) = (&bounds, inner.is_empty())
        && let Some(text) = string(pieces, bounds, manner)
    {
        return Some(text);
    }
    let component = |at: Option<&BigInt>| {
        let own = pieces.iter().map(|piece| piece.component(at));
        array(&own.collect::<Option<Vec<_>>>()?, inner, manner)
    };
    let place = |at: &BigInt| index.literal(at).unwrap_or_else(|| at.to_string());
    let others = component(None)?;
    let mut parts = Vec::new();
    // `others` that stands for a single component hides which one.
    if let Some((first, last)) = &bounds
        && BigInt::from(special.len()) == last - first
    {
        let mut at = first.clone();
        while special.contains(&at) {
            at += 1_u32;
        }
        special.insert(at);
    }
    let are_all_special = bounds.as_ref().is_some_and(|(first, last)| {
        !special.is_empty() && BigInt::from(special.len()) == last - first + 1_u32
    });
    match bounds.filter(|_| manner.is_unconstrained) {
        None => {
            for at in &special {
                parts.push(format!("{} => {}", place(at), component(Some(at))?));
            }
            if !are_all_special {
                parts.push(format!("others => {others}"));
            }
        }
        Some((first, last)) if first > last => {
            parts.push(format!("{} .. {} => {others}", place(&first), place(&last)));
        }
        Some((first, last)) => {
            let mut from = first;
            let end = last + 1_u32;
            for at in special.iter().chain([&end]) {
                let before: BigInt = at - 1_u32;
                if from == before {
                    parts.push(format!("{} => {others}", place(&from)));
                } else if from < before {
                    parts.push(format!(
                        "{} .. {} => {others}",
                        place(&from),
                        place(&before)
                    ));
                }
                if *at != end {
                    parts.push(format!("{} => {}", place(at), component(Some(at))?));
                }
                from = at + 1_u32;
            }
        }
    }
    Some(format!("({})", parts.join(", ")))
}

/// `"abc"`, where there are only characters that can be seen and no bounds to be told.
fn string(
    pieces: &[Piece<'_>],
    (first, last): &(BigInt, BigInt),
    manner: Manner,
) -> Option<String> {
    const LONGEST: usize = 200;
    let [piece] = pieces else {
        return None;
    };
    let is_string = piece.parts.len() == 1
        && &*piece.scalar.name == "Character"
        && matches!(&piece.scalar.kind, ScalarKind::Enumeration(literals) if literals.is_empty());
    let length: BigInt = last - first + 1_u32;
    // A literal begins at 1, and an empty one ends at 0.
    let has_other_bounds = !first.is_one() || length.is_negative();
    if !is_string || manner.is_unconstrained && has_other_bounds {
        return None;
    }
    let length = length.to_usize().unwrap_or(0);
    if length > LONGEST {
        return None;
    }
    let mut text = String::from("\"");
    for at in 0..length {
        let Value::Int(number) = piece.component(Some(&(first + BigInt::from(at))))?.value else {
            return None;
        };
        let byte = number.to_u8().filter(|byte| (b' '..=b'~').contains(byte))?;
        text.push(char::from(byte));
        if byte == b'"' {
            text.push('"');
        }
    }
    text.push('"');
    Some(text)
}
