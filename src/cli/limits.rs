//! Which checks to look at: those of a subprogram, or those of a line.

use std::collections::BTreeSet;

use clap::Args;

use crate::pipeline::Unit;
use crate::program::{PropertyClause, Subprogram};
use crate::source::{Sources, Span};
use crate::verdict::CheckId;

/// A part of the unit.
#[derive(Debug, Clone, Args)]
pub(super) struct LimitOptions {
    /// Look only at the checks of the subprogram that is declared or has its body at this line, or
    /// that has this name; may be given several times
    #[arg(long, value_name = "FILE:LINE|NAME")]
    limit_subp: Vec<String>,
    /// Look only at the checks of this line, or at this column of it; may be given several times
    #[arg(long, value_name = "FILE:LINE[:COLUMN]")]
    limit_line: Vec<String>,
}

/// What of a unit is looked at; all of it where nothing is named.
#[derive(Debug, Clone, Default)]
pub(super) struct Wanted {
    /// The checks.
    pub(super) checks: Option<BTreeSet<CheckId>>,
    /// The temporal properties, by their number in the unit.
    pub(super) properties: Option<BTreeSet<usize>>,
}

impl LimitOptions {
    /// What is wanted.
    ///
    /// # Errors
    /// Where something that was named does not exist.
    pub(super) fn wanted(&self, unit: &Unit, sources: &Sources) -> Result<Wanted, String> {
        if self.limit_subp.is_empty() && self.limit_line.is_empty() {
            return Ok(Wanted::default());
        }
        let checks = || (0..).map(CheckId).zip(&unit.flow.checks);
        let properties = || unit.program.properties.iter().enumerate();
        let scope = |property: &PropertyClause| &unit.program.subprogram(property.scope).name;
        let mut wanted = BTreeSet::new();
        let mut formulas = BTreeSet::new();
        for name in &self.limit_subp {
            let names = subprograms(unit, sources, name)?;
            let is_within = |subprogram: &str| {
                let mut own = names.iter();
                own.any(|name| {
                    let rest = subprogram.strip_prefix(name.as_str());
                    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
                })
            };
            let own = checks().filter(|(_, check)| is_within(&check.subprogram));
            wanted.extend(own.map(|(id, _)| id));
            let own = properties().filter(|(_, property)| is_within(scope(property)));
            formulas.extend(own.map(|(number, _)| number));
        }
        for given in &self.limit_line {
            let place = Place::read(given)
                .ok_or_else(|| format!("`{given}` is no line [--limit-line p.adb:7]"))?;
            let before = (wanted.len(), formulas.len());
            let own = checks().filter(|(_, check)| place.covers(sources, check.span));
            wanted.extend(own.map(|(id, _)| id));
            let own = properties().filter(|(_, found)| place.covers(sources, found.span));
            formulas.extend(own.map(|(number, _)| number));
            if (wanted.len(), formulas.len()) == before {
                return Err(format!(
                    "there is no check at {given} [sabs show --stage checks lists them]"
                ));
            }
        }
        // With a check come the properties of its subprogram.
        let is_near = |property: &PropertyClause| {
            let mut checks = wanted.iter();
            checks.any(|check| unit.flow.check(*check).subprogram == *scope(property))
        };
        let near = properties().filter(|(_, property)| is_near(property));
        formulas.extend(near.map(|(number, _)| number));
        Ok(Wanted {
            checks: Some(wanted),
            properties: Some(formulas),
        })
    }
}

/// The full names of the subprograms at a line or of a name.
fn subprograms(unit: &Unit, sources: &Sources, given: &str) -> Result<Vec<String>, String> {
    let place = Place::read(given);
    let is_meant = |subprogram: &&Subprogram| {
        if let Some(place) = &place {
            let spans = [Some(subprogram.span), subprogram.body_span];
            let mut spans = spans.into_iter().flatten();
            return spans.any(|span| place.covers(sources, span));
        }
        let (name, wanted) = (subprogram.name.to_lowercase(), given.to_lowercase());
        name == wanted || name.ends_with(&format!(".{wanted}"))
    };
    let found: Vec<String> = unit
        .program
        .subprograms
        .iter()
        .filter(is_meant)
        .map(|subprogram| subprogram.name.clone())
        .collect();
    if found.is_empty() {
        let names = unit.program.subprograms.iter();
        let names: Vec<&str> = names.map(|known| known.name.as_str()).collect();
        let what = if place.is_some() { "at" } else { "called" };
        return Err(format!(
            "there is no subprogram {what} {given} [there are: {}]",
            names.join(", ")
        ));
    }
    Ok(found)
}

/// A line of a file, or a column of one.
struct Place {
    file: String,
    line: usize,
    column: Option<usize>,
}

impl Place {
    /// `p.adb:7` or `p.adb:7:12`
    fn read(text: &str) -> Option<Place> {
        let mut parts = text.split(':');
        let (file, line) = (parts.next()?, parts.next()?.parse().ok()?);
        let column = match parts.next() {
            Some(column) => Some(column.parse().ok()?),
            None => None,
        };
        let name = std::path::Path::new(file).file_name()?;
        Some(Place {
            file: name.to_string_lossy().into_owned(),
            line,
            column,
        })
    }

    fn covers(&self, sources: &Sources, span: Span) -> bool {
        let position = sources.position(span);
        sources.file(span.file).name() == self.file
            && position.line == self.line
            && self.column.is_none_or(|column| column == position.column)
    }
}
