//! What is decided before everything is, for whoever interrupts a run, and for a run that does not
//! come to its end in time.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::output::discard_unfinished;
use super::{ExitStatus, code};
use crate::smt::kill_all_solvers;

/// What would be said if the run ended now.
#[derive(Debug, Clone)]
enum SoFar {
    /// Nothing is known yet.
    Nothing,
    /// This much.
    Decided(Decided),
    /// All is said; this is the status.
    Said(ExitStatus),
}

/// What is decided at some moment.
#[derive(Debug, Clone)]
pub(super) struct Decided {
    /// What is printed if the user interrupts the run.
    pub(super) interrupted: String,
    /// What is printed if the time is up.
    pub(super) late: String,
    /// The status then.
    pub(super) status: ExitStatus,
    /// Whether there are proofs that are not confirmed yet.
    pub(super) has_unconfirmed: bool,
}

static SO_FAR: Mutex<SoFar> = Mutex::new(SoFar::Nothing);

/// Whether the process ends when its time is up.
static KEEPS_TIME: AtomicBool = AtomicBool::new(false);

/// Whether the user wants the run to come to its end.
static WISH: AtomicBool = AtomicBool::new(false);

/// So long may a run that is interrupted take to confirm its proofs.
const TIME_TO_CONFIRM: Duration = Duration::from_secs(10);

/// Before this has passed beyond the end, a run should come to its own: it knows more.
const PATIENCE: Duration = Duration::from_secs(2);
/// The longer the time that was given, the less does it matter.
const SHARE_OF_PATIENCE: u32 = 10;

fn stored() -> MutexGuard<'static, SoFar> {
    // A panic leaves a text behind, no more.
    SO_FAR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps what is decided so far.
pub(super) fn remember(decided: Decided) {
    *stored() = SoFar::Decided(decided);
}

/// Everything is decided, and printed in the usual way.
pub(super) fn forget(status: ExitStatus) {
    *stored() = SoFar::Said(status);
}

/// Set when the user wants the run to come to its end.
pub(super) fn wish() -> &'static AtomicBool {
    &WISH
}

/// Whether the user has wanted that.
pub fn is_interrupted() -> bool {
    WISH.load(Ordering::SeqCst)
}

/// Where there are proofs that only have to be confirmed, asks the run to do so and to say what it
/// knows; should that take too long, `end` is called. False if there are none, or if that was asked
/// before: then the run is to end at once.
pub fn finish_early(end: fn()) -> bool {
    let has_unconfirmed = match &*stored() {
        SoFar::Decided(decided) => decided.has_unconfirmed,
        SoFar::Nothing | SoFar::Said(_) => false,
    };
    if !has_unconfirmed || WISH.swap(true, Ordering::SeqCst) {
        return false;
    }
    let _ = writeln!(
        io::stderr(),
        "sabs: interrupted: what was shown is being confirmed [interrupt again to end at once]"
    );
    thread::spawn(move || {
        thread::sleep(TIME_TO_CONFIRM);
        end();
    });
    true
}

/// Prints what is decided, if anything is and nobody else prints it: for the end of the program
/// when it is interrupted.
pub fn say_so_far() {
    let mut stored = stored();
    if let SoFar::Decided(decided) = &*stored {
        say(&decided.interrupted);
        *stored = SoFar::Nothing;
    }
}

fn say(text: &str) {
    let mut out = io::stdout();
    // Whoever ends us may be gone.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// From now on the process ends when the time of a run is up, whatever it is at: for the program, not
/// for those who call it as a library.
pub fn keep_time() {
    KEEPS_TIME.store(true, Ordering::SeqCst);
}

/// Ends the process when the time is up, until it is dropped.
pub(super) struct Alarm {
    /// Its end tells the thread that nobody waits any more.
    _off: Sender<()>,
}

impl Alarm {
    /// Goes off somewhat later than that, for a run that has begun at this moment.
    pub(super) fn set(begun: Instant, end: Option<Instant>) -> Option<Alarm> {
        let end = end.filter(|_| KEEPS_TIME.load(Ordering::SeqCst))?;
        let patience = PATIENCE + (end - begun) / SHARE_OF_PATIENCE;
        let (off, is_off) = channel::<()>();
        thread::spawn(move || {
            let left = (end + patience).saturating_duration_since(Instant::now());
            if is_off.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                give_out();
            }
        });
        Some(Alarm { _off: off })
    }
}

/// Says what is decided and ends the process.
fn give_out() {
    // Held to the end: whoever else wants to say something waits for it in vain.
    let stored = stored();
    let status = match &*stored {
        SoFar::Nothing => {
            tell("error: the time was up before anything was known");
            ExitStatus::Unknown
        }
        SoFar::Decided(decided) => {
            say(&decided.late);
            decided.status
        }
        SoFar::Said(status) => {
            tell("warning: the time was up before everything was written");
            *status
        }
    };
    let _silence = (io::stdout().lock(), io::stderr().lock());
    kill_all_solvers();
    discard_unfinished();
    #[allow(clippy::exit)] // the main thread is at something that cannot be cut short
    std::process::exit(i32::from(code(status)));
}

fn tell(what: &str) {
    let _ = writeln!(io::stderr(), "sabs: {what} [a longer --timeout]");
}
