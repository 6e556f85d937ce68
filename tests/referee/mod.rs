//! GNAT as the referee of the reference interpreter: the same programs on the same inputs must end
//! in the same way, with the same values or at the same line with the same kind of check.

#![allow(
    clippy::unwrap_used,
    reason = "in a test, whatever cannot be done is a failure"
)]

mod driver;
mod generate;
mod scenario;
mod subject;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output};

pub(crate) use generate::package;
pub(crate) use scenario::{Call, Ending, random_arguments};
pub(crate) use subject::Subject;

/// What GNAT was asked about one subject, and the answers, call by call.
pub(crate) struct Trial {
    /// The calls with what we expect of them.
    pub(crate) calls: Vec<Call>,
    /// What GNAT made of each.
    pub(crate) observed: Vec<Ending>,
}

/// Runs `count` scenarios of each subject in the interpreter and in one program that GNAT
/// compiles. Which those are depends on the subject and the seed, not on what stands before it.
pub(crate) fn trials(gnatmake: &Path, subjects: &[Subject], count: usize, seed: u64) -> Vec<Trial> {
    let planned: Vec<Vec<Call>> = subjects
        .iter()
        .map(|subject| {
            let mix = |sum: u64, byte: u8| sum.wrapping_mul(31).wrapping_add(u64::from(byte));
            let own = subject.name.bytes().fold(seed, mix);
            scenario::scenarios(subject, count, own)
        })
        .collect();
    let mut input = String::new();
    for calls in &planned {
        for call in calls {
            let _ = writeln!(input, "{}", call.command);
        }
        input.push_str("0\n");
    }
    let output = run_driver(gnatmake, subjects, &input);
    let mut lines = output.lines();
    planned
        .into_iter()
        .map(|calls| {
            let observed = lines.by_ref().take(calls.len()).map(observe).collect();
            Trial { calls, observed }
        })
        .collect()
}

/// A line of the driver's output.
fn observe(line: &str) -> Ending {
    if let Some(values) = line.strip_prefix("returns") {
        return Ending::Returns(values.split_whitespace().map(str::to_owned).collect());
    }
    // GNAT's messages: `f.adb:3 range check failed`, `failed precondition from f.adb:3`,
    // `Assume failed at f.adb:3`, and for an assertion the place alone; after the bar the open
    // calls, innermost first, as `F at f.adb:3`.
    let kinds = [
        ("range check failed", "range check"),
        ("overflow check failed", "overflow check"),
        // After a test for zero GNAT leaves the overflow of a division to the processor's trap.
        ("SIGFPE", "overflow check"),
        ("divide by zero", "divide by zero"),
        ("failed precondition", "precondition"),
        ("failed inherited precondition", "precondition"),
        ("failed postcondition", "postcondition"),
        ("failed inherited postcondition", "postcondition"),
        ("Assume failed", "assumption"),
        ("index check failed", "index check"),
        ("length check failed", "length check"),
        ("discriminant check failed", "discriminant check"),
        ("Assert_And_Cut failed", "assertion"),
        ("Loop_Invariant failed", "loop invariant"),
        ("Loop_Variant failed", "loop variant"),
        ("redicate failed", "predicate check"),
        ("failed contract case", "contract case"),
        ("contract cases overlap", "disjoint contract cases"),
        ("contract cases incomplete", "complete contract cases"),
        ("explicit raise", "exception"),
        ("Subprogram_Variant failed", "subprogram variant"),
        ("failed invariant", "invariant check"),
        ("failed initial condition", "initial condition"),
        ("Initial_Condition failed", "initial condition"),
    ];
    let message = line.split(" | ").next().unwrap_or_default();
    let is_place = message
        .split_whitespace()
        .nth(1)
        .is_some_and(|word| word.contains(".adb:") && message.ends_with(word));
    let kind = kinds
        .iter()
        .find(|(words, _)| message.contains(words))
        .map(|(_, kind)| *kind)
        .or_else(|| is_place.then_some("assertion"))
        .unwrap_or_else(|| panic!("the driver wrote: {line}"));
    let (message, trace) = line.split_once(" | ").unwrap_or((line, ""));
    // Powers are computed in the run-time library; of an instance the message names the place of
    // the instantiation as well.
    let places = |text: &'_ str| -> Vec<String> {
        text.split_whitespace()
            .filter(|word| word.contains(".adb:") && !word.starts_with("s-"))
            .map(str::to_owned)
            .collect()
    };
    let open = places(trace);
    let caller = |depth: usize| open.get(depth).cloned().unwrap_or_default();
    let mut place = places(message)
        .into_iter()
        .next()
        .unwrap_or_else(|| caller(0));
    let mut kind = kind.to_owned();
    // We report a precondition at the call, GNAT where it is written. The open calls say which
    // call it was: the callee comes first, then its caller. The same of a variant, whose check
    // itself has no line.
    if kind == "subprogram variant" {
        place = caller(0);
    }
    // What is inherited is checked before the call.
    let depth = usize::from(!message.contains("failed inherited"));
    if kind == "precondition" && !caller(depth).contains(driver::PREFIX) {
        place = caller(depth);
        kind.push_str(" of a call");
    }
    let line = place
        .split_once(':')
        .and_then(|(_, number)| number.parse().ok())
        .unwrap_or_else(|| panic!("the driver wrote: {line}"));
    Ending::Fails {
        kind,
        lines: (line, line),
    }
}

