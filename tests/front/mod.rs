//! Running the front end on a text, and what every flow program must satisfy.

#![allow(dead_code)] // each test file uses its part

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use sabs::diagnostic::{Diagnostic, Severity, render_all};
use sabs::flow::{BlockId, BlockRole, FlowProgram, StatementKind, Terminator, normalise};
use sabs::program::{Program, elaborate};
use sabs::source::{SourceFile, Sources};
use sabs::syntax::{ast, parse_all};

/// What the front end makes of some files.
pub(crate) struct Front {
    pub(crate) sources: Sources,
    pub(crate) units: Vec<ast::Unit>,
    pub(crate) program: Option<Program>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Whether the syntax stage had no complaint.
    is_sound: bool,
}

impl Front {
    /// Reads files given as name and text.
    pub(crate) fn read(files: &[(&str, &str)]) -> Front {
        let mut sources = Sources::default();
        for (name, text) in files {
            sources.add(SourceFile::new(name, text));
        }
        let parsed = parse_all(&sources);
        let (units, mut diagnostics) = (parsed.units, parsed.diagnostics);
        let is_error = |found: &Diagnostic| found.severity == Severity::Error;
        let is_sound = !diagnostics.iter().any(is_error);
        let program = match elaborate(&units) {
            Ok(program) => {
                diagnostics.extend(program.warnings.iter().cloned());
                Some(program)
            }
            Err(errors) => {
                diagnostics.extend(errors);
                None
            }
        };
        let is_broken = diagnostics.iter().any(is_error);
        Front {
            sources,
            units,
            program: program.filter(|_| !is_broken),
            diagnostics,
            is_sound,
        }
    }

    /// Reads `path` and, where there are any, the specification and the sidecar beside it.
    pub(crate) fn read_file(path: &Path) -> Front {
        let specification = path.with_extension("ads");
        let mut files = Vec::new();
        let sidecar = path.with_extension("sabs");
        for path in [specification.as_path(), path, sidecar.as_path()] {
            if let Ok(text) = fs::read_to_string(path) {
                let name = path
                    .file_name()
                    .expect("a file has a name")
                    .to_string_lossy()
                    .into_owned();
                files.push((name, text));
            }
        }
        let files: Vec<(&str, &str)> = files
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        Front::read(&files)
    }

    /// Whether the syntax stage had no complaint.
    pub(crate) fn is_syntax_sound(&self) -> bool {
        self.is_sound
    }

    /// The messages as the user sees them.
    pub(crate) fn messages(&self) -> String {
        render_all(&self.diagnostics, &self.sources)
    }

    /// The flow program, checked for its shape.
    pub(crate) fn flow(&self) -> FlowProgram {
        let program = self
            .program
            .as_ref()
            .unwrap_or_else(|| panic!("not accepted:\n{}", self.messages()));
        let flow = normalise(program);
        check_shape(&flow);
        flow
    }
}

/// Where the syntax differs from what is read of its own print, if it does: the debug texts around
/// the first difference, or the messages.
pub(crate) fn changed_by_printing(units: &[ast::Unit]) -> Option<String> {
    let printed: String = units.iter().map(ToString::to_string).collect();
    let mut sources = Sources::default();
    sources.add(SourceFile::new("printed.adb", &printed));
    let again = parse_all(&sources);
    let is_error = |found: &Diagnostic| found.severity == Severity::Error;
    if again.diagnostics.iter().any(is_error) {
        return Some(render_all(&again.diagnostics, &sources));
    }
    let (before, after) = (without_places(units), without_places(&again.units));
    if before == after {
        return None;
    }
    let pairs = before.bytes().zip(after.bytes());
    let at = pairs.take_while(|(a, b)| a == b).count();
    let around = |text: &str| -> String {
        let bytes = &text.as_bytes()[at.saturating_sub(300)..(at + 200).min(text.len())];
        String::from_utf8_lossy(bytes).into_owned()
    };
    Some(format!("{}\n{}\n", around(&before), around(&after)))
}

