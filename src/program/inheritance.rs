//! Subprograms that a derived type inherits from its parent.
//!
//! An inherited subprogram is a profile of its own, in the terms of the derived type, over the
//! subprogram of the parent: values of both types look alike in the logic, so a call of the one is
//! a call of the other. What must hold of the arguments and of what comes back is that of the
//! profile: the subtypes of the parent's parameters, with the derived type in the parent's place.
//!
//! The components of an extended type begin with the parent's, so that a value of it is passed as
//! one of the parent by leaving out the rest; what comes back leaves the rest as it was.

use std::sync::Arc;

use super::elaborator::Elaborator;
use super::entity::EntityKind;
use super::frame::{BodyState, Parameter};
use super::typed::SubprogramId;
use super::types::{Subtype, Type};
use crate::syntax::ast;

/// Whether a derived type has components that its parent does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extension {
    Nothing,
    Components,
    /// The private part tells.
    Hidden,
}

impl Elaborator {
    /// Whether a type has what it inherits already, from its partial view.
    pub(super) fn has_inherited(&self, base: &Type) -> bool {
        let primitives = self.primitives.get(&base.id).into_iter().flatten();
        let mut declared = primitives.map(|(_, id)| &self.subprograms[id.0 as usize]);
        declared.any(|declared| declared.inherits.is_some())
    }

    /// Keeps that a type is declared here: subprograms after it in the same package are its
    /// primitive operations.
    pub(super) fn note_type(&mut self, base: &Type) {
        self.type_homes.insert(base.id, self.here());
        if self.specifications > 0 {
            self.type_regions.insert(base.id, self.here());
        }
    }

    /// Keeps that a subprogram declared here is a primitive operation of the types of its profile
    /// that are declared here; outside of specifications of packages, only what overrides an
    /// operator of the language's is.
    pub(super) fn note_primitive(&mut self, name: &ast::Name, id: SubprogramId) {
        let kind = EntityKind::Subprogram(id);
        if self.specifications == 0 && !self.is_hidden_by_predefined(&kind, &name.key()) {
            return;
        }
        let declared = &self.subprograms[id.0 as usize];
        let parameters = declared.parameters.iter();
        let mut types: Vec<u32> = parameters
            .map(|parameter| &parameter.subtype)
            .chain(&declared.result)
            .map(|subtype| subtype.base.id)
            .collect();
        types.sort_unstable();
        types.dedup();
        let here = self.here();
        for base in types {
            if self.type_homes.get(&base) == Some(&here) {
                let primitives = self.primitives.entry(base).or_default();
                primitives.push((name.clone(), id));
            }
        }
    }

    /// Declares what `type T is new P`, whose first subtype is given, inherits; what is declared
    /// after it hides it.
    pub(super) fn inherit(&mut self, parent: &Type, first: &Subtype, more: Extension) {
        let Some(first) = &self.as_heir(parent, first) else {
            return;
        };
        let primitives = self.primitives.get(&parent.id).cloned().unwrap_or_default();
        for (name, id) in primitives {
            let result = self.subprograms[id.0 as usize].result.as_ref();
            if more != Extension::Nothing && result.is_some_and(|of| of.base.id == parent.id) {
                // A function cannot return what it does not know of: it must be declared again.
                continue;
            }
            if more != Extension::Nothing && name.key() == "\"=\"" {
                // Of an extension, the new components are compared as well (RM 4.5.2 (14)).
                continue;
            }
            let retyped = |subtype: &Subtype| {
                if subtype.base.id != parent.id {
                    return subtype.clone();
                }
                let settled = subtype.settled();
                let mut predicates = settled.predicates.clone();
                let own = first.predicates.iter();
                let own = own.filter(|own| !settled.predicates.iter().any(|s| Arc::ptr_eq(s, own)));
                predicates.extend(own.cloned());
                Subtype {
                    base: Arc::clone(&first.base),
                    predicates,
                    ..settled
                }
            };
            let declared = &self.subprograms[id.0 as usize];
            let parameters: Vec<Parameter> = declared
                .parameters
                .iter()
                .map(|parameter| Parameter {
                    subtype: retyped(&parameter.subtype),
                    ..parameter.clone()
                })
                .collect();
            let binding = declared.binding;
            let result = declared.result.as_ref().map(retyped);
            let inherited = self.new_subprogram(&name, parameters, result);
            let declared = &mut self.subprograms[inherited.0 as usize];
            declared.state = BodyState::Foreign;
            declared.inherits = Some(id);
            declared.binding = binding;
            self.declare(&name, EntityKind::Subprogram(inherited));
            self.note_primitive(&name, inherited);
            if self.is_visible && self.frame.id.is_none() {
                // Clients may call it even if they do not see the parent's.
                let implementation = self.implementation(id);
                self.forced_entries.insert(implementation);
            }
        }
    }

    /// The subprogram whose body a call runs.
    pub(super) fn implementation(&self, id: SubprogramId) -> SubprogramId {
        let mut id = id;
        while let Some(parent) = self.subprograms[id.0 as usize].inherits {
            id = parent;
        }
        id
    }
}
