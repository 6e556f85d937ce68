//! `annotate`: the invariants of a proof written into a copy of the sources, as
//! `pragma Loop_Invariant` first in the bodies of loops.
//!
//! Nothing is written on trust: the annotated text is read and verified like any other. A pragma
//! that is not understood, or one of whose checks is not proved there, is put in other words, and
//! left out in the end.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::pipeline::{Unit, VerifyError, read_again};
use crate::proof::{InvariantKind, Told};
use crate::report::Report;
use crate::source::{FileId, Sources, Span};
use crate::verdict::{CheckId, Reason, Verdict};

/// The annotated files, and what could not be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotated {
    /// The files that changed, with their new text.
    pub files: Vec<(FileId, String)>,
    /// How many pragmas were written.
    pub pragmas: usize,
    /// The clauses that were left out and the loops that were, a line each.
    pub left_out: Vec<String>,
    /// Whether the time was up before they could be verified where they stand.
    pub is_late: bool,
}

/// A clause on its way into the text.
struct Clause {
    file: FileId,
    /// Behind which character of the original text it goes.
    at: usize,
    indentation: String,
    /// In different words, the next to try first.
    texts: Vec<String>,
    /// Where it stands in the annotated text.
    place: (usize, usize),
}

/// Judges some checks of a unit.
type Judge<'a> = dyn FnMut(&Unit, &Sources, BTreeSet<CheckId>) -> Result<Report, VerifyError> + 'a;

impl Clause {
    /// Whether a place of the annotated text lies in it.
    fn has(&self, span: Span) -> bool {
        let (start, end) = self.place;
        let at = span.start as usize;
        span.file == self.file && start <= at && at < end
    }
}

/// Writes the loop invariants into the sources; `verify` judges some checks of the annotated unit,
/// those of the invariants: what else is open there takes no time from them.
///
/// # Errors
/// As `verify`.
pub fn annotate(
    unit: &Unit,
    sources: &Sources,
    invariants: &[Told],
    verify: &mut Judge<'_>,
) -> Result<Annotated, VerifyError> {
    let mut left_out = Vec::new();
    let mut clauses = clauses(unit, sources, invariants, &mut left_out);
    loop {
        let changed = with_pragmas(sources, &mut clauses);
        let objections: Vec<Span> = match read_again(unit, &changed) {
            Err(diagnostics) => spans(&diagnostics),
            Ok(annotated) => {
                let own = own_checks(&annotated, &clauses);
                let report = verify(&annotated, &changed, own)?;
                let late = Verdict::Unknown(Reason::TimeUp);
                if report.told().any(|(_, _, verdict)| verdict == late) {
                    // Not a word against the clauses, and nothing is written on trust.
                    return Ok(Annotated {
                        pragmas: 0,
                        files: Vec::new(),
                        left_out: Vec::new(),
                        is_late: true,
                    });
                }
                let is_doubtful = |verdict| !matches!(verdict, Verdict::Proved(_));
                let doubtful = report.told().filter(|(_, _, found)| is_doubtful(*found));
                doubtful.map(|(_, check, _)| check.span).collect()
            }
        };
        let before: usize = clauses.iter().map(|clause| clause.texts.len()).sum();
        for clause in &mut clauses {
            if objections.iter().any(|span| clause.has(*span)) {
                let text = clause.texts.remove(0);
                if clause.texts.is_empty() {
                    let line = sources.file(clause.file).position(clause.at).line;
                    let name = sources.file(clause.file).name();
                    left_out.push(format!("{name}:{line}: left out: {text}"));
                }
            }
        }
        clauses.retain(|clause| !clause.texts.is_empty());
        let after: usize = clauses.iter().map(|clause| clause.texts.len()).sum();
        if after == before {
            return Ok(Annotated {
                pragmas: clauses.len(),
                files: changed_files(&changed, &clauses),
                left_out,
                is_late: false,
            });
        }
    }
}

