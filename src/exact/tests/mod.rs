//! The engine against the explicit twin, against reachability, and against programs of which
//! everything is known.

mod choices;
mod explicit;
mod resolved;
mod reuse;

use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};

use super::*;
use crate::bp::arbitrary::trials;
use crate::bp::control::{Action, Point, Slot};
use crate::bp::{BoolProgram, Identifier, lower, parse as parse_program};
use crate::reach::{TargetKind, reach};
use crate::source::SourceFile;
use explicit::Structure;
use space::level;

pub(super) fn read(text: &str) -> Control {
    let program =
        parse_program(&SourceFile::new("t.bp", text)).expect("the program is well-formed");
    lower(&program).expect("names fit together")
}

fn below(g: &mut Gen, bound: usize) -> usize {
    usize::arbitrary(g) % bound.max(1)
}

/// A formula over the names of a program.
pub(super) fn formula(g: &mut Gen, control: &Control, depth: usize) -> Ctl {
    let part = |g: &mut Gen| formula(g, control, depth - 1);
    if depth == 0 || below(g, 8) == 0 {
        return Ctl::Atom(atom(g, control));
    }
    match below(g, 12) {
        0 => Ctl::not(part(g)),
        1 => Ctl::and(part(g), part(g)),
        2 => Ctl::or(part(g), part(g)),
        3 => Ctl::exists_next(part(g)),
        4 => Ctl::all_next(part(g)),
        5 => Ctl::exists_eventually(part(g)),
        6 => Ctl::all_eventually(part(g)),
        7 => Ctl::exists_always(part(g)),
        8 => Ctl::all_always(part(g)),
        9 => Ctl::exists_until(part(g), part(g)),
        10 => Ctl::all_until(part(g), part(g)),
        _ => Ctl::all_weak(part(g), part(g)),
    }
}

fn atom(g: &mut Gen, control: &Control) -> Atom {
    let mut atoms = vec![Atom::FailsAny, Atom::Ended];
    for procedure in &control.procedures {
        for variable in &procedure.variables {
            atoms.push(Atom::Variable {
                procedure: Some(procedure.name.clone()),
                name: variable.clone(),
            });
        }
        for node in &procedure.nodes {
            for label in &node.labels {
                atoms.push(Atom::At {
                    procedure: Some(procedure.name.clone()),
                    label: label.clone(),
                });
                if matches!(node.action, Action::Assert(..)) {
                    atoms.push(Atom::Fails {
                        procedure: Some(procedure.name.clone()),
                        label: label.clone(),
                    });
                }
            }
        }
    }
    g.choose(&atoms).expect("there are some").clone()
}

/// A program with a seed for a formula about it.
#[derive(Debug, Clone)]
struct Case {
    program: BoolProgram,
    seed: Vec<u8>,
}

