//! Reading the unset is a check: discharged by definite assignment where possible, otherwise a
//! ghost Boolean, or a Boolean array, tells what has been set.

use std::collections::{BTreeMap, BTreeSet};

use super::builder::Built;
use super::definite::Definite;
use super::graph::{
    BasicBlock, BlockId, FlowSubprogram, FlowVariable, Statement, StatementKind, Terminator,
};
use crate::logic::{Binder, Quantifier, Sort, Term, TermKind, Variable};
use crate::program::{Program, Read, Subprogram, SubprogramId};
use crate::verdict::{Check, CheckId, Rule};

/// Where variables that may be unset are read: block, index of the next statement, read.
pub(super) type Reads = Vec<(BlockId, usize, Read)>;

/// What is known of the variables of one subprogram.
pub(super) struct Surroundings<'a> {
    /// The full name of the subprogram.
    pub(super) name: &'a str,
    /// Its variables that are unset at entry.
    pub(super) unset: BTreeSet<Variable>,
    /// The globals whose ghosts are globals, too.
    pub(super) shared: &'a BTreeSet<Variable>,
    /// The variables whose ghosts go into nested subprograms or come from outside.
    pub(super) followed: BTreeSet<Variable>,
    /// Those of them that come from outside: their ghosts are parameters.
    pub(super) handed: BTreeSet<Variable>,
}

/// Adds the checks that reading needs, and the ghosts they speak of. Gives the ghosts that are
/// variables of the subprogram.
pub(super) fn guard_reads(
    built: &mut Built,
    mut reads: Reads,
    around: &Surroundings<'_>,
    checks: &mut Vec<Check>,
) -> Vec<FlowVariable> {
    // Only what is read matters, and what goes along into nested subprograms.
    let read: BTreeSet<&Variable> = reads.iter().map(|(_, _, read)| &read.variable).collect();
    let unset = around.unset.iter();
    let candidates: BTreeSet<Variable> = unset
        .filter(|variable| read.contains(variable))
        .chain(&around.followed)
        .cloned()
        .collect();
    reads.sort_by_key(|(block, at, _)| (*block, *at));
    let needed = {
        let blocks: Vec<Option<&BasicBlock>> = built.blocks.iter().map(Option::as_ref).collect();
        let definite = Definite::new(&blocks, built.order[0], &candidates, &around.followed);
        definite.needed(&blocks, reads, around.shared)
    };
    let ghosts: BTreeSet<Variable> = needed
        .iter()
        .map(|(_, _, read)| read.variable.clone())
        .chain(around.shared.iter().cloned())
        .chain(around.followed.iter().cloned())
        .collect();
    if ghosts.is_empty() {
        return Vec::new();
    }
    insert_checks(built, needed, around, checks);
    insert_settings(built, &ghosts, &around.followed);
    let own: Vec<Variable> = ghosts
        .into_iter()
        .filter(|variable| !around.shared.contains(variable) && !around.handed.contains(variable))
        .collect();
    let entry = built.order[0];
    if let Some(block) = &mut built.blocks[entry.0 as usize] {
        let clear = own.iter().map(|variable| Statement {
            kind: StatementKind::Assign {
                target: ghost(variable),
                value: everywhere(&variable.sort, false),
            },
            span: block.span,
        });
        let clear: Vec<Statement> = clear.collect();
        block.statements.splice(0..0, clear);
    }
    own.iter()
        .map(|variable| ghost_variable(&ghost(variable)))
        .collect()
}

/// The variables of `candidates` that a run through the blocks may leave unset at its end.
pub(super) fn left_unset(built: &Built, candidates: &BTreeSet<Variable>) -> BTreeSet<Variable> {
    let blocks: Vec<Option<&BasicBlock>> = built.blocks.iter().map(Option::as_ref).collect();
    let definite = Definite::new(&blocks, built.order[0], candidates, &BTreeSet::new());
    let mut found = BTreeSet::new();
    for (block, set) in blocks.iter().zip(&definite.entered) {
        if let (Some(block), Some(set)) = (block, set)
            && block.terminator == Terminator::Return
        {
            let mut set = set.clone();
            definite.update(&mut set, &block.statements);
            found.extend(definite.missing(&set).cloned());
        }
    }
    found
}

