//! How far a long piece of work is, for whoever watches.
//!
//! Stages tell, whether somebody listens or not; they print nothing. The command line listens where
//! there is a terminal.

use std::sync::OnceLock;

/// Hears of pieces of work. They come one after the other; their steps may come from any thread.
pub trait Listener: Send + Sync {
    /// A piece of work begins, of so many steps; `None` if nobody knows how many.
    fn begins(&self, what: &'static str, steps: Option<usize>);
    /// One of its steps is done.
    fn step(&self);
    /// It is over.
    fn ends(&self);
}

static LISTENER: OnceLock<Box<dyn Listener>> = OnceLock::new();

/// From now on `listener` hears of all work; the first one stays.
pub fn listen(listener: Box<dyn Listener>) {
    let _ = LISTENER.set(listener);
}

/// A piece of work, which ends when this is dropped.
#[derive(Debug)]
pub struct Work(());

/// A piece of work begins, of so many steps if that is known.
#[must_use]
pub fn begin(what: &'static str, steps: Option<usize>) -> Work {
    if let Some(listener) = LISTENER.get() {
        listener.begins(what, steps);
    }
    Work(())
}

impl Work {
    /// One of its steps is done.
    pub fn step(&self) {
        if let Some(listener) = LISTENER.get() {
            listener.step();
        }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        if let Some(listener) = LISTENER.get() {
            listener.ends();
        }
    }
}
