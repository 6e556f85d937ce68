//! Options of `sabs verify`: parts of a unit, ignored invariants, what is kept.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(clippy::disallowed_methods, reason = "sabs itself, not a solver")]

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The right invariant is missing, and a wrong one is there.
const LOOP: &str = "procedure P (N : Natural; R : out Natural) is
begin
   R := 0;
   while R < N and then R < 9 loop
      pragma Loop_Invariant (R <= 3);
      R := R + 1;
   end loop;
   pragma Assert (R <= 9);
end P;
";

/// No call satisfies the precondition, and no run the assumption.
const VACUOUS: &str = "procedure P (X : Integer; Y : out Integer)
with Pre => X > 5 and then X < 3
is
begin
   Y := X;
   pragma Assert (Y = 77);
end P;
";

const ASSUMED: &str = "procedure P (X : Natural; Y : out Integer) is
begin
   Y := 1;
   pragma Assume (X + Y < 1);
   pragma Assert (Y = 77);
end P;
";

/// The precondition and the assumption contradict each other, in different blocks.
const APART: &str = "procedure P (X : Integer; Y : in out Natural)
with Pre => X > 5
is
begin
   while Y > 9 loop
      Y := Y - 1;
   end loop;
   pragma Assume (X < 3);
   pragma Assert (Y = 77);
end P;
";

/// Nothing but an invariant that is found proves the assertion; the last check is never reached.
const COUNTED: &str = "procedure P (N : Natural; R : out Natural) is
   D : Natural := 0;
begin
   R := 0;
   while R < N loop
      R := R + 1;
      D := D + 1;
   end loop;
   if D /= N then
      pragma Assert (D > 1_000);
   end if;
end P;
";

struct Case {
    folder: TempDir,
    solver: String,
}

impl Case {
    fn new(text: &str) -> Option<Case> {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("p.adb"), text).unwrap();
        let solver = support::solver("z3")?;
        Some(Case { folder, solver })
    }

    fn command(&self, options: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sabs"));
        command
            .args(["verify", "p.adb", "--no-certify", "--output", "brief"])
            .args(["--solver", &self.solver])
            .args(options)
            .current_dir(self.folder.path());
        command
    }

    fn certify(&self) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sabs"));
        command
            .args(["certify", "p.adb", "--solver", &self.solver])
            .current_dir(self.folder.path());
        command.output().unwrap()
    }

    fn run(&self, options: &[&str]) -> Output {
        self.command(options).output().unwrap()
    }
}

