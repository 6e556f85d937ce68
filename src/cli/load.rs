//! Reading sources from files.

use std::io;
use std::path::Path;

use super::Streams;
use super::options::{AbstractionOptions, SourceOptions};
use crate::abstraction::Config;
use crate::diagnostic::{Diagnostic, render_all};
use crate::pipeline::{Unit, read};
use crate::source::{SourceFile, Sources};

/// The files of a unit, what they mean, and how to abstract it.
pub(super) struct Loaded {
    pub(super) sources: Sources,
    pub(super) unit: Unit,
    pub(super) config: Config,
}

/// Reads a unit, and the specification `p.ads` that stands beside a body `p.adb`. `None` after
/// saying on `err` what the user must mend.
pub(super) fn load(
    source: &SourceOptions,
    abstraction: &AbstractionOptions,
    streams: &mut Streams<'_>,
) -> io::Result<Option<Loaded>> {
    let path = source.file.as_path();
    let mut sources = Sources::default();
    let spec = path.with_extension("ads");
    let is_body = path.extension().is_some_and(|extension| extension == "adb");
    let files = if is_body && spec.is_file() {
        vec![spec.as_path(), path]
    } else {
        vec![path]
    };
    for file in files {
        match read_text(file) {
            Ok(text) => sources.add(SourceFile::new(&name(file), &text)),
            Err(error) => {
                writeln!(streams.err, "sabs: error: {}: {error}", file.display())?;
                return Ok(None);
            }
        };
    }
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

/// The text of a file; what is not UTF-8 is taken for Latin-1, as Ada does.
fn read_text(path: &Path) -> io::Result<String> {
    if path.is_dir() {
        let message = "this is a folder [name the file of a unit, e.g. p.adb]";
        return Err(io::Error::other(message));
    }
    let bytes = std::fs::read(path)?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
}

fn name(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}
