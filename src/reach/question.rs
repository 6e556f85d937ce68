//! What may be asked about a program, and which points a question is about.

use super::Error;
use crate::bp::Identifier;
use crate::bp::control::{Action, Control, Node, Target, TargetKind};

/// What may be asked about a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// Is the statement reached that has this label, in this procedure or in any?
    Reached {
        /// Where to look.
        procedure: Option<Identifier>,
        /// What to look for.
        label: Identifier,
    },
    /// May the assertion fail that has this label?
    Fails {
        /// Where to look.
        procedure: Option<Identifier>,
        /// What to look for.
        label: Identifier,
    },
    /// May any assertion fail?
    AnyAssertion,
}

/// What a question is about.
///
/// # Errors
/// [`Error::NoSuchLabel`].
pub fn resolve(control: &Control, question: &Question) -> Result<Vec<Target>, Error> {
    let (kind, what, procedure, label) = match question {
        Question::AnyAssertion => return Ok(assertions(control)),
        Question::Reached { procedure, label } => {
            (TargetKind::Reached, "statement", procedure, label)
        }
        Question::Fails { procedure, label } => (TargetKind::Fails, "assertion", procedure, label),
    };
    let targets = targets(control, kind, |name, node| {
        procedure.as_ref().is_none_or(|wanted| wanted == name) && node.labels.contains(label)
    });
    if targets.is_empty() {
        let place = procedure
            .as_ref()
            .map_or_else(String::new, |p| format!("{p}:"));
        return Err(Error::NoSuchLabel {
            what,
            label: format!("{place}{label}"),
        });
    }
    Ok(targets)
}

/// The failure of each assertion, in the order of the text.
pub fn assertions(control: &Control) -> Vec<Target> {
    targets(control, TargetKind::Fails, |_, _| true)
}

/// The points, of assertions only if their failure is meant, that are wanted.
pub(super) fn targets(
    control: &Control,
    kind: TargetKind,
    wanted: impl Fn(&Identifier, &Node) -> bool,
) -> Vec<Target> {
    control
        .points()
        .filter(|point| {
            let node = control.node(*point);
            let is_assertion = matches!(node.action, Action::Assert(..));
            (kind == TargetKind::Reached || is_assertion)
                && wanted(&control.procedure(point.procedure).name, node)
        })
        .map(|point| Target { point, kind })
        .collect()
}

/// The name of a target: its label, the nearest if it has several (behind a loop the others say only
/// where jumps lead), otherwise its line, otherwise its procedure.
pub fn name(control: &Control, target: Target) -> String {
    let node = control.node(target.point);
    if let Some(label) = node.labels.last() {
        return label.to_string();
    }
    if node.line > 0 {
        return format!("line {}", node.line);
    }
    let procedure = &control.procedure(target.point.procedure).name;
    format!("{procedure}:{}", target.point.node.0)
}

impl Question {
    /// The question about a label as a command line names it: `LABEL`, or `procedure:LABEL`, each
    /// perhaps in braces.
    pub fn about(control: &Control, kind: TargetKind, name: &str) -> Question {
        let plain = |text: &str| {
            let inner = text
                .strip_prefix('{')
                .and_then(|rest| rest.strip_suffix('}'));
            Identifier::new(inner.unwrap_or(text))
        };
        let known = |name: &Identifier| control.procedures.iter().any(|p| p.name == *name);
        let mut place = (None, plain(name));
        for (at, _) in name.match_indices(':') {
            let procedure = plain(&name[..at]);
            if known(&procedure) {
                place = (Some(procedure), plain(&name[at + 1..]));
                break;
            }
        }
        let (procedure, label) = place;
        match kind {
            TargetKind::Reached => Question::Reached { procedure, label },
            TargetKind::Fails => Question::Fails { procedure, label },
        }
    }
}
