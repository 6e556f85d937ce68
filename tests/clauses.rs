//! A unit as Horn clauses: z3's Spacer, given them alone, agrees with what is known of the examples.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sabs::flow::with_large_blocks;
use sabs::pipeline::read;
use sabs::refine::horn_clauses;
use sabs::smt::horn_script;
use sabs::verdict::CheckId;

/// What Spacer says of the clauses of a unit.
#[allow(
    clippy::disallowed_methods,
    reason = "z3 as a referee, not as a solver of ours"
)]
fn said(z3: &str, path: &Path, check: Option<CheckId>) -> String {
    let sources = front::Front::read_file(path).sources;
    let flow = with_large_blocks(&read(&sources).unwrap().flow, &|_| true);
    let name = path.file_stem().unwrap().to_str().unwrap();
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.smt2"));
    fs::write(&file, horn_script(&horn_clauses(&flow, check))).unwrap();
    let output = Command::new(z3).arg("-T:20").arg(&file).output().unwrap();
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[test]
fn spacer_agrees_with_the_verdicts() {
    let Some(z3) = support::solver("z3") else {
        return;
    };
    let path = |name: &str| {
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("spark-examples")
            .join(name)
    };
    for name in [
        "clamp",
        "count_down",
        "counter",
        "maximum",
        "toggle",
        "traffic_light",
    ] {
        let path = path(&format!("proved/{name}.adb"));
        assert_eq!(said(&z3, &path, None), "sat", "{name}");
    }
    for name in [
        "average",
        "overflow",
        "double_release",
        "off_by_one",
        "wrong_maximum",
    ] {
        let path = path(&format!("violated/{name}.adb"));
        assert_eq!(said(&z3, &path, None), "unsat", "{name}");
    }
    // One check by itself: of the two in this one only the second fails.
    let path = path("violated/off_by_one.adb");
    assert_eq!(said(&z3, &path, Some(CheckId(0))), "sat");
    assert_eq!(said(&z3, &path, Some(CheckId(1))), "unsat");
}
