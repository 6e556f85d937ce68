//! Statements.

use super::{
    Association, Choice, Clause, Declaration, Expression, Iteration, Name, ObjectDeclaration,
    Opaque, Pragma,
};
use crate::source::Span;

/// A statement.
#[derive(Debug, Clone)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// From the first to the last character.
    pub span: Span,
}

/// The kinds of statement.
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// `null;`
    Null,
    /// `target := value;`
    Assignment {
        /// What is assigned to.
        target: Expression,
        /// The value.
        value: Expression,
    },
    /// `if … elsif … else … end if;`
    If {
        /// Each condition with the statements after its `then`.
        branches: Vec<(Expression, Vec<Statement>)>,
        /// The statements after `else`.
        otherwise: Vec<Statement>,
    },
    /// `case selector is when … => … end case;`
    Case {
        /// What is looked at.
        selector: Expression,
        /// The alternatives, in order.
        alternatives: Vec<Alternative>,
    },
    /// Any loop.
    Loop {
        /// Its name.
        name: Option<Name>,
        /// What stands before the word `loop`.
        scheme: Scheme,
        /// The statements of the loop.
        body: Vec<Statement>,
    },
    /// `exit [name] [when condition];`
    Exit {
        /// The loop to leave; the innermost if there is no name.
        target: Option<Name>,
        /// When to leave it; always if there is no condition.
        condition: Option<Expression>,
    },
    /// `continue [name] [when condition];`, of GNAT's extensions.
    Continue {
        /// The loop to go on with; the innermost if there is no name.
        target: Option<Name>,
        /// When to do so; always if there is no condition.
        condition: Option<Expression>,
    },
    /// `goto L;`
    Goto(Name),
    /// `<<L>>`, before the statement it belongs to.
    Label(Name),
    /// `return;` or `return value;`
    Return(Option<Expression>),
    /// `return X : T := value do … end return;`
    ExtendedReturn {
        /// The object that is returned; it has one name.
        object: Box<ObjectDeclaration>,
        /// What stands between `do` and `exception` or `end`.
        statements: Vec<Statement>,
        /// What stands after `exception`.
        handlers: Vec<Handler>,
    },
    /// `raise E with "message";`
    Raise {
        /// The exception; none to raise the one being handled again.
        exception: Option<Expression>,
        /// The message.
        message: Option<Expression>,
    },
    /// A procedure call.
    Call {
        /// The procedure.
        callee: Expression,
        /// What is passed.
        arguments: Vec<Association>,
    },
    /// `Name : declare … begin … exception … end Name;`
    Block {
        /// Its name.
        name: Option<Name>,
        /// What stands after `declare`.
        declarations: Vec<Declaration>,
        /// What stands after `begin`.
        statements: Vec<Statement>,
        /// What stands after `exception`.
        handlers: Vec<Handler>,
    },
    /// `pragma Assert (…);` and the like.
    Pragma(Pragma),
    /// A `--%` clause.
    Clause(Clause),
    /// Delays, entry calls, accept, select, requeue, abort, parallel blocks.
    Opaque(Opaque),
    /// What could not be read; a diagnostic says why.
    Error,
}

/// `when choices => statements`
#[derive(Debug, Clone)]
pub struct Alternative {
    /// The choices.
    pub choices: Vec<Choice>,
    /// The statements.
    pub body: Vec<Statement>,
    /// Where the choices stand.
    pub span: Span,
}

/// `when E : Constraint_Error | others => statements`
#[derive(Debug, Clone)]
pub struct Handler {
    /// The name of the occurrence.
    pub parameter: Option<Name>,
    /// The exceptions.
    pub choices: Vec<Choice>,
    /// The statements.
    pub statements: Vec<Statement>,
    /// From `when` to the last character.
    pub span: Span,
}

/// What stands before the word `loop`.
#[derive(Debug, Clone)]
pub enum Scheme {
    /// Nothing.
    Forever,
    /// `while condition`
    While(Expression),
    /// `for …`
    For(Box<Iteration>),
    /// Parallel loops and iterators over procedures.
    Opaque(Opaque),
}

/// Which way a loop parameter goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From the first to the last value.
    Upwards,
    /// From the last to the first value: the word `reverse` stands there.
    Downwards,
}
