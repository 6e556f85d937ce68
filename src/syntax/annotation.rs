//! `--%` comments: `annotations/README.md` is their grammar.
//!
//! Comments that follow each other with nothing but white space between them are read as one
//! text, so that a clause may go over several lines. An expression is parsed by the same grammar
//! as the program's, wrapped into a pragma.

use crate::diagnostic::Diagnostic;
use crate::source::FileId;

use super::ast::{Actual, Association, Clause, ClauseKind, Expression, Name, PredicateText};
use super::reader::{Reader, span};
use super::tree;

/// What an expression is wrapped into to be parsed on its own.
const WRAPPING: (&str, &str) = ("pragma Assert (", ");");

/// Consecutive `--%` comments as one text of the same length as in the file.
pub(super) struct Group {
    /// Where the first comment starts.
    pub(super) start: usize,
    /// The text, with blanks for the comment marks and for comments inside.
    text: String,
}

/// A stretch of a group's text: where it starts in the file, and the text.
#[derive(Clone, Copy)]
struct Piece<'a> {
    start: usize,
    text: &'a str,
}

/// The groups of `--%` comments, and a warning for annotations of other tools.
pub(super) fn collect(
    file: FileId,
    text: &str,
    comments: &[(usize, usize)],
) -> (Vec<Group>, Vec<Diagnostic>) {
    let mut groups: Vec<Group> = Vec::new();
    let mut warnings = Vec::new();
    for &(start, end) in comments {
        let comment = text[start..end].trim_end_matches('\r');
        if comment.starts_with("--#") && warnings.is_empty() {
            warnings.push(
                Diagnostic::warning(
                    span(file, 0, start, start + 3),
                    "SPARK 2005 annotations are not read",
                )
                .with_help("write them as aspects or as --% clauses"),
            );
        }
        let Some(clause) = comment.strip_prefix("--%") else {
            continue;
        };
        let clause = format!("   {}", blank_comment(clause));
        if let Some(group) = groups.last_mut() {
            let last = group.start + group.text.len();
            if text[last..start].trim().is_empty() {
                group.text.push_str(&text[last..start]);
                group.text.push_str(&clause);
                continue;
            }
        }
        groups.push(Group {
            start,
            text: clause,
        });
    }
    (groups, warnings)
}

/// Replaces a comment inside a clause by blanks.
fn blank_comment(clause: &str) -> String {
    let inside_string = |at: usize| clause[..at].matches('"').count() % 2 == 1;
    match clause
        .match_indices("--")
        .find(|&(at, _)| !inside_string(at))
    {
        Some((at, _)) => format!("{}{}", &clause[..at], " ".repeat(clause.len() - at)),
        None => clause.to_owned(),
    }
}

/// The clauses of a group.
pub(super) fn read(file: FileId, group: &Group) -> (Vec<Clause>, Vec<Diagnostic>) {
    let mut clauses = Vec::new();
    let mut diagnostics = Vec::new();
    let whole = Piece {
        start: group.start,
        text: &group.text,
    };
    let mut pieces = whole.split(';');
    // After the last semicolon there must be nothing.
    let rest = pieces.pop().unwrap_or(whole).trimmed();
    if !rest.text.is_empty() {
        diagnostics.push(rest.error(
            file,
            "this --% clause does not end",
            "end it with a semicolon",
        ));
    }
    for piece in pieces {
        let piece = piece.trimmed();
        match read_clause(file, piece) {
            Ok(kind) => clauses.push(Clause {
                kind,
                span: piece.span(file),
            }),
            Err(errors) => diagnostics.extend(errors),
        }
    }
    (clauses, diagnostics)
}

fn read_clause(file: FileId, piece: Piece<'_>) -> Result<ClauseKind, Vec<Diagnostic>> {
    let length = piece
        .text
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(piece.text.len());
    let word = &piece.text[..length];
    let rest = piece.skip(length).trimmed();
    match word.to_ascii_lowercase().as_str() {
        "assert" => Ok(ClauseKind::Assert(expression(file, rest)?)),
        "assume" => Ok(ClauseKind::Assume(expression(file, rest)?)),
        "predicate" => {
            let read = |piece: Piece<'_>| predicate(file, piece.trimmed());
            let predicates = collect_all(rest.split(',').into_iter().map(read))?;
            Ok(ClauseKind::Predicate(predicates))
        }
        "label" => Ok(ClauseKind::Label(identifier(
            file,
            rest,
            "label is followed by one name",
            "write --% label L;",
        )?)),
        "option" => {
            let read = |piece: Piece<'_>| setting(file, piece.trimmed());
            let settings = collect_all(rest.split(',').into_iter().map(read))?;
            Ok(ClauseKind::Option(settings))
        }
        "havoc" | "nondet" => {
            let read = |piece: Piece<'_>| expression(file, piece.trimmed());
            let names = collect_all(rest.split(',').into_iter().map(read))?;
            Ok(if word.eq_ignore_ascii_case("havoc") {
                ClauseKind::Havoc(names)
            } else {
                ClauseKind::Nondet(names)
            })
        }
        "invariant" | "ctl" => Err(vec![piece.error(
            file,
            &format!("the clause {word} is not supported yet"),
            "use assert, assume, predicate, havoc, nondet, label or option",
        )]),
        _ => Err(vec![piece.error(
            file,
            "a --% clause begins with assert, assume, predicate, havoc, nondet, label or option",
            "begin the comment with -- and a blank if it is meant for people",
        )]),
    }
}

