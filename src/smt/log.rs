//! The files in which dialogues are kept for whoever wants to know what was asked.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::oracle::Error;

/// The next numbers of files, by what the dialogues are about.
static NUMBERS: [AtomicU64; 3] = [const { AtomicU64::new(1) }; 3];

/// What a dialogue is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// Questions of whoever looks for proofs and failures.
    Search,
    /// A system of Horn clauses.
    Horn,
    /// The confirmation of proofs.
    Certificate,
}

/// A folder to which every dialogue is written, a file each, with a number behind its subject. What
/// is there is left as it is: the numbers go on behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Log {
    folder: PathBuf,
    subject: Subject,
}

impl Log {
    /// Dialogues about something go there.
    pub fn new(folder: &Path, subject: Subject) -> Log {
        let folder = folder.to_path_buf();
        Log { folder, subject }
    }

    /// The same for dialogues about something else.
    pub(super) fn about(&self, subject: Subject) -> Log {
        Log::new(&self.folder, subject)
    }

    /// Makes the folder if there is none.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn make_folder(&self) -> Result<(), Error> {
        fs::create_dir_all(&self.folder).map_err(|error| self.failed(&error.to_string()))
    }

    /// A new file that says in its first line who is asked.
    pub(super) fn open(&self, asked: &str) -> Result<File, Error> {
        self.make_folder()?;
        let opened = self.create().and_then(|mut file| {
            writeln!(file, "; {asked}")?;
            Ok(file)
        });
        opened.map_err(|error| self.failed(&error.to_string()))
    }

    fn create(&self) -> io::Result<File> {
        let (name, numbers) = match self.subject {
            Subject::Search => ("dialogue", &NUMBERS[0]),
            Subject::Horn => ("horn", &NUMBERS[1]),
            Subject::Certificate => ("certify", &NUMBERS[2]),
        };
        loop {
            let number = numbers.fetch_add(1, Ordering::Relaxed);
            let path = self.folder.join(format!("{name}-{number}.smt2"));
            match File::create_new(path) {
                // From an earlier run.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                done => return done,
            }
        }
    }

    /// The error that this is the reason of.
    pub(super) fn failed(&self, reason: &str) -> Error {
        Error::Log {
            folder: self.folder.display().to_string(),
            reason: reason.to_owned(),
        }
    }
}
