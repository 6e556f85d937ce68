//! Who decides what the program leaves open.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use num_bigint::BigInt;

use super::state::admits;
use crate::flow::FlowVariable;
use crate::logic::{ArrayValue, Sort, Value};

/// Answers the questions that a run asks its surroundings. `None` ends the run as
/// [`Unanswered`](super::Outcome::Unanswered).
pub trait Environment {
    /// The value that the environment gives to a variable; one of its type.
    fn nondet(&mut self, variable: &FlowVariable) -> Option<Value>;

    /// Which of `count` ways to go, counted from 0. `count` is not 0.
    fn choice(&mut self, count: usize) -> Option<usize>;

    /// A value for a variable whose value is lost. Nobody decides it, so whoever must not rest on
    /// lost information answers `None` here.
    fn havoc(&mut self, variable: &FlowVariable) -> Option<Value> {
        self.nondet(variable)
    }
}

/// One answer of a script.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// To `nondet` or `havoc`.
    Value(Value),
    /// To `choice`.
    Choice(usize),
}

/// Gives prepared answers in order, and none where the next does not fit the question.
#[derive(Debug, Clone, Default)]
pub struct ScriptedEnvironment {
    answers: VecDeque<Answer>,
}

impl ScriptedEnvironment {
    /// Will give these answers.
    pub fn new(answers: impl IntoIterator<Item = Answer>) -> ScriptedEnvironment {
        ScriptedEnvironment {
            answers: answers.into_iter().collect(),
        }
    }

    /// The answers nobody asked for yet.
    pub fn remaining(&self) -> usize {
        self.answers.len()
    }
}

impl Environment for ScriptedEnvironment {
    fn nondet(&mut self, variable: &FlowVariable) -> Option<Value> {
        match self.answers.pop_front()? {
            Answer::Value(value) if admits(variable, &value) => Some(value),
            Answer::Value(_) | Answer::Choice(_) => None,
        }
    }

    fn choice(&mut self, count: usize) -> Option<usize> {
        match self.answers.pop_front()? {
            Answer::Choice(way) if way < count => Some(way),
            Answer::Value(_) | Answer::Choice(_) => None,
        }
    }
}

/// The components of an array that differ from all others.
const FIRST_COMPONENTS: Range<i32> = -1..8;

/// Always has an answer; the same seed gives the same answers.
///
/// Checks fail at the ends of types and at zero, while loops and preconditions want small numbers.
/// So of eight integers about two lie at most two away from an end of the range, one lies in
/// -1 .. 1, two in -12 .. 12, one in -1000 .. 1000, and two anywhere in the range. Where numbers are
/// known that matter, half of all are among them.
///
/// Of four arrays one has equal components and one ascending ones, and of two one has components
/// between two numbers like these: many a precondition wants that.
#[derive(Debug, Clone)]
pub struct RandomEnvironment {
    state: u64,
    favourites: Arc<[BigInt]>,
    /// How many numbers ago the one was that is likely to come again, if any is.
    period: Option<usize>,
    /// The numbers that were given last, at most as many.
    recent: VecDeque<BigInt>,
    /// The array that was given last, where it may come again.
    last_array: Option<ArrayValue>,
}

impl RandomEnvironment {
    /// Answers that depend on `seed` only.
    pub fn new(seed: u64) -> RandomEnvironment {
        // The generator must not start from zero, where it would stay.
        RandomEnvironment {
            state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            favourites: Arc::from([]),
            period: None,
            recent: VecDeque::new(),
            last_array: None,
        }
    }

    /// The same, where most numbers are what came so many numbers before, or a component of the last
    /// array, if their types allow it, and of two arrays one is like the last: preconditions want
    /// equal bounds and lengths, and loops equal components, which hardly ever come by chance.
    #[must_use]
    pub fn repeating(self, period: usize) -> RandomEnvironment {
        RandomEnvironment {
            period: Some(period),
            ..self
        }
    }

    /// The same, with numbers that matter, in increasing order.
    #[must_use]
    pub fn favouring(self, favourites: &Arc<[BigInt]>) -> RandomEnvironment {
        RandomEnvironment {
            favourites: Arc::clone(favourites),
            ..self
        }
    }

