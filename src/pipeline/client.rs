//! What a client does to see a check fail, in words.

use super::Unit;
use crate::logic::{Value, Variable};
use crate::program::{Mode, Object, Subprogram, Whole, is_scattered, is_set_as_whole, wholes};
use crate::refine::{Deed, Script, deeds};
use crate::report::ClientStep;

/// What a client does to make a check fail, in words.
pub(super) fn client_steps(unit: &Unit, script: &Script) -> Vec<ClientStep> {
    let globals = unit.program.globals.iter().map(|global| &global.object);
    let globals: Vec<&Object> = globals.collect();
    let deeds = deeds(&unit.flow, script);
    let mut steps = Vec::new();
    for alike in deeds.chunk_by(|one, other| is_set(one) && is_set(other)) {
        let values: Vec<(Variable, Value)> = alike.iter().filter_map(set_value).collect();
        let held = alike.iter().rev().find_map(held).unwrap_or_default();
        for (variable, value) in told(globals.iter().copied(), &values, held) {
            steps.push(ClientStep::Set { variable, value });
        }
        for deed in alike {
            if let Deed::Call {
                subprogram,
                arguments,
                environment,
            } = deed
            {
                let called = unit.program.subprogram(*subprogram);
                let formals = called.formals.iter().map(|formal| &formal.object);
                let own: Vec<&Object> = formals.chain(&called.locals).collect();
                let known: Vec<&Object> = own.into_iter().chain(globals.iter().copied()).collect();
                let given = environment.iter();
                steps.push(ClientStep::Call {
                    subprogram: called.name.clone(),
                    arguments: passed(called, arguments),
                    environment: given
                        .map(|given| (given.span, literal(&known, &given.variable, &given.value)))
                        .collect(),
                });
            }
        }
    }
    steps
}

fn is_set(deed: &Deed) -> bool {
    matches!(deed, Deed::Set { .. })
}

fn set_value(deed: &Deed) -> Option<(Variable, Value)> {
    match deed {
        Deed::Set {
            variable, value, ..
        } => Some((variable.clone(), value.clone())),
        Deed::Call { .. } => None,
    }
}

/// What is there besides once something is set.
fn held(deed: &Deed) -> Option<&[(Variable, Value)]> {
    match deed {
        Deed::Set { around, .. } => Some(around),
        Deed::Call { .. } => None,
    }
}

/// What is passed to a subprogram. What comes back only is not.
pub(super) fn passed(called: &Subprogram, values: &[(Variable, Value)]) -> Vec<(String, String)> {
    let formals = called.formals.iter();
    let formals = formals.filter(|formal| formal.mode != Mode::Out && !formal.is_unset);
    told(formals.map(|formal| &formal.object), values, &[])
}

/// The objects of which the values tell parts, each as the source writes it; a part of a record by
/// itself where the rest of it is not told, unless only the whole can be set: then with what it `held`.
fn told<'a>(
    objects: impl IntoIterator<Item = &'a Object>,
    values: &[(Variable, Value)],
    held: &[(Variable, Value)],
) -> Vec<(String, String)> {
    let among = |known: &[(Variable, Value)], variable: &Variable| {
        let mut all = known.iter();
        let found = all.find(|(known, _)| known == variable);
        found.map(|(_, value)| value.clone())
    };
    let value_of = |variable: &Variable| among(values, variable);
    let kept = |variable: &Variable| value_of(variable).or_else(|| among(held, variable));
    let mut texts = Vec::new();
    for whole in wholes(objects) {
        let set = whole.parts.iter();
        let mut set = set.filter(|part| value_of(&part.variable).is_some());
        let as_whole = set.any(|part| is_set_as_whole(part));
        let text = whole.text(&value_of);
        if let Some(text) = text.or_else(|| whole.text(&kept).filter(|_| as_whole)) {
            texts.push((whole.name, text));
            continue;
        }
        for part in whole.existing(&value_of) {
            if let Some(value) = value_of(&part.variable) {
                let text = literal(&[part], &part.variable, &value);
                texts.push((part.variable.name.to_string(), text));
            }
        }
    }
    texts
}

/// A value as Ada writes it, by the type of the variable that holds it.
pub(super) fn literal(known: &[&Object], variable: &Variable, value: &Value) -> String {
    let object = known.iter().find(|object| object.variable == *variable);
    let Some(object) = object.copied() else {
        return value.to_string();
    };
    let part = Whole {
        name: variable.name.to_string(),
        parts: vec![object],
    };
    let own = |asked: &Variable| (asked == variable).then(|| value.clone());
    let text = if is_scattered(object) {
        None
    } else {
        part.inner_text(&own)
    };
    text.unwrap_or_else(|| object.literal(value))
}
