//! What the loops of the source say of their parameters.

use std::collections::{BTreeMap, BTreeSet};

use super::typed::{Body, ForLoop, Program, Scheme, Statement, StatementKind, SubprogramId};
use crate::logic::{Comparison, Term, Variable};
use crate::source::Span;
use crate::syntax::ast::Direction;

/// That a loop parameter is not before the range of its loop, or not behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// This holds in the loop,
    pub condition: Term,
    /// unless one of these changes.
    pub variables: BTreeSet<Variable>,
}

/// The bounds of each `for` loop, by its subprogram and place.
pub fn loop_ranges(program: &Program) -> BTreeMap<(SubprogramId, Span), Vec<Bound>> {
    let mut found = BTreeMap::new();
    for (id, subprogram) in (0..).map(SubprogramId).zip(&program.subprograms) {
        if let Body::Statements(list) = &subprogram.body {
            let mut loops = Vec::new();
            collect(list, &mut loops);
            let ranges = loops
                .into_iter()
                .map(|(span, range)| ((id, span), bounds(range)));
            found.extend(ranges);
        }
    }
    found
}

fn collect<'a>(list: &'a [Statement], found: &mut Vec<(Span, &'a ForLoop)>) {
    for statement in list {
        match &statement.kind {
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (_, then) in branches {
                    collect(then, found);
                }
                collect(otherwise, found);
            }
            StatementKind::Loop { scheme, body, .. } => {
                if let Scheme::For(range) = scheme {
                    found.push((statement.span, range));
                }
                collect(body, found);
            }
            StatementKind::Assign { .. }
            | StatementKind::Exit { .. }
            | StatementKind::Return
            | StatementKind::Call(_)
            | StatementKind::Assert(_)
            | StatementKind::Assume(_)
            | StatementKind::Stop
            | StatementKind::Forget { .. }
            | StatementKind::Label(_)
            | StatementKind::Target(_)
            | StatementKind::Goto(_) => {}
        }
    }
}

fn bounds(range: &ForLoop) -> Vec<Bound> {
    let (mut low, mut high) = (range.low.term.clone(), range.high.term.clone());
    let (mut of_low, mut of_high) = (low.variables(), high.variables());
    if let Some(kept) = &range.kept_bound {
        match range.direction {
            Direction::Upwards => (high, of_high) = (Term::variable(kept), BTreeSet::new()),
            Direction::Downwards => (low, of_low) = (Term::variable(kept), BTreeSet::new()),
        }
    }
    let parameter = Term::variable(&range.parameter);
    let not_above = |low, high| Term::compare(Comparison::LessEqual, low, high);
    let bound = |condition, variables| Bound {
        condition,
        variables,
    };
    let mut found = vec![
        bound(not_above(low, parameter.clone()), of_low),
        bound(not_above(parameter.clone(), high), of_high),
    ];
    for (before, after) in &range.skips {
        let not_before = not_above(Term::int(after.clone()), parameter.clone());
        let not_after = not_above(parameter.clone(), Term::int(before.clone()));
        found.push(bound(Term::or([not_after, not_before]), BTreeSet::new()));
    }
    for inner in &range.inner {
        let own = Term::variable(&inner.parameter);
        let of = |end: &Term| end.variables();
        found.push(bound(
            not_above(inner.low.clone(), own.clone()),
            of(&inner.low),
        ));
        found.push(bound(not_above(own, inner.high.clone()), of(&inner.high)));
    }
    found
}
