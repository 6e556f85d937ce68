//! What a client does to make a check fail: the calls of a run, with their arguments.

use super::replay::follow;
use crate::flow::{FlowProgram, SubprogramId, Terminator};
use crate::interpret::{Answer, Place, Point, Step};
use crate::logic::{Value, Variable};
use crate::source::Span;

/// Something that a client does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// It sets a variable of a package.
    Set {
        /// Which.
        variable: Variable,
        /// To what.
        value: Value,
        /// What the variables of that package, or of that record, hold then.
        around: Vec<(Variable, Value)>,
    },
    /// It calls a subprogram.
    Call {
        /// Which.
        subprogram: SubprogramId,
        /// With which arguments; one per formal of mode `in` and `in out`.
        arguments: Vec<(Variable, Value)>,
        /// What the environment decides meanwhile, in order.
        environment: Vec<Given>,
    },
}

/// A value that the environment gives while a call runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The subprogram in which it is asked for it.
    pub subprogram: SubprogramId,
    /// Where.
    pub span: Span,
    /// The variable that gets it.
    pub variable: Variable,
    /// The value.
    pub value: Value,
}

/// What the client does in the run that a script leads along, up to the failure.
pub fn deeds(flow: &FlowProgram, script: &[Answer]) -> Vec<Deed> {
    let mut found: Vec<Deed> = Vec::new();
    // A variable that the step before has set from outside.
    let mut pending: Option<(Point, usize, Variable)> = None;
    // Whether the last deed is a call that no client makes of its own accord.
    let mut is_evaluation = false;
    let mut note = |step: Step<'_>| {
        if let Some((point, depth, variable)) = pending.take() {
            let value = step.state.value(&variable).clone();
            let is_global = flow.globals.iter().any(|g| g.variable == variable);
            if depth > 0 {
                if let (Some(Deed::Call { environment, .. }), Some(subprogram)) =
                    (found.last_mut(), point.subprogram)
                {
                    environment.push(Given {
                        subprogram,
                        span: point.subprogram_of(flow).block(point.block).span,
                        variable,
                        value,
                    });
                }
            } else if is_global {
                let first = |name: &str| name.split('.').next().map(str::to_owned);
                let near = flow.globals.iter().map(|global| &global.variable);
                let near = near.filter(|near| first(&near.name) == first(&variable.name));
                let held = near.map(|near| (near.clone(), step.state.value(near).clone()));
                found.push(Deed::Set {
                    around: held.collect(),
                    variable,
                    value,
                });
            }
        }
        if step.depth == 0 && std::mem::take(&mut is_evaluation) {
            // It has come back, and what is called next evaluates the same again. Had it failed, a
            // client could have made it too; and what the environment answers is told by a call.
            let is_silent = |deed: &mut Deed| matches!(deed, Deed::Call { environment, .. } if environment.is_empty());
            found.pop_if(is_silent);
        }
        if step.point.place != Place::Terminator {
            return;
        }
        let subprogram = step.point.subprogram_of(flow);
        match &subprogram.block(step.point.block).terminator {
            Terminator::Nondet { target, .. } => {
                pending = Some((step.point, step.depth, target.clone()));
            }
            Terminator::Call {
                callee,
                arguments,
                is_clients,
                ..
            } if step.depth == 0 => {
                is_evaluation = !is_clients;
                let formals = &flow.subprogram(*callee).formals;
                let passed = formals
                    .iter()
                    .zip(arguments)
                    .filter_map(|(formal, argument)| {
                        let value = step.state.evaluate(argument.as_ref()?);
                        Some((formal.variable.variable.clone(), value))
                    });
                found.push(Deed::Call {
                    subprogram: *callee,
                    arguments: passed.collect(),
                    environment: Vec::new(),
                });
            }
            Terminator::Call { .. }
            | Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Choice { .. }
            | Terminator::Havoc { .. }
            | Terminator::Return => {}
        }
    };
    let _ = follow(flow, script, &mut note);
    found
}
