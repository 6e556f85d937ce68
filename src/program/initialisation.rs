//! Definite assignment: every variable is set before it is read, on every path.
//!
//! A variable once set stays set, so that a loop needs no iteration: what is set when it is
//! entered is set at each arrival at its head.

use std::collections::{BTreeMap, BTreeSet};

use super::typed::{
    Call, Expression, LoopId, Mode, Program, Read, Scheme, Statement, StatementKind, Subprogram,
};
use crate::diagnostic::Diagnostic;
use crate::logic::Variable;

/// The variables that are set at a point; `None` where no run comes.
type State = Option<BTreeSet<Variable>>;

struct Analysis<'a> {
    /// The variables that are not set at the start.
    tracked: BTreeSet<&'a Variable>,
    /// The package's variables among them: a call may read any of these.
    globals: Vec<&'a Variable>,
    /// What is set where each loop is left.
    exits: BTreeMap<LoopId, State>,
    /// What is set where the subprogram returns.
    returns: State,
    /// The variables already complained of.
    reported: BTreeSet<Variable>,
    diagnostics: Vec<Diagnostic>,
}

/// Reports variables that may be read before they are set, and parameters of mode `out` and
/// package variables that may never be set.
pub(super) fn check(program: &Program) -> Vec<Diagnostic> {
    let mut found = check_elaboration(program);
    for subprogram in &program.subprograms {
        found.extend(check_subprogram(subprogram));
    }
    found
}

fn check_elaboration(program: &Program) -> Vec<Diagnostic> {
    let globals = program.globals.iter().map(|global| &global.object.variable);
    let locals = program.elaboration.locals.iter();
    let mut analysis = Analysis::new(
        globals
            .clone()
            .chain(locals.map(|local| &local.variable))
            .collect(),
    );
    analysis.globals = globals.collect();
    let state = analysis.statements(&program.elaboration.statements, Some(BTreeSet::new()));
    for global in &program.globals {
        let object = &global.object;
        if state
            .as_ref()
            .is_some_and(|set| !set.contains(&object.variable))
            && analysis.reported.insert(object.variable.clone())
        {
            analysis.diagnostics.push(
                Diagnostic::error(
                    object.span,
                    format!(
                        "the package variable {} has no initial value",
                        object.variable
                    ),
                )
                .with_help("initialise it in its declaration"),
            );
        }
    }
    analysis.diagnostics
}

fn check_subprogram(subprogram: &Subprogram) -> Vec<Diagnostic> {
    let outs: Vec<_> = subprogram
        .formals
        .iter()
        .filter(|formal| formal.mode == Mode::Out)
        .map(|formal| &formal.object)
        .collect();
    let mut analysis = Analysis::new(
        subprogram
            .locals
            .iter()
            .chain(outs.iter().copied())
            .map(|object| &object.variable)
            .collect(),
    );
    let mut state = Some(BTreeSet::new());
    analysis.expression(&state, subprogram.precondition.as_ref());
    for snapshot in &subprogram.snapshots {
        let read = Read {
            variable: snapshot.source.clone(),
            span: snapshot.span,
        };
        analysis.reads(&state, &[read]);
        set(&mut state, &snapshot.copy);
    }
    let end = analysis.statements(&subprogram.body, state);
    let end = join(end, analysis.returns.take());
    for object in outs {
        if end
            .as_ref()
            .is_some_and(|set| !set.contains(&object.variable))
            && analysis.reported.insert(object.variable.clone())
        {
            analysis.diagnostics.push(
                Diagnostic::error(
                    object.span,
                    format!(
                        "{} may not be set when {} returns",
                        object.variable, subprogram.name
                    ),
                )
                .with_help("assign to it on every path"),
            );
        }
    }
    analysis.expression(&end, subprogram.postcondition.as_ref());
    analysis.diagnostics
}

fn set(state: &mut State, variable: &Variable) {
    if let Some(set) = state {
        set.insert(variable.clone());
    }
}

/// What is set after either of two paths.
fn join(first: State, second: State) -> State {
    match (first, second) {
        (Some(first), Some(second)) => Some(first.intersection(&second).cloned().collect()),
        (state, None) | (None, state) => state,
    }
}

