//! Checks and what sabs says of them.

use std::fmt;

use crate::source::Span;

/// A condition that must hold at a place of the source, written by the user or implied by the
/// language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What kind of check.
    pub rule: Rule,
    /// Where, by GNAT's convention: the operator of a binary operation, otherwise the first
    /// character of the name or call.
    pub span: Span,
    /// The subprogram it stands in, e.g. `P.Inc`.
    pub subprogram: String,
    /// The condition as Ada text, for messages.
    pub condition: String,
}

/// A check among those of a program; `C1`, `C2`, … in source order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CheckId(pub u32);

/// The kind of a check, under GNATprove's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// A divisor is not zero.
    Division,
    /// The result of an operation lies in its base type.
    Overflow,
    /// A value lies in the range of the subtype it is given to.
    Range,
    /// An assertion holds.
    Assert,
    /// A precondition holds at a call.
    Precondition,
    /// A postcondition holds at the end of its subprogram.
    Postcondition,
    /// No exception is raised.
    Raise,
    /// An index lies in the range of its array.
    Index,
    /// Two arrays have the same length.
    Length,
    /// A discriminant has the value it must have.
    Discriminant,
    /// A value satisfies the predicate of its subtype.
    Predicate,
    /// The consequence of a contract case holds.
    ContractCase,
    /// The guards of contract cases exclude each other.
    DisjointCases,
    /// One of the guards of contract cases holds.
    CompleteCases,
    /// A loop invariant holds at the first arrival.
    LoopInvariantInitial,
    /// A loop invariant holds at later arrivals.
    LoopInvariantPreserved,
    /// A loop variant makes progress.
    LoopVariant,
    /// The variant of a recursive subprogram makes progress.
    SubprogramVariant,
    /// A variable that is read has been set.
    Initialization,
    /// What is passed to be changed overlaps nothing else that is used.
    Aliasing,
    /// A value that leaves its package satisfies the invariant of its type.
    TypeInvariant,
    /// The initial condition of a package holds after its elaboration.
    InitialCondition,
}

impl Rule {
    /// GNATprove's name of the rule.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Division => "VC_DIVISION_CHECK",
            Rule::Overflow => "VC_OVERFLOW_CHECK",
            Rule::Range => "VC_RANGE_CHECK",
            Rule::Assert => "VC_ASSERT",
            Rule::Precondition => "VC_PRECONDITION",
            Rule::Postcondition => "VC_POSTCONDITION",
            Rule::Raise => "VC_RAISE",
            Rule::Index => "VC_INDEX_CHECK",
            Rule::Length => "VC_LENGTH_CHECK",
            Rule::Discriminant => "VC_DISCRIMINANT_CHECK",
            Rule::Predicate => "VC_PREDICATE_CHECK",
            Rule::ContractCase => "VC_CONTRACT_CASE",
            Rule::DisjointCases => "VC_DISJOINT_CASES",
            Rule::CompleteCases => "VC_COMPLETE_CASES",
            Rule::LoopInvariantInitial => "VC_LOOP_INVARIANT_INIT",
            Rule::LoopInvariantPreserved => "VC_LOOP_INVARIANT_PRESERV",
            Rule::LoopVariant => "VC_LOOP_VARIANT",
            Rule::SubprogramVariant => "VC_SUBPROGRAM_VARIANT",
            Rule::Initialization => "VC_INITIALIZATION_CHECK",
            Rule::Aliasing => "ALIASING",
            Rule::TypeInvariant => "VC_TYPE_INVARIANT",
            Rule::InitialCondition => "VC_INITIAL_CONDITION",
        }
    }

    /// Whether its condition stands in the source, and is not implied by the language.
    pub fn is_written(self) -> bool {
        match self {
            Rule::Assert
            | Rule::Precondition
            | Rule::Postcondition
            | Rule::Predicate
            | Rule::ContractCase
            | Rule::DisjointCases
            | Rule::CompleteCases
            | Rule::LoopInvariantInitial
            | Rule::LoopInvariantPreserved
            | Rule::LoopVariant
            | Rule::SubprogramVariant
            | Rule::TypeInvariant
            | Rule::InitialCondition => true,
            Rule::Division
            | Rule::Overflow
            | Rule::Range
            | Rule::Raise
            | Rule::Index
            | Rule::Length
            | Rule::Discriminant
            | Rule::Initialization
            | Rule::Aliasing => false,
        }
    }

    /// Whether an executable with all its checks ends where it fails: GNAT does not look at what is
    /// set and at what overlaps.
    pub fn ends_executables(self) -> bool {
        !matches!(self, Rule::Initialization | Rule::Aliasing)
    }

    /// GNATprove's words for the check in a message.
    pub fn noun(self) -> &'static str {
        match self {
            Rule::Division => "divide by zero",
            Rule::Overflow => "overflow check",
            Rule::Range => "range check",
            Rule::Assert => "assertion",
            Rule::Precondition => "precondition",
            Rule::Postcondition => "postcondition",
            Rule::Raise => "exception",
            Rule::Index => "index check",
            Rule::Length => "length check",
            Rule::Discriminant => "discriminant check",
            Rule::Predicate => "predicate check",
            Rule::ContractCase => "contract case",
            Rule::DisjointCases => "disjoint contract cases",
            Rule::CompleteCases => "complete contract cases",
            Rule::LoopInvariantInitial => "loop invariant in first iteration",
            Rule::LoopInvariantPreserved => "loop invariant after first iteration",
            Rule::LoopVariant => "loop variant",
            Rule::SubprogramVariant => "subprogram variant",
            Rule::Initialization => "initialization check",
            Rule::Aliasing => "aliasing check",
            Rule::TypeInvariant => "invariant check",
            Rule::InitialCondition => "initial condition",
        }
    }

    /// What is proved or fails, where those words name the failure itself.
    pub fn subject(self) -> &'static str {
        if self == Rule::Division {
            "division check"
        } else {
            self.noun()
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for CheckId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "C{}", self.0 + 1)
    }
}

