//! Well-formedness: what names a program declares and uses → what is wrong with them.
//!
//! The reader fills a [`ProcedureOutline`] with the place of every name as it goes; a program made
//! in memory is outlined by [`faults`]. The rules stand here once for both.

use std::collections::{BTreeMap, BTreeSet};

use super::ast::{BoolProgram, Expr, Identifier, Procedure, Statement, StatementKind};
use crate::source::Span;

/// Something that keeps a program from having a meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// What is wrong: lower case, no full stop.
    pub(super) message: String,
    /// Where, if the program was read.
    pub(super) place: Option<Span>,
}

/// The names of one procedure.
#[derive(Debug)]
pub(super) struct ProcedureOutline {
    pub(super) name: Identifier,
    pub(super) place: Option<Span>,
    pub(super) parameters: usize,
    pub(super) results: usize,
    pub(super) occurrences: Vec<Occurrence>,
    /// Counts statements, so that targets of one statement can be told from those of another.
    pub(super) statements: u32,
}

/// A name, or something else that a rule speaks of, at a place.
#[derive(Debug)]
pub(super) struct Occurrence {
    pub(super) name: Identifier,
    pub(super) role: Role,
    pub(super) place: Option<Span>,
}

/// What a name is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Declares a parameter or local variable.
    Declaration,
    /// Reads a variable, perhaps its next value.
    Read,
    /// A next value where there is none.
    StrayNext,
    /// Assigns a variable, in the statement of this number.
    Target(u32),
    /// Stands before a statement.
    Label,
    /// Is jumped to.
    Jump,
    /// Is called with so many arguments and targets.
    Call(usize, usize),
    /// Returns so many values; the name is that of the procedure.
    Return(usize),
    /// An assignment of so many values to so many targets; the name means nothing.
    Assignment(usize, usize),
}

/// The signatures of the procedures seen so far, and the calls to be checked against them.
#[derive(Debug, Default)]
pub(super) struct ProgramOutline {
    globals: BTreeSet<Identifier>,
    signatures: BTreeMap<Identifier, (usize, usize)>,
    calls: Vec<Occurrence>,
    faults: Vec<Fault>,
}

/// What is wrong with a program; nothing if it is well-formed.
pub(super) fn faults(program: &BoolProgram) -> Vec<Fault> {
    let mut outline = ProgramOutline::default();
    for global in &program.globals {
        outline.declare_global(global, None);
    }
    for procedure in &program.procedures {
        outline.add(outline_of(procedure));
    }
    outline.finish(None)
}

impl ProgramOutline {
    pub(super) fn declare_global(&mut self, name: &Identifier, place: Option<Span>) {
        if !self.globals.insert(name.clone()) {
            self.fault(place, format!("variable {name:?} is declared twice"));
        }
    }

    /// Checks a procedure as far as it can be checked alone.
    #[allow(clippy::wildcard_enum_match_arm)] // each rule is about one role
    pub(super) fn add(&mut self, procedure: ProcedureOutline) {
        let signature = (procedure.parameters, procedure.results);
        let name = &procedure.name;
        if self.signatures.insert(name.clone(), signature).is_some() {
            self.fault(
                procedure.place,
                format!("procedure {name:?} is defined twice"),
            );
        }
        let mut locals = BTreeSet::new();
        let mut labels = BTreeSet::new();
        for occurrence in &procedure.occurrences {
            let (table, what) = match occurrence.role {
                Role::Declaration => (&mut locals, "variable"),
                Role::Label => (&mut labels, "label"),
                _ => continue,
            };
            if !table.insert(&occurrence.name) {
                let message = format!("{what} {:?} is declared twice", occurrence.name);
                self.fault(occurrence.place, message);
            }
        }
        let mut assigned: (u32, Vec<&Identifier>) = (0, Vec::new());
        for occurrence in &procedure.occurrences {
            let name = &occurrence.name;
            let known =
                |this: &ProgramOutline| locals.contains(name) || this.globals.contains(name);
            match occurrence.role {
                Role::Read if !known(self) => {
                    self.fault(
                        occurrence.place,
                        format!("variable {name:?} is not declared"),
                    );
                }
                Role::Target(statement) => {
                    if !known(self) {
                        self.fault(
                            occurrence.place,
                            format!("variable {name:?} is not declared"),
                        );
                    }
                    if assigned.0 != statement {
                        assigned = (statement, Vec::new());
                    }
                    if assigned.1.contains(&name) {
                        let message = format!("variable {name:?} is assigned twice");
                        self.fault(occurrence.place, message);
                    }
                    assigned.1.push(name);
                }
                Role::StrayNext => {
                    let message = format!("'{name:?} has no meaning outside constrain");
                    self.fault(occurrence.place, message);
                }
                Role::Jump if !labels.contains(name) => {
                    let procedure = &procedure.name;
                    let message = format!("procedure {procedure:?} has no label {name:?}");
                    self.fault(occurrence.place, message);
                }
                Role::Return(values) if values != 0 && values != procedure.results => {
                    let expected = procedure.results;
                    let expected = counted(expected, "value");
                    let message = format!("{name:?} returns {expected}, but {}", given(values));
                    self.fault(occurrence.place, message);
                }
                Role::Assignment(targets, values) if targets != values => {
                    let (variables, verb) = (counted(targets, "variable"), is_or_are(targets));
                    let values = counted(values, "value");
                    let message = format!("{variables} {verb} assigned {values}");
                    self.fault(occurrence.place, message);
                }
                _ => {}
            }
        }
        let called = |occurrence: &Occurrence| matches!(occurrence.role, Role::Call(..));
        let calls = procedure.occurrences.into_iter().filter(called);
        self.calls.extend(calls);
    }

