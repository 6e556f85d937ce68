//! `sabs check`: which labels of a Boolean program are reached, which assertions may fail.

mod json;
mod text;
mod walk;

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::input::{DialectName, Input, read_program};
use super::{ExitStatus, Streams};
use crate::bp::control::{Action, Point, TestKeyword};
use crate::bp::{BoolProgram, lower_owned};
use crate::reach::{self, Config, Question, Reachability, Target, TargetKind, explore};
use walk::{Extent, excerpt};

/// Explore a Boolean program: which labels are reached, which assertions may fail?
///
/// Prints `REACHABLE name` or `UNREACHABLE name` for each question, and a shortest trace for what
/// is reachable. Without a question, every assertion is asked for. Exits with 1 if anything asked
/// for is reachable.
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // each is a switch of the command line
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
    /// List the statements that are never reached.
    #[arg(long)]
    all: bool,
    /// Print the states reachable at each label and loop as a formula.
    #[arg(long)]
    invariants: bool,
    /// Show the steps inside calls that return.
    #[arg(long)]
    expand: bool,
    /// Show long traces whole.
    #[arg(long)]
    full: bool,
    /// How to print: `trace` is Boppo's compact form.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The spelling of the program; by default it is recognised.
    #[arg(long, value_enum)]
    dialect: Option<DialectName>,
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

/// How answers are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// As in the Bebop paper.
    Text,
    /// One object.
    Json,
    /// As Boppo does.
    Trace,
}

/// A question under the name it is answered by.
struct Asked {
    name: String,
    kind: TargetKind,
    targets: Vec<Target>,
}

