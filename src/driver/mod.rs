//! [`driver`]: the run that violates a check becomes an Ada main that fails there.
//!
//! The main comes with a copy of the unit, line by line the same, in which `--%` clauses are
//! pragmas, what the environment decides is assigned from the values of the run, and a procedure
//! `Sabs_Drive` inside the package makes the calls, so that hidden subprograms can be called too.
//! Compiled by GNAT with its checks and assertions it raises an exception at the line of the check.

mod aspects;
mod calls;
mod copy;
mod environment;
mod find;
mod instances;
mod records;
mod values;

use std::collections::BTreeSet;

use crate::flow::{Statement, StatementKind, SubprogramId};
use crate::pipeline::Unit;
use crate::program::UnitKind;
use crate::refine::{Script, deeds};
use crate::source::{Coding, Sources, file_stem};
use crate::verdict::{CheckId, Rule};
use copy::{Edit, edited};

/// The name of the main procedure.
const MAIN: &str = "Sabs_Main";
/// The name of the procedure that makes the calls from inside a package.
const DRIVE: &str = "Sabs_Drive";

/// How to compile a driver and run it.
pub const COMMAND: &str =
    "gnatmake -g -gnat2022 -gnata -gnato sabs_main.adb -bargs -Es && ./sabs_main";

/// A file of a driver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DriverFile {
    /// Its name, without a folder.
    pub name: String,
    /// Its text.
    pub text: String,
    /// How it is written: as the source is.
    coding: Coding,
}

impl DriverFile {
    /// What is in it.
    pub fn bytes(&self) -> Vec<u8> {
        self.coding.bytes(&self.text)
    }
}

/// Why there is no driver: in words that go on after "no driver: ".
type Refusal = String;

/// The files of a program that fails at the check, by the run that the script leads along.
///
/// # Errors
/// In words, why there is none.
pub fn driver(
    unit: &Unit,
    sources: &Sources,
    check: CheckId,
    script: &Script,
) -> Result<Vec<DriverFile>, String> {
    let violated = unit.flow.check(check);
    if !violated.rule.ends_executables() {
        return Err(format!(
            "GNAT has no {} at run time; the interpreter of sabs confirms it",
            violated.rule.noun()
        ));
    }
    if violated.rule == Rule::SubprogramVariant && !calls_itself(unit, check) {
        return Err(
            "GNAT looks at variants of subprograms that call themselves only, not each other; \
             the interpreter of sabs confirms it"
                .to_owned(),
        );
    }
    let place = sources.locate(violated.span);
    let subject = Subject::new(unit, sources)?;
    let deeds = deeds(&unit.flow, script);
    let mut edits = environment::edits(&subject, &deeds, violated)?;
    let calls = calls::statements(&subject, &deeds)?;
    let mut files = Vec::new();
    let purpose = format!(
        "--  Raises an exception at {place}: {}.\n--  {COMMAND}\n",
        violated.rule.noun()
    );
    if calls.text.is_empty() || subject.is_subprogram() {
        files.push(main(&subject, &purpose, &calls));
    } else {
        inside(&subject, &mut edits, &mut files);
        let head = format!(
            "{}separate ({})\nprocedure {DRIVE} is\n",
            calls.context, subject.name
        );
        files.push(DriverFile {
            name: format!("{}.adb", file_stem(&format!("{}.{DRIVE}", subject.name))),
            text: format!("{head}{}begin\n{}end {DRIVE};\n", calls.uses, calls.text),
            coding: subject.coding(),
        });
        files.push(DriverFile {
            name: main_file(),
            text: format!(
                "{purpose}with {unit};\nprocedure {MAIN} is\nbegin\n   {unit}.{DRIVE};\nend {MAIN};\n",
                unit = subject.name
            ),
            coding: subject.coding(),
        });
    }
    if edits.iter().any(|edit| edit.needs_environment) {
        files.extend(environment::files());
    }
    files.extend(edited(sources, &edits));
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

/// Whether the call behind the check is one of the subprogram in which it stands.
fn calls_itself(unit: &Unit, check: CheckId) -> bool {
    let subprograms = (0..).map(SubprogramId).zip(&unit.flow.subprograms);
    subprograms
        .flat_map(|(id, subprogram)| subprogram.blocks.iter().map(move |block| (id, block)))
        .filter(|(_, block)| {
            let is_it = |statement: &Statement| matches!(&statement.kind, StatementKind::Check { check: own, .. } if *own == check);
            block.statements.iter().any(is_it)
        })
        .any(|(id, block)| block.terminator.callee() == Some(id))
}

fn main_file() -> String {
    format!("{}.adb", MAIN.to_lowercase())
}

/// A main that calls a library-level subprogram, or only elaborates a package.
fn main(subject: &Subject<'_>, purpose: &str, calls: &calls::Calls) -> DriverFile {
    let text = if calls.text.is_empty() {
        "   null;\n"
    } else {
        &calls.text
    };
    DriverFile {
        name: main_file(),
        text: format!(
            "{purpose}with {};\n{}procedure {MAIN} is\n{}begin\n{text}end {MAIN};\n",
            subject.name, calls.context, calls.uses
        ),
        coding: subject.coding(),
    }
}

/// Declares the procedure that makes the calls, and leaves its body to a subunit.
fn inside(subject: &Subject<'_>, edits: &mut Vec<Edit>, files: &mut Vec<DriverFile>) {
    let (stem, name) = (file_stem(&subject.name), &subject.name);
    match find::specification_place(subject) {
        Some(place) => edits.push(Edit::insert(place, format!("procedure {DRIVE}; "))),
        None => files.push(DriverFile {
            name: format!("{stem}.ads"),
            text: format!("package {name} is procedure {DRIVE}; end {name};\n"),
            coding: subject.coding(),
        }),
    }
    match find::body_place(subject) {
        Some(place) => edits.push(Edit::insert(
            place,
            format!(" procedure {DRIVE} is separate;"),
        )),
        None => files.push(DriverFile {
            name: format!("{stem}.adb"),
            text: format!("package body {name} is procedure {DRIVE} is separate; end {name};\n"),
            coding: subject.coding(),
        }),
    }
}

/// The unit of which a driver is made.
struct Subject<'a> {
    unit: &'a Unit,
    sources: &'a Sources,
    /// The full name of the main unit.
    name: String,
}

impl<'a> Subject<'a> {
    fn new(unit: &'a Unit, sources: &'a Sources) -> Result<Subject<'a>, Refusal> {
        let mut seen = BTreeSet::new();
        for read in &unit.syntax {
            if !seen.insert(read.span.file) {
                let name = sources.file(read.span.file).name();
                return Err(format!(
                    "{name} holds several units, of which GNAT wants each in a file of its own"
                ));
            }
        }
        Ok(Subject {
            unit,
            sources,
            name: unit.program.name.clone(),
        })
    }

    /// How what is written beside the copies is coded: names in it are those of the sources.
    fn coding(&self) -> Coding {
        let mut codings = self.sources.files().map(|(_, file)| file.coding());
        let narrow = codings.find(|coding| *coding == Coding::Latin1);
        narrow.unwrap_or(Coding::Utf8)
    }

    /// Whether the unit is a subprogram of its own rather than a package.
    fn is_subprogram(&self) -> bool {
        match self.unit.program.kind {
            UnitKind::Procedure => true,
            UnitKind::Package => false,
            UnitKind::Separate => {
                find::body_place(self).is_none() && find::specification_place(self).is_none()
            }
        }
    }
}
