//! Proofs are confirmed where they are proofs, and refused where they were broken: by a wrong
//! invariant, by a check that does not hold, by a Boolean program that lacks a transition.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
#[path = "referee/generate/mod.rs"]
mod generate;
mod support;

use std::collections::BTreeSet;
use std::path::Path;

use sabs::abstraction::{Abstraction, Config, Points, Wishes, abstract_program};
use sabs::bp::{Expr, Identifier, Statement, StatementKind};
use sabs::certify::{Certifier, Proof, Refusal, Relation, certifiers, certify};
use sabs::end::End;
use sabs::flow::{FlowProgram, SubprogramId};
use sabs::interpret::{Limits, Outcome, RandomEnvironment, Start, run};
use sabs::logic::{Comparison, Sort, Term, Variable};
use sabs::pipeline::{Iteration, Options, Preference, Properties, Search, Unit, read, verify};
use sabs::predicate::{Grain, Seed, seeded, with_ghosts};
use sabs::proof::extract;
use sabs::reach::{self, Question, reach};
use sabs::smt::{Answer, Context, Error, Literal, Oracle, Possibility, SolverProcess, StateAnswer};
use sabs::source::{SourceFile, Sources};
use sabs::verdict::{CheckId, Verdict};

/// The given predicates and no others.
const GIVEN_ONLY: Options = Options {
    refinements: 0,
    effort: 1,
    deadline: End::NEVER,
    end: None,
    wanted: None,
    wanted_properties: None,
    search: Search::Ways,
    preference: Preference::Predicates,
    properties: Properties::LeftOut,
    recalls: false,
};

/// z3 and cvc5, where the referees are there.
fn solvers() -> Option<Vec<Certifier>> {
    let z3 = support::solver("z3")?;
    support::solver("cvc5")?;
    let found = certifiers(Some(&z3), None).unwrap();
    assert_eq!(found.len(), 2, "z3 and cvc5");
    Some(found)
}

fn unit(path: &Path) -> (Unit, Sources) {
    let sources = front::Front::read_file(path).sources;
    (read(&sources).unwrap(), sources)
}

fn text_unit(text: &str) -> Unit {
    let mut sources = Sources::default();
    sources.add(SourceFile::new("p.adb", text));
    read(&sources).unwrap()
}

fn config(unit: &Unit) -> Config {
    Config {
        points: Points::Labelled,
        ..Config::new(&unit.program, Wishes::default()).unwrap()
    }
}

/// The abstraction by the predicates written and by the program's own conditions.
fn abstraction(unit: &Unit, z3: &str) -> Abstraction {
    let mut oracle = SolverProcess::new(z3);
    let given = with_ghosts(&unit.predicates, &unit.flow);
    let own = |_| BTreeSet::from([Seed::Checks, Seed::Guards]);
    let all = seeded(&given, &unit.flow, &own, Grain::Atoms, &mut oracle).unwrap();
    abstract_program(&unit.flow, &all, &config(unit), &mut oracle).unwrap()
}

fn checks(flow: &FlowProgram) -> BTreeSet<CheckId> {
    (0..).map(CheckId).take(flow.checks.len()).collect()
}

/// The checks that fail in some of many runs.
fn failing(flow: &FlowProgram) -> BTreeSet<CheckId> {
    let mut found = BTreeSet::new();
    for seed in 0..400 {
        let mut environment = RandomEnvironment::new(seed);
        let limits = Limits { steps: 2_000 };
        let outcome = run(flow, Start::Main, &mut environment, limits, &mut |_| {});
        if let Outcome::Failed { check, .. } = outcome {
            found.insert(check);
        }
    }
    found
}

/// What the Boolean program claims to be proved.
fn claimed(unit: &Unit, abstraction: &Abstraction) -> BTreeSet<CheckId> {
    let mut reachability = reach(&abstraction.program, &reach::Config::default()).unwrap();
    let mut holds = |id: &CheckId| {
        let question = Question::Fails {
            procedure: None,
            label: Identifier::new(&id.to_string()),
        };
        let targets = reachability.resolve(&question).unwrap();
        !reachability.is_reachable(&targets).unwrap()
    };
    let all = checks(&unit.flow).into_iter();
    all.filter(|id| holds(id)).collect()
}

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

