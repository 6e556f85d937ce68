//! What must hold at a call: no aliasing, the precondition, the variant.

use super::call_evaluation::Gathered;
use super::elaborator::Elaborator;
use super::place::Place;
use super::typed::{Mode, Step, SubprogramId};
use super::variants::Growth;
use crate::logic::{Term, Variable};
use crate::source::Span;
use crate::verdict::Rule;

impl Elaborator {
    /// What is passed to be changed overlaps nothing else that is passed by reference.
    pub(super) fn aliasing_checks(&mut self, gathered: &mut Gathered) {
        let places = gathered.places.clone();
        for (at, (place, mode, span)) in places.iter().enumerate() {
            for (other, other_mode, _) in &places[..at] {
                if *mode == Mode::In && *other_mode == Mode::In {
                    continue;
                }
                if let Some(overlap) = overlap(place, other) {
                    self.push_check(
                        &mut gathered.before,
                        Rule::Aliasing,
                        *span,
                        "the actual overlaps no other",
                        Term::not(overlap),
                    );
                }
            }
        }
    }

    /// The mode of a leaf of a formal.
    pub(super) fn formal_mode(&self, id: SubprogramId, variable: &Variable) -> Mode {
        let formals = &self.subprograms[id.0 as usize].subprogram.formals;
        formals
            .iter()
            .find(|formal| formal.object.variable == *variable)
            .map_or(Mode::In, |formal| formal.mode)
    }

    /// The precondition of the callee about the values passed. Where it cannot be evaluated the
    /// call is made all the same: the callee's own checks tell.
    pub(super) fn precondition_check(
        &mut self,
        position: Span,
        id: SubprogramId,
        gathered: &mut Gathered,
    ) {
        let declared = &self.subprograms[id.0 as usize];
        let Some(precondition) = declared.subprogram.precondition.clone() else {
            return;
        };
        let text = precondition.evaluation.text.clone();
        let (steps, term) = self.instantiate(
            id,
            &precondition.evaluation.steps,
            &precondition.term,
            &gathered.values,
        );
        let mut well_formed = Term::bool(true);
        for step in steps {
            match step {
                Step::Check(check) => {
                    well_formed = Term::and([well_formed, check.condition]);
                }
                Step::Call { guard, call } => gathered.before.push(Step::Call {
                    guard: Term::and([well_formed.clone(), guard]),
                    call,
                }),
                Step::Read(_) => {}
                Step::Forget { .. } | Step::Assign(..) | Step::Assume(_) => {
                    gathered.before.push(step);
                }
            }
        }
        let condition = Term::implies(well_formed, term);
        self.push_check(
            &mut gathered.before,
            Rule::Precondition,
            position,
            text,
            condition,
        );
    }

    /// A recursive call must make the variant smaller.
    pub(super) fn variant_check(
        &mut self,
        position: Span,
        id: SubprogramId,
        gathered: &mut Gathered,
    ) {
        // Whether the callee comes back to the caller is known once everything is read.
        let now = self.frame.variant.clone();
        let next = self.variant_terms(id).into_iter();
        let next: Vec<_> = next
            .map(|(growth, term)| (growth, term.substitute(&gathered.values)))
            .collect();
        let growths = |list: &[(Growth, Term)]| -> Vec<Growth> {
            list.iter().map(|(growth, _)| *growth).collect()
        };
        if now.is_empty() || growths(&now) != growths(&next) {
            return;
        }
        let condition = super::variants::progress(&now, &next);
        let text = "the variant of the subprogram makes progress";
        self.push_check(
            &mut gathered.before,
            Rule::SubprogramVariant,
            position,
            text,
            condition,
        );
    }
}

/// When two places share a part; `None` if they never do.
fn overlap(a: &Place, b: &Place) -> Option<Term> {
    use super::place::PathStep;
    let roots = a.root.variables();
    if !b.root.variables().iter().any(|root| roots.contains(root)) {
        return None;
    }
    let mut equal = Vec::new();
    for (x, y) in a.path.iter().zip(&b.path) {
        match (x, y) {
            (PathStep::Component(x), PathStep::Component(y)) => {
                if !x.eq_ignore_ascii_case(y) {
                    return None;
                }
            }
            (PathStep::Index(x), PathStep::Index(y)) => {
                for (x, y) in x.iter().zip(y) {
                    equal.push(Term::equal(x.clone(), y.clone()));
                }
            }
            (PathStep::Slice(low, high), PathStep::Slice(from, to)) => {
                let order = |a: &Term, b: &Term| {
                    Term::compare(crate::logic::Comparison::LessEqual, a.clone(), b.clone())
                };
                equal.push(order(low, to));
                equal.push(order(from, high));
                equal.push(order(low, high));
                equal.push(order(from, to));
                break;
            }
            // A slice and one of its components.
            _ => break,
        }
    }
    let condition = Term::and(equal);
    (!condition.is_bool(false)).then_some(condition)
}
