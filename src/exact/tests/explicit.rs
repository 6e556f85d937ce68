//! The obvious twin: states written out, a stack of calls, every choice made one by one.
//!
//! It shares the syntax of formulas and programs with the engine and nothing else: no copies of
//! procedures, no diagrams, no partitions. A step is tried for every valuation of its `nondet`s and,
//! for each, of everything it has lost.

use std::collections::{BTreeMap, BTreeSet};

use super::choices::{count, nondets, outcomes, valuations};
use crate::bp::control::{Action, Control, Formula, NodeId, Point, ProcedureId, Slot};
use crate::exact::{Atom, Config, Ctl};

/// Statements with more choices than this are not tried out.
const MAX_CHOICES: u32 = 9;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct State {
    pub(super) globals: Vec<bool>,
    /// Where each open procedure is, and its own variables; the last one runs.
    pub(super) stack: Vec<(Point, Vec<bool>)>,
    pub(super) end: End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    Running,
    Failed,
    Ended,
}

/// What may follow a state, and what surely does: sets of which one is entered.
struct Steps {
    may: Vec<State>,
    must: Vec<Vec<State>>,
}

/// A program as a four-valued structure.
pub(super) struct Structure<'a> {
    control: &'a Control,
    improved: bool,
    pub(super) states: Vec<State>,
    numbers: BTreeMap<State, usize>,
    may: Vec<BTreeSet<usize>>,
    must: Vec<Vec<BTreeSet<usize>>>,
    /// How many of the states, which come first, are initial.
    pub(super) initial: usize,
}

