//! `--modular`: each subprogram is judged alone, and calls go by contracts.
//!
//! Every subprogram gets a second one beside it that stands for its contract: it loses whatever
//! the first may change, then its postcondition is known. Calls go there. What has no contract, is
//! not visible and does not call itself is looked into at its calls, as GNATprove does.

use super::effects::{Mentions, transitive_mentions};
use super::typed::{Body, Call, Program, Subprogram, SubprogramId, UnitKind};
use super::walk::{self, Visitor};

/// What [`super::modular`] says.
pub(super) fn modular(program: &Program) -> Program {
    let mut program = program.clone();
    let mentions = transitive_mentions(&mut program);
    let count = program.subprograms.len();
    let by_contract: Vec<bool> = (0..)
        .map(SubprogramId)
        .zip(&program.subprograms)
        .map(|(id, subprogram)| {
            let is_judged = matches!(subprogram.body, Body::Statements(_));
            let has_contract =
                subprogram.precondition.is_some() || subprogram.postcondition.is_some();
            let is_recursive = mentions[id.0 as usize].callees.contains(&id);
            is_judged && (has_contract || is_recursive || program.entries.contains(&id))
        })
        .collect();
    let mut numbers: Vec<SubprogramId> = (0..).map(SubprogramId).take(count).collect();
    let mut contracts: Vec<Subprogram> = Vec::new();
    for at in (0..count).filter(|at| by_contract[*at]) {
        let next = u32::try_from(count + contracts.len()).unwrap_or(u32::MAX);
        numbers[at] = SubprogramId(next);
        contracts.push(contract(&program, at, &mentions[at]));
    }
    program.subprograms.extend(contracts);
    let mut calls = Redirect(&numbers);
    for subprogram in &mut program.subprograms {
        walk::subprogram(subprogram, &mut calls);
    }
    walk::outside(&mut program, &mut calls);
    let predicates: Vec<_> = program
        .predicates
        .iter()
        .filter_map(|predicate| {
            let scope = predicate.scope?;
            let number = numbers[scope.0 as usize];
            (number != scope).then(|| super::typed::PredicateClause {
                scope: Some(number),
                ..predicate.clone()
            })
        })
        .collect();
    program.predicates.extend(predicates);
    // A body that is not read stays an entry: what it mentions is judged by way of it.
    program.entries = (0..)
        .map(SubprogramId)
        .zip(&by_contract)
        .filter(|(id, is_judged)| **is_judged || program.entries.contains(id))
        .map(|(id, _)| id)
        .collect();
    program.kind = UnitKind::Separate;
    program
}

/// The subprogram that stands for the contract of another.
fn contract(program: &Program, at: usize, mentions: &Mentions) -> Subprogram {
    let subprogram = &program.subprograms[at];
    let globals = program.globals.iter();
    let changes = globals
        .filter(|global| mentions.targets.contains(&global.object.variable))
        .map(|global| global.object.variable.clone())
        .collect();
    Subprogram {
        name: format!("{}__contract", subprogram.name),
        body: Body::Contract { changes },
        ..subprogram.clone()
    }
}

/// Calls go to the subprograms of these numbers.
struct Redirect<'a>(&'a [SubprogramId]);

impl Visitor for Redirect<'_> {
    fn call(&mut self, call: &mut Call) {
        call.callee = self.0[call.callee.0 as usize];
    }
}
