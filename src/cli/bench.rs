//! `sabs bench`: programs to measure with.

use std::io;

use clap::{Args, ValueEnum};

use super::{ExitStatus, Streams};
use crate::bp::family;

/// Print a Boolean program of a family to measure checkers with.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Which family
    #[arg(value_enum)]
    family: Family,
    /// Its size: levels for tn, bits for counter and recursion, things, locks
    size: usize,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Family {
    /// T(N) of the Bebop paper; ask for the label reach
    Tn,
    /// A counter with a bug at its very end
    Counter,
    /// A recursion 2^N - 1 calls deep; ask for the labels DEEP and AFTER
    Recursion,
    /// Things in a row that change places; REVERSED fails, TWICE does not
    Permutations,
    /// Locks taken and given back by procedures; no assertion fails
    Locks,
}

pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<ExitStatus> {
    let size = arguments.size.max(1);
    let text = match arguments.family {
        Family::Tn => family::levels(size),
        Family::Counter => family::counter(size),
        Family::Recursion => family::recursion(size),
        Family::Permutations => family::permutations(size.max(2)),
        Family::Locks => family::locks(size),
    };
    streams.out.write_all(text.as_bytes())?;
    Ok(ExitStatus::Success)
}
