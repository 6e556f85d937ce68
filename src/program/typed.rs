//! The typed program.

use std::sync::Arc;

use num_bigint::BigInt;

use super::interval::Interval;
use crate::diagnostic::Diagnostic;
use crate::logic::{Sort, Term, Variable};
use crate::source::Span;
use crate::syntax::ast::Direction;
use crate::verdict::Check;

/// A unit whose names are resolved, whose expressions are typed and whose checks are explicit.
#[derive(Debug, Clone)]
pub struct Program {
    /// The unit's name, as written.
    pub name: String,
    /// What kind of unit it is.
    pub kind: UnitKind,
    /// The package's variables, in source order.
    pub globals: Vec<Global>,
    /// What gives the package's variables their first values.
    pub elaboration: Elaboration,
    /// The subprograms, in source order.
    pub subprograms: Vec<Subprogram>,
    /// The subprograms that the most general client calls, in source order.
    pub entries: Vec<SubprogramId>,
    /// The predicates the user wrote, in source order.
    pub predicates: Vec<PredicateClause>,
    /// The options the user set, in source order.
    pub options: Vec<OptionClause>,
    /// What the user should know; the work goes on.
    pub warnings: Vec<Diagnostic>,
}

/// The kinds of unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitKind {
    /// A package: its entries may be called any number of times, in any order.
    Package,
    /// A library-level procedure: it is called once.
    Procedure,
}

/// A variable of a package.
#[derive(Debug, Clone)]
pub struct Global {
    /// The variable.
    pub object: Object,
    /// Whether clients may assign to it: it is declared in the visible part of the package.
    pub is_visible: bool,
}

/// What runs before the first call.
#[derive(Debug, Clone, Default)]
pub struct Elaboration {
    /// The loop parameters and temporaries of the statements.
    pub locals: Vec<Object>,
    /// The initialisations, then the statements of the package body.
    pub statements: Vec<Statement>,
}

/// A subprogram among those of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SubprogramId(pub u32);

/// One subprogram.
#[derive(Debug, Clone)]
pub struct Subprogram {
    /// The full name, e.g. `P.Inc`.
    pub name: String,
    /// The parameters, in order.
    pub formals: Vec<Formal>,
    /// The local variables, loop parameters, snapshots and temporaries.
    pub locals: Vec<Object>,
    /// What callers must establish; its checks are those of evaluating it.
    pub precondition: Option<Expression>,
    /// The values at entry that the postcondition speaks of.
    pub snapshots: Vec<Snapshot>,
    /// What the body must establish; its checks are those of evaluating it and, in order, those
    /// of its conjuncts.
    pub postcondition: Option<Expression>,
    /// The statements, initialisations of the locals among them.
    pub body: Vec<Statement>,
    /// Where the subprogram is declared.
    pub span: Span,
}

/// A parameter, passed by copy.
#[derive(Debug, Clone)]
pub struct Formal {
    /// The variable that holds it in the body.
    pub object: Object,
    /// Which way it is copied.
    pub mode: Mode,
}

/// The mode of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// Copied in; the body cannot change it.
    In,
    /// Copied back; unset at the start.
    Out,
    /// Copied in and back.
    InOut,
}

/// `source'Old`: the value of a variable when the subprogram was entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The local that keeps the value.
    pub copy: Variable,
    /// The variable whose value is kept.
    pub source: Variable,
    /// Where the postcondition asks for it.
    pub span: Span,
}

/// A variable with its subtype.
#[derive(Debug, Clone)]
pub struct Object {
    /// The variable.
    pub variable: Variable,
    /// Its subtype.
    pub subtype: Subtype,
    /// Where it is declared.
    pub span: Span,
}

/// A type with a range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subtype {
    /// Boolean.
    Boolean,
    /// A range of an integer or enumeration type.
    Discrete(DiscreteSubtype),
}

