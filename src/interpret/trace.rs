//! Points of a program and the steps of a run.

use itertools::Itertools;

use super::state::State;
use crate::flow::{
    BlockId, FlowProgram, FlowSubprogram, Statement, StatementKind, SubprogramId, Terminator,
};
use crate::logic::Term;

/// A place in a program where a run can stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The subprogram; `None` for the most general client.
    pub subprogram: Option<SubprogramId>,
    /// The block.
    pub block: BlockId,
    /// Where in the block.
    pub place: Place,
}

/// A place in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Before the statement with this index.
    Statement(usize),
    /// Before the terminator.
    Terminator,
}

/// What the observer of a run sees before each statement and each terminator.
#[derive(Debug, Clone, Copy)]
pub struct Step<'a> {
    /// What is about to be executed.
    pub point: Point,
    /// How many calls are open: 0 in the subprogram the run began with.
    pub depth: usize,
    /// The state before it.
    pub state: State<'a>,
}

impl Point {
    /// The subprogram the point lies in.
    pub fn subprogram_of(self, program: &FlowProgram) -> &FlowSubprogram {
        program.body(self.subprogram)
    }

    /// Whether it is where its block begins.
    pub fn begins_block(self, program: &FlowProgram) -> bool {
        match self.place {
            Place::Statement(index) => index == 0,
            Place::Terminator => {
                let subprogram = self.subprogram_of(program);
                subprogram.block(self.block).statements.is_empty()
            }
        }
    }

    /// The statement the point stands before, if it does not stand before the terminator.
    pub fn statement_of(self, program: &FlowProgram) -> Option<&Statement> {
        match self.place {
            Place::Statement(index) => self
                .subprogram_of(program)
                .block(self.block)
                .statements
                .get(index),
            Place::Terminator => None,
        }
    }
}

impl Step<'_> {
    /// One line of a trace, indented by depth: the place, what is about to be executed, and the
    /// variables it reads or that it hands over.
    ///
    /// ```text
    /// P.Inc B0: check C1 (X + 1 <= 2147483647) where X = 4
    /// P.Inc B0: X := X + 1 where X = 4
    /// ```
    pub fn render(&self, program: &FlowProgram) -> String {
        let subprogram = self.point.subprogram_of(program);
        let block = subprogram.block(self.point.block);
        let (text, read) = match self.point.statement_of(program) {
            Some(statement) => describe_statement(&statement.kind),
            None => describe_terminator(&block.terminator, program),
        };
        let values = read
            .into_iter()
            .flat_map(|term| term.variables())
            .unique()
            .map(|variable| format!("{variable} = {}", self.state.value(&variable)))
            .join(", ");
        let separator = if values.is_empty() { "" } else { " where " };
        format!(
            "{}{} B{}: {text}{separator}{values}",
            "  ".repeat(self.depth),
            subprogram.name,
            self.point.block.0,
        )
    }
}

/// The text of a statement and the terms it evaluates.
fn describe_statement(kind: &StatementKind) -> (String, Vec<Term>) {
    match kind {
        StatementKind::Assign { target, value } => {
            (format!("{target} := {value}"), vec![value.clone()])
        }
        StatementKind::Assume(condition) => {
            (format!("assume {condition}"), vec![condition.clone()])
        }
        StatementKind::Check { check, condition } => (
            format!("check {check} ({condition})"),
            vec![condition.clone()],
        ),
    }
}

/// The text of a terminator and the terms it evaluates.
fn describe_terminator(terminator: &Terminator, program: &FlowProgram) -> (String, Vec<Term>) {
    match terminator {
        Terminator::Goto(next) => (format!("goto B{}", next.0), Vec::new()),
        Terminator::Branch { condition, .. } => {
            (format!("branch on {condition}"), vec![condition.clone()])
        }
        Terminator::Choice { targets, .. } => (
            format!(
                "choose among {}",
                targets
                    .iter()
                    .map(|target| format!("B{}", target.0))
                    .join(", ")
            ),
            Vec::new(),
        ),
        Terminator::Havoc { target, .. } => (format!("havoc {target}"), Vec::new()),
        Terminator::Nondet { target, .. } => (format!("nondet {target}"), Vec::new()),
        Terminator::Call {
            callee, arguments, ..
        } => {
            let name = &program.subprogram(*callee).name;
            let copied: Vec<_> = arguments.iter().flatten().cloned().collect();
            (
                format!("call {name} ({})", copied.iter().join(", ")),
                copied,
            )
        }
        Terminator::Return => ("return".to_owned(), Vec::new()),
    }
}
