//! The steps of a trace one by one, calls expanded or not, from either end.
//!
//! An expanded trace may be longer than anything can be: its calls are shared, and only the steps
//! that are printed are visited.

use crate::reach::{Reachability, Step, Trace};

/// What is printed of a trace.
pub(super) struct Excerpt<'a> {
    /// The first steps, each with its depth.
    pub(super) head: Vec<(&'a Step, usize)>,
    /// How many steps are left out; nothing if `head` is everything.
    pub(super) left_out: Option<String>,
    /// The last steps.
    pub(super) tail: Vec<(&'a Step, usize)>,
}

/// Longer traces are shortened to so many steps at either end.
const END: usize = 25;

/// How much of a trace is wanted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    /// Steps inside calls too.
    pub(super) expand: bool,
    /// All steps, however many.
    pub(super) full: bool,
}

/// The steps to print.
pub(super) fn excerpt<'a>(
    reachability: &'a Reachability,
    trace: &'a Trace,
    extent: Extent,
) -> Excerpt<'a> {
    let insides = |step: &Step| match step.call {
        Some(call) if extent.expand => reachability.inside(call),
        _ => &[],
    };
    let total = if extent.expand {
        reachability.flat_length(trace) + 1_u32
    } else {
        trace.steps.len().into()
    };
    if extent.full || total <= (2 * END).into() {
        return Excerpt {
            head: forwards(&trace.steps, insides, usize::MAX),
            left_out: None,
            tail: Vec::new(),
        };
    }
    let mut tail = backwards(&trace.steps, insides, END);
    tail.reverse();
    Excerpt {
        head: forwards(&trace.steps, insides, END),
        left_out: Some((total - 2 * END).to_string()),
        tail,
    }
}

fn forwards<'a>(
    steps: &'a [Step],
    insides: impl Fn(&Step) -> &'a [Step],
    most: usize,
) -> Vec<(&'a Step, usize)> {
    let mut found = Vec::new();
    let mut stack = vec![(steps.iter(), 0)];
    while let Some((rest, base)) = stack.last_mut() {
        let depth = *base;
        let Some(step) = rest.next() else {
            stack.pop();
            continue;
        };
        if found.len() == most {
            break;
        }
        found.push((step, depth + step.depth));
        stack.push((insides(step).iter(), depth + step.depth + 1));
    }
    found
}

/// A step to take from the end of a trace.
enum Backwards<'a> {
    Walk(&'a [Step], usize),
    Emit(&'a Step, usize),
}

fn backwards<'a>(
    steps: &'a [Step],
    insides: impl Fn(&Step) -> &'a [Step],
    most: usize,
) -> Vec<(&'a Step, usize)> {
    let mut found = Vec::new();
    let mut stack = vec![Backwards::Walk(steps, 0)];
    while let Some(next) = stack.pop() {
        match next {
            Backwards::Walk(steps, base) => {
                if let Some((last, rest)) = steps.split_last() {
                    let depth = base + last.depth;
                    stack.push(Backwards::Walk(rest, base));
                    stack.push(Backwards::Emit(last, depth));
                    stack.push(Backwards::Walk(insides(last), depth + 1));
                }
            }
            Backwards::Emit(step, depth) => found.push((step, depth)),
        }
        if found.len() == most {
            break;
        }
    }
    found
}
