//! Who is called, and whether anybody calls himself.

use std::collections::BTreeSet;

use super::control::{Control, ProcedureId};

/// Procedures that call each other in a circle, by name; the first is the last again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} call each other", .0.join(" -> "))]
pub struct Recursion(pub Vec<String>);

/// The procedures that `main` may call, if none of them calls itself, directly or not.
///
/// # Errors
/// [`Recursion`], with the first circle that is found.
pub fn callable(control: &Control) -> Result<Vec<ProcedureId>, Recursion> {
    let callees = |id: ProcedureId| {
        let nodes = control.procedure(id).nodes.iter();
        let callees = nodes.filter_map(|node| node.action.call());
        callees.map(|(callee, _)| callee).collect::<Vec<_>>()
    };
    let mut finished = BTreeSet::new();
    let mut active = BTreeSet::from([control.main]);
    let mut stack = vec![(control.main, callees(control.main))];
    while let Some((id, pending)) = stack.last_mut() {
        let Some(callee) = pending.pop() else {
            finished.insert(*id);
            active.remove(id);
            stack.pop();
            continue;
        };
        if active.contains(&callee) {
            let round = stack
                .iter()
                .map(|(id, _)| *id)
                .skip_while(|id| *id != callee);
            let round = round.chain([callee]);
            let names = round.map(|id| control.procedure(id).name.to_string());
            return Err(Recursion(names.collect()));
        }
        if !finished.contains(&callee) {
            active.insert(callee);
            stack.push((callee, callees(callee)));
        }
    }
    Ok(finished.into_iter().collect())
}
