//! Predicates that cannot be used, from every place they may come from; none at all, and too many.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(clippy::disallowed_methods, reason = "sabs itself is run")]

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const UNIT: &str = "package body Counters is
   type Pair is record
      Left, Right : Integer;
   end record;
   procedure Step (Count : in out Integer; Flag : in Boolean) is
      P : Pair := (0, 0);
      --% predicate HERE;
   begin
      if Flag then
         Count := P.Left;
      end if;
      pragma Assert (Count = 0 or not Flag);
   end Step;
end Counters;
";

fn sabs(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sabs"));
    command.args(arguments).current_dir(folder);
    command.output().unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The messages for a predicate from the source, the sidecar, a file and the command line, with the
/// place each must name: the line, and the column of the predicate's first character.
fn from_everywhere(predicate: &str) -> Vec<(String, String, usize)> {
    let without = UNIT.replace("      --% predicate HERE;\n", "");
    let clause = format!("in Counters.Step: predicate {predicate};\n");
    let mut found = Vec::new();
    for place in [
        "counters.adb:7",
        "counters.sabs:1",
        "mine.txt:1",
        "--predicate:1",
    ] {
        let folder = TempDir::new().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("counters.adb", &without);
        let given = format!("Counters.Step: {predicate}");
        let mut arguments = vec!["abstract", "counters.adb"];
        match place {
            "counters.adb:7" => write("counters.adb", &UNIT.replace("HERE", predicate)),
            "counters.sabs:1" => write("counters.sabs", &clause),
            "mine.txt:1" => {
                write("mine.txt", &clause);
                arguments.extend(["--predicates", "mine.txt"]);
            }
            _ => arguments.extend(["--predicate", &given]),
        }
        let output = sabs(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(2), "{place}: {output:?}");
        assert!(output.stdout.is_empty(), "{place}: {output:?}");
        let column = if place.starts_with("counters.adb") {
            21
        } else {
            clause.find("predicate ").unwrap() + "predicate ".len() + 1
        };
        found.push((place.to_owned(), err(&output), column));
    }
    found
}

#[test]
fn unknown_names_are_told_with_the_nearest_known_ones() {
    for (predicate, offset, message) in [
        (
            "Cuont > 0",
            0,
            "Cuont is not declared here [did you mean Count?]",
        ),
        (
            "Flagg",
            0,
            "Flagg is not declared here [did you mean Flag?]",
        ),
        (
            "P.Rihgt > 0",
            2,
            "Pair has no component Rihgt [did you mean Right?]",
        ),
        (
            "Wholly_Else > 0",
            0,
            "Wholly_Else is not declared here [declare it before",
        ),
    ] {
        for (place, told, column) in from_everywhere(predicate) {
            let line = format!("{place}:{}: error: {message}", column + offset);
            assert!(told.starts_with(&line), "{line}\n{told}");
        }
    }
}

#[test]
fn wrong_types_are_told_at_their_places() {
    for (predicate, offset, message) in [
        (
            "Count",
            0,
            "Count is not a condition but a number [compare it with something]",
        ),
        (
            "Count + Flag > 2",
            8,
            "Flag is of type Boolean where Integer is expected",
        ),
        (
            "P > 1",
            4,
            "1 is of type universal integer where Pair is expected",
        ),
    ] {
        for (place, told, column) in from_everywhere(predicate) {
            let line = format!("{place}:{}: error: {message}", column + offset);
            assert!(told.starts_with(&line), "{line}\n{told}");
        }
    }
}

#[test]
fn scopes_that_are_not_there_are_told_with_the_nearest_ones() {
    let folder = TempDir::new().unwrap();
    let without = UNIT.replace("      --% predicate HERE;\n", "");
    fs::write(folder.path().join("counters.adb"), without).unwrap();
    for (scope, help) in [
        ("Step", "did you mean Counters.Step?"),
        ("Counters.Stop", "did you mean Counters.Step?"),
        (
            "Elsewhere.Entirely",
            "write the name with its packages: P.Inc",
        ),
    ] {
        let given = format!("{scope}: Count > 0");
        let output = sabs(
            folder.path(),
            &["abstract", "counters.adb", "--predicate", &given],
        );
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let expected = format!("has this name [{help}]");
        assert!(err(&output).contains(&expected), "{}", err(&output));
    }
}

#[test]
fn without_predicates_control_flow_is_left() {
    if support::solver("z3").is_none() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let without = UNIT.replace("      --% predicate HERE;\n", "");
    fs::write(folder.path().join("counters.adb"), without).unwrap();
    for command in ["abstract", "compare"] {
        let output = sabs(folder.path(), &[command, "counters.adb"]);
        assert!(output.status.success(), "{output:?}");
        let told = err(&output);
        assert!(
            told.contains("note: no predicates: only control flow is kept"),
            "{told}"
        );
    }
    let output = sabs(folder.path(), &["abstract", "counters.adb"]);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.contains("if (*) then  // if Flag"), "{printed}");
    assert!(!printed.contains("decl"), "{printed}");
}

