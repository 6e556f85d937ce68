//! Formal types: in an instance, what is of a formal type has the operators of the formal, whatever
//! its actual's own ones are (RM 12.5 (8)), and what is of the actual has not the formal's.

use std::sync::Arc;

use super::elaborator::Elaborator;
use super::entity::RegionId;
use super::inheritance::Extension;
use super::kind::{Fit, Kind};
use super::lookup::Meaning;
use super::typed::SubprogramId;
use super::types::{Subtype, Type};
use crate::syntax::ast::{self, ArrayDefinition, TypeDeclaration, TypeDefinition, TypeUse};

/// A formal type, in the arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ViewId(u32);

/// A formal type of an instance, or what is derived from one.
#[derive(Debug, Clone)]
pub(super) struct View {
    /// The formals behind which it is known.
    formals: RegionId,
    definition: TypeDefinition,
    /// As which formal type the component of an array is known.
    component: Option<ViewId>,
    /// The formal type it is derived from, if it is not one itself.
    parent: Option<ViewId>,
}

impl Elaborator {
    /// As which formal type the text that is read knows a type; `None` where it knows it as itself.
    pub(super) fn view(&self, base: &Type) -> Option<ViewId> {
        self.view_from(base).and_then(|(known_as, _)| known_as)
    }

    /// The same, with the region around the text that knows it so.
    fn view_from(&self, base: &Type) -> Option<(Option<ViewId>, RegionId)> {
        base.views.iter().rev().find_map(|view| {
            let formals = self.view_at(*view).formals;
            if self.scopes.contains(&formals) {
                return Some((Some(*view), formals));
            }
            let mut around = self.scopes.iter().rev();
            around.find_map(|scope| {
                let known_as = self.region(*scope).seen.get(view)?;
                Some((*known_as, *scope))
            })
        })
    }

    fn view_at(&self, id: ViewId) -> &View {
        &self.views[id.0 as usize]
    }

    fn new_view(&mut self, view: View) -> ViewId {
        self.views.push(view);
        ViewId(u32::try_from(self.views.len() - 1).unwrap_or(u32::MAX))
    }

    /// The formal types that are known behind these formals.
    pub(super) fn views_of(&self, formals: RegionId) -> Vec<ViewId> {
        let all = (0..).map(ViewId).zip(&self.views);
        all.filter(|(_, view)| view.formals == formals)
            .map(|(id, _)| id)
            .collect()
    }

    /// The formal type from which another is derived within the instance.
    pub(super) fn parent_view(&self, view: ViewId) -> Option<ViewId> {
        self.view_at(view).parent
    }

    /// The actual of a formal type as that type, read behind the formals so far.
    pub(super) fn as_formal(
        &mut self,
        actual: Subtype,
        declaration: &TypeDeclaration,
        formals: RegionId,
    ) -> Subtype {
        let definition = &declaration.definition;
        let component = match definition {
            TypeDefinition::PrivateExtension { .. } => return actual,
            TypeDefinition::Derived { parent, .. } => {
                return self.as_derived_formal(actual, &parent.mark, definition, formals);
            }
            TypeDefinition::Array(array) => match self.component_mark(array) {
                Some(component) => self.view(&component.base),
                None => None,
            },
            _ => None,
        };
        let view = self.new_view(View {
            formals,
            definition: definition.clone(),
            component,
            parent: None,
        });
        seen_as(&actual, view)
    }

    fn component_mark(&mut self, array: &ArrayDefinition) -> Option<Subtype> {
        let TypeUse::Subtype(component) = &array.component else {
            return None;
        };
        match self.meaning(&component.mark) {
            Meaning::Subtype(subtype) => Some(subtype),
            _ => None,
        }
    }

