//! Invariants written into sources: GNAT compiles them, and none fails on random inputs.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[allow(dead_code, unused_imports, reason = "a part of it is used here")]
mod exercise;
mod front;
#[allow(dead_code, unused_imports, reason = "a part of it is used here")]
mod referee;
mod support;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use exercise::{Subject as Example, exercise};
use referee::{Subject, trials};
use sabs::source::{SourceFile, Sources};
use sabs::verdict::{CheckId, Rule};

/// Loops of every kind, with invariants that compute, that name enumerations, that read arrays, of
/// records and of arrays, and components of records.
const PROGRAMS: [(&str, &str); 9] = [
    (
        "twice",
        "procedure Twice (N : in Integer; R : out Integer) is
   X : Integer := 0;
   Y : Integer := 0;
   --% predicate X = 2 * Y;
   --% predicate Y >= 0;
   --% predicate Y <= 1000;
begin
   while Y < N and then Y < 1000 loop
      X := X + 2;
      Y := Y + 1;
   end loop;
   R := X - Y;
   pragma Assert (X = 2 * Y);
end Twice;
",
    ),
    (
        "far",
        "procedure Far (N : in Integer; R : out Integer) is
   X : Integer := 2_147_483_000;
begin
   R := 0;
   for I in 1 .. 10 loop
      X := X - 1;
      if N > I then
         R := R + 1;
      end if;
      --% predicate R >= 0;
      --% predicate R < I;
      --% predicate R <= I;
      --% predicate X + I = 2_147_483_001;
      --% predicate X + I = 2_147_483_000;
      --% predicate 2 * X > X + 2_000_000_000;
   end loop;
   pragma Assert (X >= 2_000_000_000);
end Far;
",
    ),
    (
        "modes",
        "procedure Modes (N : in Integer; R : out Integer) is
   type Mode is (Idle, Busy, Done);
   State : Mode := Idle;
   Count : Integer := 0;
   --% predicate State = Idle;
   --% predicate State = Done;
   --% predicate Count >= 0;
   --% predicate Count <= 5;
   --% predicate Count < 5;
begin
   loop
      exit when State = Done;
      if State = Idle then
         State := Busy;
      elsif Count >= 5 or N < Count then
         State := Done;
      else
         Count := Count + 1;
      end if;
   end loop;
   R := Count;
   pragma Assert (Count <= 5);
end Modes;
",
    ),
    (
        "fill",
        "procedure Fill (N : in Integer; R : out Integer) is
   type Vector is array (1 .. 20) of Integer range 0 .. 9;
   A : Vector := (others => 0);
   --% predicate (for all K in 1 .. 20 => A (K) <= 5);
begin
   R := 0;
   for I in A'Range loop
      A (I) := 5;
      --% predicate R <= 5 * I;
      --% predicate R <= 5 * (I - 1);
      --% predicate R >= 0;
      --% predicate A (I) <= 5;
      R := R + A (I);
      if N = R then
         A (I) := 3;
      end if;
   end loop;
   pragma Assert (R <= 100);
end Fill;
",
    ),
    (
        "bytes",
        "procedure Bytes (N : in Integer; R : out Integer) is
   type Byte is mod 256;
   B : Byte := 250;
   C : Integer := 0;
   --% predicate B >= 250;
   --% predicate B + 10 < 10;
   --% predicate C >= 0;
   --% predicate C <= 5;
   --% predicate C < 5;
begin
   while C < 5 and N > C loop
      pragma Loop_Variant (Increases => C);
      C := C + 1;
      if N = 3 then
         B := 251;
      end if;
   end loop;
   R := C;
   pragma Assert (R <= 5);
end Bytes;
",
    ),
    (
        "nested",
        "procedure Nested (N : in Integer; R : out Integer) is
   Sum : Integer := 0;
   --% predicate Sum >= 0;
   --% predicate Sum <= 100;
   --% predicate Sum < 100;
begin
   for I in reverse 1 .. 10 loop
      for J in 1 .. 10 loop
         if Sum < 100 and N > 0 then
            Sum := Sum + 1;
         end if;
      end loop;
   end loop;
   R := Sum;
   pragma Assert (R in 0 .. 100);
end Nested;
",
    ),
    (
        "items",
        "procedure Items (N : in Integer; R : out Integer) is
   type Switch is (Off, Idle, On);
   type Item is record
      A : Integer range 0 .. 9;
      S : Switch;
   end record;
   type List is array (1 .. 4) of Item;
   type Row is array (1 .. 3) of Integer range 0 .. 9;
   type Box is record
      V : Row;
      B : Integer range 0 .. 9;
   end record;
   L : List := (others => (A => 0, S => Off));
   X : Box := (V => (others => 0), B => 0);
   --% predicate L (2).A <= 5;
   --% predicate L (2).S = Off;
   --% predicate X.V (1) <= 5;
begin
   R := 0;
   for J in 1 .. 3 loop
      if N > J then
         L (2) := (A => J, S => Off);
         X.V (J) := 5;
      end if;
   end loop;
   pragma Assert (L (2).A <= 5 and L (2).S = Off and X.V (1) <= 5);
end Items;
",
    ),
    (
        "tables",
        "procedure Tables (N : in Integer; R : out Integer) is
   type Row is array (1 .. 3) of Integer range 0 .. 9;
   type Rows is array (1 .. 2) of Row;
   type Grid is array (1 .. 2, 1 .. 3) of Integer range 0 .. 9;
   M : Rows := (others => (others => 0));
   G : Grid := (others => (others => 0));
   --% predicate M (1) (2) <= 5;
   --% predicate G (2, 3) <= 5;
begin
   R := 0;
   for J in 1 .. 3 loop
      if N > J then
         M (1) (J) := 3;
         G (2, J) := 4;
      end if;
   end loop;
   pragma Assert (M (1) (2) <= 5 and G (2, 3) <= 5);
end Tables;
",
    ),
    (
        "panels",
        "procedure Panels (N : in Integer; R : out Integer) is
   type Speed is (Slow, Normal, Fast);
   type Switch is (Off, Idle, On);
   type Byte is mod 256;
   type Lamp is record
      Lit : Boolean;
      B   : Byte;
   end record;
   type Panel is array (Speed) of Switch;
   type Lamps is array (Boolean) of Lamp;
   C : Panel := (others => Off);
   F : Lamps := (others => (Lit => False, B => 7));
   Now : Speed := Slow;
   --% predicate C (Normal) /= On;
   --% predicate F (True).Lit;
   --% predicate F (True).B + 250 = 1;
   --% predicate Now < Fast;
begin
   R := 0;
   for J in 1 .. 3 loop
      if N > J then
         C (Now) := Off;
         F (N > 9).B := 7;
         F (False).Lit := True;
      end if;
      Now := (if Now = Slow then Normal else Slow);
   end loop;
   pragma Assert (C (Normal) /= On and not F (True).Lit);
   pragma Assert (F (True).B + 250 = 1 and Now < Fast);
end Panels;
",
    ),
];

