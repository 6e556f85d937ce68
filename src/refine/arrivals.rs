//! Runs that enter a body: states in which its statements begin, and how a client gets there.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::blocks::numbers;
use super::formula::{Input, formula_before};
use super::path::Path;
use super::replay::{Script, script_of};
use crate::flow::{BlockId, FlowProgram, FlowVariable, SubprogramId};
use crate::interpret::{
    Answer, Environment, Limits, RandomEnvironment, ScriptedEnvironment, Start, State, Step,
    Values, run, run_counted,
};
use crate::logic::{Term, Value, Variable};
use crate::smt::{self, Error, Literal, Oracle, StateAnswer};

/// So many runs.
const RUNS: u64 = 300;
/// So many steps in one run, and over all runs.
const STEPS_OF_A_RUN: usize = 5_000;
const STEPS: usize = 200_000;
/// So many states are kept.
const MOST_STATES: usize = 400;

/// A state in which control comes to a block, and the answers of the surroundings that lead there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    globals: Values,
    frame: Values,
    /// The answers.
    pub script: Script,
}

impl Entry {
    /// Whether a condition holds there.
    pub fn satisfies(&self, condition: &Term) -> bool {
        let state = State {
            globals: &self.globals,
            frame: &self.frame,
        };
        state.shows(condition)
    }

    /// Whether its answers lead to it, when they are given once more.
    pub fn is_replayed(&self, flow: &FlowProgram, id: SubprogramId, block: BlockId) -> bool {
        let mut answers = ScriptedEnvironment::new(self.script.iter().cloned());
        let mut is_there = false;
        let mut look = |step: Step<'_>| {
            is_there |= is_at(flow, &step, id, block)
                && *step.state.globals == self.globals
                && *step.state.frame == self.frame;
        };
        let limits = Limits {
            steps: STEPS_OF_A_RUN,
        };
        let _ = run(
            flow,
            Start::Main,
            &mut Sober(&mut answers),
            limits,
            &mut look,
        );
        is_there
    }
}

/// What is known of states at the start of a path's last block that satisfy some conditions.
#[derive(Debug, Clone)]
pub enum Arrivals {
    /// A run comes there: the states at the block on its way.
    Found(Vec<Entry>),
    /// None comes there by that path: these of the conditions contradict it.
    Impossible(BTreeSet<usize>),
    /// Nobody knows, or what is lost on the path would decide.
    Unknown,
}

/// Looks for a run along a path to the start of its last block, in a state that satisfies conditions.
///
/// # Errors
/// If the solver fails for good.
pub fn arrivals(
    flow: &FlowProgram,
    path: &Path,
    wanted: &[Term],
    oracle: &mut dyn Oracle,
) -> Result<Arrivals, Error> {
    let Some((last, id)) = path.visits.last().and_then(|visit| {
        let id = path.frames[visit.frame].subprogram?;
        Some((*visit, id))
    }) else {
        return Ok(Arrivals::Unknown);
    };
    let formula = formula_before(flow, path, wanted);
    let is_lost = |input: &Input| matches!(input, Input::Lost(..));
    if formula.inputs.iter().any(is_lost) {
        return Ok(Arrivals::Unknown);
    }
    oracle.begin(&formula.context())?;
    let all: Vec<Literal> = (0..formula.conditions.len())
        .map(Literal::positive)
        .collect();
    let first = formula.conditions.len() - wanted.len();
    match oracle.ask(&all)? {
        smt::Answer::Unknown(_) => Ok(Arrivals::Unknown),
        smt::Answer::Unsatisfiable(core) => {
            let core = core.into_iter().map(|literal| literal.atom);
            let own = core.filter_map(|atom| atom.checked_sub(first));
            Ok(Arrivals::Impossible(own.collect()))
        }
        smt::Answer::Satisfiable(_) => {
            let StateAnswer::State(state) = oracle.ask_state(&all)? else {
                return Ok(Arrivals::Unknown);
            };
            let value = |version: &Variable| state.get(version).cloned();
            let Some(script) = script_of(&formula.inputs, &value) else {
                return Ok(Arrivals::Unknown);
            };
            Ok(Arrivals::Found(entries_along(
                flow, id, last.block, &script,
            )))
        }
    }
}

