//! Lines as GNATprove prints them.

use std::fmt::Write as _;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::statistics::{Counts, table};
use super::{ClientStep, Report, TraceEvent, open, property};
use crate::source::{Sources, Span};
use crate::verdict::{Arrival, Check, CheckId, Verdict};

/// How much is said of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// The place and the message.
    Brief,
    /// All of it, on one line.
    Oneline,
    /// On several lines, with the source.
    Pretty,
}

/// Which checks are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Those that are not proved.
    Fail,
    /// All of them.
    All,
    /// All of them, and how many of which kind have which verdict.
    Statistics,
}

/// How verdicts are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manner {
    /// How much is said of a check.
    pub output: Output,
    /// Which checks are told.
    pub extent: Extent,
}

/// One line per check, with what belongs to it, one per gap, then a summary.
///
/// `p.adb:8:14: info: overflow check proved`
pub fn to_text(report: &Report, sources: &Sources, manner: Manner) -> String {
    let mut text = String::new();
    for (id, check, verdict) in report.told() {
        if manner.extent == Extent::Fail && is_proved(verdict) {
            continue;
        }
        let severity = match verdict {
            Verdict::Proved(_) => "info",
            Verdict::Unknown(_) => "medium",
            Verdict::Violated => "high",
        };
        let said = match manner.output {
            Output::Brief => outcome(report, (id, check), verdict, sources),
            Output::Oneline | Output::Pretty => message(report, (id, check), verdict, sources),
        };
        let place = sources.locate(check.span);
        let _ = write!(text, "{place}: {severity}: {said}");
        match manner.output {
            Output::Brief => {}
            Output::Oneline => text.push_str(&on_one_line(report, id, verdict, sources)),
            Output::Pretty => text.push_str(&on_several(report, (id, check), verdict, sources)),
        }
        text.push('\n');
    }
    text.push_str(&property::lines(report, sources, manner));
    text.push_str(&not_modelled(report, sources));
    if manner.extent == Extent::Statistics {
        text.push_str(&table(report));
    }
    if report.is_void() {
        text.push_str("0 checks: nothing was judged, because of what is not modelled\n");
        return text;
    }
    let counts = Counts::of(report, |_| true);
    let failing = match counts.violated {
        0 => String::new(),
        violated => format!("{violated} violated, "),
    };
    let unread = unread(report);
    let _ = writeln!(
        text,
        "{}: {} proved, {failing}{} unknown{unread}",
        counted(counts.total(), "check"),
        counts.proved,
        counts.unknown
    );
    text.push_str(&property::summary(report));
    text
}

/// One line for each construct whose effect is lost.
pub(super) fn not_modelled(report: &Report, sources: &Sources) -> String {
    let lines = report.gaps.iter().map(|gap| {
        let place = sources.locate(gap.span);
        format!("{place}: warning: not modelled: {}\n", gap.construct)
    });
    lines.collect()
}

/// What a summary adds where bodies were not read.
pub(super) fn unread(report: &Report) -> String {
    match report.unread_bodies() {
        0 => String::new(),
        1 => "; 1 body was not read, and none of its checks judged".to_owned(),
        many => format!("; {many} bodies were not read, and none of their checks judged"),
    }
}

/// ` (when X = 5) [by P.Inc (X => 5)]`, or ` [the reason]`.
fn on_one_line(report: &Report, id: CheckId, verdict: Verdict, sources: &Sources) -> String {
    match verdict {
        Verdict::Proved(_) => String::new(),
        Verdict::Unknown(reason) => {
            let mut told = vec![reason.to_string()];
            let step = report.step_of(id, verdict);
            told.extend(step.into_iter().flat_map(|step| open::lines(step, sources)));
            told.push(reason.advice().to_owned());
            format!(" [{}]", told.join("; "))
        }
        Verdict::Violated => {
            let values = decisive(report, id);
            let when = if values.is_empty() {
                String::new()
            } else {
                format!(" (when {values})")
            };
            let steps = reproduction(report, id);
            format!("{when} [by {}]", steps.join("; then "))
        }
    }
}