/// Parts of objects, as the source writes them.
const WORDS: [&str; 8] = [
    "L (2).A <= 5",
    "L (2).S = Off",
    "X.V (1) <= 5",
    "M (1) (2) <= 5",
    "G (2, 3) <= 5",
    "C (Normal) /= On",
    "not F (True).Lit",
    "Now < Fast",
];

/// Annotates a file within so many seconds; gives the text of the copy, if there was anything to
/// write.
#[allow(clippy::disallowed_methods)] // sabs itself, not a solver
fn annotated(path: &Path, seconds: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_sabs"))
        .args(["certify", "--timeout", seconds])
        .arg(path)
        .arg("--annotate")
        .arg(folder.path())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    // Proved, violated or unknown, but no mistake.
    let status = output.status.code();
    assert!(matches!(status, Some(0 | 1 | 3)), "{messages}");
    fs::read_to_string(folder.path().join(path.file_name().unwrap())).ok()
}

#[test]
fn gnat_finds_every_invariant_true() {
    let (Some(gnatmake), Some(_)) = (support::referee("gnatmake"), support::solver("z3")) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut paths = Vec::new();
    for (name, text) in PROGRAMS {
        let path = folder.path().join(format!("{name}.adb"));
        fs::write(&path, text).unwrap();
        paths.push(path);
    }
    let (mut subjects, mut pragmas, mut wide) = (Vec::new(), 0, 0);
    let mut all = String::new();
    for path in &paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = annotated(path, "60").unwrap_or_else(|| panic!("{name} has invariants"));
        pragmas += text.matches("pragma Loop_Invariant").count();
        wide += text.matches("Long_Long_Integer (").count();
        all.push_str(&text);
        subjects.push(Subject::new(&name, &text));
    }
    for words in WORDS {
        let pragma = format!("pragma Loop_Invariant ({words});");
        assert!(all.contains(&pragma), "{words} is not among\n{all}");
    }
    assert!(pragmas >= 23, "{pragmas}");
    assert!(wide >= 5, "{wide}");
    for (subject, trial) in subjects.iter().zip(trials(&gnatmake, &subjects, 150, 3)) {
        let text = subject.text_for_gnat();
        let disagreements = trial.disagreements(subject).join("\n");
        assert!(disagreements.is_empty(), "{disagreements}\n{text}");
        assert!(trial.returned() == trial.calls.len(), "{text}");
    }
}

