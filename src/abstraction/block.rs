//! The questions a basic block raises: its conditions, its effect on the bits, its branch.

use super::components::Components;
use super::config::{Conditions, Encoding, Settings};
use super::cube::Cover;
use super::scope::Scope;
use super::session::{Counts, Session};
use super::step::{Decided, StepQuestion, Target, decide, decide_by_minterms};
use crate::logic::{Term, Variable};
use crate::smt::{Context, Error, Oracle};
use crate::ssa::{SsaBlock, version};

/// How many bits minterms are enumerated over; beyond, conditions are decided by cubes, which is as
/// sound and finds less.
const MOST_FOR_MINTERMS: usize = 14;

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
    oracle: &mut dyn Oracle,
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
            oracle,
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
    oracle: &mut dyn Oracle,
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
        oracle,
    )
}

/// F of a goal and of its negation over all `atoms`, under `facts` and what the types say of the
/// versions that `versions` names.
fn decide_goal(
    scope: &Scope,
    mut facts: Vec<Term>,
    mut atoms: Vec<Term>,
    goal: Term,
    versions: &dyn Fn(&Variable) -> Vec<Variable>,
    settings: &Settings,
    oracle: &mut dyn Oracle,
) -> Result<Decision, Error> {
    let bits: Vec<usize> = (0..atoms.len()).collect();
    atoms.push(goal);
    let types = scope.range_facts(facts.iter().chain(&atoms), versions);
    facts.extend(types);
    let context = Context { facts, atoms };
    let related = Components::new(&context).related(bits.len(), &bits);
    let mut session = Session::open(oracle, &context)?;
    let (positive, negative, decided) = match settings.control {
        Conditions::PosNeg if related.len() <= MOST_FOR_MINTERMS => {
            decide_by_minterms(&mut session, &related, bits.len())?
        }
        Conditions::PosNeg | Conditions::Branch | Conditions::Predicates => {
            let limit = settings.max_cube.literals();
            decide(&mut session, &related, bits.len(), limit)?
        }
    };
    Ok(Decision {
        positive,
        negative,
        decided,
        counts: session.counts(),
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
    let types = scope.range_facts(facts.iter().chain(&atoms), &both);
    facts.extend(types);
    if encoding == Encoding::WeakestPrecondition {
        facts = facts.iter().map(|fact| ssa.unfold(fact)).collect();
        atoms = atoms.iter().map(|atom| ssa.unfold(atom)).collect();
    }
    facts.retain(|fact| !fact.is_bool(true));
    StepQuestion {
        context: Context { facts, atoms },
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
