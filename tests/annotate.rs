//! Invariants written into sources: GNAT compiles them, and none fails on random inputs.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
#[allow(dead_code, unused_imports, reason = "a part of it is used here")]
mod referee;
mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use referee::{Subject, trials};

/// Loops of every kind, with invariants that compute, that name enumerations, that read arrays.
const PROGRAMS: [(&str, &str); 6] = [
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
];

/// Annotates a file; gives the text of the copy, if there was anything to write.
#[allow(clippy::disallowed_methods)] // sabs itself, not a solver
fn annotated(path: &Path) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_sabs"))
        .arg("certify")
        .arg(path)
        .arg("--annotate")
        .arg(folder.path())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(matches!(output.status.code(), Some(0 | 3)), "{messages}");
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
    for path in &paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = annotated(path).unwrap_or_else(|| panic!("{name} has invariants"));
        pragmas += text.matches("pragma Loop_Invariant").count();
        wide += text.matches("Long_Long_Integer (").count();
        subjects.push(Subject::new(&name, &text));
    }
    assert!(pragmas >= 14, "{pragmas}");
    assert!(wide >= 4, "{wide}");
    for (subject, trial) in subjects.iter().zip(trials(&gnatmake, &subjects, 150, 3)) {
        let text = subject.text_for_gnat();
        let disagreements = trial.disagreements(subject).join("\n");
        assert!(disagreements.is_empty(), "{disagreements}\n{text}");
        assert!(trial.returned() == trial.calls.len(), "{text}");
    }
}

#[test]
#[allow(clippy::disallowed_methods)] // a referee, not a solver
fn annotated_examples_are_legal() {
    let (Some(gcc), Some(_)) = (support::referee("gcc"), support::solver("z3")) else {
        return;
    };
    let mut changed = 0;
    for path in front::files("spark-examples/proved", "adb") {
        let Some(text) = annotated(&path) else {
            continue;
        };
        changed += 1;
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join(path.file_name().unwrap());
        fs::write(&copy, &text).unwrap();
        let output = Command::new(&gcc)
            .args(["-c", "-gnata", "-gnat2022", "-I"])
            .args([path.parent().unwrap(), &copy])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{messages}\n{text}");
    }
    assert!(changed >= 4, "{changed}");
}
