//! The type of an expression whose type is still open.

use std::sync::Arc;

use super::types::{Subtype, Type, TypeKind};

/// The type of an expression.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// Of literals and named numbers: fits every integer type.
    Universal,
    /// Of real literals: fits every real type.
    UniversalReal,
    /// Of a string literal: fits every string type.
    String,
    /// Of `null`: fits every access type.
    Null,
    /// A type.
    Of(Arc<Type>),
    /// The surroundings decide: of aggregates, allocators, raise expressions.
    Any,
    /// Something is wrong, and a diagnostic says so.
    Error,
}

/// How well something fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    No,
    /// Too little is known to tell.
    Perhaps,
    Exactly,
}

impl Kind {
    /// Whether a value of this kind fits the type, or may fit it for all that is known.
    pub(super) fn fits(&self, wanted: &Type) -> bool {
        self.fit(wanted) > Fit::No
    }

    /// How well a value of this kind fits the type.
    pub(super) fn fit(&self, wanted: &Type) -> Fit {
        let is_exact = match self {
            Kind::Universal => wanted.is_integer(),
            Kind::UniversalReal => wanted.is_real(),
            Kind::String => wanted.is_string(),
            Kind::Null => wanted.is_access(),
            Kind::Of(found) => found.id == wanted.id,
            Kind::Any | Kind::Error => return Fit::Perhaps,
        };
        let is_possible = match self {
            Kind::UniversalReal | Kind::Any | Kind::Error => false,
            Kind::Universal | Kind::String | Kind::Null => wanted.lost().is_some_and(is_hidden),
            Kind::Of(found) => {
                found.is_access() && wanted.is_access()
                    || found.lost().is_some_and(is_hidden)
                    || wanted.lost().is_some_and(is_hidden)
            }
        };
        match (is_exact, is_possible) {
            (true, _) => Fit::Exactly,
            (false, true) => Fit::Perhaps,
            (false, false) => Fit::No,
        }
    }

    /// Whether predefined arithmetic may apply to it.
    pub(super) fn may_be_number(&self) -> bool {
        self.base().is_none_or(|base| {
            !base.is_boolean() && base.array().is_none() && base.record().is_none()
        })
    }

    /// What it is, in the words of a message.
    pub(super) fn describe(&self) -> String {
        match self {
            Kind::Universal => "universal integer".to_owned(),
            Kind::UniversalReal => "universal real".to_owned(),
            Kind::String => "a string".to_owned(),
            Kind::Null => "an access type".to_owned(),
            Kind::Of(base) => base.name.clone(),
            Kind::Any | Kind::Error => "an unknown type".to_owned(),
        }
    }

    pub(super) fn base(&self) -> Option<&Arc<Type>> {
        match self {
            Kind::Of(base) => Some(base),
            Kind::Universal
            | Kind::UniversalReal
            | Kind::String
            | Kind::Null
            | Kind::Any
            | Kind::Error => None,
        }
    }
}

impl Subtype {
    pub(super) fn kind(&self) -> Kind {
        Kind::Of(Arc::clone(&self.base))
    }

    /// Whether its values are scalars of the logic.
    pub(super) fn is_scalar(&self) -> bool {
        matches!(self.base.kind(), TypeKind::Boolean | TypeKind::Discrete(_))
    }
}

/// Types of which so little is known that they may agree with others.
fn is_hidden(what: &'static str) -> bool {
    what.contains("class-wide")
        || what.contains("formal")
        || what.contains("without a full")
        || what == super::types::UNREAD
}

/// How well the best of the kinds fits the type.
pub(super) fn best_fit(kinds: &[Kind], wanted: &Type) -> Fit {
    let fits = kinds.iter().map(|kind| kind.fit(wanted));
    fits.max().unwrap_or(Fit::Perhaps)
}

/// Whether an expression may have no type but that of whole numbers in general. The operators of
/// that type are preferred to others (RM 8.6 (29)).
pub(super) fn may_be_universal(kinds: &[Kind]) -> bool {
    kinds.iter().any(|kind| matches!(kind, Kind::Universal))
}

/// Whether both operands may be of one kind.
pub(super) fn agree(a: &[Kind], b: &[Kind]) -> bool {
    let fits = |own: &[Kind], other: &[Kind]| {
        let mut bases = own.iter().filter_map(Kind::base);
        bases.any(|base| best_fit(other, base) > Fit::No)
    };
    fits(a, b) || fits(b, a) || may_be_universal(a) && may_be_universal(b)
}

/// The kinds that both operands may have.
pub(super) fn common(a: &[Kind], b: &[Kind]) -> Vec<Kind> {
    let mut found: Vec<Kind> = Vec::new();
    for (own, other) in [(a, b), (b, a)] {
        for kind in own {
            if let Kind::Of(base) = kind
                && best_fit(other, base) > Fit::No
                && !found
                    .iter()
                    .any(|known| matches!(known, Kind::Of(k) if k.id == base.id))
            {
                found.push(kind.clone());
            }
        }
    }
    // Beside what operators of the user's make of it, something may still be a number in general.
    if !found.is_empty() && may_be_universal(a) && may_be_universal(b) {
        found.push(Kind::Universal);
    }
    if found.is_empty() {
        found.extend(
            a.iter()
                .chain(b)
                .find(|kind| !matches!(kind, Kind::Any))
                .cloned(),
        );
    }
    found
}
