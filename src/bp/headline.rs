//! A node of a [`Control`] → the statement it came from, on one line.

use std::fmt;

use super::ast::{Expr, Identifier, StatementKind};
use super::control::{
    Action, Control, Formula, Node, NodeId, Point, ProcedureControl, Slot, TestKeyword,
};

impl fmt::Display for Node {
    /// The statement in a word, with the labels that name it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match &self.action {
            Action::Skip(_) => "skip",
            Action::Goto(_) => "goto",
            Action::Assign { .. } => "assignment",
            Action::Assume(..) => "assume",
            Action::Assert(..) => "assert",
            Action::Test { keyword, .. } => keyword.word(),
            Action::Call { .. } => "call",
            Action::Return(_) => "return",
        })?;
        for label in &self.labels {
            write!(f, " {}", label.as_str())?;
        }
        Ok(())
    }
}

impl TestKeyword {
    fn word(self) -> &'static str {
        match self {
            TestKeyword::If => "if",
            TestKeyword::Elsif => "elsif",
            TestKeyword::While => "while",
        }
    }
}

impl Control {
    /// The statement at a point as a reader of the program knows it, without its end; of a
    /// conditional or loop the test alone.
    pub fn headline(&self, point: Point) -> String {
        let procedure = self.procedure(point.procedure);
        let node = self.node(point);
        let label_of = |target: &NodeId| {
            let target = &procedure.nodes[target.0 as usize];
            target
                .labels
                .first()
                .cloned()
                .unwrap_or(Identifier::new("?"))
        };
        let is_end = point.node.0 as usize + 1 == procedure.nodes.len();
        let text = match &node.action {
            Action::Return(_) if is_end => "end".to_owned(),
            Action::Test {
                keyword, condition, ..
            } => {
                format!("{} ({})", keyword.word(), procedure.named(condition))
            }
            Action::Skip(_) => StatementKind::Skip.headline(),
            Action::Goto(targets) => {
                StatementKind::Goto(targets.iter().map(label_of).collect()).headline()
            }
            Action::Assign {
                targets,
                values,
                constrain,
                ..
            } => StatementKind::Assign {
                targets: procedure.named_targets(targets),
                values: procedure.all_named(values),
                constrain: constrain
                    .as_ref()
                    .map(|condition| procedure.named(condition)),
            }
            .headline(),
            Action::Assume(condition, _) => {
                StatementKind::Assume(procedure.named(condition)).headline()
            }
            Action::Assert(condition, _) => {
                StatementKind::Assert(procedure.named(condition)).headline()
            }
            Action::Call {
                callee,
                arguments,
                targets,
                ..
            } => StatementKind::Call {
                targets: procedure.named_targets(targets),
                callee: self.procedure(*callee).name.clone(),
                arguments: procedure.all_named(arguments),
            }
            .headline(),
            Action::Return(values) => StatementKind::Return(procedure.all_named(values)).headline(),
        };
        let labels = node.labels.iter().map(Identifier::to_string);
        labels.chain([text]).collect::<Vec<_>>().join(": ")
    }
}

impl ProcedureControl {
    /// The name of a slot.
    pub fn variable(&self, slot: Slot) -> &Identifier {
        &self.variables[slot.0 as usize]
    }

    /// The expression with names in place of slots.
    pub fn named(&self, formula: &Formula) -> Expr {
        let boxed = |part: &Formula| Box::new(self.named(part));
        match formula {
            Formula::Constant(value) => Expr::Constant(*value),
            Formula::Variable(slot) => Expr::variable(self.variable(*slot)),
            Formula::Next(slot) => Expr::Next(self.variable(*slot).clone()),
            Formula::Lost => Expr::Lost,
            Formula::Nondet => Expr::Nondet,
            Formula::Not(operand) => Expr::Not(boxed(operand)),
            Formula::Binary(operator, operands) => {
                Expr::Binary(*operator, self.all_named(operands))
            }
            Formula::Choose(positive, negative) => Expr::Choose(boxed(positive), boxed(negative)),
            Formula::Conditional(condition, then, otherwise) => {
                Expr::Conditional(boxed(condition), boxed(then), boxed(otherwise))
            }
        }
    }

    fn all_named(&self, formulas: &[Formula]) -> Vec<Expr> {
        formulas.iter().map(|formula| self.named(formula)).collect()
    }

    fn named_targets(&self, targets: &[Option<Slot>]) -> Vec<Option<Identifier>> {
        let name = |slot: &Slot| self.variable(*slot).clone();
        targets.iter().map(|slot| slot.as_ref().map(name)).collect()
    }
}
