//! What `--driver` writes, judged by GNAT: every main fails at the line of its check.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod drivers;
mod front;
mod support;
mod verdicts;

use std::path::Path;

use drivers::{Trial, judge};
use sabs::pipeline::Options;
use sabs::verdict::Rule;
use verdicts::judged;

/// The drivers of all that is violated in a unit.
fn trials(path: &Path, without: &mut Vec<(Rule, String)>) -> Vec<Trial> {
    let found = judged(path, Options::default());
    found.map_or_else(Vec::new, |found| drivers::trials(&found, |_| true, without))
}

#[test]
fn drivers_of_the_examples_fail_at_their_checks() {
    if support::solver("z3").is_none() {
        return;
    }
    let mut without = Vec::new();
    let mut all = Vec::new();
    for path in front::files("spark-examples/violated", "adb") {
        all.extend(trials(&path, &mut without));
    }
    // What GNAT does not check at run time has no driver; all else has.
    for (rule, reason) in &without {
        assert!(
            matches!(rule, Rule::Initialization | Rule::Aliasing),
            "{rule}: {reason}"
        );
    }
    assert!(all.len() >= 17, "only {} drivers", all.len());
    judge("driver-examples", &all);
}

#[test]
fn drivers_pass_what_the_language_has() {
    if support::solver("z3").is_none() {
        return;
    }
    let mut without = Vec::new();
    let mut all = Vec::new();
    let specification = front::files("tests/driver", "ads")
        .into_iter()
        .filter(|path| !path.with_extension("adb").is_file());
    for path in front::files("tests/driver", "adb")
        .into_iter()
        .chain(specification)
    {
        all.extend(trials(&path, &mut without));
    }
    assert!(without.is_empty(), "{without:?}");
    assert_eq!(all.len(), 13);
    judge("driver-language", &all);
}
