//! Which candidates stay, and which of them a proof rests on: judged by trying every state.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use quickcheck::{Arbitrary, Gen, QuickCheck};

use super::super::houdini::{AT_ONCE, Candidate, Conjectures, Limits, Patience, inductive};
use super::super::support::support;
use crate::logic::{
    Arithmetic, Binder, Comparison, Quantifier, Sort, Term, Value, Variable, evaluate,
};
use crate::smt::{
    Answer, Application, Clause, Context, Error, ExhaustiveOracle, HornSystem, Literal, Oracle,
    StateAnswer,
};

const LIMITS: Limits = Limits {
    patience: Patience::Much,
    effort: 10,
    at_once: AT_ONCE,
};
const LOW: i64 = 0;
const HIGH: i64 = 3;

fn place(name: &str) -> Variable {
    Variable::new(name, Sort::Int)
}

/// Two relations of two numbers each, clauses between them, and what may hold of them.
#[derive(Debug, Clone)]
struct System {
    system: HornSystem,
    candidates: Conjectures,
}

fn term(g: &mut Gen) -> Term {
    let variable = *g.choose(&["P", "Q"]).unwrap_or(&"P");
    let variable = Term::variable(&place(variable));
    let number = Term::int(i64::from(u8::arbitrary(g) % 4));
    match u8::arbitrary(g) % 3 {
        0 => number,
        1 => variable,
        _ => {
            let way = *g
                .choose(&[Arithmetic::Add, Arithmetic::Subtract])
                .unwrap_or(&Arithmetic::Add);
            Term::arithmetic(way, variable, Term::int(i64::from(u8::arbitrary(g) % 2)))
        }
    }
}

fn condition(g: &mut Gen) -> Term {
    let ways = [
        Comparison::Less,
        Comparison::LessEqual,
        Comparison::Equal,
        Comparison::NotEqual,
    ];
    let way = *g.choose(&ways).unwrap_or(&Comparison::Less);
    Term::compare(way, term(g), term(g))
}

impl Arbitrary for System {
    fn arbitrary(g: &mut Gen) -> System {
        let places = vec![place("P"), place("Q")];
        let own = |relation: usize| Application {
            relation,
            arguments: places.iter().map(Term::variable).collect(),
        };
        let range = |term: &Term| Term::between(term, Term::int(LOW), Term::int(HIGH));
        let typed: Vec<Term> = places.iter().map(Term::variable).collect();
        let typed: Vec<Term> = typed.iter().map(range).collect();
        let mut clauses = Vec::new();
        for _ in 0..2 + usize::arbitrary(g) % 4 {
            // What a relation is about stays in a small range, as what types say does.
            let arguments = vec![term(g), term(g)];
            let mut conditions = typed.clone();
            conditions.extend(arguments.iter().map(range));
            if bool::arbitrary(g) {
                conditions.push(condition(g));
            }
            let relation = usize::arbitrary(g) % 2;
            let premises = (0..usize::arbitrary(g) % 3).map(|_| own(usize::arbitrary(g) % 2));
            clauses.push(Clause {
                premises: premises.collect(),
                conditions,
                conclusion: Some(Application {
                    relation,
                    arguments,
                }),
            });
        }
        for relation in 0..2 {
            let mut conditions = typed.clone();
            conditions.push(condition(g));
            clauses.push(Clause {
                premises: vec![own(relation)],
                conditions,
                conclusion: None,
            });
        }
        let mut of = Vec::new();
        for _ in 0..2 {
            let all: BTreeSet<Term> = (0..4).map(|_| condition(g)).collect();
            of.push(
                all.into_iter()
                    .filter(|one| one.as_value().is_none())
                    .collect(),
            );
        }
        System {
            system: HornSystem {
                relations: vec![places.clone(), places],
                clauses,
            },
            candidates: Conjectures { of },
        }
    }
}

type State = BTreeMap<Variable, Value>;

fn states() -> Vec<State> {
    let numbers = || (LOW..=HIGH).map(|number| Value::Int(BigInt::from(number)));
    let pairs = numbers().flat_map(|p| numbers().map(move |q| (p.clone(), q)));
    pairs
        .map(|(p, q)| BTreeMap::from([(place("P"), p), (place("Q"), q)]))
        .collect()
}

