//! Every concrete run is matched, block by block, by the Boolean program of each method.
//!
//! The interpreter runs a program; at the start of each block the predicates have truth values.
//! The Boolean program, stepped by its own interpreter, must be able to go from the block before
//! to this one with exactly these values, and to fail where the run fails.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "referee/generate/mod.rs"]
mod generate;
mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sabs::abstraction::{
    Abstraction, Blocks, Conditions, Config, Correlation, CubeLimit, Encoding, Engine, Method,
    Points, Settings, abstract_program,
};
use sabs::bp::control::{Control, Point as BoolPoint, ProcedureId};
use sabs::bp::interpret::{Machine, State, Step as BoolStep};
use sabs::bp::{Identifier, lower};
use sabs::flow::{FlowProgram, FlowSubprogram, SubprogramId, with_large_blocks};
use sabs::interpret::{Limits, Outcome, Place, RandomEnvironment, Start, Step, run};
use sabs::logic::{Arithmetic, Comparison, Sort, Term};
use sabs::pipeline::{Unit, read};
use sabs::predicate::{Grain, Predicate, PredicateSet, Seed, seeded, with_results};
use sabs::reach::{self, Question, reach};
use sabs::smt::{Integers, Solver, SolverProcess, SolverSettings};
use sabs::source::{SourceFile, Sources};
use support::solver;

/// What the run shows at the start of a block.
struct Arrival {
    depth: usize,
    procedure: ProcedureId,
    label: String,
    /// The truth value of each variable of the Boolean program that stands for a predicate.
    bits: Vec<(usize, bool)>,
}

/// Follows a run through a Boolean program.
struct Follower<'a> {
    flow: &'a FlowProgram,
    abstraction: &'a Abstraction,
    control: &'a Control,
    machine: Machine<'a>,
    /// Per open call, the states it may be in.
    frames: Vec<BTreeSet<State>>,
    last_label: Vec<String>,
}

impl<'a> Follower<'a> {
    fn new(flow: &'a FlowProgram, abstraction: &'a Abstraction, control: &'a Control) -> Self {
        Follower {
            flow,
            abstraction,
            control,
            machine: Machine::new(control),
            frames: Vec::new(),
            last_label: Vec::new(),
        }
    }

    /// The arrival a step is, if it is the first of its block.
    fn arrival(&self, step: &Step<'_>) -> Option<Arrival> {
        let subprogram = step.point.subprogram_of(self.flow);
        let block = subprogram.block(step.point.block);
        let first = if block.statements.is_empty() {
            Place::Terminator
        } else {
            Place::Statement(0)
        };
        if step.point.place != first {
            return None;
        }
        let number = match step.point.subprogram {
            Some(SubprogramId(id)) => id,
            None => u32::try_from(self.flow.subprograms.len()).unwrap(),
        };
        let procedure = ProcedureId(number);
        let control = self.control.procedure(procedure);
        let own = |owner: &Option<_>| owner.as_ref().is_none_or(|name| *name == control.name);
        let bits = self
            .abstraction
            .meanings
            .iter()
            .filter(|meaning| own(&meaning.procedure))
            .map(|meaning| {
                let mut names = control.variables.iter();
                let slot = names.position(|name| *name == meaning.variable).unwrap();
                (slot, step.state.evaluate(&meaning.term).as_bool())
            })
            .collect();
        Some(Arrival {
            depth: step.depth,
            procedure,
            label: format!("at_{}", step.point.block.0),
            bits,
        })
    }

    /// Moves on to the arrival.
    fn follow(&mut self, arrival: &Arrival) -> Result<(), String> {
        let starts: BTreeSet<State> = if self.frames.is_empty() {
            self.entry(arrival)
        } else if arrival.depth == self.frames.len() {
            self.enter(arrival)
        } else {
            while self.frames.len() > arrival.depth + 1 {
                self.leave();
            }
            let current = self.frames.pop().unwrap();
            let before = self.last_label.pop().unwrap();
            // A block without statements of its own shares its statement with the next one.
            let shared = before != arrival.label;
            let here = current.iter().filter(|s| shared && self.is_at(s, arrival));
            let mut found: BTreeSet<State> = here.cloned().collect();
            found.extend(self.until(&current, arrival));
            found
        };
        if starts.is_empty() {
            return Err(format!(
                "no way to {} of {} with {:?}",
                arrival.label,
                self.control.procedure(arrival.procedure).name,
                arrival.bits
            ));
        }
        self.frames.push(starts);
        self.last_label.push(arrival.label.clone());
        Ok(())
    }

