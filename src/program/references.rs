//! Which declaration each name was found to stand for: for whoever wants to compare that with what
//! another reader of the language says.

use std::collections::BTreeMap;

use super::elaborator::Elaborator;
use super::entity::{EntityId, EntityKind};
use super::standard::NOWHERE;
use super::typed::SubprogramId;
use crate::source::Span;
use crate::syntax::ast::{self, ExpressionKind};

/// From the place of a name to that of the name in its first declaration. What is declared in
/// package Standard has no place.
pub type References = BTreeMap<Span, Span>;

impl Elaborator {
    /// The name, of an expanded name the last part, stands for the entity.
    pub(super) fn refer(&mut self, name: &ast::Expression, id: EntityId) {
        match &name.kind {
            ExpressionKind::Name(_) => self.refer_at(name.span, id),
            ExpressionKind::Selected(_, selector) => self.refer_at(selector.span, id),
            _ => {}
        }
    }

    /// The name at the place stands for the entity if there is no other of that name.
    pub(super) fn refer_to_only(&mut self, span: Span, ids: &[EntityId]) {
        if let [only] = ids {
            self.refer_at(span, *only);
        }
    }

    /// The name stands for the one of the entities that is this subprogram.
    pub(super) fn refer_to_subprogram(
        &mut self,
        name: &ast::Expression,
        ids: &[EntityId],
        subprogram: SubprogramId,
    ) {
        if self.references.is_none() {
            return;
        }
        let is_meant = |id: &&EntityId| matches!(&self.entity(**id).kind, EntityKind::Subprogram(found) if *found == subprogram);
        if let Some(id) = ids.iter().find(is_meant).copied() {
            self.refer(name, id);
        }
    }

    /// What stands in a body that is rejected anyway is not claimed to mean anything, and what does
    /// not stand in the source is of no interest.
    fn refer_at(&mut self, span: Span, id: EntityId) {
        if span == NOWHERE || self.frame.rejection.is_some() || self.frame.mistake.is_some() {
            return;
        }
        let declared = self.entity(id).span;
        if let Some(references) = &mut self.references
            && declared != NOWHERE
        {
            references.insert(span, declared);
        }
    }
}