/// The source, with the values that decide; how to see it fail, or the reason why nothing is known.
fn on_several(
    report: &Report,
    (id, check): (CheckId, &Check),
    verdict: Verdict,
    sources: &Sources,
) -> String {
    match verdict {
        Verdict::Proved(_) => String::new(),
        Verdict::Unknown(reason) => {
            let mut text = snippet(sources, check.span, None);
            let _ = write!(text, "\n   reason: {reason}");
            let step = report.step_of(id, verdict);
            for line in step.into_iter().flat_map(|step| open::lines(step, sources)) {
                let _ = write!(text, "\n   {line}");
            }
            let _ = write!(text, "\n   try: {}", reason.advice());
            text
        }
        Verdict::Violated => {
            let values = decisive(report, id);
            let label = Some(values).filter(|values| !values.is_empty());
            let mut text = snippet(sources, check.span, label);
            for step in reproduction(report, id) {
                let _ = write!(text, "\n   by {step}");
            }
            text
        }
    }
}

/// The line of a place, underlined there, with a label.
fn snippet(sources: &Sources, span: Span, label: Option<String>) -> String {
    let file = sources.file(span.file);
    let position = file.position(span.start as usize);
    let line = file.line_text(position.line).replace('\t', " ");
    let start = span.start as usize - file.line_start(position.line).unwrap_or(0);
    let end = (span.end as usize - span.start as usize + start).min(line.len());
    let marked = AnnotationKind::Primary.span(start..end.max(start));
    let snippet = Snippet::source(line)
        .line_start(position.line)
        .annotation(marked.label(label));
    let group = Group::with_level(Level::NOTE).element(snippet);
    let shown = Renderer::plain().render(&[group]);
    format!("\n{}", shown.trim_end())
}

/// The values by which a check fails, e.g. `X = 5, Y = 0`.
fn decisive(report: &Report, id: CheckId) -> String {
    let last = report.traces.get(&id).and_then(|events| events.last());
    let values = last.map_or(&[][..], |event: &TraceEvent| &event.values);
    let named: Vec<String> = values
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    named.join(", ")
}

/// What a client does to see a check fail; what it does several times on end, once.
fn reproduction(report: &Report, id: CheckId) -> Vec<String> {
    told_steps(report.inputs.get(&id).map_or(&[][..], Vec::as_slice))
}

/// What a client does, in words.
pub(super) fn told_steps(steps: &[ClientStep]) -> Vec<String> {
    if steps.is_empty() {
        return vec!["elaborating the unit".to_owned()];
    }
    let mut told = Vec::new();
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
        told.push(format!("{step}{times}"));
    }
    told
}

/// `1 check`, `2 checks`
pub(super) fn counted(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// What is said of a check, in few words.
fn outcome(
    report: &Report,
    (id, check): (CheckId, &Check),
    verdict: Verdict,
    sources: &Sources,
) -> String {
    match verdict {
        Verdict::Proved(arrival) => {
            let missed = missed(report, id, arrival, sources);
            format!("{} proved{missed}", check.rule.subject())
        }
        Verdict::Unknown(_) => format!("{} might fail", check.rule.noun()),
        Verdict::Violated => format!("{} fails", check.rule.subject()),
    }
}

/// What is added to a proof where no run gets to its check.
pub(super) fn missed(report: &Report, id: CheckId, arrival: Arrival, sources: &Sources) -> String {
    match arrival {
        Arrival::Possible => String::new(),
        Arrival::Unreachable => format!(" (unreachable{})", given(report, id, sources)),
    }
}

/// What it takes for a check to be unreachable, where an executable may go on though a run has ended.
fn given(report: &Report, id: CheckId, sources: &Sources) -> String {
    const FEW: usize = 3;
    let Some(endings) = report.endings.get(&id) else {
        return String::new();
    };
    let mut told: Vec<String> = endings
        .iter()
        .take(FEW)
        .map(|ending| {
            let (check, _) = &report.checks[ending.0 as usize];
            let place = sources.locate(check.span);
            format!("the {} at {place}", check.rule.noun())
        })
        .collect();
    if endings.len() > FEW {
        told.push(format!("{} more", endings.len() - FEW));
    }
    let last = told.pop().unwrap_or_default();
    let all = match told.as_slice() {
        [] => last,
        before => format!("{} or {last}", before.join(", ")),
    };
    format!(", given that a run ends where {all} fails")
}

/// What is said of a check.
pub(super) fn message(
    report: &Report,
    (id, check): (CheckId, &Check),
    verdict: Verdict,
    sources: &Sources,
) -> String {
    let outcome = outcome(report, (id, check), verdict, sources);
    match verdict {
        Verdict::Proved(_) => outcome,
        Verdict::Unknown(_) | Verdict::Violated => {
            format!("{outcome}, cannot prove {}", check.condition)
        }
    }
}

/// Whether the verdict is a proof.
pub(super) fn is_proved(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Proved(_))
}
