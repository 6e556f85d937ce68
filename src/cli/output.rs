//! Writing products to files.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Writes the whole text or leaves the file as it was: the text goes to a file beside it first. A
/// link is followed; a pipe or a device has nothing to be left as it was, and just gets the text.
pub(super) fn write_file(path: &Path, text: impl AsRef<[u8]>) -> io::Result<()> {
    let told = |error: io::Error| io::Error::other(format!("{}: {error}", path.display()));
    let is_special = |about: fs::Metadata| !about.is_file() && !about.is_dir();
    if fs::metadata(path).is_ok_and(is_special) {
        let opened = fs::OpenOptions::new().write(true).open(path);
        return opened
            .and_then(|mut file| file.write_all(text.as_ref()))
            .map_err(told);
    }
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let beside = beside(&place);
    let written = begin(&beside)
        .and_then(|mut file| file.write_all(text.as_ref()))
        .and_then(|()| fs::rename(&beside, &place));
    if written.is_err() {
        // Whatever went wrong, no half-written file stays behind.
        let _ = fs::remove_file(&beside);
    }
    *unfinished() = None;
    written.map_err(told)
}

/// Makes a folder that an option names, with those around it, unless it is there. Done before any
/// work: nobody waits for what cannot be written.
pub(super) fn make_folder(folder: &Path, option: &str) -> io::Result<()> {
    fs::create_dir_all(folder).map_err(|error| {
        let folder = folder.display();
        io::Error::other(format!(
            "{folder}: {error} [give {option} a folder that can be made]"
        ))
    })
}

/// The file that is being written, if any. Held while it is made, so that whoever discards it
/// either finds it or keeps it from being made.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

fn unfinished() -> MutexGuard<'static, Option<PathBuf>> {
    // A panic leaves a name behind, no more.
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn begin(path: &Path) -> io::Result<fs::File> {
    let mut unfinished = unfinished();
    let file = fs::File::create(path)?;
    *unfinished = Some(path.to_path_buf());
    Ok(file)
}

/// Removes what is half written, and lets nothing be written any more: for the end of the program
/// when it is interrupted.
pub fn discard_unfinished() {
    let mut unfinished = unfinished();
    if let Some(path) = unfinished.take() {
        let _ = fs::remove_file(path);
    }
    // Never released: whoever wants to write waits for the end.
    std::mem::forget(unfinished);
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}
