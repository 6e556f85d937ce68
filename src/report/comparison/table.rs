//! A comparison as a table for people.

use std::fmt::Write as _;

use num_bigint::BigUint;

use super::{Comparison, Figures};
use crate::abstraction::StepMeasure;
use crate::report::text::{counted, is_proved};
use crate::source::Sources;

const HEADS: [&str; 12] = [
    "method",
    "questions",
    "remembered",
    "unanswered",
    "cubes",
    "lost bits",
    "deterministic",
    "transitions",
    "reachable",
    "at points",
    "proved",
    "over/under/exact",
];

/// What the columns say.
const LEGEND: &str = "\
questions      asked of the solver
remembered     answered by models and contradictions that were known
unanswered     by the solver; what they are about is lost
cubes          of all covers of all statements
lost bits      that some consistent valuation leaves open and the environment does not choose,
               over all statements
deterministic  statements after which every bit has one value: no method can do better there
               (Proposition 2 of Ball, Podelski and Rajamani)
transitions    from valuations before a statement that enforce allows, and that conditions before
               it let pass, to values of the bits it may change
reachable      valuations, over all points of the Boolean program; at points: how many have any
proved         checks, with these predicates alone
over/under/exact  checks decided by the over-approximation (they cannot fail), by the
               under-approximation (they surely fail), and by the exact reading (one or the other)
";

/// A row per method; then a row per statement with the bits that each method loses there; then a
/// row per point of the Boolean program with the valuations that reach it; then a row per check
/// with a mark per method: `+` proved, `?` unknown.
pub fn to_table(comparison: &Comparison, sources: &Sources) -> String {
    let mut rows: Vec<Vec<String>> = vec![HEADS.map(str::to_owned).to_vec()];
    for entry in &comparison.entries {
        let mut row = vec![entry.name.clone()];
        match &entry.outcome {
            Ok(figures) => row.extend(cells(figures)),
            Err(reason) => row.push(reason.clone()),
        }
        rows.push(row);
    }
    let mut text = format!(
        "{}, {}\n\n",
        counted(comparison.predicates, "predicate"),
        counted(comparison.checks.len(), "check")
    );
    text.push_str(&aligned(&rows));
    text.push('\n');
    text.push_str(LEGEND);
    text.push('\n');
    for (at, entry) in comparison.entries.iter().enumerate() {
        let _ = writeln!(text, "{} {}", letter(at), entry.name);
    }
    text.push('\n');
    statements(comparison, sources, &mut text);
    points(comparison, sources, &mut text);
    let letters: String = (0..comparison.entries.len()).map(letter).collect();
    let _ = writeln!(text, "{letters} + proved, ? unknown, per check");
    for (at, check) in comparison.checks.iter().enumerate() {
        let mark = |entry: &super::Entry| match &entry.outcome {
            Ok(figures) if is_proved(figures.verdicts[at]) => '+',
            Ok(_) => '?',
            Err(_) => '-',
        };
        let marks: String = comparison.entries.iter().map(mark).collect();
        let place = sources.locate(check.span);
        let _ = writeln!(
            text,
            "{marks} {place}: {}: {}",
            check.rule.noun(),
            check.condition
        );
    }
    text
}

/// The bits lost per statement, of those that may change; `-` for a method without figures.
fn statements(comparison: &Comparison, sources: &Sources, text: &mut String) {
    let figures = comparison
        .entries
        .iter()
        .map(|entry| entry.outcome.as_ref().ok());
    let figures: Vec<Option<&Figures>> = figures.collect();
    let Some(known) = figures.iter().flatten().next() else {
        return;
    };
    for at in 0..figures.len() {
        let _ = write!(text, "{:>3} ", letter(at));
    }
    let _ = writeln!(text, "bits lost of those that may change, per statement");
    for (at, step) in known
        .steps
        .iter()
        .enumerate()
        .filter(|(_, step)| step.changed > 0)
    {
        for figures in &figures {
            let lost = figures.and_then(|figures| figures.steps.get(at));
            let _ = match lost {
                Some(step) => write!(text, "{:>3} ", step.lost),
                None => write!(text, "{:>3} ", '-'),
            };
        }
        let StepMeasure {
            procedure,
            title,
            changed,
            span,
            ..
        } = step;
        let place = sources.locate(*span);
        let _ = writeln!(text, "of {changed}  {place}: {procedure}: {title}");
    }
    text.push('\n');
}

