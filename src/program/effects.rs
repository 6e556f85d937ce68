//! Which subprogram calls which, what each may read and write, and what follows from it: the
//! variables handed down to nested subprograms, and the entries of the most general client.

use std::collections::{BTreeMap, BTreeSet};

use super::bits::{Bits, propagate};
use super::temporal::PropertyClause;
use super::typed::{
    Body, Call, Formal, GuardedCheck, Mode, Object, Program, Step, Subprogram, SubprogramId,
};
use super::walk::{self, Visitor};
use crate::logic::{Term, Variable};
use crate::source::Span;
use crate::verdict::{Check, Rule};

/// What a subprogram mentions, sets and calls.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Mentions {
    variables: BTreeSet<Variable>,
    pub(super) targets: BTreeSet<Variable>,
    pub(super) callees: BTreeSet<SubprogramId>,
}

/// The mentions of all subprograms, in numbers.
struct Numbered {
    numbers: BTreeMap<Variable, usize>,
    variables: Vec<Bits>,
    targets: Vec<Bits>,
    callees: Vec<BTreeSet<SubprogramId>>,
}

impl Numbered {
    /// `more` are numbered, too.
    fn new(mentions: Vec<Mentions>, more: &[Variable]) -> Numbered {
        let all = mentions
            .iter()
            .flat_map(|mention| mention.variables.iter().chain(&mention.targets));
        let all: BTreeSet<&Variable> = all.chain(more).collect();
        let numbers: BTreeMap<Variable, usize> = all.into_iter().cloned().zip(0..).collect();
        let numbered = |set: &BTreeSet<Variable>| {
            let mut bits = Bits::below(numbers.len());
            for variable in set {
                bits.insert(numbers[variable]);
            }
            bits
        };
        let variables = mentions.iter().map(|each| numbered(&each.variables));
        let variables = variables.collect();
        let targets = mentions
            .iter()
            .map(|each| numbered(&each.targets))
            .collect();
        Numbered {
            variables,
            targets,
            callees: mentions.into_iter().map(|each| each.callees).collect(),
            numbers,
        }
    }

    /// The numbers of those of the variables that anybody mentions.
    fn known<'a>(&self, variables: impl IntoIterator<Item = &'a Variable>) -> Bits {
        let mut bits = Bits::below(self.numbers.len());
        for variable in variables {
            if let Some(number) = self.numbers.get(variable) {
                bits.insert(*number);
            }
        }
        bits
    }

    /// The bodies that are not read set all of these.
    fn add_rejected(&mut self, program: &Program, writable: &[Variable]) {
        let all = self.known(writable);
        for (at, subprogram) in program.subprograms.iter().enumerate() {
            if let Body::Rejected { .. } = subprogram.body {
                self.variables[at].add(&all, None);
                self.targets[at].add(&all, None);
            }
        }
    }

    /// Gives every caller what its callees mention, but for what is its own.
    fn settle(&mut self, own: &[Bits]) {
        let mut sets = [
            std::mem::take(&mut self.variables),
            std::mem::take(&mut self.targets),
        ];
        propagate(&self.callees, |caller, callee| {
            let mut is_changed = false;
            for set in &mut sets {
                if caller != callee {
                    let mut changed = std::mem::take(&mut set[caller]);
                    is_changed |= changed.add(&set[callee], own.get(caller));
                    set[caller] = changed;
                }
            }
            is_changed
        });
        [self.variables, self.targets] = sets;
    }
}

impl Visitor for Mentions {
    fn term(&mut self, term: &Term) {
        self.variables.extend(term.variables());
    }

    fn target(&mut self, variable: &Variable) {
        self.variables.insert(variable.clone());
        self.targets.insert(variable.clone());
    }

    fn call(&mut self, call: &mut Call) {
        self.callees.insert(call.callee);
    }
}

