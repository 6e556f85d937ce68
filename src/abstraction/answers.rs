//! What the solver says of one block: all that its statements are made of.
//!
//! Blocks are asked about one by one, whatever procedure they belong to, so that several can be at
//! the same time; only then is any text made.

use super::Error;
use super::block::{Decision, decide_after, decide_conditions, step_question};
use super::calls::{Call, Interface};
use super::config::{Correlation, Encoding, Method, Points, Settings};
use super::cube::Cover;
use super::effects::Effects;
use super::enquiry::{Before, Enquiry};
use super::procedure::Shared;
use super::scope::{Bit, Scope};
use super::session::Counts;
use super::step::{Step, StepQuestion};
use super::table::affordable_table;
use crate::flow::{BasicBlock, BlockId, FlowSubprogram, StatementKind, SubprogramId, Terminator};
use crate::logic::{Term, Variable};
use crate::smt::Context;
use crate::ssa::{SsaBlock, to_ssa};

/// One procedure to be made, and from what.
pub(super) struct Frame<'a> {
    /// Which subprogram; `None` for the client.
    pub(super) id: Option<SubprogramId>,
    pub(super) subprogram: &'a FlowSubprogram,
    pub(super) scope: Scope,
    pub(super) settings: Settings,
    pub(super) interface: Interface,
}

/// What the solver says of a block.
#[derive(Default)]
pub(super) struct Answers {
    /// Its assumptions and checks, in order.
    pub(super) conditions: Vec<Decision>,
    /// What its assignments do, if there are any.
    pub(super) effect: Option<Answered>,
    /// What ends it.
    pub(super) end: End,
}

/// A step and what becomes of the bits.
pub(super) struct Answered {
    pub(super) question: StepQuestion,
    pub(super) step: Step,
}

/// What the solver says of what ends a block.
#[derive(Default)]
pub(super) enum End {
    /// There was nothing to ask.
    #[default]
    Plain,
    /// Which way it goes.
    Branch(Decision),
    /// A variable is forgotten.
    Forget(Answered),
    /// The environment sets a variable, and with it these bits as it likes.
    Nondet(Answered, Vec<usize>),
    /// A call: what is passed, what is taken back, and what that makes of the bits.
    Call {
        arguments: Vec<Decision>,
        returned: Vec<Bit>,
        after: Answered,
    },
}

