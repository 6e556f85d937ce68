//! Answers kept from run to run, in a file of `SQLite`.
//!
//! `SQLite` lets several processes use the file at once and leaves it whole when one is killed in the
//! middle of a write. A context is found by its whole [canonical](super::canonical) text, not by a
//! hash of it; with it come all its answers, so that a question costs no query. What is read is
//! looked at before it is believed. An answer of unknown is not kept: the next version may know.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::canonical::canonical_text;
use super::horn::{HornAnswer, HornSystem};
use super::oracle::{Answer, Context, Error, Literal, Oracle, StateAnswer};

/// Increased when the meaning of a stored answer changes.
const FORMAT: i64 = 1;
/// How long one process waits while another writes.
const PATIENCE: Duration = Duration::from_secs(20);
/// So many answers are written at a time.
const WRITTEN_AT_ONCE: usize = 4096;

/// Whether new answers are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheAccess {
    /// They are.
    ReadWrite,
    /// They are not: what is there is used, nothing is created.
    ReadOnly,
}

/// Counts of what the cache did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CacheStatistics {
    /// Questions it answered.
    pub hits: u64,
    /// Questions it had to pass on.
    pub misses: u64,
}

/// An oracle that remembers what another one answered, and asks it only what nobody has asked yet.
///
/// What the solver itself is and how many steps it is given belongs to `family`: answers are shared
/// only within one.
pub struct Cache<O: Oracle> {
    oracle: O,
    store: Option<Connection>,
    place: String,
    access: CacheAccess,
    family: String,
    context: Context,
    /// Whether `oracle` has been told the context.
    is_told: bool,
    /// The context's text, which is its key, and all answers known about it.
    text: String,
    known: BTreeMap<Vec<Literal>, Answer>,
    new: Vec<Stored>,
    statistics: CacheStatistics,
}

/// An answer that waits to be written.
struct Stored {
    text: String,
    question: String,
    answer: String,
}

impl<O: Oracle> Cache<O> {
    /// Opens the cache in `folder`, creating both if they may be written.
    ///
    /// # Errors
    /// If the file cannot be opened, or is no such cache.
    pub fn open(
        folder: &Path,
        access: CacheAccess,
        family: String,
        oracle: O,
    ) -> Result<Cache<O>, Error> {
        let path = folder.join("answers.sqlite");
        let place = path.display().to_string();
        let failed = |reason: String| Error::Cache {
            store: place.clone(),
            reason,
        };
        let store = match access {
            // Nothing stored yet, and nothing is to be.
            CacheAccess::ReadOnly if !path.exists() => None,
            CacheAccess::ReadOnly => Some(open_to_read(&path)),
            CacheAccess::ReadWrite => {
                fs::create_dir_all(folder).map_err(|error| failed(error.to_string()))?;
                Some(open_to_write(&path))
            }
        };
        let store = store
            .transpose()
            .map_err(|error| failed(error.to_string()))?;
        if let Some(store) = &store {
            let format: i64 = store
                .pragma_query_value(None, "user_version", |row| row.get(0))
                .map_err(|error| failed(error.to_string()))?;
            if format != FORMAT {
                return Err(failed(format!("it has format {format}, not {FORMAT}")));
            }
        }
        Ok(Cache {
            oracle,
            store,
            place,
            access,
            family,
            context: Context::default(),
            is_told: false,
            text: String::new(),
            known: BTreeMap::new(),
            new: Vec::new(),
            statistics: CacheStatistics::default(),
        })
    }

    /// What it did so far.
    pub fn statistics(&self) -> CacheStatistics {
        self.statistics
    }

    /// The oracle that is asked what is not stored.
    pub fn oracle(&self) -> &O {
        &self.oracle
    }

    /// Writes what is new. Happens by itself now and then and at the end, where a failure passes
    /// in silence, because it costs time at most.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn flush(&mut self) -> Result<(), Error> {
        let new = std::mem::take(&mut self.new);
        let written = match &mut self.store {
            Some(store) if self.access == CacheAccess::ReadWrite && !new.is_empty() => {
                write(store, &new)
            }
            Some(_) | None => Ok(()),
        };
        written.map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &rusqlite::Error) -> Error {
        Error::Cache {
            store: self.place.clone(),
            reason: error.to_string(),
        }
    }

    /// Passes questions on to an oracle that knows the context.
    fn told(&mut self) -> Result<&mut O, Error> {
        if !self.is_told {
            self.oracle.begin(&self.context)?;
            self.is_told = true;
        }
        Ok(&mut self.oracle)
    }
}

