//! `verify` on whole programs: what it says is true of runs.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
mod support;
mod verdicts;

use std::collections::BTreeSet;
use std::path::Path;

use sabs::flow::FlowProgram;
use sabs::interpret::{Limits, Outcome, RandomEnvironment, Start, run};
use sabs::pipeline::{Options, Unit, read};
use sabs::report::Report;
use sabs::smt::{
    Answer, Context, Error, Literal, Oracle, Possibility, Solver, SolverProcess, SolverSettings,
    StateAnswer, find_solver,
};
use sabs::source::Sources;
use sabs::verdict::{Arrival, CheckId, Rule, Verdict};

/// The checks that fail in some of many runs.
fn failing(flow: &FlowProgram, runs: u64) -> BTreeSet<CheckId> {
    let mut found = BTreeSet::new();
    for seed in 0..runs {
        let mut environment = RandomEnvironment::new(10_000 + seed);
        let limits = Limits { steps: 4_000 };
        let outcome = run(flow, Start::Main, &mut environment, limits, &mut |_| {});
        if let Outcome::Failed { check, .. } = outcome {
            found.insert(check);
        }
    }
    found
}

fn solver() -> Option<Solver> {
    let command = support::solver("z3")?;
    Some(find_solver(Some(&command)).unwrap())
}

/// A solver that has no answer about Horn clauses.
struct WithoutSpacer(SolverProcess);

impl Oracle for WithoutSpacer {
    fn begin(&mut self, context: &Context) -> Result<(), Error> {
        self.0.begin(context)
    }

    fn ask(&mut self, assumptions: &[Literal]) -> Result<Answer, Error> {
        self.0.ask(assumptions)
    }

    fn possibility(&mut self, assumptions: &[Literal]) -> Result<Possibility, Error> {
        self.0.possibility(assumptions)
    }

    fn ask_state(&mut self, assumptions: &[Literal]) -> Result<StateAnswer, Error> {
        self.0.ask_state(assumptions)
    }

    fn renew(&mut self) -> Result<(), Error> {
        self.0.renew()
    }
}

/// Whether Spacer may be asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spacer {
    Present,
    Absent,
}

fn verified(unit: &Unit, sources: &Sources, solver: &Solver, spacer: Spacer) -> Report {
    let settings = SolverSettings {
        steps: 200_000,
        ..SolverSettings::default()
    };
    let process = SolverProcess::with(solver.clone(), settings);
    let mut oracle: Box<dyn Oracle> = match spacer {
        Spacer::Present => Box::new(process),
        Spacer::Absent => Box::new(WithoutSpacer(process)),
    };
    verdicts::report(unit, sources, Options::default(), &mut oracle)
}

/// Nothing that is said to be proved fails in a run; returns how many checks were proved, violated
/// and neither.
fn no_run_contradicts(name: &str, unit: &Unit, report: &Report) -> (usize, usize, usize) {
    let failing = failing(&unit.flow, 300);
    let mut counts = (0, 0, 0);
    for (id, (check, verdict)) in (0..).map(CheckId).zip(&report.checks) {
        match verdict {
            Verdict::Proved(_) => {
                assert!(
                    !failing.contains(&id),
                    "{name}: proved, but fails: {check:?}"
                );
                counts.0 += 1;
            }
            Verdict::Violated => {
                assert!(report.inputs.contains_key(&id), "{name}: {check:?}");
                counts.1 += 1;
            }
            Verdict::Unknown(_) => counts.2 += 1,
        }
    }
    counts
}

fn example(path: &Path) -> (Unit, Sources) {
    let sources = front::Front::read_file(path).sources;
    (read(&sources).unwrap(), sources)
}

/// Compares what is said of all examples with what is true; returns the share that is decided, in
/// per cent, and what is not.
fn decided(spacer: Spacer) -> Option<(usize, Vec<String>)> {
    let solver = solver()?;
    let truth = verdicts::truth();
    let mut seen = BTreeSet::new();
    let mut open = Vec::new();
    for folder in ["proved", "violated", "unknown", "refined"] {
        for path in front::files(&format!("spark-examples/{folder}"), "adb") {
            let (unit, sources) = example(&path);
            let report = verified(&unit, &sources, &solver, spacer);
            no_run_contradicts(&path.display().to_string(), &unit, &report);
            for (check, verdict) in &report.checks {
                let place = sources.locate(check.span);
                let place = format!("{folder}/{place}: {}", check.rule.name());
                let expected = truth.get(&place).map(String::as_str);
                let expected = expected.unwrap_or_else(|| panic!("{place} is not in truth.txt"));
                match verdict {
                    Verdict::Proved(Arrival::Unreachable) => {
                        assert_eq!(expected, "unreachable", "{place} is arrived at");
                    }
                    Verdict::Proved(_) => assert_ne!(expected, "fails", "{place} is proved"),
                    Verdict::Violated => assert_eq!(expected, "fails", "{place} is violated"),
                    Verdict::Unknown(_) => open.push(place.clone()),
                }
                seen.insert(place);
            }
        }
    }
    let all: BTreeSet<String> = truth.into_keys().collect();
    assert_eq!(seen, all, "truth.txt speaks of checks that are not there");
    let share = 100 - open.len() * 100 / all.len();
    Some((share, open))
}