impl Frame<'_> {
    /// Asks about a block; what it cost besides what the answers say is added to `counts`.
    pub(super) fn answers(
        &self,
        shared: &Shared<'_>,
        id: BlockId,
        enquiry: &mut Enquiry<'_>,
        counts: &mut Counts,
    ) -> Result<Answers, Error> {
        let block = self.subprogram.block(id);
        let ssa = to_ssa(block);
        let conditions = decide_conditions(&self.scope, &ssa, &self.settings, enquiry)?;
        let excluded: Cover = conditions
            .iter()
            .flat_map(|decision| decision.negative.iter().cloned())
            .collect();
        let effect = match self.effect(block, &ssa, excluded) {
            None => None,
            Some(question) => {
                Some(self.answered(question, Before::OneState, self.settings, enquiry)?)
            }
        };
        let end = self.end(shared, id, &ssa, enquiry, counts)?;
        Ok(Answers {
            conditions,
            effect,
            end,
        })
    }

    /// What the assignments of a block do, as a question; nothing if there are none.
    fn effect(&self, block: &BasicBlock, ssa: &SsaBlock, excluded: Cover) -> Option<StepQuestion> {
        let assigns = |kind: &StatementKind| matches!(kind, StatementKind::Assign { .. });
        let any = block.statements.iter().any(|s| assigns(&s.kind));
        any.then(|| step_question(&self.scope, ssa, excluded, self.settings.encoding))
    }

    /// Whether the method can do the block's step at all.
    ///
    /// # Errors
    /// If its table would be too large.
    pub(super) fn affordable(&self, block: &BasicBlock) -> Result<(), Error> {
        let Some(wish) = self.settings.whole_blocks() else {
            return Ok(());
        };
        let question = self.effect(block, &to_ssa(block), Vec::new());
        let question = question.or_else(|| match &block.terminator {
            Terminator::Havoc { target, .. } | Terminator::Nondet { target, .. } => {
                Some(self.forgetting(target))
            }
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Choice { .. }
            | Terminator::Call { .. }
            | Terminator::Return => None,
        });
        question.map_or(Ok(()), |question| {
            affordable_table(&question, wish)
                .map_err(|cause| Error::in_procedure(cause.into(), &self.subprogram.name))
        })
    }

    fn answered(
        &self,
        question: StepQuestion,
        before: Before,
        settings: Settings,
        enquiry: &mut Enquiry<'_>,
    ) -> Result<Answered, Error> {
        let step = enquiry.step(&question, before, &settings);
        let step = step.map_err(|error| Error::in_procedure(error, &self.subprogram.name))?;
        Ok(Answered { question, step })
    }

    fn forgetting(&self, target: &Variable) -> StepQuestion {
        let ssa = SsaBlock::forgetting(target);
        step_question(&self.scope, &ssa, Vec::new(), Encoding::Satisfiability)
    }

    fn end(
        &self,
        shared: &Shared<'_>,
        id: BlockId,
        ssa: &SsaBlock,
        enquiry: &mut Enquiry<'_>,
        counts: &mut Counts,
    ) -> Result<End, Error> {
        // Each bit by itself.
        let apart = Settings {
            correlation: Correlation::Choose,
            ..self.settings
        };
        Ok(match &self.subprogram.block(id).terminator {
            Terminator::Goto(_) | Terminator::Choice { .. } | Terminator::Return => End::Plain,
            Terminator::Branch { condition, .. } => End::Branch(decide_after(
                &self.scope,
                ssa,
                condition,
                &self.settings,
                enquiry,
            )?),
            Terminator::Havoc { target, .. } => {
                let question = self.forgetting(target);
                End::Forget(self.answered(question, Before::OneState, self.settings, enquiry)?)
            }
            Terminator::Nondet { target, .. } => {
                let question = self.forgetting(target);
                let free = self.free_bits(target, &question, enquiry, counts)?;
                // What the environment does not set is lost.
                End::Nondet(
                    self.answered(question, Before::OneState, apart, enquiry)?,
                    free,
                )
            }
            Terminator::Call {
                callee,
                arguments,
                results,
                ..
            } => {
                let call = Call {
                    callee: *callee,
                    arguments,
                    results,
                };
                self.call(shared, id, ssa, call, enquiry)?
            }
        })
    }

    fn call(
        &self,
        shared: &Shared<'_>,
        id: BlockId,
        ssa: &SsaBlock,
        call: Call<'_>,
        enquiry: &mut Enquiry<'_>,
    ) -> Result<End, Error> {
        let interface = &shared.interfaces[call.callee.0 as usize];
        let mut arguments = Vec::new();
        for parameter in &interface.parameters {
            let term = call.at_entry(shared.flow, &parameter.term);
            let settings = &self.settings;
            arguments.push(decide_after(&self.scope, ssa, &term, settings, enquiry)?);
        }
        // Where nothing is read any more, results need not be taken.
        let ends_here = self.ends_at(shared, id);
        let returned: Vec<Bit> = if ends_here {
            Vec::new()
        } else {
            interface.results.clone()
        };
        let effects: &Effects = &shared.effects;
        let mut question = call.return_question(shared.flow, effects, &self.scope, &returned);
        if ends_here {
            question.targets.clear();
        }
        let each_by_itself = Settings {
            method: Method::Cartesian,
            correlation: Correlation::Choose,
            ..self.settings
        };
        Ok(End::Call {
            arguments,
            returned,
            after: self.answered(question, Before::Several, each_by_itself, enquiry)?,
        })
    }

    /// Whether the call that ends the block is the last thing the procedure does, and no bit is
    /// given back: so it is for a client that calls a procedure once. Where every block is a point
    /// to look at, the last one is looked at too.
    fn ends_at(&self, shared: &Shared<'_>, id: BlockId) -> bool {
        let Terminator::Call { next, .. } = &self.subprogram.block(id).terminator else {
            return false;
        };
        let next = self.subprogram.block(*next);
        self.interface.results.is_empty()
            && shared.points == Points::Unlabelled
            && shared.flow.globals.is_empty()
            && next.statements.is_empty()
            && next.terminator == Terminator::Return
    }

    /// The bits, chosen greedily in predicate order, of which the environment can bring about
    /// every joint valuation from every state by setting `target`.
    ///
    /// Only predicates over `target` alone are considered: for them "from every state" is no
    /// restriction, and a witness per valuation settles the question.
    fn free_bits(
        &self,
        target: &Variable,
        question: &StepQuestion,
        enquiry: &mut Enquiry<'_>,
        counts: &mut Counts,
    ) -> Result<Vec<usize>, Error> {
        let alone = |bit: usize| {
            let variables = self.scope.bits[bit].term.variables();
            variables.iter().eq([target])
        };
        let of_target: Vec<_> = question.targets.iter().filter(|t| alone(t.bit)).collect();
        if of_target.is_empty() {
            return Ok(Vec::new());
        }
        let atoms = of_target.iter().map(|t| &question.context.atoms[t.atom]);
        let atoms: Vec<_> = atoms.cloned().collect();
        let variables: Vec<Variable> = atoms.iter().flat_map(Term::variables).collect();
        let speaks_of_them = |fact: &&Term| {
            fact.variables()
                .iter()
                .all(|variable| variables.contains(variable))
        };
        let facts = question.context.facts.iter().filter(speaks_of_them);
        let facts = facts.cloned().collect();
        let (free, cost) = enquiry.free(Context { facts, atoms })?;
        *counts += cost;
        Ok(free.into_iter().map(|at| of_target[at].bit).collect())
    }
}
