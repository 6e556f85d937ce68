//! A transition system in SMV's language, for programs without recursion.
//!
//! A procedure that is active at most once needs its variables once, and the place of its caller:
//! no stack. `pc` says where control is; each variable keeps its value but where it is written.
//! Choices are relations, so the system has no inputs. A run may halt at any time, so that the
//! system has no dead ends, which checkers warn of.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::super::ast::{BinaryOperator, Expr, Identifier};
use super::super::calls::{Recursion, callable};
use super::super::control::{
    Action, Control, Formula, NodeId, Point, ProcedureId, Slot, Target, TargetKind,
};
use super::lowering::outcome;

/// A procedure is active twice at one time.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("SMV has no recursion, but {0}")]
pub struct NeedsStack(#[from] Recursion);

/// The system, with an invariant for each target that holds exactly when it is unreachable.
///
/// # Errors
/// [`NeedsStack`].
pub fn to_smv(control: &Control, targets: &[Target]) -> Result<String, NeedsStack> {
    let system = System {
        control,
        active: callable(control)?,
        callers: BTreeMap::new(),
        written: BTreeMap::new(),
        text: String::new(),
    };
    Ok(system.run(targets))
}

struct System<'a> {
    control: &'a Control,
    /// The procedures that `main` may call.
    active: Vec<ProcedureId>,
    /// The points that call each of them.
    callers: BTreeMap<ProcedureId, Vec<Point>>,
    /// By variable: the points where it may change.
    written: BTreeMap<String, BTreeSet<Point>>,
    text: String,
}

/// Whether a variable is meant before or after a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Time {
    Now,
    Next,
}

