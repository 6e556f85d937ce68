//! Solvers that misbehave. Never a wrong answer, never a hang beyond the limit, never a process left
//! behind, and a message that says which solver, what happened and what to do.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(
    clippy::disallowed_methods,
    reason = "processes are looked for and sabs itself is run"
)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use sabs::logic::{Comparison, Sort, Term, Variable};
use sabs::smt::{
    Answer, Context, Error, Literal, Oracle, Solver, SolverProcess, SolverSettings, StateAnswer,
    find_solver,
};
use tempfile::TempDir;

/// A shell script that reads commands and acknowledges them. `check` is what it does at a question,
/// `value` at `get-value`, `assert` at an assertion; `$asked` counts the questions, `$state` is a
/// folder that outlives the process.
struct Script {
    check: &'static str,
    value: &'static str,
    assert: &'static str,
}

const HONEST: Script = Script {
    check: "echo sat",
    value: "echo '((a0 true) (a1 false))'",
    assert: "echo success",
};

impl Script {
    fn write(&self, folder: &Path) -> Solver {
        let path = folder.join("z3");
        let text = format!(
            "#!/bin/sh\nstate={}\nif [ \"$1\" = --version ]; then echo Z3 version 5.4.0; exit; fi\n\
             echo $$ >> $state/started\nasked=0\n\
             while read -r line; do case \"$line\" in\n\
             '(check-sat'*) asked=$((asked+1)); {};;\n\
             '(get-value'*) {};;\n\
             '(get-unsat'*) echo '(a0)';;\n\
             '(echo'*) mark=${{line#*\\\"}}; echo \"${{mark%%\\\"*}}\";;\n\
             '(assert'*) {};;\n\
             *) echo success;; esac; done\n",
            folder.display(),
            self.check,
            self.value,
            self.assert
        );
        executable(&path, &text);
        Solver::named(path.to_str().unwrap())
    }
}