/// What sabs says of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It holds in every run.
    Proved(Arrival),
    /// There is a run in which it fails.
    Violated,
    /// Nobody knows, for this reason.
    Unknown(Reason),
}

/// Whether any run arrives at a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    /// The abstraction does not exclude it.
    Possible,
    /// No run gets there.
    Unreachable,
}

/// Why a check is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The abstraction by the given predicates allows a failure, and no others were tried.
    PredicatesTooWeak,
    /// The failure that the abstraction allows is none, but nothing was found that tells so.
    NoNewPredicate,
    /// Refinement went on for as many turns as it may, or met something too large.
    Limit,
    /// The time that was given is up.
    TimeUp,
    /// A failure is possible only if values that nobody knows allow it.
    RestsOnLost,
    /// A failure is possible only if values allow it that no contract speaks of.
    RestsOnContracts,
    /// Inputs were found that should lead to a failure, and do not.
    NotConfirmed,
    /// Inputs were found that should lead to a failure, by a run that takes too long to be followed.
    RunTooLong,
    /// The solver does not know whether a failure is possible.
    SolverGaveUp,
    /// There is a proof, but it could not be confirmed independently.
    NotCertified,
    /// There is a proof, but the run was interrupted before it was confirmed.
    Unconfirmed,
    /// The run was interrupted.
    Interrupted,
    /// The body calls itself, or something it calls does.
    Recursion,
    /// The body is not modelled.
    NotRead,
    /// The abstraction says that it surely fails, but no inputs were found that show it.
    NoInputs,
    /// A temporal property surely does not hold in some states of the abstraction, but no run is known
    /// to enter the body there.
    NoRun,
    /// With every call replaced by what it calls, the body is too large.
    TooLarge,
}

impl Reason {
    /// What the user may do about it.
    pub fn advice(self) -> &'static str {
        match self {
            Reason::PredicatesTooWeak => {
                "leave --no-refine out, or give predicates (--% predicate X >= 0;)"
            }
            Reason::NoNewPredicate => {
                "give the predicate that is missing (--% predicate X >= 0;), or a higher --level"
            }
            Reason::Limit => {
                "a pragma Loop_Invariant, the predicate that is missing (--% predicate X >= 0;), or \
                 a higher --level"
            }
            Reason::TimeUp => "a longer --timeout",
            Reason::RestsOnLost => {
                "contracts for what is not modelled, or a subprogram that builds the value"
            }
            Reason::RestsOnContracts => {
                "a stronger postcondition of what is called or precondition of what is judged, or \
                 leave --modular out"
            }
            Reason::NotConfirmed => "report it: sabs should do better",
            Reason::RunTooLong => "a precondition that keeps ranges and exponents small",
            Reason::SolverGaveUp => {
                "an assertion before it that says why it holds, a condition split in parts, or \
                 a higher --level"
            }
            Reason::NotCertified => "--no-certify, to see the verdict without its confirmation",
            Reason::Unconfirmed | Reason::Interrupted => "more patience",
            Reason::Recursion => "a property of a subprogram without recursion, or assertions",
            Reason::NotRead => "what sabs can read, or a property of another subprogram",
            Reason::NoInputs => "a higher --level, or inputs of your own that make it fail",
            Reason::NoRun => "a precondition, if the body is never entered like that",
            Reason::TooLarge => "a property of a smaller subprogram",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::PredicatesTooWeak => {
                "the given predicates do not exclude a failure, and no others were tried"
            }
            Reason::NoNewPredicate => "no predicate was found that decides it",
            Reason::Limit => "the limit of refinement is reached",
            Reason::TimeUp => "the time is up (the last part of it is for confirming what was shown)",
            Reason::RestsOnLost => "it depends on values that nobody knows: of what is not modelled, or of a private type",
            Reason::RestsOnContracts => "judged alone, it depends on what contracts leave open: what a call may do, or the state that a subprogram is called in",
            Reason::NotConfirmed => "inputs were found that should fail, but do not when replayed",
            Reason::RunTooLong => "inputs were found that should fail, but with them a run takes too long to be followed",
            Reason::SolverGaveUp => "the solver gave up",
            Reason::NotCertified => "its proof could not be confirmed independently",
            Reason::Unconfirmed => "there is a proof, but sabs was interrupted before it was confirmed",
            Reason::Interrupted => "sabs was interrupted",
            Reason::Recursion => "something in the body calls itself, and a call is followed into what it calls",
            Reason::NotRead => "the body is not modelled",
            Reason::NoInputs => "the abstraction says that it fails, but no inputs were found that show it",
            Reason::NoRun => "the abstraction enters the body in states in which it does not hold, but no run was found that does",
            Reason::TooLarge => "with every call replaced by what it calls, the body is too large",
        })
    }
}
