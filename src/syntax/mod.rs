//! `parse`: the text of a file becomes an [`ast::Unit`] per compilation unit.
//!
//! Names are not resolved and nothing is typed here. What cannot be read is a diagnostic at its
//! place, and an `Error` node stands for it, so that the next stage can go on and find the other
//! mistakes of the file.

mod annotation;
pub mod ast;
mod declarations;
mod expressions;
mod faults;
mod literals;
mod names;
mod print;
mod reader;
mod statements;
mod subprograms;
mod tree;
mod types;
mod units;

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, SourceFile};

/// What a file holds.
#[derive(Debug, Clone)]
pub struct Parsed {
    /// The compilation units, in order; none if the text does not follow the grammar.
    pub units: Vec<ast::Unit>,
    /// What the user must mend, and what is not looked at.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file. `file` is what the spans will say.
///
/// A text that does not follow Ada's grammar has no units and one diagnostic, at the first place
/// where it departs from it: what comes later is guesswork.
pub fn parse(file: FileId, source: &SourceFile) -> Parsed {
    units::read(file, source.text())
}
