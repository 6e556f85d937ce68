//! Laws of both methods on generated blocks, judged by the slow twins, with and without a solver.

use std::collections::BTreeSet;

use quickcheck::{Arbitrary, Gen, QuickCheck};

use super::block::{decide_conditions, step_question};
use super::config::{Correlation, CubeLimit, Encoding, Engine, Method, Settings};
use super::cube::Cover;
use super::enquiry::{Before, Enquiry, Memory};
use super::reference::{self, Transition};
use super::scope::{Bit, Home, Scope};
use super::session::Session;
use super::step::{Step, StepQuestion, decide, decide_by_minterms};
use crate::bp::Identifier;
use crate::flow::{
    BasicBlock, BlockRole, FlowProgram, FlowSubprogram, FlowVariable, Statement, StatementKind,
    Terminator,
};
use crate::logic::{Arithmetic, Comparison, Sort, Term, Variable};
use crate::smt::{ExhaustiveOracle, Literal, Oracle, SolverProcess, referees};
use crate::source::{FileId, Span};
use crate::ssa::to_ssa;

const LOW: i64 = -3;
const HIGH: i64 = 3;
const NOWHERE: Span = Span {
    file: FileId(0),
    start: 0,
    end: 0,
};

/// A block over X, Y and Z in -3 .. 3, and predicates over them.
#[derive(Debug, Clone)]
struct Sample {
    statements: Vec<StatementKind>,
    predicates: Vec<Term>,
}

fn variable(at: usize) -> Variable {
    Variable::new(["X", "Y", "Z"][at % 3], Sort::Int)
}

fn below(generator: &mut Gen, limit: usize) -> usize {
    usize::arbitrary(generator) % limit
}

fn small(generator: &mut Gen) -> Term {
    Term::int(i64::try_from(below(generator, 7)).expect("small") - 3)
}

fn operand(generator: &mut Gen) -> Term {
    match below(generator, 3) {
        0 => small(generator),
        _ => Term::variable(&variable(below(generator, 3))),
    }
}

fn expression(generator: &mut Gen) -> Term {
    let (a, b) = (operand(generator), operand(generator));
    match below(generator, 7) {
        0 => a,
        1 => Term::negate(a),
        2 => Term::absolute(a),
        3 => Term::arithmetic(Arithmetic::Add, a, b),
        4 => Term::arithmetic(Arithmetic::Subtract, a, b),
        5 => Term::arithmetic(Arithmetic::Multiply, a, Term::int(2)),
        _ => Term::arithmetic(Arithmetic::Modulo, a, Term::int(2)),
    }
}

fn condition(generator: &mut Gen) -> Term {
    let comparisons = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessEqual,
        Comparison::Greater,
        Comparison::GreaterEqual,
    ];
    let comparison = comparisons[below(generator, 6)];
    Term::compare(comparison, expression(generator), operand(generator))
}

