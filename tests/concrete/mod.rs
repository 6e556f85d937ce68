//! A flow program as an explicit structure: every state at the start of a block, every step.

use std::collections::BTreeMap;

use sabs::abstraction::Meaning;
use sabs::exact::{Atom, Ctl};
use sabs::flow::{
    BlockId, FlowProgram, FlowSubprogram, FlowVariable, StatementKind, SubprogramId, Terminator,
};
use sabs::interpret::{State as Seen, Values, canonical, initial_globals};
use sabs::logic::{Sort, Value, Variable};
use sabs::program::Mode;

/// A subprogram that runs or waits; nobody's is the client's.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Frame {
    subprogram: Option<SubprogramId>,
    block: BlockId,
    values: Values,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Runs { globals: Values, frames: Vec<Frame> },
    Failed,
    Ended,
}

/// The structure.
pub(crate) struct Concrete<'a> {
    flow: &'a FlowProgram,
    states: Vec<State>,
    steps: Vec<Vec<usize>>,
}

impl<'a> Concrete<'a> {
    /// Everything that follows the start of the client; none if that is too much.
    pub(crate) fn new(flow: &'a FlowProgram, limit: usize) -> Option<Concrete<'a>> {
        let mut concrete = Concrete {
            flow,
            states: Vec::new(),
            steps: Vec::new(),
        };
        let mut numbers = BTreeMap::new();
        let start = State::Runs {
            globals: initial_globals(flow),
            frames: vec![concrete.enter(None, Values::new())],
        };
        numbers.insert(start.clone(), 0);
        concrete.states.push(start);
        let mut at = 0;
        while at < concrete.states.len() {
            if at >= limit {
                return None;
            }
            let state = concrete.states[at].clone();
            let mut steps = Vec::new();
            for next in concrete.successors(&state) {
                let new = concrete.states.len();
                let number = *numbers.entry(next.clone()).or_insert(new);
                if number == new {
                    concrete.states.push(next);
                }
                steps.push(number);
            }
            concrete.steps.push(steps);
            at += 1;
        }
        Some(concrete)
    }

    /// Whether a formula holds at the start.
    pub(crate) fn holds(&self, formula: &Ctl, meanings: &[Meaning]) -> bool {
        self.satisfying(formula, meanings)[0]
    }

    fn satisfying(&self, formula: &Ctl, meanings: &[Meaning]) -> Vec<bool> {
        let part = |formula: &Ctl| self.satisfying(formula, meanings);
        let both = |left: &Ctl, right: &Ctl, join: fn(bool, bool) -> bool| {
            let (left, right) = (part(left), part(right));
            let pairs = left.into_iter().zip(right);
            pairs.map(|(left, right)| join(left, right)).collect()
        };
        match formula {
            Ctl::Constant(value) => vec![*value; self.states.len()],
            Ctl::Atom(atom) => {
                let states = self.states.iter();
                states
                    .map(|state| self.says(state, atom, meanings))
                    .collect()
            }
            Ctl::Not(operand) => part(operand).into_iter().map(|value| !value).collect(),
            Ctl::And(left, right) => both(left, right, |left, right| left && right),
            Ctl::Or(left, right) => both(left, right, |left, right| left || right),
            Ctl::Next(operand) => self.before(&part(operand)),
            Ctl::Until(left, right) => {
                let nowhere = vec![false; self.states.len()];
                self.fixpoint((&part(left), &part(right)), nowhere)
            }
            Ctl::Weak(left, right) => {
                let everywhere = vec![true; self.states.len()];
                self.fixpoint((&part(left), &part(right)), everywhere)
            }
        }
    }

    fn before(&self, set: &[bool]) -> Vec<bool> {
        let steps = self.steps.iter();
        steps.map(|next| next.iter().any(|at| set[*at])).collect()
    }

    fn fixpoint(&self, (left, right): (&[bool], &[bool]), mut set: Vec<bool>) -> Vec<bool> {
        loop {
            let before = self.before(&set);
            let next: Vec<bool> = (0..set.len())
                .map(|at| right[at] || left[at] && before[at])
                .collect();
            if next == set {
                return set;
            }
            set = next;
        }
    }

    /// What a state says; of variables only what is said of the subprogram that runs.
    fn says(&self, state: &State, atom: &Atom, meanings: &[Meaning]) -> bool {
        let State::Runs { globals, frames } = state else {
            return *atom == Atom::FailsAny && *state == State::Failed;
        };
        let top = frames.last().unwrap();
        let here = self.subprogram(top).name.replace('.', "_");
        match atom {
            Atom::At { procedure, label } => {
                let place = format!("at_{}", top.block.0);
                let runs = procedure.as_ref().is_some_and(|name| name.as_str() == here);
                runs && label.as_str() == place
            }
            Atom::Variable { procedure, name } => {
                if procedure
                    .as_ref()
                    .is_none_or(|wanted| wanted.as_str() != here)
                {
                    return false;
                }
                let meaning = meanings.iter().find(|meaning| {
                    let owner = meaning.procedure.as_ref();
                    meaning.variable == *name && owner.is_none_or(|owner| owner.as_str() == here)
                });
                let seen = Seen {
                    globals,
                    frame: &top.values,
                };
                seen.evaluate(&meaning.unwrap().term).as_bool()
            }
            Atom::Fails { .. } | Atom::FailsAny | Atom::Ended | Atom::Targets { .. } => false,
        }
    }

    fn subprogram(&self, frame: &Frame) -> &'a FlowSubprogram {
        match frame.subprogram {
            Some(id) => self.flow.subprogram(id),
            None => &self.flow.main,
        }
    }

