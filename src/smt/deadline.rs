//! An oracle that knows nothing any more when its time is up.

use std::time::Instant;

use super::Error;
use super::horn::{HornAnswer, HornSystem};
use super::oracle::{Answer, Context, Literal, Oracle, Possibility, StateAnswer};

/// Asks another oracle until a moment comes; from then on every answer is unknown, so that whoever
/// asks comes to an end on the sound side.
#[derive(Debug)]
pub struct Deadline<O> {
    inner: O,
    end: Instant,
}

impl<O: Oracle> Deadline<O> {
    /// The oracle until that moment.
    pub fn new(inner: O, end: Instant) -> Deadline<O> {
        Deadline { inner, end }
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.end
    }
}

fn over() -> String {
    "the time is up".to_owned()
}

impl<O: Oracle> Oracle for Deadline<O> {
    fn begin(&mut self, context: &Context) -> Result<(), Error> {
        if self.is_over() {
            return Ok(());
        }
        self.inner.begin(context)
    }

    fn ask(&mut self, assumptions: &[Literal]) -> Result<Answer, Error> {
        if self.is_over() {
            return Ok(Answer::Unknown(over()));
        }
        self.inner.ask(assumptions)
    }

    fn possibility(&mut self, assumptions: &[Literal]) -> Result<Possibility, Error> {
        if self.is_over() {
            return Ok(Possibility::Unknown);
        }
        self.inner.possibility(assumptions)
    }

    fn ask_state(&mut self, assumptions: &[Literal]) -> Result<StateAnswer, Error> {
        if self.is_over() {
            return Ok(StateAnswer::Unknown(over()));
        }
        self.inner.ask_state(assumptions)
    }

    fn horn(&mut self, system: &HornSystem, effort: u32) -> Result<HornAnswer, Error> {
        if self.is_over() {
            return Ok(HornAnswer::Unknown(over()));
        }
        self.inner.horn(system, effort)
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
}
