//! How much of the library reaches flow form, and what stands in the way of the rest.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "of the many kinds of declaration, a few have bodies"
)]
#![allow(
    clippy::fn_params_excessive_bools,
    reason = "what is known of the surroundings, not modes"
)]

use std::collections::{BTreeMap, BTreeSet};

use sabs::diagnostic::{Diagnostic, Severity};
use sabs::flow::{FlowProgram, normalise};
use sabs::program::{Body, Program, elaborate_leniently, elaborate_with, needed_units, unit_name};
use sabs::source::{SourceFile, Sources, Span};
use sabs::syntax::ast::{self, DeclarationKind};
use sabs::syntax::parse;

/// The syntax of a whole library, read once.
pub(crate) struct Library {
    pub(crate) sources: Sources,
    /// The units of one name, in lower case: specification, body and subunits.
    units: BTreeMap<String, Vec<ast::Unit>>,
}

/// A subprogram body in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SourceBody {
    /// Where its name stands.
    pub(crate) place: Span,
    /// Whether its package says `SPARK_Mode => On`, in the specification or in the body.
    pub(crate) is_spark: bool,
    /// Whether it is part of a generic unit: only instances of that have a flow form.
    pub(crate) is_generic: bool,
}

/// What became of the bodies of some units.
#[derive(Default)]
pub(crate) struct Coverage {
    pub(crate) bodies: Vec<SourceBody>,
    /// The places of the bodies that some program has in flow form.
    pub(crate) reached: BTreeSet<Span>,
    /// What stands in the way of the others.
    pub(crate) obstacles: BTreeMap<Span, String>,
    /// The units that gave no program at all, with the first reason.
    pub(crate) refused: Vec<(String, String)>,
    /// The units that are accepted without forgiving anything, as those of a user are.
    pub(crate) accepted: usize,
    /// The units in which sabs panicked.
    pub(crate) panics: Vec<String>,
}

impl Library {
    pub(crate) fn read(files: &[SourceFile]) -> Library {
        let mut library = Library {
            sources: Sources::default(),
            units: BTreeMap::new(),
        };
        for file in files {
            let id = library.sources.add(file.clone());
            for unit in parse(id, file).units {
                let name = unit_name(&unit).to_lowercase();
                library.units.entry(name).or_default().push(unit);
            }
        }
        library
    }

    /// The names of the units that have a package body.
    pub(crate) fn with_bodies(&self) -> Vec<&str> {
        let has_body = |units: &[ast::Unit]| {
            units.iter().any(|unit| {
                unit.subunit_of.is_empty()
                    && matches!(unit.item.kind, DeclarationKind::PackageBody(_))
            })
        };
        let found = self.units.iter().filter(|(_, units)| has_body(units));
        found.map(|(name, _)| name.as_str()).collect()
    }

    /// The names of all units, in lower case.
    pub(crate) fn names(&self) -> Vec<&str> {
        let is_whole =
            |units: &&Vec<ast::Unit>| units.iter().all(|unit| unit.subunit_of.is_empty());
        let found = self.units.iter().filter(|(_, units)| is_whole(units));
        found.map(|(name, _)| name.as_str()).collect()
    }

    /// The file of a package body.
    pub(crate) fn body_file(&self, name: &str) -> &str {
        let units = self.units[name].iter();
        let mut bodies = units.filter(|unit| {
            matches!(unit.item.kind, DeclarationKind::PackageBody(_)) && unit.subunit_of.is_empty()
        });
        let file = bodies.next().map(|unit| unit.span.file).unwrap_or_default();
        self.sources.file(file).name()
    }

    /// The units of that name, its subunits, and all that they need.
    pub(crate) fn with_needed(&self, name: &str) -> (Vec<ast::Unit>, Vec<ast::Unit>) {
        let mut own: Vec<ast::Unit> = self.units[name].clone();
        let inside = format!("{name}.");
        let subunits = self.units.range(inside.clone()..);
        let subunits = subunits.take_while(|(name, _)| name.starts_with(&inside));
        let subunits = subunits.flat_map(|(_, units)| units);
        own.extend(subunits.filter(|unit| !unit.subunit_of.is_empty()).cloned());
        let mut needed: BTreeSet<String> = BTreeSet::from([name.to_owned()]);
        let mut open: Vec<&ast::Unit> = own.iter().collect();
        let mut found = Vec::new();
        while let Some(unit) = open.pop() {
            for (name, _) in needed_units(unit) {
                let name = name.to_lowercase();
                if needed.insert(name.clone())
                    && let Some(units) = self.units.get(&name)
                {
                    open.extend(units);
                    found.extend(units.iter().cloned());
                }
            }
        }
        (own, found)
    }

