//! Inputs of a run along a way whose steps are all real, without asking about the whole way: where
//! the environment decides, one small question gives a value that makes the bits what they are on
//! the way, all else being known.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use super::formula::{Input, formula};
use super::path::Path;
use super::replay::Script;
use super::settle::Reading;
use super::shrink::simplest;
use crate::bp::control::{Point, Slot};
use crate::exact::{Visited, VisitedPlace};
use crate::flow::{FlowVariable, Terminator};
use crate::interpret::{
    self, Answer, Environment, Limits, Outcome, Place, Start, Step, Values, canonical, run,
};
use crate::logic::{Term, Value, Variable};
use crate::smt::{Context, Error, Literal, Oracle, StateAnswer};
use crate::verdict::CheckId;

/// A run ends after so many steps.
const MOST_STEPS: usize = 50_000;

/// What is wanted of the environment.
enum Wish {
    /// To go this way.
    Choice(usize),
    /// A value with which these conditions are as they are said to be.
    Value(Vec<(Term, bool)>),
}

/// Answers of the surroundings that let a run fail at the check, along a way or near it.
///
/// # Errors
/// If the solver fails for good.
pub fn guided(
    reading: &Reading<'_>,
    way: &[Visited],
    check: CheckId,
    oracle: &mut dyn Oracle,
) -> Result<Option<Script>, Error> {
    let points: Vec<(Point, usize)> = way
        .iter()
        .filter_map(|v| Some((point(v)?, v.depth)))
        .collect();
    let Some(path) = Path::of_points(reading.flow, reading.control, &points, check) else {
        return Ok(None);
    };
    let mut bits = wanted_bits(reading, way);
    let inputs = formula(reading.flow, &path).inputs;
    let wishes = inputs.iter().map(|input| match input {
        Input::Choice(way) => Some(Wish::Choice(*way)),
        Input::Value(..) => Some(Wish::Value(bits.pop_front().unwrap_or_default())),
        Input::Lost(..) => None,
    });
    let Some(wishes) = wishes.collect::<Option<VecDeque<Wish>>>() else {
        return Ok(None);
    };
    let state = Rc::new(RefCell::new((Values::new(), Values::new())));
    let mut guide = Guide {
        wishes,
        state: Rc::clone(&state),
        given: Vec::new(),
        oracle,
        failure: None,
    };
    let flow = reading.flow;
    let mut look = |step: Step<'_>| {
        let block = step.point.subprogram_of(flow).block(step.point.block);
        if step.point.place == Place::Terminator
            && matches!(block.terminator, Terminator::Nondet { .. })
        {
            *state.borrow_mut() = (step.state.globals.clone(), step.state.frame.clone());
        }
    };
    let limits = Limits { steps: MOST_STEPS };
    let outcome = run(flow, Start::Main, &mut guide, limits, &mut look);
    if let Some(error) = guide.failure {
        return Err(error);
    }
    Ok(match outcome {
        Outcome::Failed { check: failing, .. } if failing == check => {
            let oracle = guide.oracle;
            Some(simplest(flow, &guide.given, check, &|| {
                oracle.in_time().is_err()
            }))
        }
        Outcome::Failed { .. }
        | Outcome::Returned { .. }
        | Outcome::Assumption { .. }
        | Outcome::Unanswered { .. }
        | Outcome::OutOfSteps => None,
    })
}

fn point(visited: &Visited) -> Option<Point> {
    match visited.place {
        VisitedPlace::At(point) => Some(point),
        VisitedPlace::Failed(_) | VisitedPlace::Ended => None,
    }
}

/// For each time that the environment sets a variable, the bits that speak of it afterwards.
fn wanted_bits(reading: &Reading<'_>, way: &[Visited]) -> VecDeque<Vec<(Term, bool)>> {
    let mut found = VecDeque::new();
    for (before, after) in way.iter().zip(&way[1..]) {
        let Some((variable, procedure)) = point(before).and_then(|at| reading.set_by_others(at))
        else {
            continue;
        };
        let values = (0..).map(Slot).zip(&after.values);
        let bits = values.filter_map(|(slot, value)| {
            let term = &reading.meaning(procedure, slot)?.term;
            let speaks = term.variables().contains(&variable);
            speaks.then(|| (term.clone(), *value))
        });
        found.push_back(bits.collect());
    }
    found
}

struct Guide<'a> {
    wishes: VecDeque<Wish>,
    /// The state in which the environment is asked.
    state: Rc<RefCell<(Values, Values)>>,
    given: Script,
    oracle: &'a mut dyn Oracle,
    failure: Option<Error>,
}

impl Guide<'_> {
    /// A value for a variable with which the conditions are as wished, everything else being as it
    /// is.
    fn value(
        &mut self,
        variable: &FlowVariable,
        wished: &[(Term, bool)],
    ) -> Result<Option<Value>, Error> {
        let known: BTreeMap<Variable, Term> = {
            let state = self.state.borrow();
            let (globals, frame) = &*state;
            let all = globals.iter().chain(frame);
            all.filter(|(other, _)| **other != variable.variable)
                .map(|(other, value)| (other.clone(), Term::constant(value)))
                .collect()
        };
        let context = Context {
            facts: variable.fact().into_iter().collect(),
            atoms: wished
                .iter()
                .map(|(term, _)| term.substitute(&known))
                .collect(),
        };
        let literals: Vec<Literal> = wished
            .iter()
            .enumerate()
            .map(|(atom, (_, positive))| Literal {
                atom,
                positive: *positive,
            })
            .collect();
        self.oracle.begin(&context)?;
        Ok(match self.oracle.ask_state(&literals)? {
            StateAnswer::State(state) => state.get(&variable.variable).cloned(),
            StateAnswer::None | StateAnswer::Unknown(_) => None,
        })
    }
}

impl Environment for Guide<'_> {
    fn nondet(&mut self, variable: &FlowVariable) -> Option<Value> {
        let wished = match self.wishes.pop_front() {
            Some(Wish::Value(wished)) => wished,
            Some(Wish::Choice(_)) | None => return None,
        };
        let value = if wished.is_empty() {
            None
        } else {
            match self.value(variable, &wished) {
                Ok(value) => value,
                Err(error) => {
                    self.failure = Some(error);
                    return None;
                }
            }
        };
        let value = value.map_or_else(
            || canonical(variable),
            |value| interpret::of_type(variable, &value),
        );
        self.given.push(Answer::Value(value.clone()));
        Some(value)
    }

    fn choice(&mut self, count: usize) -> Option<usize> {
        let Some(Wish::Choice(way)) = self.wishes.pop_front() else {
            return None;
        };
        let way = (way < count).then_some(way)?;
        self.given.push(Answer::Choice(way));
        Some(way)
    }

    fn havoc(&mut self, _: &FlowVariable) -> Option<Value> {
        None
    }
}
