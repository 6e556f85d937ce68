//! Calls with random arguments, and what our interpreter says of them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use num_bigint::BigInt;
use sabs::flow::{FlowSubprogram, FlowVariable, Mode, StatementKind, SubprogramId, Terminator};
use sabs::interpret::{
    Environment, Limits, Outcome, Place, RandomEnvironment, ScriptedEnvironment, Start, Step,
    Values, run,
};
use sabs::logic::Value;
use sabs::verdict::Rule;

use super::subject::Subject;

/// A run may be long, but a program that does not end is a mistake of the test.
const LIMITS: Limits = Limits { steps: 300_000 };

/// One call: what the driver reads, and what we expect it to write.
#[derive(Debug)]
pub(crate) struct Call {
    /// Which of the subject's procedures is called.
    pub(crate) procedure: usize,
    /// The numbers that make the driver do the call; before the first call of a scenario, also
    /// the one that restores the elaborated state.
    pub(crate) command: String,
    /// The call as Ada text, for messages.
    pub(crate) text: String,
    /// What comes of it.
    pub(crate) expected: Ending,
    /// Later checks of the same evaluation that fail as well. Ada does not say which of several
    /// failing checks is reported (RM 4.5 and 6.4.1 leave the order of operands and actuals open,
    /// RM 11.6 that of checks): we take the first from the left; GNAT looks at divisors and at the
    /// ranges of actuals first.
    pub(crate) rivals: Vec<Ending>,
}

/// How a call ends, in words both judges share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The values of the results and of the state after it, in order.
    Returns(Vec<String>),
    /// The kind and line of the check that failed.
    Fails {
        /// `range check`, `assertion`, …; `precondition` where the scenario's own call does not
        /// meet it, `precondition of a call` where a call inside does not.
        kind: String,
        /// The first and the last line where it may be reported: they differ only for an
        /// assumption and for the precondition of the scenario's own call, of which GNAT reports
        /// the conjunct.
        lines: (usize, usize),
    },
}

impl Ending {
    /// Whether what GNAT did is what we expected.
    pub(crate) fn admits(&self, observed: &Ending) -> bool {
        match (self, observed) {
            (
                Ending::Fails { kind, lines },
                Ending::Fails {
                    kind: other,
                    lines: (line, _),
                },
            ) => kind == other && (lines.0..=lines.1).contains(line),
            _ => self == observed,
        }
    }
}

/// `count` scenarios that begin with each procedure: for a package a few calls one after the other, up to the first that fails;
/// for a procedure one call. The arguments begin with combinations of [`corner`] values and go on
/// at random; most of those that do not meet a precondition are drawn again, so that runs get past
/// it.
pub(crate) fn scenarios(subject: &Subject, count: usize, seed: u64) -> Vec<Call> {
    let mut random = RandomEnvironment::new(seed);
    let elaborated = subject.elaborated();
    let procedures: Vec<_> = subject.procedures().collect();
    // One procedure alone has its scenarios to itself.
    let count = if procedures.len() == 1 {
        2 * count
    } else {
        count
    };
    let mut calls = Vec::new();
    for scenario in 0..count * procedures.len() {
        let round = scenario / procedures.len();
        let length = if subject.is_package() {
            1 + random.below(8)
        } else {
            1
        };
        let mut globals = elaborated.clone();
        let mut restore = "1 ";
        for at in 0..length {
            // Each procedure begins as many scenarios as any other.
            let number = if at == 0 {
                scenario % procedures.len()
            } else {
                random.below(procedures.len())
            };
            let (id, procedure) = procedures[number];
            let mut arguments = corners(procedure, round)
                .filter(|_| round < count / 2)
                .unwrap_or_else(|| random_arguments(procedure, &mut random));
            let mut outcome = interpret(subject, id, &globals, &arguments, &mut |_| {});
            while is_kept_out(&ending(subject, procedure, &outcome)) && random.below(64) != 0 {
                arguments = random_arguments(procedure, &mut random);
                outcome = interpret(subject, id, &globals, &arguments, &mut |_| {});
            }
            calls.push(Call {
                procedure: number,
                command: format!("{restore}{}{}", number + 2, numbers(procedure, &arguments)),
                text: call_text(procedure, &arguments),
                expected: ending(subject, procedure, &outcome),
                rivals: rivals(subject, id, &globals, &arguments, &outcome),
            });
            restore = "";
            let Outcome::Returned { globals: after, .. } = outcome else {
                break;
            };
            globals = after;
        }
    }
    calls
}

/// Whether the precondition of the scenario's own call is not met.
fn is_kept_out(ending: &Ending) -> bool {
    matches!(ending, Ending::Fails { kind, .. } if kind == "precondition")
}

/// The formals that a call gives values.
fn inputs(procedure: &FlowSubprogram) -> impl Iterator<Item = &FlowVariable> {
    let formals = procedure.formals.iter();
    formals
        .filter(|formal| formal.mode != Mode::Out)
        .map(|formal| &formal.variable)
}

/// Any arguments of their types.
pub(crate) fn random_arguments(
    procedure: &FlowSubprogram,
    random: &mut RandomEnvironment,
) -> Values {
    inputs(procedure)
        .filter_map(|input| Some((input.variable.clone(), random.nondet(input)?)))
        .collect()
}

