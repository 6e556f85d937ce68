//! Answers kept from run to run.
//!
//! A context is found by its whole [canonical](super::canonical) text, not by a hash of it; with it
//! come all its answers, so that a question costs no query. What is read is looked at before it is
//! believed. An answer of unknown is not kept: the next version may know.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Value as Json, json};

use super::canonical::canonical_text;
use super::horn::{HornAnswer, HornSystem, horn_script};
use super::oracle::{Answer, Context, Error, Literal, Oracle, StateAnswer};
use super::store::{CacheAccess, Store, Stored};
use crate::logic::{Sort, Term, Variable};

/// So many answers are written at a time.
const WRITTEN_AT_ONCE: usize = 4096;

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
    store: Store,
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

impl<O: Oracle> Cache<O> {
    /// Opens the cache in `folder`, creating both if they may be written.
    ///
    /// # Errors
    /// If it is to be written, and the file cannot be opened or is no such cache.
    pub fn open(
        folder: &Path,
        access: CacheAccess,
        family: String,
        oracle: O,
    ) -> Result<Cache<O>, Error> {
        let store = Store::open(folder, access)?;
        Ok(Cache {
            oracle,
            store,
            family,
            context: Context::default(),
            is_told: false,
            text: String::new(),
            known: BTreeMap::new(),
            new: Vec::new(),
            statistics: CacheStatistics::default(),
        })
    }

    /// Why a cache that is only to be read and is there is taken for empty, if it is.
    pub fn trouble(&self) -> Option<String> {
        self.store.trouble()
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
        self.store.add(&new)
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
        let stored = self.store.answers(&self.text)?;
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
        if self.store.is_written() {
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

    /// They cost less than to keep them.
    fn witnesses(&mut self, most: usize) -> Result<Vec<Vec<bool>>, Error> {
        self.told()?.witnesses(most)
    }

    /// Forks have connections of their own. Where none can be made there are none.
    fn forks(&self, wanted: usize) -> Vec<Box<dyn Oracle + Send>> {
        let (folder, access) = self.store.home();
        let around = |oracle: Box<dyn Oracle + Send>| {
            Cache::open(folder, access, self.family.clone(), oracle).ok()
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

    /// Solutions are hints, and so are those that were kept.
    fn horn(&mut self, system: &HornSystem, effort: u32) -> Result<HornAnswer, Error> {
        let (family, script) = (&self.family, horn_script(system));
        let key = format!("{family}, {effort} times that for relations\n{script}");
        let kept = self.store.text(&key)?;
        if let Some(answer) = kept.and_then(|text| read_relations(&text, system)) {
            self.statistics.hits += 1;
            return Ok(answer);
        }
        self.statistics.misses += 1;
        let answer = self.oracle.horn(system, effort)?;
        if let Some(text) = relations_text(&answer) {
            self.store.put(&key, &text)?;
        }
        Ok(answer)
    }

    /// States are not kept.
    fn ask_state(&mut self, assumptions: &[Literal]) -> Result<StateAnswer, Error> {
        self.told()?.ask_state(assumptions)
    }

    fn commands(&self, context: &Context) -> String {
        self.oracle.commands(context)
    }

    fn in_time(&self) -> Result<(), Error> {
        self.oracle.in_time()
    }

    fn recall(&mut self, key: &str) -> Result<Option<String>, Error> {
        let found = self.store.text(&format!("{}\n{key}", self.family))?;
        match found {
            Some(_) => self.statistics.hits += 1,
            None => self.statistics.misses += 1,
        }
        Ok(found)
    }

    fn keep(&mut self, key: &str, text: &str) -> Result<(), Error> {
        self.store.put(&format!("{}\n{key}", self.family), text)
    }
}

impl<O: Oracle> Drop for Cache<O> {
    fn drop(&mut self) {
        let _ = self.flush();
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

/// What is known of clauses as text; nothing where nobody knows.
fn relations_text(answer: &HornAnswer) -> Option<String> {
    match answer {
        HornAnswer::Impossible => Some(json!("impossible").to_string()),
        HornAnswer::Solved(relations) => {
            let noted: Option<Vec<Json>> = relations.iter().map(Term::to_notation).collect();
            noted.map(|noted| Json::Array(noted).to_string())
        }
        HornAnswer::Unknown(_) => None,
    }
}

/// The same from the text, if it can be about these clauses.
#[allow(clippy::wildcard_enum_match_arm)] // every other text says nothing
fn read_relations(text: &str, system: &HornSystem) -> Option<HornAnswer> {
    match serde_json::from_str(text).ok()? {
        Json::String(word) if word == "impossible" => Some(HornAnswer::Impossible),
        Json::Array(noted) if noted.len() == system.relations.len() => {
            let relations: Option<Vec<Term>> = noted
                .iter()
                .zip(&system.relations)
                .map(|(noted, places)| {
                    let places: BTreeSet<Variable> = places.iter().cloned().collect();
                    let term = Term::from_notation(noted)?;
                    let fits =
                        term.sort() == Sort::Bool && term.free_variables().is_subset(&places);
                    fits.then_some(term)
                })
                .collect();
            relations.map(HornAnswer::Solved)
        }
        _ => None,
    }
}
