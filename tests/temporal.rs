//! `--% ctl` clauses: what sabs says of them is what looking at every state says.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod explicit;
mod front;
mod support;
mod tiny;
mod verdicts;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use sabs::interpret::RandomEnvironment;
use sabs::pipeline::{Options, Unit, read};
use sabs::report::{Extent, Manner, Output, Report, to_json, to_sarif, to_text};
use sabs::smt::{SolverProcess, SolverSettings, find_solver};
use sabs::source::Sources;
use sabs::verdict::Verdict;
use tiny::Tiny;

fn examples() -> Vec<PathBuf> {
    front::files("spark-examples/temporal", "adb")
}

/// The truth of every property of the examples, by looking at every state.
#[test]
fn the_truth_is_written_down() {
    let mut found =
        String::from("# What is true of every temporal property, by looking at every state.\n");
    for path in examples() {
        let front = front::Front::read_file(&path);
        let unit = read(&front.sources).unwrap();
        for property in &unit.program.properties {
            let place = front.sources.locate(property.span);
            let truth = if explicit::holds(&unit.flow, property) {
                "holds"
            } else {
                "fails"
            };
            let _ = writeln!(found, "{place}: {truth}");
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("spark-examples/temporal/truth.txt");
    if std::env::var("UPDATE_EXPECT").is_ok() {
        fs::write(&path, &found).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), found);
}

/// How many properties are decided, and of how many; none of them wrongly.
fn decided(unit: &Unit, sources: &Sources, report: &Report) -> (usize, usize) {
    let properties = &unit.program.properties;
    assert_eq!(properties.len(), report.properties.len());
    let mut decided = 0;
    for (property, found) in properties.iter().zip(&report.properties) {
        let place = sources.locate(property.span);
        let text = || sources.text(property.span);
        let holds = explicit::holds(&unit.flow, property);
        match found.verdict {
            Verdict::Proved(_) => assert!(holds, "{place}: said to hold: {}", text()),
            Verdict::Violated => {
                assert!(!holds, "{place}: said to fail: {}", text());
                assert!(
                    !found.trace.is_empty(),
                    "{place}: no run shows it: {}",
                    text()
                );
            }
            Verdict::Unknown(_) => continue,
        }
        decided += 1;
    }
    (decided, properties.len())
}

/// No verdict on a property is wrong, and most are decided.
#[test]
fn no_verdict_on_an_example_is_wrong() {
    let (mut known, mut all) = (0, 0);
    for path in examples() {
        let options = Options {
            refinements: 12,
            ..Options::default()
        };
        let Some(judged) = verdicts::judged(&path, options) else {
            return;
        };
        let found = decided(&judged.unit, &judged.sources, &judged.report);
        known += found.0;
        all += found.1;
    }
    assert!(known * 10 >= all * 8, "{known} of {all} are decided");
}

/// A formula over the variables of a generated procedure.
fn formula(random: &mut RandomEnvironment, depth: usize) -> String {
    let pick = |random: &mut RandomEnvironment, all: &[&str]| {
        let at = random.below(all.len());
        all[at].to_owned()
    };
    if depth == 0 {
        let left = pick(random, &["X", "Y", "L", "G"]);
        let comparison = pick(random, &["=", "/=", "<", ">="]);
        let right = pick(random, &["0", "1", "2", "L", "G"]);
        if random.below(8) == 0 {
            return pick(random, &["pc = Begun", "pc /= Begun"]);
        }
        return format!("{left} {comparison} {right}");
    }
    let (one, other) = (formula(random, depth - 1), formula(random, depth - 1));
    match random.below(6) {
        0 => format!("({one} -> {other})"),
        1 => format!("(not ({one}) or {other})"),
        2 => {
            let path = pick(random, &["A", "E"]);
            format!("{path} [({one}) U ({other})]")
        }
        _ => {
            let operator = pick(random, &["AF", "EF", "AG", "EG", "AX", "EX"]);
            format!("{operator} ({one})")
        }
    }
}

/// Generated packages with generated formulas.
#[test]
fn no_verdict_on_a_generated_property_is_wrong() {
    let Some(command) = support::solver("z3") else {
        return;
    };
    let settings = SolverSettings {
        steps: 50_000,
        ..SolverSettings::default()
    };
    let mut oracle = SolverProcess::with(find_solver(Some(&command)).unwrap(), settings);
    let wanted = std::env::var("SABS_SOAK")
        .ok()
        .and_then(|text| text.parse::<u64>().ok());
    let (mut known, mut all) = (0, 0);
    for seed in 0..16 * wanted.unwrap_or(1) {
        let tiny = Tiny::generate(seed);
        let mut random = RandomEnvironment::new(seed + 1);
        let mut clauses = String::new();
        for _ in 0..3 {
            let depth = 1 + random.below(2);
            let _ = writeln!(clauses, "      --% ctl {};", formula(&mut random, depth));
        }
        let body = tiny.body.replacen(
            "   begin\n",
            &format!("{clauses}   begin\n      --% label Begun;\n"),
            1,
        );
        let name = tiny.name.to_lowercase();
        let (specification, name) = (format!("{name}.ads"), format!("{name}.adb"));
        let files = [
            (specification.as_str(), tiny.specification.as_str()),
            (name.as_str(), body.as_str()),
        ];
        let sources = front::Front::read(&files).sources;
        let unit = read(&sources).unwrap_or_else(|_| panic!("{body}"));
        let options = Options {
            refinements: 4,
            effort: 1,
            ..Options::default()
        };
        let report = verdicts::report(&unit, &sources, options, &mut oracle);
        let found = decided(&unit, &sources, &report);
        known += found.0;
        all += found.1;
    }
    assert_eq!(all % 48, 0, "each package has its properties");
    assert!(known * 2 >= all, "{known} of {all} are decided");
}

/// A property that holds, one that fails, and one of the next state.
const THREE: &str = "procedure Three (X : Boolean) is
   Y : Boolean := False;
   --% ctl AF (Y = X);
   --% ctl AF Y;
   --% ctl AX (Y = X);
begin
   Y := X;
end Three;
";

#[test]
fn properties_are_told_in_every_form() {
    let Some(command) = support::solver("z3") else {
        return;
    };
    let solver = find_solver(Some(&command)).unwrap();
    let mut oracle = SolverProcess::with(solver, SolverSettings::default());
    let sources = front::Front::read(&[("three.adb", THREE)]).sources;
    let unit = read(&sources).unwrap();
    let report = verdicts::report(&unit, &sources, Options::default(), &mut oracle);
    let manner = Manner {
        output: Output::Oneline,
        extent: Extent::All,
    };
    let text = to_text(&report, &sources, manner);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..2],
        [
            "three.adb:3:8: info: temporal property holds (not certified)",
            "three.adb:4:8: high: temporal property fails: AF (Y) [by Three (X => False)]",
        ],
        "{text}"
    );
    assert_eq!(
        lines[2], "three.adb:5:8: info: temporal property holds (not certified)",
        "{text}"
    );
    assert_eq!(
        lines[4], "3 temporal properties: 2 holding, 1 failing, 0 unknown",
        "{text}"
    );
    let json: serde_json::Value = serde_json::from_str(&to_json(&report, &sources)).unwrap();
    let told = json["properties"].as_array().unwrap();
    let said =
        |key: &str| -> Vec<&serde_json::Value> { told.iter().map(|one| &one[key]).collect() };
    assert_eq!(said("verdict"), ["holds", "fails", "holds"]);
    assert_eq!(said("subprogram"), ["Three"; 3]);
    assert_eq!(told[1]["inputs"][0]["call"], "Three");
    assert_eq!(told[0]["certified"], false);
    let sarif: serde_json::Value = serde_json::from_str(&to_sarif(&report, &sources)).unwrap();
    let run = &sarif["runs"][0];
    let results = run["results"].as_array().unwrap();
    let kinds: Vec<&serde_json::Value> = results.iter().map(|one| &one["kind"]).collect();
    assert_eq!(kinds, ["pass", "fail", "pass"]);
    let rule = results[0]["ruleIndex"].as_u64().unwrap();
    let rule = &run["tool"]["driver"]["rules"][usize::try_from(rule).unwrap()];
    assert_eq!(rule["id"], results[0]["ruleId"]);
}

