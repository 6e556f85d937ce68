//! A stretch of an annotation's text that knows where it stands.

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

use super::super::reader::span;

/// A stretch of a group's text: where it starts in the file, and the text.
#[derive(Clone, Copy)]
pub(in crate::syntax) struct Piece<'a> {
    pub(in crate::syntax) file: FileId,
    pub(in crate::syntax) start: usize,
    pub(in crate::syntax) text: &'a str,
}

impl<'a> Piece<'a> {
    /// The parts between separators that stand outside parentheses, brackets, strings and
    /// characters; one more than there are separators. A colon that belongs to `:=` does not
    /// separate.
    pub(in crate::syntax) fn split(self, separator: char) -> Vec<Piece<'a>> {
        let mut parts = Vec::new();
        let mut depth = 0_usize;
        let mut in_string = false;
        let mut from = 0;
        let bytes = self.text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let c = char::from(bytes[at]);
            if c == '"' {
                in_string = !in_string;
            } else if in_string {
            } else if c == '\'' && bytes.get(at + 2) == Some(&b'\'') {
                at += 2;
            } else if matches!(c, '(' | '[') {
                depth += 1;
            } else if matches!(c, ')' | ']') {
                depth = depth.saturating_sub(1);
            } else if c == separator && depth == 0 && bytes.get(at + 1) != Some(&b'=') {
                parts.push(self.slice(from, at));
                from = at + 1;
            }
            at += 1;
        }
        parts.push(self.slice(from, self.text.len()));
        parts
    }

    /// The first word and what follows it.
    pub(in crate::syntax) fn first_word(self) -> (&'a str, Piece<'a>) {
        let length = self
            .text
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(self.text.len());
        (&self.text[..length], self.skip(length).trimmed())
    }

    pub(in crate::syntax) fn slice(self, from: usize, to: usize) -> Piece<'a> {
        Piece {
            start: self.start + from,
            text: &self.text[from..to],
            ..self
        }
    }

    pub(in crate::syntax) fn skip(self, count: usize) -> Piece<'a> {
        self.slice(count, self.text.len())
    }

    pub(in crate::syntax) fn trimmed(self) -> Piece<'a> {
        let text = self.text.trim_start();
        Piece {
            start: self.start + self.text.len() - text.len(),
            text: text.trim_end(),
            ..self
        }
    }

    pub(in crate::syntax) fn span(self) -> Span {
        span(self.file, self.start, self.start + self.text.len())
    }

    pub(in crate::syntax) fn error(self, message: &str, help: &str) -> Diagnostic {
        Diagnostic::error(self.span(), message).with_help(help)
    }
}
