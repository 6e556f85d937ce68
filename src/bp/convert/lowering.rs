//! Programs without the constructs that a dialect lacks, program to program.
//!
//! One step may become several, but no state between them is new to `enforce`: what must be chosen
//! or computed goes to temporaries, and one parallel assignment commits it.

use std::collections::{BTreeMap, BTreeSet};

use super::super::ast::{
    BinaryOperator, BoolProgram, Expr, Identifier, Procedure, Statement, StatementKind,
};
use super::super::dialect::Dialect;

/// The label that stands for the failure of any assertion, in a procedure of its own, where a
/// dialect has no assertions (Bebop has, but cannot end the run that fails).
pub const ERROR_LABEL: &str = "SABS_ERROR";

/// The program with the constructs of the dialect only, and with the same reachable labels and
/// failures.
///
/// For Boppo and WALi only `c ? a : b` goes. For Moped and Bebop nondeterminism moves to tests,
/// `constrain`, several labels and several targets go, and a failing assertion reaches
/// [`ERROR_LABEL`]. For Bebop results become globals, and `assume` and `enforce` become loops that
/// never end.
pub fn lowered(program: &BoolProgram, dialect: Dialect) -> BoolProgram {
    if dialect == Dialect::Native {
        return program.clone();
    }
    let mut names = BTreeSet::new();
    for procedure in &program.procedures {
        names.extend(
            procedure
                .parameters
                .iter()
                .chain(&procedure.locals)
                .cloned(),
        );
        names.insert(procedure.name.clone());
        collect_labels(&procedure.body, &mut names);
    }
    names.extend(program.globals.iter().cloned());
    let mut result = program.clone();
    let most = program.procedures.iter().map(|p| p.results).max();
    let signatures = program.procedures.iter();
    let mut lowering = Lowering {
        dialect,
        signatures: signatures.map(|p| (p.name.clone(), p.results)).collect(),
        names,
        results: Vec::new(),
        temporaries: Vec::new(),
        error: None,
    };
    if dialect == Dialect::Bebop {
        let count = most.unwrap_or(0);
        lowering.results = (0..count).map(|_| lowering.fresh("sabs_r")).collect();
        result.globals.extend(lowering.results.iter().cloned());
    }
    for procedure in &mut result.procedures {
        lowering.procedure(procedure);
    }
    if let Some(error) = lowering.error.clone() {
        let mut reached = Statement::new(StatementKind::Skip);
        reached.labels.push(Identifier::new(ERROR_LABEL));
        let mut body = vec![reached];
        body.extend(lowering.cut());
        result.procedures.push(Procedure {
            name: error,
            parameters: Vec::new(),
            results: 0,
            locals: Vec::new(),
            enforce: None,
            body,
        });
    }
    result
}

struct Lowering {
    dialect: Dialect,
    /// How many results each procedure has.
    signatures: BTreeMap<Identifier, usize>,
    /// All names in use.
    names: BTreeSet<Identifier>,
    /// The globals that carry results, for Bebop.
    results: Vec<Identifier>,
    /// New locals of the procedure at hand.
    temporaries: Vec<Identifier>,
    /// The procedure with the error label, once it is needed.
    error: Option<Identifier>,
}

impl Lowering {
    fn procedure(&mut self, procedure: &mut Procedure) {
        let enforce = procedure
            .enforce
            .take()
            .map(|condition| outcome(&condition).0);
        let bebop = self.dialect == Dialect::Bebop;
        let guard = enforce.clone().filter(|_| bebop);
        let mut body = Vec::new();
        if let Some(condition) = &guard {
            body.extend(self.assumed(condition.clone()));
        }
        let statements = std::mem::take(&mut procedure.body);
        for statement in &statements {
            body.extend(self.statement(statement, procedure, guard.as_ref()));
        }
        if procedure.results > 0 && self.is_strict() {
            let end = Statement::new(StatementKind::Return(Vec::new()));
            body.extend(self.statement(&end, procedure, None));
        }
        if body.is_empty() {
            body.push(Statement::new(StatementKind::Skip));
        }
        procedure.body = body;
        procedure.enforce = enforce.filter(|_| !bebop);
        procedure.locals.append(&mut self.temporaries);
        if bebop {
            procedure.results = 0;
        }
    }

