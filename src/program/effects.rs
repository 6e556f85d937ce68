//! Which subprogram calls which, what each may read and write, and what follows from it: the
//! entries of the most general client, and the absence of aliasing.

use std::collections::BTreeSet;

use super::typed::{
    Call, Program, Read, Scheme, Statement, StatementKind, Subprogram, SubprogramId,
};
use crate::diagnostic::Diagnostic;
use crate::logic::Variable;

/// What a subprogram may do to the unit's variables, its calls included.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Effects {
    touched: BTreeSet<Variable>,
    callees: BTreeSet<SubprogramId>,
}

/// Visits every statement, nested ones included, in order.
pub(super) fn visit<'a>(list: &'a [Statement], action: &mut dyn FnMut(&'a Statement)) {
    for statement in list {
        action(statement);
        match &statement.kind {
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (_, then) in branches {
                    visit(then, action);
                }
                visit(otherwise, action);
            }
            StatementKind::Loop { body, .. } => visit(body, action),
            StatementKind::Assign { .. }
            | StatementKind::Exit { .. }
            | StatementKind::Return
            | StatementKind::Call(_)
            | StatementKind::Assert(_)
            | StatementKind::Assume(_)
            | StatementKind::Forget { .. }
            | StatementKind::Label(_) => {}
        }
    }
}

fn reads(statement: &Statement) -> Vec<&Read> {
    let expressions = match &statement.kind {
        StatementKind::Assign { value, .. } => vec![value],
        StatementKind::If { branches, .. } => branches.iter().map(|(first, _)| first).collect(),
        StatementKind::Loop { scheme, .. } => match scheme {
            Scheme::Forever => Vec::new(),
            Scheme::While(condition) => vec![condition],
            Scheme::For(range) => vec![&range.low, &range.high],
        },
        StatementKind::Exit { condition, .. } => condition.iter().collect(),
        StatementKind::Assert(condition) | StatementKind::Assume(condition) => vec![condition],
        StatementKind::Call(call) => return call.reads.iter().collect(),
        StatementKind::Return | StatementKind::Forget { .. } | StatementKind::Label(_) => {
            Vec::new()
        }
    };
    expressions
        .into_iter()
        .flat_map(|expression| &expression.reads)
        .collect()
}

fn targets(call: &Call) -> impl Iterator<Item = &Variable> {
    call.results.iter().flatten().map(|result| &result.target)
}

/// The effects of each subprogram, its callees' included.
fn all_effects(program: &Program) -> Vec<Effects> {
    let globals: BTreeSet<&Variable> = program
        .globals
        .iter()
        .map(|global| &global.object.variable)
        .collect();
    let mut effects: Vec<Effects> = program
        .subprograms
        .iter()
        .map(|subprogram| direct_effects(subprogram, &globals))
        .collect();
    loop {
        let before = effects.clone();
        for effect in &mut effects {
            for callee in effect.callees.clone() {
                let called = &before[callee.0 as usize];
                effect.touched.extend(called.touched.iter().cloned());
                effect.callees.extend(called.callees.iter().copied());
            }
        }
        if effects == before {
            return effects;
        }
    }
}

fn direct_effects(subprogram: &Subprogram, globals: &BTreeSet<&Variable>) -> Effects {
    let mut effects = Effects::default();
    let mut touch = |variable: &Variable| {
        if globals.contains(variable) {
            effects.touched.insert(variable.clone());
        }
    };
    for contract in [&subprogram.precondition, &subprogram.postcondition] {
        for read in contract.iter().flat_map(|contract| &contract.reads) {
            touch(&read.variable);
        }
    }
    for snapshot in &subprogram.snapshots {
        touch(&snapshot.source);
    }
    visit(&subprogram.body, &mut |statement| {
        for read in reads(statement) {
            touch(&read.variable);
        }
        if let StatementKind::Assign { target, .. } | StatementKind::Forget { target, .. } =
            &statement.kind
        {
            touch(target);
        }
        if let StatementKind::Call(call) = &statement.kind {
            targets(call).for_each(&mut touch);
        }
    });
    visit(&subprogram.body, &mut |statement| {
        if let StatementKind::Call(call) = &statement.kind {
            effects.callees.insert(call.callee);
        }
    });
    effects
}

/// The visible subprograms and, of those that nobody reaches from them, enough to reach all.
#[allow(clippy::fn_params_excessive_bools)] // one flag per subprogram, not a mode
pub(super) fn entries(program: &Program, visible: &[bool]) -> Vec<SubprogramId> {
    let effects = all_effects(program);
    let all = || (0..).map(SubprogramId).take(program.subprograms.len());
    let mut entries: BTreeSet<SubprogramId> = all().filter(|id| visible[id.0 as usize]).collect();
    let mut reached: BTreeSet<SubprogramId> = BTreeSet::new();
    visit(&program.elaboration.statements, &mut |statement| {
        if let StatementKind::Call(call) = &statement.kind {
            reached.insert(call.callee);
            reached.extend(&effects[call.callee.0 as usize].callees);
        }
    });
    for entry in &entries {
        reached.insert(*entry);
        reached.extend(&effects[entry.0 as usize].callees);
    }
    let calls =
        |from: SubprogramId, to: SubprogramId| effects[from.0 as usize].callees.contains(&to);
    // Of a cycle of calls that nobody else reaches, the first stands for all.
    for id in all() {
        let is_called = all().any(|other| {
            other != id && !reached.contains(&other) && calls(other, id) && !calls(id, other)
        });
        if !reached.contains(&id) && !is_called {
            entries.insert(id);
            reached.insert(id);
            reached.extend(&effects[id.0 as usize].callees);
        }
    }
    entries.into_iter().collect()
}

/// Reports actuals that share a variable with another or with what the callee touches: with
/// those, passing by copy would not mean what passing by reference does.
pub(super) fn check_aliasing(program: &Program) -> Vec<Diagnostic> {
    let effects = all_effects(program);
    let mut found = Vec::new();
    let mut check = |statement: &Statement| {
        let StatementKind::Call(call) = &statement.kind else {
            return;
        };
        let callee = &program.subprogram(call.callee).name;
        let mut seen: BTreeSet<&Variable> = BTreeSet::new();
        for result in call.results.iter().flatten() {
            let target = &result.target;
            let message = if !seen.insert(target) {
                format!("aliasing: {target} is passed twice to be changed by {callee}")
            } else if effects[call.callee.0 as usize].touched.contains(target) {
                format!("aliasing: {callee} itself uses {target}, which is passed to be changed")
            } else {
                continue;
            };
            found.push(
                Diagnostic::error(result.span, message).with_help("pass a variable of its own"),
            );
        }
    };
    visit(&program.elaboration.statements, &mut check);
    for subprogram in &program.subprograms {
        visit(&subprogram.body, &mut check);
    }
    found
}
