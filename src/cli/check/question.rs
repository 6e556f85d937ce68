//! What is asked, and what is listed.

use super::Arguments;
use super::explored::Explored;
use super::text;
use crate::bp::Identifier;
use crate::bp::control::{Action, Control, Point, TestKeyword};
use crate::reach::{self, Question, Target, TargetKind, assertions, name, resolve};

/// A question under the name it is answered by.
pub(super) struct Asked {
    pub(super) name: String,
    pub(super) kind: TargetKind,
    pub(super) targets: Vec<Target>,
}

/// What is asked, in the order of the command line; by default every assertion.
pub(super) fn asked(control: &Control, arguments: &Arguments) -> Result<Vec<Asked>, reach::Error> {
    let mut asked = Vec::new();
    let mut ask = |name: &str, kind: TargetKind, question: Question| {
        asked.push(Asked {
            name: name.to_owned(),
            kind,
            targets: resolve(control, &question)?,
        });
        Ok::<(), reach::Error>(())
    };
    for name in &arguments.label {
        if name == "@assert" {
            ask(name, TargetKind::Fails, Question::AnyAssertion)?;
        } else {
            let kind = TargetKind::Reached;
            ask(name, kind, Question::about(control, kind, name))?;
        }
    }
    for name in &arguments.fails {
        let kind = TargetKind::Fails;
        ask(name, kind, Question::about(control, kind, name))?;
    }
    let listing = arguments.all || arguments.invariants || !arguments.ctl.is_empty();
    if arguments.label.is_empty() && arguments.fails.is_empty() && !listing {
        asked.extend(assertions(control).into_iter().map(|target| Asked {
            name: name(control, target),
            kind: TargetKind::Fails,
            targets: vec![target],
        }));
    }
    Ok(asked)
}

/// Names separated by commas; one in braces may have commas in it.
pub(super) fn identifiers(text: &str) -> Vec<Identifier> {
    let mut names = Vec::new();
    let mut name = String::new();
    let mut inside = false;
    for character in text.chars() {
        match character {
            '{' if !inside => inside = true,
            '}' if inside => inside = false,
            ',' if !inside => names.push(std::mem::take(&mut name)),
            _ => name.push(character),
        }
    }
    names.push(name);
    names.iter().map(|name| Identifier::new(name)).collect()
}

/// The statements that no run comes to; an `end` that is not reached is none.
pub(super) fn unreached(explored: &mut Explored<'_>) -> Vec<String> {
    let points: Vec<Point> = explored.control().points().collect();
    let mut unreached = Vec::new();
    for point in points {
        let nodes = &explored.control().procedure(point.procedure).nodes;
        let is_end = point.node.0 as usize + 1 == nodes.len();
        if !is_end && explored.is_unreached(point) {
            let control = explored.control();
            let place = text::place(control, point).to_lowercase();
            unreached.push(format!("{place} {}", control.headline(point)));
        }
    }
    unreached
}

/// The states at each label and each loop, by place.
pub(super) fn invariants(explored: &mut Explored<'_>) -> Vec<(String, String)> {
    let control = explored.control();
    let is_loop = |point: &Point| {
        matches!(
            control.node(*point).action,
            Action::Test {
                keyword: TestKeyword::While,
                ..
            }
        )
    };
    let wanted = |point: &Point| is_loop(point) || !control.node(*point).labels.is_empty();
    let points: Vec<Point> = control.points().filter(wanted).collect();
    let mut invariants = Vec::new();
    for point in points {
        let Some(states) = explored.states_at(point) else {
            continue;
        };
        let control = explored.control();
        let procedure = &control.procedure(point.procedure).name;
        let kind = TargetKind::Reached;
        let name = name(control, Target { point, kind }).replace(' ', "_");
        let formula = text::formula(states).to_string();
        invariants.push((format!("{procedure}:{name}"), formula));
    }
    invariants
}
