//! What atoms are about: the variables and points of a program.

use crate::bp::Identifier;
use crate::bp::control::{Action, Control, Point, ProcedureId, Slot};

/// What a label stands before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Labelled {
    Statement,
    Assertion,
}

impl Labelled {
    pub(super) fn noun(self) -> &'static str {
        match self {
            Labelled::Statement => "statement",
            Labelled::Assertion => "assertion",
        }
    }
}

/// The points with a label, in a procedure or in any.
pub(super) fn labelled(
    control: &Control,
    procedure: Option<&Identifier>,
    label: &Identifier,
    what: Labelled,
) -> Vec<Point> {
    let wanted = |point: &Point| {
        let node = control.node(*point);
        let is_assertion = matches!(node.action, Action::Assert(..));
        let name = &control.procedure(point.procedure).name;
        node.labels.contains(label)
            && procedure.is_none_or(|procedure| procedure == name)
            && (what == Labelled::Statement || is_assertion)
    };
    control.points().filter(wanted).collect()
}

/// Whose variable is meant, nobody's if it is global, and which of that procedure's it is.
pub(super) fn owner(
    control: &Control,
    procedure: Option<&Identifier>,
    name: &Identifier,
) -> Result<(Option<ProcedureId>, Slot), String> {
    let ids = (0..).map(ProcedureId);
    // A later variable hides an earlier one of the same name.
    let slot = |id: ProcedureId| {
        let variables = &control.procedure(id).variables;
        let at = variables.iter().rposition(|variable| variable == name)?;
        let owner = (at >= control.globals).then_some(id);
        Some((owner, Slot(u32::try_from(at).unwrap_or(u32::MAX))))
    };
    if let Some(wanted) = procedure {
        let mut known = ids.zip(&control.procedures);
        let Some((id, _)) = known.find(|(_, procedure)| procedure.name == *wanted) else {
            return Err(format!("there is no procedure {wanted}"));
        };
        return slot(id).ok_or_else(|| format!("procedure {wanted} has no variable {name}"));
    }
    if let Some(found) = slot(control.main) {
        return Ok(found);
    }
    let others: Vec<ProcedureId> = ids
        .take(control.procedures.len())
        .filter(|id| slot(*id).is_some())
        .collect();
    let names = others.iter().map(|id| &control.procedure(*id).name);
    let names: Vec<String> = names.map(|owner| format!("{owner}:{name}")).collect();
    match others[..] {
        [] => Err(format!("there is no variable {name}")),
        [only] => slot(only).ok_or_else(|| format!("there is no variable {name}")),
        _ => Err(format!(
            "several procedures have a variable {name}: write {}",
            names.join(" or ")
        )),
    }
}
