//! What holds later, said of an earlier state: what a call without loops returns, said of its entry,
//! and what is checked behind a block, said of its beginning.
//!
//! Carried back exactly, a condition follows at each block from what is carried to the one before,
//! so that a chain of calls and blocks needs nothing that only runs could tell.

use std::collections::{BTreeMap, BTreeSet};

use super::super::blocks::{assigns, results};
use super::super::horn::{Subject, at_exit};
use super::super::{is_within, linear};
use crate::abstraction::Effects;
use crate::certify::at_entry;
use crate::flow::{
    BasicBlock, BlockId, FlowProgram, FlowSubprogram, Mode, StatementKind, SubprogramId, Terminator,
};
use crate::logic::{Sort, Term, TermKind, Variable};
use crate::verdict::CheckId;

/// Larger terms are not carried on.
const LARGEST: usize = 500;
/// So many conditions are carried to one block.
const MOST_OF_A_BLOCK: usize = 60;

/// A condition, and the check for whose sake it matters; what a call returns matters to all.
type Wanted = (Option<CheckId>, Term);

/// What a call leaves behind, said of the values at its entry, where that is known; whatever it
/// cannot change is not there.
type Outcome = BTreeMap<Variable, Option<Term>>;

/// What is carried back, per place.
#[derive(Debug, Default)]
pub(super) struct Carried {
    states: BTreeMap<(SubprogramId, BlockId), Vec<Wanted>>,
    effects: BTreeMap<SubprogramId, Vec<Wanted>>,
    calling: BTreeSet<SubprogramId>,
}

impl Carried {
    pub(super) fn of(flow: &FlowProgram) -> Carried {
        let mut backwards = Backwards {
            flow,
            effects: Effects::new(flow),
            outcomes: BTreeMap::new(),
        };
        let mut found = Carried::default();
        for id in (0..).map(SubprogramId).take(flow.subprograms.len()) {
            backwards.learn(id, &mut BTreeSet::new());
            let returned = backwards.returned(id);
            let of_calls = returned.iter().map(|(end, value)| {
                let end = Term::variable(&at_exit(end));
                (None, linear::normal(&Term::equal(end, value.clone())))
            });
            found.effects.insert(id, of_calls.collect());
            let mut blocks = flow.subprogram(id).blocks.iter();
            if blocks.any(|block| block.terminator.callee().is_some()) {
                found.calling.insert(id);
            }
            for (block, wanted) in backwards.wanted(id, &returned) {
                found.states.insert((id, block), wanted);
            }
        }
        found
    }

    /// Whether a subprogram calls something.
    pub(super) fn has_calls(&self, id: SubprogramId) -> bool {
        self.calling.contains(&id)
    }

    /// What is carried to a place, of checks that are `open` and of what calls return.
    pub(super) fn to<'c>(
        &'c self,
        subject: Subject,
        open: &'c BTreeSet<CheckId>,
    ) -> impl Iterator<Item = &'c Term> {
        let found = match subject {
            Subject::States(id, block) => id.and_then(|id| self.states.get(&(id, block))),
            Subject::Effect(id) => id.and_then(|id| self.effects.get(&id)),
        };
        let found = found.into_iter().flatten();
        let matters = |check: &Option<CheckId>| check.is_none_or(|check| open.contains(&check));
        let found = found.filter(move |(check, _)| matters(check));
        found.map(|(_, term)| term)
    }
}

struct Backwards<'a> {
    flow: &'a FlowProgram,
    effects: Effects,
    /// Of those that were looked at; one that calls itself is unknown to itself.
    outcomes: BTreeMap<SubprogramId, Outcome>,
}

