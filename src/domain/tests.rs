//! Examples 1 to 3 and Propositions 1 to 3 of the TACAS paper, and the domains against the engine.

use quickcheck::{Arbitrary, Gen, QuickCheck, quickcheck};

use super::*;
use crate::bp::arbitrary::trials;
use crate::bp::control::{Action, NodeId, lower};
use crate::bp::{BoolProgram, Statement, StatementKind, parse};
use crate::reach::{self, Config, Reachability};
use crate::source::SourceFile;
use post::Transformers;

const LIMIT: usize = 1 << 20;

fn read(text: &str) -> BoolProgram {
    parse(&SourceFile::new("t.bp", text)).expect("the program is well-formed")
}

fn trivector(text: &str) -> Trivector {
    let component = |c: char| match c {
        '0' => Tri::False,
        '1' => Tri::True,
        '*' => Tri::Star,
        _ => panic!("{c} is no component"),
    };
    text.chars().map(component).collect()
}

/// post#b·c of the first statement of `main`, which has one successor.
fn post(program: &BoolProgram, before: &Trivector) -> Option<Trivector> {
    let control = lower(program).unwrap();
    let mut transformers = Transformers::new(&control, LIMIT);
    let outcomes = transformers.post(control.main.entry(), before).unwrap();
    let mut goes = outcomes.goes.into_iter().map(|(_, after)| after);
    let after = goes.next();
    assert_eq!(goes.next(), None, "one successor");
    after
}

/// What is reachable before the second statement of `main`.
fn after_first(text: &str, domain: &Domain) -> Vec<Trivector> {
    let control = lower(&read(text)).unwrap();
    let found = explore(&control, domain, LIMIT).unwrap();
    found.trivectors(control.main.at(NodeId(1)))
}

fn named(names: &[&str]) -> Domain {
    Domain::Focus(names.iter().map(|name| Identifier::new(name)).collect())
}

/// x := y under {x > 5, x < 5, y = 5}: where y is not 5, exactly one of the first two holds.
const EXAMPLE_1: &str = "decl p1, p2, p3; void main() begin
    p1, p2 := choose(0, p3), choose(0, p3) constrain p3 | 'p1 != 'p2; skip; end";

#[test]
fn example_1_loses_the_correlation() {
    let program = read(EXAMPLE_1);
    assert_eq!(post(&program, &trivector("000")), Some(trivector("**0")));
    assert_eq!(post(&program, &trivector("001")), Some(trivector("001")));
    // The Boolean post operator keeps it: that is the engine.
    let start = EXAMPLE_1.replace("begin", "begin assume(!p1 & !p2 & !p3);");
    let mut found = reach::reach(&read(&start), &Config::default()).unwrap();
    let states = found.states_at(found.control().main.at(NodeId(2))).unwrap();
    assert_eq!(states.len(), 2, "{states:?}");
}

#[test]
fn example_2_loses_it_from_everywhere() {
    let program = read("decl x, y; void main() begin x, y := *, * constrain 'x = !'y; skip; end");
    for before in ["00", "01", "10", "11", "0*", "*1", "**"] {
        assert_eq!(post(&program, &trivector(before)), Some(trivector("**")));
    }
}

#[test]
fn example_3_is_mended_by_focus() {
    let two = "decl x1, x2; void main() begin assume(x1 = x2); skip; end";
    assert_eq!(post(&read(two), &trivector("**")), Some(trivector("**")));
    assert_eq!(after_first(two, &Domain::Cartesian), [trivector("**")]);
    assert_eq!(after_first(two, &Domain::Disjunctive), [trivector("**")]);
    let equal = [trivector("00"), trivector("11")];
    assert_eq!(after_first(two, &named(&["x1", "x2"])), equal);
    assert_eq!(after_first(two, &Domain::TotalFocus), equal);
    // The general version: the others stay open.
    let four = two.replace("x1, x2;", "x1, x2, x3, x4;");
    let some = [trivector("00**"), trivector("11**")];
    assert_eq!(after_first(&four, &named(&["x1", "x2"])), some);
    assert_eq!(after_first(&four, &named(&["1", "2"])), some);
    assert_eq!(after_first(&four, &named(&["x2"])), some);
    assert_eq!(after_first(&four, &named(&["x3"])).len(), 2);
    assert_eq!(after_first(&four, &Domain::TotalFocus).len(), 8);
}

