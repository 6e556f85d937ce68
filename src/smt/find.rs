//! Which solvers there are, and which of them to use.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use super::dialect::Dialect;
use super::oracle::Error;
use super::pipe::{Clock, Output};
use super::watchdog::Watched;

/// How long a solver may take to say its version. As long as for a question: one that is given up
/// here is not used, and on a machine with too much to do every program starts slowly.
const VERSION_CLOCK: Duration = Duration::from_mins(1);

/// What solvers said when they were asked for their versions: each is asked once, also if it does
/// not answer.
static VERSIONS: Mutex<BTreeMap<Executable, Result<String, String>>> = Mutex::new(BTreeMap::new());

/// A file as it was when it was looked at: its path, when it was written, and its length.
type Executable = (PathBuf, Option<SystemTime>, u64);

/// A solver that can be started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solver {
    /// What to start.
    pub command: String,
    /// How to speak to it.
    pub dialect: Dialect,
    /// Its version, if it tells one.
    pub version: Option<Version>,
}

/// The version of a solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    major: u32,
    minor: u32,
    patch: u32,
}

/// How well a solver is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// The tests run with this version.
    Tested,
    /// They do not.
    Untested,
    /// It does not say which version it is.
    Unnamed,
}

/// A place where a solver was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// What led there: `--solver`, `SABS_SOLVER`, `.solver/bin`, `PATH`.
    pub place: &'static str,
    /// What there is.
    pub found: Result<Solver, Error>,
}

/// The solver to use: `wish` if given (`--solver`), otherwise `SABS_SOLVER`, otherwise
/// `.solver/bin/z3` here or beside the executable's project, otherwise `z3` on the path, otherwise
/// `cvc5` there.
///
/// # Errors
/// If there is none, or the first that there is cannot be used: what the user names is never
/// silently replaced by something else.
pub fn find_solver(wish: Option<&str>) -> Result<Solver, Error> {
    find_solver_until(wish, None)
}

/// The same, where nothing is waited for after the `end`.
///
/// # Errors
/// As [`find_solver`].
pub fn find_solver_until(wish: Option<&str>, end: Option<Instant>) -> Result<Solver, Error> {
    match places(wish).into_iter().next() {
        Some((_, command)) => inspect(&command, end),
        None => Err(Error::NotFound {
            looked: "SABS_SOLVER, .solver/bin/z3, z3 or cvc5 on PATH".to_owned(),
        }),
    }
}

/// Every solver there is, in the order in which one is chosen. Nothing is waited for after the
/// `end`, if there is one.
pub fn find_all_solvers(wish: Option<&str>, end: Option<Instant>) -> Vec<Candidate> {
    let mut commands: Vec<(&'static str, String)> = places(wish);
    // One file may be found by several ways.
    let mut seen: Vec<PathBuf> = Vec::new();
    commands.retain(|(_, command)| {
        let path = Path::new(command);
        let file = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let is_new = !seen.contains(&file);
        seen.push(file);
        is_new
    });
    commands
        .into_iter()
        .map(|(place, command)| Candidate {
            place,
            found: inspect(&command, end),
        })
        .collect()
}

fn places(wish: Option<&str>) -> Vec<(&'static str, String)> {
    let variable = std::env::var("SABS_SOLVER").ok();
    let local = Path::new(".solver").join("bin").join("z3");
    let nearby = std::iter::once(local)
        .chain(beside_executable())
        .filter(|path| path.is_file())
        .map(|path| (".solver/bin", path.to_string_lossy().into_owned()));
    let installed = ["z3", "cvc5"].into_iter().filter_map(on_path);
    wish.map(|command| ("--solver", command.to_owned()))
        .into_iter()
        .chain(
            variable
                .filter(|command| !command.is_empty())
                .map(|command| ("SABS_SOLVER", command)),
        )
        .chain(nearby)
        .chain(installed.map(|path| ("PATH", path)))
        .collect()
}

/// `target/debug/sabs` and `target/release/sabs` find the solver of their own checkout, so that
/// the command works from any folder.
fn beside_executable() -> Vec<PathBuf> {
    let Ok(executable) = std::env::current_exe() else {
        return Vec::new();
    };
    executable
        .ancestors()
        .skip(1)
        .take(4)
        .map(|folder| folder.join(".solver").join("bin").join("z3"))
        .collect()
}

fn on_path(name: &str) -> Option<String> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|candidate| is_executable(candidate))
        .map(|found| found.to_string_lossy().into_owned())
}

