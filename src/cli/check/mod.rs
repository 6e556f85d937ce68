//! `sabs check`: which labels of a Boolean program are reached, which assertions may fail.

mod exact;
mod explored;
mod json;
mod question;
mod text;
mod walk;

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::input::{DialectName, Input, read_program};
use super::{ExitStatus, Streams};
use crate::bp::{BoolProgram, lower_parsed};
use crate::domain::Domain;
use crate::reach::Config;
use explored::{Explored, Finding};
use question::Asked;
use walk::{Extent, excerpt};

/// Explore a Boolean program: which labels are reached, which assertions may fail?
///
/// Prints `REACHABLE name` or `UNREACHABLE name` for each question, and a shortest trace for what
/// is reachable. Without a question, every assertion is asked for. Exits with 1 if anything asked
/// for is reachable. With `--semantics exact` it exits with 3 if something is not known.
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
    /// A temporal formula that is to hold in all initial states: `AG !(pc = ERR)`. Prints `TRUE`,
    /// `FALSE` (and exits with 1) or `INCONCLUSIVE` (and exits with 3).
    #[arg(long, value_name = "FORMULA")]
    ctl: Vec<String>,
    /// What `*` means: `over` takes it for a choice, `under` takes only steps that are real whatever
    /// was lost, `exact` does both and says what is missing where neither decides [default: over;
    /// of --ctl: exact]
    #[arg(long, value_enum, value_name = "SEMANTICS")]
    semantics: Option<SemanticsName>,
    /// Whether a test both of whose ways lead to something leads there for sure
    #[arg(long, value_enum, value_name = "SWITCH", default_value_t = Switch::On)]
    improved_preimage: Switch,
    /// List the statements that are never reached.
    #[arg(long, conflicts_with_all = ["ctl", "semantics"])]
    all: bool,
    /// Print the states reachable at each label and loop as a formula.
    #[arg(long, conflicts_with_all = ["ctl", "semantics"])]
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
    /// What sets of states are made of: `bdd` (exact, with traces), `cartesian` (one trivector per
    /// point), `disjunctive` (sets of trivectors), `focus=X,Y` (sets in which these variables are
    /// decided) or `focus=all`. All but `bdd` may say REACHABLE of what is not.
    #[arg(long, value_name = "DOMAIN", default_value = "bdd", value_parser = domain, conflicts_with_all = ["ctl", "semantics"])]
    domain: DomainName,
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

/// What sets of states are made of, as the command line names it.
#[derive(Debug, Clone)]
struct DomainName {
    name: String,
    /// Nothing is the engine's own.
    domain: Option<Domain>,
}

/// What `*` means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SemanticsName {
    /// A choice.
    Over,
    /// Nothing that a step could rest on.
    Under,
    /// Both.
    Exact,
}

impl SemanticsName {
    fn name(self) -> &'static str {
        match self {
            SemanticsName::Over => "over",
            SemanticsName::Under => "under",
            SemanticsName::Exact => "exact",
        }
    }
}

/// A switch of the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Switch {
    /// As the name says.
    On,
    /// Not so.
    Off,
}