impl<O: Oracle> Oracle for Cache<O> {
    fn begin(&mut self, context: &Context) -> Result<(), Error> {
        self.context = context.clone();
        self.is_told = false;
        self.text = format!("{}\n{}", self.family, canonical_text(context));
        let stored = match &self.store {
            Some(store) => read(store, &self.text).map_err(|error| self.failed(&error))?,
            None => Vec::new(),
        };
        let atoms = context.atoms.len();
        let of_now = |stored: &&Stored| stored.text == self.text;
        self.known = stored
            .iter()
            .chain(self.new.iter().filter(of_now))
            .filter_map(|stored| {
                let question = read_literals(&stored.question, atoms)?;
                let answer = read_answer(&stored.answer, &question, atoms)?;
                Some((question, answer))
            })
            .collect();
        Ok(())
    }

    fn ask(&mut self, assumptions: &[Literal]) -> Result<Answer, Error> {
        let mut key = assumptions.to_vec();
        key.sort_unstable();
        key.dedup();
        if let Some(answer) = self.known.get(&key) {
            self.statistics.hits += 1;
            return Ok(answer.clone());
        }
        self.statistics.misses += 1;
        let answer = self.told()?.ask(assumptions)?;
        let text = match &answer {
            Answer::Satisfiable(truths) => {
                let digits = truths.iter().map(|truth| if *truth { '1' } else { '0' });
                format!("sat {}", digits.collect::<String>())
            }
            Answer::Unsatisfiable(core) => format!("unsat {}", literals_text(core)),
            Answer::Unknown(_) => return Ok(answer),
        };
        if self.store.is_some() && self.access == CacheAccess::ReadWrite {
            self.new.push(Stored {
                text: self.text.clone(),
                question: literals_text(&key),
                answer: text,
            });
            if self.new.len() >= WRITTEN_AT_ONCE {
                self.flush()?;
            }
        }
        self.known.insert(key, answer.clone());
        Ok(answer)
    }

    /// Forks have connections of their own. Where none can be made there are none.
    fn forks(&self, wanted: usize) -> Vec<Box<dyn Oracle + Send>> {
        let folder = Path::new(&self.place).parent().unwrap_or(Path::new("."));
        let around = |oracle: Box<dyn Oracle + Send>| {
            Cache::open(folder, self.access, self.family.clone(), oracle).ok()
        };
        let forks = self.oracle.forks(wanted).into_iter();
        forks
            .map_while(around)
            .map(|cache| Box::new(cache) as Box<dyn Oracle + Send>)
            .collect()
    }

    fn renew(&mut self) -> Result<(), Error> {
        self.oracle.renew()
    }

    /// Relations are not kept.
    fn horn(&mut self, system: &HornSystem, effort: u32) -> Result<HornAnswer, Error> {
        self.oracle.horn(system, effort)
    }

    /// States are not kept.
    fn ask_state(&mut self, assumptions: &[Literal]) -> Result<StateAnswer, Error> {
        self.told()?.ask_state(assumptions)
    }
}

impl<O: Oracle> Drop for Cache<O> {
    fn drop(&mut self) {
        let _ = self.flush();
    }
}

fn open_to_read(path: &Path) -> rusqlite::Result<Connection> {
    let store = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    store.busy_timeout(PATIENCE)?;
    Ok(store)
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
    /// FNV-1a over everything: a damaged disk must not prove anything.
    fn sum(&self) -> i64 {
        let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
        for part in [&self.text, &self.question, &self.answer] {
            for byte in part.bytes().chain([0]) {
                sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        sum.cast_signed()
    }
}

/// `3 -5`: atom 3, and not atom 5.
fn literals_text(literals: &[Literal]) -> String {
    let words: Vec<String> = literals
        .iter()
        .map(|literal| {
            let sign = if literal.positive { "" } else { "-" };
            format!("{sign}{}", literal.atom)
        })
        .collect();
    words.join(" ")
}

fn read_literals(text: &str, atoms: usize) -> Option<Vec<Literal>> {
    text.split_whitespace()
        .map(|word| {
            let (digits, positive) = match word.strip_prefix('-') {
                Some(digits) => (digits, false),
                None => (word, true),
            };
            let atom = digits.parse().ok().filter(|atom| *atom < atoms)?;
            Some(Literal { atom, positive })
        })
        .collect()
}

/// The answer, if it can be one to this question.
fn read_answer(text: &str, question: &[Literal], atoms: usize) -> Option<Answer> {
    let (word, rest) = text.split_once(' ')?;
    match word {
        "sat" => {
            let truths: Vec<bool> = rest
                .chars()
                .map(|digit| match digit {
                    '1' => Some(true),
                    '0' => Some(false),
                    _ => None,
                })
                .collect::<Option<_>>()?;
            let fits = truths.len() == atoms
                && question
                    .iter()
                    .all(|literal| truths[literal.atom] == literal.positive);
            fits.then_some(Answer::Satisfiable(truths))
        }
        "unsat" => {
            let core = read_literals(rest, atoms)?;
            let fits = core.iter().all(|literal| question.contains(literal));
            fits.then_some(Answer::Unsatisfiable(core))
        }
        _ => None,
    }
}