/// What is said of the properties of one procedure.
fn said(text: &str) -> Option<Vec<Verdict>> {
    let solver = find_solver(Some(&support::solver("z3")?)).unwrap();
    let mut oracle = SolverProcess::with(solver, SolverSettings::default());
    let sources = front::Front::read(&[("p.adb", text)]).sources;
    let unit = read(&sources).unwrap();
    let report = verdicts::report(&unit, &sources, Options::default(), &mut oracle);
    let properties = report.properties.iter();
    Some(properties.map(|found| found.verdict).collect())
}

/// Where an assumption says what the precondition says, it ends runs all the same: the run in which Y
/// becomes 1 is none.
#[test]
fn the_precondition_assumed_again_ends_runs() {
    let text = "procedure P (X : in out Integer) with Pre => X in 1 .. 10 is
   Y : Integer := 0;
   --% ctl AG (Y = 0);
   --% ctl EF (Y = 1);
begin
   if X = 5 then
      Y := 1;
      X := 0;
      pragma Assume (X in 1 .. 10);
      null;
   end if;
end P;
";
    let Some(verdicts) = said(text) else {
        return;
    };
    assert_ne!(verdicts[0], Verdict::Violated);
    assert!(!matches!(verdicts[1], Verdict::Proved(_)));
}

