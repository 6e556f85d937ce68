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
