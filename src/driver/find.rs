//! Places and declarations in the syntax of the unit.
#![allow(clippy::wildcard_enum_match_arm)] // declarations have many kinds, of which few matter here

use super::Subject;
use crate::program::unit_name;
use crate::source::Span;
use crate::syntax::ast::{
    Aspect, Clause, ContextItem, Declaration, DeclarationKind, Handler, Instantiation, Pragma,
    Statement, StatementKind, SubprogramSpecification, Unit,
};

/// Something in the syntax that a driver needs.
pub(super) enum Found<'a> {
    /// A `--%` clause, and what it stands among.
    Clause(&'a Clause, Among),
    /// A subprogram, and whether the driver can call it by its name.
    Subprogram(&'a SubprogramSpecification, Visibility<'a>),
    /// An aspect of a type or subprogram.
    Aspect(&'a Aspect),
    /// A pragma outside of statements.
    Pragma(&'a Pragma),
    /// An instance of a generic package, and whether it can be named.
    Instance(&'a Instantiation, Visibility<'a>),
}

/// What a clause stands among.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Among {
    /// Statements; where a statement in its place would begin.
    Statements(Option<Span>),
    Declarations,
}

/// Whether something can be named from inside its package.
#[derive(Debug, Clone, Copy)]
pub(super) enum Visibility<'a> {
    Visible,
    /// In the instances of a generic unit with these formals, as far as they are visible.
    Template(&'a [Declaration]),
    Hidden,
}

/// Everything of interest in the units that were read.
pub(super) fn all<'a>(subject: &Subject<'a>) -> Vec<Found<'a>> {
    let mut found = Vec::new();
    let units = subject.unit.syntax.iter().chain(&subject.unit.library);
    for unit in units {
        let clauses = unit.clauses.iter();
        found.extend(clauses.map(|clause| Found::Clause(clause, Among::Declarations)));
        let context = unit.context.iter().filter_map(|item| match item {
            ContextItem::Pragma(pragma) => Some(pragma),
            ContextItem::With(_) | ContextItem::Use(_) => None,
        });
        found.extend(context.chain(&unit.pragmas).map(Found::Pragma));
        // Whatever a driver inside the main unit sees; of other units what they show.
        let is_main = is_main(subject, unit);
        let visibility = if is_main {
            Visibility::Visible
        } else {
            Visibility::Hidden
        };
        match &unit.item.kind {
            DeclarationKind::Package(package) => {
                declarations(&package.visible, Visibility::Visible, &mut found);
                declarations(&package.private, visibility, &mut found);
            }
            DeclarationKind::PackageBody(body) => {
                declarations(&body.declarations, visibility, &mut found);
                statements(&body.statements, &mut found);
                handlers(&body.handlers, &mut found);
            }
            _ => declaration(&unit.item, Visibility::Visible, &mut found),
        }
    }
    found
}

fn is_main(subject: &Subject<'_>, unit: &Unit) -> bool {
    unit.subunit_of.is_empty() && unit_name(unit).eq_ignore_ascii_case(&subject.name)
}

fn declarations<'a>(
    list: &'a [Declaration],
    visibility: Visibility<'a>,
    found: &mut Vec<Found<'a>>,
) {
    for item in list {
        declaration(item, visibility, found);
    }
}

fn declaration<'a>(item: &'a Declaration, visibility: Visibility<'a>, found: &mut Vec<Found<'a>>) {
    match &item.kind {
        DeclarationKind::Clause(clause) => {
            found.push(Found::Clause(clause, Among::Declarations));
        }
        DeclarationKind::Pragma(pragma) => found.push(Found::Pragma(pragma)),
        DeclarationKind::Subprogram(specification)
        | DeclarationKind::NullProcedure(specification)
        | DeclarationKind::ExpressionFunction(specification, _)
        | DeclarationKind::SubprogramStub(specification) => {
            subprogram(specification, visibility, found);
        }
        DeclarationKind::Type(declaration) => {
            found.extend(declaration.aspects.iter().map(Found::Aspect));
        }
        DeclarationKind::Subtype { aspects, .. } => found.extend(aspects.iter().map(Found::Aspect)),
        DeclarationKind::SubprogramBody(body) => {
            subprogram(&body.specification, visibility, found);
            declarations(&body.declarations, Visibility::Hidden, found);
            statements(&body.statements, found);
            handlers(&body.handlers, found);
        }
        DeclarationKind::Package(package) => {
            declarations(&package.visible, visibility, found);
            declarations(&package.private, Visibility::Hidden, found);
        }
        DeclarationKind::PackageBody(body) => {
            declarations(&body.declarations, Visibility::Hidden, found);
            statements(&body.statements, found);
            handlers(&body.handlers, found);
        }
        DeclarationKind::Generic(generic) => {
            let visibility = Visibility::Template(&generic.formals);
            declaration(&generic.declaration, visibility, found);
        }
        DeclarationKind::Instantiation(instance) => {
            found.push(Found::Instance(instance, visibility));
        }
        _ => {}
    }
}

