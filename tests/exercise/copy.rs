//! Copies of a unit for GNAT in which every token has a line of its own.
//!
//! So the line that an exception names leads back to the line and the column of the original, and
//! whatever is inserted beside a token moves nothing. What only sabs reads becomes Ada: clauses are
//! pragmas, and the contracts of SPARK 2005 are aspects.

use std::collections::BTreeMap;

/// A piece of the program's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// Where it stands in the original; what was put in has the place of what it is put before.
    pub(crate) start: usize,
    /// Where it ends there.
    pub(crate) end: usize,
    /// What it is.
    pub(crate) text: String,
}

/// What is put before and behind tokens, by their places in the original.
#[derive(Debug, Default)]
pub(crate) struct Insertions {
    before: BTreeMap<usize, String>,
    behind: BTreeMap<usize, String>,
}

impl Insertions {
    /// Puts a text before the token that starts there, behind what is there already.
    pub(crate) fn before(&mut self, start: usize, text: &str) {
        self.before.entry(start).or_default().push_str(text);
    }

    /// Puts a text behind the last token before a place, behind what is there already.
    pub(crate) fn behind(&mut self, end: usize, text: &str) {
        self.behind.entry(end).or_default().push_str(text);
    }
}

/// A copy for GNAT.
pub(crate) struct Copy {
    /// Its text.
    pub(crate) text: String,
    /// Where in the original each line comes from.
    places: Vec<usize>,
}

impl Copy {
    /// Writes tokens, one per line.
    pub(crate) fn new(context: &str, tokens: &[Token], insertions: &Insertions) -> Copy {
        let mut copy = Copy {
            text: context.to_owned(),
            places: Vec::new(),
        };
        for token in tokens {
            let put = |all: &BTreeMap<usize, String>, at: usize| {
                all.get(&at).cloned().unwrap_or_default()
            };
            copy.text.push_str(&put(&insertions.before, token.start));
            copy.text.push_str(&token.text);
            copy.text.push_str(&put(&insertions.behind, token.end));
            // So that lines can be looked up, no token may bring one of its own.
            assert!(!copy.text.ends_with('\n'));
            copy.text.push('\n');
            copy.places.push(token.start);
        }
        copy
    }

    /// Where in the original a line of the copy comes from.
    pub(crate) fn place(&self, line: usize) -> usize {
        self.places[line - 1]
    }
}

/// The tokens of a text; comments are left out, but for those that only sabs reads, which become
/// Ada. `environment` gives the statement that sets a variable to any value.
pub(crate) fn tokens(text: &str, environment: &dyn Fn(&str) -> String) -> Vec<Token> {
    let mut found = Vec::new();
    let mut contracts = 0;
    let mut after_loop = Vec::new();
    let mut at = 0;
    while let Some((start, end)) = next(text, at) {
        at = end;
        let piece = &text[start..end];
        if let Some(comment) = piece.strip_prefix("--") {
            let Some(clause) = comment.strip_prefix(['%', '#']) else {
                continue;
            };
            let is_old = comment.starts_with('#');
            let word = clause.split_whitespace().next().unwrap_or_default();
            let opening = match (is_old, word) {
                (false, "assert" | "invariant") | (true, "check" | "assert") => "pragma Assert (",
                (_, "assume") => "pragma Assume (",
                (true, "pre" | "post") => {
                    contracts += 1;
                    match (contracts, word) {
                        (1, "pre") => "with Pre => (",
                        (1, _) => "with Post => (",
                        (_, "pre") => ", Pre => (",
                        _ => ", Post => (",
                    }
                }
                (false, "nondet") => {
                    let name = clause.trim().trim_end_matches(';').split_at("nondet".len());
                    found.push(Token {
                        start,
                        end,
                        text: environment(name.1.trim()),
                    });
                    continue;
                }
                _ => continue,
            };
            let own = condition(text, (start, end), word, opening);
            let (last, rest) = own.split_last().expect("a clause is not empty");
            assert_eq!(last.text, ";", "a clause is one line: {piece}");
            let closing = if opening.starts_with("pragma") {
                ");"
            } else {
                ")"
            };
            let waits = is_old && word == "assert";
            let target = if waits { &mut after_loop } else { &mut found };
            target.extend_from_slice(rest);
            target.push(Token {
                start: last.start,
                end: last.end,
                text: closing.to_owned(),
            });
            continue;
        }
        found.push(Token {
            start,
            end,
            text: piece.to_owned(),
        });
        // An assertion in the head of a loop is one at the start of its body.
        if piece.eq_ignore_ascii_case("loop") {
            found.append(&mut after_loop);
        }
    }
    found
}

/// The tokens of the condition in a clause, and the semicolon.
fn condition(text: &str, (start, end): (usize, usize), word: &str, opening: &str) -> Vec<Token> {
    let mut found = vec![Token {
        start,
        end: start,
        text: opening.to_owned(),
    }];
    let mut at = start + 3 + text[start + 3..end].find(word).unwrap_or(0) + word.len();
    while let Some((first, last)) = next(&text[..end], at) {
        let piece = &text[first..last];
        let ada = match piece.to_ascii_lowercase().as_str() {
            "even" => "Sabs_Count.Even".to_owned(),
            "odd" => "Sabs_Count.Odd".to_owned(),
            _ => piece.to_owned(),
        };
        found.push(Token {
            start: first,
            end: last,
            text: ada,
        });
        at = last;
    }
    found
}

/// The first token or comment from a place on.
fn next(text: &str, from: usize) -> Option<(usize, usize)> {
    let rest = text[from..].trim_start();
    let start = text.len() - rest.len();
    let first = rest.chars().next()?;
    let bytes = rest.as_bytes();
    let length = if rest.starts_with("--") {
        rest.find('\n').unwrap_or(rest.len())
    } else if first.is_alphanumeric() {
        let is_number = first.is_ascii_digit();
        let word = |c: char| c.is_alphanumeric() || c == '_' || (is_number && c == '#');
        rest.find(|c| !word(c)).unwrap_or(rest.len())
    } else if first == '"' {
        1 + rest[1..].find('"')? + 1
    } else if first == '\'' && bytes.get(2) == Some(&b'\'') {
        3
    } else if [":=", "=>", "<=", ">=", "/=", "**", "..", "<>"]
        .iter()
        .any(|pair| rest.starts_with(pair))
    {
        2
    } else {
        first.len_utf8()
    };
    Some((start, start + length))
}