/// A range of an integer or enumeration type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiscreteSubtype {
    /// The type.
    pub base: Arc<DiscreteType>,
    /// The subtype's name, if it has one.
    pub name: Option<String>,
    /// The first value.
    pub first: BigInt,
    /// The last value; before the first if there is none.
    pub last: BigInt,
}

/// An integer or enumeration type. A value of an enumeration is the position of its literal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiscreteType {
    /// What tells it from other types of the same name.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// What messages call its base range: `Integer`, `T'Base`.
    pub base_name: String,
    /// The first value of its base range.
    pub first: BigInt,
    /// The last value of its base range.
    pub last: BigInt,
    /// What its operators do.
    pub arithmetic: TypeArithmetic,
}

/// What the operators of a type do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeArithmetic {
    /// Signed integers: a result outside the base range is an overflow.
    Checked,
    /// Modular integers: a result is reduced to the base range.
    Wrapping,
    /// Enumerations have no arithmetic.
    None,
}

/// A pure expression with the checks that evaluating it makes.
#[derive(Debug, Clone)]
pub struct Expression {
    /// Its value; total, so that it means something even where a check fails.
    pub term: Term,
    /// What must hold when it is evaluated, in order of evaluation.
    pub checks: Vec<GuardedCheck>,
    /// The variables that evaluating it reads, in order.
    pub reads: Vec<Read>,
    /// The expression as Ada text.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A variable read at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The variable.
    pub variable: Variable,
    /// Where.
    pub span: Span,
}

/// A check and what must hold, the condition under which it is evaluated included.
#[derive(Debug, Clone)]
pub struct GuardedCheck {
    /// Which check.
    pub check: Check,
    /// In `A and then B`, a check of B is `not A or check`.
    pub condition: Term,
}

/// A statement and where it stands.
#[derive(Debug, Clone)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of statement.
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// `target := value`; the range check is among the value's.
    Assign {
        /// The variable that changes.
        target: Variable,
        /// Its new value.
        value: Expression,
    },
    /// Each condition with what is done where it is the first to hold; `otherwise` where none is.
    If {
        /// The conditions and their statements.
        branches: Vec<(Expression, Vec<Statement>)>,
        /// What is done where no condition holds.
        otherwise: Vec<Statement>,
    },
    /// A loop, left by its scheme or by [`StatementKind::Exit`].
    Loop {
        /// What `exit` calls it.
        id: LoopId,
        /// How it goes on.
        scheme: Scheme,
        /// What is repeated.
        body: Vec<Statement>,
    },
    /// Leaves a loop.
    Exit {
        /// Which one.
        target: LoopId,
        /// When; always if there is no condition.
        condition: Option<Expression>,
    },
    /// Leaves the subprogram.
    Return,
    /// A call.
    Call(Box<Call>),
    /// The checks of an assertion: those of evaluating it, then itself.
    Assert(Expression),
    /// Runs in which it does not hold are of no interest.
    Assume(Expression),
    /// The variable takes any value of its subtype.
    Forget {
        /// The variable.
        target: Variable,
        /// Who chooses the value.
        chooser: Chooser,
    },
    /// A point to ask reachability of.
    Label(String),
}

/// Who chooses a value that the program does not determine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chooser {
    /// Nobody knows: information is lost.
    Nobody,
    /// The environment does.
    Environment,
}

/// A loop among those of a subprogram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LoopId(pub u32);

/// How a loop goes on.
#[derive(Debug, Clone)]
pub enum Scheme {
    /// For ever.
    Forever,
    /// While a condition holds.
    While(Expression),
    /// Over a range.
    For(Box<ForLoop>),
}

/// The range of a `for` loop.
#[derive(Debug, Clone)]
pub struct ForLoop {
    /// The loop parameter.
    pub parameter: Variable,
    /// Which way it goes.
    pub direction: Direction,
    /// The first value of the range.
    pub low: Expression,
    /// The last value of the range; checks that need both bounds are among its own.
    pub high: Expression,
    /// Where the bound at which the loop ends is kept, if it may change while the loop runs.
    pub kept_bound: Option<Variable>,
}

