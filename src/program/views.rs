//! Formal types: in an instance, what is of a formal type has the operators of the formal, whatever
//! its actual's own ones are (RM 12.5 (8)), and what is of the actual has not the formal's.

use std::sync::Arc;

use super::elaborator::Elaborator;
use super::entity::{EntityKind, RegionId};
use super::kind::{Fit, Kind};
use super::typed::SubprogramId;
use super::types::{Subtype, Type};
use crate::syntax::ast::TypeDefinition;

impl Elaborator {
    /// As which formal type the text that is read knows a type; `None` where it knows it as itself.
    pub(super) fn view(&self, base: &Type) -> Option<RegionId> {
        let views = base.views.iter().rev();
        views.copied().find(|view| self.scopes.contains(view))
    }

    /// The component of an array: where the array is a formal type, its component may be one, too.
    pub(super) fn component_of(&self, array: &Type) -> Option<Subtype> {
        let component = &array.array()?.component;
        let Some(view) = self.view(array) else {
            return Some(component.clone());
        };
        let mut entities = self.region(view).names.values().flatten();
        let is_formal = entities.any(|id| {
            matches!(&self.entity(*id).kind,
                EntityKind::Subtype(formal) if formal.base.id == component.base.id)
        });
        Some(if is_formal {
            seen_as(component, view)
        } else {
            component.clone()
        })
    }

    /// Whether an operator belongs to the types of its operands as the text that is read knows them.
    /// Records take their equality along.
    pub(super) fn belongs(&self, id: SubprogramId, name: &str, operands: &[&[Kind]]) -> bool {
        let parameters = &self.subprograms[id.0 as usize].parameters;
        let (mut meant, mut own) = (None, None);
        for (parameter, kinds) in parameters.iter().zip(operands) {
            let wanted = &parameter.subtype.base;
            if name == "=" && wanted.record().is_some() {
                return true;
            }
            for kind in *kinds {
                if let Kind::Of(base) = kind
                    && kind.fit(wanted) == Fit::Exactly
                {
                    meant = meant.or(self.view(base));
                    own = own.or(self.view(wanted));
                }
            }
        }
        meant == own
    }

    /// The equality that the user declares for a record type.
    pub(super) fn own_equality(&self, kind: &Kind) -> Option<SubprogramId> {
        let base = kind.base().filter(|base| base.record().is_some())?;
        let mut primitives = self.primitives.get(&base.id)?.iter();
        let found = primitives.find(|(name, id)| {
            let parameters = &self.subprograms[id.0 as usize].parameters;
            let mut subtypes = parameters.iter().map(|parameter| &parameter.subtype);
            name.key() == "\"=\"" && subtypes.all(|subtype| subtype.base.id == base.id)
        });
        found.map(|(_, id)| *id)
    }

    /// Gives a formal subprogram, which has been declared with its profile, the subtypes of its
    /// actual; calls of it are calls of that.
    pub(super) fn bind_profile(&mut self, formal: SubprogramId, actual: SubprogramId) {
        let renamed = &self.subprograms[actual.0 as usize];
        let subtypes: Vec<Subtype> = renamed
            .parameters
            .iter()
            .map(|p| p.subtype.clone())
            .collect();
        let modes: Vec<_> = renamed.parameters.iter().map(|p| p.mode).collect();
        let result = renamed.result.clone();
        let declared = &mut self.subprograms[formal.0 as usize];
        for ((parameter, subtype), mode) in declared.parameters.iter_mut().zip(subtypes).zip(modes)
        {
            let base = Arc::clone(&parameter.subtype.base);
            parameter.subtype = Subtype { base, ..subtype };
            parameter.mode = mode;
        }
        if let (Some(own), Some(result)) = (&mut declared.result, result) {
            let base = Arc::clone(&own.base);
            *own = Subtype { base, ..result };
        }
        declared.inherits = Some(actual);
    }
}

/// The actual of a formal type as that type. A derived one has the operators of its ancestor.
pub(super) fn as_formal(actual: Subtype, definition: &TypeDefinition, view: RegionId) -> Subtype {
    match definition {
        TypeDefinition::Derived { .. } | TypeDefinition::PrivateExtension { .. } => actual,
        _ => seen_as(&actual, view),
    }
}

fn seen_as(subtype: &Subtype, view: RegionId) -> Subtype {
    let mut base = (*subtype.base).clone();
    base.views.push(view);
    Subtype {
        base: Arc::new(base),
        ..subtype.clone()
    }
}
