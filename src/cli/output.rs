//! Writing products to files.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes the whole text or leaves the file as it was: the text goes to a file beside it first.
pub(super) fn write_file(path: &Path, text: &str) -> io::Result<()> {
    let told = |error: io::Error| io::Error::other(format!("{}: {error}", path.display()));
    let beside = beside(path);
    let written = fs::File::create(&beside)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // Whatever went wrong, no half-written file stays behind.
        let _ = fs::remove_file(&beside);
    }
    written.map_err(told)
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}
