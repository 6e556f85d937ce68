//! The engine against the explicit-state interpreter.

mod conversion;
mod smv;

use std::collections::BTreeMap;

use quickcheck::{QuickCheck, quickcheck};

use super::*;
use crate::bp::arbitrary::trials;
use crate::bp::control::{Point, lower};
use crate::bp::interpret::{Exit, Machine, State, Step as Event};
use crate::bp::parse;
use crate::source::SourceFile;

fn read(text: &str) -> BoolProgram {
    parse(&SourceFile::new("t.bp", text)).expect("the program is well-formed")
}

fn explored(program: &BoolProgram, config: &Config) -> Reachability {
    reach(program, config).expect("the program is small")
}

/// The length of a shortest trace to each target that is reachable; every trace is replayed.
fn lengths(
    reachability: &mut Reachability,
    kind: TargetKind,
) -> Result<BTreeMap<Point, usize>, String> {
    let targets: Vec<Target> = question::targets(reachability.control(), kind, |_, _| true);
    let mut lengths = BTreeMap::new();
    for target in targets {
        if let Some(mut trace) = reachability.trace(&[target]).unwrap() {
            reachability.expand(&mut trace).unwrap();
            replay(reachability, &trace, target)?;
            lengths.insert(target.point, trace.hierarchical_length());
        }
    }
    Ok(lengths)
}

/// Steps of one frame, with the states of the caller around them if there is one.
type Segment = (Vec<Step>, Option<(State, State)>);

/// Checks with the interpreter that every step of an expanded trace may happen.
fn replay(reachability: &Reachability, trace: &Trace, target: Target) -> Result<(), String> {
    let machine = Machine::new(reachability.control());
    let state = |step: &Step| State {
        point: step.point,
        values: step.values.clone(),
    };
    let require = |holds: bool, what: &str| {
        if holds {
            Ok(())
        } else {
            Err(format!("{what} in {trace:?}"))
        }
    };
    require(
        machine.initial().contains(&state(&trace.steps[0])),
        "no initial state",
    )?;
    // Each segment is checked against the exit its call was to have.
    let mut pending: Vec<Segment> = vec![(trace.steps.clone(), None)];
    let mut seen = std::collections::BTreeSet::new();
    while let Some((steps, around)) = pending.pop() {
        for pair in steps.windows(2) {
            let (before, after) = (state(&pair[0]), state(&pair[1]));
            let events = machine.steps(&before);
            match pair[0].call {
                Some(call) => {
                    let inside = reachability.inside(call).to_vec();
                    let first = inside.first().map(&state);
                    let enters = first.is_some_and(|first| events.contains(&Event::Enters(first)));
                    require(enters, "a call enters elsewhere")?;
                    if seen.insert((call, before.clone(), after.clone())) {
                        pending.push((inside, Some((before, after))));
                    }
                }
                None if pair[1].depth > pair[0].depth => {
                    require(events.contains(&Event::Enters(after)), "no such call")?;
                }
                None => require(events.contains(&Event::Goes(after)), "no such step")?,
            }
        }
        let last = machine.steps(&state(&steps[steps.len() - 1]));
        match around {
            Some((before, after)) => {
                let exits: Vec<Exit> = last
                    .into_iter()
                    .filter_map(|event| match event {
                        Event::Leaves(exit) => Some(exit),
                        Event::Goes(_) | Event::Enters(_) | Event::Fails => None,
                    })
                    .collect();
                let resumes = exits
                    .iter()
                    .any(|exit| machine.resume(&before, exit).as_ref() == Some(&after));
                require(resumes, "a call returns otherwise")?;
            }
            None if target.kind == TargetKind::Fails => {
                require(last.contains(&Event::Fails), "no failure at the end")?;
            }
            None => {}
        }
    }
    Ok(())
}

fn agrees(program: &BoolProgram, config: &Config) -> Result<bool, String> {
    let control = lower(program).unwrap();
    let expected = Machine::new(&control).explore();
    let mut found = explored(program, config);
    Ok(
        lengths(&mut found, TargetKind::Reached)? == expected.reached
            && lengths(&mut found, TargetKind::Fails)? == expected.fails,
    )
}

/// As a property: the program is shown as text.
fn agreement(program: &BoolProgram, config: &Config) -> Result<(), String> {
    match agrees(program, config) {
        Ok(true) => Ok(()),
        outcome => Err(format!("{outcome:?} for\n{program}")),
    }
}

// forall p. the engine reaches what the interpreter reaches, as soon, and every trace replays
#[test]
fn the_engine_agrees_with_the_interpreter() {
    #[allow(clippy::needless_pass_by_value)] // quickcheck gives values
    fn property(program: BoolProgram) -> Result<(), String> {
        agreement(&program, &Config::default())
    }
    QuickCheck::new()
        .tests(trials(5000))
        .quickcheck(property as fn(BoolProgram) -> Result<(), String>);
}

