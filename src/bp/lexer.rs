//! Text → tokens of all dialects.
//!
//! The tokens are made one at a time: a program may be larger than all its tokens should be kept.

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// The smallest piece of a program's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// Letters, digits and underscores: a keyword or a plain identifier.
    Word(&'a str),
    /// `{any text}`, without the braces and with `\}` read as `}`.
    Braced(String),
    /// Digits.
    Number(&'a str),
    /// One of [`SYMBOLS`].
    Symbol(&'static str),
    /// The end of the text.
    End,
}

/// Longer ones first, so that `:=` is not read as `:`.
const SYMBOLS: [&str; 24] = [
    "<->", "->", ":=", "!=", "=>", "(", ")", "[", "]", ",", ";", ":", "<", ">", "!", "~", "=", "&",
    "|", "^", "?", "*", "'", "_",
];

pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Characters beside letters, digits and `_` that plain identifiers may have.
    extra: &'static str,
    /// The line of the last token, counted from 1; a program may be one line of many megabytes, so
    /// it is counted along the way.
    line: u32,
    counted: usize,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str, extra: &'static str) -> Lexer<'a> {
        Lexer {
            text,
            at: 0,
            extra,
            line: 1,
            counted: 0,
        }
    }

    /// The next token and its place; at the end, `End` again and again.
    pub(crate) fn next(&mut self) -> Result<(Token<'a>, Span), Diagnostic> {
        self.skip_blanks()?;
        let start = self.at;
        let passed = self.text[self.counted..start].bytes();
        let lines = passed.filter(|byte| *byte == b'\n').count();
        self.line = self
            .line
            .saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        self.counted = start;
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else {
            return Ok((Token::End, span(start, start)));
        };
        let token = if first.is_ascii_digit() {
            Token::Number(self.take_while(|c| c.is_ascii_digit()))
        } else if first.is_alphabetic() || first == '_' || self.is_extra(first) {
            let extra = self.extra;
            match self.take_while(|c| c.is_alphanumeric() || c == '_' || extra.contains(c)) {
                "_" => Token::Symbol("_"),
                word => Token::Word(word),
            }
        } else if first == '{' {
            Token::Braced(self.braced()?)
        } else if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            self.at += symbol.len();
            Token::Symbol(symbol)
        } else {
            let place = span(start, start + first.len_utf8());
            return Err(Diagnostic::error(
                place,
                format!("no token begins with `{}`", first.escape_default()),
            ));
        };
        Ok((token, span(start, self.at)))
    }

    /// Whether a character that is no letter may begin a name all the same. A sign and a digit are
    /// none the less no name.
    fn is_extra(&self, first: char) -> bool {
        !self.extra.is_empty() && first != '-' && self.extra.contains(first)
    }

    /// The line of the last token, counted from 1.
    pub(crate) fn line(&self) -> u32 {
        self.line
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let ascii = |byte: &u8| byte.is_ascii() && belongs(char::from(*byte));
        let plain = rest.bytes().take_while(|byte| ascii(byte)).count();
        let end = rest[plain..]
            .find(|c| !belongs(c))
            .map_or(rest.len(), |end| plain + end);
        self.at += end;
        &rest[..end]
    }

    fn braced(&mut self) -> Result<String, Diagnostic> {
        let start = self.at;
        let mut name = String::new();
        let mut characters = self.text[start + 1..].char_indices();
        while let Some((offset, character)) = characters.next() {
            match character {
                '}' => {
                    self.at = start + 1 + offset + 1;
                    return Ok(name);
                }
                '\\' => match characters.next() {
                    Some((_, escaped @ ('}' | '\\'))) => name.push(escaped),
                    Some((_, other)) => name.extend(['\\', other]),
                    None => break,
                },
                other => name.push(other),
            }
        }
        let place = span(start, start + 1);
        Err(Diagnostic::error(place, "this brace is never closed"))
    }

    fn skip_blanks(&mut self) -> Result<(), Diagnostic> {
        loop {
            self.take_while(char::is_whitespace);
            let rest = &self.text[self.at..];
            if rest.starts_with("//") {
                self.take_while(|c| c != '\n');
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let Some(end) = comment.find("*/") else {
                    let place = span(self.at, self.at + 2);
                    return Err(Diagnostic::error(place, "this comment is never closed"));
                };
                self.at += end + 4;
            } else {
                return Ok(());
            }
        }
    }
}

impl Token<'_> {
    /// The token as messages show it.
    pub(crate) fn describe(&self) -> String {
        match self {
            Token::Word(text) | Token::Number(text) | Token::Symbol(text) => format!("`{text}`"),
            Token::Braced(text) => format!("`{{{text}}}`"),
            Token::End => "the end of the file".to_owned(),
        }
    }
}

/// The reader knows one file only; whoever renders its messages has it first among the sources.
fn span(start: usize, end: usize) -> Span {
    let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
    Span {
        file: FileId::default(),
        start: offset(start),
        end: offset(end),
    }
}