/// `verify` on a unit that takes long.
fn hard(solver: &str) -> Command {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_sabs"));
    command
        .args(["verify", "--no-certify", "--level", "4", "--solver", solver])
        .arg(root.join("spark-examples/refined/frame_parser.adb"));
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn ignored_invariants_are_neither_checked_nor_used() {
    let Some(case) = Case::new(LOOP) else {
        return;
    };
    let with = case.run(&[]);
    assert_eq!(with.status.code(), Some(1));
    let told = text(&with.stdout);
    assert!(
        told.contains("p.adb:5:30: high: loop invariant after first iteration fails"),
        "{told}"
    );
    let without = case.run(&["--ignore-invariants"]);
    assert_eq!(
        text(&without.stdout),
        "p.adb:6:14: info: overflow check proved
p.adb:8:19: info: assertion proved
2 checks: 2 proved, 0 unknown
"
    );
    assert_eq!(without.status.code(), Some(0));
}

#[test]
fn a_part_of_the_unit_is_looked_at() {
    let Some(case) = Case::new(LOOP) else {
        return;
    };
    for limit in [["--limit-line", "p.adb:8"], ["--limit-line", "p.adb:8:19"]] {
        let found = case.run(&limit);
        assert_eq!(
            text(&found.stdout),
            "p.adb:8:19: info: assertion proved\n1 check: 1 proved, 0 unknown\n"
        );
        assert_eq!(found.status.code(), Some(0));
    }
    for limit in ["p", "p.adb:1"] {
        let found = case.run(&["--limit-subp", limit, "--report", "fail"]);
        assert_eq!(found.status.code(), Some(1), "{limit}");
    }
    for wrong in [["--limit-line", "p.adb:2"], ["--limit-subp", "Q"]] {
        let found = case.run(&wrong);
        assert_eq!(found.status.code(), Some(2), "{wrong:?}");
        assert!(text(&found.stderr).starts_with("sabs: error: there is no "));
    }
}

#[test]
fn every_turn_of_the_loop_can_be_looked_at() {
    let Some(case) = Case::new(LOOP) else {
        return;
    };
    let found = case.run(&["--ignore-invariants", "--stats", "--keep", "kept"]);
    let told = text(&found.stderr);
    // What an earlier run has kept there is no turn of this one.
    let one = case.folder.path().join("kept");
    let first = fs::read(one.join("iteration-1.bp")).unwrap();
    for number in 2..9 {
        fs::write(one.join(format!("iteration-{number}.bp")), &first).unwrap();
    }
    case.run(&["--ignore-invariants", "--keep", "kept"]);
    let turns = told.lines().filter(|line| line.starts_with("iteration "));
    let turns = turns.count();
    assert!(turns > 0, "{told}");
    for number in 1..=turns {
        let path = case
            .folder
            .path()
            .join(format!("kept/iteration-{number}.bp"));
        let program = fs::read_to_string(path).unwrap();
        assert!(program.contains("void main()"), "{program}");
    }
    assert_eq!(
        fs::read_dir(case.folder.path().join("kept"))
            .unwrap()
            .count(),
        turns
    );
}

#[test]
fn what_nothing_satisfies_is_reported() {
    for (unit, place) in [(VACUOUS, "p.adb:2:13"), (ASSUMED, "p.adb:4:4")] {
        let Some(case) = Case::new(unit) else {
            return;
        };
        let found = case.run(&[]);
        let told = text(&found.stdout);
        assert!(told.contains("assertion proved (unreachable)"), "{told}");
        let warning = format!("{place}: nothing satisfies this condition");
        let warned = text(&found.stderr);
        assert!(warned.contains(&warning), "{warned}");
        // Whoever only certifies is told the same.
        let found = case.certify();
        let told = text(&found.stdout);
        assert!(
            told.contains("certified: assertion (unreachable)"),
            "{told}"
        );
        let warned = text(&found.stderr);
        assert!(warned.contains(&warning), "{warned}");
    }
}

/// The whole command, proofs confirmed.
fn confirmed(case: &Case, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sabs"))
        .args(["verify", "p.adb", "--output", "brief"])
        .args(["--solver", &case.solver])
        .args(options)
        .current_dir(case.folder.path())
        .output()
        .unwrap()
}

#[test]
fn conditions_that_contradict_each_other_in_different_blocks_are_reported() {
    let Some(case) = Case::new(APART) else {
        return;
    };
    let found = confirmed(&case, &[]);
    let (told, warned) = (text(&found.stdout), text(&found.stderr));
    assert!(
        told.contains("p.adb:9:19: info: assertion proved (unreachable)"),
        "{told}"
    );
    assert!(
        warned.contains("p.adb:8:4: nothing satisfies this condition"),
        "{warned}"
    );
}

#[test]
fn what_no_run_gets_to_says_so() {
    let Some(case) = Case::new(COUNTED) else {
        return;
    };
    let found = confirmed(&case, &[]);
    let (told, warned) = (text(&found.stdout), text(&found.stderr));
    assert!(
        told.contains("p.adb:10:22: info: assertion proved (unreachable)"),
        "{told}"
    );
    assert!(
        told.contains("p.adb:6:14: info: overflow check proved\n"),
        "{told}"
    );
    assert_eq!(warned, "");
}

#[test]
fn verify_writes_the_invariants_it_found() {
    let Some(case) = Case::new(COUNTED) else {
        return;
    };
    let patch = confirmed(&case, &["--diff"]);
    let patch = text(&patch.stdout);
    assert!(patch.starts_with("--- p.adb\n+++ p.adb\n"), "{patch}");
    let added: Vec<&str> = patch
        .lines()
        .filter(|line| line.starts_with('+') && line.contains("pragma Loop_Invariant"))
        .collect();
    assert!(!added.is_empty(), "{patch}");
    let found = confirmed(&case, &["--annotate", "copies"]);
    assert!(text(&found.stdout).ends_with("0 unknown\n"));
    let copies = case.folder.path().join("copies");
    let copy = fs::read_to_string(copies.join("p.adb")).unwrap();
    for line in added {
        assert!(copy.contains(line[1..].trim()), "{copy}");
    }
    // Nothing half written is left behind.
    assert_eq!(fs::read_dir(copies).unwrap().count(), 1);
    let unsure = confirmed(&case, &["--diff", "--no-certify"]);
    assert_eq!(unsure.status.code(), Some(2));
    assert!(text(&unsure.stderr).contains("[leave --no-certify out]"));
}

/// Copies do not take the place of what they are copies of, are in its characters and line ends, and
/// have nothing twice.
#[test]
fn copies_leave_the_sources_alone() {
    let source_text = COUNTED.replace("R := 0;\n", "R := 0; -- \u{e9}\n");
    let source_text = source_text.replace('\n', "\r\n");
    let latin_1: Vec<u8> = source_text
        .chars()
        .map(|sign| u8::try_from(sign).unwrap())
        .collect();
    let Some(case) = Case::new("") else {
        return;
    };
    let source = case.folder.path().join("p.adb");
    fs::write(&source, &latin_1).unwrap();
    for command in ["verify", "certify"] {
        let refused = Command::new(env!("CARGO_BIN_EXE_sabs"))
            .args([
                command,
                "p.adb",
                "--annotate",
                ".",
                "--solver",
                &case.solver,
            ])
            .current_dir(case.folder.path())
            .output()
            .unwrap();
        let said = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains("would take its place here"), "{said}");
        assert_eq!(fs::read(&source).unwrap(), latin_1);
    }
    let patch = confirmed(&case, &["--diff", "--annotate", "copies"]).stdout;
    let copy = fs::read(case.folder.path().join("copies/p.adb")).unwrap();
    for written in [&copy, &patch] {
        assert!(written.contains(&0xE9), "{}", text(written));
        assert!(!written.contains(&0xC3), "{}", text(written));
    }
    let lines = text(&copy);
    assert!(lines.contains("pragma Loop_Invariant"), "{lines}");
    assert!(
        lines
            .split_inclusive('\n')
            .all(|line| line.ends_with("\r\n"))
    );
    fs::write(&source, &copy).unwrap();
    let again = confirmed(&case, &["--diff"]);
    assert_eq!(text(&again.stdout), "");
    assert!(text(&again.stderr).contains("stand there already"));
}

