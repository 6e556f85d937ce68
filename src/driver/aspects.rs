//! Aspects that a copy does without.

use super::Subject;
use super::copy::Edit;
use crate::source::Span;
use crate::syntax::ast::{Aspect, Expression};
use crate::verdict::{Check, Rule};

/// Leaves an aspect out that keeps GNAT from failing at the check: variants, of which it does not
/// know all and evaluates others than sabs, where none is violated, and messages in the place of the
/// line at which a predicate fails.
pub(super) fn left_out(subject: &Subject<'_>, aspect: &Aspect, check: &Check) -> Option<Edit> {
    let definition = aspect.definition.as_ref()?;
    let is_wanted = match aspect.name.key().as_str() {
        "subprogram_variant" => check.rule == Rule::SubprogramVariant && is_known(definition),
        "predicate_failure" => false,
        _ => true,
    };
    let place = aspect
        .name
        .span
        .to(closed(subject, aspect.name.span, definition.span));
    let is_inside =
        place.file == check.span.file && (place.start..place.end).contains(&check.span.start);
    let is_left_out = !is_wanted && !is_inside;
    is_left_out.then(|| Edit::without_aspect(place, subject.sources.text(place)))
}

/// Whether GNAT knows all directions of a variant.
fn is_known(variant: &Expression) -> bool {
    let text = variant.to_string().to_lowercase();
    !text.contains("structural")
}

/// An expression with the parentheses around it that its tree leaves out.
fn closed(subject: &Subject<'_>, name: Span, expression: Span) -> Span {
    let text = subject.sources.file(expression.file).text();
    let between = &text[name.end as usize..expression.start as usize];
    let mut open = between.matches('(').count();
    let mut end = expression.end as usize;
    for (at, letter) in text[end..].char_indices() {
        if open == 0 {
            break;
        }
        if letter == ')' {
            open -= 1;
            end = expression.end as usize + at + 1;
        }
    }
    Span {
        end: u32::try_from(end).unwrap_or(expression.end),
        ..expression
    }
}
