//! How fast the front end reads: `cargo bench --bench front_end`, on one core.
//!
//! The corpus is GNAT's run-time library; without GNAT there is nothing to measure.

#![allow(clippy::print_stdout)] // the figures are what this is for

#[path = "../tests/library/mod.rs"]
mod library;
#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How often everything is read; the fastest pass counts, as the others shared the machine.
const PASSES: usize = 5;

fn main() {
    let Some(gnatls) = support::referee("gnatls") else {
        return;
    };
    let files = library::files(&gnatls);
    let lines: usize = files.iter().map(|file| file.text().lines().count()).sum();
    let pass = || {
        let start = Instant::now();
        for file in &files {
            black_box(library::read(file));
        }
        start.elapsed()
    };
    let best = (0..PASSES).map(|_| pass()).min().unwrap_or(Duration::MAX);
    #[allow(clippy::cast_precision_loss)] // a figure for people
    let rate = lines as f64 / best.as_secs_f64();
    println!(
        "syntax: {} files, {lines} lines in {:.2} s: {rate:.0} lines/s",
        files.len(),
        best.as_secs_f64()
    );
}
