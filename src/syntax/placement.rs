//! Clauses from elsewhere find their place in a unit.
#![allow(clippy::wildcard_enum_match_arm)] // only bodies and what holds statements matter here

use crate::diagnostic::nearest;
use crate::source::Span;

use super::ast::{Clause, Declaration, DeclarationKind, Name, Statement, StatementKind};

/// The declarations of the bodies and packages of that name.
pub(super) fn scopes<'a>(
    declaration: &'a mut Declaration,
    path: &mut Vec<String>,
    wanted: &[String],
    found: &mut Vec<&'a mut Vec<Declaration>>,
) {
    let (parent, name, list) = match &mut declaration.kind {
        DeclarationKind::PackageBody(package) => {
            (&package.parent, &package.name, &mut package.declarations)
        }
        DeclarationKind::SubprogramBody(body) => (
            &body.specification.parent,
            &body.specification.name,
            &mut body.declarations,
        ),
        _ => return,
    };
    let depth = path.len();
    path.extend(parent.iter().map(Name::key));
    path.push(name.key());
    if path == wanted {
        found.push(list);
    } else {
        for inner in list {
            scopes(inner, path, wanted, found);
        }
    }
    path.truncate(depth);
}

/// The full names of the bodies that clauses can be put into, as declared.
pub(super) fn scope_names(declaration: &Declaration, prefix: &str, found: &mut Vec<String>) {
    let (parent, name, list) = match &declaration.kind {
        DeclarationKind::PackageBody(package) => {
            (&package.parent, &package.name, &package.declarations)
        }
        DeclarationKind::SubprogramBody(body) => (
            &body.specification.parent,
            &body.specification.name,
            &body.declarations,
        ),
        _ => return,
    };
    let parents = parent.iter().map(|name| format!("{}.", name.text));
    let full = format!("{prefix}{}{}", parents.collect::<String>(), name.text);
    for inner in list {
        scope_names(inner, &format!("{full}."), found);
    }
    found.push(full);
}

/// The scope that was meant: one whose name few letters tell from it, or that ends with it.
pub(super) fn nearest_scope<'a>(written: &str, names: &'a [String]) -> Option<&'a str> {
    let ending = format!(".{}", written.to_lowercase());
    let by_end = names
        .iter()
        .find(|name| name.to_lowercase().ends_with(&ending));
    let near = || nearest(written, names.iter().map(String::as_str));
    by_end.map(String::as_str).or_else(near)
}

/// Puts a clause before the first item of a body that begins at or after a place.
pub(super) fn into_declaration(
    declaration: &mut Declaration,
    place: Span,
    clause: &Clause,
) -> Option<()> {
    match &mut declaration.kind {
        DeclarationKind::SubprogramBody(body) => {
            into_body(&mut body.declarations, &mut body.statements, place, clause)
        }
        DeclarationKind::PackageBody(body) => {
            into_body(&mut body.declarations, &mut body.statements, place, clause)
        }
        DeclarationKind::Package(package) => into_declarations(&mut package.visible, place, clause),
        _ => None,
    }
}

fn into_body(
    declarations: &mut Vec<Declaration>,
    statements: &mut Vec<Statement>,
    place: Span,
    clause: &Clause,
) -> Option<()> {
    let is_declared = written(declarations, place).any(|(_, span)| place.start < span.end);
    if is_declared || statements.is_empty() {
        into_declarations(declarations, place, clause)
    } else {
        into_statements(statements, place, clause)
    }
}

/// What may stand in a list with clauses of a sidecar between.
trait Item {
    fn span(&self) -> Span;
}

impl Item for Declaration {
    fn span(&self) -> Span {
        self.span
    }
}

impl Item for Statement {
    fn span(&self) -> Span {
        self.span
    }
}

/// The items that stand in the file of a place, with their indices: clauses of a sidecar that have
/// been placed before do not count.
fn written<T: Item>(list: &[T], place: Span) -> impl Iterator<Item = (usize, Span)> {
    list.iter()
        .map(Item::span)
        .enumerate()
        .filter(move |(_, span)| span.file == place.file)
}

/// Where in a list a place lies.
enum Spot {
    /// Inside this item.
    Inside(usize),
    /// Before this item.
    Before(usize),
}

fn spot<T: Item>(list: &[T], place: Span) -> Spot {
    let mut next = list.len();
    for (at, span) in written(list, place) {
        if place.start <= span.start {
            next = at;
            break;
        }
        if place.start < span.end {
            return Spot::Inside(at);
        }
    }
    Spot::Before(next)
}

fn into_declarations(list: &mut Vec<Declaration>, place: Span, clause: &Clause) -> Option<()> {
    match spot(list, place) {
        Spot::Inside(at) => into_declaration(&mut list[at], place, clause),
        Spot::Before(at) => {
            let span = clause.span;
            let kind = DeclarationKind::Clause(clause.clone());
            list.insert(at, Declaration { kind, span });
            Some(())
        }
    }
}

fn into_statements(list: &mut Vec<Statement>, place: Span, clause: &Clause) -> Option<()> {
    match spot(list, place) {
        Spot::Inside(at) => into_statement(&mut list[at], place, clause),
        Spot::Before(at) => {
            let span = clause.span;
            let kind = StatementKind::Clause(clause.clone());
            list.insert(at, Statement { kind, span });
            Some(())
        }
    }
}

/// Into the part of a statement whose first item begins before the place, or else the first part.
fn into_statement(statement: &mut Statement, place: Span, clause: &Clause) -> Option<()> {
    let mut parts: Vec<&mut Vec<Statement>> = Vec::new();
    match &mut statement.kind {
        StatementKind::If {
            branches,
            otherwise,
        } => {
            parts.extend(branches.iter_mut().map(|(_, body)| body));
            parts.push(otherwise);
        }
        StatementKind::Case { alternatives, .. } => {
            parts.extend(
                alternatives
                    .iter_mut()
                    .map(|alternative| &mut alternative.body),
            );
        }
        StatementKind::Loop { body, .. } => parts.push(body),
        StatementKind::ExtendedReturn {
            statements,
            handlers,
            ..
        } => {
            parts.push(statements);
            parts.extend(handlers.iter_mut().map(|handler| &mut handler.statements));
        }
        StatementKind::Block {
            declarations,
            statements,
            handlers,
            ..
        } => {
            let is_declared = written(declarations, place).any(|(_, span)| place.start < span.end);
            if is_declared {
                return into_declarations(declarations, place, clause);
            }
            parts.push(statements);
            parts.extend(handlers.iter_mut().map(|handler| &mut handler.statements));
        }
        _ => return None,
    }
    let begins = |part: &[Statement]| {
        let first = written(part, place).next();
        first.is_some_and(|(_, span)| span.start < place.start)
    };
    let chosen = parts.iter().rposition(|part| begins(part)).unwrap_or(0);
    into_statements(parts.into_iter().nth(chosen)?, place, clause)
}
