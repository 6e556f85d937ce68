//! The reference interpreter against GNAT: programs of our own and generated ones, compiled with
//! all checks, must end as our interpreter says on every input.
//!
//! `SABS_SOAK=N` runs N batches of generated programs instead of one.

#![allow(
    clippy::unwrap_used,
    reason = "in a test, whatever cannot be done is a failure"
)]

mod referee;
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{env, fs};

use referee::{Ending, Subject, package, random_arguments, trials};
use sabs::flow::{SubprogramId, Terminator};
use sabs::interpret::{
    Answer, Limits, Outcome, RandomEnvironment, ScriptedEnvironment, Start, run,
};
use support::referee;

/// The programs of `tests/gnat`, in the order of their names.
fn our_programs() -> Vec<Subject> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gnat");
    let texts: BTreeMap<String, String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    texts
        .iter()
        .map(|(name, text)| Subject::new(name, text))
        .collect()
}

#[test]
fn our_programs_end_as_gnat_says() {
    let Some(gnatmake) = referee("gnatmake") else {
        return;
    };
    let subjects = our_programs();
    let results = trials(&gnatmake, &subjects, 60, 0);
    let (mut at_a_rival, mut subprograms) = (0, 0);
    let (mut disagreements, mut rare, mut places) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (subject, trial) in subjects.iter().zip(&results) {
        disagreements.extend(trial.disagreements(subject));
        let procedures = subject.procedures().count();
        subprograms += procedures;
        for ((made, past), (_, procedure)) in trial
            .past_the_precondition(procedures)
            .into_iter()
            .zip(subject.procedures())
        {
            if made < 50 || past < 20 {
                rare.push((&procedure.name, past, made));
            }
        }
        at_a_rival += trial.at_a_rival();
        if trial.returned() < 5 {
            let procedure = subject
                .procedures()
                .next()
                .map(|(_, procedure)| &procedure.name);
            rare.extend(procedure.map(|name| (name, trial.returned(), trial.calls.len())));
        }
        for observed in &trial.observed {
            if let Ending::Fails { kind, lines } = observed {
                places.insert((kind.clone(), &subject.name, lines.0));
            }
        }
    }
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
    assert!(
        rare.is_empty(),
        "too few calls get past the precondition or return: {rare:?}"
    );
    assert!(subprograms >= 120, "only {subprograms} subprograms");
    assert!(at_a_rival <= 5, "{at_a_rival} calls end at another check");
    let kinds: BTreeSet<&str> = places.iter().map(|(kind, ..)| kind.as_str()).collect();
    let expected = BTreeSet::from([
        "assertion",
        "assumption",
        "complete contract cases",
        "contract case",
        "discriminant check",
        "divide by zero",
        "exception",
        "index check",
        "initial condition",
        "invariant check",
        "length check",
        "loop invariant",
        "overflow check",
        "postcondition",
        "precondition",
        "precondition of a call",
        "predicate check",
        "range check",
        "subprogram variant",
    ]);
    let missing: Vec<_> = expected.difference(&kinds).collect();
    assert!(missing.is_empty(), "nothing fails by: {missing:?}");
    assert!(
        places.len() >= 100,
        "checks fail at {} places",
        places.len()
    );
}

#[test]
fn generated_programs_end_as_gnat_says() {
    let Some(gnatmake) = referee("gnatmake") else {
        return;
    };
    let batches = env::var("SABS_SOAK").map_or(1, |count| count.parse().unwrap());
    for batch in 0..batches {
        let subjects: Vec<Subject> = (0..8)
            .map(|number| {
                let seed = batch * 8 + number;
                let name = format!("random_{seed}");
                Subject::new(&name, &package(&name, seed))
            })
            .collect();
        let (mut returned, mut made, mut at_a_rival) = (0, 0, 0);
        for (subject, trial) in subjects
            .iter()
            .zip(trials(&gnatmake, &subjects, 150, batch))
        {
            let disagreements = trial.disagreements(subject);
            let text = subject.text_for_gnat();
            assert!(
                disagreements.is_empty(),
                "{}\n{text}",
                disagreements.join("\n")
            );
            returned += trial.returned();
            made += trial.calls.len();
            at_a_rival += trial.at_a_rival();
        }
        assert!(
            returned * 4 > made,
            "only {returned} of {made} calls return"
        );
        assert!(
            at_a_rival * 20 < made - returned,
            "{at_a_rival} of {} failures are at another check",
            made - returned
        );
    }
}

