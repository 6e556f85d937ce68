//! A module imports only what stands before it in `src/lib.rs`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules in the order the data takes. Tools first; a later one may use an earlier one.
const ORDER: [&str; 28] = [
    "end",
    "progress",
    "source",
    "diagnostic",
    "logic",
    "verdict",
    "smt",
    "bdd",
    "syntax",
    "program",
    "flow",
    "interpret",
    "certify",
    "ssa",
    "predicate",
    "bp",
    "abstraction",
    "reach",
    "exact",
    "proof",
    "refine",
    "domain",
    "report",
    "pipeline",
    "annotate",
    "driver",
    "cli",
    "main",
];

/// Libraries that may appear in one module only.
const HIDDEN: [(&str, &[&str]); 8] = [
    ("indicatif", &["cli"]),
    ("tree_sitter", &["syntax"]),
    ("rusqlite", &["smt"]),
    ("nix", &["smt"]),
    ("ctrlc", &["main"]),
    ("clap", &["cli", "main"]),
    ("petgraph", &["flow", "abstraction", "program", "refine"]),
    // What is printed, and what is kept from run to run.
    ("serde_json", &["logic", "smt", "report", "pipeline", "cli"]),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The text without comments, and without strings.
fn code(text: &str) -> String {
    text.lines()
        .map(|line| {
            let line = line.split("//").next().unwrap_or("");
            let outside = line.split('"').step_by(2);
            outside.collect::<Vec<_>>().join(" ")
        })
        .collect::<Vec<_>>()
        .join("\n")
}

/// The modules named behind `crate::`, or behind enough `super::` to reach the root, groups
/// included.
fn imported(text: &str, depth: usize) -> Vec<String> {
    let root = format!("super::{}", "super::".repeat(depth.saturating_sub(1)));
    let mut found = Vec::new();
    for prefix in ["crate::", "sabs::", root.as_str()] {
        for (at, _) in text.match_indices(prefix) {
            let before = text[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let rest = &text[at + prefix.len()..];
            if let Some(group) = rest.strip_prefix('{') {
                found.extend(group_heads(group));
            } else {
                found.push(word(rest));
            }
        }
    }
    found
}

/// The first words of the members of `{a::b, c, d::{e, f}}`.
fn group_heads(text: &str) -> Vec<String> {
    let mut depth = 0;
    let mut heads = vec![word(text.trim_start())];
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => heads.push(word(text[at + 1..].trim_start())),
            _ => {}
        }
    }
    heads
}

fn word(text: &str) -> String {
    text.chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect()
}

#[test]
fn no_module_imports_a_later_one() {
    let rank: BTreeMap<&str, usize> = ORDER
        .iter()
        .enumerate()
        .map(|(at, name)| (*name, at))
        .collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut wrong = Vec::new();
    for path in files {
        let relative = path.strip_prefix(&root).unwrap();
        let mut parts = relative
            .iter()
            .map(|part| part.to_string_lossy().into_owned());
        let first = parts.next().unwrap();
        let module = first.trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        let Some(own) = rank.get(module) else {
            wrong.push(format!("{}: not in ORDER of this test", relative.display()));
            continue;
        };
        let is_face = relative.ends_with("mod.rs") || relative.iter().count() == 1;
        let depth = relative.iter().count() - usize::from(is_face && relative.iter().count() > 1);
        let text = code(&fs::read_to_string(&path).unwrap());
        for name in imported(&text, depth) {
            // Who confirms proofs shares nothing with who finds them.
            let is_rival = module == "certify" && name == "bdd";
            if is_rival || rank.get(name.as_str()).is_some_and(|other| other > own) {
                wrong.push(format!("{}: imports {name}", relative.display()));
            }
        }
        for (library, homes) in HIDDEN {
            let mentions = text.contains(&format!("{library}::"));
            if mentions && !homes.contains(&module) {
                wrong.push(format!(
                    "{}: {library} belongs to {homes:?}",
                    relative.display()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_reader_of_imports_sees_every_form() {
    let text = code(
        "use crate::flow::A; // crate::cli\nuse crate::{logic::B, smt::{C, D}, bp};\n\
         fn f() { super::super::reach::g(); \"crate::report\"; }",
    );
    assert_eq!(imported(&text, 2), ["flow", "logic", "smt", "bp", "reach"]);
}