impl Switch {
    fn is_on(self) -> bool {
        self == Switch::On
    }
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

/// Runs the command.
///
/// # Errors
/// What happens when reading the file or writing the answers.
pub fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<ExitStatus> {
    let input = Input::read(arguments.file.as_deref())?;
    // Programs may nest deeper than the stack of the main thread is tall.
    let answer = super::input::on_deep_stack(|| match read_program(&input, arguments.dialect) {
        Err(messages) => Answer::error(messages),
        Ok(program) => answer(program, arguments)
            .unwrap_or_else(|error| Answer::error(format!("sabs: error: {error}\n"))),
    })?;
    write!(streams.out, "{}", answer.out)?;
    write!(streams.err, "{}", answer.err)?;
    Ok(answer.status)
}

/// What is printed and how the command ends.
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

/// Reads the name of a domain.
fn domain(name: &str) -> Result<DomainName, String> {
    let domain = match name.split_once('=') {
        None if name == "bdd" => None,
        None if name == "cartesian" => Some(Domain::Cartesian),
        None if name == "disjunctive" => Some(Domain::Disjunctive),
        Some(("focus", "all")) => Some(Domain::TotalFocus),
        Some(("focus", names)) if !names.is_empty() => {
            Some(Domain::Focus(question::identifiers(names)))
        }
        _ => return Err("expected bdd, cartesian, disjunctive, focus=X,Y or focus=all".to_owned()),
    };
    let name = name.to_owned();
    Ok(DomainName { name, domain })
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

    fn extent(&self) -> Extent {
        Extent {
            expand: self.expand,
            full: self.full,
        }
    }
}

fn answer(
    program: BoolProgram,
    arguments: &Arguments,
) -> Result<Answer, Box<dyn std::error::Error>> {
    let control = lower_parsed(program);
    // A question about what is not there should not wait for the exploration.
    let asked = question::asked(&control, arguments)?;
    let formulas = match exact::formulas(&control, &arguments.ctl) {
        Ok(formulas) => formulas,
        Err(messages) => return Ok(Answer::error(messages)),
    };
    let plain = matches!(arguments.semantics, None | Some(SemanticsName::Over));
    if !formulas.is_empty() || !plain {
        return Ok(exact::answer(control, &asked, &formulas, arguments));
    }
    let mut explored = match &arguments.domain.domain {
        None => Explored::by_engine(control, &arguments.config()),
        Some(domain) => Explored::in_domain(&control, domain, arguments.node_limit)?,
    };
    let answer = fill(&mut explored, asked, arguments);
    // The process is about to end: nobody profits from freeing node by node.
    std::mem::forget(explored);
    Ok(answer)
}

/// Answers the questions one by one: what one of them cannot be told does not keep the others.
fn fill(explored: &mut Explored<'_>, asked: Vec<Asked>, arguments: &Arguments) -> Answer {
    let mut answer = Answer {
        out: String::new(),
        err: String::new(),
        status: ExitStatus::Success,
    };
    let expand = arguments.expand || arguments.format == Format::Json;
    let mut questions = Vec::new();
    for Asked {
        name,
        kind,
        targets,
    } in asked
    {
        let mut finding = explored.find(&targets);
        if expand {
            finding = explored.expanded(finding);
        }
        if let Finding::Reachable(_) = finding {
            answer.status = ExitStatus::Violated;
        }
        match arguments.format {
            Format::Json => {
                let extent = arguments.extent();
                questions.push(json::question(explored, (&name, kind), &finding, extent));
            }
            Format::Text => text_answer(&mut answer.out, explored, (&name, &finding), arguments),
            Format::Trace => trace_answer(&mut answer.out, explored, &finding, arguments),
        }
    }
    let unreached = arguments.all.then(|| question::unreached(explored));
    let invariants = arguments.invariants.then(|| question::invariants(explored));
    if arguments.format == Format::Json {
        let mut object = json!({ "questions": questions });
        if let Some(unreached) = unreached {
            object["unreached"] = json!(unreached);
        }
        if let Some(invariants) = invariants {
            let pairs = invariants.iter();
            object["invariants"] = pairs
                .map(|(place, formula)| json!({ "place": place, "formula": formula }))
                .collect();
        }
        object["statistics"] = json::statistics(explored);
        if arguments.domain.domain.is_some() {
            object["domain"] = json!(arguments.domain.name);
        }
        answer.out = format!("{object:#}\n");
    } else {
        for place in unreached.unwrap_or_default() {
            answer.out.extend(["UNREACHED ", &place, "\n"]);
        }
        for (place, formula) in invariants.unwrap_or_default() {
            answer
                .out
                .extend(["INVARIANT ", &place, " ", &formula, "\n"]);
        }
    }
    if let Some(error) = explored.error() {
        answer.err = format!("sabs: error: {error} [--node-limit N allows more]\n");
        answer.status = ExitStatus::Error;
    }
    answer
}

fn text_answer(
    out: &mut String,
    explored: &Explored<'_>,
    (name, finding): (&str, &Finding),
    arguments: &Arguments,
) {
    let word = match finding {
        Finding::Reachable(_) => "REACHABLE ",
        Finding::Unreachable => "UNREACHABLE ",
        Finding::Unknown => "UNKNOWN ",
    };
    out.extend([word, name, "\n"]);
    if let (Finding::Reachable(Some(trace)), Explored::Engine(reachability, _)) =
        (finding, explored)
    {
        let excerpt = excerpt(reachability, trace, arguments.extent());
        *out += &text::figure_1(reachability.control(), &excerpt);
    }
}

fn trace_answer(
    out: &mut String,
    explored: &Explored<'_>,
    finding: &Finding,
    arguments: &Arguments,
) {
    *out += match finding {
        Finding::Reachable(_) => "VERIFICATION FAILED\n",
        Finding::Unreachable => "VERIFICATION SUCCESSFUL\n",
        Finding::Unknown => "VERIFICATION INCONCLUSIVE\n",
    };
    if let (Finding::Reachable(Some(trace)), Explored::Engine(reachability, _)) =
        (finding, explored)
    {
        let excerpt = excerpt(reachability, trace, arguments.extent());
        *out += &text::boppo(reachability.control(), &excerpt);
    }
}
