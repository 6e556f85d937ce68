//! `elaborate`: syntax becomes a typed [`Program`].
//!
//! Names are resolved, static expressions are evaluated, and every check that Ada or a contract
//! demands is made explicit among the steps of the expression that is checked. Values are trees of
//! [`crate::logic::Term`]s here; what remains structured is the control flow.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "entities, expressions and types have many kinds, of which a place usually wants one"
)]

mod aggregate_bounds;
mod aggregates;
mod arithmetic;
mod array_aggregates;
mod array_bounds;
mod array_operators;

mod attribute_functions;
mod attributes;
mod bits;
mod bodies;
mod boxes;
mod call_checks;
mod call_evaluation;
mod call_parameters;
mod calls;
mod clauses;
mod compare;
mod composite_types;
mod conditionals;
mod constraints;
mod contracts;
mod conversions;
mod declarations;
mod declare_expressions;
mod discrete_ranges;
mod discriminants;
mod effects;
mod elaboration;
mod elaborator;
mod entity;
mod expressions;
mod formal_packages;
mod forms;
mod frame;
mod generics;
mod guarantees;
mod heritage;
mod indexing;
mod inheritance;
mod invariants;
mod indications;
mod interval;
mod kind;
mod library;
mod lookup;
mod loop_ranges;
mod loops;
mod modular;
mod names;
mod objects;
mod operators;
mod overload;
mod packages;
mod parts;
mod place;
mod predefined;
mod prefixed;
mod print;
mod quantified;
mod references;
mod renamings;
mod repeated;
mod shifts;
mod sizes;
mod snapshots;
mod standard;
mod statements;
mod static_predicates;
mod storage;
mod strings;
mod subprograms;
mod substitution;
mod templates;
mod temporal;
mod tree;
mod type_declarations;
mod typed;
mod typed_value;
mod types;
mod units;
mod variants;
mod views;
mod volatile;
mod walk;
mod whole;

pub(crate) use bits::Bits;
pub(crate) use frame::unused_name;
pub use loop_ranges::{Bound, loop_ranges};
pub use print::is_called;
pub use references::References;
pub(crate) use substitution::{substituted, temporaries};
pub use temporal::{BEGINNING, PathQuantifier, PropertyClause, Temporal, TemporalFormula};
pub use typed::{
    Body, Call, Chooser, Elaboration, Evaluation, Expression, ForLoop, Formal, Gap, Global,
    GuardedCheck, InnerRange, LoopId, Mode, Object, OptionClause, PredicateClause, Program, Read,
    Scheme, Setting, Statement, StatementKind, Step, Subprogram, SubprogramId, UnitKind,
};
pub(crate) use walk::visit_reads;
pub use whole::{Values, Whole, is_scattered, is_set_as_whole, whole_name, wholes};

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
    Ok(repeated::elaborate(units, &[], units::Wishes::default())?.0)
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
    Ok(repeated::elaborate(units, library, units::Wishes::default())?.0)
}

/// The same for units that a compiler has accepted: a mistake found in them is one of sabs's own,
/// and costs only the subprogram it stands in, or those that mention the declaration it stands in.
/// Each is listed as a gap.
///
/// # Errors
/// If the units make no program at all.
pub fn elaborate_leniently(
    units: &[ast::Unit],
    library: &[ast::Unit],
) -> Result<Program, Vec<Diagnostic>> {
    let wishes = units::Wishes {
        keeps_going: true,
        ..units::Wishes::default()
    };
    Ok(repeated::elaborate(units, library, wishes)?.0)
}

/// What the names in the units and their library stand for, as far as [`elaborate_leniently`] finds
/// out.
///
/// # Errors
/// If the units make no program at all.
pub fn references(
    units: &[ast::Unit],
    library: &[ast::Unit],
) -> Result<References, Vec<Diagnostic>> {
    let wishes = units::Wishes {
        keeps_going: true,
        records_references: true,
    };
    Ok(repeated::elaborate(units, library, wishes)?.1)
}

/// The full name of a unit, as written.
pub fn unit_name(unit: &ast::Unit) -> String {
    units::unit_name(unit)
}

/// The full names of the subunits whose stubs stand in a unit: they belong to it.
pub fn subunits_of(unit: &ast::Unit) -> Vec<String> {
    units::stubs(unit)
}

/// The program with each subprogram judged alone and calls that go by contracts.
pub fn modular(program: &Program) -> Program {
    modular::modular(program)
}

/// The units that a unit names in its with clauses, and its parent, each with its place.
pub fn needed_units(unit: &ast::Unit) -> Vec<(String, Span)> {
    units::needed(unit)
}

/// Per subprogram, those it calls, itself or through others; contracts call, too.
pub(crate) fn call_graph(program: &Program) -> Vec<Bits> {
    effects::call_graph(&mut program.clone())
}