impl Arbitrary for Case {
    fn arbitrary(g: &mut Gen) -> Case {
        Case {
            program: BoolProgram::arbitrary(g),
            seed: (0..4).map(|_| u8::arbitrary(g)).collect(),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Case>> {
        let seed = self.seed.clone();
        let smaller = self.program.shrink();
        Box::new(smaller.map(move |program| Case {
            program,
            seed: seed.clone(),
        }))
    }
}

impl Case {
    /// Some formulas, the same for the same program and seed.
    fn formulas(&self, control: &Control) -> Vec<Ctl> {
        let seed = self
            .seed
            .iter()
            .fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
        let mut g = Gen::from_size_and_seed(20, seed);
        (0..4)
            .map(|depth| formula(&mut g, control, depth))
            .collect()
    }
}

/// Which initial states satisfy a formula surely, and which surely do not, by engine and twin.
fn agrees_with_twin(
    control: &Control,
    formulas: &[Ctl],
    config: &Config,
) -> Result<Option<()>, String> {
    let Some(structure) = Structure::new(control, config, 3000) else {
        return Ok(None);
    };
    let mut checker = match Checker::new(control, config) {
        Ok(checker) => checker,
        Err(Error::Recursion(_)) => return Ok(None),
        Err(other) => return Err(other.to_string()),
    };
    for formula in formulas {
        let (yes, no) = structure.value(formula);
        let engine =
            [Half::Yes, Half::No].map(|half| checker.solver.half(formula, half).expect("small")[0]);
        for at in 0..structure.initial {
            let state = &structure.states[at];
            let values = [&state.globals[..], &state.stack[0].1].concat();
            let graph = &checker.solver.space.graph;
            let slot_of = |at: usize| {
                let slot = Slot(u32::try_from(at).expect("few"));
                level(graph.slot(control.main, slot), reach::Time::Now)
            };
            let valuation = |wanted: crate::bdd::Level| {
                (0..values.len()).any(|at| slot_of(at) == wanted && values[at])
            };
            let manager = &checker.solver.space.manager;
            let found = engine.map(|set| manager.evaluate(set, valuation));
            let expected = [yes.contains(&at), no.contains(&at)];
            if found != expected {
                return Err(format!(
                    "{formula} in {values:?}: engine {found:?}, twin {expected:?}"
                ));
            }
        }
        let initial = 0..structure.initial;
        let all = initial.clone().all(|at| yes.contains(&at));
        let answer = checker.check(formula).expect("small");
        if matches!(answer, Answer::True(_)) != all {
            return Err(format!("{formula}: {answer:?}, in all states {all}"));
        }
        if matches!(answer, Answer::False(_)) && !initial.clone().any(|at| no.contains(&at)) {
            return Err(format!("{formula}: {answer:?}"));
        }
    }
    Ok(Some(()))
}

// forall p, f. the decision diagrams agree with the explicit twin, in every initial state
#[test]
fn the_engine_agrees_with_the_twin() {
    #[allow(clippy::needless_pass_by_value)] // quickcheck gives values
    fn property(case: Case) -> TestResult {
        let control = lower(&case.program).expect("well-formed");
        let formulas = case.formulas(&control);
        let config = Config {
            improved_preimage: case.seed[0].is_multiple_of(2),
            ..Config::default()
        };
        match agrees_with_twin(&control, &formulas, &config) {
            Ok(Some(())) => TestResult::passed(),
            Ok(None) => TestResult::discard(),
            Err(message) => TestResult::error(format!("{message}\n{}", case.program)),
        }
    }
    QuickCheck::new()
        .tests(trials(400))
        .min_tests_passed(200)
        .quickcheck(property as fn(Case) -> TestResult);
}

fn is_definite(answer: &Answer) -> Option<bool> {
    match answer {
        Answer::True(_) => Some(true),
        Answer::False(_) => Some(false),
        Answer::Inconclusive(_) => None,
    }
}

// forall p, f. what is definite in one half alone is definite, and the same, in both together; the
// improved pre-image only adds definite answers
#[test]
fn over_and_under_bracket_exact() {
    #[allow(clippy::needless_pass_by_value)] // quickcheck gives values
    fn property(case: Case) -> TestResult {
        let control = lower(&case.program).expect("well-formed");
        for formula in case.formulas(&control) {
            let exact = match check(&control, &formula, &Config::default()) {
                Ok(answer) => is_definite(&answer),
                Err(Error::Recursion(_)) => return TestResult::discard(),
                Err(other) => return TestResult::error(other.to_string()),
            };
            for (semantics, improved_preimage) in [
                (Semantics::Over, true),
                (Semantics::Under, true),
                (Semantics::Exact, false),
            ] {
                let config = Config {
                    semantics,
                    improved_preimage,
                    ..Config::default()
                };
                let part = check(&control, &formula, &config).expect("small");
                if is_definite(&part).is_some_and(|value| Some(value) != exact) {
                    return TestResult::error(format!(
                        "{formula}: {semantics:?} {part:?}, exact {exact:?}\n{}",
                        case.program
                    ));
                }
            }
        }
        TestResult::passed()
    }
    QuickCheck::new()
        .tests(trials(300))
        .quickcheck(property as fn(Case) -> TestResult);
}

// forall p. what reachability by over-approximation calls unreachable is what can never be, and
// what is surely reached is reachable
#[test]
fn reachability_agrees_with_the_engine_that_goes_forwards() {
    #[allow(clippy::needless_pass_by_value)] // quickcheck gives values
    fn property(program: BoolProgram) -> TestResult {
        let control = lower(&program).expect("well-formed");
        let Ok(mut checker) = Checker::new(&control, &Config::default()) else {
            return TestResult::discard();
        };
        let mut forwards = reach(&program, &reach::Config::default()).expect("small");
        let points: Vec<Point> = control.points().collect();
        for point in points {
            let is_assertion = matches!(control.node(point).action, Action::Assert(..));
            for kind in [TargetKind::Reached, TargetKind::Fails] {
                if kind == TargetKind::Fails && !is_assertion {
                    continue;
                }
                let targets = [Target { point, kind }];
                let may = forwards.is_reachable(&targets).expect("small");
                let never = Ctl::not(reaching(&control, &targets));
                let never = checker.check(&never).expect("small");
                let surely = checker.reaches(&targets).expect("small").is_some();
                let right = matches!(never, Answer::True(_)) != may
                    && (may || !surely)
                    && matches!(never, Answer::False(_)) == surely;
                if !right {
                    return TestResult::error(format!(
                        "{point:?} {kind:?}: may {may}, surely {surely}, never {never:?}\n{program}"
                    ));
                }
            }
        }
        TestResult::passed()
    }
    QuickCheck::new()
        .tests(trials(300))
        .quickcheck(property as fn(BoolProgram) -> TestResult);
}

// forall f. a formula that is printed and read again is the same
#[test]
fn formulas_are_read_as_they_are_printed() {
    #[allow(clippy::needless_pass_by_value)] // quickcheck gives values
    fn property(case: Case) -> Result<(), String> {
        let control = lower(&case.program).expect("well-formed");
        for formula in case.formulas(&control) {
            let text = formula.to_string();
            match parse(&text, &control) {
                Ok(again) if again == formula => {}
                other => return Err(format!("{text}: {other:?}, not {formula:?}")),
            }
        }
        Ok(())
    }
    QuickCheck::new()
        .tests(trials(500))
        .quickcheck(property as fn(Case) -> Result<(), String>);
}

#[test]
fn mistakes_in_formulas_are_told_with_their_place() {
    let control = read(
        "decl g; void f(x) begin skip; end void h(x) begin skip; end
         void main() begin L: f(g); A: assert(g); h(g); end",
    );
    for (text, start, message) in [
        ("AG (pc = M)", 9, "there is no statement labelled M"),
        ("fails = L", 8, "there is no assertion labelled L"),
        ("g & y", 4, "there is no variable y"),
        (
            "x",
            0,
            "several procedures have a variable x: write f:x or h:x",
        ),
        ("k:x", 0, "there is no procedure k"),
        ("E[g V g]", 4, "expected `U` or `W`, found `V`"),
        ("AG (g", 5, "expected `)`, found the end of the formula"),
        (
            "g g",
            2,
            "expected an operator or the end of the formula, found `g`",
        ),
        ("", 0, "expected a formula, found the end of the formula"),
        ("pc & g", 3, "expected `=` or `!=`, found `&`"),
    ] {
        let error = parse(text, &control).expect_err(text);
        assert_eq!(
            (error.span.start, &error.message[..]),
            (start, message),
            "{text}"
        );
    }
    let deep = "!(".repeat(1000);
    assert!(parse(&deep, &control).is_err());
    let name = Identifier::new("x");
    let procedure = Some(Identifier::new("f"));
    let expected = Ctl::Atom(Atom::Variable { procedure, name });
    assert_eq!(parse("f:{x}", &control), Ok(expected));
}

#[test]
fn recursion_and_too_many_copies_are_errors() {
    let control = read("void f() begin if (*) then f(); fi end void main() begin f(); end");
    let error = Checker::new(&control, &Config::default()).expect_err("f calls itself");
    assert!(
        error.to_string().starts_with("f -> f call each other"),
        "{error}"
    );
    let mut text = String::from("void f0() begin skip; end ");
    for at in 1..30 {
        let before = at - 1;
        let body = format!("f{before}(); f{before}();");
        text.extend([&format!("void f{at}() begin ")[..], &body, " end "]);
    }
    text += "void main() begin f29(); end";
    let error = Checker::new(&read(&text), &Config::default()).expect_err("2^29 calls");
    assert_eq!(error, Error::TooManyCopies { limit: 1_000_000 });
}
