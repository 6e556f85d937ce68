//! Messages for what the user must mend: where, what, and what next.

use crate::source::{Sources, Span};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing is done with the input.
    Error,
    /// The work goes on.
    Warning,
}

/// How many characters of a line are shown.
const MAX_WIDTH: usize = 240;

/// One message with its place and a suggestion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Where.
    pub span: Span,
    /// What: lower case, no full stop.
    pub message: String,
    /// What next, where there is something to suggest.
    pub help: Option<String>,
}

/// The name that somebody may have meant who wrote this one: one that few letters tell from it,
/// of several the first in the alphabet.
pub fn nearest<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = written.to_lowercase();
    let letters = wanted.chars().count();
    let most = (letters / 3).clamp(1, 3);
    let near = names.into_iter().filter_map(|name| {
        let distance = distance(&wanted, &name.to_lowercase());
        (0 < distance && distance <= most && distance < letters).then_some((distance, name))
    });
    near.min().map(|(_, name)| name)
}

/// How many letters must be put in, left out, replaced, or exchanged with their neighbours.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            span,
            message: message.into(),
            help: None,
        }
    }

    /// A warning at `span`.
    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(span, message)
        }
    }

    /// The same message with a suggestion.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// `p.adb:3:7: error: message [help]`, the source line, and a marker below the place.
    pub fn render(&self, sources: &Sources) -> String {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let help = self
            .help
            .as_ref()
            .map_or_else(String::new, |help| format!(" [{help}]"));
        let position = sources.position(self.span);
        // Of a line that nobody could read, the part around the place.
        let hidden = position.column.saturating_sub(MAX_WIDTH / 2);
        let line: String = sources
            .file(self.span.file)
            .line_text(position.line)
            .chars()
            .skip(hidden)
            .take(MAX_WIDTH)
            // What tells terminals what to do is no text.
            .map(|c| if c.is_control() && c != '\t' { ' ' } else { c })
            .collect();
        let column = position.column - 1 - hidden;
        let before: String = line
            .chars()
            .take(column)
            .map(|c| if c == '\t' { '\t' } else { ' ' })
            .collect();
        let rest = line.chars().count().saturating_sub(column);
        let width = sources
            .text(self.span)
            .chars()
            .take(MAX_WIDTH)
            .count()
            .clamp(1, rest.max(1));
        format!(
            "{}: {severity}: {}{help}\n    {line}\n    {before}{}\n",
            sources.locate(self.span),
            self.message,
            "^".repeat(width)
        )
    }
}

/// Renders the messages in source order.
pub fn render_all(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.severity));
    sorted
        .into_iter()
        .map(|diagnostic| diagnostic.render(sources))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_near() {
        let names = ["Count", "County", "Flag", "X", "Y"];
        assert_eq!(nearest("cuont", names), Some("Count"));
        assert_eq!(nearest("Flags", names), Some("Flag"));
        assert_eq!(nearest("Count", ["Count"]), None);
        // One letter says nothing of another, and five of six are another name.
        assert_eq!(nearest("Z", names), None);
        assert_eq!(nearest("Motor", names), None);
        assert_eq!(distance("abcd", "acbd"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
