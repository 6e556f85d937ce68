//! Instances of generic packages: what stands for the types of their formals.
#![allow(clippy::wildcard_enum_match_arm)] // declarations have many kinds, of which few matter here

use std::collections::BTreeMap;

use super::Subject;
use super::find::{Found, Visibility, all};
use crate::syntax::ast::{Actual, Declaration, DeclarationKind, Instantiation, TypeUse};

/// What stands for the formals of a generic unit in an instance, by their names in lower case.
#[derive(Debug, Default)]
pub(super) struct Actuals {
    known: BTreeMap<String, String>,
}

impl Actuals {
    /// The name of a subtype outside the generic unit.
    pub(super) fn named(&self, subtype: &TypeUse) -> String {
        let name = subtype.to_string();
        let actual = self.known.get(&name.to_lowercase());
        actual.cloned().unwrap_or(name)
    }
}

/// The instance around a subprogram of this full name, if it is visible.
pub(super) fn instance<'a>(subject: &Subject<'a>, subprogram: &str) -> Option<&'a Instantiation> {
    let (around, _) = subprogram.rsplit_once('.')?;
    let simple = around.rsplit('.').next()?;
    all(subject).into_iter().find_map(|found| match found {
        Found::Instance(instance, Visibility::Visible)
            if instance.name.text.eq_ignore_ascii_case(simple) =>
        {
            Some(instance)
        }
        _ => None,
    })
}

/// What the instance passes to the formals.
pub(super) fn actuals(formals: &[Declaration], instance: &Instantiation) -> Actuals {
    let names: Vec<String> = formals
        .iter()
        .filter_map(|formal| match &formal.kind {
            DeclarationKind::Type(found) => Some(&found.name.text),
            DeclarationKind::FormalObject(found) => Some(&found.name.text),
            DeclarationKind::FormalSubprogram(found) => Some(&found.specification.name.text),
            DeclarationKind::FormalPackage(found) => Some(&found.name.text),
            _ => None,
        })
        .map(|name| name.to_lowercase())
        .collect();
    let mut known = BTreeMap::new();
    for (at, association) in instance.arguments.iter().enumerate() {
        let name = match &association.formal {
            Some(name) => Some(name.text.to_lowercase()),
            None => names.get(at).cloned(),
        };
        if let (Some(name), Actual::Expression(actual)) = (name, &association.actual) {
            known.insert(name, actual.to_string());
        }
    }
    Actuals { known }
}
