//! Predicates that nobody wrote: the conditions that stand in the program.

use std::collections::{BTreeMap, BTreeSet};

use super::{Predicate, PredicateSet};
use crate::flow::{
    FlowProgram, FlowSubprogram, FlowVariable, StatementKind, SubprogramId, Terminator,
    told_to_be_set,
};
use crate::logic::{Comparison, Sort, Term, TermKind, Variable, components_read};
use crate::smt::{Context, Error, Literal, Oracle, Possibility};
use crate::source::Span;
use crate::verdict::Rule;

/// Where predicates are taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Seed {
    /// The conditions of checks other than contracts.
    Checks,
    /// The conditions of branches and loops.
    Guards,
    /// Preconditions, postconditions and assumptions.
    Contracts,
}

/// How much of a condition is a predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grain {
    /// Each comparison and each Boolean variable in it.
    Atoms,
    /// The whole condition.
    Whole,
}

/// The predicates with those that the program's own conditions suggest behind them, in source
/// order; `seeds` says for each subprogram, and for the elaboration, which conditions.
///
/// What speaks of the unit's variables only is a predicate of the unit, so that what several
/// subprograms say of them is kept once. Of the elaboration nothing else can be one.
/// What was there before is kept as it is. A new one is left out if it always has the same truth
/// value, or if one that is visible in its scope says the same or the opposite.
///
/// # Errors
/// If the solver fails for good.
pub fn seeded(
    predicates: &PredicateSet,
    flow: &FlowProgram,
    seeds: &dyn Fn(Option<SubprogramId>) -> BTreeSet<Seed>,
    grain: Grain,
    oracle: &mut dyn Oracle,
) -> Result<PredicateSet, Error> {
    let mut all = predicates.clone();
    let of_unit = |term: &Term| {
        let is_global = |read: &Variable| flow.globals.iter().any(|known| known.variable == *read);
        term.variables().iter().all(is_global)
    };
    let subprograms = (0..).map(|id| Some(SubprogramId(id)));
    let bodies = subprograms.zip(&flow.subprograms);
    for (id, subprogram) in [(None, &flow.main)].into_iter().chain(bodies) {
        let mut found = conditions(flow, subprogram, &seeds(id));
        found.sort_by_key(|(span, _)| (span.file, span.start));
        for (span, condition) in found {
            let mut parts = Vec::new();
            match grain {
                Grain::Atoms => atoms(&condition, &mut parts),
                Grain::Whole => parts.push(condition),
            }
            for term in parts {
                let scope = id.filter(|_| !of_unit(&term));
                if scope.is_some() || of_unit(&term) {
                    add(&mut all, flow, scope, span, term, oracle)?;
                }
            }
        }
    }
    Ok(all)
}

/// The predicates with one for every ghost that tells whether a variable is set: such a check is
/// about nothing else.
pub fn with_ghosts(predicates: &PredicateSet, flow: &FlowProgram) -> PredicateSet {
    let mut all = predicates.clone();
    let of_unit = flow
        .globals
        .iter()
        .map(|ghost| (None, ghost, flow.main.span));
    let subprograms = (0..).map(SubprogramId).zip(&flow.subprograms);
    let own = subprograms.flat_map(|(id, subprogram)| {
        let locals = subprogram.locals.iter();
        locals.map(move |ghost| (Some(id), ghost, subprogram.span))
    });
    for (scope, ghost, span) in of_unit.chain(own) {
        if let Some(name) = told_to_be_set(&ghost.variable) {
            all.predicates.push(Predicate {
                name: format!("{name} is set"),
                term: Term::variable(&ghost.variable),
                scope,
                span,
            });
        }
    }
    all
}

fn conditions(
    flow: &FlowProgram,
    subprogram: &FlowSubprogram,
    seeds: &BTreeSet<Seed>,
) -> Vec<(Span, Term)> {
    let mut found = Vec::new();
    for block in &subprogram.blocks {
        for statement in &block.statements {
            let (seed, condition) = match &statement.kind {
                StatementKind::Assign { .. } => continue,
                StatementKind::Assume(condition) => (Seed::Contracts, condition),
                StatementKind::Check { check, condition } => {
                    let rule = flow.check(*check).rule;
                    let is_contract = matches!(rule, Rule::Precondition | Rule::Postcondition);
                    let seed = if is_contract {
                        Seed::Contracts
                    } else {
                        Seed::Checks
                    };
                    (seed, condition)
                }
            };
            if seeds.contains(&seed) {
                found.push((statement.span, condition.clone()));
            }
        }
        if let Terminator::Branch { condition, .. } = &block.terminator
            && seeds.contains(&Seed::Guards)
        {
            found.push((block.span, condition.clone()));
        }
    }
    found
}

