//! Objects of the source, of which the variables of the logic hold parts.

use num_bigint::BigInt;

use super::typed::Object;
use crate::logic::{
    Form, Leaf, Manner, Part, Term, Value, Variable, Variant, source_name, whole_value,
};

/// An object of the source.
#[derive(Debug, Clone)]
pub struct Whole<'a> {
    /// Its name.
    pub name: String,
    /// The variables that hold its parts; not its bounds.
    pub parts: Vec<&'a Object>,
}

/// What the value of a variable is, if it is known.
pub type Values<'a> = dyn Fn(&Variable) -> Option<Value> + 'a;

/// The objects that some variables are parts of, in the order of the first of these. What the source
/// has no name for is left out, and so are bounds.
pub fn wholes<'a>(objects: impl IntoIterator<Item = &'a Object>) -> Vec<Whole<'a>> {
    let mut found: Vec<Whole<'a>> = Vec::new();
    for object in objects {
        let Some(name) = whole_name(object) else {
            continue;
        };
        // Objects of one name may be declared at different places.
        let is_same = |known: &&mut Whole<'a>| {
            known.name == name && known.parts.iter().all(|part| part.span == object.span)
        };
        match found.iter_mut().find(is_same) {
            Some(known) => known.parts.push(object),
            None => found.push(Whole {
                name,
                parts: vec![object],
            }),
        }
    }
    found
}

/// The name of the object that a variable is a part of; `None` of bounds, and where the source has
/// none.
pub fn whole_name(object: &Object) -> Option<String> {
    let parts = object.form.as_ref().map_or(&[][..], |form| &form.parts);
    let name = &object.variable.name;
    if name.contains('\'') {
        return None;
    }
    source_name(name, parts)
}

/// Whether the variable holds one component of every component of an array: the source has a name
/// for the array only.
pub fn is_scattered(object: &Object) -> bool {
    let parts = object.form.as_ref().map_or(&[][..], |form| &form.parts);
    let is_component = |part: &Part| matches!(part, Part::Component(..));
    let mut inner = parts.iter().skip_while(|part| is_component(part));
    inner.any(is_component)
}

/// Whether no assignment to a part by itself can be written: to one component of every component of an
/// array, or to a discriminant.
pub fn is_set_as_whole(part: &Object) -> bool {
    let way = part.form.as_ref().map_or(&[][..], |form| &form.parts);
    is_scattered(part) || matches!(way.last(), Some(Part::Component(_, _, true)))
}

