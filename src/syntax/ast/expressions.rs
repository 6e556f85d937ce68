//! Expressions and names.

use num_bigint::BigInt;

use super::{Declaration, Direction, DiscreteRange, Name, SubtypeIndication, TypeUse};
use crate::logic::{Arithmetic, Comparison};
use crate::source::Span;

/// An expression or a name.
#[derive(Debug, Clone)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// From the first to the last character, parentheses not counted.
    pub span: Span,
    /// Where GNAT reports it: the operator of a binary operation, otherwise the first character.
    pub position: Span,
}

/// The kinds of expression.
#[derive(Debug, Clone)]
pub enum ExpressionKind {
    /// An integer literal.
    Integer(BigInt),
    /// A real literal, as written.
    Real(String),
    /// `'A'`
    Character(char),
    /// `"text"`, without the quotes around it, doubled quotes inside made single; also the name of
    /// an operator.
    String(String),
    /// `null`
    Null,
    /// An identifier.
    Name(String),
    /// `prefix.selector`
    Selected(Box<Expression>, Name),
    /// `prefix.all`
    Dereference(Box<Expression>),
    /// `prefix'designator`; with arguments it is the prefix of a call. `Range` and `Update` have
    /// forms of their own.
    Attribute(Box<Expression>, Name),
    /// A call, a conversion, an indexing, a slice: `prefix (arguments)`.
    Call(Box<Expression>, Vec<Association>),
    /// A unary operation.
    Unary(Unary, Box<Expression>),
    /// A binary operation.
    Binary(Binary, Box<Expression>, Box<Expression>),
    /// `operand [not] in choices`
    Membership {
        /// What is tested.
        operand: Box<Expression>,
        /// Whether the word `not` stands there.
        is_negated: bool,
        /// What it is tested for.
        choices: Vec<Choice>,
    },
    /// `(if condition then value elsif … else value)`
    If {
        /// Each condition with its value.
        branches: Vec<(Expression, Expression)>,
        /// The value after `else`.
        otherwise: Option<Box<Expression>>,
    },
    /// `(case selector is when choices => value, …)`
    Case {
        /// What is looked at.
        selector: Box<Expression>,
        /// The alternatives, in order.
        alternatives: Vec<ValueAlternative>,
    },
    /// `(for all X in D => predicate)`
    Quantified {
        /// `all` or `some`.
        quantifier: Quantifier,
        /// What it ranges over.
        iteration: Box<Iteration>,
        /// What must hold.
        predicate: Box<Expression>,
    },
    /// `(declare … begin value)`
    Declare {
        /// Constants, renamings and pragmas.
        declarations: Vec<Declaration>,
        /// The value.
        value: Box<Expression>,
    },
    /// `mark'(operand)`
    Qualified(Box<Expression>, Box<Expression>),
    /// `(1, 2, others => 0)` and the like.
    Aggregate(Box<Aggregate>),
    /// `prefix'Update (choices => value, …)`
    Update(Box<Expression>, Vec<AggregateAssociation>),
    /// `new T` and the like.
    Allocator(Box<Allocator>),
    /// `raise E with message`
    Raise {
        /// The exception.
        exception: Box<Expression>,
        /// The message.
        message: Option<Box<Expression>>,
    },
    /// `@`, the target of the assignment it stands in.
    Target,
    /// What could not be read; a diagnostic says why.
    Error,
}

/// What is passed: an actual parameter, an index, a constraint, an argument of a pragma.
#[derive(Debug, Clone)]
pub struct Association {
    /// The formal's name, if it is given.
    pub formal: Option<Name>,
    /// What is passed.
    pub actual: Actual,
}

/// What may be passed.
#[derive(Debug, Clone)]
pub enum Actual {
    /// A value, a name, a subtype without a constraint.
    Expression(Expression),
    /// The bounds of a slice or of an index.
    Discrete(DiscreteRange),
    /// `<>`
    Default(Span),
}

/// One choice of a case, a membership test, an aggregate, a variant, a handler.
#[derive(Debug, Clone)]
pub enum Choice {
    /// A value, the name of a subtype, of a component or of an exception.
    Expression(Expression),
    /// A range, with or without the name of its subtype.
    Discrete(DiscreteRange),
    /// `others`
    Others(Span),
}

