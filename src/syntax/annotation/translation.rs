//! SPARK 2005's expressions as Ada's, with the places they came from.

use super::super::tokens::{Token, TokenKind, tokens};
use super::piece::Piece;

/// A text made of stretches of another and of words of our own.
#[derive(Debug, Clone, Default)]
pub(super) struct Translation {
    pub(super) text: String,
    stretches: Vec<Stretch>,
}

/// Where a stretch of the text came from.
#[derive(Debug, Clone, Copy)]
pub(in crate::syntax) struct Stretch {
    /// Where it starts in the text.
    pub(in crate::syntax) start: usize,
    /// Where it stood in the file.
    pub(in crate::syntax) origin: usize,
    /// How many bytes of it are from there; what follows stands at their end.
    pub(in crate::syntax) length: usize,
}

impl Translation {
    /// The text as it is.
    pub(super) fn verbatim(piece: Piece<'_>) -> Translation {
        let mut found = Translation::default();
        found.copy(piece, 0, piece.text.len());
        found
    }

    /// Ada's way to write it. `renaming` gives a name another text, as in `return V => p`.
    pub(super) fn of(piece: Piece<'_>, renaming: Option<(&str, &str)>) -> Translation {
        let source = Source {
            piece,
            tokens: tokens(piece.text),
            renaming,
        };
        let mut found = Translation::default();
        source.level(0, source.tokens.len(), &mut found);
        found
    }

    /// The stretches, moved by a text put before.
    pub(super) fn shifted(&self, by: usize) -> Vec<Stretch> {
        let moved = |stretch: &Stretch| Stretch {
            start: stretch.start + by,
            ..*stretch
        };
        self.stretches.iter().map(moved).collect()
    }

    fn copy(&mut self, piece: Piece<'_>, from: usize, to: usize) {
        self.stretches.push(Stretch {
            start: self.text.len(),
            origin: piece.start + from,
            length: to - from,
        });
        self.text.push_str(&piece.text[from..to]);
    }

    /// Words of our own, standing for something at a place of the file.
    pub(super) fn write(&mut self, text: &str, origin: usize) {
        self.stretches.push(Stretch {
            start: self.text.len(),
            origin,
            length: 0,
        });
        self.text.push_str(text);
    }

    /// Adds another translation.
    pub(super) fn append(&mut self, other: &Translation) {
        self.stretches.extend(other.shifted(self.text.len()));
        self.text.push_str(&other.text);
    }
}

struct Source<'a> {
    piece: Piece<'a>,
    tokens: Vec<Token>,
    renaming: Option<(&'a str, &'a str)>,
}

impl Source<'_> {
    fn text(&self, at: usize) -> &str {
        self.tokens
            .get(at)
            .map_or("", |token| token.text(self.piece.text))
    }

    fn place(&self, at: usize) -> usize {
        let last = self.tokens.last().map_or(0, |token| token.end);
        let offset = self.tokens.get(at).map_or(last, |token| token.start);
        self.piece.start + offset
    }

    /// The tokens of one level of parentheses, between its separators.
    fn level(&self, from: usize, to: usize, found: &mut Translation) {
        let mut start = from;
        let mut at = from;
        while at <= to {
            let is_end = at == to || matches!(self.text(at), "," | ";" | "=>" | "|");
            if is_end {
                self.implication(start, at, found);
                if at < to {
                    // An update separates by semicolons where Ada has commas.
                    match self.text(at) {
                        ";" => found.write(", ", self.place(at)),
                        other => found.write(&format!(" {other} "), self.place(at)),
                    }
                }
                start = at + 1;
            }
            at = self.after(at);
        }
    }

    /// The token after this one, or after the parenthesis that it opens.
    fn after(&self, at: usize) -> usize {
        if !matches!(self.text(at), "(" | "[") {
            return at + 1;
        }
        let mut depth = 0_usize;
        for next in at..self.tokens.len() {
            match self.text(next) {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return next + 1;
            }
        }
        self.tokens.len()
    }

    /// `a -> b` is `(if a then b)`, `a <-> b` is `(a) = (b)`; both bind more loosely than the rest.
    fn implication(&self, from: usize, to: usize, found: &mut Translation) {
        let mut at = from;
        while at < to {
            match self.text(at) {
                "->" => {
                    found.write("(if ", self.place(from));
                    self.plain(from, at, found);
                    found.write(" then ", self.place(at));
                    self.implication(at + 1, to, found);
                    found.write(")", self.place(to));
                    return;
                }
                "<->" => {
                    found.write("((", self.place(from));
                    self.plain(from, at, found);
                    found.write(") = (", self.place(at));
                    self.implication(at + 1, to, found);
                    found.write("))", self.place(to));
                    return;
                }
                _ => at = self.after(at),
            }
        }
        self.plain(from, to, found);
    }

    fn plain(&self, from: usize, to: usize, found: &mut Translation) {
        let mut at = from;
        while at < to {
            let token = self.tokens[at];
            let next = self.after(at);
            let previous = at.checked_sub(1).map_or("", |before| self.text(before));
            if at > from && !matches!(self.text(at), "~" | "%" | "." | "'") && previous != "." {
                let is_tight = previous == "'";
                found.write(if is_tight { "" } else { " " }, self.place(at));
            }
            match self.text(at) {
                "(" => {
                    found.write("(", self.place(at));
                    self.level(at + 1, next - 1, found);
                    found.write(")", self.place(next - 1));
                }
                "[" => {
                    found.write("'Update (", self.place(at));
                    self.level(at + 1, next - 1, found);
                    found.write(")", self.place(next - 1));
                }
                "~" => found.write("'Old", self.place(at)),
                "%" => found.write("'Loop_Entry", self.place(at)),
                word => match self.renaming {
                    Some((name, other))
                        if token.kind == TokenKind::Word
                            && previous != "."
                            && word.eq_ignore_ascii_case(name) =>
                    {
                        found.write(other, self.place(at));
                    }
                    _ => found.copy(self.piece, token.start, token.end),
                },
            }
            at = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    fn translate(text: &str) -> String {
        let piece = Piece {
            file: FileId(0),
            start: 0,
            text,
        };
        Translation::of(piece, Some(("V", "F'Result"))).text
    }

    #[test]
    fn what_ada_does_not_have_is_written_in_ada() {
        let table = [
            ("X = X~ + 1", "X = X'Old + 1"),
            ("A -> B and C", "(if A then B and C)"),
            (
                "(A -> B) and (C <-> D)",
                "((if A then B)) and (((C) = (D)))",
            ),
            (
                "T = T~[I => 1; J => X]",
                "T = T'Old 'Update (I => 1, J => X)",
            ),
            ("V > R.V", "F'Result > R.V"),
            (
                "for all I in T => (P (I) -> Q (I))",
                "for all I in T => ((if P (I) then Q (I)))",
            ),
        ];
        for (from, to) in table {
            assert_eq!(translate(from), to, "{from}");
        }
    }
}
