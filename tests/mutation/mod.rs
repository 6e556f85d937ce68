//! Mistakes put into the examples: numbers that are off by one, assignments that are left out,
//! comparisons and sums that are others.

use std::path::Path;

use sabs::source::{SourceFile, Sources};

use crate::exercise::{Subject, Token, is_legal, tokens};
use crate::front;

/// An example with a mistake in it.
pub(crate) struct Mutant {
    /// Which one, and what is wrong with it.
    name: String,
    /// Tells it from all others.
    number: usize,
    /// Its files, the mistake included.
    files: Vec<(String, String)>,
}

/// All mutants of all examples, always in the same order.
pub(crate) fn mutants() -> Vec<Mutant> {
    let mut found = Vec::new();
    for folder in ["proved", "refined", "unknown", "violated"] {
        for path in front::files(&format!("spark-examples/{folder}"), "adb") {
            let sources = front::Front::read_file(&path).sources;
            let files: Vec<(String, String)> = sources
                .files()
                .map(|(_, file)| (file.name().to_owned(), file.text().to_owned()))
                .collect();
            let (last, others) = files.split_last().expect("an example has a file");
            for (what, text) in mistakes(&last.1) {
                let mut files = others.to_vec();
                files.push((last.0.clone(), text));
                found.push(Mutant {
                    name: format!("{folder}/{}, {what}", last.0),
                    number: found.len() + 1,
                    files,
                });
            }
        }
    }
    found
}

impl Mutant {
    /// Whether GNAT takes it for Ada.
    pub(crate) fn is_legal(&self, gcc: &Path) -> bool {
        let files = self.files.iter();
        is_legal(
            gcc,
            files.map(|(name, text)| (name.as_str(), text.as_str())),
        )
    }

    /// As a unit for GNAT to run.
    pub(crate) fn subject(&self) -> Subject {
        let mut sources = Sources::default();
        for (name, text) in &self.files {
            sources.add(SourceFile::new(name, text));
        }
        let mut subject = Subject::new(&self.name, sources);
        subject.alias = Some(format!("Mutant_{}", self.number));
        subject
    }
}

/// What can be wrong with a text, and the text with it.
fn mistakes(text: &str) -> Vec<(String, String)> {
    let all = tokens(text, &|_| String::new());
    let mut found = Vec::new();
    let mut depth = 0_usize;
    for (at, token) in all.iter().enumerate() {
        let before = at.checked_sub(1).map_or("", |at| all[at].text.as_str());
        let word = token.text.to_lowercase();
        match word.as_str() {
            "begin" => depth += 1,
            "end" => {
                let what = all.get(at + 1).map_or("", |next| next.text.as_str());
                let is_inner = ["if", "loop", "case", "record"].contains(&what);
                depth = depth.saturating_sub(usize::from(!is_inner));
            }
            _ => {}
        }
        // Only among statements: a declaration is soon illegal.
        let line = text[..token.start].rsplit('\n').next().unwrap_or_default();
        if depth == 0 || line.contains("--") {
            continue;
        }
        for other in instead(&word, before) {
            let mutated = format!("{}{other}{}", &text[..token.start], &text[token.end..]);
            found.push((told(text, token, &other), mutated));
        }
        if word == ":=" {
            let (start, end) = (statement(text, &all[..at]), ending(text, token.start));
            if let Some(start) = start {
                let breaks = "\n".repeat(text[start..end].matches('\n').count());
                let mutated = format!("{}null;{breaks}{}", &text[..start], &text[end..]);
                found.push((told(text, token, "nothing"), mutated));
            }
        }
    }
    found
}

/// What may stand in the place of a token.
fn instead(word: &str, before: &str) -> Vec<String> {
    let others: &[&str] = match word {
        "<" => &["<="],
        "<=" => &["<"],
        ">" => &[">="],
        ">=" => &[">"],
        "=" => &["/="],
        "/=" => &["="],
        "+" => &["-"],
        "-" if before == ")" || before.chars().all(char::is_alphanumeric) => &["+"],
        _ => &[],
    };
    let number: Option<i64> = word.replace('_', "").parse().ok();
    match number.filter(|_| !["when", "|"].contains(&before)) {
        Some(value) => vec![(value + 1).to_string(), format!("({})", value - 1)],
        None => others.iter().map(ToString::to_string).collect(),
    }
}

/// Where the statement begins of which the tokens are the first.
fn statement(text: &str, tokens: &[Token]) -> Option<usize> {
    let is_before = |token: &&Token| {
        let word = token.text.to_lowercase();
        [";", "begin", "then", "else", "loop", "=>"].contains(&word.as_str())
    };
    let at = tokens.iter().rposition(|token| is_before(&token))?;
    let first = tokens.get(at + 1)?;
    // A declaration in a block has a colon.
    let is_plain = !text[first.start..].split(';').next()?.contains(" : ");
    is_plain.then_some(first.start)
}

/// Behind the semicolon that ends a statement.
fn ending(text: &str, from: usize) -> usize {
    from + text[from..].find(';').map_or(0, |at| at + 1)
}

fn told(text: &str, token: &Token, other: &str) -> String {
    let line = text[..token.start].matches('\n').count() + 1;
    format!("line {line}: {other} for {}", token.text)
}
