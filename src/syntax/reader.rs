//! What reading a tree needs all along: the text, where it stands in its file, the clauses not
//! yet placed, and the diagnostics.

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

use super::annotation::{self, Contract, Dialect, Group, Stretch};
use super::ast::{Aspect, Clause, Name, Opaque};
use super::mask::Masks;
use super::tree::{Node, Nodes};

/// Turns nodes into syntax.
pub(super) struct Reader<'a> {
    pub(super) file: FileId,
    text: &'a str,
    places: Places,
    /// The groups of annotations, in order.
    groups: Vec<Group>,
    /// How many of them have found their place.
    placed: usize,
    /// What was hidden from the grammar.
    pub(super) masks: Masks,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Where the bytes of a text stand in its file.
pub(super) enum Places {
    /// Where they are.
    Same,
    /// Each stretch somewhere else.
    Moved(Vec<Stretch>),
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
            places: Places::Same,
            groups,
            placed: 0,
            masks: Masks::default(),
            diagnostics: Vec::new(),
        }
    }

    /// A reader of a fragment that stands elsewhere in the file.
    pub(super) fn fragment(file: FileId, text: &'a str, places: Places) -> Reader<'a> {
        Reader {
            places,
            ..Reader::new(file, text, Vec::new())
        }
    }

    /// A place of the text as a place of the file.
    pub(super) fn span_of(&self, start: usize, end: usize) -> Span {
        match &self.places {
            Places::Same => span(self.file, start, end),
            Places::Moved(stretches) => {
                span(self.file, origin(stretches, start), origin(stretches, end))
            }
        }
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

    /// A stretch of the text.
    pub(super) fn source(&self, start: usize, end: usize) -> &'a str {
        &self.text[start..end]
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
            let (clauses, diagnostics) = match group.dialect {
                Dialect::Sabs => annotation::read(self.file, group),
                Dialect::Spark2005 => annotation::statements(self.file, group),
            };
            if group.start >= from {
                found.extend(clauses);
                self.diagnostics.extend(diagnostics);
            } else if group.dialect == Dialect::Sabs || !clauses.is_empty() {
                let place = self.span_of(group.start, group.start + 3);
                self.diagnostics.push(
                    Diagnostic::error(place, "an annotation does not stand here")
                        .with_help("put it between two statements or two declarations"),
                );
            } else {
                self.diagnostics.extend(diagnostics);
            }
        }
        found
    }

    /// The aspects that SPARK 2005 contracts between two places mean.
    pub(super) fn contract(
        &mut self,
        from: usize,
        to: usize,
        subprogram: &Contract<'_>,
    ) -> Vec<Aspect> {
        let mut found = Vec::new();
        while let Some(group) = self.groups.get(self.placed) {
            let is_here = (from..to).contains(&group.start);
            if !is_here || group.dialect != Dialect::Spark2005 {
                break;
            }
            let (aspects, diagnostics) = annotation::contract(self.file, group, subprogram);
            if aspects.is_empty() && diagnostics.is_empty() {
                break;
            }
            self.placed += 1;
            found.extend(aspects);
            self.diagnostics.extend(diagnostics);
        }
        found
    }
}

/// The place in the file of a place in a moved text.
fn origin(stretches: &[Stretch], offset: usize) -> usize {
    let after = stretches.partition_point(|stretch| stretch.start <= offset);
    match after.checked_sub(1).and_then(|at| stretches.get(at)) {
        Some(stretch) => stretch.origin + (offset - stretch.start).min(stretch.length),
        None => stretches.first().map_or(0, |first| first.origin),
    }
}

/// A place in a file.
pub(super) fn span(file: FileId, start: usize, end: usize) -> Span {
    let place = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    Span {
        file,
        start: place(start),
        end: place(end),
    }
}

/// Whether a word is reserved, in any case.
pub(super) fn is_reserved(word: &str) -> bool {
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
