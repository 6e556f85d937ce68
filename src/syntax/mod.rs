//! `parse`: the text of a file becomes an [`ast::Unit`] per compilation unit.
//!
//! Names are not resolved and nothing is typed here. What cannot be read is a diagnostic at its
//! place, and an `Error` node stands for it, so that the next stage can go on and find the other
//! mistakes of the file.

mod annotation;
pub mod ast;
mod declarations;
mod endings;
mod expressions;
pub mod family;
mod faults;
mod listing;
mod literals;
mod mask;
mod names;
mod placement;
mod print;
mod reader;
mod sidecar;
mod statements;
mod strip;
mod subprograms;
mod tokens;
mod tree;
mod types;
mod units;

pub use listing::subprograms;
pub use strip::without_invariants;

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, SourceFile, Sources};

/// What a file holds.
#[derive(Debug, Clone)]
pub struct Parsed {
    /// The compilation units, in order; none if the text does not follow the grammar.
    pub units: Vec<ast::Unit>,
    /// What the user must mend, and what is not looked at.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads all files of a program. A file `pkg.sabs` among them is a sidecar: its clauses stand in the
/// units of `pkg.adb` or `pkg.ads`.
pub fn parse_all(sources: &Sources) -> Parsed {
    let mut parsed = Parsed {
        units: Vec::new(),
        diagnostics: Vec::new(),
    };
    let (sidecars, files): (Vec<_>, Vec<_>) =
        sources.files().partition(|(_, file)| file.is_sidecar());
    for (id, file) in files {
        let found = parse(id, file);
        parsed.units.extend(found.units);
        parsed.diagnostics.extend(found.diagnostics);
    }
    for (id, _) in sidecars {
        let found = sidecar::attach(id, sources, &mut parsed.units);
        parsed.diagnostics.extend(found);
    }
    parsed
}

/// Reads a file. `file` is what the spans will say.
///
/// A text that does not follow Ada's grammar has no units; of each broken unit the first place is
/// reported where it departs from the grammar: what comes later is guesswork.
pub fn parse(file: FileId, source: &SourceFile) -> Parsed {
    let mut parsed = units::read(file, source.text());
    for unit in &mut parsed.units {
        unit.is_coded = source.is_coded();
    }
    parsed
}
