//! `verify` on generated packages of which everything is known: no verdict is wrong. What is known
//! comes from all runs, made by the interpreter and by GNAT.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
mod support;
mod tiny;
mod verdicts;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use sabs::pipeline::{Options, Search, Unit, read};
use sabs::smt::{SolverProcess, SolverSettings, find_solver};
use sabs::source::Sources;
use sabs::verdict::{CheckId, Verdict};
use tiny::{Call, Ending, Tiny, all_calls};

/// How many packages are generated; `SABS_GENERATED` says otherwise.
const PACKAGES: u64 = 160;
/// So many go into one program for GNAT.
const BATCH: usize = 100;

fn packages() -> u64 {
    let wanted = std::env::var("SABS_GENERATED").ok();
    wanted
        .and_then(|text| text.parse().ok())
        .unwrap_or(PACKAGES)
}

struct Known {
    tiny: Tiny,
    unit: Unit,
    sources: Sources,
    calls: Vec<Call>,
}

impl Known {
    fn new(seed: u64) -> Known {
        let tiny = Tiny::generate(seed);
        let name = tiny.name.to_lowercase();
        let files = [
            (format!("{name}.ads"), tiny.specification.as_str()),
            (format!("{name}.adb"), tiny.body.as_str()),
        ];
        let files: Vec<(&str, &str)> = files.iter().map(|(n, t)| (n.as_str(), *t)).collect();
        let sources = front::Front::read(&files).sources;
        let unit = read(&sources).unwrap_or_else(|_| panic!("{}", tiny.body));
        let calls = all_calls(&unit.flow);
        Known {
            tiny,
            unit,
            sources,
            calls,
        }
    }

    /// The line of the body in which a check stands.
    fn line(&self, check: CheckId) -> usize {
        let place = self.sources.locate(self.unit.flow.check(check).span);
        place.split(':').nth(1).unwrap().parse().unwrap()
    }
}

/// What sabs proves never fails, and what it calls violated does.
#[test]
fn no_verdict_is_wrong() {
    judge((0..packages()).step_by(2), Search::Ways);
}

/// The same for the other half, on another processor.
#[test]
fn no_verdict_is_wrong_either() {
    judge((1..packages()).step_by(2), Search::Ways);
}

/// The same by the exact reading, for some of them.
#[test]
fn no_verdict_by_the_exact_reading_is_wrong() {
    judge((0..packages()).step_by(8), Search::Exact);
}

fn judge(seeds: impl Iterator<Item = u64>, search: Search) {
    let Some(command) = support::solver("z3") else {
        return;
    };
    let settings = SolverSettings {
        steps: 50_000,
        ..SolverSettings::default()
    };
    let mut oracle = SolverProcess::with(find_solver(Some(&command)).unwrap(), settings);
    let (mut decided, mut all, mut all_failing) = (0, 0, 0);
    for seed in seeds {
        let known = Known::new(seed);
        let options = Options {
            refinements: 3,
            effort: 1,
            search,
            ..Options::default()
        };
        let report = verdicts::report(&known.unit, &known.sources, options, &mut oracle);
        let failing: BTreeSet<CheckId> = known
            .calls
            .iter()
            .filter_map(|call| match call.outcome {
                Ending::Failed(check) => Some(check),
                Ending::Returned(..) | Ending::Endless => None,
            })
            .collect();
        all_failing += failing.len();
        for (id, (check, verdict)) in (0..).map(CheckId).zip(&report.checks) {
            let text = &known.tiny.body;
            all += 1;
            match verdict {
                Verdict::Proved(_) => {
                    assert!(
                        !failing.contains(&id),
                        "proved, but fails: {check:?}\n{text}"
                    );
                }
                Verdict::Violated => {
                    assert!(
                        failing.contains(&id),
                        "violated, but never fails: {check:?}\n{text}"
                    );
                }
                Verdict::Unknown(_) => continue,
            }
            decided += 1;
        }
    }
    assert!(decided * 100 >= all * 85, "{decided} of {all} are decided");
    // There is something to get wrong either way.
    let share = all_failing * 100 / all;
    assert!((15..=85).contains(&share), "{share} % of the checks fail");
}

