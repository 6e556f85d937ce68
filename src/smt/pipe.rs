//! The pipes of a solver, which are waited for until the time is up and no longer: a process that
//! nobody knows of may hold the other end for ever.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::libc::PIPE_BUF;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

/// How long something may take, from its beginning on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    limit: Duration,
    end: Instant,
}

/// What goes into a process.
pub(super) struct Input(pub(super) ChildStdin);

/// What comes out of a process, until the time is up.
pub(super) struct Output {
    pub(super) pipe: ChildStdout,
    pub(super) clock: Clock,
}

impl Clock {
    /// From now on there is so much time, or less if everything must be over before.
    pub(super) fn start(limit: Duration, end: Option<Instant>) -> Clock {
        let now = Instant::now();
        let left = end.map(|end| end.saturating_duration_since(now));
        let limit = left.map_or(limit, |left| left.min(limit));
        Clock {
            limit,
            end: now + limit,
        }
    }

    /// How much time there was in the beginning, to a tenth of a second: for whoever is told.
    pub(super) fn limit(self) -> Duration {
        let tenths = (self.limit.as_millis() + 50) / 100;
        Duration::from_millis(u64::try_from(tenths * 100).unwrap_or(u64::MAX))
    }

    /// Waits until the pipe is ready. Whoever always has something to say is not heard for ever.
    fn wait(self, pipe: BorrowedFd<'_>, ready: PollFlags) -> io::Result<()> {
        loop {
            let left = self.end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            // Rounded up: the last millisecond is not spent in a loop.
            let pause = PollTimeout::try_from(left.as_millis() + 1).unwrap_or(PollTimeout::MAX);
            match poll(&mut [PollFd::new(pipe, ready)], pause) {
                Ok(0) | Err(Errno::EINTR) => {}
                Ok(_) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
    }
}

impl Input {
    /// Writes everything. So much at a time as a pipe takes without waiting when it is ready.
    pub(super) fn write(&mut self, bytes: &[u8], clock: Clock) -> io::Result<()> {
        for part in bytes.chunks(PIPE_BUF) {
            clock.wait(self.0.as_fd(), PollFlags::POLLOUT)?;
            self.0.write_all(part)?;
        }
        Ok(())
    }
}

impl Read for Output {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.clock.wait(self.pipe.as_fd(), PollFlags::POLLIN)?;
        self.pipe.read(buffer)
    }
}