#[test]
fn a_join_loses_what_sets_keep() {
    let text = "decl x, y; void main() begin if (*) then x, y := 0, 1; else x, y := 1, 0; fi
                L: assert(x != y); end";
    let control = lower(&read(text)).unwrap();
    let fails = |domain: &Domain| !explore(&control, domain, LIMIT).unwrap().fails.is_empty();
    assert!(fails(&Domain::Cartesian));
    assert!(!fails(&Domain::Disjunctive));
}

/// The do-while loop of the paper's Figure 1, its condition as in item 9 of our list of mistakes.
#[test]
fn figure_1_needs_no_more_than_sets() {
    let text = "decl b1, b2; void main() begin
        again: b1 := 1; b2 := 1; if (*) then b2 := choose(0, b2); b1 := 0; fi
        if (!b2) then goto again; fi if (!b1) then ERROR: assert(0); fi end";
    let control = lower(&read(text)).unwrap();
    let fails = |domain: &Domain| !explore(&control, domain, LIMIT).unwrap().fails.is_empty();
    assert!(fails(&Domain::Cartesian));
    for domain in [Domain::Disjunctive, named(&["b1"]), Domain::TotalFocus] {
        assert!(!fails(&domain), "{domain:?}");
    }
}

#[test]
fn a_variable_to_focus_on_must_be_there() {
    let control = lower(&read("decl x; void main() begin skip; end")).unwrap();
    for wrong in ["y", "0", "2"] {
        let error = explore(&control, &named(&[wrong]), LIMIT).unwrap_err();
        assert_eq!(error, Error::NoSuchVariable(Identifier::new(wrong)));
    }
}

#[test]
fn too_many_trivectors_are_an_error() {
    let names: Vec<String> = (0..30).map(|at| format!("x{at}")).collect();
    let text = format!("decl {}; void main() begin skip; end", names.join(", "));
    let control = lower(&read(&text)).unwrap();
    let error = explore(&control, &Domain::TotalFocus, 1000).unwrap_err();
    assert_eq!(error, Error::TooMany(1000));
}

/// Bits of the concrete states of the propositions, which are bitvectors themselves.
const BITS: usize = 3;

/// A relation between bitvectors: by bitvector before, the bitvectors after as bits of a word.
#[derive(Debug, Clone)]
struct Steps([u8; 1 << BITS]);

impl Arbitrary for Steps {
    fn arbitrary(g: &mut Gen) -> Steps {
        // Left-total, as the paper has it: it glosses over the empty set.
        Steps(std::array::from_fn(|_| u8::arbitrary(g).max(1)))
    }
}

impl Steps {
    fn deterministic(&self) -> Steps {
        Steps(self.0.map(|after| 1 << after.trailing_zeros()))
    }

    /// α ∘ post ∘ γ, written out.
    fn abstract_post(&self, before: &Trivector) -> Trivector {
        let after = stands_for(before).into_iter();
        let after = after.fold(0, |sum, state| sum | self.0[state]);
        let after: Vec<usize> = (0..1 << BITS).filter(|at| after >> at & 1 == 1).collect();
        let component = |bit: usize| {
            let may = |value: usize| after.iter().any(|state| state >> bit & 1 == value);
            Tri::of((may(0), may(1)))
        };
        (0..BITS).map(component).collect()
    }

    /// The Boolean program c2bp makes: b := choose(F(pre(b)), F(pre(!b))) for each bit.
    fn program(&self) -> BoolProgram {
        let cube = |state: usize| {
            let literals = (0..BITS).map(|bit| match state >> bit & 1 {
                1 => format!("b{bit}"),
                _ => format!("!b{bit}"),
            });
            literals.collect::<Vec<_>>().join(" & ")
        };
        let always = |bit: usize, value: usize| {
            let all = |state: &usize| {
                let mut after = (0..1 << BITS).filter(|at| self.0[*state] >> at & 1 == 1);
                after.all(|after: usize| after >> bit & 1 == value)
            };
            let cubes = (0..1 << BITS).filter(all).map(cube);
            let cubes: Vec<String> = cubes.chain(["0".to_owned()]).collect();
            cubes.join(" | ")
        };
        let names: Vec<String> = (0..BITS).map(|bit| format!("b{bit}")).collect();
        let values = (0..BITS).map(|bit| format!("choose({}, {})", always(bit, 1), always(bit, 0)));
        let values: Vec<String> = values.collect();
        let (names, values) = (names.join(", "), values.join(", "));
        read(&format!(
            "decl {names}; void main() begin {names} := {values}; skip; end"
        ))
    }
}