/// What stands for a subprogram where calls go by contracts does whatever the subprogram does: told
/// the values that a run of the body ends with, it ends with them.
#[test]
fn contracts_admit_what_bodies_do() {
    let mut admitted = 0;
    for subject in our_programs() {
        let modular = subject.judged_alone();
        let elaborated = subject.elaborated();
        for (id, procedure) in subject.procedures() {
            let name = format!("{}__contract", procedure.name);
            let Some(contract) = (0..)
                .map(SubprogramId)
                .zip(&modular.subprograms)
                .find(|(_, found)| found.name == name)
                .map(|(id, _)| id)
            else {
                continue;
            };
            for seed in 0..40 {
                let mut random = RandomEnvironment::new(seed);
                let arguments = random_arguments(procedure, &mut random);
                let start = |id| Start::Subprogram {
                    id,
                    globals: elaborated.clone(),
                    arguments: arguments.clone(),
                };
                let limits = Limits { steps: 300_000 };
                let mut silent = ScriptedEnvironment::default();
                let ended = run(
                    &subject.program,
                    start(id),
                    &mut silent,
                    limits,
                    &mut |_| {},
                );
                let Outcome::Returned { globals, results } = &ended else {
                    continue;
                };
                let answers = modular.subprograms[contract.0 as usize]
                    .blocks
                    .iter()
                    .filter_map(|block| match &block.terminator {
                        Terminator::Havoc { target, .. } => Some(target),
                        Terminator::Goto(_)
                        | Terminator::Branch { .. }
                        | Terminator::Choice { .. }
                        | Terminator::Nondet { .. }
                        | Terminator::Call { .. }
                        | Terminator::Return => None,
                    })
                    .map_while(|target| results.get(target).or_else(|| globals.get(target)))
                    .map(|value| Answer::Value(value.clone()));
                let mut told = ScriptedEnvironment::new(answers);
                let outcome = run(&modular, start(contract), &mut told, limits, &mut |_| {});
                match &outcome {
                    Outcome::Returned { .. } => {
                        assert_eq!(outcome, ended, "{name}");
                        admitted += 1;
                    }
                    // What a function in a postcondition returns is lost.
                    Outcome::Unanswered { .. } => {}
                    other @ (Outcome::Failed { .. }
                    | Outcome::Assumption { .. }
                    | Outcome::OutOfSteps) => {
                        panic!("{name} with {arguments:?}: {other:?}, not {ended:?}")
                    }
                }
            }
        }
    }
    assert!(admitted > 1_000, "only {admitted} runs were compared");
}

/// From the most general client, too, no value leaves its range: the interpreter panics if one
/// does.
#[test]
fn every_program_runs_from_main() {
    for subject in our_programs() {
        let mut checked = 0;
        for seed in 0..50 {
            let outcome = run(
                &subject.program,
                Start::Main,
                &mut RandomEnvironment::new(seed),
                Limits { steps: 5_000 },
                &mut |_| {},
            );
            assert!(
                !matches!(outcome, Outcome::Unanswered { .. }),
                "{}: {outcome:?}",
                subject.name
            );
            checked += usize::from(!matches!(outcome, Outcome::Assumption { .. }));
        }
        assert!(checked >= 5, "{}: only {checked} runs exist", subject.name);
    }
}
