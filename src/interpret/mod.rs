//! `run`: a [`FlowProgram`](crate::flow::FlowProgram) on concrete inputs becomes an [`Outcome`]. The reference semantics:
//! whatever sabs says of a program is meant to be true of these runs.
//!
//! Kept obvious rather than fast. A run is a sequence of steps; each step is one statement or one
//! terminator, and an observer sees the state before it. A step that goes through long ranges or
//! computes long numbers counts for several, so that a limit of steps limits the time. Calls keep a stack of frames of their
//! own, so that the depth of a recursion is bounded by the number of steps only.
//!
//! How to read an outcome, for `procedure Half (X : Integer; Y : out Integer) with Pre => X /= 1`
//! whose body is `Y := 10 / X;`:
//!
//! | run | outcome | in Ada |
//! | --- | --- | --- |
//! | `X = 4` | `Returned { results: Y = 2 }` | returns |
//! | `X = 0` | `Failed` with the division check | raises `Constraint_Error` |
//! | `X = 1` | `Assumption` at the precondition | raises `Assertion_Error` in the caller's name |

mod environment;
mod machine;
mod state;
#[cfg(test)]
mod test_support;
#[cfg(test)]
mod tests;
mod trace;

pub use environment::{Answer, Environment, RandomEnvironment, ScriptedEnvironment};
pub use machine::{run, run_counted};
pub use state::{State, Values, canonical, initial_globals, of_type};
pub use trace::{Place, Point, Step};

use crate::flow::SubprogramId;
use crate::source::Span;
use crate::verdict::CheckId;

/// Where a run begins.
#[derive(Debug, Clone)]
pub enum Start {
    /// At the most general client, with every variable [`canonical`] until elaboration sets it.
    Main,
    /// At the entry of one subprogram.
    Subprogram {
        /// Which.
        id: SubprogramId,
        /// The values of the program's globals; one for each, of its type.
        globals: Values,
        /// The values of the formals of mode `in` and `in out`; one for each, of its type.
        arguments: Values,
    },
}

/// When to give up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// A run takes at most so many steps; one that goes through long ranges counts for several.
    pub steps: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 100_000 }
    }
}

/// How a run ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The subprogram the run began with has returned.
    Returned {
        /// The globals at the end.
        globals: Values,
        /// The formals of mode `out` and `in out` of that subprogram, at the end.
        results: Values,
    },
    /// The condition of a check was false.
    Failed {
        /// Which check.
        check: CheckId,
        /// Where it stands.
        point: Point,
    },
    /// An assumption was false: a run with these inputs does not exist. Where the assumption is
    /// the precondition of the subprogram the run began with, the inputs do not meet it.
    Assumption {
        /// The source of the assumption.
        span: Span,
        /// Where it stands.
        point: Point,
    },
    /// The environment had no answer.
    Unanswered {
        /// Where it was asked.
        point: Point,
    },
    /// The limit was reached.
    OutOfSteps,
}