/// The bitvectors a trivector stands for.
fn stands_for(trivector: &Trivector) -> Vec<usize> {
    let fits = |state: &usize| {
        let bits = trivector.iter().enumerate();
        let mut bits = bits.map(|(at, tri)| (state >> at & 1 == 1, tri.value()));
        bits.all(|(bit, known)| known.is_none_or(|value| value == bit))
    };
    (0..1 << trivector.len()).filter(fits).collect()
}

fn all_trivectors() -> Vec<Trivector> {
    (0..BITS).fold(vec![Vec::new()], |shorter, _| {
        let longer = shorter.iter().flat_map(|prefix| {
            [Tri::False, Tri::True, Tri::Star].map(|tri| [&prefix[..], &[tri]].concat())
        });
        longer.collect()
    })
}

quickcheck! {
    // Proposition 1. forall relations, v. post of c2bp's program (v) = α (post (γ v))
    fn proposition_1(steps: Steps) -> bool {
        let program = steps.program();
        all_trivectors().iter().all(|before| {
            post(&program, before) == Some(steps.abstract_post(before))
        })
    }

    // Proposition 2. forall functions, decided v. γ (post#b·c v) = post (γ v)
    fn proposition_2(steps: Steps) -> bool {
        let steps = steps.deterministic();
        let program = steps.program();
        let decided = all_trivectors().into_iter().filter(|v| !v.contains(&Tri::Star));
        decided.into_iter().all(|before| {
            let after = post(&program, &before).unwrap();
            let concrete = stands_for(&before).into_iter().map(|state| steps.0[state]);
            let concrete = concrete.fold(0, |sum, after| sum | after);
            let found = stands_for(&after).into_iter().fold(0, |sum, state| sum | 1 << state);
            concrete == found
        })
    }

    // Proposition 3. forall functions. under total focus nothing is lost from anywhere
    fn proposition_3(steps: Steps) -> bool {
        let steps = steps.deterministic();
        let program = steps.program();
        let control = lower(&program).unwrap();
        let found = explore(&control, &Domain::TotalFocus, LIMIT).unwrap();
        let after = found.trivectors(control.main.at(NodeId(1)));
        let after = after.iter().flat_map(stands_for);
        let found = after.fold(0, |sum, state| sum | 1 << state);
        found == steps.0.into_iter().fold(0, |sum, after| sum | after)
    }
}

/// All targets of a program, with what the engine says of each.
fn verdicts(program: &BoolProgram) -> Vec<(Target, bool)> {
    let mut engine: Reachability = reach::reach(program, &Config::default()).unwrap();
    let control = engine.control();
    let kinds = |point: Point| {
        let fails = matches!(control.node(point).action, Action::Assert(..));
        let fails = fails.then_some(TargetKind::Fails);
        [TargetKind::Reached]
            .into_iter()
            .chain(fails)
            .map(move |kind| Target { point, kind })
    };
    let targets: Vec<Target> = control.points().flat_map(kinds).collect();
    let verdict = |target: Target| (target, engine.is_reachable(&[target]).unwrap());
    targets.into_iter().map(verdict).collect()
}

/// Whether what holds in the first holds in the second, for all targets.
fn is_within(first: &Exploration, second: &Exploration, targets: &[(Target, bool)]) -> bool {
    let implied = |(target, _): &(Target, bool)| {
        !first.is_reachable(&[*target]) || second.is_reachable(&[*target])
    };
    targets.iter().all(implied)
}