    /// The files of a unit and of all that it needs.
    pub(crate) fn files(&self, name: &str) -> Vec<&SourceFile> {
        let (own, needed) = self.with_needed(name);
        let ids: BTreeSet<_> = own
            .iter()
            .chain(&needed)
            .map(|unit| unit.span.file)
            .collect();
        ids.into_iter().map(|id| self.sources.file(id)).collect()
    }

    /// The subprogram bodies of a package body.
    pub(crate) fn bodies(&self, name: &str) -> Vec<SourceBody> {
        let units = &self.units[name];
        let is_spark = units.iter().any(says_spark);
        let is_generic = units
            .iter()
            .any(|unit| matches!(unit.item.kind, DeclarationKind::Generic(_)));
        let mut found = Vec::new();
        for unit in units {
            if let DeclarationKind::PackageBody(_) = unit.item.kind {
                let mut generics = BTreeSet::new();
                collect(
                    std::slice::from_ref(&unit.item),
                    is_spark,
                    is_generic,
                    &mut generics,
                    &mut found,
                );
            }
        }
        found
    }

    /// Whether the package body is accepted as one of the user's own: without a single mistake.
    pub(crate) fn is_accepted(&self, name: &str) -> bool {
        let (own, needed) = self.with_needed(name);
        elaborate_with(&own, &needed).is_ok()
    }

    /// Brings one package body to flow form; what sabs takes for a mistake costs what it stands in.
    pub(crate) fn flow(&self, name: &str) -> Result<(Program, FlowProgram), Vec<Diagnostic>> {
        let (own, needed) = self.with_needed(name);
        let program = elaborate_leniently(&own, &needed)?;
        let flow = normalise(&program);
        Ok((program, flow))
    }
}

impl Coverage {
    /// Brings the package bodies of the given names to flow form.
    pub(crate) fn of(library: &Library, names: &[&str]) -> Coverage {
        let mut coverage = Coverage::default();
        for name in names {
            coverage.bodies.extend(library.bodies(name));
        }
        for name in names {
            let accepted = std::panic::catch_unwind(|| library.is_accepted(name));
            coverage.accepted += usize::from(accepted.unwrap_or(false));
            let outcome =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| library.flow(name)));
            match outcome {
                Ok(Ok((program, flow))) => coverage.take(&program, &flow),
                Ok(Err(diagnostics)) => {
                    let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
                    let first = diagnostics.iter().find(is_error);
                    let reason = first.map_or_else(
                        || "unread syntax".to_owned(),
                        |found| {
                            let place = library.sources.locate(found.span);
                            format!("{place}: {}", found.message)
                        },
                    );
                    let construct = first.map_or("unread syntax", |found| &found.message);
                    for body in library.bodies(name) {
                        let obstacle = format!("in its unit: {construct}");
                        coverage.obstacles.entry(body.place).or_insert(obstacle);
                    }
                    coverage.refused.push(((*name).to_owned(), reason));
                }
                Err(_) => coverage.panics.push((*name).to_owned()),
            }
        }
        coverage
    }

    fn take(&mut self, program: &Program, flow: &FlowProgram) {
        for (subprogram, graph) in program.subprograms.iter().zip(&flow.subprograms) {
            let Some(place) = subprogram.body_span else {
                continue;
            };
            match &subprogram.body {
                Body::Statements(_) => {
                    assert!(!graph.blocks.is_empty(), "{}", graph.name);
                    self.reached.insert(place);
                }
                Body::Absent { .. } | Body::Contract { .. } => {}
                Body::Rejected { reason, .. } => {
                    let construct = reason.construct.clone();
                    self.obstacles.entry(place).or_insert(construct);
                }
            }
        }
    }

    /// How many of the bodies that `wanted` selects are in flow form, and how many there are.
    pub(crate) fn share(&self, wanted: impl Fn(&SourceBody) -> bool) -> (usize, usize) {
        let all = self.bodies.iter().filter(|body| wanted(body));
        let (mut reached, mut count) = (0, 0);
        for body in all {
            count += 1;
            reached += usize::from(self.reached.contains(&body.place));
        }
        (reached, count)
    }

    /// What stands in the way, with the number of bodies, most frequent first.
    pub(crate) fn obstacles(&self, wanted: impl Fn(&SourceBody) -> bool) -> Vec<(usize, String)> {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for body in self.bodies.iter().filter(|body| wanted(body)) {
            if self.reached.contains(&body.place) {
                continue;
            }
            let obstacle = match self.obstacles.get(&body.place) {
                Some(obstacle) => without_names(obstacle),
                None if body.is_generic => "part of a generic unit without an instance".to_owned(),
                None => "not reached".to_owned(),
            };
            *counts.entry(obstacle).or_default() += 1;
        }
        let mut found: Vec<(usize, String)> = counts
            .into_iter()
            .map(|(obstacle, count)| (count, obstacle))
            .collect();
        found.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        found
    }
}

