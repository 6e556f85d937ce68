//! The obvious explicit-state semantics: [`Control`] → what is reached, how soon.
//!
//! The twin of `reach`: states are valuations written out, sets are `BTreeSet`s, and everything
//! goes through [`Machine::steps`]. It is exponential in the number of variables.
//!
//! A test that follows a run of another program steps with [`Machine::arrivals`]: from a state it
//! gives every next event that another label, a call, a return or a failure makes, and the test
//! keeps its own stack of callers, to which [`Machine::resume`] returns.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::ast::BinaryOperator;
use super::control::{Action, Control, Formula, NodeId, Point, ProcedureId, Slot};

/// The values of the variables in scope, by slot.
pub type Valuation = Vec<bool>;

/// Control and values in one frame.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    /// Where control is.
    pub point: Point,
    /// The values of globals, parameters and locals.
    pub values: Valuation,
}

/// What a procedure leaves behind.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Exit {
    /// The values of the globals.
    pub globals: Valuation,
    /// The values returned.
    pub results: Valuation,
}

/// What one statement may do.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Control stays in the frame.
    Goes(State),
    /// A call: control enters a new frame here.
    Enters(State),
    /// A return.
    Leaves(Exit),
    /// An assertion fails; the run ends.
    Fails,
}

/// A program that can be stepped.
#[derive(Debug, Clone, Copy)]
pub struct Machine<'a> {
    control: &'a Control,
}

/// What exploring the whole program found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exploration {
    /// The hierarchical length of a shortest way to each point reached.
    pub reached: BTreeMap<Point, usize>,
    /// The same for each assertion that may fail.
    pub fails: BTreeMap<Point, usize>,
}