/// Hands the variables of outer subprograms down: a nested subprogram gets those it uses, itself or
/// through others, as further parameters, under the same names.
pub(super) fn lift_outer_variables(program: &mut Program, nested: &[Option<SubprogramId>]) {
    if nested.iter().all(Option::is_none) {
        return;
    }
    let globals: BTreeSet<Variable> = program
        .globals
        .iter()
        .map(|global| global.object.variable.clone())
        .collect();
    let own: Vec<BTreeMap<Variable, Object>> = program
        .subprograms
        .iter()
        .map(|subprogram| {
            let formals = subprogram.formals.iter().map(|formal| &formal.object);
            formals
                .chain(&subprogram.locals)
                .map(|object| (object.variable.clone(), object.clone()))
                .collect()
        })
        .collect();
    let outer = |id: usize| {
        let mut found: BTreeMap<Variable, Object> = BTreeMap::new();
        let mut at = nested[id];
        while let Some(parent) = at {
            for (variable, object) in &own[parent.0 as usize] {
                found
                    .entry(variable.clone())
                    .or_insert_with(|| object.clone());
            }
            at = nested[parent.0 as usize];
        }
        found
    };
    let mut mentions: Vec<Mentions> = Vec::new();
    for (at, subprogram) in program.subprograms.iter_mut().enumerate() {
        if let Body::Rejected { changes, .. } = &mut subprogram.body
            && nested[at].is_some()
        {
            changes.extend(outer(at).into_keys());
        }
        let mut found = Mentions::default();
        walk::subprogram(subprogram, &mut found);
        if let Body::Rejected { calls, .. } = &subprogram.body {
            found.callees.extend(calls);
        }
        let is_outer =
            |variable: &Variable| !own[at].contains_key(variable) && !globals.contains(variable);
        found.variables.retain(is_outer);
        found.targets.retain(is_outer);
        mentions.push(found);
    }
    let mut numbered = Numbered::new(mentions, &[]);
    let own_bits: Vec<Bits> = own.iter().map(|own| numbered.known(own.keys())).collect();
    numbered.settle(&own_bits);
    let names: Vec<&Variable> = numbered.numbers.keys().collect();
    let lifted: Vec<Vec<(Object, Mode)>> = (0..program.subprograms.len())
        .map(|at| {
            let known = outer(at);
            numbered.variables[at]
                .iter()
                .filter_map(|number| {
                    let variable = names[number];
                    let mode = if numbered.targets[at].contains(number) {
                        Mode::InOut
                    } else {
                        Mode::In
                    };
                    Some((known.get(variable)?.clone(), mode))
                })
                .collect()
        })
        .collect();
    for (subprogram, more) in program.subprograms.iter_mut().zip(&lifted) {
        subprogram
            .formals
            .extend(more.iter().map(|(object, mode)| Formal {
                object: object.clone(),
                mode: *mode,
                is_hidden: true,
                is_lifted: true,
                is_unset: false,
            }));
    }
    let mut hand_down = HandDown { lifted: &lifted };
    for subprogram in &mut program.subprograms {
        walk::subprogram(subprogram, &mut hand_down);
    }
}

struct HandDown<'a> {
    lifted: &'a [Vec<(Object, Mode)>],
}

impl Visitor for HandDown<'_> {
    fn call(&mut self, call: &mut Call) {
        for (object, mode) in &self.lifted[call.callee.0 as usize] {
            let variable = &object.variable;
            call.arguments.push(Some(Term::variable(variable)));
            call.results
                .push((*mode != Mode::In).then(|| variable.clone()));
        }
    }
}

/// Per subprogram, the variables outside it that it mentions and sets, and what it calls.
fn own_mentions(program: &mut Program) -> Vec<Mentions> {
    let mut mentions: Vec<Mentions> = Vec::new();
    for subprogram in &mut program.subprograms {
        let mut found = Mentions::default();
        walk::subprogram(subprogram, &mut found);
        if let Body::Rejected { calls, .. } = &subprogram.body {
            found.callees.extend(calls);
        }
        for variable in own_variables(subprogram) {
            found.variables.remove(variable);
            found.targets.remove(variable);
        }
        mentions.push(found);
    }
    mentions
}

