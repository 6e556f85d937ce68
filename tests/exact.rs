//! Theorem 1 of the YASM paper on whole programs: whatever the exact reading of an abstraction calls
//! true or false is so of the program itself, of which every state is tried.
//!
//! Formulas speak of what holds on arrival at a block. Between two arrivals the Boolean program has
//! as many statements as it likes, so the formulas are those that do not count them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod concrete;
mod front;
mod support;
mod tiny;

use std::collections::BTreeSet;

use concrete::Concrete;
use sabs::abstraction::{
    Abstraction, Config as Abstracting, Correlation, CubeLimit, Method, Points, Settings,
    abstract_program,
};
use sabs::bp::control::Control;
use sabs::bp::{Identifier, lower};
use sabs::exact::{Answer, Atom, Checker, Config, Ctl, Reading};
use sabs::interpret::RandomEnvironment;
use sabs::pipeline::{Unit, read};
use sabs::predicate::{Grain, PredicateSet, Seed, seeded};
use sabs::smt::{Solver, SolverProcess, SolverSettings};
use support::solver;
use tiny::Tiny;

/// Programs with more states are passed over.
const MAX_STATES: usize = 4_000;
const PACKAGES: u64 = 24;
const FORMULAS: usize = 12;

/// How many packages are generated; `SABS_SOAK=N` makes it N times as many.
fn packages() -> u64 {
    let times = std::env::var("SABS_SOAK").ok();
    let times: Option<u64> = times.and_then(|text| text.parse().ok());
    PACKAGES * times.unwrap_or(1).max(1)
}

fn ways() -> [Settings; 4] {
    let defaults = Settings::default();
    [
        defaults,
        Settings {
            correlation: Correlation::Choose,
            ..defaults
        },
        Settings {
            method: Method::Cartesian,
            max_cube: CubeLimit::AtMost(2),
            ..defaults
        },
        Settings {
            max_cube: CubeLimit::AtMost(1),
            ..defaults
        },
    ]
}

/// What may be said of a program: arrivals at blocks, with the bits that are known there.
struct Vocabulary {
    places: Vec<(Atom, Vec<Atom>)>,
}

impl Vocabulary {
    fn new(control: &Control, abstraction: &Abstraction) -> Vocabulary {
        let mut places = Vec::new();
        for procedure in &control.procedures {
            // Where two blocks share a statement, arrivals cannot be told apart.
            let labelled = procedure.nodes.iter().filter(|node| node.labels.len() == 1);
            let arrivals = labelled.filter(|node| node.labels[0].as_str().starts_with("at_"));
            if procedure.name.as_str() == "main" {
                continue;
            }
            let own = |owner: &Option<Identifier>| {
                owner.as_ref().is_none_or(|name| *name == procedure.name)
            };
            let bits = abstraction.meanings.iter();
            let bits = bits.filter(|meaning| own(&meaning.procedure));
            let bits: Vec<Atom> = bits
                .map(|meaning| Atom::Variable {
                    procedure: Some(procedure.name.clone()),
                    name: meaning.variable.clone(),
                })
                .collect();
            for node in arrivals {
                let at = Atom::At {
                    procedure: Some(procedure.name.clone()),
                    label: node.labels[0].clone(),
                };
                places.push((at, bits.clone()));
            }
        }
        Vocabulary { places }
    }

    /// Arrival at some block, perhaps with a bit; or the failure of something.
    fn event(&self, random: &mut RandomEnvironment) -> Ctl {
        if self.places.is_empty() || random.below(10) == 0 {
            return Ctl::Atom(Atom::FailsAny);
        }
        let (at, bits) = &self.places[random.below(self.places.len())];
        let at = Ctl::Atom(at.clone());
        if bits.is_empty() || random.below(4) == 0 {
            return at;
        }
        let bit = Ctl::Atom(bits[random.below(bits.len())].clone());
        let bit = if random.below(2) == 0 {
            bit
        } else {
            Ctl::not(bit)
        };
        Ctl::and(at, bit)
    }

    fn formula(&self, random: &mut RandomEnvironment, depth: usize) -> Ctl {
        let event = self.event(random);
        let inner = if depth == 0 {
            Ctl::Constant(true)
        } else {
            self.formula(random, depth - 1)
        };
        match random.below(7) {
            0 => Ctl::exists_eventually(Ctl::and(event, inner)),
            1 => Ctl::all_always(Ctl::implies(event, Ctl::not(inner))),
            2 => Ctl::all_eventually(Ctl::and(event, inner)),
            3 => Ctl::exists_until(Ctl::not(self.event(random)), Ctl::and(event, inner)),
            4 => Ctl::all_until(Ctl::not(self.event(random)), Ctl::and(event, inner)),
            5 => Ctl::exists_always(Ctl::not(Ctl::and(event, inner))),
            _ => Ctl::all_always(Ctl::implies(event, inner)),
        }
    }
}

