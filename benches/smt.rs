//! What a question costs: our solver layer against a bare pipe and rsmt2, and the cache against the
//! solver.
//!
//! `cargo bench --bench smt` prints the figures of docs/performance.md: 10,000 small questions of
//! linear arithmetic about one context, the same for all.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on stops")]
#![allow(clippy::disallowed_methods, reason = "the bare pipe is a process too")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use sabs::logic::{Arithmetic, Comparison, Sort, Term, Variable};
use sabs::smt::{
    Cache, CacheAccess, Context, Literal, Oracle, Possibility, Solver, SolverProcess,
    SolverSettings, find_solver,
};

const QUESTIONS: usize = 10_000;
const ATOMS: usize = 24;

/// A linear congruential generator: the same numbers everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// Differences of five integers between -1000 and 1000, compared with constants.
fn context() -> Context {
    let mut numbers = Numbers(1);
    let variables: Vec<Term> = ["A", "B", "C", "D", "E"]
        .iter()
        .map(|name| Term::variable(&Variable::new(name, Sort::Int)))
        .collect();
    let atoms = (0..ATOMS)
        .map(|_| {
            let (a, b) = (numbers.below(5), numbers.below(5));
            let constant = i64::try_from(numbers.below(41)).unwrap() - 20;
            let difference = Term::arithmetic(
                Arithmetic::Subtract,
                variables[a].clone(),
                variables[b].clone(),
            );
            Term::compare(Comparison::LessEqual, difference, Term::int(constant))
        })
        .collect();
    Context {
        facts: variables
            .iter()
            .map(|v| Term::between(v, Term::int(-1000), Term::int(1000)))
            .collect(),
        atoms,
    }
}

fn questions() -> Vec<Vec<Literal>> {
    let mut numbers = Numbers(2);
    (0..QUESTIONS)
        .map(|_| {
            let mut literals: Vec<Literal> = Vec::new();
            while literals.len() < 4 {
                let atom = numbers.below(ATOMS);
                let positive = numbers.below(2) == 0;
                if literals.iter().all(|known| known.atom != atom) {
                    literals.push(Literal { atom, positive });
                }
            }
            literals
        })
        .collect()
}

fn text(question: &[Literal]) -> String {
    let literals: Vec<String> = question
        .iter()
        .map(|literal| {
            let name = format!("a{}", literal.atom);
            if literal.positive {
                name
            } else {
                format!("(not {name})")
            }
        })
        .collect();
    literals.join(" ")
}

/// How long the oracle takes, and how many questions are unsatisfiable.
fn oracle(oracle: &mut dyn Oracle, questions: &[Vec<Literal>]) -> (Duration, usize) {
    let start = Instant::now();
    oracle.begin(&context()).unwrap();
    let count = questions
        .iter()
        .filter(|question| oracle.ask(question).unwrap().is_unsatisfiable())
        .count();
    (start.elapsed(), count)
}

/// The same for verdicts alone.
fn verdicts(oracle: &mut dyn Oracle, questions: &[Vec<Literal>]) -> (Duration, usize) {
    let start = Instant::now();
    oracle.begin(&context()).unwrap();
    let count = questions
        .iter()
        .filter(|question| oracle.possibility(question).unwrap() == Possibility::Impossible)
        .count();
    (start.elapsed(), count)
}

/// The least there can be: write a line, read a line.
fn bare_pipe(command: &str, questions: &[Vec<Literal>]) -> (Duration, usize) {
    let start = Instant::now();
    let mut child = Command::new(command)
        .arg("-in")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    write!(input, "{}", context()).unwrap();
    let mut count = 0;
    let mut line = String::new();
    for question in questions {
        let command = format!("(check-sat-assuming ({}))\n", text(question));
        input.write_all(command.as_bytes()).unwrap();
        line.clear();
        output.read_line(&mut line).unwrap();
        count += usize::from(line.trim() == "unsat");
    }
    drop(input);
    child.wait().unwrap();
    (start.elapsed(), count)
}

/// The same by way of rsmt2.
fn rsmt2(command: &str, questions: &[Vec<Literal>]) -> (Duration, usize) {
    let start = Instant::now();
    let mut solver = rsmt2::SmtConf::z3(command).spawn(()).unwrap();
    solver.write_all(context().to_string().as_bytes()).unwrap();
    let count = questions
        .iter()
        .filter(|question| {
            let text = text(question);
            let answer = solver.check_sat_assuming_or_unk_with(std::iter::once(text.as_str()), ());
            answer.unwrap() == Some(false)
        })
        .count();
    (start.elapsed(), count)
}

fn main() {
    let solver: Solver = find_solver(None).unwrap();
    let questions = questions();
    // Each way several times, in turns: the machine may be busy with other things.
    let mut best = [Duration::MAX; 4];
    let mut counts = [0; 4];
    let mut statistics = sabs::smt::SolverStatistics::default();
    for _ in 0..9 {
        let mut process = SolverProcess::with(solver.clone(), SolverSettings::default());
        let mut silent = SolverProcess::with(solver.clone(), SolverSettings::default());
        let results = [
            bare_pipe(&solver.command, &questions),
            rsmt2(&solver.command, &questions),
            verdicts(&mut silent, &questions),
            oracle(&mut process, &questions),
        ];
        statistics = process.statistics();
        for (at, (time, count)) in results.into_iter().enumerate() {
            best[at] = best[at].min(time);
            counts[at] = count;
        }
    }
    assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
    println!(
        "{QUESTIONS} questions, {} of them unsatisfiable, {solver}",
        counts[0]
    );
    let rate = |time: Duration| 10_000.0 / time.as_secs_f64();
    let ways = [
        "bare pipe",
        "rsmt2",
        "sabs, verdicts alone",
        "sabs, with models and cores",
    ];
    for (name, time) in ways.iter().zip(best) {
        let ratio = best[0].as_secs_f64() / time.as_secs_f64();
        println!(
            "{name}: {:.0} per second, {ratio:.2} of the bare pipe",
            rate(time)
        );
    }
    println!(
        "processes started: {}, restarted: {}",
        statistics.starts, statistics.restarts
    );

    let folder = tempfile::tempdir().unwrap();
    let mut times = Vec::new();
    for _ in 0..2 {
        let process = SolverProcess::with(solver.clone(), SolverSettings::default());
        let family = SolverSettings::default().family(&solver);
        let access = CacheAccess::ReadWrite;
        let mut cache = Cache::open(folder.path(), access, family, process).unwrap();
        let (time, count) = oracle(&mut cache, &questions);
        assert_eq!(count, counts[0]);
        cache.flush().unwrap();
        times.push(time);
    }
    let ratio = times[0].as_secs_f64() / times[1].as_secs_f64();
    println!(
        "warm cache: {:.0} per second, {ratio:.1} times the solver",
        rate(times[1])
    );
}