/// A call by copy.
#[derive(Debug, Clone)]
pub struct Call {
    /// The subprogram called.
    pub callee: SubprogramId,
    /// The checks before the call, in order: of evaluating the arguments, of their ranges, and
    /// the precondition.
    pub checks: Vec<GuardedCheck>,
    /// Per formal, the value copied in (`None` for mode `out`).
    pub arguments: Vec<Option<Term>>,
    /// Per formal, how the value is copied back (`None` for mode `in`).
    pub results: Vec<Option<CopyBack>>,
    /// The variables that the arguments read.
    pub reads: Vec<Read>,
    /// The call as Ada text.
    pub text: String,
}

/// How the value of a formal comes back to the actual.
#[derive(Debug, Clone)]
pub struct CopyBack {
    /// The actual.
    pub target: Variable,
    /// If the value might not lie in the actual's subtype: the local that receives it, and the
    /// check, over that local, that it does.
    pub narrowing: Option<(Variable, GuardedCheck)>,
    /// Where the actual stands.
    pub span: Span,
}

/// A predicate the user wrote.
#[derive(Debug, Clone)]
pub struct PredicateClause {
    /// The name the user gave it.
    pub name: Option<String>,
    /// The predicate as the user wrote it, white space normalised.
    pub text: String,
    /// The predicate.
    pub term: Term,
    /// The subprogram it belongs to; `None` for the whole unit.
    pub scope: Option<SubprogramId>,
    /// Where it stands.
    pub span: Span,
}

/// An option the user set.
#[derive(Debug, Clone)]
pub struct OptionClause {
    /// The subprogram it belongs to; `None` for the whole unit.
    pub scope: Option<SubprogramId>,
    /// The option's name, in lower case.
    pub name: String,
    /// Its value, in lower case.
    pub value: String,
    /// Where it stands.
    pub span: Span,
}

impl Program {
    /// The subprogram with the given identity.
    pub fn subprogram(&self, id: SubprogramId) -> &Subprogram {
        &self.subprograms[id.0 as usize]
    }
}

impl Subtype {
    /// The sort of its values.
    pub fn sort(&self) -> Sort {
        match self {
            Subtype::Boolean => Sort::Bool,
            Subtype::Discrete(_) => Sort::Int,
        }
    }

    /// Smallest and largest value; `None` for Boolean, and for a subtype that has no value.
    pub fn range(&self) -> Option<(BigInt, BigInt)> {
        match self {
            Subtype::Boolean => None,
            Subtype::Discrete(subtype) => (subtype.first <= subtype.last)
                .then(|| (subtype.first.clone(), subtype.last.clone())),
        }
    }

    /// Whether no value belongs to it.
    pub fn is_empty(&self) -> bool {
        self.sort() == Sort::Int && self.range().is_none()
    }
}

impl DiscreteSubtype {
    /// The declared range; empty if there is no value.
    pub(super) fn interval(&self) -> Interval {
        Interval::new(self.first.clone(), self.last.clone())
    }

    /// An interval that every variable of the subtype lies in; never empty.
    pub(super) fn values(&self) -> Interval {
        let interval = self.interval();
        if interval.is_empty() {
            self.base.interval()
        } else {
            interval
        }
    }
}

impl DiscreteType {
    /// The base range.
    pub(super) fn interval(&self) -> Interval {
        Interval::new(self.first.clone(), self.last.clone())
    }
}

impl DiscreteType {
    /// Whether it is an enumeration.
    pub fn is_enumeration(&self) -> bool {
        self.arithmetic == TypeArithmetic::None
    }
}

impl Expression {
    /// Whether evaluating it fails no check.
    pub fn well_formed(&self) -> Term {
        Term::and(self.checks.iter().map(|check| check.condition.clone()))
    }
}
