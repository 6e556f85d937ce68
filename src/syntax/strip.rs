//! Units without the loop invariants that the user wrote.
#![allow(clippy::wildcard_enum_match_arm)] // only what holds statements matters here

use super::ast::{
    ClauseKind, Declaration, DeclarationKind, Handler, Statement, StatementKind, Unit,
};

/// Takes the loop invariants out of units.
pub fn without_invariants(units: &mut [Unit]) {
    for unit in units {
        declaration(&mut unit.item);
    }
}

fn declarations(list: &mut [Declaration]) {
    for item in list {
        declaration(item);
    }
}

fn declaration(item: &mut Declaration) {
    match &mut item.kind {
        DeclarationKind::SubprogramBody(body) => {
            declarations(&mut body.declarations);
            statements(&mut body.statements);
            handlers(&mut body.handlers);
        }
        DeclarationKind::PackageBody(body) => {
            declarations(&mut body.declarations);
            statements(&mut body.statements);
            handlers(&mut body.handlers);
        }
        DeclarationKind::Package(package) => {
            declarations(&mut package.visible);
            declarations(&mut package.private);
        }
        DeclarationKind::Generic(generic) => declaration(&mut generic.declaration),
        _ => {}
    }
}

fn handlers(list: &mut [Handler]) {
    for handler in list {
        statements(&mut handler.statements);
    }
}

fn statements(list: &mut Vec<Statement>) {
    list.retain(|statement| match &statement.kind {
        StatementKind::Pragma(pragma) => pragma.name.key() != "loop_invariant",
        StatementKind::Clause(clause) => !matches!(clause.kind, ClauseKind::Invariant(_)),
        _ => true,
    });
    for statement in list {
        match &mut statement.kind {
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (_, body) in branches {
                    statements(body);
                }
                statements(otherwise);
            }
            StatementKind::Case { alternatives, .. } => {
                for alternative in alternatives {
                    statements(&mut alternative.body);
                }
            }
            StatementKind::Loop { body, .. } => statements(body),
            StatementKind::ExtendedReturn {
                statements: body,
                handlers: handled,
                ..
            } => {
                statements(body);
                handlers(handled);
            }
            StatementKind::Block {
                declarations: declared,
                statements: body,
                handlers: handled,
                ..
            } => {
                declarations(declared);
                statements(body);
                handlers(handled);
            }
            _ => {}
        }
    }
}
