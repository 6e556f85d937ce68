//! Questions on their way to the oracle, past what earlier abstractions found out.
//!
//! What is known of a question about cubes, a condition or a step holds wherever the very same
//! question comes up again, with the same facts and the same predicates in it: so it does, round
//! after round, for whatever no new predicate has to do with.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::block::Decision;
use super::config::{Conditions, CubeLimit, Method, Settings};
use super::cube::{Cover, Cube};
use super::session::{Counts, Session};
use super::split::{narrowed, parts, whole};
use super::step::{Step, StepError, StepQuestion, abstract_step, decide, decide_by_minterms};
use super::strengthen::inconsistent;
use crate::smt::{Context, Error, Literal, Oracle};

/// How many bits minterms are enumerated over; beyond, conditions are decided by cubes, which is as
/// sound and finds less.
const MOST_FOR_MINTERMS: usize = 14;

/// What abstractions have found out, for whoever abstracts the same program again with other
/// predicates.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    cubes: BTreeMap<(Context, CubeLimit), Cover>,
    decisions: BTreeMap<(Context, Conditions, CubeLimit), Decision>,
    steps: BTreeMap<(StepQuestion, Settings), Step>,
    free: BTreeMap<Context, Vec<usize>>,
    reuse: Reuse,
}

/// How often what was known could be used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reuse {
    /// Cubes, conditions and steps that were known.
    pub reused: u64,
    /// Those that had to be found out.
    pub computed: u64,
}

impl Memory {
    /// How often it was of use, since it was made.
    pub fn reuse(&self) -> Reuse {
        self.reuse
    }

    /// Takes over what was learnt besides.
    pub(super) fn learn(&mut self, mut learnt: Memory) {
        self.cubes.append(&mut learnt.cubes);
        self.decisions.append(&mut learnt.decisions);
        self.steps.append(&mut learnt.steps);
        self.free.append(&mut learnt.free);
        self.reuse.reused += learnt.reuse.reused;
        self.reuse.computed += learnt.reuse.computed;
    }
}

/// An oracle, and what is known already.
pub(super) struct Enquiry<'a> {
    oracle: &'a mut dyn Oracle,
    known: &'a Memory,
    learnt: Memory,
    /// Cubes over the bits of the procedure that is asked about which no state satisfies.
    impossible: Arc<Cover>,
}

/// Which states the bits before a step speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// All of the same state: what is impossible in one state is impossible.
    OneState,
    /// Some of a state before a call, others of one in it.
    Several,
}

