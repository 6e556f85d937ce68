//! `sabs abstract`: a Boolean program from a unit.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::load::load;
use super::options::{AbstractionOptions, SolverOptions, SourceOptions};
use super::output::write_file;
use super::{ExitStatus, Streams};
use crate::abstraction::{Abstraction, Config, Meaning, Names, Settings};
use crate::bp::Identifier;
use crate::pipeline;
use crate::report::check_map;

/// Abstract a unit to a Boolean program by the predicates written in it.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    source: SourceOptions,
    #[command(flatten)]
    abstraction: AbstractionOptions,
    #[command(flatten)]
    solver: SolverOptions,
    /// Write the Boolean program here instead of to standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Write a JSON object here that leads from each label C1, C2, … back to its check
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Print the assignment tables of the direct method, as comments before the program
    #[arg(long)]
    show_tables: bool,
    /// How variables are named
    #[arg(long, value_enum, default_value_t = NameStyle::Braces)]
    names: NameStyle,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum NameStyle {
    /// By their predicates: `{X > 0}`
    Braces,
    /// b1, b2, … with a table in comments
    Short,
}

pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<ExitStatus> {
    let Some(loaded) = load(&arguments.source, &arguments.abstraction, streams)? else {
        return Ok(ExitStatus::Error);
    };
    let config = Config {
        names: match arguments.names {
            NameStyle::Braces => Names::Braces,
            NameStyle::Short => Names::Short,
        },
        ..loaded.config
    };
    let idle = arguments.abstraction.idle(config.settings.method);
    streams.err.write_all(idle.as_bytes())?;
    let mut solver = arguments.solver.solver().map_err(io::Error::other)?;
    let abstraction =
        pipeline::abstraction(&loaded.unit, &config, &mut solver).map_err(io::Error::other)?;
    write!(streams.err, "{}", notes(&abstraction, &config.settings))?;
    if arguments.show_tables && abstraction.tables.is_empty() {
        streams.err.write_all(NO_TABLES.as_bytes())?;
    }
    let text = document(
        &abstraction,
        Explained {
            names: matches!(arguments.names, NameStyle::Short),
            tables: arguments.show_tables,
        },
    );
    if let Some(path) = &arguments.map {
        write_file(path, check_map(&loaded.unit.flow.checks, &loaded.sources))?;
    }
    match &arguments.output {
        Some(path) => write_file(path, &text)?,
        None => streams.out.write_all(text.as_bytes())?,
    }
    Ok(ExitStatus::Success)
}

/// What to say where there is nothing to abstract by.
pub(super) const NO_PREDICATES: &str = "\
sabs: note: no predicates: only control flow is kept [write `--% predicate X > 0;`, or take some \
by --seed guards]\n";

/// What to say where tables are wanted and there are none.
const NO_TABLES: &str = "\
sabs: note: there are no tables to show: the direct method makes one per block that changes \
predicates\n";

/// What the user should know of the result.
fn notes(abstraction: &Abstraction, settings: &Settings) -> String {
    let mut text = String::new();
    if abstraction.meanings.is_empty() {
        text.push_str(NO_PREDICATES);
    }
    text.push_str(&unanswered(abstraction.counts.unknown));
    let mut owners: Vec<_> = abstraction.meanings.iter().map(|m| &m.procedure).collect();
    owners.dedup();
    for owner in owners {
        let visible =
            |meaning: &&Meaning| meaning.procedure.is_none() || meaning.procedure == *owner;
        let count = abstraction.meanings.iter().filter(visible).count();
        let length = settings.cube_length_among(count);
        if settings.max_cube.literals() > length {
            let name = owner.as_ref().map_or("the program", Identifier::as_str);
            let _ = writeln!(
                text,
                "sabs: note: {count} predicates in {name}: where they all have to do with each \
                 other, only conjunctions of up to {length} are looked for [--max-cube all looks \
                 for all]"
            );
        }
        if let Some(less) = fewer_together(count, settings) {
            let name = owner.as_ref().map_or("the program", Identifier::as_str);
            let _ = writeln!(
                text,
                "sabs: note: {count} predicates in {name}: where they all have to do with each \
                 other, {less} [--post-literals all looks at all that can be]"
            );
        }
    }
    text
}

/// How much less is looked at together than was wanted, among so many predicates.
fn fewer_together(predicates: usize, settings: &Settings) -> Option<String> {
    let length = settings.cube_length_among(predicates).min(predicates);
    let wanted = settings.post_literals_wanted()?.min(predicates);
    let (together, before) = settings.post_literals_among(predicates)?;
    if together == wanted && before >= length {
        return None;
    }
    Some(match (together, before) {
        (1, _) => "each is considered by itself after a block".to_owned(),
        (_, 0) => format!(
            "only up to {together} are considered together after a block, whatever was before it"
        ),
        (_, _) => format!(
            "only up to {together} are considered together after a block, and {together} only with \
             conjunctions of up to {before} before it"
        ),
    })
}

/// What to say of questions that the solver did not answer; nothing if it answered all.
pub(super) fn unanswered(questions: u64) -> String {
    let questions = match questions {
        0 => return String::new(),
        1 => "1 question was".to_owned(),
        several => format!("{several} questions were"),
    };
    format!(
        "sabs: note: {questions} not answered by the solver: the result is sound, and less precise \
         [try another solver by --solver, or simpler predicates]\n"
    )
}

/// The program with what explains it in comments before it.
pub(super) fn document(abstraction: &Abstraction, explained: Explained) -> String {
    let mut text = String::new();
    if explained.names {
        for meaning in &abstraction.meanings {
            let owner = meaning
                .procedure
                .as_ref()
                .map_or("program", Identifier::as_str);
            let _ = writeln!(text, "// {owner}: {} = {}", meaning.variable, meaning.text);
        }
    }
    if explained.tables {
        for table in &abstraction.tables {
            for line in table.to_string().lines() {
                let _ = writeln!(text, "// {line}");
            }
            text.push_str("//\n");
        }
    }
    let _ = write!(text, "{}", abstraction.program);
    text
}

/// What comments before the program explain.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Explained {
    /// What the variables stand for.
    names: bool,
    /// The tables of the direct method.
    tables: bool,
}
