//! Much is decided long before all is: a search that is ended early tells what is easy, whatever
//! stands beside it. Time is counted in questions to the solver, which are the same everywhere.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
mod support;
mod verdicts;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use sabs::end::End;
use sabs::pipeline::{Options, read};
use sabs::smt::{
    Answer, Context, Error, HornAnswer, HornSystem, Literal, Oracle, SolverProcess, SolverSettings,
    StateAnswer, find_solver,
};
use sabs::verdict::Verdict;

/// Answers so many questions; then somebody wishes an end.
struct Budget {
    inner: SolverProcess,
    left: usize,
    wish: &'static AtomicBool,
}

impl Budget {
    fn spend(&mut self) -> Result<&mut SolverProcess, Error> {
        self.in_time()?;
        self.left -= 1;
        Ok(&mut self.inner)
    }
}

impl Oracle for Budget {
    fn begin(&mut self, context: &Context) -> Result<(), Error> {
        self.inner.begin(context)
    }

    fn ask(&mut self, assumptions: &[Literal]) -> Result<Answer, Error> {
        self.spend()?.ask(assumptions)
    }

    fn ask_state(&mut self, assumptions: &[Literal]) -> Result<StateAnswer, Error> {
        self.spend()?.ask_state(assumptions)
    }

    fn horn(&mut self, system: &HornSystem, effort: u32) -> Result<HornAnswer, Error> {
        self.spend()?.horn(system, effort)
    }

    fn in_time(&self) -> Result<(), Error> {
        if self.left == 0 {
            self.wish.store(true, Ordering::SeqCst);
            return Err(Error::TimeUp);
        }
        Ok(())
    }
}

/// How many checks are proved and how many there are, with so many questions; `None` without a solver.
fn proved_within(name: &str, questions: usize) -> Option<(usize, usize)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/partial")
        .join(name);
    let sources = front::Front::read_file(&path).sources;
    let unit = read(&sources).unwrap();
    let settings = SolverSettings {
        steps: 100_000,
        ..SolverSettings::default()
    };
    let solver = find_solver(Some(&support::solver("z3")?)).unwrap();
    // Each search has a wish of its own, which must live as long as the program.
    let wish: &'static AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
    let mut oracle = Budget {
        inner: SolverProcess::with(solver, settings),
        left: questions,
        wish,
    };
    let options = Options {
        deadline: End::NEVER.or_on(wish),
        ..Options::default()
    };
    let report = verdicts::report(&unit, &sources, options, &mut oracle);
    let verdicts = report.checks.iter().map(|(_, verdict)| *verdict);
    assert!(
        verdicts.clone().all(|verdict| verdict != Verdict::Violated),
        "nothing in {name} fails"
    );
    let proved = verdicts.filter(|verdict| matches!(verdict, Verdict::Proved(_)));
    Some((proved.count(), report.checks.len()))
}

// Calls of functions with branches, remainders, nested sums, and divisions by subtraction: each
// subprogram is easy by itself, and all together are many questions.
#[test]
fn what_is_easy_is_decided_early() {
    let Some((early, all)) = proved_within("calendar.adb", 400) else {
        return;
    };
    assert!(early >= 5, "{early} of {all} after 400 questions");
    let (later, _) = proved_within("calendar.adb", 700).unwrap();
    assert!(later >= 15, "{later} of {all} after 700 questions");
    let (last, _) = proved_within("calendar.adb", 3_000).unwrap();
    assert_eq!(last, all);
}

// The first subprogram needs an invariant that nobody finds; the others do not wait for it.
#[test]
fn what_is_hopeless_leaves_questions_to_the_others() {
    let Some((early, all)) = proved_within("beside_hopeless.adb", 2_500) else {
        return;
    };
    assert!(early + 1 >= all, "{early} of {all}");
}

// An abstraction by all that is given takes thousands of questions; what runs show does not wait for it.
#[test]
fn what_needs_none_of_many_predicates_does_not_wait_for_them() {
    let Some((early, all)) = proved_within("many_predicates.adb", 300) else {
        return;
    };
    assert_eq!(early, all);
}
