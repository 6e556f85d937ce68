//! `normalise`: a typed typed program becomes a [`FlowProgram`], per subprogram a
//! graph of basic blocks.
//!
//! After this stage no loop and no conditional remains, only straight-line statements and jumps;
//! what was structured in the source is remembered as hints on the jumps, so that a Boolean
//! program can be printed in the shape of its source.

mod graph;

pub use graph::{
    BasicBlock, BlockId, BlockRole, FlowProgram, FlowSubprogram, FlowVariable, Formal, Mode,
    Statement, StatementKind, SubprogramId, Terminator,
};
