//! Formal packages: `with package P is new G (…);`
//!
//! In an instance, P is the package that is passed for it, and the formals of that package are
//! visible through it where their actuals are left open (RM 12.7 (10)). What is of such a formal
//! type is known as that type; where the formal package says what a formal type is, it is known as
//! that.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::elaborator::Elaborator;
use super::entity::{Entity, EntityId, EntityKind, Generic, RegionId};
use super::generics::{Instance, formal_name, passed};
use super::lookup::Meaning;
use super::views::ViewId;
use crate::syntax::ast::{self, Actual, DeclarationKind};

/// How what is read knows formal types.
type Seen = BTreeMap<ViewId, Option<ViewId>>;

/// What a formal package says of a formal.
enum Said<'a> {
    /// `<>`: the actual is left open.
    Open,
    /// This is its actual.
    Given(&'a ast::Expression),
    /// Nothing: it has its default.
    Default,
}

impl Elaborator {
    /// Keeps what a package is an instance of.
    pub(super) fn note_instance(
        &mut self,
        region: RegionId,
        generic: &Arc<Generic>,
        formals: RegionId,
    ) {
        let generic = Arc::clone(generic);
        self.instances.insert(region, Instance { generic, formals });
    }

    /// The package that is passed for a formal package, as what is read behind those formals knows
    /// it.
    pub(super) fn formal_package(
        &mut self,
        package: &ast::FormalPackage,
        actual: RegionId,
        formals: RegionId,
    ) -> Option<EntityKind> {
        let Some(instance) = self.instances.get(&actual).cloned() else {
            return Some(EntityKind::Package(actual));
        };
        let seen = self.seen_through(package, &instance);
        let known = &mut self.region_mut(formals).seen;
        if seen
            .iter()
            .any(|(view, known_as)| known.get(view).is_some_and(|known| known != known_as))
        {
            // The same values would have to be known as two types.
            self.error(
                package.name.span,
                "one package for formal packages that say different things of it is not supported",
                "pass another instance",
            );
            return None;
        }
        known.extend(seen);
        let prefix = self.region(actual).prefix.clone();
        let region = self.new_region(None, &prefix);
        let mut names = self.region(actual).names.clone();
        for (position, formal) in named(&instance.generic).enumerate() {
            let Some(name) = formal_name(formal) else {
                continue;
            };
            if !matches!(said_of(package, position, name), Said::Open) {
                continue;
            }
            let key = name.key();
            let bound = self.region(instance.formals).names.get(&key);
            let bound: Vec<EntityKind> = bound
                .into_iter()
                .flatten()
                .map(|id| self.entity(*id).kind.clone())
                .collect();
            let visible = names.entry(key).or_default();
            for kind in bound.into_iter().rev() {
                let id = EntityId(u32::try_from(self.entities.len()).unwrap_or(u32::MAX));
                self.entities.push(Entity {
                    is_visible: true,
                    span: name.span,
                    kind,
                });
                visible.insert(0, id);
            }
        }
        self.region_mut(region).names = names;
        self.instances.insert(region, instance);
        Some(EntityKind::Package(region))
    }

    /// As what is known what is of the formal types of an instance, through a formal package.
    fn seen_through(&mut self, package: &ast::FormalPackage, instance: &Instance) -> Seen {
        // What is derived from formal types within the instance is known as it is there.
        let mut seen: Seen = self
            .views_of(instance.formals)
            .into_iter()
            .map(|view| (view, Some(view)))
            .collect();
        let mut inside = instance.generic.scopes.clone();
        inside.push(instance.formals);
        for (position, formal) in named(&instance.generic).enumerate() {
            let DeclarationKind::Type(declaration) = &formal.kind else {
                continue;
            };
            let own = self
                .region(instance.formals)
                .names
                .get(&declaration.name.key());
            let own = own.and_then(|ids| match &self.entity(*ids.first()?).kind {
                EntityKind::Subtype(subtype) => subtype.base.views.last().copied(),
                _ => None,
            });
            let Some(own) = own.filter(|own| seen.contains_key(own)) else {
                continue;
            };
            let meant = match (
                said_of(package, position, &declaration.name),
                &declaration.default,
            ) {
                (Said::Open, _) | (Said::Default, None) => continue,
                (Said::Given(actual), _) => self.meaning(actual),
                (Said::Default, Some(default)) => {
                    self.in_scopes(inside.clone(), |this| this.meaning(default))
                }
            };
            if let Meaning::Subtype(subtype) = meant {
                let known_as = self.view(&subtype.base);
                seen.insert(own, known_as);
            }
        }
        // What is derived from a formal type that is known as itself has the operators of its actual.
        for view in self.views_of(instance.formals) {
            let parent = self.parent_view(view);
            if parent.is_some_and(|parent| seen.get(&parent) == Some(&None)) {
                seen.insert(view, None);
            }
        }
        // Formal packages of the instance's generic unit lead further.
        for (view, known_as) in self.region(instance.formals).seen.clone() {
            let known_as = known_as.and_then(|own| seen.get(&own).copied().unwrap_or(Some(own)));
            seen.entry(view).or_insert(known_as);
        }
        seen
    }
}

/// The formals that have names, in order.
fn named(generic: &Generic) -> impl Iterator<Item = &ast::Declaration> {
    let formals = generic.formals.iter();
    formals.filter(|formal| formal_name(formal).is_some())
}

fn said_of<'a>(package: &'a ast::FormalPackage, position: usize, name: &ast::Name) -> Said<'a> {
    let arguments = &package.arguments;
    match passed(arguments, position, name) {
        Some(Actual::Expression(actual)) => return Said::Given(actual),
        Some(_) => return Said::Open,
        None => {}
    }
    // `(<>)` and `others => <>`.
    let leaves_open = |argument: &ast::Association| {
        let name = argument.formal.as_ref();
        matches!(argument.actual, Actual::Default(_))
            && name.is_none_or(|name| name.key() == "others")
    };
    if arguments.iter().any(leaves_open) {
        Said::Open
    } else {
        Said::Default
    }
}