/// The states in which control comes to a block in the run with these answers.
fn entries_along(
    flow: &FlowProgram,
    id: SubprogramId,
    block: BlockId,
    script: &Script,
) -> Vec<Entry> {
    let mut found = Vec::new();
    let mut look = |step: Step<'_>| {
        if is_at(flow, &step, id, block) {
            found.push(Entry {
                globals: step.state.globals.clone(),
                frame: step.state.frame.clone(),
                script: script.clone(),
            });
        }
    };
    let limits = Limits {
        steps: STEPS_OF_A_RUN,
    };
    let mut answers = ScriptedEnvironment::new(script.iter().cloned());
    let mut answers = Sober(&mut answers);
    let _ = run(flow, Start::Main, &mut answers, limits, &mut look);
    found
}

/// States in which control comes to a block of a subprogram, in runs with arbitrary inputs that come
/// to nothing that is lost; those with the shortest scripts first.
pub fn entries(flow: &FlowProgram, id: SubprogramId, block: BlockId) -> Vec<Entry> {
    let favourites = numbers(flow);
    let mut found: BTreeMap<(Values, Values), Script> = BTreeMap::new();
    let mut left = STEPS;
    for seed in 0..RUNS {
        if left == 0 || found.len() >= MOST_STATES {
            break;
        }
        let mut random = RandomEnvironment::new(seed);
        if seed % 2 == 1 {
            random = random.favouring(&favourites);
        }
        let given = Rc::new(RefCell::new(Script::new()));
        let mut answers = Noted {
            random,
            given: Rc::clone(&given),
        };
        let mut look = |step: Step<'_>| {
            if is_at(flow, &step, id, block) {
                let state = (step.state.globals.clone(), step.state.frame.clone());
                let script = given.borrow().clone();
                let known = found.entry(state).or_insert_with(|| script.clone());
                if script.len() < known.len() {
                    *known = script;
                }
            }
        };
        let limits = Limits {
            steps: left.min(STEPS_OF_A_RUN),
        };
        let (_, taken) = run_counted(flow, Start::Main, &mut answers, limits, &mut look);
        left = left.saturating_sub(taken);
    }
    let mut entries: Vec<Entry> = found
        .into_iter()
        .map(|((globals, frame), script)| Entry {
            globals,
            frame,
            script,
        })
        .collect();
    entries.sort_by_key(|entry| entry.script.len());
    entries
}

fn is_at(flow: &FlowProgram, step: &Step<'_>, id: SubprogramId, block: BlockId) -> bool {
    step.point.subprogram == Some(id) && step.point.block == block && step.point.begins_block(flow)
}

/// Keeps what chance answers; has no answer to what is lost.
struct Noted {
    random: RandomEnvironment,
    given: Rc<RefCell<Script>>,
}

impl Environment for Noted {
    fn nondet(&mut self, variable: &FlowVariable) -> Option<Value> {
        let value = self.random.nondet(variable)?;
        self.given.borrow_mut().push(Answer::Value(value.clone()));
        Some(value)
    }

    fn choice(&mut self, count: usize) -> Option<usize> {
        let way = self.random.choice(count)?;
        self.given.borrow_mut().push(Answer::Choice(way));
        Some(way)
    }

    fn havoc(&mut self, _: &FlowVariable) -> Option<Value> {
        None
    }
}

/// Answers as another does, but not to what is lost.
struct Sober<'a>(&'a mut ScriptedEnvironment);

impl Environment for Sober<'_> {
    fn nondet(&mut self, variable: &FlowVariable) -> Option<Value> {
        self.0.nondet(variable)
    }

    fn choice(&mut self, count: usize) -> Option<usize> {
        self.0.choice(count)
    }

    fn havoc(&mut self, _: &FlowVariable) -> Option<Value> {
        None
    }
}
