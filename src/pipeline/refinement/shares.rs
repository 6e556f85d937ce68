//! Who may use how much of the time that is left: a hard subprogram must not take that of the others.

use std::collections::BTreeSet;

use crate::end::End;
use crate::verdict::{Check, CheckId};

/// The subprograms whose checks are looked at one after the other, each with its share of the time.
/// Whoever needs less leaves it to those who come later.
#[derive(Debug)]
pub(super) struct Shares<'a> {
    checks: &'a [Check],
    deadline: End,
    /// Those whose turn has not come yet.
    waiting: BTreeSet<&'a str>,
    /// Whose turn it is, and how long.
    now: Option<(&'a str, End)>,
    /// Those that were not done when their share was used up.
    cut_off: BTreeSet<&'a str>,
}

impl<'a> Shares<'a> {
    pub(super) fn new(checks: &'a [Check], open: &[CheckId], deadline: End) -> Shares<'a> {
        let mut shares = Shares {
            checks,
            deadline,
            waiting: BTreeSet::new(),
            now: None,
            cut_off: BTreeSet::new(),
        };
        shares.waiting = open.iter().map(|check| shares.home(*check)).collect();
        shares
    }

    fn home(&self, check: CheckId) -> &'a str {
        &self.checks[check.0 as usize].subprogram
    }

    /// Until when a check may be looked at; not at all where its subprogram has had its share.
    pub(super) fn of(&mut self, check: CheckId) -> Option<End> {
        let home = self.home(check);
        if self.cut_off.contains(home) {
            return None;
        }
        if let Some((_, end)) = self.now.filter(|(whose, _)| *whose == home) {
            return Some(end);
        }
        self.waiting.remove(home);
        let end = self.deadline.share(self.waiting.len() + 1);
        self.now = Some((home, end));
        Some(end)
    }

    /// The share of a check's subprogram was used up before it was done.
    pub(super) fn cut_off(&mut self, check: CheckId) {
        self.cut_off.insert(self.home(check));
    }

    /// Whether anybody was not done.
    pub(super) fn are_too_small(&self) -> bool {
        !self.cut_off.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::source::{FileId, Span};
    use crate::verdict::Rule;

    fn checks() -> Vec<Check> {
        let check = |subprogram: &str| Check {
            rule: Rule::Assert,
            span: Span {
                file: FileId(0),
                start: 0,
                end: 0,
            },
            subprogram: subprogram.to_owned(),
            condition: String::new(),
        };
        ["P.First", "P.First", "P.Second", "P.Third"]
            .map(check)
            .to_vec()
    }

    // Three subprograms, 300 s: a third for the first, half of what it leaves for the next, all that
    // is left then for the last; nothing more for whoever was cut off.
    #[test]
    fn everybody_has_a_share() {
        let checks = checks();
        let all: Vec<CheckId> = (0..4).map(CheckId).collect();
        let begin = Instant::now();
        let until = begin + Duration::from_mins(5);
        let mut shares = Shares::new(&checks, &all, End::at(Some(until)));
        let mut seconds = |check: u32| {
            let end = shares.of(CheckId(check))?.moment()?;
            Some((end - begin).as_secs_f64().round())
        };
        assert_eq!(seconds(0), Some(100.0));
        assert_eq!(seconds(1), Some(100.0));
        assert_eq!(seconds(2), Some(150.0));
        shares.cut_off(CheckId(2));
        assert!(shares.of(CheckId(2)).is_none());
        let last = shares.of(CheckId(3)).and_then(|end| end.moment());
        assert_eq!(last, Some(until));
        assert!(shares.are_too_small());
    }

    #[test]
    fn without_an_end_nobody_is_cut_off() {
        let checks = checks();
        let mut shares = Shares::new(&checks, &[CheckId(0), CheckId(3)], End::NEVER);
        let end = shares.of(CheckId(0)).expect("it has a share");
        assert_eq!(end.moment(), None);
        assert!(!shares.are_too_small());
    }
}
