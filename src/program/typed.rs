//! The typed program.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::temporal::PropertyClause;
use crate::diagnostic::Diagnostic;
use crate::logic::{Binder, Form, Term, Value, Variable};
use crate::source::Span;
use crate::syntax::ast::Direction;
use crate::verdict::Check;

/// Units whose names are resolved, whose expressions are typed and whose checks are explicit.
#[derive(Debug, Clone)]
pub struct Program {
    /// The main unit's name, as written.
    pub name: String,
    /// What kind of unit it is.
    pub kind: UnitKind,
    /// The packages' variables, in source order.
    pub globals: Vec<Global>,
    /// What gives the packages' variables their first values.
    pub elaboration: Elaboration,
    /// What clients may do to the packages' variables, in source order.
    pub settings: Vec<Setting>,
    /// The subprograms, in source order.
    pub subprograms: Vec<Subprogram>,
    /// The subprograms that the most general client calls, in source order.
    pub entries: Vec<SubprogramId>,
    /// The predicates the user wrote, in source order.
    pub predicates: Vec<PredicateClause>,
    /// The options the user set, in source order.
    pub options: Vec<OptionClause>,
    /// The temporal properties the user wrote, in source order.
    pub properties: Vec<PropertyClause>,
    /// What is not modelled, and so lost, in source order.
    pub gaps: Vec<Gap>,
    /// What the user should know; the work goes on.
    pub warnings: Vec<Diagnostic>,
}

/// A construct that is not modelled: what it changes is lost, what it checks is not judged.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gap {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub construct: String,
    /// Whether it stands for a whole body: no check of it is looked at.
    pub is_body: bool,
    /// Whether it is something that must hold and is not looked at.
    pub is_promise: bool,
}

impl Gap {
    /// A construct whose effect is lost.
    pub fn new(span: Span, construct: impl Into<String>) -> Gap {
        Gap {
            span,
            construct: construct.into(),
            is_body: false,
            is_promise: false,
        }
    }
}

/// The kinds of unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitKind {
    /// A package: its entries may be called any number of times, in any order.
    Package,
    /// A library-level subprogram: it is called once.
    Procedure,
    /// Subprograms that are judged one by one: each is called once, from any state.
    Separate,
}

/// A variable of a package.
#[derive(Debug, Clone)]
pub struct Global {
    /// The variable.
    pub object: Object,
    /// Whether clients may assign to it: it is declared in the visible part of a package.
    pub is_visible: bool,
    /// Whether it keeps the value that elaboration gives it.
    pub is_constant: bool,
}

/// What runs before the first call.
#[derive(Debug, Clone, Default)]
pub struct Elaboration {
    /// The loop parameters and temporaries of the statements.
    pub locals: Vec<Object>,
    /// The initialisations, then the statements of the package bodies.
    pub statements: Vec<Statement>,
}

/// Variables that clients give values at once, since something holds of them together.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The variables, and who chooses their values: clients cannot choose those of private types.
    pub targets: Vec<(Variable, Chooser)>,
    /// What their subtypes say beyond ranges, which is known of all that clients assign.
    pub guarantees: Vec<Expression>,
}

impl Setting {
    /// One variable takes any value of its type.
    pub(super) fn of(variable: &Variable, chooser: Chooser) -> Setting {
        Setting {
            targets: vec![(variable.clone(), chooser)],
            guarantees: Vec::new(),
        }
    }

    /// Whether it gives the variable a value.
    pub(super) fn sets(&self, variable: &Variable) -> bool {
        self.targets.iter().any(|(target, _)| target == variable)
    }
}

/// A subprogram among those of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SubprogramId(pub u32);

/// One subprogram.
#[derive(Debug, Clone)]
pub struct Subprogram {
    /// The full name, e.g. `P.Inc`.
    pub name: String,
    /// The parameters, in order: one per scalar leaf and per bound of an unconstrained array, the
    /// result last, then the variables of subprograms around this one.
    pub formals: Vec<Formal>,
    /// The local variables, loop parameters, snapshots and temporaries.
    pub locals: Vec<Object>,
    /// What the types of the parameters say of their values beside their ranges.
    pub facts: Vec<Term>,
    /// What else the subtypes of the parameters say, which is known of all that clients pass.
    pub guarantees: Vec<Expression>,
    /// What callers must establish; its steps are those of evaluating it.
    pub precondition: Option<Expression>,
    /// What is evaluated at entry for the postcondition, in order.
    pub snapshots: Vec<Statement>,
    /// What the body must establish; its steps are those of evaluating it and, in order, the
    /// checks of its conjuncts.
    pub postcondition: Option<Expression>,
    /// What it does.
    pub body: Body,
    /// What it returns, over its parameters and the globals, if it is an expression function that
    /// calls no others and returns a scalar.
    pub returns: Option<Term>,
    /// Whether a body around it was not read, so that nobody knows who calls it, and whether.
    pub is_stranded: bool,
    /// Whether nothing calls it and no client can: it is an entry, to be judged, all the same.
    pub is_uncalled: bool,
    /// Where the subprogram is declared.
    pub span: Span,
    /// Where its name stands at the body, if a body was read.
    pub body_span: Option<Span>,
}

