//! The `sabs` command.

use std::io;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Parser;
use sabs::cli::{
    Cli, Streams, discard_unfinished, finish_early, is_interrupted, keep_time, run, say_so_far,
    show_progress,
};
use sabs::smt::kill_all_solvers;

/// What a shell says of a program that was interrupted.
const INTERRUPTED: u8 = 130;

/// Whether we end at once: then the main thread may see solvers die, and what it makes of
/// that is nobody's answer any more.
static IS_ENDED: AtomicBool = AtomicBool::new(false);

/// Standard error, until nobody wants to hear more: what the main thread says of solvers that were
/// killed under its hands is no news.
struct UntilEnd(io::Stderr);

impl io::Write for UntilEnd {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if IS_ENDED.load(Ordering::SeqCst) {
            return Ok(bytes.len());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Says what is decided and leaves everything else as it is.
fn end_at_once() {
    IS_ENDED.store(true, Ordering::SeqCst);
    kill_all_solvers();
    discard_unfinished();
    say_so_far();
    #[allow(clippy::exit)] // the main thread waits for a solver that is no more
    std::process::exit(i32::from(INTERRUPTED));
}

fn main() -> ExitCode {
    // Solvers lead groups of their own: whoever interrupts us does not interrupt them.
    let handled = ctrlc::set_handler(|| {
        if !finish_early(end_at_once) {
            end_at_once();
        }
    });
    if let Err(error) = handled {
        let _ = io::Write::write_fmt(
            &mut io::stderr(),
            format_args!("sabs: warning: interrupts cannot be handled: {error}\n"),
        );
    }
    show_progress();
    keep_time();
    // Neither is locked: whoever interrupts us is told what is decided, and the bar is drawn, by
    // other threads.
    let mut out = io::BufWriter::new(io::stdout());
    let mut err = UntilEnd(io::stderr());
    let status = run(
        Cli::parse(),
        &mut Streams {
            out: &mut out,
            err: &mut err,
        },
    );
    // A reader that has gone away is no error of ours.
    let _ = io::Write::flush(&mut out);
    if is_interrupted() || IS_ENDED.load(Ordering::SeqCst) {
        return ExitCode::from(INTERRUPTED);
    }
    status.into()
}
