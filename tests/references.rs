//! Names stand for what GNAT says they stand for: our resolutions against the cross-references in
//! its `.ali` files, on our own programs and on units of GNAT's library.
//!
//! A reference is compared where GNAT has one at the same place: a reading (`r`), a modification
//! (`m`), a call (`s`, `R`) or the mention of a unit in a with clause (`w`). Not compared are
//! - what GNAT lists without a name in the text, and so without a place of ours: ends of units,
//!   bodies and completions of a declaration, primitive operations, implicit uses, formal modes;
//! - what is declared in package Standard, which has no text;
//! - what sabs resolves by type alone and does not write down: components of records, formals in
//!   named associations, operators, literals of characters;
//! - places that GNAT gives no reference for: it writes none in text that it does not analyse.

mod library;
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use library::coverage::Library;
use sabs::program::references;
use sabs::source::{SourceFile, Span};

/// A place in a file: its name, line and column.
type Place = (String, usize, usize);

/// From the place of a reference to those of the declarations that GNAT names for it.
type Targets = BTreeMap<Place, BTreeSet<Place>>;

/// What GNAT has to say of some files.
#[derive(Default)]
struct CrossReferences {
    /// The references that are compared.
    compared: Targets,
    /// All of them: a completion, too, refers to what it completes.
    all: Targets,
}

/// The kinds of reference that are names in the text.
const COMPARED: &str = "rmsRw";

/// Adds the cross-references of an `.ali` file.
fn read_ali(text: &str, found: &mut CrossReferences) {
    // A line that begins with a full stop goes on with the one before it.
    let text = text.replace("\n. ", " ");
    let files: Vec<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("D "))
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .collect();
    let name = |number: usize| {
        files
            .get(number.wrapping_sub(1))
            .cloned()
            .unwrap_or_default()
    };
    let mut section: Option<usize> = None;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("X ") {
            section = rest
                .split(' ')
                .next()
                .and_then(|number| number.parse().ok());
            continue;
        }
        let Some(file) = section else { continue };
        let Some((declared, rest)) = entity(line) else {
            continue;
        };
        let mut at = file;
        for word in rest.split_whitespace() {
            let (other, word) = match word.split_once('|') {
                Some((other, word)) if !other.contains('[') => (other.parse().ok(), word),
                _ => (None, word),
            };
            at = other.unwrap_or(at);
            if let Some((kind, line, column)) = reference(word) {
                let declaration = (name(file), declared.0, declared.1);
                let place = (name(at), line, column);
                if COMPARED.contains(kind) {
                    let known = found.compared.entry(place.clone()).or_default();
                    known.insert(declaration.clone());
                }
                found.all.entry(place).or_default().insert(declaration);
            }
        }
    }
}

/// Line and column of an entity, and the references after its name and type.
fn entity(line: &str) -> Option<((usize, usize), &str)> {
    let (row, rest) = number(line)?;
    let mut rest = rest.chars();
    rest.next()
        .filter(|kind| kind.is_alphabetic() || *kind == '+')?;
    let (column, rest) = number(rest.as_str())?;
    let rest = rest.get(1..)?;
    let after = if let Some(operator) = rest.strip_prefix('"') {
        operator.find('"').map(|end| &operator[end..])?
    } else {
        rest
    };
    let references = after.find(' ').map_or("", |end| &after[end..]);
    Some(((row, column), references))
}

/// `12r5`, perhaps with a convention before the column and an instance after it.
fn reference(word: &str) -> Option<(char, usize, usize)> {
    let (row, rest) = number(word)?;
    let kind = rest.chars().next()?;
    let rest = &rest[kind.len_utf8()..];
    let rest = match rest.strip_prefix('<') {
        Some(convention) => convention.split_once('>')?.1,
        None => rest,
    };
    let (column, _) = number(rest)?;
    Some((kind, row, column))
}

fn number(text: &str) -> Option<(usize, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let value = text[..end].parse().ok()?;
    Some((value, &text[end..]))
}

/// What a comparison has come to.
#[derive(Default)]
struct Comparison {
    agreed: usize,
    /// References of GNAT's in the files compared that we have nothing to say about.
    unresolved: usize,
    differences: Vec<String>,
}

