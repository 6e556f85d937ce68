//! What reading a tree needs all along: the text, where it stands in its file, the clauses not
//! yet placed, and the diagnostics.

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

use super::annotation::{self, Group};
use super::ast::{Clause, Name, Opaque};
use super::tree::{Node, Nodes};

/// Turns nodes into syntax.
pub(super) struct Reader<'a> {
    pub(super) file: FileId,
    text: &'a str,
    /// Where the text starts in its file; before the file for a fragment in a wrapping.
    origin: i64,
    /// The groups of annotations, in order.
    groups: Vec<Group>,
    /// How many of them have found their place.
    placed: usize,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// What could not be read.
pub(super) struct Unread;

/// The reserved words that are identifiers in no version of Ada.
const RESERVED: [&str; 68] = [
    "abort",
    "abs",
    "abstract",
    "accept",
    "access",
    "aliased",
    "all",
    "and",
    "array",
    "at",
    "begin",
    "body",
    "case",
    "constant",
    "declare",
    "delay",
    "delta",
    "digits",
    "do",
    "else",
    "elsif",
    "end",
    "entry",
    "exception",
    "exit",
    "for",
    "function",
    "generic",
    "goto",
    "if",
    "in",
    "is",
    "limited",
    "loop",
    "mod",
    "new",
    "not",
    "null",
    "of",
    "or",
    "others",
    "out",
    "package",
    "pragma",
    "private",
    "procedure",
    "protected",
    "raise",
    "range",
    "record",
    "rem",
    "renames",
    "requeue",
    "return",
    "reverse",
    "select",
    "separate",
    "subtype",
    "tagged",
    "task",
    "terminate",
    "then",
    "type",
    "until",
    "use",
    "when",
    "while",
    "with",
];

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
    pub(super) fn span(&self, node: Node<'_>) -> Span {
        self.span_of(node.start(), node.end())
    }

    /// Where nodes side by side stand.
    pub(super) fn span_all(&self, nodes: Nodes<'_>) -> Span {
        match (nodes.first(), nodes.last()) {
            (Some(first), Some(last)) => self.span_of(first.start(), last.end()),
            _ => self.span_of(0, 0),
        }
    }

    /// The text of a node.
    pub(super) fn text(&self, node: Node<'_>) -> &'a str {
        &self.text[node.start()..node.end()]
    }

    /// An identifier, a character literal or an operator in quotes.
    pub(super) fn name(&mut self, node: Node<'_>) -> Name {
        let text = self.text(node);
        if is_reserved(text) {
            self.reject(
                node,
                &format!("syntax error: {text} is a reserved word"),
                "use another name, or look for a mistake just before",
            );
        }
        self.name_as_written(node)
    }

    /// A word that may be reserved.
    pub(super) fn name_as_written(&self, node: Node<'_>) -> Name {
        Name {
            text: self.text(node).to_owned(),
            span: self.span(node),
        }
    }

    /// The identifiers among nodes.
    pub(super) fn names(&mut self, nodes: Nodes<'_>) -> Vec<Name> {
        nodes
            .iter()
            .filter(|node| node.kind() == "identifier")
            .map(|node| self.name(node))
            .collect()
    }

    /// A construct that is carried as text.
    pub(super) fn opaque(&mut self, node: Node<'_>, what: &'static str) -> Opaque {
        let mut leaves = Vec::new();
        node.leaves(&mut leaves);
        let words: Vec<&str> = leaves.iter().map(|leaf| self.text(*leaf)).collect();
        let names = node
            .children()
            .iter()
            .find(|child| child.kind() == "identifier")
            .map(|name| self.name(name));
        Opaque {
            what,
            names: names.into_iter().collect(),
            text: words.join(" "),
        }
    }

    /// Reports a mistake at a node.
    pub(super) fn reject(&mut self, node: Node<'_>, message: &str, help: &str) {
        let diagnostic = Diagnostic::error(self.span(node), message).with_help(help);
        self.diagnostics.push(diagnostic);
    }

    /// What was read, or an error at the node: nothing is lost without a word.
    pub(super) fn or_report<T>(
        &mut self,
        node: Node<'_>,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let known = self.diagnostics.len();
        let found = read(self);
        if found.is_none() && self.diagnostics.len() == known {
            self.reject(
                node,
                "sabs does not read this form",
                "write it in another way",
            );
        }
        found
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

/// Whether a word is reserved, in any case.
fn is_reserved(word: &str) -> bool {
    let mut lower = [0_u8; 9];
    let Some(buffer) = lower.get_mut(..word.len()) else {
        return false;
    };
    buffer.copy_from_slice(word.as_bytes());
    buffer.make_ascii_lowercase();
    let word: &[u8] = buffer;
    RESERVED
        .binary_search_by(|reserved| reserved.as_bytes().cmp(word))
        .is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_words_are_found_in_any_case() {
        assert!(RESERVED.is_sorted());
        assert!(is_reserved("begin") && is_reserved("Procedure") && is_reserved("WITH"));
        assert!(!is_reserved("Interface") && !is_reserved("X") && !is_reserved("Beginning_Of"));
    }
}