/// Nobody has to write predicates: what the examples need is found.
#[test]
fn examples_are_decided() {
    let Some((share, open)) = decided(Spacer::Present) else {
        return;
    };
    assert!(share >= 98, "{share} %, not {open:#?}");
}

/// Nor does it take Spacer.
#[test]
fn examples_are_decided_without_spacer() {
    let Some((share, open)) = decided(Spacer::Absent) else {
        return;
    };
    assert!(share >= 90, "{share} %, not {open:#?}");
}

/// Code that no jump leads to has checks, and the Boolean program has none of it.
#[test]
fn a_check_in_dead_code_is_unreachable() {
    let Some(solver) = solver() else {
        return;
    };
    let bodies = [
        "if B >= 2 then B := 1; return; pragma Assert (B = 2); end if;",
        "loop B := 1; end loop; pragma Assert (B = 2);",
        "B := 1; goto Over; pragma Assert (B = 2); <<Over>> null;",
    ];
    for body in bodies {
        let text = format!("procedure P (B : in out Integer) is begin {body} end P;");
        let sources = front::Front::read(&[("p.adb", &text)]).sources;
        let unit = read(&sources).unwrap();
        let report = verified(&unit, &sources, &solver, Spacer::Present);
        let verdicts: Vec<Verdict> = report.checks.iter().map(|(_, verdict)| *verdict).collect();
        assert_eq!(verdicts, [Verdict::Proved(Arrival::Unreachable)], "{body}");
    }
}