/// Compares what the units of the given name refer to.
fn compare(library: &Library, unit: &str, theirs: &CrossReferences, so_far: &mut Comparison) {
    let (own, needed) = library.with_needed(unit);
    let Ok(ours) = references(&own, &needed) else {
        so_far.differences.push(format!("{unit} gives no program"));
        return;
    };
    let files: BTreeSet<_> = own.iter().map(|unit| unit.span.file).collect();
    let names: BTreeSet<&str> = files
        .iter()
        .map(|file| library.sources.file(*file).name())
        .collect();
    let place = |span: Span| -> Place {
        let file = library.sources.file(span.file);
        let position = file.position(span.start as usize);
        (file.name().to_owned(), position.line, position.column)
    };
    let mut resolved = BTreeSet::new();
    for (reference, declaration) in &ours {
        if !files.contains(&reference.file) {
            continue;
        }
        let (at, declared) = (place(*reference), place(*declaration));
        resolved.insert(at.clone());
        // What we take for the declaration may be a completion in GNAT's eyes.
        let completed = theirs.all.get(&declared);
        let is_same = |expected: &BTreeSet<Place>| {
            expected.contains(&declared)
                || completed.is_some_and(|completed| !completed.is_disjoint(expected))
        };
        match theirs.compared.get(&at) {
            None => {}
            Some(expected) if is_same(expected) => so_far.agreed += 1,
            Some(expected) => {
                let show = |(file, line, column): &Place| format!("{file}:{line}:{column}");
                let expected: Vec<String> = expected.iter().map(show).collect();
                so_far.differences.push(format!(
                    "{} is declared at {}, not at {}",
                    show(&at),
                    expected.join(" and "),
                    show(&declared)
                ));
            }
        }
    }
    so_far.unresolved += theirs
        .compared
        .keys()
        .filter(|at| names.contains(at.0.as_str()) && !resolved.contains(*at))
        .count();
}

fn judge(comparison: &Comparison, least: usize) {
    assert!(
        comparison.differences.is_empty(),
        "{} agree, {} differ:\n{}",
        comparison.agreed,
        comparison.differences.len(),
        comparison.differences.join("\n")
    );
    assert!(
        comparison.agreed >= least,
        "only {} agree",
        comparison.agreed
    );
}

#[test]
fn names_in_the_library_stand_for_what_gnat_says() {
    let Some(gnatls) = support::referee("gnatls") else {
        return;
    };
    let folder = library::folder(&gnatls).with_file_name("adalib");
    let library = Library::read(&library::files(&gnatls));
    let comparison = library::with_deep_stack(|| compare_units(&library, &folder));
    judge(&comparison, 5_000);
}

fn compare_units(library: &Library, folder: &Path) -> Comparison {
    let mut comparison = Comparison::default();
    let units = library.with_bodies();
    let mut count = 0;
    for unit in units.iter().step_by((units.len() / 60).max(1)) {
        let body = library.body_file(unit);
        let Ok(text) = fs::read_to_string(folder.join(body).with_extension("ali")) else {
            continue;
        };
        let mut theirs = CrossReferences::default();
        read_ali(&text, &mut theirs);
        compare(library, unit, &theirs, &mut comparison);
        count += 1;
    }
    assert!(count >= 50, "only {count} units have cross-references");
    comparison
}

#[test]
#[allow(clippy::disallowed_methods)] // a referee, not a solver
fn names_in_our_programs_stand_for_what_gnat_says() {
    let Some(gcc) = support::referee("gcc") else {
        return;
    };
    if support::referee("gnatls").is_none() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut comparison = Comparison::default();
    for folder in [
        "spark-examples/proved",
        "spark-examples/violated",
        "spark-examples/unknown",
        "tests/gnat",
    ] {
        let folder = root.join(folder);
        let paths = sources(&folder);
        let files: Vec<SourceFile> = paths.iter().map(|path| read(path)).collect();
        let library = Library::read(&files);
        let place = tempfile::tempdir().expect("a folder can be made");
        for path in paths.iter().filter(|path| can_be_compiled(path)) {
            let output = Command::new(&gcc)
                .args(["-c", "-gnatc", "-gnat2022", "-I"])
                .arg(&folder)
                .arg(path)
                .current_dir(place.path())
                .output()
                .expect("the compiler can be run");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{}: {said}", path.display());
        }
        let mut theirs = CrossReferences::default();
        for entry in fs::read_dir(place.path()).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            let text = fs::read_to_string(path).expect("what the compiler writes can be read");
            read_ali(&text, &mut theirs);
        }
        for unit in library.names() {
            compare(&library, unit, &theirs, &mut comparison);
        }
    }
    judge(&comparison, 500);
}

/// Whether GNAT takes the file: a package body whose specification is not written down is for sabs
/// alone.
fn can_be_compiled(path: &Path) -> bool {
    let is_body = path.extension().is_some_and(|extension| extension == "adb");
    let is_package = || read(path).text().contains("package body");
    is_body && (path.with_extension("ads").is_file() || !is_package())
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| {
            let extension = path.extension().and_then(|extension| extension.to_str());
            matches!(extension, Some("ads" | "adb"))
        })
        .collect();
    found.sort();
    found
}

fn read(path: &Path) -> SourceFile {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let bytes = fs::read(path).expect("a source can be read");
    SourceFile::from_bytes(&name, bytes)
}