    /// Whether nondeterminism is allowed in tests only.
    fn is_strict(&self) -> bool {
        matches!(self.dialect, Dialect::Moped | Dialect::Bebop)
    }

    /// What a statement becomes; its labels stand before all of it.
    fn statement(
        &mut self,
        statement: &Statement,
        procedure: &Procedure,
        guard: Option<&Expr>,
    ) -> Vec<Statement> {
        let mut becomes = self.kind(&statement.kind, procedure, guard);
        if let Some(first) = becomes.first_mut() {
            first.line = statement.line;
            first.origin = statement.origin;
            first.comment.clone_from(&statement.comment);
            if self.is_strict() && (statement.labels.len() + first.labels.len() > 1) {
                let labels = statement.labels.iter();
                let skips = labels.map(|label| {
                    let mut skip = Statement::new(StatementKind::Skip);
                    skip.labels.push(label.clone());
                    skip
                });
                becomes = skips.chain(becomes).collect();
            } else {
                first.labels.splice(0..0, statement.labels.iter().cloned());
            }
        }
        becomes
    }

    fn kind(
        &mut self,
        kind: &StatementKind,
        procedure: &Procedure,
        guard: Option<&Expr>,
    ) -> Vec<Statement> {
        let mut before = Vec::new();
        let last = match kind {
            StatementKind::Skip => StatementKind::Skip,
            StatementKind::Assign {
                targets,
                values,
                constrain,
            } => {
                let values = self.values(values, &mut before);
                before.extend(self.assignment(targets, values, constrain.as_ref()));
                before.extend(guard.into_iter().flat_map(|e| self.assumed(e.clone())));
                return before;
            }
            StatementKind::Call {
                targets,
                callee,
                arguments,
            } => {
                let arguments = self.values(arguments, &mut before);
                let results = self.signatures.get(callee).copied().unwrap_or(0);
                before.extend(self.call(targets, callee, arguments, results));
                before.extend(guard.into_iter().flat_map(|e| self.assumed(e.clone())));
                return before;
            }
            StatementKind::Assume(condition) => {
                before.extend(self.assumed(outcome(condition).0));
                return before;
            }
            StatementKind::Assert(condition) => {
                let condition = self.value(condition, &mut before);
                if !self.is_strict() {
                    before.push(Statement::new(StatementKind::Assert(condition)));
                    return before;
                }
                let error = self.error_procedure();
                let call = StatementKind::Call {
                    targets: Vec::new(),
                    callee: error,
                    arguments: Vec::new(),
                };
                conditional(condition, vec![skip()], vec![Statement::new(call)])
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                let Some(((condition, body), rest)) = branches.split_first() else {
                    return self.block(otherwise, procedure, guard);
                };
                let condition = self.test(condition, &mut before);
                let then = self.block(body, procedure, guard);
                let otherwise = if rest.is_empty() {
                    self.block(otherwise, procedure, guard)
                } else {
                    let nested = StatementKind::If {
                        branches: rest.to_vec(),
                        otherwise: otherwise.clone(),
                    };
                    self.kind(&nested, procedure, guard)
                };
                conditional(condition, then, otherwise)
            }
            StatementKind::While { condition, body } => {
                let test = self.test(condition, &mut before);
                let mut body = self.block(body, procedure, guard);
                if before.is_empty() {
                    StatementKind::While {
                        condition: test,
                        body,
                    }
                } else {
                    // The test needs a choice of its own each time it is come to.
                    let head = self.fresh("sabs_L");
                    if let Some(first) = before.first_mut() {
                        first.labels.push(head.clone());
                    }
                    body.push(Statement::new(StatementKind::Goto(vec![head])));
                    conditional(test, body, vec![skip()])
                }
            }
            StatementKind::Goto(labels) if self.is_strict() => one_of(labels),
            StatementKind::Goto(labels) => StatementKind::Goto(labels.clone()),
            StatementKind::Return(values) => {
                let values = if values.is_empty() && self.is_strict() {
                    self.values(&vec![Expr::Lost; procedure.results], &mut before)
                } else {
                    self.values(values, &mut before)
                };
                if self.dialect == Dialect::Bebop && !values.is_empty() {
                    let targets = self.results.iter().take(values.len());
                    let targets: Vec<_> = targets.cloned().map(Some).collect();
                    before.extend(self.assignment(&targets, values, None));
                    StatementKind::Return(Vec::new())
                } else {
                    StatementKind::Return(values)
                }
            }
        };
        before.push(Statement::new(last));
        before
    }