/// Per subprogram, the variables whose ghosts go along with them into nested subprograms: its own
/// that it may hand down unset, and those handed to it.
#[derive(Debug, Clone, Default)]
pub(super) struct Followed {
    own: Vec<BTreeSet<Variable>>,
    handed: Vec<BTreeSet<Variable>>,
}

impl Followed {
    /// What the calls of lowered subprograms need.
    pub(super) fn new(program: &Program, lowered: &[FlowSubprogram]) -> Followed {
        let mut found = Followed {
            own: vec![BTreeSet::new(); lowered.len()],
            handed: vec![BTreeSet::new(); lowered.len()],
        };
        for (at, subprogram) in program.subprograms.iter().enumerate() {
            let own = unset_when_handed(program, subprogram, &lowered[at]);
            if own.is_empty() {
                continue;
            }
            let prefix = format!("{}.", subprogram.name);
            for (other, nested) in program.subprograms.iter().enumerate() {
                if nested.name.starts_with(&prefix) {
                    let lifted = nested.formals.iter().filter(|formal| formal.is_lifted);
                    let lifted = lifted.map(|formal| &formal.object.variable);
                    found.handed[other].extend(lifted.filter(|each| own.contains(*each)).cloned());
                }
            }
            found.own[at].extend(own);
        }
        found
    }

    pub(super) fn is_empty(&self) -> bool {
        self.own.iter().all(BTreeSet::is_empty)
    }

    /// The variables whose ghosts the subprogram is handed, in order.
    pub(super) fn handed(&self, id: SubprogramId) -> impl Iterator<Item = &Variable> {
        self.handed.get(id.0 as usize).into_iter().flatten()
    }

    /// All variables whose ghosts a subprogram has because of its calls or callers.
    pub(super) fn all(&self, id: SubprogramId) -> BTreeSet<Variable> {
        let own = self.own.get(id.0 as usize).into_iter().flatten();
        own.chain(self.handed(id)).cloned().collect()
    }

    /// Whether the subprogram, lowered without them, has anything to do with the ghosts.
    pub(super) fn concerns(&self, id: SubprogramId, lowered: &FlowSubprogram) -> bool {
        let is_handed = |block: &BasicBlock| {
            let callee = block.terminator.callee();
            callee.is_some_and(|callee| self.handed(callee).next().is_some())
        };
        !self.all(id).is_empty() || lowered.blocks.iter().any(is_handed)
    }

    /// Calls pass on the ghosts that their callees want, where they do not yet.
    pub(super) fn pass_on(&self, program: &Program, built: &mut Built) {
        for block in built.blocks.iter_mut().flatten() {
            if let Terminator::Call {
                callee,
                arguments,
                results,
                ..
            } = &mut block.terminator
                && arguments.len() == program.subprogram(*callee).formals.len()
            {
                for variable in self.handed(*callee) {
                    arguments.push(Some(Term::variable(&ghost(variable))));
                    results.push(Some(ghost(variable)));
                }
            }
        }
    }
}

