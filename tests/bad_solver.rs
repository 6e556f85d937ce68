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
    Answer, Context, Error, HornAnswer, HornSystem, Literal, Oracle, Solver, SolverProcess,
    SolverSettings, StateAnswer, find_solver, find_solver_until,
};
use tempfile::TempDir;

/// A shell script that reads commands and acknowledges them. `check` is what it does at a question,
/// `value` at `get-value`, `assert` at an assertion; `$asked` counts the questions, `$state` is a
/// folder that outlives the process. There every process leaves its number in `started`, and what
/// it is told in a file of its own; `hang` is a child that does nothing for long.
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
             hang() {{ sh -c \"echo \\$\\$ >> $state/started; exec sleep 1000\"; }}\n\
             while read -r line; do printf '%s\\n' \"$line\" >> $state/told-$$; case \"$line\" in\n\
             '(check-sat'*) asked=$((asked+1)); {};;\n\
             '(get-value'*) {};;\n\
             '(get-unsat'*) echo '(a0)';;\n\
             '(get-info'*) echo '(:reason-unknown \"too hard\")';;\n\
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
    ask_solver(solver, folder.path())
}

fn ask_solver(solver: Solver, folder: &Path) -> Result<Answer, Error> {
    let started = Instant::now();
    let mut process = SolverProcess::with(solver, settings());
    process.begin(&context()).unwrap();
    let answer = process.ask(&[Literal::positive(0)]);
    let took = started.elapsed();
    assert!(took < Duration::from_secs(5), "it took {took:?}");
    let statistics = process.statistics();
    assert!(statistics.starts <= 2 && statistics.starts <= 1 + statistics.restarts);
    drop(process);
    no_process_is_left(folder);
    answer
}

/// None of the processes that left their numbers is there any more, whoever its parent is now.
fn no_process_is_left(folder: &Path) {
    let started = fs::read_to_string(folder.join("started")).unwrap_or_default();
    for number in started.lines() {
        let begun = Instant::now();
        // Only the leader is waited for when all are killed.
        while is_running(number) {
            let waited = begun.elapsed();
            assert!(waited < Duration::from_secs(5), "{number} is still there");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// What has ended may be there until its parent looks.
fn is_running(number: &str) -> bool {
    let status = fs::read_to_string(PathBuf::from("/proc").join(number).join("stat"));
    status.is_ok_and(|status| {
        let (_, behind_name) = status.rsplit_once(')').unwrap();
        !behind_name.trim_start().starts_with(['Z', 'X'])
    })
}

/// A script that starts the solver as another's child, in a group of its own, and waits for it.
fn wrapped(folder: &Path, script: &Script) -> Solver {
    let solver = script.write(folder);
    let inner = folder.join("inner");
    fs::rename(&solver.command, &inner).unwrap();
    let text = format!(
        "#!/bin/sh\nif [ \"$1\" = --version ]; then echo Z3 version 5.4.0; exit; fi\n\
         echo $$ >> {0}/started\n\
         sh -c 'echo $$ >> {0}/started; exec timeout 1000 {0}/inner'\necho left\n",
        folder.display()
    );
    executable(Path::new(&solver.command), &text);
    solver
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

/// A fresh process is told everything that the one before knew.
#[test]
fn one_death_is_forgiven() {
    for check in [
        "if [ $asked = 2 ] && mkdir $state/once 2>/dev/null; then exit 1; fi; echo sat",
        "if [ $asked = 2 ] && mkdir $state/once 2>/dev/null; then echo unknown; else echo sat; fi",
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
        let statistics = process.statistics();
        assert_eq!((statistics.starts, statistics.restarts), (2, 1), "{check}");
        drop(process);
        let started = fs::read_to_string(folder.path().join("started")).unwrap();
        let told = started.lines().map(|number| {
            let told = fs::read_to_string(folder.path().join(format!("told-{number}"))).unwrap();
            let before_question = told.split("(check-sat").next().unwrap().to_owned();
            let question = told.lines().find(|line| line.starts_with("(check-sat"));
            (before_question, question.unwrap().to_owned())
        });
        let told: Vec<(String, String)> = told.collect();
        assert_eq!(told.len(), 2, "{check}");
        assert_eq!(told[0], told[1], "{check}");
        assert!(told[0].0.contains("(assert (< |X| 9))"), "{}", told[0].0);
    }
}

/// What Horn clauses are told to is started for them, and counted apart.
#[test]
fn processes_for_horn_clauses_are_counted_apart() {
    let folder = TempDir::new().unwrap();
    let solver = HONEST.write(folder.path());
    let mut process = SolverProcess::with(solver, settings());
    process.begin(&context()).unwrap();
    for _ in 0..2 {
        let answer = process.horn(&HornSystem::default(), 1).unwrap();
        assert!(matches!(answer, HornAnswer::Unknown(_)), "{answer:?}");
        process.ask(&[Literal::positive(0)]).unwrap();
    }
    let statistics = process.statistics();
    assert_eq!(
        (statistics.starts, statistics.restarts, statistics.horn),
        (1, 0, 2)
    );
    drop(process);
    no_process_is_left(folder.path());
}

#[test]
fn a_solver_that_hangs_is_killed() {
    for script in [
        Script {
            check: "hang",
            ..HONEST
        },
        Script {
            check: "hang & echo $! >> $state/started; wait",
            ..HONEST
        },
        Script {
            value: "hang",
            ..HONEST
        },
        Script {
            assert: "hang",
            ..HONEST
        },
        Script {
            check: "printf '(half'; hang",
            ..HONEST
        },
        Script {
            check: "trap '' TERM INT HUP; while :; do hang; done",
            ..HONEST
        },
        Script {
            check: "timeout 1000 sh -c \"echo \\$\\$ >> $state/started; sleep 1000\"",
            ..HONEST
        },
        // Each command in time, all of them not.
        Script {
            assert: "sleep 0.4; echo success",
            ..HONEST
        },
        Script {
            check: "while :; do echo; sleep 0.1; done",
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

/// What a wrapper starts in another group ends with it.
#[test]
fn a_wrapper_is_killed_with_what_it_wraps() {
    let folder = TempDir::new().unwrap();
    let solver = wrapped(folder.path(), &HONEST);
    let answer = ask_solver(solver, folder.path());
    assert_eq!(answer, Ok(Answer::Satisfiable(vec![true, false])));
    let folder = TempDir::new().unwrap();
    let script = Script {
        check: "hang",
        ..HONEST
    };
    let solver = wrapped(folder.path(), &script);
    let answer = ask_solver(solver, folder.path());
    assert!(
        matches!(&answer, Ok(Answer::Unknown(why)) if why.contains("killed after 0.7 s")),
        "{answer:?}"
    );
    let started = fs::read_to_string(folder.path().join("started")).unwrap();
    assert_eq!(started.lines().count(), 4, "{started}");
}

/// Whoever has nothing to do with the solver any more may hold its pipe for as long as it likes.
#[test]
fn a_pipe_that_is_held_is_not_waited_for() {
    for script in [
        Script {
            check: "(setsid sleep 20 &); hang",
            ..HONEST
        },
        Script {
            check: "(setsid sleep 20 &); exit",
            ..HONEST
        },
    ] {
        let answer = ask(&script);
        assert!(matches!(answer, Ok(Answer::Unknown(_))), "{answer:?}");
    }
}

/// Whoever talks without end is not listened to without end.
#[test]
fn a_flood_is_dammed() {
    for check in ["yes", "yes '((((((((('", "yes ''", "yes x | tr -d '\\n'"] {
        match ask(&Script { check, ..HONEST }) {
            Ok(Answer::Unknown(_)) | Err(Error::Failed { .. }) => {}
            other => panic!("{check}: {other:?}"),
        }
    }
}

/// An answer that is left out is missed at once, not when the time is up.
#[test]
fn an_answer_that_is_left_out_is_missed() {
    for script in [
        Script {
            check: ":",
            ..HONEST
        },
        Script {
            value: ":",
            ..HONEST
        },
        Script {
            assert: ":",
            ..HONEST
        },
    ] {
        let message = breach(ask(&script));
        assert!(message.contains("it answered `q"), "{message}");
    }
}

/// A solver that does not tell its version is asked once, and no longer than there is time.
#[test]
fn a_solver_without_a_version_is_asked_once() {
    let folder = TempDir::new().unwrap();
    let solver = folder.path().join("z3");
    let text = format!(
        "#!/bin/sh\necho $$ >> {0}/started\necho asked >> {0}/versions\nsleep 1000\n",
        folder.path().display()
    );
    executable(&solver, &text);
    let unit = folder.path().join("p.adb");
    fs::write(&unit, "procedure P is\nbegin\n   null;\nend P;\n").unwrap();
    let begun = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_sabs"))
        .args(["verify", "--timeout", "2", "--solver"])
        .args([&solver, &unit])
        .output()
        .unwrap();
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(8), "it took {took:?}");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("z3` does not start: it was killed after"),
        "{told}"
    );
    assert!(told.contains("s without telling its version"), "{told}");
    let command = solver.to_str().unwrap();
    let soon = Some(Instant::now() + Duration::from_millis(300));
    for _ in 0..3 {
        let error = find_solver_until(Some(command), soon).unwrap_err();
        assert!(error.to_string().contains("telling its version"), "{error}");
    }
    let asked = fs::read_to_string(folder.path().join("versions")).unwrap();
    assert_eq!(asked.lines().count(), 2, "once by each of two programs");
    no_process_is_left(folder.path());
}

#[test]
fn unknown_is_unknown() {
    let answer = ask(&Script {
        check: "echo unknown",
        ..HONEST
    });
    let reason = "the solver gave up: too hard".to_owned();
    assert_eq!(answer, Ok(Answer::Unknown(reason)));
}

/// cvc5 has been seen to do so.
#[test]
fn a_formula_in_place_of_a_truth_value_is_unknown() {
    let answer = ask(&Script {
        value: "echo '((a0 (forall ((i Int)) (= i i))) (a1 true))'",
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
        check: "exec >&-; hang",
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
    let script = Script {
        check: "hang",
        ..HONEST
    };
    for (signal, is_wrapped) in [("INT", false), ("TERM", false), ("INT", true)] {
        let folder = TempDir::new().unwrap();
        let solver = if is_wrapped {
            wrapped(folder.path(), &script)
        } else {
            script.write(folder.path())
        };
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
        // Until the solver hangs: it and those around it are there, and the child it waits for.
        let expected = if is_wrapped { 4 } else { 2 };
        let are_there =
            || fs::read_to_string(&list).is_ok_and(|list| list.lines().count() >= expected);
        while !are_there() && begun.elapsed() < Duration::from_secs(20) {
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
