//! Reading sources from files.

use std::io;
use std::path::{Path, PathBuf};

use super::Streams;
use super::options::{AbstractionOptions, SourceOptions};
use crate::abstraction::{Config, Settings};
use crate::diagnostic::{Diagnostic, Severity, render_all};
use crate::pipeline::{Unit, read_with};
use crate::source::{SourceFile, Sources, file_stem};
use crate::syntax::{ast, parse_all};

/// The files of a unit, what they mean, and how to abstract it.
pub(super) struct Loaded {
    pub(super) sources: Sources,
    pub(super) unit: Unit,
    pub(super) config: Config,
}

/// The syntax of units alone; `None` after saying on `err` what the user must mend.
pub(super) fn load_syntax(
    source: &SourceOptions,
    streams: &mut Streams<'_>,
) -> io::Result<Option<Vec<ast::Unit>>> {
    let Some((sources, _)) = read_sources(&source.files, streams)? else {
        return Ok(None);
    };
    let parsed = parse_all(&sources);
    report(&parsed.diagnostics, &sources, streams)?;
    let is_error = |found: &Diagnostic| found.severity == Severity::Error;
    let is_broken = parsed.diagnostics.iter().any(is_error);
    Ok((!is_broken).then_some(parsed.units))
}

/// Reads the files of units, the specification `p.ads` that stands beside a body `p.adb`, and the
/// sidecar `p.sabs`. Also says which files were read.
fn read_sources(
    paths: &[PathBuf],
    streams: &mut Streams<'_>,
) -> io::Result<Option<(Sources, Vec<PathBuf>)>> {
    let mut files: Vec<PathBuf> = Vec::new();
    for path in paths {
        let (specification, sidecar) = (path.with_extension("ads"), path.with_extension("sabs"));
        let is_body = path.extension().is_some_and(|extension| extension == "adb");
        let mut own = vec![path.clone()];
        if is_body && specification.is_file() {
            own.insert(0, specification);
        }
        if sidecar.is_file() && sidecar != *path {
            own.push(sidecar);
        }
        own.retain(|file| !files.contains(file));
        files.extend(own);
    }
    let mut sources = Sources::default();
    for file in &files {
        match read_bytes(file) {
            Ok(bytes) => sources.add(SourceFile::from_bytes(&name(file), bytes)),
            Err(error) => {
                writeln!(streams.err, "sabs: error: {}: {error}", file.display())?;
                return Ok(None);
            }
        };
    }
    Ok(Some((sources, files)))
}

/// Reads units with what belongs to them and what they need. `None` after saying on `err` what the
/// user must mend.
pub(super) fn load(
    source: &SourceOptions,
    abstraction: &AbstractionOptions,
    streams: &mut Streams<'_>,
) -> io::Result<Option<Loaded>> {
    load_with(source, abstraction, Settings::default(), streams)
}

/// The same with other settings where nobody says how to abstract.
pub(super) fn load_with(
    source: &SourceOptions,
    abstraction: &AbstractionOptions,
    usual: Settings,
    streams: &mut Streams<'_>,
) -> io::Result<Option<Loaded>> {
    let Some((mut sources, mut known)) = read_sources(&source.files, streams)? else {
        return Ok(None);
    };
    for path in &abstraction.predicates {
        match read_bytes(path) {
            Ok(bytes) => sources.add(SourceFile::from_bytes(&name(path), bytes).as_sidecar()),
            Err(error) => {
                writeln!(streams.err, "sabs: error: {}: {error}", path.display())?;
                return Ok(None);
            }
        };
    }
    if let Some(clauses) = abstraction.clauses() {
        sources.add(SourceFile::new("--predicate", &clauses).as_sidecar());
    }
    if let Some(missing) = source.folders.iter().find(|folder| !folder.is_dir()) {
        let missing = missing.display();
        writeln!(
            streams.err,
            "sabs: error: {missing}: there is no such folder [give -I a folder with sources]"
        )?;
        return Ok(None);
    }
    let mut folders: Vec<PathBuf> = source
        .files
        .iter()
        .map(|file| file.parent().map(Path::to_path_buf).unwrap_or_default())
        .collect();
    folders.extend(source.folders.iter().cloned());
    let understood = read_with(&mut sources, source.keep_going, &mut |unit| {
        find_unit(unit, &folders, &mut known)
    })
    .and_then(|unit| {
        let unit = if abstraction.modular {
            unit.judged_alone()
        } else {
            unit
        };
        let config = Config {
            seeds: abstraction.seeds(),
            ..Config::unless_told(&unit.program, abstraction.wishes(), usual)?
        };
        Ok((unit, config))
    });
    match understood {
        Ok((unit, config)) => {
            report(&unit.warnings, &sources, streams)?;
            Ok(Some(Loaded {
                sources,
                unit,
                config,
            }))
        }
        Err(diagnostics) => {
            report(&diagnostics, &sources, streams)?;
            Ok(None)
        }
    }
}

/// The files of a unit as GNAT names them, in the first folder that has them.
fn find_unit(unit: &str, folders: &[PathBuf], known: &mut Vec<PathBuf>) -> Vec<SourceFile> {
    let stems = [file_stem(unit), shortened(unit)];
    for folder in folders {
        for stem in &stems {
            let mut found = Vec::new();
            for extension in ["ads", "adb"] {
                let path = folder.join(format!("{stem}.{extension}"));
                if known.contains(&path) {
                    continue;
                }
                if let Ok(bytes) = read_bytes(&path) {
                    found.push(SourceFile::from_bytes(&name(&path), bytes));
                    known.push(path);
                }
            }
            if !found.is_empty() {
                return found;
            }
        }
    }
    Vec::new()
}

/// GNAT's own units have names of eight letters: the first word is a letter, of the others the
/// longest, the leftmost first, lose letters at their ends.
fn shortened(unit: &str) -> String {
    let name = unit.to_lowercase();
    let (prefix, rest) = match name.split_once('.') {
        Some((first @ ("ada" | "gnat" | "interfaces" | "system"), rest)) => {
            (format!("{}-", &first[..1]), rest.to_owned())
        }
        _ => (String::new(), name.clone()),
    };
    let mut words: Vec<String> = rest.split(['.', '_']).map(str::to_owned).collect();
    while words.iter().map(String::len).sum::<usize>() > 8 - prefix.len() {
        let longest = words.iter().map(String::len).max().unwrap_or(0);
        match words.iter_mut().find(|word| word.len() == longest) {
            Some(word) if longest > 0 => {
                word.pop();
            }
            _ => break,
        }
    }
    format!("{prefix}{}", words.concat())
}

/// Prints messages on `err`.
fn report(
    diagnostics: &[Diagnostic],
    sources: &Sources,
    streams: &mut Streams<'_>,
) -> io::Result<()> {
    write!(streams.err, "{}", render_all(diagnostics, sources))
}

fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    if path.is_dir() {
        let message = "this is a folder [name the file of a unit, e.g. p.adb]";
        return Err(io::Error::other(message));
    }
    std::fs::read(path).map_err(|error| {
        if error.kind() == io::ErrorKind::NotFound {
            return io::Error::other("there is no such file [name the file of a unit, e.g. p.adb]");
        }
        error
    })
}

fn name(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}