impl<'a> Machine<'a> {
    /// The machine of a program.
    pub fn new(control: &'a Control) -> Machine<'a> {
        Machine { control }
    }

    /// The states at the entry of `main`: everything is arbitrary, but `enforce` holds.
    pub fn initial(&self) -> BTreeSet<State> {
        let main = self.control.main;
        let known = self.control.globals + self.control.procedure(main).parameters;
        all_valuations(known)
            .into_iter()
            .flat_map(|values| self.entries(main, &values))
            .collect()
    }

    /// The states at the entry of a procedure for these values of globals and parameters: locals
    /// are arbitrary.
    pub fn entries(&self, procedure: ProcedureId, known: &[bool]) -> Vec<State> {
        let locals = self.control.procedure(procedure).variables.len() - known.len();
        all_valuations(locals)
            .into_iter()
            .map(|values| [known, &values].concat())
            .filter_map(|values| self.admitted(procedure.entry(), values))
            .collect()
    }

    /// Everything the statement at the state may do.
    pub fn steps(&self, state: &State) -> Vec<Step> {
        let values = &state.values;
        let goes = |node: NodeId| {
            let point = state.point.procedure.at(node);
            let next = self.admitted(point, values.clone());
            next.map(Step::Goes).into_iter().collect::<Vec<Step>>()
        };
        match &self.control.node(state.point).action {
            Action::Skip(next) => goes(*next),
            Action::Goto(targets) => targets.iter().flat_map(|target| goes(*target)).collect(),
            Action::Assign {
                targets,
                values: formulas,
                constrain,
                next,
            } => {
                let point = state.point.procedure.at(*next);
                choices(formulas, values)
                    .into_iter()
                    .map(|chosen| assigned(values, targets, &chosen))
                    .filter(|after| {
                        let holds = |c: &Formula| may_be(c, values, after).one;
                        constrain.as_ref().is_none_or(holds)
                    })
                    .filter_map(|after| self.admitted(point, after))
                    .map(Step::Goes)
                    .collect()
            }
            Action::Assume(condition, next) => {
                if may_be(condition, values, &[]).one {
                    goes(*next)
                } else {
                    Vec::new()
                }
            }
            Action::Assert(condition, next) => {
                let outcome = may_be(condition, values, &[]);
                let mut steps = if outcome.one { goes(*next) } else { Vec::new() };
                steps.extend(outcome.zero.then_some(Step::Fails));
                steps
            }
            Action::Test {
                condition,
                then,
                otherwise,
                ..
            } => {
                let outcome = may_be(condition, values, &[]);
                let mut steps = Vec::new();
                if outcome.one {
                    steps.extend(goes(*then));
                }
                if outcome.zero {
                    steps.extend(goes(*otherwise));
                }
                steps
            }
            Action::Call {
                callee, arguments, ..
            } => choices(arguments, values)
                .into_iter()
                .map(|chosen| [&values[..self.control.globals], &chosen].concat())
                .flat_map(|known| self.entries(*callee, &known))
                .map(Step::Enters)
                .collect(),
            Action::Return(formulas) => {
                let results = self.control.procedure(state.point.procedure).results;
                let returned = if formulas.is_empty() {
                    all_valuations(results)
                } else {
                    choices(formulas, values)
                };
                let globals = values[..self.control.globals].to_vec();
                returned
                    .into_iter()
                    .map(|results| Exit {
                        globals: globals.clone(),
                        results,
                    })
                    .map(Step::Leaves)
                    .collect()
            }
        }
    }

    /// The state after the call at `caller` has returned so; none if `enforce` forbids it.
    pub fn resume(&self, caller: &State, exit: &Exit) -> Option<State> {
        let Action::Call { targets, next, .. } = &self.control.node(caller.point).action else {
            return None;
        };
        let mut values = caller.values.clone();
        values[..exit.globals.len()].copy_from_slice(&exit.globals);
        let values = assigned(&values, targets, &exit.results);
        self.admitted(caller.point.procedure.at(*next), values)
    }

    /// The next events from a state, unlabelled statements passed over: arrival at another label
    /// (or the same again), a call, a return, a failure.
    pub fn arrivals(&self, state: &State) -> BTreeSet<Step> {
        let mut events = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut pending = vec![state.clone()];
        while let Some(state) = pending.pop() {
            for step in self.steps(&state) {
                match step {
                    Step::Goes(next) if self.control.node(next.point).labels.is_empty() => {
                        if seen.insert(next.clone()) {
                            pending.push(next);
                        }
                    }
                    event @ (Step::Goes(_) | Step::Enters(_) | Step::Leaves(_) | Step::Fails) => {
                        events.insert(event);
                    }
                }
            }
        }
        events
    }

    /// Explores everything: first what calls do, then breadth-first from `main`, a call that
    /// returns counting as one step (the hierarchical trajectories of Section 3.2 of the paper).
    pub fn explore(&self) -> Exploration {
        let summaries = self.summaries();
        let mut found = Exploration {
            reached: BTreeMap::new(),
            fails: BTreeMap::new(),
        };
        let mut seen = self.initial();
        let mut pending: VecDeque<(State, usize)> =
            seen.iter().map(|state| (state.clone(), 0)).collect();
        while let Some((state, length)) = pending.pop_front() {
            found.reached.entry(state.point).or_insert(length);
            let mut next = Vec::new();
            for step in self.steps(&state) {
                match step {
                    Step::Goes(after) => next.push(after),
                    Step::Enters(inner) => {
                        let exits = summaries.get(&self.entry_of(&inner));
                        let resumed = exits.into_iter().flatten();
                        next.extend(resumed.filter_map(|exit| self.resume(&state, exit)));
                        next.push(inner);
                    }
                    Step::Leaves(_) => {}
                    Step::Fails => {
                        found.fails.entry(state.point).or_insert(length);
                    }
                }
            }
            for after in next {
                if seen.insert(after.clone()) {
                    pending.push_back((after, length + 1));
                }
            }
        }
        found
    }

    /// For each procedure and each valuation of globals and parameters it is entered with, how it
    /// may return: path edges and summary edges by a worklist (Figure 3 of the paper).
    fn summaries(self) -> BTreeMap<(ProcedureId, Valuation), BTreeSet<Exit>> {
        type Entry = (ProcedureId, Valuation);
        let mut exits: BTreeMap<Entry, BTreeSet<Exit>> = BTreeMap::new();
        let mut callers: BTreeMap<Entry, BTreeSet<(Entry, State)>> = BTreeMap::new();
        let mut edges: BTreeSet<(Entry, State)> = BTreeSet::new();
        let mut pending: Vec<(Entry, State)> = self
            .initial()
            .into_iter()
            .map(|state| (self.entry_of(&state), state))
            .collect();
        while let Some((entry, state)) = pending.pop() {
            if !edges.insert((entry.clone(), state.clone())) {
                continue;
            }
            for step in self.steps(&state) {
                match step {
                    Step::Goes(next) => pending.push((entry.clone(), next)),
                    Step::Enters(inner) => {
                        let called = self.entry_of(&inner);
                        let known = exits.entry(called.clone()).or_default();
                        let resumed = known.iter().filter_map(|exit| self.resume(&state, exit));
                        pending.extend(resumed.map(|after| (entry.clone(), after)));
                        let waiting = (entry.clone(), state.clone());
                        callers.entry(called.clone()).or_default().insert(waiting);
                        pending.push((called, inner));
                    }
                    Step::Leaves(exit) => {
                        if exits.entry(entry.clone()).or_default().insert(exit.clone()) {
                            for (outer, call) in callers.get(&entry).into_iter().flatten() {
                                let resumed = self.resume(call, &exit);
                                pending.extend(resumed.map(|after| (outer.clone(), after)));
                            }
                        }
                    }
                    Step::Fails => {}
                }
            }
        }
        exits
    }

    fn entry_of(self, state: &State) -> (ProcedureId, Valuation) {
        let procedure = state.point.procedure;
        let known = self.control.globals + self.control.procedure(procedure).parameters;
        (procedure, state.values[..known].to_vec())
    }

    /// The state, if `enforce` allows it.
    fn admitted(self, point: Point, values: Valuation) -> Option<State> {
        let enforce = &self.control.procedure(point.procedure).enforce;
        let holds = |condition: &Formula| may_be(condition, &values, &[]).one;
        enforce
            .as_ref()
            .is_none_or(holds)
            .then_some(State { point, values })
    }
}

/// Which values an expression may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct MayBe {
    one: bool,
    zero: bool,
}

