//! The questions a basic block raises: its conditions, its effect on the bits, its branch.

use super::components::Components;
use super::config::{Encoding, Settings};
use super::cube::{Cover, Cube};
use super::enquiry::Enquiry;
use super::scope::Scope;
use super::session::Counts;
use super::step::{Decided, StepQuestion, Target};
use crate::logic::{Term, Variable};
use crate::smt::{Context, Error, Literal};
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
    let mut passed: Vec<Term> = Vec::new();
    let mut decisions = Vec::new();
    for condition in ssa.conditions() {
        let mut facts: Vec<Term> = equations(ssa);
        facts.extend(passed.iter().cloned());
        let atoms = bits_before(scope, ssa);
        let (facts, goal) = match settings.encoding {
            Encoding::Satisfiability => (facts, condition.term.clone()),
            Encoding::WeakestPrecondition => (
                passed.iter().map(|term| ssa.unfold(term)).collect(),
                ssa.unfold(&condition.term),
            ),
        };
        decisions.push(decide_goal(
            scope,
            facts,
            atoms,
            goal,
            &|variable| vec![version(variable, 0)],
            settings,
            enquiry,
        )?);
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
    let mut facts = equations(ssa);
    facts.extend(ssa.conditions().map(|condition| condition.term.clone()));
    let atoms = scope.bits.iter().map(|bit| ssa.after(&bit.term)).collect();
    decide_goal(
        scope,
        facts,
        atoms,
        ssa.after(condition),
        &|variable| vec![version(variable, 0), ssa.last(variable)],
        settings,
        enquiry,
    )
}

/// F of a goal and of its negation over those of `atoms` that have to do with it, under `facts` and
/// what the types say of the versions that `versions` names.
fn decide_goal(
    scope: &Scope,
    mut facts: Vec<Term>,
    mut atoms: Vec<Term>,
    goal: Term,
    versions: &dyn Fn(&Variable) -> Vec<Variable>,
    settings: &Settings,
    enquiry: &mut Enquiry<'_>,
) -> Result<Decision, Error> {
    let bits: Vec<usize> = (0..atoms.len()).collect();
    atoms.push(goal.clone());
    let all = Context { facts, atoms };
    let related = Components::new(&all).related(bits.len(), &bits);
    let mut atoms: Vec<Term> = related.iter().map(|&at| all.atoms[at].clone()).collect();
    atoms.push(goal);
    // What is a predicate itself needs no cubes of others.
    for (at, bit) in related.iter().enumerate() {
        if atoms[at] == atoms[related.len()] {
            return Ok(Decision {
                positive: vec![Cube::new(vec![Literal::positive(*bit)])],
                negative: vec![Cube::new(vec![Literal::negative(*bit)])],
                decided: Decided::Everywhere,
                counts: Counts::default(),
            });
        }
    }
    facts = all.facts;
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
    let mut facts = equations(ssa);
    facts.extend(ssa.conditions().map(|condition| condition.term.clone()));
    let first = |variable: &Variable| vec![version(variable, 0)];
    let both = |variable: &Variable| vec![version(variable, 0), ssa.last(variable)];
    let before = scope.range_facts(&atoms[..bits], &first);
    let mut types = scope.range_facts(facts.iter().chain(&atoms), &both);
    if encoding == Encoding::WeakestPrecondition {
        let unfold = |terms: &[Term]| terms.iter().map(|term| ssa.unfold(term)).collect();
        (facts, types, atoms) = (unfold(&facts), unfold(&types), unfold(&atoms));
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

fn equations(ssa: &SsaBlock) -> Vec<Term> {
    ssa.equations()
        .map(|(target, value)| Term::equal(Term::variable(target), value.clone()))
        .collect()
}
