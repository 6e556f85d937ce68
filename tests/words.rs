//! Predicates that nobody wrote are told as Ada: read again, they are the same predicates.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
mod support;

use std::collections::BTreeSet;
use std::fs;

use sabs::pipeline::{Unit, read};
use sabs::predicate::{Grain, Predicate, PredicateSet, Seed, seeded};
use sabs::smt::SolverProcess;
use sabs::source::{SourceFile, Sources};

/// What is not in the other programs: every kind of component, of index and of number.
const SHAPES: &str = "procedure Shapes (N : in Integer; R : out Integer) is
   type Speed is (Slow, Normal, Fast);
   type Switch is (Off, Idle, On);
   type Byte is mod 256;
   type Count is range -100 .. 100;
   type Item is record
      A : Integer range 0 .. 9;
      S : Switch;
   end record;
   type List is array (1 .. 4) of Item;
   type Row is array (1 .. 3) of Integer range 0 .. 9;
   type Rows is array (1 .. 2) of Row;
   type Grid is array (1 .. 2, Speed) of Count;
   type Panel is array (Speed) of Switch;
   type Lamps is array (Boolean) of Boolean;
   type Box is record
      V : Row;
      B : Byte;
   end record;
   type Boxes is array (Speed range Slow .. Normal) of Box;
   L : List := (others => (A => 0, S => Off));
   M : Rows := (others => (others => 0));
   G : Grid := (others => (others => 0));
   C : Panel := (others => Off);
   F : Lamps := (others => False);
   X : Box := (V => (others => 0), B => 250);
   Y : Boxes := (others => (V => (others => 0), B => 7));
   Now : Speed := Slow;
   D : Count := 0;
   T : Character := 'a';
begin
   R := N;
   if L (2).A > N or L (R).S = Idle or L (N + 1).S < L (2).S then
      R := 1;
   end if;
   if M (1) (N) > 5 or M (N) (R) = N or G (2, Now) = D or G (N, Fast) < -5 then
      R := 2;
   end if;
   if C (Now) = C (Fast) or C (Slow) > Off or F (True) or F (N > 0) then
      R := 3;
   end if;
   if X.V (2) = 3 or X.B + 10 < 10 or (X.B and 7) = 2 or X.B * 3 - 1 > Y (Slow).B then
      R := 4;
   end if;
   if Y (Now).V (N) > 2 or Now < Fast or Speed'Pos (Now) + N > 3 or T = 'x' then
      R := 5;
   end if;
   if Integer (D) < N or N - 1 > 3 * Integer (D) or Byte'Pos (X.B) + N > 300 then
      R := 6;
   end if;
   if N mod 3 = 1 or N rem 3 = -1 or N / 2 > -7 or abs N > 4 or -N < 3 or N ** 2 = 4 then
      R := 7;
   end if;
end Shapes;
";

fn unit_of(files: &[(&str, &str)]) -> Result<Unit, String> {
    let mut sources = Sources::default();
    for (name, text) in files {
        sources.add(SourceFile::new(name, text));
    }
    read(&sources).map_err(|wrong| format!("{wrong:?}"))
}

/// The predicates that the conditions of a program suggest.
fn suggested(unit: &Unit, command: &str) -> Vec<Predicate> {
    let mut oracle = SolverProcess::new(command);
    let seeds = |_| BTreeSet::from([Seed::Checks, Seed::Guards, Seed::Contracts]);
    let nothing = PredicateSet::default();
    let found = seeded(&nothing, &unit.flow, &seeds, Grain::Atoms, &mut oracle).unwrap();
    found.iter().cloned().collect()
}

/// Reads each predicate of a program again, as a clause of a sidecar; says which could not be read
/// and panics at those that have become others.
fn unread(name: &str, text: &str, unit: &Unit, predicates: &[Predicate]) -> Vec<String> {
    let sidecar = name.replace(".adb", ".sabs");
    let mut unread = Vec::new();
    // What holds the result of a call is told by the call, which is another value later on.
    let is_named = |found: &&Predicate| {
        let variables = found.term.variables();
        !variables
            .iter()
            .any(|variable| variable.name.contains("__"))
    };
    for predicate in predicates.iter().filter(is_named) {
        let scope = match predicate.scope {
            Some(id) => &unit.flow.subprogram(id).name,
            None => &unit.flow.name,
        };
        let clause = format!("in {scope}: predicate {};", predicate.name);
        match unit_of(&[(name, text), (&sidecar, &clause)]) {
            Err(message) => unread.push(format!("{name}: {clause} {message}")),
            Ok(again) => {
                let mut found = again.predicates.iter();
                let same = found.any(|known| known.term == predicate.term);
                assert!(same, "{name}: {clause} is not {}", predicate.term);
            }
        }
    }
    unread
}

#[test]
fn every_shape_is_told_as_the_source_writes_it() {
    let Some(command) = support::solver("z3") else {
        return;
    };
    let unit = unit_of(&[("shapes.adb", SHAPES)]).unwrap();
    let predicates = suggested(&unit, &command);
    let unread = unread("shapes.adb", SHAPES, &unit, &predicates);
    assert!(unread.is_empty(), "{}", unread.join("\n"));
    let names: Vec<&str> = predicates.iter().map(|found| found.name.as_str()).collect();
    let expected = [
        "L (2).A > N",
        "L (R).S = Idle",
        "L (N + 1).S < L (2).S",
        "M (1) (N) > 5",
        "M (N) (R) = N",
        "G (2, Now) = D",
        "G (N, Fast) < -5",
        "C (Now) = C (Fast)",
        "C (Slow) > Off",
        "F (True)",
        "F (N > 0)",
        "X.V (2) = 3",
        "X.B + 10 < 10",
        "X.B * 3 - 1 > Y (Slow).B",
        "Y (Now).V (N) > 2",
        "Now < Fast",
        "Speed'Pos (Now) + Integer'Pos (N) > 3",
        "T = 'x'",
        "Count'Pos (D) < Integer'Pos (N)",
        "Byte'Pos (X.B) + Integer'Pos (N) > 300",
        "N ** 2 = 4",
    ];
    for wanted in expected {
        assert!(names.contains(&wanted), "{wanted} is not among\n{names:#?}");
    }
}

/// A predicate of a subprogram stands at its declarations, where loop parameters and names of inner
/// blocks are not known: those cannot be read there, nor those of expression functions, which have
/// no declarations; all others can.
#[test]
fn predicates_of_the_examples_are_read_again() {
    let Some(command) = support::solver("z3") else {
        return;
    };
    let (mut all, mut unread_ones) = (0, Vec::new());
    for path in front::files("spark-examples/proved", "adb") {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        // A body without its specification is another program, and as good.
        let Ok(unit) = unit_of(&[(&name, &text)]) else {
            continue;
        };
        let predicates = suggested(&unit, &command);
        all += predicates.len();
        unread_ones.extend(unread(&name, &text, &unit, &predicates));
    }
    assert!(all > 90, "{all}");
    let is_strange = |message: &&String| {
        !message.contains("is not declared here")
            && !message.contains("no body of a subprogram has this name")
    };
    let strange: Vec<&String> = unread_ones.iter().filter(is_strange).collect();
    assert!(strange.is_empty(), "{strange:#?}");
    assert!(4 * unread_ones.len() < all, "{unread_ones:#?}");
}