/// A label before the first statement is where the body begins, and stays so while the first statement
/// runs.
#[test]
fn the_first_label_is_the_first_state() {
    let text = "procedure P (X : Boolean) is
   Y : Boolean := False;
   --% ctl pc = First;
   --% ctl A [pc = First U Y];
   --% ctl E [pc /= First U pc = First];
   --% ctl EX (pc = First);
   --% ctl AX Y;
   --% ctl AX (AX (AX Y));
begin
   --% label First;
   Y := True;
end P;
";
    let Some(verdicts) = said(text) else {
        return;
    };
    let holds: Vec<bool> = verdicts
        .iter()
        .map(|verdict| matches!(verdict, Verdict::Proved(_)))
        .collect();
    assert_eq!(holds, [true, true, true, false, true, true], "{verdicts:?}");
    assert_eq!(verdicts[3], Verdict::Violated);
}

/// Whether each property of a procedure holds; all are decided.
fn holding(text: &str) -> Option<Vec<bool>> {
    let verdicts = said(text)?;
    let is_open = |verdict: &Verdict| matches!(verdict, Verdict::Unknown(_));
    assert!(!verdicts.iter().any(is_open), "{verdicts:?}");
    let holds = |verdict: &Verdict| matches!(verdict, Verdict::Proved(_));
    Some(verdicts.iter().map(holds).collect())
}

/// A condition that follows an assignment belongs to its step, unless a label stands between them;
/// conditions of loops, behind calls and behind an `end if` are steps of their own.
#[test]
fn steps_are_counted_as_they_are_explained() {
    let together = "procedure P (N : Boolean) is
   Y, Z : Boolean := False;
   --% ctl AX (Y and (pc = C or pc = D));
   --% ctl AX (AX (pc = E));
begin
   Y := True;
   if N then
      --% label C;
      Z := True;
   else
      --% label D;
      Z := False;
   end if;
   --% label E;
   Y := False;
end P;
";
    let Some(holds) = holding(together) else {
        return;
    };
    assert_eq!(holds, [true, true]);
    let apart = together
        .replace("   if N", "   --% label B;\n   if N")
        .replace("AX (Y and (", "AX (Y and pc = B and AX (")
        .replace("AX (AX (pc = E))", "AX (AX (AX (pc = E)))");
    assert_eq!(holding(&apart), Some(vec![true, true]), "{apart}");
    let own = "procedure P (N : Boolean) is
   Y, Z : Boolean := False;
   procedure Turn is
   begin
      Z := not Z;
   end Turn;
   --% ctl EX (pc = Inside);
   --% ctl AX (AX (pc = Inside));
   --% ctl AX (AX (AX (Z and pc /= One and pc /= Other)));
   --% ctl AX (AX (AX (AX (pc = One or pc = Other))));
   --% ctl AX (AX (AX (AX (AX (AX (pc = Done))))));
begin
   Y := True;
   while Y loop
      --% label Inside;
      Turn;
      if N then
         --% label One;
         null;
      else
         --% label Other;
         null;
      end if;
      exit when Z;
   end loop;
   --% label Done;
   Y := False;
end P;
";
    assert_eq!(
        holding(own),
        Some(vec![false, true, true, true, true]),
        "{own}"
    );
}

/// Inputs that chance does not find are asked of the solver.
#[test]
fn a_rare_entry_is_found() {
    let text = "procedure P (N : Integer; M : Integer)
  with Pre => N in 0 .. 1000000 and M in 0 .. 1000000
is
   X : Integer := 0;
   --% ctl AG (N /= 123457);
   --% ctl not EF (N + M = 7777);
begin
   X := 1;
end P;
";
    let Some(verdicts) = said(text) else {
        return;
    };
    assert_eq!(verdicts, [Verdict::Violated, Verdict::Violated]);
}

/// The shell is told, too, and what is missing is named.
#[test]
#[allow(clippy::disallowed_methods)] // the binary itself
fn the_exit_status_counts_properties() {
    if support::solver("z3").is_none() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let status = |name: &str, options: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_sabs"))
            .current_dir(root)
            .args(["verify", "--no-certify"])
            .args(options)
            .arg(root.join("spark-examples/temporal").join(name))
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text)
    };
    assert_eq!(status("exclusion.adb", &[]).0, Some(0));
    // It has no checks, and its properties are looked at where it is named.
    let (_, text) = status("exclusion.adb", &["--limit-subp", "Exclusion"]);
    assert!(text.contains("temporal propert"), "{text}");
    assert_eq!(status("phases.adb", &[]).0, Some(1));
    let (code, text) = status("counting.adb", &["--no-refine"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("open: counting.adb:"), "{text}");
    assert!(text.contains("missing: --% predicate "), "{text}");
}