impl<'a> Analysis<'a> {
    fn new(tracked: BTreeSet<&'a Variable>) -> Analysis<'a> {
        Analysis {
            tracked,
            globals: Vec::new(),
            exits: BTreeMap::new(),
            returns: None,
            reported: BTreeSet::new(),
            diagnostics: Vec::new(),
        }
    }

    fn expression<'b>(
        &mut self,
        state: &State,
        expressions: impl IntoIterator<Item = &'b Expression>,
    ) {
        for expression in expressions {
            self.reads(state, &expression.reads);
        }
    }

    fn reads(&mut self, state: &State, reads: &[Read]) {
        let Some(set) = state else { return };
        for read in reads {
            let variable = &read.variable;
            if self.tracked.contains(variable)
                && !set.contains(variable)
                && self.reported.insert(variable.clone())
            {
                self.diagnostics.push(
                    Diagnostic::error(
                        read.span,
                        format!("{variable} may be read before it is set"),
                    )
                    .with_help("initialise it"),
                );
            }
        }
    }

    fn statements(&mut self, list: &[Statement], mut state: State) -> State {
        for statement in list {
            state = self.statement(statement, state);
        }
        state
    }

    fn statement(&mut self, statement: &Statement, mut state: State) -> State {
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                self.expression(&state, [value]);
                set(&mut state, target);
                state
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                let mut end = None;
                for (condition, then) in branches {
                    self.expression(&state, [condition]);
                    let entered = if condition.term.is_bool(false) {
                        None
                    } else {
                        state.clone()
                    };
                    end = join(end, self.statements(then, entered));
                    if condition.term.is_bool(true) {
                        state = None;
                    }
                }
                join(end, self.statements(otherwise, state))
            }
            StatementKind::Loop { id, scheme, body } => self.iteration(*id, scheme, body, state),
            StatementKind::Exit { target, condition } => {
                self.expression(&state, condition);
                let left = self.exits.remove(target).flatten();
                self.exits.insert(*target, join(left, state.clone()));
                if condition
                    .as_ref()
                    .is_none_or(|when| when.term.is_bool(true))
                {
                    None
                } else {
                    state
                }
            }
            StatementKind::Return => {
                self.returns = join(self.returns.take(), state);
                None
            }
            StatementKind::Call(call) => self.call(statement, call, state),
            StatementKind::Assert(condition) | StatementKind::Assume(condition) => {
                self.expression(&state, [condition]);
                state
            }
            StatementKind::Forget { target, .. } => {
                set(&mut state, target);
                state
            }
            StatementKind::Label(_) => state,
        }
    }

    fn iteration(
        &mut self,
        id: LoopId,
        scheme: &Scheme,
        body: &[Statement],
        mut state: State,
    ) -> State {
        let (entered, mut left) = match scheme {
            Scheme::Forever => (state, None),
            Scheme::While(condition) => {
                self.expression(&state, [condition]);
                let never_left = condition.term.is_bool(true);
                (state.clone(), if never_left { None } else { state })
            }
            Scheme::For(range) => {
                self.expression(&state, [&range.low, &range.high]);
                let before = state.clone();
                set(&mut state, &range.parameter);
                if let Some(bound) = &range.kept_bound {
                    set(&mut state, bound);
                }
                (state, before)
            }
        };
        let end = self.statements(body, entered);
        if let Scheme::For(range) = scheme {
            let (low, high) = (range.low.term.as_value(), range.high.term.as_value());
            let runs = matches!((&low, &high), (Some(low), Some(high)) if low <= high);
            // A range that is known not to be empty is left at the end of the body only.
            left = if runs { end } else { join(left, end) };
        }
        join(left, self.exits.remove(&id).flatten())
    }

    fn call(&mut self, statement: &Statement, call: &Call, mut state: State) -> State {
        self.reads(&state, &call.reads);
        let read = |variable: &&Variable| Read {
            variable: (*variable).clone(),
            span: statement.span,
        };
        let globals: Vec<Read> = self.globals.iter().map(read).collect();
        self.reads(&state, &globals);
        for result in call.results.iter().flatten() {
            set(&mut state, &result.target);
        }
        state
    }
}