/// A class-wide parameter, and an extension of a type with its own equality.
const TAGGED: &str = "package A is
          type T is tagged record C : Integer := 1; end record;
          function \"=\" (L, R : T) return Boolean is (True);
          type U is new T with record D : Integer := 2; end record;
        end A;
        use type A.U;
        procedure Go (V : in out A.T'Class) is begin V.C := 2; end Go;
        V : A.T; E : A.U := (C => 1, D => 2); F : A.U := (C => 1, D => 3);";

/// Two objects at one address.
const OVERLAID: &str = "Z : Integer := 1;
        Y : Integer with Address => Z'Address, Import;";

/// What depends on an equality of the user's inside of a composite value, on the values of a
/// predicate, or on how often a function with side effects is called, is not modelled: nothing is decided by leaving that out.
#[test]
fn what_is_not_modelled_decides_nothing() {
    let Some(solver) = solver() else {
        return;
    };
    let own_equality = "type V is record A, B : Integer; end record;
        function \"=\" (L, R : V) return Boolean is (L.A = R.A);
        type W is record Q : V; end record;
        type Row is array (1 .. 2) of V;
        M, N : V := (X, 1);";
    let odd = "subtype Odd is Integer with Static_Predicate => Odd in 1 | 3 | 5;
        S : Integer := 0;";
    let table = "type Table is array (1 .. 3) of Integer;
        function F (I : Integer) return Integer is begin return I + 7; end F;
        T : Table := (others => 0);";
    let point = "type Point is record A, B : Integer; end record
          with Dynamic_Predicate => Low (Point);
        function Low (Q : Point) return Boolean is (Q.A <= Q.B);
        V : Point;";
    let ticking = "type Table is array (1 .. 3) of Integer;
        Ticks : Integer := 0;
        function Tick return Integer is
        begin Ticks := (if Ticks < 9 then Ticks + 1 else 0); return Ticks; end Tick;
        type Timed is record A : Integer := Tick; end record;
        type Times is array (1 .. 2) of Timed;
        T : Table := (others => 0);";
    let shared = "protected Shared is
          procedure Set (N : Integer);
        private V : Integer := 0; end Shared;
        protected body Shared is
          procedure Set (N : Integer) is begin V := N; end Set;
        end Shared;
        Y : Integer := 0;";
    let derived = "type Kind (D : Boolean; N : Positive) is record A : Integer := N; end record;
        type Heir (M : Positive) is new Kind (True, M);
        H : Heir (2);";
    let programs = [
        (derived, "pragma Assert (H.M = 2 and H.A = 2);"),
        (derived, "pragma Assert (Kind (H).N = 3);"),
        (TAGGED, "Go (V); pragma Assert (V.C = 1);"),
        (TAGGED, "pragma Assert (E = F);"),
        (OVERLAID, "Y := 5; pragma Assert (Z = 1);"),
        (OVERLAID, "Z := 5; pragma Assert (Y = 5);"),
        (own_equality, "pragma Assert (M in N);"),
        (shared, "Shared.Set (X); pragma Assert (Y = 1);"),
        (
            ticking,
            "T := (others => Tick); pragma Assert (T (1) = T (2));",
        ),
        (
            ticking,
            "T := (T with delta 2 .. 3 => Tick); pragma Assert (T (3) = 1);",
        ),
        (
            ticking,
            "T := (for I in 1 .. 3 => Tick); pragma Assert (Ticks = 0);",
        ),
        (
            ticking,
            "declare R : Times; begin pragma Assert (R (1) = R (2)); end;",
        ),
        (
            ticking,
            "if (for all I in 1 .. 2 => Tick > 0) then pragma Assert (Ticks = 0); end if;",
        ),
        (point, "V := (X, 1); pragma Assert (X = 7);"),
        (
            table,
            "T := (for I in 1 .. 3 => F (I)); pragma Assert (T (1) = 0);",
        ),
        (
            own_equality,
            "pragma Assert (W'(Q => (X, 1)) /= W'(Q => (X, 2)));",
        ),
        (
            own_equality,
            "pragma Assert (Row'((X, 1), (X, 1)) /= Row'((X, 1), (X, 2)));",
        ),
        (own_equality, "N.B := 2; pragma Assert (M not in N);"),
        (
            odd,
            "for I in Odd range 1 .. 3 loop S := I; end loop; pragma Assert (S = 2);",
        ),
    ];
    for (declarations, body) in programs {
        let text = format!(
            "procedure P (X : in out Integer) is {declarations} begin {body} X := 1; end P;"
        );
        let sources = front::Front::read(&[("p.adb", &text)]).sources;
        let unit = read(&sources).unwrap();
        assert!(!unit.program.gaps.is_empty(), "{body}");
        let report = verified(&unit, &sources, &solver, Spacer::Present);
        let asserted = report.checks.iter();
        let asserted = asserted.filter(|(check, _)| check.rule == Rule::Assert);
        for (_, verdict) in asserted {
            assert!(
                matches!(verdict, Verdict::Unknown(_)),
                "{body}: {verdict:?}"
            );
        }
    }
}

/// GNAT refuses these texts, because nothing comes before the first value of a type: sabs says that
/// they fail, where it took a value outside of the type for the end of the array.
#[test]
fn null_arrays_need_an_end_in_their_index_type() {
    let Some(solver) = solver() else {
        return;
    };
    let values = ["Text := \"\"", "Shades := \"\"", "Numbers := []"];
    for value in values {
        let text = format!(
            "procedure P (X : out Integer) is
                type Byte is mod 256;
                type Colour is (Red, Green);
                type Text is array (Byte range <>) of Character;
                type Shades is array (Colour range <>) of Character;
                type Numbers is array (Byte range <>) of Integer;
                V : constant {value};
            begin X := V'Length; pragma Assert (X = 1); end P;"
        );
        let sources = front::Front::read(&[("p.adb", &text)]).sources;
        let unit = read(&sources).unwrap();
        let report = verified(&unit, &sources, &solver, Spacer::Present);
        let verdicts: Vec<(Rule, bool)> = report
            .checks
            .iter()
            .map(|(check, verdict)| (check.rule, matches!(verdict, Verdict::Violated)))
            .collect();
        assert!(
            verdicts.contains(&(Rule::Range, true)),
            "{value}: {verdicts:?}"
        );
        assert!(!verdicts.contains(&(Rule::Assert, true)), "{value}");
    }
}

/// What clients make satisfies what these types say of it, and is otherwise anything.
const TYPES: &str =
    "subtype Even is Integer range 0 .. 100 with Dynamic_Predicate => Even mod 2 = 0;
    subtype Digit is Integer range 0 .. 9;
    type Pair is record Low, High : Digit; end record
      with Dynamic_Predicate => Pair.Low <= Pair.High;
    type Twin is record Left, Right : Digit; end record
      with Dynamic_Predicate => Twin.Left = Twin.Right;
    type Holder is record E : Even; P : Pair; end record;
    type Evens is array (1 .. 3) of Even;
    type Pairs is array (1 .. 3) of Pair;
    type Buffer (D : Digit) is record V : Integer; end record;
    subtype Third is Buffer (3);
    type Outer (D : Digit) is record Four : Buffer (4); Same : Buffer (D); end record;
    type Buffers is array (1 .. 2) of Buffer (7);
    type Mutable (D : Digit := 0) is record
       case D is when 0 => N : Integer; when others => E : Even; end case;
    end record;
    type Text (D : Integer := 3) is record S : String (D .. 5); end record;
    type Hidden is private;
    type Shown is record H : Hidden; end record;
    type Secrets is array (1 .. 2) of Hidden;";

/// Values that clients make, X, as arguments and as visible variables: what holds of them, and what
/// fails for some client.
const MADE: [(&str, &str, &str); 19] = [
    (
        "X : Holder",
        "X.E /= 3 and X.P.Low <= X.P.High",
        "X.E /= 6 or X.P.High /= 3",
    ),
    ("X : in out Evens", "X (2) /= 3", "X (2) /= 4 or X (3) /= 8"),
    (
        "X : Pairs",
        "X (2).Low <= X (2).High",
        "X (2).Low <= X (1).High",
    ),
    ("X : in out Third", "X.D = 3", "X.V /= 5"),
    ("X : Outer", "X.Four.D = 4 and X.Same.D = X.D", "X.D /= 5"),
    ("X : Buffers", "X (1).D = 7", "X (1).V /= 5"),
    (
        "X : Mutable",
        "X.D = 0 or else X.E /= 3",
        "X.D = 0 or else X.E /= 4",
    ),
    ("X : Shown", "X.H.A = 3", ""),
    ("X : Secrets", "X (1).A = 3", ""),
    (
        "X : Holder := (2, (1, 2));",
        "X.E /= 3 and X.P.Low <= X.P.High",
        "X.P.Low /= 7",
    ),
    ("X : Evens := (others => 4);", "X (2) /= 3", "X (2) /= 6"),
    ("X : Third := (D => 3, V => 1);", "X.D = 3", "X.V /= 9"),
    ("X : Even := 2;", "X /= 3", "X /= 8"),
    ("X : String := \"abc\";", "X'Length = 3", "X (2) /= 'x'"),
    ("X : Buffer := (D => 8, V => 1);", "X.D = 8", "X.V /= 9"),
    (
        "X : Mutable := (D => 1, E => 2);",
        "X.D = 0 or else X.E /= 3",
        "X.D /= 0",
    ),
    ("X : Text", "X.D >= 1", "X.D /= 1"),
    ("X : Text := (2, \"abcd\");", "X.D >= 1", "X.D /= 6"),
    ("X : Twin := (1, 1);", "X.Left = X.Right", "X.Left /= 9"),
];

#[test]
fn clients_make_what_types_allow_and_all_of_it() {
    let Some(solver) = solver() else {
        return;
    };
    for (made, kept, free) in MADE {
        let (variable, formal) = if made.ends_with(';') {
            (made, String::new())
        } else {
            ("", format!(" ({made})"))
        };
        let private = "type Hidden is record A : Integer := 3; end record
            with Type_Invariant => Hidden.A = 3;";
        let specification = format!(
            "package P is {TYPES} {variable} procedure Kept{formal}; procedure Free{formal};
            private {private} end P;"
        );
        let free_assert = match free {
            "" => "null;".to_owned(),
            free => format!("pragma Assert ({free});"),
        };
        let body = format!(
            "package body P is
            procedure Kept{formal} is begin pragma Assert ({kept}); end Kept;
            procedure Free{formal} is begin {free_assert} end Free;
            end P;"
        );
        let sources = front::Front::read(&[("p.ads", &specification), ("p.adb", &body)]).sources;
        let unit = read(&sources).unwrap();
        let report = verified(&unit, &sources, &solver, Spacer::Present);
        let asserted = report.checks.iter();
        let asserted = asserted.filter(|(check, _)| check.rule == Rule::Assert);
        let verdicts: Vec<Verdict> = asserted.map(|(_, verdict)| *verdict).collect();
        assert!(matches!(verdicts[0], Verdict::Proved(_)), "{made}: {kept}");
        if !free.is_empty() {
            assert_eq!(verdicts[1], Verdict::Violated, "{made}: {free}");
        }
    }
}

/// A part of something may be assigned to without a look at the predicate of the whole, so that a
/// client may hand it in again: nothing is proved of it, and no client can choose it.
#[test]
fn a_predicate_of_a_part_that_may_be_broken_decides_nothing() {
    let Some(solver) = solver() else {
        return;
    };
    let specification = "package P is
        subtype Digit is Integer range 0 .. 9;
        type Pair is record Low, High : Digit; end record
          with Dynamic_Predicate => Pair.Low <= Pair.High;
        type Holder is record P : Pair; end record;
        procedure Break (H : in out Holder);
        procedure Look (H : Holder);
        end P;";
    let body = "package body P is
        procedure Break (H : in out Holder) is begin H.P.Low := 9; end Break;
        procedure Look (H : Holder) is begin pragma Assert (H.P.Low <= H.P.High); end Look;
        end P;";
    let sources = front::Front::read(&[("p.ads", specification), ("p.adb", body)]).sources;
    let unit = read(&sources).unwrap();
    let report = verified(&unit, &sources, &solver, Spacer::Present);
    let verdicts: Vec<Verdict> = report.checks.iter().map(|(_, verdict)| *verdict).collect();
    assert!(
        matches!(verdicts[..], [Verdict::Unknown(_)]),
        "{verdicts:?}"
    );
}

/// What no client can call must not change what others find; its own checks are looked at.
#[test]
fn what_nobody_calls_changes_nothing_for_others() {
    let Some(solver) = solver() else {
        return;
    };
    let specification = "package P is procedure T; end P;";
    let body = "package body P is
        V : Integer := 0;
        procedure Hidden is begin V := 1; end Hidden;
        procedure T is
           procedure Nested is begin V := 2; pragma Assert (V = 3); end Nested;
        begin
           pragma Assert (V = 0);
        end T;
        end P;";
    let sources = front::Front::read(&[("p.ads", specification), ("p.adb", body)]).sources;
    let unit = read(&sources).unwrap();
    let report = verified(&unit, &sources, &solver, Spacer::Present);
    let found: Vec<Verdict> = report.checks.iter().map(|(_, verdict)| *verdict).collect();
    assert_eq!(
        found,
        [Verdict::Violated, Verdict::Proved(Arrival::Possible)]
    );
}

/// A specification that calls another unit finds that unit elaborated, its body included.
#[test]
fn bodies_are_elaborated_before_what_needs_them() {
    let Some(solver) = solver() else {
        return;
    };
    let files = [
        (
            "k1.ads",
            "package K1 is function Peek return Integer; end K1;",
        ),
        (
            "k1.adb",
            "package body K1 is Z : Integer := 3; function Peek return Integer is (Z);
             begin Z := 7; end K1;",
        ),
        (
            "k2.ads",
            "with K1; pragma Elaborate_All (K1);
             package K2 is V : constant Integer := K1.Peek; procedure T; end K2;",
        ),
        (
            "k2.adb",
            "package body K2 is procedure T is begin pragma Assert (V = 7); end T; end K2;",
        ),
    ];
    let sources = front::Front::read(&files).sources;
    let unit = read(&sources).unwrap();
    let report = verified(&unit, &sources, &solver, Spacer::Present);
    let found: Vec<Verdict> = report.checks.iter().map(|(_, verdict)| *verdict).collect();
    assert_eq!(found, [Verdict::Proved(Arrival::Possible)]);
}

/// What a subtype says of discriminants holds of all that clients pass and assign.
#[test]
fn constrained_discriminants_are_known() {
    let Some(solver) = solver() else {
        return;
    };
    let specification = "package P is
        subtype Size is Integer range 0 .. 5;
        type Buffer (Room : Size := 3) is record Used : Size := 0; end record;
        subtype Two is Buffer (2);
        type Pair is record Left, Right : Two; end record;
        G : Two;
        procedure Look (A : Two; B : in out Pair; C : Buffer);
        end P;";
    let body = "package body P is
        procedure Look (A : Two; B : in out Pair; C : Buffer) is
        begin
           pragma Assert (A.Room = 2);
           pragma Assert (B.Right.Room = 2);
           pragma Assert (G.Room = 2);
           B.Left := A;
           pragma Assert (C.Room = 2);
        end Look;
        end P;";
    let sources = front::Front::read(&[("p.ads", specification), ("p.adb", body)]).sources;
    let unit = read(&sources).unwrap();
    let report = verified(&unit, &sources, &solver, Spacer::Present);
    let asserted = report.checks.iter();
    let asserted = asserted.filter(|(check, _)| check.rule == Rule::Assert);
    let is_proved = |verdict: &Verdict| matches!(verdict, Verdict::Proved(_));
    let found: Vec<bool> = asserted.map(|(_, verdict)| is_proved(verdict)).collect();
    assert_eq!(found, [true, true, true, false]);
}
