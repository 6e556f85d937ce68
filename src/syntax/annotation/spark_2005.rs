//! SPARK 2005 annotations: contracts become the aspects they mean, the others clauses.

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

use super::super::ast::{
    Aggregate, AggregateAssociation, AggregateForm, Aspect, Choice, Clause, ClauseKind, Expression,
    ExpressionKind, Name,
};
use super::fragment::translated;
use super::piece::Piece;
use super::translation::Translation;
use super::{Dialect, Group};

/// What is known of the subprogram a contract belongs to.
pub(in crate::syntax) struct Contract<'a> {
    /// Its name.
    pub(in crate::syntax) name: &'a str,
    /// Whether it returns a value: its globals are then read only.
    pub(in crate::syntax) is_function: bool,
}

/// One annotation.
struct Annotation<'a> {
    word: String,
    rest: Piece<'a>,
    whole: Piece<'a>,
}

/// The annotations of a group; `global in A; out B;` is one.
fn annotations<'a>(file: FileId, group: &'a Group) -> Vec<Annotation<'a>> {
    let mut found: Vec<Annotation<'a>> = Vec::new();
    let whole = group.piece(file);
    for piece in whole.split(';') {
        let piece = piece.trimmed();
        if piece.text.is_empty() {
            continue;
        }
        let (word, rest) = piece.first_word();
        let word = word.to_ascii_lowercase();
        if let (Some(last), "in" | "out") = (found.last_mut(), word.as_str())
            && last.word == "global"
        {
            let from = last.rest.start - whole.start;
            let to = piece.start + piece.text.len() - whole.start;
            last.rest = whole.slice(from, to);
            continue;
        }
        found.push(Annotation {
            word,
            rest,
            whole: piece,
        });
    }
    found
}

/// Whether a group may belong to a subprogram's profile.
fn is_contract(word: &str) -> bool {
    matches!(word, "pre" | "post" | "return" | "global" | "derives")
}

/// The aspects that the contracts of a group mean; the other annotations are left to
/// [`statements`].
pub(in crate::syntax) fn contract(
    file: FileId,
    group: &Group,
    subprogram: &Contract<'_>,
) -> (Vec<Aspect>, Vec<Diagnostic>) {
    let mut aspects = Vec::new();
    let mut diagnostics = Vec::new();
    for annotation in annotations(file, group) {
        match aspect(&annotation, subprogram) {
            Ok(found) => aspects.extend(found),
            Err(errors) => diagnostics.extend(errors),
        }
    }
    (aspects, diagnostics)
}

fn aspect(
    annotation: &Annotation<'_>,
    subprogram: &Contract<'_>,
) -> Result<Option<Aspect>, Vec<Diagnostic>> {
    let rest = annotation.rest;
    let (name, definition) = match annotation.word.as_str() {
        "pre" => ("Pre", translated(rest, &Translation::of(rest, None))?),
        "post" => ("Post", translated(rest, &Translation::of(rest, None))?),
        "return" => ("Post", result(rest, subprogram)?),
        "global" => ("Global", globals(rest, subprogram)?),
        "derives" => ("Depends", derives(rest)?),
        _ => return Ok(None),
    };
    let word = annotation.whole.slice(0, annotation.word.len());
    Ok(Some(Aspect {
        name: Name {
            text: name.to_owned(),
            span: word.span(),
        },
        is_classwide: false,
        definition: Some(definition),
    }))
}

/// `return e` is `F'Result = e`; in `return v => p` the name v stands for the result.
fn result(piece: Piece<'_>, subprogram: &Contract<'_>) -> Result<Expression, Vec<Diagnostic>> {
    let result = format!("{}'Result", subprogram.name);
    let (word, rest) = piece.first_word();
    if let Some(condition) = rest.text.strip_prefix("=>") {
        let condition = rest.skip(rest.text.len() - condition.len()).trimmed();
        return translated(
            condition,
            &Translation::of(condition, Some((word, &result))),
        );
    }
    let mut translation = Translation::default();
    translation.write(&format!("{result} = ("), piece.start);
    translation.append(&Translation::of(piece, None));
    translation.write(")", piece.start + piece.text.len());
    translated(piece, &translation)
}

/// `in A, B; out C` as `(Input => (A, B), Output => C)`
fn globals(piece: Piece<'_>, subprogram: &Contract<'_>) -> Result<Expression, Vec<Diagnostic>> {
    let mut associations = Vec::new();
    for part in piece.split(';') {
        let part = part.trimmed();
        let (mut mode, mut names) = if subprogram.is_function {
            ("Input", part)
        } else {
            // Without a mode nothing is known.
            ("In_Out", part)
        };
        let (word, rest) = part.first_word();
        let (second, last) = rest.first_word();
        match (
            word.to_ascii_lowercase().as_str(),
            second.to_ascii_lowercase().as_str(),
        ) {
            ("in", "out") => (mode, names) = ("In_Out", last),
            ("in", _) => (mode, names) = ("Input", rest),
            ("out", _) => (mode, names) = ("Output", rest),
            _ => {}
        }
        let names = listed(names)?;
        if !names.is_empty() {
            let mode = named(mode, part.span());
            associations.push(association(mode, value(names, part.span())));
        }
    }
    Ok(aggregate(associations, piece.span()))
}

