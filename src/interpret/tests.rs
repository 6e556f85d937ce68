//! Runs of programs made by hand.

use num_bigint::BigInt;
use num_traits::Signed;
use quickcheck::quickcheck;

use super::test_support::{
    NOWHERE, assign, assume, block, boolean, branch, call, check, idle, integer, less, plus,
    program, read, subprogram,
};
use super::{
    Answer, Environment, Limits, Outcome, Place, Point, RandomEnvironment, ScriptedEnvironment,
    Start, Values, canonical, initial_globals, run,
};
use crate::flow::{BlockId, FlowProgram, FlowVariable, Mode, SubprogramId, Terminator};
use crate::logic::{Arithmetic, Comparison, Sort, Term, Value, Variable};
use crate::verdict::CheckId;

fn values<'a>(pairs: impl IntoIterator<Item = (&'a FlowVariable, i64)>) -> Values {
    pairs
        .into_iter()
        .map(|(variable, value)| (variable.variable.clone(), Value::Int(value.into())))
        .collect()
}

fn start(arguments: Values) -> Start {
    Start::Subprogram {
        id: SubprogramId(0),
        globals: Values::new(),
        arguments,
    }
}

/// The outcome and the rendered trace.
fn trace(
    program: &FlowProgram,
    start: Start,
    environment: &mut dyn Environment,
    limits: Limits,
) -> (Outcome, Vec<String>) {
    let mut lines = Vec::new();
    let outcome = run(program, start, environment, limits, &mut |step| {
        lines.push(step.render(program));
    });
    (outcome, lines)
}

fn outcome(program: &FlowProgram, start: Start) -> Outcome {
    let mut silent = ScriptedEnvironment::default();
    trace(program, start, &mut silent, Limits::default()).0
}

fn point(block: u32, place: Place) -> Point {
    Point {
        subprogram: Some(SubprogramId(0)),
        block: BlockId(block),
        place,
    }
}

/// `assume X < 9; check C1: X < 5; Y := X + 1`
fn guarded() -> (FlowProgram, FlowVariable, FlowVariable) {
    let (x, y) = (integer("X", -100, 100), integer("Y", -101, 101));
    let body = subprogram(
        "P.Guarded",
        &[(Mode::In, &x), (Mode::Out, &y)],
        &[],
        [block(
            [
                assume(less(&x, Term::int(9))),
                check(0, less(&x, Term::int(5))),
                assign(&y, plus(&x, 1)),
            ],
            Terminator::Return,
        )],
    );
    (program(&[], [body], idle()), x, y)
}

#[test]
fn a_return_gives_back_what_is_copied_out_and_nothing_else() {
    let (program, x, y) = guarded();
    assert_eq!(
        outcome(&program, start(values([(&x, 4)]))),
        Outcome::Returned {
            globals: Values::new(),
            results: values([(&y, 5)]),
        }
    );
}

#[test]
fn a_false_check_ends_the_run_where_it_stands() {
    let (program, x, _) = guarded();
    assert_eq!(
        outcome(&program, start(values([(&x, 5)]))),
        Outcome::Failed {
            check: CheckId(0),
            point: point(0, Place::Statement(1)),
        }
    );
}

#[test]
fn a_run_with_a_false_assumption_does_not_exist() {
    let (program, x, _) = guarded();
    assert_eq!(
        outcome(&program, start(values([(&x, 9)]))),
        Outcome::Assumption {
            span: NOWHERE,
            point: point(0, Place::Statement(0)),
        }
    );
}

#[test]
fn a_trace_shows_each_step_with_the_values_it_reads() {
    let (program, x, _) = guarded();
    let mut silent = ScriptedEnvironment::default();
    let (_, lines) = trace(
        &program,
        start(values([(&x, 4)])),
        &mut silent,
        Limits::default(),
    );
    assert_eq!(
        lines,
        [
            "P.Guarded B0: assume X < 9 where X = 4",
            "P.Guarded B0: check C1 (X < 5) where X = 4",
            "P.Guarded B0: Y := X + 1 where X = 4",
            "P.Guarded B0: return",
        ]
    );
}

#[test]
#[should_panic(expected = "Y was given")]
fn a_value_outside_its_range_is_a_missing_check() {
    let (x, y) = (integer("X", 0, 10), integer("Y", 0, 10));
    let body = subprogram(
        "P.Unchecked",
        &[(Mode::In, &x), (Mode::Out, &y)],
        &[],
        [block([assign(&y, plus(&x, 1))], Terminator::Return)],
    );
    outcome(&program(&[], [body], idle()), start(values([(&x, 10)])));
}

