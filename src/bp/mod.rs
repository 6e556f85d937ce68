//! Boolean programs: the language of [`BoolProgram`], its reader and its printer.
//!
//! Text → [`parse`] → [`BoolProgram`] → `Display` → text, and [`BoolProgram`] → [`Control`], the
//! graph that [`interpret`] and the engine walk.

#[cfg(test)]
mod arbitrary;
mod ast;
pub mod control;
mod dialect;
mod expression;
mod headline;
pub mod interpret;
mod lexer;
mod outline;
mod parse;
mod print;
#[cfg(test)]
mod tests;

pub use ast::{BinaryOperator, BoolProgram, Expr, Identifier, Procedure, Statement, StatementKind};
pub use control::{Control, Malformed, lower};
pub use dialect::Dialect;
pub use parse::{parse, parse_dialect};
