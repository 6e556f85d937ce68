//! A dialogue with one solver process, from its start to its end.
//!
//! Answers are taken by the letter: `satisfied` is not `sat`, and behind every answer an echo with a
//! number of its own is expected, so that a line too many or too few can never make one answer pass
//! for another's. (That, and that a process must be killable while its answer is awaited, is why no
//! library stands between.)

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use super::dialect::Dialect;
use super::expression::{Expression, read_expression};
use super::find::Solver;
use super::watchdog::{Expiry, Watched};

/// So many commands are told before their acknowledgements are read: few enough for the pipe to
/// hold those, whatever its size.
const TOLD_AT_ONCE: usize = 256;

/// Why a dialogue is over. None of these leaves a process that can be asked anything.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Breach {
    /// The solver said `(error "..")`.
    #[error("it rejected a command: {0}")]
    Rejected(String),
    /// The solver said what is no answer.
    #[error("it answered `{0}`")]
    Garbage(String),
    /// The process has ended.
    #[error("it ended before it answered")]
    Ended,
    /// The clock ran out and the process was killed.
    #[error("it was killed after {} s without an answer", .0.as_secs_f32())]
    Clock(Duration),
    /// The pipe or the log broke.
    #[error("{0}")]
    Broken(String),
}

/// A running solver.
pub(super) struct Dialogue {
    // Dropped first: the process ends before its pipes do.
    process: Watched,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    log: Option<BufWriter<File>>,
    dialect: Dialect,
    clock: Duration,
    /// When everything must be over, if it must.
    end: Option<Instant>,
    /// How many answers were asked for.
    asked: u64,
}

/// The answer to a `check-sat`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Satisfiability {
    Yes,
    No,
    Unknown,
}

impl Dialogue {
    /// Starts the solver.
    pub(super) fn start(
        solver: &Solver,
        arguments: &[String],
        (clock, end): (Duration, Option<Instant>),
        log: Option<File>,
    ) -> io::Result<Dialogue> {
        // The only place that starts a solver.
        #[allow(clippy::disallowed_methods)]
        let mut command = Command::new(&solver.command);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Nobody would read it, and a full pipe would stop the solver.
            .stderr(Stdio::null());
        let (process, (Some(input), Some(output))) = Watched::start(&mut command)? else {
            return Err(io::Error::other("no pipes"));
        };
        Ok(Dialogue {
            process,
            input,
            output: BufReader::new(output),
            log: log.map(BufWriter::new),
            dialect: solver.dialect,
            clock,
            end,
            asked: 0,
        })
    }

    /// Commands that are acknowledged.
    pub(super) fn tell(&mut self, lines: &[String]) -> Result<(), Breach> {
        for chunk in lines.chunks(TOLD_AT_ONCE) {
            self.send(&chunk.join("\n"))?;
            for _ in chunk {
                self.acknowledged()?;
            }
        }
        Ok(())
    }

    fn acknowledged(&mut self) -> Result<(), Breach> {
        let text = self.read()?;
        if text.trim() == "success" {
            Ok(())
        } else {
            Err(no_answer(&text))
        }
    }

    /// A `check-sat`.
    pub(super) fn check(&mut self, command: &str) -> Result<Satisfiability, Breach> {
        let text = self.ask(command)?;
        match text.trim() {
            "sat" => Ok(Satisfiability::Yes),
            "unsat" => Ok(Satisfiability::No),
            "unknown" => Ok(Satisfiability::Unknown),
            _ => Err(no_answer(&text)),
        }
    }

    /// A command that is answered by a list.
    pub(super) fn get(&mut self, command: &str) -> Result<Expression, Breach> {
        let text = self.ask(command)?;
        match Expression::parse(&text) {
            Some(list @ Expression::List(_)) if !is_error(&list) => Ok(list),
            _ => Err(no_answer(&text)),
        }
    }

    /// A command and its one answer.
    fn ask(&mut self, command: &str) -> Result<String, Breach> {
        self.asked += 1;
        let mark = format!("q{}", self.asked);
        self.send(&format!("{command}\n(echo \"{mark}\")"))?;
        let text = self.read()?;
        self.note(text.trim());
        let echo = self.read()?;
        if self.dialect.acknowledges_echo() {
            self.acknowledged()?;
        }
        if echo.trim().trim_matches('"') == mark {
            Ok(text)
        } else {
            Err(no_answer(&format!("{text} {echo}")))
        }
    }

    fn send(&mut self, text: &str) -> Result<(), Breach> {
        let broken = |error: io::Error| Breach::Broken(error.to_string());
        if let Some(log) = &mut self.log {
            writeln!(log, "{text}")
                .and_then(|()| log.flush())
                .map_err(broken)?;
        }
        let mut line = String::with_capacity(text.len() + 1);
        line.push_str(text);
        line.push('\n');
        // The solver may be reading slowly because it does not read at all.
        let limit = self.limit();
        self.process.arm(limit);
        let written = self.input.write_all(line.as_bytes());
        match self.process.disarm() {
            Expiry::Killed => Err(Breach::Clock(limit)),
            Expiry::InTime => written.map_err(|_| Breach::Ended),
        }
    }

    /// How long an answer may take from now on.
    fn limit(&self) -> Duration {
        let left = |end: Instant| end.saturating_duration_since(Instant::now());
        self.end.map_or(self.clock, |end| self.clock.min(left(end)))
    }

    fn read(&mut self) -> Result<String, Breach> {
        let limit = self.limit();
        self.process.arm(limit);
        let text = read_expression(&mut self.output);
        match (self.process.disarm(), text) {
            (Expiry::Killed, _) => Err(Breach::Clock(limit)),
            (Expiry::InTime, Ok(Some(text))) => Ok(text),
            (Expiry::InTime, Ok(None)) => Err(Breach::Ended),
            (Expiry::InTime, Err(error)) => Err(Breach::Broken(error.to_string())),
        }
    }

    /// Writes an answer into the log, as a comment.
    fn note(&mut self, answer: &str) {
        if let Some(log) = &mut self.log {
            for line in answer.lines() {
                // A log that cannot be written shows with the next command.
                let _ = writeln!(log, "; {line}");
            }
        }
    }
}

/// What a text is that is not the answer.
pub(super) fn no_answer(text: &str) -> Breach {
    let line: Vec<&str> = text.split_whitespace().collect();
    let shown = line.join(" ").chars().take(160).collect();
    match Expression::parse(text) {
        Some(expression) if is_error(&expression) => Breach::Rejected(shown),
        _ => Breach::Garbage(shown),
    }
}

fn is_error(expression: &Expression) -> bool {
    matches!(expression, Expression::List(list)
        if list.first() == Some(&Expression::Atom("error".to_owned())))
}
