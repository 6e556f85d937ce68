//! The syntax of a compilation unit, as written: names are not resolved, nothing is typed.

use num_bigint::BigInt;

use crate::logic::{Arithmetic, Comparison};
use crate::source::Span;

/// A compilation unit with the `--%` clauses that stand before it.
#[derive(Debug, Clone)]
pub struct Unit {
    /// The clauses before the unit.
    pub clauses: Vec<Clause>,
    /// What kind of unit.
    pub kind: UnitKind,
    /// From the first to the last character.
    pub span: Span,
}

/// The kinds of compilation unit.
#[derive(Debug, Clone)]
pub enum UnitKind {
    /// `package P is … end P;`
    PackageSpecification(PackageSpecification),
    /// `package body P is … end P;`
    PackageBody(PackageBody),
    /// `procedure P … ;` on its own, the specification of a library-level procedure.
    SubprogramDeclaration(SubprogramSpecification),
    /// A library-level procedure.
    SubprogramBody(SubprogramBody),
}

/// The specification of a package.
#[derive(Debug, Clone)]
pub struct PackageSpecification {
    /// The package's name.
    pub name: Name,
    /// What clients see.
    pub visible: Vec<Declaration>,
    /// What stands after `private`.
    pub private: Vec<Declaration>,
}

/// The body of a package.
#[derive(Debug, Clone)]
pub struct PackageBody {
    /// The package's name.
    pub name: Name,
    /// What stands between `is` and `begin` or `end`.
    pub declarations: Vec<Declaration>,
    /// What stands between `begin` and `end`.
    pub statements: Vec<Statement>,
}

/// The profile of a subprogram with its contract.
#[derive(Debug, Clone)]
pub struct SubprogramSpecification {
    /// The subprogram's name.
    pub name: Name,
    /// The parameters, one entry per name.
    pub formals: Vec<Formal>,
    /// The aspects: `Pre`, `Post`, …
    pub aspects: Vec<Aspect>,
    /// From the first to the last character.
    pub span: Span,
}

/// A subprogram with its body.
#[derive(Debug, Clone)]
pub struct SubprogramBody {
    /// Its profile.
    pub specification: SubprogramSpecification,
    /// What stands between `is` and `begin`.
    pub declarations: Vec<Declaration>,
    /// What stands between `begin` and `end`.
    pub statements: Vec<Statement>,
    /// From the first to the last character.
    pub span: Span,
}

/// A parameter.
#[derive(Debug, Clone)]
pub struct Formal {
    /// Its name.
    pub name: Name,
    /// The words `in`, `out` as written.
    pub mode: Mode,
    /// Its subtype.
    pub subtype: Expression,
}

/// The mode of a parameter as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Nothing, or `in`.
    In,
    /// `out`
    Out,
    /// `in out`
    InOut,
}

/// An aspect of a declaration, e.g. `Pre => X > 0`.
#[derive(Debug, Clone)]
pub struct Aspect {
    /// The aspect's name.
    pub name: Name,
    /// What it is defined as; `None` also where the definition is of no interest to sabs.
    pub definition: Option<Expression>,
}

/// A declaration.
#[derive(Debug, Clone)]
pub struct Declaration {
    /// What is declared.
    pub kind: DeclarationKind,
    /// From the first to the last character.
    pub span: Span,
}

/// The kinds of declaration.
#[derive(Debug, Clone)]
pub enum DeclarationKind {
    /// `X, Y : Integer range 0 .. 10 := 5;`
    Object {
        /// The names.
        names: Vec<Name>,
        /// Whether the word `constant` stands there.
        is_constant: bool,
        /// The subtype.
        subtype: SubtypeIndication,
        /// The initial value.
        value: Option<Expression>,
    },
    /// `N : constant := 10;`
    Number {
        /// The names.
        names: Vec<Name>,
        /// The value.
        value: Expression,
    },
    /// `subtype S is Integer range 1 .. 10;`
    Subtype {
        /// The name.
        name: Name,
        /// What it stands for.
        indication: SubtypeIndication,
    },
    /// `type T is range 1 .. 10;`
    SignedType {
        /// The name.
        name: Name,
        /// The first value.
        low: Expression,
        /// The last value.
        high: Expression,
    },
    /// `type T is mod 256;`
    ModularType {
        /// The name.
        name: Name,
        /// How many values there are.
        modulus: Expression,
    },
    /// `type T is (Red, Green);`
    Enumeration {
        /// The name.
        name: Name,
        /// The values, in order.
        literals: Vec<Name>,
    },
    /// A subprogram without its body.
    Subprogram(SubprogramSpecification),
    /// A subprogram with its body.
    SubprogramBody(Box<SubprogramBody>),
    /// `pragma Assert (…);` and the like.
    Pragma(Pragma),
    /// A `--%` clause.
    Clause(Clause),
    /// What could not be read; a diagnostic says why.
    Error,
}

