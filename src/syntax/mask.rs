//! Stretches of text that the grammar does not know, hidden from it under text of the same length.
//!
//! Positions stay true, and a table by position tells what was there.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::tokens::{Token, TokenKind, tokens};

/// How deep parentheses may be nested: far above what people write.
const MAX_PARENTHESES: usize = 200;

/// What was hidden, by place.
#[derive(Debug, Clone, Default)]
pub(super) struct Masks {
    /// The apostrophes of `'Update`.
    pub(super) updates: BTreeSet<usize>,
    /// The opening parenthesis of `A (T range L .. U)`, with the place of `T`.
    pub(super) marks: BTreeMap<usize, (usize, usize)>,
    /// The second bound of `1 .. <>`.
    pub(super) open_bounds: BTreeSet<usize>,
    /// The words `continue`, hidden as `exit`.
    pub(super) continues: BTreeSet<usize>,
    /// Character literals `'["41"]'`.
    pub(super) characters: BTreeMap<usize, char>,
    /// The lines of a preprocessor.
    pub(super) preprocessor: Vec<(usize, usize)>,
}

/// A text ready for the grammar.
pub(super) struct Masked<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) masks: Masks,
    /// A parenthesis that is nested too deeply; the grammar must not be asked.
    pub(super) too_deep: Option<usize>,
}

/// Hides what the grammar does not know.
pub(super) fn mask(text: &str) -> Masked<'_> {
    let mut scan = Scan {
        text,
        tokens: tokens(text),
        hidden: Vec::new(),
        masks: Masks::default(),
    };
    let too_deep = scan.depth();
    if too_deep.is_none() {
        scan.preprocessor();
        for at in 0..scan.tokens.len() {
            scan.token(at);
        }
    }
    let mut masked = Cow::Borrowed(text);
    for (start, replacement) in &scan.hidden {
        masked
            .to_mut()
            .replace_range(*start..start + replacement.len(), replacement);
    }
    Masked {
        text: masked,
        masks: scan.masks,
        too_deep,
    }
}

struct Scan<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    /// Places and what is written over them.
    hidden: Vec<(usize, String)>,
    masks: Masks,
}

impl Scan<'_> {
    /// The first parenthesis that is nested too deeply.
    fn depth(&self) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let mut depth = 0_usize;
        for token in &self.tokens {
            if token.kind != TokenKind::Symbol {
                continue;
            }
            match bytes[token.start] {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > MAX_PARENTHESES {
                return Some(token.start);
            }
        }
        None
    }

    /// Blanks the lines that begin with `#`.
    fn preprocessor(&mut self) {
        if !self.text.contains('#') {
            return;
        }
        let mut start = 0;
        for line in self.text.split_inclusive('\n') {
            let trimmed = line.trim_start();
            let is_directive = ["#if", "#elsif", "#else", "#end"]
                .iter()
                .any(|word| trimmed.starts_with(word));
            if is_directive {
                let end = start + line.trim_end().len();
                self.masks.preprocessor.push((start, end));
                self.blank(start, end);
            }
            start += line.len();
        }
    }

    fn blank(&mut self, start: usize, end: usize) {
        self.hidden.push((start, " ".repeat(end - start)));
    }

    fn is(&self, at: usize, wanted: &str) -> bool {
        self.tokens
            .get(at)
            .is_some_and(|token| token.is(self.text, wanted))
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    fn token(&mut self, at: usize) {
        let token = self.tokens[at];
        match token.kind {
            TokenKind::Symbol => match self.text.as_bytes()[token.start] {
                b'\'' => self.apostrophe(at),
                b'<' if self.is(at, "<>") && at > 0 && self.is(at - 1, "..") => {
                    self.masks.open_bounds.insert(token.start);
                    self.hidden.push((token.start, "00".to_owned()));
                }
                b'(' => self.slice(at),
                _ => {}
            },
            TokenKind::Character if token.end - token.start > 5 => self.bracketed(token),
            TokenKind::Word if token.is(self.text, "continue") => {
                let goes_on = self.is(at + 1, "when")
                    || (self.kind(at + 1) == Some(TokenKind::Word)
                        && (self.is(at + 2, "when") || self.is(at + 2, ";")));
                if goes_on {
                    self.masks.continues.insert(token.start);
                    self.hidden.push((token.start, "exit    ".to_owned()));
                }
            }
            TokenKind::Word | TokenKind::Number | TokenKind::String | TokenKind::Character => {}
        }
    }

    /// `'Update (` loses its word, `'class` gets its capital.
    fn apostrophe(&mut self, at: usize) {
        let Some(&word) = self.tokens.get(at + 1) else {
            return;
        };
        if word.is(self.text, "update") && self.is(at + 2, "(") {
            self.masks.updates.insert(self.tokens[at].start);
            self.blank(word.start, word.end);
        } else if word.is(self.text, "class") && word.text(self.text) != "Class" {
            self.hidden.push((word.start, "Class".to_owned()));
        }
    }

    /// `A (T range L .. U)` loses `T range`.
    fn slice(&mut self, open: usize) {
        let follows_name = open > 0
            && match self.kind(open - 1) {
                Some(TokenKind::Word) => {
                    !super::reader::is_reserved(self.tokens[open - 1].text(self.text))
                }
                _ => self.is(open - 1, ")"),
            };
        if !follows_name {
            return;
        }
        let mut at = open + 1;
        while self.kind(at) == Some(TokenKind::Word) && self.is(at + 1, ".") {
            at += 2;
        }
        if self.kind(at) != Some(TokenKind::Word) || !self.is(at + 1, "range") {
            return;
        }
        // Only a single range: with a comma or an arrow the grammar reads it as it stands.
        let mut depth = 0_usize;
        for next in at + 2..self.tokens.len() {
            match self.tokens[next].text(self.text) {
                "(" => depth += 1,
                ")" if depth == 0 => break,
                ")" => depth -= 1,
                "," | "=>" | "<>" if depth == 0 => return,
                ";" => return,
                _ => {}
            }
        }
        let (first, last) = (self.tokens[open + 1], self.tokens[at]);
        let range = self.tokens[at + 1];
        let key = self.tokens[open].start;
        self.masks.marks.insert(key, (first.start, last.end));
        self.blank(first.start, range.end);
    }

    /// `'["41"]'` becomes a plain literal.
    fn bracketed(&mut self, token: Token) {
        let text = token.text(self.text);
        let code = text
            .strip_prefix("'[\"")
            .and_then(|rest| rest.strip_suffix("\"]'"))
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .and_then(char::from_u32);
        if let Some(code) = code {
            self.masks.characters.insert(token.start, code);
            let replacement = format!("'?'{}", " ".repeat(text.len() - 3));
            self.hidden.push((token.start, replacement));
        }
    }
}
