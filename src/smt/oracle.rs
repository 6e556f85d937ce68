//! The trait through which stages ask, and its types.

use std::cmp::Ordering;
use std::fmt;

use crate::logic::Term;

/// Facts that hold, and atoms whose truth values are asked about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    /// What holds in every state considered.
    pub facts: Vec<Term>,
    /// Boolean terms, referred to by their index.
    pub atoms: Vec<Term>,
}

/// An atom of a context, or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Literal {
    /// Index into [`Context::atoms`].
    pub atom: usize,
    /// The truth value assumed.
    pub positive: bool,
}

/// What an oracle says to: is there such a state?
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// There is one; here is what it makes of every atom, in order.
    Satisfiable(Vec<bool>),
    /// There is none.
    Unsatisfiable,
    /// Nobody knows, for this reason. Callers must fall on the sound side.
    Unknown(String),
}

/// Answers questions about one context at a time.
pub trait Oracle {
    /// Makes `context` the one that questions are about.
    ///
    /// # Errors
    /// If the solver cannot be started or rejects the context.
    fn begin(&mut self, context: &Context) -> Result<(), Error>;

    /// Is there a state that satisfies the facts and all `assumptions`?
    ///
    /// # Errors
    /// If the solver fails twice, the second time in a fresh process.
    fn ask(&mut self, assumptions: &[Literal]) -> Result<Answer, Error>;
}

/// Why no answer could be had at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No solver was found anywhere.
    #[error(
        "no solver found: looked for {looked} [install z3, e.g. \
         `python3 -m pip install --target .solver z3-solver==5.4.0.0`, or name one with --solver]"
    )]
    NotFound {
        /// Where it was looked for.
        looked: String,
    },
    /// The solver does not start.
    #[error("solver `{command}` does not start: {reason} [name another one with --solver]")]
    Start {
        /// The command.
        command: String,
        /// What the system said.
        reason: String,
    },
    /// The solver broke off or said what it should not, twice.
    #[error(
        "solver `{command}` failed twice on one question: {reason} [try another with --solver]"
    )]
    Failed {
        /// The command.
        command: String,
        /// What happened.
        reason: String,
    },
}

impl Literal {
    /// The atom with the given index.
    pub fn positive(atom: usize) -> Literal {
        Literal {
            atom,
            positive: true,
        }
    }

    /// The negation of the atom with the given index.
    pub fn negative(atom: usize) -> Literal {
        Literal {
            atom,
            positive: false,
        }
    }

    /// The opposite literal.
    #[must_use]
    pub fn negated(self) -> Literal {
        Literal {
            positive: !self.positive,
            ..self
        }
    }
}

impl Ord for Literal {
    /// By atom; the atom itself comes before its negation.
    fn cmp(&self, other: &Literal) -> Ordering {
        self.atom
            .cmp(&other.atom)
            .then(other.positive.cmp(&self.positive))
    }
}

impl PartialOrd for Literal {
    fn partial_cmp(&self, other: &Literal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Context {
    /// As a script a solver can read: facts asserted, atoms named `a0`, `a1`, ….
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in super::script::script(self, super::Dialect::Z3) {
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}
