//! The same engine on our decision diagrams, oxidd's and biodivine's, side by side in one run.
//!
//! `cargo bench --bench rivals` prints a table of times and of their ratios to ours. With
//! `-- counter` it runs one family alone, with `-- 'tn 800' sabs` one program on one package (to
//! count its instructions, say).

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

mod biodivine;
mod diagrams;
mod engine;
mod formula;
mod ours;
mod oxidd;

use std::time::Instant;

use biodivine::Biodivine;
use diagrams::Diagrams;
use engine::{Found, explore};
use ours::Ours;
use sabs::bp::control::{Action, Control, Point, Target, TargetKind};
use sabs::bp::{family, lower_owned, parse};
use sabs::reach;
use sabs::source::SourceFile;

/// A program and what is asked about it.
struct Case {
    name: &'static str,
    text: String,
    /// A label that is reached, or the assertion of this label fails.
    label: &'static str,
    kind: TargetKind,
}

/// Each time is the least of so many, the packages taking turns.
const ROUNDS: usize = 5;

fn cases() -> Vec<Case> {
    let case = |name, text, label, kind| Case {
        name,
        text,
        label,
        kind,
    };
    let (reached, fails) = (TargetKind::Reached, TargetKind::Fails);
    vec![
        case("tn 800", family::levels(800), "reach", reached),
        case("tn 25600", family::levels(25_600), "reach", reached),
        case("counter 12", family::counter(12), "BUG", fails),
        case("counter 16", family::counter(16), "BUG", fails),
        case("recursion 10", family::recursion(10), "DEEP", reached),
        case("recursion 14", family::recursion(14), "DEEP", reached),
        case("permutations 6", family::permutations(6), "REVERSED", fails),
        case("permutations 8", family::permutations(8), "REVERSED", fails),
        case(
            "permutations 10",
            family::permutations(10),
            "REVERSED",
            fails,
        ),
        case("locks 20", family::locks(20), "DONE", reached),
        case("locks 100", family::locks(100), "DONE", reached),
        case("counter 20", family::counter(20), "BUG", fails),
    ]
}

fn main() {
    let arguments = std::env::args().skip(1).filter(|a| !a.starts_with('-'));
    let (packages, wanted): (Vec<String>, Vec<String>) =
        arguments.partition(|argument| names().contains(&argument.as_str()));
    println!(
        "| program | distance | sabs check | {} |",
        names().join(" | ")
    );
    println!(
        "| --- | --- | --- | {} |",
        names().map(|_| "---").join(" | ")
    );
    for case in cases() {
        let chosen = |name: &String| case.name.starts_with(name.as_str());
        if wanted.is_empty() || wanted.iter().any(chosen) {
            // Deep recursion of the packages is on the variables only, but a tree may be deep.
            let worker = std::thread::Builder::new().stack_size(1 << 30);
            let packages = packages.clone();
            let thread = worker
                .spawn(move || run(&case, &packages))
                .expect("a thread");
            println!("{}", thread.join().expect("every package agrees"));
        }
    }
}

fn names() -> [&'static str; 4] {
    [
        Ours::NAME,
        oxidd::bdd::Oxidd::NAME,
        oxidd::bcdd::Oxidd::NAME,
        Biodivine::NAME,
    ]
}

type Engine = fn(&Control, &[Target]) -> Found;

fn run(case: &Case, packages: &[String]) -> String {
    let program = parse(&SourceFile::new(case.name, &case.text)).expect("a family is well-formed");
    let control = lower_owned(program).expect("a family is well-formed");
    let targets = [target(&control, case)];
    let engines: [Engine; 4] = [
        explore::<Ours>,
        explore::<oxidd::bdd::Oxidd>,
        explore::<oxidd::bcdd::Oxidd>,
        explore::<Biodivine>,
    ];
    let mut times = [f64::INFINITY; 4];
    let mut whole = f64::INFINITY;
    let mut found = None;
    for round in 0..ROUNDS {
        // A program that takes seconds needs no repetition.
        if round > 0 && times[0] > 2.0 {
            break;
        }
        let all = engines.iter().zip(names()).zip(&mut times);
        for ((engine, name), time) in all {
            if !packages.is_empty() && !packages.iter().any(|wanted| wanted == name) {
                continue;
            }
            let clock = Clock::start();
            let answer = engine(&control, &targets);
            *time = time.min(clock.seconds());
            assert_eq!(
                *found.get_or_insert(answer.clone()),
                answer,
                "{}",
                case.name
            );
        }
        if !packages.is_empty() {
            break;
        }
        let clock = Clock::start();
        let config = reach::Config::default();
        let mut reachability = reach::explore(control.clone(), &config).expect("room");
        let trace = reachability.trace(&targets).expect("room");
        whole = whole.min(clock.seconds());
        let distance = found.as_ref().and_then(|found| found.distance);
        assert_eq!(trace.map(|trace| trace.hierarchical_length()), distance);
    }
    let distance = found
        .and_then(|found| found.distance)
        .map_or("-".to_owned(), |d| d.to_string());
    let ratios = times.map(|time| format!("{time:.3} s ({:.2})", time / times[0]));
    format!(
        "| {} | {distance} | {whole:.3} s | {} |",
        case.name,
        ratios.join(" | ")
    )
}

/// Measures a piece of work: by the wall if it is short, otherwise by what the processor spent on
/// the process, all threads together, since the machine has other work too.
struct Clock {
    wall: Instant,
    spent: Option<f64>,
}

impl Clock {
    fn start() -> Clock {
        let (wall, spent) = (Instant::now(), spent());
        Clock { wall, spent }
    }

    fn seconds(&self) -> f64 {
        let wall = self.wall.elapsed().as_secs_f64();
        match (self.spent, spent()) {
            (Some(before), Some(after)) if wall > 0.5 => after - before,
            _ => wall,
        }
    }
}

/// The seconds the processor has spent on this process, where the system says so.
fn spent() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the name, which may have blanks: the fields from the third on. Ticks are 1/100 s.
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

fn target(control: &Control, case: &Case) -> Target {
    let is_it = |point: &Point| {
        let node = control.node(*point);
        let right = case.kind == TargetKind::Reached || matches!(node.action, Action::Assert(..));
        right && node.labels.iter().any(|label| label.as_str() == case.label)
    };
    let point = control.points().find(is_it).expect("the label is there");
    Target {
        point,
        kind: case.kind,
    }
}
