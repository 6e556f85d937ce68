//! Blocks to measure abstraction on: four assignments and n linear predicates over six integers,
//! made by a generator with a fixed seed.

#![allow(
    clippy::unwrap_used,
    reason = "whoever measures stops where something is wrong"
)]

use sabs::abstraction::Abstraction;
use sabs::flow::{
    BasicBlock, BlockRole, FlowProgram, FlowSubprogram, FlowVariable, Statement, StatementKind,
    SubprogramId, Terminator,
};
use sabs::logic::{Arithmetic, Comparison, Sort, Term, Variable};
use sabs::predicate::{Predicate, PredicateSet};
use sabs::source::{FileId, Span};

const NOWHERE: Span = Span {
    file: FileId(0),
    start: 0,
    end: 0,
};

/// A linear congruential generator: the same numbers everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + i64::try_from(self.below(u64::try_from(high - low + 1).unwrap())).unwrap()
    }
}

fn variable(at: u64) -> Variable {
    let name = ["A", "B", "C", "D", "E", "F"][usize::try_from(at).unwrap()];
    Variable::new(name, Sort::Int)
}

fn times(factor: i64, variable: &Variable) -> Term {
    Term::arithmetic(
        Arithmetic::Multiply,
        Term::int(factor),
        Term::variable(variable),
    )
}

/// `a * X + b * Y <= c` with small numbers.
fn predicate(numbers: &mut Numbers) -> Term {
    let first = numbers.below(6);
    let second = (first + 1 + numbers.below(5)) % 6;
    let factor = |numbers: &mut Numbers| [-2, -1, 1, 2][usize::try_from(numbers.below(4)).unwrap()];
    let left = times(factor(numbers), &variable(first));
    let right = times(factor(numbers), &variable(second));
    let sum = Term::arithmetic(Arithmetic::Add, left, right);
    Term::compare(
        Comparison::LessEqual,
        sum,
        Term::int(numbers.between(-10, 10)),
    )
}

fn assignment(target: u64, numbers: &mut Numbers) -> StatementKind {
    let (left, right) = (variable(numbers.below(6)), variable(numbers.below(6)));
    let operator =
        [Arithmetic::Add, Arithmetic::Subtract][usize::try_from(numbers.below(2)).unwrap()];
    let value = Term::arithmetic(operator, Term::variable(&left), Term::variable(&right));
    let constant = Term::int(numbers.between(-3, 3));
    StatementKind::Assign {
        target: variable(target),
        value: Term::arithmetic(Arithmetic::Add, value, constant),
    }
}

/// One block and `count` predicates.
pub(crate) fn block(count: usize, seed: u64) -> (FlowProgram, PredicateSet) {
    let mut numbers = Numbers(seed);
    let statements = (0..4)
        .map(|target| Statement {
            kind: assignment(target, &mut numbers),
            span: NOWHERE,
        })
        .collect();
    let mut predicates: Vec<Predicate> = Vec::new();
    while predicates.len() < count {
        let term = predicate(&mut numbers);
        let name = term.to_string();
        if predicates.iter().all(|known| known.name != name) {
            predicates.push(Predicate {
                name,
                term,
                scope: Some(SubprogramId(0)),
                span: NOWHERE,
            });
        }
    }
    let subprogram = |name: &str, statements: Vec<Statement>| FlowSubprogram {
        name: name.to_owned(),
        formals: Vec::new(),
        locals: (0..6)
            .map(|at| FlowVariable::new(variable(at), None))
            .collect(),
        blocks: vec![BasicBlock {
            labels: Vec::new(),
            role: BlockRole::Plain,
            body_of: None,
            statements,
            terminator: Terminator::Return,
            span: NOWHERE,
        }],
        span: NOWHERE,
    };
    let flow = FlowProgram {
        name: "P".to_owned(),
        globals: Vec::new(),
        subprograms: vec![subprogram("P", statements)],
        main: subprogram("main", Vec::new()),
        checks: Vec::new(),
        gaps: Vec::new(),
    };
    (flow, PredicateSet::new(predicates))
}

/// The pairs of cubes in the tables of the direct method.
pub(crate) fn rows(abstraction: &Abstraction) -> usize {
    let tables = abstraction.tables.iter();
    tables
        .flat_map(|shown| &shown.table.groups)
        .map(|group| group.rows.len())
        .sum()
}
