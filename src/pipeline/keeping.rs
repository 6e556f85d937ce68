//! Conclusions as text and back. What is read is about the program at hand, or it is nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::conclusion::Conclusion;
use crate::certify::{Decision, Proof, Relation, Station, SubprogramProof};
use crate::flow::{BlockId, FlowProgram, FlowSubprogram, SubprogramId};
use crate::interpret::{Answer, Place, Point};
use crate::logic::{Sort, Term};
use crate::proof::{Evidence, Invariant, InvariantKind};
use crate::refine::Script;
use crate::report::Statistics;
use crate::source::{FileId, Span};
use crate::verdict::{Arrival, CheckId, Reason, Verdict};

/// Verdicts that hold of the program whenever it is looked at. What depends on the moment, as on the
/// time that was left, has no word here, and a conclusion with it is not kept.
const VERDICTS: [(&str, Verdict); 12] = [
    ("proved", Verdict::Proved(Arrival::Possible)),
    ("unreachable", Verdict::Proved(Arrival::Unreachable)),
    ("violated", Verdict::Violated),
    ("weak", Verdict::Unknown(Reason::PredicatesTooWeak)),
    ("no predicate", Verdict::Unknown(Reason::NoNewPredicate)),
    ("limit", Verdict::Unknown(Reason::Limit)),
    ("lost", Verdict::Unknown(Reason::RestsOnLost)),
    ("contracts", Verdict::Unknown(Reason::RestsOnContracts)),
    ("not replayed", Verdict::Unknown(Reason::NotConfirmed)),
    ("too long", Verdict::Unknown(Reason::RunTooLong)),
    ("gave up", Verdict::Unknown(Reason::SolverGaveUp)),
    ("not certified", Verdict::Unknown(Reason::NotCertified)),
];

const KINDS: [InvariantKind; 3] = [
    InvariantKind::Loop,
    InvariantKind::Entry,
    InvariantKind::Summary,
];

/// The conclusion as text; `None` if a term in it is too deep to be written.
pub(super) fn write(conclusion: &Conclusion) -> Option<String> {
    let word = |verdict: &Verdict| VERDICTS.iter().find(|(_, known)| known == verdict);
    let verdicts: Option<Vec<&str>> = conclusion
        .verdicts
        .iter()
        .map(|verdict| word(verdict).map(|(word, _)| *word))
        .collect();
    let runs: Option<Vec<Json>> = conclusion
        .runs
        .iter()
        .map(|(check, script)| Some(json!([check.0, script_text(script)?])))
        .collect();
    let proofs: Option<Vec<Json>> = conclusion
        .proofs
        .iter()
        .map(|(checks, evidence)| proof_text(checks, evidence))
        .collect();
    let unseen: Option<Vec<Json>> = conclusion.unseen.iter().map(station_text).collect();
    let counts = conclusion.statistics;
    let whole = json!({
        "verdicts": verdicts?,
        "runs": runs?,
        "proofs": proofs?,
        "unseen": unseen?,
        "iterations": counts.iterations,
        "predicates": counts.predicates,
        "questions": counts.questions,
        "from_models": counts.from_models,
        "unanswered": counts.unanswered,
        "preimages": counts.preimages,
        "seeded": counts.seeded,
    });
    Some(whole.to_string())
}

/// The conclusion, if the text is one about this program.
pub(super) fn read(text: &str, flow: &FlowProgram) -> Option<Conclusion> {
    let whole: Json = serde_json::from_str(text).ok()?;
    let word = |json: &Json| {
        let word = json.as_str()?;
        let known = VERDICTS.iter().find(|(known, _)| *known == word);
        known.map(|(_, verdict)| *verdict)
    };
    let verdicts = read_list(&whole["verdicts"], word)?;
    if verdicts.len() != flow.checks.len() {
        return None;
    }
    let run = |json: &Json| {
        let [check, script] = json.as_array()?.as_slice() else {
            return None;
        };
        Some((read_check(check, flow)?, read_list(script, read_answer)?))
    };
    let runs: BTreeMap<CheckId, Script> = read_list(&whole["runs"], run)?.into_iter().collect();
    let proofs = read_list(&whole["proofs"], |json| read_proof(json, flow))?;
    let unseen = read_list(&whole["unseen"], read_station)?;
    let number = |name: &str| whole[name].as_u64();
    Some(Conclusion {
        verdicts,
        runs,
        proofs,
        unseen: unseen.into_iter().collect(),
        statistics: Statistics {
            iterations: usize::try_from(number("iterations")?).ok()?,
            predicates: usize::try_from(number("predicates")?).ok()?,
            questions: number("questions")?,
            from_models: number("from_models")?,
            unanswered: number("unanswered")?,
            preimages: number("preimages")?,
            seeded: number("seeded")?,
            ..Statistics::default()
        },
    })
}

fn read_list<T>(json: &Json, read: impl Fn(&Json) -> Option<T>) -> Option<Vec<T>> {
    json.as_array()?.iter().map(read).collect()
}

fn read_check(json: &Json, flow: &FlowProgram) -> Option<CheckId> {
    let number = u32::try_from(json.as_u64()?).ok()?;
    ((number as usize) < flow.checks.len()).then_some(CheckId(number))
}

fn script_text(script: &[Answer]) -> Option<Json> {
    let answer = |answer: &Answer| match answer {
        Answer::Choice(way) => Some(json!({ "choice": way })),
        Answer::Value(value) => Term::constant(value).to_notation(),
    };
    script
        .iter()
        .map(answer)
        .collect::<Option<_>>()
        .map(Json::Array)
}

