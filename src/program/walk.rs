//! Going through all that a subprogram says: terms, variables set, calls.

use super::typed::{
    Body, Call, Evaluation, Expression, Program, Read, Scheme, Statement, StatementKind, Step,
    Subprogram,
};
use crate::logic::{Term, Variable};

/// What is found on the way.
pub(super) trait Visitor {
    /// A term is evaluated.
    fn term(&mut self, _term: &Term) {}
    /// A variable is set.
    fn target(&mut self, _variable: &Variable) {}
    /// A variable that may be unset is read.
    fn read(&mut self, _read: &Read) {}
    /// A call is made.
    fn call(&mut self, _call: &mut Call) {}
}

pub(super) fn subprogram(subprogram: &mut Subprogram, visitor: &mut dyn Visitor) {
    let contracts = [&mut subprogram.precondition, &mut subprogram.postcondition];
    for contract in contracts.into_iter().flatten() {
        expression(contract, visitor);
    }
    for guarantee in &mut subprogram.guarantees {
        expression(guarantee, visitor);
    }
    statements(&mut subprogram.snapshots, visitor);
    match &mut subprogram.body {
        Body::Statements(list) => statements(list, visitor),
        Body::Absent { changes } | Body::Contract { changes } | Body::Rejected { changes, .. } => {
            for variable in changes {
                visitor.target(variable);
            }
        }
    }
}

/// What happens outside subprograms: elaboration, and what clients do to variables.
pub(super) fn outside(program: &mut Program, visitor: &mut dyn Visitor) {
    statements(&mut program.elaboration.statements, visitor);
    for setting in &mut program.settings {
        for guarantee in &mut setting.guarantees {
            expression(guarantee, visitor);
        }
    }
}

pub(super) fn statements(list: &mut [Statement], visitor: &mut dyn Visitor) {
    for statement in list {
        match &mut statement.kind {
            StatementKind::Assign {
                assignments,
                evaluation: own,
            } => {
                evaluation(own, visitor);
                for (variable, value) in assignments {
                    visitor.term(value);
                    visitor.target(variable);
                }
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (condition, then) in branches {
                    expression(condition, visitor);
                    statements(then, visitor);
                }
                statements(otherwise, visitor);
            }
            StatementKind::Loop { scheme, body, .. } => {
                match scheme {
                    Scheme::Forever => {}
                    Scheme::While(condition) => expression(condition, visitor),
                    Scheme::For(range) => {
                        expression(&mut range.low, visitor);
                        expression(&mut range.high, visitor);
                        visitor.target(&range.parameter);
                        for inner in &range.inner {
                            visitor.term(&inner.low);
                            visitor.term(&inner.high);
                            visitor.target(&inner.parameter);
                        }
                        if let Some(kept) = &range.kept_bound {
                            visitor.target(kept);
                        }
                    }
                }
                statements(body, visitor);
            }
            StatementKind::Exit { condition, .. } => {
                if let Some(condition) = condition {
                    expression(condition, visitor);
                }
            }
            StatementKind::Call(own) => call(own, visitor),
            StatementKind::Assert(own) => evaluation(own, visitor),
            StatementKind::Assume(condition) => expression(condition, visitor),
            StatementKind::Forget { target, .. } => visitor.target(target),
            StatementKind::Return
            | StatementKind::Stop
            | StatementKind::Label(_)
            | StatementKind::Target(_)
            | StatementKind::Goto(_) => {}
        }
    }
}

fn expression(expression: &mut Expression, visitor: &mut dyn Visitor) {
    evaluation(&mut expression.evaluation, visitor);
    visitor.term(&expression.term);
}

fn evaluation(evaluation: &mut Evaluation, visitor: &mut dyn Visitor) {
    steps(&mut evaluation.steps, visitor);
}

fn steps(list: &mut [Step], visitor: &mut dyn Visitor) {
    for step in list {
        match step {
            Step::Check(check) => visitor.term(&check.condition),
            Step::Call { guard, call: own } => {
                visitor.term(guard);
                call(own, visitor);
            }
            Step::Forget { target, .. } => visitor.target(target),
            Step::Assign(target, value) => {
                visitor.term(value);
                visitor.target(target);
            }
            Step::Assume(condition) => visitor.term(condition),
            Step::Read(read) => {
                visitor.read(read);
                visitor.term(&read.guard);
                read.indices.iter().for_each(|index| visitor.term(index));
                let binders = read.binders.iter().map(|each| (&each.low, &each.high));
                let bounds = read.bounds.iter().map(|(low, high)| (low, high));
                for (low, high) in bounds.chain(binders) {
                    visitor.term(low);
                    visitor.term(high);
                }
                visitor.term(&Term::variable(&read.variable));
            }
        }
    }
}

fn call(call: &mut Call, visitor: &mut dyn Visitor) {
    steps(&mut call.before, visitor);
    visitor.call(call);
    for argument in call.arguments.iter().flatten() {
        visitor.term(argument);
    }
    for result in call.results.iter().flatten() {
        visitor.target(result);
    }
    steps(&mut call.after, visitor);
}

/// Looks at every read of what may be unset.
pub(crate) fn visit_reads(of: &Subprogram, action: &mut dyn FnMut(&Read)) {
    struct Reads<'a>(&'a mut dyn FnMut(&Read));
    impl Visitor for Reads<'_> {
        fn read(&mut self, read: &Read) {
            (self.0)(read);
        }
    }
    subprogram(&mut of.clone(), &mut Reads(action));
}