/// The checks of the clauses where they stand.
fn own_checks(annotated: &Unit, clauses: &[Clause]) -> BTreeSet<CheckId> {
    let checks = (0..).map(CheckId).zip(&annotated.flow.checks);
    checks
        .filter(|(_, check)| clauses.iter().any(|clause| clause.has(check.span)))
        .map(|(id, _)| id)
        .collect()
}

fn spans(diagnostics: &[Diagnostic]) -> Vec<Span> {
    diagnostics.iter().map(|found| found.span).collect()
}

fn changed_files(changed: &Sources, clauses: &[Clause]) -> Vec<(FileId, String)> {
    let has_clauses = |id: FileId| clauses.iter().any(|clause| clause.file == id);
    changed
        .files()
        .filter(|(id, _)| has_clauses(*id))
        .map(|(id, file)| (id, file.text().to_owned()))
        .collect()
}

/// The clauses of the loops of the files that were given, in the order of the text.
fn clauses(
    unit: &Unit,
    sources: &Sources,
    invariants: &[Told],
    left_out: &mut Vec<String>,
) -> Vec<Clause> {
    let mut found = Vec::new();
    for told in invariants {
        let is_given = (told.span.file.0 as usize) < unit.files;
        if told.kind != InvariantKind::Loop || !is_given {
            continue;
        }
        let text = sources.text(told.span);
        let Some(behind) = end_of_header(text).filter(|end| is_open(&text[*end..])) else {
            let place = sources.locate(told.span);
            left_out.push(format!(
                "{place}: left out: the loop has invariants elsewhere in its body"
            ));
            continue;
        };
        let line = sources.position(told.span).line;
        let whole = sources.file(told.span.file).line_text(line);
        let blank = whole.len() - whole.trim_start().len();
        let is_new = |texts: &&Vec<String>| !texts.iter().any(|own| stands(&text[behind..], own));
        for texts in told.clauses.iter().filter(is_new) {
            found.push(Clause {
                file: told.span.file,
                at: told.span.start as usize + behind,
                indentation: format!("{}   ", &whole[..blank]),
                texts: texts.clone(),
                place: (0, 0),
            });
        }
    }
    found.sort_by_key(|clause| (clause.file, clause.at));
    found.dedup_by(|a, b| (a.file, a.at, &a.texts) == (b.file, b.at, &b.texts));
    found
}

/// Whether loop pragmas may stand first in the body: those that are there must stand beside them.
/// Loops inside have their own.
fn is_open(body: &str) -> bool {
    let (mut depth, mut before) = (0_usize, "");
    for (at, word) in words(body) {
        match word.to_ascii_lowercase().as_str() {
            "loop" if before.eq_ignore_ascii_case("end") => match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                None => break,
            },
            "loop" => depth += 1,
            "loop_invariant" | "loop_variant" if depth == 0 => {
                let first = body[..at].trim();
                return first.eq_ignore_ascii_case("pragma");
            }
            _ => {}
        }
        before = word;
    }
    true
}

/// Whether the body of a loop has this invariant, before any loop inside it.
fn stands(body: &str, condition: &str) -> bool {
    let is_loop = |(_, word): &(usize, &str)| word.eq_ignore_ascii_case("loop");
    let end = words(body).into_iter().find(is_loop).map(|(at, _)| at);
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    squeezed(&body[..end.unwrap_or(body.len())]).contains(&squeezed(&pragma(condition, "")))
}

/// The end of the word `loop` that begins the body.
fn end_of_header(text: &str) -> Option<usize> {
    let mut all = words(text).into_iter();
    let found = all.find(|(_, word)| word.eq_ignore_ascii_case("loop"));
    found.map(|(at, word)| at + word.len())
}

