//! The turns of the loop by the exact reading: what they try first, and what they take over from the
//! turns before.

use sabs::abstraction::{Config, CubeLimit, Settings, Wishes, abstract_program};
use sabs::bp::lower;
use sabs::exact::{Answer, Checker, Config as Exact, Counters, Reading, parse};
use sabs::pipeline::{
    Iteration, Observer, Options, Preference, Progress, PropertyTurn, Search, verify,
};
use sabs::verdict::Verdict;

use super::{process, unit};

/// What a turn did about what was open.
#[derive(Debug, PartialEq, Eq)]
enum Tried {
    Predicates,
    Precision,
    Nothing,
}

/// Every turn: predicates, what was tried, what the exact reading took; and the turns of properties.
#[derive(Default)]
struct Turns {
    checks: Vec<(usize, Tried, Counters)>,
    properties: Vec<PropertyTurn>,
}

impl Observer for Turns {
    fn turn(&mut self, iteration: &Iteration<'_>) {
        let tried = iteration.examined.first().map(|seen| &seen.progress);
        let tried = match tried {
            Some(Progress::Predicates(..)) => Tried::Predicates,
            Some(Progress::Precision) => Tried::Precision,
            Some(Progress::Runs | Progress::Later | Progress::None) | None => Tried::Nothing,
        };
        self.checks
            .push((iteration.predicates, tried, iteration.exact));
    }

    fn property(&mut self, turn: &PropertyTurn) {
        self.properties.push(*turn);
    }
}

/// The turns of one unit and the verdicts on its checks and properties; cubes of one literal at first.
fn turns(text: &str, preference: Preference) -> Option<(Turns, Vec<Verdict>)> {
    let mut oracle = process()?;
    let (unit, sources) = unit(&[("p.adb", text)]);
    let options = Options {
        search: Search::Exact,
        preference,
        ..Options::default()
    };
    let mut config = Config::new(&unit.program, Wishes::default()).unwrap();
    config.settings = Settings {
        max_cube: CubeLimit::AtMost(1),
        ..config.settings
    };
    let mut turns = Turns::default();
    let report = verify(
        &unit,
        &sources,
        &config,
        options,
        &mut oracle,
        &mut [],
        &mut turns,
    )
    .unwrap();
    let checks = report.checks.iter().map(|(_, verdict)| *verdict);
    let properties = report.properties.iter().map(|found| found.verdict);
    Some((turns, checks.chain(properties).collect()))
}

/// A predicate is missing, about the loop.
const COUNT: &str = "procedure P is
   X : Integer := 10;
begin
   while X > 0 loop
      X := X - 1;
   end loop;
end P;
";

/// No predicate is missing: cubes of one literal do not tell what these do together.
const TOGETHER: &str = "procedure P (A, B : Integer) is
   X : Integer := 0;
   --% predicate A > 0, B > 0, X = 1;
begin
   if A > 0 and B > 0 then
      X := 1;
   end if;
   if A > 0 then
      if B > 0 then
         pragma Assert (X = 1);
      end if;
   end if;
end P;
";

/// What is preferred comes first where there is a choice; the other where there is none.
#[test]
fn what_is_preferred_is_tried_first() {
    for (text, preference, expected) in [
        (COUNT, Preference::Predicates, Tried::Predicates),
        (COUNT, Preference::Precision, Tried::Precision),
        (TOGETHER, Preference::Predicates, Tried::Precision),
        (TOGETHER, Preference::Precision, Tried::Precision),
    ] {
        let Some((turns, verdicts)) = turns(text, preference) else {
            return;
        };
        let (before, tried, _) = &turns.checks[0];
        let (after, _, _) = &turns.checks[1];
        assert_eq!(*tried, expected, "{preference:?} of {text}");
        let is_added = expected == Tried::Predicates;
        assert_eq!(
            after > before,
            is_added,
            "{before} predicates, then {after}"
        );
        let is_proved = |verdict: &Verdict| matches!(verdict, Verdict::Proved(_));
        assert!(
            verdicts.iter().all(is_proved),
            "{preference:?}: {verdicts:?}"
        );
    }
}

