//! Functions with side effects where Ada evaluates a text more than once, or where sabs makes no
//! calls at all.
//!
//! `(1 .. 3 => Next)` calls `Next` three times, sabs once; in `(for all I in A'Range => Next > I)`
//! it puts the expression in place of the call. Of a function without side effects that makes no
//! difference, and SPARK has no others. Which functions have some is known only when all bodies
//! are read: if one of them is called so, everything is read again, and the bodies with such calls
//! are rejected.

use std::collections::BTreeSet;

use super::elaborator::Elaborator;
use super::references::References;
use super::typed::{Program, Step, SubprogramId};
use super::units::{self, Wishes};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;

impl Elaborator {
    /// The calls among the steps may be made several times, but are steps once.
    pub(super) fn calls_are_repeated(&mut self, steps: &[Step], span: Span) {
        for step in steps {
            if let Step::Call { call, .. } = step {
                self.call_is_uncounted(call.callee, span);
            }
        }
    }

    /// The function is called here, but not as often as Ada says.
    pub(super) fn call_is_uncounted(&mut self, callee: SubprogramId, span: Span) {
        let declared = self.subprograms[callee.0 as usize].subprogram.span;
        self.uncounted.insert(callee);
        if self.impure.contains(&declared) {
            self.reject(
                span,
                "call of a function with side effects that is not made just once",
            );
        }
    }
}

/// See [`super::elaborate`].
pub(super) fn elaborate(
    units: &[ast::Unit],
    library: &[ast::Unit],
    wishes: Wishes,
) -> Result<(Program, References), Vec<Diagnostic>> {
    let mut impure: BTreeSet<Span> = BTreeSet::new();
    loop {
        let read = units::elaborate(units, library, wishes, impure.clone())?;
        if read.impure.is_subset(&impure) {
            return Ok((read.program, read.references));
        }
        impure.extend(read.impure);
    }
}
