//! Clauses from elsewhere find their place in a unit.
#![allow(clippy::wildcard_enum_match_arm)] // only bodies and what holds statements matter here

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

/// Puts a clause before the first item of a body that begins at or after a place.
pub(super) fn into_declaration(
    declaration: &mut Declaration,
    offset: u32,
    clause: &Clause,
) -> Option<()> {
    match &mut declaration.kind {
        DeclarationKind::SubprogramBody(body) => {
            into_body(&mut body.declarations, &mut body.statements, offset, clause)
        }
        DeclarationKind::PackageBody(body) => {
            into_body(&mut body.declarations, &mut body.statements, offset, clause)
        }
        DeclarationKind::Package(package) => {
            into_declarations(&mut package.visible, offset, clause)
        }
        _ => None,
    }
}

fn into_body(
    declarations: &mut Vec<Declaration>,
    statements: &mut Vec<Statement>,
    offset: u32,
    clause: &Clause,
) -> Option<()> {
    let last = declarations.last().map_or(0, |last| last.span.end);
    if offset < last || statements.is_empty() {
        into_declarations(declarations, offset, clause)
    } else {
        into_statements(statements, offset, clause)
    }
}

fn into_declarations(list: &mut Vec<Declaration>, offset: u32, clause: &Clause) -> Option<()> {
    let at = list.partition_point(|item| item.span.start < offset);
    if let Some(before) = at.checked_sub(1).and_then(|at| list.get_mut(at))
        && offset < before.span.end
    {
        return into_declaration(before, offset, clause);
    }
    let span = clause.span;
    let kind = DeclarationKind::Clause(clause.clone());
    list.insert(at, Declaration { kind, span });
    Some(())
}

fn into_statements(list: &mut Vec<Statement>, offset: u32, clause: &Clause) -> Option<()> {
    let at = list.partition_point(|item| item.span.start < offset);
    if let Some(before) = at.checked_sub(1).and_then(|at| list.get_mut(at))
        && offset < before.span.end
    {
        return into_statement(before, offset, clause);
    }
    let span = clause.span;
    let kind = StatementKind::Clause(clause.clone());
    list.insert(at, Statement { kind, span });
    Some(())
}

/// Into the part of a statement whose first item begins before the place, or else the first part.
fn into_statement(statement: &mut Statement, offset: u32, clause: &Clause) -> Option<()> {
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
            let first = statements
                .first()
                .map_or(u32::MAX, |first| first.span.start);
            let last = declarations.last().map_or(0, |last| last.span.end);
            if offset < last && offset < first {
                return into_declarations(declarations, offset, clause);
            }
            parts.push(statements);
            parts.extend(handlers.iter_mut().map(|handler| &mut handler.statements));
        }
        _ => return None,
    }
    let begins = |part: &Vec<Statement>| {
        let first = part.first();
        first.is_some_and(|first| first.span.start < offset)
    };
    let chosen = parts.iter().rposition(|part| begins(part)).unwrap_or(0);
    into_statements(parts.into_iter().nth(chosen)?, offset, clause)
}
