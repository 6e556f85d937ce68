//! Runs made plain: the fewest calls, arrays that are short where they lie far from zero, and values as
//! near to zero as they go, the first ones first.
//!
//! Every candidate is judged by the interpreter, and taken only if it makes the same check fail and
//! is [smaller](size); what nothing makes smaller any more is the answer.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::detours::without_detours;
use super::replay::{Script, recorded_within};
use crate::flow::{FlowProgram, Terminator};
use crate::interpret::{Answer, Place, Step};
use crate::logic::{ArrayValue, Value};
use crate::verdict::CheckId;

/// Numbers up to this one are tried one by one.
const SMALL: i32 = 12;
/// Parts of so many answers are tried at every place; longer ones side by side.
const SHORT: usize = 8;
/// So many numbers are tried two by two.
const FEW: usize = 12;
/// Arrays between the negative of this bound and itself are as plain as each other; others would be too
/// long for an executable if they began near zero.
const NEAR: i32 = 100;
/// So many steps are spent on making a script simpler; on a long one more.
const STEPS: usize = 2_000_000;
/// So many of the steps that a long run takes, for each of its answers.
const TRIES_OF_AN_ANSWER: usize = 10;
/// No more than that.
const MANY_STEPS: usize = 40_000_000;
/// Of more calls than this not every number is left out at every place.
const MANY_CALLS: usize = 64;

/// A script that makes the same check fail, with no call, no answer and no distance from zero in it
/// that can be done without by itself; unless that takes too long to find out, or until the time is
/// up.
pub fn simplest(
    flow: &FlowProgram,
    script: &[Answer],
    check: CheckId,
    is_late: &dyn Fn() -> bool,
) -> Script {
    let mut shrinking = Shrinking {
        flow,
        check,
        script: script.to_vec(),
        calls: Vec::new(),
        arrays: Vec::new(),
        left: STEPS,
        is_late,
    };
    // What the run does not ask for goes first, then what leads back to where it was.
    if let Some(found) = shrinking.failing(script) {
        shrinking.take(found);
    }
    let straight = without_detours(flow, &shrinking.script, &mut shrinking.left);
    shrinking.accept(&straight);
    shrinking.measure();
    loop {
        let before = shrinking.script.clone();
        shrinking.leave_out_calls();
        shrinking.leave_out_answers();
        shrinking.choose_earlier();
        shrinking.shorten();
        shrinking.come_nearer();
        shrinking.come_nearer_together();
        if shrinking.script == before || shrinking.left == 0 || is_late() {
            return shrinking.script;
        }
    }
}

/// How large a script is: by its length, by how long its arrays are, then by its answers, the first one
/// first.
fn size(script: &[Answer], arrays: &[Bounds]) -> (usize, BigInt, Vec<Vec<BigInt>>) {
    let of_answer = |answer: &Answer| match answer {
        Answer::Choice(way) => vec![BigInt::from(*way)],
        Answer::Value(value) => distance(value),
    };
    let lengths = arrays.iter().map(|bounds| burden(script, *bounds)).sum();
    (
        script.len(),
        lengths,
        script.iter().map(of_answer).collect(),
    )
}

/// The number at a place of a script.
fn number(script: &[Answer], at: usize) -> Option<BigInt> {
    match script.get(at) {
        Some(Answer::Value(Value::Int(number))) => Some(number.clone()),
        Some(Answer::Value(_) | Answer::Choice(_)) | None => None,
    }
}

/// The length of an array that does not lie near zero; nothing of others.
fn burden(script: &[Answer], (first, last): Bounds) -> BigInt {
    let (Some(first), Some(last)) = (number(script, first), number(script, last)) else {
        return BigInt::zero();
    };
    let is_near = |bound: &BigInt| bound.abs() <= BigInt::from(NEAR);
    if last < first || is_near(&first) && is_near(&last) {
        return BigInt::zero();
    }
    last - first + 1
}

/// How far from zero a value is; of two that are as far, the positive one is nearer.
fn distance(value: &Value) -> Vec<BigInt> {
    match value {
        Value::Bool(value) => vec![BigInt::from(u8::from(*value))],
        Value::Int(number) => vec![number.abs(), BigInt::from(u8::from(number.is_negative()))],
        Value::Array(array) => {
            let components = array.exceptions().map(|(_, component)| component);
            let all = components.chain([array.default_value()]);
            let count = BigInt::from(array.exceptions().count());
            [count].into_iter().chain(all.flat_map(distance)).collect()
        }
    }
}

