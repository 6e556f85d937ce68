//! The stages in order.

use std::collections::BTreeSet;

use crate::abstraction::{Abstraction, Conditions, Config, Error, abstract_program};
use crate::bp::Identifier;
use crate::diagnostic::{Diagnostic, Severity};
use crate::flow::{self, FlowProgram};
use crate::predicate::{Grain, PredicateSet, Seed, collect, seeded};
use crate::program::{Program, elaborate};
use crate::reach::{self, Question, reach};
use crate::report::{Report, Statistics};
use crate::smt::Oracle;
use crate::source::Sources;
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
    let program = elaborate(&syntax)?;
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

/// Flow program to Boolean program.
///
/// # Errors
/// As [`abstract_program`].
pub fn abstraction(
    unit: &Unit,
    config: &Config,
    oracle: &mut dyn Oracle,
) -> Result<Abstraction, Error> {
    let predicates = predicates(unit, config, oracle)?;
    abstract_program(&unit.flow, &predicates, config, oracle)
}

/// The predicates given, and those that the configuration adds to them.
fn predicates(
    unit: &Unit,
    config: &Config,
    oracle: &mut dyn Oracle,
) -> Result<PredicateSet, Error> {
    let of_all = |_| config.seeds.clone();
    let all = seeded(&unit.predicates, &unit.flow, &of_all, Grain::Atoms, oracle)?;
    let guards = |id| match config.settings_of(Some(id)).control {
        Conditions::Predicates => BTreeSet::from([Seed::Guards]),
        Conditions::Branch | Conditions::PosNeg => BTreeSet::new(),
    };
    Ok(seeded(&all, &unit.flow, &guards, Grain::Whole, oracle)?)
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
    let predicates = predicates(unit, config, oracle)?;
    let abstraction = abstract_program(&unit.flow, &predicates, config, oracle)?;
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
            predicates: predicates.len(),
            questions: abstraction.counts.asked,
            from_models: abstraction.counts.from_models,
            unanswered: abstraction.counts.unknown,
        },
    })
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}
