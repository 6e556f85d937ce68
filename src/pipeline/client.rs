//! What a client does to see a check fail, in words.

use super::Unit;
use crate::logic::{Value, Variable};
use crate::program::Object;
use crate::refine::{Deed, Script, deeds};
use crate::report::ClientStep;

/// What a client does to make a check fail, in words.
pub(super) fn client_steps(unit: &Unit, script: &Script) -> Vec<ClientStep> {
    let globals = unit.program.globals.iter().map(|global| &global.object);
    let globals: Vec<&Object> = globals.collect();
    let deeds = deeds(&unit.flow, script).into_iter();
    let step = |deed: Deed| match deed {
        Deed::Set { variable, value } => ClientStep::Set {
            variable: variable.name.to_string(),
            value: literal(&globals, &variable, &value),
        },
        Deed::Call {
            subprogram,
            arguments,
            environment,
        } => {
            let called = unit.program.subprogram(subprogram);
            let formals = called.formals.iter().map(|formal| &formal.object);
            let own: Vec<&Object> = formals.chain(&called.locals).collect();
            let known: Vec<&Object> = own.into_iter().chain(globals.iter().copied()).collect();
            ClientStep::Call {
                subprogram: called.name.clone(),
                arguments: arguments
                    .into_iter()
                    .map(|(formal, value)| {
                        let text = literal(&known, &formal, &value);
                        (formal.name.to_string(), text)
                    })
                    .collect(),
                environment: environment
                    .into_iter()
                    .map(|given| (given.span, literal(&known, &given.variable, &given.value)))
                    .collect(),
            }
        }
    };
    deeds.map(step).collect()
}

/// A value as Ada writes it, by the type of the variable that holds it.
pub(super) fn literal(known: &[&Object], variable: &Variable, value: &Value) -> String {
    let object = known.iter().find(|object| object.variable == *variable);
    match object {
        Some(object) => object.literal(value),
        None => value.to_string(),
    }
}
