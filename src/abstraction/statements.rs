//! What the straight-line part of a block, a forgotten variable and a call become.

use super::Error;
use super::block::{decide_after, decide_conditions, step_question};
use super::calls::{Call, result_name};
use super::config::{Correlation, Encoding, Measures, Points, Settings};
use super::cube::Cover;
use super::cube::Cube;
use super::expression::{choice_expression, relation_expression};
use super::measure::measure;
use super::procedure::Emitter;
use super::scope::Bit;
use super::session::{Possibility, Session};
use super::step::{Decided, Step, StepQuestion, Update, abstract_step, cartesian};
use crate::bp::{Expr, Identifier, Statement, StatementKind};
use crate::flow::{BlockId, StatementKind as FlowStatement, Terminator};
use crate::logic::{Term, Variable};
use crate::smt::Context;
use crate::ssa::{SsaBlock, to_ssa};

impl Emitter<'_> {
    /// The conditions of a block, then its assignments as one parallel assignment.
    pub(super) fn statements(
        &mut self,
        id: BlockId,
        out: &mut Vec<Statement>,
    ) -> Result<(), Error> {
        let block = self.subprogram.block(id);
        let ssa = to_ssa(block);
        let decisions = decide_conditions(self.scope, &ssa, &self.settings, self.oracle)?;
        let mut excluded: Cover = Vec::new();
        let conditions = block
            .statements
            .iter()
            .filter_map(|statement| match &statement.kind {
                FlowStatement::Assume(term) => Some((None, term)),
                FlowStatement::Check { check, condition } => Some((Some(*check), condition)),
                FlowStatement::Assign { .. } => None,
            });
        for ((check, term), decision) in conditions.zip(decisions) {
            self.counts += decision.counts;
            let condition = self.decision_expression(&decision);
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
                    let comment = format!("assume {term}");
                    self.push(StatementKind::Assume(condition), Some(comment), out);
                }
            }
            excluded.extend(decision.negative);
        }
        let assignments: Vec<String> = block
            .statements
            .iter()
            .filter_map(|statement| match &statement.kind {
                FlowStatement::Assign { target, value } => Some(format!("{target} := {value}")),
                FlowStatement::Assume(_) | FlowStatement::Check { .. } => None,
            })
            .collect();
        if assignments.is_empty() {
            return Ok(());
        }
        let comment = assignments.join("; ");
        let question = step_question(self.scope, &ssa, excluded, self.settings.encoding);
        self.step(&question, None, comment, out)
    }

    /// A variable is forgotten.
    pub(super) fn forget(
        &mut self,
        target: &Variable,
        out: &mut Vec<Statement>,
    ) -> Result<(), Error> {
        let ssa = SsaBlock::forgetting(target);
        let question = step_question(self.scope, &ssa, Vec::new(), Encoding::Satisfiability);
        self.step(&question, None, format!("havoc {target}"), out)
    }

    /// The environment sets a variable.
    pub(super) fn nondet(
        &mut self,
        target: &Variable,
        out: &mut Vec<Statement>,
    ) -> Result<(), Error> {
        let ssa = SsaBlock::forgetting(target);
        let question = step_question(self.scope, &ssa, Vec::new(), Encoding::Satisfiability);
        let free = self.free_bits(target, &question)?;
        self.step(&question, Some(&free), format!("nondet {target}"), out)
    }

    /// The bits, chosen greedily in predicate order, of which the environment can bring about
    /// every joint valuation from every state by setting `target`.
    ///
    /// Only predicates over `target` alone are considered: for them "from every state" is no
    /// restriction, and a witness per valuation settles the question.
    fn free_bits(
        &mut self,
        target: &Variable,
        question: &StepQuestion,
    ) -> Result<Vec<usize>, Error> {
        let alone = |bit: usize| {
            let variables = self.scope.bits[bit].term.variables();
            variables.iter().eq([target])
        };
        let candidates: Vec<(usize, usize)> = question
            .targets
            .iter()
            .filter(|candidate| alone(candidate.bit))
            .map(|candidate| (candidate.bit, candidate.atom))
            .collect();
        if candidates.is_empty() {
            return Ok(Vec::new());
        }
        let context = Context {
            facts: question.context.facts.clone(),
            atoms: candidates
                .iter()
                .map(|&(_, atom)| question.context.atoms[atom].clone())
                .collect::<Vec<Term>>(),
        };
        let mut session = Session::open(self.oracle, &context)?;
        let mut chosen: Vec<usize> = Vec::new();
        let mut valuations = vec![Cube::default()];
        for (at, &(bit, _)) in candidates.iter().enumerate() {
            let longer: Vec<Cube> = valuations
                .iter()
                .flat_map(|cube| {
                    [true, false]
                        .map(|positive| cube.with(crate::smt::Literal { atom: at, positive }))
                })
                .collect();
            let mut witnessed = true;
            for cube in &longer {
                witnessed &= session.possibility(cube)? == Possibility::Possible;
            }
            // Past this many valuations the rest is taken for lost, which is always sound.
            if witnessed && longer.len() <= 64 {
                chosen.push(bit);
                valuations = longer;
            }
        }
        self.counts += session.counts();
        Ok(chosen)
    }

    /// One parallel assignment for what a step does to the bits; if the environment takes the
    /// step, it sets the bits in `free`.
    fn step(
        &mut self,
        question: &StepQuestion,
        free: Option<&[usize]>,
        comment: String,
        out: &mut Vec<Statement>,
    ) -> Result<(), Error> {
        if question.targets.is_empty() {
            self.push(StatementKind::Skip, Some(comment), out);
            return Ok(());
        }
        let settings = match free {
            None => self.settings,
            // What the environment does not set is lost, each bit by itself.
            Some(_) => Settings {
                correlation: Correlation::Choose,
                ..self.settings
            },
        };
        let step = abstract_step(question, &settings, self.oracle)
            .map_err(|error| Error::in_procedure(error, &self.subprogram.name))?;
        self.counts += step.counts;
        self.measure(&comment, question, &step);
        let kind = self.assignment(question, &step, free.unwrap_or_default());
        if free.is_none() {
            self.keep_table(comment.clone(), step.table);
        }
        self.push(kind, Some(comment), out);
        Ok(())
    }

    fn measure(&mut self, title: &str, question: &StepQuestion, step: &Step) {
        if self.shared.measures == Measures::Taken {
            let name = &self.subprogram.name;
            let found = measure(name, title, question, step, &self.inconsistent);
            self.measures.push(found);
        }
    }

    /// The parallel assignment of a step.
    fn assignment(&self, question: &StepQuestion, step: &Step, free: &[usize]) -> StatementKind {
        let bit = |at: usize| Expr::variable(&self.scope.bits[at].identifier);
        let next = |atom: usize| {
            if atom < question.bits {
                bit(atom)
            } else {
                let target = question.targets[atom - question.bits];
                Expr::Next(self.scope.bits[target.bit].identifier.clone())
            }
        };
        let constrain: Vec<Expr> = step
            .relations
            .iter()
            .map(|relation| relation_expression(relation, &next))
            .collect();
        let mut targets = Vec::new();
        let mut values = Vec::new();
        for update in &step.updates {
            if constrain.is_empty() && keeps_its_value(update) {
                continue;
            }
            targets.push(Some(self.scope.bits[update.bit].identifier.clone()));
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

    /// Which way a branch at the end of a block goes.
    pub(super) fn branch_condition(
        &mut self,
        id: BlockId,
        condition: &Term,
    ) -> Result<Expr, Error> {
        let ssa = to_ssa(self.subprogram.block(id));
        let decision = decide_after(self.scope, &ssa, condition, &self.settings, self.oracle)?;
        self.counts += decision.counts;
        Ok(self.decision_expression(&decision))
    }

    /// A call: bits passed, bits returned into temporaries, and the caller's bits brought up to
    /// date from them.
    pub(super) fn call(
        &mut self,
        id: BlockId,
        call: Call<'_>,
        out: &mut Vec<Statement>,
    ) -> Result<(), Error> {
        let shared = self.shared;
        let interface = &shared.interfaces[call.callee.0 as usize];
        let ssa = to_ssa(self.subprogram.block(id));
        let mut arguments = Vec::new();
        for parameter in &interface.parameters {
            let term = call.at_entry(shared.flow, &parameter.term);
            let decision = decide_after(self.scope, &ssa, &term, &self.settings, self.oracle)?;
            self.counts += decision.counts;
            arguments.push(self.decision_expression(&decision));
        }
        // Where nothing is read any more, results need not be taken.
        let returned: &[Bit] = if self.ends_here(id) {
            &[]
        } else {
            &interface.results
        };
        let temporaries: Vec<Identifier> = returned
            .iter()
            .map(|bit| result_name(shared.flow, call.callee, bit))
            .collect();
        let mut question = call.return_question(shared.flow, &shared.effects, self.scope, returned);
        if self.ends_here(id) {
            question.targets.clear();
        }
        let each_by_itself = Settings {
            correlation: Correlation::Choose,
            ..self.settings
        };
        let step = cartesian(&question, &each_by_itself, self.oracle)?;
        self.counts += step.counts;
        let callee = &shared.flow.subprogram(call.callee).name;
        self.measure(&format!("return from {callee}"), &question, &step);
        self.temporaries.extend(temporaries.iter().cloned());

        if let Some(in_call) = self.in_call.clone() {
            self.push(set(&in_call, Expr::Constant(true)), None, out);
        }
        self.push(
            StatementKind::Call {
                targets: temporaries.iter().cloned().map(Some).collect(),
                callee: procedure_name(&shared.flow.subprogram(call.callee).name),
                arguments,
            },
            None,
            out,
        );
        let available = |atom: usize| {
            let own = self.scope.bits.len();
            Expr::variable(if atom < own {
                &self.scope.bits[atom].identifier
            } else {
                &temporaries[atom - own]
            })
        };
        let mut targets = Vec::new();
        let mut values = Vec::new();
        for update in &step.updates {
            targets.push(Some(self.scope.bits[update.bit].identifier.clone()));
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
        Ok(())
    }
}

impl Emitter<'_> {
    /// Whether the call that ends the block is the last thing the procedure does, and no bit is
    /// given back: so it is for a client that calls a procedure once. Where every block is a point
    /// to look at, the last one is looked at too.
    fn ends_here(&self, id: BlockId) -> bool {
        let Terminator::Call { next, .. } = &self.subprogram.block(id).terminator else {
            return false;
        };
        let next = self.subprogram.block(*next);
        self.results.is_empty()
            && self.shared.points == Points::Unlabelled
            && self.shared.flow.globals.is_empty()
            && next.statements.is_empty()
            && next.terminator == Terminator::Return
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

/// Whether the update is `b := b`.
fn keeps_its_value(update: &Update) -> bool {
    let itself = Cube::new(vec![crate::smt::Literal::positive(update.bit)]);
    update.decided == Decided::Everywhere && update.positive == [itself]
}

/// What the Boolean program calls a subprogram: `P.Inc` is `P_Inc`; `main` is taken.
pub(super) fn procedure_name(name: &str) -> Identifier {
    let plain = name.replace('.', "_");
    Identifier::new(&if plain == "main" {
        "main__2".to_owned()
    } else {
        plain
    })
}
