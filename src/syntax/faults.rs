//! What is said where a text does not follow the grammar.

use crate::diagnostic::Diagnostic;
use crate::source::FileId;

use super::mask::Masks;
use super::reader::span;
use super::tree::{Fault, FaultKind, Tree};

/// The first fault of each unit; the others may follow from it. A unit after a broken one is
/// believed to be broken on its own only if there is a sound one between.
///
/// Where a fault goes over several lines, `mistake` tells where the first token stands that does not
/// go on with what is before it.
pub(super) fn describe_all(
    file: FileId,
    text: &str,
    tree: &Tree,
    mistake: &dyn Fn() -> Option<usize>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut faults = tree.faults.iter().peekable();
    let mut was_broken = false;
    for unit in tree.root().children().iter() {
        let mut first = None;
        while let Some(fault) = faults.next_if(|fault| fault.start < unit.end().max(1)) {
            first = first.or(Some(fault));
        }
        if let (Some(fault), false) = (first, was_broken) {
            let narrowed = narrowed(text, fault, mistake).filter(|_| found.is_empty());
            found.push(describe(file, text, narrowed.as_ref().unwrap_or(fault)));
        }
        // A statement between two mistakes is no unit.
        let is_unit = unit
            .children()
            .iter()
            .any(|item| item.kind().ends_with("_declaration") || item.kind().ends_with("_body"));
        was_broken = first.is_some() || (was_broken && !is_unit);
    }
    if let (true, Some(fault)) = (found.is_empty(), tree.faults.first()) {
        let narrowed = narrowed(text, fault, mistake);
        found.push(describe(file, text, narrowed.as_ref().unwrap_or(fault)));
    }
    found
}

/// The token of a long fault with which it begins to make no sense.
fn narrowed(text: &str, fault: &Fault, mistake: &dyn Fn() -> Option<usize>) -> Option<Fault> {
    let stretch = text.get(fault.start..fault.end)?;
    let is_long = matches!(fault.kind, FaultKind::Unexpected) && stretch.contains('\n');
    let is_explained = empty_body(text, fault.start, fault.end).is_some()
        || missing_semicolon(text, fault.start, fault.end).is_some();
    if !is_long || is_explained {
        return None;
    }
    let mut at = mistake()?;
    // Blanks and comments before the token are no part of it.
    loop {
        let rest = text.get(at..)?;
        let token = rest.trim_start();
        at += rest.len() - token.len();
        if !token.starts_with("--") {
            break;
        }
        at += token.find('\n').unwrap_or(token.len());
    }
    // The end of a text that goes no further is told behind its last token.
    let at = at.min(text.trim_end().len());
    if !(fault.start..=fault.end).contains(&at) {
        return None;
    }
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    let word: usize = text[at..]
        .chars()
        .take_while(|character| is_part(*character))
        .map(char::len_utf8)
        .sum();
    let sign = text[at..].chars().next().map_or(0, char::len_utf8);
    Some(Fault {
        start: at,
        end: at + word.max(sign),
        kind: FaultKind::Unexpected,
    })
}

/// A character that stands in no text: the file holds something else.
pub(super) fn not_text(file: FileId, text: &str) -> Option<Diagnostic> {
    let is_foreign = |byte: u8| byte < b' ' && !matches!(byte, b'\t'..=b'\r' | 0x1A);
    let at = text.bytes().position(is_foreign)?;
    let diagnostic = Diagnostic::error(
        span(file, at, at + 1),
        "this is not the text of an Ada program",
    );
    Some(diagnostic.with_help("give sabs a source file, e.g. p.adb"))
}

/// Parentheses that are nested too deeply for the grammar to be asked.
pub(super) fn too_deep(file: FileId, at: usize) -> Diagnostic {
    Diagnostic::error(span(file, at, at + 1), "nested too deeply to be read")
        .with_help("name the inner parts: constants, procedures")
}