impl Arbitrary for Sample {
    fn arbitrary(generator: &mut Gen) -> Sample {
        let mut statements: Vec<StatementKind> = (0..=below(generator, 3))
            .map(|_| StatementKind::Assign {
                target: variable(below(generator, 3)),
                value: expression(generator),
            })
            .collect();
        if below(generator, 3) == 0 {
            let at = below(generator, statements.len() + 1);
            statements.insert(at, StatementKind::Assume(condition(generator)));
        }
        let predicates = (0..=below(generator, 3))
            .map(|_| condition(generator))
            .filter(|term| !term.variables().is_empty())
            .collect();
        Sample {
            statements,
            predicates,
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Sample>> {
        let without_statement = (0..self.statements.len()).map({
            let sample = self.clone();
            move |at| {
                let mut smaller = sample.clone();
                smaller.statements.remove(at);
                smaller
            }
        });
        let without_predicate = (0..self.predicates.len()).map({
            let sample = self.clone();
            move |at| {
                let mut smaller = sample.clone();
                smaller.predicates.remove(at);
                smaller
            }
        });
        Box::new(without_statement.chain(without_predicate))
    }
}

/// As in every real program, an assignment comes after the check that its value fits.
fn with_range_check(kind: &StatementKind) -> Vec<StatementKind> {
    let mut both = vec![kind.clone()];
    if let StatementKind::Assign { value, .. } = kind {
        let fits = Term::between(value, Term::int(LOW), Term::int(HIGH));
        both.insert(0, StatementKind::Assume(fits));
    }
    both
}

impl Sample {
    fn question(&self, encoding: Encoding) -> StepQuestion {
        let (scope, block) = self.parts();
        step_question(&scope, &to_ssa(&block), Vec::new(), encoding)
    }

    /// The question with the cubes that the block's conditions, emitted before it, stop.
    fn question_after_conditions(&self, oracle: &mut dyn Oracle) -> StepQuestion {
        let (scope, block) = self.parts();
        let ssa = to_ssa(&block);
        let settings = settings(Method::Direct, CubeLimit::All, Correlation::Constrain);
        let memory = Memory::default();
        let mut enquiry = Enquiry::new(oracle, &memory);
        let decisions = decide_conditions(&scope, &ssa, &settings, &mut enquiry).unwrap();
        let excluded = decisions
            .into_iter()
            .flat_map(|decision| decision.negative)
            .collect();
        step_question(&scope, &ssa, excluded, Encoding::Satisfiability)
    }

    fn parts(&self) -> (Scope, BasicBlock) {
        let block = BasicBlock {
            labels: Vec::new(),
            role: BlockRole::Plain,
            body_of: None,
            statements: self
                .statements
                .iter()
                .flat_map(with_range_check)
                .map(|kind| Statement {
                    kind,
                    span: NOWHERE,
                })
                .collect(),
            terminator: Terminator::Return,
            span: NOWHERE,
        };
        let subprogram = FlowSubprogram {
            name: "P".to_owned(),
            formals: Vec::new(),
            locals: (0..3)
                .map(|at| FlowVariable::new(variable(at), Some((LOW.into(), HIGH.into()))))
                .collect(),
            blocks: Vec::new(),
            span: NOWHERE,
        };
        let flow = FlowProgram {
            name: "P".to_owned(),
            globals: Vec::new(),
            subprograms: Vec::new(),
            main: subprogram.clone(),
            gaps: Vec::new(),
            checks: Vec::new(),
        };
        let bits = self
            .predicates
            .iter()
            .enumerate()
            .map(|(at, term)| Bit {
                identifier: Identifier::new(&format!("b{at}")),
                text: term.to_string(),
                term: term.clone(),
                home: Home::Local,
            })
            .collect();
        (Scope::new(&flow, &subprogram, bits), block)
    }
}

fn settings(method: Method, max_cube: CubeLimit, correlation: Correlation) -> Settings {
    Settings {
        method,
        max_cube,
        correlation,
        ..Settings::default()
    }
}

fn run(question: &StepQuestion, settings: &Settings, oracle: &mut dyn Oracle) -> Step {
    let memory = Memory::default();
    let mut enquiry = Enquiry::new(oracle, &memory);
    enquiry
        .step(question, Before::OneState, settings)
        .expect("the oracle answers")
}

/// What a step allows from the valuations in `from`.
fn from(set: &BTreeSet<Transition>, from: &BTreeSet<Vec<bool>>) -> BTreeSet<Transition> {
    set.iter()
        .filter(|(before, _)| from.contains(before))
        .cloned()
        .collect()
}

/// All the laws of one sample under one oracle.
fn laws(sample: &Sample, oracle: &mut dyn Oracle) -> bool {
    let question = sample.question_after_conditions(oracle);
    let truth = reference::transitions(&question, oracle).unwrap();
    let mut consistent = reference::consistent(&question, oracle).unwrap();
    consistent.retain(|values| !question.excluded.iter().any(|cube| cube.holds(values)));
    let moving: BTreeSet<Vec<bool>> = truth.iter().map(|(before, _)| before.clone()).collect();
    let all = CubeLimit::All;
    let constrain = settings(Method::Direct, all, Correlation::Constrain);
    let choose = settings(Method::Direct, all, Correlation::Choose);
    let unbounded = settings(Method::Cartesian, all, Correlation::Choose);
    let mut allowed = |settings: &Settings| {
        let step = run(&question, settings, oracle);
        reference::allowed(&question, &step)
    };
    let direct = allowed(&constrain);
    // The direct method keeps exactly AT(P) from consistent states that pass the conditions.
    let exact = from(&direct, &consistent) == truth;
    let by_choose = from(&allowed(&choose), &moving);
    // direct-by-choose = Cartesian unbounded, as relations.
    let same = by_choose == from(&allowed(&unbounded), &moving);
    // Each coarser method contains the finer one.
    let mut finer = by_choose.clone();
    let mut chain = truth.is_subset(&by_choose);
    for limit in [2, 1, 0] {
        let bounded = settings(
            Method::Cartesian,
            CubeLimit::AtMost(limit),
            Correlation::Choose,
        );
        let coarser = from(&allowed(&bounded), &moving);
        chain &= finer.is_subset(&coarser);
        finer = coarser;
    }
    // The projection to each bit is exactly what choose allows.
    let projected = by_choose == product(&truth, question.targets.len());
    // The knob: the more bits are considered together, the less is allowed; with all of them
    // nothing but AT(P). Considering only bits that are left open loses nothing.
    let mut looser = by_choose;
    let mut knob = true;
    for count in 1..=question.targets.len().max(1) {
        let together = |method| Settings {
            post_literals: Some(CubeLimit::AtMost(count)),
            ..settings(method, all, Correlation::Constrain)
        };
        let tighter = from(&allowed(&together(Method::Cartesian)), &moving);
        knob &= truth.is_subset(&tighter) && tighter.is_subset(&looser);
        knob &= tighter == from(&allowed(&together(Method::Adaptive)), &moving);
        looser = tighter;
    }
    // It stops what a table stops, too.
    for method in [Method::Cartesian, Method::Adaptive] {
        let together = Settings {
            post_literals: Some(CubeLimit::All),
            ..settings(method, all, Correlation::Constrain)
        };
        knob &= from(&allowed(&together), &consistent) == truth;
    }
    exact && same && chain && projected && knob && looser == truth
}

/// Per state before, all combinations of what each target can become by itself.
fn product(truth: &BTreeSet<Transition>, targets: usize) -> BTreeSet<Transition> {
    let mut found = BTreeSet::new();
    for (before, _) in truth {
        for after in reference::valuations(targets) {
            let each = (0..targets).all(|at| {
                truth
                    .iter()
                    .any(|(other, values)| other == before && values[at] == after[at])
            });
            if each {
                found.insert((before.clone(), after));
            }
        }
    }
    found
}

/// forall blocks. The methods keep their promises, by exhaustive evaluation.
#[test]
fn the_methods_keep_their_promises_without_a_solver() {
    let law = |sample: Sample| laws(&sample, &mut ExhaustiveOracle::new(LOW, HIGH));
    QuickCheck::new().quickcheck(law as fn(Sample) -> bool);
}

/// forall blocks. Solvers and exhaustive evaluation lead to the same covers.
#[test]
fn solvers_lead_to_the_same_covers() {
    let mut generator = Gen::new(20);
    let mut solvers: Vec<SolverProcess> =
        referees().iter().map(|c| SolverProcess::new(c)).collect();
    for _ in 0..60 {
        let sample = Sample::arbitrary(&mut generator);
        let question = sample.question(Encoding::Satisfiability);
        for method in [Method::Direct, Method::Cartesian] {
            let settings = settings(method, CubeLimit::AtMost(3), Correlation::Constrain);
            let expected = run(&question, &settings, &mut ExhaustiveOracle::new(LOW, HIGH));
            for solver in &mut solvers {
                let found = run(&question, &settings, solver);
                assert_eq!(found.updates, expected.updates, "{sample:?}");
                assert_eq!(found.relations, expected.relations, "{sample:?}");
            }
        }
    }
}

/// forall blocks. Both engines of the direct method find the same table and come to the same covers.
#[test]
fn both_engines_lead_to_the_same_covers() {
    let law = |sample: Sample| {
        let question = sample.question(Encoding::Satisfiability);
        let with = |engine| {
            let direct = settings(Method::Direct, CubeLimit::All, Correlation::Constrain);
            let settings = Settings { engine, ..direct };
            run(&question, &settings, &mut ExhaustiveOracle::new(LOW, HIGH))
        };
        let (table, allsmt) = (with(Engine::Table), with(Engine::AllSmt));
        table.updates == allsmt.updates
            && table.relations == allsmt.relations
            && table.table == allsmt.table
            && allsmt.counts.asked <= table.counts.asked
    };
    QuickCheck::new().quickcheck(law as fn(Sample) -> bool);
}

/// forall blocks. Minterms decide a condition wherever cubes of any length do, in the same way.
#[test]
fn minterms_decide_as_cubes_of_any_length_do() {
    let law = |sample: Sample| {
        let question = sample.question(Encoding::Satisfiability);
        let mut oracle = ExhaustiveOracle::new(LOW, HIGH);
        let possible: Vec<Vec<bool>> = reference::transitions(&question, &mut oracle)
            .unwrap()
            .into_iter()
            .map(|(before, _)| before)
            .collect();
        let bits: Vec<usize> = (0..question.bits).collect();
        question.targets.iter().all(|target| {
            let mut session = Session::open(&mut oracle, &question.context).unwrap();
            let by_cubes = decide(&mut session, &bits, target.atom, usize::MAX).unwrap();
            let by_minterms = decide_by_minterms(&mut session, &bits, target.atom).unwrap();
            let holds = |cover: &Cover, values: &[bool]| cover.iter().any(|c| c.holds(values));
            by_cubes.2 == by_minterms.2
                && possible.iter().all(|values| {
                    holds(&by_cubes.0, values) == holds(&by_minterms.0, values)
                        && holds(&by_cubes.1, values) == holds(&by_minterms.1, values)
                })
        })
    };
    QuickCheck::new().quickcheck(law as fn(Sample) -> bool);
}

/// forall blocks. Substitution and equations lead to the same covers.
#[test]
fn both_encodings_lead_to_the_same_covers() {
    let law = |sample: Sample| {
        let settings = settings(Method::Cartesian, CubeLimit::AtMost(3), Correlation::Choose);
        let mut oracle = ExhaustiveOracle::new(LOW, HIGH);
        let by_equations = run(
            &sample.question(Encoding::Satisfiability),
            &settings,
            &mut oracle,
        );
        let by_substitution = run(
            &sample.question(Encoding::WeakestPrecondition),
            &settings,
            &mut oracle,
        );
        by_equations.updates == by_substitution.updates
    };
    QuickCheck::new().quickcheck(law as fn(Sample) -> bool);
}

/// forall blocks, limits. Every cube reported is a prime implicant, and together they hold in the
/// same consistent states as all prime implicants do.
#[test]
fn covers_are_made_of_all_prime_implicants() {
    let law = |sample: Sample, limit: usize| {
        let limit = limit % 4;
        let question = sample.question(Encoding::Satisfiability);
        let mut oracle = ExhaustiveOracle::new(LOW, HIGH);
        let settings = settings(
            Method::Cartesian,
            CubeLimit::AtMost(limit),
            Correlation::Choose,
        );
        let step = run(&question, &settings, &mut oracle);
        let truth = reference::transitions(&question, &mut oracle).unwrap();
        question
            .targets
            .iter()
            .zip(&step.updates)
            .all(|(target, update)| {
                [(true, &update.positive), (false, &update.negative)]
                    .into_iter()
                    .all(|(positive, cover)| {
                        let goal = Literal {
                            atom: target.atom,
                            positive,
                        };
                        let primes = reference::implicants(
                            &question.context,
                            question.bits,
                            goal,
                            limit,
                            &mut oracle,
                        )
                        .unwrap();
                        let same = truth.iter().all(|(before, _)| {
                            cover.iter().any(|cube| cube.holds(before))
                                == primes.iter().any(|cube| cube.holds(before))
                        });
                        same && cover.iter().all(|cube| primes.contains(cube))
                    })
            })
    };
    QuickCheck::new().quickcheck(law as fn(Sample, usize) -> bool);
}