    fn block(
        &mut self,
        statements: &[Statement],
        procedure: &Procedure,
        guard: Option<&Expr>,
    ) -> Vec<Statement> {
        let mut body = Vec::new();
        for statement in statements {
            body.extend(self.statement(statement, procedure, guard));
        }
        if body.is_empty() {
            body.push(skip());
        }
        body
    }

    fn assignment(
        &mut self,
        targets: &[Option<Identifier>],
        values: Vec<Expr>,
        constrain: Option<&Expr>,
    ) -> Vec<Statement> {
        let constrain = constrain.map(|condition| outcome(condition).0);
        if !self.is_strict() {
            return vec![Statement::new(StatementKind::Assign {
                targets: targets.to_vec(),
                values,
                constrain,
            })];
        }
        let (targets, mut values): (Vec<Identifier>, Vec<Expr>) = targets
            .iter()
            .zip(values)
            .filter_map(|(target, value)| target.clone().map(|target| (target, value)))
            .unzip();
        let mut statements = Vec::new();
        if let Some(condition) = constrain {
            // New values first, then the condition on them, then the commitment.
            let news: Vec<Identifier> = targets.iter().map(|_| self.temporary()).collect();
            if !news.is_empty() {
                statements.push(assign(&news, std::mem::take(&mut values)));
            }
            values = news.iter().map(Expr::variable).collect();
            let pairs: Vec<(Identifier, Identifier)> = targets.iter().cloned().zip(news).collect();
            statements.extend(self.assumed(without_next(&condition, &pairs)));
        }
        if targets.is_empty() {
            statements.push(skip());
        } else {
            statements.push(assign(&targets, values));
        }
        statements
    }

    fn call(
        &mut self,
        targets: &[Option<Identifier>],
        callee: &Identifier,
        arguments: Vec<Expr>,
        results: usize,
    ) -> Vec<Statement> {
        let mut targets = targets.to_vec();
        if targets.is_empty() && self.dialect == Dialect::Moped {
            targets = vec![None; results];
        }
        let bebop = self.dialect == Dialect::Bebop;
        let call = Statement::new(StatementKind::Call {
            targets: if bebop { Vec::new() } else { targets.clone() },
            callee: callee.clone(),
            arguments,
        });
        let mut statements = vec![call];
        if bebop && targets.iter().any(Option::is_some) {
            let values = self.results.iter().map(Expr::variable).collect();
            statements.extend(self.assignment(&targets, values, None));
        }
        statements
    }

    fn values(&mut self, values: &[Expr], before: &mut Vec<Statement>) -> Vec<Expr> {
        values
            .iter()
            .map(|value| self.value(value, before))
            .collect()
    }

    /// The test of a conditional or loop: a choice may stand there alone.
    fn test(&mut self, condition: &Expr, before: &mut Vec<Statement>) -> Expr {
        match condition {
            Expr::Lost | Expr::Nondet => Expr::Lost,
            Expr::Constant(_)
            | Expr::Variable(_)
            | Expr::Next(_)
            | Expr::Not(_)
            | Expr::Binary(..)
            | Expr::Choose(..)
            | Expr::Conditional(..) => self.value(condition, before),
        }
    }

    /// An expression the dialect has, with the same values; `before` gets what chooses them.
    fn value(&mut self, value: &Expr, before: &mut Vec<Statement>) -> Expr {
        let (one, zero) = outcome(value);
        if !self.is_strict() && !has_conditional(value) {
            return with_stars(value);
        }
        if !has_choice(value) {
            return one;
        }
        if !self.is_strict() {
            // One where it must be, a choice where it may be both.
            return Expr::choose(
                Expr::and(vec![one.clone(), Expr::not(zero)]),
                Expr::not(one),
            );
        }
        let chosen = self.temporary();
        let open = one == Expr::Constant(true) && zero == one;
        let set = |value: bool| {
            vec![assign(
                std::slice::from_ref(&chosen),
                vec![Expr::Constant(value)],
            )]
        };
        let choice = conditional(Expr::Lost, set(true), set(false));
        before.push(Statement::new(choice));
        if open {
            return Expr::Variable(chosen);
        }
        Expr::and(vec![
            one,
            Expr::or(vec![Expr::not(zero), Expr::Variable(chosen)]),
        ])
    }