/// The words of a text and where they begin; those of comments and strings are none.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("--") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("'\"'") {
            // A character literal begins no string.
            at += "'\"'".len();
        } else if let Some(string) = rest.strip_prefix('"') {
            at += string.find('"').map_or(rest.len(), |end| end + 2);
        } else if rest.starts_with(|c: char| c.is_alphanumeric()) {
            let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
            let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            found.push((at, &rest[..length]));
            at += length;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}

/// The sources with each clause in its first words, and the clauses told where they stand.
fn with_pragmas(sources: &Sources, clauses: &mut [Clause]) -> Sources {
    let mut changed = Sources::default();
    for (id, file) in sources.files() {
        let has_two = file.text().contains("\r\n");
        let line_end = if has_two { "\r\n" } else { "\n" };
        let mut text = String::new();
        let mut copied = 0;
        for clause in clauses.iter_mut().filter(|clause| clause.file == id) {
            text.push_str(&file.text()[copied..clause.at]);
            copied = clause.at;
            text.push_str(line_end);
            let start = text.len();
            let condition = clause.texts.first().map_or("True", String::as_str);
            text.push_str(&clause.indentation);
            let pragma = pragma(condition, &clause.indentation);
            text.push_str(&pragma.replace('\n', line_end));
            clause.place = (start, text.len());
        }
        text.push_str(&file.text()[copied..]);
        changed.add(file.with_text(&text));
    }
    changed
}

/// The pragma, on several lines where it is long.
fn pragma(condition: &str, indentation: &str) -> String {
    let condition = unwrapped(condition);
    let line = format!("pragma Loop_Invariant ({condition});");
    if indentation.len() + line.len() <= 79 {
        return line;
    }
    let parts: Vec<&str> = condition.split(" or else ").collect();
    let joined = parts.join(&format!("\n{indentation}   or else "));
    format!("pragma Loop_Invariant\n{indentation}  ({joined});")
}

/// A condition without parentheses around all of it: the pragma has its own.
fn unwrapped(condition: &str) -> &str {
    let inner = condition
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let Some(inner) = inner else {
        return condition;
    };
    let mut depth = 0_usize;
    for c in inner.chars() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return condition,
            ')' => depth -= 1,
            _ => {}
        }
    }
    inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pragma_has_one_pair_of_parentheses() {
        let written = |condition: &str| pragma(condition, "");
        let all = "for all K in 1 .. N => A (K) >= 0";
        let wanted = format!("pragma Loop_Invariant ({all});");
        assert_eq!(written(&format!("({all})")), wanted);
        let both = "(A) = 1 or else (B)";
        assert_eq!(written(both), format!("pragma Loop_Invariant ({both});"));
        assert_eq!(
            written("(A) or else (B)"),
            "pragma Loop_Invariant ((A) or else (B));"
        );
    }

    #[test]
    fn the_body_begins_behind_the_word_loop() {
        let behind = |text: &str| end_of_header(text).map(|end| text[end..].to_owned());
        let text = "while X < \"loop\"'Length -- loop\n  and Loop_Count > 0 LOOP null; end loop;";
        assert_eq!(behind(text), Some(" null; end loop;".to_owned()));
        assert_eq!(behind("while X > 0"), None);
        let quote = "while S (I) /= '\"' loop S (I) := ' '; end loop;";
        assert_eq!(behind(quote), Some(" S (I) := ' '; end loop;".to_owned()));
        assert!(is_open(" X := 1; "));
        assert!(is_open("\n pragma Loop_Variant (Increases => X); "));
        assert!(!is_open(" X := 1; pragma Loop_Invariant (True); "));
        let own = "\n pragma Loop_Invariant\n  (X >= Y);\n X := 1; end loop;";
        assert!(stands(own, "X >= Y") && stands(own, "(X >= Y)") && !stands(own, "X >= 1"));
        let inner = "while Y loop pragma Loop_Variant (Increases => Y); end loop;";
        assert!(is_open(&format!(" {inner} end loop;")));
        let late = "pragma Loop_Invariant (True);";
        assert!(!is_open(&format!(" {inner} {late} end loop;")));
    }
}
