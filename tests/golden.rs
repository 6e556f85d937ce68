//! Golden files: `tests/golden/<stage>/<case>.adb` printed at that stage must be `<case>.expect`.
//!
//! `UPDATE_EXPECT=1 cargo test --test golden` rewrites them; read the difference before committing.

mod front;
mod support;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use front::Front;

/// What a stage prints of a file.
type Print = fn(&Front) -> String;

const STAGES: [(&str, Print); 4] = [
    ("ast", |front| {
        front.units.iter().map(ToString::to_string).collect()
    }),
    ("program", |front| match &front.program {
        Some(program) => front.messages() + &program.display(&front.sources),
        None => front.messages(),
    }),
    ("flow", |front| match &front.program {
        Some(_) => front.messages() + &front.flow().display(&front.sources),
        None => front.messages(),
    }),
    ("errors", |front| {
        assert!(front.program.is_none(), "an error is expected");
        front.messages()
    }),
];

#[test]
fn every_stage_prints_what_is_expected() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut failures = String::new();
    for (stage, print) in STAGES {
        for path in front::files(&format!("tests/golden/{stage}"), "adb") {
            let found = print(&Front::read_file(&path));
            let expected_path = path.with_extension("expect");
            if update {
                fs::write(&expected_path, &found).unwrap();
                continue;
            }
            let expected = fs::read_to_string(&expected_path).unwrap_or_default();
            if found != expected {
                write!(failures, "{}", difference(&path, &expected, &found)).unwrap();
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{failures}\nUPDATE_EXPECT=1 rewrites them"
    );
}

/// What is not legal is so for GNAT, too, at the same places, and what is legal for both.
#[test]
#[allow(clippy::disallowed_methods)] // a referee, not a solver
fn gnat_finds_the_same_mistakes() {
    let (Some(gcc), Some(_)) = (support::referee("gcc"), support::referee("gnatls")) else {
        return;
    };
    for name in ["legality", "bare_choices"] {
        let path = format!("tests/golden/errors/{name}.adb");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let folder = tempfile::tempdir().unwrap();
        let output = Command::new(&gcc)
            .args(["-c", "-gnatc", "-gnat2022"])
            .arg(&path)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let found = Front::read_file(&path).messages();
        assert_eq!(mistakes(&found), mistakes(&said), "{found}\n{said}");
        assert!(!mistakes(&said).is_empty());
    }
}

/// Lines and columns of errors.
fn mistakes(messages: &str) -> BTreeSet<(u32, u32)> {
    let place = |line: &str| {
        let (place, _) = line.split_once(": error: ")?;
        let mut parts = place.split(':').skip(1).map_while(|part| part.parse().ok());
        Some((parts.next()?, parts.next()?))
    };
    messages.lines().filter_map(place).collect()
}

/// GNAT knows no `continue` yet, but it judges `goto`: both are the same graph.
#[test]
fn to_continue_is_to_jump_to_the_end_of_the_body() {
    let text = |inner: &str, outer: &str, bare: &str, ends: [&str; 2]| {
        format!(
            "procedure P (N : Integer; R : out Integer) is
begin
   R := 0;
   Rounds :
   for I in 1 .. N loop
      while R < 10 loop
         {inner}
         R := R + 1;
         {outer}
         if R = 5 then
            {bare}
         end if;
         R := R + 2;
         {}
      end loop;
      R := R - 7;
      {}
   end loop Rounds;
end P;
",
            ends[0], ends[1]
        )
    };
    let continued = text(
        "continue when R = N;",
        "continue Rounds when R > 8;",
        "continue;",
        ["", ""],
    );
    let jumping = text(
        "if R = N then goto Inner; end if;",
        "if R > 8 then goto Outer; end if;",
        "goto Inner;",
        ["<<Inner>> null;", "<<Outer>> null;"],
    );
    let flow = |text: &str| Front::read(&[("p.adb", text)]).flow().to_string();
    assert_eq!(flow(&continued), flow(&jumping));
}

#[test]
fn reading_what_is_printed_gives_the_same() {
    let folders = [
        "annotations/accepted",
        "spark-examples/proved",
        "spark-examples/unknown",
        "spark-examples/violated",
        "tests/golden/ast",
        "tests/golden/bp",
        "tests/golden/errors",
        "tests/golden/flow",
        "tests/golden/program",
    ];
    for path in folders
        .iter()
        .flat_map(|folder| front::files(folder, "adb"))
    {
        let read = Front::read_file(&path);
        if let Some(difference) = front::changed_by_printing(&read.units)
            && read.is_syntax_sound()
        {
            panic!("{}:\n{difference}", path.display());
        }
    }
}

/// The first place where two texts differ, with what stands around it.
fn difference(path: &Path, expected: &str, found: &str) -> String {
    let (wanted, got): (Vec<&str>, Vec<&str>) =
        (expected.lines().collect(), found.lines().collect());
    let same = wanted.iter().zip(&got).take_while(|(a, b)| a == b).count();
    let mut text = format!("\n{} differs at line {}:\n", path.display(), same + 1);
    for line in wanted.iter().skip(same).take(8) {
        text.extend(["  - ", line, "\n"]);
    }
    for line in got.iter().skip(same).take(8) {
        text.extend(["  + ", line, "\n"]);
    }
    text
}
