//! Changes to the text of a copy, which leave every line where it is.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::environment::ENVIRONMENT;
use super::{DriverFile, Refusal, Subject};
use crate::source::{FileId, SourceFile, Sources, Span};

/// A stretch of the text and what stands there instead.
#[derive(Debug, Clone)]
pub(super) struct Edit {
    place: Span,
    text: String,
    /// Whether it names the package with the environment's values.
    pub(super) needs_environment: bool,
}

impl Edit {
    pub(super) fn insert(place: Span, text: String) -> Edit {
        Edit {
            place,
            text,
            needs_environment: false,
        }
    }

    /// Puts a pragma that means nothing in the place of another, on as many lines.
    pub(super) fn without(place: Span, pragma: &str) -> Edit {
        let end = if pragma.ends_with(';') { ";" } else { "" };
        let lines = "\n".repeat(pragma.matches('\n').count());
        Edit::insert(place, format!("pragma Page{end}{lines}"))
    }

    /// Puts an aspect that means nothing in the place of another, on as many lines.
    pub(super) fn without_aspect(place: Span, aspect: &str) -> Edit {
        let lines = "\n".repeat(aspect.matches('\n').count());
        Edit::insert(place, format!("Annotate => (Sabs, Left_Out){lines}"))
    }

    pub(super) fn replace(place: Span, text: String) -> Edit {
        Edit {
            place,
            text,
            needs_environment: true,
        }
    }
}

/// The Ada files with their edits.
pub(super) fn edited(sources: &Sources, edits: &[Edit]) -> Vec<DriverFile> {
    let is_ada = |file: &SourceFile| !file.is_sidecar();
    sources
        .files()
        .filter(|(_, file)| is_ada(file))
        .map(|(id, file)| DriverFile {
            name: file.name().to_owned(),
            text: applied(id, file, edits),
            coding: file.coding(),
        })
        .collect()
}

fn applied(id: FileId, file: &SourceFile, edits: &[Edit]) -> String {
    let mut own: Vec<&Edit> = edits.iter().filter(|edit| edit.place.file == id).collect();
    own.sort_by_key(|edit| (edit.place.start, edit.place.end));
    // What says that the file is UTF-8 stays first in it.
    let mark = "\u{feff}";
    let mut text = String::new();
    let mut copied = 0;
    if file.text().starts_with(mark) {
        text.push_str(mark);
        copied = mark.len();
    }
    if own.iter().any(|edit| edit.needs_environment) {
        let _ = write!(text, "with {ENVIRONMENT}; ");
    }
    for edit in own {
        let (start, end) = (edit.place.start as usize, edit.place.end as usize);
        text.push_str(&file.text()[copied..start.max(copied)]);
        text.push_str(&edit.text);
        copied = end.max(copied);
    }
    text.push_str(&file.text()[copied..]);
    text
}

/// Comments that become text of the program: per file and line, where the comment begins and what
/// stands there instead.
#[derive(Debug, Default)]
pub(super) struct Uncommented {
    lines: BTreeMap<(FileId, usize), (u32, u32, String)>,
}

impl Uncommented {
    /// Puts a text in the place of a clause: each of its lines where the clause has one. An empty
    /// text leaves the clause out.
    pub(super) fn put(
        &mut self,
        subject: &Subject<'_>,
        clause: Span,
        text: &str,
    ) -> Result<(), Refusal> {
        let file = subject.sources.file(clause.file);
        let first = file.position(clause.start as usize).line;
        let last = file.position(clause.end as usize).line;
        let mut parts = text.split('\n');
        for line in first..=last {
            let part = parts.next().unwrap_or_default();
            let whole = file.line_text(line);
            let (Some(start), Some(at)) = (file.line_start(line), marker(whole)) else {
                let place = subject.sources.locate(clause);
                return Err(format!(
                    "the clause at {place} is not in a comment of its own"
                ));
            };
            let place = |offset: usize| u32::try_from(start + offset).unwrap_or(0);
            let entry = self
                .lines
                .entry((clause.file, line))
                .or_insert_with(|| (place(at), place(whole.len()), String::new()));
            entry.2.push_str(part);
            entry.2.push(' ');
        }
        Ok(())
    }

    /// As edits.
    pub(super) fn edits(self) -> impl Iterator<Item = Edit> {
        let lines = self.lines.into_iter();
        lines.map(|((file, _), (start, end, text))| Edit {
            place: Span { file, start, end },
            needs_environment: text.contains(ENVIRONMENT),
            text: text.trim_end().to_owned(),
        })
    }
}

/// Where the comment of a line begins that holds clauses.
pub(super) fn marker(line: &str) -> Option<usize> {
    line.find("--%").or_else(|| line.find("--#"))
}
