//! What stands for a subprogram without its body: its contract, evaluated without being checked.

use super::builder::Builder;
use super::lower::{Exits, guarded_call, lose, statements};
use crate::program::{
    Bits, Body, Call, Evaluation, Program, Statement, StatementKind, Step, Subprogram,
    SubprogramId, call_graph,
};

/// What is evaluated at entry of a subprogram without a body, its checks left out: callers are
/// judged, it is not.
pub(super) fn unjudged(builder: &mut Builder<'_>, list: &[Statement], exits: &mut Exits) {
    for statement in list {
        if let StatementKind::Assign {
            assignments,
            evaluation,
        } = &statement.kind
        {
            let plain = Evaluation {
                steps: Vec::new(),
                ..evaluation.clone()
            };
            let is_plain = evaluation
                .steps
                .iter()
                .all(|step| matches!(step, Step::Check(_) | Step::Read(_)));
            if is_plain {
                let kind = StatementKind::Assign {
                    assignments: assignments.clone(),
                    evaluation: plain,
                };
                let span = statement.span;
                statements(builder, &[Statement { kind, span }], exits);
            } else {
                for (target, _) in assignments {
                    lose(builder, target);
                }
            }
        }
    }
}

/// Which functions are called by what stands for a subprogram without its body, to know what its
/// postcondition says.
pub(super) struct Promises {
    /// Per subprogram, those it calls, itself or through others; nothing where no postcondition
    /// needs to know.
    graph: Vec<Bits>,
}

impl Promises {
    pub(super) fn new(program: &Program) -> Promises {
        let is_asking = |subprogram: &Subprogram| {
            let steps = subprogram.postcondition.iter();
            let mut steps = steps.flat_map(|post| &post.evaluation.steps);
            matches!(subprogram.body, Body::Absent { .. } | Body::Contract { .. })
                && steps.any(|step| matches!(step, Step::Call { .. }))
        };
        let graph = if program.subprograms.iter().any(is_asking) {
            call_graph(program)
        } else {
            Vec::new()
        };
        Promises { graph }
    }

    /// A promise that rests on itself says nothing: such a call would never return, and what comes
    /// after it would hold of nothing.
    pub(super) fn may_call(&self, from: SubprogramId, function: SubprogramId) -> bool {
        let called = self.graph.get(function.0 as usize);
        function != from && called.is_some_and(|called| !called.contains(from.0 as usize))
    }
}

/// What evaluating a contract without a failing check tells. What a call returns that is not made
/// is lost, so that only the rest of a condition is known of it.
pub(super) fn known(
    builder: &mut Builder<'_>,
    list: &[Step],
    is_made: &dyn Fn(SubprogramId) -> bool,
) {
    for step in list {
        match step {
            Step::Check(check) => builder.assume(check.condition.clone()),
            Step::Call { guard, call } => {
                known(builder, &call.before, is_made);
                if is_made(call.callee) {
                    let silent = Call {
                        before: Vec::new(),
                        after: Vec::new(),
                        ..(**call).clone()
                    };
                    guarded_call(builder, guard, &silent);
                } else {
                    for result in call.results.iter().flatten() {
                        lose(builder, result);
                    }
                }
                known(builder, &call.after, is_made);
            }
            Step::Forget { target, .. } => lose(builder, target),
            Step::Assign(target, value) => builder.assign(target, value.clone()),
            Step::Assume(condition) => builder.assume(condition.clone()),
            Step::Read(_) => {}
        }
    }
}
