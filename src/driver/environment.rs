//! What only sabs reads, as Ada: clauses become pragmas, and what the environment decides is
//! assigned from the values of the run.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::aspects::left_out;
use super::copy::{Edit, Uncommented, marker};
use super::find::{Among, Found, all};
use super::values::expression;
use super::{DriverFile, Refusal, Subject};
use crate::logic::{Value, Variable};
use crate::program::{Object, SubprogramId};
use crate::refine::{Deed, Given};
use crate::source::{Coding, Span};
use crate::syntax::ast::{self, Clause, ClauseKind};
use crate::verdict::Check;

/// A place where the environment is asked for the value of a variable, with its answers in order.
type Sites = BTreeMap<(Span, Variable), (SubprogramId, Vec<Value>)>;

/// The package that counts how often the environment was asked.
pub(super) const ENVIRONMENT: &str = "Sabs_Environment";

/// The changes to the copy of the unit, which must fail at this check.
pub(super) fn edits(
    subject: &Subject<'_>,
    deeds: &[Deed],
    check: &Check,
) -> Result<Vec<Edit>, Refusal> {
    let violated = check.span;
    let mut sites = Sites::new();
    for deed in deeds {
        let Deed::Call { environment, .. } = deed else {
            continue;
        };
        for given in environment {
            let Given {
                subprogram,
                span,
                variable,
                value,
            } = given.clone();
            let site = sites.entry((span, variable));
            let (_, values) = site.or_insert_with(|| (subprogram, Vec::new()));
            values.push(value);
        }
    }
    let mut numbered = (1..).zip(sites).collect::<Vec<_>>();
    let mut uncommented = Uncommented::default();
    let mut is_written = false;
    let mut inserted = Vec::new();
    for found in all(subject) {
        if let Found::Pragma(pragma) = found
            && pragma.switches_off()
        {
            inserted.push(Edit::without(
                pragma.span,
                subject.sources.text(pragma.span),
            ));
        }
        if let Found::Aspect(aspect) = found {
            inserted.extend(left_out(subject, aspect, check));
        }
        let Found::Clause(clause, among) = found else {
            continue;
        };
        if is_sidecar(subject, clause.span) {
            if matches!(clause.kind, ClauseKind::Nondet(_)) {
                return Err("a sidecar says what the environment decides".to_owned());
            }
            let text = pragma(subject, clause, among).replace('\n', " ");
            match among {
                Among::Statements(Some(place)) => {
                    inserted.push(Edit::insert(place, format!(" {text} ")));
                }
                Among::Statements(None) | Among::Declarations if covers(clause, violated) => {
                    return Err("the check of the sidecar has no place among statements".to_owned());
                }
                Among::Statements(None) | Among::Declarations => {}
            }
            continue;
        }
        let covers = |span: Span| covers(clause, span);
        is_written |= covers(violated);
        if covers(violated) && speaks_of_entry(subject, clause) {
            return Err("GNAT knows 'Old in postconditions only".to_owned());
        }
        let own: Vec<_> = numbered
            .extract_if(.., |(_, ((span, _), _))| covers(*span))
            .collect();
        let text = match (&clause.kind, among) {
            (ClauseKind::Nondet(_), Among::Statements(_)) => {
                let mut text = String::new();
                for (number, ((_, variable), (id, values))) in own {
                    let object = object(subject, id, &variable)?;
                    text.push_str(&assignment(number, object, &values)?);
                }
                if text.is_empty() {
                    // A sequence of statements must not become empty.
                    text.push_str("null;");
                }
                text
            }
            (ClauseKind::Nondet(_), Among::Declarations) if !own.is_empty() => {
                return Err("the environment decides among declarations".to_owned());
            }
            (_, among) => pragma(subject, clause, among),
        };
        uncommented.put(subject, clause.span, &text)?;
    }
    if !is_written && !is_sidecar(subject, violated) && in_comment(subject, violated) {
        return Err("the check stands in an annotation of SPARK 2005".to_owned());
    }
    let mut edits: Vec<Edit> = uncommented.edits().collect();
    edits.append(&mut inserted);
    for (number, ((_, variable), (id, values))) in numbered {
        edits.push(reading(subject, number, (id, &variable), &values)?);
    }
    Ok(edits)
}

/// Whether a place lies in a clause.
fn covers(clause: &Clause, span: Span) -> bool {
    let whole = clause.span;
    span.file == whole.file && whole.start <= span.start && span.end <= whole.end
}

fn is_sidecar(subject: &Subject<'_>, span: Span) -> bool {
    subject.sources.file(span.file).is_sidecar()
}

/// Whether a place lies in an annotation.
fn in_comment(subject: &Subject<'_>, span: Span) -> bool {
    let file = subject.sources.file(span.file);
    let line = file.position(span.start as usize).line;
    let start = file.line_start(line).unwrap_or(0);
    marker(file.line_text(line)).is_some_and(|at| start + at < span.start as usize)
}

fn object<'a>(
    subject: &Subject<'a>,
    id: SubprogramId,
    variable: &Variable,
) -> Result<&'a Object, Refusal> {
    let program = &subject.unit.program;
    let own = program.subprogram(id);
    let formals = own.formals.iter().map(|formal| &formal.object);
    let globals = program.globals.iter().map(|global| &global.object);
    formals
        .chain(&own.locals)
        .chain(globals)
        .find(|object| object.variable == *variable)
        .ok_or_else(|| format!("nobody knows where {} is declared", variable.name))
}