/// The values an expression may have; each choice in it is made on its own.
fn may_be(formula: &Formula, values: &[bool], after: &[bool]) -> MayBe {
    let part = |formula: &Formula| may_be(formula, values, after);
    let exactly = |value: bool| MayBe {
        one: value,
        zero: !value,
    };
    match formula {
        Formula::Constant(value) => exactly(*value),
        Formula::Variable(Slot(at)) => exactly(values[*at as usize]),
        Formula::Next(Slot(at)) => exactly(after[*at as usize]),
        Formula::Lost | Formula::Nondet => MayBe {
            one: true,
            zero: true,
        },
        Formula::Not(operand) => {
            let operand = part(operand);
            MayBe {
                one: operand.zero,
                zero: operand.one,
            }
        }
        Formula::Binary(operator, operands) => {
            let mut parts = operands.iter().map(part);
            let first = parts.next().unwrap_or(exactly(true));
            parts.fold(first, |left, right| combined(*operator, left, right))
        }
        Formula::Choose(positive, negative) => {
            let (positive, negative) = (part(positive), part(negative));
            MayBe {
                one: positive.one || positive.zero && negative.zero,
                zero: positive.zero,
            }
        }
        Formula::Conditional(condition, then, otherwise) => {
            let (condition, then, otherwise) = (part(condition), part(then), part(otherwise));
            MayBe {
                one: condition.one && then.one || condition.zero && otherwise.one,
                zero: condition.one && then.zero || condition.zero && otherwise.zero,
            }
        }
    }
}

/// All pairs of values the operands may have, through the operator's truth table.
fn combined(operator: BinaryOperator, left: MayBe, right: MayBe) -> MayBe {
    let mut result = MayBe {
        one: false,
        zero: false,
    };
    let both = |outcome: MayBe| {
        let values = [(false, outcome.zero), (true, outcome.one)];
        values
            .into_iter()
            .filter_map(|(value, may)| may.then_some(value))
    };
    for a in both(left) {
        for b in both(right) {
            let value = match operator {
                BinaryOperator::And => a && b,
                BinaryOperator::Or => a || b,
                BinaryOperator::Xor | BinaryOperator::NotEqual => a != b,
                BinaryOperator::Equal => a == b,
                BinaryOperator::Implies => !a || b,
            };
            if value {
                result.one = true;
            } else {
                result.zero = true;
            }
        }
    }
    result
}

/// Every combination of values the expressions may have.
fn choices(formulas: &[Formula], values: &[bool]) -> Vec<Valuation> {
    formulas.iter().fold(vec![Vec::new()], |chosen, formula| {
        let outcome = may_be(formula, values, &[]);
        let mut longer = Vec::new();
        for (value, may) in [(false, outcome.zero), (true, outcome.one)] {
            if may {
                longer.extend(chosen.iter().map(|prefix| [&prefix[..], &[value]].concat()));
            }
        }
        longer
    })
}

fn assigned(values: &[bool], targets: &[Option<Slot>], chosen: &[bool]) -> Valuation {
    let mut after = values.to_vec();
    for (target, value) in targets.iter().zip(chosen) {
        if let Some(Slot(at)) = target {
            after[*at as usize] = *value;
        }
    }
    after
}

fn all_valuations(count: usize) -> Vec<Valuation> {
    choices(&vec![Formula::Lost; count], &[])
}