struct Judge {
    oracle: SolverProcess,
    definite: [usize; 2],
    inconclusive: usize,
    /// How often an answer that few predicates gave was lost with more of them.
    lost: usize,
}

impl Judge {
    /// What an abstraction says of the formulas, each compared with what is so.
    fn answers(
        &mut self,
        (unit, concrete, name): (&Unit, &Concrete<'_>, &str),
        predicates: &PredicateSet,
        settings: Settings,
        formulas: Option<&[Ctl]>,
        random: &mut RandomEnvironment,
    ) -> (Vec<Ctl>, Vec<Option<bool>>) {
        let config = Abstracting {
            settings,
            points: Points::Labelled,
            ..Abstracting::default()
        };
        let abstraction =
            abstract_program(&unit.flow, predicates, &config, &mut self.oracle).unwrap();
        let control = lower(&abstraction.program).unwrap();
        let formulas = formulas.map_or_else(
            || {
                let vocabulary = Vocabulary::new(&control, &abstraction);
                (0..FORMULAS)
                    .map(|at| vocabulary.formula(random, at % 3))
                    .collect()
            },
            <[Ctl]>::to_vec,
        );
        let exact = Config {
            reading: Reading::Abstraction,
            ..Config::default()
        };
        let mut checker = Checker::new(&control, &exact).unwrap();
        let mut answers = Vec::new();
        for formula in &formulas {
            let answer = match checker.check(formula).unwrap() {
                Answer::True(_) => Some(true),
                Answer::False(_) => Some(false),
                Answer::Inconclusive(_) => None,
            };
            match answer {
                None => self.inconclusive += 1,
                Some(value) => {
                    self.definite[usize::from(value)] += 1;
                    let truth = concrete.holds(formula, &abstraction.meanings);
                    assert_eq!(
                        value, truth,
                        "{name}, {settings:?}: {formula}\n{}",
                        abstraction.program
                    );
                }
            }
            answers.push(answer);
        }
        (formulas, answers)
    }
}

fn judge(seeds: impl Iterator<Item = u64>) {
    let Some(command) = solver("z3") else {
        return;
    };
    let settings = SolverSettings::default();
    let mut judge = Judge {
        oracle: SolverProcess::with(Solver::named(&command), settings),
        definite: [0, 0],
        inconclusive: 0,
        lost: 0,
    };
    let mut programs = 0;
    for seed in seeds {
        let tiny = Tiny::generate(seed);
        let name = tiny.name.to_lowercase();
        let files = [
            (format!("{name}.ads"), tiny.specification.as_str()),
            (format!("{name}.adb"), tiny.body.as_str()),
        ];
        let files: Vec<(&str, &str)> = files.iter().map(|(n, t)| (n.as_str(), *t)).collect();
        let unit = read(&front::Front::read(&files).sources).unwrap();
        let Some(concrete) = Concrete::new(&unit.flow, MAX_STATES) else {
            continue;
        };
        programs += 1;
        let mut random = RandomEnvironment::new(seed);
        let from = |_| BTreeSet::from([Seed::Checks, Seed::Guards]);
        let all = seeded(
            &unit.predicates,
            &unit.flow,
            &from,
            Grain::Whole,
            &mut judge.oracle,
        );
        let mut most = all.unwrap();
        let mut kept = 0;
        most.retain(|_| {
            kept += usize::from(random.below(3) > 0 && kept < 5);
            kept <= 4 && random.below(4) > 0
        });
        let mut fewer = most.clone();
        fewer.retain(|_| random.below(2) == 0);
        let settings = ways()[usize::try_from(seed % 4).unwrap()];
        let subject = (&unit, &concrete, &tiny.body[..]);
        let (formulas, few) = judge.answers(subject, &fewer, settings, None, &mut random);
        let (_, many) = judge.answers(subject, &most, settings, Some(&formulas), &mut random);
        // More predicates never turn an answer round: both are so of the program.
        let pairs = few.iter().zip(&many);
        judge.lost += pairs
            .filter(|(few, many)| few.is_some() && many.is_none())
            .count();
    }
    let definite: usize = judge.definite.iter().sum();
    assert!(programs > 4, "only {programs} programs were small enough");
    assert!(
        judge.definite.iter().all(|count| *count > programs),
        "false and true: {:?}, inconclusive: {}",
        judge.definite,
        judge.inconclusive
    );
    assert!(
        definite > judge.inconclusive / 2,
        "{definite} definite, {} inconclusive",
        judge.inconclusive
    );
    assert!(
        10 * judge.lost <= definite,
        "{} lost of {definite}",
        judge.lost
    );
}

#[test]
fn definite_answers_are_so_of_the_program() {
    judge((0..packages()).step_by(2));
}

/// The same for the other half, on another processor.
#[test]
fn definite_answers_are_so_of_the_program_either() {
    judge((1..packages()).step_by(2));
}
