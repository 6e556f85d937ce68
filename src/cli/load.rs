//! Reading sources from files.

use std::io;
use std::path::{Path, PathBuf};

use super::Streams;
use super::options::{AbstractionOptions, SourceOptions};
use crate::abstraction::Config;
use crate::diagnostic::{Diagnostic, render_all};
use crate::pipeline::{Unit, read_with};
use crate::source::{SourceFile, Sources};

/// The files of a unit, what they mean, and how to abstract it.
pub(super) struct Loaded {
    pub(super) sources: Sources,
    pub(super) unit: Unit,
    pub(super) config: Config,
}

/// Reads units, the specification `p.ads` that stands beside a body `p.adb`, and what they need. `None` after
/// saying on `err` what the user must mend.
pub(super) fn load(
    source: &SourceOptions,
    abstraction: &AbstractionOptions,
    streams: &mut Streams<'_>,
) -> io::Result<Option<Loaded>> {
    let mut sources = Sources::default();
    let mut read_files: Vec<PathBuf> = Vec::new();
    for path in &source.files {
        let spec = path.with_extension("ads");
        let is_body = path.extension().is_some_and(|extension| extension == "adb");
        let files = if is_body && spec.is_file() {
            vec![spec, path.clone()]
        } else {
            vec![path.clone()]
        };
        for file in files {
            if read_files.contains(&file) {
                continue;
            }
            match read_text(&file) {
                Ok(text) => sources.add(SourceFile::new(&name(&file), &text)),
                Err(error) => {
                    writeln!(streams.err, "sabs: error: {}: {error}", file.display())?;
                    return Ok(None);
                }
            };
            read_files.push(file);
        }
    }
    let mut folders: Vec<PathBuf> = source
        .files
        .iter()
        .map(|file| file.parent().map(Path::to_path_buf).unwrap_or_default())
        .collect();
    folders.extend(source.folders.iter().cloned());
    let understood = read_with(&mut sources, &mut |unit| {
        find_unit(unit, &folders, &mut read_files)
    })
    .and_then(|unit| {
        let config = Config::new(&unit.program, abstraction.wishes())?;
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

/// The files of a unit as GNAT names them, `p-q.ads` and `p-q.adb` of P.Q, in the first folder that
/// has them.
fn find_unit(unit: &str, folders: &[PathBuf], known: &mut Vec<PathBuf>) -> Vec<SourceFile> {
    let mut stems = vec![unit.to_lowercase().replace('.', "-")];
    // GNAT shortens the names of its own units.
    if let Some((first, rest)) = stems[0].split_once('-')
        && let Some(letter) = ["ada", "gnat", "interfaces", "system"]
            .contains(&first)
            .then(|| &first[..1])
    {
        let long = format!("{letter}-{rest}");
        let parts: Vec<String> = rest
            .split('-')
            .map(|part| {
                let words: Vec<&str> = part.split('_').collect();
                match words.as_slice() {
                    [only] => only.chars().take(6).collect(),
                    _ => part.chars().take(6).collect(),
                }
            })
            .collect();
        stems.push(format!("{letter}-{}", parts.join("-")));
        stems.push(long);
    }
    for folder in folders {
        for stem in &stems {
            let mut found = Vec::new();
            for extension in ["ads", "adb"] {
                let path = folder.join(format!("{stem}.{extension}"));
                if known.contains(&path) {
                    continue;
                }
                if let Ok(text) = read_text(&path) {
                    found.push(SourceFile::new(&name(&path), &text));
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
