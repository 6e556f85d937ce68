//! Units that others name, read when they are needed.

use std::collections::BTreeMap;

use super::elaboration::Part;
use super::elaborator::Elaborator;
use super::entity::{EntityKind, RegionId};
use super::typed::Gap;
use super::units::needed;
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::{self, DeclarationKind};

/// What is known of a library unit.
#[derive(Default)]
pub(super) struct Library<'a> {
    pub(super) specification: Option<(&'a ast::Unit, bool)>,
    pub(super) body: Option<(&'a ast::Unit, bool)>,
    pub(super) is_loaded: bool,
    /// The region of a package with those around it.
    pub(super) scopes: Vec<RegionId>,
}

impl Elaborator {
    pub(super) fn clauses_before(&mut self, clauses: &[ast::Clause]) {
        for clause in clauses {
            if !self.clause(clause).is_empty() {
                self.error(
                    clause.span,
                    "only options and predicates stand before the unit",
                    "put it into the unit",
                );
            }
        }
    }

    /// Reads the specification of a unit, after those it needs.
    pub(super) fn load(
        &mut self,
        name: &str,
        known: &mut BTreeMap<String, Library<'_>>,
        loaded: &mut Vec<String>,
    ) {
        let Some(entry) = known.get_mut(name) else {
            return;
        };
        if std::mem::replace(&mut entry.is_loaded, true) {
            return;
        }
        let (specification, body) = (entry.specification, entry.body);
        for (unit, is_primary) in specification.into_iter().chain(body) {
            for (needed, span) in needed(unit) {
                let key = needed.to_lowercase();
                if known.contains_key(&key) {
                    self.load(&key, known, loaded);
                } else if is_primary && !self.keeps_going && !key.eq_ignore_ascii_case("standard") {
                    self.error(
                        span,
                        format!("the unit {needed} is not found"),
                        whereabouts(&key),
                    );
                }
            }
        }
        loaded.push(name.to_owned());
        let parent = name.rsplit_once('.').map(|(parent, _)| parent.to_owned());
        let parent_scopes = parent
            .and_then(|parent| known.get(&parent).map(|parent| parent.scopes.clone()))
            .filter(|scopes| !scopes.is_empty());
        let base = self.scopes.clone();
        let context = self.new_region(None, "");
        let mut scopes = parent_scopes.unwrap_or_else(|| base.clone());
        scopes.insert(1, context);
        self.scopes = scopes;
        // The context stands outside of all regions.
        let here = self.scopes.split_off(2);
        if let Some((unit, _)) = specification {
            self.context_clauses(&unit.context);
        }
        self.scopes.extend(here);
        let mut found = Vec::new();
        if let Some((unit, is_primary)) = specification {
            let lenient = std::mem::replace(&mut self.is_lenient, self.keeps_going || !is_primary);
            let primary = std::mem::replace(&mut self.is_primary, is_primary);
            let diagnostics = self.diagnostics.len();
            let declared_in = self.scopes.len();
            self.library_item(unit, &mut found);
            debug_assert_eq!(declared_in, self.scopes.len());
            if self.is_lenient {
                self.forgive(diagnostics);
            }
            self.is_lenient = lenient;
            self.is_primary = primary;
        }
        self.elaborated.push(Part {
            unit: name.to_owned(),
            statements: found,
        });
        let own = self.package_region(name);
        if self.here() == context {
            // A root unit is visible to all others.
            let names = self.region(context).names.clone();
            self.region_mut(RegionId(0)).names.extend(names);
        }
        let mut scopes = self.scopes.clone();
        scopes.extend(own);
        if let Some(entry) = known.get_mut(name) {
            entry.scopes = scopes;
        }
        self.scopes = base;
    }

    /// Mistakes in units found for with clauses cost what they stand in, and no more.
    pub(super) fn forgive(&mut self, known: usize) {
        let mistakes: Vec<Diagnostic> = self.diagnostics.drain(known..).collect();
        for mistake in mistakes {
            if mistake.severity == Severity::Error {
                let construct = format!("unread: {}", mistake.message);
                self.gaps.insert(Gap::new(mistake.span, construct));
            }
        }
        self.frame.mistake = None;
    }

    /// The region of the library package of that name, where it has just been declared.
    fn package_region(&self, name: &str) -> Option<RegionId> {
        let last = name.rsplit('.').next().unwrap_or(name);
        let ids = self.region(self.here()).names.get(last)?;
        ids.iter()
            .rev()
            .find_map(|id| match &self.entity(*id).kind {
                EntityKind::Package(region) => Some(*region),
                _ => None,
            })
    }

    fn library_item(&mut self, unit: &ast::Unit, found: &mut super::type_declarations::Found) {
        self.declaration(&unit.item, found);
        self.settle_deferred();
    }

    /// Reads the body of a unit.
    pub(super) fn load_body(&mut self, name: &str, known: &mut BTreeMap<String, Library<'_>>) {
        let Some(entry) = known.get(name) else { return };
        let Some((unit, is_primary)) = entry.body else {
            return;
        };
        if let Some((specification, _)) = entry.specification
            && matches!(specification.item.kind, DeclarationKind::Generic(_))
        {
            return;
        }
        let base = self.scopes.clone();
        let mut scopes = entry.scopes.clone();
        let own = match unit.item.kind {
            DeclarationKind::PackageBody(_) if entry.specification.is_some() => scopes.pop(),
            _ => None,
        };
        let context = self.new_region(None, "");
        scopes.insert(2.min(scopes.len()), context);
        self.scopes = scopes;
        let here = self.scopes.split_off(3.min(self.scopes.len()));
        let mut found = Vec::new();
        let lenient = std::mem::replace(&mut self.is_lenient, self.keeps_going || !is_primary);
        let primary = std::mem::replace(&mut self.is_primary, is_primary);
        let diagnostics = self.diagnostics.len();
        self.context_clauses(&unit.context);
        self.scopes.extend(here);
        match (&unit.item.kind, own) {
            (DeclarationKind::PackageBody(body), Some(region)) => {
                self.body_parts(region, body, false, &mut found);
            }
            _ => self.library_item(unit, &mut found),
        }
        if self.is_lenient {
            self.forgive(diagnostics);
        }
        self.is_lenient = lenient;
        self.is_primary = primary;
        self.elaborated.push(Part {
            unit: name.to_owned(),
            statements: found,
        });
        self.scopes = base;
    }
}

/// What to do about a unit that is not found, by its name in small letters.
fn whereabouts(name: &str) -> &'static str {
    match name.split('.').next() {
        Some("ada" | "gnat" | "interfaces" | "system") => {
            "name the folder of GNAT's library with -I DIR (gnatls -v tells it, as .../adainclude); \
             where its bodies are large, give --timeout too"
        }
        Some(_) | None => "put its file beside this one, or name its folder with -I DIR",
    }
}