    /// The state in which `main` begins.
    fn entry(&self, arrival: &Arrival) -> BTreeSet<State> {
        let variables = self.control.procedure(arrival.procedure).variables.len();
        let mut values = vec![false; variables];
        for (slot, value) in &arrival.bits {
            values[*slot] = *value;
        }
        let point = self.control.points().find(|point| {
            point.procedure == arrival.procedure && self.has_label(*point, &arrival.label)
        });
        BTreeSet::from([State {
            point: point.unwrap(),
            values,
        }])
    }

    /// A call: the caller stays where it calls, a frame begins.
    fn enter(&mut self, arrival: &Arrival) -> BTreeSet<State> {
        let caller = self.frames.last().unwrap().clone();
        let mut calling = BTreeSet::new();
        let mut inside = BTreeSet::new();
        for state in self.spread(&caller) {
            for step in self.machine.steps(&state) {
                if let BoolStep::Enters(inner) = step {
                    let single = BTreeSet::from([inner.clone()]);
                    let mut arrived = self.until(&single, arrival);
                    if self.is_at(&inner, arrival) {
                        arrived.insert(inner);
                    }
                    if !arrived.is_empty() {
                        calling.insert(state.clone());
                        inside.extend(arrived);
                    }
                }
            }
        }
        *self.frames.last_mut().unwrap() = calling;
        inside
    }

    /// A return: the caller goes on behind its call.
    fn leave(&mut self) {
        let callee = self.frames.pop().unwrap();
        self.last_label.pop();
        let mut exits = BTreeSet::new();
        for state in self.spread(&callee) {
            for step in self.machine.steps(&state) {
                if let BoolStep::Leaves(exit) = step {
                    exits.insert(exit);
                }
            }
        }
        let callers = self.frames.pop().unwrap();
        let resumed = callers
            .iter()
            .flat_map(|caller| {
                exits
                    .iter()
                    .filter_map(|exit| self.machine.resume(caller, exit))
            })
            .collect();
        self.frames.push(resumed);
        // Behind the call no block has begun yet.
        *self.last_label.last_mut().unwrap() = String::new();
    }

    /// Whether the assertion with this label can fail from here.
    fn can_fail(&self, label: &str) -> bool {
        self.spread(self.frames.last().unwrap())
            .iter()
            .any(|state| {
                self.has_label(state.point, label)
                    && self.machine.steps(state).contains(&BoolStep::Fails)
            })
    }

    /// The states from which an arrival is one step, not passing the start of another block.
    fn spread(&self, from: &BTreeSet<State>) -> BTreeSet<State> {
        let mut seen = from.clone();
        let mut open: Vec<State> = from.iter().cloned().collect();
        while let Some(state) = open.pop() {
            for step in self.machine.steps(&state) {
                if let BoolStep::Goes(next) = step
                    && !self.begins_block(next.point)
                    && seen.insert(next.clone())
                {
                    open.push(next);
                }
            }
        }
        seen
    }

    fn until(&self, from: &BTreeSet<State>, arrival: &Arrival) -> BTreeSet<State> {
        let mut found = BTreeSet::new();
        for state in self.spread(from) {
            for step in self.machine.steps(&state) {
                if let BoolStep::Goes(next) = step
                    && self.is_at(&next, arrival)
                {
                    found.insert(next);
                }
            }
        }
        // A state behind a call may stand at the start of the next block already.
        let fresh = from.iter().filter(|s| !self.begins_block_before(s));
        found.extend(fresh.filter(|s| self.is_at(s, arrival)).cloned());
        found
    }

    /// Whether the state is one in which a block was already begun; after a return it is not.
    fn begins_block_before(&self, _: &State) -> bool {
        self.last_label
            .last()
            .is_some_and(|label| !label.is_empty())
    }

