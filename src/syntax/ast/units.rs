//! Compilation units and their context clauses.

use super::{Clause, Declaration, Name, Pragma, UseClause};
use crate::source::Span;

/// A compilation unit: a library item or a subunit.
#[derive(Debug, Clone)]
pub struct Unit {
    /// The `with` and `use` clauses and the pragmas before the unit.
    pub context: Vec<ContextItem>,
    /// The `--%` clauses before the unit.
    pub clauses: Vec<Clause>,
    /// Whether the word `private` stands before it.
    pub is_private: bool,
    /// `separate (P.Q)`: the unit whose stub this body replaces; empty for a library item.
    pub subunit_of: Vec<Name>,
    /// A package, a subprogram, their bodies, generics, instantiations and renamings.
    pub item: Declaration,
    /// The pragmas after it.
    pub pragmas: Vec<Pragma>,
    /// From the first to the last character, context clauses not counted.
    pub span: Span,
    /// Whether its file tells what the characters outside of ASCII in it are.
    pub is_coded: bool,
}

/// What may stand before a compilation unit.
#[derive(Debug, Clone)]
pub enum ContextItem {
    /// `with P, Q;`
    With(WithClause),
    /// `use P;`
    Use(UseClause),
    /// `pragma Ada_2012;`
    Pragma(Pragma),
}

/// `[limited] [private] with P, Q.R;`
#[derive(Debug, Clone)]
pub struct WithClause {
    /// Whether the word `limited` stands there.
    pub is_limited: bool,
    /// Whether the word `private` stands there.
    pub is_private: bool,
    /// The units, each as the parts of its name.
    pub units: Vec<Vec<Name>>,
    /// From the first to the last character.
    pub span: Span,
}