/// The variables of a subprogram that it hands down to nested ones where they may be unset.
fn unset_when_handed(
    program: &Program,
    subprogram: &Subprogram,
    lowered: &FlowSubprogram,
) -> BTreeSet<Variable> {
    let lifted = |callee: SubprogramId| {
        let formals = program.subprogram(callee).formals.iter();
        formals.filter(|formal| formal.is_lifted)
    };
    let handing: Vec<(usize, SubprogramId)> = lowered
        .blocks
        .iter()
        .enumerate()
        .filter_map(|(at, block)| Some((at, block.terminator.callee()?)))
        .filter(|(_, callee)| lifted(*callee).next().is_some())
        .collect();
    if handing.is_empty() {
        return BTreeSet::new();
    }
    let unset = super::lower::unset_at_entry(subprogram);
    let blocks: Vec<Option<&BasicBlock>> = lowered.blocks.iter().map(Some).collect();
    // What a nested subprogram may set counts as unset here: it may not do so.
    let definite = Definite::new(&blocks, BlockId(0), &unset, &unset);
    let mut found = BTreeSet::new();
    for (at, callee) in handing {
        let Some(mut set) = definite.entered[at].clone() else {
            continue;
        };
        definite.update(&mut set, &lowered.blocks[at].statements);
        let variables = lifted(callee).map(|formal| &formal.object.variable);
        let is_unset = |variable: &&Variable| {
            let number = definite.numbers.get(variable);
            number.is_some_and(|number| !set.contains(*number))
        };
        found.extend(variables.filter(is_unset).cloned());
    }
    found
}

/// The ghost that tells whether a variable is set.
pub(super) fn ghost(variable: &Variable) -> Variable {
    fn sort(of: &Sort) -> Sort {
        match of {
            Sort::Bool | Sort::Int => Sort::Bool,
            Sort::Array(element) => Sort::array(sort(element)),
        }
    }
    Variable::new(&format!("{}{SUFFIX}", variable.name), sort(&variable.sort))
}

/// No identifier of Ada has two underlines in a row.
const SUFFIX: &str = "__set";

/// The name of the variable that this one, a truth value, says is set; `None` if it is no ghost.
pub fn told_to_be_set(variable: &Variable) -> Option<&str> {
    let name = variable.name.strip_suffix(SUFFIX)?;
    (variable.sort == Sort::Bool).then_some(name)
}

/// A ghost as a variable of a flow program.
pub(super) fn ghost_variable(ghost: &Variable) -> FlowVariable {
    FlowVariable::new(ghost.clone(), None)
}

/// The truth value, at every index of an array.
#[allow(clippy::fn_params_excessive_bools)] // the value itself, not a flag
pub(super) fn everywhere(sort: &Sort, value: bool) -> Term {
    match sort {
        Sort::Bool | Sort::Int => Term::bool(value),
        Sort::Array(element) => Term::constant_array(everywhere(element, value)),
    }
}

fn insert_checks(
    built: &mut Built,
    mut needed: Reads,
    around: &Surroundings<'_>,
    checks: &mut Vec<Check>,
) {
    // From the back, so that earlier indices stay true.
    needed.sort_by_key(|(block, at, _)| (*block, *at));
    let mut seen: BTreeMap<(BlockId, usize), Vec<Statement>> = BTreeMap::new();
    for (block, at, read) in needed {
        let one = Term::implies(read.guard.clone(), is_set(&read));
        let binders = read.binders.iter().rev().cloned();
        let condition = binders.fold(one, |body, binder| {
            Term::quantified(Quantifier::ForAll, binder, body)
        });
        let list = seen.entry((block, at)).or_default();
        let is_known = list.iter().any(|known| {
            matches!(&known.kind, StatementKind::Check { condition: other, .. }
                if *other == condition)
        });
        if is_known {
            continue;
        }
        let id = CheckId(u32::try_from(checks.len()).expect("fewer than 2^32 checks"));
        checks.push(Check {
            rule: Rule::Initialization,
            span: read.span,
            subprogram: around.name.to_owned(),
            condition: format!("{} is set", read.variable),
        });
        list.push(Statement {
            kind: StatementKind::Check {
                check: id,
                condition,
            },
            span: read.span,
        });
    }
    for ((block, at), list) in seen.into_iter().rev() {
        if let Some(block) = &mut built.blocks[block.0 as usize] {
            let at = at.min(block.statements.len());
            block.statements.splice(at..at, list);
        }
    }
}