#[test]
fn every_proved_example_is_certified_by_both_solvers() {
    let (Some(mut all), Some(z3)) = (solvers(), support::solver("z3")) else {
        return;
    };
    let mut certified = 0;
    for path in front::files("spark-examples/proved", "adb") {
        let (unit, sources) = unit(&path);
        let mut oracle = SolverProcess::new(&z3);
        let report = verify(
            &unit,
            &sources,
            &config(&unit),
            GIVEN_ONLY,
            &mut oracle,
            &mut all,
            &mut |_: &Iteration<'_>| {},
        )
        .unwrap();
        let certificate = report.certificate.unwrap();
        for (check, verdict) in &report.checks {
            let is_proved = matches!(verdict, Verdict::Proved(_));
            assert!(is_proved, "{}: {check:?}", path.display());
        }
        assert_eq!(certificate.warnings(), Vec::<String>::new());
        assert_eq!(certificate.certified.len(), report.checks.len());
        for (solver, confirmed) in &certificate.confirmed {
            assert_eq!(*confirmed, certificate.obligations, "{solver}");
        }
        certified += certificate.certified.len();
    }
    assert!(certified > 40, "{certified}");
}

/// `X = 2 * Y` holds all the time, and the check rests on it.
const LOOP: &str = "
procedure P (N : in Natural) is
   X : Natural := 0;
   Y : Natural := 0;
   --% predicate X = 2 * Y;
   --% predicate Y <= 100;
begin
   while Y < 100 and Y < N loop
      X := X + 2;
      Y := Y + 1;
   end loop;
   pragma Assert (X = 2 * Y);
end P;
";

fn head(flow: &FlowProgram) -> (SubprogramId, usize) {
    let id = SubprogramId(0);
    let blocks = &flow.subprogram(id).blocks;
    let is_head = |block: &sabs::flow::BasicBlock| block.role != sabs::flow::BlockRole::Plain;
    (id, blocks.iter().position(is_head).unwrap())
}

#[test]
fn an_invariant_that_is_needed_cannot_be_left_out() {
    let (Some(mut all), Some(z3)) = (solvers(), support::solver("z3")) else {
        return;
    };
    let unit = text_unit(LOOP);
    let abstraction = abstraction(&unit, &z3);
    let proof = extract(&unit.flow, &abstraction).unwrap().proof;
    let claims = claimed(&unit, &abstraction);
    let assertion = unit
        .flow
        .checks
        .iter()
        .position(|c| c.condition == "X = 2 * Y");
    let assertion = CheckId(u32::try_from(assertion.unwrap()).unwrap());
    let whole = certify(&unit.flow, &proof, &claims, &mut all);
    assert_eq!(whole.certified, claims);
    assert!(claims.contains(&assertion));
    let (id, at) = head(&unit.flow);

    let mut weaker = proof.clone();
    weaker.of_mut(Some(id)).blocks[at] = Relation::always();
    let found = certify(&unit.flow, &weaker, &claims, &mut all);
    assert!(found.refused.contains_key(&assertion), "{found:?}");

    // A wrong one is given up, and with it what rests on it.
    let variable = |name: &str| Term::variable(&Variable::new(name, Sort::Int));
    let wrong = Term::compare(Comparison::Greater, variable("X"), Term::int(3));
    for wrong in [Relation::never(), Relation::of(wrong)] {
        let mut stronger = proof.clone();
        stronger.of_mut(Some(id)).blocks[at] = wrong;
        let found = certify(&unit.flow, &stronger, &claims, &mut all);
        assert!(found.refused.contains_key(&assertion), "{found:?}");
        assert!(!found.dropped.is_empty());
    }
    // What the proof does not show is refused, whoever claims it.
    let nothing = Proof::nothing(&unit.flow);
    let found = certify(&unit.flow, &nothing, &claims, &mut all);
    assert!(found.refused.contains_key(&assertion));
}

/// Says the same to everything.
struct Parrot(Possibility);

impl Oracle for Parrot {
    fn begin(&mut self, _: &Context) -> Result<(), Error> {
        Ok(())
    }

    fn ask(&mut self, _: &[Literal]) -> Result<Answer, Error> {
        Ok(match self.0 {
            Possibility::Possible => Answer::Satisfiable(Vec::new()),
            Possibility::Impossible => Answer::Unsatisfiable(Vec::new()),
            Possibility::Unknown => Answer::Unknown("it is a bird".to_owned()),
        })
    }

    fn ask_state(&mut self, _: &[Literal]) -> Result<StateAnswer, Error> {
        Ok(StateAnswer::Unknown("it is a bird".to_owned()))
    }
}

