//! The verdicts on a unit, without a confirmation of proofs.

#![allow(dead_code, reason = "each test file uses a part of this")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use sabs::abstraction::{Blocks, Config, Wishes};
use sabs::pipeline::{Iteration, Options, Unit, read, verify};
use sabs::report::Report;
use sabs::smt::{Oracle, SolverProcess, SolverSettings, find_solver};
use sabs::source::Sources;

use crate::{front, support};

/// A unit and what is said of it.
pub(crate) struct Judged {
    pub(crate) sources: Sources,
    pub(crate) unit: Unit,
    pub(crate) report: Report,
}

/// Judges the unit in a file; `None` where there is no solver.
pub(crate) fn judged(path: &Path, options: Options) -> Option<Judged> {
    let sources = if path.extension().is_some_and(|extension| extension == "ads") {
        let text = fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        front::Front::read(&[(name, &text)]).sources
    } else {
        front::Front::read_file(path).sources
    };
    let unit = read(&sources).unwrap();
    let settings = SolverSettings {
        steps: 100_000,
        ..SolverSettings::default()
    };
    let solver = find_solver(Some(&support::solver("z3")?)).unwrap();
    let mut oracle = SolverProcess::with(solver, settings);
    let report = report(&unit, &sources, options, &mut oracle);
    Some(Judged {
        sources,
        unit,
        report,
    })
}

/// What is said of a unit, with the settings that are usual where predicates are looked for.
pub(crate) fn report(
    unit: &Unit,
    sources: &Sources,
    options: Options,
    oracle: &mut dyn Oracle,
) -> Report {
    let wishes = Wishes {
        blocks: Some(Blocks::Large),
        ..Wishes::default()
    };
    let config = Config::new(&unit.program, wishes).unwrap();
    let nobody = &mut |_: &Iteration<'_>| {};
    verify(unit, sources, &config, options, oracle, &mut [], nobody).unwrap()
}

/// What is true of the checks of the examples, each by where it stands: `holds`, `fails`, or
/// `unreachable`.
pub(crate) fn truth() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("spark-examples/truth.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let entries = lines.map(|line| line.rsplit_once(": ").unwrap());
    entries
        .map(|(place, truth)| (place.to_owned(), truth.to_owned()))
        .collect()
}
