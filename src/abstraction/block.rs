//! The questions a basic block raises: its conditions, its effect on the bits, its branch.

use super::components::Components;
use super::config::{Encoding, Settings};
use super::cube::{Cover, Cube};
use super::enquiry::Enquiry;
use super::facts::relevant;
use super::scope::Scope;
use super::session::Counts;
use super::step::{Decided, StepQuestion, Target};
use crate::logic::{Term, Variable};
use crate::smt::{Context, Error};
use crate::ssa::{SsaBlock, version};

/// F of a condition and of its negation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Decision {
    /// Where the condition holds for sure.
    pub(super) positive: Cover,
    /// Where it fails for sure.
    pub(super) negative: Cover,
    /// Whether one of the two holds in every consistent state.
    pub(super) decided: Decided,
    /// What it cost.
    pub(super) counts: Counts,
}

/// The conditions of a block, each decided over the bits at the start of the block.
///
/// What follows a condition may take it for granted: each is decided among the states that passed
/// those before it.
pub(super) fn decide_conditions(
    scope: &Scope,
    ssa: &SsaBlock,
    settings: &Settings,
    enquiry: &mut Enquiry<'_>,
) -> Result<Vec<Decision>, Error> {
    let first = |variable: &Variable| vec![version(variable, 0)];
    let mut passed: Vec<Term> = Vec::new();
    let mut decisions = Vec::new();
    for condition in ssa.conditions() {
        let mut atoms = bits_before(scope, ssa);
        atoms.push(condition.term.clone());
        let mut facts = relevant(ssa, passed.clone(), &mut atoms, &|_| false);
        if settings.encoding == Encoding::WeakestPrecondition {
            unfold(ssa, &mut facts);
            unfold(ssa, &mut atoms);
        }
        let all = Context { facts, atoms };
        decisions.push(decide_goal(scope, all, &first, settings, enquiry)?);
        passed.push(condition.term.clone());
    }
    Ok(decisions)
}

/// A condition over the state at the end of a block, decided over the bits there.
pub(super) fn decide_after(
    scope: &Scope,
    ssa: &SsaBlock,
    condition: &Term,
    settings: &Settings,
    enquiry: &mut Enquiry<'_>,
) -> Result<Decision, Error> {
    let both = |variable: &Variable| vec![version(variable, 0), ssa.last(variable)];
    let bits = scope.bits.iter().map(|bit| &bit.term);
    let mut atoms: Vec<Term> = bits.chain([condition]).map(|t| ssa.after(t)).collect();
    let facts = relevant(ssa, conditions(ssa), &mut atoms, &|v| scope.types(v, &both));
    decide_goal(scope, Context { facts, atoms }, &both, settings, enquiry)
}

/// F of the last atom of a context and of its negation over those of the others that have to do
/// with it, under the context's facts and what the types say of the versions that `versions` names.
fn decide_goal(
    scope: &Scope,
    all: Context,
    versions: &dyn Fn(&Variable) -> Vec<Variable>,
    settings: &Settings,
    enquiry: &mut Enquiry<'_>,
) -> Result<Decision, Error> {
    let bits: Vec<usize> = (0..scope.bits.len()).collect();
    let related = Components::new(&all).related(bits.len(), &bits);
    let goal = [bits.len()];
    let asked = related.iter().chain(&goal);
    let atoms: Vec<Term> = asked.map(|&at| all.atoms[at].clone()).collect();
    let itself = related
        .iter()
        .find(|bit| all.atoms[**bit] == all.atoms[bits.len()]);
    let equal = itself.and_then(|bit| enquiry.first_equal(*bit));
    if let Some(literal) = equal.filter(|_| settings.max_cube.literals() > 0) {
        return Ok(Decision {
            positive: vec![Cube::new(vec![literal])],
            negative: vec![Cube::new(vec![literal.negated()])],
            decided: Decided::Everywhere,
            counts: Counts::default(),
        });
    }
    let mut facts = all.facts;
    facts.extend(scope.range_facts(facts.iter().chain(&atoms), versions));
    let decision = enquiry.decision(Context { facts, atoms }, &related, settings)?;
    let of_scope = |cover: &Cover| -> Cover { cover.iter().map(|c| c.renamed(&related)).collect() };
    Ok(Decision {
        positive: of_scope(&decision.positive),
        negative: of_scope(&decision.negative),
        ..decision
    })
}

/// The effect of a block, or of a forgotten variable, on the bits.
///
/// `excluded` are the cubes that the conditions emitted before it stop.
pub(super) fn step_question(
    scope: &Scope,
    ssa: &SsaBlock,
    excluded: Cover,
    encoding: Encoding,
) -> StepQuestion {
    let bits = scope.bits.len();
    let mut atoms = bits_before(scope, ssa);
    let mut targets = Vec::new();
    for bit in scope.affected(&|variable| ssa.changes(variable)) {
        targets.push(Target {
            bit,
            atom: atoms.len(),
        });
        atoms.push(ssa.after(&scope.bits[bit].term));
    }
    let first = |variable: &Variable| vec![version(variable, 0)];
    let both = |variable: &Variable| vec![version(variable, 0), ssa.last(variable)];
    let mut facts = relevant(ssa, conditions(ssa), &mut atoms, &|v| scope.types(v, &both));
    let before = scope.range_facts(&atoms[..bits], &first);
    let mut types = scope.range_facts(facts.iter().chain(&atoms), &both);
    if encoding == Encoding::WeakestPrecondition {
        for terms in [&mut facts, &mut types, &mut atoms] {
            unfold(ssa, terms);
        }
    }
    facts.retain(|fact| !fact.is_bool(true));
    types.retain(|fact| !fact.is_bool(true));
    let own_facts = facts.len();
    facts.extend(types);
    StepQuestion {
        context: Context { facts, atoms },
        own_facts,
        bits,
        targets,
        excluded,
        before,
    }
}

fn bits_before(scope: &Scope, ssa: &SsaBlock) -> Vec<Term> {
    scope.bits.iter().map(|bit| ssa.before(&bit.term)).collect()
}

fn conditions(ssa: &SsaBlock) -> Vec<Term> {
    ssa.conditions().map(|found| found.term.clone()).collect()
}

/// Puts values in the place of versions.
fn unfold(ssa: &SsaBlock, terms: &mut [Term]) {
    for term in terms {
        *term = ssa.unfold(term);
    }
}
