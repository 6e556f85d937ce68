//! Constrained Horn clauses in SMT-LIB: satisfiable exactly when the targets are unreachable.
//!
//! One predicate per point relates the globals and parameters at the entry of its procedure to all
//! variables at the point; one predicate per procedure relates entry to exit. The clauses are the
//! rules of Figure 3 of the Bebop paper, written out from the graph and not from the engine, so
//! that a solver can judge the engine.

use std::fmt::Write;

use crate::bp::BinaryOperator;
use crate::bp::control::{
    Action, Control, Formula, NodeId, Point, ProcedureControl, ProcedureId, Slot, Target,
    TargetKind,
};

/// The clauses for a set of targets.
pub fn to_chc(control: &Control, targets: &[Target]) -> String {
    let mut clauses = Clauses {
        control,
        text: String::from("(set-logic HORN)\n"),
        choices: 0,
    };
    clauses.declare();
    for (procedure, id) in control.procedures.iter().zip((0..).map(ProcedureId)) {
        for at in (0..).map(NodeId).take(procedure.nodes.len()) {
            clauses.statement(id.at(at));
        }
    }
    clauses.main();
    for target in targets {
        clauses.target(*target);
    }
    clauses.text.push_str("(check-sat)\n");
    clauses.text
}

struct Clauses<'a> {
    control: &'a Control,
    text: String,
    /// Choices made in the clause being written.
    choices: usize,
}

/// The values a clause speaks of: names of Boolean variables or terms, by slot.
type Terms = Vec<String>;