/// `Twice (X in out)` calls `Step (X in out)` two times; `Step` adds 1 to its formal and 10 to
/// the global `G`, which it also copies out.
#[test]
fn a_call_copies_in_and_back_and_shares_only_globals() {
    let (g, x) = (integer("G", 0, 1000), integer("X", 0, 1000));
    let local = integer("Local", 3, 9);
    let twice = subprogram(
        "P.Twice",
        &[(Mode::InOut, &x)],
        &[&local],
        [
            block([], call(1, &[&x], 1)),
            block([], call(1, &[&x], 2)),
            block(
                [check(0, Term::equal(read(&local), Term::int(3)))],
                Terminator::Return,
            ),
        ],
    );
    let step = subprogram(
        "P.Step",
        &[(Mode::InOut, &x)],
        &[&local],
        [block(
            [
                assign(&local, Term::int(7)),
                assign(&g, plus(&g, 10)),
                assign(&x, plus(&x, 1)),
            ],
            Terminator::Return,
        )],
    );
    let program = program(&[&g], [twice, step], idle());
    let start = Start::Subprogram {
        id: SubprogramId(0),
        globals: values([(&g, 5)]),
        arguments: values([(&x, 1)]),
    };
    let mut silent = ScriptedEnvironment::default();
    let (outcome, lines) = trace(&program, start, &mut silent, Limits::default());
    assert_eq!(
        outcome,
        Outcome::Returned {
            globals: values([(&g, 25)]),
            results: values([(&x, 3)]),
        }
    );
    assert_eq!(
        lines[..5],
        [
            "P.Twice B0: call P.Step (X) where X = 1",
            "  P.Step B0: Local := 7",
            "  P.Step B0: G := G + 10 where G = 5",
            "  P.Step B0: X := X + 1 where X = 1",
            "  P.Step B0: return",
        ]
    );
}

/// An actual that is itself a global: the callee's writes to the global are overwritten by the
/// copy back, since parameters go by copy.
#[test]
fn a_global_actual_is_copied_back_over() {
    let (g, x) = (integer("G", 0, 1000), integer("X", 0, 1000));
    let outer = subprogram(
        "P.Outer",
        &[],
        &[],
        [block([], call(1, &[&g], 1)), block([], Terminator::Return)],
    );
    let inner = subprogram(
        "P.Inner",
        &[(Mode::InOut, &x)],
        &[],
        [block(
            [assign(&g, Term::int(500)), assign(&x, plus(&x, 1))],
            Terminator::Return,
        )],
    );
    let program = program(&[&g], [outer, inner], idle());
    let start = Start::Subprogram {
        id: SubprogramId(0),
        globals: values([(&g, 5)]),
        arguments: Values::new(),
    };
    assert_eq!(
        outcome(&program, start),
        Outcome::Returned {
            globals: values([(&g, 6)]),
            results: Values::new(),
        }
    );
}

/// `Down (X in out)`: if X > 0 then X := X - 1; Down (X)
#[test]
fn deep_recursion_needs_steps_only() {
    let x = integer("X", 0, 1_000_000);
    let down = subprogram(
        "P.Down",
        &[(Mode::InOut, &x)],
        &[],
        [
            block([], branch(less(&x, Term::int(1)), 2, 1)),
            block([assign(&x, plus(&x, -1))], call(0, &[&x], 2)),
            block([], Terminator::Return),
        ],
    );
    let program = program(&[], [down], idle());
    let mut silent = ScriptedEnvironment::default();
    let mut deepest = 0;
    let outcome = run(
        &program,
        start(values([(&x, 200_000)])),
        &mut silent,
        Limits { steps: 1_000_000 },
        &mut |step| deepest = deepest.max(step.depth),
    );
    assert_eq!(
        outcome,
        Outcome::Returned {
            globals: Values::new(),
            results: values([(&x, 0)]),
        }
    );
    assert_eq!(deepest, 200_000);
}

#[test]
fn an_endless_loop_stops_at_the_limit() {
    let endless = subprogram(
        "P.Endless",
        &[],
        &[],
        [block([], Terminator::Goto(BlockId(0)))],
    );
    let program = program(&[], [endless], idle());
    let mut silent = ScriptedEnvironment::default();
    let (outcome, lines) = trace(
        &program,
        start(Values::new()),
        &mut silent,
        Limits { steps: 17 },
    );
    assert_eq!(outcome, Outcome::OutOfSteps);
    assert_eq!(lines.len(), 17);
}