impl Whole<'_> {
    /// Whether it takes its bounds from its value.
    pub fn is_unconstrained(&self) -> bool {
        self.parts.iter().any(|part| {
            let is_array = part
                .form
                .as_ref()
                .is_some_and(|form| matches!(form.parts.first(), Some(Part::Indices(_))));
            let is_open = |bound: &Term| !bound.variables().is_empty();
            let first = part.bounds.first();
            is_array && first.is_some_and(|(low, high)| is_open(low) || is_open(high))
        })
    }

    /// The parts that the discriminants leave in it.
    pub fn existing(&self, values: &Values<'_>) -> Vec<&Object> {
        let parts = self.parts.iter().copied();
        parts.filter(|part| self.exists(part, values)).collect()
    }

    /// Whether the discriminants around a part choose its variants. Those inside of an array tell
    /// of each component by itself.
    fn exists(&self, part: &Object, values: &Values<'_>) -> bool {
        let way = part.form.as_ref().map_or(&[][..], |form| &form.parts);
        let is_component = |step: &&Part| matches!(step, Part::Component(..));
        let ahead = way.iter().take_while(is_component).count();
        (0..ahead).all(|depth| {
            let Part::Component(_, variants, _) = &way[depth] else {
                return true;
            };
            let discriminant = |wanted: &str| {
                let is_meant = |other: &&&Object| {
                    let form = other.form.as_ref();
                    form.is_some_and(|form| match form.parts.split_last() {
                        Some((Part::Component(name, ..), before)) => {
                            before == &way[..depth] && name.eq_ignore_ascii_case(wanted)
                        }
                        Some((Part::Indices(_), _)) | None => false,
                    })
                };
                values(&self.parts.iter().find(is_meant)?.variable)
            };
            Variant::all_chosen(variants, &discriminant)
        })
    }

    /// The value of a single part as Ada writes it behind the name of that part.
    pub fn inner_text(&self, values: &Values<'_>) -> Option<String> {
        let [part] = self.parts.as_slice() else {
            return None;
        };
        let form = part.form.as_deref()?;
        let is_component = |part: &&Part| matches!(part, Part::Component(..));
        let inner = Form {
            parts: form
                .parts
                .iter()
                .skip_while(is_component)
                .cloned()
                .collect(),
            scalar: form.scalar.clone(),
        };
        let leaf = Leaf {
            form: &inner,
            value: values(&part.variable)?,
            bounds: part.bounds.iter().map(|own| both(own, values)).collect(),
        };
        whole_value(&[leaf], Manner::default())
    }

    /// Of a record, its components with their values, where these can be written.
    pub fn components(&self, values: &Values<'_>) -> Vec<(String, Option<String>)> {
        let mut found: Vec<(String, Vec<(Form, &Object)>)> = Vec::new();
        for part in self.existing(values) {
            let Some(form) = part.form.as_deref() else {
                continue;
            };
            let Some((Part::Component(name, ..), inner)) = form.parts.split_first() else {
                continue;
            };
            let inner = Form {
                parts: inner.to_vec(),
                scalar: form.scalar.clone(),
            };
            match found.iter_mut().find(|(known, _)| known == name) {
                Some((_, own)) => own.push((inner, part)),
                None => found.push((name.clone(), vec![(inner, part)])),
            }
        }
        let text = |own: &[(Form, &Object)]| {
            let mut leaves = Vec::new();
            for (form, part) in own {
                leaves.push(Leaf {
                    form,
                    value: values(&part.variable)?,
                    bounds: part.bounds.iter().map(|own| both(own, values)).collect(),
                });
            }
            whole_value(&leaves, Manner::default())
        };
        let texts = found.into_iter();
        texts.map(|(name, own)| (name, text(&own))).collect()
    }

    /// Its value as Ada writes it; `None` where that is not known or cannot be written.
    pub fn text(&self, values: &Values<'_>) -> Option<String> {
        self.written(values, self.manner())
    }

    /// The same for a program, in which components that are not modelled have values too.
    pub fn initial_value(&self, values: &Values<'_>) -> Option<String> {
        let manner = Manner {
            is_partial: true,
            ..self.manner()
        };
        self.written(values, manner)
    }

    fn manner(&self) -> Manner {
        Manner {
            is_unconstrained: self.is_unconstrained(),
            is_partial: false,
        }
    }

    fn written(&self, values: &Values<'_>, manner: Manner) -> Option<String> {
        let mut leaves = Vec::new();
        for part in self.existing(values) {
            leaves.push(Leaf {
                form: part.form.as_deref()?,
                value: values(&part.variable)?,
                bounds: part.bounds.iter().map(|own| both(own, values)).collect(),
            });
        }
        whole_value(&leaves, manner)
    }
}

fn both((low, high): &(Term, Term), values: &Values<'_>) -> Option<(BigInt, BigInt)> {
    Some((known(low, values)?, known(high, values)?))
}

/// The value of a bound.
fn known(bound: &Term, values: &Values<'_>) -> Option<BigInt> {
    let constants = bound
        .variables()
        .into_iter()
        .filter_map(|variable| {
            let value = values(&variable)?;
            Some((variable, Term::constant(&value)))
        })
        .collect();
    match bound.substitute(&constants).as_value() {
        Some(Value::Int(number)) => Some(number),
        Some(Value::Bool(_) | Value::Array(_)) | None => None,
    }
}