/// Every kind of question is counted.
#[test]
fn all_questions_are_counted() {
    let Some(case) = Case::new(COUNTED) else {
        return;
    };
    let found = confirmed(&case, &["--format", "json", "--stats"]);
    let json: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
    let told = text(&found.stderr);
    let line = |start: &str| told.lines().find(|line| line.starts_with(start)).unwrap();
    let number_before = |line: &str, what: &str| -> u64 {
        let before = line.split(what).next().unwrap();
        before.rsplit(' ').next().unwrap().parse().unwrap()
    };
    let all = line("in all: ");
    let confirmations = number_before(all, " to confirm proofs");
    assert_eq!(json["statistics"]["confirmations"], confirmations, "{told}");
    assert!(confirmations > 0);
    // The abstraction alone asks fewer.
    let own = number_before(line("iteration 1: "), " questions for them");
    assert!(
        own < number_before(all, " questions to the solver"),
        "{told}"
    );
    // How many it takes depends on the cache and on how many solvers work at once, so that this goes
    // where times go.
    assert!(json["statistics"]["questions"].is_null(), "{json}");
}

/// A time-out leaves what was found before it, and says so of the rest.
#[test]
fn what_was_found_in_time_is_kept() {
    let Some(solver) = support::solver("z3") else {
        return;
    };
    let output = hard(&solver).args(["--timeout", "1"]).output().unwrap();
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(
        said.contains("the time is up") && said.contains("a longer --timeout"),
        "{said}"
    );
    assert!(!said.contains("the limit of refinement"), "{said}");
    assert!(said.contains("overflow check proved"), "{said}");
}

