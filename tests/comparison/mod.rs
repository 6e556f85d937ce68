//! What sabs says of units, compared with what GNAT sees of them.

use sabs::pipeline::Options;
use sabs::smt::{SolverProcess, SolverSettings, find_solver};
use sabs::verdict::{Arrival, Check, CheckId, Rule, Verdict};

use crate::drivers;
use crate::exercise::{Seen, Subject};
use crate::verdicts::{self, Judged};

/// What came of some units.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) units: usize,
    /// Those that GNAT does not take for Ada.
    pub(crate) illegal: usize,
    /// Those that may read what is not set, which says nothing.
    pub(crate) unset: usize,
    pub(crate) checks: usize,
    pub(crate) decided: usize,
    /// Checks that GNAT saw fail.
    pub(crate) failing: usize,
    /// Those of them that sabs calls violated.
    pub(crate) found: usize,
    /// Violated checks that GNAT met by chance only with the inputs that sabs gives.
    pub(crate) by_driver: usize,
}

/// Compares what sabs says of some units with what was seen of them; returns what is wrong. Drivers
/// of what was not seen to fail are run in a folder of that name.
pub(crate) fn judge(
    (solver, folder): (&str, &str),
    subjects: Vec<Subject>,
    seen: &[Seen],
    tally: &mut Tally,
) -> Vec<String> {
    let settings = SolverSettings {
        steps: 50_000,
        ..SolverSettings::default()
    };
    let solver = find_solver(Some(solver)).unwrap();
    let mut oracle = SolverProcess::with(solver, settings);
    let mut complaints = Vec::new();
    let mut trials = Vec::new();
    for (subject, seen) in subjects.into_iter().zip(seen) {
        let options = Options {
            refinements: 3,
            effort: 1,
            ..Options::default()
        };
        let report = verdicts::report(&subject.unit, &subject.sources, options, &mut oracle);
        let reads_unset = |(check, verdict): &(Check, Verdict)| {
            check.rule == Rule::Initialization && !matches!(verdict, Verdict::Proved(_))
        };
        if report.checks.iter().any(reads_unset) {
            tally.unset += 1;
            continue;
        }
        let mut complain = |what: String| complaints.push(format!("{}: {what}", subject.name));
        for words in &seen.unexplained {
            complain(format!("no check stands where GNAT says: {words}"));
        }
        for (id, (check, verdict)) in (0..).map(CheckId).zip(&report.checks) {
            let place = subject.sources.locate(check.span);
            let fails = seen.failures.contains_key(&id);
            let is_proved =
                |id: &CheckId| matches!(report.checks[id.0 as usize].1, Verdict::Proved(_));
            // In what order the parts of a statement are evaluated is open: where another one fails,
            // no run comes to this for sabs.
            let line = |check: &Check| {
                let place = subject.sources.locate(check.span);
                place.rsplit_once(':').map(|(line, _)| line.to_owned())
            };
            let is_rivalled = || {
                let mut all = report.checks.iter();
                all.any(|(other, verdict)| {
                    *verdict == Verdict::Violated && line(other) == line(check)
                })
            };
            let is_behind_a_rival =
                || *verdict == Verdict::Proved(Arrival::Unreachable) && is_rivalled();
            let fails_for_sure =
                fails && seen.rivals[&id].iter().all(is_proved) && !is_behind_a_rival();
            let arrivals = seen.arrivals.get(&id).copied().unwrap_or(0);
            tally.checks += 1;
            tally.failing += usize::from(fails);
            match verdict {
                Verdict::Proved(_) if fails_for_sure => {
                    complain(format!("{place}: {} is proved, but fails", check.rule));
                }
                // An operation counts when its operands are looked at, of which one may fail.
                Verdict::Proved(Arrival::Unreachable)
                    if arrivals > 0 && check.rule == Rule::Assert =>
                {
                    complain(format!("{place}: {} is arrived at", check.rule));
                }
                Verdict::Violated => tally.found += usize::from(fails),
                Verdict::Unknown(_) => continue,
                Verdict::Proved(_) => {}
            }
            tally.decided += 1;
        }
        let judged = Judged {
            sources: subject.sources,
            unit: subject.unit,
            report,
        };
        let unseen = |id| !seen.failures.contains_key(&id);
        trials.extend(drivers::trials(&judged, unseen, &mut Vec::new()));
    }
    tally.by_driver += trials.len();
    complaints.extend(drivers::complaints(folder, &trials));
    complaints
}
