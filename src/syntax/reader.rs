//! What reading a tree needs all along: the text, where it stands in its file, the clauses not
//! yet placed, and the diagnostics.

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

use super::annotation::{self, Group};
use super::ast::{Clause, Name};
use super::tree::Node;
use super::unsupported;

/// Turns nodes into syntax.
pub(super) struct Reader<'a> {
    file: FileId,
    text: &'a str,
    /// Where the text starts in its file; before the file for a fragment in a wrapping.
    origin: i64,
    /// The groups of `--%` comments, in order.
    groups: Vec<Group>,
    /// How many of them have found their place.
    placed: usize,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    /// A reader of a whole file.
    pub(super) fn new(file: FileId, text: &'a str, groups: Vec<Group>) -> Reader<'a> {
        Reader {
            file,
            text,
            origin: 0,
            groups,
            placed: 0,
            diagnostics: Vec::new(),
        }
    }

    /// A reader of a fragment whose first byte would stand at `origin` of the file.
    pub(super) fn fragment(file: FileId, text: &'a str, origin: i64) -> Reader<'a> {
        Reader {
            origin,
            ..Reader::new(file, text, Vec::new())
        }
    }

    /// A place of the text as a place of the file.
    pub(super) fn span_of(&self, start: usize, end: usize) -> Span {
        span(self.file, self.origin, start, end)
    }

    /// Where a node stands.
    pub(super) fn span(&self, node: &Node) -> Span {
        self.span_of(node.start, node.end)
    }

    /// The text of a node.
    pub(super) fn text(&self, node: &Node) -> &'a str {
        &self.text[node.start..node.end]
    }

    /// An identifier.
    pub(super) fn name(&self, node: &Node) -> Name {
        Name {
            text: self.text(node).to_owned(),
            span: self.span(node),
        }
    }

    /// Reports that the node's construct is outside the language read by sabs.
    pub(super) fn unsupported(&mut self, node: &Node) {
        let (what, help) = unsupported::describe(node.kind);
        self.reject(node, &format!("{what} not supported"), help);
    }

    /// Reports a mistake at a node.
    pub(super) fn reject(&mut self, node: &Node, message: &str, help: &str) {
        let diagnostic = Diagnostic::error(self.span(node), message).with_help(help);
        self.diagnostics.push(diagnostic);
    }

    /// The clauses that stand between two places. Those before `from` that nobody has taken stand
    /// inside a statement or declaration: a mistake.
    pub(super) fn clauses(&mut self, from: usize, to: usize) -> Vec<Clause> {
        let mut found = Vec::new();
        while let Some(group) = self.groups.get(self.placed) {
            if group.start >= to {
                break;
            }
            self.placed += 1;
            if group.start < from {
                let place = self.span_of(group.start, group.start + 3);
                self.diagnostics.push(
                    Diagnostic::error(place, "a --% clause does not stand here")
                        .with_help("put it between two statements or two declarations"),
                );
            } else {
                let (clauses, diagnostics) = annotation::read(self.file, group);
                found.extend(clauses);
                self.diagnostics.extend(diagnostics);
            }
        }
        found
    }
}

/// A place in a text that starts at `origin` of a file.
pub(super) fn span(file: FileId, origin: i64, start: usize, end: usize) -> Span {
    let place = |offset: usize| {
        i64::try_from(offset)
            .ok()
            .and_then(|offset| u32::try_from(offset + origin).ok())
            .unwrap_or(0)
    };
    Span {
        file,
        start: place(start),
        end: place(end),
    }
}