/// Lines for a preprocessor: without it, nobody knows which of the text counts.
pub(super) fn preprocessor(file: FileId, masks: &Masks) -> Vec<Diagnostic> {
    let first = masks.preprocessor.first();
    first
        .map(|&(start, end)| {
            Diagnostic::error(
                span(file, start, end),
                "this text is meant for a preprocessor",
            )
            .with_help("run gnatprep on it and give sabs the result")
        })
        .into_iter()
        .collect()
}

fn describe(file: FileId, text: &str, fault: &Fault) -> Diagnostic {
    let end = fault.end.max(fault.start);
    match fault.kind {
        FaultKind::Missing(token) => {
            Diagnostic::error(span(file, fault.start, end), format!("missing {token}"))
                .with_help(format!("insert {token} here"))
        }
        FaultKind::Depth => Diagnostic::error(
            span(file, fault.start, fault.start),
            "nested too deeply to be read",
        )
        .with_help("name the inner parts: constants, procedures"),
        FaultKind::Unexpected => match (
            empty_body(text, fault.start, fault.end),
            missing_semicolon(text, fault.start, fault.end),
        ) {
            (Some(at), _) => Diagnostic::error(
                span(file, at.0, at.1),
                "no statement stands here, only comments",
            )
            .with_help("write null;"),
            (None, Some(at)) => Diagnostic::error(
                span(file, at, at),
                "syntax error: a semicolon seems to be missing at the end of this line",
            )
            .with_help("insert ; here"),
            (None, None) => Diagnostic::error(
                span(file, fault.start, end),
                "syntax error: this does not follow Ada's grammar",
            )
            .with_help("the mistake is here or just before; a missing ; is the usual cause"),
        },
    }
}

/// The word that opens a sequence of statements in which there is none: `begin`, `then`, `else` or
/// `loop` followed, comments left aside, by `end`, `elsif` or `else`.
fn empty_body(text: &str, from: usize, to: usize) -> Option<(usize, usize)> {
    let mut last: Option<(usize, usize)> = None;
    let mut at = from;
    let bytes = text.as_bytes();
    while at < to {
        if bytes[at..].starts_with(b"--") {
            at += text[at..].find('\n').unwrap_or(text.len() - at);
        } else if bytes[at] == b'"' {
            at += 1 + text[at + 1..].find('"').unwrap_or(text.len() - at - 1) + 1;
            last = None;
        } else if bytes[at].is_ascii_alphabetic() {
            let length = bytes[at..]
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
                .count();
            let word = text[at..at + length].to_ascii_lowercase();
            let closes = matches!(word.as_str(), "end" | "elsif" | "else" | "exception");
            if closes && last.is_some() {
                return last;
            }
            let opens = matches!(word.as_str(), "begin" | "then" | "else" | "loop");
            last = opens.then_some((at, at + length));
            at += length;
        } else {
            if !bytes[at].is_ascii_whitespace() {
                last = None;
            }
            at += 1;
        }
    }
    None
}

/// The end of the first line that ends like a statement but without a semicolon, before a line
/// that begins like another.
fn missing_semicolon(text: &str, from: usize, to: usize) -> Option<usize> {
    let from = text[..from].rfind('\n').map_or(0, |at| at + 1);
    let code = |line: &str| line.split("--").next().unwrap_or("").trim_end().len();
    let mut start = from;
    let mut lines = text[from..].split('\n').peekable();
    while let Some(line) = lines.next() {
        let ends_open = line[..code(line)].ends_with(|c: char| c.is_alphanumeric() || c == ')');
        let goes_on = lines.peek().is_some_and(|next| {
            let next = next.trim_start();
            let word: String = next.chars().take_while(|c| c.is_alphanumeric()).collect();
            let joins = [
                "is", "then", "loop", "and", "or", "xor", "in", "mod", "rem", "with",
            ];
            !word.is_empty() && !joins.contains(&word.to_ascii_lowercase().as_str())
        });
        if line.contains(":=") && ends_open && goes_on {
            return Some(start + code(line));
        }
        start += line.len() + 1;
        if start >= to {
            return None;
        }
    }
    None
}