impl Clauses<'_> {
    fn declare(&mut self) {
        for (procedure, id) in self.control.procedures.iter().zip((0..).map(ProcedureId)) {
            let known = self.control.globals + procedure.parameters;
            for at in 0..procedure.nodes.len() {
                let sorts = vec!["Bool"; known + procedure.variables.len()].join(" ");
                let _ = writeln!(self.text, "(declare-fun p{}_{at} ({sorts}) Bool)", id.0);
            }
            let sorts = vec!["Bool"; known + self.control.globals + procedure.results].join(" ");
            let _ = writeln!(self.text, "(declare-fun s{} ({sorts}) Bool)", id.0);
        }
    }

    fn main(&mut self) {
        let main = self.control.main;
        let entry = self.known("e", main);
        let procedure = self.control.procedure(main);
        let locals = (entry.len()..procedure.variables.len()).map(|at| format!("c{at}"));
        let current: Terms = entry.iter().cloned().chain(locals).collect();
        self.clause(
            &[],
            &point_atom(main.entry(), &entry, &current),
            Some((main, &current)),
        );
    }

    fn target(&mut self, Target { point, kind }: Target) {
        let (entry, current) = self.frame(point.procedure);
        let mut body = vec![point_atom(point, &entry, &current)];
        if let Action::Assert(condition, _) = &self.control.node(point).action
            && kind == TargetKind::Fails
        {
            let value = self.term(condition, &current, &current);
            body.push(format!("(not {value})"));
        }
        self.clause(&body, "false", None);
    }

    fn statement(&mut self, point: Point) {
        let id = point.procedure;
        let (entry, current) = self.frame(id);
        let here = point_atom(point, &entry, &current);
        let control = self.control;
        match &control.node(point).action {
            Action::Skip(next) => self.goes(&[here], id.at(*next), &entry, &current),
            Action::Goto(targets) => {
                for next in targets {
                    self.goes(std::slice::from_ref(&here), id.at(*next), &entry, &current);
                }
            }
            Action::Assume(condition, next) | Action::Assert(condition, next) => {
                let value = self.term(condition, &current, &current);
                self.goes(&[here, value], id.at(*next), &entry, &current);
            }
            Action::Test {
                condition,
                then,
                otherwise,
                ..
            } => {
                let value = self.term(condition, &current, &current);
                self.goes(&[here.clone(), value], id.at(*then), &entry, &current);
                let value = self.term(condition, &current, &current);
                let not = format!("(not {value})");
                self.goes(&[here, not], id.at(*otherwise), &entry, &current);
            }
            Action::Assign {
                targets,
                values,
                constrain,
                next,
            } => {
                let mut after = current.clone();
                let mut body = vec![here];
                for (target, value) in targets.iter().zip(values) {
                    let value = self.term(value, &current, &current);
                    if let Some(Slot(at)) = target {
                        // A name for the value, so that constrain may speak of it twice.
                        let name = format!("n{at}");
                        body.push(format!("(= {name} {value})"));
                        after[*at as usize] = name;
                    }
                }
                if let Some(condition) = constrain {
                    body.push(self.term(condition, &current, &after));
                }
                self.goes(&body, id.at(*next), &entry, &after);
            }
            Action::Call {
                callee,
                arguments,
                targets,
                next,
            } => self.call(point, (*callee, *next), arguments, targets),
            Action::Return(values) => {
                let results = control.procedure(id).results;
                let mut leaves = entry.clone();
                leaves.extend(current[..control.globals].iter().cloned());
                let mut body = vec![here];
                for at in 0..results {
                    let name = format!("r{at}");
                    if let Some(value) = values.get(at) {
                        let value = self.term(value, &current, &current);
                        body.push(format!("(= {name} {value})"));
                    }
                    leaves.push(name);
                }
                self.clause(&body, &atom(&format!("s{}", id.0), &leaves), None);
            }
        }
    }

    fn call(
        &mut self,
        point: Point,
        (callee, next): (ProcedureId, NodeId),
        arguments: &[Formula],
        targets: &[Option<Slot>],
    ) {
        let control = self.control;
        let (entry, current) = self.frame(point.procedure);
        let mut body = vec![point_atom(point, &entry, &current)];
        let mut handed: Terms = current[..control.globals].to_vec();
        for (value, at) in arguments.iter().zip(0..) {
            let value = self.term(value, &current, &current);
            body.push(format!("(= a{at} {value})"));
            handed.push(format!("a{at}"));
        }
        let procedure = control.procedure(callee);
        let locals = (handed.len()..procedure.variables.len()).map(|at| format!("l{at}"));
        let inside: Terms = handed.iter().cloned().chain(locals).collect();
        let enters = point_atom(callee.entry(), &handed, &inside);
        let choices = self.choices;
        self.clause(&body, &enters, Some((callee, &inside)));
        // The same arguments: the choices in them are the same names again.
        self.choices = choices;
        let globals = (0..control.globals).map(|at| format!("x{at}"));
        let results = (0..procedure.results).map(|at| format!("r{at}"));
        let exit: Terms = globals.chain(results).collect();
        let summary: Terms = handed.iter().chain(&exit).cloned().collect();
        body.push(atom(&format!("s{}", callee.0), &summary));
        let mut after = current.clone();
        after[..control.globals].clone_from_slice(&exit[..control.globals]);
        for (target, result) in targets.iter().zip(&exit[control.globals..]) {
            if let Some(Slot(at)) = target {
                after[*at as usize].clone_from(result);
            }
        }
        self.goes(&body, point.procedure.at(next), &entry, &after);
    }

    fn goes(&mut self, body: &[String], to: Point, entry: &Terms, after: &Terms) {
        self.clause(
            body,
            &point_atom(to, entry, after),
            Some((to.procedure, after)),
        );
    }

    /// `body` implies `head`, for all values; states of a procedure must satisfy its `enforce`.
    fn clause(&mut self, body: &[String], head: &str, state: Option<(ProcedureId, &Terms)>) {
        let mut body = body.to_vec();
        if let Some((procedure, values)) = state
            && let Some(condition) = &self.control.procedure(procedure).enforce
        {
            body.push(self.term(condition, values, values));
        }
        body.push("true".to_owned());
        let text = format!("(=> (and {}) {head})", body.join(" "));
        let names = variables(&text);
        if names.is_empty() {
            let _ = writeln!(self.text, "(assert {text})");
        } else {
            let bound: Vec<String> = names.iter().map(|name| format!("({name} Bool)")).collect();
            let _ = writeln!(self.text, "(assert (forall ({}) {text}))", bound.join(" "));
        }
        self.choices = 0;
    }

    fn known(&self, prefix: &str, id: ProcedureId) -> Terms {
        let count = self.control.globals + self.control.procedure(id).parameters;
        (0..count).map(|at| format!("{prefix}{at}")).collect()
    }

    fn frame(&self, id: ProcedureId) -> (Terms, Terms) {
        let procedure: &ProcedureControl = self.control.procedure(id);
        let current = (0..procedure.variables.len()).map(|at| format!("c{at}"));
        (self.known("e", id), current.collect())
    }

    /// The value of an expression; each choice is a variable of its own.
    fn term(&mut self, formula: &Formula, now: &Terms, after: &Terms) -> String {
        match formula {
            Formula::Constant(value) => value.to_string(),
            Formula::Variable(Slot(at)) => now[*at as usize].clone(),
            Formula::Next(Slot(at)) => after[*at as usize].clone(),
            Formula::Lost | Formula::Nondet => {
                self.choices += 1;
                format!("q{}", self.choices)
            }
            Formula::Not(operand) => format!("(not {})", self.term(operand, now, after)),
            Formula::Binary(operator, operands) => {
                let operator = match operator {
                    BinaryOperator::And => "and",
                    BinaryOperator::Or => "or",
                    BinaryOperator::Xor | BinaryOperator::NotEqual => "xor",
                    BinaryOperator::Equal => "=",
                    BinaryOperator::Implies => "=>",
                };
                let operands = operands
                    .iter()
                    .map(|operand| self.term(operand, now, after));
                let operands: Vec<String> = operands.collect();
                format!("({operator} {})", operands.join(" "))
            }
            Formula::Choose(positive, negative) => {
                let positive = self.term(positive, now, after);
                let negative = self.term(negative, now, after);
                self.choices += 1;
                format!("(or {positive} (and (not {negative}) q{}))", self.choices)
            }
            Formula::Conditional(condition, then, otherwise) => format!(
                "(ite {} {} {})",
                self.term(condition, now, after),
                self.term(then, now, after),
                self.term(otherwise, now, after)
            ),
        }
    }
}

fn point_atom(point: Point, entry: &Terms, current: &Terms) -> String {
    let terms: Terms = entry.iter().chain(current).cloned().collect();
    atom(&format!("p{}_{}", point.procedure.0, point.node.0), &terms)
}

fn atom(name: &str, terms: &Terms) -> String {
    if terms.is_empty() {
        return name.to_owned();
    }
    format!("({name} {})", terms.join(" "))
}

/// The variables of a clause: a letter of ours and a number. Predicates of points have an
/// underscore, and `s` is no letter of a variable.
fn variables(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')'));
    let is_variable = |word: &&str| {
        let mut characters = word.chars();
        characters.next().is_some_and(|c| "acelnqrx".contains(c))
            && word.len() > 1
            && characters.all(|c| c.is_ascii_digit())
    };
    let mut names: Vec<&str> = words.filter(is_variable).collect();
    names.sort_unstable();
    names.dedup();
    names
}
