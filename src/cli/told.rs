//! How the loop refines, for people.

use std::io::{self, Write};

use super::load::Loaded;
use crate::flow::FlowProgram;
use crate::pipeline::{Examined, Iteration, Passage, Progress};
use crate::refine::{Feasibility, Strategy, Suggestion};

/// Of a longer way, its beginning and its end are told.
const MOST_LINES: usize = 60;
/// Longer stretches are not looked for when what comes again is told once.
const LONGEST_STRETCH: usize = 40;

/// One turn of the loop: which check may fail on which way, why no run goes it, and what is done so
/// that the next turn does not meet it again.
pub(super) fn tell(
    iteration: &Iteration<'_>,
    loaded: &Loaded,
    err: &mut dyn Write,
) -> io::Result<()> {
    let by = match iteration.predicates {
        1 => "1 predicate".to_owned(),
        many => format!("{many} predicates"),
    };
    let end = if iteration.examined.is_empty() {
        " nothing is left to be looked at"
    } else {
        ""
    };
    writeln!(err, "iteration {}, by {by}:{end}", iteration.number)?;
    for seen in iteration.examined {
        let check = loaded.unit.flow.check(seen.check);
        let place = loaded.sources.locate(check.span);
        let what = match &seen.feasibility {
            Feasibility::Confirmed(_) => "fails".to_owned(),
            Feasibility::RestsOnLost(name) => format!("may fail, depending on {name}"),
            Feasibility::NotConfirmed => "seems to fail, but does not when replayed".to_owned(),
            Feasibility::Endless => "seems to fail, in a run too long to be followed".to_owned(),
            Feasibility::Impossible(_) => "may fail in the abstraction, but not in fact".to_owned(),
            Feasibility::Unknown(reason) => format!("may fail: {reason}"),
        };
        writeln!(err, "  {place}: {} {what}", check.rule.noun())?;
        tell_way(seen, iteration.flow, loaded, err)?;
        tell_progress(&seen.progress, &loaded.unit.flow, err)?;
    }
    Ok(())
}

fn tell_way(
    seen: &Examined,
    flow: &FlowProgram,
    loaded: &Loaded,
    err: &mut dyn Write,
) -> io::Result<()> {
    let open = seen.open.as_ref();
    if let Some(way) = open.and_then(|open| open.way_text(&loaded.sources)) {
        writeln!(err, "    {way}")?;
    }
    let Some(way) = &seen.way else {
        return Ok(());
    };
    writeln!(err, "    the way:")?;
    let mut lines: Vec<String> = Vec::new();
    for passage in way.passages(flow) {
        let line = with_source(&passage, loaded);
        // Several assignments may come from one statement.
        if lines.last() != Some(&line) {
            lines.push(line);
        }
    }
    for line in shortened(folded(&lines)) {
        writeln!(err, "      {line}")?;
    }
    let contradiction = way.contradiction(flow);
    if contradiction.is_empty() {
        return Ok(());
    }
    writeln!(
        err,
        "    no run goes that way: with its assignments and the ranges of types, these contradict \
         each other:"
    )?;
    let lines: Vec<String> = contradiction
        .iter()
        .map(|passage| {
            let note = passage.note.as_deref().unwrap_or_default();
            format!("{}: {note}", line_of(passage, loaded))
        })
        .collect();
    for line in folded(&lines) {
        writeln!(err, "      {line}")?;
    }
    Ok(())
}

fn tell_progress(progress: &Progress, flow: &FlowProgram, err: &mut dyn Write) -> io::Result<()> {
    match progress {
        Progress::None | Progress::Later => Ok(()),
        Progress::Runs => writeln!(err, "    decided by runs, without new predicates"),
        Progress::Precision => {
            writeln!(err, "    a more precise abstraction by the same predicates")
        }
        Progress::Predicates(strategy, added) => tell_predicates(*strategy, added, flow, err),
    }
}

fn tell_predicates(
    strategy: Strategy,
    added: &[Suggestion],
    flow: &FlowProgram,
    err: &mut dyn Write,
) -> io::Result<()> {
    let how = match strategy {
        Strategy::WeakestPreconditions => "weakest preconditions",
        Strategy::PathInvariants => "invariants of the path",
        Strategy::SubprogramInvariants => "invariants of the subprograms",
        Strategy::Interpolants => "interpolants",
        Strategy::OpenSteps => "what is open",
        Strategy::Halves => "halves of equalities",
    };
    writeln!(err, "    new predicates by {how}:")?;
    for predicate in added {
        let scope = match predicate.scope {
            Some(id) => &flow.subprogram(id).name,
            None => "the unit",
        };
        let text = flow.words(predicate.scope).text(&predicate.term);
        writeln!(err, "      in {scope}: {text}")?;
    }
    Ok(())
}

/// `p.adb:4`
fn line_of(passage: &Passage, loaded: &Loaded) -> String {
    let file = loaded.sources.file(passage.span.file).name();
    format!("{file}:{}", loaded.sources.position(passage.span).line)
}

/// `p.adb:4: while R < N loop  --  R < N holds`
fn with_source(passage: &Passage, loaded: &Loaded) -> String {
    let file = loaded.sources.file(passage.span.file);
    let source = file.line_text(loaded.sources.position(passage.span).line);
    let note = passage.note.as_ref();
    let note = note.map_or_else(String::new, |note| format!("  --  {note}"));
    format!("{}: {}{note}", line_of(passage, loaded), source.trim())
}

/// What comes several times on end, once.
fn folded(lines: &[String]) -> Vec<String> {
    let mut told = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let rest = &lines[at..];
        let longest = LONGEST_STRETCH.min(rest.len() / 2);
        let repeated = (1..=longest).find(|length| rest[..*length] == rest[*length..2 * length]);
        let Some(length) = repeated else {
            told.push(lines[at].clone());
            at += 1;
            continue;
        };
        let times = rest
            .chunks(length)
            .take_while(|stretch| *stretch == &rest[..length])
            .count();
        told.extend_from_slice(&rest[..length]);
        told.push(match length {
            1 => format!("(this {times} times)"),
            _ => format!("(these {length} lines {times} times)"),
        });
        at += length * times;
    }
    told
}

/// The beginning and the end of what is too long.
fn shortened(lines: Vec<String>) -> Vec<String> {
    if lines.len() <= MOST_LINES {
        return lines;
    }
    let half = MOST_LINES / 2;
    let left_out = format!("({} lines are left out)", lines.len() - 2 * half);
    let (begin, end) = (&lines[..half], &lines[lines.len() - half..]);
    [begin, &[left_out], end].concat()
}
