//! `sabs convert`: a Boolean program in the language of another tool.

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::input::{DialectName, Input, on_deep_stack, read_program};
use super::{ExitStatus, Streams};
use crate::bp::convert::{to_chc, to_dialect, to_dot, to_smv};
use crate::bp::{BoolProgram, Control, Dialect, lower};
use crate::reach::{self, Question, Target, TargetKind, resolve};

/// Print a Boolean program in the language of another tool.
///
/// What the language lacks is lowered; labels keep their names and verdicts. In Moped's and
/// Bebop's a failing assertion reaches the label `SABS_ERROR`. Horn clauses are satisfiable, and
/// SMV's invariants hold, exactly when what is asked for is unreachable: any failing assertion, or
/// what `--label` or `--fails` name.
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
        (Ok(text), Some(path)) => std::fs::write(path, text)?,
        (Ok(text), None) => write!(streams.out, "{text}")?,
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
