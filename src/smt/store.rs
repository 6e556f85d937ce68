//! The file of `SQLite` in which answers and other texts are kept from run to run.
//!
//! `SQLite` lets several processes use the file at once and leaves it whole when one is killed in the
//! middle of a write. What is read carries its check sum: a damaged disk must not prove anything.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};

use super::oracle::Error;

/// Increased when the meaning of what is stored changes.
const FORMAT: i64 = 2;
/// How long one process waits while another writes.
const PATIENCE: Duration = Duration::from_secs(20);

/// Whether new answers are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheAccess {
    /// They are.
    ReadWrite,
    /// They are not: what is there is used, nothing is created.
    ReadOnly,
}

/// The file, if there is one.
pub(super) struct Store {
    connection: Option<Connection>,
    place: String,
    access: CacheAccess,
    /// Why a file that is there is not read.
    trouble: Option<String>,
}

/// An answer to a question about a context.
pub(super) struct Stored {
    pub(super) text: String,
    pub(super) question: String,
    pub(super) answer: String,
}

impl Store {
    /// Opens the file in `folder`, creating both if they may be written. One that is only to be read
    /// and cannot be is as good as none: what it holds would have saved time, and to mend it is to
    /// write.
    ///
    /// # Errors
    /// If the file cannot be opened to write, or is none of ours.
    pub(super) fn open(folder: &Path, access: CacheAccess) -> Result<Store, Error> {
        let path = folder.join("answers.sqlite");
        let mut store = Store {
            connection: None,
            place: path.display().to_string(),
            access,
            trouble: None,
        };
        match access {
            // Nothing stored yet, and nothing is to be.
            CacheAccess::ReadOnly if !path.exists() => {}
            CacheAccess::ReadOnly => match open_to_read(&path) {
                Ok(connection) => store.connection = Some(connection),
                Err(reason) => store.trouble = Some(reason),
            },
            CacheAccess::ReadWrite => {
                let made = fs::create_dir_all(folder).map_err(|error| error.to_string());
                let opened = made.and_then(|()| {
                    let connection = open_to_write(&path).map_err(|error| error.to_string())?;
                    in_format(connection)
                });
                store.connection = Some(opened.map_err(|reason| store.unusable(reason))?);
            }
        }
        Ok(store)
    }

    /// Why a file that is there is not read, as a warning.
    pub(super) fn trouble(&self) -> Option<String> {
        let reason = self.trouble.as_ref()?;
        let place = &self.place;
        Some(format!(
            "the cache {place} is taken for empty: {reason} [a run without --cache-readonly mends \
             it, or delete it]"
        ))
    }

    /// The folder it is in, and whether it is written.
    pub(super) fn home(&self) -> (&Path, CacheAccess) {
        let folder = Path::new(&self.place).parent();
        (folder.unwrap_or(Path::new(".")), self.access)
    }

    /// Whether anything can be stored.
    pub(super) fn is_written(&self) -> bool {
        self.connection.is_some() && self.access == CacheAccess::ReadWrite
    }

    /// The answers stored for a context.
    pub(super) fn answers(&mut self, text: &str) -> Result<Vec<Stored>, Error> {
        let found = self.connection.as_ref().map(|store| read(store, text));
        self.or_none(found.unwrap_or(Ok(Vec::new())))
    }

    /// What was read, or nothing from now on where nothing can be mended.
    fn or_none<T: Default>(&mut self, found: rusqlite::Result<T>) -> Result<T, Error> {
        match (found, self.access) {
            (Ok(found), _) => Ok(found),
            (Err(error), CacheAccess::ReadWrite) => Err(self.failed(&error)),
            (Err(error), CacheAccess::ReadOnly) => {
                self.connection = None;
                self.trouble = Some(reason(&error));
                Ok(T::default())
            }
        }
    }

    /// Stores answers.
    pub(super) fn add(&mut self, new: &[Stored]) -> Result<(), Error> {
        let written = match &mut self.connection {
            Some(store) if self.access == CacheAccess::ReadWrite && !new.is_empty() => {
                write(store, new)
            }
            Some(_) | None => Ok(()),
        };
        written.map_err(|error| self.failed(&error))
    }

    /// The text stored under a key.
    pub(super) fn text(&mut self, key: &str) -> Result<Option<String>, Error> {
        let Some(store) = &self.connection else {
            return Ok(None);
        };
        let found = store
            .prepare_cached("SELECT text, sum FROM kept WHERE key = ?1")
            .and_then(|mut query| {
                let row = query.query_row(params![key], |row| Ok((row.get(0)?, row.get(1)?)));
                row.optional()
            });
        let found: Option<(String, i64)> = self.or_none(found)?;
        Ok(found
            .filter(|(text, sum)| check_sum(&[key, text]) == *sum)
            .map(|(text, _)| text))
    }

