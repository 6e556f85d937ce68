//! The stages in order.

use std::collections::BTreeSet;

use crate::abstraction::{Abstraction, Config, Error, abstract_program};
use crate::bp::Identifier;
use crate::diagnostic::{Diagnostic, Severity};
use crate::flow::{self, FlowProgram};
use crate::predicate::{PredicateSet, collect};
use crate::program::{Program, elaborate_with, needed_units};
use crate::reach::{self, Question, reach};
use crate::report::{Report, Statistics};
use crate::smt::Oracle;
use crate::source::{SourceFile, Sources};
use crate::syntax::{self, ast};
use crate::verdict::{Arrival, CheckId, Reason, Verdict};

/// A unit as far as it can be brought without a solver.
#[derive(Debug, Clone)]
pub struct Unit {
    /// The syntax of each compilation unit read.
    pub syntax: Vec<ast::Unit>,
    /// Names resolved, checks explicit.
    pub program: Program,
    /// Graphs of blocks.
    pub flow: FlowProgram,
    /// The predicates the user wrote.
    pub predicates: PredicateSet,
    /// What the user should know; the work goes on.
    pub warnings: Vec<Diagnostic>,
}

/// Text to flow program and predicates.
///
/// # Errors
/// Everything the user must mend, in no particular order.
pub fn read(sources: &Sources) -> Result<Unit, Vec<Diagnostic>> {
    read_with(&mut sources.clone(), &mut |_| Vec::new())
}

/// The same, with `find` asked for the files of units that others name in with clauses; they are
/// added to the sources.
///
/// # Errors
/// Everything the user must mend, in no particular order.
pub fn read_with(
    sources: &mut Sources,
    find: &mut dyn FnMut(&str) -> Vec<SourceFile>,
) -> Result<Unit, Vec<Diagnostic>> {
    let mut syntax = Vec::new();
    let mut diagnostics = Vec::new();
    for (id, file) in sources.files() {
        let parsed = syntax::parse(id, file);
        syntax.extend(parsed.units);
        diagnostics.extend(parsed.diagnostics);
    }
    if diagnostics.iter().any(is_error) {
        return Err(diagnostics);
    }
    let mut library: Vec<ast::Unit> = Vec::new();
    let mut asked: BTreeSet<String> = BTreeSet::new();
    let mut open: Vec<String> = syntax.iter().flat_map(needs).collect();
    while let Some(name) = open.pop() {
        if !asked.insert(name.to_lowercase()) {
            continue;
        }
        for file in find(&name) {
            let id = sources.add(file.clone());
            // Mistakes in what is only needed cost what stands there.
            let parsed = syntax::parse(id, &file);
            open.extend(parsed.units.iter().flat_map(needs));
            library.extend(parsed.units);
        }
    }
    let program = elaborate_with(&syntax, &library)?;
    let flow = flow::normalise(&program);
    let (predicates, repeated) = collect(&program);
    let mut warnings = diagnostics;
    warnings.extend(program.warnings.iter().cloned());
    warnings.extend(repeated);
    Ok(Unit {
        syntax,
        program,
        flow,
        predicates,
        warnings,
    })
}

fn needs(unit: &ast::Unit) -> Vec<String> {
    let needed = needed_units(unit).into_iter();
    needed.map(|(name, _)| name).collect()
}

/// Flow program to Boolean program.
///
/// # Errors
/// As [`abstract_program`].
pub fn abstraction(
    unit: &Unit,
    config: &Config,
    oracle: &mut dyn Oracle,
) -> Result<Abstraction, Error> {
    abstract_program(&unit.flow, &unit.predicates, config, oracle)
}

/// Why no verdicts could be had.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The abstraction failed.
    #[error(transparent)]
    Abstraction(#[from] Error),
    /// The exploration failed.
    #[error(transparent)]
    Reachability(#[from] reach::Error),
}

/// A verdict for every check, by the given predicates alone.
///
/// A check is proved if no run of the Boolean program, which allows whatever the unit can do, makes
/// its assertion fail.
///
/// # Errors
/// If the solver fails for good, or the exploration runs out of its limits.
pub fn verify(
    unit: &Unit,
    sources: &Sources,
    config: &Config,
    oracle: &mut dyn Oracle,
) -> Result<Report, VerifyError> {
    let abstraction = abstraction(unit, config, oracle)?;
    let mut reachability = reach(&abstraction.program, &reach::Config::default())?;
    let mut checks = Vec::new();
    for (id, check) in (0..).map(CheckId).zip(&unit.flow.checks) {
        let label = Identifier::new(&id.to_string());
        let mut happens = |question: Question| {
            let targets = reachability.resolve(&question)?;
            reachability.is_reachable(&targets)
        };
        let (failing, arriving) = (label.clone(), label);
        let verdict = if happens(Question::Fails {
            procedure: None,
            label: failing,
        })? {
            Verdict::Unknown(Reason::PredicatesTooWeak)
        } else if happens(Question::Reached {
            procedure: None,
            label: arriving,
        })? {
            Verdict::Proved(Arrival::Possible)
        } else {
            Verdict::Proved(Arrival::Unreachable)
        };
        checks.push((check.clone(), verdict));
    }
    Ok(Report {
        files: sources
            .files()
            .map(|(_, file)| file.name().to_owned())
            .collect(),
        checks,
        warnings: unit
            .warnings
            .iter()
            .map(|warning| format!("{}: {}", sources.locate(warning.span), warning.message))
            .collect(),
        statistics: Statistics {
            predicates: unit.predicates.len(),
            questions: abstraction.counts.asked,
            from_models: abstraction.counts.from_models,
            unanswered: abstraction.counts.unknown,
        },
    })
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}