#[test]
fn nothing_rests_on_what_solvers_dispute() {
    let Some(z3) = support::solver("z3") else {
        return;
    };
    let unit = text_unit(LOOP);
    let abstraction = abstraction(&unit, &z3);
    let proof = extract(&unit.flow, &abstraction).unwrap().proof;
    let claims = claimed(&unit, &abstraction);
    let with = |said: Possibility| {
        let mut both = certifiers(Some(&z3), None).unwrap();
        both.truncate(1);
        both.push(Certifier::new("parrot".to_owned(), Box::new(Parrot(said))));
        certify(&unit.flow, &proof, &claims, &mut both)
    };
    let disputed = with(Possibility::Possible);
    assert!(!disputed.disagreements.is_empty());
    assert!(!disputed.warnings().is_empty());
    assert_eq!(disputed.certified, BTreeSet::new());
    // Who says nothing contradicts nobody; who says yes to everything is caught where z3 says no.
    assert_eq!(with(Possibility::Unknown).certified, claims);
    let all = checks(&unit.flow);
    let mut both = certifiers(Some(&z3), None).unwrap();
    both.truncate(1);
    both.push(Certifier::new(
        "parrot".to_owned(),
        Box::new(Parrot(Possibility::Impossible)),
    ));
    let nothing = Proof::nothing(&unit.flow);
    let found = certify(&unit.flow, &nothing, &all, &mut both);
    assert!(!found.disagreements.is_empty());
    assert!(found.certified.len() < all.len());
}

/// A name that obligations invent would, in an invariant, tie the values of different moments
/// together: what holds of the one would be known of the other.
#[test]
fn a_proof_speaks_of_the_program_alone() {
    let Some(z3) = support::solver("z3") else {
        return;
    };
    let unit = text_unit(LOOP);
    let all = checks(&unit.flow);
    let mut one = certifiers(Some(&z3), None).unwrap();
    one.truncate(1);
    let nothing = Proof::nothing(&unit.flow);
    let without = certify(&unit.flow, &nothing, &all, &mut one);
    for number in 1..8 {
        for name in ["X", "Y", "part"] {
            let mut proof = Proof::nothing(&unit.flow);
            let foreign = Variable::new(&format!("{name}@{number}"), Sort::Int);
            let said = Term::equal(Term::variable(&foreign), Term::int(3));
            for block in &mut proof.subprograms[0].blocks {
                *block = Relation::of(said.clone());
            }
            let found = certify(&unit.flow, &proof, &all, &mut one);
            let refusals = found.dropped.iter().map(|failure| failure.refusal);
            assert!(refusals.clone().count() > 0);
            assert!(refusals.clone().all(|refusal| refusal == Refusal::Foreign));
            assert_eq!(found.certified, without.certified);
        }
    }
}

/// Breaks one part of a proof.
fn broken(flow: &FlowProgram, proof: &Proof, dice: &mut Dice) -> Proof {
    let mut proof = proof.clone();
    let subprograms = flow.subprograms.len();
    let at = dice.below(subprograms + 1);
    let id = (at < subprograms).then(|| SubprogramId(u32::try_from(at).unwrap()));
    let part = proof.of_mut(id);
    let blocks = part.blocks.len();
    let other = part.blocks[dice.below(blocks)].clone();
    let relation = match dice.below(blocks + 2) {
        0 => &mut part.entry,
        1 => &mut part.summary,
        at => &mut part.blocks[at - 2],
    };
    *relation = match dice.below(4) {
        0 => Relation::always(),
        1 | 2 => Relation::never(),
        _ => other,
    };
    proof
}

#[test]
fn no_broken_proof_certifies_what_fails() {
    let Some(z3) = support::solver("z3") else {
        return;
    };
    let mut one = certifiers(Some(&z3), None).unwrap();
    one.truncate(1);
    let mut dice = Dice(7);
    let mut refused = 0;
    for path in front::files("spark-examples/violated", "adb") {
        let (unit, _) = unit(&path);
        let fails = failing(&unit.flow);
        let all = checks(&unit.flow);
        let abstraction = abstraction(&unit, &z3);
        let proof = extract(&unit.flow, &abstraction).unwrap().proof;
        for _ in 0..8 {
            let mut worse = proof.clone();
            for _ in 0..=dice.below(3) {
                worse = broken(&unit.flow, &worse, &mut dice);
            }
            let certificate = certify(&unit.flow, &worse, &all, &mut one);
            let wrong: Vec<_> = certificate.certified.intersection(&fails).collect();
            assert!(wrong.is_empty(), "{}: {wrong:?}", path.display());
            refused += fails.len();
        }
    }
    assert!(refused > 60, "{refused}");
}