fn executable(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// X > 0 and X > 1, of which the honest script says that the first holds alone.
fn context() -> Context {
    let x = Term::variable(&Variable::new("X", Sort::Int));
    Context {
        facts: vec![Term::compare(Comparison::Less, x.clone(), Term::int(9))],
        atoms: [0, 1]
            .map(|n| Term::compare(Comparison::Greater, x.clone(), Term::int(n)))
            .to_vec(),
    }
}

fn settings() -> SolverSettings {
    SolverSettings {
        clock: Duration::from_millis(700),
        ..SolverSettings::default()
    }
}

/// The answer to a question, which comes in time and leaves no process behind.
fn ask(script: &Script) -> Result<Answer, Error> {
    let folder = TempDir::new().unwrap();
    let solver = script.write(folder.path());
    let started = Instant::now();
    let mut process = SolverProcess::with(solver, settings());
    process.begin(&context()).unwrap();
    let answer = process.ask(&[Literal::positive(0)]);
    let took = started.elapsed();
    assert!(took < Duration::from_secs(5), "it took {took:?}");
    assert!(process.statistics().starts <= 2);
    drop(process);
    no_process_is_left(folder.path());
    answer
}

fn no_process_is_left(folder: &Path) {
    let started = fs::read_to_string(folder.join("started")).unwrap_or_default();
    for number in started.lines() {
        let group = Command::new("ps")
            .args(["-o", "pid=", "--ppid", number])
            .output()
            .unwrap();
        assert!(group.stdout.is_empty(), "a child of {number} is left");
        assert!(!is_running(number), "the solver {number} is still there");
    }
}

fn is_running(number: &str) -> bool {
    PathBuf::from("/proc").join(number).exists()
}

fn breach(answer: Result<Answer, Error>) -> String {
    match answer {
        Err(error @ Error::Failed { .. }) => error.to_string(),
        other => panic!("a failure was expected, not {other:?}"),
    }
}

#[test]
fn an_honest_solver_is_believed() {
    assert_eq!(ask(&HONEST), Ok(Answer::Satisfiable(vec![true, false])));
}

#[test]
fn a_rejected_assert_is_no_answer() {
    let message = breach(ask(&Script {
        assert: "echo '(error \"line 3: (unknown) constant\")'",
        ..HONEST
    }));
    assert!(message.contains("z3` failed twice on one question: it rejected a command"));
    assert!(message.contains("unknown) constant"), "{message}");
    assert!(
        message.contains("[try another one with --solver"),
        "{message}"
    );
}

#[test]
fn death_before_during_and_after_an_answer() {
    for check in [
        "exit 1",
        "printf sa; exit 1",
        "echo sat; exit 1",
        "echo unsat; exit 1",
    ] {
        let message = breach(ask(&Script { check, ..HONEST }));
        assert!(
            message.contains("it ended before it answered"),
            "{check}: {message}"
        );
    }
}

#[test]
fn one_death_is_forgiven() {
    for check in [
        "if mkdir $state/once 2>/dev/null; then exit 1; fi; echo sat",
        "if mkdir $state/once 2>/dev/null; then echo unknown; else echo sat; fi; [ $asked -lt 9 ]",
    ] {
        let folder = TempDir::new().unwrap();
        let solver = Script { check, ..HONEST }.write(folder.path());
        let mut process = SolverProcess::with(solver, settings());
        process.begin(&context()).unwrap();
        process.ask(&[Literal::positive(0)]).unwrap();
        let answer = process.ask(&[Literal::positive(0)]);
        assert_eq!(
            answer,
            Ok(Answer::Satisfiable(vec![true, false])),
            "{check}"
        );
        assert!(process.statistics().starts <= 1 + process.statistics().restarts);
    }
}

#[test]
fn a_solver_that_hangs_is_killed() {
    for script in [
        Script {
            check: "sleep 1000",
            ..HONEST
        },
        Script {
            check: "sleep 1000 & wait",
            ..HONEST
        },
        Script {
            value: "sleep 1000",
            ..HONEST
        },
        Script {
            assert: "sleep 1000",
            ..HONEST
        },
        Script {
            check: "printf '(half'; sleep 1000",
            ..HONEST
        },
        Script {
            check: "trap '' TERM INT HUP; while :; do sleep 1; done",
            ..HONEST
        },
    ] {
        let answer = ask(&script);
        match answer {
            Ok(Answer::Unknown(why)) => {
                assert!(
                    why.contains("killed after 0.7 s without an answer"),
                    "{why}"
                );
            }
            other => panic!("{}: {other:?}", script.check),
        }
    }
}

#[test]
fn unknown_is_unknown() {
    let answer = ask(&Script {
        check: "echo unknown",
        ..HONEST
    });
    assert!(matches!(answer, Ok(Answer::Unknown(_))), "{answer:?}");
}

#[test]
fn garbage_is_no_answer() {
    for check in [
        "echo satisfied",
        "echo unsatisfied",
        "echo 'sat unsat'",
        "echo ')))'",
        "echo 'Grüße'",
        "printf '\\377\\376\\n'",
        "echo success",
        "echo; echo timeout",
        // A line too many: the next answer would be taken for another's.
        "echo unsat; echo unsat",
        "echo sat; echo sat",
        "echo 'unsat unsat'",
    ] {
        let message = breach(ask(&Script { check, ..HONEST }));
        assert!(message.contains("z3`"), "{check}: {message}");
    }
}

#[test]
fn half_a_model_is_no_model() {
    for value in [
        "echo '((a0 true))'",
        "echo '((a0 true) (a1 maybe))'",
        "echo '((a1 true) (a0 false))'",
        "echo '((a0 false) (a1 false))'",
        "echo 'true'",
        "echo '((a0 true) (a1'; exit 1",
        "echo '(error \"model is not available\")'",
    ] {
        let message = breach(ask(&Script { value, ..HONEST }));
        assert!(message.contains("failed twice"), "{value}: {message}");
    }
}

#[test]
fn a_closed_pipe_is_noticed() {
    let message = breach(ask(&Script {
        check: "exec >&-; sleep 1000",
        ..HONEST
    }));
    assert!(message.contains("it ended before it answered"), "{message}");
    let message = breach(ask(&Script {
        check: "exec <&- >&-",
        ..HONEST
    }));
    assert!(message.contains("it ended before it answered"), "{message}");
}

/// A core must be among what was assumed; an empty one claims too much and is not believed.
#[test]
fn cores_are_looked_at() {
    let folder = TempDir::new().unwrap();
    let solver = Script {
        check: "echo unsat",
        ..HONEST
    }
    .write(folder.path());
    let mut process = SolverProcess::with(solver, settings());
    process.begin(&context()).unwrap();
    let both = [Literal::positive(0), Literal::positive(1)];
    assert_eq!(
        process.ask(&both),
        Ok(Answer::Unsatisfiable(vec![Literal::positive(0)]))
    );
    let other = [Literal::negative(0), Literal::positive(1)];
    assert!(matches!(process.ask(&other), Err(Error::Failed { .. })));
    let text = fs::read_to_string(folder.path().join("z3")).unwrap();
    executable(
        &folder.path().join("z3"),
        &text.replace("echo '(a0)'", "echo '()'"),
    );
    let mut process = SolverProcess::new(folder.path().join("z3").to_str().unwrap());
    process.begin(&context()).unwrap();
    assert_eq!(process.ask(&both), Ok(Answer::Unsatisfiable(both.to_vec())));
}

#[test]
fn states_that_cannot_be_read_are_left_out() {
    let folder = TempDir::new().unwrap();
    let value = "echo '((|X| (some thing)))'";
    let solver = Script { value, ..HONEST }.write(folder.path());
    let mut process = SolverProcess::with(solver, settings());
    process.begin(&context()).unwrap();
    assert_eq!(
        process.ask_state(&[]),
        Ok(StateAnswer::State(std::collections::BTreeMap::new()))
    );
}

#[test]
fn missing_not_executable_too_old() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("z3");
    let wish = path.to_str().unwrap();
    let message = |wish: &str| find_solver(Some(wish)).unwrap_err().to_string();
    assert!(message(wish).contains("does not start: there is no such file [name another"));
    assert!(message("no-such-solver").contains("no such command on the path"));
    fs::write(&path, "#!/bin/sh\necho hello\n").unwrap();
    assert!(message(wish).contains("it is not executable"));
    executable(&path, "#!/bin/sh\necho Z3 version 4.4.1\n");
    let told = message(wish);
    assert!(
        told.contains("is version 4.4.1, and 4.8.10 is needed [install a newer"),
        "{told}"
    );
    executable(&path, "#!/no/such/interpreter\n");
    assert!(message(wish).contains("does not start"));
}

