//! `sabs show`: a unit at one stage of its way.

use std::io;

use clap::{Args, ValueEnum};
use itertools::Itertools;

use super::abstract_::{Explained, document};
use super::load::{Loaded, load, load_syntax};
use super::options::{AbstractionOptions, SolverOptions, SourceOptions};
use super::{ExitStatus, Streams};
use crate::flow::FlowSubprogram;
use crate::logic::Variable;
use crate::pipeline;
use crate::program::is_called;
use crate::smt::Transcript;
use crate::ssa::{terminator_condition, to_ssa};
use crate::syntax::{ast::Unit, subprograms};

/// Print a unit at one stage of its way to the Boolean program.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    source: SourceOptions,
    /// Which stage
    #[arg(long, value_enum)]
    stage: Stage,
    /// Print only this subprogram, e.g. Inc or P.Inc (stages ast, program, checks, flow, dot and ssa)
    #[arg(long, value_name = "NAME")]
    subprogram: Option<String>,
    #[command(flatten)]
    abstraction: AbstractionOptions,
    #[command(flatten)]
    solver: SolverOptions,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Stage {
    /// The syntax tree
    Ast,
    /// Names resolved, checks explicit
    Program,
    /// One line per check: `file:line:column: RULE: condition`
    Checks,
    /// Graphs of basic blocks
    Flow,
    /// The same graphs for Graphviz
    Dot,
    /// The blocks as equations over versions of variables
    Ssa,
    /// The questions to the solver and its answers, as a script it can run again
    Smt,
    /// The Boolean program
    Bp,
}

pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<ExitStatus> {
    if let Stage::Ast = arguments.stage {
        let Some(units) = load_syntax(&arguments.source, streams)? else {
            return Ok(ExitStatus::Error);
        };
        return write_syntax(&units, arguments.subprogram.as_deref(), streams);
    }
    let Some(loaded) = load(&arguments.source, &arguments.abstraction, streams)? else {
        return Ok(ExitStatus::Error);
    };
    if let Some(name) = &arguments.subprogram
        && let Some(names) = others(&loaded, name)
    {
        return no_subprogram(name, &names, streams);
    }
    match arguments.stage {
        Stage::Ast => {}
        Stage::Program => {
            let only = arguments.subprogram.as_deref();
            let text = loaded.unit.program.display_only(&loaded.sources, only);
            write!(streams.out, "{text}")?;
        }
        Stage::Checks => write_checks(arguments, &loaded, streams)?,
        Stage::Flow => {
            let only = arguments.subprogram.as_deref();
            let text = loaded.unit.flow.display_only(&loaded.sources, only);
            write!(streams.out, "{text}")?;
        }
        Stage::Dot => {
            let only = arguments.subprogram.as_deref();
            write!(streams.out, "{}", loaded.unit.flow.dot(only))?;
        }
        Stage::Ssa => write_ssa(arguments, &loaded, streams)?,
        Stage::Smt | Stage::Bp => return abstracted(arguments, &loaded, streams),
    }
    Ok(ExitStatus::Success)
}

fn no_subprogram(name: &str, names: &str, streams: &mut Streams<'_>) -> io::Result<ExitStatus> {
    writeln!(
        streams.err,
        "sabs: error: there is no subprogram {name} [name one of {names}]"
    )?;
    Ok(ExitStatus::Error)
}

fn write_syntax(
    units: &[Unit],
    only: Option<&str>,
    streams: &mut Streams<'_>,
) -> io::Result<ExitStatus> {
    let Some(name) = only else {
        for unit in units {
            write!(streams.out, "{unit}")?;
        }
        return Ok(ExitStatus::Success);
    };
    let all: Vec<_> = units.iter().flat_map(subprograms).collect();
    let mut wanted = all
        .iter()
        .filter(|(full, _)| is_called(full, name))
        .peekable();
    if wanted.peek().is_none() {
        let names = all.iter().map(|(full, _)| full).unique().join(", ");
        return no_subprogram(name, &names, streams);
    }
    for (_, declaration) in wanted {
        write!(streams.out, "{declaration}")?;
    }
    Ok(ExitStatus::Success)
}

fn abstracted(
    arguments: &Arguments,
    loaded: &Loaded,
    streams: &mut Streams<'_>,
) -> io::Result<ExitStatus> {
    let mut solver = arguments.solver.solver().map_err(io::Error::other)?;
    let mut transcript = Transcript::new(&mut solver);
    let abstraction = pipeline::abstraction(&loaded.unit, &loaded.config, &mut transcript)
        .map_err(io::Error::other)?;
    if matches!(arguments.stage, Stage::Smt) {
        write!(streams.out, "{}", transcript.text())?;
    } else {
        write!(
            streams.out,
            "{}",
            document(&abstraction, Explained::default())
        )?;
    }
    Ok(ExitStatus::Success)
}

fn write_checks(
    arguments: &Arguments,
    loaded: &Loaded,
    streams: &mut Streams<'_>,
) -> io::Result<()> {
    for check in &loaded.unit.flow.checks {
        let is_wanted = arguments
            .subprogram
            .as_ref()
            .is_none_or(|name| is_called(&check.subprogram, name));
        if is_wanted {
            let place = loaded.sources.locate(check.span);
            writeln!(streams.out, "{place}: {}: {}", check.rule, check.condition)?;
        }
    }
    Ok(())
}

/// The names of the subprograms, if none of them is called so.
fn others(loaded: &Loaded, name: &str) -> Option<String> {
    let flow = &loaded.unit.flow;
    let all = || flow.subprograms.iter().chain([&flow.main]);
    if all().any(|subprogram| is_called(&subprogram.name, name)) {
        return None;
    }
    Some(all().map(|subprogram| &subprogram.name).join(", "))
}

fn write_ssa(arguments: &Arguments, loaded: &Loaded, streams: &mut Streams<'_>) -> io::Result<()> {
    let flow = &loaded.unit.flow;
    let only = arguments.subprogram.as_deref();
    for subprogram in flow.subprograms.iter().chain([&flow.main]) {
        if only.is_some_and(|name| !is_called(&subprogram.name, name)) {
            continue;
        }
        writeln!(streams.out, "{}", subprogram.name)?;
        write_blocks(subprogram, streams)?;
    }
    Ok(())
}

fn write_blocks(subprogram: &FlowSubprogram, streams: &mut Streams<'_>) -> io::Result<()> {
    for (number, block) in subprogram.blocks.iter().enumerate() {
        writeln!(streams.out, "  B{number}:")?;
        let ssa = to_ssa(block);
        for line in ssa.to_string().lines() {
            writeln!(streams.out, "    {line}")?;
        }
        for variable in ssa.changed() {
            let reads: Vec<String> = ssa
                .dependent(variable)
                .iter()
                .map(Variable::to_string)
                .collect();
            let reads = if reads.is_empty() {
                "nothing".to_owned()
            } else {
                reads.join(", ")
            };
            writeln!(streams.out, "    -- {variable} depends on {reads}")?;
        }
        if let Some(condition) = terminator_condition(&ssa, &block.terminator) {
            writeln!(streams.out, "    if {condition}")?;
        }
    }
    Ok(())
}