/// Every way to spoil one statement of a Boolean program: what is assigned is a constant, what is
/// tested is never so.
fn spoiled(body: &[Statement]) -> Vec<Vec<Statement>> {
    let mut found = Vec::new();
    for at in 0..body.len() {
        let mut with = |kind: StatementKind| {
            let mut body = body.to_vec();
            body[at].kind = kind;
            found.push(body);
        };
        match &body[at].kind {
            StatementKind::Assign {
                targets, values, ..
            } => {
                with(StatementKind::Skip);
                for value in [false, true] {
                    with(StatementKind::Assign {
                        targets: targets.clone(),
                        values: vec![Expr::Constant(value); values.len()],
                        constrain: None,
                    });
                }
            }
            StatementKind::Assume(_) => with(StatementKind::Assume(Expr::Constant(false))),
            StatementKind::While { condition, body } => {
                with(StatementKind::While {
                    condition: Expr::Constant(false),
                    body: body.clone(),
                });
                for inner in spoiled(body) {
                    with(StatementKind::While {
                        condition: condition.clone(),
                        body: inner,
                    });
                }
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for way in 0..branches.len() {
                    let mut less = branches.clone();
                    less[way].0 = Expr::Constant(false);
                    with(StatementKind::If {
                        branches: less,
                        otherwise: otherwise.clone(),
                    });
                    for inner in spoiled(&branches[way].1) {
                        let mut changed = branches.clone();
                        changed[way].1 = inner;
                        with(StatementKind::If {
                            branches: changed,
                            otherwise: otherwise.clone(),
                        });
                    }
                }
            }
            StatementKind::Skip
            | StatementKind::Call { .. }
            | StatementKind::Assert(_)
            | StatementKind::Goto(_)
            | StatementKind::Return(_) => {}
        }
    }
    found
}

#[test]
fn a_lost_transition_is_noticed() {
    let Some(z3) = support::solver("z3") else {
        return;
    };
    let mut one = certifiers(Some(&z3), None).unwrap();
    one.truncate(1);
    let mut dice = Dice(11);
    let mut caught = 0;
    for path in front::files("spark-examples/violated", "adb") {
        let (unit, _) = unit(&path);
        let fails = failing(&unit.flow);
        let good = abstraction(&unit, &z3);
        for (at, procedure) in good.program.procedures.iter().enumerate() {
            let mut ways = spoiled(&procedure.body);
            while ways.len() > 6 {
                ways.swap_remove(dice.below(ways.len()));
            }
            for body in ways {
                let mut bad = good.clone();
                bad.program.procedures[at].body = body;
                let claims = claimed(&unit, &bad);
                let wrong: BTreeSet<CheckId> = claims.intersection(&fails).copied().collect();
                if wrong.is_empty() {
                    continue;
                }
                let proof = extract(&unit.flow, &bad).unwrap().proof;
                let certificate = certify(&unit.flow, &proof, &claims, &mut one);
                let refused = wrong.iter().all(|id| certificate.refused.contains_key(id));
                assert!(refused, "{}: {wrong:?}", path.display());
                caught += wrong.len();
            }
        }
    }
    assert!(caught >= 20, "{caught}");
}

/// What follows from the blocks alone is true of every run, and so is what follows from proofs that
/// were made up.
#[test]
fn runs_of_generated_programs_agree() {
    let Some(z3) = support::solver("z3") else {
        return;
    };
    let mut one = certifiers(Some(&z3), None).unwrap();
    one.truncate(1);
    let mut dice = Dice(13);
    let batches: u64 = std::env::var("SABS_SOAK").map_or(1, |count| count.parse().unwrap());
    let (mut certified, mut refused) = (0, 0);
    for seed in 0..2 * batches {
        let unit = text_unit(&generate::package("p", 1_000 + seed));
        let fails = failing(&unit.flow);
        let nothing = Proof::nothing(&unit.flow);
        let all = checks(&unit.flow);
        for made_up in [nothing.clone(), broken(&unit.flow, &nothing, &mut dice)] {
            let certificate = certify(&unit.flow, &made_up, &all, &mut one);
            let wrong: Vec<_> = certificate.certified.intersection(&fails).collect();
            assert!(wrong.is_empty(), "{seed}: {wrong:?}");
            certified += certificate.certified.len();
            refused += certificate.refused.len();
        }
    }
    assert!(certified > 40 && refused > 40, "{certified}, {refused}");
}
