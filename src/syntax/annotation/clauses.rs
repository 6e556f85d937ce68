//! `--%` clauses.

use crate::diagnostic::Diagnostic;
use crate::source::FileId;

use super::super::ast::{Clause, ClauseKind, Expression, Name, PredicateText};
use super::Group;
use super::formula::formula;
use super::fragment::expression;
use super::piece::Piece;

/// The clauses of a group.
pub(in crate::syntax) fn read(file: FileId, group: &Group) -> (Vec<Clause>, Vec<Diagnostic>) {
    let mut clauses = Vec::new();
    let mut diagnostics = Vec::new();
    let whole = group.piece(file);
    let mut pieces = whole.split(';');
    // After the last semicolon there must be nothing.
    let rest = pieces.pop().unwrap_or(whole).trimmed();
    if !rest.text.is_empty() {
        diagnostics.push(rest.error("this --% clause does not end", "end it with a semicolon"));
    }
    for piece in pieces {
        match read_clause(piece.trimmed()) {
            Ok(clause) => clauses.push(clause),
            Err(errors) => diagnostics.extend(errors),
        }
    }
    (clauses, diagnostics)
}

/// One clause without its semicolon.
pub(in crate::syntax) fn read_clause(piece: Piece<'_>) -> Result<Clause, Vec<Diagnostic>> {
    Ok(Clause {
        kind: clause_kind(piece)?,
        span: piece.span(),
    })
}

fn clause_kind(piece: Piece<'_>) -> Result<ClauseKind, Vec<Diagnostic>> {
    let (word, rest) = piece.first_word();
    match word.to_ascii_lowercase().as_str() {
        "assert" => Ok(ClauseKind::Assert(expression(rest)?)),
        "assume" => Ok(ClauseKind::Assume(expression(rest)?)),
        "predicate" => listed(rest, predicate).map(ClauseKind::Predicate),
        "invariant" => predicate(rest).map(ClauseKind::Invariant),
        "havoc" => listed(rest, variable).map(ClauseKind::Havoc),
        "nondet" => listed(rest, variable).map(ClauseKind::Nondet),
        "label" => {
            let message = "label is followed by one name";
            identifier(rest, message, "write --% label L;").map(ClauseKind::Label)
        }
        "ctl" => formula(rest).map(|formula| ClauseKind::Ctl(Box::new(formula))),
        "option" => listed(rest, setting).map(ClauseKind::Option),
        _ => Err(vec![piece.error(
            "a --% clause begins with assert, assume, predicate, invariant, havoc, nondet, label, \
             ctl or option",
            "begin the comment with -- and a blank if it is meant for people",
        )]),
    }
}

/// What stands between commas, all mistakes at once.
fn listed<T>(
    piece: Piece<'_>,
    read: impl Fn(Piece<'_>) -> Result<T, Vec<Diagnostic>>,
) -> Result<Vec<T>, Vec<Diagnostic>> {
    let mut found = Vec::new();
    let mut diagnostics = Vec::new();
    for part in piece.split(',') {
        match read(part.trimmed()) {
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

fn variable(piece: Piece<'_>) -> Result<Expression, Vec<Diagnostic>> {
    expression(piece)
}

/// `[name :] expression`
fn predicate(piece: Piece<'_>) -> Result<PredicateText, Vec<Diagnostic>> {
    let parts = piece.split(':');
    let (name, body) = match parts.as_slice() {
        [first, ..] if parts.len() > 1 => {
            let name = identifier(
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
        expression: expression(body)?,
        text: body.text.split_whitespace().collect::<Vec<_>>().join(" "),
    })
}

/// `name = value`
fn setting(piece: Piece<'_>) -> Result<(Name, Name), Vec<Diagnostic>> {
    let message = "an option is a name, = and a value";
    let help = "write for example --% option max_cube = 3;";
    let Some(at) = piece.text.find('=') else {
        return Err(vec![piece.error(message, help)]);
    };
    let name = identifier(piece.slice(0, at).trimmed(), message, help)?;
    let value = identifier(piece.skip(at + 1).trimmed(), message, help)?;
    Ok((name, value))
}

/// One word.
fn identifier(piece: Piece<'_>, message: &str, help: &str) -> Result<Name, Vec<Diagnostic>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    if piece.text.is_empty() || !piece.text.chars().all(is_word) {
        return Err(vec![piece.error(message, help)]);
    }
    Ok(Name {
        text: piece.text.to_owned(),
        span: piece.span(),
    })
}