/// That what is read has been set.
fn is_set(read: &Read) -> Term {
    let mut term = Term::variable(&ghost(&read.variable));
    for index in &read.indices {
        term = Term::select(term, index.clone());
    }
    let mut binders = Vec::new();
    for (depth, (low, high)) in read.bounds.iter().enumerate() {
        let name = format!("{}'Set", "i".repeat(depth + 1));
        let binder = Binder::new(&name, low.clone(), high.clone());
        term = Term::select(term, Term::variable(&binder.variable));
        binders.push(binder);
    }
    // Dimensions whose bounds are not known count as a whole.
    while let Sort::Array(_) = term.sort() {
        term = Term::select(term, Term::int(0));
    }
    binders.into_iter().rev().fold(term, |body, binder| {
        Term::quantified(Quantifier::ForAll, binder, body)
    })
}

fn insert_settings(built: &mut Built, ghosts: &BTreeSet<Variable>, followed: &BTreeSet<Variable>) {
    let mut first: BTreeMap<BlockId, Vec<Variable>> = BTreeMap::new();
    for block in built.blocks.iter_mut().flatten() {
        let mut statements = Vec::new();
        for statement in std::mem::take(&mut block.statements) {
            let setting = setting(&statement, ghosts);
            statements.extend(setting);
            statements.push(statement);
        }
        block.statements = statements;
        let (set, next) = match &block.terminator {
            Terminator::Havoc { target, next } | Terminator::Nondet { target, next } => {
                (vec![target.clone()], *next)
            }
            Terminator::Call { results, next, .. } => {
                let results = results.iter().flatten();
                let set = results.filter(|each| !followed.contains(*each));
                (set.cloned().collect(), *next)
            }
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Choice { .. }
            | Terminator::Return => continue,
        };
        let set = set.into_iter().filter(|variable| ghosts.contains(variable));
        first.entry(next).or_default().extend(set);
    }
    for (id, variables) in first {
        let Some(block) = &mut built.blocks[id.0 as usize] else {
            continue;
        };
        let span = block.span;
        let set = variables.iter().map(|variable| Statement {
            kind: StatementKind::Assign {
                target: ghost(variable),
                value: everywhere(&variable.sort, true),
            },
            span,
        });
        let set: Vec<Statement> = set.collect();
        block.statements.splice(0..0, set);
    }
}

/// What an assignment does to the ghost of its target, before it is made.
fn setting(statement: &Statement, ghosts: &BTreeSet<Variable>) -> Option<Statement> {
    let StatementKind::Assign { target, value } = &statement.kind else {
        return None;
    };
    ghosts.contains(target).then(|| Statement {
        kind: StatementKind::Assign {
            target: ghost(target),
            value: mirrored(value, target),
        },
        span: statement.span,
    })
}

/// Which components of a value are set, given the ghost of the variable it may be made from.
#[allow(clippy::wildcard_enum_match_arm)] // only these shapes keep parts of the variable
fn mirrored(value: &Term, variable: &Variable) -> Term {
    if !value.variables().contains(variable) || matches!(variable.sort, Sort::Bool | Sort::Int) {
        return everywhere(&value.sort(), true);
    }
    match value.kind() {
        TermKind::Variable(found) if found == variable => Term::variable(&ghost(variable)),
        TermKind::Select(array, index) => Term::select(mirrored(array, variable), index.clone()),
        TermKind::Store(array, index, element) => Term::store(
            mirrored(array, variable),
            index.clone(),
            mirrored(element, variable),
        ),
        TermKind::Comprehension(binder, body, otherwise) => Term::comprehension(
            binder.clone(),
            mirrored(body, variable),
            mirrored(otherwise, variable),
        ),
        TermKind::IfThenElse(condition, a, b) => Term::if_then_else(
            condition.clone(),
            mirrored(a, variable),
            mirrored(b, variable),
        ),
        _ => everywhere(&value.sort(), true),
    }
}
