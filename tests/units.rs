//! Several units: children, specifications in other folders, use clauses, renamings, subunits.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use support::referee;

/// The files of one program, in two folders.
const FILES: [(&str, &str); 11] = [
    (
        "library/metres.ads",
        "package Metres is
   type Metre is range 0 .. 1_000;
   function \"+\" (A, B : Metre) return Metre is (Metre'Min (A, Metre'Base (B)) - 0)
     with Pre => A <= 500 and B <= 500;
   Limit : constant Metre := 400;
end Metres;
",
    ),
    (
        "library/metres-walls.ads",
        "package Metres.Walls is
   type Wall is record
      Width, Height : Metre := 1;
   end record;
   function Border (W : Wall) return Metre
     with Pre => W.Width <= Limit and W.Height <= Limit,
          Post => Border'Result <= Limit;
   procedure Widen (W : in out Wall);
private
   Calls : Natural := 0;
end Metres.Walls;
",
    ),
    (
        "library/metres-walls.adb",
        "package body Metres.Walls is
   function Border (W : Wall) return Metre is
   begin
      return W.Width + W.Height;
   end Border;

   procedure Widen (W : in out Wall) is separate;
end Metres.Walls;
",
    ),
    (
        "library/metres-walls-widen.adb",
        "separate (Metres.Walls)
procedure Widen (W : in out Wall) is
begin
   if W.Width < Limit then
      W.Width := Metre'Succ (W.Width);
   end if;
   Calls := Integer'Min (Calls, 10) + 1;
end Widen;
",
    ),
    (
        "application/house.ads",
        "with Metres.Walls;
package House is
   procedure Build (Size : Integer; Border : out Metres.Metre);
private
   Front : Metres.Walls.Wall;
end House;
",
    ),
    (
        "application/house.adb",
        "with Metres; use type Metres.Metre;
package body House is
   package Walls renames Metres.Walls;
   function Around (W : Walls.Wall) return Metres.Metre renames Walls.Border;

   procedure Build (Size : Integer; Border : out Metres.Metre) is separate;
end House;
",
    ),
    (
        "application/house-build.adb",
        "separate (House)
procedure Build (Size : Integer; Border : out Metres.Metre) is
   use Metres;
begin
   Front := (Width => 3, Height => Metre (Size));
   Walls.Widen (Front);
   Border := Around (Front) + Limit;
   pragma Assert (Border <= Limit);
end Build;
",
    ),
    (
        "library/s.ads",
        "package S is\n   function One return Integer;\nend S;\n",
    ),
    (
        "library/s.adb",
        "package body S is\n   function One return Integer is separate;\nend S;\n",
    ),
    (
        "library/s~one.adb",
        "separate (S)\nfunction One return Integer is\nbegin\n   return 1;\nend One;\n",
    ),
    (
        "application/lonely.adb",
        "with Nowhere.To_Be_Found;\nprocedure Lonely is\nbegin\n   Nowhere.To_Be_Found.Run;\nend Lonely;\n",
    ),
];

fn written() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in FILES {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let application = folder.path().join("application");
    (folder, application)
}

#[allow(
    clippy::disallowed_methods,
    reason = "the rule guards the sources; a test runs the binary and its referee"
)]
fn command(program: &Path, arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn sabs(arguments: &[&str], folder: &Path) -> (Option<i32>, String, String) {
    let output = command(Path::new(env!("CARGO_BIN_EXE_sabs")), arguments, folder);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn the_program_is_legal_for_gnat() {
    let Some(gcc) = referee("gcc") else { return };
    let (_folder, application) = written();
    for unit in [
        "house.adb",
        "../library/metres-walls.adb",
        "../library/s.adb",
    ] {
        let options = ["-c", "-gnatc", "-gnat2022", "-I../library", unit];
        let output = command(&gcc, &options, &application);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{unit}: {said}");
    }
}

#[test]
fn names_lead_through_units() {
    let (_folder, application) = written();
    let files = ["house.adb", "-I", "../library"];
    let stage = |stage: &str| {
        let mut arguments = vec!["show", "--stage", stage];
        arguments.extend(files);
        let (status, text, errors) = sabs(&arguments, &application);
        assert_eq!(status, Some(0), "{errors}");
        assert_eq!(errors, "");
        text
    };
    let flow = stage("flow");
    for words in [
        // The renaming leads to the function of the child, the operator to that of the parent.
        "call Metres.Walls.Border (",
        "call Metres.\"+\" (",
        // The body of the stub was found, and sees the private part.
        "call Metres.Walls.Widen (",
        "Metres.Walls.Calls := ",
    ] {
        assert!(flow.contains(words), "no `{words}` in\n{flow}");
    }
    assert!(!flow.contains("gap"), "{flow}");
    let checks = stage("checks");
    for words in [
        "house-build.adb:5:43: VC_RANGE_CHECK: ",
        "house-build.adb:7:14: VC_PRECONDITION: ",
        "house-build.adb:7:29: VC_PRECONDITION: ",
        "house-build.adb:8:19: VC_ASSERT: Border <= Limit",
    ] {
        assert!(checks.contains(words), "no `{words}` in\n{checks}");
    }
}

/// GNAT keeps `s-one` for units of its library.
#[test]
fn units_below_single_letters_are_found() {
    let (folder, _) = written();
    let arguments = ["show", "--stage", "flow", "library/s.adb"];
    let (status, text, errors) = sabs(&arguments, folder.path());
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(text.contains("One'Result := 1"), "{text}");
    assert!(!text.contains("gap"), "{text}");
}

#[test]
fn a_unit_that_is_not_found_is_named() {
    let (_folder, application) = written();
    for arguments in [
        &["show", "--stage", "flow", "lonely.adb"][..],
        &["show", "--stage", "flow", "house.adb"][..],
    ] {
        let (status, text, errors) = sabs(arguments, &application);
        assert_eq!((status, text.as_str()), (Some(2), ""), "{errors}");
        let place = if arguments.contains(&"lonely.adb") {
            "lonely.adb:1:14: error: "
        } else {
            "house.ads:1:13: error: "
        };
        assert!(errors.contains(place), "{errors}");
    }
}
