//! The last touches to a body: labels nobody jumps to and statements that say nothing go.

use std::collections::BTreeSet;

use crate::bp::{Identifier, Statement, StatementKind};

/// Removes labels that `generated` says were made here and no `goto` uses, and then every
/// unlabelled `skip` without a comment that is not alone in its body.
pub(super) fn tidy(
    body: Vec<Statement>,
    generated: &dyn Fn(&Identifier) -> bool,
) -> Vec<Statement> {
    let mut used = BTreeSet::new();
    collect_targets(&body, &mut used);
    clean(body, &|label| !generated(label) || used.contains(label))
}

fn collect_targets(body: &[Statement], used: &mut BTreeSet<Identifier>) {
    for statement in body {
        if let StatementKind::Goto(targets) = &statement.kind {
            used.extend(targets.iter().cloned());
        }
        for inner in nested(&statement.kind) {
            collect_targets(inner, used);
        }
    }
}

#[allow(clippy::wildcard_enum_match_arm)] // only these two have bodies
fn nested(kind: &StatementKind) -> Vec<&[Statement]> {
    match kind {
        StatementKind::If {
            branches,
            otherwise,
        } => branches
            .iter()
            .map(|(_, body)| body.as_slice())
            .chain([otherwise.as_slice()])
            .collect(),
        StatementKind::While { body, .. } => vec![body],
        _ => Vec::new(),
    }
}

#[allow(clippy::wildcard_enum_match_arm)] // only these two have bodies
fn clean(body: Vec<Statement>, keep: &dyn Fn(&Identifier) -> bool) -> Vec<Statement> {
    if body.is_empty() {
        return body;
    }
    let mut cleaned: Vec<Statement> = body
        .into_iter()
        .map(|mut statement| {
            statement.labels.retain(keep);
            statement.kind = match statement.kind {
                StatementKind::If {
                    branches,
                    otherwise,
                } => StatementKind::If {
                    branches: branches
                        .into_iter()
                        .map(|(condition, body)| (condition, clean(body, keep)))
                        .collect(),
                    otherwise: clean(otherwise, keep),
                },
                StatementKind::While { condition, body } => StatementKind::While {
                    condition,
                    body: clean(body, keep),
                },
                other => other,
            };
            statement
        })
        .collect();
    cleaned.retain(|statement| {
        statement.kind != StatementKind::Skip
            || !statement.labels.is_empty()
            || statement.comment.is_some()
    });
    if cleaned.is_empty() {
        cleaned.push(Statement::new(StatementKind::Skip));
    }
    cleaned
}
