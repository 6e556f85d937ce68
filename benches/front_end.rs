//! How fast the front end reads, and how much of GNAT's run-time library reaches flow form:
//! `cargo bench --bench front_end`, on one core, by the processor's time.
//!
//! `-- --list` brings all package bodies to flow form and prints the shares and every obstacle, most
//! frequent first; `-- --unit NAME` prints what one package is rejected for and what is lost in it.
//! Without GNAT there is nothing to measure.

#![allow(clippy::print_stdout)] // the figures are what this is for

#[path = "../tests/library/mod.rs"]
mod library;
#[path = "../tests/support/mod.rs"]
mod support;

use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use library::coverage::{Coverage, Library, SourceBody};
use sabs::diagnostic::render_all;
use sabs::flow::normalise;
use sabs::program::elaborate_leniently;
use sabs::source::SourceFile;

/// How often everything is read; the fastest pass counts, as the others shared the machine.
const PASSES: usize = 5;

/// Of the package bodies, every so many are timed.
const EVERY: usize = 10;

fn main() {
    let Some(gnatls) = support::referee("gnatls") else {
        return;
    };
    let files = library::files(&gnatls);
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asked = |word: &str| arguments.iter().position(|argument| argument == word);
    if let Some(at) = asked("--unit") {
        let name = arguments.get(at + 1).map_or("", String::as_str);
        one(&Library::read(&files), name);
    } else if asked("--list").is_some() {
        list(&Library::read(&files));
    } else {
        syntax(&files);
        flow(&files);
    }
}

#[allow(clippy::cast_precision_loss)] // a figure for people
fn rate(lines: usize, time: Duration) -> f64 {
    lines as f64 / time.as_secs_f64()
}

/// The time that this process, which has one thread, has spent on a processor: others may want
/// that, too. Where the system does not tell, the time on the wall.
fn spent(start: Instant) -> Duration {
    let text = fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// The time that something takes.
fn timed(action: impl FnOnce()) -> Duration {
    let start = Instant::now();
    let before = spent(start);
    action();
    spent(start).saturating_sub(before)
}

fn lines(file: &SourceFile) -> usize {
    file.text().lines().count()
}

fn syntax(files: &[SourceFile]) {
    let count: usize = files.iter().map(lines).sum();
    let pass = || {
        for file in files {
            black_box(library::read(file));
        }
    };
    let best = (0..PASSES)
        .map(|_| timed(pass))
        .min()
        .unwrap_or(Duration::MAX);
    println!(
        "syntax: {} files, {count} lines in {:.2} s: {:.0} lines/s",
        files.len(),
        best.as_secs_f64(),
        rate(count, best)
    );
}

/// What a user waits for with one package: its files and all that it needs are read, and the whole
/// is brought to flow form. The lines of all those files count, since all of them are gone through.
fn flow(files: &[SourceFile]) {
    let units = Library::read(files);
    let (mut count, mut time) = (0, Duration::ZERO);
    let names: Vec<&str> = units.with_bodies().into_iter().step_by(EVERY).collect();
    for name in &names {
        let needed = units.files(name);
        count += needed.iter().map(|file| lines(file)).sum::<usize>();
        let pass = || {
            let (own, others) = units.with_needed(name);
            timed(|| {
                for file in &needed {
                    black_box(library::read(file));
                }
                if let Ok(program) = elaborate_leniently(&own, &others) {
                    black_box(normalise(&program));
                }
            })
        };
        time += (0..3).map(|_| pass()).min().unwrap_or_default();
    }
    println!(
        "flow: {} packages with what they need, {count} lines in {:.2} s: {:.0} lines/s",
        names.len(),
        time.as_secs_f64(),
        rate(count, time)
    );
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    println!(
        "peak memory, the syntax of the whole library included: {}",
        peak.unwrap_or("?").trim()
    );
}

/// Which bodies are counted.
type Wanted = fn(&SourceBody) -> bool;

fn list(units: &Library) {
    let names = units.with_bodies();
    let coverage = Coverage::of(units, &names);
    println!("{} packages with a body", names.len());
    println!("{} accepted without a mistake", coverage.accepted);
    println!(
        "{} panics: {}",
        coverage.panics.len(),
        coverage.panics.join(", ")
    );
    let groups: [(&str, Wanted); 3] = [
        ("all", |_| true),
        ("SPARK_Mode => On", |body| body.is_spark),
        ("generic", |body| body.is_generic),
    ];
    for (group, wanted) in groups {
        let (reached, all) = coverage.share(wanted);
        println!("\n{group}: {reached} of {all} bodies in flow form; of the others:");
        for (count, obstacle) in coverage.obstacles(wanted) {
            println!("{count:6} {obstacle}");
        }
    }
    for (name, reason) in &coverage.refused {
        println!("{name}: {reason}");
    }
}

fn one(library: &Library, name: &str) {
    match library.flow(name) {
        Ok((program, _)) => {
            for gap in &program.gaps {
                println!("{}: {}", library.sources.locate(gap.span), gap.construct);
            }
        }
        Err(found) => print!("{}", render_all(&found, &library.sources)),
    }
}
