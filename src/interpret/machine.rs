//! The machine that makes the steps.

use super::environment::Environment;
use super::state::{State, Values, admits, canonical_values, initial_globals};
use super::trace::{Place, Point, Step};
use super::{Limits, Outcome, Start};
use crate::flow::{
    BlockId, FlowProgram, FlowSubprogram, FlowVariable, Mode, Statement, StatementKind,
    SubprogramId, Terminator,
};
use crate::logic::{Allowance, Exhausted, Term, Value, Variable};

/// Runs `program` from `start` until it ends, the environment has no answer, or the limit is
/// reached. `observer` sees every step before it is made. Locals and `out` formals nobody has set
/// hold their [`canonical`](super::canonical) value.
///
/// # Panics
/// If a variable is given a value that is not of its type, by `start`, by the environment, or by
/// the program where it lacks a check; or if `start` leaves a value out.
pub fn run(
    program: &FlowProgram,
    start: Start,
    environment: &mut dyn Environment,
    limits: Limits,
    observer: &mut dyn FnMut(Step<'_>),
) -> Outcome {
    run_counted(program, start, environment, limits, observer).0
}

/// The same, and how many steps it counts for.
///
/// # Panics
/// As [`run`].
pub fn run_counted(
    program: &FlowProgram,
    start: Start,
    environment: &mut dyn Environment,
    limits: Limits,
    observer: &mut dyn FnMut(Step<'_>),
) -> (Outcome, usize) {
    let all = (limits.steps as u64).saturating_mul(UNITS_OF_A_STEP);
    let mut machine = Machine::new(program, start, all);
    let mut outcome = None;
    while outcome.is_none() && machine.allowance.left() >= UNITS_OF_A_STEP {
        observer(machine.step());
        outcome = match machine.advance(environment) {
            Ok(outcome) => outcome,
            Err(Exhausted) => Some(Outcome::OutOfSteps),
        };
    }
    let spent = (all - machine.allowance.left()).div_ceil(UNITS_OF_A_STEP);
    let taken = usize::try_from(spent).unwrap_or(limits.steps);
    (outcome.unwrap_or(Outcome::OutOfSteps), taken)
}

/// So much is allowed for one step.
const UNITS_OF_A_STEP: u64 = 64;

/// A call that has not returned, or the subprogram the run began with.
struct Frame {
    subprogram: Option<SubprogramId>,
    values: Values,
    block: BlockId,
    /// The index of the next statement; past the last one, the terminator is next. While a callee
    /// runs, the terminator is the call.
    next: usize,
}

struct Machine<'a> {
    program: &'a FlowProgram,
    globals: Values,
    /// The frame that runs.
    top: Frame,
    /// The frames that wait, the outermost first.
    waiting: Vec<Frame>,
    /// What the rest of the run may cost.
    allowance: Allowance,
}

impl<'a> Machine<'a> {
    fn new(program: &'a FlowProgram, start: Start, units: u64) -> Machine<'a> {
        let (globals, top) = match start {
            Start::Main => (
                initial_globals(program),
                Frame::enter(program, None, Values::new()),
            ),
            Start::Subprogram {
                id,
                globals,
                arguments,
            } => {
                for variable in &program.globals {
                    expect_value(variable, globals.get(&variable.variable));
                }
                (globals, Frame::enter(program, Some(id), arguments))
            }
        };
        Machine {
            program,
            globals,
            top,
            waiting: Vec::new(),
            allowance: Allowance::of(units),
        }
    }

    fn subprogram(&self) -> &'a FlowSubprogram {
        self.top.point(self.program).subprogram_of(self.program)
    }

    fn state(&self) -> State<'_> {
        State {
            globals: &self.globals,
            frame: &self.top.values,
        }
    }

    fn step(&self) -> Step<'_> {
        Step {
            point: self.top.point(self.program),
            depth: self.waiting.len(),
            state: self.state(),
        }
    }

    /// Makes one step; the outcome if it was the last.
    fn advance(&mut self, environment: &mut dyn Environment) -> Result<Option<Outcome>, Exhausted> {
        self.allowance.spend(UNITS_OF_A_STEP)?;
        let block = self.subprogram().block(self.top.block);
        match block.statements.get(self.top.next) {
            Some(statement) => self.execute(statement),
            None => self.terminate(&block.terminator, environment),
        }
    }

    fn execute(&mut self, statement: &Statement) -> Result<Option<Outcome>, Exhausted> {
        let point = self.top.point(self.program);
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                let value = self.evaluate(value)?;
                self.assign(target, value)?;
            }
            StatementKind::Assume(condition) => {
                if !self.evaluate(condition)?.as_bool() {
                    let span = statement.span;
                    return Ok(Some(Outcome::Assumption { span, point }));
                }
            }
            StatementKind::Check { check, condition } => {
                if !self.evaluate(condition)?.as_bool() {
                    let check = *check;
                    return Ok(Some(Outcome::Failed { check, point }));
                }
            }
        }
        self.top.next += 1;
        Ok(None)
    }

    fn terminate(
        &mut self,
        terminator: &Terminator,
        environment: &mut dyn Environment,
    ) -> Result<Option<Outcome>, Exhausted> {
        let point = self.top.point(self.program);
        match terminator {
            Terminator::Goto(next) => self.top.jump(*next),
            Terminator::Branch {
                condition,
                on_true,
                on_false,
                ..
            } => {
                let holds = self.evaluate(condition)?.as_bool();
                self.top.jump(if holds { *on_true } else { *on_false });
            }
            Terminator::Choice { targets, .. } => match environment.choice(targets.len()) {
                Some(way) => self.top.jump(targets[way]),
                None => return Ok(Some(Outcome::Unanswered { point })),
            },
            Terminator::Havoc { target, next } | Terminator::Nondet { target, next } => {
                let variable = self.declaration(target);
                let answer = if matches!(terminator, Terminator::Havoc { .. }) {
                    environment.havoc(variable)
                } else {
                    environment.nondet(variable)
                };
                let Some(value) = answer else {
                    return Ok(Some(Outcome::Unanswered { point }));
                };
                self.assign(target, value)?;
                self.top.jump(*next);
            }
            Terminator::Call {
                callee, arguments, ..
            } => {
                let formals = &self.program.subprogram(*callee).formals;
                let mut copied = Values::new();
                for (formal, argument) in formals.iter().zip(arguments) {
                    if let Some(argument) = argument {
                        let value = self.evaluate(argument)?;
                        self.pay_for(&value)?;
                        copied.insert(formal.variable.variable.clone(), value);
                    }
                }
                let callee = Frame::enter(self.program, Some(*callee), copied);
                self.waiting.push(std::mem::replace(&mut self.top, callee));
            }
            Terminator::Return => return self.leave(),
        }
        Ok(None)
    }

    /// Ends the frame that runs: copies its results back to the caller, or ends the run.
    fn leave(&mut self) -> Result<Option<Outcome>, Exhausted> {
        let formals = &self.subprogram().formals;
        let Some(outer) = self.waiting.pop() else {
            let results = formals
                .iter()
                .filter(|formal| formal.mode != Mode::In)
                .map(|formal| {
                    let variable = &formal.variable.variable;
                    (variable.clone(), self.state().value(variable).clone())
                })
                .collect();
            let globals = std::mem::take(&mut self.globals);
            return Ok(Some(Outcome::Returned { globals, results }));
        };
        let callee = std::mem::replace(&mut self.top, outer);
        let block = self.subprogram().block(self.top.block);
        let Terminator::Call { results, next, .. } = &block.terminator else {
            unreachable!("a frame waits at a call");
        };
        for (formal, result) in formals.iter().zip(results) {
            if let Some(target) = result {
                self.assign(target, callee.values[&formal.variable.variable].clone())?;
            }
        }
        self.top.jump(*next);
        Ok(None)
    }

    fn evaluate(&self, term: &Term) -> Result<Value, Exhausted> {
        self.state().evaluate_within(term, &self.allowance)
    }

    /// Every component of a value is looked at when it gets to its place.
    fn pay_for(&self, value: &Value) -> Result<(), Exhausted> {
        match value {
            Value::Array(array) => self.allowance.spend(array.size()),
            Value::Bool(_) | Value::Int(_) => Ok(()),
        }
    }

    fn assign(&mut self, target: &Variable, value: Value) -> Result<(), Exhausted> {
        self.pay_for(&value)?;
        // A range check has gone before wherever the value could lie outside: later stages take
        // the range of a variable for a fact.
        expect_value(self.declaration(target), Some(&value));
        let place = match self.top.values.get_mut(target) {
            Some(place) => place,
            None => self
                .globals
                .get_mut(target)
                .unwrap_or_else(|| panic!("{target} is no variable of this point")),
        };
        *place = value;
        Ok(())
    }

    fn declaration(&self, variable: &Variable) -> &'a FlowVariable {
        self.subprogram()
            .variables()
            .chain(&self.program.globals)
            .find(|declared| declared.variable == *variable)
            .unwrap_or_else(|| panic!("{variable} is no variable of this point"))
    }
}

