//! Generated programs for property tests: well-formed, recursive, with every construct.

use quickcheck::{Arbitrary, Gen};

use super::ast::{
    BinaryOperator, BoolProgram, Expr, Identifier, Procedure, Statement, StatementKind,
};

/// What the names of a procedure are while its statements are made up.
struct Scope {
    variables: Vec<Identifier>,
    labels: Vec<Identifier>,
    results: usize,
    /// Name, number of parameters, number of results of what may be called.
    signatures: Vec<(Identifier, usize, usize)>,
    /// How many of them stand before the procedure itself.
    earlier: usize,
}

/// Whether an expression may speak of next values.
#[derive(Clone, Copy, PartialEq)]
enum Times {
    Now,
    Both,
}

/// How often a property of Boolean programs is tried: `SABS_SOAK=N` makes it N times as often.
pub(crate) fn trials(usual: u64) -> u64 {
    let times = std::env::var("SABS_SOAK").ok();
    usual * times.and_then(|times| times.parse().ok()).unwrap_or(1)
}

fn below(g: &mut Gen, bound: usize) -> usize {
    usize::arbitrary(g) % bound.max(1)
}

fn names(prefix: &str, count: usize) -> Vec<Identifier> {
    (0..count)
        .map(|at| Identifier::new(&format!("{prefix}{at}")))
        .collect()
}

impl Scope {
    fn variable(&self, g: &mut Gen) -> Option<Identifier> {
        g.choose(&self.variables).cloned()
    }

    fn expression(&self, g: &mut Gen, depth: usize, times: Times) -> Expr {
        let part = |g: &mut Gen| self.expression(g, depth - 1, times);
        let kind = if depth == 0 {
            below(g, 8)
        } else {
            below(g, 14)
        };
        match kind {
            0 => Expr::Constant(bool::arbitrary(g)),
            1 => match below(g, 3) {
                0 => Expr::Lost,
                1 => Expr::Nondet,
                _ => Expr::Constant(bool::arbitrary(g)),
            },
            8 => Expr::Not(Box::new(part(g))),
            9 | 10 => {
                let operator = if bool::arbitrary(g) {
                    BinaryOperator::And
                } else {
                    BinaryOperator::Or
                };
                let count = 2 + below(g, 2);
                Expr::Binary(operator, (0..count).map(|_| part(g)).collect())
            }
            11 => {
                let operators = [
                    BinaryOperator::Xor,
                    BinaryOperator::Equal,
                    BinaryOperator::NotEqual,
                    BinaryOperator::Implies,
                ];
                let operator = operators[below(g, 4)];
                Expr::Binary(operator, vec![part(g), part(g)])
            }
            12 => Expr::choose(part(g), part(g)),
            13 => Expr::Conditional(Box::new(part(g)), Box::new(part(g)), Box::new(part(g))),
            _ => match self.variable(g) {
                Some(name) if times == Times::Both && bool::arbitrary(g) => Expr::Next(name),
                Some(name) => Expr::Variable(name),
                None => Expr::Constant(bool::arbitrary(g)),
            },
        }
    }

    fn targets(&self, g: &mut Gen, count: usize) -> Vec<Option<Identifier>> {
        let mut left = self.variables.clone();
        (0..count)
            .map(|_| {
                if left.is_empty() || below(g, 8) == 0 {
                    None
                } else {
                    Some(left.remove(below(g, left.len())))
                }
            })
            .collect()
    }

    fn statement(&self, g: &mut Gen, depth: usize) -> Statement {
        let kind = match below(g, [16, 20, 20][depth]) {
            0 => StatementKind::Skip,
            1..=6 => {
                let count = 1 + below(g, 3);
                let constrained = below(g, 3) == 0;
                StatementKind::Assign {
                    targets: self.targets(g, count),
                    values: (0..count)
                        .map(|_| self.expression(g, 2, Times::Now))
                        .collect(),
                    constrain: constrained.then(|| self.expression(g, 2, Times::Both)),
                }
            }
            7..=10 if depth == 2 && self.earlier == 0 => {
                StatementKind::Assume(self.expression(g, 2, Times::Now))
            }
            7..=10 => {
                // Recursion without a condition never returns: it is left to inner blocks.
                let choice = if depth == 2 {
                    self.earlier
                } else {
                    self.signatures.len()
                };
                let (callee, parameters, results) = self.signatures[below(g, choice)].clone();
                let ignored = results > 0 && below(g, 4) == 0;
                StatementKind::Call {
                    targets: self.targets(g, if ignored { 0 } else { results }),
                    callee,
                    arguments: (0..parameters)
                        .map(|_| self.expression(g, 1, Times::Now))
                        .collect(),
                }
            }
            11 => StatementKind::Assume(self.expression(g, 2, Times::Now)),
            12 | 13 => StatementKind::Assert(self.expression(g, 2, Times::Now)),
            14 => {
                let count = 1 + below(g, 2);
                let label = |g: &mut Gen| self.labels[below(g, self.labels.len())].clone();
                StatementKind::Goto((0..count).map(|_| label(g)).collect())
            }
            15 => {
                // Outside inner blocks nothing would follow it.
                if depth == 2 {
                    return Statement::new(StatementKind::Skip);
                }
                let count = if bool::arbitrary(g) { self.results } else { 0 };
                StatementKind::Return(
                    (0..count)
                        .map(|_| self.expression(g, 1, Times::Now))
                        .collect(),
                )
            }
            16 | 17 => {
                let count = 1 + below(g, 2);
                StatementKind::If {
                    branches: (0..count)
                        .map(|_| {
                            (
                                self.expression(g, 2, Times::Now),
                                self.statements(g, depth - 1, 2),
                            )
                        })
                        .collect(),
                    otherwise: self.statements(g, depth - 1, 2),
                }
            }
            _ => StatementKind::While {
                condition: self.expression(g, 2, Times::Now),
                body: self.statements(g, depth - 1, 3),
            },
        };
        Statement::new(kind)
    }

