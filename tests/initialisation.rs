//! Reading what is not set, judged by GNAT: it begins every scalar with a value of no meaning
//! (`Initialize_Scalars`) and looks at whatever is read (`-gnatVa`), so it raises where a check of
//! ours must fail, and nowhere else.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use sabs::flow::{FlowProgram, SubprogramId};
use sabs::interpret::{Limits, Outcome, RandomEnvironment, Start, initial_globals, run};
use sabs::logic::Value;
use sabs::pipeline::read;
use sabs::source::{SourceFile, Sources};
use sabs::verdict::Rule;

/// Arguments go from 0 to this.
const LAST: usize = 3;

fn texts() -> [(&'static str, String); 2] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/unset");
    ["unset.ads", "unset.adb"].map(|name| (name, fs::read_to_string(folder.join(name)).unwrap()))
}

/// Whether the read of something unset ends a call, by subprogram and arguments.
type Endings = BTreeMap<(String, [usize; 3]), bool>;

fn all_arguments() -> impl Iterator<Item = [usize; 3]> {
    let width = LAST + 1;
    (0..width.pow(3)).map(move |number| {
        [
            number / width / width,
            number / width % width,
            number % width,
        ]
    })
}

fn by_interpreter(flow: &FlowProgram) -> Endings {
    let mut found = Endings::new();
    for (number, subprogram) in (0..).zip(&flow.subprograms) {
        let name = subprogram.name.rsplit('.').next().unwrap().to_owned();
        for arguments in all_arguments() {
            let formals = subprogram.formals.iter().zip(arguments);
            let given = formals.map(|(formal, value)| {
                let variable = formal.variable.variable.clone();
                (variable, Value::Int(value.into()))
            });
            let start = Start::Subprogram {
                id: SubprogramId(number),
                globals: initial_globals(flow),
                arguments: given.collect(),
            };
            let mut nobody = RandomEnvironment::new(1);
            let ended = run(flow, start, &mut nobody, Limits::default(), &mut |_| {});
            let is_unset = match ended {
                Outcome::Returned { .. } => false,
                Outcome::Failed { check, .. } => {
                    let check = flow.check(check);
                    assert_eq!(check.rule, Rule::Initialization, "{name} {arguments:?}");
                    true
                }
                Outcome::Assumption { .. } | Outcome::Unanswered { .. } | Outcome::OutOfSteps => {
                    panic!("{name} {arguments:?}: {ended:?}")
                }
            };
            found.insert((name.clone(), arguments), is_unset);
        }
    }
    found
}

#[allow(clippy::disallowed_methods)] // a referee, not a solver
fn by_gnat(gnatmake: &Path, names: &[String]) -> Endings {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in texts() {
        fs::write(folder.path().join(name), text).unwrap();
    }
    fs::write(
        folder.path().join("gnat.adc"),
        "pragma Initialize_Scalars;\n",
    )
    .unwrap();
    let mut calls = String::new();
    for name in names {
        let _ = write!(
            calls,
            "            begin
               Unset.{name} (L, H, M, R);
               Ada.Text_IO.Put_Line (\"{name}\" & L'Image & H'Image & M'Image & \" set\");
            exception
               when Constraint_Error =>
                  Ada.Text_IO.Put_Line (\"{name}\" & L'Image & H'Image & M'Image & \" unset\");
            end;
"
        );
    }
    let main = format!(
        "with Ada.Text_IO;
with Unset;
procedure Calls is
   R : Boolean := False;
begin
   for L in Unset.Small loop
      for H in Unset.Small loop
         for M in Unset.Small loop
{calls}         end loop;
      end loop;
   end loop;
end Calls;
"
    );
    fs::write(folder.path().join("calls.adb"), main).unwrap();
    let output = Command::new(gnatmake)
        .args(["-q", "-O0", "-gnata", "-gnato", "-gnatVa", "-gnatws"])
        .args(["-gnat2022", "calls"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    let output = Command::new(folder.path().join("calls")).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let ending = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, l, h, m, ending] = words[..] else {
            panic!("{line}");
        };
        let arguments = [l, h, m].map(|word| word.parse().unwrap());
        ((name.to_owned(), arguments), ending == "unset")
    };
    told.lines().map(ending).collect()
}

#[test]
fn reading_the_unset_fails_where_gnat_says() {
    let Some(gnatmake) = support::referee("gnatmake") else {
        return;
    };
    let mut sources = Sources::default();
    for (name, text) in texts() {
        sources.add(SourceFile::new(name, &text));
    }
    let unit = read(&sources).unwrap();
    let ours = by_interpreter(&unit.flow);
    let mut names: Vec<String> = ours.keys().map(|(name, _)| name.clone()).collect();
    names.dedup();
    let theirs = by_gnat(&gnatmake, &names);
    assert_eq!(ours.len(), theirs.len());
    for (call, is_unset) in &ours {
        assert_eq!(theirs[call], *is_unset, "{call:?}");
    }
    let failing = ours.values().filter(|is_unset| **is_unset).count();
    let share = failing * 100 / ours.len();
    assert!((20..=80).contains(&share), "{share} % of the calls fail");
}
