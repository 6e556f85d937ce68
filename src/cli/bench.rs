//! `sabs bench`: programs to measure with.

use std::io;

use clap::{Args, ValueEnum};

use super::{ExitStatus, Streams};
use crate::bp::family;
use crate::syntax::family as units;

/// Print a Boolean program, or a SPARK unit, of a family to measure with.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Which family
    #[arg(value_enum)]
    family: Family,
    /// Its size: levels for tn, bits for counter and recursion, things, locks, procedures, predicates
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
    /// A SPARK unit of so many procedures, each with its loop and its predicates; all is proved
    Procedures,
    /// A SPARK unit that counts a variable through so many predicates; all is proved
    Thresholds,
}

pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<ExitStatus> {
    let size = arguments.size.max(1);
    let text = match arguments.family {
        Family::Tn => family::levels(size),
        Family::Counter => family::counter(size),
        Family::Recursion => family::recursion(size),
        Family::Permutations => family::permutations(size.max(2)),
        Family::Locks => family::locks(size),
        Family::Procedures => units::procedures(size),
        Family::Thresholds => units::thresholds(size),
    };
    streams.out.write_all(text.as_bytes())?;
    Ok(ExitStatus::Success)
}