/// The syntax with its places left out: what must survive printing. How a file writes characters
/// depends on its comments too, which do not survive.
fn without_places(units: &[ast::Unit]) -> String {
    let text = format!("{units:?}").replace("is_coded: true", "is_coded: false");
    let mut parts = text.split("Span {");
    let mut found = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        found.push_str(part.split_once('}').map_or("", |(_, rest)| rest));
    }
    found
}

/// The files under `folder` with the given extension, sorted.
pub(crate) fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found: Vec<PathBuf> = fs::read_dir(&root)
        .unwrap_or_else(|error| panic!("{}: {error}", root.display()))
        .map(|entry| entry.expect("a folder can be read").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    found.sort();
    found
}

/// What every flow program must satisfy: jumps and hints lead to blocks, each check stands in
/// exactly one block, checks are in source order, and only known variables occur.
pub(crate) fn check_shape(flow: &FlowProgram) {
    let mut seen: BTreeMap<u32, usize> = BTreeMap::new();
    for subprogram in flow.subprograms.iter().chain([&flow.main]) {
        let count = subprogram.blocks.len();
        let exists = |id: BlockId| assert!((id.0 as usize) < count, "{id} in {}", subprogram.name);
        let known: Vec<_> = flow
            .globals
            .iter()
            .chain(subprogram.variables())
            .map(|variable| &variable.variable)
            .collect();
        let names: std::collections::BTreeSet<String> = known
            .iter()
            .map(|variable| variable.name.to_lowercase())
            .collect();
        assert_eq!(names.len(), known.len(), "names in {}", subprogram.name);
        let over_known = |term: &sabs::logic::Term| {
            for variable in term.variables() {
                assert!(
                    known.contains(&&variable),
                    "{variable} in {}",
                    subprogram.name
                );
            }
        };
        for block in &subprogram.blocks {
            if let BlockRole::LoopHead { exit } = block.role {
                exists(exit);
            }
            for statement in &block.statements {
                match &statement.kind {
                    StatementKind::Assign { target, value } => {
                        assert!(known.contains(&target), "{target}");
                        assert_eq!(target.sort, value.sort());
                        over_known(value);
                    }
                    StatementKind::Assume(condition) => over_known(condition),
                    StatementKind::Check { check, condition } => {
                        *seen.entry(check.0).or_default() += 1;
                        over_known(condition);
                    }
                }
            }
            match &block.terminator {
                Terminator::Goto(next) => exists(*next),
                Terminator::Branch {
                    condition,
                    on_true,
                    on_false,
                    join,
                } => {
                    over_known(condition);
                    exists(*on_true);
                    exists(*on_false);
                    join.iter().copied().for_each(exists);
                }
                Terminator::Choice { targets, join } => {
                    assert!(!targets.is_empty());
                    targets.iter().chain(join).copied().for_each(exists);
                }
                Terminator::Havoc { target, next } | Terminator::Nondet { target, next } => {
                    assert!(known.contains(&target), "{target}");
                    exists(*next);
                }
                Terminator::Call {
                    callee,
                    arguments,
                    results,
                    next,
                    ..
                } => {
                    let formals = flow.subprogram(*callee).formals.len();
                    assert_eq!((formals, formals), (arguments.len(), results.len()));
                    arguments.iter().flatten().for_each(over_known);
                    for result in results.iter().flatten() {
                        assert!(known.contains(&result), "{result}");
                    }
                    exists(*next);
                }
                Terminator::Return => {}
            }
        }
    }
    let expected: BTreeMap<u32, usize> = (0..).take(flow.checks.len()).map(|id| (id, 1)).collect();
    assert_eq!(seen, expected, "each check stands in exactly one block");
    let keys: Vec<_> = flow
        .checks
        .iter()
        .map(|check| (check.span.file, check.span.start, check.rule))
        .collect();
    assert!(keys.is_sorted(), "checks are in source order");
}