    /// Checks what can be checked when all procedures are known.
    pub(super) fn finish(mut self, end: Option<Span>) -> Vec<Fault> {
        for call in std::mem::take(&mut self.calls) {
            let Role::Call(arguments, targets) = call.role else {
                continue;
            };
            let name = &call.name;
            let Some(&(parameters, results)) = self.signatures.get(name) else {
                self.fault(call.place, format!("procedure {name:?} is not defined"));
                continue;
            };
            if arguments != parameters {
                let expected = counted(parameters, "argument");
                let message = format!("{name:?} takes {expected}, but {}", given(arguments));
                self.fault(call.place, message);
            }
            if targets != 0 && targets != results {
                let (values, variables) = (counted(results, "value"), counted(targets, "variable"));
                let verb = if targets == 1 { "takes" } else { "take" };
                let message = format!("{name:?} returns {values}, but {variables} {verb} them");
                self.fault(call.place, message);
            }
        }
        if !self.signatures.contains_key(&Identifier::new("main")) {
            self.fault(end, "there is no procedure main".to_owned());
        }
        self.faults
    }

    fn fault(&mut self, place: Option<Span>, message: String) {
        self.faults.push(Fault { message, place });
    }
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

fn is_or_are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

fn given(count: usize) -> String {
    format!("{count} {} given", is_or_are(count))
}

impl ProcedureOutline {
    pub(super) fn new(name: Identifier, place: Option<Span>) -> ProcedureOutline {
        ProcedureOutline {
            name,
            place,
            parameters: 0,
            results: 0,
            occurrences: Vec::new(),
            statements: 0,
        }
    }

    pub(super) fn note(&mut self, name: &Identifier, role: Role, place: Option<Span>) {
        self.occurrences.push(Occurrence {
            name: name.clone(),
            role,
            place,
        });
    }

    fn statement(&mut self, statement: &Statement) {
        self.statements += 1;
        for label in &statement.labels {
            self.note(label, Role::Label, None);
        }
        let name = self.name.clone();
        match &statement.kind {
            StatementKind::Skip => {}
            StatementKind::Assign {
                targets,
                values,
                constrain,
            } => {
                self.note(&name, Role::Assignment(targets.len(), values.len()), None);
                self.targets(targets);
                self.expressions(values);
                if let Some(condition) = constrain {
                    self.expression(condition, Role::Read);
                }
            }
            StatementKind::Call {
                targets,
                callee,
                arguments,
            } => {
                self.note(callee, Role::Call(arguments.len(), targets.len()), None);
                self.targets(targets);
                self.expressions(arguments);
            }
            StatementKind::Assume(condition) | StatementKind::Assert(condition) => {
                self.expression(condition, Role::StrayNext);
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (condition, body) in branches {
                    self.expression(condition, Role::StrayNext);
                    self.sequence(body);
                }
                self.sequence(otherwise);
            }
            StatementKind::While { condition, body } => {
                self.expression(condition, Role::StrayNext);
                self.sequence(body);
            }
            StatementKind::Goto(labels) => {
                for label in labels {
                    self.note(label, Role::Jump, None);
                }
            }
            StatementKind::Return(values) => {
                self.note(&name, Role::Return(values.len()), None);
                self.expressions(values);
            }
        }
    }

    fn sequence(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn targets(&mut self, targets: &[Option<Identifier>]) {
        for target in targets.iter().flatten() {
            self.note(target, Role::Target(self.statements), None);
        }
    }

    fn expressions(&mut self, expressions: &[Expr]) {
        for expression in expressions {
            self.expression(expression, Role::StrayNext);
        }
    }

    /// `next` is what a next value means here.
    fn expression(&mut self, expression: &Expr, next: Role) {
        match expression {
            Expr::Constant(_) | Expr::Lost | Expr::Nondet => {}
            Expr::Variable(name) => self.note(name, Role::Read, None),
            Expr::Next(name) => self.note(name, next, None),
            Expr::Not(operand) => self.expression(operand, next),
            Expr::Binary(_, operands) => {
                for operand in operands {
                    self.expression(operand, next);
                }
            }
            Expr::Choose(positive, negative) => {
                self.expression(positive, next);
                self.expression(negative, next);
            }
            Expr::Conditional(condition, then, otherwise) => {
                self.expression(condition, next);
                self.expression(then, next);
                self.expression(otherwise, next);
            }
        }
    }
}

fn outline_of(procedure: &Procedure) -> ProcedureOutline {
    let mut outline = ProcedureOutline::new(procedure.name.clone(), None);
    outline.parameters = procedure.parameters.len();
    outline.results = procedure.results;
    for name in procedure.parameters.iter().chain(&procedure.locals) {
        outline.note(name, Role::Declaration, None);
    }
    if let Some(condition) = &procedure.enforce {
        outline.expression(condition, Role::StrayNext);
    }
    outline.sequence(&procedure.body);
    outline
}