    /// `assume`, or what does for it.
    fn assumed(&mut self, condition: Expr) -> Vec<Statement> {
        if self.dialect != Dialect::Bebop {
            return vec![Statement::new(StatementKind::Assume(condition))];
        }
        let cut = self.cut();
        vec![Statement::new(conditional(condition, vec![skip()], cut))]
    }

    /// Ends the run.
    fn cut(&mut self) -> Vec<Statement> {
        if self.dialect != Dialect::Bebop {
            return vec![Statement::new(StatementKind::Assume(Expr::Constant(false)))];
        }
        let label = self.fresh("sabs_L");
        let mut forever = Statement::new(StatementKind::Goto(vec![label.clone()]));
        forever.labels.push(label);
        vec![forever]
    }

    fn error_procedure(&mut self) -> Identifier {
        if let Some(error) = &self.error {
            return error.clone();
        }
        let error = self.fresh("sabs_error");
        self.error = Some(error.clone());
        error
    }

    fn temporary(&mut self) -> Identifier {
        let name = self.fresh("sabs_t");
        self.temporaries.push(name.clone());
        name
    }

    fn fresh(&mut self, prefix: &str) -> Identifier {
        let numbers = self.names.len()..;
        let mut candidates = numbers.map(|number| Identifier::new(&format!("{prefix}{number}")));
        let name = candidates.find(|name| !self.names.contains(name));
        let name = name.unwrap_or(Identifier::new(prefix));
        self.names.insert(name.clone());
        name
    }
}

fn collect_labels(statements: &[Statement], names: &mut BTreeSet<Identifier>) {
    for statement in statements {
        names.extend(statement.labels.iter().cloned());
        match &statement.kind {
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (_, body) in branches {
                    collect_labels(body, names);
                }
                collect_labels(otherwise, names);
            }
            StatementKind::While { body, .. } => collect_labels(body, names),
            StatementKind::Skip
            | StatementKind::Assign { .. }
            | StatementKind::Call { .. }
            | StatementKind::Assume(_)
            | StatementKind::Assert(_)
            | StatementKind::Goto(_)
            | StatementKind::Return(_) => {}
        }
    }
}

fn skip() -> Statement {
    Statement::new(StatementKind::Skip)
}

fn assign(targets: &[Identifier], values: Vec<Expr>) -> Statement {
    Statement::new(StatementKind::Assign {
        targets: targets.iter().cloned().map(Some).collect(),
        values,
        constrain: None,
    })
}

fn conditional(condition: Expr, then: Vec<Statement>, otherwise: Vec<Statement>) -> StatementKind {
    StatementKind::If {
        branches: vec![(condition, then)],
        otherwise,
    }
}

/// A jump to any of the labels, by tests.
fn one_of(labels: &[Identifier]) -> StatementKind {
    match labels {
        [first, rest @ ..] if !rest.is_empty() => {
            let jump = Statement::new(StatementKind::Goto(vec![first.clone()]));
            conditional(Expr::Lost, vec![jump], vec![Statement::new(one_of(rest))])
        }
        _ => StatementKind::Goto(labels.to_vec()),
    }
}