fn subprogram<'a>(
    specification: &'a SubprogramSpecification,
    visibility: Visibility<'a>,
    found: &mut Vec<Found<'a>>,
) {
    found.push(Found::Subprogram(specification, visibility));
    found.extend(specification.aspects.iter().map(Found::Aspect));
}

fn handlers<'a>(list: &'a [Handler], found: &mut Vec<Found<'a>>) {
    for handler in list {
        statements(&handler.statements, found);
    }
}

fn statements<'a>(list: &'a [Statement], found: &mut Vec<Found<'a>>) {
    for (at, statement) in list.iter().enumerate() {
        match &statement.kind {
            StatementKind::Clause(clause) => {
                let among = Among::Statements(place_among(list, at));
                found.push(Found::Clause(clause, among));
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (_, body) in branches {
                    statements(body, found);
                }
                statements(otherwise, found);
            }
            StatementKind::Case { alternatives, .. } => {
                for alternative in alternatives {
                    statements(&alternative.body, found);
                }
            }
            StatementKind::Loop { body, .. } => statements(body, found),
            StatementKind::ExtendedReturn {
                statements: body,
                handlers: handled,
                ..
            } => {
                statements(body, found);
                handlers(handled, found);
            }
            StatementKind::Block {
                declarations: declared,
                statements: body,
                handlers: handled,
                ..
            } => {
                declarations(declared, Visibility::Hidden, found);
                statements(body, found);
                handlers(handled, found);
            }
            _ => {}
        }
    }
}

/// Where a statement could stand instead of a clause that stands in another file: before the next
/// one of the source, or behind the last.
fn place_among(list: &[Statement], at: usize) -> Option<Span> {
    let is_real = |statement: &&Statement| !matches!(statement.kind, StatementKind::Clause(_));
    let empty = |file, at| Span {
        file,
        start: at,
        end: at,
    };
    let mut behind = list[at..].iter();
    let next = behind.find(is_real).map(|next| next.span);
    let mut before = list[..at].iter().rev();
    let mut earlier = || before.find(is_real).map(|earlier| earlier.span);
    next.map(|span| empty(span.file, span.start))
        .or_else(|| earlier().map(|span| empty(span.file, span.end)))
}

/// Before which place of the specification a procedure can be declared; `None` if there is none.
pub(super) fn specification_place(subject: &Subject<'_>) -> Option<Span> {
    place(subject, &|unit| match &unit.item.kind {
        DeclarationKind::Package(package) => {
            let first = real(&package.visible).next().map(|item| item.span.start);
            Some(first.unwrap_or_else(|| closing(subject, unit, "\nprivate")))
        }
        _ => None,
    })
}

/// Behind which place of the body a procedure can be declared; `None` if there is no body.
pub(super) fn body_place(subject: &Subject<'_>) -> Option<Span> {
    place(subject, &|unit| match &unit.item.kind {
        DeclarationKind::PackageBody(body) => {
            let last = real(&body.declarations).map(|item| item.span.end).max();
            Some(last.unwrap_or_else(|| closing(subject, unit, "\nbegin")))
        }
        _ => None,
    })
}

/// The place in a part of the main unit that has one.
fn place(subject: &Subject<'_>, within: &dyn Fn(&Unit) -> Option<u32>) -> Option<Span> {
    let units = subject.unit.syntax.iter();
    let mut own = units.filter(|unit| is_main(subject, unit));
    own.find_map(|unit| {
        let at = within(unit)?;
        Some(Span {
            file: unit.span.file,
            start: at,
            end: at,
        })
    })
}

/// Where a part of a package that declares nothing ends: before a word or before the end.
fn closing(subject: &Subject<'_>, unit: &Unit, before: &str) -> u32 {
    let text = subject.sources.text(unit.span).to_ascii_lowercase();
    let word = text.rfind(before).map(|at| at + 1);
    let end = text.rfind("end ").or_else(|| text.rfind("end;"));
    let at = word.or(end).unwrap_or(0);
    unit.span.start + u32::try_from(at).unwrap_or(0)
}

/// The declarations that are neither comments nor pragmas that must come first.
fn real(list: &[Declaration]) -> impl Iterator<Item = &Declaration> {
    let is_real = |item: &&Declaration| {
        !matches!(
            item.kind,
            DeclarationKind::Clause(_) | DeclarationKind::Pragma(_)
        )
    };
    list.iter().filter(is_real)
}