    fn statements(&self, g: &mut Gen, depth: usize, most: usize) -> Vec<Statement> {
        (0..below(g, most + 1))
            .map(|_| self.statement(g, depth))
            .collect()
    }
}

impl Arbitrary for BoolProgram {
    fn arbitrary(g: &mut Gen) -> BoolProgram {
        let globals = [names("g", 1), vec![Identifier::new("X > {0} \\")]].concat();
        let globals = globals[..below(g, 3)].to_vec();
        let main = (Identifier::new("main"), below(g, 2), below(g, 2));
        let signatures: Vec<(Identifier, usize, usize)> = names("p", 1 + below(g, 2))
            .into_iter()
            .map(|name| (name, below(g, 3), below(g, 3)))
            .chain([main])
            .collect();
        let procedures = signatures
            .iter()
            .enumerate()
            .map(|(earlier, (name, parameters, results))| {
                let parameters = names("a", *parameters);
                // One local may hide a global, one has a keyword for its name.
                let locals = [vec![Identifier::new("while")], names("g", 1)].concat();
                let locals = locals[..below(g, 3)].to_vec();
                let mut variables = [&globals[..], &parameters, &locals].concat();
                variables.sort();
                variables.dedup();
                let scope = Scope {
                    variables,
                    labels: names("L", 1 + below(g, 3)),
                    results: *results,
                    signatures: signatures.clone(),
                    earlier,
                };
                let enforced = below(g, 4) == 0;
                let count = scope.labels.len() + below(g, 4);
                let mut body: Vec<Statement> = (0..count).map(|_| scope.statement(g, 2)).collect();
                // Jumps lead forwards as often as backwards.
                let first = below(g, count - scope.labels.len() + 1);
                for (statement, label) in body[first..].iter_mut().zip(&scope.labels) {
                    statement.labels.push(label.clone());
                }
                Procedure {
                    name: name.clone(),
                    parameters,
                    results: *results,
                    enforce: enforced.then(|| scope.expression(g, 2, Times::Now)),
                    locals,
                    body,
                }
            })
            .collect();
        BoolProgram {
            globals,
            procedures,
        }
    }

    /// Without a statement, or with a simpler one in its place; labels stay where they are.
    fn shrink(&self) -> Box<dyn Iterator<Item = BoolProgram>> {
        let mut smaller = Vec::new();
        for at in 0..self.procedures.len() {
            for body in shrunk(&self.procedures[at].body) {
                let mut program = self.clone();
                program.procedures[at].body = body;
                smaller.push(program);
            }
            if self.procedures[at].enforce.is_some() {
                let mut program = self.clone();
                program.procedures[at].enforce = None;
                smaller.push(program);
            }
        }
        Box::new(smaller.into_iter())
    }
}

fn shrunk(body: &[Statement]) -> Vec<Vec<Statement>> {
    let mut smaller = Vec::new();
    for (at, statement) in body.iter().enumerate() {
        if statement.labels.is_empty() {
            let mut without = body.to_vec();
            without.remove(at);
            smaller.push(without);
        }
        for kind in simpler(&statement.kind) {
            let mut with = body.to_vec();
            with[at].kind = kind;
            smaller.push(with);
        }
    }
    smaller
}

fn simpler(kind: &StatementKind) -> Vec<StatementKind> {
    match kind {
        StatementKind::Skip => vec![],
        StatementKind::Assign {
            targets,
            values,
            constrain: Some(_),
        } => vec![
            StatementKind::Skip,
            StatementKind::Assign {
                targets: targets.clone(),
                values: values.clone(),
                constrain: None,
            },
        ],
        StatementKind::If {
            branches,
            otherwise,
        } => {
            let mut kinds = vec![StatementKind::Skip];
            for body in shrunk(otherwise) {
                kinds.push(StatementKind::If {
                    branches: branches.clone(),
                    otherwise: body,
                });
            }
            for (at, (_, body)) in branches.iter().enumerate() {
                for body in shrunk(body) {
                    let mut branches = branches.clone();
                    branches[at].1 = body;
                    kinds.push(StatementKind::If {
                        branches,
                        otherwise: otherwise.clone(),
                    });
                }
            }
            kinds
        }
        StatementKind::While { condition, body } => {
            let mut kinds = vec![StatementKind::Skip];
            kinds.extend(shrunk(body).into_iter().map(|body| StatementKind::While {
                condition: condition.clone(),
                body,
            }));
            kinds
        }
        StatementKind::Assign { .. }
        | StatementKind::Call { .. }
        | StatementKind::Assume(_)
        | StatementKind::Assert(_)
        | StatementKind::Goto(_)
        | StatementKind::Return(_) => vec![StatementKind::Skip],
    }
}
