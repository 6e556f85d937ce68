//! Solver processes that end when they must: when the clock runs out, when nobody needs them any
//! more, and when the user interrupts.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

/// How often the watchdog looks at the clock.
const TICK: Duration = Duration::from_millis(20);

/// All processes that may be running.
static REGISTRY: Mutex<Registry> = Mutex::new(Registry {
    running: Vec::new(),
    is_closed: false,
});

struct Registry {
    running: Vec<Weak<Process>>,
    /// Whether the program is ending, and nothing may be started any more.
    is_closed: bool,
}

/// A solver process, the leader of a group of its own, which is killed when this is dropped.
pub(super) struct Watched {
    process: Arc<Process>,
    watch: Arc<Watch>,
}

/// What goes into a process and what comes out of it, where that was asked for.
pub(super) type Pipes = (Option<ChildStdin>, Option<ChildStdout>);

struct Process {
    group: Pid,
    /// Gone once it has been waited for.
    child: Mutex<Option<Child>>,
}

struct Watch {
    state: Mutex<State>,
    closed: Condvar,
}

#[derive(Default)]
struct State {
    deadline: Option<Instant>,
    expired: bool,
    closed: bool,
}

/// Kills every solver there is, and lets none be started any more. For the end of the program,
/// however it comes.
pub fn kill_all_solvers() {
    let mut registry = locked(&REGISTRY);
    registry.is_closed = true;
    let running = std::mem::take(&mut registry.running);
    drop(registry);
    for process in running.iter().filter_map(Weak::upgrade) {
        process.kill();
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing here can be left half done by a panic.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Process {
    /// Kills the group, so that what a wrapper script started ends too, and reaps the leader.
    fn kill(&self) {
        // The number belongs to this process until it has been waited for, and it is waited for
        // only here.
        if let Some(mut child) = locked(&self.child).take() {
            let _ = killpg(self.group, Signal::SIGKILL);
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Starts a process. A file that somebody has just written may still be open in a process that is
/// being started by another thread, and cannot be run until that has begun: that passes.
fn spawn(command: &mut Command) -> io::Result<Child> {
    let mut left = 50;
    loop {
        match command.process_group(0).spawn() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy && left > 0 => {
                left -= 1;
                std::thread::sleep(TICK);
            }
            done => return done,
        }
    }
}

impl Watched {
    /// Starts a process, the leader of a group of its own, and watches over it. Its pipes come with
    /// it.
    pub(super) fn start(command: &mut Command) -> io::Result<(Watched, Pipes)> {
        // Under the lock, so that no process can slip through at the end.
        let mut registry = locked(&REGISTRY);
        if registry.is_closed {
            return Err(io::Error::other("sabs was interrupted"));
        }
        let mut child = spawn(command)?;
        let pipes = (child.stdin.take(), child.stdout.take());
        let process = Arc::new(Process {
            group: Pid::from_raw(child.id().cast_signed()),
            child: Mutex::new(Some(child)),
        });
        registry.running.retain(|known| known.strong_count() > 0);
        registry.running.push(Arc::downgrade(&process));
        drop(registry);
        let watch = Arc::new(Watch {
            state: Mutex::default(),
            closed: Condvar::new(),
        });
        let (watched, watching) = (Arc::clone(&process), Arc::clone(&watch));
        std::thread::spawn(move || watching.run(&watched));
        Ok((Watched { process, watch }, pipes))
    }

    /// From now on the process has so much time.
    pub(super) fn arm(&self, limit: Duration) {
        locked(&self.watch.state).deadline = Some(Instant::now() + limit);
    }

    /// It has answered; whether it had been killed before it could.
    pub(super) fn disarm(&self) -> Expiry {
        let mut state = locked(&self.watch.state);
        state.deadline = None;
        if state.expired {
            Expiry::Killed
        } else {
            Expiry::InTime
        }
    }
}

/// Whether the clock ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expiry {
    InTime,
    Killed,
}

impl Drop for Watched {
    fn drop(&mut self) {
        locked(&self.watch.state).closed = true;
        self.watch.closed.notify_all();
        self.process.kill();
    }
}

impl Watch {
    fn run(&self, process: &Process) {
        let mut state = locked(&self.state);
        while !state.closed {
            if state
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
            {
                state.expired = true;
                state.deadline = None;
                drop(state);
                process.kill();
                return;
            }
            let waited = self.closed.wait_timeout(state, TICK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