    fn enter(&self, id: Option<SubprogramId>, arguments: Values) -> Frame {
        let mut frame = Frame {
            subprogram: id,
            block: BlockId(0),
            values: arguments,
        };
        for variable in self.subprogram(&frame).variables() {
            let values = &mut frame.values;
            let place = values.entry(variable.variable.clone());
            place.or_insert_with(|| canonical(variable));
        }
        frame
    }

    fn successors(&self, state: &State) -> Vec<State> {
        let State::Runs { globals, frames } = state else {
            return vec![state.clone()];
        };
        let (mut globals, mut frames) = (globals.clone(), frames.clone());
        let top = frames.last().unwrap();
        let subprogram = self.subprogram(top);
        let block = subprogram.block(top.block);
        for statement in &block.statements {
            let frame = &frames.last().unwrap().values;
            let seen = Seen {
                globals: &globals,
                frame,
            };
            match &statement.kind {
                StatementKind::Assign { target, value } => {
                    let value = seen.evaluate(value);
                    set(&mut globals, &mut frames, target, value);
                }
                StatementKind::Assume(condition) => {
                    if !seen.evaluate(condition).as_bool() {
                        return Vec::new();
                    }
                }
                StatementKind::Check { condition, .. } => {
                    if !seen.evaluate(condition).as_bool() {
                        return vec![State::Failed];
                    }
                }
            }
        }
        self.terminate((globals, frames), &block.terminator)
    }

    fn terminate(
        &self,
        (mut globals, mut frames): (Values, Vec<Frame>),
        terminator: &Terminator,
    ) -> Vec<State> {
        let to = |block: BlockId, globals: &Values, frames: &[Frame]| {
            let mut frames = frames.to_vec();
            frames.last_mut().unwrap().block = block;
            let globals = globals.clone();
            State::Runs { globals, frames }
        };
        let top = frames.last().unwrap();
        let seen = Seen {
            globals: &globals,
            frame: &top.values,
        };
        match terminator {
            Terminator::Goto(next) => vec![to(*next, &globals, &frames)],
            Terminator::Branch {
                condition,
                on_true,
                on_false,
                ..
            } => {
                let holds = seen.evaluate(condition).as_bool();
                vec![to(
                    if holds { *on_true } else { *on_false },
                    &globals,
                    &frames,
                )]
            }
            Terminator::Choice { targets, .. } => {
                let targets = targets.iter();
                targets
                    .map(|target| to(*target, &globals, &frames))
                    .collect()
            }
            Terminator::Havoc { target, next } | Terminator::Nondet { target, next } => {
                let mut variables = self.subprogram(top).variables().chain(&self.flow.globals);
                let declared = variables.find(|declared| declared.variable == *target);
                let mut states = Vec::new();
                for value in values_of(declared.unwrap()) {
                    let (mut globals, mut frames) = (globals.clone(), frames.clone());
                    set(&mut globals, &mut frames, target, value);
                    states.push(to(*next, &globals, &frames));
                }
                states
            }
            Terminator::Call {
                callee, arguments, ..
            } => {
                let formals = self.flow.subprogram(*callee).formals.iter();
                let given = formals.zip(arguments).filter_map(|(formal, argument)| {
                    let value = seen.evaluate(argument.as_ref()?);
                    Some((formal.variable.variable.clone(), value))
                });
                let inner = self.enter(Some(*callee), given.collect());
                self.forget(frames.last_mut().unwrap());
                frames.push(inner);
                vec![State::Runs { globals, frames }]
            }
            Terminator::Return => {
                let inner = frames.pop().unwrap();
                let Some(outer) = frames.last() else {
                    return vec![State::Ended];
                };
                let block = self.subprogram(outer).block(outer.block);
                let Terminator::Call { results, next, .. } = &block.terminator else {
                    unreachable!("a frame waits at a call");
                };
                let formals = &self.subprogram(&inner).formals;
                for (formal, result) in formals.iter().zip(results) {
                    if let Some(target) = result.as_ref().filter(|_| formal.mode != Mode::In) {
                        let value = inner.values[&formal.variable.variable].clone();
                        set(&mut globals, &mut frames, target, value);
                    }
                }
                self.forget(frames.last_mut().unwrap());
                vec![to(*next, &globals, &frames)]
            }
        }
    }

    /// What the client has passed it never reads again: states that differ in it are one.
    fn forget(&self, frame: &mut Frame) {
        if frame.subprogram.is_none() {
            *frame = Frame {
                block: frame.block,
                ..self.enter(None, Values::new())
            };
        }
    }
}

fn set(globals: &mut Values, frames: &mut [Frame], target: &Variable, value: Value) {
    match frames.last_mut().unwrap().values.get_mut(target) {
        Some(place) => *place = value,
        None => *globals.get_mut(target).unwrap() = value,
    }
}

fn values_of(variable: &FlowVariable) -> Vec<Value> {
    if variable.variable.sort == Sort::Bool {
        return vec![Value::Bool(false), Value::Bool(true)];
    }
    let (low, high) = variable.range.clone().unwrap();
    let (low, high) = (i64::try_from(low).unwrap(), i64::try_from(high).unwrap());
    (low..=high)
        .map(|number| Value::Int(number.into()))
        .collect()
}