/// `G := 3; loop choose: leave | nondet X; G := X`
fn client() -> (FlowProgram, FlowVariable) {
    let (g, x) = (integer("G", 0, 50), integer("X", 0, 50));
    let main = subprogram(
        "main",
        &[],
        &[&x],
        [
            block([assign(&g, Term::int(3))], Terminator::Goto(BlockId(1))),
            block(
                [],
                Terminator::Choice {
                    targets: vec![BlockId(2), BlockId(3)],
                    join: None,
                },
            ),
            block([], Terminator::Return),
            block(
                [],
                Terminator::Nondet {
                    target: x.variable.clone(),
                    next: BlockId(4),
                },
            ),
            block([assign(&g, read(&x))], Terminator::Goto(BlockId(1))),
        ],
    );
    (program(&[&g], [], main), g)
}

#[test]
fn a_script_answers_in_order() {
    let (program, g) = client();
    let answers = [
        Answer::Choice(1),
        Answer::Value(Value::Int(42.into())),
        Answer::Choice(0),
        Answer::Choice(7),
    ];
    let mut script = ScriptedEnvironment::new(answers);
    let (outcome, _) = trace(&program, Start::Main, &mut script, Limits::default());
    assert_eq!(
        outcome,
        Outcome::Returned {
            globals: values([(&g, 42)]),
            results: Values::new(),
        }
    );
    assert_eq!(script.remaining(), 1);
}

#[test]
fn without_a_fitting_answer_the_run_stops() {
    let (program, _) = client();
    let too_large = Answer::Value(Value::Int(51.into()));
    let cases = [
        (vec![], 1),
        (vec![Answer::Choice(2)], 1),
        (vec![too_large.clone()], 1),
        (vec![Answer::Choice(1), too_large], 3),
        (vec![Answer::Choice(1), Answer::Value(Value::Bool(true))], 3),
        (vec![Answer::Choice(1), Answer::Choice(0)], 3),
    ];
    for (answers, block) in cases {
        let mut script = ScriptedEnvironment::new(answers.clone());
        let (outcome, _) = trace(&program, Start::Main, &mut script, Limits::default());
        let point = Point {
            subprogram: None,
            block: BlockId(block),
            place: Place::Terminator,
        };
        assert_eq!(outcome, Outcome::Unanswered { point }, "{answers:?}");
    }
}

#[test]
fn what_is_not_set_is_nearest_to_zero() {
    let cases = [
        (integer("A", -5, 5), 0),
        (integer("B", 3, 9), 3),
        (integer("C", -9, -4), -4),
        (integer("D", 0, 0), 0),
    ];
    for (variable, expected) in &cases {
        assert_eq!(canonical(variable), Value::Int((*expected).into()));
    }
    assert_eq!(canonical(&boolean("E")), Value::Bool(false));
    let mut nothing = integer("F", 0, 0);
    nothing.range = None;
    assert_eq!(canonical(&nothing), Value::Int(0.into()));
}

/// `for I in 0 .. N - 1 loop Sum := Sum + I`
fn summation() -> (FlowProgram, FlowVariable, FlowVariable) {
    let (n, sum, i) = (
        integer("N", 0, 255),
        integer("Sum", 0, 1_000_000),
        integer("I", 0, 255),
    );
    let add = Term::arithmetic(Arithmetic::Add, read(&sum), read(&i));
    let body = subprogram(
        "P.Summation",
        &[(Mode::In, &n), (Mode::Out, &sum)],
        &[&i],
        [
            block(
                [assign(&sum, Term::int(0)), assign(&i, Term::int(0))],
                Terminator::Goto(BlockId(1)),
            ),
            block([], branch(less(&i, read(&n)), 2, 3)),
            block(
                [assign(&sum, add), assign(&i, plus(&i, 1))],
                Terminator::Goto(BlockId(1)),
            ),
            block([], Terminator::Return),
        ],
    );
    (program(&[], [body], idle()), n, sum)
}

