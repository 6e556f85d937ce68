//! Theorem 1 within the language: what is lost turns out to be something.
//!
//! A program with `*` stands for every program that has some expression in its place. Whatever is
//! definite of it must be so of each of them.

use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};

use super::*;
use crate::bp::{Expr, Procedure, Statement, StatementKind};

/// A way to fill in what is lost.
struct Resolution<'g> {
    g: &'g mut Gen,
    variables: Vec<Identifier>,
}

impl Resolution<'_> {
    fn expression(&mut self, expression: &Expr) -> Expr {
        match expression {
            Expr::Lost => self.some_value(),
            Expr::Constant(_) | Expr::Variable(_) | Expr::Next(_) | Expr::Nondet => {
                expression.clone()
            }
            Expr::Not(operand) => Expr::Not(Box::new(self.expression(operand))),
            Expr::Binary(operator, operands) => {
                let operands = operands.iter().map(|operand| self.expression(operand));
                Expr::Binary(*operator, operands.collect())
            }
            Expr::Choose(positive, negative) => {
                let positive = self.expression(positive);
                let negative = self.expression(negative);
                let open = self.some_value();
                let otherwise = Expr::and(vec![Expr::not(negative), open]);
                Expr::or(vec![positive, otherwise])
            }
            Expr::Conditional(condition, then, otherwise) => Expr::Conditional(
                Box::new(self.expression(condition)),
                Box::new(self.expression(then)),
                Box::new(self.expression(otherwise)),
            ),
        }
    }

    /// A constant, a variable or its negation.
    fn some_value(&mut self) -> Expr {
        let name = self.g.choose(&self.variables).cloned();
        match (u8::arbitrary(self.g) % 3, name) {
            (0, Some(name)) => Expr::Variable(name),
            (1, Some(name)) => Expr::not(Expr::Variable(name)),
            _ => Expr::Constant(bool::arbitrary(self.g)),
        }
    }

    fn expressions(&mut self, expressions: &[Expr]) -> Vec<Expr> {
        expressions.iter().map(|e| self.expression(e)).collect()
    }

    fn statements(&mut self, statements: &[Statement]) -> Vec<Statement> {
        let statements = statements.iter();
        statements
            .map(|statement| self.statement(statement))
            .collect()
    }

    fn statement(&mut self, statement: &Statement) -> Statement {
        let kind = match &statement.kind {
            StatementKind::Skip | StatementKind::Goto(_) => statement.kind.clone(),
            StatementKind::Assign {
                targets,
                values,
                constrain,
            } => StatementKind::Assign {
                targets: targets.clone(),
                values: self.expressions(values),
                constrain: constrain.as_ref().map(|e| self.expression(e)),
            },
            StatementKind::Call {
                targets,
                callee,
                arguments,
            } => StatementKind::Call {
                targets: targets.clone(),
                callee: callee.clone(),
                arguments: self.expressions(arguments),
            },
            StatementKind::Assume(condition) => StatementKind::Assume(self.expression(condition)),
            StatementKind::Assert(condition) => StatementKind::Assert(self.expression(condition)),
            StatementKind::If {
                branches,
                otherwise,
            } => {
                let branches = branches.iter();
                let branches =
                    branches.map(|(e, body)| (self.expression(e), self.statements(body)));
                StatementKind::If {
                    branches: branches.collect(),
                    otherwise: self.statements(otherwise),
                }
            }
            StatementKind::While { condition, body } => StatementKind::While {
                condition: self.expression(condition),
                body: self.statements(body),
            },
            StatementKind::Return(values) => StatementKind::Return(self.expressions(values)),
        };
        Statement {
            kind,
            ..statement.clone()
        }
    }
}

/// The program without `enforce` and `constrain`: what they say of lost values is a promise, which
/// a value filled in at random would break.
fn without_promises(program: &BoolProgram) -> BoolProgram {
    fn freed(statements: &mut [Statement]) {
        for statement in statements {
            match &mut statement.kind {
                StatementKind::Assign { constrain, .. } => *constrain = None,
                StatementKind::If {
                    branches,
                    otherwise,
                } => {
                    for (_, body) in branches {
                        freed(body);
                    }
                    freed(otherwise);
                }
                StatementKind::While { body, .. } => freed(body),
                StatementKind::Skip
                | StatementKind::Call { .. }
                | StatementKind::Assume(_)
                | StatementKind::Assert(_)
                | StatementKind::Goto(_)
                | StatementKind::Return(_) => {}
            }
        }
    }
    let mut program = program.clone();
    for procedure in &mut program.procedures {
        procedure.enforce = None;
        freed(&mut procedure.body);
    }
    program
}

fn resolved(program: &BoolProgram, g: &mut Gen) -> BoolProgram {
    let procedures = program.procedures.iter().map(|procedure| {
        let names = program.globals.iter();
        let names = names.chain(&procedure.parameters).chain(&procedure.locals);
        let mut resolution = Resolution {
            variables: names.cloned().collect(),
            g: &mut *g,
        };
        Procedure {
            body: resolution.statements(&procedure.body),
            ..procedure.clone()
        }
    });
    BoolProgram {
        globals: program.globals.clone(),
        procedures: procedures.collect(),
    }
}

// forall p, f, r. what is definite of p is never the opposite in p with what is lost filled in
#[test]
fn definite_answers_hold_however_the_lost_turns_out() {
    #[allow(clippy::needless_pass_by_value)] // quickcheck gives values
    fn property(case: Case) -> TestResult {
        let program = without_promises(&case.program);
        let control = lower(&program).expect("well-formed");
        let Ok(mut checker) = Checker::new(&control, &Config::default()) else {
            return TestResult::discard();
        };
        let seed = case.seed.iter().map(|byte| u64::from(*byte)).sum();
        let mut g = Gen::from_size_and_seed(10, seed);
        let fillings: Vec<BoolProgram> = (0..3).map(|_| resolved(&program, &mut g)).collect();
        for formula in case.formulas(&control) {
            let Some(value) = is_definite(&checker.check(&formula).expect("small")) else {
                continue;
            };
            for filling in &fillings {
                let control = lower(filling).expect("well-formed");
                let found = check(&control, &formula, &Config::default()).expect("small");
                // What nobody sets or returns stays lost.
                if is_definite(&found) == Some(!value) {
                    return TestResult::error(format!(
                        "{formula} is {value} of\n{program}\nand not of\n{filling}"
                    ));
                }
            }
        }
        TestResult::passed()
    }
    QuickCheck::new()
        .tests(trials(400))
        .quickcheck(property as fn(Case) -> TestResult);
}