/// What a subprogram does.
#[derive(Debug, Clone)]
pub enum Body {
    /// The statements, initialisations of the locals among them.
    Statements(Vec<Statement>),
    /// There is no body: what it may change is lost, and its postcondition holds.
    Absent {
        /// The globals it may change.
        changes: Vec<Variable>,
    },
    /// In place of a body that is judged on its own: what it may change is lost, and its
    /// postcondition holds.
    Contract {
        /// The globals it may change.
        changes: Vec<Variable>,
    },
    /// There is a body that cannot be modelled: whatever it can see is lost.
    Rejected {
        /// What stands in the way.
        reason: Gap,
        /// The subprograms it may call.
        calls: Vec<SubprogramId>,
        /// The globals it may change.
        changes: Vec<Variable>,
    },
}

/// A parameter, passed by copy.
#[derive(Debug, Clone)]
pub struct Formal {
    /// The variable that holds it in the body.
    pub object: Object,
    /// Which way it is copied.
    pub mode: Mode,
    /// Whether clients cannot choose its value: it is of a private type.
    pub is_hidden: bool,
    /// Whether it is a variable of a subprogram around this one.
    pub is_lifted: bool,
    /// Whether the body begins with it unset; a composite of mode `out` is copied in all the same,
    /// since what is not set keeps its value.
    pub is_unset: bool,
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

/// A variable of the logic: a scalar, a leaf of a record or array, or a bound.
#[derive(Debug, Clone)]
pub struct Object {
    /// The variable.
    pub variable: Variable,
    /// Smallest and largest value of its subtype, of an array those of its components; `None` for
    /// Booleans, and for a subtype that has no value.
    pub range: Option<(BigInt, BigInt)>,
    /// Of an array, the bounds of its dimensions.
    pub bounds: Vec<(Term, Term)>,
    /// Whether no value belongs to its subtype.
    pub is_empty: bool,
    /// Whether it is of an enumeration, which the logic knows by the positions of its literals.
    pub is_enumeration: bool,
    /// Its subtype's name or range.
    pub type_name: String,
    /// The literals of its type, of an array those of its components, if it is an enumeration.
    pub literals: Arc<Vec<String>>,
    /// What it is in the source, if it holds scalars of a known type.
    pub form: Option<Arc<Form>>,
    /// Where it is declared.
    pub span: Span,
}

/// What evaluating something does, in order.
#[derive(Debug, Clone)]
pub struct Evaluation {
    /// The checks, and the calls of functions that are lifted out.
    pub steps: Vec<Step>,
    /// What is evaluated, as Ada text.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// An expression: its value over the state after its steps.
#[derive(Debug, Clone)]
pub struct Expression {
    /// Its value; total, so that it means something even where a check fails.
    pub term: Term,
    /// What evaluating it does.
    pub evaluation: Evaluation,
}

/// One step of an evaluation.
#[derive(Debug, Clone)]
pub enum Step {
    /// Something must hold.
    Check(GuardedCheck),
    /// A call, made where the guard holds.
    Call {
        /// When.
        guard: Term,
        /// The call.
        call: Box<Call>,
    },
    /// A temporary takes any value of its type.
    Forget {
        /// The temporary.
        target: Variable,
        /// Who chooses the value.
        chooser: Chooser,
    },
    /// A temporary takes a value.
    Assign(Variable, Term),
    /// Something is known.
    Assume(Term),
    /// A variable is read where the guard holds.
    Read(Read),
}

/// A variable read at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The variable.
    pub variable: Variable,
    /// Of an array, the indices of the component read.
    pub indices: Vec<Term>,
    /// Of a whole array, the bounds of the dimensions after those indices.
    pub bounds: Vec<(Term, Term)>,
    /// Under quantifiers, for which values of their variables, the outermost first.
    pub binders: Vec<Binder>,
    /// When.
    pub guard: Term,
    /// Where.
    pub span: Span,
}

impl Read {
    /// Whether what is read, or when, depends on a variable.
    pub(super) fn speaks_of(&self, variable: &Variable) -> bool {
        let bounds = self.bounds.iter().flat_map(|(low, high)| [low, high]);
        let binders = self.binders.iter().flat_map(|each| [&each.low, &each.high]);
        let terms = self.indices.iter().chain(bounds).chain(binders);
        let mut terms = terms.chain([&self.guard]);
        terms.any(|term| term.variables().contains(variable))
    }
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

impl Statement {
    /// An assignment that nobody wrote as one: of a declaration, or of a value kept for later.
    pub(super) fn unwritten(
        assignments: Vec<(Variable, Term)>,
        steps: Vec<Step>,
        span: Span,
    ) -> Statement {
        let evaluation = Evaluation {
            steps,
            text: String::new(),
            span,
        };
        Statement {
            kind: StatementKind::Assign {
                assignments,
                evaluation,
            },
            span,
        }
    }
}

/// The kinds of statement.
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// All variables get their values at once; range checks are among the steps.
    Assign {
        /// The variables that change, with their new values.
        assignments: Vec<(Variable, Term)>,
        /// What is evaluated before.
        evaluation: Evaluation,
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
    /// Leaves a loop or a block.
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
    /// The steps of an assertion: those of evaluating it, then itself.
    Assert(Evaluation),
    /// Runs in which it does not hold are of no interest.
    Assume(Expression),
    /// No run goes on here: a check before it has failed.
    Stop,
    /// The variable takes any value of its subtype.
    Forget {
        /// The variable.
        target: Variable,
        /// Who chooses the value.
        chooser: Chooser,
    },
    /// A point to ask reachability of.
    Label(String),
    /// `<<L>>`
    Target(String),
    /// `goto L;`
    Goto(String),
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
    /// Upwards, the first of each pair is followed by the second: a static predicate excludes what
    /// lies between them.
    pub skips: Vec<(BigInt, BigInt)>,
    /// The further dimensions of an array whose elements are gone through, the last one the fastest.
    pub inner: Vec<InnerRange>,
}

/// A further dimension that a `for` loop goes through at each step of those before it.
#[derive(Debug, Clone)]
pub struct InnerRange {
    /// What counts.
    pub parameter: Variable,
    /// The first value, which does not change while the loop runs.
    pub low: Term,
    /// The last value, which does not change while the loop runs.
    pub high: Term,
}

/// A call by copy.
#[derive(Debug, Clone)]
pub struct Call {
    /// The subprogram called.
    pub callee: SubprogramId,
    /// What happens before the call, in order: evaluating the arguments, the checks of their
    /// ranges, and the precondition.
    pub before: Vec<Step>,
    /// Per formal, the value copied in (`None` for mode `out`).
    pub arguments: Vec<Option<Term>>,
    /// Per formal, the variable copied back to (`None` for mode `in`).
    pub results: Vec<Option<Variable>>,
    /// What happens after the call: copying back what is no plain variable, with its checks.
    pub after: Vec<Step>,
    /// The variables that are passed to be changed, and where.
    pub changed: Vec<(Variable, Span)>,
    /// The variables of composites that are passed to be read, and where.
    pub read: Vec<(Variable, Span)>,
    /// The call as Ada text.
    pub text: String,
    /// Where it stands.
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

impl Evaluation {
    /// An evaluation that does nothing.
    pub(super) fn nothing(span: Span) -> Evaluation {
        Evaluation {
            steps: Vec::new(),
            text: String::new(),
            span,
        }
    }
}

impl Expression {
    /// Whether evaluating it fails no check; calls among its steps count for nothing.
    pub fn well_formed(&self) -> Term {
        Term::and(self.evaluation.steps.iter().filter_map(|step| match step {
            Step::Check(check) => Some(check.condition.clone()),
            Step::Call { .. }
            | Step::Forget { .. }
            | Step::Assign(..)
            | Step::Assume(_)
            | Step::Read(_) => None,
        }))
    }
}

impl Object {
    /// A value of this object as Ada writes it; indices of arrays as positions.
    pub fn literal(&self, value: &Value) -> String {
        match value {
            Value::Int(position) => {
                let named = position.to_usize().and_then(|at| self.literals.get(at));
                named.cloned().unwrap_or_else(|| value.to_string())
            }
            Value::Bool(_) => value.to_string(),
            Value::Array(array) => {
                let others = format!("others => {}", self.literal(array.default_value()));
                let named = |(index, value): (&BigInt, &Value)| {
                    format!("{index} => {}", self.literal(value))
                };
                let parts: Vec<String> = array.exceptions().map(named).chain([others]).collect();
                format!("({})", parts.join(", "))
            }
        }
    }
}