    fn is_at(&self, state: &State, arrival: &Arrival) -> bool {
        state.point.procedure == arrival.procedure
            && self.has_label(state.point, &arrival.label)
            && arrival
                .bits
                .iter()
                .all(|(slot, value)| state.values[*slot] == *value)
    }

    fn has_label(&self, point: BoolPoint, label: &str) -> bool {
        let mut labels = self.control.node(point).labels.iter();
        labels.any(|found| found.as_str() == label)
    }

    fn begins_block(&self, point: BoolPoint) -> bool {
        let mut labels = self.control.node(point).labels.iter();
        labels.any(|label| label.as_str().starts_with("at_"))
    }
}

/// Predicates over the first variables of each scope, of the kinds that matter: sign, order, parity.
fn invented(flow: &FlowProgram, unit: &Unit) -> PredicateSet {
    let mut predicates: Vec<Predicate> = Vec::new();
    let zero = || Term::int(0);
    let mut add = |scope: Option<SubprogramId>, term: Term| {
        let name = term.to_string();
        let known = |p: &Predicate| p.name == name && (p.scope.is_none() || p.scope == scope);
        if !predicates.iter().any(known) {
            predicates.push(Predicate {
                name,
                term,
                scope,
                span: flow.main.span,
            });
        }
    };
    let over = |variables: Vec<&sabs::flow::FlowVariable>| -> Vec<Term> {
        let mut terms = Vec::new();
        let terms_of: Vec<Term> = variables
            .iter()
            .map(|v| Term::variable(&v.variable))
            .collect();
        for term in terms_of.iter().take(3) {
            terms.push(match term.sort() {
                Sort::Bool => term.clone(),
                Sort::Int => Term::compare(Comparison::Greater, term.clone(), zero()),
                Sort::Array(_) => continue,
            });
        }
        let integers: Vec<&Term> = terms_of.iter().filter(|t| t.sort() == Sort::Int).collect();
        if let [first, .., last] = integers.as_slice() {
            let (a, b) = ((*first).clone(), (*last).clone());
            terms.push(Term::compare(Comparison::LessEqual, a.clone(), b));
            let half = Term::arithmetic(Arithmetic::Modulo, a, Term::int(2));
            terms.push(Term::equal(half, zero()));
        }
        terms
    };
    for term in over(flow.globals.iter().collect()).into_iter().take(2) {
        add(None, term);
    }
    // Explicit states are as many as bits allow: where there are many procedures, each has few.
    let (own, mixed) = if flow.subprograms.len() > 3 {
        (2, 2)
    } else {
        (3, 9)
    };
    for (id, subprogram) in (0..).map(SubprogramId).zip(&flow.subprograms) {
        for written in unit.predicates.of_subprogram(id).take(2) {
            add(Some(id), written.term.clone());
        }
        for term in over(subprogram.variables().collect()).into_iter().take(own) {
            add(Some(id), term);
        }
        if let (Some(global), Some(local)) = (integer(&flow.globals), first_formal(subprogram))
            && id.0 < mixed
        {
            add(Some(id), Term::compare(Comparison::Less, global, local));
        }
    }
    PredicateSet::new(predicates)
}

fn integer(variables: &[sabs::flow::FlowVariable]) -> Option<Term> {
    let mut found = variables.iter().filter(|v| v.variable.sort == Sort::Int);
    found.next().map(|v| Term::variable(&v.variable))
}

fn first_formal(subprogram: &FlowSubprogram) -> Option<Term> {
    let formals: Vec<_> = subprogram
        .formals
        .iter()
        .map(|f| f.variable.clone())
        .collect();
    integer(&formals)
}