/// Where in a script the bounds of an array are given.
type Bounds = (usize, usize);

/// The answers that a run takes.
struct Taken {
    script: Script,
    calls: Vec<usize>,
    arrays: Vec<Bounds>,
}

struct Shrinking<'a> {
    flow: &'a FlowProgram,
    check: CheckId,
    script: Script,
    /// Where in the script the client begins something new.
    calls: Vec<usize>,
    arrays: Vec<Bounds>,
    /// How many steps may still be made.
    left: usize,
    is_late: &'a dyn Fn() -> bool,
}

impl Shrinking<'_> {
    /// Sets how many steps may be made, by how many the run takes.
    fn measure(&mut self) {
        let before = self.left;
        let script = self.script.clone();
        self.failing(&script);
        let taken = before - self.left;
        let wanted = taken
            .saturating_mul(script.len())
            .saturating_mul(TRIES_OF_AN_ANSWER);
        self.left = wanted.clamp(STEPS, MANY_STEPS);
    }

    /// The answers that a run with this script takes, if it fails at the check.
    fn failing(&mut self, script: &[Answer]) -> Option<Taken> {
        let (mut asked, mut calls, mut arrays) = (0, Vec::new(), Vec::new());
        // The last array of which a lower bound was given, and where.
        let mut lower: Option<(String, usize)> = None;
        let flow = self.flow;
        let mut note = |step: Step<'_>| {
            if step.point.place != Place::Terminator {
                return;
            }
            let subprogram = step.point.subprogram_of(flow);
            match &subprogram.block(step.point.block).terminator {
                Terminator::Choice { .. } => {
                    if step.depth == 0 {
                        calls.push(asked);
                    }
                    asked += 1;
                }
                Terminator::Nondet { target, .. } => {
                    let upper = target.name.replace("'First", "'Last");
                    if let Some((_, first)) = lower.take_if(|(name, _)| **name == *target.name) {
                        arrays.push((first, asked));
                    } else if *upper != *target.name {
                        lower = Some((upper, asked));
                    }
                    asked += 1;
                }
                Terminator::Goto(_)
                | Terminator::Branch { .. }
                | Terminator::Havoc { .. }
                | Terminator::Call { .. }
                | Terminator::Return => {}
            }
        };
        let (check, script) = recorded_within(flow, script, &mut note, &mut self.left)?;
        (check == self.check).then_some(Taken {
            script,
            calls,
            arrays,
        })
    }

    fn take(&mut self, found: Taken) {
        self.script = found.script;
        self.calls = found.calls;
        self.arrays = found.arrays;
    }

    /// Takes the other script if it will do as well and is smaller.
    fn accept(&mut self, other: &[Answer]) -> bool {
        if self.left == 0 || (self.is_late)() {
            return false;
        }
        let found = self.failing(other);
        let size_now = size(&self.script, &self.arrays);
        let smaller = found.filter(|found| size(&found.script, &found.arrays) < size_now);
        let does = smaller.is_some();
        if let Some(found) = smaller {
            self.take(found);
        }
        does
    }

    fn without(&mut self, from: usize, to: usize) -> bool {
        let mut other = self.script.clone();
        other.drain(from..to);
        self.accept(&other)
    }

    /// Leaves out what the client does, much of it first.
    fn leave_out_calls(&mut self) {
        let mut count = self.calls.len();
        while count > 0 {
            let mut at = 0;
            while at + count <= self.calls.len() {
                let from = self.calls[at];
                let end = self.calls.get(at + count).copied();
                if !self.without(from, end.unwrap_or(self.script.len())) {
                    at += 1;
                }
            }
            let is_rough = count > SHORT || self.calls.len() > MANY_CALLS;
            count = if is_rough { count / 2 } else { count - 1 };
        }
    }

    /// Leaves out parts of the script, long ones first.
    fn leave_out_answers(&mut self) {
        let mut length = self.script.len() / 2;
        while length > 0 {
            let mut at = 0;
            while at + length <= self.script.len() {
                if !self.without(at, at + length) {
                    at += if length > SHORT { length } else { 1 };
                }
            }
            let is_rough = length > SHORT || self.calls.len() > MANY_CALLS;
            length = if is_rough { length / 2 } else { length - 1 };
        }
    }

    /// Takes earlier ways where they lead to the failure too.
    fn choose_earlier(&mut self) {
        let mut at = 0;
        while let Some(answer) = self.script.get(at).cloned() {
            if let Answer::Choice(way) = answer {
                let mut earlier = 0..way;
                let _ = earlier.any(|way| self.put(&[(at, Answer::Choice(way))]));
            }
            at += 1;
        }
    }

    /// Puts other answers in the place of some.
    fn put(&mut self, changes: &[(usize, Answer)]) -> bool {
        let mut other = self.script.clone();
        for (at, answer) in changes {
            let Some(place) = other.get_mut(*at) else {
                return false;
            };
            *place = answer.clone();
        }
        self.accept(&other)
    }

    /// Brings the bounds of arrays nearer to each other that do not lie near zero.
    fn shorten(&mut self) {
        let mut at = 0;
        while let Some(bounds) = self.arrays.get(at).copied() {
            let length = burden(&self.script, bounds);
            if length.is_positive() {
                self.nearer(&length, &mut |this, length| {
                    !length.is_negative() && this.be_so_long(at, length)
                });
            }
            at += 1;
        }
    }

    /// An array gets a length, from either end: by itself, with all numbers that are equal to the
    /// bound that moves, or with all arrays.
    fn be_so_long(&mut self, array: usize, length: &BigInt) -> bool {
        let script = self.script.clone();
        let moved = |(first, last): Bounds, is_upper: bool| -> Option<(usize, BigInt, BigInt)> {
            let (low, high) = (number(&script, first)?, number(&script, last)?);
            Some(if is_upper {
                (last, high, low + length - 1)
            } else {
                (first, low, high - length + 1)
            })
        };
        let arrays = self.arrays.clone();
        for is_upper in [false, true] {
            let Some((at, old, new)) = arrays
                .get(array)
                .and_then(|bounds| moved(*bounds, is_upper))
            else {
                return false;
            };
            let value = |number: BigInt| Answer::Value(Value::Int(number));
            let places = (0..script.len()).filter(|at| number(&script, *at).as_ref() == Some(&old));
            let equal: Vec<_> = places.map(|at| (at, value(new.clone()))).collect();
            let all = arrays.iter().filter_map(|bounds| moved(*bounds, is_upper));
            let all: Vec<_> = all.map(|(at, _, new)| (at, value(new))).collect();
            if self.put(&[(at, value(new.clone()))])
                || equal.len() > 1 && self.put(&equal)
                || all.len() > 1 && self.put(&all)
            {
                return true;
            }
        }
        false
    }

    /// Moves every value towards zero as far as it goes.
    fn come_nearer(&mut self) {
        let mut at = 0;
        while let Some(answer) = self.script.get(at).cloned() {
            match answer {
                Answer::Value(Value::Bool(true)) => {
                    self.put(&[(at, Answer::Value(Value::Bool(false)))]);
                }
                Answer::Value(Value::Int(number)) => self.smaller(&[at], &number),
                Answer::Value(Value::Array(array)) => self.plainer(at, &array),
                Answer::Choice(_) | Answer::Value(Value::Bool(false)) => {}
            }
            at += 1;
        }
    }

    /// The number at all these places becomes the nearest to zero that will do, as far as halving
    /// the distance finds it.
    fn smaller(&mut self, places: &[usize], number: &BigInt) {
        self.nearer(number, &mut |this, number| {
            let answer = Answer::Value(Value::Int(number.clone()));
            let changes: Vec<(usize, Answer)> =
                places.iter().map(|at| (*at, answer.clone())).collect();
            this.put(&changes)
        });
    }

    /// The number nearest to zero that `does`: small ones are tried one by one, others by halving
    /// the distance.
    fn nearer(&mut self, number: &BigInt, does: &mut dyn FnMut(&mut Self, &BigInt) -> bool) {
        let mut high = number.abs();
        for small in (0..=SMALL).flat_map(|small| [small, -small]) {
            let small = BigInt::from(small);
            if small.abs() > high {
                return;
            }
            if small == *number || does(self, &small) {
                return;
            }
        }
        let mut low = BigInt::from(SMALL);
        // `low` does not do, `high` does.
        while &high - &low > BigInt::from(1) {
            let middle: BigInt = (&low + &high) / 2;
            if does(self, &middle) || does(self, &-&middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        if number.is_negative() {
            does(self, &high);
        }
    }

    /// An array loses components that differ from the rest, and those that are left and the rest
    /// come nearer to zero.
    fn plainer(&mut self, at: usize, array: &ArrayValue) {
        let plain = Value::default_of(&Value::Array(array.clone()).sort());
        if self.put(&[(at, Answer::Value(plain))]) {
            return;
        }
        let indices: Vec<BigInt> = array.exceptions().map(|(index, _)| index.clone()).collect();
        for index in indices {
            let Some(now) = self.array(at) else {
                return;
            };
            let rest = now.default_value().clone();
            let component = now.get(&index).clone();
            if component == rest || self.set(at, now.with(index.clone(), rest)) {
                continue;
            }
            match component {
                Value::Int(number) => self.nearer(&number, &mut |this, number| {
                    let now = this.array(at);
                    let nearer = now.map(|now| now.with(index.clone(), Value::Int(number.clone())));
                    nearer.is_some_and(|nearer| this.set(at, nearer))
                }),
                Value::Bool(true) => {
                    if let Some(now) = self.array(at) {
                        self.set(at, now.with(index, Value::Bool(false)));
                    }
                }
                Value::Bool(false) | Value::Array(_) => {}
            }
        }
        if let Some(Value::Int(number)) = self.array(at).map(|now| now.default_value().clone()) {
            self.nearer(&number, &mut |this, number| {
                let nearer = this.array(at).map(|now| {
                    let rest = ArrayValue::constant(Value::Int(number.clone()));
                    now.exceptions().fold(rest, |nearer, (index, value)| {
                        nearer.with(index.clone(), value.clone())
                    })
                });
                nearer.is_some_and(|nearer| this.set(at, nearer))
            });
        }
    }

    fn array(&self, at: usize) -> Option<ArrayValue> {
        match self.script.get(at) {
            Some(Answer::Value(Value::Array(array))) => Some(array.clone()),
            Some(Answer::Value(_) | Answer::Choice(_)) | None => None,
        }
    }

    fn set(&mut self, at: usize, array: ArrayValue) -> bool {
        self.put(&[(at, Answer::Value(Value::Array(array)))])
    }

    /// Numbers that hang together move together: those that are equal, and any two by the same
    /// distance, in the same direction or against each other.
    fn come_nearer_together(&mut self) {
        let numbers = self.numbers();
        let mut values: Vec<BigInt> = numbers.iter().map(|(_, number)| number.clone()).collect();
        values.sort();
        values.dedup();
        for value in values {
            let places: Vec<usize> = self
                .numbers()
                .into_iter()
                .filter(|(_, number)| *number == value)
                .map(|(at, _)| at)
                .collect();
            if places.len() > 1 {
                self.smaller(&places, &value);
            }
        }
        let places: Vec<usize> = self.numbers().iter().take(FEW).map(|(at, _)| *at).collect();
        for (number, first) in places.iter().enumerate() {
            for second in &places[number + 1..] {
                self.move_both(*first, *second);
            }
        }
    }

    /// The numbers of the script that are not zero.
    fn numbers(&self) -> Vec<(usize, BigInt)> {
        let all = self.script.iter().enumerate();
        all.filter_map(|(at, answer)| match answer {
            Answer::Value(Value::Int(number)) if !number.is_zero() => Some((at, number.clone())),
            Answer::Value(_) | Answer::Choice(_) => None,
        })
        .collect()
    }

    fn move_both(&mut self, first: usize, second: usize) {
        let mut distance =
            number(&self.script, first).map_or(BigInt::zero(), |number| number.abs());
        while distance.is_positive() {
            let (Some(one), Some(other)) =
                (number(&self.script, first), number(&self.script, second))
            else {
                return;
            };
            if one.abs() < distance {
                distance = one.abs();
                continue;
            }
            let way = &distance * one.signum();
            let value = |number: BigInt| Answer::Value(Value::Int(number));
            let moved = self.put(&[(first, value(&one - &way)), (second, value(&other - &way))])
                || self.put(&[(first, value(&one - &way)), (second, value(&other + &way))]);
            if !moved {
                distance /= 2;
            }
        }
    }
}
