//! The sidecar `pkg.sabs`: clauses for sources that must not be touched.

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, SourceFile, Sources};

use super::annotation::{Piece, read_clause};
use super::ast::{Clause, ClauseKind, Declaration, DeclarationKind, Unit};
use super::placement::{into_declaration, nearest_scope, scope_names, scopes};
use super::reader::span;
use super::tokens;

/// Where a clause of a sidecar belongs.
enum Target {
    /// `in P.Inc`: the parts of a name, in lower case.
    Scope(Vec<String>),
    /// `at 17`: before that line.
    Line(usize),
}

/// Reads the sidecar `file` and puts its clauses into the units of the sources it belongs to.
pub(super) fn attach(file: FileId, sources: &Sources, units: &mut [Unit]) -> Vec<Diagnostic> {
    let source = sources.file(file);
    let text = without_comments(source.text());
    let whole = Piece {
        file,
        start: 0,
        text: &text,
    };
    let mut diagnostics = Vec::new();
    let mut pieces = whole.split(';');
    let rest = pieces.pop().unwrap_or(whole).trimmed();
    if !rest.text.is_empty() {
        diagnostics.push(rest.error("this clause does not end", "end it with a semicolon"));
    }
    let subject = subject(source.name(), sources);
    for piece in pieces {
        let piece = piece.trimmed();
        let placed = read(piece).and_then(|(target, clause)| {
            let place = Place {
                piece,
                units: &mut *units,
            };
            match target {
                Target::Scope(name) => place.in_scope(&name, &clause),
                Target::Line(line) => match subject {
                    Some((body, source)) => place.at_line(body, source, line, &clause),
                    None => Err(vec![piece.error(
                        "no source belongs to this sidecar",
                        "give it the name of the unit: p.sabs beside p.adb",
                    )]),
                },
            }
        });
        if let Err(errors) = placed {
            diagnostics.extend(errors);
        }
    }
    diagnostics
}

/// The body, or else the specification, that has the sidecar's name.
fn subject<'a>(name: &str, sources: &'a Sources) -> Option<(FileId, &'a SourceFile)> {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let of = |extension: &str| {
        let wanted = format!("{stem}.{extension}");
        sources.files().find(|(_, file)| file.name() == wanted)
    };
    of("adb").or_else(|| of("ads"))
}

/// The text with blanks for its comments.
fn without_comments(text: &str) -> String {
    let mut found = text.to_owned();
    let mut last = 0;
    // What lies between tokens is white space or a comment.
    let ends = tokens::tokens(text)
        .into_iter()
        .map(|token| (token.start, token.end))
        .chain([(text.len(), text.len())]);
    for (start, end) in ends {
        let blanks: String = text[last..start]
            .bytes()
            .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
            .collect();
        found.replace_range(last..start, &blanks);
        last = end;
    }
    found
}

/// `in name : clause` or `at line : clause`
fn read(piece: Piece<'_>) -> Result<(Target, Clause), Vec<Diagnostic>> {
    let (word, rest) = piece.first_word();
    let help = "write in P.Inc: predicate X > 0; or at 17: assert X > 0;";
    let unreadable = || vec![piece.error("a clause here begins with in or at", help)];
    let Some(colon) = rest.text.find(':') else {
        return Err(unreadable());
    };
    let place = rest.slice(0, colon).trimmed();
    let target = match word.to_ascii_lowercase().as_str() {
        "in" => {
            let parts = place.text.split('.').map(|part| part.trim().to_lowercase());
            Target::Scope(parts.collect())
        }
        "at" => {
            let line = place.text.parse();
            Target::Line(line.map_err(|_| vec![place.error("a line number is expected", help)])?)
        }
        _ => return Err(unreadable()),
    };
    Ok((target, read_clause(rest.skip(colon + 1).trimmed())?))
}

/// A clause that looks for its place.
struct Place<'a> {
    piece: Piece<'a>,
    units: &'a mut [Unit],
}

impl Place<'_> {
    fn in_scope(self, name: &[String], clause: &Clause) -> Result<(), Vec<Diagnostic>> {
        let is_scoped = matches!(
            clause.kind,
            ClauseKind::Predicate(_) | ClauseKind::Option(_) | ClauseKind::Ctl(_)
        );
        if !is_scoped {
            return Err(vec![self.piece.error(
                "only predicate, option and ctl belong to a scope",
                "say before which line: at 17: assert X > 0;",
            )]);
        }
        let mut found = Vec::new();
        for unit in self.units.iter_mut() {
            scopes(&mut unit.item, &mut Vec::new(), name, &mut found);
        }
        if found.is_empty() {
            let mut names = Vec::new();
            for unit in self.units.iter() {
                scope_names(&unit.item, "", &mut names);
            }
            let help = match nearest_scope(&name.join("."), &names) {
                Some(meant) => format!("did you mean {meant}?"),
                None => "write the name with its packages: P.Inc".to_owned(),
            };
            let message = "no package and no body of a subprogram has this name";
            return Err(vec![self.piece.error(message, &help)]);
        }
        for list in found {
            list.push(Declaration {
                span: clause.span,
                kind: DeclarationKind::Clause(clause.clone()),
            });
        }
        Ok(())
    }

    fn at_line(
        self,
        body: FileId,
        source: &SourceFile,
        line: usize,
        clause: &Clause,
    ) -> Result<(), Vec<Diagnostic>> {
        let placed = source.line_start(line).and_then(|offset| {
            let place = span(body, offset, offset);
            let contains = |unit: &&mut Unit| {
                let (start, end) = (unit.span.start, unit.span.end);
                unit.span.file == body && (start..end).contains(&place.start)
            };
            let unit = self.units.iter_mut().find(contains)?;
            into_declaration(&mut unit.item, place, clause)
        });
        placed.ok_or_else(|| {
            vec![self.piece.error(
                "no clause can stand before this line",
                "choose a line on which a statement or declaration of a body begins",
            )]
        })
    }
}
