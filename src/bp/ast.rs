//! The syntax tree of a Boolean program.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use crate::source::Span;

/// A Boolean program: global variables and procedures, `main` among them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoolProgram {
    /// Global variables.
    pub globals: Vec<Identifier>,
    /// Procedures, in order.
    pub procedures: Vec<Procedure>,
}

/// A name. Any text is a name; the printer puts braces around what is not a plain identifier.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identifier(Arc<str>);

/// A procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Procedure {
    /// Its name.
    pub name: Identifier,
    /// Its parameters, passed by value.
    pub parameters: Vec<Identifier>,
    /// How many values it returns.
    pub results: usize,
    /// Its local variables.
    pub locals: Vec<Identifier>,
    /// States that violate this do not exist: at entry, after each statement, after a call.
    pub enforce: Option<Expr>,
    /// Its statements.
    pub body: Vec<Statement>,
}

/// A statement with the labels that stand before it.
#[derive(Debug, Clone)]
pub struct Statement {
    /// Labels, all naming this statement.
    pub labels: Vec<Identifier>,
    /// What it does.
    pub kind: StatementKind,
    /// Printed behind the statement; not part of the program's meaning nor of its equality.
    pub comment: Option<String>,
    /// The line it was read from, 0 if it was not read; not part of its equality.
    pub line: u32,
    /// What it stands for in the source of the program that it abstracts; not part of its equality.
    pub origin: Option<Span>,
}

/// What a statement does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementKind {
    /// Nothing.
    Skip,
    /// Parallel assignment, reading the old state. A target `None` drops the value (`_`).
    Assign {
        /// The variables assigned.
        targets: Vec<Option<Identifier>>,
        /// Their values, as many as targets.
        values: Vec<Expr>,
        /// Keeps only the successors that satisfy this; `'x` is the new value of x.
        constrain: Option<Expr>,
    },
    /// A call; results may be ignored by leaving `targets` empty.
    Call {
        /// The variables that take the results.
        targets: Vec<Option<Identifier>>,
        /// The procedure called.
        callee: Identifier,
        /// The values passed.
        arguments: Vec<Expr>,
    },
    /// Cuts the run where the condition is false.
    Assume(Expr),
    /// Fails where the condition may be false; a failing run ends.
    Assert(Expr),
    /// Conditional; `branches` is never empty.
    If {
        /// `if`, then each `elsif`: condition and statements.
        branches: Vec<(Expr, Vec<Statement>)>,
        /// `else`, possibly empty.
        otherwise: Vec<Statement>,
    },
    /// Loop.
    While {
        /// Entered again as long as this holds.
        condition: Expr,
        /// The body.
        body: Vec<Statement>,
    },
    /// Jump to one of the labels.
    Goto(Vec<Identifier>),
    /// Return with values, or with arbitrary ones if none are given.
    Return(Vec<Expr>),
}

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expr {
    /// `0` or `1`.
    Constant(bool),
    /// A variable.
    Variable(Identifier),
    /// `'x`, the value of x after the assignment; only under `constrain`.
    Next(Identifier),
    /// `*`: lost information.
    Lost,
    /// `nondet`: the environment decides.
    Nondet,
    /// `!e`
    Not(Box<Expr>),
    /// An associative or binary operator with two or more operands.
    Binary(BinaryOperator, Vec<Expr>),
    /// `choose(p, n)`: 1 if p, else 0 if n, else lost.
    Choose(Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// An operator with two or more operands; only `And` and `Or` take more than two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BinaryOperator {
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `=>`
    Implies,
}

impl Identifier {
    /// The identifier with this text; braces are not part of it.
    pub fn new(text: &str) -> Identifier {
        Identifier(text.into())
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A name is found in a table by its text.
impl Borrow<str> for Identifier {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.0)
    }
}

impl PartialEq for Statement {
    fn eq(&self, other: &Statement) -> bool {
        self.labels == other.labels && self.kind == other.kind
    }
}

impl Eq for Statement {}

impl Statement {
    /// A statement without label and comment.
    pub fn new(kind: StatementKind) -> Statement {
        Statement {
            labels: Vec::new(),
            kind,
            comment: None,
            line: 0,
            origin: None,
        }
    }
}

impl Expr {
    /// A variable.
    pub fn variable(name: &Identifier) -> Expr {
        Expr::Variable(name.clone())
    }

    /// The negation, without doubling one.
    #[must_use]
    #[allow(clippy::should_implement_trait)] // a constructor among its like
    #[allow(clippy::wildcard_enum_match_arm)] // every other shape is negated as it is
    pub fn not(operand: Expr) -> Expr {
        match operand {
            Expr::Constant(value) => Expr::Constant(!value),
            Expr::Not(inner) => *inner,
            other => Expr::Not(Box::new(other)),
        }
    }

    /// The conjunction; of nothing, 1.
    pub fn and(operands: Vec<Expr>) -> Expr {
        Expr::joined(BinaryOperator::And, operands, true)
    }

    /// The disjunction; of nothing, 0.
    pub fn or(operands: Vec<Expr>) -> Expr {
        Expr::joined(BinaryOperator::Or, operands, false)
    }

    #[allow(clippy::fn_params_excessive_bools)] // the neutral element, not a flag
    fn joined(operator: BinaryOperator, mut operands: Vec<Expr>, neutral: bool) -> Expr {
        match operands.len() {
            0 => Expr::Constant(neutral),
            1 => operands.remove(0),
            _ => Expr::Binary(operator, operands),
        }
    }

    /// `choose(positive, negative)`
    pub fn choose(positive: Expr, negative: Expr) -> Expr {
        Expr::Choose(Box::new(positive), Box::new(negative))
    }
}