/// The combination of corner values with the given number; `None` past the last.
fn corners(procedure: &FlowSubprogram, mut number: usize) -> Option<Values> {
    let mut arguments = Values::new();
    for input in inputs(procedure) {
        let values = corner(input);
        let value = values[number % values.len()].clone();
        number /= values.len();
        arguments.insert(input.variable.clone(), value);
    }
    (number == 0).then_some(arguments)
}

/// The values of a type at which checks are most likely to fail: its ends and the neighbourhood of
/// zero.
fn corner(input: &FlowVariable) -> Vec<Value> {
    let Some((first, last)) = &input.range else {
        return vec![Value::Bool(false), Value::Bool(true)];
    };
    let wanted: BTreeSet<BigInt> = [-1, 0, 1]
        .map(BigInt::from)
        .into_iter()
        .chain([first.clone(), first + 1, last - 1, last.clone()])
        .filter(|value| first <= value && value <= last)
        .collect();
    wanted.into_iter().map(Value::Int).collect()
}

fn interpret(
    subject: &Subject,
    id: SubprogramId,
    globals: &Values,
    arguments: &Values,
    observer: &mut dyn FnMut(Step<'_>),
) -> Outcome {
    let start = Start::Subprogram {
        id,
        globals: globals.clone(),
        arguments: arguments.clone(),
    };
    let mut silent = ScriptedEnvironment::default();
    run(&subject.program, start, &mut silent, LIMITS, observer)
}

/// The checks that fail after the one that failed, before anything else happens, and that GNAT may
/// report in its place.
fn rivals(
    subject: &Subject,
    id: SubprogramId,
    globals: &Values,
    arguments: &Values,
    outcome: &Outcome,
) -> Vec<Ending> {
    let Outcome::Failed { check, point } = outcome else {
        return Vec::new();
    };
    let reported = subject.program.check(*check).span;
    let Place::Statement(failed) = point.place else {
        return Vec::new();
    };
    let block = point.subprogram_of(&subject.program).block(point.block);
    let is_call = matches!(block.terminator, Terminator::Call { .. });
    let mut rivals = Vec::new();
    interpret(subject, id, globals, arguments, &mut |step| {
        if step.point != *point {
            return;
        }
        rivals.clear();
        for statement in &block.statements[failed + 1..] {
            let StatementKind::Check { check, condition } = &statement.kind else {
                break;
            };
            let check = subject.program.check(*check);
            #[allow(clippy::wildcard_enum_match_arm)] // all others come in their order
            let may_come_first = match check.rule {
                Rule::Division | Rule::Overflow => check.span != reported,
                Rule::Range | Rule::Index | Rule::Length => {
                    check.span != reported && (is_call || check.rule != Rule::Range)
                }
                _ => false,
            };
            if may_come_first && !step.state.evaluate(condition).as_bool() {
                let line = subject.line(check.span);
                rivals.push(Ending::Fails {
                    kind: check.rule.noun().to_owned(),
                    lines: (line, line),
                });
            }
        }
    });
    rivals
}

/// The arguments as the driver reads them.
fn numbers(procedure: &FlowSubprogram, arguments: &Values) -> String {
    let mut text = String::new();
    for formal in &procedure.formals {
        match arguments.get(&formal.variable.variable) {
            Some(Value::Int(value)) => _ = write!(text, " {value}"),
            Some(Value::Bool(value)) => _ = write!(text, " {}", u8::from(*value)),
            Some(Value::Array(_)) => panic!("the driver passes scalars only"),
            None => {}
        }
    }
    text
}

fn call_text(procedure: &FlowSubprogram, arguments: &Values) -> String {
    let shown: Vec<String> = procedure
        .formals
        .iter()
        .filter_map(|formal| {
            let variable = &formal.variable.variable;
            Some(format!("{variable} => {}", arguments.get(variable)?))
        })
        .collect();
    format!("{} ({})", procedure.name, shown.join(", "))
}

fn ending(subject: &Subject, procedure: &FlowSubprogram, outcome: &Outcome) -> Ending {
    let fails = |kind: &str, lines: (usize, usize)| Ending::Fails {
        kind: kind.to_owned(),
        lines,
    };
    match outcome {
        Outcome::Returned { globals, results } => {
            let formals = procedure.formals.iter();
            let values = formals
                .filter_map(|formal| results.get(&formal.variable.variable))
                .chain(subject.state().map(|variable| &globals[variable]));
            Ending::Returns(values.map(ToString::to_string).collect())
        }
        Outcome::Failed { check, .. } => {
            let check = subject.program.check(*check);
            #[allow(clippy::wildcard_enum_match_arm)] // all others go by their own name
            let kind = match check.rule {
                Rule::Precondition => "precondition of a call",
                Rule::LoopInvariantInitial | Rule::LoopInvariantPreserved => "loop invariant",
                rule => rule.noun(),
            };
            let line = subject.line(check.span);
            fails(kind, (line, line))
        }
        Outcome::Assumption { span, .. } => {
            let before = &subject.text[..span.end as usize];
            let is_precondition = before.rfind("Pre =>") > before.rfind("ssume");
            fails(
                if is_precondition {
                    "precondition"
                } else {
                    "assumption"
                },
                subject.lines(*span),
            )
        }
        Outcome::Unanswered { .. } | Outcome::OutOfSteps => {
            panic!("{}: {} ends with {outcome:?}", subject.name, procedure.name)
        }
    }
}