/// An example whose loops have their invariants, if any were found.
fn with_invariants(folder: &str, path: &Path) -> Option<Example> {
    let text = annotated(path, "20")?;
    let mut sources = Sources::default();
    let specification = path.with_extension("ads");
    for (path, text) in [
        (
            specification.as_path(),
            fs::read_to_string(&specification).ok(),
        ),
        (path, Some(text)),
    ] {
        if let Some(text) = text {
            let name = path.file_name().unwrap().to_string_lossy();
            sources.add(SourceFile::new(&name, &text));
        }
    }
    Some(Example::new(folder, sources))
}

/// The invariants of all examples are legal Ada; GNAT arrives at them with many inputs, none of
/// them fails, and none of what they compute overflows.
#[test]
fn invariants_of_the_examples_hold_under_gnat() {
    let (Some(gnatmake), Some(_)) = (support::referee("gnatmake"), support::solver("z3")) else {
        return;
    };
    let mut paths = Vec::new();
    for folder in ["proved", "refined", "unknown", "violated"] {
        let files = front::files(&format!("spark-examples/{folder}"), "adb");
        paths.extend(files.into_iter().map(|path| (folder, path)));
    }
    let some = |odd: usize| {
        let own = paths.iter().skip(odd).step_by(2);
        own.filter_map(|(folder, path)| with_invariants(folder, path))
            .collect::<Vec<Example>>()
    };
    let examples = thread::scope(|scope| {
        let other = scope.spawn(|| some(1));
        let mut all = some(0);
        all.extend(other.join().unwrap());
        all
    });
    assert!(examples.len() >= 20, "only {} have any", examples.len());
    let (mut pragmas, mut complaints) = (0, Vec::new());
    for (example, seen) in examples.iter().zip(exercise(&gnatmake, &examples, 250)) {
        for words in &seen.unexplained {
            complaints.push(format!("no check stands there: {words}"));
        }
        for (id, check) in (0..).map(CheckId).zip(&example.unit.flow.checks) {
            let place = example.sources.locate(check.span);
            let file = example.sources.file(check.span.file);
            let line = file.line_text(file.position(check.span.start as usize).line);
            let is_ours = line.contains("pragma Loop_Invariant");
            let fails = seen.failures.contains_key(&id);
            if fails && (is_ours || example.name != "violated") {
                complaints.push(format!("{place}: {} fails: {line}", check.rule));
            }
            if is_ours && check.rule == Rule::LoopInvariantInitial {
                pragmas += 1;
                if !seen.arrivals.contains_key(&id) {
                    complaints.push(format!("{place}: nobody arrives at {line}"));
                }
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(pragmas >= 25, "only {pragmas} invariants");
}
