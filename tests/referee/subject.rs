//! A program that both judges run.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use sabs::diagnostic::render_all;
use sabs::flow::{FlowProgram, FlowSubprogram, SubprogramId};
use sabs::interpret::{Limits, Outcome, ScriptedEnvironment, Start, Values, initial_globals, run};
use sabs::logic::{Sort, Variable};
use sabs::pipeline::read;
use sabs::source::{SourceFile, Sources, Span};

/// A unit with its text and its flow program.
pub(crate) struct Subject {
    /// The unit's name as the file system spells it, e.g. `counter`.
    pub(crate) name: String,
    /// The text.
    pub(crate) text: String,
    /// Where spans lead.
    pub(crate) sources: Sources,
    /// What sabs made of it.
    pub(crate) program: FlowProgram,
}

impl Subject {
    /// Takes the text through the front end; it must have no errors.
    pub(crate) fn new(name: &str, text: &str) -> Subject {
        let mut sources = Sources::default();
        sources.add(SourceFile::new(&format!("{name}.adb"), text));
        let unit = read(&sources).unwrap_or_else(|errors| {
            panic!("{}", render_all(&errors, &sources));
        });
        Subject {
            name: name.to_owned(),
            text: text.to_owned(),
            sources,
            program: unit.flow,
        }
    }

    /// The same with each subprogram judged alone.
    pub(crate) fn judged_alone(&self) -> FlowProgram {
        match read(&self.sources) {
            Ok(unit) => unit.judged_alone().flow,
            Err(errors) => panic!("{}", render_all(&errors, &self.sources)),
        }
    }

    /// Whether the unit is a package body, with state and several procedures.
    pub(crate) fn is_package(&self) -> bool {
        self.text.starts_with("package body")
    }

    /// The procedures that a client of the package can be thought to call, or the one procedure.
    pub(crate) fn procedures(&self) -> impl Iterator<Item = (SubprogramId, &FlowSubprogram)> {
        let depth = usize::from(self.is_package());
        (0..)
            .map(SubprogramId)
            .zip(&self.program.subprograms)
            .filter(move |(_, subprogram)| subprogram.name.matches('.').count() == depth)
            // Where some subprograms are named so, the others are theirs to call.
            .filter(|(_, subprogram)| {
                let short = subprogram.name.rsplit('.').next().unwrap_or_default();
                !self.text.contains(" Run_") || short.starts_with("Run_")
            })
    }

    /// The package's variables, without its constants.
    pub(crate) fn state(&self) -> impl Iterator<Item = &Variable> {
        let constants: BTreeSet<&str> = self
            .text
            .lines()
            .filter_map(|line| Some(line.split_once(" : constant")?.0.trim()))
            .collect();
        self.program
            .globals
            .iter()
            .map(|global| &global.variable)
            .filter(move |variable| !constants.contains(&*variable.name))
            .filter(|variable| {
                let is_plain = variable
                    .name
                    .chars()
                    .all(|c| c.is_alphanumeric() || c == '_');
                is_plain
                    && !variable.name.contains("__")
                    && !matches!(variable.sort, Sort::Array(_))
            })
            // The state of such a package may be of any type.
            .filter(|_| !self.text.contains(" Run_"))
    }

    /// The globals after elaboration.
    pub(crate) fn elaborated(&self) -> Values {
        let mut globals = initial_globals(&self.program);
        if !self.is_package() {
            return globals;
        }
        let outcome = run(
            &self.program,
            Start::Main,
            &mut ScriptedEnvironment::default(),
            Limits::default(),
            &mut |step| globals = step.state.globals.clone(),
        );
        assert!(
            matches!(outcome, Outcome::Unanswered { .. }),
            "{}: elaboration ends with {outcome:?}",
            self.name
        );
        globals
    }

    /// The line where the span starts.
    pub(crate) fn line(&self, span: Span) -> usize {
        self.sources.position(span).line
    }

    /// The first and the last line of the span.
    pub(crate) fn lines(&self, span: Span) -> (usize, usize) {
        let breaks = self.sources.text(span).matches('\n').count();
        (self.line(span), self.line(span) + breaks)
    }

    /// The copy that GNAT compiles: the asserts and assumes that only sabs reads become pragmas on
    /// the same line, and a package gets a stub of its driver before its end.
    pub(crate) fn text_for_gnat(&self) -> String {
        let lines: Vec<String> = self.text.lines().map(clause_as_pragma).collect();
        let last = |start: &str| lines.iter().rposition(|line| line.starts_with(start));
        let stub = self
            .is_package()
            .then(|| last("begin").or_else(|| last("end")))
            .flatten();
        let mut copy = String::new();
        for (at, line) in lines.iter().enumerate() {
            if Some(at) == stub {
                copy.push_str("procedure Sabs_Drive is separate; ");
            }
            let _ = writeln!(copy, "{line}");
        }
        copy
    }
}

fn clause_as_pragma(line: &str) -> String {
    for (clause, name) in [("--% assert ", "Assert"), ("--% assume ", "Assume")] {
        if let Some((before, condition)) = line.split_once(clause) {
            let condition = condition.trim_end().trim_end_matches(';');
            return format!("{before}pragma {name} ({condition});");
        }
    }
    line.to_owned()
}
