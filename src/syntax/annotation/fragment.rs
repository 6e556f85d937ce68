//! Expressions inside annotations, parsed by the same grammar as the program's.

use crate::diagnostic::Diagnostic;

use super::super::ast::{Actual, Association, Expression};
use super::super::mask::mask;
use super::super::reader::{Places, Reader};
use super::super::tree;
use super::piece::Piece;
use super::translation::Translation;

/// What an expression is wrapped into to be parsed on its own.
const WRAPPING: (&str, &str) = ("pragma Assert (", ");");

/// An expression as it stands.
pub(super) fn expression(piece: Piece<'_>) -> Result<Expression, Vec<Diagnostic>> {
    translated(piece, &Translation::verbatim(piece))
}

/// An expression that is written in another way than Ada's.
pub(super) fn translated(
    piece: Piece<'_>,
    translation: &Translation,
) -> Result<Expression, Vec<Diagnostic>> {
    let (before, after) = WRAPPING;
    let text = format!("{before}{}{after}", translation.text);
    let unreadable = || {
        vec![piece.error(
            "a condition is expected here",
            "write an Ada expression, for example X > 0 and then X in 1 .. 10",
        )]
    };
    let masked = mask(&text);
    if masked.too_deep.is_some() || piece.text.is_empty() {
        return Err(unreadable());
    }
    let tree = tree::parse(&masked.text);
    let is_sound = tree.faults.is_empty() && tree.comments.is_empty();
    let pragma = tree
        .root()
        .first("compilation_unit")
        .and_then(|unit| unit.first("pragma_g"))
        .filter(|_| is_sound && tree.root().children().len() == 1);
    let Some(pragma) = pragma else {
        return Err(unreadable());
    };
    let places = Places::Moved(translation.shifted(before.len()));
    let mut reader = Reader::fragment(piece.file, &text, places);
    reader.masks = masked.masks;
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
            "one condition is expected here",
            "join conditions by and then",
        ));
    }
    match read {
        Some(expression) if reader.diagnostics.is_empty() => Ok(expression),
        _ => Err(reader.diagnostics),
    }
}
