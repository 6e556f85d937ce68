//! A step that is open, in words.

use super::super::Unit;
use crate::bp::control::{Point, Slot};
use crate::exact::{Cause, Explanation, VisitedPlace};
use crate::flow::{BasicBlock, Terminator};
use crate::refine::{Reading, Suggestion};
use crate::report::{OpenStep, TraceEvent};

/// So many steps of the way are told.
const MOST_TOLD: usize = 200;

/// What an explanation says, and what would settle it.
pub(in crate::pipeline) fn told(
    unit: &Unit,
    reading: &Reading<'_>,
    explanation: &Explanation,
    suggested: &[Suggestion],
) -> OpenStep {
    let point = match &explanation.cause {
        Cause::Condition(point)
        | Cause::Assumption(point)
        | Cause::Jump(point)
        | Cause::Constraint(point)
        | Cause::Enforce(point)
        | Cause::Values(point, ..) => Some(*point),
        Cause::Untold(_) | Cause::Settled => None,
    };
    let block = point.and_then(|point| block_at(reading, point));
    let what = match &explanation.cause {
        Cause::Condition(_) => format!("whether {} holds", condition(block)),
        Cause::Assumption(_) => "whether what is assumed here holds".to_owned(),
        Cause::Values(_, procedure, slots) => {
            let text = |slot: &Slot| {
                let meaning = reading.meaning(*procedure, *slot)?;
                Some(meaning.text.clone())
            };
            let texts: Vec<String> = slots.iter().filter_map(text).collect();
            if texts.is_empty() {
                "what comes of this step".to_owned()
            } else {
                format!("whether {} afterwards", texts.join(", and whether "))
            }
        }
        Cause::Jump(_)
        | Cause::Constraint(_)
        | Cause::Enforce(_)
        | Cause::Untold(_)
        | Cause::Settled => "how it goes on from here".to_owned(),
    };
    OpenStep {
        span: block.map_or(unit.flow.main.span, |block| block.span),
        what,
        predicates: suggested
            .iter()
            .map(|found| found.term.to_string())
            .collect(),
        way: way(reading, explanation),
    }
}

/// What a block decides.
fn condition(block: Option<&BasicBlock>) -> String {
    match block.map(|block| &block.terminator) {
        Some(Terminator::Branch { condition, .. }) => condition.to_string(),
        Some(_) | None => "what is checked here".to_owned(),
    }
}

fn block_at<'a>(reading: &Reading<'a>, point: Point) -> Option<&'a BasicBlock> {
    let (scope, block) = reading.site(point)?;
    Some(match scope {
        Some(id) => reading.flow.subprogram(id).block(block),
        None => reading.flow.main.block(block),
    })
}

/// The blocks of the way, each with the bits at its start.
fn way(reading: &Reading<'_>, explanation: &Explanation) -> Vec<TraceEvent> {
    let mut told = Vec::new();
    for visited in explanation.path.iter().take(MOST_TOLD) {
        let VisitedPlace::At(point) = visited.place else {
            continue;
        };
        let labels = &reading.control.node(point).labels;
        if !labels.iter().any(|label| label.as_str().starts_with("at_")) {
            continue;
        }
        let Some(block) = block_at(reading, point) else {
            continue;
        };
        let values = (0..).map(Slot).zip(&visited.values);
        let values = values.filter_map(|(slot, value)| {
            let meaning = reading.meaning(point.procedure, slot)?;
            Some((meaning.text.clone(), value.to_string()))
        });
        told.push(TraceEvent {
            span: block.span,
            depth: visited.depth,
            event: "control may come here".to_owned(),
            values: values.collect(),
        });
    }
    told
}