/// Runs the command.
///
/// # Errors
/// What happens when reading the file or writing the answers.
pub fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<ExitStatus> {
    let input = Input::read(arguments.file.as_deref())?;
    // Programs may nest deeper than the stack of the main thread is tall.
    let answer = super::input::on_deep_stack(|| match read_program(&input, arguments.dialect) {
        Err(messages) => Answer::error(messages),
        Ok(program) => match explored(program, arguments) {
            Err(error) => Answer::error(format!("sabs: error: {error}\n")),
            Ok(mut reachability) => {
                let answer = answer(&mut reachability, arguments);
                // The process is about to end: nobody profits from freeing node by node.
                std::mem::forget(reachability);
                answer
            }
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
            // Invariants are to speak of dead variables too.
            live_ranges: !self.no_live_ranges && !self.invariants,
            mod_ref: !self.no_mod_ref,
            node_limit: self.node_limit,
        }
    }

    /// What is asked, in the order of the command line; by default every assertion.
    fn questions(&self, reachability: &Reachability) -> Result<Vec<Asked>, reach::Error> {
        let control = reachability.control();
        let mut asked = Vec::new();
        let mut ask = |name: &str, question: Question| {
            let targets = reachability.resolve(&question)?;
            let kind = match question {
                Question::Reached { .. } => TargetKind::Reached,
                Question::Fails { .. } | Question::AnyAssertion => TargetKind::Fails,
            };
            let name = name.to_owned();
            asked.push(Asked {
                name,
                kind,
                targets,
            });
            Ok::<(), reach::Error>(())
        };
        for name in &self.label {
            if name == "@assert" {
                ask(name, Question::AnyAssertion)?;
            } else {
                ask(name, Question::about(control, TargetKind::Reached, name))?;
            }
        }
        for name in &self.fails {
            ask(name, Question::about(control, TargetKind::Fails, name))?;
        }
        let listing = self.all || self.invariants;
        if self.label.is_empty() && self.fails.is_empty() && !listing {
            let assertions = reachability.assertions();
            asked.extend(assertions.into_iter().map(|target| Asked {
                name: reachability.name(target),
                kind: TargetKind::Fails,
                targets: vec![target],
            }));
        }
        Ok(asked)
    }
}

fn explored(program: BoolProgram, arguments: &Arguments) -> Result<Reachability, reach::Error> {
    Ok(explore(lower_owned(program)?, &arguments.config())?)
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
    let extent = Extent {
        expand: arguments.expand,
        full: arguments.full,
    };
    let mut questions = Vec::new();
    for Asked {
        name,
        kind,
        targets,
    } in arguments.questions(reachability)?
    {
        let mut trace = reachability.trace(&targets)?;
        if let Some(trace) = &mut trace {
            answer.status = ExitStatus::Violated;
            if arguments.expand || arguments.format == Format::Json {
                reachability.expand(trace)?;
            }
        }
        let control = reachability.control();
        let excerpt = trace
            .as_ref()
            .map(|trace| excerpt(reachability, trace, extent));
        match (arguments.format, excerpt) {
            (Format::Json, _) => {
                let question = json::question(reachability, (&name, kind), trace.as_ref(), extent);
                questions.push(question);
            }
            (Format::Text, None) => answer.out.extend(["UNREACHABLE ", &name, "\n"]),
            (Format::Text, Some(excerpt)) => {
                answer.out.extend(["REACHABLE ", &name, "\n"]);
                answer.out += &text::figure_1(control, &excerpt);
            }
            (Format::Trace, None) => answer.out += "VERIFICATION SUCCESSFUL\n",
            (Format::Trace, Some(excerpt)) => {
                answer.out += "VERIFICATION FAILED\n";
                answer.out += &text::boppo(control, &excerpt);
            }
        }
    }
    let unreached = if arguments.all {
        unreached(reachability)?
    } else {
        Vec::new()
    };
    let invariants = if arguments.invariants {
        invariants(reachability)?
    } else {
        Vec::new()
    };
    if arguments.format == Format::Json {
        let mut object = json!({ "questions": questions });
        if arguments.all {
            object["unreached"] = json!(unreached);
        }
        if arguments.invariants {
            let pairs = invariants.iter();
            object["invariants"] = pairs
                .map(|(place, formula)| json!({ "place": place, "formula": formula }))
                .collect();
        }
        object["statistics"] = json::statistics(reachability);
        answer.out = format!("{object:#}\n");
    } else {
        for place in unreached {
            answer.out.extend(["UNREACHED ", &place, "\n"]);
        }
        for (place, formula) in invariants {
            answer
                .out
                .extend(["INVARIANT ", &place, " ", &formula, "\n"]);
        }
    }
    Ok(())
}

/// The statements that no run comes to; an `end` that is not reached is none.
fn unreached(reachability: &mut Reachability) -> Result<Vec<String>, reach::Error> {
    let points: Vec<Point> = reachability.control().points().collect();
    let mut unreached = Vec::new();
    for point in points {
        let kind = TargetKind::Reached;
        let reached = reachability.is_reachable(&[Target { point, kind }])?;
        let control = reachability.control();
        let end = control.procedure(point.procedure).nodes.len() - 1;
        if !reached && point.node.0 as usize != end {
            let place = text::place(control, point).to_lowercase();
            unreached.push(format!("{place} {}", control.headline(point)));
        }
    }
    Ok(unreached)
}

/// The states at each label and each loop, by place.
fn invariants(reachability: &mut Reachability) -> Result<Vec<(String, String)>, reach::Error> {
    let control = reachability.control();
    let is_loop = |point: &Point| {
        matches!(
            control.node(*point).action,
            Action::Test {
                keyword: TestKeyword::While,
                ..
            }
        )
    };
    let wanted = |point: &Point| is_loop(point) || !control.node(*point).labels.is_empty();
    let points: Vec<Point> = control.points().filter(wanted).collect();
    let mut invariants = Vec::new();
    for point in points {
        let states = reachability.states_at(point)?;
        let control = reachability.control();
        let procedure = &control.procedure(point.procedure).name;
        let target = Target {
            point,
            kind: TargetKind::Reached,
        };
        let place = format!(
            "{procedure}:{}",
            reachability.name(target).replace(' ', "_")
        );
        invariants.push((place, text::formula(states).to_string()));
    }
    Ok(invariants)
}