impl System<'_> {
    fn run(mut self, targets: &[Target]) -> String {
        for point in self.points().collect::<Vec<_>>() {
            if let Some((callee, _)) = self.control.node(point).action.call() {
                self.callers.entry(callee).or_default().push(point);
            }
        }
        self.text.push_str("MODULE main\nVAR\n");
        let mut places = self.points().map(place).collect::<Vec<_>>();
        places.push("halted".to_owned());
        let _ = writeln!(self.text, "  pc : {{{}}};", places.join(", "));
        let mut variables = Vec::new();
        for id in self.active.clone() {
            let procedure = self.control.procedure(id);
            let first = if id == self.control.main {
                0
            } else {
                self.control.globals
            };
            for slot in (0..).map(Slot).take(procedure.variables.len()).skip(first) {
                let name = self.variable(id, slot);
                let _ = writeln!(
                    self.text,
                    "  {name} : boolean;  -- {}",
                    line(procedure.variable(slot))
                );
                variables.push(name);
            }
            let callers: Vec<String> = self.callers(id).map(place).collect();
            if !callers.is_empty() {
                let _ = writeln!(self.text, "  {} : {{{}}};", caller(id), callers.join(", "));
                variables.push(caller(id));
            }
        }
        let main = self.control.main;
        let mut start = vec![format!("(pc = {})", place(main.entry()))];
        start.extend(self.enforced(main, Time::Now));
        let start = joined(" & ", &start);
        let _ = writeln!(
            self.text,
            "INIT\n  {start}\nTRANS\n  ((next(pc) = halted) | case"
        );
        for point in self.points().collect::<Vec<_>>() {
            let step = self.step(point);
            let headline = self.control.headline(point);
            let _ = writeln!(
                self.text,
                "    (pc = {}) : {step};  -- {}",
                place(point),
                line(&headline)
            );
        }
        self.text.push_str("    TRUE : FALSE;\n  esac)\n");
        for name in variables {
            let writers = self.written.remove(&name).unwrap_or_default();
            let writers: Vec<String> = writers.into_iter().map(place).collect();
            let kept = format!("(next({name}) = {name})");
            if writers.is_empty() {
                let _ = writeln!(self.text, "TRANS\n  {kept}");
            } else {
                let writers = writers.join(", ");
                let _ = writeln!(self.text, "TRANS\n  ((pc in {{{writers}}}) | {kept})");
            }
        }
        for target in targets {
            self.specification(*target);
        }
        self.text
    }

    fn points(&self) -> impl Iterator<Item = Point> {
        let active = self.active.iter();
        active.flat_map(|id| {
            let count = self.control.procedure(*id).nodes.len();
            (0..).map(NodeId).take(count).map(|node| id.at(node))
        })
    }

    fn callers(&self, procedure: ProcedureId) -> impl Iterator<Item = Point> {
        self.callers.get(&procedure).into_iter().flatten().copied()
    }

    fn specification(&mut self, Target { point, kind }: Target) {
        let headline = self.control.headline(point);
        let _ = writeln!(self.text, "-- {}", line(&headline));
        if !self.active.contains(&point.procedure) {
            self.text.push_str("INVARSPEC\n  TRUE\n");
            return;
        }
        let mut bad = format!("(pc = {})", place(point));
        if let Action::Assert(condition, _) = &self.control.node(point).action
            && kind == TargetKind::Fails
        {
            let zero = self.outcome(point.procedure, condition, Time::Now).1;
            bad = format!("({bad} & {zero})");
        }
        let _ = writeln!(self.text, "INVARSPEC\n  !{bad}");
    }

    /// What holds between a state at the point and the next.
    fn step(&mut self, point: Point) -> String {
        let id = point.procedure;
        match &self.control.node(point).action {
            Action::Skip(next) => self.goes(id, *next, &[]),
            Action::Goto(targets) => {
                let ways: Vec<String> = targets.iter().map(|to| self.goes(id, *to, &[])).collect();
                joined(" | ", &ways)
            }
            Action::Assume(condition, next) | Action::Assert(condition, next) => {
                let one = self.outcome(id, condition, Time::Now).0;
                self.goes(id, *next, &[one])
            }
            Action::Test {
                condition,
                then,
                otherwise,
                ..
            } => {
                let (one, zero) = self.outcome(id, condition, Time::Now);
                let ways = [
                    self.goes(id, *then, &[one]),
                    self.goes(id, *otherwise, &[zero]),
                ];
                joined(" | ", &ways)
            }
            Action::Assign {
                targets,
                values,
                constrain,
                next,
            } => {
                let mut parts = Vec::new();
                for (target, value) in targets.iter().zip(values) {
                    if let Some(slot) = target {
                        parts.push(self.taken(point, (id, *slot), (id, value)));
                    }
                }
                if let Some(condition) = constrain {
                    parts.push(self.outcome(id, condition, Time::Now).0);
                }
                self.goes(id, *next, &parts)
            }
            Action::Call {
                callee, arguments, ..
            } => {
                let known = self.control.globals;
                let mut parts = vec![format!("(next({}) = {})", caller(*callee), place(point))];
                self.writes(point, caller(*callee));
                let variables = self.control.procedure(*callee).variables.len();
                for slot in (0..).map(Slot).take(variables).skip(known) {
                    match arguments.get(slot.0 as usize - known) {
                        Some(value) => parts.push(self.taken(point, (*callee, slot), (id, value))),
                        None => self.writes(point, self.variable(*callee, slot)),
                    }
                }
                self.goes(*callee, NodeId(0), &parts)
            }
            Action::Return(values) => self.returns(point, values),
        }
    }

    fn returns(&mut self, point: Point, values: &[Formula]) -> String {
        let id = point.procedure;
        if id == self.control.main {
            return "(next(pc) = halted)".to_owned();
        }
        let mut ways = Vec::new();
        for from in self.callers(id).collect::<Vec<_>>() {
            let Action::Call { targets, next, .. } = &self.control.node(from).action else {
                continue;
            };
            let mut parts = vec![format!("({} = {})", caller(id), place(from))];
            for (at, target) in targets.iter().enumerate() {
                let Some(slot) = target else {
                    continue;
                };
                match values.get(at) {
                    Some(value) => {
                        parts.push(self.taken(point, (from.procedure, *slot), (id, value)));
                    }
                    None => self.writes(point, self.variable(from.procedure, *slot)),
                }
            }
            // What another call has for a target stays as it is here.
            let others = self.callers(id).collect::<Vec<_>>();
            for other in others.into_iter().filter(|other| *other != from) {
                let Action::Call {
                    targets: theirs, ..
                } = &self.control.node(other).action
                else {
                    continue;
                };
                for slot in theirs.iter().flatten() {
                    let name = self.variable(other.procedure, *slot);
                    let own = |slot: &Slot| self.variable(from.procedure, *slot) == name;
                    if !targets.iter().flatten().any(own) {
                        parts.push(format!("(next({name}) = {name})"));
                    }
                }
            }
            ways.push(self.goes(from.procedure, *next, &parts));
        }
        joined(" | ", &ways)
    }

    /// Control goes to a node, where `enforce` holds.
    fn goes(&self, id: ProcedureId, to: NodeId, parts: &[String]) -> String {
        let mut all = vec![format!("(next(pc) = {})", place(id.at(to)))];
        all.extend(parts.iter().cloned());
        all.extend(self.enforced(id, Time::Next));
        joined(" & ", &all)
    }

    /// What `enforce` says.
    fn enforced(&self, id: ProcedureId, time: Time) -> Option<String> {
        let condition = self.control.procedure(id).enforce.as_ref()?;
        Some(self.outcome(id, condition, time).0)
    }

    fn writes(&mut self, point: Point, variable: String) {
        self.written.entry(variable).or_default().insert(point);
    }

    /// A variable takes a value that an expression may have.
    fn taken(
        &mut self,
        point: Point,
        (owner, slot): (ProcedureId, Slot),
        (id, value): (ProcedureId, &Formula),
    ) -> String {
        let name = self.variable(owner, slot);
        let (one, zero) = self.outcome(id, value, Time::Now);
        let text = format!("((next({name}) & {one}) | ((!next({name})) & {zero}))");
        self.writes(point, name);
        text
    }

    /// Where an expression may be 1, and where it may be 0.
    fn outcome(&self, id: ProcedureId, formula: &Formula, time: Time) -> (String, String) {
        let procedure = self.control.procedure(id);
        // A later variable hides an earlier one of its name.
        let slots = procedure.variables.iter().zip((0..).map(Slot));
        let slots: BTreeMap<&Identifier, Slot> = slots.collect();
        let name = |name: &Identifier, time: Time| {
            let variable = self.variable(id, slots[name]);
            match time {
                Time::Now => variable,
                Time::Next => format!("next({variable})"),
            }
        };
        let (one, zero) = outcome(&procedure.named(formula));
        let text = |expression: &Expr| spelled(expression, time, &name);
        (text(&one), text(&zero))
    }

    fn variable(&self, id: ProcedureId, slot: Slot) -> String {
        let procedure = self.control.procedure(id);
        let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let letters: String = procedure
            .variable(slot)
            .as_str()
            .chars()
            .map(letter)
            .collect();
        if (slot.0 as usize) < self.control.globals {
            format!("g{}_{letters}", slot.0)
        } else {
            format!("v{}_{}_{letters}", id.0, slot.0)
        }
    }
}