/// The valuations that reach each point; `-` for a method without figures, or whose program has
/// other points.
fn points(comparison: &Comparison, sources: &Sources, text: &mut String) {
    let figures = comparison.entries.iter();
    let figures: Vec<Option<&Figures>> = figures.map(|e| e.outcome.as_ref().ok()).collect();
    let Some(known) = figures.iter().flatten().next() else {
        return;
    };
    let cell = |figures: Option<&Figures>, at: usize| {
        let same = figures.filter(|figures| figures.points.len() == known.points.len());
        same.map_or("-".to_owned(), |figures| {
            short(&figures.points[at].valuations)
        })
    };
    let rows: Vec<Vec<String>> = (0..known.points.len())
        .map(|at| figures.iter().map(|figures| cell(*figures, at)).collect())
        .collect();
    let width = rows
        .iter()
        .flatten()
        .map(String::len)
        .max()
        .unwrap_or(0)
        .max(3);
    for at in 0..figures.len() {
        let _ = write!(text, "{:>width$} ", letter(at));
    }
    let _ = writeln!(
        text,
        "valuations that reach each point of the Boolean program"
    );
    for (row, point) in rows.iter().zip(&known.points) {
        for cell in row {
            let _ = write!(text, "{cell:>width$} ");
        }
        let place = point.span.map(|span| format!("{}: ", sources.locate(span)));
        let place = place.unwrap_or_default();
        let _ = writeln!(text, "{place}{}: {}", point.procedure, point.statement);
    }
    text.push('\n');
}

fn cells(figures: &Figures) -> Vec<String> {
    vec![
        figures.questions.to_string(),
        figures.remembered.to_string(),
        figures.unanswered.to_string(),
        figures.cubes().to_string(),
        figures.lost().to_string(),
        format!("{} of {}", figures.deterministic(), figures.steps.len()),
        figures
            .transitions()
            .map_or("?".to_owned(), |count| short(&count)),
        short(&figures.reachable()),
        figures.reachable_points().to_string(),
        format!("{} of {}", figures.proved(), figures.verdicts.len()),
        {
            let found = figures.conclusive;
            let told = |count: Option<usize>| count.map_or("?".to_owned(), |n| n.to_string());
            format!("{}/{}/{}", found.over, told(found.under), told(found.exact))
        },
    ]
}

/// A number as it is, or by its length where it is too long to be read.
fn short(number: &BigUint) -> String {
    let digits = number.to_string();
    if digits.len() <= 9 {
        digits
    } else {
        format!("{}.{}e{}", &digits[..1], &digits[1..3], digits.len() - 1)
    }
}

fn letter(at: usize) -> char {
    let letters = ('a'..='z').chain('A'..='Z');
    letters.cycle().nth(at).unwrap_or('a')
}

/// Columns of equal width; the first to the left, numbers to the right. A row with fewer cells
/// ends in words, which take the room they need.
fn aligned(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let whole = rows.iter().filter(|row| row.len() == HEADS.len());
        let first = rows.iter().filter(|_| column == 0);
        let cells = whole.chain(first).filter_map(|row| row.get(column));
        cells.map(String::len).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..HEADS.len()).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = format!("{:<width$}", row[0], width = widths[0]);
        for (cell, width) in row[1..].iter().zip(&widths[1..]) {
            let _ = if row.len() == HEADS.len() {
                write!(line, "  {cell:>width$}")
            } else {
                write!(line, "  {cell}")
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
