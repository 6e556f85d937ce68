//! How many checks of which kind have which verdict.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Report;
use super::text::counted;
use crate::verdict::{Rule, Verdict};

/// How many checks have which verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) proved: usize,
    pub(super) violated: usize,
    pub(super) unknown: usize,
}

impl Counts {
    /// Of some of the checks of a report.
    pub(super) fn of(report: &Report, counts_it: impl Fn(Rule) -> bool) -> Counts {
        let mut counts = Counts::default();
        let all = report.told().filter(|(_, check, _)| counts_it(check.rule));
        for (_, _, verdict) in all {
            match verdict {
                Verdict::Proved(_) => counts.proved += 1,
                Verdict::Violated => counts.violated += 1,
                Verdict::Unknown(_) => counts.unknown += 1,
            }
        }
        counts
    }

    pub(super) fn total(self) -> usize {
        self.proved + self.violated + self.unknown
    }
}

/// A line per kind of check, and how much work it was.
pub(super) fn table(report: &Report) -> String {
    let mut text = String::new();
    let kinds: BTreeMap<&str, Rule> = report
        .told()
        .map(|(_, check, _)| (check.rule.noun(), check.rule))
        .collect();
    let rows: Vec<(&str, Counts)> = kinds
        .into_iter()
        .map(|(noun, rule)| (noun, Counts::of(report, |other| other == rule)))
        .chain([("total", Counts::of(report, |_| true))])
        .collect();
    let nouns = rows.iter().map(|(noun, _)| noun.len());
    let width = nouns.chain(["kind of check".len()]).max().unwrap_or(0);
    // Writing to a string does not fail.
    let _ = writeln!(
        text,
        "{:width$}  checks  proved  violated  unknown",
        "kind of check"
    );
    for (noun, counts) in rows {
        let _ = writeln!(
            text,
            "{noun:width$}  {:6}  {:6}  {:8}  {:7}",
            counts.total(),
            counts.proved,
            counts.violated,
            counts.unknown
        );
    }
    // How many questions that took is up to the cache and to how many solvers worked at once.
    let work = report.statistics;
    let _ = writeln!(
        text,
        "{}, {}, {} to confirm proofs",
        counted(work.iterations, "abstraction"),
        counted(work.predicates, "predicate"),
        work.confirmations
    );
    text
}
