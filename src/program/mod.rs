//! `elaborate`: syntax becomes a typed [`Program`].
//!
//! Names are resolved, static expressions are evaluated, and every check that Ada or a contract
//! demands is made explicit beside the expression that is checked. Expressions are pure and become
//! [`crate::logic::Term`]s here; what remains structured is the control flow.

// What is not read yet gets one answer in each place: see `unread`.
#![allow(clippy::wildcard_enum_match_arm)]

mod calls;
mod clauses;
mod conditionals;
mod declarations;
mod effects;
mod elaborator;
mod expressions;
mod initialisation;
mod interval;
mod loops;
mod names;
mod operators;
mod print;
mod scope;
mod statements;
mod subprograms;
mod typed;
mod units;
mod unread;

pub(crate) use scope::unused_name;
pub use typed::{
    Call, Chooser, CopyBack, DiscreteSubtype, DiscreteType, Elaboration, Expression, ForLoop,
    Formal, Global, GuardedCheck, LoopId, Mode, Object, OptionClause, PredicateClause, Program,
    Read, Scheme, Snapshot, Statement, StatementKind, Subprogram, SubprogramId, Subtype,
    TypeArithmetic, UnitKind,
};

use crate::diagnostic::Diagnostic;
use crate::syntax::ast;
pub use crate::syntax::ast::Direction;

/// Makes one program of a body and its specification, if it has one.
///
/// A package body without a specification is taken with all its procedures visible: more can
/// happen then than under any specification, so a proof holds for each.
///
/// # Errors
/// All mistakes found, in no particular order. The list may be empty if there is something in the
/// units that the syntax stage could not read: its diagnostics say what.
pub fn elaborate(units: &[ast::Unit]) -> Result<Program, Vec<Diagnostic>> {
    units::elaborate(units)
}