impl Backwards<'_> {
    /// Finds out what a subprogram does, and before it what those do that it calls.
    fn learn(&mut self, id: SubprogramId, begun: &mut BTreeSet<SubprogramId>) {
        if self.outcomes.contains_key(&id) || !begun.insert(id) {
            return;
        }
        let subprogram = self.flow.subprogram(id);
        for callee in subprogram
            .blocks
            .iter()
            .filter_map(|b| b.terminator.callee())
        {
            self.learn(callee, begun);
        }
        let order = Order::of(subprogram);
        let ends = self.changed(id);
        let value = |end: Variable| {
            let value = self.value(subprogram, &order, &end);
            (end, value)
        };
        let outcome = ends.into_iter().map(value).collect();
        self.outcomes.insert(id, outcome);
    }

    /// What may be another on return.
    fn changed(&self, id: SubprogramId) -> Vec<Variable> {
        let globals = self.flow.globals.iter().map(|global| &global.variable);
        let globals = globals.filter(|global| self.effects.writes(id, global));
        let own = results(self.flow.subprogram(id)).map(|result| &result.variable);
        globals.chain(own).cloned().collect()
    }

    /// What a variable is on return, said of the values at the entry.
    fn value(&self, subprogram: &FlowSubprogram, order: &Order, end: &Variable) -> Option<Term> {
        if order.has_loop {
            return None;
        }
        let mut values: BTreeMap<BlockId, Option<Term>> = BTreeMap::new();
        for id in &order.last_first {
            let block = subprogram.block(*id);
            let behind = |next: &BlockId| values.get(next).cloned().flatten();
            let behind = match &block.terminator {
                Terminator::Return => Some(Term::variable(end)),
                Terminator::Branch {
                    condition,
                    on_true,
                    on_false,
                    ..
                } => behind(on_true).and_then(|first| {
                    let second = behind(on_false)?;
                    Some(if first == second {
                        first
                    } else {
                        let (first, second) =
                            (under(&first, condition), unless(&second, condition));
                        Term::if_then_else(condition.clone(), first, second)
                    })
                }),
                Terminator::Choice { targets, .. } => {
                    let mut all = targets.iter().map(behind);
                    let first = all.next().flatten();
                    first.filter(|first| all.all(|other| other.as_ref() == Some(first)))
                }
                Terminator::Goto(next)
                | Terminator::Havoc { next, .. }
                | Terminator::Nondet { next, .. }
                | Terminator::Call { next, .. } => behind(next),
            };
            let value = behind.and_then(|term| self.before(block, &term));
            values.insert(*id, value.map(|(term, _)| term));
        }
        let is_known = |variable: &Variable| {
            let mut formals = subprogram.formals.iter().filter(|f| f.mode != Mode::Out);
            let mut globals = self.flow.globals.iter();
            formals.any(|formal| formal.variable.variable == *variable)
                || globals.any(|global| global.variable == *variable)
        };
        let value = values.remove(&BlockId(0)).flatten();
        value.filter(|value| value.free_variables().iter().all(is_known))
    }

    /// What is known of the values on return, each said of those that stand for the entry. What is
    /// only a number or a truth value and stays as it was, runs show as well.
    fn returned(&self, id: SubprogramId) -> Vec<(Variable, Term)> {
        let subprogram = self.flow.subprogram(id);
        let is_global = |variable: &Variable| {
            let mut globals = self.flow.globals.iter();
            globals.any(|global| global.variable == *variable)
        };
        let entered = |variable: &Variable| {
            Term::variable(&if is_global(variable) || assigns(subprogram, variable) {
                at_entry(variable)
            } else {
                variable.clone()
            })
        };
        let globals = self.flow.globals.iter().map(|global| &global.variable);
        let is_kept = |global: &&Variable| {
            matches!(global.sort, Sort::Array(_)) && !self.effects.writes(id, global)
        };
        let kept = globals.filter(is_kept);
        let kept = kept.map(|global| (global.clone(), Term::variable(&at_entry(global))));
        let outcome = self.outcomes.get(&id).into_iter().flatten();
        let known = outcome.filter_map(|(end, value)| {
            let value = value.as_ref()?.map_variables(&entered);
            Some((end.clone(), value))
        });
        kept.chain(known).collect()
    }

    /// What is wanted where the blocks begin: that the checks hold that come then, and that what is
    /// returned is what was found out.
    fn wanted(
        &self,
        id: SubprogramId,
        returned: &[(Variable, Term)],
    ) -> BTreeMap<BlockId, Vec<Wanted>> {
        let subprogram = self.flow.subprogram(id);
        let mut found: BTreeMap<BlockId, Vec<Wanted>> = BTreeMap::new();
        for at in Order::of(subprogram).last_first {
            let block = subprogram.block(at);
            let behind = |next: &BlockId| found.get(next).map_or(&[][..], Vec::as_slice);
            let mut later: Vec<Wanted> = Vec::new();
            match &block.terminator {
                Terminator::Return => later.extend(returned.iter().map(|(end, value)| {
                    let end = Term::variable(end);
                    (None, linear::normal(&Term::equal(end, value.clone())))
                })),
                Terminator::Branch {
                    condition,
                    on_true,
                    on_false,
                    ..
                } => {
                    let (yes, no) = (behind(on_true), behind(on_false));
                    let both = yes.iter().filter(|wanted| no.contains(wanted));
                    later.extend(both.cloned());
                    let only = |own: &[Wanted], other: &[Wanted]| {
                        let own = own.iter().filter(|wanted| !other.contains(wanted));
                        own.cloned().collect::<Vec<Wanted>>()
                    };
                    let opposite = Term::not(condition.clone());
                    for (check, term) in only(yes, no) {
                        let parts = [opposite.clone(), under(&term, condition)];
                        later.push((check, Term::or(parts)));
                    }
                    for (check, term) in only(no, yes) {
                        let parts = [condition.clone(), unless(&term, condition)];
                        later.push((check, Term::or(parts)));
                    }
                }
                Terminator::Goto(_)
                | Terminator::Choice { .. }
                | Terminator::Havoc { .. }
                | Terminator::Nondet { .. }
                | Terminator::Call { .. } => {
                    for next in block.terminator.targets() {
                        later.extend(behind(&next).iter().cloned());
                    }
                }
            }
            let mut here = checked(block);
            for (check, term) in later {
                if let Some((term, mut conditions)) = self.before(block, &term) {
                    // What is returned is so whatever was assumed.
                    conditions.retain(|_| check.is_some());
                    here.push((check, guarded(conditions, term)));
                }
            }
            let mut known = BTreeSet::new();
            here.retain(|wanted| {
                let is_sayable = wanted.1.as_value().is_none() && is_within(&wanted.1, LARGEST);
                is_sayable && known.insert(wanted.clone())
            });
            here.truncate(MOST_OF_A_BLOCK);
            found.insert(at, here);
        }
        found
    }

    /// What a term behind a block is, said of the state where the block begins, and what is assumed
    /// in it of what the term is about; none where nobody knows.
    fn before(&self, block: &BasicBlock, term: &Term) -> Option<(Term, Vec<Term>)> {
        let term = match &block.terminator {
            Terminator::Havoc { target, .. } | Terminator::Nondet { target, .. } => {
                (!term.free_variables().contains(target)).then(|| term.clone())
            }
            Terminator::Call {
                callee,
                arguments,
                results,
                ..
            } => self.before_call(*callee, (arguments, results), term),
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Choice { .. }
            | Terminator::Return => Some(term.clone()),
        }?;
        at_beginning(block, block.statements.len(), term)
    }

    fn before_call(
        &self,
        callee: SubprogramId,
        (arguments, targets): (&[Option<Term>], &[Option<Variable>]),
        term: &Term,
    ) -> Option<Term> {
        let formals = &self.flow.subprogram(callee).formals;
        let given: BTreeMap<Variable, Term> = formals
            .iter()
            .zip(arguments)
            .filter_map(|(formal, given)| Some((formal.variable.variable.clone(), given.clone()?)))
            .collect();
        let outcome = self.outcomes.get(&callee);
        let value = |end: &Variable| {
            let value = outcome?.get(end)?.as_ref()?;
            Some(value.substitute(&given))
        };
        let globals = self.flow.globals.iter().map(|global| &global.variable);
        let globals = globals.filter(|global| self.effects.writes(callee, global));
        let mut after: BTreeMap<&Variable, &Variable> =
            globals.map(|global| (global, global)).collect();
        let targets = formals.iter().zip(targets);
        after.extend(targets.filter_map(|(formal, target)| {
            let target = target.as_ref()?;
            Some((target, &formal.variable.variable))
        }));
        let mut values = BTreeMap::new();
        for variable in term.free_variables() {
            if let Some(end) = after.get(variable) {
                values.insert(variable.clone(), value(end)?);
            }
        }
        Some(term.substitute(&values))
    }
}

