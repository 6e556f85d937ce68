//! An oracle that answers no more when its time is up.

use std::time::Instant;

use super::Error;
use super::horn::{HornAnswer, HornSystem};
use super::oracle::{Answer, Context, Literal, Oracle, Possibility, StateAnswer};
use crate::end::End;

/// Asks another oracle until an end comes; from then on every question is an error, so that whoever
/// asks comes to an end at once.
#[derive(Debug)]
pub struct Deadline<O> {
    inner: O,
    end: End,
}

impl<O: Oracle> Deadline<O> {
    /// The oracle until then.
    pub fn new(inner: O, end: End) -> Deadline<O> {
        Deadline { inner, end }
    }

    fn asked(&mut self) -> Result<&mut O, Error> {
        self.in_time()?;
        Ok(&mut self.inner)
    }
}

impl<O: Oracle> Oracle for Deadline<O> {
    fn begin(&mut self, context: &Context) -> Result<(), Error> {
        self.asked()?.begin(context)
    }

    fn ask(&mut self, assumptions: &[Literal]) -> Result<Answer, Error> {
        self.asked()?.ask(assumptions)
    }

    fn possibility(&mut self, assumptions: &[Literal]) -> Result<Possibility, Error> {
        self.asked()?.possibility(assumptions)
    }

    fn ask_state(&mut self, assumptions: &[Literal]) -> Result<StateAnswer, Error> {
        self.asked()?.ask_state(assumptions)
    }

    /// One question is worth about a second: no more of them than are left.
    fn horn(&mut self, system: &HornSystem, effort: u32) -> Result<HornAnswer, Error> {
        let left = self.end.moment().map_or(u64::MAX, |moment| {
            moment.saturating_duration_since(Instant::now()).as_secs() + 1
        });
        let effort = effort.min(u32::try_from(left).unwrap_or(u32::MAX));
        self.asked()?.horn(system, effort)
    }

    fn witnesses(&mut self, most: usize) -> Result<Vec<Vec<bool>>, Error> {
        self.asked()?.witnesses(most)
    }

    fn forks(&self, wanted: usize) -> Vec<Box<dyn Oracle + Send>> {
        let forks = self.inner.forks(wanted).into_iter();
        forks
            .map(|fork| Box::new(Deadline::new(fork, self.end)) as Box<dyn Oracle + Send>)
            .collect()
    }

    fn renew(&mut self) -> Result<(), Error> {
        self.inner.renew()
    }

    fn commands(&self, context: &Context) -> String {
        self.inner.commands(context)
    }

    fn in_time(&self) -> Result<(), Error> {
        if self.end.has_come() {
            return Err(Error::TimeUp);
        }
        self.inner.in_time()
    }

    fn recall(&mut self, key: &str) -> Result<Option<String>, Error> {
        self.inner.recall(key)
    }

    fn keep(&mut self, key: &str, text: &str) -> Result<(), Error> {
        self.inner.keep(key, text)
    }
}