quickcheck! {
    /// forall n. the loop computes n (n - 1) / 2
    fn a_loop_runs_as_often_as_it_should(count: u8) -> bool {
        let (program, n, sum) = summation();
        let count = i64::from(count);
        outcome(&program, start(values([(&n, count)])))
            == Outcome::Returned {
                globals: Values::new(),
                results: values([(&sum, count * (count - 1) / 2)]),
            }
    }

    /// forall a, b, seed. a random value of a .. b lies in a .. b
    fn random_values_are_of_their_type(a: i64, b: i64, seed: u64) -> bool {
        let variable = integer("X", a.min(b), a.max(b));
        let (first, last) = variable.range.clone().unwrap();
        let mut environment = RandomEnvironment::new(seed);
        (0..20).all(|_| {
            let value = environment.nondet(&variable).unwrap();
            &first <= value.as_int() && value.as_int() <= &last
        })
    }

    /// forall a, b. no value of a .. b is nearer to zero than the canonical one
    fn canonical_values_are_nearest_to_zero(a: i8, b: i8) -> bool {
        let (first, last) = (i64::from(a.min(b)), i64::from(a.max(b)));
        let chosen = canonical(&integer("X", first, last));
        (first..=last).contains(&i64::try_from(chosen.as_int()).unwrap())
            && (first..=last).all(|other| BigInt::from(other).abs() >= chosen.as_int().abs())
    }

    /// forall seed. two runs of the client with one seed are one run
    fn one_seed_is_one_run(seed: u64) -> bool {
        let (program, _) = client();
        let limits = Limits { steps: 200 };
        let once = trace(&program, Start::Main, &mut RandomEnvironment::new(seed), limits);
        let again = trace(&program, Start::Main, &mut RandomEnvironment::new(seed), limits);
        once == again
    }
}

#[test]
fn random_values_reach_both_ends_and_the_middle() {
    let variable = integer("X", i64::from(i32::MIN), i64::from(i32::MAX));
    let mut environment = RandomEnvironment::new(1);
    let drawn: Vec<BigInt> = (0..400)
        .map(|_| environment.nondet(&variable).unwrap().as_int().clone())
        .collect();
    assert!(drawn.contains(&i32::MIN.into()));
    assert!(drawn.contains(&i32::MAX.into()));
    assert!(drawn.contains(&0.into()));
    let far = |value: &&BigInt| value.abs() > BigInt::from(1000);
    let count = drawn.iter().filter(far).count();
    assert!((100..350).contains(&count), "{count} of 400 are large");
}

#[test]
fn numbers_come_again_after_their_period() {
    let number = integer("X", i64::from(i32::MIN), i64::from(i32::MAX));
    let mut environment = RandomEnvironment::new(1).repeating(2);
    let mut next = || environment.nondet(&number).unwrap();
    let drawn: Vec<Value> = (0..402).map(|_| next()).collect();
    let pairs = |apart: usize| drawn.iter().zip(&drawn[apart..]);
    let equal = |apart: usize| pairs(apart).filter(|(now, later)| now == later).count();
    assert!((260..340).contains(&equal(2)), "{} of 400", equal(2));
    assert!(equal(1) < 100, "{} of 401", equal(1));
    let mut never = RandomEnvironment::new(1).repeating(0);
    assert!((0..20).all(|_| never.nondet(&number).is_some()));
}

#[test]
fn arrays_and_their_components_come_again() {
    let number = integer("X", i64::from(i32::MIN), i64::from(i32::MAX));
    let array = Variable::new("A", Sort::array(Sort::Int));
    let array = FlowVariable::new(array, number.range.clone());
    let mut environment = RandomEnvironment::new(1).repeating(2);
    let (mut equal, mut similar, mut contained) = (0, 0, 0);
    for _ in 0..400 {
        let drawn = [(); 2].map(|()| environment.nondet(&array).unwrap());
        let [first, second] = drawn.map(|value| value.as_array().clone());
        let differs = |index: &i32| {
            let index = BigInt::from(*index);
            first.get(&index) != second.get(&index)
        };
        equal += usize::from(first == second);
        similar += usize::from((-1..9).filter(differs).count() == 1);
        let wanted = environment.nondet(&number).unwrap();
        let mut components = (0..9).map(|index| second.get(&BigInt::from(index)));
        contained += usize::from(components.any(|component| *component == wanted));
    }
    assert!((60..140).contains(&equal), "{equal} of 400");
    assert!((60..140).contains(&similar), "{similar} of 400");
    assert!((60..200).contains(&contained), "{contained} of 400");
}

#[test]
fn globals_start_canonical() {
    let (program, g) = client();
    assert_eq!(initial_globals(&program), values([(&g, 0)]));
    let negative = Term::compare(Comparison::Less, read(&g), Term::int(0));
    let globals = initial_globals(&program);
    let state = super::State {
        globals: &globals,
        frame: &Values::new(),
    };
    assert_eq!(state.evaluate(&negative), Value::Bool(false));
}

#[test]
fn a_number_is_no_array_of_numbers() {
    let range = Some((0.into(), 9.into()));
    let array = FlowVariable::new(Variable::new("A", Sort::array(Sort::Int)), range);
    assert!(matches!(
        super::of_type(&array, &Value::Int(1.into())),
        Value::Array(_)
    ));
}
