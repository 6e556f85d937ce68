//! The Boolean program of one body: what its subprogram does from where its statements begin, in
//! given states.

use super::formula::MAIN;
use crate::bp::{BoolProgram, Expr, Identifier, Procedure, Statement, StatementKind};
use crate::program::{BEGINNING, SubprogramId};
use crate::reach::Cover;

/// The label of the one place from which the body is entered: the next state is the first of the
/// body, which may have labels of its own and may be come to again.
pub(super) const ENTRY: &str = "body__entered";

/// The program whose `main` is the body of a subprogram, entered in the states of a cover that are not
/// of the other. The other procedures keep their numbers.
pub(super) fn body_of(
    program: &BoolProgram,
    id: SubprogramId,
    entered: &Cover,
    excluded: &Cover,
) -> BoolProgram {
    let mut program = program.clone();
    let procedure = program.procedures[id.0 as usize].clone();
    let locals: Vec<Identifier> = [procedure.parameters, procedure.locals].concat();
    let mut body = Vec::new();
    let in_call = Identifier::new("in_call");
    if locals.contains(&in_call) {
        body.push(Statement::new(StatementKind::Assign {
            targets: vec![Some(in_call)],
            values: vec![Expr::Constant(false)],
            constrain: None,
        }));
    }
    let mut states = expression(entered);
    if !excluded.is_empty() {
        states = Expr::and(vec![states, Expr::not(expression(excluded))]);
    }
    body.push(Statement::new(StatementKind::Assume(states)));
    let beginning = Identifier::new(BEGINNING);
    body.push(Statement {
        labels: vec![Identifier::new(ENTRY)],
        ..Statement::new(StatementKind::Goto(vec![beginning]))
    });
    body.extend(procedure.body.into_iter().map(without_results));
    program
        .procedures
        .retain(|other| other.name.as_str() != MAIN);
    program.procedures.push(Procedure {
        name: Identifier::new(MAIN),
        parameters: Vec::new(),
        results: 0,
        locals,
        enforce: procedure.enforce,
        body,
    });
    program
}

fn expression(cover: &Cover) -> Expr {
    let literal = |(name, value): &(Identifier, bool)| {
        let variable = Expr::variable(name);
        if *value {
            variable
        } else {
            Expr::not(variable)
        }
    };
    let cubes = cover.iter();
    Expr::or(
        cubes
            .map(|cube| Expr::and(cube.iter().map(literal).collect()))
            .collect(),
    )
}

/// Nobody takes what the body returns.
#[allow(clippy::wildcard_enum_match_arm)] // only these hold a return
fn without_results(statement: Statement) -> Statement {
    let all = |body: Vec<Statement>| -> Vec<Statement> {
        body.into_iter().map(without_results).collect()
    };
    let kind = match statement.kind {
        StatementKind::Return(_) => StatementKind::Return(Vec::new()),
        StatementKind::If {
            branches,
            otherwise,
        } => StatementKind::If {
            branches: branches
                .into_iter()
                .map(|(condition, body)| (condition, all(body)))
                .collect(),
            otherwise: all(otherwise),
        },
        StatementKind::While { condition, body } => StatementKind::While {
            condition,
            body: all(body),
        },
        other => other,
    };
    Statement { kind, ..statement }
}
