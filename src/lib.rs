//! sabs: a software model checker for SPARK by predicate abstraction.
//!
//! The modules below stand in the order the data takes; a stage imports only what stands above it
//! (`tests/layering.rs` reads the imports).

// Tools that several stages use; they know no stage.
pub mod diagnostic;
pub mod logic;
pub mod source;
pub mod verdict;

// The stages.
pub mod bp;
pub mod flow;
pub mod interpret;
pub mod program;
pub mod syntax;

// The command line.
pub mod cli;
