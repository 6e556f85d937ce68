//! `sabs convert`: a Boolean program in the language of another tool.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::input::{DialectName, Input, on_deep_stack, read_program};
use super::load::load;
use super::options::{AbstractionOptions, SourceOptions};
use super::output::write_file;
use super::{ExitStatus, Streams};
use crate::bp::convert::{to_chc, to_dialect, to_dot, to_smv};
use crate::bp::{BoolProgram, Control, Dialect, lower};
use crate::flow::with_large_blocks;
use crate::reach::{self, Question, Target, TargetKind, resolve};
use crate::refine::horn_clauses;
use crate::smt::horn_script;
use crate::verdict::CheckId;

/// Print a Boolean program in the language of another tool, or a unit (`FILE.adb`) as Horn clauses.
///
/// What the language lacks is lowered; labels keep their names and verdicts. In Moped's and
/// Bebop's a failing assertion reaches the label `SABS_ERROR`. Horn clauses are satisfiable, and
/// SMV's invariants hold, exactly when what is asked for is unreachable: any failing assertion, or
/// what `--label` or `--fails` name. Of a unit the clauses say what it computes itself, without
/// predicates: they are satisfiable if no check, or not the one that `--fails` names, can fail.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The program; `-` or nothing is standard input.
    file: Option<PathBuf>,
    /// The language to print.
    #[arg(long, value_enum)]
    to: Language,
    /// The spelling of the program; by default it is recognised.
    #[arg(long, value_enum)]
    dialect: Option<DialectName>,
    /// For Horn clauses and SMV: the label to reach, `proc:LABEL` in one procedure.
    #[arg(long, value_name = "LABEL", conflicts_with = "fails")]
    label: Option<String>,
    /// For Horn clauses and SMV: the label of the assertion to fail.
    #[arg(long, value_name = "LABEL")]
    fails: Option<String>,
    /// Where to write; standard output otherwise.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A language to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Language {
    /// sabs's own.
    Native,
    /// Bebop of 2000.
    Bebop,
    /// Moped and Getafix.
    Moped,
    /// Boppo, `SatAbs` and Boom.
    Boppo,
    /// A transition system for `NuSMV`, of a program without recursion.
    Smv,
    /// Constrained Horn clauses in SMT-LIB.
    Chc,
    /// The control-flow graph for Graphviz.
    Dot,
}

/// Runs the command.
///
/// # Errors
/// What happens when reading or writing files.
pub fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<ExitStatus> {
    if let Some(path) = arguments.file.as_deref().filter(|path| is_unit(path)) {
        return unit_as_clauses(path, arguments, streams);
    }
    let input = Input::read(arguments.file.as_deref())?;
    let converted = on_deep_stack(|| {
        let program = read_program(&input, arguments.dialect)?;
        converted(&program, arguments).map_err(|error| format!("sabs: error: {error}\n"))
    })?;
    match (converted, &arguments.output) {
        (Err(messages), _) => {
            write!(streams.err, "{messages}")?;
            return Ok(ExitStatus::Error);
        }
        (Ok(text), Some(path)) => write_file(path, &text)?,
        (Ok(text), None) => write!(streams.out, "{text}")?,
    }
    Ok(ExitStatus::Success)
}

/// Whether a file holds Ada.
fn is_unit(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("adb" | "ads"))
}

/// What a unit computes, as Horn clauses.
fn unit_as_clauses(
    path: &Path,
    arguments: &Arguments,
    streams: &mut Streams<'_>,
) -> io::Result<ExitStatus> {
    if arguments.to != Language::Chc || arguments.label.is_some() {
        let message = "of a unit there are Horn clauses only [--to chc, with --fails C1 for one \
                       check; sabs abstract makes a Boolean program of it]";
        writeln!(streams.err, "sabs: error: {message}")?;
        return Ok(ExitStatus::Error);
    }
    let source = SourceOptions {
        files: vec![path.to_path_buf()],
        folders: Vec::new(),
        keep_going: false,
    };
    let Some(loaded) = load(&source, &AbstractionOptions::default(), streams)? else {
        return Ok(ExitStatus::Error);
    };
    let flow = with_large_blocks(&loaded.unit.flow, &|_| true);
    let checks = || (0..).map(CheckId).take(flow.checks.len());
    let wanted = match &arguments.fails {
        None => None,
        Some(name) => {
            let found = checks().find(|id| id.to_string().eq_ignore_ascii_case(name));
            let Some(found) = found else {
                let last = flow.checks.len();
                writeln!(
                    streams.err,
                    "sabs: error: no check is called {name} [C1 to C{last}]"
                )?;
                return Ok(ExitStatus::Error);
            };
            Some(found)
        }
    };
    let mut text = String::new();
    for id in checks().filter(|id| wanted.is_none_or(|wanted| wanted == *id)) {
        let check = flow.check(id);
        let place = loaded.sources.locate(check.span);
        let _ = writeln!(text, "; {id}: {place}: {}", check.rule.noun());
    }
    text.push_str(
        "; sat: none of these can fail; unsat: one of them can, unless it rests on `*`\n",
    );
    text.push_str(&horn_script(&horn_clauses(&flow, wanted)));
    match &arguments.output {
        Some(path) => write_file(path, &text)?,
        None => streams.out.write_all(text.as_bytes())?,
    }
    Ok(ExitStatus::Success)
}

fn converted(
    program: &BoolProgram,
    arguments: &Arguments,
) -> Result<String, Box<dyn std::error::Error>> {
    let control = || lower(program);
    Ok(match arguments.to {
        Language::Native => to_dialect(program, Dialect::Native),
        Language::Bebop => to_dialect(program, Dialect::Bebop),
        Language::Moped => to_dialect(program, Dialect::Moped),
        Language::Boppo => to_dialect(program, Dialect::Boppo),
        Language::Dot => to_dot(&control()?),
        Language::Chc => to_chc(&control()?, &targets(&control()?, arguments)?),
        Language::Smv => to_smv(&control()?, &targets(&control()?, arguments)?)?,
    })
}

/// What is asked for.
fn targets(control: &Control, arguments: &Arguments) -> Result<Vec<Target>, reach::Error> {
    let question = match (&arguments.label, &arguments.fails) {
        (Some(name), _) if name != "@assert" => Question::about(control, TargetKind::Reached, name),
        (None, Some(name)) => Question::about(control, TargetKind::Fails, name),
        _ => Question::AnyAssertion,
    };
    resolve(control, &question)
}