fn is_executable(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// Looks at a command before it is relied on: is there a file, can it be started, is it new enough?
fn inspect(command: &str, end: Option<Instant>) -> Result<Solver, Error> {
    let start = |reason: &str| Error::Start {
        command: command.to_owned(),
        reason: reason.to_owned(),
    };
    let path = if command.contains('/') {
        PathBuf::from(command)
    } else {
        let found = on_path(command);
        PathBuf::from(found.ok_or_else(|| start("there is no such command on the path"))?)
    };
    if !path.is_file() {
        return Err(start("there is no such file"));
    }
    if !is_executable(&path) {
        return Err(start("it is not executable"));
    }
    let dialect = Dialect::of(command);
    let text = remembered_version(&path, end).map_err(|error| start(&error))?;
    let version = Version::within(&text);
    if let Some(found) = version
        && found < dialect.oldest_version()
    {
        return Err(Error::TooOld {
            command: command.to_owned(),
            found,
            needed: dialect.oldest_version(),
        });
    }
    Ok(Solver {
        command: command.to_owned(),
        dialect,
        version,
    })
}

/// What the solver says when it is asked for its version, which happens only once.
fn remembered_version(path: &Path, end: Option<Instant>) -> Result<String, String> {
    // Whoever else wants to know it waits: it is not asked twice.
    let mut versions = VERSIONS.lock().unwrap_or_else(PoisonError::into_inner);
    let data = path.metadata().map_err(|error| error.to_string())?;
    let executable = (path.to_path_buf(), data.modified().ok(), data.len());
    versions
        .entry(executable)
        .or_insert_with(|| version_text(path, Clock::start(VERSION_CLOCK, end)))
        .clone()
}

/// What the solver says when it is asked for its version. One that takes too long is killed.
fn version_text(path: &Path, clock: Clock) -> Result<String, String> {
    #[allow(clippy::disallowed_methods)] // this, too, is a solver
    let mut command = Command::new(path);
    command
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let (_process, (_, Some(pipe))) =
        Watched::start(&mut command).map_err(|error| error.to_string())?
    else {
        return Err("no pipes".to_owned());
    };
    let mut text = Vec::new();
    let read = Output { pipe, clock }.take(4096).read_to_end(&mut text);
    let text = String::from_utf8_lossy(&text).into_owned();
    // What it has left running may keep the pipe open.
    if read.is_err() && Version::within(&text).is_none() {
        let seconds = clock.limit().as_secs_f32();
        return Err(format!(
            "it was killed after {seconds} s without telling its version"
        ));
    }
    Ok(text)
}

impl Solver {
    /// A solver by its command alone, taken at its word.
    pub fn named(command: &str) -> Solver {
        Solver {
            command: command.to_owned(),
            dialect: Dialect::of(command),
            version: None,
        }
    }

    /// How well it is known.
    pub fn standing(&self) -> Standing {
        match self.version {
            None => Standing::Unnamed,
            Some(version) if self.dialect.tested_versions().contains(&version) => Standing::Tested,
            Some(_) => Standing::Untested,
        }
    }
}

impl Version {
    pub(super) const fn new(major: u32, minor: u32, patch: u32) -> Version {
        Version {
            major,
            minor,
            patch,
        }
    }

    /// The first `1.2.3` in a text.
    fn within(text: &str) -> Option<Version> {
        text.split(|c: char| !(c.is_ascii_digit() || c == '.'))
            .find_map(|word| {
                let numbers: Vec<u32> = word
                    .split('.')
                    .map(str::parse)
                    .collect::<Result<_, _>>()
                    .ok()?;
                match numbers.as_slice() {
                    [major, minor, patch, ..] => Some(Version::new(*major, *minor, *patch)),
                    _ => None,
                }
            })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl fmt::Display for Solver {
    /// `z3 5.4.0`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.version {
            Some(version) => write!(f, "{} {version}", self.dialect),
            None => write!(f, "{} of an unknown version", self.dialect),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_in_what_solvers_say() {
        let version = |text: &str| Version::within(text).map(|found| found.to_string());
        assert_eq!(
            version("Z3 version 5.4.0 - 64 bit").as_deref(),
            Some("5.4.0")
        );
        assert_eq!(
            version("This is cvc5 version 1.0.3").as_deref(),
            Some("1.0.3")
        );
        assert_eq!(version("usage: foo 12"), None);
        assert!(Version::new(4, 8, 12) < Version::new(5, 4, 0));
    }
}
