//! Flow programs by hand, for tests.

use crate::flow::{
    BasicBlock, BlockId, BlockRole, FlowProgram, FlowSubprogram, FlowVariable, Formal, Mode,
    Statement, StatementKind, SubprogramId, Terminator,
};
use crate::logic::{Arithmetic, Comparison, Sort, Term, Variable};
use crate::source::{FileId, Span};
use crate::verdict::{Check, CheckId, Rule};

/// Spans have no meaning in these tests.
pub(super) const NOWHERE: Span = Span {
    file: FileId(0),
    start: 0,
    end: 0,
};

pub(super) fn integer(name: &str, first: i64, last: i64) -> FlowVariable {
    let range = Some((first.into(), last.into()));
    FlowVariable::new(Variable::new(name, Sort::Int), range)
}

pub(super) fn boolean(name: &str) -> FlowVariable {
    FlowVariable::new(Variable::new(name, Sort::Bool), None)
}

pub(super) fn read(variable: &FlowVariable) -> Term {
    Term::variable(&variable.variable)
}

pub(super) fn plus(variable: &FlowVariable, offset: i64) -> Term {
    Term::arithmetic(Arithmetic::Add, read(variable), Term::int(offset))
}

pub(super) fn less(variable: &FlowVariable, bound: Term) -> Term {
    Term::compare(Comparison::Less, read(variable), bound)
}

pub(super) fn assign(target: &FlowVariable, value: Term) -> Statement {
    Statement {
        kind: StatementKind::Assign {
            target: target.variable.clone(),
            value,
        },
        span: NOWHERE,
    }
}

pub(super) fn assume(condition: Term) -> Statement {
    Statement {
        kind: StatementKind::Assume(condition),
        span: NOWHERE,
    }
}

pub(super) fn check(number: u32, condition: Term) -> Statement {
    Statement {
        kind: StatementKind::Check {
            check: CheckId(number),
            condition,
        },
        span: NOWHERE,
    }
}

pub(super) fn branch(condition: Term, on_true: u32, on_false: u32) -> Terminator {
    Terminator::Branch {
        condition,
        on_true: BlockId(on_true),
        on_false: BlockId(on_false),
        join: None,
    }
}

/// A call of a subprogram whose formals are all `in out`.
pub(super) fn call(callee: u32, actuals: &[&FlowVariable], next: u32) -> Terminator {
    Terminator::Call {
        callee: SubprogramId(callee),
        arguments: actuals.iter().map(|actual| Some(read(actual))).collect(),
        results: actuals
            .iter()
            .map(|actual| Some(actual.variable.clone()))
            .collect(),
        is_clients: false,
        next: BlockId(next),
    }
}

pub(super) fn block(
    statements: impl IntoIterator<Item = Statement>,
    terminator: Terminator,
) -> BasicBlock {
    BasicBlock {
        labels: Vec::new(),
        role: BlockRole::Plain,
        body_of: None,
        statements: statements.into_iter().collect(),
        terminator,
        span: NOWHERE,
    }
}

pub(super) fn subprogram(
    name: &str,
    formals: &[(Mode, &FlowVariable)],
    locals: &[&FlowVariable],
    blocks: impl IntoIterator<Item = BasicBlock>,
) -> FlowSubprogram {
    FlowSubprogram {
        name: name.to_owned(),
        formals: formals
            .iter()
            .map(|&(mode, variable)| Formal {
                variable: variable.clone(),
                mode,
            })
            .collect(),
        locals: locals.iter().map(|&local| local.clone()).collect(),
        blocks: blocks.into_iter().collect(),
        span: NOWHERE,
    }
}

/// A program with three checks, `C1` to `C3`, to stand wherever a test likes.
pub(super) fn program(
    globals: &[&FlowVariable],
    subprograms: impl IntoIterator<Item = FlowSubprogram>,
    main: FlowSubprogram,
) -> FlowProgram {
    let check = Check {
        rule: Rule::Assert,
        span: NOWHERE,
        subprogram: String::new(),
        condition: String::new(),
    };
    FlowProgram {
        name: "P".to_owned(),
        globals: globals.iter().map(|&global| global.clone()).collect(),
        subprograms: subprograms.into_iter().collect(),
        main,
        gaps: Vec::new(),
        checks: vec![check; 3],
    }
}

/// A most general client that does nothing.
pub(super) fn idle() -> FlowSubprogram {
    subprogram("main", &[], &[], [block([], Terminator::Return)])
}
