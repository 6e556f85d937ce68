//! sabs: a software model checker for SPARK by predicate abstraction.
//!
//! The modules below stand in the order the data takes; a stage imports only what stands above it
//! (`tests/layering.rs` reads the imports).

// Tools that several stages use; they know no stage.
pub mod end;
pub mod progress;
pub mod source;
pub mod diagnostic;
pub mod logic;
pub mod verdict;
pub mod smt;
pub mod bdd;

// The stages.
pub mod syntax;
pub mod program;
pub mod flow;
pub mod interpret;
pub mod certify;
pub mod ssa;
pub mod predicate;
pub mod bp;
pub mod abstraction;
pub mod reach;
pub mod exact;
pub mod proof;
pub mod refine;
pub mod domain;
pub mod report;

// The stages in order, and the command line.
pub mod pipeline;
pub mod annotate;
pub mod driver;
pub mod cli;