/// The checks of a block, said of the state where it begins.
fn checked(block: &BasicBlock) -> Vec<Wanted> {
    let mut found = Vec::new();
    for (at, statement) in block.statements.iter().enumerate() {
        if let StatementKind::Check { check, condition } = &statement.kind {
            for part in condition.conjuncts() {
                if let Some((term, conditions)) = at_beginning(block, at, part.clone()) {
                    found.push((Some(*check), guarded(conditions, term)));
                }
            }
        }
    }
    found
}

/// What a term is before the first so many statements of a block, and what they assume of what it is
/// about, said of the same state; none if that is too much.
fn at_beginning(block: &BasicBlock, statements: usize, term: Term) -> Option<(Term, Vec<Term>)> {
    let (mut term, mut conditions): (Term, Vec<Term>) = (term, Vec::new());
    for statement in block.statements[..statements].iter().rev() {
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                term = term.replace(target, value);
                if !is_within(&term, LARGEST) {
                    return None;
                }
                for condition in &mut conditions {
                    *condition = condition.replace(target, value);
                }
                conditions.retain(|condition| is_within(condition, LARGEST));
            }
            StatementKind::Assume(condition) => {
                let concerns = |part: &&Term| !part.variables().is_disjoint(term.free_variables());
                let parts = condition.conjuncts().iter().filter(concerns);
                conditions.extend(parts.cloned().collect::<Vec<Term>>());
            }
            StatementKind::Check { .. } => {}
        }
    }
    if is_within(&term, LARGEST) {
        term = decided(&term);
    }
    Some((term, conditions))
}

