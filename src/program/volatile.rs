//! Objects that others change while the program runs: what aspects and pragmas say of them.

use super::elaborator::Elaborator;
use super::types::Subtype;
use crate::syntax::ast;

/// What makes an object, or all objects of a type, volatile. Whatever is atomic is volatile, too.
pub(super) const VOLATILE: [&str; 5] = [
    "volatile",
    "atomic",
    "volatile_components",
    "atomic_components",
    "volatile_full_access",
];

/// Who else has to do with a volatile object: where one is named, the others are not so.
const PROPERTIES: [&str; 4] = [
    "async_readers",
    "async_writers",
    "effective_reads",
    "effective_writes",
];

/// Whether the aspects say who else has to do with the object.
fn is_told(aspects: &[ast::Aspect]) -> bool {
    let mut all = aspects.iter();
    says(aspects, &["no_caching"])
        || all.any(|aspect| PROPERTIES.contains(&aspect.name.key().as_str()))
}

/// Whether one of these aspects is there, and not switched off.
fn says(aspects: &[ast::Aspect], names: &[&str]) -> bool {
    aspects.iter().any(|aspect| {
        let value = aspect.definition.as_ref().map(ToString::to_string);
        names.contains(&aspect.name.key().as_str())
            && !value.is_some_and(|value| value.eq_ignore_ascii_case("false"))
    })
}

/// Whether others may write what these aspects stand at.
pub(super) fn others_write(aspects: &[ast::Aspect]) -> bool {
    says(aspects, &["address", "import", "async_writers"])
        || says(aspects, &VOLATILE) && !is_told(aspects)
}

impl Elaborator {
    /// Remembers that the objects of a type are volatile, by its own aspects or by its parent's.
    pub(super) fn note_volatile(&mut self, id: u32, aspects: &[ast::Aspect], parent: Option<u32>) {
        if others_write(aspects) || parent.is_some_and(|id| self.volatile_types.contains(&id)) {
            self.volatile_types.insert(id);
        }
    }

    /// Whether the objects of the subtype are volatile where nothing else is said.
    pub(super) fn is_volatile(&self, subtype: &Subtype) -> bool {
        self.volatile_types.contains(&subtype.base.id)
    }

    /// Whether others may write an object with these aspects.
    pub(super) fn others_write_object(&self, subtype: &Subtype, aspects: &[ast::Aspect]) -> bool {
        others_write(aspects) || self.is_volatile(subtype) && !is_told(aspects)
    }
}