    /// Marsaglia's xorshift generator ("Xorshift RNGs", 2003, the triple 13, 7, 17).
    fn next(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    /// A number in `0 .. count`; `count` is not 0.
    pub fn below(&mut self, count: usize) -> usize {
        // The low bits of the generator are its weakest.
        let number = (self.next() >> 8) % (count as u64);
        usize::try_from(number).unwrap_or(0)
    }

    /// An integer from `first` to `last`.
    fn between(&mut self, first: &BigInt, last: &BigInt) -> BigInt {
        let size: BigInt = last - first + 1;
        let mut number = BigInt::from(0);
        for _ in 0..=size.bits() / 32 {
            number = (number << 32) + (self.next() >> 32);
        }
        first + number % size
    }

    /// A number that was given before, if it is to come again.
    fn repeated(&mut self, (first, last): &(BigInt, BigInt)) -> Option<BigInt> {
        let period = self.period?;
        let before = if self.last_array.is_some() && self.below(4) == 0 {
            let index = BigInt::from(self.below(FIRST_COMPONENTS.len()));
            match self.last_array.as_ref()?.get(&index) {
                Value::Int(component) => component.clone(),
                Value::Bool(_) | Value::Array(_) => return None,
            }
        } else {
            let is_long_ago = self.recent.len() == period;
            self.recent.back().filter(|_| is_long_ago)?.clone()
        };
        let fits = (first..=last).contains(&&before);
        let is_wanted = fits && self.below(4) > 0;
        is_wanted.then_some(before)
    }

    /// A number like those that matter.
    fn fresh(&mut self, (first, last): &(BigInt, BigInt)) -> BigInt {
        let (from, to) = (
            self.favourites.partition_point(|number| number < first),
            self.favourites.partition_point(|number| number <= last),
        );
        if from < to && self.below(2) == 0 {
            let at = from + self.below(to - from);
            return self.favourites[at].clone();
        }
        let near = |radius: i32| {
            let low = first.max(&BigInt::from(-radius)).clone();
            let high = last.min(&BigInt::from(radius)).clone();
            (low <= high).then_some((low, high))
        };
        let wanted = match self.below(8) {
            0 => Some((first.clone(), last.min(&(first + 2)).clone())),
            1 => Some((first.max(&(last - 2)).clone(), last.clone())),
            2 => near(1),
            3 | 4 => near(12),
            5 => near(1000),
            _ => None,
        };
        let (low, high) = wanted.unwrap_or_else(|| (first.clone(), last.clone()));
        self.between(&low, &high)
    }

    /// An array: the last one again, often with another component somewhere, where things come
    /// again; otherwise a new one.
    fn array(&mut self, variable: &FlowVariable, element: &Sort) -> Option<ArrayValue> {
        let component = super::state::component(variable, element);
        // Components are no numbers that come again.
        let Some(period) = self.period.take() else {
            return self.fresh_array(component);
        };
        let before = self.last_array.take().map(Value::Array);
        let fitting = before.filter(|before| super::of_type(variable, before) == *before);
        let array = match fitting {
            Some(Value::Array(mut again)) if self.below(2) == 0 => {
                if self.below(2) == 0 {
                    let index = self.below(FIRST_COMPONENTS.len());
                    again.set(BigInt::from(index), self.nondet(&component)?);
                }
                again
            }
            _ => self.fresh_array(component)?,
        };
        self.last_array = Some(array.clone());
        self.period = Some(period);
        Some(array)
    }

    /// An array of such components.
    fn fresh_array(&mut self, mut component: FlowVariable) -> Option<ArrayValue> {
        if let Some(range) = &component.range
            && self.below(2) == 0
        {
            let [low, high] = [self.fresh(range), self.fresh(range)];
            component.range = Some(if low < high { (low, high) } else { (high, low) });
        }
        let mut components = Vec::new();
        for _ in FIRST_COMPONENTS {
            components.push(self.nondet(&component)?);
        }
        let mut others = self.nondet(&component)?;
        match self.below(4) {
            0 => components.fill(others.clone()),
            1 => {
                components.push(others);
                components.sort();
                others = components.pop()?;
            }
            _ => {}
        }
        let mut array = ArrayValue::constant(others);
        for (index, component) in FIRST_COMPONENTS.zip(components) {
            array.set(BigInt::from(index), component);
        }
        Some(array)
    }
}

impl Environment for RandomEnvironment {
    fn nondet(&mut self, variable: &FlowVariable) -> Option<Value> {
        if variable.variable.sort == Sort::Bool {
            return Some(Value::Bool(self.below(2) == 1));
        }
        if let Sort::Array(element) = &variable.variable.sort {
            return self.array(variable, element).map(Value::Array);
        }
        let Some(range) = &variable.range else {
            return Some(super::canonical(variable));
        };
        let number = match self.repeated(range) {
            Some(number) => number,
            None => self.fresh(range),
        };
        if let Some(period) = self.period {
            self.recent.push_front(number.clone());
            self.recent.truncate(period);
        }
        Some(Value::Int(number))
    }

    fn choice(&mut self, count: usize) -> Option<usize> {
        Some(self.below(count))
    }
}