/// `when choices => value`
#[derive(Debug, Clone)]
pub struct ValueAlternative {
    /// The choices.
    pub choices: Vec<Choice>,
    /// The value.
    pub value: Expression,
    /// Where the choices stand.
    pub span: Span,
}

/// `all` or `some`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantifier {
    /// `for all`
    All,
    /// `for some`
    Some,
}

/// `X in [reverse] D when filter`, `X : T of A`: of a loop, a quantifier or an aggregate.
#[derive(Debug, Clone)]
pub struct Iteration {
    /// What takes the values.
    pub parameter: Name,
    /// The subtype given to it, in iterations over elements.
    pub subtype: Option<TypeUse>,
    /// Which way it goes.
    pub direction: Direction,
    /// Where the values come from.
    pub domain: Domain,
    /// Which values count: `when filter`.
    pub filter: Option<Expression>,
    /// From the first to the last character.
    pub span: Span,
}

/// Where the values of an iteration come from.
#[derive(Debug, Clone)]
pub enum Domain {
    /// `in 1 .. 10`, `in Colour`; a subtype without constraint may also be the name of an iterator.
    Discrete(DiscreteRange),
    /// `of A`: the elements of an array or container.
    Elements(Expression),
    /// `in Iterate (C)`: what an iterator gives.
    Iterator(Expression),
}

/// An aggregate.
#[derive(Debug, Clone)]
pub struct Aggregate {
    /// What stands before the associations.
    pub form: AggregateForm,
    /// The associations, in order.
    pub associations: Vec<AggregateAssociation>,
    /// Whether it stands in `[` and `]`.
    pub is_bracketed: bool,
}

/// What stands before the associations of an aggregate.
#[derive(Debug, Clone)]
pub enum AggregateForm {
    /// Nothing.
    Plain,
    /// `null record`
    NullRecord,
    /// `ancestor with`
    Extension(Expression),
    /// `ancestor with null record`
    NullExtension(Expression),
    /// `base with delta`
    Delta(Expression),
}

/// One association of an aggregate.
#[derive(Debug, Clone)]
pub struct AggregateAssociation {
    /// `for X in D`: the choices are the values of X.
    pub iteration: Option<Box<Iteration>>,
    /// `use key`, of an iterated association.
    pub key: Option<Expression>,
    /// The choices; none if the association is positional or iterated.
    pub choices: Vec<Choice>,
    /// The value; none for `<>`.
    pub value: Option<Expression>,
    /// From the first to the last character.
    pub span: Span,
}

/// `new (pool) T (constraint)` or `new T'(value)`
#[derive(Debug, Clone)]
pub enum Allocator {
    /// Without an initial value.
    Subtype {
        /// The subpool.
        subpool: Option<Expression>,
        /// The subtype of the new object.
        subtype: SubtypeIndication,
    },
    /// With an initial value.
    Qualified {
        /// The subpool.
        subpool: Option<Expression>,
        /// A qualified expression.
        value: Expression,
    },
}

/// A unary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    /// `-a`
    Minus,
    /// `+a`
    Plus,
    /// `abs a`
    Absolute,
    /// `not a`
    Not,
}

/// A binary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    /// `a + b` and the like.
    Arithmetic(Arithmetic),
    /// `a ** b`
    Power,
    /// `a & b`
    Concatenate,
    /// `a < b` and the like.
    Compare(Comparison),
    /// `a and b` and the like.
    Logical(Logical),
}

/// A logical operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Logical {
    /// `a and b`
    And,
    /// `a or b`
    Or,
    /// `a xor b`
    Xor,
    /// `a and then b`
    AndThen,
    /// `a or else b`
    OrElse,
}

impl Actual {
    /// The value or name that is passed, if it is no range and no `<>`.
    pub fn expression(&self) -> Option<&Expression> {
        match self {
            Actual::Expression(expression) => Some(expression),
            Actual::Discrete(_) | Actual::Default(_) => None,
        }
    }

    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Actual::Expression(expression) => expression.span,
            Actual::Discrete(range) => range.span(),
            Actual::Default(span) => *span,
        }
    }
}

impl Choice {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Choice::Expression(expression) => expression.span,
            Choice::Discrete(range) => range.span(),
            Choice::Others(span) => *span,
        }
    }
}