/// Whether a clause speaks of values on entry, which GNAT does not know outside of postconditions.
fn speaks_of_entry(subject: &Subject<'_>, clause: &Clause) -> bool {
    let text = subject.sources.text(clause.span).to_lowercase();
    text.contains("'old")
}

/// A clause as a pragma on the same lines; nothing for what is only for sabs.
fn pragma(subject: &Subject<'_>, clause: &Clause, among: Among) -> String {
    let nothing = match among {
        Among::Statements(_) => "null;".to_owned(),
        Among::Declarations => String::new(),
    };
    let (name, condition) = match &clause.kind {
        _ if speaks_of_entry(subject, clause) => return nothing,
        ClauseKind::Assert(condition) => ("Assert", condition),
        ClauseKind::Assume(condition) => ("Assume", condition),
        // Wherever it stands in the loop: GNAT wants its own pragma for that at certain places.
        ClauseKind::Invariant(predicate) => {
            let text = predicate.text.to_lowercase();
            let is_own = text.contains("'loop_entry");
            (
                if is_own { "Loop_Invariant" } else { "Assert" },
                &predicate.expression,
            )
        }
        ClauseKind::Predicate(_)
        | ClauseKind::Havoc(_)
        | ClauseKind::Nondet(_)
        | ClauseKind::Label(_)
        | ClauseKind::Ctl(_)
        | ClauseKind::Option(_) => {
            return nothing;
        }
    };
    format!(
        "pragma {name} ({});",
        condition_text(subject, clause, condition)
    )
}

/// The condition as it stands in the comment, line by line.
fn condition_text(subject: &Subject<'_>, clause: &Clause, condition: &ast::Expression) -> String {
    let before = Span {
        end: condition.span.start.max(clause.span.start),
        ..clause.span
    };
    let breaks = subject.sources.text(before).matches('\n').count();
    let mut text = "\n".repeat(breaks);
    for (at, line) in subject.sources.text(condition.span).split('\n').enumerate() {
        match marker(line).filter(|_| at > 0) {
            Some(begin) => {
                let _ = write!(text, "\n{}", &line[begin + 3..]);
            }
            None => text.push_str(line),
        }
    }
    parities(&text)
}

/// `even (E)` and `odd (E)`, which Ada does not have.
fn parities(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    for (word, rest) in [("even", 0), ("odd", 1)] {
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let found = lower.match_indices(word).find_map(|(at, _)| {
            let behind = &text[at + word.len()..];
            let open = at + word.len() + (behind.len() - behind.trim_start().len());
            let is_whole = !text[..at].ends_with(is_name) && text[open..].starts_with('(');
            is_whole.then_some((at, open))
        });
        if let Some((at, open)) = found
            && let Some(close) = closing(&text[open..])
        {
            let (inner, after) = (&text[open..open + close], &text[open + close..]);
            let replaced = format!("(({inner} mod 2) = {rest})");
            return format!("{}{replaced}{}", &text[..at], parities(after));
        }
    }
    text.to_owned()
}

/// Behind the parenthesis that closes the first one.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// `nondet X` with the values of the run.
fn assignment(number: usize, object: &Object, values: &[Value]) -> Result<String, Refusal> {
    let name = &object.variable.name;
    let mut text = format!("case {ENVIRONMENT}.Turn ({number}) is");
    for (turn, value) in (1..).zip(values) {
        let value = expression(object, value)?;
        let _ = write!(text, " when {turn} => {name} := {value};");
    }
    text.push_str(" when others => null; end case; ");
    Ok(text)
}

/// The reading of a volatile variable, as an expression with the values of the run.
fn reading(
    subject: &Subject<'_>,
    number: usize,
    (id, variable): (SubprogramId, &Variable),
    values: &[Value],
) -> Result<Edit, Refusal> {
    let object = object(subject, id, variable)?;
    let is_scalar = |value: &Value| !matches!(value, Value::Array(_));
    if variable.name.contains('.') || !values.iter().all(is_scalar) {
        return Err("the environment decides of a composite object".to_owned());
    }
    let name = subject.sources.text(object.span);
    // The object comes first: where nothing else says so, as in a conversion, GNAT takes the type
    // of the whole from there.
    let later = values.len() + 1;
    let mut text = format!(
        "(case {ENVIRONMENT}.Turn ({number}) is when {later} .. Standard.Positive'Last => {name}"
    );
    for (turn, value) in (1..).zip(values) {
        let value = expression(object, value)?;
        let _ = write!(text, ", when {turn} => {value}");
    }
    text.push(')');
    Ok(Edit::replace(object.span, text))
}

/// The package that counts how often the environment was asked.
pub(super) fn files() -> Vec<DriverFile> {
    let file = |extension: &str, text: &str| DriverFile {
        name: format!("sabs_environment.{extension}"),
        text: text.to_owned(),
        coding: Coding::Utf8,
    };
    vec![file("ads", SPECIFICATION), file("adb", BODY)]
}

const SPECIFICATION: &str = "package Sabs_Environment is

   --  How often the environment was asked for a value at this place.
   function Turn (Place : Positive) return Positive;

end Sabs_Environment;
";

const BODY: &str = "package body Sabs_Environment is

   Turns : array (Positive range 1 .. 10_000) of Natural := (others => 0);

   function Turn (Place : Positive) return Positive is
   begin
      Turns (Place) := Turns (Place) + 1;
      return Turns (Place);
   end Turn;

end Sabs_Environment;
";
