//! `elaborate`: syntax becomes a typed [`Program`].
//!
//! Names are resolved, static expressions are evaluated, and every check that Ada or a contract
//! demands is made explicit among the steps of the expression that is checked. Values are trees of
//! [`crate::logic::Term`]s here; what remains structured is the control flow.

#![allow(
    clippy::wildcard_enum_match_arm,
    clippy::single_match_else,
    clippy::match_same_arms,
    reason = "entities, expressions and types have many kinds, of which a place usually wants one"
)]
#![allow(
    clippy::fn_params_excessive_bools,
    clippy::struct_excessive_bools,
    reason = "the state of elaboration is a set of independent questions about the present place"
)]
#![allow(
    clippy::needless_pass_by_value,
    clippy::too_many_lines,
    clippy::unused_self,
    clippy::similar_names,
    clippy::unnecessary_wraps,
    clippy::nonminimal_bool,
    reason = "one shape for all kinds of a construct reads better than the shortest for each"
)]

mod aggregates;
mod arrays;
mod attributes;
mod calls;
mod clauses;
mod compare;
mod conditionals;
mod constraints;
mod contracts;
mod declarations;
mod effects;
mod elaborator;
mod entity;
mod expressions;
mod frame;
mod generics;
mod interval;
mod lookup;
mod loops;
mod names;
mod operators;
mod overload;
mod packages;
mod place;
mod print;
mod quantified;
mod standard;
mod statements;
mod subprograms;
mod tree;
mod type_declarations;
mod typed;
mod types;
mod units;
mod walk;

pub(crate) use calls::{substituted, temporaries};
pub(crate) use frame::unused_name;
pub use typed::{
    Body, Call, Chooser, Elaboration, Evaluation, Expression, ForLoop, Formal, Gap, Global,
    GuardedCheck, LoopId, Mode, Object, OptionClause, PredicateClause, Program, Read, Scheme,
    Statement, StatementKind, Step, Subprogram, SubprogramId, UnitKind,
};
pub(crate) use walk::visit_reads;

use crate::diagnostic::Diagnostic;
use crate::logic::Variable;
use crate::source::Span;
use crate::syntax::ast;
pub use crate::syntax::ast::Direction;

/// Makes one program of units: bodies with their specifications, if they have any.
///
/// A package body without a specification is taken with all its subprograms visible: more can
/// happen then than under any specification, so a proof holds for each.
///
/// # Errors
/// All mistakes found, in no particular order. The list may be empty if there is something in the
/// units that the syntax stage could not read: its diagnostics say what.
pub fn elaborate(units: &[ast::Unit]) -> Result<Program, Vec<Diagnostic>> {
    units::elaborate(units, &[])
}

/// The same with further units that the first ones need. Mistakes in those cost only the
/// subprogram they stand in.
///
/// # Errors
/// As [`elaborate`].
pub fn elaborate_with(
    units: &[ast::Unit],
    library: &[ast::Unit],
) -> Result<Program, Vec<Diagnostic>> {
    units::elaborate(units, library)
}

/// The full name of a unit, as written.
pub fn unit_name(unit: &ast::Unit) -> String {
    units::unit_name(unit)
}

/// The units that a unit names in its with clauses, and its parent, each with its place.
pub fn needed_units(unit: &ast::Unit) -> Vec<(String, Span)> {
    units::needed(unit)
}
