//! The abstraction of one step: what becomes of the bits when a block, or the environment, changes
//! variables.

use std::collections::BTreeSet;

use super::components::Components;
use super::config::{Method, Settings};
use super::cover::{irredundant, minimise};
use super::cube::{Cover, Cube};
use super::joint::{self, Lengths};
use super::session::{Counts, Session};
use super::strengthen::strengthen;
use super::table::{self, AssignmentTable, TooManyPredicates, all_values};
use super::tautology::holds_throughout;
use crate::smt::{Context, Error, Literal, Oracle};

/// A step to abstract: some atoms of a context are bits before it, others the same predicates
/// after it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StepQuestion {
    /// The facts: what holds before, the effect of the step, what holds after. The first `bits`
    /// atoms speak of the state before.
    pub(super) context: Context,
    /// How many of the facts say what the step does; those behind them come from types.
    pub(super) own_facts: usize,
    /// How many bits the state before has.
    pub(super) bits: usize,
    /// The bits that may change, each with the atom that speaks of it after the step.
    pub(super) targets: Vec<Target>,
    /// Cubes over the bits from which the step is never taken, because what was emitted before it
    /// stops them.
    pub(super) excluded: Cover,
    /// What holds before, and nothing else: facts for telling inconsistent cubes from stuck ones.
    pub(super) before: Vec<crate::logic::Term>,
}

/// A bit that may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Target {
    /// Which bit.
    pub(super) bit: usize,
    /// The atom that is its predicate after the step.
    pub(super) atom: usize,
}

/// What becomes of the bits.
#[derive(Debug, Clone)]
pub(super) struct Step {
    /// Per target, its new value.
    pub(super) updates: Vec<Update>,
    /// Per group of bits whose joint values are restricted, the restriction.
    pub(super) relations: Vec<Relation>,
    /// The table of the direct method, for whoever wants to see it.
    pub(super) table: Option<AssignmentTable>,
    /// What it cost.
    pub(super) counts: Counts,
}

/// The new value of a bit: true where `positive`, false where `negative`, otherwise lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Update {
    /// Which bit.
    pub(super) bit: usize,
    /// Where it becomes true.
    pub(super) positive: Cover,
    /// Where it becomes false.
    pub(super) negative: Cover,
    /// Whether one of the two holds in every consistent state.
    pub(super) decided: Decided,
}

/// Whether a pair of covers settles every consistent state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decided {
    /// It does: the two are complements of each other as far as it matters.
    Everywhere,
    /// Some state is left open.
    Partly,
}

/// A restriction of the joint values of some bits before and after: `cover` over atoms, where atom
/// `bits + k` stands for the new value of target k.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Relation {
    /// The pairs.
    pub(super) cover: Cover,
    /// Whether these are the pairs that remain or those that are cut.
    pub(super) sense: Sense,
}

/// What the pairs of a relation are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sense {
    /// The pairs that remain.
    Allowed,
    /// The pairs that are cut.
    Forbidden,
}

/// Why a step could not be abstracted.
#[derive(Debug, Clone, thiserror::Error)]
pub(super) enum StepError {
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] Error),
    /// The direct method would need too much.
    #[error(transparent)]
    Size(#[from] TooManyPredicates),
}

/// Abstracts the step by the method of `settings`; `impossible` are cubes before it that no state
/// satisfies, as far as that is known.
pub(super) fn abstract_step(
    question: &StepQuestion,
    impossible: &[Cube],
    settings: &Settings,
    oracle: &mut dyn Oracle,
) -> Result<Step, StepError> {
    match settings.method {
        Method::Direct => table::direct(question, impossible, settings, oracle),
        Method::Cartesian | Method::Adaptive => {
            Ok(cartesian(question, impossible, settings, oracle)?)
        }
    }
}

