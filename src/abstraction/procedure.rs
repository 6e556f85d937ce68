//! One procedure: the shape of the flow graph as `while`, `if` and `goto`, and in it what each
//! block becomes.

use std::collections::{BTreeMap, BTreeSet};

use super::ShownTable;
use super::answers::{End, Frame};
use super::block::Decision;
use super::calls::Interface;
use super::config::{Measures, Points};
use super::effects::Effects;
use super::expression::choice_expression;
use super::jobs::ProcedureAnswers;
use super::measure::StepMeasure;
use super::session::Counts;
use super::shape::tidy;
use super::table::AssignmentTable;
use crate::bp::{Expr, Identifier, Statement, StatementKind};
use crate::flow::{BlockId, BlockRole, FlowProgram, FlowSubprogram, Terminator};
use crate::logic::Words;
use crate::source::Span;

/// Why an answer cannot be about something else than what it is used for.
const OF_ITS_KIND: &str = "what ends a block is asked about as what it is";

/// What every procedure of a program shares.
pub(super) struct Shared<'a> {
    /// The program.
    pub(super) flow: &'a FlowProgram,
    /// Who changes what.
    pub(super) effects: Effects,
    /// Per subprogram, what it takes and gives back.
    pub(super) interfaces: Vec<Interface>,
    /// Per subprogram, its name in the Boolean program.
    pub(super) procedures: Vec<Identifier>,
    /// Whether blocks get labels.
    pub(super) points: Points,
    /// Whether precision is counted.
    pub(super) measures: Measures,
}

/// Emits one procedure.
pub(super) struct Emitter<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) frame: &'a Frame<'a>,
    pub(super) answers: &'a ProcedureAnswers,
    /// What the variables are in the source.
    pub(super) words: Words<'a>,
    /// The variable that is true while a callee runs, where the procedure needs one.
    pub(super) in_call: Option<Identifier>,
    /// Variables that hold the results of calls.
    pub(super) temporaries: BTreeSet<Identifier>,
    pub(super) counts: Counts,
    pub(super) tables: Vec<ShownTable>,
    pub(super) measures: Vec<StepMeasure>,
    /// What the next statement stands for in the source.
    pub(super) origin: Span,
    /// Labels for the next statement.
    carried: Vec<Identifier>,
    emitted: BTreeSet<BlockId>,
    /// Blocks that come after an enclosing statement: to be jumped to, not emitted inside.
    pending: Vec<BlockId>,
    /// Blocks that control reaches.
    reached: BTreeSet<BlockId>,
    exits: BTreeMap<BlockId, usize>,
}

