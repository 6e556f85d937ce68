//! Solver processes that end when they must: when nobody needs them any more, and when the user
//! interrupts.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

use super::descendants::descendants;

/// How long to wait for a file that is being written.
const TICK: Duration = Duration::from_millis(20);
/// So often it is looked for processes that were started while others were being stopped.
const MOST_LOOKS: usize = 64;

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
pub(super) struct Watched(Arc<Process>);

/// What goes into a process and what comes out of it, where that was asked for.
pub(super) type Pipes = (Option<ChildStdin>, Option<ChildStdout>);

struct Process {
    group: Pid,
    /// Gone once it has been waited for.
    child: Mutex<Option<Child>>,
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
    /// Kills the group and all descendants, so that what a wrapper script started ends too, and
    /// reaps the leader.
    fn kill(&self) {
        // The number belongs to this process until it has been waited for, and it is waited for
        // only here.
        if let Some(mut child) = locked(&self.child).take() {
            // Children first: until its parent ends, which is stopped and cannot wait for it, a
            // number belongs to the process that was found.
            for process in self.stopped().into_iter().rev() {
                let _ = kill(process, Signal::SIGKILL);
            }
            let _ = killpg(self.group, Signal::SIGKILL);
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// All descendants, which have been stopped: whoever runs could start others unseen, and those
    /// of a parent that has ended are not found any more.
    fn stopped(&self) -> Vec<Pid> {
        let _ = killpg(self.group, Signal::SIGSTOP);
        let mut known = Vec::new();
        for _ in 0..MOST_LOOKS {
            let mut new = descendants(self.group);
            new.retain(|process| !known.contains(process));
            if new.is_empty() {
                break;
            }
            for process in &new {
                let _ = kill(*process, Signal::SIGSTOP);
            }
            known.append(&mut new);
        }
        known
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
    /// Starts a process, the leader of a group of its own. Its pipes come with it.
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
        Ok((Watched(process), pipes))
    }

    /// Ends it now.
    pub(super) fn kill(&self) {
        self.0.kill();
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.kill();
    }
}