fn place(point: Point) -> String {
    format!("p{}_{}", point.procedure.0, point.node.0)
}

fn caller(id: ProcedureId) -> String {
    format!("caller_of_{}", id.0)
}

/// A text in a comment, which ends with the line.
fn line(text: &(impl ToString + ?Sized)) -> String {
    text.to_string().replace(['\n', '\r'], " ")
}

fn joined(operator: &str, parts: &[String]) -> String {
    match parts {
        [] => "FALSE".to_owned(),
        [one] => one.clone(),
        _ => format!("({})", parts.join(operator)),
    }
}

/// An expression without choices; everything composed is in parentheses.
fn spelled(expression: &Expr, time: Time, name: &dyn Fn(&Identifier, Time) -> String) -> String {
    let part = |expression: &Expr| spelled(expression, time, name);
    match expression {
        Expr::Constant(true) => "TRUE".to_owned(),
        Expr::Constant(false) => "FALSE".to_owned(),
        Expr::Variable(variable) => name(variable, time),
        Expr::Next(variable) => name(variable, Time::Next),
        Expr::Not(operand) => format!("(!{})", part(operand)),
        Expr::Binary(operator, operands) => {
            let operator = match operator {
                BinaryOperator::And => " & ",
                BinaryOperator::Or => " | ",
                BinaryOperator::Xor | BinaryOperator::NotEqual => " xor ",
                BinaryOperator::Equal => " <-> ",
                BinaryOperator::Implies => " -> ",
            };
            let parts: Vec<String> = operands.iter().map(part).collect();
            joined(operator, &parts)
        }
        Expr::Lost | Expr::Nondet | Expr::Choose(..) | Expr::Conditional(..) => {
            unreachable!("an outcome has no choices and no conditionals")
        }
    }
}