impl<'a> Emitter<'a> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        frame: &'a Frame<'a>,
        answers: &'a ProcedureAnswers,
    ) -> Emitter<'a> {
        Emitter {
            shared,
            frame,
            answers,
            words: shared.flow.words_in(Some(frame.subprogram)),
            in_call: None,
            temporaries: BTreeSet::new(),
            counts: answers.counts,
            tables: Vec::new(),
            measures: Vec::new(),
            origin: frame.subprogram.span,
            carried: Vec::new(),
            emitted: BTreeSet::new(),
            pending: Vec::new(),
            reached: BTreeSet::new(),
            exits: loop_exits(frame.subprogram),
        }
    }

    /// The statements of the whole body.
    pub(super) fn body(&mut self) -> Vec<Statement> {
        // Whatever returns early jumps to the last block, which stands at the end.
        let last = self.returning_block();
        self.pending.extend(last);
        let mut body = self.region(BlockId(0), last);
        self.pending.clear();
        if let Some(last) = last.filter(|last| self.reached.contains(last)) {
            body.extend(self.region(last, None));
        }
        let own: BTreeSet<&str> = self
            .frame
            .subprogram
            .blocks
            .iter()
            .flat_map(|block| block.labels.iter().map(String::as_str))
            .collect();
        let mut body = tidy(body, &|label| {
            let label = label.as_str();
            let generated = label.starts_with("exit_") || label.starts_with("block_");
            generated && !own.contains(label)
        });
        // Falling off the end returns as well.
        let says_nothing = |statement: &Statement| {
            statement.labels.is_empty() && statement.kind == StatementKind::Return(Vec::new())
        };
        if body.len() > 1 && body.last().is_some_and(says_nothing) {
            body.pop();
        }
        body
    }

    /// The block that returns, unless it is the first one.
    fn returning_block(&self) -> Option<BlockId> {
        let mut ids = (0..)
            .map(BlockId)
            .take(self.frame.subprogram.blocks.len())
            .skip(1);
        ids.find(|id| self.frame.subprogram.block(*id).terminator == Terminator::Return)
    }

    /// The blocks from `start` until control reaches `stop` or leaves.
    fn region(&mut self, start: BlockId, stop: Option<BlockId>) -> Vec<Statement> {
        let mut out = Vec::new();
        let mut next = Some(start);
        while let Some(current) = next {
            self.reached.insert(current);
            if Some(current) == stop {
                break;
            }
            if self.is_elsewhere(current) {
                self.jump(current, &mut out);
                break;
            }
            self.emitted.insert(current);
            self.carried.extend(self.labels(current));
            self.origin = self.beginning(current);
            next = match self.frame.subprogram.block(current).role {
                BlockRole::LoopHead { exit } => self.emit_loop(current, exit, &mut out),
                BlockRole::Plain => {
                    self.begin(&mut out);
                    self.statements(current, &mut out);
                    self.terminator(current, &mut out)
                }
            };
        }
        if !self.carried.is_empty() || out.is_empty() {
            self.push(StatementKind::Skip, None, &mut out);
        }
        out
    }

    /// Where a block begins in the source.
    fn beginning(&self, id: BlockId) -> Span {
        let block = self.frame.subprogram.block(id);
        let first = block.statements.first();
        first.map_or(block.span, |statement| statement.span)
    }

    /// Where blocks are kept apart, what bears the labels of the block that begins.
    fn begin(&mut self, out: &mut Vec<Statement>) {
        if self.shared.points == Points::Apart {
            self.push(StatementKind::Skip, None, out);
        }
    }

    fn is_elsewhere(&self, block: BlockId) -> bool {
        self.pending.contains(&block) || self.emitted.contains(&block)
    }

    /// A loop; says where control goes on.
    fn emit_loop(
        &mut self,
        head: BlockId,
        exit: BlockId,
        out: &mut Vec<Statement>,
    ) -> Option<BlockId> {
        self.pending.extend([exit, head]);
        let mut first = Vec::new();
        let origin = Some(self.frame.subprogram.block(head).span);
        self.begin(&mut first);
        let labels = std::mem::take(&mut self.carried);
        self.statements(head, &mut first);
        let (condition, comment, inner) = self.loop_parts(head, exit);
        let kind = if first.is_empty() {
            StatementKind::While {
                condition,
                body: inner,
            }
        } else {
            if condition == Expr::Constant(true) {
                first.extend(inner);
            } else {
                let mut leave = Vec::new();
                self.jump(exit, &mut leave);
                self.push(
                    StatementKind::If {
                        branches: vec![(condition, inner)],
                        otherwise: leave,
                    },
                    None,
                    &mut first,
                );
            }
            StatementKind::While {
                condition: Expr::Constant(true),
                body: first,
            }
        };
        self.pending.truncate(self.pending.len() - 2);
        out.push(Statement {
            labels,
            comment,
            origin,
            ..Statement::new(kind)
        });
        self.reached.contains(&exit).then_some(exit)
    }

    /// What keeps a loop going, what to say of it, and its body after the head.
    fn loop_parts(
        &mut self,
        head: BlockId,
        exit: BlockId,
    ) -> (Expr, Option<String>, Vec<Statement>) {
        match &self.frame.subprogram.block(head).terminator {
            Terminator::Branch {
                condition,
                on_true,
                on_false,
                ..
            } if *on_false == exit => {
                self.reached.insert(exit);
                let comment = format!("while {}", self.words.text(condition));
                let condition = self.branch_condition(head);
                let body = self.region(*on_true, Some(head));
                (condition, Some(comment), body)
            }
            Terminator::Choice { targets, .. } if targets.contains(&exit) => {
                self.reached.insert(exit);
                let ways: Vec<BlockId> =
                    targets.iter().copied().filter(|way| *way != exit).collect();
                let mut body = Vec::new();
                self.choice(&ways, Some(head), &mut body);
                (Expr::Nondet, None, body)
            }
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Choice { .. }
            | Terminator::Havoc { .. }
            | Terminator::Nondet { .. }
            | Terminator::Call { .. }
            | Terminator::Return => {
                let mut body = Vec::new();
                if let Some(next) = self.terminator(head, &mut body) {
                    body.extend(self.region(next, Some(head)));
                }
                (Expr::Constant(true), Some("loop".to_owned()), body)
            }
        }
    }

    /// What ends a block; says where control goes on.
    fn terminator(&mut self, id: BlockId, out: &mut Vec<Statement>) -> Option<BlockId> {
        let span = self.frame.subprogram.block(id).span;
        self.origin = span;
        match &self.frame.subprogram.block(id).terminator {
            Terminator::Goto(next) => Some(*next),
            Terminator::Branch {
                condition,
                on_true,
                on_false,
                join,
            } => {
                let labels = std::mem::take(&mut self.carried);
                let comment = format!("if {}", self.words.text(condition));
                let condition = self.branch_condition(id);
                let (on_true, on_false) = (*on_true, *on_false);
                let (then, otherwise, next) = match *join {
                    Some(join) => {
                        self.pending.push(join);
                        let then = self.region(on_true, Some(join));
                        let otherwise = if on_false == join {
                            self.reached.insert(join);
                            Vec::new()
                        } else {
                            self.region(on_false, Some(join))
                        };
                        self.pending.pop();
                        (
                            then,
                            otherwise,
                            self.reached.contains(&join).then_some(join),
                        )
                    }
                    None if self.is_elsewhere(on_false) && !self.is_elsewhere(on_true) => (
                        vec![Statement::new(StatementKind::Skip)],
                        self.region(on_false, None),
                        Some(on_true),
                    ),
                    None => (self.region(on_true, None), Vec::new(), Some(on_false)),
                };
                out.push(Statement {
                    labels,
                    comment: Some(comment),
                    origin: Some(span),
                    ..Statement::new(StatementKind::If {
                        branches: vec![(condition, then)],
                        otherwise,
                    })
                });
                next
            }
            Terminator::Choice { targets, join } => {
                let join = *join;
                self.pending.extend(join);
                self.choice(targets, join, out);
                if join.is_some() {
                    self.pending.pop();
                }
                join.filter(|join| self.reached.contains(join))
            }
            Terminator::Havoc { target, next } => {
                let End::Forget(answered) = self.end(id) else {
                    unreachable!("{OF_ITS_KIND}");
                };
                self.step(answered, None, (format!("havoc {target}"), span), out);
                Some(*next)
            }
            Terminator::Nondet { target, next } => {
                let End::Nondet(answered, free) = self.end(id) else {
                    unreachable!("{OF_ITS_KIND}");
                };
                self.step(
                    answered,
                    Some(free),
                    (format!("nondet {target}"), span),
                    out,
                );
                Some(*next)
            }
            Terminator::Call { callee, next, .. } => {
                let End::Call {
                    arguments,
                    returned,
                    after,
                } = self.end(id)
                else {
                    unreachable!("{OF_ITS_KIND}");
                };
                self.call(*callee, arguments, returned, after, span, out);
                Some(*next)
            }
            Terminator::Return => {
                self.push(self.returning(), None, out);
                None
            }
        }
    }

    /// What the solver says of what ends a block.
    fn end(&self, id: BlockId) -> &'a End {
        &self.answers.blocks[id.0 as usize].end
    }

    /// Which way a branch at the end of a block goes.
    fn branch_condition(&mut self, id: BlockId) -> Expr {
        let End::Branch(decision) = self.end(id) else {
            unreachable!("{OF_ITS_KIND}");
        };
        self.counts += decision.counts;
        self.decision_expression(decision)
    }

    /// `if (nondet) then … elsif (nondet) then … else … fi`; a single way needs no `if`.
    fn choice(&mut self, ways: &[BlockId], stop: Option<BlockId>, out: &mut Vec<Statement>) {
        let labels = std::mem::take(&mut self.carried);
        let origin = Some(self.origin);
        let mut bodies = Vec::new();
        for way in ways {
            bodies.push(self.region(*way, stop));
        }
        let Some(last) = bodies.pop() else {
            self.carried = labels;
            return;
        };
        if bodies.is_empty() {
            let at = out.len();
            out.extend(last);
            out[at].labels.splice(0..0, labels);
            return;
        }
        let branches = bodies
            .into_iter()
            .map(|body| (Expr::Nondet, body))
            .collect();
        out.push(Statement {
            labels,
            origin,
            ..Statement::new(StatementKind::If {
                branches,
                otherwise: last,
            })
        });
    }

    fn returning(&self) -> StatementKind {
        let results = self.frame.interface.results.iter();
        StatementKind::Return(results.map(|bit| Expr::variable(&bit.identifier)).collect())
    }

    /// A jump; to a block that only returns, a return.
    fn jump(&mut self, target: BlockId, out: &mut Vec<Statement>) {
        let block = self.frame.subprogram.block(target);
        let only_returns = block.statements.is_empty() && block.terminator == Terminator::Return;
        if only_returns && block.labels.is_empty() && self.shared.points == Points::Unlabelled {
            self.push(self.returning(), None, out);
            return;
        }
        self.reached.insert(target);
        let label = self.label(target);
        self.push(StatementKind::Goto(vec![label]), None, out);
    }

    /// Appends a statement with the labels carried so far.
    pub(super) fn push(
        &mut self,
        kind: StatementKind,
        comment: Option<String>,
        out: &mut Vec<Statement>,
    ) {
        out.push(Statement {
            labels: std::mem::take(&mut self.carried),
            comment,
            origin: Some(self.origin),
            ..Statement::new(kind)
        });
    }

    /// Appends a statement with the labels carried so far and one more.
    pub(super) fn push_labelled(
        &mut self,
        label: &str,
        kind: StatementKind,
        comment: Option<String>,
        out: &mut Vec<Statement>,
    ) {
        self.carried.push(Identifier::new(label));
        self.push(kind, comment, out);
    }

    fn label(&self, block: BlockId) -> Identifier {
        Identifier::new(&match self.exits.get(&block) {
            Some(number) => format!("exit_{number}"),
            None => format!("block_{}", block.0),
        })
    }

    fn labels(&self, block: BlockId) -> Vec<Identifier> {
        let mut labels: Vec<Identifier> = self
            .frame
            .subprogram
            .block(block)
            .labels
            .iter()
            .map(|label| Identifier::new(label))
            .collect();
        labels.push(self.label(block));
        if self.shared.points != Points::Unlabelled {
            labels.push(Identifier::new(&format!("at_{}", block.0)));
        }
        labels
    }

    /// A decision over the bits of this scope as an expression.
    pub(super) fn decision_expression(&self, decision: &Decision) -> Expr {
        choice_expression(
            &decision.positive,
            &decision.negative,
            decision.decided,
            &|atom| Expr::variable(&self.frame.scope.bits[atom].identifier),
        )
    }

    /// Keeps a table for whoever wants to see it.
    pub(super) fn keep_table(&mut self, title: String, table: Option<AssignmentTable>) {
        if let Some(table) = table {
            self.tables.push(ShownTable {
                procedure: self.frame.subprogram.name.clone(),
                title,
                bits: self
                    .frame
                    .scope
                    .bits
                    .iter()
                    .map(|bit| bit.text.clone())
                    .collect(),
                table,
            });
        }
    }
}

/// The blocks behind loops, numbered in order; two loops may end at the same one.
fn loop_exits(subprogram: &FlowSubprogram) -> BTreeMap<BlockId, usize> {
    let mut exits = BTreeMap::new();
    for block in &subprogram.blocks {
        if let BlockRole::LoopHead { exit } = block.role {
            let number = exits.len() + 1;
            exits.entry(exit).or_insert(number);
        }
    }
    exits
}
