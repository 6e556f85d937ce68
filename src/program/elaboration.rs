//! The order in which library units are elaborated: what a unit needs comes before it, bodies
//! included, unless it needs the unit itself.

use std::collections::{BTreeMap, BTreeSet};

use super::library::Library;
use super::typed::Statement;
use super::units::needed;

/// What the elaboration of a specification or a body does.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) unit: String,
    pub(super) statements: Vec<Statement>,
}

/// Per unit those that it needs, also through others.
pub(super) type Needs = BTreeMap<String, BTreeSet<String>>;

pub(super) fn needs(known: &BTreeMap<String, Library<'_>>) -> Needs {
    let own = known.iter().map(|(name, library)| {
        let parts = library.specification.iter().chain(&library.body);
        let all = parts.flat_map(|(unit, _)| needed(unit));
        let all = all.map(|(needed, _)| needed.to_lowercase());
        (name.clone(), all.collect::<BTreeSet<String>>())
    });
    let mut found: Needs = own.collect();
    loop {
        let before = found.clone();
        for needed in found.values_mut() {
            let further: Vec<&String> = needed
                .iter()
                .filter_map(|name| before.get(name))
                .flatten()
                .collect();
            let further: BTreeSet<String> = further.into_iter().cloned().collect();
            needed.extend(further);
        }
        if found == before {
            return found;
        }
    }
}

/// All statements, in the order of elaboration; parts that need nothing of each other keep theirs.
pub(super) fn in_order(parts: Vec<Part>, needs: &Needs) -> Vec<Statement> {
    let nothing = BTreeSet::new();
    let of = |unit: &String| needs.get(unit).unwrap_or(&nothing);
    let mut left = parts;
    let mut found = Vec::new();
    while !left.is_empty() {
        let is_free = |at: &usize| {
            let own = of(&left[*at].unit);
            left.iter().enumerate().all(|(other, part)| {
                let is_before =
                    own.contains(&part.unit) && !of(&part.unit).contains(&left[*at].unit);
                other == *at || !is_before
            })
        };
        // Without cycles there is always one; its own specification stands before a body.
        let next = (0..left.len()).find(is_free).unwrap_or(0);
        found.extend(left.remove(next).statements);
    }
    found
}