/// A subtype mark with its constraint, if any.
#[derive(Debug, Clone)]
pub struct SubtypeIndication {
    /// The name of the type or subtype.
    pub mark: Expression,
    /// `range low .. high`
    pub constraint: Option<Range>,
}

/// `low .. high` or `P'Range`.
#[derive(Debug, Clone)]
pub enum Range {
    /// `low .. high`
    Bounds(Expression, Expression),
    /// `prefix'Range`
    Attribute(Expression),
}

/// A pragma.
#[derive(Debug, Clone)]
pub struct Pragma {
    /// Its name.
    pub name: Name,
    /// Its arguments, without their names.
    pub arguments: Vec<Expression>,
}

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
    /// `return;`
    Return,
    /// A procedure call.
    Call {
        /// The procedure.
        callee: Expression,
        /// What is passed.
        arguments: Vec<Association>,
    },
    /// `declare … begin … end;`
    Block {
        /// What stands after `declare`.
        declarations: Vec<Declaration>,
        /// What stands after `begin`.
        statements: Vec<Statement>,
    },
    /// `pragma Assert (…);` and the like.
    Pragma(Pragma),
    /// A `--%` clause.
    Clause(Clause),
    /// What could not be read; a diagnostic says why.
    Error,
}

/// `when choices => statements`
#[derive(Debug, Clone)]
pub struct Alternative {
    /// The choices; none for `others`.
    pub choices: Vec<Choice>,
    /// The statements.
    pub body: Vec<Statement>,
    /// Where the choices stand.
    pub span: Span,
}

/// What stands before the word `loop`.
#[derive(Debug, Clone)]
pub enum Scheme {
    /// Nothing.
    Forever,
    /// `while condition`
    While(Expression),
    /// `for parameter in [reverse] domain`
    For(Box<ForScheme>),
}

/// `for parameter in [reverse] domain`
#[derive(Debug, Clone)]
pub struct ForScheme {
    /// The loop parameter.
    pub parameter: Name,
    /// Which way it goes.
    pub direction: Direction,
    /// What it ranges over.
    pub domain: Domain,
}

/// Which way a loop parameter goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From the first to the last value.
    Upwards,
    /// From the last to the first value: the word `reverse` stands there.
    Downwards,
}

/// What a loop parameter ranges over.
#[derive(Debug, Clone)]
pub enum Domain {
    /// `low .. high`
    Range(Range),
    /// `S` or `S range low .. high`
    Subtype(SubtypeIndication),
}

/// An actual parameter, named or not.
#[derive(Debug, Clone)]
pub struct Association {
    /// The formal's name, if it is given.
    pub formal: Option<Name>,
    /// What is passed.
    pub actual: Expression,
}

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
    /// An identifier.
    Name(String),
    /// `prefix.selector`
    Selected(Box<Expression>, Name),
    /// `prefix'designator`
    Attribute(Box<Expression>, Name),
    /// A call, a conversion, an indexing: `prefix (arguments)`.
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
    /// `mark'(operand)`
    Qualified(Box<Expression>, Box<Expression>),
    /// What could not be read; a diagnostic says why.
    Error,
}

/// One choice of a membership test or of a case.
#[derive(Debug, Clone)]
pub enum Choice {
    /// A value or the name of a subtype.
    Expression(Expression),
    /// A range.
    Range(Range),
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

/// An identifier where it is declared or used.
#[derive(Debug, Clone)]
pub struct Name {
    /// As the user spelt it.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A `--%` clause.
#[derive(Debug, Clone)]
pub struct Clause {
    /// What it says.
    pub kind: ClauseKind,
    /// From its first word to its last character.
    pub span: Span,
}

/// The kinds of `--%` clause.
#[derive(Debug, Clone)]
pub enum ClauseKind {
    /// `assert X > 0`
    Assert(Expression),
    /// `assume X > 0`
    Assume(Expression),
    /// `predicate pos : X > 0, even (Y)`
    Predicate(Vec<PredicateText>),
    /// `havoc X, Y`
    Havoc(Vec<Expression>),
    /// `nondet X, Y`
    Nondet(Vec<Expression>),
    /// `label L`
    Label(Name),
    /// `option method = direct, max_cube = 3`
    Option(Vec<(Name, Name)>),
}

/// One predicate of a clause.
#[derive(Debug, Clone)]
pub struct PredicateText {
    /// The name given to it.
    pub name: Option<Name>,
    /// The predicate.
    pub expression: Expression,
    /// The predicate as the user wrote it, white space normalised.
    pub text: String,
}

impl Declaration {
    /// The names of the objects it declares, if it is a declaration of objects.
    pub fn object_names(&self) -> Option<&[Name]> {
        if let DeclarationKind::Object { names, .. } = &self.kind {
            Some(names)
        } else {
            None
        }
    }
}

impl Name {
    /// The form under which names are compared: Ada does not distinguish upper and lower case.
    pub fn key(&self) -> String {
        self.text.to_lowercase()
    }
}