/// A term in which nobody asks again what is decided already: what is not set one way is seldom read
/// there.
#[allow(clippy::wildcard_enum_match_arm)] // only these know what is decided
fn decided(term: &Term) -> Term {
    match term.kind() {
        TermKind::IfThenElse(condition, first, second) => {
            let first = decided(&under(first, condition));
            let second = decided(&unless(second, condition));
            if first == second {
                first
            } else {
                Term::if_then_else(condition.clone(), first, second)
            }
        }
        TermKind::And(parts) => Term::and(each(parts, &under)),
        TermKind::Or(parts) => Term::or(each(parts, &unless)),
        TermKind::Quantified(..) | TermKind::Comprehension(..) => term.clone(),
        _ => term.map_operands(&mut decided),
    }
}

/// The parts of a term, each where those before it are known.
fn each(parts: &[Term], known: &dyn Fn(&Term, &Term) -> Term) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    for part in parts {
        let part = found
            .iter()
            .fold(part.clone(), |part, before| known(&part, before));
        found.push(decided(&part));
    }
    found
}

/// What a term is where a condition holds.
fn under(term: &Term, condition: &Term) -> Term {
    let term = term.with_part(condition, &Term::bool(true));
    term.with_part(&Term::not(condition.clone()), &Term::bool(false))
}

/// What a term is where it does not.
fn unless(term: &Term, condition: &Term) -> Term {
    under(term, &Term::not(condition.clone()))
}

fn guarded(conditions: Vec<Term>, term: Term) -> Term {
    if conditions.is_empty() {
        return linear::normal(&term);
    }
    let term = conditions
        .iter()
        .fold(term, |term, known| under(&term, known));
    Term::implies(Term::and(conditions), term)
}

/// The blocks of a subprogram, each after those to which it leads, but for the ways back in loops.
struct Order {
    last_first: Vec<BlockId>,
    has_loop: bool,
}

impl Order {
    fn of(subprogram: &FlowSubprogram) -> Order {
        let mut found = Order {
            last_first: Vec::new(),
            has_loop: false,
        };
        let mut begun = BTreeSet::from([BlockId(0)]);
        let mut done = BTreeSet::new();
        let targets = |id: BlockId| {
            let targets = subprogram.block(id).terminator.targets();
            targets.collect::<Vec<BlockId>>().into_iter()
        };
        let mut open = vec![(BlockId(0), targets(BlockId(0)))];
        while let Some((id, left)) = open.last_mut() {
            match left.next() {
                Some(next) if begun.insert(next) => open.push((next, targets(next))),
                Some(next) => found.has_loop |= !done.contains(&next),
                None => {
                    done.insert(*id);
                    found.last_first.push(*id);
                    open.pop();
                }
            }
        }
        found
    }
}
