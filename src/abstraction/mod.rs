//! `abstract_program`: a flow program and its predicates become a Boolean program.
//!
//! `strengthen` is the heart of the Cartesian method, `table` of the direct one; both ask their
//! questions through a `Session`. `block` and `calls` turn pieces of program into questions,
//! `statements` and `procedure` turn the answers into text of the shape of the source.

mod answers;
mod block;
mod calls;
mod components;
mod config;
mod cover;
mod cube;
mod effects;
mod enquiry;
mod expression;
mod facts;
mod implications;
mod jobs;
mod joint;
mod measure;
mod options;
mod procedure;
mod program;
#[cfg(test)]
mod reference;
mod relation;
mod scope;
mod session;
mod sets;
mod shape;
mod show;
mod split;
mod statements;
mod step;
mod strengthen;
mod table;
mod tautology;
#[cfg(test)]
mod tests;

pub use config::{
    Blocks, Conditions, Config, Correlation, CubeLimit, Encoding, Engine, Measures, Method, Names,
    Points, Settings,
};
pub use cover::{covers, minimise, primes};
pub use cube::{Cover, Cube};
pub(crate) use effects::Effects;
pub use enquiry::{Memory, Reuse};
pub use measure::StepMeasure;
pub use options::{Wishes, WrongValue};
pub use program::{Abstraction, Error, Meaning, abstract_again, abstract_program};
pub use session::Counts;
pub use show::ShownTable;
pub use table::{AssignmentTable, Group, TooManyPredicates, WholeBlocks};
