//! The samples of `annotations/`: what is accepted gives a flow program, what is rejected gives the
//! messages beside it.

mod front;

use std::fs;

use front::Front;

#[test]
fn accepted_samples_become_flow_programs() {
    for path in front::files("annotations/accepted", "adb") {
        let read = Front::read_file(&path);
        assert!(read.diagnostics.is_empty(), "{}", read.messages());
        read.flow();
    }
}

#[test]
fn rejected_samples_say_why() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut failures = Vec::new();
    for path in front::files("annotations/rejected", "adb") {
        let read = Front::read_file(&path);
        assert!(read.program.is_none(), "{} is accepted", path.display());
        let expected_path = path.with_extension("expect");
        if update {
            fs::write(&expected_path, read.messages()).unwrap();
        }
        let expected = fs::read_to_string(&expected_path).unwrap_or_default();
        if read.messages() != expected {
            failures.push(format!("expected:\n{expected}found:\n{}", read.messages()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
