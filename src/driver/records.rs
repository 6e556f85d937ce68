//! Record types with discriminants, as they are declared.
#![allow(clippy::wildcard_enum_match_arm)] // declarations have many kinds, of which few matter here

use super::Subject;
use crate::syntax::ast::{self, Declaration, DeclarationKind, TypeDefinition};

/// The discriminants of a record type.
pub(super) struct Discriminants {
    /// Their names.
    pub(super) names: Vec<String>,
    /// Whether the subtype gives them their values.
    pub(super) is_constrained: bool,
}

/// The discriminants of a subtype, if it has some.
pub(super) fn discriminants(subject: &Subject<'_>, subtype: &str) -> Option<Discriminants> {
    const DEEPEST: usize = 20;
    let units = subject.unit.syntax.iter().chain(&subject.unit.library);
    let mut declared = Vec::new();
    for unit in units {
        collect(std::slice::from_ref(&unit.item), &mut declared);
    }
    let (mut wanted, mut is_constrained) = (subtype.to_owned(), false);
    for _ in 0..DEEPEST {
        let simple = wanted.rsplit('.').next().unwrap_or_default().trim();
        let parent = declared.iter().find_map(|item| match &item.kind {
            DeclarationKind::Type(found) if found.name.text.eq_ignore_ascii_case(simple) => {
                match (&found.discriminants, &found.definition) {
                    (ast::Discriminants::Known(own), _) => Some(Err(Discriminants {
                        names: own.iter().map(|own| own.name.text.clone()).collect(),
                        is_constrained,
                    })),
                    (_, TypeDefinition::Derived { parent, .. }) => Some(Ok(parent)),
                    _ => None,
                }
            }
            DeclarationKind::Subtype {
                name, indication, ..
            } if name.text.eq_ignore_ascii_case(simple) => Some(Ok(indication)),
            _ => None,
        })?;
        match parent {
            Err(found) => return Some(found),
            Ok(parent) => {
                is_constrained |= parent.constraint.is_some();
                wanted = parent.mark.to_string();
            }
        }
    }
    None
}

/// All that packages declare.
fn collect<'a>(items: &'a [Declaration], declared: &mut Vec<&'a Declaration>) {
    for item in items {
        match &item.kind {
            DeclarationKind::Package(package) => {
                collect(&package.visible, declared);
                collect(&package.private, declared);
            }
            DeclarationKind::PackageBody(body) => collect(&body.declarations, declared),
            _ => declared.push(item),
        }
    }
}