/// The parameters and local variables of a subprogram. A variable of an outer subprogram comes as a
/// parameter, too, but is none of its own.
fn own_variables(subprogram: &Subprogram) -> impl Iterator<Item = &Variable> {
    let formals = subprogram.formals.iter().filter(|formal| !formal.is_lifted);
    let formals = formals.map(|formal| &formal.object);
    let objects = formals.chain(&subprogram.locals);
    objects.map(|object| &object.variable)
}

/// The same with what it does through others.
pub(super) fn transitive_mentions(program: &mut Program) -> Vec<Mentions> {
    let mut mentions = own_mentions(program);
    loop {
        let before = mentions.clone();
        for mention in &mut mentions {
            for callee in mention.callees.clone() {
                let called = &before[callee.0 as usize];
                mention.variables.extend(called.variables.iter().cloned());
                mention.targets.extend(called.targets.iter().cloned());
                mention.callees.extend(&called.callees);
            }
        }
        if mentions == before {
            break;
        }
    }
    mentions
}

/// A rejected body may leave what it calls half done, so what that writes is lost as well.
pub(super) fn lose_what_callees_write(program: &mut Program) {
    let is_rejected = |body: &Body| matches!(body, Body::Rejected { .. });
    if !program
        .subprograms
        .iter()
        .any(|each| is_rejected(&each.body))
    {
        return;
    }
    let mentions = transitive_mentions(program);
    let globals: Vec<&Variable> = program
        .globals
        .iter()
        .map(|global| &global.object.variable)
        .collect();
    for (subprogram, mention) in program.subprograms.iter_mut().zip(mentions) {
        if let Body::Rejected { changes, .. } = &mut subprogram.body {
            let known = changes.clone();
            let of_callees = globals.iter().copied();
            let of_callees = of_callees
                .filter(|global| mention.targets.contains(*global) && !known.contains(global));
            changes.extend(of_callees.cloned());
        }
    }
}

/// Where those of the functions are declared that write something of others.
pub(super) fn with_side_effects(
    program: &mut Program,
    writable: &[Variable],
    functions: &BTreeSet<SubprogramId>,
) -> BTreeSet<Span> {
    if functions.is_empty() {
        return BTreeSet::new();
    }
    let mentions = settled_mentions(program, writable);
    let has_some = |id: &&SubprogramId| mentions.targets[id.0 as usize].iter().next().is_some();
    let spans = functions.iter().filter(has_some);
    spans
        .map(|id| program.subprograms[id.0 as usize].span)
        .collect()
}

/// What each subprogram mentions and sets outside of it, itself or through others.
fn settled_mentions(program: &mut Program, writable: &[Variable]) -> Numbered {
    let mentions = own_mentions(program);
    let mut mentions = Numbered::new(mentions, writable);
    mentions.add_rejected(program, writable);
    // What nested subprograms do to the variables of this one is nothing to its callers, who may
    // have variables of the same names.
    let own = program.subprograms.iter().map(own_variables);
    let own: Vec<Bits> = own.map(|variables| mentions.known(variables)).collect();
    mentions.settle(&own);
    mentions
}

/// Adds a check, which fails, where an actual is also used by the callee itself: an actual passed
/// to be changed that the callee mentions, or a composite passed to be read that it changes.
pub(super) fn check_globals(program: &mut Program, writable: &[Variable]) {
    let mentions = settled_mentions(program, writable);
    let names: Vec<String> = program
        .subprograms
        .iter()
        .map(|subprogram| subprogram.name.clone())
        .collect();
    for (at, subprogram) in program.subprograms.iter_mut().enumerate() {
        let mut visitor = Aliasing {
            mentions: &mentions,
            caller: names[at].clone(),
            names: &names,
        };
        walk::subprogram(subprogram, &mut visitor);
    }
    let mut visitor = Aliasing {
        mentions: &mentions,
        caller: program.name.clone(),
        names: &names,
    };
    walk::outside(program, &mut visitor);
}