impl<'a> Structure<'a> {
    /// Everything that follows an initial state; none if that is too much.
    pub(super) fn new(
        control: &'a Control,
        config: &Config,
        limit: usize,
    ) -> Option<Structure<'a>> {
        let mut structure = Structure {
            control,
            improved: config.improved_preimage,
            states: Vec::new(),
            numbers: BTreeMap::new(),
            may: Vec::new(),
            must: Vec::new(),
            initial: 0,
        };
        let main = control.procedure(control.main);
        for values in valuations(main.variables.len()) {
            let (globals, own) = values.split_at(control.globals);
            let state = State {
                globals: globals.to_vec(),
                stack: vec![(control.main.entry(), own.to_vec())],
                end: End::Running,
            };
            if structure.enforce(&state).0 {
                structure.number(state);
            }
        }
        structure.initial = structure.states.len();
        let mut at = 0;
        while at < structure.states.len() {
            if at > limit {
                return None;
            }
            let state = structure.states[at].clone();
            let steps = structure.steps(&state)?;
            let may = steps.may.into_iter().map(|state| structure.number(state));
            let may = may.collect();
            let mut must = Vec::new();
            for set in steps.must {
                must.push(
                    set.into_iter()
                        .map(|state| structure.number(state))
                        .collect(),
                );
            }
            structure.may.push(may);
            structure.must.push(must);
            at += 1;
        }
        Some(structure)
    }

    /// The states in which a formula surely holds, and those in which it surely does not.
    pub(super) fn value(&self, formula: &Ctl) -> (BTreeSet<usize>, BTreeSet<usize>) {
        let all = 0..self.states.len();
        match formula {
            Ctl::Constant(value) => {
                let all: BTreeSet<usize> = all.collect();
                if *value {
                    (all, BTreeSet::new())
                } else {
                    (BTreeSet::new(), all)
                }
            }
            Ctl::Atom(atom) => {
                let told = all.map(|at| (at, self.tells(&self.states[at], atom)));
                let told: Vec<(usize, Option<bool>)> = told.collect();
                let with = |wanted: bool| {
                    let told = told.iter().filter(|(_, value)| *value == Some(wanted));
                    told.map(|(at, _)| *at).collect()
                };
                (with(true), with(false))
            }
            Ctl::Not(operand) => {
                let (yes, no) = self.value(operand);
                (no, yes)
            }
            Ctl::And(left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                (&left.0 & &right.0, &left.1 | &right.1)
            }
            Ctl::Or(left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                (&left.0 | &right.0, &left.1 & &right.1)
            }
            Ctl::Next(operand) => {
                let (yes, no) = self.value(operand);
                (self.surely(&yes), self.always(&no))
            }
            Ctl::Until(left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                let yes = fixpoint(BTreeSet::new(), |set| {
                    &right.0 | &(&left.0 & &self.surely(set))
                });
                let no = fixpoint(all.collect(), |set| {
                    &right.1 & &(&left.1 | &self.always(set))
                });
                (yes, no)
            }
            Ctl::Weak(left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                let yes = fixpoint(all.collect(), |set| {
                    &right.0 | &(&left.0 & &self.surely(set))
                });
                let no = fixpoint(BTreeSet::new(), |set| {
                    &right.1 & &(&left.1 | &self.always(set))
                });
                (yes, no)
            }
        }
    }

    fn surely(&self, set: &BTreeSet<usize>) -> BTreeSet<usize> {
        let enters = |at: &usize| self.must[*at].iter().any(|way| way.is_subset(set));
        (0..self.states.len()).filter(enters).collect()
    }

    fn always(&self, set: &BTreeSet<usize>) -> BTreeSet<usize> {
        let stays = |at: &usize| self.may[*at].is_subset(set);
        (0..self.states.len()).filter(stays).collect()
    }

    fn number(&mut self, state: State) -> usize {
        let next = self.states.len();
        let number = *self.numbers.entry(state.clone()).or_insert(next);
        if number == next {
            self.states.push(state);
        }
        number
    }

    /// What a state says of an atom; nothing of a variable whose procedure is not open.
    fn tells(&self, state: &State, atom: &Atom) -> Option<bool> {
        let (point, _) = state.stack[state.stack.len() - 1];
        let procedure_name = |id: ProcedureId| &self.control.procedure(id).name;
        let is_labelled = |procedure: &Option<_>, label: &_| {
            let here = procedure_name(point.procedure);
            self.control.node(point).labels.contains(label)
                && procedure.as_ref().is_none_or(|wanted| wanted == here)
        };
        Some(match atom {
            Atom::Variable { procedure, name } => {
                let wanted = match procedure {
                    Some(wanted) => {
                        let ids = (0..).map(ProcedureId).take(self.control.procedures.len());
                        ids.into_iter().find(|id| procedure_name(*id) == wanted)?
                    }
                    None => self.control.main,
                };
                let variables = &self.control.procedure(wanted).variables;
                let at = variables.iter().rposition(|variable| variable == name)?;
                if at < self.control.globals {
                    return Some(state.globals[at]);
                }
                let mut open = state.stack.iter();
                let (_, own) = open.find(|(point, _)| point.procedure == wanted)?;
                own[at - self.control.globals]
            }
            Atom::At { procedure, label } => {
                state.end == End::Running && is_labelled(procedure, label)
            }
            Atom::Fails { procedure, label } => {
                state.end == End::Failed && is_labelled(procedure, label)
            }
            Atom::FailsAny => state.end == End::Failed,
            Atom::Ended => state.end == End::Ended,
            Atom::Targets { .. } => return None,
        })
    }

    /// Whether `enforce` may allow a state, and whether it surely does.
    fn enforce(&self, state: &State) -> (bool, bool) {
        let (point, own) = &state.stack[state.stack.len() - 1];
        let Some(condition) = &self.control.procedure(point.procedure).enforce else {
            return (true, true);
        };
        let now = [&state.globals[..], own].concat();
        let mut outcomes = outcomes(condition, &now, &[], None);
        outcomes.dedup();
        (outcomes.contains(&true), !outcomes.contains(&false))
    }

    fn steps(&self, state: &State) -> Option<Steps> {
        if state.end != End::Running {
            return Some(Steps {
                may: vec![state.clone()],
                must: vec![vec![state.clone()]],
            });
        }
        let (point, own) = state.stack[state.stack.len() - 1].clone();
        let now = [&state.globals[..], &own].concat();
        let at = |node: NodeId| {
            let mut next = state.clone();
            let last = next.stack.len() - 1;
            next.stack[last].0.node = node;
            next
        };
        let ended = |end: End| State {
            end,
            ..state.clone()
        };
        let mut steps = match &self.control.node(point).action {
            Action::Skip(next) => Steps::to(vec![at(*next)]),
            Action::Goto(targets) => {
                let mut targets: Vec<State> = targets.iter().map(|target| at(*target)).collect();
                targets.sort();
                targets.dedup();
                let mut steps = Steps::to(targets);
                if !self.improved {
                    steps.must.retain(|way| way.len() == 1);
                }
                steps
            }
            Action::Assume(condition, next) => {
                self.branch(condition, &now, (Some(at(*next)), None))?
            }
            Action::Assert(condition, next) => {
                let ways = (Some(at(*next)), Some(ended(End::Failed)));
                self.branch(condition, &now, ways)?
            }
            Action::Test {
                condition,
                then,
                otherwise,
                ..
            } => self.branch(condition, &now, (Some(at(*then)), Some(at(*otherwise))))?,
            Action::Assign {
                targets,
                values,
                constrain,
                next,
            } => self.assign(
                &now,
                &looked_at(values, targets),
                constrain.as_ref(),
                |chosen| {
                    let mut after = now.clone();
                    for (target, value) in targets.iter().zip(chosen) {
                        if let Some(Slot(slot)) = target {
                            after[*slot as usize] = *value;
                        }
                    }
                    let mut landed = at(*next);
                    landed.globals = after[..self.control.globals].to_vec();
                    let last = landed.stack.len() - 1;
                    landed.stack[last].1 = after[self.control.globals..].to_vec();
                    (landed, after)
                },
            )?,
            Action::Call {
                callee, arguments, ..
            } => {
                let own = self.control.procedure(*callee).variables.len() - self.control.globals;
                let mut values = arguments.clone();
                values.resize(own, Formula::Lost);
                self.assign(&now, &values, None, |chosen| {
                    let mut inside = state.clone();
                    inside.stack.push((callee.entry(), chosen.to_vec()));
                    (inside, Vec::new())
                })?
            }
            Action::Return(_) if state.stack.len() == 1 => Steps::to(vec![ended(End::Ended)]),
            Action::Return(values) => self.returning(state, &now, values)?,
        };
        if !self.enforce(state).1 {
            steps.must.clear();
        }
        Some(steps)
    }

    /// Back to the caller, with values.
    fn returning(&self, state: &State, now: &[bool], values: &[Formula]) -> Option<Steps> {
        let caller = state.stack[state.stack.len() - 2].0;
        let Action::Call { targets, next, .. } = &self.control.node(caller).action else {
            return None;
        };
        self.assign(now, &looked_at(values, targets), None, |chosen| {
            let mut back = state.clone();
            back.stack.pop();
            let last = back.stack.len() - 1;
            back.stack[last].0.node = *next;
            for (target, value) in targets.iter().zip(chosen) {
                match target.map(|Slot(slot)| slot as usize) {
                    Some(slot) if slot < self.control.globals => {
                        back.globals[slot] = *value;
                    }
                    Some(slot) => back.stack[last].1[slot - self.control.globals] = *value,
                    None => {}
                }
            }
            (back, Vec::new())
        })
    }

    /// A test with two ways, or an assumption with one.
    fn branch(
        &self,
        condition: &Formula,
        now: &[bool],
        (then, otherwise): (Option<State>, Option<State>),
    ) -> Option<Steps> {
        if count(condition) > MAX_CHOICES {
            return None;
        }
        let mut steps = Steps {
            may: Vec::new(),
            must: Vec::new(),
        };
        for chosen in valuations(nondets(condition)) {
            let outcomes = outcomes(condition, now, &[], Some(&chosen));
            let ways: Vec<Option<State>> = [(true, &then), (false, &otherwise)]
                .into_iter()
                .filter(|(value, _)| outcomes.contains(value))
                .map(|(_, way)| way.clone())
                .collect();
            let real: Option<Vec<State>> = ways.iter().cloned().collect();
            if let Some(real) = real.filter(|real| self.improved || real.len() == 1) {
                steps.must.push(real);
            }
            steps.may.extend(ways.into_iter().flatten());
        }
        Some(steps)
    }

    /// A parallel assignment; `land` says where values lead to, and which next values there are.
    fn assign(
        &self,
        now: &[bool],
        values: &[Formula],
        constrain: Option<&Formula>,
        land: impl Fn(&[bool]) -> (State, Vec<bool>),
    ) -> Option<Steps> {
        let all: Vec<&Formula> = values.iter().chain(constrain).collect();
        if all.iter().map(|value| count(value)).sum::<u32>() > MAX_CHOICES {
            return None;
        }
        let counts: Vec<usize> = all.iter().map(|value| nondets(value)).collect();
        let mut steps = Steps {
            may: Vec::new(),
            must: Vec::new(),
        };
        for chosen in valuations(counts.iter().sum()) {
            let mut rest = &chosen[..];
            let mut parts = Vec::new();
            for count in &counts {
                let (part, more) = rest.split_at(*count);
                parts.push(part);
                rest = more;
            }
            let mut results: Vec<Vec<bool>> = vec![Vec::new()];
            for (value, part) in values.iter().zip(&parts) {
                let outcomes = outcomes(value, now, &[], Some(part));
                let longer = |prefix: &Vec<bool>| {
                    let prefix = prefix.clone();
                    let outcomes = outcomes.clone().into_iter();
                    outcomes.map(move |outcome| [&prefix[..], &[outcome]].concat())
                };
                results = results.iter().flat_map(longer).collect();
            }
            let (mut way, mut sure, mut any) = (Vec::new(), true, false);
            for result in results {
                let (landed, after) = land(&result);
                let (may, must) = self.enforce(&landed);
                if !may {
                    continue;
                }
                sure &= must;
                let allowed = constrain.map_or_else(
                    || vec![true],
                    |condition| outcomes(condition, now, &after, parts.last().copied()),
                );
                // A choice must be allowed for sure; of a step without any it must be known at least
                // whether it is.
                sure &= if chosen.is_empty() {
                    allowed.len() == 1
                } else {
                    allowed == [true]
                };
                if allowed.contains(&true) {
                    any = true;
                    steps.may.push(landed.clone());
                }
                way.push(landed);
            }
            if sure && any {
                steps.must.push(way);
            }
        }
        Some(steps)
    }
}

impl Steps {
    /// One step that leads to one of these.
    fn to(states: Vec<State>) -> Steps {
        Steps {
            may: states.clone(),
            must: vec![states],
        }
    }
}

/// One value per target. One that is dropped is not looked at: there is no choice in it either.
fn looked_at(values: &[Formula], targets: &[Option<Slot>]) -> Vec<Formula> {
    let value = |(index, target): (usize, &Option<Slot>)| match target {
        Some(_) => values.get(index).cloned().unwrap_or(Formula::Lost),
        None => Formula::Constant(false),
    };
    targets.iter().enumerate().map(value).collect()
}

fn fixpoint(
    mut set: BTreeSet<usize>,
    step: impl Fn(&BTreeSet<usize>) -> BTreeSet<usize>,
) -> BTreeSet<usize> {
    loop {
        let next = step(&set);
        if next == set {
            return set;
        }
        set = next;
    }
}
