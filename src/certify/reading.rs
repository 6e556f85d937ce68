//! What else a confirmed proof says.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;

use super::judge::{Certifier, judge};
use super::obligation::{Claim, Obligation, Station, obligations};
use super::proof::{Proof, Relation, at_entry};
use super::types::type_facts;
use crate::flow::{FlowProgram, FlowSubprogram};
use crate::interpret::{Place, Point};
use crate::logic::{Sort, Term, Variable};

/// Those of the stations that no run comes to, as far as a proof tells that has been
/// [confirmed](super::certify) without anything being dropped from it.
pub fn unreachable(
    program: &FlowProgram,
    proof: &Proof,
    stations: &BTreeSet<Station>,
    certifiers: &mut [Certifier],
) -> BTreeSet<Station> {
    // Of a place that does not exist nothing would be owed.
    let exists = |station: &&Station| exists(program, &station.point);
    let stations: Vec<Station> = stations.iter().filter(exists).cloned().collect();
    let mut owed = obligations(program, proof, &BTreeSet::new(), &stations);
    owed.retain(|obligation| matches!(obligation.claim, Claim::Unreachable(_)));
    let mut found: BTreeSet<Station> = stations.iter().cloned().collect();
    for (obligation, judgement) in owed.iter().zip(judge(&owed, certifiers)) {
        if let Claim::Unreachable(number) = obligation.claim
            && judgement.refusal().is_some()
        {
            found.remove(&stations[number]);
        }
    }
    found
}

fn exists(program: &FlowProgram, point: &Point) -> bool {
    let subprogram = match point.subprogram {
        None => Some(&program.main),
        Some(id) => program.subprograms.get(id.0 as usize),
    };
    let block = subprogram.and_then(|found| found.blocks.get(point.block.0 as usize));
    block.is_some_and(|block| match point.place {
        Place::Statement(number) => number < block.statements.len(),
        Place::Terminator => true,
    })
}

/// Whether all these terms follow from what the proof says at their places, and from the types.
pub fn follow(
    program: &FlowProgram,
    proof: &Proof,
    told: &[(Claim, Term)],
    certifiers: &mut [Certifier],
) -> bool {
    let mut owed = Vec::new();
    for (claim, goal) in told {
        let Some((subprogram, relation)) = relation(program, proof, *claim) else {
            return false;
        };
        let mut facts = Vec::new();
        let mut invented = 0;
        let mut name = || {
            invented += 1;
            Variable::new(&format!("part@{invented}"), Sort::Bool)
        };
        let known = relation.term(&|variable| Term::variable(variable), &mut name, &mut facts);
        facts.push(known);
        let types = type_facts(facts.iter().chain([goal]), &ranges(program, subprogram));
        facts.extend(types);
        owed.push(Obligation {
            subprogram: String::new(),
            block: None,
            claim: *claim,
            facts,
            goal: goal.clone(),
        });
    }
    let judged = judge(&owed, certifiers);
    judged.iter().all(|judgement| judgement.refusal().is_none())
}

fn relation<'a>(
    program: &'a FlowProgram,
    proof: &'a Proof,
    claim: Claim,
) -> Option<(&'a FlowSubprogram, &'a Relation)> {
    let (id, relation) = match claim {
        Claim::Check(_) | Claim::Unreachable(_) => return None,
        Claim::Block(id, block) => (id, proof.of(id).blocks.get(block.0 as usize)?),
        Claim::Entry(id) => (Some(id), &proof.of(Some(id)).entry),
        Claim::Summary(id) => (Some(id), &proof.of(Some(id)).summary),
    };
    let subprogram = id.map_or(&program.main, |id| program.subprogram(id));
    Some((subprogram, relation))
}

/// The ranges of a subprogram's variables and the unit's, now and at the entry.
fn ranges(
    program: &FlowProgram,
    subprogram: &FlowSubprogram,
) -> BTreeMap<Variable, (BigInt, BigInt)> {
    let variables = program.globals.iter().chain(subprogram.variables());
    let ranged = variables.filter_map(|known| Some((&known.variable, known.range.clone()?)));
    ranged
        .flat_map(|(variable, range)| {
            [
                (variable.clone(), range.clone()),
                (at_entry(variable), range),
            ]
        })
        .collect()
}