struct Aliasing<'a> {
    mentions: &'a Numbered,
    caller: String,
    names: &'a [String],
}

impl Visitor for Aliasing<'_> {
    fn call(&mut self, call: &mut Call) {
        let callee = call.callee.0 as usize;
        let is_in = |sets: &[Bits], variable: &Variable| {
            let number = self.mentions.numbers.get(variable);
            number.is_some_and(|number| sets[callee].contains(*number))
        };
        let changed = call
            .changed
            .iter()
            .filter(|(variable, _)| is_in(&self.mentions.variables, variable));
        let read = call
            .read
            .iter()
            .filter(|(variable, _)| is_in(&self.mentions.targets, variable));
        let mut spans: BTreeSet<crate::source::Span> = BTreeSet::new();
        for (_, span) in changed.chain(read) {
            spans.insert(*span);
        }
        for span in spans {
            call.before.push(Step::Check(GuardedCheck {
                check: Check {
                    rule: Rule::Aliasing,
                    span,
                    subprogram: self.caller.clone(),
                    condition: format!(
                        "the actual is not used by {} itself",
                        self.names[call.callee.0 as usize]
                    ),
                },
                condition: Term::bool(false),
            }));
        }
    }
}

/// The subprograms that are called.
#[derive(Default)]
struct Callees(BTreeSet<SubprogramId>);

impl Visitor for Callees {
    fn call(&mut self, call: &mut Call) {
        self.0.insert(call.callee);
    }
}

/// Per subprogram, those it calls, itself or through others.
pub(super) fn call_graph(program: &mut Program) -> Vec<Bits> {
    let count = program.subprograms.len();
    let mut callees = Vec::new();
    for subprogram in &mut program.subprograms {
        let mut found = Callees::default();
        walk::subprogram(subprogram, &mut found);
        if let Body::Rejected { calls, .. } = &subprogram.body {
            found.0.extend(calls);
        }
        callees.push(found.0);
    }
    let mut graph = vec![Bits::below(count); count];
    for (caller, callees) in callees.iter().enumerate() {
        for callee in callees {
            graph[caller].insert(callee.0 as usize);
        }
    }
    propagate(&callees, |caller, callee| {
        if caller == callee {
            return false;
        }
        let mut changed = std::mem::take(&mut graph[caller]);
        let is_changed = changed.add(&graph[callee], None);
        graph[caller] = changed;
        is_changed
    });
    graph
}

fn numbered_subprogram(number: usize) -> Option<SubprogramId> {
    u32::try_from(number).ok().map(SubprogramId)
}

/// Leaves out the checks of variants at calls that lead to no recursion.
pub(super) fn drop_variants(program: &mut Program) {
    struct Progress<'a> {
        graph: &'a [Bits],
        caller: SubprogramId,
    }
    impl Visitor for Progress<'_> {
        fn call(&mut self, call: &mut Call) {
            if !self.graph[call.callee.0 as usize].contains(self.caller.0 as usize) {
                call.before.retain(|step| {
                    !matches!(step, Step::Check(check)
                        if check.check.rule == Rule::SubprogramVariant)
                });
            }
        }
    }
    let graph = call_graph(program);
    for (at, subprogram) in (0..).zip(&mut program.subprograms) {
        let mut visitor = Progress {
            graph: &graph,
            caller: SubprogramId(at),
        };
        walk::subprogram(subprogram, &mut visitor);
    }
}

/// Bodies that are not read may change every variable of the packages; said last, so that nobody
/// goes through all of them for each such body before.
pub(super) fn change_everything(program: &mut Program, writable: &[Variable]) {
    for subprogram in &mut program.subprograms {
        if let Body::Rejected { changes, .. } = &mut subprogram.body {
            changes.splice(0..0, writable.iter().cloned());
        }
    }
}

