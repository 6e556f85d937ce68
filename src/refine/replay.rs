//! Runs that show a violation: answers of the surroundings that the interpreter follows to the
//! failing check.

use crate::flow::{FlowProgram, FlowVariable};
use crate::interpret::{
    self, Answer, Environment, Limits, Outcome, Start, Step, canonical, run, run_counted,
};
use crate::logic::Value;
use crate::verdict::CheckId;

/// What the surroundings decide in a run from `main` to a check that fails, in order.
pub type Script = Vec<Answer>;

/// When a run is given up.
const LIMITS: Limits = Limits { steps: 50_000 };

/// The check at which a run with these answers fails; `None` if it does not, if it asks for more,
/// or if it comes to a value that nobody knows.
pub fn replay(flow: &FlowProgram, script: &[Answer]) -> Option<CheckId> {
    follow(flow, script, &mut |_| {}).map(|(check, _)| check)
}

/// The same with every step shown to an observer; says too how many answers were needed.
pub fn follow(
    flow: &FlowProgram,
    script: &[Answer],
    observer: &mut dyn FnMut(Step<'_>),
) -> Option<(CheckId, usize)> {
    recorded(flow, script, observer).map(|(check, given)| (check, given.len()))
}

/// Whether a run with these answers goes on for longer than anybody waits.
pub fn is_endless(flow: &FlowProgram, script: &[Answer]) -> bool {
    let mut answers = Prompter::new(script, None);
    let outcome = run(flow, Start::Main, &mut answers, LIMITS, &mut |_| {});
    outcome == Outcome::OutOfSteps
}

/// The same with the answers that were taken, each as the type of what asked for it allows.
pub(super) fn recorded(
    flow: &FlowProgram,
    script: &[Answer],
    observer: &mut dyn FnMut(Step<'_>),
) -> Option<(CheckId, Script)> {
    let mut steps = LIMITS.steps;
    recorded_within(flow, script, observer, &mut steps)
}

/// The same for at most so many steps, which are counted down.
pub(super) fn recorded_within(
    flow: &FlowProgram,
    script: &[Answer],
    observer: &mut dyn FnMut(Step<'_>),
    left: &mut usize,
) -> Option<(CheckId, Script)> {
    let mut answers = Prompter::new(script, None);
    let limits = Limits {
        steps: LIMITS.steps.min(*left),
    };
    let (outcome, taken) = run_counted(flow, Start::Main, &mut answers, limits, observer);
    *left = left.saturating_sub(taken);
    failure(&outcome).map(|check| (check, answers.given))
}

/// The check at which a run has failed.
fn failure(outcome: &Outcome) -> Option<CheckId> {
    match outcome {
        Outcome::Failed { check, .. } => Some(*check),
        Outcome::Returned { .. }
        | Outcome::Assumption { .. }
        | Outcome::Unanswered { .. }
        | Outcome::OutOfSteps => None,
    }
}

/// A run that follows the script and then whatever way others choose: the check that fails, and all
/// the answers that led to it. `watch` sees every step.
pub(super) fn explore(
    flow: &FlowProgram,
    script: &[Answer],
    then: &mut dyn Environment,
    steps: usize,
    watch: &mut dyn FnMut(Step<'_>),
) -> (Option<(CheckId, Script)>, usize) {
    let mut answers = Prompter::new(script, Some(then));
    let limits = Limits { steps };
    let (outcome, taken) = run_counted(flow, Start::Main, &mut answers, limits, watch);
    let found = failure(&outcome).map(|check| (check, answers.given));
    (found, taken)
}

/// Gives prepared answers, then others or none, and never one to what is lost.
struct Prompter<'a> {
    script: &'a [Answer],
    given: Script,
    then: Option<&'a mut dyn Environment>,
}

impl<'a> Prompter<'a> {
    fn new(script: &'a [Answer], then: Option<&'a mut dyn Environment>) -> Prompter<'a> {
        Prompter {
            script,
            given: Vec::new(),
            then,
        }
    }

    fn prepared(&self) -> Option<&'a Answer> {
        self.script.get(self.given.len())
    }
}

impl Environment for Prompter<'_> {
    fn nondet(&mut self, variable: &FlowVariable) -> Option<Value> {
        let value = match (self.prepared(), &mut self.then) {
            (Some(Answer::Value(value)), _) => interpret::of_type(variable, value),
            (Some(Answer::Choice(_)), _) | (None, None) => return None,
            (None, Some(then)) => then.nondet(variable)?,
        };
        self.given.push(Answer::Value(value.clone()));
        Some(value)
    }

    fn choice(&mut self, count: usize) -> Option<usize> {
        let way = match (self.prepared(), &mut self.then) {
            (Some(Answer::Choice(way)), _) => (*way < count).then_some(*way)?,
            (Some(Answer::Value(_)), _) | (None, None) => return None,
            (None, Some(then)) => then.choice(count)?,
        };
        self.given.push(Answer::Choice(way));
        Some(way)
    }

    fn havoc(&mut self, _: &FlowVariable) -> Option<Value> {
        None
    }
}

/// The answers to a path's inputs, given the values of its versions.
pub(super) fn script_of(
    inputs: &[super::formula::Input],
    value: &dyn Fn(&crate::logic::Variable) -> Option<Value>,
) -> Option<Script> {
    use super::formula::Input;
    inputs
        .iter()
        .map(|input| match input {
            Input::Choice(way) => Some(Answer::Choice(*way)),
            Input::Value(variable, version) => {
                let value = value(version).unwrap_or_else(|| canonical(variable));
                Some(Answer::Value(interpret::of_type(variable, &value)))
            }
            Input::Lost(..) => None,
        })
        .collect()
}