impl Frame {
    /// A frame at the entry of the subprogram (`None`: the most general client) whose formals of
    /// mode `in` and `in out` hold the given arguments.
    fn enter(program: &FlowProgram, id: Option<SubprogramId>, arguments: Values) -> Frame {
        let mut frame = Frame {
            subprogram: id,
            values: Values::new(),
            block: BlockId(0),
            next: 0,
        };
        let subprogram = frame.point(program).subprogram_of(program);
        frame.values = canonical_values(subprogram.variables());
        for formal in &subprogram.formals {
            if formal.mode != Mode::Out {
                let variable = &formal.variable;
                expect_value(variable, arguments.get(&variable.variable));
            }
        }
        frame.values.extend(arguments);
        frame
    }

    fn point(&self, program: &FlowProgram) -> Point {
        let mut point = Point {
            subprogram: self.subprogram,
            block: self.block,
            place: Place::Terminator,
        };
        let block = point.subprogram_of(program).block(self.block);
        if self.next < block.statements.len() {
            point.place = Place::Statement(self.next);
        }
        point
    }

    fn jump(&mut self, block: BlockId) {
        self.block = block;
        self.next = 0;
    }
}

fn expect_value(variable: &FlowVariable, value: Option<&Value>) {
    assert!(
        value.is_some_and(|value| admits(variable, value)),
        "{} was given {value:?}, no value of its type",
        variable.variable
    );
}
