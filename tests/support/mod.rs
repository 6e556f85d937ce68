//! What several test files need.

#![allow(dead_code, reason = "each test file uses a part of this")]

use std::env;
use std::io::{self, Write as _};
use std::path::PathBuf;

/// Where a referee, an outside tool that judges sabs's answers, is installed.
///
/// Without it there is nothing to judge by: the test says so and gives `None`, or fails where the
/// environment variable `SABS_REQUIRE_REFEREES` is `1`, as `tests/run` sets it.
pub(crate) fn referee(tool: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path)
        .map(|folder| folder.join(tool))
        .find(|file| file.is_file());
    if found.is_none() {
        let required = env::var("SABS_REQUIRE_REFEREES").is_ok_and(|value| value == "1");
        assert!(!required, "the referee {tool} is not on PATH");
        tell(&format!("SKIPPED: the referee {tool} is not on PATH"));
    }
    found
}

/// Says something to whoever runs the tests. Not by `eprintln`, which the test harness hides when a
/// test passes.
pub(crate) fn tell(what: &str) {
    let _ = writeln!(io::stderr(), "{what}");
}

/// The solver that judges, from `.solver` or the path; the same rule if it is missing.
#[allow(
    clippy::print_stderr,
    reason = "a skipped test must be seen by whoever runs the tests"
)]
pub(crate) fn solver(tool: &str) -> Option<String> {
    let local = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(".solver/bin")
        .join(tool);
    if local.is_file() {
        return Some(local.to_string_lossy().into_owned());
    }
    referee(tool).map(|path| path.to_string_lossy().into_owned())
}
