//! Compilation units.

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::FileId;

use super::Parsed;
use super::annotation::{self, Dialect};
use super::ast::{Clause, ContextItem, Name, Unit, WithClause};
use super::faults;
use super::mask::mask;
use super::reader::{Reader, Unread};
use super::tree::{self, Node};

/// Reads the text of a file.
pub(super) fn read(file: FileId, text: &str) -> Parsed {
    if let Some(diagnostic) = faults::not_text(file, text) {
        return Parsed {
            units: Vec::new(),
            diagnostics: vec![diagnostic],
        };
    }
    let masked = mask(text);
    if let Some(at) = masked.too_deep {
        return Parsed {
            units: Vec::new(),
            diagnostics: vec![faults::too_deep(file, at)],
        };
    }
    let tree = tree::parse(&masked.text);
    let groups = annotation::collect(text, &tree.comments);
    let mut diagnostics = faults::preprocessor(file, &masked.masks);
    diagnostics.extend(annotation::warn_of_unread(file, &groups));
    if !tree.faults.is_empty() {
        let mistake = || tree::first_mistake(&masked.text);
        diagnostics.extend(faults::describe_all(file, text, &tree, &mistake));
        // The clauses have no place without a tree, but may have mistakes of their own.
        for group in groups.iter().filter(|group| group.dialect == Dialect::Sabs) {
            diagnostics.extend(annotation::read(file, group).1);
        }
        return Parsed {
            units: Vec::new(),
            diagnostics,
        };
    }
    let mut reader = Reader::new(file, text, groups);
    reader.masks = masked.masks;
    reader.diagnostics = diagnostics;
    let units = reader.units(tree.root(), text.len());
    Parsed {
        units,
        diagnostics: reader.diagnostics,
    }
}

/// What has been read of the unit to come.
#[derive(Default)]
struct Pending {
    context: Vec<ContextItem>,
    clauses: Vec<Clause>,
}

impl Reader<'_> {
    fn units(&mut self, root: Node<'_>, length: usize) -> Vec<Unit> {
        let mut units: Vec<Unit> = Vec::new();
        let mut pending = Pending::default();
        let mut from = 0;
        for node in root.children().iter() {
            if let Some(unit) = units.last_mut() {
                self.contract_after(&mut unit.item, from, node.start());
            }
            pending.clauses.extend(self.clauses(from, node.start()));
            from = node.end();
            if let Some(item) = self.or_report(node, |this| this.context_item(node).ok()) {
                match (item, units.last_mut()) {
                    // A pragma after a unit belongs to it.
                    (Some(ContextItem::Pragma(pragma)), Some(unit))
                        if pending.context.is_empty() =>
                    {
                        unit.pragmas.push(pragma);
                    }
                    (Some(item), _) => pending.context.push(item),
                    (None, _) => {
                        let before = std::mem::take(&mut pending);
                        let unit = self.or_report(node, |this| this.unit(node, before));
                        units.extend(unit);
                    }
                }
            }
        }
        if let Some(unit) = units.last_mut() {
            self.contract_after(&mut unit.item, from, length);
        }
        for clause in self.clauses(from, length) {
            self.diagnostics.push(
                Diagnostic::error(clause.span, "an annotation does not stand after the unit")
                    .with_help("put it before the unit or into it"),
            );
        }
        let is_error = |found: &Diagnostic| found.severity == Severity::Error;
        if units.is_empty() && !self.diagnostics.iter().any(is_error) {
            let place = self.span_of(0, 0);
            self.diagnostics.push(
                Diagnostic::error(place, "there is no compilation unit in this file")
                    .with_help("write a procedure or a package body"),
            );
        }
        units
    }

    /// `with`, `use` or a pragma; none for what is a unit.
    fn context_item(&mut self, node: Node<'_>) -> Result<Option<ContextItem>, Unread> {
        let inner = node.children().first().ok_or(Unread)?;
        let item = match inner.kind() {
            "with_clause" => self.with_clause(inner).map(ContextItem::With),
            "use_clause" => self.use_clause(inner).map(ContextItem::Use),
            "pragma_g" => self.pragma(inner).map(ContextItem::Pragma),
            _ => return Ok(None),
        };
        item.map(Some).ok_or(Unread)
    }

    fn with_clause(&mut self, node: Node<'_>) -> Option<WithClause> {
        let children = node.children();
        let word = children.position(&["with"])?;
        let names = children.from(word + 1).until(&[";"]);
        let names = names.split(&[","]).map(|name| self.expanded_name(name));
        Some(WithClause {
            is_limited: node.has("limited"),
            is_private: node.has("private"),
            units: names.collect::<Option<_>>()?,
            span: self.span(node),
        })
    }

    fn unit(&mut self, node: Node<'_>, before: Pending) -> Option<Unit> {
        let children = node.children();
        let is_private = children.first()?.kind() == "private";
        let mut item = children.get(usize::from(is_private))?;
        if item.kind().ends_with("_statement") || item.kind() == "label" {
            self.reject(
                item,
                "a statement stands outside any unit",
                "put it into a procedure",
            );
            return None;
        }
        let mut subunit_of: Vec<Name> = Vec::new();
        let span = self.span(item);
        if item.kind() == "subunit" {
            let parts = item.children();
            let close = parts.position(&[")"])?;
            subunit_of = self.expanded_name(parts.before(close).from(2))?;
            item = parts.last()?;
        }
        Some(Unit {
            context: before.context,
            clauses: before.clauses,
            is_private,
            subunit_of,
            item: self.declaration(item),
            pragmas: Vec::new(),
            span,
            is_coded: true,
        })
    }
}
