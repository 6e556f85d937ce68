//! Terms: the language in which a flow program, its predicates and every question
//! to a solver are written.
//!
//! Integers are mathematical. Every operator is total, division by zero included, so that the
//! evaluator, the printer for solvers and the simplifying constructors can agree on all inputs.

mod evaluate;
mod print;
mod term;

pub use evaluate::{Value, evaluate, evaluate_arithmetic};
pub use term::{Arithmetic, Comparison, Sort, Term, TermKind, Variable};
