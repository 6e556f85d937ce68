//! The syntax stage on GNAT's run-time library.

mod library;
mod support;

use sabs::diagnostic::{Severity, render_all};
use sabs::source::{FileId, SourceFile};
use sabs::syntax::{Parsed, ast, parse};

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

/// The syntax with its places left out: what must survive printing.
fn without_places(units: &[ast::Unit]) -> String {
    let text = format!("{units:?}");
    let mut found = String::with_capacity(text.len() / 2);
    for (at, part) in text.split("Span {").enumerate() {
        let part = if at == 0 {
            part
        } else {
            part.split_once('}').map_or("", |(_, rest)| rest)
        };
        found.push_str(part);
    }
    found
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
        let printed: String = parsed.units.iter().map(ToString::to_string).collect();
        let again = SourceFile::new(file.name(), &printed);
        let (sources, again) = (library::read(&again).0, parse(FileId(0), &again));
        let messages = render_all(&again.diagnostics, &sources);
        assert!(is_read(&again), "{messages}");
        let (before, after) = (without_places(&parsed.units), without_places(&again.units));
        if before != after {
            let at = before
                .bytes()
                .zip(after.bytes())
                .take_while(|(a, b)| a == b)
                .count();
            let around = |text: &str| {
                text.get(at.saturating_sub(300)..(at + 200).min(text.len()))
                    .unwrap_or_default()
                    .to_owned()
            };
            panic!("{}:\n{}\n{}", file.name(), around(&before), around(&after));
        }
        count += 1;
    }
    assert!(count > 0);
}
