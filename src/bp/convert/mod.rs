//! [`BoolProgram`](super::BoolProgram) → the languages of other tools.
//!
//! What a dialect lacks is lowered first, program to program ([`lowered`]), then printed.

mod chc;
mod dot;
mod lowering;
mod smv;
mod spelling;

pub use chc::to_chc;
pub use dot::to_dot;
pub use lowering::{ERROR_LABEL, lowered};
pub use smv::{NeedsStack, to_smv};
pub use spelling::to_dialect;
