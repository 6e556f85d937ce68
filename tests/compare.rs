//! Methods side by side: what is finer allows no more, proves no less, and looks as expected.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sabs::abstraction::{Config, Correlation, CubeLimit, Engine, Method, Settings, Wishes};
use sabs::pipeline::{Unit, Variant, compare, read};
use sabs::predicate::Seed;
use sabs::report::comparison::{Comparison, Figures, to_json, to_svg, to_table};
use sabs::smt::SolverProcess;
use sabs::source::{SourceFile, Sources};
use sabs::verdict::Verdict;
use support::solver;

fn programs() -> Vec<(String, String)> {
    let folders = [
        "tests/golden/bp",
        "spark-examples/proved",
        "spark-examples/unknown",
    ];
    let mut found = Vec::new();
    for folder in folders {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let has_spec = path.with_extension("ads").is_file();
            if path.extension().is_some_and(|extension| extension == "adb") && !has_spec {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// From coarse to fine: cubes of up to one and two literals, then of any length, so that the order is
/// one of inclusion.
fn chain() -> Vec<Variant> {
    let short = |length: usize| Variant {
        name: format!("cubes of {length}"),
        settings: Settings {
            method: Method::Cartesian,
            max_cube: CubeLimit::AtMost(length),
            ..Settings::default()
        },
    };
    [vec![short(1), short(2)], variants()].concat()
}

/// From coarse to fine, cubes of any length.
fn variants() -> Vec<Variant> {
    let make = |name: &str, method, correlation, together: Option<usize>| Variant {
        name: name.to_owned(),
        settings: Settings {
            method,
            correlation,
            max_cube: CubeLimit::All,
            post_literals: together.map(CubeLimit::AtMost),
            ..Settings::default()
        },
    };
    vec![
        make("cartesian", Method::Cartesian, Correlation::Choose, Some(1)),
        make("choose", Method::Direct, Correlation::Choose, None),
        make("two", Method::Cartesian, Correlation::Constrain, Some(2)),
        make(
            "adaptive",
            Method::Adaptive,
            Correlation::Constrain,
            Some(9),
        ),
        make("direct", Method::Direct, Correlation::Constrain, None),
    ]
}

fn compared(unit: &Unit, sources: &Sources, variants: &[Variant], command: &str) -> Comparison {
    let config = Config {
        seeds: BTreeSet::from([Seed::Guards]),
        ..Config::default()
    };
    let mut oracle = SolverProcess::new(command);
    compare(unit, sources, &config, variants, &mut oracle, &mut |_| {}).unwrap()
}

fn proved(figures: &Figures) -> Vec<bool> {
    let verdicts = figures.verdicts.iter();
    verdicts
        .map(|verdict| matches!(verdict, Verdict::Proved(_)))
        .collect()
}

fn for_all_programs(mut judge: impl FnMut(&str, &Unit, &Sources, &str)) {
    let Some(command) = solver("z3") else {
        return;
    };
    for (name, text) in programs() {
        let mut sources = Sources::default();
        sources.add(SourceFile::new(&name, &text));
        let unit = read(&sources).unwrap_or_else(|wrong| panic!("{name}: {wrong:?}"));
        judge(&name, &unit, &sources, &command);
    }
}

#[test]
fn finer_methods_allow_no_more_and_prove_no_less() {
    let mut gained = 0;
    for_all_programs(|name, unit, sources, command| {
        let comparison = compared(unit, sources, &chain(), command);
        judge_picture(name, &comparison);
        let figures: Vec<&Figures> = comparison
            .entries
            .iter()
            .map(|entry| entry.outcome.as_ref().unwrap())
            .collect();
        for (pair, entries) in figures.windows(2).zip(comparison.entries.windows(2)) {
            let (coarse, fine) = (pair[0], pair[1]);
            let names = format!("{name}: {} and {}", entries[0].name, entries[1].name);
            assert_eq!(coarse.steps.len(), fine.steps.len(), "{names}");
            for (before, after) in coarse.steps.iter().zip(&fine.steps) {
                assert_eq!(before.title, after.title, "{names}");
                assert!(
                    after.transitions <= before.transitions && after.lost <= before.lost,
                    "{names}: {after:?} > {before:?}"
                );
            }
            let (before, after) = (coarse.transitions(), fine.transitions());
            // What longer cubes exclude may need a variable more, `in_call`, and so more valuations.
            let is_short = entries[0].name.starts_with("cubes of");
            assert!(
                is_short || fine.reachable() <= coarse.reachable(),
                "{names}"
            );
            for (weak, strong) in proved(coarse).into_iter().zip(proved(fine)) {
                assert!(strong || !weak, "{names}");
            }
            gained += usize::from(after < before);
        }
        // Without correlations a table says what each bit by itself says; with all bits together
        // the knob is as fine as the table.
        // What the solver does not know may be lost by one and found out by the other.
        if figures.iter().all(|figures| figures.unanswered == 0) {
            for (one, other) in [(2, 3), (5, 6)] {
                for (a, b) in figures[one].steps.iter().zip(&figures[other].steps) {
                    assert_eq!(a.transitions, b.transitions, "{name}: {}", a.title);
                }
            }
        }
    });
    assert!(
        solver("z3").is_none() || gained > 3,
        "{gained} times something is gained"
    );
}

#[test]
fn both_engines_come_to_the_same_with_fewer_questions() {
    let engine = |name: &str, engine| Variant {
        name: name.to_owned(),
        settings: Settings {
            engine,
            ..Settings::default()
        },
    };
    let engines = [
        engine("table", Engine::Table),
        engine("allsmt", Engine::AllSmt),
    ];
    for_all_programs(|name, unit, sources, command| {
        let comparison = compared(unit, sources, &engines, command);
        let [table, allsmt] = [0, 1].map(|at| comparison.entries[at].outcome.clone().unwrap());
        assert!(allsmt.questions <= table.questions, "{name}");
        let same = Figures {
            questions: allsmt.questions,
            remembered: allsmt.remembered,
            ..table
        };
        assert_eq!(same, allsmt, "{name}");
    });
}

/// The picture names every method and is well formed.
fn judge_picture(name: &str, comparison: &Comparison) {
    let picture = to_svg(comparison);
    for entry in &comparison.entries {
        assert!(picture.contains(&entry.name), "{name}: {picture}");
    }
    assert!(
        !picture.contains("NaN") && !picture.contains("inf"),
        "{picture}"
    );
    assert_eq!(
        picture.matches("<text").count(),
        picture.matches("</text>").count()
    );
}

/// A sign is lost where a number is halved, kept where it is negated; the environment chooses one.
const SIGNS: &str = "procedure Signs (X : in out Integer; Y : in out Integer) is
   --% predicate X > 0;
   --% predicate Y > 0;
   --% predicate X > 1;
begin
   X := X / 2;
   Y := 3;
   pragma Assert (Y > 0);
   pragma Assert (X > 0);
end Signs;
";

/// What a subprogram says of itself holds in every method, but for the method.
#[test]
fn options_of_a_subprogram_hold() {
    let Some(command) = solver("z3") else {
        return;
    };
    let proved_with = |option: &str| {
        let text = format!(
            "procedure P (X, Y : Integer; Z : out Integer) is
   {option}
   --% predicate X > 0, Y > 0, Z > 0;
begin
   Z := 0;
   if X > 0 and Y > 0 then
      Z := X + Y - 1;
      pragma Assert (Z > 0);
   end if;
end P;
"
        );
        let mut sources = Sources::default();
        sources.add(SourceFile::new("p.adb", &text));
        let unit = read(&sources).unwrap();
        let config = Config::new(&unit.program, Wishes::default()).unwrap();
        let mut variants = variants();
        for variant in &mut variants {
            variant.settings.max_cube = CubeLimit::AtMost(3);
        }
        let mut oracle = SolverProcess::new(&command);
        let compared = compare(
            &unit,
            &sources,
            &config,
            &variants,
            &mut oracle,
            &mut |_| {},
        );
        let cartesian = compared.unwrap().entries[0].outcome.clone().unwrap();
        proved(&cartesian)
            .into_iter()
            .filter(|proved| *proved)
            .count()
    };
    let usual = proved_with("");
    assert!(proved_with("--% option max_cube = 1, method = direct;") < usual);
    assert_eq!(proved_with("--% option method = direct;"), usual);
}

#[test]
fn the_figures_are_those_of_the_statements() {
    let Some(command) = solver("z3") else {
        return;
    };
    let mut sources = Sources::default();
    sources.add(SourceFile::new("signs.adb", SIGNS));
    let unit = read(&sources).unwrap();
    let comparison = compared(&unit, &sources, &variants(), &command);
    let json: serde_json::Value = serde_json::from_str(&to_json(&comparison, &sources)).unwrap();
    let methods = json["methods"].as_array().unwrap();
    assert_eq!(methods.len(), variants().len());
    let keys = [
        "questions",
        "remembered",
        "cubes",
        "steps",
        "deterministic",
        "lost_bits",
        "transitions",
        "reachable_valuations",
        "reachable_points",
        "verdicts",
        "unanswered",
        "statements",
        "points",
    ];
    for method in methods {
        for key in keys {
            assert!(!method[key].is_null(), "{key}: {method}");
        }
        assert_eq!(method["verdicts"], serde_json::json!(["proved", "unknown"]));
        // Two assignments make one block: Y is known after it, X > 0 as X > 1 was before, X > 1 is
        // lost where X was above 1.
        let statement = &method["statements"][0];
        assert_eq!(statement["line"], 6, "{method}");
        assert_eq!(statement["changed_bits"], 3);
        assert_eq!(statement["lost_bits"], 1);
        assert_eq!(statement["deterministic"], false);
        // Control goes on where the assertions hold, which is where X > 1 was: that leaves two
        // valuations, one for each value of Y > 0, and X > 1 has two values after.
        assert_eq!(statement["transitions"], "4");
        // What the environment chooses is not lost.
        let nondet = &method["statements"][1];
        assert!(nondet["chosen_bits"].as_u64() > Some(0), "{method}");
        let steps = method["statements"].as_array().unwrap().iter();
        let lost: u64 = steps.map(|step| step["lost_bits"].as_u64().unwrap()).sum();
        assert_eq!(method["lost_bits"], lost);
        let points = method["points"].as_array().unwrap().iter();
        let count = |point: &serde_json::Value| -> u64 {
            point["valuations"].as_str().unwrap().parse().unwrap()
        };
        let reachable: u64 = points.map(count).sum();
        assert_eq!(method["reachable_valuations"], reachable.to_string());
        // Every point leads to the source, but for the end of a procedure that nothing says.
        for point in method["points"].as_array().unwrap() {
            let is_end = point["statement"] == "return";
            assert!(is_end || point["line"].as_u64() > Some(0), "{point}");
        }
        let assertion = |point: &&serde_json::Value| point["statement"] == "assert C1";
        let first = method["points"].as_array().unwrap().iter().find(assertion);
        let first = first.unwrap();
        assert_eq!(
            (&first["file"], &first["line"]),
            (&"signs.adb".into(), &8.into())
        );
    }
    let table = to_table(&comparison, &sources);
    for expected in [
        "signs.adb:6:4: Signs: X := X / 2; Y := 3",
        "signs.adb:8:19: Signs: assert C1",
    ] {
        assert!(table.contains(expected), "{expected}: {table}");
    }
}

/// What each reading decides; with recursion only the over-approximation decides anything.
#[test]
fn the_readings_are_counted() {
    let Some(command) = solver("z3") else {
        return;
    };
    let counted = |text: &str| {
        let mut sources = Sources::default();
        sources.add(SourceFile::new("p.adb", text));
        let unit = read(&sources).unwrap();
        let comparison = compared(&unit, &sources, &chain()[..1], &command);
        let figures = comparison.entries[0].outcome.as_ref().unwrap();
        let table = to_table(&comparison, &sources);
        let found = figures.conclusive;
        (found.over, found.under, found.exact, table)
    };
    let (over, under, exact, _) = counted(
        "procedure P (X : Boolean) is
   --% predicate X;
begin
   pragma Assert (X or not X);
   pragma Assert (X);
end P;
",
    );
    assert_eq!((over, under, exact), (1, Some(1), Some(2)));
    let (over, under, exact, table) = counted(
        "procedure P (N : Natural) is
   procedure Step (M : Natural) is
   begin
      if M > 0 then
         Step (M - 1);
      end if;
   end Step;
begin
   Step (N);
   pragma Assert (True);
end P;
",
    );
    assert!(over > 0);
    assert_eq!((under, exact), (None, None));
    assert!(table.contains(&format!("{over}/?/?")), "{table}");
}