/// Each target by itself: `choose(F(wp p), F(wp not p))`; then as many together as the settings
/// say.
///
/// The negative side asks for the precondition of the negation, not for the negation of the
/// precondition: after a step that forgets x, `wp (x > 0)` is false, but x > 0 need not be.
fn cartesian(
    question: &StepQuestion,
    impossible: &[Cube],
    settings: &Settings,
    oracle: &mut dyn Oracle,
) -> Result<Step, Error> {
    let limit = settings.max_cube.literals();
    let components = Components::new(&question.context);
    let bits: Vec<usize> = (0..question.bits).collect();
    let mut session = Session::open(oracle, &question.context)?;
    session.rule_out(impossible);
    let mut updates = Vec::new();
    for target in &question.targets {
        let related = components.related(target.atom, &bits);
        let (positive, negative, decided) = decide(&mut session, &related, target.atom, limit)?;
        updates.push(Update {
            bit: target.bit,
            positive,
            negative,
            decided,
        });
    }
    let lengths = Lengths {
        before: limit,
        after: settings.post_limit(),
    };
    let together = targets_together(settings.method, &updates);
    if !settings.looks_at_pairs() {
        return Ok(Step {
            updates,
            relations: Vec::new(),
            table: None,
            counts: session.counts(),
        });
    }
    let mut relations = joint::relations(&mut session, question, &updates, &together, lengths)?;
    let stuck = session.inconsistent(&bits, limit)?;
    let mut counts = session.counts();
    relations.extend(stops(question, &stuck.cubes, oracle, &mut counts)?);
    Ok(Step {
        updates,
        relations,
        table: None,
        counts,
    })
}

/// What stops the cubes among `stuck`, from which no step goes, that nothing else stops. A table
/// has no row for them either.
fn stops(
    question: &StepQuestion,
    stuck: &[Cube],
    oracle: &mut dyn Oracle,
    counts: &mut Counts,
) -> Result<Option<Relation>, Error> {
    let stopped = table::must_be_stopped(question, stuck, oracle, counts)?;
    let others = stuck.iter().filter(|cube| !stopped.contains(cube));
    let indifferent: Cover = others.chain(&question.excluded).cloned().collect();
    let cover = irredundant(stopped, &indifferent);
    Ok((!cover.is_empty()).then_some(Relation {
        cover,
        sense: Sense::Forbidden,
    }))
}

/// The targets that may have something to say together. Where every bit has one value from every
/// state, the step is deterministic and nothing can be gained (Proposition 2 of Ball, Podelski and
/// Rajamani); so the adaptive method looks only at bits that are left open somewhere.
fn targets_together(method: Method, updates: &[Update]) -> Vec<usize> {
    let open = |at: &usize| method != Method::Adaptive || updates[*at].decided == Decided::Partly;
    (0..updates.len()).filter(open).collect()
}

/// F of an atom and F of its negation over `bits`, and whether the two settle everything.
pub(super) fn decide(
    session: &mut Session<'_>,
    bits: &[usize],
    atom: usize,
    limit: usize,
) -> Result<(Cover, Cover, Decided), Error> {
    let impossible = session.inconsistent(bits, limit)?;
    let positive = strengthen(session, bits, Literal::positive(atom), limit, &impossible)?;
    let negative = strengthen(session, bits, Literal::negative(atom), limit, &impossible)?;
    let together: Vec<&Cube> = [&positive, &negative, &impossible.cubes]
        .into_iter()
        .flatten()
        .collect();
    let decided = if holds_throughout(&together, &Cube::default()) {
        Decided::Everywhere
    } else {
        Decided::Partly
    };
    Ok((positive, negative, decided))
}

/// As [`decide`] without a limit, by Clarke's sets: the minterms in which the atom may hold (pos)
/// and those in which it may fail (neg). Where only one of the two is possible, it is decided.
pub(super) fn decide_by_minterms(
    session: &mut Session<'_>,
    bits: &[usize],
    atom: usize,
) -> Result<(Cover, Cover, Decided), Error> {
    let mut possible = |literal: Literal| -> Result<BTreeSet<Vec<bool>>, Error> {
        let found = session.minterms(&Cube::new(vec![literal]), bits)?;
        Ok(found.into_iter().collect())
    };
    let pos = possible(Literal::positive(atom))?;
    let neg = possible(Literal::negative(atom))?;
    let minterm = |values: &Vec<bool>| Cube::minterm(bits, values);
    let neither: Cover = all_values(bits.len())
        .filter(|values| !pos.contains(values) && !neg.contains(values))
        .map(|values| minterm(&values))
        .collect();
    let only = |these: &BTreeSet<Vec<bool>>, others: &BTreeSet<Vec<bool>>| -> Cover {
        let pure: Cover = these.difference(others).map(minterm).collect();
        minimise(&pure, &neither)
    };
    let decided = if pos.is_disjoint(&neg) {
        Decided::Everywhere
    } else {
        Decided::Partly
    };
    Ok((only(&pos, &neg), only(&neg, &pos), decided))
}