/// Where an expression may be 1 and where it may be 0, without choices. Each choice is made on its
/// own, so the parts combine freely.
pub(super) fn outcome(expression: &Expr) -> (Expr, Expr) {
    let exactly = |one: &Expr| (one.clone(), Expr::not(one.clone()));
    let either = |a: Expr, b: Expr, c: Expr, d: Expr| {
        Expr::or(vec![Expr::and(vec![a, b]), Expr::and(vec![c, d])])
    };
    if !has_choice(expression) && !has_conditional(expression) {
        return exactly(expression);
    }
    match expression {
        Expr::Constant(_) | Expr::Variable(_) | Expr::Next(_) => exactly(expression),
        Expr::Lost | Expr::Nondet => (Expr::Constant(true), Expr::Constant(true)),
        Expr::Not(operand) => {
            let (one, zero) = outcome(operand);
            (zero, one)
        }
        Expr::Binary(operator, operands) => {
            let mut parts = operands.iter().map(outcome);
            let first = parts.next().unwrap_or(exactly(&Expr::Constant(true)));
            parts.fold(
                first,
                |(left, not_left), (right, not_right)| match operator {
                    BinaryOperator::And => (
                        Expr::and(vec![left, right]),
                        Expr::or(vec![not_left, not_right]),
                    ),
                    BinaryOperator::Or => (
                        Expr::or(vec![left, right]),
                        Expr::and(vec![not_left, not_right]),
                    ),
                    BinaryOperator::Implies => (
                        Expr::or(vec![not_left, right]),
                        Expr::and(vec![left, not_right]),
                    ),
                    BinaryOperator::Equal => (
                        either(
                            left.clone(),
                            right.clone(),
                            not_left.clone(),
                            not_right.clone(),
                        ),
                        either(left, not_right, not_left, right),
                    ),
                    BinaryOperator::Xor | BinaryOperator::NotEqual => (
                        either(
                            left.clone(),
                            not_right.clone(),
                            not_left.clone(),
                            right.clone(),
                        ),
                        either(left, right, not_left, not_right),
                    ),
                },
            )
        }
        Expr::Choose(positive, negative) => {
            let (positive, not_positive) = outcome(positive);
            let (_, not_negative) = outcome(negative);
            let open = Expr::and(vec![not_positive.clone(), not_negative]);
            (Expr::or(vec![positive, open]), not_positive)
        }
        Expr::Conditional(condition, then, otherwise) => {
            let (condition, not_condition) = outcome(condition);
            let (then, not_then) = outcome(then);
            let (otherwise, not_otherwise) = outcome(otherwise);
            (
                either(condition.clone(), then, not_condition.clone(), otherwise),
                either(condition, not_then, not_condition, not_otherwise),
            )
        }
    }
}

fn has_choice(expression: &Expr) -> bool {
    any(expression, &|part| {
        matches!(part, Expr::Lost | Expr::Nondet | Expr::Choose(..))
    })
}

fn has_conditional(expression: &Expr) -> bool {
    any(expression, &|part| matches!(part, Expr::Conditional(..)))
}

fn any(expression: &Expr, wanted: &dyn Fn(&Expr) -> bool) -> bool {
    if wanted(expression) {
        return true;
    }
    match expression {
        Expr::Constant(_) | Expr::Variable(_) | Expr::Next(_) | Expr::Lost | Expr::Nondet => false,
        Expr::Not(operand) => any(operand, wanted),
        Expr::Binary(_, operands) => operands.iter().any(|operand| any(operand, wanted)),
        Expr::Choose(positive, negative) => any(positive, wanted) || any(negative, wanted),
        Expr::Conditional(condition, then, otherwise) => {
            any(condition, wanted) || any(then, wanted) || any(otherwise, wanted)
        }
    }
}

/// The expression with `*` for `nondet`.
fn with_stars(expression: &Expr) -> Expr {
    replaced(expression, &|part| {
        matches!(part, Expr::Nondet).then_some(Expr::Lost)
    })
}

/// The condition with the new values of the pairs in place of next values.
fn without_next(condition: &Expr, pairs: &[(Identifier, Identifier)]) -> Expr {
    replaced(condition, &|part| {
        let Expr::Next(name) = part else {
            return None;
        };
        let new = pairs.iter().find(|(target, _)| target == name);
        Some(Expr::variable(new.map_or(name, |(_, new)| new)))
    })
}

fn replaced(expression: &Expr, by: &dyn Fn(&Expr) -> Option<Expr>) -> Expr {
    if let Some(replacement) = by(expression) {
        return replacement;
    }
    let boxed = |part: &Expr| Box::new(replaced(part, by));
    match expression {
        Expr::Constant(_) | Expr::Variable(_) | Expr::Next(_) | Expr::Lost | Expr::Nondet => {
            expression.clone()
        }
        Expr::Not(operand) => Expr::Not(boxed(operand)),
        Expr::Binary(operator, operands) => {
            let operands = operands.iter().map(|operand| replaced(operand, by));
            Expr::Binary(*operator, operands.collect())
        }
        Expr::Choose(positive, negative) => Expr::Choose(boxed(positive), boxed(negative)),
        Expr::Conditional(condition, then, otherwise) => {
            Expr::Conditional(boxed(condition), boxed(then), boxed(otherwise))
        }
    }
}
