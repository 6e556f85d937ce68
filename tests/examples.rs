//! The programs of `spark-examples/`: legal for GNAT, listed, and never proved if they fail.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDERS: [&str; 5] = ["proved", "violated", "unknown", "refined", "temporal"];

fn programs(folder: &str) -> Vec<PathBuf> {
    front::files(&format!("spark-examples/{folder}"), "adb")
}

#[test]
fn the_table_lists_every_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = fs::read_to_string(root.join("spark-examples/README.md")).unwrap();
    let mut count = 0;
    for folder in FOLDERS {
        for path in programs(folder) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let row = format!("| `{folder}/{name}` | {folder} | ");
            assert!(table.contains(&row), "{row}");
            count += 1;
        }
    }
    assert_eq!(
        table.matches("\n| `").count(),
        count,
        "rows without a program"
    );
    assert!(count >= 90);
}

#[test]
#[allow(clippy::disallowed_methods)] // a referee, not a solver
fn gnat_accepts_every_program() {
    let (Some(gcc), Some(_)) = (support::referee("gcc"), support::referee("gnatls")) else {
        return;
    };
    for path in FOLDERS.into_iter().flat_map(programs) {
        let folder = tempfile::tempdir().unwrap();
        let output = Command::new(&gcc)
            .args(["-c", "-gnatc", "-gnat2022", "-I"])
            .args([path.parent().unwrap(), &path])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{}:\n{messages}", path.display());
    }
}
