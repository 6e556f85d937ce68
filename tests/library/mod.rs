//! GNAT's run-time library: 1,500 files of real Ada, much of it SPARK.

#![allow(dead_code)] // each user takes its part

pub(crate) mod coverage;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sabs::source::{SourceFile, Sources};
use sabs::syntax::{Parsed, parse};

/// The folder with the library's sources, as `gnatls` tells it.
#[allow(clippy::disallowed_methods)] // a referee's tool, not a solver
pub(crate) fn folder(gnatls: &Path) -> PathBuf {
    let output = Command::new(gnatls)
        .arg("-v")
        .output()
        .expect("gnatls can be run");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines()
        .map(|line| PathBuf::from(line.trim()))
        .find(|folder| folder.ends_with("adainclude") || folder.join("system.ads").is_file())
        .expect("gnatls names the folder of the library")
}

/// The library's files, sorted by name.
pub(crate) fn files(gnatls: &Path) -> Vec<SourceFile> {
    let folder = folder(gnatls);
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the library's folder can be read")
        .map(|entry| entry.expect("a folder can be read").path())
        .filter(|path| {
            let extension = path.extension().and_then(|extension| extension.to_str());
            matches!(extension, Some("ads" | "adb"))
        })
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let bytes = fs::read(path).expect("a file of the library can be read");
            SourceFile::from_bytes(&name, bytes)
        })
        .collect()
}

/// A file and what the syntax stage makes of it.
pub(crate) fn read(file: &SourceFile) -> (Sources, Parsed) {
    let mut sources = Sources::default();
    let id = sources.add(file.clone());
    let parsed = parse(id, file);
    (sources, parsed)
}

/// Runs something where expressions of many operands find room: a test has a small stack.
pub(crate) fn with_deep_stack<T: Send>(action: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 20);
        let thread = thread.spawn_scoped(scope, action);
        let thread = thread.expect("a thread can be started");
        thread.join().expect("it does not panic")
    })
}
