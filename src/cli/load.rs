//! Reading sources from files.

use std::io;
use std::path::Path;

use super::Streams;
use super::options::{AbstractionOptions, SourceOptions};
use crate::abstraction::Config;
use crate::diagnostic::{Diagnostic, Severity, render_all};
use crate::pipeline::{Unit, read};
use crate::source::{SourceFile, Sources};
use crate::syntax::{ast, parse_all};

/// The files of a unit, what they mean, and how to abstract it.
pub(super) struct Loaded {
    pub(super) sources: Sources,
    pub(super) unit: Unit,
    pub(super) config: Config,
}

/// The syntax of a unit alone; `None` after saying on `err` what the user must mend.
pub(super) fn load_syntax(
    source: &SourceOptions,
    streams: &mut Streams<'_>,
) -> io::Result<Option<Vec<ast::Unit>>> {
    let Some(sources) = read_sources(&source.file, streams)? else {
        return Ok(None);
    };
    let parsed = parse_all(&sources);
    report(&parsed.diagnostics, &sources, streams)?;
    let is_error = |found: &Diagnostic| found.severity == Severity::Error;
    let is_broken = parsed.diagnostics.iter().any(is_error);
    Ok((!is_broken).then_some(parsed.units))
}

/// Reads the file of a unit, the specification `p.ads` that stands beside a body `p.adb`, and the
/// sidecar `p.sabs`.
fn read_sources(path: &Path, streams: &mut Streams<'_>) -> io::Result<Option<Sources>> {
    let (specification, sidecar) = (path.with_extension("ads"), path.with_extension("sabs"));
    let is_body = path.extension().is_some_and(|extension| extension == "adb");
    let mut files = vec![path];
    if is_body && specification.is_file() {
        files.insert(0, &specification);
    }
    if sidecar.is_file() && sidecar != path {
        files.push(&sidecar);
    }
    let mut sources = Sources::default();
    for file in files {
        match read_bytes(file) {
            Ok(bytes) => sources.add(SourceFile::from_bytes(&name(file), bytes)),
            Err(error) => {
                writeln!(streams.err, "sabs: error: {}: {error}", file.display())?;
                return Ok(None);
            }
        };
    }
    Ok(Some(sources))
}

/// Reads a unit with what belongs to it. `None` after saying on `err` what the user must mend.
pub(super) fn load(
    source: &SourceOptions,
    abstraction: &AbstractionOptions,
    streams: &mut Streams<'_>,
) -> io::Result<Option<Loaded>> {
    let Some(sources) = read_sources(&source.file, streams)? else {
        return Ok(None);
    };
    let understood = read(&sources).and_then(|unit| {
        let config = Config {
            seeds: abstraction.seeds(),
            ..Config::new(&unit.program, abstraction.wishes())?
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
    std::fs::read(path)
}

fn name(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}
