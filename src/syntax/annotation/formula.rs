//! Formulas of computation tree logic over Ada's conditions.

use crate::diagnostic::Diagnostic;

use super::super::ast::{Formula, PathQuantifier, Temporal};
use super::super::tokens::{Token, tokens};
use super::fragment;
use super::piece::Piece;

/// How deep formulas may be nested.
const MAX_DEPTH: usize = 100;

/// `f -> g`, `f or g`, `f and g`, `not f`, `AG f`, `A [f U g]`, `(f)`, or a condition.
pub(super) fn formula(piece: Piece<'_>) -> Result<Formula, Vec<Diagnostic>> {
    read(piece.trimmed(), 0)
}

fn read(piece: Piece<'_>, depth: usize) -> Result<Formula, Vec<Diagnostic>> {
    if depth > MAX_DEPTH {
        return Err(vec![piece.error(
            "this formula is nested too deeply",
            "name some of its conditions by functions",
        )]);
    }
    let list = tokens(piece.text);
    let is_temporal =
        |at: usize| temporal(piece.text, &list, at).is_some() || list[at].is(piece.text, "->");
    if !(0..list.len()).any(is_temporal) {
        return fragment::expression(piece).map(Formula::Condition);
    }
    let pair = |at: &Token| -> Result<(Box<Formula>, Box<Formula>), Vec<Diagnostic>> {
        let left = read(piece.slice(0, at.start).trimmed(), depth + 1)?;
        let right = read(piece.skip(at.end).trimmed(), depth + 1)?;
        Ok((Box::new(left), Box::new(right)))
    };
    let outer = outside_parentheses(piece.text, &list);
    // Implication binds most loosely and to the right, the others to the left.
    if let Some(at) = outer.iter().find(|token| token.is(piece.text, "->")) {
        let (left, right) = pair(at)?;
        return Ok(Formula::Implies(left, right));
    }
    if let Some(at) = outer.iter().rfind(|token| token.is(piece.text, "or")) {
        let (left, right) = pair(at)?;
        return Ok(Formula::Or(left, right));
    }
    if let Some(at) = outer.iter().rfind(|token| token.is(piece.text, "and")) {
        let (left, right) = pair(at)?;
        return Ok(Formula::And(left, right));
    }
    let inner = |from: usize| read(piece.skip(from).trimmed(), depth + 1).map(Box::new);
    let (Some(first), Some(close)) = (list.first(), list.last()) else {
        return Err(unreadable(piece));
    };
    let word = first.text(piece.text);
    if first.is(piece.text, "not") {
        return inner(first.end).map(Formula::Not);
    }
    if let Some((path, when)) = temporal(piece.text, &list, 0) {
        return match when {
            Some(when) => inner(first.end).map(|f| Formula::Temporal(path, when, f)),
            None => until(piece.skip(first.end).trimmed(), path, depth),
        };
    }
    if word == "(" && close.text(piece.text) == ")" {
        return read(piece.slice(first.end, close.start).trimmed(), depth + 1);
    }
    Err(unreadable(piece))
}

/// `[f U g]`
fn until(piece: Piece<'_>, path: PathQuantifier, depth: usize) -> Result<Formula, Vec<Diagnostic>> {
    let inside = piece
        .text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    let Some(text) = inside else {
        return Err(unreadable(piece));
    };
    let inside = piece.slice(1, 1 + text.len());
    let list = tokens(text);
    let word = outside_parentheses(text, &list)
        .into_iter()
        .find(|token| token.text(text) == "U");
    let Some(word) = word else {
        return Err(unreadable(piece));
    };
    let left = read(inside.slice(0, word.start).trimmed(), depth + 1)?;
    let right = read(inside.skip(word.end).trimmed(), depth + 1)?;
    Ok(Formula::Until(path, Box::new(left), Box::new(right)))
}

fn unreadable(piece: Piece<'_>) -> Vec<Diagnostic> {
    vec![piece.error(
        "a temporal formula is expected here",
        "write for example AG (X > 0 -> AF Done), or A [X > 0 U Done]",
    )]
}

/// What a word says of runs and times; `A [` and `E [` begin an until.
fn temporal(text: &str, list: &[Token], at: usize) -> Option<(PathQuantifier, Option<Temporal>)> {
    let word = list[at].text(text);
    let path = match word.get(..1)? {
        "A" => PathQuantifier::All,
        "E" => PathQuantifier::Some,
        _ => return None,
    };
    let when = match word.get(1..)? {
        "" if list.get(at + 1)?.text(text) == "[" => None,
        "X" => Some(Temporal::Next),
        "F" => Some(Temporal::Finally),
        "G" => Some(Temporal::Globally),
        _ => return None,
    };
    Some((path, when))
}

fn outside_parentheses(text: &str, list: &[Token]) -> Vec<Token> {
    let mut depth = 0_usize;
    let mut found = Vec::new();
    for token in list {
        match token.text(text) {
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            _ if depth == 0 => found.push(*token),
            _ => {}
        }
    }
    found
}