/// What a solver does not know is kept, counted and told; nothing rests on it.
#[test]
fn a_solver_that_knows_nothing_costs_precision_only() {
    let folder = TempDir::new().unwrap();
    let solver = Script {
        check: "echo unknown",
        ..HONEST
    }
    .write(folder.path());
    let unit = folder.path().join("p.adb");
    let text = "procedure P (X : in out Integer) is\n   --% predicate X > 0;\nbegin\n   \
                X := X + 1;\n   pragma Assert (X > 0);\nend P;\n";
    fs::write(&unit, text).unwrap();
    let sabs = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_sabs"))
            .args(arguments)
            .args(["--solver", &solver.command])
            .arg(&unit)
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr),
        )
    };
    let (status, printed, told) = sabs(&["abstract"]);
    assert_eq!(status, Some(0), "{told}");
    assert!(
        printed.contains("{X > 0} := *;  // X := X + 1"),
        "{printed}"
    );
    assert!(printed.contains("C2: assert(*)"), "{printed}");
    assert!(told.contains("not answered by the solver"), "{told}");
    let (status, printed, told) = sabs(&["compare", "--knob", "1", "--format", "json"]);
    assert_eq!(status, Some(0), "{told}");
    assert!(told.contains("not answered by the solver"), "{told}");
    assert!(!printed.contains("\"proved\""), "{printed}");
    let (status, printed, told) = sabs(&["verify", "--no-refine"]);
    assert_eq!(status, Some(3), "{printed}{told}");
    no_process_is_left(folder.path());
}

/// Whoever interrupts sabs gets status 130, the file as it was, and no solver left behind.
#[test]
fn interrupted_while_a_solver_hangs() {
    for signal in ["INT", "TERM"] {
        let folder = TempDir::new().unwrap();
        let solver = Script {
            check: "sleep 1000",
            ..HONEST
        }
        .write(folder.path());
        let unit = folder.path().join("p.adb");
        let text = "procedure P (X : in out Integer) is\n   --% predicate X > 0;\nbegin\n   \
                    X := 1;\nend P;\n";
        fs::write(&unit, text).unwrap();
        let product = folder.path().join("p.bp");
        fs::write(&product, "what was there\n").unwrap();
        let mut sabs = Command::new(env!("CARGO_BIN_EXE_sabs"))
            .args(["abstract", "--solver", &solver.command, "-j", "2", "-o"])
            .args([&product, &unit])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let list = folder.path().join("started");
        let begun = Instant::now();
        while !list.exists() && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let number = sabs.id().to_string();
        Command::new("kill")
            .args(["-s", signal, &number])
            .status()
            .unwrap();
        let status = sabs.wait().unwrap();
        assert_eq!(status.code(), Some(130), "SIG{signal}");
        let is_part = |name: &str| name.starts_with("p.bp.");
        let names = fs::read_dir(folder.path()).unwrap();
        let mut names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        assert!(!names.any(|name| is_part(&name)), "a half-written file");
        assert_eq!(fs::read_to_string(&product).unwrap(), "what was there\n");
        no_process_is_left(folder.path());
    }
}
