//! What variables are in the source, as their types say.

use std::sync::Arc;

use super::types::{RecordType, Subtype, Type, TypeArithmetic, TypeKind};
use crate::logic::{Form, Part, Scalar, ScalarKind, Variant};

/// The form of a variable that holds scalars of the subtype; `None` of what holds no scalars.
pub(super) fn form(parts: &[Part], subtype: &Subtype) -> Option<Arc<Form>> {
    Some(Arc::new(Form {
        parts: parts.to_vec(),
        scalar: scalar(&subtype.base)?,
    }))
}

/// A discrete type as the logic's printer knows it.
pub(super) fn scalar(base: &Type) -> Option<Scalar> {
    let kind = match base.kind() {
        TypeKind::Boolean => ScalarKind::Boolean,
        TypeKind::Discrete(discrete) => match discrete.arithmetic {
            TypeArithmetic::Checked => ScalarKind::Signed,
            TypeArithmetic::Wrapping => ScalarKind::Modular,
            TypeArithmetic::None => ScalarKind::Enumeration(Arc::clone(&discrete.literals)),
        },
        TypeKind::Array(_) | TypeKind::Record(_) | TypeKind::Lost(_) => return None,
    };
    let values = base.base_interval();
    Some(Scalar {
        id: base.id,
        name: base.name.as_str().into(),
        kind,
        base: (values.low, values.high),
    })
}

/// The component of a record at a place as a step towards it.
pub(super) fn component(record: &RecordType, at: usize) -> Part {
    let component = &record.components[at];
    let variants = component.conditions.iter().map(|condition| Variant {
        discriminant: condition.discriminant.clone(),
        choices: condition
            .intervals
            .iter()
            .map(|interval| (interval.low.clone(), interval.high.clone()))
            .collect(),
        is_others: condition.is_others,
    });
    let variants = Arc::new(variants.collect());
    Part::Component(component.name.clone(), variants, at < record.discriminants)
}

/// The indices of one array as a step towards its components.
pub(super) fn indices(subtypes: &[Subtype]) -> Part {
    let types = subtypes.iter().filter_map(|index| scalar(&index.base));
    Part::Indices(types.collect())
}