/// The comparisons and Boolean variables that a condition is made of.
fn atoms(condition: &Term, found: &mut Vec<Term>) {
    let parts = connected(condition);
    for part in &parts {
        atoms(part, found);
    }
    if parts.is_empty() && condition.as_value().is_none() && !found.contains(condition) {
        found.push(condition.clone());
    }
}

/// What a connective connects; nothing for an atom.
#[allow(clippy::wildcard_enum_match_arm)] // whatever is no connective is an atom
pub fn connected(condition: &Term) -> Vec<&Term> {
    let is_truth_value = |term: &Term| term.sort() == Sort::Bool;
    match condition.kind() {
        TermKind::Not(_) | TermKind::And(_) | TermKind::Or(_) => condition.operands(),
        TermKind::IfThenElse(..) if is_truth_value(condition) => condition.operands(),
        // Between truth values, equality is a connective.
        TermKind::Compare(Comparison::Equal | Comparison::NotEqual, a, _) if is_truth_value(a) => {
            condition.operands()
        }
        _ => Vec::new(),
    }
}

/// Appends a predicate of a subprogram, or of the unit, unless it says nothing new; says whether it
/// did.
///
/// # Errors
/// If the solver fails for good.
pub fn add(
    all: &mut PredicateSet,
    flow: &FlowProgram,
    scope: Option<SubprogramId>,
    span: Span,
    term: Term,
    oracle: &mut dyn Oracle,
) -> Result<bool, Error> {
    let variables = term.variables();
    // Solvers are slow with quantified predicates: whoever wants one writes it.
    if variables.is_empty() || term.has_binder() {
        return Ok(false);
    }
    let visible = || {
        let own = all.predicates.iter();
        own.filter(|known| known.scope.is_none() || known.scope == scope)
    };
    let opposite = Term::not(term.clone());
    let mut rivals = Vec::new();
    for known in visible() {
        if known.term == term || known.term == opposite {
            return Ok(false);
        }
        if known.term.variables() == variables {
            rivals.push(known.term.clone());
        }
    }
    if says_nothing_new(flow, scope, &term, rivals, oracle)? {
        return Ok(false);
    }
    let name = flow.words(scope).text(&term);
    // What is the unit's is visible everywhere.
    let clashes = all.predicates.iter();
    let clashes =
        clashes.filter(|known| scope.is_none() || known.scope.is_none() || known.scope == scope);
    let taken: BTreeSet<&str> = clashes.map(|known| known.name.as_str()).collect();
    let name = super::unused(&name, &taken);
    all.predicates.push(Predicate {
        name,
        term,
        scope,
        span,
    });
    Ok(true)
}

/// Whether the term is constant, or equivalent to a rival or to its negation, for all values of
/// the variables' types. A solver that does not know leaves it in: that costs, and harms nothing.
fn says_nothing_new(
    flow: &FlowProgram,
    scope: Option<SubprogramId>,
    term: &Term,
    rivals: Vec<Term>,
    oracle: &mut dyn Oracle,
) -> Result<bool, Error> {
    let variables = term.variables();
    let atoms = [vec![term.clone()], rivals].concat();
    let own = scope.map(|id| flow.subprogram(id));
    let context = Context {
        facts: range_facts(flow, own, &variables, &atoms),
        atoms,
    };
    oracle.begin(&context)?;
    let mut impossible = |literals: &[Literal]| -> Result<bool, Error> {
        Ok(oracle.possibility(literals)? == Possibility::Impossible)
    };
    let (yes, no) = (Literal::positive(0), Literal::negative(0));
    if impossible(&[yes])? || impossible(&[no])? {
        return Ok(true);
    }
    for rival in 1..context.atoms.len() {
        let (other, opposite) = (Literal::positive(rival), Literal::negative(rival));
        let same = impossible(&[yes, opposite])? && impossible(&[no, other])?;
        if same || (impossible(&[yes, other])? && impossible(&[no, opposite])?) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn range_facts(
    flow: &FlowProgram,
    subprogram: Option<&FlowSubprogram>,
    variables: &BTreeSet<Variable>,
    atoms: &[Term],
) -> Vec<Term> {
    let mut read = BTreeMap::new();
    for atom in atoms {
        components_read(atom, &mut read);
    }
    let of_term = |declared: &&FlowVariable| variables.contains(&declared.variable);
    let own = subprogram.into_iter().flat_map(FlowSubprogram::variables);
    let mut facts = Vec::new();
    for declared in own.chain(&flow.globals).filter(of_term) {
        facts.extend(declared.fact());
        // The range of an array is that of each component that something reads.
        let components = read.get(&declared.variable);
        if let (Some(components), Some((low, high))) = (components, &declared.range) {
            let bounds = || (Term::int(low.clone()), Term::int(high.clone()));
            facts.extend(components.iter().map(|component| {
                let (low, high) = bounds();
                Term::between(component, low, high)
            }));
        }
    }
    facts
}
