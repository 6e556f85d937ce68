//! Lines as GNATprove prints them.

use std::fmt::Write as _;

use super::{ClientStep, Report};
use crate::source::Sources;
use crate::verdict::{Arrival, Check, CheckId, Rule, Verdict};

/// One line per check, one per gap, then a summary.
///
/// `p.adb:8:14: info: overflow check proved`
pub fn to_text(report: &Report, sources: &Sources) -> String {
    let mut text = String::new();
    for (id, (check, verdict)) in (0..).map(CheckId).zip(&report.checks) {
        let severity = match verdict {
            Verdict::Proved(_) => "info",
            Verdict::Unknown(_) => "medium",
            Verdict::Violated => "high",
        };
        let _ = writeln!(
            text,
            "{}: {severity}: {}",
            sources.locate(check.span),
            message(check, *verdict)
        );
        if *verdict == Verdict::Violated {
            reproduction(report.inputs.get(&id).map_or(&[], Vec::as_slice), &mut text);
        }
    }
    for gap in &report.gaps {
        let place = sources.locate(gap.span);
        let _ = writeln!(text, "{place}: warning: not modelled: {}", gap.construct);
    }
    let proved = report
        .checks
        .iter()
        .filter(|(_, verdict)| is_proved(*verdict))
        .count();
    let violated = report
        .checks
        .iter()
        .filter(|(_, verdict)| *verdict == Verdict::Violated)
        .count();
    let failing = match violated {
        0 => String::new(),
        _ => format!("{violated} violated, "),
    };
    let _ = writeln!(
        text,
        "{}: {proved} proved, {failing}{} unknown",
        counted(report.checks.len(), "check"),
        report.checks.len() - proved - violated
    );
    text
}

/// What a client does to see a check fail, a line each; what it does several times on end, once.
fn reproduction(steps: &[ClientStep], text: &mut String) {
    for alike in steps.chunk_by(|a, b| a == b) {
        let step = match &alike[0] {
            ClientStep::Set { variable, value } => format!("{variable} := {value}"),
            ClientStep::Call {
                subprogram,
                arguments,
                environment,
            } => {
                let named = |(name, value): &(String, String)| format!("{name} => {value}");
                let arguments: Vec<String> = arguments.iter().map(named).collect();
                let values: Vec<&str> = environment.iter().map(|(_, v)| v.as_str()).collect();
                let passed = if arguments.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", arguments.join(", "))
                };
                let given = if values.is_empty() {
                    String::new()
                } else {
                    format!(", the environment giving {}", values.join(", "))
                };
                format!("{subprogram}{passed}{given}")
            }
        };
        let times = match alike.len() {
            1 => String::new(),
            count => format!(", {count} times"),
        };
        let _ = writeln!(text, "   by {step}{times}");
    }
}

/// `1 check`, `2 checks`
pub(super) fn counted(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// What is said of a check.
pub(super) fn message(check: &Check, verdict: Verdict) -> String {
    let noun = check.rule.noun();
    match verdict {
        Verdict::Proved(arrival) => {
            let noun = if check.rule == Rule::Division {
                "division check"
            } else {
                noun
            };
            match arrival {
                Arrival::Possible => format!("{noun} proved"),
                Arrival::Unreachable => format!("{noun} proved (unreachable)"),
            }
        }
        Verdict::Unknown(_) => format!("{noun} might fail, cannot prove {}", check.condition),
        Verdict::Violated => format!("{noun} fails, cannot prove {}", check.condition),
    }
}

/// Whether the verdict is a proof.
pub(super) fn is_proved(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Proved(_))
}
