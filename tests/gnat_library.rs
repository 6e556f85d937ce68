//! The front end on GNAT's run-time library.

mod front;
mod library;
mod support;

use std::collections::BTreeMap;

use library::coverage::{Coverage, Library};
use sabs::diagnostic::{Severity, render_all};
use sabs::syntax::Parsed;

/// Which of the files are looked at closely: every twentieth, or all where `SABS_SOAK` is set.
fn step() -> usize {
    if std::env::var_os("SABS_SOAK").is_some() {
        1
    } else {
        20
    }
}

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
    let mut count = 0;
    for file in library::files(&gnatls).iter().step_by(step()) {
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

#[test]
fn most_bodies_reach_flow_form() {
    let Some(gnatls) = support::referee("gnatls") else {
        return;
    };
    let units = Library::read(&library::files(&gnatls));
    let names: Vec<&str> = units.with_bodies().into_iter().step_by(step()).collect();
    let coverage = library::with_deep_stack(|| Coverage::of(&units, &names));
    assert_eq!(coverage.panics, Vec::<String>::new());
    let (reached, all) = coverage.share(|_| true);
    assert!(reached * 100 >= 40 * all, "{reached} of {all}");
    let (reached, all) = coverage.share(|body| body.is_spark);
    assert!(reached * 100 >= 60 * all, "{reached} of {all} in SPARK");
}

/// How often each word stands in a text, names after `end` left aside: comments and literals do not
/// count. Ada's words are not distinguished by case.
fn words(text: &str) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    let mut last = String::new();
    let characters: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < characters.len() {
        let c = characters[at];
        let next = |by: usize| characters.get(at + by).copied();
        if c == '-' && next(1) == Some('-') {
            at += characters[at..].iter().take_while(|c| **c != '\n').count();
        } else if c == '"' {
            at += 1
                + characters[at + 1..]
                    .iter()
                    .take_while(|c| **c != '"')
                    .count()
                + 1;
        } else if c == '\'' && next(2) == Some('\'') && next(1) != Some('(') {
            at += 3;
        } else if c.is_alphabetic() {
            let is_part = |c: &&char| c.is_alphanumeric() || **c == '_' || **c == '.';
            let word: String = characters[at..].iter().take_while(is_part).collect();
            at += word.chars().count();
            let word = word.to_lowercase();
            if last != "end" {
                for part in word.split('.').filter(|part| !part.is_empty()) {
                    *found.entry(part.to_owned()).or_default() += 1;
                }
            }
            last = word;
        } else if c.is_ascii_digit() {
            let is_part = |c: &&char| c.is_alphanumeric() || matches!(**c, '_' | '#');
            at += characters[at..].iter().take_while(is_part).count();
        } else {
            at += 1;
        }
    }
    found
}

/// What Ada allows to say in two ways, the shorter of which is printed: empty parts of units and
/// records, the mode `in`, empty declarative parts.
const LEFT_OUT: [&str; 8] = [
    "in", "null", "record", "private", "declare", "begin", "is", "end",
];

#[test]
fn no_word_is_lost_on_the_way_to_the_syntax() {
    let Some(gnatls) = support::referee("gnatls") else {
        return;
    };
    for file in library::files(&gnatls).iter().step_by(step()) {
        let (_, parsed) = library::read(file);
        if !is_read(&parsed) {
            continue;
        }
        let printed: String = parsed.units.iter().map(ToString::to_string).collect();
        let (before, after) = (words(file.text()), words(&printed));
        for (word, count) in &before {
            let kept = after.get(word).copied().unwrap_or_default();
            assert!(
                kept >= *count || LEFT_OUT.contains(&word.as_str()),
                "{}: {word} stands there {count} times, and {kept} times in the syntax",
                file.name()
            );
        }
    }
}