/// What is known of the packages is what GNAT says of them.
#[test]
fn gnat_makes_the_same_runs() {
    let Some(gnatmake) = support::referee("gnatmake") else {
        return;
    };
    let seeds: Vec<u64> = (0..packages()).collect();
    for (number, seeds) in seeds.chunks(BATCH).enumerate() {
        let known: Vec<Known> = seeds.iter().map(|seed| Known::new(*seed)).collect();
        let folder = tempfile::tempdir().unwrap();
        let name = format!("batch_{number}");
        let (text, expected) = batch(&name, &known);
        fs::write(folder.path().join(format!("{name}.adb")), text).unwrap();
        let said = built_and_run(&gnatmake, folder.path(), &name);
        let said: Vec<&str> = said.lines().map(str::trim).collect();
        for (at, (line, (call, package))) in said.iter().zip(&expected).enumerate() {
            assert_eq!(
                line, call,
                "line {at} of {name}:\n{}",
                known[*package].tiny.body
            );
        }
        assert_eq!(said.len(), expected.len());
    }
}

/// A program that makes all calls of some packages, and what it should print: a line per call, with
/// the package it is of.
fn batch(name: &str, known: &[Known]) -> (String, Vec<(String, usize)>) {
    let mut text = format!(
        "with Ada.Text_IO; use Ada.Text_IO;\nwith Ada.Exceptions; use Ada.Exceptions;\n\
         procedure {name} is\n"
    );
    let mut expected = Vec::new();
    let mut runs = String::new();
    for (at, package) in known.iter().enumerate() {
        text.push_str(&package.tiny.specification);
        let offset = text.lines().count();
        text.push_str(&package.tiny.body);
        let mut endless = Vec::new();
        for (number, call) in package.calls.iter().enumerate() {
            let told = match &call.outcome {
                Ending::Returned(global, changed) => {
                    let changed = changed.map_or("-1".to_owned(), |value| format!(" {value}"));
                    format!("{global}{changed}")
                }
                Ending::Failed(check) => {
                    format!("{name}.adb:{}", offset + package.line(*check))
                }
                Ending::Endless => {
                    endless.push(number.to_string());
                    continue;
                }
            };
            expected.push((told, at));
        }
        runs.push_str(&calls_text(&package.tiny.name, &endless));
    }
    // What fails says where it does; the rest of the message is GNAT's own.
    text.push_str(
        "   procedure Fails (E : Exception_Occurrence) is\n      \
         M : constant String := Exception_Message (E);\n      Last : Natural := 0;\n   begin\n      \
         for I in M'Range loop\n         exit when M (I) = ' ';\n         Last := I;\n      \
         end loop;\n      Put_Line (M (M'First .. Last));\n   end Fails;\nbegin\n",
    );
    text.push_str(&runs);
    let _ = writeln!(text, "end {name};");
    (text, expected)
}

/// All calls of a package in their order, but for those that do not end.
fn calls_text(package: &str, endless: &[String]) -> String {
    let left_out = match endless {
        [] => "999".to_owned(),
        some => some.join(" | "),
    };
    format!(
        "   declare
      use {package};
      Number : Natural := 0;
      Y      : Small;
   begin
      for Before in Small loop
         for Pair in 0 .. 15 loop
            if Number not in {left_out} then
               begin
                  G := Before;
                  Y := Pair / 4;
                  {package}.P (Pair mod 4, Y);
                  Put_Line (Integer'Image (G) & Integer'Image (Y));
               exception
                  when E : others => Fails (E);
               end;
            end if;
            Number := Number + 1;
         end loop;
         for X in Small loop
            if Number not in {left_out} then
               begin
                  G := Before;
                  {package}.Q (X);
                  Put_Line (Integer'Image (G) & Integer'Image (-1));
               exception
                  when E : others => Fails (E);
               end;
            end if;
            Number := Number + 1;
         end loop;
      end loop;
   end;
"
    )
}

#[allow(clippy::disallowed_methods)] // a referee, not a solver
fn built_and_run(gnatmake: &Path, folder: &Path, name: &str) -> String {
    let output = Command::new(gnatmake)
        .args([
            "-q",
            "-O0",
            "-gnata",
            "-gnato",
            "-gnatws",
            "-gnat2022",
            name,
        ])
        .current_dir(folder)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    let output = Command::new(folder.join(name)).output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}