/// `A from B, C & D from *` as `(A => (B, C), D => D)`
fn derives(piece: Piece<'_>) -> Result<Expression, Vec<Diagnostic>> {
    let mut associations = Vec::new();
    for part in piece.split('&') {
        let part = part.trimmed();
        let lower = part.text.to_ascii_lowercase();
        let at = lower.find(" from").unwrap_or(lower.len());
        let (targets, sources) = (part.slice(0, at), part.skip((at + 5).min(lower.len())));
        for target in listed(targets)? {
            let from: Vec<Expression> = listed(sources)?
                .into_iter()
                .map(|source| {
                    let is_itself =
                        matches!(&source.kind, ExpressionKind::Name(name) if name == "*");
                    if is_itself { target.clone() } else { source }
                })
                .collect();
            let span = part.span();
            associations.push(association(target, value(from, span)));
        }
    }
    Ok(aggregate(associations, piece.span()))
}

/// The names between commas; `*` stands for the name itself.
fn listed(piece: Piece<'_>) -> Result<Vec<Expression>, Vec<Diagnostic>> {
    let mut found = Vec::new();
    for name in piece.split(',') {
        let name = name.trimmed();
        if name.text.is_empty() {
            continue;
        }
        let is_word = |part: &str| {
            let part = part.trim();
            let is_letter = |c: char| c.is_alphanumeric() || c == '_';
            part.starts_with(char::is_alphabetic) && part.chars().all(is_letter)
        };
        if name.text != "*" && !name.text.split('.').all(is_word) {
            return Err(vec![name.error(
                "the name of a variable is expected here",
                "write for example --# derives X from X, Y & Z from *;",
            )]);
        }
        found.push(named(name.text, name.span()));
    }
    Ok(found)
}

fn named(text: &str, span: Span) -> Expression {
    let mut parts = text.split('.').map(str::trim);
    let first = parts.next().unwrap_or_default();
    let make = |kind| Expression {
        kind,
        span,
        position: span,
    };
    if first.eq_ignore_ascii_case("null") {
        return make(ExpressionKind::Null);
    }
    parts.fold(
        make(ExpressionKind::Name(first.to_owned())),
        |prefix, part| {
            let name = Name {
                text: part.to_owned(),
                span,
            };
            make(ExpressionKind::Selected(Box::new(prefix), name))
        },
    )
}

fn value(mut names: Vec<Expression>, span: Span) -> Expression {
    match names.len() {
        0 => named("null", span),
        1 => names.remove(0),
        _ => {
            let positional = |value: Expression| AggregateAssociation {
                iteration: None,
                key: None,
                choices: Vec::new(),
                span: value.span,
                value: Some(value),
            };
            aggregate(names.into_iter().map(positional).collect(), span)
        }
    }
}

fn association(choice: Expression, value: Expression) -> AggregateAssociation {
    AggregateAssociation {
        iteration: None,
        key: None,
        span: value.span,
        choices: vec![Choice::Expression(choice)],
        value: Some(value),
    }
}

fn aggregate(associations: Vec<AggregateAssociation>, span: Span) -> Expression {
    let kind = ExpressionKind::Aggregate(Box::new(Aggregate {
        form: AggregateForm::Plain,
        associations,
        is_bracketed: false,
    }));
    Expression {
        kind,
        span,
        position: span,
    }
}

/// The clauses that the annotations of a group between statements or declarations mean. A contract
/// that found no subprogram is a mistake.
pub(in crate::syntax) fn statements(file: FileId, group: &Group) -> (Vec<Clause>, Vec<Diagnostic>) {
    let mut clauses = Vec::new();
    let mut diagnostics = Vec::new();
    for annotation in annotations(file, group) {
        let condition = || translated(annotation.rest, &Translation::of(annotation.rest, None));
        let kind = match annotation.word.as_str() {
            "assert" | "check" => condition().map(ClauseKind::Assert),
            "assume" => condition().map(ClauseKind::Assume),
            word if is_contract(word) => Err(vec![annotation.whole.error(
                "this annotation belongs to no subprogram",
                "put it directly after the subprogram's profile",
            )]),
            _ => continue,
        };
        match kind {
            Ok(kind) => clauses.push(Clause {
                kind,
                span: annotation.whole.span(),
            }),
            Err(errors) => diagnostics.extend(errors),
        }
    }
    (clauses, diagnostics)
}

/// One warning for the first annotation of a file that means nothing to sabs.
pub(in crate::syntax) fn warn_of_unread(file: FileId, groups: &[Group]) -> Option<Diagnostic> {
    groups
        .iter()
        .filter(|group| group.dialect == Dialect::Spark2005)
        .flat_map(|group| annotations(file, group))
        .find(|annotation| {
            let word = annotation.word.as_str();
            !is_contract(word) && !matches!(word, "assert" | "check" | "assume")
        })
        .map(|annotation| {
            let message = format!(
                "the SPARK 2005 annotation {} and others like it are not read",
                annotation.word
            );
            Diagnostic::warning(annotation.whole.span(), message)
                .with_help("sabs reads pre, post, return, global, derives, assert, check, assume")
        })
}
