//! The stages in order.

use crate::abstraction::{Abstraction, Config, Error, abstract_program};
use crate::diagnostic::{Diagnostic, Severity};
use crate::flow::{self, FlowProgram};
use crate::predicate::{PredicateSet, collect};
use crate::program::{Program, elaborate};
use crate::smt::Oracle;
use crate::source::Sources;
use crate::syntax::{self, ast};

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
    abstract_program(&unit.flow, &unit.predicates, config, oracle)
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}