quickcheck! {
    // forall p. live ranges and MOD/REF change no answer
    fn switches_change_no_answer(
        program: BoolProgram, live_ranges: bool, mod_ref: bool
    ) -> Result<(), String> {
        agreement(&program, &Config { live_ranges, mod_ref, ..Config::default() })
    }
}

/// The generated programs are worth their name: they call, recur, return and fail.
#[test]
fn generated_programs_do_something() {
    let mut g = quickcheck::Gen::new(100);
    let (mut points, mut reached, mut fails, mut returns) = (0, 0, 0, 0);
    for _ in 0..300 {
        let program = <BoolProgram as quickcheck::Arbitrary>::arbitrary(&mut g);
        let control = lower(&program).unwrap();
        let exploration = Machine::new(&control).explore();
        points += control.points().count();
        reached += exploration.reached.len();
        fails += exploration.fails.len();
        let is_after_call = |point: &Point| {
            let nodes = &control.procedure(point.procedure).nodes;
            nodes.iter().any(|node| {
                node.action
                    .call()
                    .is_some_and(|(_, next)| next == point.node)
            })
        };
        returns += exploration
            .reached
            .keys()
            .filter(|point| is_after_call(point))
            .count();
    }
    assert!(
        reached * 4 > points,
        "{reached} of {points} points are reached"
    );
    assert!(fails > 30, "{fails} assertions fail");
    assert!(returns > 100, "{returns} points after calls are reached");
}

const FIGURE_1: &str = "\
decl g;



main()
begin
decl h; h := !g;
A(g,h);
skip;
A(g,h);
skip;
if (g) then
R: skip;
else
skip;
fi
end

A(a1,a2)
begin
if (a1) then
A(a2,a1);
skip;
else
g := a2;
fi
end
";

#[test]
fn the_label_of_figure_1_is_reached_in_six_steps() {
    let mut found = explored(&read(FIGURE_1), &Config::default());
    let question = Question::Reached {
        procedure: None,
        label: Identifier::new("R"),
    };
    let targets = found.resolve(&question).unwrap();
    let mut trace = found.trace(&targets).unwrap().expect("R is reachable");
    assert_eq!(trace.hierarchical_length(), 6);
    // As the paper says: g must be 1 in the beginning, and h is not constrained there.
    assert!(trace.steps[0].values[0]);
    assert_eq!(trace.steps[0].constrained, [true, false]);
    found.expand(&mut trace).unwrap();
    replay(&found, &trace, targets[0]).unwrap();
    assert_eq!(found.flat_length(&trace).to_string(), "20");
}

#[test]
fn a_summary_that_needs_itself_is_expanded_all_the_same() {
    // The shortest way through f is by calling f: expanding it must come to an end.
    let skips = "skip; ".repeat(9);
    let text = format!(
        "void f() begin if (*) then f(); else {skips} fi end
         void main() begin f(); R: skip; end"
    );
    let mut found = explored(&read(&text), &Config::default());
    let question = Question::Reached {
        procedure: None,
        label: Identifier::new("R"),
    };
    let targets = found.resolve(&question).unwrap();
    let mut trace = found.trace(&targets).unwrap().expect("R is reachable");
    found.expand(&mut trace).unwrap();
    replay(&found, &trace, targets[0]).unwrap();
    assert_eq!(trace.hierarchical_length(), 1);
    assert_eq!(found.flat_length(&trace).to_string(), "12");
}

#[test]
fn the_node_limit_is_an_error() {
    let config = Config {
        node_limit: 10,
        ..Config::default()
    };
    let error = reach(&read(FIGURE_1), &config).expect_err("ten nodes are too few");
    assert_eq!(error, Error::NodeLimit(NodeLimit { limit: 10 }));
}

#[test]
fn states_are_covers_over_names() {
    let text = "decl a, b; void main() begin a := 1; b := !a; L: skip; a, b := b, a; end";
    let config = Config {
        live_ranges: false,
        ..Config::default()
    };
    let mut found = explored(&read(text), &config);
    let question = Question::Reached {
        procedure: None,
        label: Identifier::new("L"),
    };
    let point = found.resolve(&question).unwrap()[0].point;
    let cover = found.states_at(point).unwrap();
    assert_eq!(
        cover,
        [[(Identifier::new("a"), true), (Identifier::new("b"), false)]]
    );
}

#[test]
fn unknown_labels_are_errors() {
    let found = explored(&read("void main() begin L: skip; end"), &Config::default());
    let label = Identifier::new("L");
    let fails = Question::Fails {
        procedure: None,
        label: label.clone(),
    };
    let message = found
        .resolve(&fails)
        .expect_err("L is no assertion")
        .to_string();
    assert_eq!(message, "there is no assertion labelled L");
    let elsewhere = Question::Reached {
        procedure: Some(Identifier::new("f")),
        label,
    };
    let message = found
        .resolve(&elsewhere)
        .expect_err("there is no f")
        .to_string();
    assert_eq!(message, "there is no statement labelled f:L");
}
