//! What was confirmed, as text.

use std::fmt::Write as _;

use super::Report;
use super::text::{counted, missed, not_modelled, unread};
use crate::certify::Certificate;
use crate::source::Sources;
use crate::verdict::{CheckId, Verdict};

/// One line per check: whether it is certified, and why not; one per clause of an invariant and
/// per construct that is not modelled, then what was confirmed by whom.
pub fn certificate_text(report: &Report, sources: &Sources) -> String {
    let mut text = String::new();
    for (id, (check, verdict)) in (0..).map(CheckId).zip(&report.checks) {
        let place = sources.locate(check.span);
        let noun = check.rule.subject();
        // Writing to a string does not fail.
        let refused = report.certificate.as_ref().map(|found| &found.refused);
        let _ = match refused.and_then(|refused| refused.get(&id)) {
            Some(refusal) => writeln!(text, "{place}: not certified: {noun}: {refusal}"),
            None => match verdict {
                Verdict::Proved(arrival) => {
                    let missed = missed(report, id, *arrival, sources);
                    writeln!(text, "{place}: certified: {noun}{missed}")
                }
                Verdict::Violated => writeln!(text, "{place}: violated: {noun}"),
                Verdict::Unknown(reason) => {
                    let advice = reason.advice();
                    writeln!(text, "{place}: not proved: {noun}: {reason} [{advice}]")
                }
            },
        };
    }
    for told in &report.invariants {
        let (place, kind) = (sources.locate(told.span), told.kind.name());
        let (name, clauses) = (&told.subprogram, &told.clauses);
        for clause in clauses.iter().filter_map(|texts| texts.first()) {
            let _ = writeln!(text, "{place}: {kind} invariant of {name}: {clause}");
        }
    }
    text.push_str(&not_modelled(report, sources));
    if let Some(certificate) = &report.certificate {
        let _ = writeln!(text, "{}{}", summary(certificate), unread(report));
    }
    text
}

/// `3 checks certified, 9 obligations confirmed: z3 5.4.0 9, cvc5 1.0.3 9`
fn summary(certificate: &Certificate) -> String {
    let by: Vec<String> = certificate
        .confirmed
        .iter()
        .map(|(solver, count)| format!("{solver} {count}"))
        .collect();
    format!(
        "{} certified, {} confirmed: {}",
        counted(certificate.certified.len(), "check"),
        counted(certificate.obligations, "obligation"),
        by.join(", ")
    )
}