fn compared(program: &BoolProgram) -> Result<(), String> {
    let targets = verdicts(program);
    let control = lower(program).unwrap();
    let within = |domain: Domain| explore(&control, &domain, LIMIT).unwrap();
    let total = within(Domain::TotalFocus);
    let some = within(named(&["1"]).clone_if(&control));
    let sets = within(Domain::Disjunctive);
    let one = within(Domain::Cartesian);
    for (target, reachable) in &targets {
        if *reachable && !total.is_reachable(&[*target]) {
            return Err(format!("{target:?} is lost in\n{program}"));
        }
    }
    let chain = [&total, &some, &sets, &one];
    let ordered = chain
        .windows(2)
        .all(|pair| is_within(pair[0], pair[1], &targets));
    if !ordered {
        return Err(format!("a coarser domain has less in\n{program}"));
    }
    let exact = targets
        .iter()
        .all(|(target, reachable)| !total.is_reachable(&[*target]) || *reachable);
    if !exact && !constrains(program) {
        return Err(format!("total focus is not exact in\n{program}"));
    }
    Ok(())
}

impl Domain {
    /// A program without variables has none to focus on.
    fn clone_if(self, control: &Control) -> Domain {
        let any = control.procedures.iter().any(|p| !p.variables.is_empty());
        if any { self } else { Domain::Disjunctive }
    }
}

fn constrains(program: &BoolProgram) -> bool {
    fn any(statements: &[Statement]) -> bool {
        statements.iter().any(|statement| match &statement.kind {
            StatementKind::Assign { constrain, .. } => constrain.is_some(),
            StatementKind::If {
                branches,
                otherwise,
            } => branches.iter().any(|(_, body)| any(body)) || any(otherwise),
            StatementKind::While { body, .. } => any(body),
            StatementKind::Skip
            | StatementKind::Call { .. }
            | StatementKind::Assume(_)
            | StatementKind::Assert(_)
            | StatementKind::Goto(_)
            | StatementKind::Return(_) => false,
        })
    }
    program
        .procedures
        .iter()
        .any(|procedure| any(&procedure.body))
}

/// The program without `constrain`.
fn unconstrained(mut program: BoolProgram) -> BoolProgram {
    fn free(statements: &mut [Statement]) {
        for statement in statements {
            match &mut statement.kind {
                StatementKind::Assign { constrain, .. } => *constrain = None,
                StatementKind::If {
                    branches,
                    otherwise,
                } => {
                    for (_, body) in branches {
                        free(body);
                    }
                    free(otherwise);
                }
                StatementKind::While { body, .. } => free(body),
                StatementKind::Skip
                | StatementKind::Call { .. }
                | StatementKind::Assume(_)
                | StatementKind::Assert(_)
                | StatementKind::Goto(_)
                | StatementKind::Return(_) => {}
            }
        }
    }
    program
        .procedures
        .iter_mut()
        .for_each(|procedure| free(&mut procedure.body));
    program
}

// forall p. engine <= total focus <= focus <= sets <= one trivector
#[test]
fn every_domain_allows_what_the_engine_does() {
    #[allow(clippy::needless_pass_by_value)] // quickcheck gives values
    fn property(program: BoolProgram) -> Result<(), String> {
        compared(&program)
    }
    QuickCheck::new()
        .tests(trials(1500))
        .quickcheck(property as fn(BoolProgram) -> Result<(), String>);
}

// forall p without constrain. total focus = engine
#[test]
fn total_focus_is_the_engine() {
    fn property(program: BoolProgram) -> Result<(), String> {
        compared(&unconstrained(program))
    }
    QuickCheck::new()
        .tests(trials(1500))
        .quickcheck(property as fn(BoolProgram) -> Result<(), String>);
}

#[test]
fn constrain_is_what_total_focus_loses() {
    let control = |text: &str| lower(&read(text)).unwrap();
    let constrained = control(
        "decl x, y; void main() begin x, y := *, * constrain 'x = !'y; assert(x != y); end",
    );
    let found = explore(&constrained, &Domain::TotalFocus, LIMIT).unwrap();
    assert!(!found.fails.is_empty());
    // States that `enforce` forbids do not exist: it is no such loss.
    let enforced =
        control("decl x, y; void main() begin enforce x != y; x, y := *, *; assert(x != y); end");
    let found = explore(&enforced, &Domain::TotalFocus, LIMIT).unwrap();
    assert!(found.fails.is_empty());
}
