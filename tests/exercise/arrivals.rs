//! Where to count that a check is arrived at.

use std::collections::BTreeSet;

use sabs::pipeline::Unit;
use sabs::source::{FileId, Sources};
use sabs::verdict::{Check, Rule};

use super::copy::Insertions;

/// An expression of the source: where it begins and ends, and where GNAT reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Extent {
    start: usize,
    end: usize,
    position: usize,
}

/// What is put into the text of a file so that each of its checks is counted; the first check has
/// the number `first`.
pub(crate) fn insertions(unit: &Unit, sources: &Sources, file: FileId, first: usize) -> Insertions {
    let extents = extents(unit, file);
    let text = sources.file(file).text();
    let mut wraps = Vec::new();
    let checks = (first..).zip(&unit.flow.checks);
    for (number, check) in checks.filter(|(_, check)| check.span.file == file) {
        let Some(mut wrap) = wrap(check, number, text, &extents) else {
            continue;
        };
        (wrap.start, wrap.end) = balanced(text, wrap.start, wrap.end);
        wraps.push(wrap);
    }
    // What encloses another opens before it and closes behind it.
    wraps.sort_by_key(|wrap| (wrap.start, std::cmp::Reverse(wrap.end)));
    let mut found = Insertions::default();
    for wrap in &wraps {
        found.before(wrap.start, &wrap.opening);
    }
    for wrap in wraps.iter().rev() {
        found.behind(wrap.end, wrap.closing);
    }
    found
}

/// Something around a part of the text.
struct Wrap {
    start: usize,
    end: usize,
    opening: String,
    closing: &'static str,
}

/// How to count one check, where that can be done: that a parameter is set in the end is not
/// written anywhere.
fn wrap(check: &Check, number: usize, text: &str, extents: &BTreeSet<Extent>) -> Option<Wrap> {
    let at = check.span.start as usize;
    #[allow(clippy::wildcard_enum_match_arm)] // all others are conditions that are written down
    match check.rule {
        Rule::Division
        | Rule::Overflow
        | Rule::Range
        | Rule::Precondition
        | Rule::Raise
        | Rule::Index
        | Rule::Length
        | Rule::Discriminant
        | Rule::Predicate
        | Rule::SubprogramVariant
        | Rule::Initialization
        | Rule::Aliasing => value(check, number, text, extents),
        Rule::DisjointCases | Rule::CompleteCases => {
            // They are looked at where the first guard is.
            let guard = at + text[at..].find('(').expect("cases stand in parentheses") + 1;
            let end = guard + text[guard..].find("=>").expect("a case has a guard");
            Some(Wrap {
                start: guard,
                end: guard + text[guard..end].trim_end().len(),
                opening: format!("(Sabs_Count.Arrived ({number}) and then ("),
                closing: "))",
            })
        }
        _ => Some(Wrap {
            start: at,
            end: check.span.end as usize,
            opening: format!("Sabs_Count.Holds ({number}, ("),
            closing: "))",
        }),
    }
}

/// An operation is arrived at when its left operand is, anything else when it is itself: so
/// whatever GNAT reports stays in its place.
fn value(check: &Check, number: usize, text: &str, extents: &BTreeSet<Extent>) -> Option<Wrap> {
    let at = check.span.start as usize;
    let is_call = matches!(check.rule, Rule::Precondition | Rule::SubprogramVariant);
    let counts = if is_call { "Called" } else { "Arrived" };
    let own = || extents.iter().filter(|extent| extent.position == at);
    let operation = own().find(|extent| extent.start < at);
    let whole = own().filter(|extent| extent.start == at);
    let (start, end) = match operation {
        Some(extent) => {
            let left = &text[extent.start..at];
            (extent.start, extent.start + left.trim_end().len())
        }
        None => (at, whole.map(|extent| extent.end).max().unwrap_or(at)),
    };
    if start == end && check.rule == Rule::Initialization {
        return None;
    }
    assert!(start < end, "nothing stands at {check:?}");
    // A number that is not in its range is illegal except where it stands by itself.
    let is_number = |c: char| c.is_ascii_digit() || "_-() ".contains(c);
    if operation.is_none() && text[start..end].chars().all(is_number) {
        return None;
    }
    if !is_call && is_statement(&text[..start]) {
        // What is assigned to is no value.
        return None;
    }
    if is_call && is_statement(&text[..at]) {
        return Some(Wrap {
            start: at,
            end,
            opening: format!("Sabs_Count.{counts} ({number}); "),
            closing: "",
        });
    }
    // The parentheses that such an expression needs stand around what is put here.
    let word = text[start..end].split_whitespace().next();
    let (open, closing) = match word {
        Some("if" | "case" | "for") => ("(", ") else raise Program_Error)"),
        _ => ("", " else raise Program_Error)"),
    };
    Some(Wrap {
        start,
        end,
        opening: format!("(if Sabs_Count.{counts} ({number}) then {open}"),
        closing,
    })
}

/// The part of a text with the parentheses that are open or closed in it: those around operands do
/// not count where an expression begins and ends.
fn balanced(text: &str, mut start: usize, mut end: usize) -> (usize, usize) {
    loop {
        let mut depth = 0_i32;
        let mut least = 0;
        for c in text[start..end].chars() {
            depth += i32::from(c == '(') - i32::from(c == ')');
            least = least.min(depth);
        }
        if least < 0 {
            start = text[..start].rfind('(').expect("a parenthesis opens");
        } else if depth > 0 {
            end += text[end..].find(')').expect("a parenthesis closes") + 1;
        } else {
            return (start, end);
        }
    }
}

/// Whether a statement begins behind a text.
fn is_statement(before: &str) -> bool {
    let before = before.trim_end();
    let since = before.rsplit(';').next().unwrap_or_default();
    let count = |c: char| since.matches(c).count();
    let words: Vec<&str> = since.split_whitespace().collect();
    count('(') == count(')')
        && match words.as_slice() {
            [.., "and", "then"] | [.., "or", "else"] => false,
            [] | [.., "begin" | "loop" | "then" | "else"] | ["when", .., "=>"] => true,
            _ => false,
        }
}

/// All expressions of a file. The syntax has many kinds of things that hold expressions, of which
/// nothing matters here: what it prints for people to look at names every one of them.
fn extents(unit: &Unit, file: FileId) -> BTreeSet<Extent> {
    let text = format!("{:?}", unit.syntax);
    let mut found = BTreeSet::new();
    for (at, marker) in text.match_indices(" }, position: Span {") {
        let whole = text[..at].rfind("Span {").map(|start| &text[start..at]);
        let position = &text[at + marker.len()..];
        let (Some(whole), Some(position)) = (whole, position.split('}').next()) else {
            continue;
        };
        let ([of, start, end], [_, position, _]) = (numbers(whole), numbers(position));
        if of == file.0 as usize {
            found.insert(Extent {
                start,
                end,
                position,
            });
        }
    }
    found
}

/// The file, the first and the last place of a printed span.
fn numbers(span: &str) -> [usize; 3] {
    let parts: Vec<usize> = span
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|part| part.parse().ok())
        .collect();
    parts.try_into().expect("a span has three numbers")
}
