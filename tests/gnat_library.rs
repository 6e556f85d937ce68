//! The syntax stage on GNAT's run-time library.

mod front;
mod library;
mod support;

use sabs::diagnostic::{Severity, render_all};
use sabs::syntax::Parsed;

fn is_read(parsed: &Parsed) -> bool {
    let is_error = |severity: Severity| severity == Severity::Error;
    !parsed.units.is_empty()
        && !parsed
            .diagnostics
            .iter()
            .any(|found| is_error(found.severity))
}

#[test]
fn nearly_every_file_is_read() {
    let Some(gnatls) = support::referee("gnatls") else {
        return;
    };
    let files = library::files(&gnatls);
    let mut rejected = Vec::new();
    for file in &files {
        let (sources, parsed) = library::read(file);
        if !is_read(&parsed) {
            assert!(!parsed.diagnostics.is_empty(), "{}", file.name());
            rejected.push(render_all(&parsed.diagnostics, &sources));
        }
    }
    let listed = rejected.concat();
    let share = rejected.len() * 100;
    assert!(share <= 3 * files.len(), "{listed}");
}

#[test]
fn reading_what_is_printed_gives_the_same() {
    let Some(gnatls) = support::referee("gnatls") else {
        return;
    };
    let step = if std::env::var_os("SABS_SOAK").is_some() {
        1
    } else {
        20
    };
    let mut count = 0;
    for file in library::files(&gnatls).iter().step_by(step) {
        let (_, parsed) = library::read(file);
        if !is_read(&parsed) {
            continue;
        }
        if let Some(difference) = front::changed_by_printing(&parsed.units) {
            panic!("{}:\n{difference}", file.name());
        }
        count += 1;
    }
    assert!(count > 0);
}