fn settings() -> Vec<Settings> {
    let make = |method, max_cube, correlation, encoding| Settings {
        method,
        max_cube,
        correlation,
        encoding,
        ..Settings::default()
    };
    let (sat, wp) = (Encoding::Satisfiability, Encoding::WeakestPrecondition);
    vec![
        make(
            Method::Direct,
            CubeLimit::AtMost(3),
            Correlation::Constrain,
            sat,
        ),
        make(
            Method::Direct,
            CubeLimit::AtMost(1),
            Correlation::Choose,
            sat,
        ),
        make(
            Method::Cartesian,
            CubeLimit::AtMost(2),
            Correlation::Choose,
            wp,
        ),
        Settings {
            method: Method::Adaptive,
            control: Conditions::PosNeg,
            blocks: Blocks::Large,
            ..Settings::default()
        },
    ]
}

/// Further ways, of which each program is judged by two: all of them by all programs would take too
/// long.
fn further_settings() -> Vec<(Settings, Integers)> {
    let defaults = Settings::default();
    let cartesian = Settings {
        method: Method::Cartesian,
        ..defaults
    };
    let exact = |settings| (settings, Integers::Exact);
    vec![
        exact(Settings {
            engine: Engine::Table,
            max_cube: CubeLimit::All,
            ..defaults
        }),
        exact(Settings {
            post_literals: Some(CubeLimit::AtMost(2)),
            ..cartesian
        }),
        exact(Settings {
            control: Conditions::Predicates,
            ..cartesian
        }),
        exact(Settings {
            blocks: Blocks::Large,
            ..defaults
        }),
        exact(Settings {
            method: Method::Adaptive,
            post_literals: Some(CubeLimit::All),
            max_cube: CubeLimit::All,
            ..defaults
        }),
        exact(Settings {
            encoding: Encoding::WeakestPrecondition,
            ..defaults
        }),
        (cartesian, Integers::Bits),
        exact(Settings {
            control: Conditions::PosNeg,
            max_cube: CubeLimit::AtMost(0),
            ..cartesian
        }),
    ]
}

/// Follows some runs of one program under every method; says what could not be followed, and how
/// many blocks were.
fn follow_program(
    (number, name, text): (usize, &str, &str),
    command: &str,
    runs: u64,
    failures: &mut Vec<String>,
) -> usize {
    let mut sources = Sources::default();
    sources.add(SourceFile::new(name, text));
    let unit = read(&sources).unwrap_or_else(|wrong| panic!("{name}: {wrong:?}"));
    let predicates = invented(&unit.flow, &unit);
    let mut blocks = 0;
    let further = further_settings();
    let turn = |at: usize| further[(2 * number + at) % further.len()];
    let always = settings().into_iter().map(|s| (s, Integers::Exact));
    let mut ways: Vec<(Settings, Integers)> = always.chain([turn(0), turn(1)]).collect();
    if text.contains(" Run_") || name.starts_with("generated_") {
        // Packages of many subprograms take long: one way each.
        ways = vec![ways[number % ways.len()]];
    }
    for (settings, integers) in ways {
        // The run is followed through the blocks that the abstraction sees.
        let flow = with_large_blocks(&unit.flow, &|_| settings.blocks == Blocks::Large);
        let config = Config {
            settings: Settings {
                blocks: Blocks::Basic,
                ..settings
            },
            points: Points::Labelled,
            ..Config::default()
        };
        let mut oracle = SolverProcess::with(
            Solver::named(command),
            SolverSettings {
                integers,
                ..SolverSettings::default()
            },
        );
        let guards = |_| match settings.control {
            Conditions::Predicates => BTreeSet::from([Seed::Guards]),
            Conditions::Branch | Conditions::PosNeg => BTreeSet::new(),
        };
        let predicates = seeded(&predicates, &flow, &guards, Grain::Whole, &mut oracle).unwrap();
        // Explicit states are as many as bits allow.
        let more = with_results(&predicates, &flow);
        let predicates = if more.len() <= predicates.len() + 3 {
            more
        } else {
            predicates
        };
        let abstraction = abstract_program(&flow, &predicates, &config, &mut oracle).unwrap();
        let control = lower(&abstraction.program).unwrap();
        let mut explored = reach(&abstraction.program, &reach::Config::default()).unwrap();
        for seed in 0..runs {
            let mut follower = Follower::new(&flow, &abstraction, &control);
            let mut problem = None;
            let outcome = run(
                &flow,
                Start::Main,
                &mut RandomEnvironment::new(seed),
                Limits { steps: 400 },
                &mut |step| {
                    if problem.is_none()
                        && let Some(arrival) = follower.arrival(&step)
                    {
                        problem = follower.follow(&arrival).err();
                        blocks += 1;
                    }
                },
            );
            if let (None, Outcome::Failed { check, .. }) = (&problem, &outcome) {
                let label = check.to_string();
                let question = Question::Fails {
                    procedure: None,
                    label: Identifier::new(&label),
                };
                let targets = explored.resolve(&question).unwrap();
                if !follower.can_fail(&label) {
                    problem = Some(format!("{check} fails, but not in the Boolean program"));
                } else if !explored.is_reachable(&targets).unwrap() {
                    problem = Some(format!("{check} fails, but would be proved"));
                }
            }
            if let Some(problem) = problem {
                failures.push(format!("{name}, {settings:?}, seed {seed}: {problem}"));
                break;
            }
        }
    }
    blocks
}

