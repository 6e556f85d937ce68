//! An oracle that counts what it is asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Error;
use super::horn::{HornAnswer, HornSystem};
use super::oracle::{Answer, Context, Literal, Oracle, Possibility, StateAnswer};

/// Passes every question on and counts it, those of its forks too.
#[derive(Debug)]
pub struct Counted<O> {
    inner: O,
    counts: Tally,
}

/// The counts of a [`Counted`] oracle, for whoever has to look at them while others ask.
#[derive(Debug, Clone, Default)]
pub struct Tally(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    questions: AtomicU64,
    unanswered: AtomicU64,
}

/// How much was asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Asked {
    /// Questions of any kind.
    pub questions: u64,
    /// Those of them that had no answer.
    pub unanswered: u64,
}

impl<O: Oracle> Counted<O> {
    /// The same oracle, counted from now on.
    pub fn new(inner: O) -> Counted<O> {
        Counted {
            inner,
            counts: Tally::default(),
        }
    }

    /// Its counts.
    pub fn tally(&self) -> Tally {
        self.counts.clone()
    }

    fn count<T>(
        &mut self,
        ask: impl FnOnce(&mut O) -> Result<T, Error>,
        is_unknown: impl FnOnce(&T) -> bool,
    ) -> Result<T, Error> {
        let answer = ask(&mut self.inner)?;
        self.counts.0.questions.fetch_add(1, Ordering::Relaxed);
        let unknown = u64::from(is_unknown(&answer));
        self.counts
            .0
            .unanswered
            .fetch_add(unknown, Ordering::Relaxed);
        Ok(answer)
    }
}

impl Tally {
    /// How much was asked so far.
    pub fn asked(&self) -> Asked {
        Asked {
            questions: self.0.questions.load(Ordering::Relaxed),
            unanswered: self.0.unanswered.load(Ordering::Relaxed),
        }
    }
}

impl<O: Oracle> Oracle for Counted<O> {
    fn begin(&mut self, context: &Context) -> Result<(), Error> {
        self.inner.begin(context)
    }

    fn ask(&mut self, assumptions: &[Literal]) -> Result<Answer, Error> {
        self.count(
            |oracle| oracle.ask(assumptions),
            |answer| matches!(answer, Answer::Unknown(_)),
        )
    }

    fn possibility(&mut self, assumptions: &[Literal]) -> Result<Possibility, Error> {
        self.count(
            |oracle| oracle.possibility(assumptions),
            |answer| *answer == Possibility::Unknown,
        )
    }

    fn ask_state(&mut self, assumptions: &[Literal]) -> Result<StateAnswer, Error> {
        self.count(
            |oracle| oracle.ask_state(assumptions),
            |answer| matches!(answer, StateAnswer::Unknown(_)),
        )
    }

    fn horn(&mut self, system: &HornSystem, effort: u32) -> Result<HornAnswer, Error> {
        self.count(
            |oracle| oracle.horn(system, effort),
            |answer| matches!(answer, HornAnswer::Unknown(_)),
        )
    }

    fn witnesses(&mut self, most: usize) -> Result<Vec<Vec<bool>>, Error> {
        self.inner.witnesses(most)
    }

    fn forks(&self, wanted: usize) -> Vec<Box<dyn Oracle + Send>> {
        let counted = |inner| {
            Box::new(Counted {
                inner,
                counts: self.counts.clone(),
            }) as Box<dyn Oracle + Send>
        };
        self.inner.forks(wanted).into_iter().map(counted).collect()
    }

    fn renew(&mut self) -> Result<(), Error> {
        self.inner.renew()
    }

    fn commands(&self, context: &Context) -> String {
        self.inner.commands(context)
    }

    fn in_time(&self) -> Result<(), Error> {
        self.inner.in_time()
    }

    fn recall(&mut self, key: &str) -> Result<Option<String>, Error> {
        self.inner.recall(key)
    }

    fn keep(&mut self, key: &str, text: &str) -> Result<(), Error> {
        self.inner.keep(key, text)
    }
}
