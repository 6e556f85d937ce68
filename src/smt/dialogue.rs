//! A dialogue with one solver process, from its start to its end.
//!
//! Answers are taken by the letter: `satisfied` is not `sat`, and behind every answer an echo with a
//! number of its own is expected, so that a line too many or too few can never make one answer pass
//! for another's. (That, and that a process must be killable while its answer is awaited, is why no
//! library stands between.)

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::dialect::Dialect;
use super::expression::{Expression, read_expression};
use super::find::Solver;
use super::pipe::{Clock, Input, Output};
use super::watchdog::Watched;

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
    /// The pipe broke, or what came out of it had no end.
    #[error("{0}")]
    Broken(String),
    /// The log cannot be written, which is nobody's fault here.
    #[error("{0}")]
    Log(String),
}

/// A running solver.
pub(super) struct Dialogue {
    // Dropped first: the process ends before its pipes do.
    process: Watched,
    input: Input,
    output: BufReader<Output>,
    log: Option<BufWriter<File>>,
    dialect: Dialect,
    /// Of the question that is being asked.
    clock: Clock,
    /// How many echoes were asked for.
    echoes: u64,
}

/// The answer to a `check-sat`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Satisfiability {
    Yes,
    No,
    Unknown,
}

impl Dialogue {
    /// Starts the solver, which has so much time until it is [allowed](Dialogue::allow) more.
    pub(super) fn start(
        solver: &Solver,
        arguments: &[String],
        clock: Clock,
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
        let (process, (Some(input), Some(pipe))) = Watched::start(&mut command)? else {
            return Err(io::Error::other("no pipes"));
        };
        Ok(Dialogue {
            process,
            input: Input(input),
            output: BufReader::new(Output { pipe, clock }),
            log: log.map(BufWriter::new),
            dialect: solver.dialect,
            clock,
            echoes: 0,
        })
    }

    /// Everything that is said from now on until this is called again takes no longer, however many
    /// commands and answers it is: a solver that answers drop by drop hangs too.
    pub(super) fn allow(&mut self, clock: Clock) {
        self.clock = clock;
        self.output.get_mut().clock = clock;
    }

    /// Commands that are acknowledged.
    pub(super) fn tell(&mut self, lines: &[String]) -> Result<(), Breach> {
        for chunk in lines.chunks(TOLD_AT_ONCE) {
            let mark = self.mark();
            self.send(&format!("{}\n(echo \"{mark}\")", chunk.join("\n")))?;
            for _ in chunk {
                self.acknowledged()?;
            }
            let echo = self.read()?;
            self.echoed(&echo, &mark, "")?;
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

    /// What the next echo is to say.
    fn mark(&mut self) -> String {
        self.echoes += 1;
        format!("q{}", self.echoes)
    }

    /// Whether what was read is the echo that stands behind an answer.
    fn echoed(&mut self, echo: &str, mark: &str, answer: &str) -> Result<(), Breach> {
        if !is_echo(echo, mark) {
            return Err(no_answer(&format!("{answer} {echo}")));
        }
        if self.dialect.acknowledges_echo() {
            self.acknowledged()?;
        }
        Ok(())
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

    /// Why the last `check-sat` was answered by unknown, as far as the solver tells.
    pub(super) fn reason(&mut self) -> Result<String, Breach> {
        let text = self.ask("(get-info :reason-unknown)")?;
        let told = match Expression::parse(&text) {
            Some(Expression::List(list)) => match list.as_slice() {
                [Expression::Atom(key), Expression::Atom(reason)] if key == ":reason-unknown" => {
                    Some(reason.trim_matches('"').to_owned())
                }
                _ => None,
            },
            Some(Expression::Atom(_)) | None => None,
        };
        let told = told.filter(|reason| !reason.is_empty() && reason != "unknown");
        Ok(match told {
            Some(reason) => format!("the solver gave up: {reason}"),
            None => "the solver gave up".to_owned(),
        })
    }

    /// A command and its one answer.
    fn ask(&mut self, command: &str) -> Result<String, Breach> {
        let mark = self.mark();
        self.send(&format!("{command}\n(echo \"{mark}\")"))?;
        let text = self.read()?;
        self.note(text.trim());
        // An answer that has been left out will not come any more.
        if is_echo(&text, &mark) {
            return Err(Breach::Garbage(format!(
                "{} and nothing before it",
                text.trim()
            )));
        }
        let echo = self.read()?;
        self.echoed(&echo, &mark, &text)?;
        Ok(text)
    }

    fn send(&mut self, text: &str) -> Result<(), Breach> {
        if let Some(log) = &mut self.log {
            let written = writeln!(log, "{text}").and_then(|()| log.flush());
            written.map_err(|error| Breach::Log(error.to_string()))?;
        }
        let mut line = String::with_capacity(text.len() + 1);
        line.push_str(text);
        line.push('\n');
        match self.input.write(line.as_bytes(), self.clock) {
            Ok(()) => Ok(()),
            // The solver may be reading slowly because it does not read at all.
            Err(error) if error.kind() == io::ErrorKind::TimedOut => Err(self.late()),
            Err(_) => Err(Breach::Ended),
        }
    }

    fn read(&mut self) -> Result<String, Breach> {
        match read_expression(&mut self.output) {
            Ok(Some(text)) => Ok(text),
            Ok(None) => Err(Breach::Ended),
            Err(error) if error.kind() == io::ErrorKind::TimedOut => Err(self.late()),
            Err(error) => Err(Breach::Broken(error.to_string())),
        }
    }

    /// The time is up: whatever the process is doing, it does it no longer.
    fn late(&self) -> Breach {
        self.process.kill();
        Breach::Clock(self.clock.limit())
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

/// Some solvers quote what they echo.
fn is_echo(text: &str, mark: &str) -> bool {
    text.trim().trim_matches('"') == mark
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
