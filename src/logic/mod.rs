//! Terms: the language in which a flow program, its predicates and every question
//! to a solver are written.
//!
//! Integers are mathematical, arrays are total maps from them. Every operator is total, division by
//! zero included, so that the evaluator, the printer for solvers and the simplifying constructors
//! can agree on all inputs.

mod ada;
mod allowance;
mod build;
mod code;
mod evaluate;
mod form;
mod node;
mod notation;
mod powers;
mod print;
mod reads;
mod simplify;
mod sort;
mod substitute;
mod term;
mod value;

pub use ada::{Leaf, Manner, Numbers, Purpose, Types, whole_value};
pub use allowance::{Allowance, Exhausted};
pub use code::{Code, Place};
pub use evaluate::{Interpretation, evaluate, evaluate_arithmetic, evaluate_in, evaluate_within};
pub use form::{Form, Part, Scalar, ScalarKind, Variant, Word, Words, source_name};
pub use print::ranged;
pub use reads::components_read;
pub use sort::{Sort, Variable};
pub use term::{Arithmetic, Binder, Comparison, Quantifier, Term, TermKind};
pub use value::{ArrayValue, Value};
