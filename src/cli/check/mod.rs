//! `sabs check`: which labels of a Boolean program are reached, which assertions may fail.

mod text;

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::input::{Input, read_program};
use super::{ExitStatus, Streams};
use crate::bp::Identifier;
use crate::reach::{self, Config, Question, Reachability, Target, reach};

/// Explore a Boolean program: which labels are reached, which assertions may fail?
///
/// Prints `REACHABLE name` or `UNREACHABLE name` for each question, and a shortest trace for what
/// is reachable. Without a question, every assertion is asked for. Exits with 1 if anything asked
/// for is reachable.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The program; `-` or nothing is standard input.
    file: Option<PathBuf>,
    /// Is the statement with this label reached? `proc:LABEL` looks in one procedure; `@assert`
    /// asks whether any assertion may fail.
    #[arg(long, value_name = "LABEL")]
    label: Vec<String>,
    /// May the assertion with this label fail?
    #[arg(long, value_name = "LABEL")]
    fails: Vec<String>,
    /// Keep the values of dead variables (Section 3.3 of the Bebop paper, switched off).
    #[arg(long)]
    no_live_ranges: bool,
    /// Keep all globals in all summaries (the same section).
    #[arg(long)]
    no_mod_ref: bool,
    /// The most nodes that decision diagrams may have.
    #[arg(long, value_name = "N", default_value_t = Config::default().node_limit)]
    node_limit: usize,
}

/// A question under the name it is answered by.
struct Asked {
    name: String,
    targets: Vec<Target>,
}

/// Runs the command.
///
/// # Errors
/// What happens when reading the file or writing the answers.
pub fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<ExitStatus> {
    let input = Input::read(arguments.file.as_deref())?;
    // Programs may nest deeper than the stack of the main thread is tall.
    let answer = super::input::on_deep_stack(|| match read_program(&input) {
        Err(messages) => Answer::error(messages),
        Ok(program) => match reach(&program, &arguments.config()) {
            Err(error) => Answer::error(format!("sabs: error: {error}\n")),
            Ok(mut reachability) => answer(&mut reachability, arguments),
        },
    })?;
    write!(streams.out, "{}", answer.out)?;
    write!(streams.err, "{}", answer.err)?;
    Ok(answer.status)
}

struct Answer {
    out: String,
    err: String,
    status: ExitStatus,
}

impl Answer {
    fn error(err: String) -> Answer {
        Answer {
            out: String::new(),
            err,
            status: ExitStatus::Error,
        }
    }
}

impl Arguments {
    fn config(&self) -> Config {
        Config {
            live_ranges: !self.no_live_ranges,
            mod_ref: !self.no_mod_ref,
            node_limit: self.node_limit,
        }
    }

    /// What is asked, in the order of the command line; by default every assertion.
    fn questions(&self, reachability: &Reachability) -> Result<Vec<Asked>, reach::Error> {
        let mut asked = Vec::new();
        let mut ask = |name: &str, question: Question| {
            let targets = reachability.resolve(&question)?;
            let name = name.to_owned();
            asked.push(Asked { name, targets });
            Ok::<(), reach::Error>(())
        };
        for name in &self.label {
            if name == "@assert" {
                ask(name, Question::AnyAssertion)?;
            } else {
                let (procedure, label) = place(name, reachability);
                ask(name, Question::Reached { procedure, label })?;
            }
        }
        for name in &self.fails {
            let (procedure, label) = place(name, reachability);
            ask(name, Question::Fails { procedure, label })?;
        }
        if self.label.is_empty() && self.fails.is_empty() {
            let assertions = reachability.assertions();
            asked.extend(assertions.into_iter().map(|target| Asked {
                name: reachability.name(target),
                targets: vec![target],
            }));
        }
        Ok(asked)
    }
}

fn answer(reachability: &mut Reachability, arguments: &Arguments) -> Answer {
    let mut answer = Answer {
        out: String::new(),
        err: String::new(),
        status: ExitStatus::Success,
    };
    if let Err(error) = fill(&mut answer, reachability, arguments) {
        // What is known already is said all the same.
        answer.err = format!("sabs: error: {error}\n");
        answer.status = ExitStatus::Error;
    }
    answer
}

fn fill(
    answer: &mut Answer,
    reachability: &mut Reachability,
    arguments: &Arguments,
) -> Result<(), reach::Error> {
    for Asked { name, targets } in arguments.questions(reachability)? {
        match reachability.trace(&targets)? {
            None => answer.out.extend(["UNREACHABLE ", &name, "\n"]),
            Some(trace) => {
                answer.status = ExitStatus::Violated;
                answer.out.extend(["REACHABLE ", &name, "\n"]);
                answer.out += &text::trace(reachability, &trace);
            }
        }
    }
    Ok(())
}

/// `proc:LABEL` or `LABEL`; braces around a name are not part of it.
fn place(name: &str, reachability: &Reachability) -> (Option<Identifier>, Identifier) {
    let plain = |text: &str| {
        let inner = text
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        Identifier::new(inner.unwrap_or(text))
    };
    let procedures = &reachability.control().procedures;
    for (at, _) in name.match_indices(':') {
        let procedure = plain(&name[..at]);
        if procedures.iter().any(|known| known.name == procedure) {
            return (Some(procedure), plain(&name[at + 1..]));
        }
    }
    (None, plain(name))
}
