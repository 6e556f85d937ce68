//! What `sabs verify` shows while it works.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use super::load::Loaded;
use super::output::{make_folder, write_file};
use super::told::tell;
use crate::exact::Counters;
use crate::pipeline::{Iteration, Observer, PropertyTurn, Standing};

/// What is shown of each turn of the loop.
#[derive(Debug, Args)]
pub(super) struct WatchOptions {
    /// Say on standard error what each turn of the loop finds out: which check may fail, why that
    /// way is impossible, which predicates are added
    #[arg(long)]
    trace_refinement: bool,
    /// Say on standard error how much work each turn of the loop was, and how much of it could be
    /// taken from earlier ones
    #[arg(long)]
    stats: bool,
    /// Write the Boolean program of each turn of the loop into this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

impl WatchOptions {
    /// Whether anybody wants to see how verdicts are found.
    pub(super) fn is_wanted(&self) -> bool {
        self.trace_refinement || self.stats || self.keep.is_some()
    }

    /// Whether anybody wants to know how much work it is.
    pub(super) fn stats(&self) -> bool {
        self.stats
    }

    /// Makes the folder for what is kept.
    pub(super) fn prepare(&self) -> io::Result<()> {
        match &self.keep {
            Some(folder) => {
                make_folder(folder, "--keep")?;
                // Turns of an earlier run would be taken for turns of this one.
                (1..)
                    .map(|number| turn_file(folder, number))
                    .take_while(|path| path.is_file())
                    .try_for_each(fs::remove_file)
            }
            None => Ok(()),
        }
    }
}

/// Watches the loop for the user.
pub(super) struct Watch<'a> {
    options: &'a WatchOptions,
    loaded: &'a Loaded,
    err: &'a mut dyn Write,
    decided: &'a dyn Fn(&Standing<'_>),
    /// When the turn began.
    begun: Instant,
    /// Whether the Boolean programs could be written.
    kept: io::Result<()>,
}

impl<'a> Watch<'a> {
    /// `decided` is told whatever is decided.
    pub(super) fn new(
        options: &'a WatchOptions,
        loaded: &'a Loaded,
        err: &'a mut dyn Write,
        decided: &'a dyn Fn(&Standing<'_>),
    ) -> Watch<'a> {
        Watch {
            options,
            loaded,
            err,
            decided,
            begun: Instant::now(),
            kept: Ok(()),
        }
    }

    /// Whether all was written that was to be.
    pub(super) fn finished(self) -> io::Result<()> {
        self.kept
    }
}

impl Observer for Watch<'_> {
    fn turn(&mut self, iteration: &Iteration<'_>) {
        // Who no longer reads what we say may still want the verdicts.
        if self.options.stats {
            let _ = work(iteration, self.begun.elapsed(), self.err);
            self.begun = Instant::now();
        }
        if let (Some(folder), true) = (&self.options.keep, self.kept.is_ok()) {
            let path = turn_file(folder, iteration.number);
            self.kept = write_file(&path, iteration.abstraction.program.to_string());
        }
        if self.options.trace_refinement {
            let _ = tell(iteration, self.loaded, self.err);
        }
    }

    fn property(&mut self, turn: &PropertyTurn) {
        if self.options.stats {
            let _ = writeln!(
                self.err,
                "{}: temporal property, iteration {}: {} predicates, {}",
                self.loaded.sources.locate(turn.span),
                turn.number,
                turn.predicates,
                read_exactly(turn.exact)
            );
        }
    }

    fn decided(&mut self, standing: &Standing<'_>) {
        (self.decided)(standing);
    }
}

/// Where the Boolean program of a turn is kept.
fn turn_file(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("iteration-{number}.bp"))
}

/// How much work one turn of the loop was.
fn work(iteration: &Iteration<'_>, time: Duration, err: &mut dyn Write) -> io::Result<()> {
    let (reuse, counts) = (iteration.reuse, iteration.abstraction.counts);
    writeln!(
        err,
        "iteration {}: {} predicates, {} parts computed and {} taken from earlier turns, {} \
         questions for them, {} answered from models, {} questions of all kinds so far, {}, {:.2} s",
        iteration.number,
        iteration.predicates,
        reuse.computed,
        reuse.reused,
        counts.asked,
        counts.from_models,
        iteration.statistics.questions,
        read_exactly(iteration.exact),
        time.as_secs_f64()
    )
}

/// How much of it was the exact reading, and what that could take over.
fn read_exactly(counters: Counters) -> String {
    format!(
        "{} pre-images, {} points known for sure from earlier turns",
        counters.preimages, counters.seeded
    )
}