impl<'a> Enquiry<'a> {
    pub(super) fn new(oracle: &'a mut dyn Oracle, known: &'a Memory) -> Enquiry<'a> {
        Enquiry {
            oracle,
            known,
            learnt: Memory::default(),
            impossible: Arc::default(),
        }
    }

    /// What is asked from now on is about a procedure in which no state satisfies these cubes.
    pub(super) fn take_for_impossible(&mut self, cubes: &Arc<Cover>) {
        self.impossible = Arc::clone(cubes);
    }

    /// The first literal that is known to say the same as a bit, which may be the bit itself: what
    /// is a predicate needs no cubes of others. None if the bit always has the same value.
    pub(super) fn first_equal(&self, bit: usize) -> Option<Literal> {
        let never = |literals: Vec<Literal>| {
            let cube = Cube::new(literals);
            self.impossible.binary_search(&cube).is_ok()
        };
        let goal = Literal::positive(bit);
        if never(Vec::new()) || never(vec![goal]) || never(vec![goal.negated()]) {
            return None;
        }
        let earlier = (0..bit).flat_map(|at| [Literal::positive(at), Literal::negative(at)]);
        let same = |literal: &Literal| {
            never(vec![*literal, goal.negated()]) && never(vec![literal.negated(), goal])
        };
        Some(earlier.into_iter().find(same).unwrap_or(goal))
    }

    /// What was not known before.
    pub(super) fn into_learnt(self) -> Memory {
        self.learnt
    }

    /// The shortest cubes over all atoms of a context that no state satisfies.
    pub(super) fn inconsistent(
        &mut self,
        context: Context,
        limit: CubeLimit,
    ) -> Result<(Cover, Counts), Error> {
        let key = (context, limit);
        if let Some(cover) = self.known.cubes.get(&key).or(self.learnt.cubes.get(&key)) {
            self.learnt.reuse.reused += 1;
            return Ok((cover.clone(), Counts::default()));
        }
        self.learnt.reuse.computed += 1;
        let atoms: Vec<usize> = (0..key.0.atoms.len()).collect();
        let mut session = Session::open(self.oracle, &key.0)?;
        let found = inconsistent(&mut session, &atoms, limit.literals())?;
        let counts = session.counts();
        self.learnt.cubes.insert(key, found.clone());
        Ok((found, counts))
    }

    /// F of the last atom of a context, and of its negation, over the others, which are these
    /// `bits` of the procedure in one state.
    pub(super) fn decision(
        &mut self,
        context: Context,
        bits_of_scope: &[usize],
        settings: &Settings,
    ) -> Result<Decision, Error> {
        let key = (context, settings.control, settings.max_cube);
        let known = self.known.decisions.get(&key);
        if let Some(decision) = known.or(self.learnt.decisions.get(&key)) {
            self.learnt.reuse.reused += 1;
            return Ok(decision.clone());
        }
        self.learnt.reuse.computed += 1;
        let goal = key.0.atoms.len().saturating_sub(1);
        let bits: Vec<usize> = (0..goal).collect();
        let mut session = Session::open(self.oracle, &key.0)?;
        session.rule_out(&narrowed(&self.impossible, bits_of_scope));
        let (positive, negative, decided) = match settings.control {
            Conditions::PosNeg if bits.len() <= MOST_FOR_MINTERMS => {
                decide_by_minterms(&mut session, &bits, goal)?
            }
            Conditions::PosNeg | Conditions::Branch | Conditions::Predicates => {
                decide(&mut session, &bits, goal, settings.max_cube.literals())?
            }
        };
        let counts = session.counts();
        let decision = Decision {
            positive,
            negative,
            decided,
            counts: Counts::default(),
        };
        self.learnt.decisions.insert(key, decision.clone());
        Ok(Decision { counts, ..decision })
    }

    /// The abstraction of a step.
    pub(super) fn step(
        &mut self,
        question: &StepQuestion,
        before: Before,
        settings: &Settings,
    ) -> Result<Step, StepError> {
        let mut steps = Vec::new();
        for mut part in parts(question) {
            if settings.method != Method::Direct && !settings.looks_at_pairs() {
                // Only who stops states from which no step goes asks for these.
                part.question.excluded.clear();
                part.question.before.clear();
            }
            let impossible = match before {
                Before::OneState => narrowed(&self.impossible, &part.bits),
                Before::Several => Vec::new(),
            };
            let step = self.part(&part.question, &impossible, settings)?;
            steps.push((part, step));
        }
        Ok(whole(question, steps))
    }

    fn part(
        &mut self,
        question: &StepQuestion,
        impossible: &[Cube],
        settings: &Settings,
    ) -> Result<Step, StepError> {
        let key = (question.clone(), *settings);
        if let Some(step) = self.known.steps.get(&key).or(self.learnt.steps.get(&key)) {
            self.learnt.reuse.reused += 1;
            return Ok(step.clone());
        }
        self.learnt.reuse.computed += 1;
        let step = abstract_step(question, impossible, settings, self.oracle)?;
        let kept = Step {
            counts: Counts::default(),
            ..step.clone()
        };
        self.learnt.steps.insert(key, kept);
        Ok(step)
    }

    /// The atoms of a context, chosen greedily in their order, of which every joint valuation is
    /// possible.
    pub(super) fn free(&mut self, context: Context) -> Result<(Vec<usize>, Counts), Error> {
        let known = self.known.free.get(&context);
        if let Some(free) = known.or(self.learnt.free.get(&context)) {
            self.learnt.reuse.reused += 1;
            return Ok((free.clone(), Counts::default()));
        }
        self.learnt.reuse.computed += 1;
        let mut session = Session::open(self.oracle, &context)?;
        let free = session.free(context.atoms.len())?;
        let counts = session.counts();
        self.learnt.free.insert(context, free.clone());
        Ok((free, counts))
    }
}