#[test]
fn two_hundred_predicates() {
    if support::solver("z3").is_none() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let spread = |predicate: &dyn Fn(u32) -> String| {
        let variables = (0..40).map(|k| format!("   V{k} : Integer := 0;\n"));
        let variables = variables.collect::<Vec<_>>().concat();
        let clauses = (0..200).map(|k| format!("   --% predicate {};\n", predicate(k)));
        let clauses = clauses.collect::<Vec<_>>().concat();
        format!(
            "procedure Many (X : in out Integer) is\n{variables}{clauses}begin\n   V7 := 1;\n   \
             X := V3 + V7;\n   pragma Assert (V7 > 0);\nend Many;\n"
        )
    };
    let few_together = spread(&|k| format!("V{} > {}", k / 5, k % 5));
    fs::write(folder.path().join("many.adb"), few_together).unwrap();
    let output = sabs(
        folder.path(),
        &["abstract", "many.adb", "--method", "cartesian"],
    );
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.contains("C2: assert(1);  // assertion: V7 > 0"));
    let declared = printed.lines().find(|line| line.contains("decl ")).unwrap();
    assert_eq!(declared.matches('{').count(), 200);

    let all_together = spread(&|k| format!("V3 + X > {k}"));
    fs::write(folder.path().join("many.adb"), all_together).unwrap();
    let direct = [
        "abstract", "many.adb", "--method", "direct", "--engine", "table",
    ];
    let output = sabs(folder.path(), &direct);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let told = err(&output);
    assert!(told.contains("would need a table of up to 2^"), "{told}");
    assert!(told.contains("[use --method cartesian"), "{told}");
}

/// The knob looks at no more than can be waited for, and says so; turned all the way it says what it
/// would take.
#[test]
fn many_predicates_together_are_limited_or_refused() {
    if support::solver("z3").is_none() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let declared =
        (0..60).map(|k| format!("   V{k} : Integer := 0;\n   --% predicate V{k} > 0;\n"));
    let declared = declared.collect::<Vec<_>>().concat();
    let text = format!("procedure Many is\n{declared}begin\n   V7 := 1;\nend Many;\n");
    fs::write(folder.path().join("many.adb"), text).unwrap();
    let text = sabs::syntax::family::thresholds(40);
    fs::write(folder.path().join("thresholds.adb"), text).unwrap();
    let turned = |file: &str, together: &str| {
        let file = ["abstract", file, "--method", "cartesian"];
        let knob = ["--max-cube", "1", "--post-literals", together];
        sabs(folder.path(), &[&file[..], &knob[..]].concat())
    };
    let output = turned("many.adb", "3");
    assert!(output.status.success(), "{output:?}");
    let told = err(&output);
    assert!(
        told.contains("60 predicates in Many: where they all have to do with each other, only up"),
        "{told}"
    );
    let output = turned("thresholds.adb", "all");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let told = err(&output);
    assert!(
        told.contains("--post-literals all would need a table of up to 2^40 rows"),
        "{told}"
    );
    assert!(told.contains("[use --post-literals 2"), "{told}");
}
