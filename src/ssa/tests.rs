//! Weakest preconditions two ways, and what a block depends on.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;

use super::{SsaBlock, SsaStep, to_ssa, version};
use crate::flow::{BasicBlock, BlockRole, Statement, StatementKind, Terminator};
use crate::logic::{Arithmetic, Comparison, Sort, Term, Value, Variable, evaluate};
use crate::smt::{Context, ExhaustiveOracle, Literal, Oracle};
use crate::source::{FileId, Span};

const NOWHERE: Span = Span {
    file: FileId(0),
    start: 0,
    end: 0,
};
const LOW: i64 = -2;
const HIGH: i64 = 2;

fn variable(name: &str) -> Variable {
    Variable::new(name, Sort::Int)
}

fn term(name: &str) -> Term {
    Term::variable(&variable(name))
}

fn block(assignments: &[(&str, Term)]) -> SsaBlock {
    let statements = assignments
        .iter()
        .map(|(target, value)| Statement {
            kind: StatementKind::Assign {
                target: variable(target),
                value: value.clone(),
            },
            span: NOWHERE,
        })
        .collect();
    to_ssa(&BasicBlock {
        statements,
        terminator: Terminator::Return,
        labels: Vec::new(),
        role: BlockRole::Plain,
        body_of: None,
        span: NOWHERE,
    })
}

fn add(a: Term, b: Term) -> Term {
    Term::arithmetic(Arithmetic::Add, a, b)
}

fn less(a: Term, b: Term) -> Term {
    Term::compare(Comparison::Less, a, b)
}

#[allow(clippy::unnecessary_wraps)] // as the precondition asks for it
fn range(_: &Variable) -> Option<(BigInt, BigInt)> {
    Some((LOW.into(), HIGH.into()))
}

/// Blocks, one of which forgets X.
fn blocks() -> Vec<SsaBlock> {
    vec![
        block(&[]),
        block(&[("X", add(term("X"), Term::int(1)))]),
        block(&[("X", term("Y")), ("Y", add(term("X"), term("Z")))]),
        block(&[
            ("Z", Term::negate(term("X"))),
            ("X", add(term("Z"), term("Z"))),
            ("Z", Term::int(0)),
        ]),
        SsaBlock::forgetting(&variable("X")),
        SsaBlock::forgetting(&variable("Z")),
    ]
}

fn predicates() -> Vec<Term> {
    vec![
        less(term("X"), term("Y")),
        Term::equal(term("X"), term("Z")),
        Term::or([less(term("Z"), Term::int(0)), less(Term::int(0), term("Y"))]),
    ]
}

fn states() -> Vec<BTreeMap<Variable, Value>> {
    let mut found = vec![BTreeMap::new()];
    for name in ["X", "Y", "Z"] {
        found = found
            .iter()
            .flat_map(|state: &BTreeMap<Variable, Value>| {
                (LOW..=HIGH).map(|value| {
                    let mut longer = state.clone();
                    longer.insert(variable(name), Value::Int(value.into()));
                    longer
                })
            })
            .collect();
    }
    found
}

/// By E and `L_P`: from this state no end of the block violates the term.
fn holds_after(ssa: &SsaBlock, state: &BTreeMap<Variable, Value>, goal: &Term) -> bool {
    let mut facts: Vec<Term> = ssa
        .equations()
        .map(|(target, value)| Term::equal(Term::variable(target), value.clone()))
        .collect();
    for (variable, value) in state {
        let first = Term::variable(&version(variable, 0));
        facts.push(Term::equal(first, Term::constant(value)));
    }
    let context = Context {
        facts,
        atoms: vec![ssa.after(goal)],
    };
    let mut oracle = ExhaustiveOracle::new(LOW, HIGH);
    oracle.begin(&context).unwrap();
    oracle
        .ask(&[Literal::negative(0)])
        .unwrap()
        .is_unsatisfiable()
}

