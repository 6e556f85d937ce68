//! Source files and places in them.
//!
//! Every stage copies a [`Span`] along; only the outermost layer turns it into line and column.

use std::fmt;
use std::sync::Arc;

/// A named text with an index of its lines. Does no I/O.
#[derive(Debug, Clone)]
pub struct SourceFile {
    name: Arc<str>,
    text: Arc<str>,
    line_starts: Vec<usize>,
    is_sidecar: bool,
    coding: Coding,
}

/// How characters are bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// As many as it takes.
    Utf8,
    /// One each.
    Latin1,
}

/// A stretch of bytes in one source file.
///
/// The file is part of the span because a unit and its specification are two files, and a check
/// may stand in either.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file, as an index into [`Sources`].
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A file among [`Sources`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// Line and column, both counted from 1; a column counts characters, not bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
}

/// All files of one run, in the order they were read.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl SourceFile {
    /// Indexes the lines of `text`. `name` is what messages call the file.
    pub fn new(name: &str, text: &str) -> SourceFile {
        let line_starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        SourceFile {
            name: name.into(),
            text: text.into(),
            line_starts,
            is_sidecar: name.to_ascii_lowercase().ends_with(".sabs"),
            coding: Coding::Utf8,
        }
    }

    /// The same from bytes. What is not UTF-8 is taken for Latin-1, as Ada does; columns count
    /// characters, so that they are true in both.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> SourceFile {
        match String::from_utf8(bytes) {
            Ok(text) => SourceFile::new(name, &text),
            Err(error) => {
                let text: String = error.into_bytes().into_iter().map(char::from).collect();
                SourceFile {
                    coding: Coding::Latin1,
                    ..SourceFile::new(name, &text)
                }
            }
        }
    }

    /// The same file with another text.
    #[must_use]
    pub fn with_text(&self, text: &str) -> SourceFile {
        SourceFile {
            is_sidecar: self.is_sidecar,
            coding: self.coding,
            ..SourceFile::new(&self.name, text)
        }
    }

    /// Whether it tells what its characters outside of ASCII are. UTF-8 without a byte order mark does
    /// not: GNAT takes it for Latin-1, byte by byte, unless it is told otherwise by `-gnatW8`.
    pub fn is_coded(&self) -> bool {
        self.coding == Coding::Latin1 || self.text.is_ascii() || self.text.starts_with('\u{feff}')
    }

    /// How its characters are bytes.
    pub fn coding(&self) -> Coding {
        self.coding
    }

    /// A text that goes where this file's does, as bytes of the same kind: a compiler that reads the
    /// one as it is meant must read the other so.
    pub fn coded(&self, text: &str) -> Vec<u8> {
        self.coding.bytes(text)
    }

    /// The same file with clauses in it, whatever its name.
    #[must_use]
    pub fn as_sidecar(mut self) -> SourceFile {
        self.is_sidecar = true;
        self
    }

    /// Whether it has clauses for other files in it; a file `p.sabs` has.
    pub fn is_sidecar(&self) -> bool {
        self.is_sidecar
    }

    /// What messages call the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte offset; an offset past the end is the end.
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.line_starts.partition_point(|&start| start <= offset);
        let start = self.line_starts[line - 1];
        let column = self.text.as_bytes()[start..offset]
            .iter()
            .filter(|&&byte| byte & 0xC0 != 0x80)
            .count()
            + 1;
        Position { line, column }
    }

    /// The offset at which a line counted from 1 begins.
    pub fn line_start(&self, line: usize) -> Option<usize> {
        let at = line.checked_sub(1)?;
        self.line_starts.get(at).copied()
    }

    /// The text of a line counted from 1, without its end; empty when there is no such line.
    pub fn line_text(&self, line: usize) -> &str {
        let Some(start) = self.line_start(line) else {
            return "";
        };
        let rest = &self.text[start..];
        rest.split('\n').next().unwrap_or("").trim_end_matches('\r')
    }
}

impl Coding {
    /// The bytes of a text, in UTF-8 if it has characters that Latin-1 has not.
    pub fn bytes(self, text: &str) -> Vec<u8> {
        let narrow = || text.chars().map(|sign| u8::try_from(sign).ok()).collect();
        let narrow: Option<Vec<u8>> = match self {
            Coding::Utf8 => None,
            Coding::Latin1 => narrow(),
        };
        narrow.unwrap_or_else(|| text.as_bytes().to_vec())
    }
}

impl Sources {
    /// Adds a file and says which one it is.
    ///
    /// # Panics
    /// With 2^32 files or more.
    pub fn add(&mut self, file: SourceFile) -> FileId {
        let id = u32::try_from(self.files.len()).expect("fewer than 2^32 files");
        self.files.push(file);
        FileId(id)
    }

    /// The files with their identities.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        (0..).map(FileId).zip(&self.files)
    }

    /// The file a span lies in.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// Where a span starts.
    pub fn position(&self, span: Span) -> Position {
        self.file(span.file).position(span.start as usize)
    }

    /// The bytes of a span.
    pub fn text(&self, span: Span) -> &str {
        &self.file(span.file).text()[span.start as usize..span.end as usize]
    }

    /// `file:line:column`, as every message begins.
    pub fn locate(&self, span: Span) -> String {
        format!("{}:{}", self.file(span.file).name(), self.position(span))
    }
}

impl Span {
    /// The smallest span that covers both; they must lie in one file.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        debug_assert_eq!(self.file, other.file, "a span lies in one file");
        Span {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// How GNAT names the files of a unit, without extension: `p-q` of P.Q. What could be taken for a
/// unit of its own library, `a-`, `g-`, `i-` or `s-`, is written with another sign.
pub fn file_stem(unit: &str) -> String {
    let stem = unit.to_lowercase().replace('.', "-");
    match stem.split_once('-') {
        Some((first @ ("a" | "g" | "i" | "s"), rest)) => format!("{first}~{rest}"),
        _ => stem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_true_in_latin_1() {
        let file = SourceFile::from_bytes("p.adb", b"-- caf\xe9 x".to_vec());
        assert_eq!(file.text(), "-- café x");
        let place = file.text().find('x').unwrap_or_default();
        assert_eq!(file.position(place).to_string(), "1:9");
        assert_eq!(file.coded(file.text()), b"-- caf\xe9 x");
        assert_eq!(file.coded("\u{20ac}"), "\u{20ac}".as_bytes());
        let other = SourceFile::from_bytes("p.adb", "-- café x".into());
        assert_eq!(other.coded(file.text()), "-- café x".as_bytes());
    }

    #[test]
    fn positions_count_characters_from_one() {
        let file = SourceFile::new("p.adb", "ab\n  é x\n");
        assert_eq!(file.position(0).to_string(), "1:1");
        assert_eq!(file.position(3).to_string(), "2:1");
        assert_eq!(file.position(8).to_string(), "2:5");
        assert_eq!(file.position(999).to_string(), "3:1");
        assert_eq!(file.line_text(2), "  é x");
        assert_eq!(file.line_text(9), "");
    }
}
