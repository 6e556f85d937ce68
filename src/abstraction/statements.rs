//! What the straight-line part of a block, a forgotten variable and a call become.

use super::answers::Answered;
use super::block::Decision;
use super::calls::result_name;
use super::config::Measures;
use super::cube::Cube;
use super::expression::{choice_expression, relation_expression};
use super::measure::measure;
use super::procedure::Emitter;
use super::scope::Bit;
use super::step::{Decided, Step, StepQuestion, Update};
use super::tautology::holds_throughout;
use crate::bp::{Expr, Identifier, Statement, StatementKind};
use crate::flow::{BlockId, StatementKind as FlowStatement, SubprogramId};
use crate::smt::Literal;
use crate::source::Span;

impl Emitter<'_> {
    /// The conditions of a block, then its assignments as one parallel assignment.
    pub(super) fn statements(&mut self, id: BlockId, out: &mut Vec<Statement>) {
        let block = self.frame.subprogram.block(id);
        let answers = &self.answers.blocks[id.0 as usize];
        let conditions = block
            .statements
            .iter()
            .filter_map(|statement| match &statement.kind {
                FlowStatement::Assume(term) => Some((None, term, statement.span)),
                FlowStatement::Check { check, condition } => {
                    let span = self.shared.flow.check(*check).span;
                    Some((Some(*check), condition, span))
                }
                FlowStatement::Assign { .. } => None,
            });
        let conditions: Vec<_> = conditions.collect();
        for ((check, term, span), decision) in conditions.into_iter().zip(&answers.conditions) {
            self.origin = span;
            self.counts += decision.counts;
            let condition = self.decision_expression(decision);
            match check {
                Some(id) => {
                    let check = self.shared.flow.check(id);
                    let comment = format!("{}: {}", check.rule.noun(), check.condition);
                    let label = id.to_string();
                    self.push_labelled(
                        &label,
                        StatementKind::Assert(condition),
                        Some(comment),
                        out,
                    );
                }
                None if condition == Expr::Constant(true) => {}
                None => {
                    let comment = format!("assume {}", self.words.text(term));
                    self.push(StatementKind::Assume(condition), Some(comment), out);
                }
            }
        }
        if let Some(effect) = &answers.effect {
            let assignments: Vec<String> = block
                .statements
                .iter()
                .filter_map(|statement| match &statement.kind {
                    FlowStatement::Assign { target, value } => {
                        Some(self.words.assignment(target, value))
                    }
                    FlowStatement::Assume(_) | FlowStatement::Check { .. } => None,
                })
                .collect();
            let is_assignment = |statement: &&crate::flow::Statement| {
                matches!(statement.kind, FlowStatement::Assign { .. })
            };
            let first = block.statements.iter().find(is_assignment);
            let span = first.map_or(block.span, |statement| statement.span);
            self.step(effect, None, (assignments.join("; "), span), out);
        }
    }

    /// One parallel assignment for what a step does to the bits; if the environment takes the
    /// step, it sets the bits in `free`.
    pub(super) fn step(
        &mut self,
        answered: &Answered,
        free: Option<&[usize]>,
        (comment, span): (String, Span),
        out: &mut Vec<Statement>,
    ) {
        let Answered { question, step } = answered;
        let is_own = free.is_none();
        self.origin = span;
        if question.targets.is_empty() {
            self.push(StatementKind::Skip, Some(comment), out);
            return;
        }
        self.counts += step.counts;
        let free = free.unwrap_or_default();
        self.measure((&comment, span), question, (step, free));
        let kind = self.assignment(question, step, free);
        if is_own {
            self.keep_table(comment.clone(), step.table.clone());
        }
        self.push(kind, Some(comment), out);
    }

    /// Keeps the figures of a step, whose bits in `free` the environment sets.
    fn measure(&mut self, what: (&str, Span), question: &StepQuestion, step: (&Step, &[usize])) {
        if self.shared.measures == Measures::Taken {
            let name = &self.frame.subprogram.name;
            let inconsistent = &self.answers.inconsistent;
            let found = measure(name, what, question, step, inconsistent);
            self.measures.push(found);
        }
    }

    /// The parallel assignment of a step.
    fn assignment(&self, question: &StepQuestion, step: &Step, free: &[usize]) -> StatementKind {
        let bit = |at: usize| Expr::variable(&self.frame.scope.bits[at].identifier);
        let next = |atom: usize| {
            if atom < question.bits {
                bit(atom)
            } else {
                let target = question.targets[atom - question.bits];
                Expr::Next(self.frame.scope.bits[target.bit].identifier.clone())
            }
        };
        let constrain: Vec<Expr> = step
            .relations
            .iter()
            .map(|relation| relation_expression(relation, &next))
            .collect();
        let never = self.answers.inconsistent.iter().chain(&question.excluded);
        let never: Vec<&Cube> = never.collect();
        let mut targets = Vec::new();
        let mut values = Vec::new();
        for update in &step.updates {
            if constrain.is_empty() && keeps_its_value(update, &never) {
                continue;
            }
            targets.push(Some(self.frame.scope.bits[update.bit].identifier.clone()));
            values.push(if free.contains(&update.bit) {
                Expr::Nondet
            } else {
                choice_expression(&update.positive, &update.negative, update.decided, &bit)
            });
        }
        if targets.is_empty() {
            return StatementKind::Skip;
        }
        StatementKind::Assign {
            targets,
            values,
            constrain: (!constrain.is_empty()).then(|| Expr::and(constrain)),
        }
    }

    /// A call: bits passed, bits returned into temporaries, and the caller's bits brought up to
    /// date from them.
    pub(super) fn call(
        &mut self,
        callee: SubprogramId,
        arguments: &[Decision],
        returned: &[Bit],
        after: &Answered,
        span: Span,
        out: &mut Vec<Statement>,
    ) {
        let shared = self.shared;
        let mut passed = Vec::new();
        for decision in arguments {
            self.counts += decision.counts;
            passed.push(self.decision_expression(decision));
        }
        let temporaries: Vec<Identifier> = returned
            .iter()
            .map(|bit| result_name(shared.flow, callee, bit))
            .collect();
        let Answered { question, step } = after;
        self.counts += step.counts;
        let name = &shared.flow.subprogram(callee).name;
        self.measure(
            (&format!("return from {name}"), span),
            question,
            (step, &[]),
        );
        self.temporaries.extend(temporaries.iter().cloned());

        if let Some(in_call) = self.in_call.clone() {
            self.push(set(&in_call, Expr::Constant(true)), None, out);
        }
        self.push(
            StatementKind::Call {
                targets: temporaries.iter().cloned().map(Some).collect(),
                callee: shared.procedures[callee.0 as usize].clone(),
                arguments: passed,
            },
            None,
            out,
        );
        let bits = &self.frame.scope.bits;
        let available = |atom: usize| {
            Expr::variable(match atom.checked_sub(bits.len()) {
                None => &bits[atom].identifier,
                Some(result) => &temporaries[result],
            })
        };
        let mut targets = Vec::new();
        let mut values = Vec::new();
        for update in &step.updates {
            targets.push(Some(bits[update.bit].identifier.clone()));
            values.push(choice_expression(
                &update.positive,
                &update.negative,
                update.decided,
                &available,
            ));
        }
        if let Some(in_call) = &self.in_call {
            targets.push(Some(in_call.clone()));
            values.push(Expr::Constant(false));
        }
        if !targets.is_empty() {
            let kind = StatementKind::Assign {
                targets,
                values,
                constrain: None,
            };
            self.push(kind, None, out);
        }
    }
}

/// `target := value`
pub(super) fn set(target: &Identifier, value: Expr) -> StatementKind {
    StatementKind::Assign {
        targets: vec![Some(target.clone())],
        values: vec![value],
        constrain: None,
    }
}

/// Whether the update is `b := b`, or says no other in all states but those that are never there
/// when the step is taken: `b := c` where b and c are equal.
fn keeps_its_value(update: &Update, never: &[&Cube]) -> bool {
    if update.decided != Decided::Everywhere {
        return false;
    }
    let itself = Literal::positive(update.bit);
    let stays = |literal: Literal, cover: &[Cube]| {
        let literal = Cube::new(vec![literal]);
        let covers: Vec<&Cube> = cover.iter().chain(never.iter().copied()).collect();
        cover == std::slice::from_ref(&literal) || holds_throughout(&covers, &literal)
    };
    stays(itself, &update.positive) && stays(itself.negated(), &update.negative)
}