fn holds(term: &Term, state: &State) -> bool {
    evaluate(term, &|variable| state[variable].clone()).as_bool()
}

/// Whether a term follows from a clause and from what is known of its premises; `None` stands for
/// what must not be.
fn follows(
    system: &HornSystem,
    clause: &Clause,
    known: &dyn Fn(usize) -> Vec<Term>,
    wanted: Option<&Term>,
) -> bool {
    let applied = |application: &Application, term: &Term| {
        let places = system.relations[application.relation].iter().cloned();
        let values = places.zip(application.arguments.iter().cloned()).collect();
        term.substitute(&values)
    };
    let mut facts = clause.conditions.clone();
    for premise in &clause.premises {
        facts.extend(known(premise.relation).iter().map(|t| applied(premise, t)));
    }
    let conclusion = clause.conclusion.as_ref().zip(wanted);
    let wanted = conclusion.map(|(application, term)| applied(application, term));
    states().iter().all(|state| {
        let is_met = facts.iter().all(|fact| holds(fact, state));
        !is_met || wanted.as_ref().is_some_and(|wanted| holds(wanted, state))
    })
}

/// The slow twin: as long as a candidate does not follow from all others, it goes.
fn slowly(system: &HornSystem, candidates: &Conjectures) -> Vec<Vec<Term>> {
    let mut live = candidates.of.clone();
    loop {
        let before = live.clone();
        for clause in &system.clauses {
            let Some(conclusion) = &clause.conclusion else {
                continue;
            };
            let all = live.clone();
            let known = |relation: usize| all[relation].clone();
            live[conclusion.relation].retain(|term| follows(system, clause, &known, Some(term)));
        }
        if live == before {
            return live;
        }
    }
}

fn left(given: &System) -> Conjectures {
    left_by(given, &mut ExhaustiveOracle::new(LOW, HIGH))
}

fn left_by(given: &System, oracle: &mut dyn Oracle) -> Conjectures {
    left_within(given, LIMITS, oracle)
}

fn left_within(given: &System, limits: Limits, oracle: &mut dyn Oracle) -> Conjectures {
    let nothing = Conjectures::none(given.system.relations.len());
    let (system, mut left) = (&given.system, given.candidates.clone());
    let found = inductive(system, &nothing, &mut left, limits, oracle);
    found.expect("it answers");
    left
}

/// The clauses that say what must not be.
fn aims(system: &HornSystem) -> Vec<Vec<usize>> {
    let is_aim = |at: &usize| system.clauses[*at].conclusion.is_none();
    let all = (0..system.clauses.len()).filter(is_aim);
    all.map(|at| vec![at]).collect()
}

fn supported(
    system: &HornSystem,
    invariants: &Conjectures,
    oracle: &mut dyn Oracle,
) -> (BTreeSet<Candidate>, BTreeSet<usize>) {
    let aims = aims(system);
    let asked: Vec<&[usize]> = aims.iter().map(Vec::as_slice).collect();
    support(system, invariants, &asked, oracle).expect("it answers")
}

/// Answers nothing where something ranges over values.
struct Plain {
    oracle: ExhaustiveOracle,
    is_lost: bool,
}

impl Oracle for Plain {
    fn begin(&mut self, context: &Context) -> Result<(), Error> {
        let mut all = context.facts.iter().chain(&context.atoms);
        self.is_lost = all.any(Term::has_binder);
        if self.is_lost {
            return Ok(());
        }
        self.oracle.begin(context)
    }

    fn ask(&mut self, assumptions: &[Literal]) -> Result<Answer, Error> {
        if self.is_lost {
            return Ok(Answer::Unknown("it is lost".to_owned()));
        }
        self.oracle.ask(assumptions)
    }

    fn ask_state(&mut self, _: &[Literal]) -> Result<StateAnswer, Error> {
        Ok(StateAnswer::Unknown("nobody asks for states".to_owned()))
    }
}