impl Trial {
    /// Every call on which we and GNAT disagree, as text.
    pub(crate) fn disagreements(&self, subject: &Subject) -> Vec<String> {
        assert_eq!(self.calls.len(), self.observed.len(), "{}", subject.name);
        self.calls
            .iter()
            .zip(&self.observed)
            .filter(|(call, observed)| {
                !call.expected.admits(observed) && !call.rivals.contains(observed)
            })
            .map(|(call, observed)| {
                format!(
                    "{}.adb, {}:\n  sabs: {:?}\n  GNAT: {observed:?}",
                    subject.name, call.text, call.expected
                )
            })
            .collect()
    }

    /// How many calls GNAT ended at another check than the one we expected, but at one that
    /// failed as well.
    pub(crate) fn at_a_rival(&self) -> usize {
        let calls = self.calls.iter().zip(&self.observed);
        calls
            .filter(|(call, observed)| !call.expected.admits(observed))
            .count()
    }

    /// How many calls of each procedure were made, and how many of those got past the
    /// precondition.
    pub(crate) fn past_the_precondition(&self, procedures: usize) -> Vec<(usize, usize)> {
        let mut counts = vec![(0, 0); procedures];
        for (call, observed) in self.calls.iter().zip(&self.observed) {
            let is_kept_out =
                matches!(observed, Ending::Fails { kind, .. } if kind == "precondition");
            let count = &mut counts[call.procedure];
            count.0 += 1;
            count.1 += usize::from(!is_kept_out);
        }
        counts
    }

    /// How many calls returned.
    pub(crate) fn returned(&self) -> usize {
        let returns = |ending: &&Ending| matches!(ending, Ending::Returns(_));
        self.observed.iter().filter(returns).count()
    }
}

fn run_driver(gnatmake: &Path, subjects: &[Subject], input: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in driver::files(subjects) {
        fs::write(folder.path().join(name), text).unwrap();
    }
    fs::write(folder.path().join("input"), input).unwrap();
    // Warnings are off (-gnatws): GNAT warns of every check that it sees to fail.
    // With -g and -E an exception carries the calls that were open.
    let options = [
        "-q",
        "-j2",
        "-g",
        "-gnata",
        "-gnato",
        "-gnat2022",
        "-gnatws",
    ];
    finish(
        command(gnatmake)
            .args(options)
            .args([driver::MAIN, "-bargs", "-E"])
            .current_dir(folder.path()),
    );
    let output = finish(
        command(&folder.path().join(driver::MAIN))
            .stdin(File::open(folder.path().join("input")).unwrap()),
    );
    String::from_utf8(output.stdout).unwrap()
}

#[allow(
    clippy::disallowed_methods,
    reason = "the rule guards the sources; a referee is a process"
)]
fn command(program: &Path) -> Command {
    Command::new(program)
}

fn finish(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{command:?} ends with {}:\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}
