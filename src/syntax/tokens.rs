//! The words of a text, for what must be known before the grammar can be asked.

use super::reader::is_reserved;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// An identifier or a reserved word.
    Word,
    Number,
    String,
    Character,
    /// An operator or a delimiter.
    Symbol,
}

/// A stretch of the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Token {
    pub(super) fn text(self, text: &str) -> &str {
        &text[self.start..self.end]
    }

    /// Whether it is this word, in any case, or this symbol.
    pub(super) fn is(self, text: &str, wanted: &str) -> bool {
        let is_text = matches!(self.kind, TokenKind::Word | TokenKind::Symbol);
        is_text && self.text(text).eq_ignore_ascii_case(wanted)
    }
}

/// The longest come first.
const SYMBOLS: [&str; 12] = [
    "<->", "=>", "..", "**", ":=", "/=", ">=", "<=", "<<", ">>", "<>", "->",
];

/// The tokens of a text, without blanks and comments.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut found: Vec<Token> = Vec::with_capacity(text.len() / 5);
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if byte.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        if bytes[at..].starts_with(b"--") {
            at = line_end(bytes, at);
            continue;
        }
        let (kind, end) = if is_letter(byte) {
            let rest = bytes[at..].iter();
            let length = rest.take_while(|byte| is_letter_or_digit(**byte)).count();
            (TokenKind::Word, at + length)
        } else if byte.is_ascii_digit() {
            (TokenKind::Number, number_end(bytes, at))
        } else if byte == b'"' {
            (TokenKind::String, string_end(bytes, at))
        } else if let Some(end) = character_end(text, at, found.last()) {
            (TokenKind::Character, end)
        } else {
            let length = SYMBOLS
                .iter()
                .find(|symbol| bytes[at..].starts_with(symbol.as_bytes()))
                .map_or(1, |symbol| symbol.len());
            (TokenKind::Symbol, at + length)
        };
        found.push(Token {
            kind,
            start: at,
            end,
        });
        at = end;
    }
    found
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte >= 0x80
}

fn is_letter_or_digit(byte: u8) -> bool {
    is_letter(byte) || byte.is_ascii_digit() || byte == b'_'
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes[at..].iter();
    at + rest.take_while(|byte| **byte != b'\n').count()
}

/// `12`, `1_000.5E-3`, `16#FF#`; `1 .. 2` ends before the dots.
fn number_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        let is_point = byte == b'.' && bytes.get(at + 1) != Some(&b'.');
        let is_sign = matches!(byte, b'+' | b'-') && matches!(bytes[at - 1], b'e' | b'E');
        if !(is_letter_or_digit(byte) || byte == b'#' || is_point || is_sign) {
            break;
        }
        at += 1;
    }
    at
}

/// A doubled quote does not end a string; the end of the line does.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'\n' {
            return at;
        }
        at += 1;
        if byte == b'"' {
            if bytes.get(at) != Some(&b'"') {
                return at;
            }
            at += 1;
        }
    }
    at
}

/// The end of a character literal that starts here. After a name an apostrophe begins an attribute
/// or a qualified expression instead.
fn character_end(text: &str, at: usize, before: Option<&Token>) -> Option<usize> {
    let rest = text[at..].strip_prefix('\'')?;
    let follows_name = before.is_some_and(|before| match before.kind {
        TokenKind::Word => {
            let word = before.text(text);
            !is_reserved(word) || word.eq_ignore_ascii_case("all")
        }
        TokenKind::Symbol => matches!(before.text(text), ")" | "]"),
        TokenKind::String | TokenKind::Character => true,
        TokenKind::Number => false,
    });
    if follows_name {
        return None;
    }
    if rest.starts_with("[\"") {
        let close = rest.find("\"]'")?;
        return Some(at + 1 + close + 3);
    }
    let length = rest.chars().next()?.len_utf8();
    rest[length..].starts_with('\'').then_some(at + length + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn apostrophes_and_dots_are_told_apart() {
        let text =
            "X'First .. Character'('a') & 'é' when '\"' => 1..2; -- 'x'\n\"a\"\"b\" '[\"41\"]'";
        let found: Vec<&str> = tokens(text)
            .into_iter()
            .map(|token| token.text(text))
            .collect();
        let expected = [
            "X",
            "'",
            "First",
            "..",
            "Character",
            "'",
            "(",
            "'a'",
            ")",
            "&",
            "'é'",
            "when",
            "'\"'",
            "=>",
            "1",
            "..",
            "2",
            ";",
            "\"a\"\"b\"",
            "'",
            "[",
            "\"41\"",
            "]",
            "'",
        ];
        assert_eq!(found, expected);
    }
}