// forall clauses, candidates. a condition on all values of a range that says nothing takes nothing
// away, even from a solver that understands no such condition
#[test]
fn what_needs_no_quantifier_is_found_beside_one() {
    let law = |given: System| {
        let ranges = Binder::new(
            "K",
            Term::variable(&place("P")),
            Term::variable(&place("Q")),
        );
        let least = Term::variable(&ranges.variable);
        let body = Term::compare(Comparison::LessEqual, least, Term::int(HIGH));
        let says_nothing = Term::quantified(Quantifier::ForAll, ranges, body);
        assert!(says_nothing.has_binder());
        let mut beside = given.clone();
        for clause in &mut beside.system.clauses {
            clause.conditions.push(says_nothing.clone());
        }
        let mut oracle = Plain {
            oracle: ExhaustiveOracle::new(LOW, HIGH),
            is_lost: false,
        };
        let invariants = left(&given);
        let (_, shown) = supported(
            &given.system,
            &invariants,
            &mut ExhaustiveOracle::new(LOW, HIGH),
        );
        left_by(&beside, &mut oracle).of == invariants.of
            && supported(&beside.system, &invariants, &mut oracle).1 == shown
    };
    QuickCheck::new().quickcheck(law as fn(System) -> bool);
}

/// Answers nothing where much is asked about at once.
struct Overwhelmed {
    oracle: ExhaustiveOracle,
    is_lost: bool,
}

impl Oracle for Overwhelmed {
    fn begin(&mut self, context: &Context) -> Result<(), Error> {
        // Of one candidate there is a switch and what it says.
        self.is_lost = context.atoms.len() > 2;
        self.oracle.begin(context)
    }

    fn ask(&mut self, assumptions: &[Literal]) -> Result<Answer, Error> {
        if self.is_lost {
            return Ok(Answer::Unknown("it is too much".to_owned()));
        }
        self.oracle.ask(assumptions)
    }

    fn ask_state(&mut self, _: &[Literal]) -> Result<StateAnswer, Error> {
        Ok(StateAnswer::Unknown("nobody asks for states".to_owned()))
    }
}

// forall clauses, candidates. however many they are, those that hold are left, even by a solver that
// is soon overwhelmed
#[test]
fn many_candidates_are_no_harder_than_few() {
    let law = |given: System| {
        let mut oracle = Overwhelmed {
            oracle: ExhaustiveOracle::new(LOW, HIGH),
            is_lost: false,
        };
        let limits = Limits {
            at_once: 1,
            ..LIMITS
        };
        left_within(&given, limits, &mut oracle).of == left(&given).of
    };
    QuickCheck::new().quickcheck(law as fn(System) -> bool);
}

// forall clauses, candidates. what is left is what the slow twin leaves
#[test]
fn what_is_left_is_inductive_and_nothing_else_is() {
    let law = |given: System| left(&given).of == slowly(&given.system, &given.candidates);
    QuickCheck::new().quickcheck(law as fn(System) -> bool);
}

// forall clauses, candidates, aims. what is shown follows from what is needed for it, which follows
// from itself; and what is not shown does not even follow from everything that is left
#[test]
fn what_is_needed_is_enough() {
    let law = |given: System| {
        let invariants = left(&given);
        let system = &given.system;
        let mut oracle = ExhaustiveOracle::new(LOW, HIGH);
        let (needed, shown) = supported(system, &invariants, &mut oracle);
        let all = |relation: usize| invariants.of[relation].clone();
        let few = |relation: usize| {
            let own = needed.iter().filter(|(of, _)| *of == relation);
            let own = own.map(|(of, number): &Candidate| invariants.of[*of][*number].clone());
            own.collect::<Vec<Term>>()
        };
        let is_closed = needed.iter().all(|(relation, number)| {
            let term = &invariants.of[*relation][*number];
            let concluding = system.clauses.iter().filter(|clause| {
                let conclusion = clause.conclusion.as_ref();
                conclusion.is_some_and(|conclusion| conclusion.relation == *relation)
            });
            let mut concluding = concluding;
            concluding.all(|clause| follows(system, clause, &few, Some(term)))
        });
        let is_right = aims(system).iter().enumerate().all(|(number, aim)| {
            let clause = &system.clauses[aim[0]];
            if shown.contains(&number) {
                follows(system, clause, &few, None)
            } else {
                !follows(system, clause, &all, None)
            }
        });
        is_closed && is_right
    };
    QuickCheck::new().quickcheck(law as fn(System) -> bool);
}