#[test]
fn weakest_preconditions_two_ways() {
    for ssa in blocks() {
        for goal in predicates() {
            let precondition = ssa.weakest_precondition(&goal, &range).unwrap();
            for state in states() {
                let holds = evaluate(&precondition, &|variable| state[variable].clone());
                assert_eq!(
                    holds.as_bool(),
                    holds_after(&ssa, &state, &goal),
                    "wp of {goal} is {precondition}, in {state:?}, for\n{ssa}"
                );
            }
        }
    }
}

/// A variable forgotten between two blocks: the precondition of the first block's end is the
/// precondition of forgetting, which is for every value.
#[test]
fn havoc_between_blocks() {
    let first = block(&[("Y", add(term("X"), Term::int(1)))]);
    let forget = SsaBlock::forgetting(&variable("X"));
    let second = block(&[("Z", add(term("X"), term("Y")))]);
    let goal = less(term("Z"), Term::int(3));
    let mut wanted = goal.clone();
    for ssa in [&second, &forget, &first] {
        wanted = ssa.weakest_precondition(&wanted, &range).unwrap();
    }
    assert_eq!(
        wanted.to_string(),
        "(for all X_1 in -2 .. 2 => X_1 + (X + 1) < 3)"
    );
    for state in states() {
        // Run it: every value of X in the middle.
        let x = state[&variable("X")].as_int().clone();
        let always = (LOW..=HIGH).all(|middle| BigInt::from(middle) + &x + 1 < 3.into());
        let found = evaluate(&wanted, &|variable| state[variable].clone());
        assert_eq!(found.as_bool(), always, "{state:?}");
    }
    let no_range = forget.weakest_precondition(&less(term("X"), term("Y")), &|_| None);
    assert_eq!(no_range, None);
}

#[test]
fn what_the_end_depends_on() {
    let set =
        |names: &[&str]| -> BTreeSet<Variable> { names.iter().map(|n| variable(n)).collect() };
    let swap = block(&[("X", term("Y")), ("Y", add(term("X"), term("Z")))]);
    assert_eq!(swap.first(), set(&["Y", "Z"]));
    assert_eq!(swap.dependent(&variable("Y")), set(&["Y", "Z"]));
    assert_eq!(swap.dependent(&variable("X")), set(&["Y"]));
    // What is not assigned depends on itself; what is forgotten, on nothing.
    assert_eq!(swap.dependent(&variable("W")), set(&["W"]));
    let forget = SsaBlock::forgetting(&variable("X"));
    assert_eq!(forget.dependent(&variable("X")), set(&[]));
    // `X := Y` with X > Y and X > 0: the old X is tied to Y, on which the new X depends.
    let copy = block(&[("X", term("Y"))]);
    let ties = [set(&["X", "Y"]), set(&["X"]), set(&["V", "W"])];
    assert_eq!(
        copy.dependent_closure(&set(&["X"]), &ties),
        set(&["X", "Y"])
    );
    assert_eq!(
        copy.dependent_closure(&set(&["X"]), &ties[1..]),
        set(&["Y"])
    );
}

/// A block's last versions are those of its last equations.
#[test]
fn versions_are_counted() {
    let twice = block(&[("X", Term::int(1)), ("X", add(term("X"), term("X")))]);
    assert_eq!(&*twice.last(&variable("X")).name, "X@2");
    assert_eq!(&*twice.last(&variable("Y")).name, "Y@0");
    let equations: Vec<String> = twice
        .steps()
        .iter()
        .filter_map(|step| match step {
            SsaStep::Equation { target, value } => Some(format!("{target} = {value}")),
            SsaStep::Condition(_) => None,
        })
        .collect();
    assert_eq!(equations, ["X@1 = 1", "X@2 = X@1 + X@1"]);
    let unfolded = twice.unfold(&Term::variable(&twice.last(&variable("X"))));
    assert_eq!(unfolded, Term::int(2));
}
