//! The trait through which stages ask, and its types.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

use super::find::Version;
use super::horn::{HornAnswer, HornSystem};
use crate::logic::{Term, Value, Variable};

/// Facts that hold, and atoms whose truth values are asked about.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
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
    /// There is none, because of these assumptions.
    Unsatisfiable(Vec<Literal>),
    /// Nobody knows, for this reason. Callers must fall on the sound side.
    Unknown(String),
}

/// What an oracle says to: show me such a state!
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StateAnswer {
    /// Here is one: values of the context's variables. A value that the solver wrote in a way
    /// nobody understands is left out.
    State(BTreeMap<Variable, Value>),
    /// There is none.
    None,
    /// Nobody knows, for this reason.
    Unknown(String),
}

/// What is known of a combination of literals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Possibility {
    /// Some state satisfies them.
    Possible,
    /// No state satisfies them.
    Impossible,
    /// The oracle could not tell.
    Unknown,
}

impl Answer {
    /// Whether there is no such state.
    pub fn is_unsatisfiable(&self) -> bool {
        matches!(self, Answer::Unsatisfiable(_))
    }
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

    /// The same, without what shows it: for whoever has no use for a model or a contradiction,
    /// which cost more than the verdict.
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    fn possibility(&mut self, assumptions: &[Literal]) -> Result<Possibility, Error> {
        Ok(match self.ask(assumptions)? {
            Answer::Satisfiable(_) => Possibility::Possible,
            Answer::Unsatisfiable(_) => Possibility::Impossible,
            Answer::Unknown(_) => Possibility::Unknown,
        })
    }

    /// A state that satisfies the facts and all `assumptions`.
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    fn ask_state(&mut self, assumptions: &[Literal]) -> Result<StateAnswer, Error>;

    /// Are there relations that satisfy the clauses? `effort` says for how long to think, 1 being
    /// what one question is worth.
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    fn horn(&mut self, system: &HornSystem, effort: u32) -> Result<HornAnswer, Error> {
        let _ = (system, effort);
        Ok(HornAnswer::Unknown(
            "the solver does not solve Horn clauses".to_owned(),
        ))
    }

    /// Models that take no question: what states tried at random make of all atoms, `most` at most.
    /// None where whoever answers knows of fewer states than there are.
    ///
    /// # Errors
    /// As [`Oracle::begin`].
    fn witnesses(&mut self, most: usize) -> Result<Vec<Vec<bool>>, Error> {
        let _ = most;
        Ok(Vec::new())
    }

    /// Up to `wanted` oracles like this one that can be asked at the same time; none where it
    /// stands alone.
    fn forks(&self, wanted: usize) -> Vec<Box<dyn Oracle + Send>> {
        let _ = wanted;
        Vec::new()
    }

    /// Forgets everything that earlier contexts left behind, so that later answers do not depend
    /// on it, not even in the choice of a model.
    ///
    /// # Errors
    /// If what was learnt cannot be kept where it is to be kept.
    fn renew(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// The commands that a context is told by, a line each.
    fn commands(&self, context: &Context) -> String {
        context.to_string()
    }

    /// Whether there is time left: for long work between questions.
    ///
    /// # Errors
    /// [`Error::TimeUp`] if there is none.
    fn in_time(&self) -> Result<(), Error> {
        Ok(())
    }

    /// The text that was [kept](Oracle::keep) under a key, if any was. Anybody may have changed it
    /// since.
    ///
    /// # Errors
    /// If it cannot be read.
    fn recall(&mut self, key: &str) -> Result<Option<String>, Error> {
        let _ = key;
        Ok(None)
    }

    /// Keeps a text for later runs, where there is a place for it.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep(&mut self, key: &str, text: &str) -> Result<(), Error> {
        let _ = (key, text);
        Ok(())
    }
}

/// What is behind a pointer answers.
macro_rules! passed_on {
    ($pointer:ty) => {
        impl<O: Oracle + ?Sized> Oracle for $pointer {
            fn begin(&mut self, context: &Context) -> Result<(), Error> {
                (**self).begin(context)
            }

            fn ask(&mut self, assumptions: &[Literal]) -> Result<Answer, Error> {
                (**self).ask(assumptions)
            }

            fn possibility(&mut self, assumptions: &[Literal]) -> Result<Possibility, Error> {
                (**self).possibility(assumptions)
            }

            fn ask_state(&mut self, assumptions: &[Literal]) -> Result<StateAnswer, Error> {
                (**self).ask_state(assumptions)
            }

            fn horn(&mut self, system: &HornSystem, effort: u32) -> Result<HornAnswer, Error> {
                (**self).horn(system, effort)
            }

            fn witnesses(&mut self, most: usize) -> Result<Vec<Vec<bool>>, Error> {
                (**self).witnesses(most)
            }

            fn forks(&self, wanted: usize) -> Vec<Box<dyn Oracle + Send>> {
                (**self).forks(wanted)
            }

            fn renew(&mut self) -> Result<(), Error> {
                (**self).renew()
            }

            fn commands(&self, context: &Context) -> String {
                (**self).commands(context)
            }

            fn in_time(&self) -> Result<(), Error> {
                (**self).in_time()
            }

            fn recall(&mut self, key: &str) -> Result<Option<String>, Error> {
                (**self).recall(key)
            }

            fn keep(&mut self, key: &str, text: &str) -> Result<(), Error> {
                (**self).keep(key, text)
            }
        }
    };
}

passed_on!(Box<O>);
passed_on!(&mut O);

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
    /// The solver is older than what we say to it.
    #[error(
        "solver `{command}` is version {found}, and {needed} is needed [install a newer one, e.g. \
         `python3 -m pip install --target .solver z3-solver==5.4.0.0`, or name one with --solver]"
    )]
    TooOld {
        /// The command.
        command: String,
        /// Its version.
        found: Version,
        /// The oldest version that will do.
        needed: Version,
    },
    /// The solver broke off or said what it should not, twice.
    #[error(
        "solver `{command}` failed twice on one question: {event} [try another one with --solver; \
         --smt-log DIR shows what it was asked]"
    )]
    Failed {
        /// The command.
        command: String,
        /// What happened.
        event: String,
    },
    /// There is no time left to ask anything.
    #[error("the time is up [give more with --timeout]")]
    TimeUp,
    /// Dialogues cannot be written down.
    #[error(
        "the log folder {folder} cannot be made or written: {reason} [name another one with --smt-log]"
    )]
    Log {
        /// Where it was to be.
        folder: String,
        /// What the system said.
        reason: String,
    },
    /// The store of answers cannot be used.
    #[error("the cache {store} cannot be used: {reason} [delete it, or leave out --cache]")]
    Cache {
        /// Where it is.
        store: String,
        /// What is wrong.
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
        for line in super::script::script(self, super::Dialect::Z3, super::Integers::Exact) {
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}
