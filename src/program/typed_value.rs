//! An expression on its way to a term.

use std::sync::Arc;

use num_bigint::BigInt;

use super::expressions::scalar_interval;
use super::interval::Interval;
use super::kind::Kind;
use super::place::{PathStep, Place};
use super::tree::Tree;
use super::typed::{Evaluation, Expression, Step};
use super::types::Subtype;
use crate::logic::{Sort, Term, Value};
use crate::source::Span;
use crate::syntax::ast;

/// Where an expression stands, which decides what may be said in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    /// In the program: Ada.
    Program,
    /// In a `--%` clause: `even` and `odd` as well.
    Clause,
    /// In a predicate: `'Result` besides.
    Predicate,
    /// In a postcondition: `'Old` as well.
    Postcondition,
}

/// An expression on its way.
#[derive(Debug, Clone)]
pub(super) struct Typed {
    pub(super) kind: Kind,
    pub(super) value: Tree,
    pub(super) steps: Vec<Step>,
    /// The value of a static expression. It is exact: checks concern the whole only.
    pub(super) fixed: Option<Value>,
    /// Where the value of an integer lies if all checks hold.
    pub(super) interval: Interval,
    /// GNAT's position.
    pub(super) position: Span,
    /// The object it names.
    pub(super) named: Option<Named>,
}

/// An object that an expression names.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub(super) place: Place,
    pub(super) subtype: Subtype,
    pub(super) access: super::entity::Access,
    /// The predicates of what it is a part of.
    pub(super) around: Vec<Arc<super::types::SubtypePredicate>>,
}

impl Typed {
    pub(super) fn error(position: Span) -> Typed {
        Typed {
            kind: Kind::Error,
            value: Tree::Leaf(Term::int(0)),
            steps: Vec::new(),
            fixed: None,
            interval: Interval::new(0, 0),
            position,
            named: None,
        }
    }

    pub(super) fn constant(value: Value, kind: Kind, position: Span) -> Typed {
        let interval = match &value {
            Value::Int(value) => Interval::point(value),
            Value::Bool(value) => Interval::new(u8::from(*value), u8::from(*value)),
            Value::Array(_) => Interval::new(0, 0),
        };
        Typed {
            kind,
            value: Tree::Leaf(Term::constant(&value)),
            fixed: Some(value),
            interval,
            ..Typed::error(position)
        }
    }

    /// A value of which nothing is known.
    pub(super) fn lost(kind: Kind, position: Span) -> Typed {
        Typed {
            kind,
            value: Tree::Lost,
            ..Typed::error(position)
        }
    }

    pub(super) fn is_error(&self) -> bool {
        matches!(self.kind, Kind::Error)
    }

    /// The term of a scalar.
    pub(super) fn term(&self) -> Term {
        self.value.term()
    }

    /// The term of a condition; one that holds where an error has been reported.
    pub(super) fn condition(&self) -> Term {
        let term = self.term();
        if term.sort() == Sort::Bool {
            term
        } else {
            Term::bool(true)
        }
    }

    /// The static value of an integer.
    pub(super) fn static_integer(&self) -> Option<&BigInt> {
        match &self.fixed {
            Some(Value::Int(value)) => Some(value),
            Some(Value::Bool(_) | Value::Array(_)) | None => None,
        }
    }

    /// Takes over what evaluating other expressions, before this one's own steps, needs.
    pub(super) fn evaluated(mut self, operands: Vec<Typed>) -> Typed {
        let own = std::mem::take(&mut self.steps);
        for operand in operands {
            self.steps.extend(operand.steps);
        }
        self.steps.extend(own);
        self
    }

    /// A part of the value; of the object too, where it names one.
    pub(super) fn part(self, step: PathStep, subtype: Subtype, position: Span) -> Typed {
        Typed {
            kind: subtype.kind(),
            value: step.read(&self.value),
            steps: self.steps,
            fixed: None,
            interval: scalar_interval(&subtype),
            position,
            named: self.named.map(|mut named| Named {
                place: named.place.step(step),
                around: {
                    named.around.extend(named.subtype.predicates);
                    named.around
                },
                subtype,
                access: named.access,
            }),
        }
    }

    /// Restricts the steps to the runs in which `guard` holds.
    pub(super) fn guard(&mut self, guard: &Term) {
        guard_steps(&mut self.steps, guard);
    }

    /// Whether evaluating it may fail a check.
    pub(super) fn has_checks(&self) -> bool {
        self.steps
            .iter()
            .any(|step| matches!(step, Step::Check(_) | Step::Call { .. }))
    }
}

/// Restricts steps to the runs in which `guard` holds.
pub(super) fn guard_steps(steps: &mut Vec<Step>, guard: &Term) {
    for step in steps.iter_mut() {
        match step {
            Step::Check(check) => {
                check.condition = Term::implies(guard.clone(), check.condition.clone());
            }
            Step::Call { guard: own, .. } => *own = Term::and([guard.clone(), own.clone()]),
            Step::Read(read) => read.guard = Term::and([guard.clone(), read.guard.clone()]),
            Step::Assume(condition) => {
                *condition = Term::implies(guard.clone(), condition.clone());
            }
            // Temporaries may take values that nobody reads.
            Step::Forget { .. } | Step::Assign(..) => {}
        }
    }
    steps.retain(|step| !matches!(step, Step::Check(check) if check.condition.is_bool(true)));
}

/// `not e`
pub(super) fn negated(mut typed: Typed) -> Typed {
    typed.value = Tree::Leaf(Term::not(typed.term()));
    typed.fixed = match typed.fixed {
        Some(Value::Bool(value)) => Some(Value::Bool(!value)),
        Some(Value::Int(_) | Value::Array(_)) | None => None,
    };
    typed
}

/// The expression with what later stages need.
pub(super) fn finish(expression: &ast::Expression, typed: Typed) -> Expression {
    let term = typed.term();
    Expression {
        term,
        evaluation: finish_steps(expression, typed.steps),
    }
}

/// The steps of evaluating something.
pub(super) fn finish_steps(expression: &ast::Expression, mut steps: Vec<Step>) -> Evaluation {
    steps.retain(|step| !matches!(step, Step::Check(check) if check.condition.is_bool(true)));
    Evaluation {
        steps,
        text: expression.to_string(),
        span: expression.span,
    }
}
