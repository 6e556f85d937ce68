//! Boolean programs: the language of [`BoolProgram`], its reader and its printer.

mod ast;

pub use ast::{BinaryOperator, BoolProgram, Expr, Identifier, Procedure, Statement, StatementKind};