    /// What is passed for a type derived from an ancestor has the ancestor's operators and
    /// subprograms (RM 12.5.1 (21)). Tagged types dispatch: they keep their own.
    fn as_derived_formal(
        &mut self,
        actual: Subtype,
        ancestor: &ast::Expression,
        definition: &TypeDefinition,
        formals: RegionId,
    ) -> Subtype {
        let Meaning::Subtype(ancestor) = self.meaning(ancestor) else {
            return actual;
        };
        if ancestor.base.id == actual.base.id || ancestor.base.record().is_some() {
            return actual;
        }
        let view = self.new_view(View {
            formals,
            definition: definition.clone(),
            component: None,
            parent: None,
        });
        let seen = seen_as(&actual, view);
        if self.view(&ancestor.base).is_none() {
            // They are no subprograms of a client's.
            let visible = std::mem::replace(&mut self.is_visible, false);
            self.inherit(&ancestor.base, &seen, Extension::Nothing);
            self.is_visible = visible;
        }
        seen
    }

    /// As what a type derived from a formal type is known where the formal type is known: it has the
    /// operators of the formal type there, and elsewhere those of the actual.
    pub(super) fn view_of_derived(&mut self, parent: &Type) -> Option<ViewId> {
        let (known_as, formals) = self.view_from(parent)?;
        let view = View {
            formals,
            parent: known_as,
            ..self.view_at(known_as?).clone()
        };
        Some(self.new_view(view))
    }

    /// A type as that which inherits the subprograms of its parent; `None` where nobody sees that it
    /// does. From the actual of a formal type it inherits what only those see who know it as itself.
    pub(super) fn as_heir(&self, parent: &Type, first: &Subtype) -> Option<Subtype> {
        let is_tagged = || first.base.record().is_some();
        if self.view(parent).is_none() || is_tagged() {
            return Some(first.clone());
        }
        let mut base = (*first.base).clone();
        base.views.pop()?;
        Some(Subtype {
            base: Arc::new(base),
            ..first.clone()
        })
    }

    /// Whether a formal type that is declared around the present place has this operator of the
    /// language's.
    pub(super) fn has_around(&self, view: ViewId, operator: &str) -> bool {
        let view = self.view_at(view);
        let operator = operator.trim_matches('"');
        let is_equality = matches!(operator, "=" | "/=");
        let has = match &view.definition {
            TypeDefinition::Private(_) | TypeDefinition::Access(_) => is_equality,
            TypeDefinition::AnyDiscrete => {
                is_equality || matches!(operator, "<" | "<=" | ">" | ">=")
            }
            TypeDefinition::AnySigned => !matches!(operator, "and" | "or" | "xor" | "not"),
            _ => true,
        };
        has && self.scopes.contains(&view.formals)
    }

    /// The component of an array: where the array is a formal type, its component may be one, too.
    pub(super) fn component_of(&self, array: &Type) -> Option<Subtype> {
        let component = &array.array()?.component;
        let view = self.view(array).map(|view| self.view_at(view));
        let known_as = view.and_then(|view| view.component);
        Some(match known_as {
            Some(view) => seen_as(component, view),
            None => component.clone(),
        })
    }

    /// Whether an operator belongs to the types of its operands as the text that is read knows them.
    /// Records take their equality along.
    pub(super) fn belongs(&self, id: SubprogramId, name: &str, operands: &[&[Kind]]) -> bool {
        let parameters = &self.subprograms[id.0 as usize].parameters;
        let mut pairs = parameters.iter().zip(operands);
        if name == "=" && pairs.any(|(parameter, _)| parameter.subtype.base.record().is_some()) {
            return true;
        }
        let mut pairs = parameters.iter().zip(operands);
        pairs.all(|(parameter, kinds)| {
            let wanted = &parameter.subtype.base;
            let own = self.view(wanted);
            let fitting = kinds.iter().filter(|kind| kind.fit(wanted) == Fit::Exactly);
            let mut fitting = fitting.filter_map(Kind::base).peekable();
            fitting.peek().is_none() || fitting.any(|base| self.view(base) == own)
        })
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

fn seen_as(subtype: &Subtype, view: ViewId) -> Subtype {
    let mut base = (*subtype.base).clone();
    base.views.push(view);
    Subtype {
        base: Arc::new(base),
        ..subtype.clone()
    }
}