fn judge(programs: &[(String, String)], runs: u64) {
    let Some(command) = solver("z3") else {
        return;
    };
    let mut failures = Vec::new();
    let mut blocks = 0;
    for (number, (name, text)) in programs.iter().enumerate() {
        let program = (number, name.as_str(), text.as_str());
        blocks += follow_program(program, &command, runs, &mut failures);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(
        blocks > 20 * programs.len(),
        "only {blocks} blocks were followed"
    );
}

/// The Ada programs of a folder.
fn programs_in(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "adb"))
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect()
}

/// How a run ends, without where: blocks have other numbers when they are large.
fn ending(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Failed { check, .. } => format!("{check} fails"),
        Outcome::Assumption { span, .. } => format!("assumption {span:?}"),
        Outcome::Unanswered { .. } => "unanswered".to_owned(),
        Outcome::Returned { .. } | Outcome::OutOfSteps => format!("{outcome:?}"),
    }
}

#[test]
fn large_blocks_run_as_small_ones_do() {
    let mut smaller = 0;
    for (name, text) in programs_in("tests/gnat") {
        let mut sources = Sources::default();
        sources.add(SourceFile::new(&name, &text));
        let unit = read(&sources).unwrap_or_else(|wrong| panic!("{name}: {wrong:?}"));
        let large = with_large_blocks(&unit.flow, &|_| true);
        let blocks = |flow: &FlowProgram| -> usize {
            let all = flow.subprograms.iter();
            all.map(|subprogram| subprogram.blocks.len()).sum()
        };
        smaller += usize::from(blocks(&large) < blocks(&unit.flow));
        for seed in 0..30 {
            let end = |flow: &FlowProgram| {
                let mut environment = RandomEnvironment::new(seed);
                let limits = Limits { steps: 100_000 };
                ending(&run(
                    flow,
                    Start::Main,
                    &mut environment,
                    limits,
                    &mut |_| {},
                ))
            };
            assert_eq!(end(&large), end(&unit.flow), "{name}, seed {seed}");
        }
    }
    assert!(smaller > 10, "only {smaller} programs have fewer blocks");
}

#[test]
fn runs_of_our_programs_are_matched() {
    let programs = programs_in("tests/gnat");
    judge(&programs, 8);
}

#[test]
fn runs_of_the_examples_are_matched() {
    let mut programs = programs_in("spark-examples/proved");
    programs.extend(programs_in("spark-examples/unknown"));
    let golden = programs_in("tests/golden/bp").into_iter();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/bp");
    let stands_alone = |name: &str| !folder.join(name).with_extension("ads").exists();
    programs.extend(golden.filter(|(name, _)| stands_alone(name)));
    // A body whose contracts stand in its specification is read without them: other programs.
    judge(&programs, 30);
}

#[test]
fn runs_of_generated_programs_are_matched() {
    let count = std::env::var("SABS_SOAK").map_or(3, |n| 3 * n.parse::<u64>().unwrap_or(1));
    let programs: Vec<(String, String)> = (0..count)
        .map(|seed| {
            (
                format!("generated_{seed}.adb"),
                generate::package("Generated", seed),
            )
        })
        .collect();
    judge(&programs, 4);
}