/// A message with `…` for what comes from the source, so that the same obstacle counts as one.
fn without_names(message: &str) -> String {
    let is_name = |word: &str| word.contains(|c: char| c.is_uppercase() || "\"'(".contains(c));
    let mut words: Vec<&str> = Vec::new();
    for word in message.split_whitespace() {
        let word = if is_name(word) { "…" } else { word };
        if word != "…" || words.last() != Some(&"…") {
            words.push(word);
        }
    }
    words.join(" ")
}

/// Whether the unit says `SPARK_Mode => On`, or just `SPARK_Mode`, of itself.
fn says_spark(unit: &ast::Unit) -> bool {
    let is_on = |value: Option<&ast::Expression>| {
        value.is_none_or(|value| value.to_string().eq_ignore_ascii_case("on"))
    };
    let by_aspect = |aspects: &[ast::Aspect]| {
        aspects
            .iter()
            .any(|aspect| aspect.name.key() == "spark_mode" && is_on(aspect.definition.as_ref()))
    };
    let by_pragma = |list: &[ast::Declaration]| {
        list.iter().any(|declaration| match &declaration.kind {
            DeclarationKind::Pragma(pragma) => is_spark_pragma(pragma),
            _ => false,
        })
    };
    let item = match &unit.item.kind {
        DeclarationKind::Generic(generic) => &generic.declaration,
        _ => &unit.item,
    };
    let context = unit
        .context
        .iter()
        .any(|item| matches!(item, ast::ContextItem::Pragma(pragma) if is_spark_pragma(pragma)));
    context
        || match &item.kind {
            DeclarationKind::Package(package) => {
                by_aspect(&package.aspects) || by_pragma(&package.visible)
            }
            DeclarationKind::PackageBody(package) => {
                by_aspect(&package.aspects) || by_pragma(&package.declarations)
            }
            _ => false,
        }
}

fn is_spark_pragma(pragma: &ast::Pragma) -> bool {
    pragma.name.key() == "spark_mode"
        && pragma
            .arguments
            .first()
            .is_none_or(|argument| argument.to_string().eq_ignore_ascii_case("on"))
}

/// The bodies among declarations, those inside other bodies included.
fn collect(
    list: &[ast::Declaration],
    is_spark: bool,
    is_generic: bool,
    generics: &mut BTreeSet<String>,
    found: &mut Vec<SourceBody>,
) {
    for declaration in list {
        let mut add = |name: &ast::Name, is_generic: bool| {
            found.push(SourceBody {
                place: name.span,
                is_spark,
                is_generic,
            });
        };
        match &declaration.kind {
            DeclarationKind::Generic(generic) => {
                let name = match &generic.declaration.kind {
                    DeclarationKind::Package(package) => Some(package.name.key()),
                    DeclarationKind::Subprogram(subprogram) => Some(subprogram.name.key()),
                    _ => None,
                };
                generics.extend(name);
            }
            DeclarationKind::SubprogramBody(body) => {
                let name = &body.specification.name;
                let is_generic = is_generic || generics.contains(&name.key());
                add(name, is_generic);
                collect(&body.declarations, is_spark, is_generic, generics, found);
            }
            DeclarationKind::ExpressionFunction(specification, _)
            | DeclarationKind::NullProcedure(specification) => add(&specification.name, is_generic),
            DeclarationKind::PackageBody(body) => {
                let is_generic = is_generic || generics.contains(&body.name.key());
                collect(&body.declarations, is_spark, is_generic, generics, found);
            }
            DeclarationKind::Package(package) => {
                collect(&package.visible, is_spark, is_generic, generics, found);
                collect(&package.private, is_spark, is_generic, generics, found);
            }
            _ => {}
        }
    }
}
