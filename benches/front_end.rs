//! How fast the front end reads, and how much of GNAT's run-time library reaches flow form:
//! `cargo bench --bench front_end`, on one core.
//!
//! `-- --list` also names every unit that gives no program and every obstacle, most frequent first.
//! Without GNAT there is nothing to measure.

#![allow(clippy::print_stdout)] // the figures are what this is for

#[path = "../tests/library/mod.rs"]
mod library;
#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;
use std::time::{Duration, Instant};

use library::coverage::{Coverage, Library};
use sabs::source::SourceFile;

/// How often everything is read; the fastest pass counts, as the others shared the machine.
const PASSES: usize = 5;

fn main() {
    let Some(gnatls) = support::referee("gnatls") else {
        return;
    };
    let files = library::files(&gnatls);
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--unit") {
        let units = Library::read(&files);
        one(&units, arguments.get(at + 1).map_or("", String::as_str));
        return;
    }
    if !arguments.iter().any(|argument| argument == "--list") {
        syntax(&files);
    }
    flow(&files, arguments.iter().any(|argument| argument == "--list"));
}

fn one(library: &Library, name: &str) {
    let coverage = Coverage::of(library, &[name]);
    println!("{:?} {:?}", coverage.share(|_| true), coverage.refused);
    match library.flow(name) {
        Ok((program, _)) => {
            for gap in &program.gaps {
                println!("{}: {}", library.sources.locate(gap.span), gap.construct);
            }
        }
        Err(found) => print!("{}", sabs::diagnostic::render_all(&found, &library.sources)),
    }
}

fn syntax(files: &[SourceFile]) {
    let lines: usize = files.iter().map(|file| file.text().lines().count()).sum();
    let pass = || {
        let start = Instant::now();
        for file in files {
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

fn flow(files: &[SourceFile], lists: bool) {
    let units = Library::read(files);
    let every = std::env::var("EVERY").ok().and_then(|t| t.parse().ok()).unwrap_or(1);
    let names: Vec<&str> = units.with_bodies().into_iter().step_by(every).collect();
    let start = Instant::now();
    let coverage = Coverage::of(&units, &names);
    let time = start.elapsed().as_secs_f64();
    println!("flow: {} packages in {time:.2} s", names.len());
    let (reached, all) = coverage.share(|_| true);
    println!("all bodies: {reached} of {all}");
    let (reached, all) = coverage.share(|body| body.is_spark);
    println!("bodies in SPARK: {reached} of {all}");
    let (reached, all) = coverage.share(|body| body.is_generic);
    println!("bodies in generic units: {reached} of {all}");
    if !lists {
        return;
    }
    println!("panics: {:?}", coverage.panics);
    for (count, obstacle) in coverage.obstacles(|_| true) {
        println!("{count:6} {obstacle}");
    }
    println!("in SPARK:");
    for (count, obstacle) in coverage.obstacles(|body| body.is_spark) {
        println!("{count:6} {obstacle}");
    }
    for (name, reason) in &coverage.refused {
        println!("{name}: {reason}");
    }
}