/// The limit of time is one of everything, confirmation included, whatever takes long.
#[test]
fn a_limit_of_time_is_kept() {
    let Some(solver) = support::solver("z3") else {
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for slow in [
        "spark-examples/refined/frame_parser.adb",
        "spark-examples/refined/machine_12.adb",
        "spark-examples/refined/nested_sum.adb",
        "benches/units/serial_driver.adb",
    ] {
        let begun = Instant::now();
        let found = Command::new(env!("CARGO_BIN_EXE_sabs"))
            .args([
                "verify",
                "--level",
                "4",
                "--timeout",
                "2",
                "--solver",
                &solver,
            ])
            .arg(root.join(slow))
            .output()
            .unwrap();
        let taken = begun.elapsed();
        let status = found.status.code();
        assert!(status == Some(3) || status == Some(0), "{slow}: {status:?}");
        assert!(text(&found.stdout).contains(" unknown\n"), "{slow}");
        // What sabs itself computes between two looks at the clock, on a slow machine.
        assert!(taken < Duration::from_mins(1), "{slow}: {taken:?}");
    }
}

/// Powers, aggregates and loops over arrays, of which a run can make as much work as it likes.
const LARGE: [&str; 4] = [
    "procedure P (X, Y : Natural; R : out Integer) is
begin
   R := X ** Y;
end P;
",
    "procedure P (Y : Natural; R : out Integer) is
   type A is array (Positive range <>) of Integer;
   B : A := (1 .. Y => 10 / Y);
begin
   R := B'Length;
end P;
",
    "procedure P (Y : Natural; R : out Integer) is
   type A is array (Positive range <>) of Integer;
   B : A := (1 .. Y => 7);
begin
   pragma Assert (for all I in B'Range => B (I) = 7 and then I < 2_000_000_000);
   R := B'Length;
end P;
",
    "procedure P (S : in out String) is
begin
   for I in S'Range loop
      S (I) := 'x';
   end loop;
   pragma Assert (for all I in S'Range => S (I) = 'x');
end P;
",
];

/// What a single step of a run can cost is limited too: the time is kept, and every check is told.
#[test]
fn nobody_waits_for_a_long_step() {
    const SECONDS: u64 = 3;
    const MARGIN: Duration = Duration::from_secs(9);
    for program in LARGE {
        let Some(case) = Case::new(program) else {
            return;
        };
        let begun = Instant::now();
        let found = case.run(&["--timeout", &SECONDS.to_string()]);
        let taken = begun.elapsed();
        let said = text(&found.stdout);
        assert!(said.contains(" proved, "), "{program}{said}");
        assert!(
            taken < Duration::from_secs(SECONDS) + MARGIN,
            "{program}{taken:?}"
        );
    }
}

/// A power that is too large is seen to be, whatever its digits are.
#[test]
fn a_large_power_is_found_to_overflow() {
    let Some(case) = Case::new(LARGE[0]) else {
        return;
    };
    let found = case.run(&[]);
    let said = text(&found.stdout);
    assert_eq!(found.status.code(), Some(1), "{said}");
    assert!(said.contains("overflow check fails"), "{said}");
}

/// Where nothing can be read there is nothing to be sure of.
#[test]
fn what_is_not_modelled_is_no_success() {
    const HANDLER: &str = "procedure P (X : in out Integer) is
begin
   X := X + 1;
exception
   when others => X := 0;
end P;
";
    const FLOATS: &str = "procedure P (X : in out Float) is
begin
   X := X + 1.0;
end P;
";
    const EMPTY: &str = "procedure P is
begin
   null;
end P;
";
    const BESIDE: &str = "package body P is
   procedure Unread (X : in out Integer) is
   begin
      X := X + 1;
   exception
      when others => X := 0;
   end Unread;
   procedure Proved (X : Integer; Y : out Integer) is
   begin
      Y := (if X in 1 .. 9 then X + 1 else 0);
   end Proved;
end P;
";
    if let Some(case) = Case::new(BESIDE) {
        let found = case.run(&[]);
        let said = text(&found.stdout);
        let summary = "1 check: 1 proved, 0 unknown; 1 body was not read, and none of its checks";
        assert_eq!(found.status.code(), Some(3), "{said}");
        assert!(said.contains(summary), "{said}");
        let found = case.certify();
        let said = text(&found.stdout);
        assert_eq!(found.status.code(), Some(3), "{said}");
        assert!(
            said.contains("not modelled: P.Unread is not read"),
            "{said}"
        );
        assert!(said.contains("; 1 body was not read"), "{said}");
    }
    for (program, status) in [(HANDLER, 3), (FLOATS, 3), (EMPTY, 0)] {
        let Some(case) = Case::new(program) else {
            return;
        };
        let found = case.run(&[]);
        let (said, warned) = (text(&found.stdout), text(&found.stderr));
        assert_eq!(found.status.code(), Some(status), "{said}{warned}");
        assert_eq!(said.contains("nothing was judged"), status == 3, "{said}");
        assert_eq!(
            warned.contains("nothing was judged"),
            status == 3,
            "{warned}"
        );
        let json = text(&case.run(&["--format", "json"]).stdout);
        assert_eq!(json.contains("nothing was judged"), status == 3, "{json}");
    }
}

/// The range of a loop stands beside its invariant, which does not repeat it.
#[test]
fn invariants_do_not_repeat_the_range_of_a_loop() {
    const SUM: &str = "procedure P (N : Positive; R : out Natural) with Pre => N <= 1_000 is
   S : Natural := 0;
begin
   for I in 1 .. N loop
      S := S + 2;
      pragma Assert (S <= 2 * I);
   end loop;
   R := S;
   pragma Assert (R = 2 * N);
end P;
";
    let Some(case) = Case::new(SUM) else {
        return;
    };
    let found = confirmed(&case, &["--diff"]);
    let patch = text(&found.stdout);
    assert!(patch.contains("+      pragma Loop_Invariant"), "{patch}");
    assert!(
        !patch.contains("I <= N") && !patch.contains("I >= 1"),
        "{patch}"
    );
    let json = text(&confirmed(&case, &["--format", "json"]).stdout);
    assert!(json.contains("\"invariants\""), "{json}");
    assert!(!json.contains("\"I <= N\""), "{json}");
}

/// A task inside a procedure, with its body.
#[test]
fn a_task_is_a_gap_and_no_mistake() {
    let task = "procedure P (A : Integer; B : out Integer) is
   task type T;
   task body T is begin null; end T;
begin
   B := A;
   pragma Assert (B = A);
end P;
";
    let Some(case) = Case::new(task) else {
        return;
    };
    let found = case.run(&[]);
    let told = text(&found.stdout);
    assert!(
        told.contains("p.adb:6:19: info: assertion proved"),
        "{told}"
    );
}

/// What a subprogram that is judged alone does not know, it is told.
#[test]
fn what_contracts_leave_open_is_said_to_be_that() {
    let open = "package body P is
   H : Natural := 0;
   procedure C is
   begin
      if H < 5 then
         H := H + 1;
      end if;
      pragma Assert (H < 6);
   end C;
end P;
";
    let Some(case) = Case::new(open) else {
        return;
    };
    let specification = "package P is\n   procedure C;\nend P;\n";
    fs::write(case.folder.path().join("p.ads"), specification).unwrap();
    let found = case.run(&["--modular", "--format", "json"]);
    let told = text(&found.stdout);
    assert!(told.contains("what contracts leave open"), "{told}");
}

/// A higher level decides no less.
#[test]
fn higher_levels_decide_no_less() {
    for unit in [LOOP, COUNTED] {
        let Some(case) = Case::new(unit) else {
            return;
        };
        let mut before = 0;
        for level in ["0", "1", "2", "3", "4"] {
            let found = case.run(&["--level", level, "--format", "json", "--ignore-invariants"]);
            let json: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
            let number = |name: &str| json["statistics"][name].as_u64().unwrap();
            let decided = number("proved") + number("violated");
            assert!(decided >= before, "level {level}: {decided} after {before}");
            before = decided;
        }
        assert!(before > 0, "nothing is decided");
    }
}

/// `certify` has a line for every check, those that are open among them.
#[test]
fn certify_tells_what_is_open() {
    let open = "procedure P (X : Integer; R : out Integer) is
begin
   R := X;
   --% havoc R;
   pragma Assert (R = X);
end P;
";
    let Some(case) = Case::new(open) else {
        return;
    };
    let found = case.certify();
    let told = text(&found.stdout);
    assert_eq!(found.status.code(), Some(3), "{told}");
    assert!(
        told.contains("p.adb:5:19: not proved: assertion: "),
        "{told}"
    );
}

/// `verify` on an example that takes two turns of the loop.
fn two_turns(option: &str) -> Option<String> {
    let solver = support::solver("z3")?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = Command::new(env!("CARGO_BIN_EXE_sabs"))
        .args(["verify", "--no-certify", "--solver", &solver, option])
        .arg(root.join("spark-examples/refined/ticket.adb"))
        .output()
        .unwrap();
    Some(text(&found.stderr))
}

/// The way to a failure, why no run goes it, and what is done about it.
#[test]
fn refinement_is_told() {
    let Some(told) = two_turns("--trace-refinement") else {
        return;
    };
    assert_eq!(
        told,
        "iteration 1, by 0 predicates:
  ticket.adb:24:20: range check may fail in the abstraction, but not in fact
    the way:
      ticket.adb:4: Given  : Natural := 0;
      ticket.adb:5: Served : Natural := 0;
      ticket.ads:7: function Waiting return Natural;  --  Ticket.Waiting is called
      ticket.adb:24: return Given - Served;  --  range check fails
    no run goes that way: with its assignments and the ranges of types, these contradict each other:
      ticket.adb:24: Given - Served in Natural does not hold
    new predicates by weakest preconditions:
      in the unit: Given >= Served
iteration 2, by 1 predicate: nothing is left to be looked at
"
    );
}

/// The predicates that each abstraction was made by, and what was not computed again.
#[test]
fn turns_tell_what_they_reuse() {
    let Some(told) = two_turns("--stats") else {
        return;
    };
    let turns: Vec<&str> = told
        .lines()
        .filter_map(|line| line.split(" earlier turns").next())
        .filter(|line| line.starts_with("iteration "))
        .collect();
    assert_eq!(
        turns,
        [
            "iteration 1: 0 predicates, 3 parts computed and 0 taken from",
            "iteration 2: 1 predicates, 7 parts computed and 3 taken from"
        ]
    );
}

/// Keys of JSON stand in the order that is promised.
#[test]
fn keys_of_json_keep_their_order() {
    let unit = "procedure P (N : Natural; R : out Natural) is
   D : Natural := 0;
   task type T;
begin
   R := 0;
   while R < N loop
      R := R + 1;
      D := D + 1;
   end loop;
   pragma Assert (D = N);
   --% nondet D;
   pragma Assert (D < 5);
end P;
";
    let Some(case) = Case::new(unit) else {
        return;
    };
    let found = confirmed(&case, &["--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
    let keys = |value: &serde_json::Value| {
        let keys = value.as_object().unwrap().keys().cloned();
        keys.collect::<Vec<String>>().join(" ")
    };
    let expected = "sabs files checks gaps warnings statistics";
    assert!(keys(&json).starts_with(expected), "{}", keys(&json));
    assert_eq!(keys(&json["gaps"][0]), "file line column construct");
    let checks = json["checks"].as_array().unwrap();
    let expected =
        "file line column subprogram rule verdict message reason inputs trace invariants";
    assert!(checks.iter().all(|check| keys(check).starts_with(expected)));
    let violated = checks.iter().find(|check| check["verdict"] == "violated");
    let violated = violated.unwrap();
    let call = &violated["inputs"][0];
    assert_eq!(keys(call), "call arguments environment");
    assert_eq!(keys(&call["environment"][0]), "file line column value");
    assert_eq!(keys(&violated["trace"][0]), "file line column event values");
    let mut proved = checks.iter().filter(|check| check["verdict"] == "proved");
    let invariant = proved.find_map(|check| check["invariants"].get(0)).unwrap();
    assert_eq!(keys(invariant), "file line loop ada kind subprogram");
}