    /// Stores a text under a key, in the place of an earlier one.
    pub(super) fn put(&mut self, key: &str, text: &str) -> Result<(), Error> {
        if !self.is_written() {
            return Ok(());
        }
        let Some(store) = &self.connection else {
            return Ok(());
        };
        let sum = check_sum(&[key, text]);
        let written = store.execute(
            "INSERT OR REPLACE INTO kept (key, text, sum) VALUES (?1, ?2, ?3)",
            params![key, text, sum],
        );
        written.map(|_| ()).map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &rusqlite::Error) -> Error {
        self.unusable(error.to_string())
    }

    fn unusable(&self, reason: String) -> Error {
        Error::Cache {
            store: self.place.clone(),
            reason,
        }
    }
}

/// A connection that writes nothing, not even to bring to an end what somebody has left half done:
/// without that, the file cannot be read.
fn open_to_read(path: &Path) -> Result<Connection, String> {
    let data = path.metadata().map_err(|error| error.to_string())?;
    if data.len() == 0 {
        return Err("there is nothing in it yet".to_owned());
    }
    let opened = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
    let connection = opened.map_err(|error| reason(&error))?;
    let patient = connection.busy_timeout(PATIENCE);
    patient.map_err(|error| reason(&error))?;
    in_format(connection)
}

/// The connection, if it is to a file of ours.
fn in_format(connection: Connection) -> Result<Connection, String> {
    let format = connection.pragma_query_value(None, "user_version", |row| row.get(0));
    let format: i64 = format.map_err(|error| reason(&error))?;
    if format == FORMAT {
        Ok(connection)
    } else {
        Err(format!("it has format {format}, not {FORMAT}"))
    }
}

/// What the error means here.
fn reason(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        // A journal is left that would have to be rolled back.
        Some(ErrorCode::ReadOnly) => "somebody was stopped while writing it".to_owned(),
        Some(_) | None => error.to_string(),
    }
}

fn open_to_write(path: &Path) -> rusqlite::Result<Connection> {
    let mut store = Connection::open(path)?;
    store.busy_timeout(PATIENCE)?;
    // One process makes the tables, the others find them.
    let change = store.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let format: i64 = change.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if format == 0 {
        change.execute_batch(
            "CREATE TABLE context (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
             CREATE TABLE answer (context INTEGER NOT NULL, question TEXT NOT NULL,
               answer TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (context, question))
               WITHOUT ROWID;
             CREATE TABLE kept (key TEXT PRIMARY KEY, text TEXT NOT NULL, sum INTEGER NOT NULL)
               WITHOUT ROWID;",
        )?;
        change.pragma_update(None, "user_version", FORMAT)?;
    }
    change.commit()?;
    Ok(store)
}

/// The answers stored for a context, those left out whose sum is not theirs.
fn read(store: &Connection, text: &str) -> rusqlite::Result<Vec<Stored>> {
    let found: Option<i64> = store
        .prepare_cached("SELECT id FROM context WHERE text = ?1")?
        .query_row(params![text], |row| row.get(0))
        .optional()?;
    let Some(id) = found else {
        return Ok(Vec::new());
    };
    let mut query =
        store.prepare_cached("SELECT question, answer, sum FROM answer WHERE context = ?1")?;
    let rows = query.query_map(params![id], |row| {
        let stored = Stored {
            text: text.to_owned(),
            question: row.get(0)?,
            answer: row.get(1)?,
        };
        let sum: i64 = row.get(2)?;
        Ok((stored, sum))
    })?;
    let mut answers = Vec::new();
    for row in rows {
        let (stored, sum) = row?;
        if stored.sum() == sum {
            answers.push(stored);
        }
    }
    Ok(answers)
}

fn write(store: &mut Connection, new: &[Stored]) -> rusqlite::Result<()> {
    let change = store.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    {
        let mut context =
            change.prepare_cached("INSERT OR IGNORE INTO context (text) VALUES (?1)")?;
        let mut answer = change.prepare_cached(
            "INSERT OR IGNORE INTO answer (context, question, answer, sum)
             SELECT id, ?2, ?3, ?4 FROM context WHERE text = ?1",
        )?;
        for stored in new {
            context.execute(params![stored.text])?;
            answer.execute(params![
                stored.text,
                stored.question,
                stored.answer,
                stored.sum()
            ])?;
        }
    }
    change.commit()
}

impl Stored {
    fn sum(&self) -> i64 {
        check_sum(&[&self.text, &self.question, &self.answer])
    }
}

/// FNV-1a over everything.
fn check_sum(parts: &[&str]) -> i64 {
    let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
    for part in parts {
        for byte in part.bytes().chain([0]) {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    sum.cast_signed()
}