/// Finds the entries: the visible subprograms, those forced, and, of the candidates that nobody
/// reaches from them, enough to reach all. What no run can come to is dropped.
#[allow(clippy::fn_params_excessive_bools)] // one flag per subprogram, not a mode
pub(super) fn drop_unused(
    program: &mut Program,
    visible: &[bool],
    candidates: &[bool],
    forced: &BTreeSet<SubprogramId>,
) {
    let graph = call_graph(program);
    let all = || (0..).map(SubprogramId).take(visible.len());
    let mut entries: BTreeSet<SubprogramId> = all()
        .filter(|id| visible[id.0 as usize])
        .chain(forced.iter().copied())
        .collect();
    let mut started = Callees::default();
    walk::outside(program, &mut started);
    let mut reached: BTreeSet<SubprogramId> = BTreeSet::new();
    let called = |id: SubprogramId| graph[id.0 as usize].iter().filter_map(numbered_subprogram);
    for id in started.0.iter().chain(&entries) {
        reached.insert(*id);
        reached.extend(called(*id));
    }
    let calls =
        |from: SubprogramId, to: SubprogramId| graph[from.0 as usize].contains(to.0 as usize);
    // Of a cycle of calls that nobody else reaches, the first stands for all.
    for id in all().filter(|id| candidates[id.0 as usize]) {
        let is_called = all().filter(|id| candidates[id.0 as usize]).any(|other| {
            other != id && !reached.contains(&other) && calls(other, id) && !calls(id, other)
        });
        if !reached.contains(&id) && !is_called {
            program.subprograms[id.0 as usize].is_uncalled = true;
            entries.insert(id);
            reached.insert(id);
            reached.extend(called(id));
        }
    }
    program.entries = entries.into_iter().collect();
    let mut numbers: Vec<Option<SubprogramId>> = vec![None; visible.len()];
    for (number, id) in (0..).map(SubprogramId).zip(&reached) {
        numbers[id.0 as usize] = Some(number);
    }
    renumber(program, &numbers);
}

/// Keeps the subprograms that have a number, under it.
fn renumber(program: &mut Program, numbers: &[Option<SubprogramId>]) {
    struct Renumber<'a>(&'a [Option<SubprogramId>]);
    impl Visitor for Renumber<'_> {
        fn call(&mut self, call: &mut Call) {
            if let Some(number) = self.0[call.callee.0 as usize] {
                call.callee = number;
            }
        }
    }
    let number = |id: SubprogramId| numbers[id.0 as usize];
    let mut at = 0;
    program.subprograms.retain(|_| {
        at += 1;
        numbers[at - 1].is_some()
    });
    let mut visitor = Renumber(numbers);
    for subprogram in &mut program.subprograms {
        walk::subprogram(subprogram, &mut visitor);
        if let Body::Rejected { calls, .. } = &mut subprogram.body {
            *calls = calls.iter().filter_map(|id| number(*id)).collect();
        }
    }
    walk::outside(program, &mut visitor);
    program.entries = program
        .entries
        .iter()
        .filter_map(|id| number(*id))
        .collect();
    program
        .predicates
        .retain(|predicate| predicate.scope.is_none_or(|scope| number(scope).is_some()));
    for predicate in &mut program.predicates {
        predicate.scope = predicate.scope.and_then(number);
    }
    program
        .options
        .retain(|option| option.scope.is_none_or(|scope| number(scope).is_some()));
    for option in &mut program.options {
        option.scope = option.scope.and_then(number);
    }
    let properties = std::mem::take(&mut program.properties).into_iter();
    program.properties = properties
        .filter_map(|property| {
            let scope = number(property.scope)?;
            Some(PropertyClause { scope, ..property })
        })
        .collect();
}
