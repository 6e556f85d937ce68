//! What is decided before everything is, for whoever interrupts a run.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What would be printed if the run ended now.
static SO_FAR: Mutex<Option<String>> = Mutex::new(None);

fn stored() -> MutexGuard<'static, Option<String>> {
    // A panic leaves a text behind, no more.
    SO_FAR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps what is decided so far.
pub(super) fn remember(text: String) {
    *stored() = Some(text);
}

/// Everything is decided, and printed in the usual way.
pub(super) fn forget() {
    *stored() = None;
}

/// Prints what is decided, if anything is and nobody else prints it: for the end of the program
/// when it is interrupted.
pub fn say_so_far() {
    if let Some(text) = stored().take() {
        let mut out = io::stdout();
        // Whoever interrupts us may be gone.
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }
}
