//! Failures far away: the ways that runs went, gone again with inputs that a solver chooses.
//!
//! A run with arbitrary inputs goes round a loop a thousand times at no cost. Whether a check could
//! have failed on its way with other inputs is one question, however many arrivals there were.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "names the shapes that matter"
)]

use std::collections::{BTreeMap, BTreeSet};

use super::blocks::numbers;
use super::formula::{Condition, PathFormula, Site, formula};
use super::is_small;
use super::linear::sum;
use super::path::{Frame, Path, Visit};
use super::replay::{self, Script};
use super::shrink::simplest;
use crate::flow::{FlowProgram, StatementKind};
use crate::interpret::{Limits, RandomEnvironment, Start, Step, run};
use crate::logic::{Comparison, Term, TermKind, Variable};
use crate::smt::{Context, Error, Literal, Oracle, StateAnswer};
use crate::verdict::CheckId;

/// So many runs are made.
const RUNS: u64 = 200;
/// So many steps in one run.
const STEPS: usize = 20_000;
/// Longer ways are no questions for a solver.
const MOST_VISITS: usize = 5_000;
/// So many ways are gone again.
const MOST_WAYS: usize = 4;

/// Answers of the surroundings with which the program goes the way that some run went and a check
/// fails on it: this one or one that nobody asked for.
///
/// # Errors
/// If the solver fails for good.
pub fn deep(
    flow: &FlowProgram,
    check: CheckId,
    oracle: &mut dyn Oracle,
) -> Result<Option<(CheckId, Script)>, Error> {
    for path in ways(flow, check, oracle)? {
        oracle.in_time()?;
        let formula = unfolded(formula(flow, &path));
        let is_it = |condition: &&Condition| is_check(flow, &path, condition, check);
        let arrivals = formula.conditions.iter().filter(is_it);
        let one_fails = Term::or(arrivals.map(|condition| Term::not(condition.term.clone())));
        let others = formula.conditions.iter().filter(|one| !is_it(one));
        let atoms: Vec<Term> = others.map(|condition| condition.term.clone()).collect();
        let literals: Vec<Literal> = (0..atoms.len()).map(Literal::positive).collect();
        let PathFormula {
            mut facts, inputs, ..
        } = formula;
        facts.push(one_fails);
        oracle.begin(&Context { facts, atoms })?;
        if let StateAnswer::State(state) = oracle.ask_state(&literals)? {
            let value = |version: &Variable| state.get(version).cloned();
            let script = replay::script_of(&inputs, &value);
            if let Some(script) = script
                && let Some(failing) = replay::replay(flow, &script)
            {
                let script = simplest(flow, &script, failing, &|| oracle.in_time().is_err());
                return Ok(Some((failing, script)));
            }
        }
    }
    Ok(None)
}

/// The same over the inputs only, as far as that makes no large terms: a solver takes long to see
/// that a thousand steps of one each are a thousand.
fn unfolded(formula: PathFormula) -> PathFormula {
    let mut values: BTreeMap<Variable, Term> = BTreeMap::new();
    let mut facts = Vec::new();
    for fact in formula.facts {
        let set = match fact.kind() {
            TermKind::Compare(Comparison::Equal, version, value) => match version.kind() {
                TermKind::Variable(version) if !values.contains_key(version) => {
                    Some((version.clone(), sum(&value.substitute(&values))))
                }
                _ => None,
            },
            _ => None,
        };
        match set {
            Some((version, value)) if is_small(&value) => {
                values.insert(version, value);
            }
            Some((version, value)) => {
                facts.push(Term::equal(Term::variable(&version), value));
            }
            // What types say of what is set follows from the checks on the way.
            None if fact.variables().iter().any(|one| values.contains_key(one)) => {}
            None => facts.push(fact),
        }
    }
    let conditions = formula.conditions.into_iter();
    let conditions = conditions.map(|condition| Condition {
        term: condition.term.substitute(&values),
        ..condition
    });
    PathFormula {
        facts,
        conditions: conditions.collect(),
        inputs: formula.inputs,
    }
}

/// Whether a condition is that of a check which passes.
fn is_check(flow: &FlowProgram, path: &Path, condition: &Condition, check: CheckId) -> bool {
    let visit = path.visits[condition.visit];
    let block = path.subprogram(flow, visit).block(visit.block);
    let Site::Statement(index) = condition.site else {
        return false;
    };
    matches!(&block.statements[index].kind, StatementKind::Check { check: own, .. } if *own == check)
}

/// The ways of runs that came to a check most often.
fn ways(flow: &FlowProgram, check: CheckId, oracle: &dyn Oracle) -> Result<Vec<Path>, Error> {
    let favourites = numbers(flow);
    let mut found: Vec<(usize, Path)> = Vec::new();
    for seed in 0..RUNS {
        oracle.in_time()?;
        let mut watch = Watch::new(flow, check);
        let mut random = RandomEnvironment::new(seed).favouring(&favourites);
        let limits = Limits { steps: STEPS };
        let observer = &mut |step: Step<'_>| watch.see(&step);
        run(flow, Start::Main, &mut random, limits, observer);
        if watch.arrivals > 0 {
            found.push((watch.arrivals, watch.path));
        }
    }
    found.sort_by_key(|(arrivals, path)| (usize::MAX - arrivals, path.visits.len()));
    let mut seen = BTreeSet::new();
    found.retain(|(arrivals, _)| seen.insert(*arrivals));
    found.truncate(MOST_WAYS);
    Ok(found.into_iter().map(|(_, path)| path).collect())
}

/// The way of one run.
struct Watch<'a> {
    flow: &'a FlowProgram,
    check: CheckId,
    arrivals: usize,
    path: Path,
    /// The frames that are open.
    open: Vec<usize>,
}

impl<'a> Watch<'a> {
    fn new(flow: &'a FlowProgram, check: CheckId) -> Watch<'a> {
        Watch {
            flow,
            check,
            arrivals: 0,
            path: Path {
                frames: vec![Frame {
                    subprogram: None,
                    caller: None,
                }],
                visits: Vec::new(),
                // No check is to fail at the end of the way.
                check: CheckId(u32::MAX),
            },
            open: vec![0],
        }
    }

    fn see(&mut self, step: &Step<'_>) {
        if self.path.visits.len() >= MOST_VISITS {
            return;
        }
        if step.point.begins_block(self.flow) {
            self.open.truncate(step.depth + 1);
            if self.open.len() <= step.depth {
                self.open.push(self.path.frames.len());
                self.path.frames.push(Frame {
                    subprogram: step.point.subprogram,
                    caller: self.path.visits.last().copied(),
                });
            }
            self.path.visits.push(Visit {
                frame: self.open[step.depth],
                block: step.point.block,
            });
        }
        if let Some(statement) = step.point.statement_of(self.flow)
            && matches!(&statement.kind, StatementKind::Check { check, .. } if *check == self.check)
        {
            self.arrivals += 1;
        }
    }
}
