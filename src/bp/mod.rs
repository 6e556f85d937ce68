//! Boolean programs: the language of [`BoolProgram`], its reader and its printer.
//!
//! Text → [`parse`] → [`BoolProgram`] → `Display` → text, and [`BoolProgram`] → [`Control`], the
//! graph that [`interpret`] and the engine walk.

#[cfg(test)]
pub(crate) mod arbitrary;
mod ast;
pub mod calls;
pub mod control;
pub mod convert;
mod dialect;
mod expression;
pub mod family;
mod headline;
pub mod interpret;
pub(crate) mod lexer;
mod outline;
mod parse;
mod print;
#[cfg(test)]
mod tests;

pub use ast::{BinaryOperator, BoolProgram, Expr, Identifier, Procedure, Statement, StatementKind};
pub use control::{Control, Malformed, lower, lower_owned, lower_parsed};
pub use dialect::{Dialect, recognise};
pub use parse::{parse, parse_dialect};
