//! `--%` clauses.

use super::{Expression, Name};
use crate::source::Span;

/// A `--%` clause, or a SPARK 2005 annotation between statements as the clause it means.
#[derive(Debug, Clone)]
pub struct Clause {
    /// What it says.
    pub kind: ClauseKind,
    /// From its first word to its last character.
    pub span: Span,
}

/// The kinds of `--%` clause.
#[derive(Debug, Clone)]
pub enum ClauseKind {
    /// `assert X > 0`
    Assert(Expression),
    /// `assume X > 0`
    Assume(Expression),
    /// `predicate pos : X > 0, even (Y)`
    Predicate(Vec<PredicateText>),
    /// `invariant X <= N`, with the text as for a predicate
    Invariant(PredicateText),
    /// `havoc X, Y`
    Havoc(Vec<Expression>),
    /// `nondet X, Y`
    Nondet(Vec<Expression>),
    /// `label L`
    Label(Name),
    /// `ctl AG (X > 0 -> AF Done)`
    Ctl(Box<Formula>),
    /// `option method = direct, max_cube = 3`
    Option(Vec<(Name, Name)>),
}

/// One predicate of a clause.
#[derive(Debug, Clone)]
pub struct PredicateText {
    /// The name given to it.
    pub name: Option<Name>,
    /// The predicate.
    pub expression: Expression,
    /// The predicate as the user wrote it, white space normalised.
    pub text: String,
}

/// A formula of computation tree logic.
#[derive(Debug, Clone)]
pub enum Formula {
    /// A condition of Ada.
    Condition(Expression),
    /// `not f`
    Not(Box<Formula>),
    /// `f and g`
    And(Box<Formula>, Box<Formula>),
    /// `f or g`
    Or(Box<Formula>, Box<Formula>),
    /// `f -> g`
    Implies(Box<Formula>, Box<Formula>),
    /// `AG f` and the like.
    Temporal(PathQuantifier, Temporal, Box<Formula>),
    /// `A [f U g]` or `E [f U g]`
    Until(PathQuantifier, Box<Formula>, Box<Formula>),
}

/// On which runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathQuantifier {
    /// `A`: on all of them.
    All,
    /// `E`: on some.
    Some,
}

/// When on a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Temporal {
    /// `X`: in the next state.
    Next,
    /// `F`: at some time.
    Finally,
    /// `G`: always.
    Globally,
}
