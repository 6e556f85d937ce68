//! A violating run, told event by event.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::Unit;
use super::client::{literal, passed};
use crate::flow::{StatementKind, SubprogramId, Terminator};
use crate::interpret::{Place, Step};
use crate::logic::{Part, Value, Variable};
use crate::program::{Object, is_scattered, whole_name, wholes};
use crate::refine::{Script, follow};
use crate::report::TraceEvent;
use crate::source::Sources;

/// So many events are told at the beginning, and as many at the end.
const MOST_TOLD: usize = 100;

/// What happens in the run that a script leads along, up to the failure, whose values are those
/// that decide it.
pub(super) fn account(unit: &Unit, sources: &Sources, script: &Script) -> Vec<TraceEvent> {
    let mut teller = Teller::new(unit, sources);
    let mut early: Vec<TraceEvent> = Vec::new();
    let mut late: VecDeque<TraceEvent> = VecDeque::new();
    let mut left_out = 0;
    let _ = follow(&unit.flow, script, &mut |step| {
        for event in teller.events(step) {
            if early.len() < MOST_TOLD {
                early.push(event);
            } else {
                late.push_back(event);
                if late.len() > MOST_TOLD {
                    late.pop_front();
                    left_out += 1;
                }
            }
        }
    });
    if let (true, Some(next)) = (left_out > 0, late.front()) {
        early.push(TraceEvent {
            event: format!("{left_out} events are left out"),
            values: Vec::new(),
            ..next.clone()
        });
    }
    early.extend(late);
    early
}

struct Teller<'a> {
    unit: &'a Unit,
    sources: &'a Sources,
    /// The variables of each subprogram that the user has declared, and those of the packages.
    known: BTreeMap<Option<SubprogramId>, Vec<&'a Object>>,
    /// What the environment sets in this step: told when its value is there.
    pending: Option<(TraceEvent, Option<SubprogramId>, Variable)>,
}