fn collect_all<T>(
    results: impl Iterator<Item = Result<T, Vec<Diagnostic>>>,
) -> Result<Vec<T>, Vec<Diagnostic>> {
    let mut found = Vec::new();
    let mut diagnostics = Vec::new();
    for result in results {
        match result {
            Ok(value) => found.push(value),
            Err(errors) => diagnostics.extend(errors),
        }
    }
    if diagnostics.is_empty() {
        Ok(found)
    } else {
        Err(diagnostics)
    }
}

/// `[name :] expression`
fn predicate(file: FileId, piece: Piece<'_>) -> Result<PredicateText, Vec<Diagnostic>> {
    let parts = piece.split(':');
    let (name, body) = match parts.as_slice() {
        [first, ..] if parts.len() > 1 => {
            let name = identifier(
                file,
                first.trimmed(),
                "a name is expected before the colon",
                "write --% predicate name : condition;",
            )?;
            (Some(name), piece.skip(first.text.len() + 1).trimmed())
        }
        _ => (None, piece),
    };
    Ok(PredicateText {
        name,
        expression: expression(file, body)?,
        text: body.text.split_whitespace().collect::<Vec<_>>().join(" "),
    })
}

/// `name = value`
fn setting(file: FileId, piece: Piece<'_>) -> Result<(Name, Name), Vec<Diagnostic>> {
    let message = "an option is a name, = and a value";
    let help = "write for example --% option max_cube = 3;";
    let Some(at) = piece.text.find('=') else {
        return Err(vec![piece.error(file, message, help)]);
    };
    let name = Piece {
        text: &piece.text[..at],
        ..piece
    };
    let name = identifier(file, name.trimmed(), message, help)?;
    let value = identifier(file, piece.skip(at + 1).trimmed(), message, help)?;
    Ok((name, value))
}

/// One word.
fn identifier(
    file: FileId,
    piece: Piece<'_>,
    message: &str,
    help: &str,
) -> Result<Name, Vec<Diagnostic>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    if piece.text.is_empty() || !piece.text.chars().all(is_word) {
        return Err(vec![piece.error(file, message, help)]);
    }
    Ok(Name {
        text: piece.text.to_owned(),
        span: piece.span(file),
    })
}

fn expression(file: FileId, piece: Piece<'_>) -> Result<Expression, Vec<Diagnostic>> {
    let (before, after) = WRAPPING;
    let text = format!("{before}{}{after}", piece.text);
    let tree = tree::parse(&text);
    let origin = i64::try_from(piece.start).unwrap_or(0) - i64::try_from(before.len()).unwrap_or(0);
    let fault = !tree.faults.is_empty() || !tree.comments.is_empty();
    let pragma = tree
        .root()
        .first("compilation_unit")
        .and_then(|unit| unit.first("pragma_g"))
        .filter(|_| !fault && tree.root().children().len() == 1);
    let (Some(pragma), false) = (pragma, piece.text.is_empty()) else {
        return Err(vec![piece.error(
            file,
            "a condition is expected here",
            "write an Ada expression, for example X > 0 and then X in 1 .. 10",
        )]);
    };
    let mut reader = Reader::fragment(file, &text, origin);
    let arguments = reader
        .pragma(pragma)
        .map_or_else(Vec::new, |pragma| pragma.arguments);
    let read = match <[Association; 1]>::try_from(arguments) {
        Ok([argument]) if argument.formal.is_none() => match argument.actual {
            Actual::Expression(expression) => Some(expression),
            Actual::Discrete(_) | Actual::Default(_) => None,
        },
        _ => None,
    };
    if read.is_none() && reader.diagnostics.is_empty() {
        reader.diagnostics.push(piece.error(
            file,
            "one condition is expected here",
            "join conditions by and then",
        ));
    }
    match read {
        Some(expression) if reader.diagnostics.is_empty() => Ok(expression),
        _ => Err(reader.diagnostics),
    }
}

impl<'a> Piece<'a> {
    /// The parts between separators that stand outside parentheses, strings and characters; one
    /// more than there are separators. A colon that belongs to `:=` does not separate.
    fn split(self, separator: char) -> Vec<Piece<'a>> {
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
            } else if c == '(' {
                depth += 1;
            } else if c == ')' {
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

    fn slice(self, from: usize, to: usize) -> Piece<'a> {
        Piece {
            start: self.start + from,
            text: &self.text[from..to],
        }
    }

    fn skip(self, count: usize) -> Piece<'a> {
        self.slice(count, self.text.len())
    }

    fn trimmed(self) -> Piece<'a> {
        let text = self.text.trim_start();
        Piece {
            start: self.start + self.text.len() - text.len(),
            text: text.trim_end(),
        }
    }

    fn span(self, file: FileId) -> crate::source::Span {
        span(file, 0, self.start, self.start + self.text.len())
    }

    fn error(self, file: FileId, message: &str, help: &str) -> Diagnostic {
        Diagnostic::error(self.span(file), message).with_help(help)
    }
}