/// The counters are of one turn each: nothing is known before the first, the next take over what the
/// one before has shown, and where nothing is open nothing is asked.
#[test]
fn turns_of_checks_take_over_what_is_known() {
    let Some((turns, _)) = turns(COUNT, Preference::Precision) else {
        return;
    };
    let counters: Vec<Counters> = turns.checks.iter().map(|turn| turn.2).collect();
    assert_eq!(counters[0].seeded, 0);
    assert!(counters[1].seeded > 0, "{counters:?}");
    assert!(counters[1].preimages > 0, "{counters:?}");
    assert_eq!(counters.last(), Some(&Counters::default()), "{counters:?}");
}

/// Figure 5(c) of the paper, from its source: one predicate a turn, until all values of X are told
/// apart; each turn begins with what the one before knew for sure.
#[test]
fn a_loop_is_left_by_one_predicate_a_turn() {
    let text = "procedure P is
   X : Integer := 4;
   --% ctl EF (pc = Finish);
begin
   while X > 0 loop
      X := X - 1;
   end loop;
   --% label Finish;
   null;
end P;
";
    let Some((turns, verdicts)) = turns(text, Preference::Predicates) else {
        return;
    };
    assert!(matches!(verdicts.last(), Some(Verdict::Proved(_))));
    let turns = turns.properties;
    let predicates: Vec<usize> = turns.iter().map(|turn| turn.predicates).collect();
    assert_eq!(predicates, [0, 1, 2, 3, 4, 5]);
    let numbers: Vec<usize> = turns.iter().map(|turn| turn.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
    let known: Vec<u64> = turns.iter().map(|turn| turn.exact.seeded).collect();
    assert_eq!(known[0], 0);
    assert!(known[1..].iter().all(|known| *known > 0), "{known:?}");
}

/// Three predicates about X are chosen freely, the fourth follows from them: that a value has all four
/// nobody has shown, and there is none. It is the same for an input and for an argument.
#[test]
fn nothing_rests_on_a_joint_choice_without_witness() {
    let body = "if X < 4 then
      if X mod 4 < 2 then
         if X mod 2 = 0 then
            --% label Zero;
            if (X / 4 + (X / 2) mod 2 + X mod 2) mod 2 = 1 then
               --% label No_Value;
               null;
            end if;
         end if;
      end if;
   end if;";
    let predicates = "--% predicate X < 4, X mod 4 < 2, X mod 2 = 0;
   --% predicate (X / 4 + (X / 2) mod 2 + X mod 2) mod 2 = 1;";
    let small = "Integer range 0 .. 7";
    let input = format!(
        "procedure P is
   X : {small} := 0;
   {predicates}
begin
   --% nondet X;
   {body}
end P;
"
    );
    let specification = format!(
        "package P is
   subtype Small is {small};
   procedure Q (X : Small);
end P;
"
    );
    let argument = format!(
        "package body P is
   procedure Q (X : Small) is
   {predicates}
   begin
   {body}
   end Q;
end P;
"
    );
    let argument = [("p.ads", &specification[..]), ("p.adb", &argument)];
    for files in [&[("p.adb", &input[..])][..], &argument] {
        let Some(mut oracle) = process() else {
            return;
        };
        let (unit, _) = unit(files);
        let config = Config::new(&unit.program, Wishes::default()).unwrap();
        let found = abstract_program(&unit.flow, &unit.predicates, &config, &mut oracle).unwrap();
        let control = lower(&found.program).unwrap();
        let exact = Exact {
            reading: Reading::Abstraction,
            ..Exact::default()
        };
        let mut checker = Checker::new(&control, &exact).unwrap();
        let mut asked = |text: &str| checker.check(&parse(text, &control).unwrap()).unwrap();
        let zero = asked("EF (pc = Zero)");
        assert!(matches!(zero, Answer::True(_)), "{zero:?}");
        let never = asked("AG !(pc = No_Value)");
        let is_open = matches!(never, Answer::Inconclusive(_));
        assert!(is_open, "{never:?} of\n{}", found.program);
    }
}
