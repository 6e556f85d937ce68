//! Runs that show a violation: answers of the surroundings that the interpreter follows to the
//! failing check.

use num_bigint::BigInt;
use num_traits::Signed;

use crate::flow::{FlowProgram, FlowVariable};
use crate::interpret::{
    self, Answer, Environment, Limits, Outcome, RandomEnvironment, Start, Step, canonical, run,
};
use crate::logic::{ArrayValue, Value};
use crate::verdict::CheckId;

/// What the surroundings decide in a run from `main` to a check that fails, in order.
pub type Script = Vec<Answer>;

/// A run ends after so many steps.
const MOST_STEPS: usize = 50_000;
/// Numbers up to this one are tried one by one.
const SMALL: i32 = 12;
/// So many steps are spent on making a script simpler.
const SHRINKING_STEPS: usize = 2_000_000;

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
    let mut answers = Prompter {
        script,
        given: Vec::new(),
        then: None,
    };
    let limits = Limits { steps: MOST_STEPS };
    let outcome = run(flow, Start::Main, &mut answers, limits, observer);
    let needed = answers.given.len();
    match outcome {
        Outcome::Failed { check, .. } => Some((check, needed)),
        Outcome::Returned { .. }
        | Outcome::Assumption { .. }
        | Outcome::Unanswered { .. }
        | Outcome::OutOfSteps => None,
    }
}

/// A run that follows the script and then any way that chance gives: the check that fails, and all
/// the answers that led to it.
pub(super) fn explore(
    flow: &FlowProgram,
    script: &[Answer],
    random: RandomEnvironment,
    steps: usize,
) -> (Option<(CheckId, Script)>, usize) {
    let mut answers = Prompter {
        script,
        given: Vec::new(),
        then: Some(random),
    };
    let mut taken = 0;
    let mut count = |_: Step<'_>| taken += 1;
    let outcome = run(
        flow,
        Start::Main,
        &mut answers,
        Limits { steps },
        &mut count,
    );
    let found = match outcome {
        Outcome::Failed { check, .. } => Some((check, answers.given)),
        Outcome::Returned { .. }
        | Outcome::Assumption { .. }
        | Outcome::Unanswered { .. }
        | Outcome::OutOfSteps => None,
    };
    (found, taken)
}

/// Gives prepared answers, then others or none, and never one to what is lost.
struct Prompter<'a> {
    script: &'a [Answer],
    given: Script,
    then: Option<RandomEnvironment>,
}

impl<'a> Prompter<'a> {
    fn prepared(&self) -> Option<&'a Answer> {
        self.script.get(self.given.len())
    }
}

impl Environment for Prompter<'_> {
    fn nondet(&mut self, variable: &FlowVariable) -> Option<Value> {
        let value = match (self.prepared(), &mut self.then) {
            (Some(Answer::Value(value)), _) => interpret::of_type(variable, value),
            (Some(Answer::Choice(_)), _) | (None, None) => return None,
            (None, Some(random)) => random.nondet(variable)?,
        };
        self.given.push(Answer::Value(value.clone()));
        Some(value)
    }

    fn choice(&mut self, count: usize) -> Option<usize> {
        let way = match (self.prepared(), &mut self.then) {
            (Some(Answer::Choice(way)), _) => (*way < count).then_some(*way)?,
            (Some(Answer::Value(_)), _) | (None, None) => return None,
            (None, Some(random)) => random.choice(count)?,
        };
        self.given.push(Answer::Choice(way));
        Some(way)
    }

    fn havoc(&mut self, _: &FlowVariable) -> Option<Value> {
        None
    }
}

/// A script that makes the same check fail and is no longer and no larger: parts of it left out,
/// numbers nearer to zero.
pub fn simplest(flow: &FlowProgram, script: &[Answer], check: CheckId) -> Script {
    let mut best = Shrinking {
        flow,
        check,
        script: script.to_vec(),
        steps: 0,
    };
    if let Some((_, needed)) = follow(flow, &best.script, &mut |_| {}) {
        best.script.truncate(needed);
    }
    best.leave_out();
    best.come_nearer();
    best.script
}

struct Shrinking<'a> {
    flow: &'a FlowProgram,
    check: CheckId,
    script: Script,
    steps: usize,
}

impl Shrinking<'_> {
    /// Takes the other script if it will do as well.
    fn accept(&mut self, mut other: Script) -> bool {
        if self.steps > SHRINKING_STEPS {
            return false;
        }
        let found = follow(self.flow, &other, &mut |_| self.steps += 1);
        let does = found.is_some_and(|(check, _)| check == self.check);
        if let Some((_, needed)) = found.filter(|_| does) {
            other.truncate(needed);
            self.script = other;
        }
        does
    }

    /// Leaves out runs of answers, long ones first.
    fn leave_out(&mut self) {
        let mut length = self.script.len() / 2;
        while length > 0 {
            let mut at = 0;
            while at + length <= self.script.len() {
                let mut other = self.script.clone();
                other.drain(at..at + length);
                if !self.accept(other) {
                    at += 1;
                }
            }
            // Every length matters where it is that of a call.
            length = if length > 8 { length / 2 } else { length - 1 };
        }
    }

    /// Moves every value towards zero as far as it goes.
    fn come_nearer(&mut self) {
        for at in 0..self.script.len() {
            let Some(Answer::Value(value)) = self.script.get(at).cloned() else {
                continue;
            };
            match value {
                Value::Bool(true) => {
                    self.put(at, Value::Bool(false));
                }
                Value::Bool(false) => {}
                Value::Int(number) => self.smaller(at, &number, &Value::Int),
                Value::Array(array) => self.plainer(at, &array),
            }
        }
    }

    fn put(&mut self, at: usize, value: Value) -> bool {
        let mut other = self.script.clone();
        if at >= other.len() {
            return false;
        }
        other[at] = Answer::Value(value);
        self.accept(other)
    }

    /// The smallest number in the way of which nothing stands, by halving the distance.
    fn smaller(&mut self, at: usize, number: &BigInt, value: &dyn Fn(BigInt) -> Value) {
        let mut high = number.abs();
        for small in (0..=SMALL).flat_map(|small| [small, -small]) {
            let small = BigInt::from(small);
            if small.abs() >= high || self.put(at, value(small)) {
                return;
            }
        }
        let sign = number.signum();
        let mut low = BigInt::from(SMALL);
        // `low` does not do, `high` does.
        while &high - &low > BigInt::from(1) {
            let middle: BigInt = (&low + &high) / 2;
            if self.put(at, value(middle.clone()))
                || (sign.is_negative() && self.put(at, value(-&middle)))
            {
                high = middle;
            } else {
                low = middle;
            }
        }
        if sign.is_negative() {
            self.put(at, value(high));
        }
    }

    /// The same for each component.
    fn plainer(&mut self, at: usize, array: &ArrayValue) {
        let exceptions: Vec<BigInt> = array.exceptions().map(|(index, _)| index.clone()).collect();
        for index in exceptions {
            let Some(Answer::Value(Value::Array(now))) = self.script.get(at).cloned() else {
                return;
            };
            let plain = now.default_value().clone();
            self.put(at, Value::Array(now.with(index, plain)));
        }
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
