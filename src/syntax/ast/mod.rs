//! The syntax of compilation units, as written: names are not resolved, nothing is typed.
//!
//! Everything has a [`Span`]. One form stands for what Ada's grammar cannot tell apart before names
//! are resolved: [`ExpressionKind::Call`] is a call, a conversion, an indexing or a slice, and a
//! [`Constraint::Composite`] constrains indices or discriminants.

mod clauses;
mod declarations;
mod expressions;
mod statements;
mod types;
mod units;

pub use clauses::{Clause, ClauseKind, Formula, PathQuantifier, PredicateText, Temporal};
pub use declarations::{
    Aspect, Declaration, DeclarationKind, Formal, FormalPackage, FormalSubprogram, Generic,
    Instantiation, InstantiationKind, Mode, ObjectDeclaration, Overriding, PackageBody,
    PackageSpecification, Pragma, Renaming, RenamingKind, SubprogramBody, SubprogramDefault,
    SubprogramSpecification, UseClause, UseKind,
};
pub use expressions::{
    Actual, Aggregate, AggregateAssociation, AggregateForm, Allocator, Association, Binary, Choice,
    Domain, Expression, ExpressionKind, Iteration, Logical, Quantifier, Unary, ValueAlternative,
};
pub use statements::{Alternative, Direction, Handler, Scheme, Statement, StatementKind};
pub use types::{
    AccessDefinition, AccessKind, AccessModifier, ArrayDefinition, ArrayIndices, Components,
    Constraint, DiscreteRange, Discriminant, Discriminants, InterfaceKind, Range,
    SubtypeIndication, TypeDeclaration, TypeDefinition, TypeModifiers, TypeUse, Variant,
    VariantPart,
};
pub use units::{ContextItem, Unit, WithClause};

use crate::source::Span;

/// An identifier where it is declared or used.
///
/// Where Ada allows it, also a character literal with its quotes (`'A'`) or an operator with its
/// quotes (`"+"`).
#[derive(Debug, Clone)]
pub struct Name {
    /// As the user spelt it.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A construct that is carried as text only: tasking and what else has no meaning here.
#[derive(Debug, Clone)]
pub struct Opaque {
    /// What it is, in the words of a message: "tasking", "a representation clause".
    pub what: &'static str,
    /// The names it declares.
    pub names: Vec<Name>,
    /// Its text, without comments and with single blanks.
    pub text: String,
}

impl Name {
    /// The form under which names are compared: Ada does not distinguish upper and lower case,
    /// except in character literals.
    pub fn key(&self) -> String {
        if self.text.starts_with('\'') {
            self.text.clone()
        } else {
            self.text.to_lowercase()
        }
    }
}