impl<'a> Teller<'a> {
    fn new(unit: &'a Unit, sources: &'a Sources) -> Teller<'a> {
        let mut known = BTreeMap::new();
        let globals = unit.program.globals.iter().map(|global| &global.object);
        let globals: Vec<&Object> = globals.collect();
        known.insert(None, globals.clone());
        for (id, own) in (0..).map(SubprogramId).zip(&unit.program.subprograms) {
            let formals = own.formals.iter().map(|formal| &formal.object);
            let objects = formals.chain(&own.locals).chain(globals.iter().copied());
            known.insert(Some(id), objects.collect());
        }
        Teller {
            unit,
            sources,
            known,
            pending: None,
        }
    }

    /// What the step before has come to, and what this one does.
    fn events(&mut self, step: Step<'_>) -> Vec<TraceEvent> {
        let mut found = Vec::new();
        if let Some((event, within, variable)) = self.pending.take() {
            let values = self.named(within, &BTreeSet::from([variable]), &step);
            if !values.is_empty() {
                found.push(TraceEvent { values, ..event });
            }
        }
        found.extend(self.event(step));
        found
    }

    fn event(&mut self, step: Step<'_>) -> Option<TraceEvent> {
        let flow = &self.unit.flow;
        let within = step.point.subprogram;
        let subprogram = step.point.subprogram_of(flow);
        let block = subprogram.block(step.point.block);
        let told = |span, event: String, values| TraceEvent {
            span,
            depth: step.depth,
            event,
            values,
        };
        if let Some(statement) = step.point.statement_of(flow) {
            return match &statement.kind {
                StatementKind::Assign { target, value } => {
                    let object = self.object(within, target)?;
                    let new = step.state.evaluate(value);
                    let (name, text) = self.told(within, object, &step, Some(&new))?;
                    let event = format!("{name} is assigned");
                    let values = vec![(name, text)];
                    Some(told(statement.span, event, values))
                }
                StatementKind::Check { check, condition } => {
                    if step.state.evaluate(condition).as_bool() {
                        return None;
                    }
                    let check = flow.check(*check);
                    let values = self.named(within, &condition.variables(), &step);
                    let event = format!("{} fails: {}", check.rule.subject(), check.condition);
                    Some(told(check.span, event, values))
                }
                StatementKind::Assume(_) => None,
            };
        }
        debug_assert_eq!(step.point.place, Place::Terminator, "there is nothing else");
        match &block.terminator {
            Terminator::Branch { condition, .. } => {
                let way = step.state.evaluate(condition).as_bool();
                let values = self.named(within, &condition.variables(), &step);
                let event = if way {
                    "the condition of a branch holds"
                } else {
                    "the condition of a branch does not hold"
                };
                (!values.is_empty()).then(|| told(block.span, event.to_owned(), values))
            }
            Terminator::Call {
                callee,
                arguments,
                is_clients,
                ..
            } => {
                let called = flow.subprogram(*callee);
                let formals = called.formals.iter().zip(arguments);
                let values = formals.filter_map(|(formal, argument)| {
                    let value = step.state.evaluate(argument.as_ref()?);
                    Some((formal.variable.variable.clone(), value))
                });
                let values: Vec<_> = values.collect();
                let values = passed(self.unit.program.subprogram(*callee), &values);
                // Outside of all subprograms: for a contract of what is called next, or for the
                // initial value of a variable.
                let is_evaluation = step.depth == 0 && !is_clients;
                let verb = if is_evaluation { "evaluated" } else { "called" };
                let event = format!("{} is {verb}", called.name);
                Some(told(called.span, event, values))
            }
            Terminator::Nondet { target, .. } if step.depth > 0 => {
                let event = "the environment decides".to_owned();
                let event = told(block.span, event, Vec::new());
                self.pending = Some((event, within, target.clone()));
                None
            }
            Terminator::Nondet { .. }
            | Terminator::Goto(_)
            | Terminator::Choice { .. }
            | Terminator::Havoc { .. }
            | Terminator::Return => None,
        }
    }

    /// The object of a variable, if the user has declared it under that name.
    fn object(&self, within: Option<SubprogramId>, variable: &Variable) -> Option<&'a Object> {
        let known = self.known.get(&within)?;
        let object = known.iter().find(|object| object.variable == *variable)?;
        // The source does not know what we have made up.
        if variable.name.contains("__") {
            return None;
        }
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        let root = variable.name.split(|c| !is_letter(c)).next()?;
        let declared = self
            .sources
            .text(object.span)
            .split(|c| !is_letter(c))
            .next()?;
        let is_own = declared.eq_ignore_ascii_case(root)
            || variable.name.contains('.') && !variable.name.contains('\'');
        is_own.then_some(*object)
    }

    fn named(
        &self,
        within: Option<SubprogramId>,
        variables: &BTreeSet<Variable>,
        step: &Step<'_>,
    ) -> Vec<(String, String)> {
        let mut values = Vec::new();
        for variable in variables {
            let is_there = step.point.subprogram == within;
            if let Some(object) = self.object(within, variable).filter(|_| is_there) {
                let told = self.told(within, object, step, None);
                values.extend(told.filter(|told| !values.contains(told)));
            }
        }
        values
    }

    /// An object and its value, which is `new` if that is given: of an array of records the whole,
    /// because the source has no name for a part of all its components.
    fn told(
        &self,
        within: Option<SubprogramId>,
        object: &Object,
        step: &Step<'_>,
        new: Option<&Value>,
    ) -> Option<(String, String)> {
        let value_of = |variable: &Variable| match new {
            Some(new) if *variable == object.variable => new.clone(),
            Some(_) | None => step.state.value(variable).clone(),
        };
        let is_part = |part: &&Object| part.variable == object.variable;
        let whole = || {
            let name = whole_name(object);
            let known = self.known.get(&within)?.iter().copied();
            wholes(known).into_iter().find(|whole| {
                Some(&whole.name) == name.as_ref() && whole.parts.iter().any(&is_part)
            })
        };
        let values = |variable: &Variable| Some(value_of(variable));
        if is_scattered(object) {
            let whole = whole()?;
            let text = whole.text(&values)?;
            return Some((whole.name, text));
        }
        // What belongs to another variant is not there.
        if is_variant(object) && !whole()?.existing(&values).iter().any(is_part) {
            return None;
        }
        let text = literal(&[object], &object.variable, &value_of(&object.variable));
        Some((object.variable.name.to_string(), text))
    }
}

/// Whether the object is there for some discriminants only.
fn is_variant(object: &Object) -> bool {
    let parts = object.form.as_ref().map_or(&[][..], |form| &form.parts);
    let mut parts = parts.iter();
    parts.any(|part| matches!(part, Part::Component(_, variants, _) if !variants.is_empty()))
}