fn read_answer(json: &Json) -> Option<Answer> {
    let way = &json["choice"];
    if way.is_null() {
        Term::from_notation(json)?.as_value().map(Answer::Value)
    } else {
        usize::try_from(way.as_u64()?).ok().map(Answer::Choice)
    }
}

fn station_text(station: &Station) -> Option<Json> {
    let point = station.point;
    let statement = match point.place {
        Place::Statement(number) => Some(number),
        Place::Terminator => None,
    };
    let (subprogram, block) = (point.subprogram.map(|id| id.0), point.block.0);
    let guard = station.guard.to_notation()?;
    Some(json!([subprogram, block, statement, guard]))
}

fn read_station(json: &Json) -> Option<Station> {
    let [subprogram, block, statement, guard] = json.as_array()?.as_slice() else {
        return None;
    };
    let number = |json: &Json| u32::try_from(json.as_u64()?).ok();
    let point = Point {
        subprogram: if subprogram.is_null() {
            None
        } else {
            Some(SubprogramId(number(subprogram)?))
        },
        block: BlockId(number(block)?),
        place: if statement.is_null() {
            Place::Terminator
        } else {
            Place::Statement(number(statement)? as usize)
        },
    };
    Some(Station {
        point,
        guard: read_condition(guard)?,
    })
}

fn proof_text(checks: &BTreeSet<CheckId>, evidence: &Evidence) -> Option<Json> {
    let Evidence { proof, invariants } = evidence;
    let checks: Vec<u32> = checks.iter().map(|check| check.0).collect();
    let subprograms: Option<Vec<Json>> = proof.subprograms.iter().map(part_text).collect();
    let invariants: Option<Vec<Json>> = invariants.iter().map(invariant_text).collect();
    Some(json!({
        "checks": checks,
        "subprograms": subprograms?,
        "main": part_text(&proof.main)?,
        "invariants": invariants?,
    }))
}

fn read_proof(json: &Json, flow: &FlowProgram) -> Option<(BTreeSet<CheckId>, Evidence)> {
    let checks = read_list(&json["checks"], |json| read_check(json, flow))?;
    let parts = json["subprograms"].as_array()?;
    if parts.len() != flow.subprograms.len() {
        return None;
    }
    let subprograms: Option<Vec<SubprogramProof>> = parts
        .iter()
        .zip(&flow.subprograms)
        .map(|(part, subprogram)| read_part(part, subprogram))
        .collect();
    let proof = Proof {
        subprograms: subprograms?,
        main: read_part(&json["main"], &flow.main)?,
    };
    let invariants = read_list(&json["invariants"], read_invariant)?;
    Some((checks.into_iter().collect(), Evidence { proof, invariants }))
}

fn part_text(part: &SubprogramProof) -> Option<Json> {
    let blocks: Option<Vec<Json>> = part.blocks.iter().map(relation_text).collect();
    Some(json!({
        "entry": relation_text(&part.entry)?,
        "blocks": blocks?,
        "summary": relation_text(&part.summary)?,
    }))
}

fn read_part(json: &Json, subprogram: &FlowSubprogram) -> Option<SubprogramProof> {
    let blocks = read_list(&json["blocks"], read_relation)?;
    (blocks.len() == subprogram.blocks.len()).then_some(SubprogramProof {
        entry: read_relation(&json["entry"])?,
        blocks,
        summary: read_relation(&json["summary"])?,
    })
}

fn relation_text(relation: &Relation) -> Option<Json> {
    let (decisions, root) = relation.parts();
    let decision = |decision: &Decision| {
        let condition = decision.condition.to_notation()?;
        Some(json!([condition, decision.on_true, decision.on_false]))
    };
    let decisions: Option<Vec<Json>> = decisions.iter().map(decision).collect();
    Some(json!([decisions?, root]))
}

fn read_relation(json: &Json) -> Option<Relation> {
    let [decisions, root] = json.as_array()?.as_slice() else {
        return None;
    };
    let number = |json: &Json| usize::try_from(json.as_u64()?).ok();
    let decision = |json: &Json| {
        let [condition, on_true, on_false] = json.as_array()?.as_slice() else {
            return None;
        };
        Some(Decision {
            condition: read_condition(condition)?,
            on_true: number(on_true)?,
            on_false: number(on_false)?,
        })
    };
    Relation::checked(read_list(decisions, decision)?, number(root)?)
}

fn read_condition(json: &Json) -> Option<Term> {
    Term::from_notation(json).filter(|term| term.sort() == Sort::Bool)
}

fn invariant_text(invariant: &Invariant) -> Option<Json> {
    let clauses: Option<Vec<Json>> = invariant.clauses.iter().map(Term::to_notation).collect();
    let Span { file, start, end } = invariant.span;
    Some(json!({
        "kind": invariant.kind.name(),
        "subprogram": invariant.subprogram.0,
        "span": [file.0, start, end],
        "clauses": clauses?,
    }))
}

fn read_invariant(json: &Json) -> Option<Invariant> {
    let number = |json: &Json| u32::try_from(json.as_u64()?).ok();
    let kind = json["kind"].as_str()?;
    let [file, start, end] = json["span"].as_array()?.as_slice() else {
        return None;
    };
    Some(Invariant {
        kind: KINDS.into_iter().find(|known| known.name() == kind)?,
        subprogram: SubprogramId(number(&json["subprogram"])?),
        span: Span {
            file: FileId(number(file)?),
            start: number(start)?,
            end: number(end)?,
        },
        clauses: read_list(&json["clauses"], read_condition)?,
    })
}
